"""A reader for the YAML subset used in scenario files, with the line number of every value.

Plain scalars are strings, except integers, ``true``, ``false`` and ``null``, so a suit ``Y`` or ``N`` is never a Boolean.
Duplicate keys are errors. The reader accepts JSON too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field

import yaml

from rules_engine.core.model.errors import Path, RulesEngineError, quoted
from rules_engine.core.positions.json_values import JsonValue

_CONSTANTS = {"true": True, "false": False, "null": None, "~": None, "": None}
_WHOLE_NUMBER = re.compile(r"[-+]?[0-9]+\Z")
_MOST_DIGITS = 1_000
"""Maximum number of digits in a number; Python refuses to parse integers with several thousand digits."""
DEEPEST = 40
"""Maximum nesting depth, to avoid overflowing Python's stack. No file in this project reaches a quarter of it."""
MOST_COPIED = 10_000
"""Maximum number of values copied by aliases, which limits the memory used for nested aliases ("billion laughs")."""
_Loader: type[yaml.BaseLoader] = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class InvalidYaml(RulesEngineError):
    """Raised for invalid YAML; ``line`` (from 1) is where parsing stopped."""

    def __init__(self, line: int, message: str) -> None:
        self.line = line
        self.message = message
        super().__init__(f"line {line}: {message}")


@dataclass
class LocatedValue:
    """A parsed value with the line number (from 1) of each of its parts, by path."""

    value: JsonValue
    text: str
    lines: dict[Path, int] = field(default_factory=dict)

    def line(self, path: Path) -> int:
        """Return the line of the value at ``path``, or of its nearest known ancestor."""
        if not self.lines:
            self.lines = _lines(self.text)
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)


def read_yaml(text: str) -> LocatedValue:
    """Parse the single document in ``text``. Raises ``InvalidYaml``.

    A JSON object is parsed by Python's faster JSON parser; its line numbers are computed on demand.
    """
    if text.lstrip().startswith("{"):
        try:
            return LocatedValue(json.loads(text, object_pairs_hook=_object, parse_float=str), text)
        except (ValueError, RecursionError):
            pass
    return _compose(text)


def _lines(text: str) -> dict[Path, int]:
    """Return the line numbers of the values in a JSON text; empty if it isn't valid YAML."""
    try:
        return _compose(text).lines
    except InvalidYaml:
        return {}


