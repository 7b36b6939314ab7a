"""What a message says beside what it asks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rules_engine.view.links import Links

if TYPE_CHECKING:
    from rules_engine.table.protocol import Message, RecordMessage


def taught_by(message: Message) -> Sequence[str]:
    """Return the rules that were taught, where a message comes from a course."""
    found = message.get("taught")
    return [str(rule) for rule in found] if isinstance(found, Sequence) and not isinstance(found, str) else ()


def links_of(message: Message | RecordMessage) -> Links:
    """Return where the page's links lead."""
    links = message.get("links", {})
    return Links(*(str(links.get(name, "")) for name in Links._fields))
