"""WebAssembly's binary format, as far as it takes to count which functions run, and to leave out those that don't.

A module is a list of sections, each a list of entries. Of a function's instructions only the calls are looked at, and none is
changed: some are put before them, or in their place. Numbers of functions stay what they are, so whatever
refers to one, in the module, in tables or in a picture of its memory, goes on being right.

Source: https://webassembly.github.io/spec/core/binary/ and, for exceptions as Pyodide's compiler writes them,
https://webassembly.github.io/exception-handling/legacy/core/binary/
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

HEAD = b"\0asm\1\0\0\0"
IMPORTS, FUNCTIONS, GLOBALS, EXPORTS, CODE = 2, 3, 6, 7, 10
FUNCTION, TABLE, MEMORY, GLOBAL, TAG = range(5)
"""What is imported or exported."""

COUNTER = "ran"
"""In a module that counts, the global variable ``ran7`` is 1 once the eighth function of the module has run."""

STUB = b"\x00\x00\x0b"
"""A body without locals that stops the program: ``unreachable``, ``end``."""


CALLS = (0x10, 0x12, 0xD2)
"""``call``, ``return_call`` and ``ref.func``: what names a function."""

_NUMBERS = {
    **dict.fromkeys((0x00, 0x01, 0x05, 0x0B, 0x0F, 0x19, 0x1A, 0x1B, 0xD1, *range(0x45, 0xC5)), 0),
    **dict.fromkeys((0x02, 0x03, 0x04, 0x06, 0x07, 0x08, 0x09, 0x0C, 0x0D, 0x10, 0x12, 0x18), 1),
    **dict.fromkeys((*range(0x20, 0x27), 0x3F, 0x40, 0x41, 0x42, 0xD0, 0xD2), 1),
    **dict.fromkeys((0x11, 0x13, *range(0x28, 0x3F)), 2),
}
"""How many numbers follow an instruction. ``br_table``, ``select``, constants of floats and what begins with 0xFC are below."""

_NUMBERS_FC = {
    **dict.fromkeys(range(8), 0),
    9: 1,
    11: 1,
    13: 1,
    **dict.fromkeys((15, 16, 17), 1),
    **dict.fromkeys((8, 10, 12, 14), 2),
}


class NotWebAssembly(ValueError):
    """The bytes are no module, or use what is newer than this reader."""


@dataclass(frozen=True)
class Export:
    """An entry of the list of exports: `kind` and `number` say what it gives out, `entry` is all of it as it stands there."""

    name: str
    kind: int
    number: int
    entry: bytes


@dataclass
class Module:
    """A module's sections in their order: the number of each kind, and its bytes."""

    sections: list[tuple[int, bytes]]

    @classmethod
    def read(cls, content: bytes) -> Module:
        """Raises ``NotWebAssembly``."""
        if not content.startswith(HEAD):
            raise NotWebAssembly("this does not begin like WebAssembly of version 1")
        sections, reader = [], _Reader(content, len(HEAD))
        while not reader.done:
            kind = reader.byte()
            sections.append((kind, reader.counted()))
        return cls(sections)

    def written(self) -> bytes:
        """The module's bytes."""
        return HEAD + b"".join(bytes([kind]) + _counted(content) for kind, content in self.sections)

    def imports(self) -> list[tuple[str, int]]:
        """The name and the kind of each import."""
        reader = _Reader(self._section(IMPORTS))
        return [_imported(reader) for _ in range(reader.number())]

    def exports(self) -> list[Export]:
        """What the module gives out."""
        reader = _Reader(self._section(EXPORTS))
        return [_exported(reader) for _ in range(reader.number())]

    def bodies(self) -> list[bytes]:
        """The functions that are not imported: locals and instructions of each."""
        reader = _Reader(self._section(CODE))
        return [reader.counted() for _ in range(reader.number())]

    def calls(self) -> list[set[int]]:
        """For each function of `bodies`, the numbers (among them) of those that it calls or hands on by name.

        Which function is called through a table, nothing here tells. Raises ``NotWebAssembly``.
        """
        first = self.imported(FUNCTION)
        return [{number - first for number in _called(body) if number >= first} for body in self.bodies()]

    def imported(self, kind: int) -> int:
        """How many things of a kind are imported: the module's own are numbered from there."""
        return sum(each == kind for _, each in self.imports())

    def counting(self) -> Module:
        """The same module, in which each function notes that it ran."""
        own = _Reader(self._section(GLOBALS)).number()
        bodies, first = self.bodies(), self.imported(GLOBAL) + own
        variable = b"\x7f\x01\x41\x00\x0b"  # an i32 that can be set, 0 at first
        names = [_counted(f"{COUNTER}{number}".encode()) for number in range(len(bodies))]
        exports = [name + bytes([GLOBAL]) + _number(first + number) for number, name in enumerate(names)]
        return self._with(
            {
                GLOBALS: lambda section: _longer(section, [variable] * len(bodies)),
                EXPORTS: lambda section: _longer(section, exports),
                CODE: lambda _: _list(_counted(_noting(body, first + number)) for number, body in enumerate(bodies)),
            }
        )

    def only(self, functions: Collection[int], exports: Collection[str]) -> Module:
        """The same module, in which the other functions stop the program, and the other exports are missing."""
        bodies = [body if number in functions else STUB for number, body in enumerate(self.bodies())]
        return self._with(
            {
                EXPORTS: lambda _: _list(export.entry for export in self.exports() if export.name in exports),
                CODE: lambda _: _list(map(_counted, bodies)),
            }
        )

    def _section(self, kind: int) -> bytes:
        return next((content for each, content in self.sections if each == kind), b"\0")

    def _with(self, changes: dict[int, Callable[[bytes], bytes]]) -> Module:
        return Module([(kind, changes.get(kind, bytes)(content)) for kind, content in self.sections])


