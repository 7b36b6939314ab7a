"""What a message says beside what it asks."""

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
    """A message that no page of ours sends: a link or storage may have brought a part of it."""


def named(table: Mapping[str, Named], word: object) -> Named:
    """Return what a word of a message names. Raises ``InvalidMessage``."""
    if not isinstance(word, str) or word not in table:
        raise InvalidMessage(STRANGE)
    return table[word]


def whole(value: str) -> int:
    """Return the number that a message holds as a text. Raises ``InvalidMessage``."""
    if not _WHOLE.fullmatch(value):
        raise InvalidMessage(STRANGE)
    return int(value)


def taught_by(message: Message) -> Sequence[str]:
    """Return the rules that were taught, where a message comes from a course."""
    found = message.get("taught")
    return [str(rule) for rule in found] if isinstance(found, Sequence) and not isinstance(found, str) else ()


def links_of(message: Message | RecordMessage) -> Links:
    """Return where the page's links lead."""
    links = message.get("links")
    return Links(*(str(links.get(name, "")) if isinstance(links, Mapping) else "" for name in Links._fields))
