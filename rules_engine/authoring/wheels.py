"""The wheels that a new site brings along: Follow Suit as it is installed here, so that nobody gets another one by its name.

A name that isn't registered on a package index can be registered by anybody, whose code would then run in every site's build.
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

import rules_engine
from rules_engine.authoring.npm import RUNTIME, RUNTIME_PACKAGE

FOLDER = "wheels"
"""The folder of a site in which they lie."""
LEFT_OUT = ("INSTALLER", "RECORD", "REQUESTED", "direct_url.json")
"""What installers add to a distribution's own files."""
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the earliest date a zip can hold


class Wheel(NamedTuple):
    """A wheel: the name of its file, and what that holds, if it could be had."""

    name: str
    content: bytes | None = None

    @property
    def locked(self) -> str:
        """The line of a lock."""
        if self.content is None:
            return f"./{FOLDER}/{self.name}\n"
        return f"./{FOLDER}/{self.name} \\\n    --hash=sha256:{hashlib.sha256(self.content).hexdigest()}\n"


class Origin(TypedDict, total=False):
    """What an installer notes on where a distribution came from: https://packaging.python.org/en/latest/specifications/direct-url/."""

    url: str
    dir_info: dict[str, bool]


def wheels() -> list[Wheel]:
    """Return the wheels of Follow Suit and of its runtime, of which it is enough that it lies beside the other one."""
    place = _noted("followsuit")
    beside = sorted(place.parent.glob(f"{RUNTIME_PACKAGE}-{rules_engine.__version__}-*.whl")) if place else []
    runtime = _wheel(RUNTIME, RUNTIME_PACKAGE)
    if runtime.content is None and beside:
        runtime = Wheel(beside[0].name, beside[0].read_bytes())
    return [_wheel("followsuit", "followsuit"), runtime]


def _wheel(name: str, package: str) -> Wheel:
    file = _noted(name)
    if file is not None:
        return Wheel(file.name, file.read_bytes())
    return Wheel(f"{package}-{rules_engine.__version__}-py3-none-any.whl", _packed(name))


def _noted(name: str) -> Path | None:
    """The wheel from which a distribution was installed, where the installer noted one that is still there."""
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
    """A distribution as it is installed, packed as a wheel again; None for one that isn't, or whose files lie elsewhere."""
    found = _installed(name)
    if found is None or found.version != rules_engine.__version__ or _origin(found).get("dir_info", {}).get("editable"):
        return None
    files = {file.as_posix(): Path(str(file.locate())) for file in found.files or ()
             if ".." not in file.parts and file.suffix != ".pyc" and file.name not in LEFT_OUT}
    if not any(path.endswith("/WHEEL") for path in files) or not all(file.is_file() for file in files.values()):
        return None
    return _zipped({path: file.read_bytes() for path, file in sorted(files.items())})


def _zipped(files: dict[str, bytes]) -> bytes:
    """A wheel of these files, with the record that makes it one."""
    record = f"{next(path for path in files if path.endswith('/WHEEL')).removesuffix('WHEEL')}RECORD"
    lines = [f"{path},sha256={_digest(content)},{len(content)}\n" for path, content in files.items()]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in {**files, record: "".join([*lines, f"{record},,\n"]).encode()}.items():
            archive.writestr(zipfile.ZipInfo(path, LONG_AGO), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
