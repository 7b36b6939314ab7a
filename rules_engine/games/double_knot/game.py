"""The game class for Double Knot: its declarations, and the start of a hand from a setup."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import ClassVar

from rules_engine.core.game.setup_checks import SetupReader
from rules_engine.core.game.trick_game import HandFlow, Stage, TrickGame
from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import EventSink, ignore_events
from rules_engine.core.model.packs import DECKTET, DECKTET_BASIC
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.games.double_knot import rules
from rules_engine.games.double_knot.cards import EXCUSE, WITHOUT_EXCUSE
from rules_engine.games.double_knot.position import DoubleKnotPosition


def settle_over(position: DoubleKnotPosition, given: SetupReader) -> None:
    """Set the results of all sides, or report a missing bid."""
    if None in position.bids:
        given.add_problem("a hand that is over has a bid for every seat", "bids")
        return
    rules.settle(position, ignore_events)


class DoubleKnot(TrickGame[DoubleKnotPosition]):
    """The game of Double Knot. The package's docstring has its source and the modelling decisions."""

    id = "double-knot"
    name = "Double Knot"
    pack = DECKTET
    variants: ClassVar = {
        "standard": "each for themselves",
        "zero-or-all": "zero or all: 4 points or none",
        "teams": "partners",
        "teams-zero-or-all": "partners, zero or all: 4 points each or none",
    }
    player_counts = (3, 4, 5)
    option_values: ClassVar = {"pack": ("extended", "basic")}
    phases = ("bid", "play", "over")
    forms: ClassVar = {"bid": ("bid NUMBER",), "play": ("CARD",)}
    book = rules.book
    minutes = 40
    mechanisms = ("cards of two suits", "trumps", "trumps change each trick", "bidding")
    positions = DoubleKnotPosition
    goals = (rules.CONTRACT,)
    course = HandFlow(
        before=[Stage(phase="bid", next_to_act=rules.bidder, apply=rules.take_bid, on_end=rules.add_bids)],
        leader=rules.leader,
        tries=rules.to_try,
        played=rules.make_trumps,
        trick_winner=rules.winning,
        on_trick_taken=rules.end_trick,
        over=rules.is_over,
        is_stuck=rules.is_stuck,
        before_scoring=rules.settle,
        settles=lambda position, given, notation: settle_over(position, given),
        scores=[rules.sheet],
        next_dealer=rules.next_dealer,
        match_end=[rules.end],
        is_tied=rules.is_tied,
    )

    # ---- choices

    @property
    def teams(self) -> bool:
        """True if partners play and score together."""
        return self.variant in rules.partners.variants

    def players_allowed(self) -> tuple[int, ...]:
        """Return the possible numbers of players: four with partners; three or four with the basic pack, which can't be
        dealt evenly to five."""
        if self.teams:
            return (4,)
        return (3, 4) if self.options["pack"] == "basic" else self.player_counts

    def dealt_cards(self) -> Sequence[Card]:
        """Return a pack that can be dealt evenly: four players leave out the Excuse."""
        if self.options["pack"] == "basic":
            return DECKTET_BASIC
        return WITHOUT_EXCUSE if self.table.size == 4 else DECKTET.cards

    def score_sides(self) -> list[tuple[int, ...]]:
        """Return the sides: each player alone, or the players who sit opposite each other."""
        return rules.partners() if self.teams else super().score_sides()

    def blank(self) -> DoubleKnotPosition:
        """Return a blank position with the sides and the scoring of the variant."""
        position = super().blank()
        position.sides = tuple(self.score_sides())
        position.zero_or_all = self.variant in rules.zero_or_all.variants
        return position

    # ---- start of a hand

    def deal_out(self, position: DoubleKnotPosition, seed: int) -> None:
        """Deal out the whole pack."""
        rules.deal(position, self.shuffled(self.deck, seed, "deal"))

    def begins_in_play(self, given: SetupReader) -> bool:
        """Return whether a setup without a phase begins in play. It never does, because bidding continues if a bid is missing."""
        return False

    def resume(self, position: DoubleKnotPosition, given: SetupReader) -> None:
        """Resume the bidding, the trick on the table, or a lead. Report bids that are out of order or too high, and a match
        that is over."""
        super().resume(position, given)
        names = self.table.names
        for before, seat in pairwise(self.table.clockwise_from(position.dealer + 1)):
            if position.phase == "bid" and position.bids[before] is None and position.bids[seat] is not None:
                given.add_problem(f"{names[before]} bids before {names[seat]}", "bids", names[seat])
        # during play, a setup may contain just one trick from a longer hand
        most = self.hand_size() if position.phase == "play" else max(map(len, position.hands))
        for name, bid in zip(names, position.bids, strict=True):
            if bid is not None and bid > most:
                given.add_problem(f"{bid} is more than the {most} tricks of this hand: expected a number from 0 to {most}",
                            "bids", name)
        if rules.end(position):
            given.add_problem("a side with the target, alone in the lead, had won: this match is over", "score")

    # ---- tricks and the score

    def suit_of(self, position: DoubleKnotPosition, card: Card) -> str:
        """Return the letter of the card's top suit."""
        return rules.top_suit(card)

    def winners(self, position: DoubleKnotPosition, laid: Sequence[PlayedCard]) -> Mapping[str, int]:
        """Return the winner of a trick; an empty mapping if only the Excuse has been played."""
        return {} if rules.card_led(laid) is EXCUSE else super().winners(position, laid)

    def finish_hand(self, position: DoubleKnotPosition, note: EventSink) -> None:
        """End the hand, and report the score side by side instead of line by line."""
        super().finish_hand(position, ignore_events)
        rules.tell_score(position, note)
