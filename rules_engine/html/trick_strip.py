"""Strips: small static drawings of worked examples and questions in the text, with cards, their players and a caption.

    div.fs-strip[data-run] > ol.fs-run > li.fs-one.fs-won > span.fs-card, small, em.fs-note      the decisive trick
                   div.fs-caption > b, div.fs-intro
                   details.fs-words > summary, ol > li                 the steps or the answers, in words

A strip is complete without JavaScript. The client adds a button that opens the figure on the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules_engine.core.game.game import Game
from rules_engine.core.model.events import signed
from rules_engine.core.model.moves import Move
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.core.positions.position import Position
from rules_engine.html.card_html import card_html, sentence, suit_sign
from rules_engine.html.elements import Child, Html, el, split_in_two
from rules_engine.html.links import Links
from rules_engine.html.table import note_of
from rules_engine.narration.hand_order import sorted_hand
from rules_engine.narration.move_phrases import imperative_phrase
from rules_engine.narration.narrator import narrator_for
from rules_engine.scenarios.replay import Replay, ReplayStep
from rules_engine.text.message import NOTHING, Text, as_text, joined

ABOUT_SCORES = {"hand_score", "score", "totals", "winners"}
"""Facts about the score: a step is about the score if its author expects a value for one of them."""
MOST = 7
"""Maximum number of calls in a strip."""
BESIDE = 4
"""Maximum number of tiles in a row that has the caption next to it."""
FEW = 4
"""Number of cards shown for a hand."""


class Tile(NamedTuple):
    """A card or call with its label; ``wide`` is true if it needs more space than a card."""

    html: Html
    wide: bool = False


def strip_html(tiles: Sequence[Tile], caption: Child, words: Html) -> Html:
    """Return a strip with its tiles and caption, and with ``words``, the description, in a collapsed section."""
    return el("div", {"class": "fs-strip", "data-run": strip_width(tiles)},
              el("ol", "fs-run", [each.html for each in tiles]) if tiles else None, el("div", "fs-caption", caption), words)


def strip_width(tiles: Sequence[Tile]) -> str | None:
    """Return the layout for a strip, or None if it has no tiles.

    The layout is "row" with the caption next to the tiles, "long" with smaller tiles, or "long full" with the caption below them.
    """
    if len(tiles) <= BESIDE:
        return "row" if tiles else None
    return "long full" if len(tiles) > BESIDE + 1 or any(each.wide for each in tiles) else "long"


def deciding_card(run: Replay, links: Links) -> list[Tile]:
    """Return tiles for the main point of an example: its score, its last trick or its last calls; otherwise tiles for a hand."""
    last = run.moments[-1].after if run.moments else run.start
    tricks = [(moment.after, moment.finished) for moment in run.moments if moment.finished is not None]
    if run.moments and scored(run.moments[-1]):
        return score_tiles(run, last, match="winners" in run.moments[-1].step.expect)
    if tricks:
        after, trick = tricks[-1]
        return laid_tiles(run.game, after, trick.laid, links)
    if last.trick:
        return laid_tiles(run.game, last, last.trick, links)
    calls = [moment for moment in run.moments if moment.move is not None][-MOST:]
    return [call_tile(run, moment, links) for moment in calls] if calls else hand_tiles(run.game, run.start, links)


def scored(moment: ReplayStep) -> bool:
    """Return whether a step is about the score: it ends the hand, and its author expects a fact about the score."""
    return moment.after.hand_over and bool(ABOUT_SCORES & moment.step.expect.keys())


def laid_tiles(game: Game[Position], position: Position, laid: Sequence[PlayedCard], links: Links,
               told: bool = True) -> list[Tile]:
    """Return tiles for the cards in a trick and their players, with the winner highlighted if ``told``."""
    winners, narrator = set(game.winners(position, laid).values()) if told else set(), narrator_for(game)
    return [tile(card_html(game.pack, each.move.played, links), _played(game, each.move, narrator.name(each.seat)),
                 each.seat in winners, note_of(each.move)) for each in laid]


def _played(game: Game[Position], move: Move, name: Text) -> list[Child]:
    return [*split_in_two(name), " ", suit_sign(game.pack, move.suit)] if move.suit else split_in_two(name)


def call_tile(run: Replay, moment: ReplayStep, links: Links) -> Tile:
    """Return the tile for a call, or for a card that changed hands."""
    move, pack = moment.move, run.game.pack
    assert move is not None
    name = narrator_for(run.game).name(moment.before.actor)
    if move.card is not None:
        return tile(card_html(pack, move.card, links), split_in_two(name), note=note_of(move))
    narrator, number = narrator_for(run.game), None if move.number is None else as_text(move.number)
    if move.suit and number is None and not narrator.is_named_by_suit(move, run.game.legal(moment.before)):
        return call(sentence(pack, narrator.button_label(move) or narrator.move_request(moment.before, move)), split_in_two(name))
    sign = [suit_sign(pack, move.suit), " ", pack.suit_name(move.suit)] if move.suit else None
    return call(sign or number or imperative_phrase(move.verb), split_in_two(name))


def score_tiles(run: Replay, over: Position, match: bool = False) -> list[Tile]:
    """Return a tile for each side with its score in the hand or, with ``match``, its total."""
    narrator = narrator_for(run.game)
    return [call(signed(points), split_in_two(joined(map(narrator.name, side), " + ")))
            for side, points in zip(run.game.score_sides(), over.totals if match else over.hand_score or (), strict=True)]


def hand_tiles(game: Game[Position], position: Position, links: Links) -> list[Tile]:
    """Return tiles for the first few cards (``FEW``) in the hand of the seat to act."""
    seat = position.to_act or 0
    cards = sorted_hand(narrator_for(game), position, position.hands[seat])
    return [tile(card_html(game.pack, card, links), []) for card in cards[:FEW]]


def tile(picture: Html, label: Sequence[Child], won: bool = False, note: Text = NOTHING, wide: bool = False) -> Tile:
    """Return a tile: a card or call with its label. The note overlaps the card's lower edge, as on the table."""
    return Tile(el("li", "fs-one fs-won" if won else "fs-one", picture, el("small", None, label) if label else None,
                   [" ", el("em", "fs-note", note)] if note else None), wide)


def call(told: Child, label: Sequence[Child]) -> Tile:
    """Return the tile for a call or score."""
    return tile(el("b", "fs-call", told), label, wide=True)
