"""The game itself: what Snakebit declares, and how a hand runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rules_engine.core.cards import Card
from rules_engine.core.game import Game
from rules_engine.core.happened import Line, Note, unnoted
from rules_engine.core.moves import Move
from rules_engine.core.packs import DECKTET
from rules_engine.core.rules import Rule
from rules_engine.core.structure import Given
from rules_engine.core.tricks import LAID_BY, Laid
from rules_engine.games.snakebit import rules
from rules_engine.games.snakebit.cards import LEADS, NUMBER_CARDS, PLAYS, SUITS_IN_ORDER
from rules_engine.games.snakebit.position import SnakebitPosition


class Snakebit(Game[SnakebitPosition]):
    """The game; see the package's docstring for its source and the choices made."""

    id = "snakebit"
    name = "Snakebit"
    pack = DECKTET
    variants: ClassVar = {"standard": "to −13", "poison-nonesuch": "Poison Nonesuch: six hands"}
    player_counts = (3, 4)
    phases = ("play", "over")
    forms: ClassVar = {"play": ("CARD", "CARD as SUIT")}
    book = rules.book
    positions = SnakebitPosition

    @property
    def ending(self) -> Rule[[SnakebitPosition], list[int]]:
        """The rule by which a match of this variant ends."""
        return rules.six_hands if self.variant == "poison-nonesuch" else rules.end

    def dealt_cards(self) -> Sequence[Card]:
        """The 24 number cards."""
        return NUMBER_CARDS

    def deal_out(self, position: SnakebitPosition, seed: int) -> None:
        """Deal, and turn up an Ace and a Crown from the piles of this round of six hands."""
        rules.deal(position, self.shuffled(NUMBER_CARDS, seed, position.number))
        since = (position.number - 1) // rules.HANDS_IN_A_ROUND
        drawing = self.drawing(seed, f"piles {since}")
        rules.turn_up(position, sorted(SUITS_IN_ORDER, key=drawing), sorted(SUITS_IN_ORDER, key=drawing))

    def leads_first(self, position: SnakebitPosition) -> int:
        """The dealer's left."""
        return rules.leader(position)

    def resume(self, position: SnakebitPosition, given: Given) -> None:
        """Go on with the trick on the table, which has broken its suits, or with a lead."""
        super().resume(position, given)
        for place, laid in enumerate(position.trick):
            if laid.move not in (LEADS[laid.card] if place == 0 else (PLAYS[laid.card],)):
                given.fault(f"{laid.move.text!r}: the lead, and only the lead, names one of its card's suits, like "
                            "5ML as L", "trick", place)
        position.broken = tuple(suit for suit in SUITS_IN_ORDER if suit in position.broken)
        for laid in position.trick[1:]:
            rules.breaks(position, laid.seat, laid.card, unnoted)
        if self.variant == "poison-nonesuch" and position.number > rules.HANDS_IN_A_ROUND:
            given.fault(f"Poison Nonesuch has {rules.HANDS_IN_A_ROUND} hands", "hand_number")

    def advance(self, position: SnakebitPosition, move: Move, note: Note = unnoted) -> None:
        """Play or lead a card; the last card of a trick settles it, the last of the hand scores it."""
        seat, card = position.to_act, move.played
        assert seat is not None
        position.hands[seat].remove(card)
        if position.trick:
            rules.breaks(position, seat, card, note)
        position.trick.append(LAID_BY[seat][move])
        position.to_act = following = self.table.left_of[seat]
        if following == position.leader:
            self._take_trick(position, note)

    def _take_trick(self, position: SnakebitPosition, note: Note) -> None:
        taking = rules.winning(position, position.trick)
        seat, cursed = taking.seat, rules.bearing(position.cursed)
        note(rules.winning, "trick", seat, (taking.card,))
        position.tricks[seat] += 1
        for laid in position.trick:
            if laid.card in cursed:
                position.cursed_taken[seat] += 1
        self.finish_trick(position, {"": seat})
        if position.hands[seat]:
            position.leader = position.to_act = seat = rules.leader(position)
            note(rules.leader, "lead", seat)
        else:
            self._finish(position, note)

    def _finish(self, position: SnakebitPosition, note: Note) -> None:
        self.finish_hand(position, note)
        dealer = self.next_dealer(position)
        if dealer is None:
            note(self.ending, "game")
        else:
            note(rules.next_dealer, "hand", dealer)

    def winners(self, position: SnakebitPosition, laid: Sequence[Laid]) -> dict[str, int]:
        """The highest trump, else the highest card of the suit led."""
        return {"": rules.winning(position, laid).seat}

    def score(self, position: SnakebitPosition) -> list[Line]:
        """Tricks taken, less cursed cards taken."""
        return [rules.score_tricks(position), rules.score_cursed(position)]

    def match_winners(self, position: SnakebitPosition) -> list[int]:
        """The highest total, once somebody is down at −13 or the six hands are played."""
        return self.ending(position)

    def dealer_after(self, position: SnakebitPosition) -> int:
        """The deal moves to the left."""
        return rules.next_dealer(position)
