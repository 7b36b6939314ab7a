"""The panel at the end of a hand, which replaces the seats and the hand: the result and the score sheet, or the review.

    section.fs-ending#fs-ending[data-kind]
      div.fs-verdict > p.fs-lead#fs-lead, b.fs-gain          the headline, and the reader's points
      span.fs-spread > span.fs-card                          the winner's cards at the end of a match
      p, div.fs-note-text                                    further sentences, the author's note
      div.fs-answers > button                                choices to open
      div.fs-sheet                                           the score sheet (see `score`)
      p.fs-coach                                             the coach's sentence on the hand
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.positions.position import Position
from rules_engine.html.card_html import card_html, rule_link, sentence
from rules_engine.html.elements import Child, Html, el
from rules_engine.html.links import Links
from rules_engine.html.slip import Slip, points_html
from rules_engine.html.tray import answers_html
from rules_engine.text.message import NOTHING, Text, say


class LargeNumber(NamedTuple):
    """A number shown large: its digits with their sign, and its text for screen readers, with the unit."""

    digits: Text
    told: Text


class Ending(NamedTuple):
    """The end of a hand.

    ``message``  the headline, further sentences and choices
    ``sheet``    the score sheet
    ``points``   the reader's points
    ``cards``    the cards to spread because the match is over: those dealt to the winner
    ``coach``    the coach's sentence on the hand; empty if there is none
    """

    message: Slip
    sheet: Html | None = None
    points: LargeNumber | None = None
    cards: Sequence[Card] = ()
    coach: Text = NOTHING


def ending_html(game: Game[Position], ending: Ending, links: Links) -> Html:
    """Return the panel."""
    message, points = ending.message, ending.points
    return el("section", {"class": "fs-ending", "id": "fs-ending", "data-kind": message.kind or None,
                          "aria-labelledby": "fs-lead", "tabindex": 0},
              _spread(game, ending.cards, links) if ending.cards else None,
              el("div", "fs-verdict", el("p", {"class": "fs-lead", "id": "fs-lead"}, sentence(game.pack, message.lead)),
                 el("b", {"class": "fs-gain", "role": "img", "aria-label": points.told}, points.digits) if points else None),
              [_line(game, text, rule, links) for text, rule in message.more],
              el("div", "fs-note-text", message.html) if message.html else None,
              points_html(game, message.points) if message.points else None,
              answers_html(game, message.answers, say("Choices")) if message.answers else None,
              ending.sheet,
              el("p", {"class": "fs-coach", "id": "fs-coach"}, sentence(game.pack, ending.coach)) if ending.coach else None)


def _line(game: Game[Position], text: Text, rule: str, links: Links) -> Html | None:
    parts: list[Child] = [sentence(game.pack, text)] if text else []
    parts += [rule_link(game, rule, links)] if rule else []
    return el("p", None, [[" " if place else None, part] for place, part in enumerate(parts)]) if parts else None


def _spread(game: Game[Position], cards: Sequence[Card], links: Links) -> Html:
    """Return the winner's cards as a decoration."""
    return el("span", {"class": "fs-spread", "data-n": len(cards), "aria-hidden": "true"},
              [card_html(game.pack, card, links) for card in cards])
