"""Accessors for the common fields of a request."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from rules_engine.core.model.errors import RulesEngineError
from rules_engine.html.links import Links
from rules_engine.text.message import say

if TYPE_CHECKING:
    from rules_engine.api.protocol import Message, RecordMessage


_WHOLE = re.compile(r"-?\d{1,9}", re.ASCII)
STRANGE = say("The rules engine stumbled over what the page asks: a link, or what the browser kept, is damaged.")
Named = TypeVar("Named")


class InvalidMessage(RulesEngineError):
    """A request that no page of this site sends, such as one from a corrupt link or storage."""


def named(table: Mapping[str, Named], word: object) -> Named:
    """Return the entry for a key from a request. Raises ``InvalidMessage`` if there is none."""
    if not isinstance(word, str) or word not in table:
        raise InvalidMessage(STRANGE)
    return table[word]


def whole(value: str) -> int:
    """Parse an integer of up to nine digits. Raises ``InvalidMessage`` if the text is anything else."""
    if not _WHOLE.fullmatch(value):
        raise InvalidMessage(STRANGE)
    return int(value)


def taught_by(message: Message) -> Sequence[str]:
    """Return the ids of the rules taught so far in a course; empty outside a course."""
    found = message.get("taught")
    return [str(rule) for rule in found] if isinstance(found, Sequence) and not isinstance(found, str) else ()


def links_of(message: Message | RecordMessage) -> Links:
    """Return the base URLs for the page's links, and its language."""
    links = message.get("links")
    return Links(*(str(links.get(name, "")) if isinstance(links, Mapping) else "" for name in Links._fields))