def _object(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key is given twice")
    return found


def _compose(text: str) -> LocatedValue:
    try:
        return _YamlReader(text).document()
    except yaml.YAMLError as error:
        raise _unreadable(error, text) from None
    except InvalidYaml:
        raise
    except ValueError as error:
        raise InvalidYaml(1, str(error)) from None


QUOTE = "put the text in quotes"
TAB = "there is a tab in column {column}: indent with spaces"
BEGINS_WITH_ALIAS = f"a text can't begin with * or &: {QUOTE}"
BELONGS_TO_NOTHING = "this belongs to nothing: is its line indented as it should be?"
SLIPS = (
    (r"tab character that violates", TAB),
    (r"mapping values are not allowed", f"a text contains a colon followed by a space: {QUOTE}"),
    (r"unexpected end of stream", "the quote that opens here is never closed"),
    (r"cannot start any token", f"a text can't begin like this: {QUOTE}"),
    (r"undefined alias|while scanning an? (?:alias|anchor)", BEGINS_WITH_ALIAS),
    (r"could not find expected ':'", "a key has no colon behind it, or a text goes on without being indented"),
    (r"expected ',' or '[]}]'", "a list or mapping that opens with a bracket is not closed, or lacks a comma"),
    (r"expected <block end>|did not find expected (?:key|'-')", "this line isn't indented like its neighbours"),
    (r"expected '<document start>'|expected a single document", BELONGS_TO_NOTHING),
)
"""Maps patterns of the parser's messages to messages that help the author to fix the mistake."""


def _unreadable(error: yaml.YAMLError, text: str) -> InvalidYaml:
    """Return the exception for a parser error, with a helpful message and its line."""
    said = _told(error)
    mark = getattr(error, "context_mark" if "quoted scalar" in said else "problem_mark", None)
    rows = text.split("\n")
    place = min(mark.line, text.rstrip("\n").count("\n")) if mark else 0
    words = next((words for pattern, words in SLIPS if re.search(pattern, said)), said)
    if mark and "cannot start any token" in said and "\t" in rows[place][:mark.column + 1]:
        words = TAB
    return InvalidYaml(place + 1, TAB.format(column=rows[place].find("\t") + 1) if words is TAB else words)


def _told(error: yaml.YAMLError) -> str:
    parts = [getattr(error, name, None) for name in ("context", "problem")]
    return ": ".join(part for part in parts if part) or str(error)


class _YamlReader:
    """A reader that builds the value from parser events, so that it can reject excessive nesting and aliases with a line
    number."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.events = yaml.parse(text, Loader=_Loader)
        self.lines: dict[Path, int] = {(): 1}
        self.anchors: dict[str, tuple[Path, JsonValue]] = {}
        self.copied = 0

    def document(self) -> LocatedValue:
        """Return the single document in the text. Raises ``InvalidYaml``."""
        next(self.events)                                       # start of the stream
        begins = next(self.events)
        value = None
        if isinstance(begins, yaml.DocumentStartEvent):
            value = self.value(next(self.events), ())
            next(self.events)                                   # end of the document
            after = next(self.events)
            if not isinstance(after, yaml.StreamEndEvent):
                raise InvalidYaml(_line(after), BELONGS_TO_NOTHING)
        return LocatedValue(value, self.text, self.lines)

    def value(self, event: yaml.Event, path: Path) -> JsonValue:
        """Return the value that starts with this event. Raises ``InvalidYaml`` if it is nested too deeply."""
        self.lines.setdefault(path, _line(event))
        if isinstance(event, yaml.AliasEvent):
            return self.copy(event, path)
        if len(path) > DEEPEST:
            raise InvalidYaml(_line(event), f"column {_column(event)} is more than {DEEPEST} brackets or indents deep")
        assert isinstance(event, (yaml.ScalarEvent, yaml.CollectionStartEvent))
        found: JsonValue
        if isinstance(event, yaml.MappingStartEvent):
            found = self.mapping(path)
        elif isinstance(event, yaml.SequenceStartEvent):
            found = [self.value(part, (*path, place)) for place, part in enumerate(self.parts(yaml.SequenceEndEvent))]
        else:
            assert isinstance(event, yaml.ScalarEvent)
            found = _scalar(event)
        if event.anchor is not None:
            self.anchors[event.anchor] = path, found
        return found

    def parts(self, end: type[yaml.Event]) -> Iterator[yaml.Event]:
        """Yield the first event of each item of a list, or of each key of a mapping, up to the event ``end``."""
        while not isinstance(event := next(self.events), end):
            yield event

    def mapping(self, path: Path) -> dict[str, JsonValue]:
        """Return a mapping. Raises ``InvalidYaml`` if a key isn't a string or occurs twice."""
        found: dict[str, JsonValue] = {}
        for event in self.parts(yaml.MappingEndEvent):
            line = _line(event)
            if not isinstance(event, yaml.ScalarEvent):
                raise InvalidYaml(line, "a key is a text")
            key = str(event.value)
            if key in found:
                raise InvalidYaml(line, f"the key {quoted(key)} is given twice")
            self.lines[(*path, key)] = line
            found[key] = self.value(next(self.events), (*path, key))
        return found

    def copy(self, alias: yaml.AliasEvent, path: Path) -> JsonValue:
        """Return a copy of the value that an alias refers to.

        Raises ``InvalidYaml`` if it is undefined or copies too many values.
        """
        if alias.anchor not in self.anchors:
            raise InvalidYaml(_line(alias), BEGINS_WITH_ALIAS)
        origin, value = self.anchors[alias.anchor]
        lines = {(*path, *way[len(origin):]): line for way, line in self.lines.items() if way[:len(origin)] == origin}
        self.copied += len(lines)
        if self.copied > MOST_COPIED:
            raise InvalidYaml(_line(alias), f"the alias in column {_column(alias)} is one too many: together "
                                               f"they stand for more than {MOST_COPIED} values")
        self.lines.update(lines)
        return deepcopy(value)


def _line(event: yaml.Event) -> int:
    assert event.start_mark is not None
    return int(event.start_mark.line) + 1


def _column(event: yaml.Event) -> int:
    assert event.start_mark is not None
    return int(event.start_mark.column) + 1


def _scalar(event: yaml.ScalarEvent) -> JsonValue:
    text = str(event.value)
    if event.style in ("'", '"', "|", ">"):
        return _joined_surrogates(text)
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    return int(text) if _WHOLE_NUMBER.match(text) and len(text) <= _MOST_DIGITS else text


def _joined_surrogates(text: str) -> str:
    """Return a string with surrogate pairs combined, since JSON escapes some characters as two surrogates."""
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
