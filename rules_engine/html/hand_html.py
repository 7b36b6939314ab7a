"""HTML for a hand in play: the table, the buttons below it, and the record of the hand.

    div.fs-stage#fs-stage > div.fs-felt, div.fs-bar > button[data-do]
    div.fs-record#fs-record > table.fs-points.fs-totals, ol.fs-tricks > li > button[data-do=look][data-value] > span.fs-tag, …

Buttons never move: an unavailable button stays visible and has ``aria-disabled``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rules_engine.core.game.game import Game
from rules_engine.core.model.moves import Move
from rules_engine.core.model.table_talk import Remark
from rules_engine.core.positions.position import Position
from rules_engine.html.card_html import rule_link, sentence, suit_sign, tag
from rules_engine.html.elements import Html, el
from rules_engine.html.links import Links
from rules_engine.html.table import TableView, phrase
from rules_engine.html.tray import Action, action_html
from rules_engine.narration.move_phrases import verb_phrase
from rules_engine.narration.narrator import Narrator, narrator_for
from rules_engine.narration.phrasebook import EventText
from rules_engine.narration.quantities import CARDS, counted
from rules_engine.text.locale import current_language
from rules_engine.text.message import NOTHING, as_text, capital, joined, say


class LogMove(NamedTuple):
    """A move as the reader saw it, for the record of the hand.

    ``at``    its index in the hand
    ``open``  whether the reader knows its card
    ``took``  whether its card took the trick
    """

    at: int
    seat: int
    move: Move
    open: bool
    took: bool = False
    times: int = 1
    """The number of consecutive moves combined in this entry, such as hidden discards."""


def stage_html(table: TableView, actions: Sequence[Action]) -> Html:
    """Return the table with its toolbar."""
    return el("div", {"class": "fs-stage", "id": "fs-stage"}, table.html(), bar_html(actions))


def bar_html(actions: Sequence[Action]) -> Html:
    """Return the toolbar, with the main button on the right."""
    return el("div", {"class": "fs-bar", "id": "fs-bar"}, [action_html(action) for action in actions if not action.main],
              el("span", "fs-gap"), [action_html(action) for action in actions if action.main])


# ---- the record next to the table

def side_html(narrator: Narrator[Position], score: Html | None, hand: Sequence[Sequence[LogMove]],
              log: Sequence[EventText | Remark], links: Links) -> Html:
    """Return the score of the match, the tricks so far, and a log of all events in words."""
    return el(
        "div",
        {"class": "fs-record", "id": "fs-record", "data-search-exclude": True},
        score,
        el("h2", None, say("The hand so far")),
        el("ol", "fs-tricks",
           [_trick_line(narrator.game, narrator.reader, tuple(trick), current_language()) for trick in hand])
        if hand
        else el("p", None, say("No card has been played yet.")),
        _log(narrator, log, links),
    )


@lru_cache(maxsize=100)
def _trick_line(game: Game[Position], reader: int | None, trick: tuple[LogMove, ...], language: str) -> Html:
    """Return a line with the moves in a trick. Cached, because every response contains all earlier lines."""
    del language            # only a part of the cache key
    narrator = narrator_for(game, reader)

    def shown(each: LogMove) -> Html | str:
        move = each.move
        own = None if each.took else narrator.custom_move_sentence(each.seat, move, each.open, each.times)
        if own is not None:
            return el("span", "fs-line-move", el("small", None, sentence(game.pack, capital(own))))
        card = move.card if each.open and move.card is not None else None
        seat = narrator.table.called(each.seat)
        does = seat if move.verb == "play" else verb_phrase(move.verb, seat)
        count = counted(each.times, CARDS) if each.times > 1 else NOTHING if move.number is None else as_text(move.number)
        return el("span", "fs-line-move", el("small", None, capital(joined([does, count]))),
                  tag(game.pack, card, *(["fs-won"] if each.took else [])) if card is not None else None,
                  suit_sign(game.pack, move.suit) if move.suit and card is None else None)
    return el("li", None, el("button", {"type": "button", "data-do": "look", "data-value": trick[-1].at + 1},
                             [shown(each) for each in trick]))


def _log(narrator: Narrator[Position], log: Sequence[EventText | Remark], links: Links) -> Html | None:
    lines = [_log_line(narrator.game, narrator.reader, entry, links, current_language()) for entry in log]
    if not lines:
        return None
    return el("details", {"class": "fs-log", "id": "fs-log"}, el("summary", None, say("In words")), el("ol", None, lines))


@lru_cache(maxsize=300)
def _log_line(game: Game[Position], reader: int | None, entry: EventText | Remark, links: Links, language: str) -> Html:
    """Return a line in the log. Cached, because every response contains all earlier lines."""
    del language            # only a part of the cache key
    if isinstance(entry, EventText):
        return el("li", None, sentence(game.pack, entry.sentence), " ", rule_link(game, entry.event.rule, links))
    return el("li", "fs-remark", el("b", None, narrator_for(game, reader).name(entry.seat)), ": ", phrase(entry), " ",
              el("small", None, entry.meaning))
