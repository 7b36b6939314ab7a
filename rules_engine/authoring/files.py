"""File access that handles hidden files, files created by operating systems and editors, special files, and full disks."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

LEFT_BY_SYSTEMS = frozenset({"thumbs.db", "ehthumbs.db", "desktop.ini", ".ds_store", "__macosx", "icon\r"})
"""Lower-case names of files and folders that Windows and macOS create automatically."""
LEFT_BY_PROGRAMS = ("~$", "~", "#")
"""Prefixes of the lock and backup files that office programs and editors create."""


def is_left_by_systems(path: Path) -> bool:
    """Return whether Windows or macOS created a file or folder."""
    return path.name.casefold() in LEFT_BY_SYSTEMS or path.name.startswith("._")


def is_written_by_nobody(path: Path) -> bool:
    """Return whether a file or folder is hidden, or was created by an operating system or editor rather than by a person."""
    return path.name.startswith((".", *LEFT_BY_PROGRAMS)) or path.name.endswith(("~", "#")) or is_left_by_systems(path)


def files_below(folder: Path, *suffixes: str) -> Iterator[Path]:
    """Yield the files below a folder with one of these suffixes, sorted.

    Hidden and automatically created files are left out, and so are special files such as pipes, which could block a reader.
    """
    for path in sorted(folder.rglob("*")):
        below = path.relative_to(folder)
        if path.suffix in suffixes and path.is_file() and not any(map(is_written_by_nobody, (below, *below.parents[:-1]))):
            yield path


def read_text(path: Path) -> str:
    """Return the text of a UTF-8 file.

    Raises ``OSError`` for an unreadable file or anything but a regular file, and ``UnicodeDecodeError``.
    """
    kind = stat.S_IFMT(path.stat().st_mode)
    if kind != stat.S_IFREG:
        number = errno.EISDIR if kind == stat.S_IFDIR else errno.EINVAL
        raise OSError(number, os.strerror(number) if kind == stat.S_IFDIR else "it is a device or a pipe, not a file", str(path))
    return path.read_text(encoding="utf-8")


def write_text(path: Path, text: str) -> None:
    """Write a UTF-8 file as ``write_bytes`` does. Raises ``OSError`` with the file's name."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file atomically if possible: a full disk or an interruption leaves the old content unchanged.

    Raises ``OSError`` with the file's name.
    """
    place = path.resolve()
    in_place = place.exists() and not (place.is_file() and os.access(place, os.W_OK) and os.access(place.parent, os.W_OK))
    try:
        if in_place:        # a device, a read-only file, or a file in a read-only folder
            place.write_bytes(content)
        else:
            _replace(place, content)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def _replace(place: Path, content: bytes) -> None:
    """Replace a file atomically, keeping its permissions."""
    fresh = place.with_name(f".followsuit-{os.getpid()}.new")
    try:
        fresh.write_bytes(content)
        if place.exists():
            shutil.copymode(place, fresh)
        fresh.replace(place)
    except BaseException:
        with suppress(OSError):
            fresh.unlink()
        raise
