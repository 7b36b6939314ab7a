"""Inserts values into a YAML text and preserves everything else: wording, comments, order and line endings.

A value is inserted at a key without a value, or together with its key on a new line after another entry. The result is parsed and
compared with the expected value, so that a text in an unsupported form is rejected and never corrupted.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from copy import deepcopy
from functools import reduce
from operator import getitem, itemgetter
from typing import NamedTuple

import yaml

from rules_engine.authoring.yaml_text import InvalidYaml, read_yaml
from rules_engine.core.model.errors import Path, RulesEngineError
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.scenarios.yaml_writer import WIDTH, write_flow, write_yaml

NOTHING = ("", "~", "null")


class NotEditable(RulesEngineError):
    """Raised if a value can't be inserted into a text in this form."""


class _Edit(NamedTuple):
    """An edit that replaces the characters from ``start`` to ``end`` by ``text``."""

    start: int
    end: int
    text: str


class Draft:
    """A YAML mapping into whose text values can be inserted. Raises ``InvalidYaml``."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.value = deepcopy(read_yaml(text).value)
        self._root = yaml.compose(text, Loader=yaml.BaseLoader)
        self._newline = "\r\n" if "\r\n" in text else "\n"
        is_json = text.lstrip().startswith("{") and '"' in text
        self._flow: Callable[[JsonValue], str] = _as_json if is_json else write_flow
        self._edits: list[_Edit] = []

    def empty(self, path: Path) -> bool:
        """Return whether the key at ``path`` has an empty value, as opposed to a written ``null``."""
        node = self._node(path)
        return isinstance(node, yaml.ScalarNode) and node.style is None and node.value == ""

    def put(self, path: Path, value: JsonValue, after: Collection[str] = ()) -> None:
        """Insert a value at ``path``. Raises ``NotEditable`` if there is a value already.

        A new key is added after the last existing key in ``after``, or at the end of the mapping if none of them exists.
        """
        holder, node, key = self._node(path[:-1]), self._node(path), str(path[-1])
        reduce(getitem, path[:-1], self.value)[path[-1]] = value
        if node is None:
            self._edits.append(self._added(holder, key, value, after))
        elif isinstance(holder, yaml.MappingNode) and _is_empty(node):
            self._edits.append(self._filled(holder, node, value))
        else:
            raise NotEditable(f"{key} has a value already")

    def edited(self) -> str:
        """Return the text with all inserted values. Raises ``NotEditable`` if the result doesn't parse to the expected value."""
        whole = self.text
        for start, end, text in sorted(self._edits, key=itemgetter(0))[::-1]:
            whole = whole[:start] + text + whole[end:]
        try:
            found = read_yaml(whole).value
        except InvalidYaml:
            found = None
        if found != self.value:
            raise NotEditable("nothing can be put into it as it is written: give each step its own lines, one for each key")
        return whole

    # ---- lookup

    def _node(self, path: Path) -> yaml.Node | None:
        """Return the node at ``path``, or None if there is none."""
        node: yaml.Node | None = self._root
        for key in path:
            if isinstance(node, yaml.SequenceNode):
                node = node.value[int(key)]
            elif isinstance(node, yaml.MappingNode):
                node = next((value for name, value in node.value if name.value == key), None)
            else:
                return None
        return node

    # ---- inserted text

    def _filled(self, holder: yaml.MappingNode, node: yaml.Node, value: JsonValue) -> _Edit:
        """Return the edit that adds a value to an existing key."""
        start, end = node.start_mark.index, node.end_mark.index
        end += self.text[end:end + 2] == " }"
        written = self._entry(holder, "", value)[len("'':"):]
        return _Edit(start, end, written.removeprefix(" ") if self.text[start - 1].isspace() else written)

    def _added(self, holder: yaml.Node | None, key: str, value: JsonValue, after: Collection[str]) -> _Edit:
        """Return the edit that adds an entry to a mapping."""
        if not isinstance(holder, yaml.MappingNode) or not holder.value:
            raise NotEditable(f"there is no place for {key}")
        behind = [each for name, each in holder.value if name.value in after] or [each for _, each in holder.value]
        end = self._end(behind[-1])
        entry = self._entry(holder, key, value)
        if holder.flow_style:
            return _Edit(end, end, f", {entry}")
        end += len(self.text[end:].partition("\n")[0].rstrip("\r"))
        return _Edit(end, end, f"{self._newline}{' ' * holder.start_mark.column}{entry}")

    def _entry(self, holder: yaml.MappingNode, key: str, value: JsonValue) -> str:
        """Return the text of an entry, on several lines if it is too long for one."""
        indent = " " * holder.start_mark.column
        line = f"{self._flow(key)}: {self._flow(value)}"
        if holder.flow_style or len(indent + line) <= WIDTH:
            return line
        return f"{self._newline}{indent}".join(write_yaml({key: value}).splitlines())

    def _end(self, node: yaml.Node) -> int:
        """Return the offset at which a value ends, without trailing empty lines and comments."""
        if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
            last = node.value[-1]
            return self._end(last[1] if isinstance(last, tuple) else last)
        start, end = int(node.start_mark.index), int(node.end_mark.index)
        return start + len(self.text[start:end].rstrip())


def _as_json(value: JsonValue) -> str:
    return json.dumps(value, ensure_ascii=False)


def _is_empty(node: yaml.Node) -> bool:
    """Return whether a node is an empty value or ``null``."""
    return isinstance(node, yaml.ScalarNode) and node.style is None and node.value in NOTHING