class _Reader:
    """Reads on from a place in some bytes. Numbers are LEB128."""

    def __init__(self, content: bytes, at: int = 0) -> None:
        self.content, self.at = content, at

    @property
    def done(self) -> bool:
        return self.at >= len(self.content)

    def byte(self) -> int:
        self.at += 1
        return self.content[self.at - 1]

    def number(self) -> int:
        result = shift = 0
        while (byte := self.byte()) & 128:
            result |= (byte & 127) << shift
            shift += 7
        return result | byte << shift

    def counted(self) -> bytes:
        size = self.number()
        self.at += size
        return self.content[self.at - size : self.at]

    def numbers(self, count: int) -> None:
        for _ in range(count):
            self.number()

    def locals(self) -> None:
        for _ in range(self.number()):  # so many of one type
            self.number()
            self.byte()

    def limits(self) -> None:
        if self.byte() & 1:
            self.number()
        self.number()


def _imported(reader: _Reader) -> tuple[str, int]:
    reader.counted()  # the module that it comes from
    name, kind = reader.counted().decode(), reader.byte()
    if kind in (TABLE, GLOBAL, TAG):
        reader.byte()  # of what type
    if kind in (TABLE, MEMORY):
        reader.limits()
    elif kind == GLOBAL:
        reader.byte()  # whether it can be set
    elif kind in (FUNCTION, TAG):
        reader.number()
    else:
        raise NotWebAssembly(f"an import of the unknown kind {kind}")
    return name, kind


def _exported(reader: _Reader) -> Export:
    start = reader.at
    name, kind, number = reader.counted().decode(), reader.byte(), reader.number()
    return Export(name, kind, number, reader.content[start : reader.at])


def _called(body: bytes) -> Iterator[int]:
    """The functions that a body names."""
    reader = _Reader(body)
    reader.locals()
    while not reader.done:
        instruction = reader.byte()
        if instruction in CALLS:
            yield reader.number()
        elif instruction in _NUMBERS:
            reader.numbers(_NUMBERS[instruction])
        elif instruction == 0x0E:
            reader.numbers(reader.number() + 1)
        elif instruction == 0x1C:
            reader.counted()
        elif instruction in (0x43, 0x44):
            reader.at += 4 if instruction == 0x43 else 8
        elif instruction == 0xFC and (number := reader.number()) in _NUMBERS_FC:
            reader.numbers(_NUMBERS_FC[number])
        else:
            raise NotWebAssembly(f"an unknown instruction, {instruction:#x}")


def _noting(body: bytes, variable: int) -> bytes:
    """A function that first sets a variable to 1."""
    reader = _Reader(body)
    reader.locals()
    return body[: reader.at] + b"\x41\x01\x24" + _number(variable) + body[reader.at :]


def _number(number: int) -> bytes:
    low, number = number & 127, number >> 7
    return bytes([low | 128]) + _number(number) if number else bytes([low])


def _counted(content: bytes) -> bytes:
    return _number(len(content)) + content


def _list(entries: Iterator[bytes]) -> bytes:
    found = list(entries)
    return _number(len(found)) + b"".join(found)


def _longer(section: bytes, entries: list[bytes]) -> bytes:
    reader = _Reader(section)
    return _number(reader.number() + len(entries)) + section[reader.at :] + b"".join(entries)
