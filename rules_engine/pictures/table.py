"""The picture of a table: the facts, the seats around the trick, the message, and the hand at the lower edge.

It shows what `rules_engine.html.table.TableView` shows on a page, except what only matters to somebody who plays there: choices,
remarks and the end of the hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules_engine.core.model.cards import FACE_DOWN, Card
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.html.elements import screen_reader_only
from rules_engine.html.slip import Slip
from rules_engine.html.sprites import EDGE, HEIGHT, WIDTH
from rules_engine.html.table import FEW_SEATS, TableView
from rules_engine.narration.quantities import CARDS, counted
from rules_engine.pictures.drawing import Drawing, edge_height
from rules_engine.pictures.lettering import LineOfWords, Word, joined_words, lines, words
from rules_engine.pictures.themes import theme_named
from rules_engine.text.locale import translate
from rules_engine.text.message import Text, declared, joined, say

BROAD, SEAT_BROAD, MARGIN, CORNER = 540, 150, 12, 14
"""Width of the picture and of a seat at the side, its margin, and the radius of its corners."""
TEXT, SMALL, LEAD = 14.5, 13.0, 16.0
"""Font sizes: of plates and facts, of labels and reasons, and of the message."""
LAID, CARD_RATIO = 56, HEIGHT / WIDTH
"""Width of a card in the trick, and the ratio of a card's height to its width."""
OWN_LARGEST, OWN_OVERLAPPED, MAX_APART = 84, 64, 8
"""Widths of cards at the lower edge: the largest, and that of overlapping cards; and the largest number without overlap."""
TAB, TAB_GAP = 25, 2.5
"""Width of a face-up card in another hand, and the gap between two."""
BACK, FAN = 24, 92
"""Width of a face-down card, and the largest width of a hidden hand."""
PLACES = 3
"""Number of seats in a row, from five seats on."""
LINE_GAP = 1.42
"""Distance between lines, in font sizes."""


def table_svg(table: TableView, *, theme: str = "light", message: bool = True) -> str:
    """Return the picture of a table; without ``message``, it has no message below the trick.

    Raises ``RulesEngineError`` for an unknown theme.
    """
    return _TablePicture(table, theme).svg(message)


class _Plate(NamedTuple):
    """A name plate: its lines, and the number of tricks to draw as marks after the last line."""

    lines: Sequence[LineOfWords]
    tricks: int
    chip: bool
    turn: bool

    @property
    def width(self) -> float:
        first = self.lines[0].width + (22 if self.chip else 0)
        marks = 8.0 * self.tricks + 5 if self.tricks else 0
        return max(first, *(line.width for line in self.lines), self.lines[-1].width + marks) + 20

    @property
    def height(self) -> float:
        return 4 + len(self.lines) * TEXT * LINE_GAP


