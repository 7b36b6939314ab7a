"""The game class for Spades: its declarations, and the start of a hand from a setup."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import ClassVar

from rules_engine.core.game.setup_checks import SetupReader
from rules_engine.core.game.trick_game import HandFlow, Stage, TrickGame
from rules_engine.core.model.cards import Card
from rules_engine.core.model.packs import FRENCH
from rules_engine.games.spades import rules
from rules_engine.games.spades.cards import DECK, FOR_THREE
from rules_engine.games.spades.position import BLIND, SpadesPosition


def check_over(position: SpadesPosition, given: SetupReader) -> None:
    """Report a missing bid."""
    if None in position.bids:
        given.add_problem("a hand that is over has a bid for every seat", "bids")


class Spades(TrickGame[SpadesPosition]):
    """The game of Spades. The package's docstring has its sources and the modelling decisions.

    In ``cutthroat``, the option ``blind-nil`` is ``none`` whatever is given.
    """

    id = "spades"
    name = "Spades"
    pack = FRENCH
    variants: ClassVar = {"standard": "partners", "cutthroat": "each for themselves"}
    player_counts = (3, 4)
    variant_players: ClassVar = {"standard": (4,)}
    option_values: ClassVar = {"blind-nil": ("none", "behind-100", "with-exchange"), "failed-nil": ("apart", "count")}
    option_words: ClassVar = {
        "blind-nil": "Blind nil", "failed-nil": "Tricks of a broken nil", "none": "Not played", "behind-100": "When 100 behind",
        "with-exchange": "With an exchange of cards", "apart": "Bags", "count": "Count for the side",
        "behind-100 blind-nil": "blind nil", "with-exchange blind-nil": "blind nil with an exchange",
        "count failed-nil": "tricks of a broken nil count"}
    phases = ("bid", "exchange", "play", "over")
    forms: ClassVar = {"bid": ("bid NUMBER", "bid nil", "bid blind nil"), "exchange": ("give CARD",), "play": ("CARD",)}
    book = rules.book
    minutes = 45
    mechanisms = ("trumps", "bidding", "partners")
    positions = SpadesPosition
    goals = rules.GOALS
    course = HandFlow(
        before=[Stage(phase="bid", next_to_act=rules.bidder, apply=rules.take_bid),
                Stage(phase="exchange", next_to_act=rules.giver, apply=rules.give, extra_cards=None)],
        leader=rules.leader, played=rules.breaks, trick_winner=rules.winning, over=rules.is_over, is_stuck=rules.is_stuck,
        before_scoring=rules.failed_nil, settles=lambda position, given, notation: check_over(position, given),
        scores=[rules.score_contract, rules.score_set, rules.bags, rules.score_nil],
        next_dealer=rules.next_dealer, match_end=[rules.end], is_tied=rules.is_tied)

    def __init__(self, variant: str | None = None, players: int | None = None, seats: Sequence[str] | None = None,
                 options: Mapping[str, str] | None = None) -> None:
        alone = {"blind-nil": "none"} if variant == "cutthroat" else {}
        super().__init__(variant, players, seats, {**(options or {}), **alone})

    def dealt_cards(self) -> Sequence[Card]:
        """Return a pack that can be dealt evenly: three players leave out the Two of Clubs."""
        return FOR_THREE if self.table.size == 3 else DECK

    def score_sides(self) -> list[tuple[int, ...]]:
        """Return the sides: the players who sit opposite each other, or each player alone."""
        return super().score_sides() if self.variant == "cutthroat" else [(0, 2), (1, 3)]

    def blank(self) -> SpadesPosition:
        """Return a blank position with the sides and options of this game."""
        position = super().blank()
        position.sides = self.score_sides()
        position.blind_nil, position.apart = self.options["blind-nil"], self.options["failed-nil"] == "apart"
        return position

    def deal_out(self, position: SpadesPosition, seed: int) -> None:
        """Deal out the whole pack."""
        rules.deal(position, self.shuffled(self.deck, seed, position.number))

    def begins_in_play(self, given: SetupReader) -> bool:
        """Return whether a setup without a phase begins in play: it does if it has a bid for every seat."""
        bids = given.value.get("bids")
        return isinstance(bids, Mapping) and all(bids.get(name) is not None for name in self.table.names)

    def resume(self, position: SpadesPosition, given: SetupReader) -> None:
        """Resume the bidding, the exchange or the play. Report impossible bids, and an exchange that contradicts the bids."""
        self._check_bids(position, given)
        super().resume(position, given)
        due = {seat for seat in self.table.seats if None not in position.bids and rules.needs_exchange(position, seat)}
        if not position.exchanged <= due:
            given.add_problem("a seat has exchanged only after a blind nil, if its partner bid a number", "exchanged")
        seat = rules.exchanger(position) if position.phase == "exchange" else None
        if seat is not None:
            self._check_given(position, given, seat)
        elif position.given:
            given.add_problem("no exchange is under way: leave out given, or say phase: exchange", "given")

    def _check_bids(self, position: SpadesPosition, given: SetupReader) -> None:
        """Report bids that are too high or out of order, and blind bids in games without them."""
        names, bids = self.table.names, position.bids
        for name, bid in zip(names, bids, strict=True):
            if isinstance(bid, int) and bid > position.full:
                given.add_problem(f"{bid} is more than the {position.full} tricks of a hand", "bids", name)
            if bid == BLIND and position.blind_nil == "none":
                given.add_problem("blind nil isn't played: choose it with the option blind-nil", "bids", name)
        for before, seat in pairwise(self.table.clockwise_from(position.dealer + 1)):
            if position.phase != "play" and bids[before] is None and bids[seat] is not None:
                given.add_problem(f"{names[before]} bids before {names[seat]}", "bids", names[seat])

    def _check_given(self, position: SpadesPosition, given: SetupReader, seat: int) -> None:
        """Report hands that don't fit the cards given: the blind bidder's is shorter, and the partner's is longer."""
        sizes, away = [*map(len, position.hands)], min(position.given, 2 * rules.EXCHANGED - position.given)
        sizes[seat] += away
        sizes[position.partner(seat)] -= away
        if len(set(sizes)) > 1 or max(sizes) > position.full:
            given.add_problem(f"without the {position.given} cards given, all hands must have the same number of cards", "hands")
