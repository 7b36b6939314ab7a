"""Pictures of the trick on a table with its players, of a hand of cards, and of a single card."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.positions.position import Position
from rules_engine.html.table import TableView
from rules_engine.pictures.drawing import Drawing
from rules_engine.pictures.lettering import text_width
from rules_engine.pictures.table import CARD_RATIO, CORNER, LEAD, SMALL, row
from rules_engine.pictures.themes import theme_named
from rules_engine.text.locale import translate
from rules_engine.text.message import joined

LAID, FANNED, SINGLE = 84, 96, 200
"""Widths of cards: in a trick, in a fan, and alone."""
APART, MARGIN = 22, 14
"""The gap between the cards in a trick, and the margin of a picture."""
STEP = 46
"""The distance between the cards in a fan, if there is space: the left edge and a little more."""
WIDEST = 1000
"""Maximum width of a fan."""


def trick_svg(table: TableView, *, theme: str = "light") -> str:
    """Return a picture of the trick on a table: its cards with their players, in the order of play, with a ring around the
    winner.

    Raises ``RulesEngineError`` for an unknown theme.
    """
    drawing, high = Drawing(table.game, theme_named(theme)), LAID * CARD_RATIO
    laid, colours = table.laid or (), drawing.theme
    names = [translate(table.name(each.seat)) for each in laid]
    pitch = max([LAID + APART, *(text_width(name, LEAD, bold=True) + 30 for name in names)])
    width, height = max(pitch * len(laid), LAID) + 2 * MARGIN, high + 2 * MARGIN + 32
    drawing.box(0.5, 0.5, width - 1, height - 1, colours.slip, CORNER, colours.line)
    for place, (each, name) in enumerate(zip(laid, names, strict=True)):
        middle, won = MARGIN + pitch * (place + .5), each.seat in table.winning()
        if won:
            drawing.ring(middle - LAID / 2, MARGIN, LAID, high, 7)
            wide = text_width(name, LEAD, bold=True) + 22
            drawing.box(middle - wide / 2, MARGIN + high + 9, wide, 24, colours.now, 12)
        drawing.card(each.move.played, middle - LAID / 2, MARGIN, LAID)
        drawing.label(middle, MARGIN + high, SMALL, translate(table.note(place, each)))
        drawing.text(middle, MARGIN + high + 26.5, LEAD, name, colours.now_ink if won else colours.slip_ink, won, "middle")
    told = joined((joined([table.name(each.seat), each.move.played.full_name]) for each in laid), ", ")
    return drawing.svg(round(width), round(height), translate(told) or table.game.name)


def fan_svg(game: Game[Position] | type[Game[Position]], cards: Sequence[Card], *, theme: str = "light") -> str:
    """Return a picture of a hand of cards, in the given order, without a background.

    Raises ``RulesEngineError`` for an unknown theme.
    """
    drawing = Drawing(game, theme_named(theme))
    step = min(STEP, (WIDEST - FANNED) / max(1, len(cards) - 1))
    row(drawing, cards, 1, 1, FANNED, step)
    width, high = FANNED + step * max(0, len(cards) - 1), FANNED * CARD_RATIO
    return drawing.svg(round(width) + 2, round(high) + 2, translate(joined((card.name for card in cards), ", ")) or game.name)


def card_svg(game: Game[Position] | type[Game[Position]], card: Card, *, theme: str = "light") -> str:
    """Return a picture of a single card, without a background. Raises ``RulesEngineError`` for an unknown theme."""
    drawing = Drawing(game, theme_named(theme))
    drawing.card(card, 0, 0, SINGLE)
    return drawing.svg(SINGLE, SINGLE * CARD_RATIO, translate(card.full_name))
