"""Generates TypeScript types for the messages between page and engine. The client's scripts are type-checked against them.

    python -m rules_engine.site.client_types

writes ``client/protocol.d.ts`` from the message handlers and the ``TypedDict``s that they take and return.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from rules_engine.api import messages, protocol
from rules_engine.api.lazy_modules import handler
from rules_engine.api.protocol import FaultAnswer, MissingPartAnswer, ScoreOffer
from rules_engine.html.figure import FigureContent
from rules_engine.playground.handlers import DEEDS
from rules_engine.scenarios.model import ScenarioKind

FILE = Path(__file__).with_name("client") / "protocol.d.ts"
NAMED: Mapping[object, str] = {ScenarioKind: "ScenarioKind"}
"""Python types other than ``TypedDict`` that become named TypeScript types."""
PLAIN: Mapping[object, str] = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null", Any: "unknown",
                               object: "unknown"}
OPERATIONS = {op: handler(place) for op, place in messages.OPERATIONS.items()}
"""Maps each operation to its message handler."""
ELSEWHERE = {"draft": 'Drafting[keyof Drafting]["answer"]'}
"""The response types of operations whose handler isn't in ``OPERATIONS``, because the playground's handlers are loaded with its
page."""
HEAD = "/** The messages between page and engine, generated from the engine by `python -m rules_engine.site.client_types`. */\n"


def client_types() -> str:
    """Return the text of ``protocol.d.ts``."""
    exchanges: dict[str, Mapping[str, Callable[..., object]]] = {"Operations": OPERATIONS, "Drafting": DEEDS}
    asked = {name: {word: exchange(does) for word, does in table.items()} for name, table in exchanges.items()}
    types = [each for table in asked.values() for asked in table.values() for each in asked if is_typeddict(each)]
    written = [f"  type {name} = {_written(each, by_name=False)};" for each, name in NAMED.items()]
    written += [_interface(each) for each in _reached([*types, MissingPartAnswer, FaultAnswer, FigureContent, ScoreOffer])]
    written += [_table(name, table) for name, table in asked.items()]
    return HEAD + "\nexport {};\n\ndeclare global {\n" + "\n\n".join(written) + "\n}\n"


def exchange(does: Callable[..., object]) -> tuple[object, object]:
    """Return the types of a handler's message and of its response."""
    hints = get_type_hints(does, {**vars(protocol), **vars(sys.modules[does.__module__])})
    return hints["message"], hints["return"]


def _table(name: str, exchanges: Mapping[str, tuple[object, object]]) -> str:
    """Return an interface that maps each operation to the types of its message and response."""
    lines = [f"    {word}: {{ message: {_written(message)}; answer: {ELSEWHERE.get(word) or _written(answer)} }};"
             for word, (message, answer) in exchanges.items()]
    return "\n".join([f"  interface {name} {{", *lines, "  }"])


def _reached(types: Iterable[object]) -> list[type]:
    """Return the ``TypedDict``s that occur in some types, at any depth, sorted by name."""
    found, left = dict[str, type](), [*types]
    while left:
        each = left.pop()
        if isinstance(each, type) and is_typeddict(each) and each.__name__ not in found:
            found[each.__name__] = each
            left += get_type_hints(each, include_extras=True).values()
        else:
            left += [part for part in get_args(each) if not isinstance(part, str)]
    return [found[name] for name in sorted(found)]


def _interface(each: type) -> str:
    """Return the TypeScript interface of a ``TypedDict``."""
    needed, hints = vars(each)["__required_keys__"], get_type_hints(each, include_extras=True)
    lines = [f"    {name}{'' if name in needed and get_origin(hint) is not NotRequired else '?'}: {_written(hint)};"
             for name, hint in hints.items()]
    return "\n".join([f"  interface {each.__name__} {{", *lines, "  }"])


def _written(hint: object, by_name: bool = True) -> str:
    """Return the TypeScript type of a type hint. Raises ``TypeError`` if there is none."""
    if by_name and hint in NAMED:
        return NAMED[hint]
    if hint in PLAIN:
        return PLAIN[hint]
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " | ".join(json.dumps(word) for word in args)
    if origin in (Union, UnionType):
        return " | ".join(_written(arg) for arg in args)
    if origin is NotRequired:
        return _written(args[0])
    if origin in (list, Sequence):
        inner = _written(args[0])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if origin in (dict, Mapping):
        return f"Record<string, {_written(args[-1])}>"
    if isinstance(hint, type):
        return hint.__name__ if is_typeddict(hint) else next(_written(base) for base in hint.__mro__[1:] if base in PLAIN)
    raise TypeError(f"nothing is known of {hint!r} in TypeScript")


def main() -> None:
    """Write ``protocol.d.ts``."""
    FILE.write_text(client_types(), encoding="utf-8")


if __name__ == "__main__":
    main()
