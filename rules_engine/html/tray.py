"""HTML for the tray: every choice that isn't a card, directly above the reader's hand.

    div.fs-tray#fs-tray
      div.fs-numbers#fs-numbers                     numbers to bid: a stepper and keys
      div.fs-answers#fs-answers > button[data-do]   passes, suits, the ways to play a card; then the button that confirms
      details.fs-talk                               what the reader can say to the partner
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules_engine.core.game.game import Game
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.html.card_html import sentence, spoken
from rules_engine.html.elements import Html, el, escape
from rules_engine.html.slip import Slip, SlipAnswer, answer_named
from rules_engine.narration.move_phrases import imperative_phrase
from rules_engine.text.locale import translate
from rules_engine.text.message import NOTHING, NumberText, Text, as_text, joined, say

MANY = 13
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


def action_html(action: Action) -> Html:
    """Return a button. An unavailable one stays visible and has ``aria-disabled``."""
    return el("button", {"type": "button", "class": "fs-main" if action.main else None, "id": f"fs-do-{action.do}",
                         "data-do": action.do, "data-value": action.value or None, "data-count": action.cards or None,
                         "aria-label": joined([action.label, action.means], ": ") if action.means else None,
                         "aria-disabled": None if action.ready else "true"},
              action.label, el("small", None, action.means) if action.means else None)


def tray_html(game: Game[Position], slip: Slip, numbers: Html | None, confirm: Action | None) -> Html | None:
    """Return the tray with the choices that belong to a message; None if there are none.

    ``numbers``  the number picker
    ``confirm``  the button that confirms the number
    """
    if not (numbers or slip.answers or slip.phrases):
        return None
    return el("div", {"class": "fs-tray", "id": "fs-tray"}, numbers,
              answers_html(game, slip.answers, say("How"), confirm) if slip.answers or confirm else None,
              el("details", "fs-talk", el("summary", None, say("Say something …")),
                 answers_html(game, slip.phrases, say("What you can say"))) if slip.phrases else None)


def answers_html(game: Game[Position], answers: Sequence[SlipAnswer], label: Text, confirm: Action | None = None) -> Html:
    """Return the answers as a group of buttons, with the button that confirms the number at the end."""
    return el("div", {"class": "fs-answers", "id": "fs-answers", "role": "group", "aria-label": label},
              [_answer_html(game, answer) for answer in answers], action_html(confirm) if confirm else None)


def _answer_html(game: Game[Position], answer: SlipAnswer) -> Html:
    """Return the button for an answer. An illegal answer can still be pressed, to read the reason."""
    return el("button", {"type": "button", "class": None if answer.legal else "fs-barred", "data-do": answer.do,
                         "data-value": answer.value, "aria-disabled": None if answer.legal else "true",
                         "aria-label": _called(game, answer)},
              el("span", {"lang": answer.language}, escape(translate(answer.label))) if answer.language else
              el("span", None, sentence(game.pack, answer.label)),
              el("small", None, sentence(game.pack, answer.means)) if answer.means else None)


def _called(game: Game[Position], answer: SlipAnswer) -> str | None:
    """Return the ``aria-label`` for a button; None if its visible text suffices, or if it contains cards, which have labels of
    their own."""
    shown = game.pack.parts(f"{translate(answer.label)} {translate(answer.means)}")
    if answer.language or not answer.means or any(mark for _, mark in shown):
        return None
    return spoken(game.pack, answer_named(answer))


# ---- number picker

def numbers_html(moves: Sequence[Move], chosen: int | None) -> Html:
    """Return the number picker: a key for each number, or keys for a few round numbers and a stepper.

    ``chosen``  the selected number; None if the reader hasn't selected one
    """
    values = [*dict.fromkeys(move.number for move in moves if move.number is not None)]     # the suits share their numbers
    many = len(values) > MANY
    steps = [_step_key(step, _stepped(values, chosen, step), chosen) for step in STEPS]
    keys = [_number_key(value, as_text(value), value == chosen) for value in (_round_numbers(values) if many else values)]
    field = el("output", "fs-number", "–" if chosen is None else str(chosen))
    asked = say("Your {call}", call=imperative_phrase(moves[0].verb))
    return el("div", {"class": "fs-numbers", "id": "fs-numbers", "role": "group", "aria-label": asked},
              el("div", "fs-step", steps[:2], field, steps[2:]) if many else None,
              el("div", "fs-number-keys", keys))


def _stepped(values: Sequence[int], chosen: int | None, step: int) -> int | None:
    """Return the number selected by a step: the available number in its direction that is closest to ``chosen + step``. Without
    a selected number, every step up selects the lowest."""
    if chosen is None:
        return values[0] if step > 0 else None
    ahead = [value for value in values if (value > chosen) == (step > 0) and value != chosen]
    return min(ahead, key=lambda value: abs(value - chosen - step), default=chosen)


def _number_key(value: int, label: Text, pressed: bool) -> Html:
    return el("button", {"type": "button", "data-do": "number", "data-value": value, "id": f"fs-number-{label}",
                         "aria-pressed": str(pressed).lower()}, label)


def _step_key(step: int, value: int | None, chosen: int | None) -> Html:
    """Return a stepper key; it is disabled if there are no more numbers in its direction."""
    label, by = NumberText(f"{step:+d}".replace("-", "−")), abs(step)
    said = say("{n} {more:more|less}: {value}", n=by, more=step > 0, value="–" if value is None else value)
    return el("button", {"type": "button", "data-do": "number", "data-value": value, "id": f"fs-number-{label}",
                         "aria-label": said, "aria-disabled": "true" if value == chosen else None}, label)


def _round_numbers(values: Sequence[int]) -> list[int]:
    """Return at most six of the numbers: the first, the last, and multiples of ten between them."""
    between = [value for value in values[1:-1] if value % 10 == 0]
    while len(between) > 4:
        between = between[1::2]
    return [values[0], *between, values[-1]]
