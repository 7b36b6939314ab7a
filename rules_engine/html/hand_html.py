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
from rules_engine.narration.move_phrases import imperative_phrase, verb_phrase
from rules_engine.narration.narrator import Narrator, narrator_for
from rules_engine.narration.phrasebook import EventText
from rules_engine.narration.quantities import CARDS, counted
from rules_engine.text.locale import current_language
from rules_engine.text.message import NOTHING, NumberText, Text, as_text, capital, joined, say

MANY = 12
"""Maximum number of values for which the number picker has a key each; for more values it has a stepper."""
STEPS = (-10, -1, 1, 10)


class Action(NamedTuple):
    """A button below the table: its action, its label, whether it is available, and whether it is the main one.

    ``value``  the value sent with the action
    ``means``  text shown below the label
    ``cards``  the number of cards that must be selected first
    """

    do: str
    label: Text
    ready: bool = True
    main: bool = False
    value: str = ""
    means: Text = NOTHING
    cards: int = 0


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
    def button(action: Action) -> Html:
        return el("button", {"type": "button", "class": "fs-main" if action.main else None, "id": f"fs-do-{action.do}",
                             "data-do": action.do, "data-value": action.value or None, "data-count": action.cards or None,
                             "aria-label": joined([action.label, action.means], ": ") if action.means else None,
                             "aria-disabled": None if action.ready else "true"},
                  action.label, el("small", None, action.means) if action.means else None)
    return el("div", {"class": "fs-bar", "id": "fs-bar"}, [button(action) for action in actions if not action.main],
              el("span", "fs-gap"), [button(action) for action in actions if action.main])


# ---- number picker

def numbers_html(moves: Sequence[Move], chosen: int) -> Html:
    """Return the number picker: a key for each number, or keys for a few round numbers and a stepper."""
    values = [*dict.fromkeys(move.number for move in moves if move.number is not None)]     # the suits share their numbers
    many = len(values) > MANY
    steps = [_step_key(step, _stepped(values, chosen, step), chosen) for step in STEPS]
    keys = [_number_key(value, as_text(value), value == chosen) for value in (_round_numbers(values) if many else values)]
    field = el("output", "fs-number", str(chosen))
    asked = say("Your {call}", call=imperative_phrase(moves[0].verb))
    return el("div", {"class": "fs-box fs-numbers", "id": "fs-numbers", "role": "group", "aria-label": asked},
              el("div", "fs-step", steps[:2], field, steps[2:]) if many else None,
              el("div", {"class": "fs-keys", "data-n": len(keys)}, keys))


def _stepped(values: Sequence[int], chosen: int, step: int) -> int:
    """Return the number selected by a step: the available number in its direction that is closest to ``chosen + step``."""
    ahead = [value for value in values if (value > chosen) == (step > 0) and value != chosen]
    return min(ahead, key=lambda value: abs(value - chosen - step), default=chosen)


def _number_key(value: int, label: Text, pressed: bool) -> Html:
    return el("button", {"type": "button", "data-do": "number", "data-value": value, "id": f"fs-number-{label}",
                         "aria-pressed": str(pressed).lower()}, label)


def _step_key(step: int, value: int, chosen: int) -> Html:
    """Return a stepper key; it is disabled if there are no more numbers in its direction."""
    label, by = NumberText(f"{step:+d}".replace("-", "−")), abs(step)
    said = say("{n} {more:more|less}: {value}", n=by, more=step > 0, value=value)
    return el("button", {"type": "button", "data-do": "number", "data-value": value, "id": f"fs-number-{label}",
                         "aria-label": said, "aria-disabled": "true" if value == chosen else None}, label)


def _round_numbers(values: Sequence[int]) -> list[int]:
    """Return at most six of the numbers: the first, the last, and multiples of ten between them."""
    between = [value for value in values[1:-1] if value % 10 == 0]
    while len(between) > 4:
        between = between[1::2]
    return [values[0], *between, values[-1]]


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
