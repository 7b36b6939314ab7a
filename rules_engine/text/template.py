"""Parser for the templates of sentences. See ``text.message`` for their syntax."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple


class Placeholder(NamedTuple):
    """A placeholder in a template.

    ``name``   the name of its value
    ``forms``  the alternative words, of which one is chosen to agree with the value; empty if the value itself is inserted
    ``whose``  True if the value is in the possessive, as in ``{seat's}``
    """

    name: str
    forms: tuple[str, ...]
    whose: bool


_OPEN = re.compile(r"\{(\w+)(?:('s)|:([^{}]*))?\}")
_WORD = re.compile(r"[^\W\d_]")
_WHOLE = re.compile(r"[.!?…][”)]?(?: |$)")


@cache
def parts(template: str) -> tuple[str | Placeholder, ...]:
    """Split a template into literal strings and placeholders."""
    found: list[str | Placeholder] = []
    end = 0
    for place in _OPEN.finditer(template):
        found += [template[end:place.start()]] if place.start() > end else []
        name, whose, forms = place.groups()
        found.append(Placeholder(name, tuple(forms.split("|")) if forms is not None else (), bool(whose)))
        end = place.end()
    return (*found, template[end:]) if end < len(template) else tuple(found)


def places(template: str) -> Iterator[Placeholder]:
    """Return an iterator over the placeholders of a template, in order."""
    return (part for part in parts(template) if isinstance(part, Placeholder))


@cache
def has_words(template: str) -> bool:
    """Return whether a template contains words, and so needs a translation."""
    return any(part.forms or part.whose if isinstance(part, Placeholder) else _WORD.search(part) for part in parts(template))


@cache
def is_whole(template: str) -> bool:
    """Return whether a template consists of complete sentences, and so is capitalized. Fragments have no full stop."""
    return bool(_WHOLE.search(template))
