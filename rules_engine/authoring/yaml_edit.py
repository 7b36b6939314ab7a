"""Putting values into a YAML text without touching the rest: the author's words, comments, order and line ends stay.

Values go where a key stands without one, or in a line of their own after another entry. What comes of it is read again
and compared, so that a text in a form that isn't foreseen here is refused, never spoiled.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from copy import deepcopy
from typing import NamedTuple

import yaml

from rules_engine.authoring.yaml_text import InvalidYaml, Path, read_yaml
from rules_engine.core.model.errors import RulesEngineError
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.scenarios.yaml_writer import WIDTH, write_flow, write_yaml

NOTHING = ("", "~", "null")


class NotEditable(RulesEngineError):
    """A text that is written so that a value can't be put into it."""


class _Edit(NamedTuple):
    """What stands in the text from ``start`` to ``end``, in the place of what stood there."""

    start: int
    end: int
    text: str


class Draft:
    """A YAML text that is a mapping, to put values into. Raises ``InvalidYaml``."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.value = deepcopy(read_yaml(text).value)
        self._root = yaml.compose(text, Loader=yaml.BaseLoader)
        self._newline = "\r\n" if "\r\n" in text else "\n"
        is_json = text.lstrip().startswith("{") and '"' in text
        self._flow: Callable[[JsonValue], str] = _as_json if is_json else write_flow
        self._edits: list[_Edit] = []

    def empty(self, path: Path) -> bool:
        """Tell whether a key stands there with nothing behind it, not even ``null``."""
        node = self._node(path)
        return isinstance(node, yaml.ScalarNode) and node.style is None and node.value == ""

    def put(self, path: Path, value: JsonValue, after: Collection[str] = ()) -> None:
        """Put a value at ``path``, where there is none yet. Raises ``NotEditable``.

        A new key goes behind the last of the keys ``after`` that is there, else behind all.
        """
        holder, node, key = self._node(path[:-1]), self._node(path), str(path[-1])
        self._set(path, value)
        if node is None:
            self._edits.append(self._added(holder, key, value, after))
        elif isinstance(holder, yaml.MappingNode) and _is_empty(node):
            start, end = node.start_mark.index, node.end_mark.index
            end += self.text[end:end + 2] == " }"
            self._edits.append(_Edit(start, end, self._behind(holder, node, value)))
        else:
            raise NotEditable(f"{key} has a value already")

    def edited(self) -> str:
        """Return the text with all that was put into it. Raises ``NotEditable`` where it can't be put into this text."""
        parts, done = list[str](), 0
        for edit in sorted(self._edits, key=lambda each: each.start):
            parts += [self.text[done:edit.start], edit.text]
            done = edit.end
        whole = "".join([*parts, self.text[done:]])
        try:
            found = read_yaml(whole).value
        except InvalidYaml:
            found = None
        if found != self.value:
            raise NotEditable("nothing can be put into it as it is written: give each step its own lines, one for each key")
        return whole

    # ---- where things stand

    def _node(self, path: Path) -> yaml.Node | None:
        """What stands at ``path``; None where nothing does."""
        node: yaml.Node | None = self._root
        for key in path:
            if isinstance(node, yaml.SequenceNode):
                node = node.value[int(key)]
            elif isinstance(node, yaml.MappingNode):
                node = next((value for name, value in node.value if name.value == key), None)
            else:
                return None
        return node

    def _set(self, path: Path, value: JsonValue) -> None:
        *way, key = path
        holder = self.value
        for each in way:
            holder = holder[each]
        holder[key] = value

    # ---- what is written there

    def _behind(self, holder: yaml.MappingNode, node: yaml.Node, value: JsonValue) -> str:
        """A value behind its key, on the same line or in lines below."""
        flow, column = self._flow(value), holder.start_mark.column
        if holder.flow_style or column + len(flow) <= WIDTH:
            return flow if self.text[node.start_mark.index - 1].isspace() else f" {flow}"
        return "".join(f"{self._newline}{' ' * column}{line}" for line in write_yaml({"": value}).splitlines()[1:])

    def _added(self, holder: yaml.Node | None, key: str, value: JsonValue, after: Collection[str]) -> _Edit:
        """A new entry of a mapping."""
        if not isinstance(holder, yaml.MappingNode) or not holder.value:
            raise NotEditable(f"there is no place for {key}")
        behind = [each for name, each in holder.value if name.value in after] or [each for _, each in holder.value]
        end = self._end(behind[-1])
        if holder.flow_style:
            return _Edit(end, end, f", {self._flow(key)}: {self._flow(value)}")
        indent = " " * holder.start_mark.column
        line = f"{key}: {self._flow(value)}"
        lines = [line] if len(indent + line) <= WIDTH else write_yaml({key: value}).splitlines()
        text = self._newline.join(f"{indent}{each}" for each in lines)
        line_end = self.text.find("\n", end)
        if line_end < 0:
            return _Edit(len(self.text), len(self.text), f"{self._newline}{text}")
        return _Edit(line_end + 1, line_end + 1, f"{text}{self._newline}")

    def _end(self, node: yaml.Node) -> int:
        """Where a value ends, without the empty lines and comments behind it."""
        if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
            last = node.value[-1]
            return self._end(last[1] if isinstance(last, tuple) else last)
        start, end = int(node.start_mark.index), int(node.end_mark.index)
        return start + len(self.text[start:end].rstrip())


def _as_json(value: JsonValue) -> str:
    return json.dumps(value, ensure_ascii=False)


def _is_empty(node: yaml.Node) -> bool:
    """Whether a key stands there without a value."""
    return isinstance(node, yaml.ScalarNode) and node.style is None and node.value in NOTHING
