"""The game itself: what Double Knot declares, how a hand runs, and how a setup begins one."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import pairwise
from typing import ClassVar

from rules_engine.core.cards import FACE_DOWN, Card
from rules_engine.core.game import Game
from rules_engine.core.happened import Line, Note, unnoted
from rules_engine.core.moves import Move
from rules_engine.core.packs import DECKTET, DECKTET_BASIC
from rules_engine.core.structure import Given, begin_play, check_even, check_size
from rules_engine.core.tricks import Laid
from rules_engine.games.double_knot import rules
from rules_engine.games.double_knot.cards import EXCUSE, PLAYS, WITHOUT_EXCUSE
from rules_engine.games.double_knot.position import DoubleKnotPosition
from rules_engine.games.double_knot.rules import MADE_BY


class DoubleKnot(Game[DoubleKnotPosition]):
    """The game; see the package's docstring for its source and the choices made."""

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
    length = "about 40 minutes"
    mechanisms = ("cards of two suits", "trumps", "trumps change each trick", "bidding")
    positions = DoubleKnotPosition
    goals = (rules.CONTRACT,)

    # ---- choices

    @property
    def teams(self) -> bool:
        """Whether partners play and score together."""
        return self.variant in rules.partners.variants

    def players_allowed(self) -> tuple[int, ...]:
        """Partners are four; the basic pack can't be dealt out evenly to five."""
        if self.teams:
            return (4,)
        return (3, 4) if self.options["pack"] == "basic" else self.player_counts

    def dealt_cards(self) -> Sequence[Card]:
        """The pack that comes out even: four players leave out the Excuse."""
        if self.options["pack"] == "basic":
            return DECKTET_BASIC
        return WITHOUT_EXCUSE if self.table.size == 4 else DECKTET.cards

    def score_sides(self) -> list[tuple[int, ...]]:
        """Each for themselves, or those who sit opposite together."""
        return rules.partners() if self.teams else super().score_sides()

    def blank(self) -> DoubleKnotPosition:
        """A position that knows what the variant has of its own."""
        position = super().blank()
        position.sides = tuple(self.score_sides())
        position.zero_or_all = self.variant in rules.zero_or_all.variants
        return position

    # ---- beginning

    def deal_out(self, position: DoubleKnotPosition, seed: int) -> None:
        """Deal out the whole pack."""
        rules.deal(position, self.shuffled(self.deck, seed, "deal"))

    def leads_first(self, position: DoubleKnotPosition) -> int:
        """The dealer's left, who bids first as well."""
        return rules.leader(position)

    def first_turn(self, position: DoubleKnotPosition) -> None:
        """The dealer's left bids; there is no leader yet."""
        position.to_act = rules.leader(position)

    def resume(self, position: DoubleKnotPosition, given: Given) -> None:
        """Bidding goes on where a bid is missing, unless the setup says that play has begun."""
        complete, most = None not in position.bids, position.full
        if position.phase == "play" or (complete and not given.given("phase")):
            begin_play(position, given, rules.leader(position), position.full)
            if position.trick:
                position.suit_led, position.trumps = MADE_BY[rules.card_led(position.trick)]
        else:
            most = max(map(len, position.hands))    # in the play, a lone trick may be of a longer hand that isn't told
            self._resume_bidding(position, given)
        self._check_bids(position, given, most)
        if rules.end(position):
            given.fault("a side with the target, alone in the lead, had won: this match is over", "score")

    def _resume_bidding(self, position: DoubleKnotPosition, given: Given) -> None:
        order = self.table.clockwise_from(rules.leader(position))
        waiting = [seat for seat in order if position.bids[seat] is None]
        position.to_act = waiting[0] if waiting else None
        if not waiting:
            given.fault("every seat has bid: the phase is play", "phase")
        for before, seat in pairwise(order):
            if position.bids[before] is None and position.bids[seat] is not None:
                names = self.table.names
                given.fault(f"{names[before]} bids before {names[seat]}", "bids", names[seat])
        self._check_before_play(position, given, order[0])

    def _check_before_play(self, position: DoubleKnotPosition, given: Given, first: int) -> None:
        for key, there in (("trick", position.trick), ("tricks", any(position.tricks))):
            if there:
                given.fault("nothing is played while bids are missing: give every bid, or phase: play", key)
        if position.leader not in (None, first):
            given.fault(f"{self.table.names[first]}, left of the dealer, leads after the bidding", "leader")
        position.leader = None
        for name in filter(given.left_out, self.table.names):
            given.fault(f"{name} is left out: bids come before the play, so every hand is given", "hands")
        check_even(position, given, self.table.seats)
        check_size(position, given, position.full, self.table.seats)

    def _check_bids(self, position: DoubleKnotPosition, given: Given, most: int) -> None:
        for name, bid in zip(self.table.names, position.bids, strict=True):
            if bid is not None and bid > most:
                given.fault(f"{bid} is more than the {most} tricks of this hand: expected a number from 0 to {most}",
                            "bids", name)

    # ---- bids and play

    def offered(self, position: DoubleKnotPosition, hand: list[Card]) -> list[Move]:
        """Each card; one that lies face down can't be played."""
        return [PLAYS[card] for card in hand if card is not FACE_DOWN]

    def hangs_on(self, position: DoubleKnotPosition) -> Hashable | None:
        """The suit led and the trumps."""
        return (position.suit_led, position.trumps) if position.phase == "play" else None

    def advance(self, position: DoubleKnotPosition, move: Move, note: Note = unnoted) -> None:
        """Bid, or play a card; the last bid opens the play, the last card of a trick settles it."""
        seat = position.to_act
        assert seat is not None
        if move.number is not None:
            self._bid(position, seat, move.number, note)
            return
        card, trick = move.played, position.trick
        position.hands[seat].remove(card)
        trick.append(move.laid[seat])
        if not position.suit_led:
            position.suit_led, position.trumps = MADE_BY[card]
            note(rules.card_led if card is EXCUSE else rules.trump_suits, "played", seat, (card,))
        position.to_act = following = self.table.left_of[seat]
        if following == position.leader:
            self._take_trick(position, note)

    def _bid(self, position: DoubleKnotPosition, seat: int, number: int, note: Note) -> None:
        position.bids[seat] = number
        note(rules.bid_once, "called", seat, (), "", (number,))
        position.to_act = self.table.left_of[seat]
        if None not in position.bids:
            self._open_play(position, note)

    def _open_play(self, position: DoubleKnotPosition, note: Note) -> None:
        position.phase = "play"
        position.leader = position.to_act = first = rules.leader(position)
        for place, side in enumerate(position.sides if self.teams else ()):
            note(rules.partners, "called", side[0], (), "", (place,))
        note(rules.leader, "lead", first)

    def _take_trick(self, position: DoubleKnotPosition, note: Note) -> None:
        taking = rules.winning(position.trick)
        seat = taking.seat
        note(rules.winning, "trick", seat, (taking.card,))
        position.tricks[seat] += 1
        self.finish_trick(position, {"": seat})
        position.suit_led, position.trumps = "", ()
        position.leader = position.to_act = seat = rules.leader(position)
        if position.hands[seat]:
            note(rules.leader, "lead", seat)
        elif None in position.bids:     # nobody can say what such a hand is worth: it stays in play, with nothing to lead
            position.to_act = None
            note(rules.bid_once, "hand")
        else:
            self._finish(position, note)

    def _finish(self, position: DoubleKnotPosition, note: Note) -> None:
        position.fared = rules.fared(position)
        self.finish_hand(position, unnoted)
        for place, side in enumerate(position.fared):
            note(side.rule, "hand", position.sides[place][0], (), "", (place,))
        if self.teams:
            note(rules.partners, "hand")
        dealer = self.next_dealer(position)
        if rules.leading(position):
            note(rules.end, "game" if dealer is None else "hand")
        if dealer is not None:
            note(rules.next_dealer, "hand", dealer)

    def winners(self, position: DoubleKnotPosition, laid: Sequence[Laid]) -> dict[str, int]:
        """The highest card of the lowest trump suit, else of the suit led; a lone Excuse takes nothing."""
        taking = rules.winning(laid)
        return {} if taking.card is EXCUSE else {"": taking.seat}

    # ---- the score

    def score(self, position: DoubleKnotPosition) -> list[Line]:
        """Each player's points, rule by rule, and the partner's points added."""
        by = [rules.within_one, rules.exact, *([rules.zero_or_all] if position.zero_or_all else [])]
        lines = [rule.line([side.each if side.rule is rule else 0 for side in position.fared]) for rule in by]
        if self.teams:
            lines.append(rules.partners.line([side.each for side in position.fared]))
        return lines

    def match_winners(self, position: DoubleKnotPosition) -> list[int]:
        """Who leads alone, once the target is reached."""
        return rules.end(position)

    def dealer_after(self, position: DoubleKnotPosition) -> int:
        """The deal moves to the left."""
        return rules.next_dealer(position)
