"""Handlers imported on first use, and the parts of the engine that the browser loads on demand.

The parts are the games, and the modules that the first response doesn't need. Importing a module of such a part raises
``MissingPart``. The page's worker then fetches the part and repeats the request.
"""

from __future__ import annotations

import marshal
import os
import sys
import zlib
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any


def handler(place: str) -> Callable[..., Any]:
    """Return the function at a path below `rules_engine.api`, importing its module on first use. A hand in play therefore imports
    only a few modules."""
    module, _, name = place.rpartition(".")
    found: Callable[..., Any] = getattr(import_module(f"rules_engine.api.{module}"), name)
    return found


class MissingPart(BaseException):
    """A part that the worker has to fetch before it repeats the request.

    It derives from ``BaseException`` so that error handlers let it pass.
    """


class _MissingModuleFinder:
    """Meta path finder, used last, that raises ``MissingPart``; ``modules`` maps each missing module to its part."""

    def __init__(self, modules: Mapping[str, str]) -> None:
        self.modules = modules

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name in self.modules:
            raise MissingPart(self.modules[name])


def register_missing(parts: Mapping[str, Sequence[str]]) -> None:
    """Register the modules of each part, so that importing one of them raises ``MissingPart``."""
    modules = {module: part for part, listed in parts.items() for module in listed}
    sys.meta_path.append(_MissingModuleFinder(modules))


def install_part(part: str) -> None:
    """Install a fetched part from the file ``PART.part``, unpacking it into the folder ``PART``."""
    with open(f"{part}.part", "rb") as file:  # noqa: PTH123
        lay_out(marshal.loads(zlib.decompress(file.read())), part)


def lay_out(files: Mapping[str, bytes], folder: str) -> None:
    """Write ``files``, a mapping of paths to contents, to a new folder and add it to the import path."""
    for path, content in files.items():
        place = f"{folder}/{path}"
        os.makedirs(place.rpartition("/")[0], exist_ok=True)  # noqa: PTH103  (a snapshot has no pathlib)
        with open(place, "wb") as file:  # noqa: PTH123
            file.write(content)
    sys.dont_write_bytecode = True  # the worker's files are deleted when it ends, so cached bytecode is useless
    sys.path.append(folder)
    for package in {path[:end] for path in files for end, letter in enumerate(path) if letter == "/"}:
        known = sys.modules.get(package.replace("/", "."))
        if known is not None:
            known.__path__.append(f"{folder}/{package}")
