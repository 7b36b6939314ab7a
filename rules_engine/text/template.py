"""Templates of sentences, taken apart: what is said, and the places left open in it. ``sentences`` tells how they are written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple


class Placeholder(NamedTuple):
    """An open place: its name, the forms of the word that goes with it, and whether it says whose something is."""

    name: str
    forms: tuple[str, ...]
    whose: bool


_OPEN = re.compile(r"\{(\w+)(?:('s)|:([^{}]*))?\}")
_WORD = re.compile(r"[^\W\d_]")
_WHOLE = re.compile(r"[.!?…][”)]?(?: |$)")


@cache
def parts(template: str) -> tuple[str | Placeholder, ...]:
    """Take a template apart: texts, and open places."""
    found: list[str | Placeholder] = []
    end = 0
    for place in _OPEN.finditer(template):
        found += [template[end:place.start()]] if place.start() > end else []
        name, whose, forms = place.groups()
        found.append(Placeholder(name, tuple(forms.split("|")) if forms is not None else (), bool(whose)))
        end = place.end()
    return (*found, template[end:]) if end < len(template) else tuple(found)


def places(template: str) -> Iterator[Placeholder]:
    """Give the open places of a template, in their order."""
    return (part for part in parts(template) if isinstance(part, Placeholder))


@cache
def has_words(template: str) -> bool:
    """Tell whether a template has words of its own: signs between its places need no translation."""
    return any(part.forms or part.whose if isinstance(part, Placeholder) else _WORD.search(part) for part in parts(template))


@cache
def is_whole(template: str) -> bool:
    """Tell whether a template is a whole sentence, or several: then what begins it begins a sentence. A part has no stop."""
    return bool(_WHOLE.search(template))
