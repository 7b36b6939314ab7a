"""The game class for Double King Pedro: its declarations, and public knowledge about hidden cards."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import ClassVar

from rules_engine.core.game.setup_checks import SetupReader
from rules_engine.core.game.trick_game import TrickGame
from rules_engine.core.model.cards import Card
from rules_engine.core.model.packs import FRENCH
from rules_engine.games.double_king_pedro import rules, setup
from rules_engine.games.double_king_pedro.cards import FACE_CARDS, PLAY_SIZE, SIDES
from rules_engine.games.double_king_pedro.course import COURSE
from rules_engine.games.double_king_pedro.position import DoubleKingPedroPosition


class DoubleKingPedro(TrickGame[DoubleKingPedroPosition]):
    """The game of Double King Pedro. The package's docstring has its source and the modelling decisions."""

    id = "double-king-pedro"
    name = "Double King Pedro"
    pack = FRENCH
    two_colours = True
    variants: ClassVar = {"standard": "to 500"}
    player_counts = (4,)
    phases = ("toss", "bid", "trump", "pass-trumps", "discard", "play", "over")
    forms: ClassVar = {"toss": ("toss", "keep"), "bid": ("pass", "bid NUMBER", "bid double"), "trump": ("trump SUIT",),
                       "pass-trumps": ("give CARD",), "discard": ("discard CARD",), "play": ("CARD",)}
    book = rules.book
    minutes = 60
    mechanisms = ("trumps", "bidding", "partners", "exchange")
    goals = (rules.CONTRACT,)
    positions = DoubleKingPedroPosition
    course = COURSE

    def score_sides(self) -> list[tuple[int, ...]]:
        """Return the sides: partners sit opposite each other."""
        return [*SIDES]

    def deal_out(self, position: DoubleKingPedroPosition, seed: int) -> None:
        """Deal twelve cards to each player and the last five to the kitty."""
        rules.deal(position, self.shuffled(self.deck, seed, position.number))

    def hand_size(self) -> int:
        """Return 6, the number of cards that each player plays."""
        return PLAY_SIZE

    def begins_in_play(self, given: SetupReader) -> bool:
        """Return whether a setup without a phase begins in play. It never does, because ``resume`` derives the phase from the
        facts.
        """
        return False

    def resume(self, position: DoubleKingPedroPosition, given: SetupReader) -> None:
        """Derive the phase from the facts, and resume at the first seat that has a choice."""
        if setup.settle(position, given):
            super().resume(position, given)
            setup.check(position, given)

    def suit_of(self, position: DoubleKingPedroPosition, card: Card) -> str:
        """Return the suit named as trumps for each of the seventeen trumps, and the printed suit for any other card."""
        return position.trump if rules.is_trump(card, position.trump) else card.suits

    # ---- public knowledge

    def cannot_hold(self, position: DoubleKingPedroPosition, seat: int | None) -> Collection[Card]:
        """Return the cards that a seat can't hold: face cards if it was asked to toss, trumps if it is out. Without a seat,
        return the trumps, which can't have been discarded."""
        if position.phase in ("toss", "bid"):
            asked = seat in position.kept or (position.phase == "toss" and seat == position.to_act)
            return FACE_CARDS if asked else ()
        if not position.trump or not (seat is None or seat in position.out):
            return ()
        return rules.TRUMPS[position.trump]

    def holds_of(self, position: DoubleKingPedroPosition) -> dict[int, tuple[frozenset[Card], int]]:
        """Return the cards that seats are known to hold: a face card for a seat that couldn't toss, a trump for the declarer, and
        seven trumps for the seat giving trumps away."""
        if position.phase in ("toss", "bid"):
            order = position.from_dealer
            asked = order.index(position.actor) if position.phase == "toss" else len(order)
            return {seat: (FACE_CARDS, 1) for seat in order[:asked] if seat not in position.kept}
        if position.phase not in ("pass-trumps", "discard"):
            return {}
        trumps = rules.TRUMPS[position.trump]
        giving = {position.actor: (trumps, PLAY_SIZE + 1)} if position.phase == "pass-trumps" else {}
        return {position.declaring: (trumps, 1), **giving}

    def could_be(self, position: DoubleKingPedroPosition) -> bool:
        """Return whether this distribution of trumps is possible. No seat has too many after passing, or if it would have had to
        give trumps away before the present giver."""
        settled: Iterable[int] = ()
        if position.phase == "discard":
            settled = self.table.seats
        elif position.phase == "pass-trumps":
            order = position.from_declarer
            begun = (position.actor + 2) % self.table.size if position.passed_on else position.actor
            settled = {*order[:order.index(begun)]} - {rules.receiver(position, position.actor)}
        return not any(rules.excess(position, seat) for seat in settled)
