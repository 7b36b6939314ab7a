"""The parts of a request: the game and the hand that it refers to, and its common fields."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from rules_engine.api.bounded_cache import BoundedCache
from rules_engine.api.saves import read_save
from rules_engine.api.session import Session
from rules_engine.bots import PLAIN
from rules_engine.core.game.game import Game
from rules_engine.core.model.errors import RulesEngineError
from rules_engine.core.positions.position import Position
from rules_engine.games import make_game
from rules_engine.html.links import Links
from rules_engine.text.message import say

if TYPE_CHECKING:
    from rules_engine.api.protocol import GameMessage, Message, PictureMessage, RecordMessage, SavedMessage

RECENT = BoundedCache[str, Session](8)
"""Cache of sessions by save, so that a click doesn't replay the hand."""
_WHOLE = re.compile(r"-?\d{1,9}", re.ASCII)
STRANGE = say("The rules engine stumbled over what the page asks: a link, or what the browser kept, is damaged.")
Named = TypeVar("Named")


class InvalidMessage(RulesEngineError):
    """A request that no page of this site sends, such as one from a corrupt link or storage."""


def game_of(message: GameMessage) -> Game[Position]:
    """Return the game selected by a request. Raises ``SetupError`` if there is no such game, variant or option."""
    return make_game(message["game"], message.get("variant"), message.get("players"), None, message.get("options"))


def session_of(message: SavedMessage | RecordMessage | PictureMessage) -> Session:
    """Return the session stored in a request as a save, with bots of the requested level. Raises ``InvalidSave``."""
    save = message["save"]
    if save not in RECENT:
        RECENT[save] = read_save(save)
    return RECENT[save].against(message.get("level", PLAIN))


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
