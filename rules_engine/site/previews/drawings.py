"""The preview pictures as SVG, 1200 by 630 units: a text at the left, and at the right a table or a few cards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from rules_engine.core.game.cover import SIZE, cover_of
from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.positions.position import Position
from rules_engine.html.table import TableView
from rules_engine.html.tiles import sample
from rules_engine.pictures.drawing import Drawing
from rules_engine.pictures.lettering import lines, words
from rules_engine.pictures.scenario import scenario_table
from rules_engine.pictures.table import table_svg
from rules_engine.pictures.themes import LIGHT
from rules_engine.scenarios.replay import Replay
from rules_engine.site.files.offline import COLOUR
from rules_engine.site.previews.tags import PICTURE_SIZE
from rules_engine.text.locale import translate
from rules_engine.text.message import Text, as_text

WIDTH, HEIGHT = PICTURE_SIZE
MARGIN, COLUMN = 56, 470
"""The margin of the text, and the width of its column."""
TITLE_SIZES, SMALL = (58, 48, 40, 34), 28
"""Font sizes: of the title, the first one in which it isn't too long, and of the other texts."""
PART_GAP = 10
"""Distance between two texts."""
MAX_TITLE_LINES, MAX_LINES = 3, 11
"""Maximum number of lines in a title, and in total; the rest is left out."""
INK, SOFT = "#fbf3df", "#cdd8d1"
_EMBLEM = {"currentColor": INK, "var(--fs-now)": LIGHT.now}
"""The colours of emblems, which pages take from style sheets."""
_OUTER = re.compile(r'<svg\b[^>]*\bviewBox="0 0 ([\d.]+) ([\d.]+)"[^>]*>(.*)</svg>\s*', re.DOTALL)
_GRADIENT = re.compile(r'"url\(#[\w-]+\)"')


class Caption(NamedTuple):
    """The text in a picture: a line above the title, the title, a text below it, and the name of the site."""

    above: Text
    title: Text
    text: Text
    site: str


def table_drawing(caption: Caption, table: TableView) -> str:
    """Return the picture of a table. Its felt has a single colour, because a gradient would double the size of the file."""
    drawing = Drawing(table.game, LIGHT)
    drawing.box(0, 0, WIDTH, HEIGHT, LIGHT.felt_edge)
    _write(drawing, caption)
    found = _OUTER.fullmatch(table_svg(table, message=False))
    assert found is not None, "a picture is one svg element with a view box"
    room = (WIDTH - COLUMN - 2 * MARGIN - 24, HEIGHT - 48)
    wide, high = float(found[1]), float(found[2])
    scale = min(room[0] / wide, room[1] / high)
    x, y = WIDTH - 24 - (room[0] + wide * scale) / 2, (HEIGHT - high * scale) / 2
    felt = _GRADIENT.sub(f'"{LIGHT.felt}"', found[3])
    drawing.add(f'<g transform="translate({x:.4g} {y:.4g})scale({scale:.4g})">{felt}</g>')
    return drawing.svg(WIDTH, HEIGHT, translate(caption.title))


def first_table(run: Replay) -> TableView:
    """Return the first table of a scenario: at its first question, otherwise at the start."""
    asks = any(step.ask is not None for step in run.scenario.script)
    return scenario_table(run, None if asks else 0)


def shows_cards(run: Replay) -> bool:
    """Return whether there are cards on a scenario's first table."""
    table = first_table(run)
    return bool(table.laid) or any(table.cards(seat) for seat in run.game.table.seats)


def cover_drawing(caption: Caption, game: Game[Position]) -> str:
    """Return the picture of a game's cover: its colour, its emblem and its cards."""
    drawing, cover = Drawing(game, LIGHT), cover_of(type(game))
    drawing.box(0, 0, WIDTH, HEIGHT, cover.ground)
    emblem = cover.emblem
    for name, colour in {**_EMBLEM, "var(--fs-ground)": cover.ground}.items():
        emblem = emblem.replace(name, colour)
    drawing.add(f'<g transform="translate(655 20)scale({230 / SIZE:.4g})">{emblem}</g>' if emblem else "")
    _fan(drawing, sample(game), 250 if emblem else 150)
    _write(drawing, caption)
    return drawing.svg(WIDTH, HEIGHT, translate(caption.title))


def site_drawing(caption: Caption, games: Sequence[Game[Position]]) -> str:
    """Return the picture of the site: a card of each of its first games, of which there is at least one."""
    shown = games[:5]
    drawing = Drawing(shown[0], LIGHT)
    drawing.box(0, 0, WIDTH, HEIGHT, COLOUR)
    for place, game in enumerate(shown):
        drawing.deck, drawing.two_colours = game.pack, game.two_colours
        _fanned(drawing, sample(game)[0], place, len(shown), 170)
    _write(drawing, caption)
    return drawing.svg(WIDTH, HEIGHT, translate(caption.title))


def _fan(drawing: Drawing, cards: Sequence[Card], top: float) -> None:
    for place, card in enumerate(cards):
        _fanned(drawing, card, place, len(cards), top)


def _fanned(drawing: Drawing, card: Card, place: int, count: int, top: float) -> None:
    """Add one of ``count`` cards in a fan, turned around a point below them."""
    wide, middle, angle = 190, 880, min(13, 36 / max(1, count - 1))
    drawing.add(f'<g transform="rotate({(place - (count - 1) / 2) * angle:.4g} {middle} {top + 620:.4g})">')
    drawing.card(card, middle - wide / 2, top, wide)
    drawing.add("</g>")


def _write(drawing: Drawing, caption: Caption) -> None:
    """Add the text, centred vertically, and the site's name below."""
    pack, title = drawing.deck, words(drawing.deck, caption.title, bold=True)
    size = next((each for each in TITLE_SIZES if len(lines(pack, title, each, COLUMN)) <= MAX_TITLE_LINES), TITLE_SIZES[-1])
    texts = [(SMALL, 1.35, LIGHT.now, words(pack, caption.above)), (size, 1.18, INK, title),
             (SMALL, 1.35, SOFT, words(pack, caption.text))]
    rows = [(size, size * gap + (PART_GAP if not place else 0), colour, line) for size, gap, colour, text in texts
            for place, line in enumerate(lines(pack, text, size, COLUMN))][:MAX_LINES]
    y = (HEIGHT - 40 - sum(high for _, high, *_ in rows)) / 2
    for size, high, colour, line in rows:
        y += high
        drawing.words(MARGIN, y - size * 0.2, size, line, colour, tiles=True)
    for line in lines(pack, words(pack, as_text(caption.site), bold=True), SMALL):
        drawing.words(MARGIN, HEIGHT - 36, SMALL, line, SOFT)
