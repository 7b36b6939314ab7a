"""Validation of a request against the type that `protocol` declares for it.

It runs only after a handler has failed: the site's pages send valid requests, and checking each of them would slow down every
click.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from rules_engine.api import protocol

if TYPE_CHECKING:
    from rules_engine.api.protocol import AnyMessage

WHOLE = 10**15
"""Exclusive bound on the absolute value of integers: JavaScript numbers can't represent much larger ones exactly."""


def misfit(message: AnyMessage, error: Exception) -> str:
    """Return the path to the first invalid part of a request whose handler raised this error; empty if the request is valid.

    A ``KeyError`` for an optional field of the request type counts as a missing field.
    """
    hint = message_type(message["op"])
    lacking = error.args[0] if isinstance(error, KeyError) and error.args else None
    if isinstance(lacking, str) and lacking not in message and lacking in get_type_hints(hint):
        return f".{lacking}"
    return _misfit(message, hint, "")


def message_type(op: str) -> type:
    """Return the class in `protocol` that describes the requests of an operation. Raises ``KeyError`` if there is none.

    The handlers' annotations can't be used: the browser's Python strips them.
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
