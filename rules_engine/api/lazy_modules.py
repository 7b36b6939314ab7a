"""Parts of the rules that a browser's Python begins without, since not each first answer needs them: each game, and the rest.

Who imports one of their modules hears which part to bring: the page's worker fetches it, and asks once more.
"""

from __future__ import annotations

import marshal
import os
import sys
import zlib
from collections.abc import Mapping, Sequence


class MissingPart(BaseException):
    """A part is to be brought, and the message to be asked again. No fault: what answers for faults lets it pass."""


class _MissingModuleFinder:
    """Looks for a module where nobody else found it; ``modules`` are those to come, each with its part."""

    def __init__(self, modules: Mapping[str, str]) -> None:
        self.modules = modules

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name in self.modules:
            raise MissingPart(self.modules[name])


def register_missing(parts: Mapping[str, Sequence[str]]) -> None:
    """Let who imports a module of these parts hear which one to bring."""
    modules = {module: part for part, listed in parts.items() for module in listed}
    sys.meta_path.append(_MissingModuleFinder(modules))


def install_part(part: str) -> None:
    """Take in a part that was brought: a file without its ending, where a folder for it may be."""
    with open(f"{part}.part", "rb") as file:  # noqa: PTH123
        lay_out(marshal.loads(zlib.decompress(file.read())), part)


def lay_out(files: Mapping[str, bytes], folder: str) -> None:
    """Put modules, by their paths, into a new folder where Python imports from."""
    for path, content in files.items():
        place = f"{folder}/{path}"
        os.makedirs(place.rpartition("/")[0], exist_ok=True)  # noqa: PTH103  (a snapshot has no pathlib)
        with open(place, "wb") as file:  # noqa: PTH123
            file.write(content)
    sys.dont_write_bytecode = True  # nobody would read it again
    sys.path.append(folder)
    for package in {path[:end] for path in files for end, letter in enumerate(path) if letter == "/"}:
        known = sys.modules.get(package.replace("/", "."))
        if known is not None:
            known.__path__.append(f"{folder}/{package}")
