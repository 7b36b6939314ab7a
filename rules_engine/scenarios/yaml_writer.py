"""A YAML writer for scenarios: block style, as authors write it, with short lists on one line.

It uses only the standard library, because it also runs in browsers. Strings are unquoted if every YAML parser reads them as
strings.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from rules_engine.core.positions.json_values import JsonValue

WIDTH = 110
"""Number of characters after which a list continues on the next line."""
_NO_TEXT = re.compile(r"(?i)(|~|null|true|false|yes|no|on|off|=|<<|[-+]?(0x[0-9a-f_]+|0o?[0-7_]+|0b[01_]+|\.inf)|\.nan"
                      r"|[-+]?[.0-9][0-9._:]*(e[-+]?[0-9]+)?|[0-9]{4}-[0-9][-0-9]*.*)\Z")
"""Pattern for strings that YAML would parse as another type if unquoted."""
_STARTS_NO_TEXT = "#,[]{}&*!|>'\"%@`-?:"


def write_yaml(plain: Mapping[str, JsonValue]) -> str:
    """Format a mapping as YAML. Parsing the result returns equal values in the same order."""
    return "".join(f"{line}\n" for line in _block(plain, ""))


def _block(value: JsonValue, indent: str) -> Iterator[str]:
    """Yield the lines of a mapping, or of a list of collections."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from _entry(f"{indent}{write_scalar(key)}:", each, indent)
    else:
        for each in value:
            first, *rest = _block(each, f"{indent}  ") if _is_block(each) else [f"{indent}  {_on_line(each, indent)}"]
            yield f"{indent}- {first[len(indent) + 2:]}"
            yield from rest


def _entry(key: str, value: JsonValue, indent: str) -> Iterator[str]:
    if not _is_block(value):
        yield f"{key} {_on_line(value, indent, len(key) + 1)}"
        return
    yield key
    yield from _block(value, f"{indent}  " if isinstance(value, Mapping) else indent)


def _is_block(value: JsonValue) -> bool:
    if isinstance(value, Mapping):
        return bool(value)
    return isinstance(value, (list, tuple)) and any(isinstance(each, (list, tuple, Mapping)) for each in value)


def _on_line(value: JsonValue, indent: str, column: int = 0) -> str:
    if isinstance(value, Mapping):
        return "{}"
    if not isinstance(value, (list, tuple)):
        return write_scalar(value)
    text, start = "[", -column
    for place, each in enumerate(value):
        text += ("," if place else "")
        if len(text) - start > WIDTH:
            start = len(text) + 1
            text += f"\n{indent}  "
        elif place:
            text += " "
        text += write_scalar(each, in_list=True)
    return f"{text}]"


def write_flow(value: JsonValue) -> str:
    """Format a value as YAML on one line: ``{last_trick_winner: West}``, ``[5SW, 4MS]``."""
    if isinstance(value, Mapping):
        entries = (f"{write_scalar(key, in_list=True)}: {write_flow(each)}" for key, each in value.items())
        return f"{{{', '.join(entries)}}}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(write_flow, value))}]"
    return write_scalar(value, in_list=True)


def write_scalar(value: JsonValue, in_list: bool = False) -> str:
    """Format a scalar as YAML. If ``in_list`` is true, strings with brackets, braces or commas are quoted."""
    if not isinstance(value, str):
        return json.dumps(value)
    if not value.isprintable():
        return f'"{"".join(map(_escaped, value))}"'
    return value if _is_plain(value, in_list) else f"'{value.replace(chr(39), chr(39) * 2)}'"


def _escaped(letter: str) -> str:
    if letter.isprintable() and letter not in '"\\':
        return letter
    return f"\\u{ord(letter):04x}" if letter < "\U00010000" else f"\\U{ord(letter):08x}"


def _is_plain(text: str, in_list: bool) -> bool:
    if _NO_TEXT.match(text) or text != text.strip() or text[0] in _STARTS_NO_TEXT:
        return False
    if ": " in text or " #" in text or text.endswith(":"):
        return False
    return not in_list or not any(letter in text for letter in ",?[]{}:")
