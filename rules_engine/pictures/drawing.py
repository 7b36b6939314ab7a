"""An SVG picture under construction: shapes, texts and cards, with each face and each letter defined once.

Every definition has an id with the name of its theme, so that a page may contain several pictures.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import FACE_DOWN, Card, Pack
from rules_engine.core.positions.position import Position
from rules_engine.html.elements import escape
from rules_engine.html.sprites import EDGE, HEIGHT, SIGN_PITCH, SIGNS_BELOW, WIDTH, face_id, plain, suit_id
from rules_engine.pictures.faces import back, edge_paper, edge_places, edge_rank, face, is_coloured, suit_marks
from rules_engine.pictures.lettering import (
    EM,
    GAP,
    SIGN,
    SIGN_ROOM,
    LineOfWords,
    Word,
    drawn,
    has_outlines,
    outlines,
    rank_label,
    text_width,
)
from rules_engine.pictures.svg_paths import in_place, painted
from rules_engine.pictures.themes import LIGHT, Theme, suit_ink

FONTS = "system-ui,-apple-system,Segoe UI,Roboto,Noto Sans,sans-serif"
"""The families for letters without outlines."""
Anchor = Literal["start", "middle", "end"]
_BEGIN = {"start": 0.0, "middle": 0.5, "end": 1.0}


class Drawing:
    """A picture with the cards of a game, in a theme. It is the pen that draws their faces."""

    def __init__(self, game: Game[Position] | type[Game[Position]], theme: Theme) -> None:
        self.deck, self.two_colours, self.theme = game.pack, game.two_colours, theme
        self.paper, self.line, self.back, self.back_line = theme.paper, theme.card_line, theme.back, theme.back_line
        self.ink, self.soft, self.wild = ("#000", "#333", "#000") if theme.greys else ("#20242c", "#4c5460", "#6a3ea1")
        self.on_edge = theme.paper if theme.greys else LIGHT.paper
        self.defined: dict[str, str] = {}
        self.marks: list[str] = []
        self.overlapped = False

    def svg(self, width: float, height: float, title: str, description: str = "") -> str:
        """Return the complete picture; screen readers read the title and the description."""
        told = f"<title>{escape(title)}</title>" + (f"<desc>{escape(description)}</desc>" if description else "")
        return (f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" role="img" '
                f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}">{told}'
                f"<defs>{''.join(self.defined.values())}</defs>{''.join(self.marks)}</svg>\n")

    def add(self, marks: str) -> None:
        """Add marks in front of the others."""
        self.marks.append(marks)

    def _use(self, name: str, marks: str) -> str:
        """Return the id of a definition, which is added if it is new."""
        self.defined.setdefault(name, f'<g id="{name}">{marks}</g>')
        return name

    # ---- the pen of card faces

    def suit(self, pack: Pack, letter: str) -> str:
        """Return the colour of a suit."""
        return suit_ink(pack, letter, self.theme, self.two_colours)

    def whole(self, pack: Pack, letter: str) -> str:
        """Return the colour of a fully coloured card of a suit."""
        return self.suit(pack, letter)

    def letters(self, x: float, y: float, size: float, text: str, colour: str, width: float = 0) -> str:
        """Return a bold text centred at ``x`` on the baseline ``y``; if ``width`` isn't 0, the text is fitted to it."""
        wide = text_width(text, size, bold=True)
        squeezed = min(1.0, width / wide) if width else 1.0
        return self.written(x - wide * squeezed / 2, y, size, text, colour, bold=True, squeezed=squeezed)

    def repeated(self, marks: str) -> str:
        """Return marks that repeat the left edge, unless the next card covers them."""
        return "" if self.overlapped else marks

    # ---- shapes and texts

    def box(self, x: float, y: float, width: float, height: float, fill: str, radius: float = 0, stroke: str = "",
            thick: float = 1) -> None:
        """Add a rectangle."""
        line = f' stroke="{stroke}" stroke-width="{thick:g}"' if stroke else ""
        round_ = f' rx="{radius:g}"' if radius else ""
        self.add(f'<rect x="{x:.4g}" y="{y:.4g}" width="{width:.4g}" height="{height:.4g}"{round_} fill="{fill}"{line}/>')

    def written(self, x: float, y: float, size: float, text: str, colour: str, bold: bool = False, squeezed: float = 1) -> str:
        """Return a text that begins at ``x`` on the baseline ``y``, as outlines."""
        text = drawn(text)
        if not has_outlines(text, bold):
            weight = ' font-weight="700"' if bold else ""
            return (f'<text x="{x:.4g}" y="{y:.4g}" font-size="{size:g}" font-family="{FONTS}"{weight} fill="{colour}" '
                    f'textLength="{text_width(text, size, bold) * squeezed:.4g}" lengthAdjust="spacingAndGlyphs">'
                    f"{escape(text)}</text>")
        uses, at = list[str](), 0
        for letter in text:
            outline = outlines(bold)[letter]
            if outline.path or outline.parts:
                uses.append(f'<use xlink:href="#{self._glyph(letter, bold)}"' + (f' x="{at}"/>' if at else "/>"))
            at += outline.width
        scale = f"{size / EM * squeezed:.4g} {size / EM:.4g}" if squeezed != 1 else f"{size / EM:.4g}"
        return f'<g transform="translate({x:.4g} {y:.4g})scale({scale})" fill="{colour}">{"".join(uses)}</g>' if uses else ""

    def _glyph(self, letter: str, bold: bool) -> str:
        """Return the id of a letter's outline."""
        outline, name = outlines(bold)[letter], f"{'b' if bold else 'r'}-{plain(letter)}"
        if name not in self.defined:
            parts = "".join(f'<use xlink:href="#{self._glyph(part, bold)}" x="{x}" y="{y}"/>' for part, x, y in outline.parts)
            self.defined[name] = f'<g id="{name}">{parts}</g>' if parts else f'<path id="{name}" d="{outline.path}"/>'
        return name

    def text(self, x: float, y: float, size: float, text: str, colour: str, bold: bool = False, anchor: Anchor = "start") -> None:
        """Add a text on the baseline ``y``."""
        begin = x - _BEGIN[anchor] * text_width(text, size, bold)
        self.add(self.written(begin, y, size, text, colour, bold))

    def label(self, x: float, y: float, size: float, text: str) -> None:
        """Add a label of a card on paper, centred at ``x``, ``y``; nothing if the text is empty."""
        if text:
            wide, high = text_width(text, size, bold=True) + 14, size * 1.4
            self.box(x - wide / 2, y - high / 2, wide, high, self.paper, high / 2, self.line)
            self.text(x, y + size * .35, size, text, self.ink, True, "middle")

    def words(self, x: float, y: float, size: float, line: LineOfWords, colour: str, anchor: Anchor = "start",
              tiles: bool = False) -> None:
        """Add a line of words on the baseline ``y``; ``tiles`` puts suit symbols on white tiles, so that they are legible on
        felt.
        """
        begin = x - _BEGIN[anchor] * line.width
        for place, run in _runs(line, size):
            first = run[0]
            if first.card is not None:
                self._tag(begin + place, y, size, first.card)
            elif first.suit:
                self._sign(begin + place, y, size, first.suit, tiles)
            else:
                self.add(self.written(begin + place, y, size, _spaced(run), colour, first.bold))

    def _sign(self, x: float, y: float, size: float, letter: str, tile: bool) -> None:
        """Add a suit symbol in a line of text."""
        high = SIGN * size / EM
        x += (SIGN_ROOM - SIGN) / 2 * size / EM
        if tile and not self.theme.line:
            self.box(x - 2, y - high - 1, high + 4, high + 5, self.paper, 3)
        self._place(self._suit(letter), x, y - high + 1.5, high / 24)

    def _suit(self, letter: str, on_edge: bool = False) -> str:
        """Return the id of a suit symbol, in the suit's colour or in that of symbols on a coloured edge."""
        name = f"{self.deck.id}-{self.theme.name}-{suit_id(letter)}" + ("-on-edge" if on_edge else "")
        return self._use(name, suit_marks(self.deck, letter, self, (0, 0, 24), colour=self.on_edge if on_edge else ""))

    def _tag(self, x: float, y: float, size: float, card: Card) -> None:
        """Add a small card in a line of text."""
        wide, gap, high = Word("", card=card).width(self.deck, size), GAP * size / EM, size * 1.36
        self.box(x, y - size * 1.02, wide, high, edge_paper(self.deck, card, self), 4, self.theme.line or self.line)
        if wild := self.deck.look.wild.get(card.rank):
            self.add(painted(in_place(wild.marks, x + gap, y - size * 0.75, SIGN * size / EM), self.wild))
            return
        edged = is_coloured(self.deck, card)
        rank = rank_label(self.deck, card)
        self.add(self.written(x + gap, y, size, rank, self.on_edge if edged else self.ink, bold=True))
        at = x + gap + text_width(rank, size, bold=True)
        for place, letter in enumerate(card.suits):
            high = SIGN * size / EM - 1
            self._place(self._suit(letter, edged), at + place * SIGN * size / EM + 1, y - size * 0.72, high / 24)

    # ---- cards

    def card(self, card: Card, x: float, y: float, width: float, overlapped: bool = False) -> None:
        """Add a card with its upper left corner at ``x``, ``y``; ``overlapped`` if the next card covers its picture."""
        self.overlapped = overlapped and self.deck.look.edged
        name = f"{self.deck.id}-{self.theme.name}-{face_id(card)}" + ("-under" if self.overlapped else "")
        marks = "" if name in self.defined else back(self) if card is FACE_DOWN else face(self.deck, card, self)
        self.overlapped = False
        self._place(self._use(name, marks), x, y, width / WIDTH)

    def edge(self, card: Card, x: float, y: float, width: float) -> None:
        """Add the left edge of a face-up card."""
        name = f"{self.deck.id}-{self.theme.name}-{face_id(card)}-edge"
        self._place(self._use(name, "" if name in self.defined else self._edge(card)), x, y, width / EDGE)

    def _edge(self, card: Card) -> str:
        paper = (f'<rect x="1" y="1" width="{EDGE - 2}" height="{edge_height(self.deck) - 2:g}" rx="6" '
                 f'fill="{edge_paper(self.deck, card, self)}" stroke="{self.line}"/>')
        signs = (_placed(self._suit(letter, is_coloured(self.deck, card)), x, y, size / 24)
                 for letter, (x, y, size) in zip(card.suits, edge_places(card), strict=True))
        return "".join([paper, *signs, edge_rank(self.deck, card, self)])

    def ring(self, x: float, y: float, width: float, height: float, radius: float) -> None:
        """Add the ring around a winning card."""
        self.box(x - 2.5, y - 2.5, width + 5, height + 5, "none", radius + 2.5, self.theme.ring, 3.5)

    def _place(self, name: str, x: float, y: float, scale: float) -> None:
        self.add(_placed(name, x, y, scale))


