"""The engine of Double Decker; the package's docstring has its source and the choices made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rules_engine.core.cards import Card, in_order, texts
from rules_engine.core.facts import CARD, CARDS, NUMBER, SEAT, SUIT, SUITS, By, Fact, Plain
from rules_engine.core.game import Game, Line, Standing
from rules_engine.core.moves import Move
from rules_engine.core.packs import DOUBLE_DECKER
from rules_engine.core.position import Event, Laid
from rules_engine.core.rules import Rule
from rules_engine.core.setup import SetupReader
from rules_engine.games.double_decker import telling
from rules_engine.games.double_decker.judges import may_pass, pass_third_colour, two_colours
from rules_engine.games.double_decker.position import (
    COLOURS,
    PASS,
    PASSES,
    PLACES,
    PLAYS,
    THIRD,
    Captured,
    DoubleDeckerPosition,
    colours_of,
    largest,
    shares_of,
    weigh,
)
from rules_engine.games.double_decker.setup import ROUNDS, check_position, read_facts

FROM_ONE = tuple(card for card in DOUBLE_DECKER if card.value > 0)
"""The pack of four, five and six players; seven need the three noughts to be dealt evenly."""


class DoubleDecker(Game[DoubleDeckerPosition]):
    """Two colours a trick, each won apart; one colour counts up, the others down."""

    id = "double-decker"
    name = "Double Decker"
    pack = DOUBLE_DECKER
    variants: ClassVar = {"standard": "five rounds"}
    player_counts = (4, 5, 6, 7)
    phases = ("play", "over")
    forms: ClassVar = {"play": ("CARD", "pass CARD")}
    number_fact = "round"
    position_type = DoubleDeckerPosition
    all_rules = (
        Rule("deal", "The deal"),
        Rule("first-lead", "The dealer leads first"),
        Rule("two-colours", "Two colours to a trick", two_colours),
        Rule("pass", "When a pass is allowed", may_pass),
        Rule("pass-third-colour", "What may be passed", pass_third_colour),
        Rule("one-card-each", "One card from each player"),
        Rule("win-colour", "Each colour is won apart"),
        Rule("next-lead", "Who leads next"),
        Rule("next-lead-tie", "Equal winning cards"),
        Rule("last-card", "The last card stays out"),
        Rule("score-positive", "The largest colour counts up"),
        Rule("score-negative", "The other colours count down"),
        Rule("score-passed", "Passed cards cost two each"),
        Rule("tied-largest", "Equally large colours"),
        Rule("next-dealer", "Who deals next"),
        Rule("game-end", "The end after five rounds"),
    )
    # Colours are won apart, so the last trick has a winner for each; and nobody counts tricks.
    without_facts: ClassVar = frozenset({"tricks", "last_trick_winner"})
    own_facts = (
        Fact("last_trick_winner", By(SEAT)), Fact("colours", SUITS),
        Fact("captured", By(Captured()), settable=True), Fact("passed", By(CARDS), settable=True),
        Fact("round", NUMBER, settable=True), Fact("set_aside", By(CARD)),
        Fact("positive", By(SUIT, nullable=True)),
    )

    # ---- dealing

    def dealt_cards(self) -> Sequence[Card]:
        """All 63 cards for seven players, 1 to 20 for fewer."""
        return DOUBLE_DECKER.cards if self.table.size == 7 else FROM_ONE

    def shuffle(self, position: DoubleDeckerPosition, seed: int) -> None:
        """Deal the whole pack out evenly."""
        deck = self.shuffled(self.deck, seed, position.number)
        size = len(deck) // self.table.size
        position.hands = [deck[seat * size:(seat + 1) * size] for seat in self.table.seats]

    def open(self, position: DoubleDeckerPosition) -> None:
        """The dealer leads."""
        position.leader = position.to_act = position.dealer

    def announce(self, position: DoubleDeckerPosition) -> list[Event]:
        """The deal, and the first leader."""
        return telling.tell_deal(position)

    # ---- setups

    def read_own(self, reader: SetupReader, position: DoubleDeckerPosition) -> None:
        """Read the round and what was captured and passed."""
        read_facts(reader, position)

    def begin(self, reader: SetupReader, position: DoubleDeckerPosition) -> None:
        """Play goes on with the trick on the table, or with a lead: the dealer's, if nobody is named."""
        self.begin_play(reader, position)
        position.colours = colours_of(position.trick)
        if not position.trick and not reader.given("leader"):
            self.open(position)
        check_position(reader, position)

    def write_setup(self, position: DoubleDeckerPosition) -> dict[str, Plain]:
        """A setup that reads back to this position; a card passed to the present trick stands there alone."""
        setup = super().write_setup(position)
        there = {laid.card for laid in position.trick}
        setup["passed"] = {name: texts(in_order(set(cards) - there))
                           for name, cards in zip(self.table.names, position.passed, strict=True)}
        return setup

    # ---- play

    def candidates(self, position: DoubleDeckerPosition) -> list[Move]:
        """Each card played, then each card passed."""
        hand = position.hands[position.to_act or 0]
        return [moves[card] for moves in (PLAYS, PASSES) for card in hand if card in moves]

    def legal(self, position: DoubleDeckerPosition) -> list[Move]:
        """The rules' answer without asking them. Every card has a use at any time: nobody is stuck."""
        seat, colours = position.to_act, position.colours
        if seat is None:
            return []
        plays: list[Move] = []
        if len(colours) < 2:
            for card in position.hands[seat]:
                plays.append(card.play)     # noqa: PERF401
            return plays
        third = THIRD[colours]
        passes: list[Move] = []
        for card in position.hands[seat]:
            if card.suits != third:
                plays.append(card.play)
            else:
                passes.append(PASSES[card])
        plays += passes
        return plays

    def advance(self, position: DoubleDeckerPosition, move: Move, log: list[Event] | None = None) -> None:
        """Play or pass a card; the last card of a trick settles it, the last trick scores the round."""
        seat, card = position.to_act, move.played
        assert seat is not None
        position.hands[seat].remove(card)
        position.trick.append(move.laid[seat])
        if move.verb == PASS:
            position.passed[seat] += (card,)
        elif card.suits not in position.colours:
            position.colours += card.suits
        if log is not None:
            log.extend(telling.tell_card(position))
        position.to_act = seat = self.table.left_of[seat]
        if seat == position.leader:
            self._settle(position, log)
            if len(position.hands[0]) == 1:
                self._score(position, log)

    def _settle(self, position: DoubleDeckerPosition, log: list[Event] | None) -> None:
        takers, weights = weigh(position.trick)
        heaviest = leader = 0
        for place, colour in PLACES:
            if colour in takers:
                seat, weight = takers[colour], weights[colour]
                counts = [*position.captured[seat]]
                counts[place] += weight.bit_count()
                position.captured[seat] = counts
                if weight > heaviest:       # of equal colours, the first
                    heaviest, leader = weight, seat
        if log is not None:
            log.extend(telling.tell_trick(position, shares_of(position.trick), leader))
        self.finish_trick(position, takers)
        position.colours = ""
        position.leader = position.to_act = leader

    def _score(self, position: DoubleDeckerPosition, log: list[Event] | None) -> None:
        position.set_aside = tuple([hand.pop() for hand in position.hands])
        self.finish_hand(position, [2 * max(counts) - sum(counts) - 2 * len(cards)
                                    for counts, cards in zip(position.captured, position.passed, strict=True)])
        totals = self.totals(position)
        if position.number >= ROUNDS:
            position.game_over = True
            best = max(totals)
            position.winners = [name for name, total in zip(self.table.names, totals, strict=True)
                                if total == best]
        if log is not None:
            log.extend(telling.tell_round(position, self.working(position)))
            dealer = self.next_dealer(position)
            log.append(telling.tell_end(position, totals) if dealer is None
                       else telling.tell_next_dealer(position, totals, dealer))

    def next_dealer(self, position: DoubleDeckerPosition) -> int | None:
        """The lowest total, then the lowest score of the round, then clockwise, the dealer last."""
        if super().next_dealer(position) is None or position.hand_score is None:
            return None
        totals, points = self.totals(position), position.hand_score
        around = self.table.clockwise_from(self.table.left_of[position.dealer])
        return min(around, key=lambda seat: (totals[seat], points[seat]))

    # ---- facts and reasons

    def tell_winner(self, position: DoubleDeckerPosition) -> Plain:
        """Who took each colour of the last trick."""
        if position.last_trick is None:
            return None
        return {colour: self.table.names[seat] for colour, seat in position.last_trick.winners.items()}

    def tell_own(self, position: DoubleDeckerPosition) -> dict[str, Plain]:
        """The game's own facts."""
        names, over = self.table.names, position.hand_over
        positive = [next(iter(largest(counts)), None) for counts in position.captured]
        return {
            "last_trick_winner": self.tell_winner(position),
            "colours": list(position.colours),
            "captured": {name: dict(zip(COLOURS, counts, strict=True))
                         for name, counts in zip(names, position.captured, strict=True)},
            "passed": {name: texts(in_order(cards))
                       for name, cards in zip(names, position.passed, strict=True)},
            "round": position.number,
            "set_aside": dict(zip(names, texts(position.set_aside), strict=True)) if over else None,
            "positive": dict(zip(names, positive, strict=True)) if over else None,
        }

    def taken(self, position: DoubleDeckerPosition, seat: int) -> str:
        """The cards captured by colour, and how many were passed."""
        return telling.tell_taken(position, seat)

    def notices(self, position: DoubleDeckerPosition) -> list[tuple[str, str]]:
        """The round, and the colours on the table."""
        return telling.tell_notices(position)

    def standing(self, position: DoubleDeckerPosition, laid: Sequence[Laid]) -> Standing:
        """Each colour apart: its highest card takes its cards."""
        if not laid:
            return Standing({}, [])
        return Standing(weigh(laid)[0], telling.tell_chain(position, laid))

    def working(self, position: DoubleDeckerPosition) -> list[Line]:
        """The largest colour, less the other colours, less two for each card passed."""
        most = [max(counts) for counts in position.captured]
        others = [max(counts) - sum(counts) for counts in position.captured]
        return [
            Line("score-positive", "Largest colour", tuple(most)),
            Line("score-negative", "Other colours", tuple(others)),
            Line("score-passed", "Passed cards", tuple(-2 * len(cards) for cards in position.passed)),
        ]
