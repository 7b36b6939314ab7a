"""The analysis of a puzzle: the lines after its best and its natural move, and counterfactuals.

Ideas use three kinds of facts: the tricks of both lines; the result if another seat led (``if_led_by``); and the result if a card
were another one (``with_card``). The last two are solved exactly. If that takes too long, there is no claim.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move, play
from rules_engine.core.positions.position import Position
from rules_engine.narration.narrator import narrator_for
from rules_engine.narration.quantities import POINTS
from rules_engine.puzzles.themes.theme_checks import ComparedLines
from rules_engine.quiz.line_tricks import LineTrick, tricks_of_line
from rules_engine.solver.heuristics import AdditiveTricks
from rules_engine.solver.principal_variation import MoveLine
from rules_engine.solver.search import Search, Undecided, Unsolved

TWO = 2
EFFORT = 20_000
"""Maximum number of moves that the solver makes for one counterfactual."""
TRIED = 2
"""Maximum number of cards tried in place of one."""


class PuzzleAnalysis:
    """A solved position, its best move and a worse one, the natural move.

    ``most``     the value of the best move
    ``less``     the value of the natural move
    ``line``     the tricks after the best move
    ``natural``  the tricks after the natural move
    """

    def __init__(self, search: Search[Position], best: Move, tempting: Move, line: MoveLine | None = None) -> None:
        self.search, self.game, self.start = search, search.game, search.start
        self.seat, self.side = search.seat, {*search.side}
        self.best, self.tempting = best, tempting
        self.most, self.less = search.values[best], search.values[tempting]
        lines = line or search.line(best), search.line(tempting)
        self.moves = lines[0]
        self.line, self.natural = (tricks_of_line(self.game, self.start, each) for each in lines)
        self.ends = [self._end(each) for each in lines]
        self._changed: dict[tuple[Card, Card], Search[Position]] = {}
        self._powers: dict[Card, int] = {}

    def _end(self, line: MoveLine) -> Position:
        position = self.start
        for _, move in line:
            position = self.game.make(position, move)[0]
        return position

    # ---- seats and tricks

    @property
    def leads(self) -> bool:
        """True if the seat leads."""
        return not self.start.trick

    @property
    def alone(self) -> bool:
        """True if the seat has no partner."""
        return len(self.side) == 1

    @property
    def turns_trick(self) -> bool:
        """True if the first trick has different takers in the two lines."""
        return bool(self.line and self.natural) and self.line[0].takers != self.natural[0].takers

    def partner_takes(self, trick: LineTrick) -> bool:
        """Return whether only partners take a trick."""
        return trick.takers <= self.side - {self.seat}

    def later(self, tricks: Sequence[LineTrick], card: Card | None) -> LineTrick | None:
        """Return the trick after the first that the seat takes with a card, or None."""
        return next((each for each in tricks[1:] if card is not None and each.taken_with(self.seat) is card), None)

    def fall(self, tricks: Sequence[LineTrick], card: Card) -> LineTrick | None:
        """Return the trick to which the seat plays a card, or None."""
        return next((each for each in tricks if (laid := each.laid_by(self.seat)) and laid.card is card), None)

    def other_takers(self, tricks: Sequence[LineTrick]) -> Iterator[tuple[int, Card, LineTrick]]:
        """Yield each opponent that takes a trick, with its card and the trick."""
        for each in tricks:
            for seat in each.takers - self.side:
                card = each.taken_with(seat)
                if card is not None:
                    yield seat, card, each

    # ---- results

    def stands(self, position: Position) -> int:
        """Return the side's total so far, in the game's own count."""
        standing = narrator_for(self.game).side_totals(position)
        return sum(stand.number for stand in standing if self.seat in stand.seats)

    def gains(self, trick: LineTrick) -> int:
        """Return the side's points after a trick, if points add up in the course of a hand."""
        return gained(self.search, trick)

    def taken(self, tricks: Sequence[LineTrick]) -> int:
        """Return the number of tricks that the side takes alone."""
        return sum(each.takers <= self.side for each in tricks)

    @cached_property
    def brings_points(self) -> bool:
        """True if tricks score points as they are taken."""
        return narrator_for(self.game).unit == POINTS

    def brought(self, trick: LineTrick, seat: int | None = None) -> int:
        """Return the change in a side's total by a trick. The side is that of ``seat``, by default the solver's."""
        who, told = self.seat if seat is None else seat, narrator_for(self.game)
        before, after = (sum(stand.number for stand in told.side_totals(each) if who in stand.seats)
                         for each in (trick.before, trick.after))
        return after - before

    @cached_property
    def feats(self) -> tuple[bool | None, bool | None]:
        """The most important achievement in each line: True if the side makes it, False if others do, None if nobody does."""
        best, natural = map(self.search.hints.feat, self.ends)
        return best, natural

    def bears_out(self, idea: str, seat: int | None, card: Card | None) -> bool:
        """Return whether the tricks of both lines show the claim of an idea's plan. The lines of other moves aren't examined."""
        lines = ComparedLines(self.game, self.line, self.natural, (), self.seat, self.seat if seat is None else seat, card)
        return lines.is_borne_out(idea)

    # ---- suits

    @cached_property
    def has_trumps(self) -> bool:
        """True if the game has trumps. Games in which cards beat each other by limits have none."""
        return not self.search.hints.beaters()

    def is_trump(self, card: Card, suit: str = "") -> bool:
        """Return whether a card is a trump or is played as one; a card of two suits may be named as the other."""
        narrator = narrator_for(self.game)
        if not self.has_trumps or not narrator.is_trump(self.start, card):
            return False
        return not suit or all(narrator.is_trump(self.start, each) for each in self.game.pack.cards if suit in each.suits)

    def plays_trump(self, move: Move) -> bool:
        """Return whether a move plays a trump as a trump."""
        return move.card is not None and self.is_trump(move.card, move.suit)

    def asked_for(self, led: Move) -> set[Card]:
        """Return the cards that must be played to a lead by a seat that holds some; empty if any card may be played."""
        scene = self.game.make(self._to_lead(self.start.hands[self.seat]), led)[0]
        if scene.to_act is None or not scene.trick:
            return set()
        pack = [card for card in self.game.deck if card is not led.card]
        scene.hands[scene.actor] = pack
        asked = {move.played for move in self.game.legal(scene) if move.card is not None}
        return asked if len(asked) < len(pack) else set()

    def _to_lead(self, hand: Iterable[Card]) -> Position:
        """Return the start with the seat on lead from a hand. If the seat has a lead to answer, it is in the play phase."""
        scene = self.start.copy()
        scene.phase, scene.trick, scene.leader, scene.to_act = "play", [], self.seat, self.seat
        scene.hands[self.seat] = [*hand]
        return scene

    def suit_of(self, card: Card, suit: str = "") -> object:
        """Return a key for the suit that a card is played in, which can differ from the suit printed on it."""
        return "trump" if self.is_trump(card, suit) else suit or card.suits

    # ---- counterfactuals

    def if_led_by(self, position: Position, leader: int) -> bool | None:
        """Return whether the side still gets the best value if ``leader`` led in a position; None if unknown."""
        return if_led_by(self.search, self.most, position, leader)

    def must_lead(self, position: Position, leader: int) -> bool:
        """Return whether the side gets less if any other seat leads."""
        return must_lead(self.search, self.most, position, leader)

    def with_card(self, card: Card, instead: Card) -> Search[Position]:
        """Return a search of the start with the card ``instead`` in place of a held card."""
        if (card, instead) not in self._changed:
            changed = self.start.copy()
            changed.hands = [[instead if each is card else each for each in hand] for hand in self.start.hands]
            self._changed[card, instead] = Search(self.game, changed, self.search.goal)
        return self._changed[card, instead]

    def brings(self, card: Card, instead: Card, move: Move, wanted: int) -> bool | None:
        """Return whether a move is worth at least ``wanted`` if ``instead`` replaces ``card``; None if unknown or illegal."""
        search = self.with_card(card, instead)
        if move not in self.game.legal(search.start):
            return None
        return reaches(search, search.after(move), wanted)

    def duds(self, card: Card) -> list[Card]:
        """Return a few unheld cards that are weaker than ``card``, preferably of its suit: the next lower and the lowest."""
        lower = [each for each in self.spare if self.power(each) < self.power(card)]
        suit = self.suit_of(card)
        same = sorted((each for each in lower if self.suit_of(each) == suit), key=self.power)
        near = sorted((each for each in lower if {*each.suits} & {*card.suits}), key=self.power)
        found = [*same[-1:], *same[:1], *near[:1], *sorted(lower, key=self.power)[:1]]
        return [*dict.fromkeys(found)][:TRIED]

    @cached_property
    def spare(self) -> list[Card]:
        """The cards with a suit that are neither held nor in the trick."""
        held = {each for hand in self.start.hands for each in hand} | {laid.card for laid in self.start.trick}
        return [each for each in self.game.deck if each not in held and each.suits]

    def power(self, card: Card) -> int:
        """Return the number of held cards that a card beats when it leads, plus those that it beats when they lead."""
        if card not in self._powers:
            others = [each for hand in self.start.hands for each in hand if each is not card]
            self._powers[card] = sum(self._beats(card, each) + self._beats(each, card, second=True) for each in others)
        return self._powers[card]

    def _beats(self, led: Card, other: Card, second: bool = False) -> bool:
        """Return whether ``led`` takes a trick of two cards, or ``other`` if ``second`` is set, for any way to lead ``led``."""
        follows = play(other).laid[1]
        return any(int(second) in self.game.winners(self.start, [lead.laid[0], follows]).values() for lead in self.led_as[led])

    @cached_property
    def led_as(self) -> dict[Card, list[Move]]:
        """The ways to lead each card."""
        leads = dict[Card, list[Move]]()
        for move in self.game.candidates(self._to_lead(self.game.deck)):
            if move.card is not None and move.other is None:
                leads.setdefault(move.card, []).append(move)
        return leads

    def liability(self, card: Card) -> Card | None:
        """Return a weaker card that would make the natural move as good as the best in place of ``card``, or None."""
        return next((dud for dud in self.duds(card) if self.brings(card, dud, self.tempting, self.most)), None)

    def asset(self, card: Card) -> Card | None:
        """Return a weaker card that would make the best move worth less in place of ``card``, or None."""
        return next((dud for dud in self.duds(card) if self.brings(card, dud, self.best, self.most) is False), None)

    def needed(self, card: Card) -> bool:
        """Return whether the best move would be worth less with a card of another suit in place of ``card``."""
        others = sorted((each for each in self.spare if not {*each.suits} & {*card.suits}), key=self.power)
        return any(self.brings(card, each, self.best, self.most) is False for each in others[:TRIED])

    def key_card(self) -> tuple[int, Card, Card] | None:
        """Return the opposing card that defeats the natural move: its holder, the card, and a weaker card.

        With the weaker card in its place, the natural move would be as good as the best.
        """
        seen = [(seat, card) for seat, card, _ in self.other_takers(self.natural) if card in self.start.hands[seat]]
        return self._culprit(seen, self.most)

    def threat(self) -> tuple[int, Card, Card] | None:
        """Return a card that takes a trick after the natural move: its holder, the card, and a weaker card.

        With the weaker card in its place, the natural move would be worth more. Opposing cards come first.
        """
        takers = [(laid.seat, laid.card) for each in self.natural for laid in each.trick.laid if laid.seat in each.takers]
        held = [(seat, card) for seat, card in takers if card in self.start.hands[seat] and card is not self.tempting.card]
        return self._culprit(sorted(held, key=lambda each: each[0] in self.side), self.less + 1)

    def _culprit(self, cards: Sequence[tuple[int, Card]], wanted: int) -> tuple[int, Card, Card] | None:
        return next(((seat, card, dud) for seat, card in dict.fromkeys(cards) for dud in self.duds(card)
                     if self.brings(card, dud, self.tempting, wanted)
                     and not self.brings(card, dud, self.best, self.most + 1)), None)