def _placed(name: str, x: float, y: float, scale: float) -> str:
    return f'<use xlink:href="#{name}" transform="translate({x:.4g} {y:.4g})scale({scale:.4g})"/>'


def _runs(line: LineOfWords, size: float) -> list[tuple[float, list[Word]]]:
    """Return a line in runs of words that follow each other with usual gaps and in one weight, with their positions."""
    runs, end = list[tuple[float, list[Word]]](), 0.0
    for place, each in line.words:
        last = runs[-1][1][-1] if runs else None
        follows = last and last.text and each.text and last.bold == each.bold
        if follows and abs(place - end - (0 if each.glued else GAP * size / EM)) < .01:
            runs[-1][1].append(each)
        else:
            runs.append((place, [each]))
        end = place + (text_width(each.text, size, each.bold) if each.text else 0)
    return runs


def _spaced(run: Sequence[Word]) -> str:
    """Return words as one text, with spaces except before glued words."""
    return "".join(("" if each.glued or not place else " ") + each.text for place, each in enumerate(run))


def edge_height(pack: Pack) -> float:
    """Return the height of a card's left edge, which has room for the pack's largest number of suits, in units of a face."""
    return min(HEIGHT, SIGNS_BELOW + 5 + SIGN_PITCH * max(1, *(len(card.suits) for card in pack)))
