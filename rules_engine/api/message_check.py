"""Where a message differs from what `protocol` declares of its kind.

It is asked once an answer has failed: what a page sends fits, and to look at each message first would cost every press.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from rules_engine.api import protocol

if TYPE_CHECKING:
    from rules_engine.api.protocol import AnyMessage

WHOLE = 10**15
"""Whole numbers are smaller: a page's own can't hold more exactly."""


def misfit(message: AnyMessage, error: Exception) -> str:
    """Return the path to what doesn't fit in a message, whose answer failed with this error; empty where all of it fits.

    A field that only some messages of an operation need is missing where the error is about that field.
    """
    hint = message_type(message["op"])
    lacking = error.args[0] if isinstance(error, KeyError) and error.args else None
    if isinstance(lacking, str) and lacking not in message and lacking in get_type_hints(hint):
        return f".{lacking}"
    return _misfit(message, hint, "")


def message_type(op: str) -> type:
    """Return the class of `protocol` that describes the messages of an operation.

    Functions can't be asked for it: the browser's Python has them without annotations. Raises ``KeyError``.
    """
    types = {hint: each for each in vars(protocol).values() if is_typeddict(each) and (hint := get_type_hints(each).get("op"))}
    found: type = types[Literal[op]]
    return found


def _misfit(value: object, hint: object, path: str) -> str:
    origin, args = get_origin(hint), get_args(hint)
    if isinstance(hint, type) and is_typeddict(hint):
        return _misfit_of_fields(value, hint, path)
    if origin in (Union, UnionType):
        found = [_misfit(value, arg, path) for arg in args]
        return "" if "" in found else found[0]
    if origin is NotRequired:
        return _misfit(value, args[0], path)
    if origin is Literal:
        return "" if value in args else path
    if origin in (list, Sequence):
        if not isinstance(value, list):
            return path
        return _first((each, args[0], f"{path}[{place}]") for place, each in enumerate(value))
    if origin in (dict, Mapping):
        if not isinstance(value, dict):
            return path
        return _first((each, args[-1], f"{path}.{key}") for key, each in value.items())
    return "" if _is_plain(value, hint) else path


def _first(parts: Iterable[tuple[object, object, str]]) -> str:
    return next((found for each in parts if (found := _misfit(*each))), "")


def _misfit_of_fields(value: object, hint: type, path: str) -> str:
    if not isinstance(value, dict):
        return path or "."
    hints = get_type_hints(hint, include_extras=True)
    needed = [name for name in vars(hint)["__required_keys__"] if get_origin(hints[name]) is not NotRequired]
    lacking = [name for name in needed if name not in value]
    if lacking:
        return f"{path}.{lacking[0]}"
    return _first((value[name], hints[name], f"{path}.{name}") for name in hints if name in value)


def _is_plain(value: object, hint: object) -> bool:
    if hint is NoneType:
        return value is None
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool) and abs(value) < WHOLE
    return hint in (object, Any) or (isinstance(hint, type) and isinstance(value, hint))