def if_led_by(search: Search[Position], most: int, position: Position, leader: int) -> bool | None:
    """Return whether the side still gets at least ``most`` if ``leader`` led in a position; None if unknown."""
    turned = _turned(position, leader)
    return None if turned is None else reaches(search, turned, most)


def _turned(position: Position, leader: int) -> Position | None:
    """Return the position with another seat on lead, or None if that isn't possible."""
    if position.hand_over or position.to_act is None or not position.hands[leader] or position.phase != "play":
        return None
    turned = position.copy()
    turned.leader = turned.to_act = leader
    return turned


def must_lead(search: Search[Position], most: int, position: Position, leader: int) -> bool:
    """Return whether the side gets less than ``most`` if any seat other than ``leader`` leads in a position."""
    others = [if_led_by(search, most, position, seat) for seat in search.game.table.seats
              if seat != leader and position.hands[seat]]
    return bool(others) and all(each is False for each in others)


def reaches(search: Search[Position], position: Position, most: int) -> bool | None:
    """Return whether the side gets at least ``most`` from a position; None if that takes too long or is undecided."""
    try:
        return search.reaches(position, most, EFFORT)
    except (Unsolved, Undecided):
        return None


def gained(search: Search[Position], trick: LineTrick) -> int:
    """Return the points of a search's side after a trick, if points add up in the course of a hand."""
    hints = search.hints
    counted = hints.worth(hints.counted(trick.after)) if isinstance(hints, AdditiveTricks) else 0
    return hints.gained(trick.after) + counted
