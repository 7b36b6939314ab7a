"""YAML as scenario files use it, with the line of every value kept.

Plain scalars are text, except whole numbers, ``true``, ``false`` and ``null``: a suit ``Y`` or ``N`` is never a flag.
A key given twice is an error. JSON is read by the same reader.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

import yaml

from rules_engine.core.model.errors import RulesEngineError
from rules_engine.core.positions.values import Plain

Path = tuple[str | int, ...]
_CONSTANTS = {"true": True, "false": False, "null": None, "~": None, "": None}
_WHOLE_NUMBER = re.compile(r"[-+]?[0-9]+\Z")
_MOST_DIGITS = 1_000
"""Python reads no number of several thousand digits."""
_Loader: type[yaml.BaseLoader] = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class YamlUnreadable(RulesEngineError):
    """Text that is no YAML, with the line (from 1) where reading stopped."""

    def __init__(self, line: int, message: str) -> None:
        self.line = line
        self.message = message
        super().__init__(f"line {line}: {message}")


@dataclass
class Located:
    """A plain value with the line (from 1) of each of its parts, by path."""

    value: Plain
    text: str
    lines: dict[Path, int] = field(default_factory=dict)

    def line(self, path: Path) -> int:
        """Return the line of the value at ``path``, or of the nearest part around it."""
        if not self.lines:
            self.lines = _compose(self.text).lines
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)


def read_yaml(text: str) -> Located:
    """Return the one document in ``text``. Raises ``YamlUnreadable``.

    JSON as programs write it is read by the faster reader; its lines are looked up only when a fault needs them.
    """
    if text.lstrip().startswith("{"):
        try:
            return Located(json.loads(text, object_pairs_hook=_object, parse_float=str), text)
        except (ValueError, RecursionError):
            pass
    return _compose(text)


def _object(pairs: list[tuple[str, Plain]]) -> dict[str, Plain]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key is given twice")
    return found


def _compose(text: str) -> Located:
    try:
        node = yaml.compose(text, Loader=_Loader)
    except yaml.YAMLError as error:
        raise _unreadable(error, text) from None
    except ValueError as error:
        raise YamlUnreadable(1, str(error)) from None
    lines: dict[Path, int] = {(): 1}
    return Located(_value(node, (), lines) if node is not None else None, text, lines)


QUOTE = "put the text in quotes"
TAB = "there is a tab: indent by spaces"
SLIPS = (
    (r"tab character that violates", TAB),
    (r"mapping values are not allowed", f"a colon with a space after it stands within a text: {QUOTE}"),
    (r"unexpected end of stream", "the quote that opens here is never closed"),
    (r"cannot start any token", f"a text can't begin like this: {QUOTE}"),
    (r"undefined alias|while scanning an? (?:alias|anchor)", f"a text can't begin with * or &: {QUOTE}"),
    (r"could not find expected ':'", "a key has no colon behind it, or a text goes on without being indented"),
    (r"expected ',' or '[]}]'", "a list or mapping that opens with a bracket is not closed, or lacks a comma"),
    (r"expected <block end>|did not find expected (?:key|'-')", "this line isn't indented as those beside it"),
    (r"expected '<document start>'|expected a single document", "this belongs to nothing: is its line indented as it should be?"),
)
"""What the parser says of an author's slip, and the same in words that say what to do."""


def _unreadable(error: yaml.YAMLError, text: str) -> YamlUnreadable:
    """The line and the words for what is no YAML."""
    said = _told(error)
    mark = getattr(error, "context_mark" if "quoted scalar" in said else "problem_mark", None)
    rows = text.split("\n")
    place = min(mark.line, text.rstrip("\n").count("\n")) if mark else 0
    if mark and "cannot start any token" in said and "\t" in rows[place][:mark.column + 1]:
        return YamlUnreadable(place + 1, TAB)
    words = next((words for pattern, words in SLIPS if re.search(pattern, said)), said)
    return YamlUnreadable(place + 1, words)


def _told(error: yaml.YAMLError) -> str:
    parts = [getattr(error, name, None) for name in ("context", "problem")]
    return ": ".join(part for part in parts if part) or str(error)


def _value(node: yaml.Node, path: Path, lines: dict[Path, int]) -> Plain:
    lines.setdefault(path, node.start_mark.line + 1)
    if isinstance(node, yaml.MappingNode):
        return _mapping(node, path, lines)
    if isinstance(node, yaml.SequenceNode):
        return [_value(part, (*path, place), lines) for place, part in enumerate(node.value)]
    return _scalar(node)


def _mapping(node: yaml.MappingNode, path: Path, lines: dict[Path, int]) -> dict[str, Plain]:
    found: dict[str, Plain] = {}
    for key_node, value_node in node.value:
        line = key_node.start_mark.line + 1
        if not isinstance(key_node, yaml.ScalarNode):
            raise YamlUnreadable(line, "a key is a text")
        key = str(key_node.value)
        if key in found:
            raise YamlUnreadable(line, f"the key {key!r} is given twice")
        lines[(*path, key)] = line
        found[key] = _value(value_node, (*path, key), lines)
    return found


def _scalar(node: yaml.Node) -> Plain:
    text = str(node.value)
    if getattr(node, "style", None) in ("'", '"', "|", ">"):
        return _joined_surrogates(text)
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    return int(text) if _WHOLE_NUMBER.match(text) and len(text) <= _MOST_DIGITS else text


def _joined_surrogates(text: str) -> str:
    """JSON writes some letters as two escapes; together they are one."""
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