class _TablePicture:
    """A picture of a table under construction; ``down`` is the lower edge of what has been laid out."""

    def __init__(self, table: TableView, theme: str) -> None:
        self.table, self.theme = table, theme_named(theme)
        self.drawing = Drawing(table.game, self.theme)
        self.pack, self.down = table.pack, 0.0
        self.notes: list[tuple[str, float, float]] = []
        self.tab_high = TAB * edge_height(self.pack) / EDGE

    def svg(self, message: bool) -> str:
        """Return the complete picture."""
        self.facts()
        seats = [seat for seat in self.table.game.table.clockwise_from(self.table.home)
                 if seat != self.table.low or self.table.guest]
        if self.table.game.table.size <= FEW_SEATS:
            self.round_table(seats)
        else:
            self.places(seats)
        if message and self.table.slip.lead:
            self.slip(self.table.slip)
        self.own()
        front, self.drawing.marks = self.drawing.marks, []
        self.felt(self.down)
        self.drawing.marks += front
        return self.drawing.svg(BROAD, round(self.down), self.title(), self.description())

    def title(self) -> str:
        """Return the title for screen readers: the game and the message."""
        lead = self.pack.plain(translate(self.table.slip.lead))
        return f"{self.table.game.name}: {lead}" if lead else self.table.game.name

    def description(self) -> str:
        """Return all cards in words, for screen readers."""
        table = self.table
        hands = [joined([table.name(seat), self._hand_told(seat)], ": ") for seat in table.game.table.clockwise_from(table.home)]
        laid = [joined([table.name(each.seat), each.move.played.text]) for each in table.laid or ()]
        told = [*hands, *([say("On the table: {cards}.", cards=joined(laid, ", "))] if laid else [])]
        return "\n".join(map(translate, told))

    def _hand_told(self, seat: int) -> Text:
        cards = self.table.cards(seat)
        return counted(len(cards), CARDS) if FACE_DOWN in cards or not cards else joined((card.text for card in cards), " ")

    def felt(self, high: float) -> None:
        """Add the surface of the table."""
        fill = self.theme.felt
        if self.theme.felt_edge:
            name = f"felt-{self.theme.name}"
            self.drawing.defined[name] = (
                f'<radialGradient id="{name}" cx=".5" cy=".36" r=".75"><stop offset="0" stop-color="{fill}"/>'
                f'<stop offset="1" stop-color="{self.theme.felt_edge}"/></radialGradient>')
            fill = f"url(#{name})"
        self.drawing.box(0.5, 0.5, BROAD - 1, round(high) - 1, fill, CORNER, self.theme.line)
        if self.bar:
            curve = f"M.5 {self.bar:.4g}V{CORNER}a{CORNER - .5} {CORNER - .5} 0 0 1 {CORNER - .5}-{CORNER - .5}"
            self.drawing.add(f'<path d="{curve}H{BROAD - CORNER}a{CORNER - .5} {CORNER - .5} 0 0 1 {CORNER - .5} {CORNER - .5}'
                             f'V{self.bar:.4g}z" fill="{self.theme.well}"'
                             + (f' stroke="{self.theme.line}"/>' if self.theme.line else "/>"))

    # ---- facts

    def facts(self) -> None:
        """Add the bar with the public facts and the score of the sides."""
        standing = words(self.pack, self.table.standing(), bold=True)
        score = lines(self.pack, standing, TEXT)
        kept = score[0].width + 24 if score else 0
        told = [[*words(self.pack, label), *(each._replace(glued=False) for each in words(self.pack, value, bold=True))]
                for label, value in self.table.known()]
        rows = _rows(self, told, BROAD - 2 * MARGIN - 4 - kept)
        self.bar = 14 + TEXT * LINE_GAP * max(1, len(rows)) if rows or score else 0.0
        for place, row in enumerate(rows):
            self.drawing.words(MARGIN + 2, self._baseline(place), TEXT, row, self.theme.felt_ink, tiles=True)
        if score:
            self.drawing.words(BROAD - MARGIN - 2, self._baseline(0), TEXT, score[0], self.theme.felt_ink, "end", tiles=True)
        self.down = self.bar

    def _baseline(self, line: int) -> float:
        return 8 + TEXT * LINE_GAP * (line + .74)

    # ---- seats

    def round_table(self, seats: Sequence[int]) -> None:
        """Add up to four seats around the trick."""
        self.down += 10
        sides = {self.table.side_of(seat): seat for seat in seats}
        if "north" in sides:
            self.down = self.seat(sides["north"], BROAD / 2, self.down, BROAD - 2 * MARGIN) + 6
        beside = [(sides[side], x) for side, x in (("west", MARGIN + SEAT_BROAD / 2), ("east", BROAD - MARGIN - SEAT_BROAD / 2))
                  if side in sides]
        high = max([self.trick_height(), *(self.seat_height(seat, SEAT_BROAD) for seat, _ in beside)])
        for seat, x in beside:
            self.seat(seat, x, self.down + (high - self.seat_height(seat, SEAT_BROAD)) / 2, SEAT_BROAD)
        self.cross(self.down + high / 2)
        if "south" in sides:
            self.down = self.seat(sides["south"], BROAD / 2, self.down + high, BROAD - 2 * MARGIN)
            high = 0
        self.down += high + 10

    def trick_height(self) -> float:
        """Return the height of the trick."""
        laid = self.table.laid or ()
        sides = {self.table.side_of(each.seat) for each in laid}
        return LAID * CARD_RATIO + 24 + (88 if sides & {"north", "south"} else 0)

    def cross(self, y: float) -> None:
        """Add the trick, each card in front of its player, around the height ``y``."""
        for place, laid in enumerate(self.table.laid or ()):
            right, below = SPOTS[self.table.side_of(laid.seat) or "south"]
            self.laid(place, laid, BROAD / 2 + right - LAID / 2, y + below - LAID * CARD_RATIO / 2)
        self.draw_notes()

    def laid(self, place: int, laid: PlayedCard, x: float, y: float) -> None:
        """Add a card in the trick, with its label."""
        high = LAID * CARD_RATIO
        if laid.seat in self.table.winning():
            self.drawing.ring(x, y, LAID, high, 5)
        self.drawing.card(laid.move.played, x, y, LAID)
        if note := translate(self.table.note(place, laid)):
            self.notes.append((note, x + LAID / 2, y + high))

    def draw_notes(self) -> None:
        """Add the labels of the cards in the trick, in front of all of them."""
        for note, x, y in self.notes:
            self.drawing.label(x, y, SMALL, note)

    def places(self, seats: Sequence[int]) -> None:
        """Add five or more seats in rows, each with its card in the trick; the card of the seat at the lower edge comes last."""
        self.down += 10
        laid = {each.seat: (place, each) for place, each in enumerate(self.table.laid or ())}
        broad = (BROAD - 2 * MARGIN) / PLACES
        for first in range(0, len(seats), PLACES):
            row = seats[first:first + PLACES]
            begin = (BROAD - broad * len(row)) / 2
            high = max(self.place(seat, begin + broad * (at + .5), self.down, broad - 8, laid) for at, seat in enumerate(row))
            self.down += high + 10
        if self.table.low in laid and self.table.low not in seats:
            self.laid(*laid[self.table.low], BROAD / 2 - LAID / 2, self.down)
            self.down += LAID * CARD_RATIO + 20
        self.draw_notes()

    def place(self, seat: int, x: float, y: float, broad: float, laid: dict[int, tuple[int, PlayedCard]]) -> float:
        """Add a seat and its card in the trick, which has room in any case, and return their height."""
        down = self.seat(seat, x, y, broad)
        if seat in laid:
            self.laid(*laid[seat], x - LAID / 2, down + 6)
        return down + 6 + (LAID * CARD_RATIO + 10 if laid else 0) - y

    def seat(self, seat: int, x: float, y: float, broad: float) -> float:
        """Add a seat with its cards, unless they are at the lower edge, and return its lower edge."""
        cards = [] if seat == self.table.low else self.table.cards(seat)
        if FACE_DOWN in cards:
            step = min(BACK * .37, (FAN - BACK) / max(1, len(cards) - 1))
            begin = x - (BACK + step * (len(cards) - 1)) / 2
            for place in range(len(cards)):
                self.drawing.card(FACE_DOWN, begin + step * place, y, BACK)
        else:
            self.tabs(cards, x, y, broad)
        return self.plate(seat, x, y + self.cards_height(cards, broad), broad)

    def tabs(self, cards: Sequence[Card], x: float, y: float, broad: float) -> None:
        """Add the edges of face-up cards in rows."""
        most = tabs_in_row(len(cards), broad)
        for first in range(0, len(cards), most):
            row = cards[first:first + most]
            begin = x - (len(row) * (TAB + TAB_GAP) - TAB_GAP) / 2
            for place, card in enumerate(row):
                self.drawing.edge(card, begin + place * (TAB + TAB_GAP), y, TAB)
            y += self.tab_high + TAB_GAP

    def cards_height(self, cards: Sequence[Card], broad: float) -> float:
        """Return the height of a seat's cards and of the gap below them."""
        if not cards:
            return 0
        if FACE_DOWN in cards:
            return BACK * CARD_RATIO + 4
        return -(-len(cards) // tabs_in_row(len(cards), broad)) * (self.tab_high + TAB_GAP) + 2

    def seat_height(self, seat: int, broad: float) -> float:
        """Return the height of a seat."""
        cards = [] if seat == self.table.low else self.table.cards(seat)
        return self.cards_height(cards, broad) + self.plated(seat, broad).height

    # ---- plates

    def plated(self, seat: int, broad: float) -> _Plate:
        """Return a seat's name plate: the name, the badges, and whether it is the seat's turn."""
        turn, badges = seat == self.table.turn, self.table.marks(seat)
        tricks = next((badge.tricks for badge in badges if badge.tricks), 0)
        shown = [words(self.pack, badge.shown, names=False) for badge in badges if not badge.tricks]
        dealer = seat == self.table.position.dealer
        named = words(self.pack, self.table.name(seat), bold=True)
        room = broad - 20 - (22 if dealer else 0) - (8 * tricks + 5 if tricks else 0)
        return _Plate(_rows(self, [named, *shown], room), tricks, dealer, turn)

    def plate(self, seat: int, x: float, y: float, broad: float) -> float:
        """Add a name plate centred at ``x``, and return its lower edge."""
        plate = self.plated(seat, broad)
        ink = self.theme.now_ink if plate.turn else self.theme.felt_ink
        self.drawing.box(x - plate.width / 2, y, plate.width, plate.height, self.theme.now if plate.turn else self.theme.well,
                         min(plate.height, 26) / 2, self.theme.line)
        for place, line in enumerate(plate.lines):
            down, chip = y + 2 + TEXT * LINE_GAP * (place + .74), plate.chip and not place
            marks = plate.tricks if place == len(plate.lines) - 1 else 0
            begin = x - (line.width + (22 if chip else 0) + (8 * marks + 5 if marks else 0)) / 2
            if chip:
                self.chip(begin + 8, y + 2 + TEXT * LINE_GAP / 2)
                begin += 22
            self.drawing.words(begin, down, TEXT, line, ink, tiles=True)
            for mark in range(marks):
                self.drawing.box(begin + line.width + 7 + 8 * mark, down - 10, 6, 11, ink, 1)
        return y + plate.height

    def chip(self, x: float, y: float) -> None:
        """Add the dealer's chip."""
        self.drawing.add(f'<circle cx="{x:.4g}" cy="{y:.4g}" r="8.5" fill="{self.drawing.paper}"'
                         + (f' stroke="{self.theme.line}"/>' if self.theme.line else "/>"))
        letter = translate(declared("D", "dealer"))
        self.drawing.text(x, y + 4.3, 12, letter, self.drawing.ink, True, "middle")

    # ---- message and hand

    def slip(self, slip: Slip) -> None:
        """Add the message: its headline and its reasons."""
        room = BROAD - 2 * MARGIN - 36
        lead = lines(self.pack, words(self.pack, slip.lead, bold=True), LEAD, room)
        note = [words(self.pack, screen_reader_only(slip.html))] if slip.html else []
        more = lines(self.pack, joined_words(*note, *(words(self.pack, text) for text, _ in slip.more)), TEXT, room)
        high = 20 + LEAD * LINE_GAP * len(lead) + TEXT * LINE_GAP * len(more)
        self.drawing.box(MARGIN, self.down, BROAD - 2 * MARGIN, high, self.theme.slip, 8, self.theme.line)
        y = self.down + 10
        for size, part in ((LEAD, lead), (TEXT, more)):
            for line in part:
                ink = self.theme.slip_ink if part is lead else self.theme.soft
                self.drawing.words(MARGIN + 18, y + size * 1.06, size, line, ink, tiles=self.theme.name == "dark")
                y += size * LINE_GAP
        self.down += high + 10

    def own(self) -> None:
        """Add the hand at the lower edge, with its plate."""
        self.down = self.plate(self.table.low, BROAD / 2, self.down, BROAD - 2 * MARGIN) + 8
        if cards := self.table.cards(self.table.low):
            self.down += spread(self.drawing, cards, MARGIN, self.down, BROAD - 2 * MARGIN)
        self.down += MARGIN - (0 if cards else 4)


SPOTS = {"south": (0, 44), "west": (-66, 0), "north": (0, -44), "east": (66, 0)}
"""Positions of the middles of the cards in the trick, from the middle of the table, by side."""


def tabs_in_row(count: int, broad: float) -> int:
    """Return the number of face-up cards in each row of a hand, so that the rows are of nearly the same length."""
    most = int((broad + TAB_GAP) // (TAB + TAB_GAP))
    rows = max(1, -(-count // most))
    return max(1, -(-count // rows))


def spread(drawing: Drawing, cards: Sequence[Card], x: float, y: float, broad: float) -> float:
    """Add a hand of cards in one row, overlapping if they are many, and return their height."""
    count = len(cards)
    if count <= MAX_APART:
        wide = min(OWN_LARGEST, (broad - 5 * (count - 1)) / count)
        step, begin = wide + 5, x + (broad - wide * count - 5 * (count - 1)) / 2
    else:
        wide, begin = OWN_OVERLAPPED, x
        step = (broad - wide) / (count - 1)
    row(drawing, cards, begin, y, wide, step)
    return wide * CARD_RATIO


def row(drawing: Drawing, cards: Sequence[Card], x: float, y: float, width: float, step: float) -> None:
    """Add cards in a row, ``step`` apart from left edge to left edge."""
    for place, card in enumerate(cards):
        drawing.card(card, x + step * place, y, width, overlapped=step < width and place < len(cards) - 1)


def _rows(picture: _TablePicture, parts: Sequence[Sequence[Word]], room: float) -> list[LineOfWords]:
    """Return several texts in lines, with a wider gap between two texts; each is kept together if there is room."""
    rows = list[LineOfWords]()
    for part in parts:
        for line in lines(picture.pack, part, TEXT, room):
            last = rows[-1] if rows else None
            if last and last.width + 12 + line.width <= room:
                moved = [(place + last.width + 12, each) for place, each in line.words]
                rows[-1] = LineOfWords([*last.words, *moved], last.width + 12 + line.width)
            else:
                rows.append(line)
    return rows
