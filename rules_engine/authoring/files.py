"""Files as they lie on people's machines: some that nobody wrote, some that can't be read or written, disks that are full."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

LEFT_BY_SYSTEMS = frozenset({"thumbs.db", "ehthumbs.db", "desktop.ini", ".ds_store", "__macosx", "icon\r"})
"""Names, in small letters, of what Windows and macOS put into folders of their own accord."""
LEFT_BY_PROGRAMS = ("~$", "~", "#")
"""How the names of locks and backups begin, as office programs and editors write them beside a file."""


def is_left_by_systems(path: Path) -> bool:
    """Return whether a file or folder is one that Windows or macOS put there."""
    return path.name.casefold() in LEFT_BY_SYSTEMS or path.name.startswith("._")


def is_written_by_nobody(path: Path) -> bool:
    """Return whether a file or folder is hidden, or one that systems and editors put beside what people write."""
    return path.name.startswith((".", *LEFT_BY_PROGRAMS)) or path.name.endswith(("~", "#")) or is_left_by_systems(path)


def files_below(folder: Path, *suffixes: str) -> Iterator[Path]:
    """Yield the files below a folder with one of these endings, sorted, but for those that nobody wrote.

    What is no ordinary file, as a pipe, is left out: to read it might never end.
    """
    for path in sorted(folder.rglob("*")):
        below = path.relative_to(folder)
        if path.suffix in suffixes and path.is_file() and not any(map(is_written_by_nobody, (below, *below.parents[:-1]))):
            yield path


def read_text(path: Path) -> str:
    """Return the text of a file. Raises ``OSError`` for what is no ordinary file, and ``UnicodeDecodeError``."""
    kind = stat.S_IFMT(path.stat().st_mode)
    if kind != stat.S_IFREG:
        number = errno.EISDIR if kind == stat.S_IFDIR else errno.EINVAL
        raise OSError(number, os.strerror(number) if kind == stat.S_IFDIR else "it is a device or a pipe, not a file", str(path))
    return path.read_text(encoding="utf-8")


def write_text(path: Path, text: str) -> None:
    """Write a file as a whole or not at all: where the disk is full or the program is interrupted, what stood there stays.

    Raises ``OSError`` with the file's name.
    """
    place = path.resolve()
    in_place = place.exists() and not (place.is_file() and os.access(place, os.W_OK) and os.access(place.parent, os.W_OK))
    try:
        if in_place:        # a device, a file that may not be written, or one in a folder where nothing may be made
            place.write_text(text, encoding="utf-8", newline="")
        else:
            _replace(place, text)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def _replace(place: Path, text: str) -> None:
    """Put another file in a file's place, with the permissions that it had."""
    fresh = place.with_name(f".followsuit-{os.getpid()}.new")
    try:
        fresh.write_text(text, encoding="utf-8", newline="")
        if place.exists():
            shutil.copymode(place, fresh)
        fresh.replace(place)
    except BaseException:
        with suppress(OSError):
            fresh.unlink()
        raise
