"""The analysis of a puzzle: the lines after its best and its natural move, and counterfactuals. Ideas use three kinds of facts:
the tricks in both lines; the result if another seat led (``if_led_by``); and the result if a card were replaced (``with_card``).
The last two are solved exactly; if that takes too long, the fact counts as unknown.
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
"""Maximum number of solver moves for one counterfactual."""
TRIED = 2
"""Maximum number of cards tried as a replacement for one card."""


class PuzzleAnalysis:
    """A solved position with its best move and its natural move, which is worse.

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
        """True if the first trick has different winners in the two lines."""
        return bool(self.line and self.natural) and self.line[0].takers != self.natural[0].takers

    def partner_takes(self, trick: LineTrick) -> bool:
        """Return whether the trick's winners are all partners of the seat."""
        return trick.takers <= self.side - {self.seat}

    def later(self, tricks: Sequence[LineTrick], card: Card | None) -> LineTrick | None:
        """Return the trick, after the first one, that the seat wins with a card, or None."""
        return next((each for each in tricks[1:] if card is not None and each.taken_with(self.seat) is card), None)

    def fall(self, tricks: Sequence[LineTrick], card: Card) -> LineTrick | None:
        """Return the trick to which the seat plays a card, or None."""
        return next((each for each in tricks if (laid := each.laid_by(self.seat)) and laid.card is card), None)

    def other_takers(self, tricks: Sequence[LineTrick]) -> Iterator[tuple[int, Card, LineTrick]]:
        """Yield each opponent that wins a trick, with its card and the trick."""
        for each in tricks:
            for seat in each.takers - self.side:
                card = each.taken_with(seat)
                if card is not None:
                    yield seat, card, each

    # ---- results

    def stands(self, position: Position) -> int:
        """Return the side's total so far, as a value to maximize, in the game's unit."""
        return self._total(position, self.seat)

    def _total(self, position: Position, seat: int) -> int:
        standing = narrator_for(self.game).side_totals(position)
        return self.game.value(sum(stand.number for stand in standing if seat in stand.seats))

    def gains(self, trick: LineTrick) -> int:
        """Return the side's points after a trick as a value to maximize, if points add up during a hand."""
        return gained(self.search, trick)

    def taken(self, tricks: Sequence[LineTrick]) -> int:
        """Return the number of tricks that are won by the side alone."""
        return sum(each.takers <= self.side for each in tricks)

    @cached_property
    def brings_points(self) -> bool:
        """True if tricks score points as they are taken."""
        return narrator_for(self.game).unit == POINTS

    def brought(self, trick: LineTrick, seat: int | None = None) -> int:
        """Return the change in a side's total caused by a trick, positive if the side gains by it. The side is that of ``seat``,
        by default the solver's."""
        who = self.seat if seat is None else seat
        return self._total(trick.after, who) - self._total(trick.before, who)

    @cached_property
    def feats(self) -> tuple[bool | None, bool | None]:
        """The most important achievement, in each of the two lines: True if the side accomplishes it, False if another side does,
        None if no side does."""
        best, natural = map(self.search.heuristics.feat, self.ends)
        return best, natural

    def bears_out(self, idea: str, seat: int | None, card: Card | None) -> bool:
        """Return whether the tricks in both lines confirm the plan described for an idea. Lines after other moves aren't
        examined."""
        lines = ComparedLines(self.game, self.line, self.natural, (), self.seat, self.seat if seat is None else seat, card)
        return lines.is_confirmed(idea)

    # ---- suits

    @cached_property
    def has_trumps(self) -> bool:
        """True if the game has trumps. Games in which a card beats others by limits have none."""
        return not self.search.heuristics.beaters()

    def is_trump(self, card: Card, suit: str = "") -> bool:
        """Return whether a card is a trump or is played as one; a card with two suits may be named as its other suit."""
        narrator = narrator_for(self.game)
        if not self.has_trumps or not narrator.is_trump(self.start, card):
            return False
        return not suit or all(narrator.is_trump(self.start, each) for each in self.game.pack.cards if suit in each.suits)

    def plays_trump(self, move: Move) -> bool:
        """Return whether a move plays a trump as a trump."""
        return move.card is not None and self.is_trump(move.card, move.suit)

    def asked_for(self, led: Move) -> set[Card]:
        """Return the cards that follow a lead and must be played by a seat that holds some of them; empty if any card may be
        played. The card led may have been drawn after the start."""
        hand = self.start.hands[self.seat]
        drawn = [] if led.card is None or led.card in hand else [led.card]
        scene = self.game.make(self._to_lead([*hand, *drawn]), led)[0]
        if scene.to_act is None or not scene.trick:
            return set()
        pack = [card for card in self.game.deck if card is not led.card]
        scene.hands[scene.actor] = pack
        asked = {move.played for move in self.game.legal(scene) if move.card is not None}
        return asked if len(asked) < len(pack) else set()

    def _to_lead(self, hand: Iterable[Card]) -> Position:
        """Return a copy of the start with the seat on lead from a given hand. If the start is a response to a lead, the phase
        becomes ``play``."""
        scene = self.start.copy()
        scene.phase, scene.trick, scene.leader, scene.to_act = "play", [], self.seat, self.seat
        scene.hands[self.seat] = [*hand]
        return scene

    def suit_of(self, card: Card, suit: str = "") -> object:
        """Return a key for the suit in which a card is played, which can differ from the printed suit."""
        return "trump" if self.is_trump(card, suit) else suit or card.suits

    # ---- counterfactuals

    def if_led_by(self, position: Position, leader: int) -> bool | None:
        """Return whether the side still gets the best value if ``leader`` leads in a position; None if unknown."""
        return if_led_by(self.search, self.most, position, leader)

    def must_lead(self, position: Position, leader: int) -> bool:
        """Return whether the side gets less if any other seat leads."""
        return must_lead(self.search, self.most, position, leader)

    def with_card(self, card: Card, instead: Card) -> Search[Position]:
        """Return a search of the start in which ``instead`` replaces a card in a hand."""
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
        """Return a few weaker cards that no seat holds, preferably in the suit of ``card``: the next lower one and the lowest."""
        lower = [each for each in self.spare if self.power(each) < self.power(card)]
        suit = self.suit_of(card)
        same = sorted((each for each in lower if self.suit_of(each) == suit), key=self.power)
        near = sorted((each for each in lower if {*each.suits} & {*card.suits}), key=self.power)
        found = [*same[-1:], *same[:1], *near[:1], *sorted(lower, key=self.power)[:1]]
        return [*dict.fromkeys(found)][:TRIED]

    @cached_property
    def spare(self) -> list[Card]:
        """The cards that are neither in a hand nor in the trick, without cards that have no suit."""
        held = {each for hand in self.start.hands for each in hand} | {laid.card for laid in self.start.trick}
        return [each for each in self.game.deck if each not in held and each.suits]

    def power(self, card: Card) -> int:
        """Return a measure of a card's strength: the number of held cards that it beats when it is led, plus those that it beats
        when they are led."""
        if card not in self._powers:
            others = [each for hand in self.start.hands for each in hand if each is not card]
            self._powers[card] = sum(self._beats(card, each) + self._beats(each, card, second=True) for each in others)
        return self._powers[card]

    def _beats(self, led: Card, other: Card, second: bool = False) -> bool:
        """Return whether ``led`` (or ``other`` if ``second`` is set) takes a trick of these two cards, for any way to lead
        ``led``."""
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
        """Return a weaker card with which, in place of ``card``, the natural move would be as good as the best; or None."""
        return next((dud for dud in self.duds(card) if self.brings(card, dud, self.tempting, self.most)), None)

    def asset(self, card: Card) -> Card | None:
        """Return a weaker card with which, in place of ``card``, the best move would be worth less; or None."""
        return next((dud for dud in self.duds(card) if self.brings(card, dud, self.best, self.most) is False), None)

    def needed(self, card: Card) -> bool:
        """Return whether the best move would be worth less if a card in another suit replaced ``card``."""
        others = sorted((each for each in self.spare if not {*each.suits} & {*card.suits}), key=self.power)
        return any(self.brings(card, each, self.best, self.most) is False for each in others[:TRIED])

    def key_card(self) -> tuple[int, Card, Card] | None:
        """Return the opposing card that defeats the natural move: its holder, the card, and a weaker card.

        If the weaker card replaced it, the natural move would be as good as the best.
        """
        seen = [(seat, card) for seat, card, _ in self.other_takers(self.natural) if card in self.start.hands[seat]]
        return self._culprit(seen, self.most)

    def threat(self) -> tuple[int, Card, Card] | None:
        """Return a card that takes a trick after the natural move: its holder, the card, and a weaker card.

        If the weaker card replaced it, the natural move would be worth more. Opposing cards are preferred.
        """
        takers = [(laid.seat, laid.card) for each in self.natural for laid in each.trick.laid if laid.seat in each.takers]
        held = [(seat, card) for seat, card in takers if card in self.start.hands[seat] and card is not self.tempting.card]
        return self._culprit(sorted(held, key=lambda each: each[0] in self.side), self.less + 1)

    def _culprit(self, cards: Sequence[tuple[int, Card]], wanted: int) -> tuple[int, Card, Card] | None:
        return next(((seat, card, dud) for seat, card in dict.fromkeys(cards) for dud in self.duds(card)
                     if self.brings(card, dud, self.tempting, wanted)
                     and not self.brings(card, dud, self.best, self.most + 1)), None)


def if_led_by(search: Search[Position], most: int, position: Position, leader: int) -> bool | None:
    """Return whether the side still gets at least ``most`` if ``leader`` leads in a position; None if unknown."""
    turned = _turned(position, leader)
    return None if turned is None else reaches(search, turned, most)


def _turned(position: Position, leader: int) -> Position | None:
    """Return a copy of the position with another seat on lead, or None if that isn't possible."""
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
    """Return whether the side gets at least ``most`` from a position; None if the search takes too long or is undecided."""
    try:
        return search.reaches(position, most, EFFORT)
    except (Unsolved, Undecided):
        return None


def gained(search: Search[Position], trick: LineTrick) -> int:
    """Return the points that a search's side has after a trick as a value to maximize, if points add up during a hand."""
    heuristics = search.heuristics
    counted = heuristics.worth(heuristics.counted(trick.after)) if isinstance(heuristics, AdditiveTricks) else 0
    return heuristics.gained(trick.after) + counted
