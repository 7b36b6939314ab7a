"""The wheels that a new site includes: the installed Follow Suit and its runtime.

They aren't installed from a package index, because anybody could register an unregistered name there, and that person's code
would then run in the build of every site.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import zipfile
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import NamedTuple, TypedDict
from urllib.parse import urlsplit
from urllib.request import url2pathname

from rules_engine._version import __version__
from rules_engine.authoring.npm import RUNTIME, RUNTIME_PACKAGE

FOLDER = "wheels"
"""The folder of a site that contains the wheels."""
LEFT_OUT = ("INSTALLER", "RECORD", "REQUESTED", "direct_url.json")
"""Metadata files that installers add to a distribution and that a wheel doesn't contain."""
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the earliest date a zip can hold


class Wheel(NamedTuple):
    """A wheel: its file name and its content, or None if the content isn't available."""

    name: str
    content: bytes | None = None

    @property
    def locked(self) -> str:
        """The wheel's requirement line, with its hash if known."""
        if self.content is None:
            return f"./{FOLDER}/{self.name}\n"
        return f"./{FOLDER}/{self.name} \\\n    --hash=sha256:{hashlib.sha256(self.content).hexdigest()}\n"


class Origin(TypedDict, total=False):
    """The installer's record of a distribution's origin: https://packaging.python.org/en/latest/specifications/direct-url/."""

    url: str
    dir_info: dict[str, bool]


def wheels() -> list[Wheel]:
    """Return the wheels of Follow Suit and of its runtime.

    The runtime's wheel may be a file in the same folder as Follow Suit's.
    """
    place = _noted("followsuit")
    beside = sorted(place.parent.glob(f"{RUNTIME_PACKAGE}-{__version__}-*.whl")) if place else []
    runtime = _wheel(RUNTIME, RUNTIME_PACKAGE)
    if runtime.content is None and beside:
        runtime = Wheel(beside[0].name, beside[0].read_bytes())
    return [_wheel("followsuit", "followsuit"), runtime]


def _wheel(name: str, package: str) -> Wheel:
    file = _noted(name)
    if file is not None:
        return Wheel(file.name, file.read_bytes())
    return Wheel(f"{package}-{__version__}-py3-none-any.whl", _packed(name))


def _noted(name: str) -> Path | None:
    """Return the wheel file that a distribution was installed from, if the installer recorded it and it still exists."""
    found = _installed(name)
    address = _origin(found).get("url", "") if found else ""
    file = Path(url2pathname(urlsplit(address).path)) if address.startswith("file:") and address.endswith(".whl") else None
    return file if file is not None and file.is_file() else None


def _installed(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def _origin(found: Distribution) -> Origin:
    noted: Origin = json.loads(found.read_text("direct_url.json") or "{}")
    return noted


def _packed(name: str) -> bytes | None:
    """Return an installed distribution repacked as a wheel, or None if it is missing, editable or incomplete."""
    found = _installed(name)
    if found is None or found.version != __version__ or _origin(found).get("dir_info", {}).get("editable"):
        return None
    files = {file.as_posix(): Path(str(file.locate())) for file in found.files or ()
             if ".." not in file.parts and file.suffix != ".pyc" and file.name not in LEFT_OUT}
    if not any(path.endswith("/WHEEL") for path in files) or not all(file.is_file() for file in files.values()):
        return None
    return _zipped({path: file.read_bytes() for path, file in sorted(files.items())})


def _zipped(files: dict[str, bytes]) -> bytes:
    """Return a wheel that contains these files and their ``RECORD``."""
    record = f"{next(path for path in files if path.endswith('/WHEEL')).removesuffix('WHEEL')}RECORD"
    lines = [f"{path},sha256={_digest(content)},{len(content)}\n" for path, content in files.items()]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in {**files, record: "".join([*lines, f"{record},,\n"]).encode()}.items():
            archive.writestr(zipfile.ZipInfo(path, LONG_AGO), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
