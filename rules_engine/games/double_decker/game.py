"""The game itself: what Double Decker declares, and how a hand runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rules_engine.core.cards import Card
from rules_engine.core.game import Game
from rules_engine.core.happened import Line, Note, unnoted
from rules_engine.core.moves import Move, moves_with
from rules_engine.core.packs import DOUBLE_DECKER
from rules_engine.core.structure import Given
from rules_engine.core.tricks import Laid
from rules_engine.games.double_decker import rules
from rules_engine.games.double_decker.cards import PASS, PASSES, PLACES, PLAYS, pack_for
from rules_engine.games.double_decker.position import DoubleDeckerPosition
from rules_engine.games.double_decker.setup import check_position


class DoubleDecker(Game[DoubleDeckerPosition]):
    """Two colours a trick, each won apart; one colour counts up, the others down."""

    id = "double-decker"
    name = "Double Decker"
    pack = DOUBLE_DECKER
    variants: ClassVar = {"standard": "five hands"}
    player_counts = (4, 5, 6, 7)
    phases = ("play", "over")
    forms: ClassVar = {"play": ("CARD", "pass CARD")}
    book = rules.book
    length = "about 25 minutes"
    mechanisms = ("two winners a trick", "avoiding cards", "passing")
    positions = DoubleDeckerPosition

    def dealt_cards(self) -> Sequence[Card]:
        """All 63 cards for seven players, 1 to 20 for fewer."""
        return pack_for(self.table.size)

    def deal_out(self, position: DoubleDeckerPosition, seed: int) -> None:
        """Deal the whole pack out."""
        rules.deal(position, self.shuffled(self.deck, seed, position.number))

    def leads_first(self, position: DoubleDeckerPosition) -> int:
        """The dealer."""
        return rules.first_leader(position)

    def resume(self, position: DoubleDeckerPosition, given: Given) -> None:
        """Go on with the trick on the table, or with a lead."""
        super().resume(position, given)
        for place, laid in enumerate(position.trick):
            rule = next((rule for rule in self.asked(position) if not rule(position, [laid.move])), None)
            if rule is not None:
                given.fault(f"{laid.move.text!r} can't be at this place of the trick: {rule.title}", "trick", place)
                break
            position.colours = rules.colours_of(position.trick[:place + 1])
            if laid.move.verb == PASS:
                position.passed[laid.seat] = [*position.passed[laid.seat], laid.card]
        check_position(position, given)

    def offered(self, position: DoubleDeckerPosition, hand: list[Card]) -> list[Move]:
        """Each card played, then each card passed."""
        return moves_with(hand, PLAYS) + moves_with(hand, PASSES)

    def hangs_on(self, position: DoubleDeckerPosition) -> tuple[str, ...]:
        """The colours on the table."""
        return position.colours

    def advance(self, position: DoubleDeckerPosition, move: Move, note: Note = unnoted) -> None:
        """Play or pass a card; the last card of a trick settles it, the last trick scores the hand."""
        seat, card, colours = position.to_act, move.played, position.colours
        assert seat is not None
        position.hands[seat].remove(card)
        if move.verb == PASS:
            position.passed[seat] = [*position.passed[seat], card]
            note(rules.may_pass, "played", seat, (card,))
        elif card.suits not in colours:
            if colours:
                note(rules.two_colours, "played", seat, (card,), colours[0])
            position.colours += (card.suits,)
        position.trick.append(move.laid[seat])
        position.to_act = following = self.table.left_of[seat]
        if following == position.leader:
            self._take_trick(position, note)

    def _take_trick(self, position: DoubleDeckerPosition, note: Note) -> None:
        rules.complete(position, note)
        takers, shares = rules.winning(position.trick)
        for colour, share in shares.items():
            seat = takers[colour]
            position.captured[seat] = counts = position.captured[seat].copy()
            counts[PLACES[colour]] += len(share)
            note(rules.winning, "trick", seat, share)
        self.finish_trick(position, takers)
        if len(position.hands[0]) > rules.LEFT_OVER:
            position.leader = position.to_act = rules.next_lead(takers, shares, note)
        else:
            self._finish(position, note)

    def _finish(self, position: DoubleDeckerPosition, note: Note) -> None:
        rules.last_card(position, note)
        rules.tied_largest(position, note)
        self.finish_hand(position, note)
        dealer = self.next_dealer(position)
        if dealer is None:
            note(rules.end, "game")
        else:
            note(rules.next_dealer, "hand", dealer)

    def winners(self, position: DoubleDeckerPosition, laid: Sequence[Laid]) -> dict[str, int]:
        """Each colour apart: its highest card takes its cards."""
        return rules.winning(laid)[0]

    def score(self, position: DoubleDeckerPosition) -> list[Line]:
        """The largest colour, less the other colours, less two for each card passed."""
        largest = rules.largest_of(position)
        return [rules.score_positive(largest), rules.score_negative(position, largest), rules.score_passed(position)]

    def match_winners(self, position: DoubleDeckerPosition) -> list[int]:
        """The highest total, after the last hand."""
        return rules.end(position)

    def dealer_after(self, position: DoubleDeckerPosition) -> int:
        """The lowest total deals."""
        return rules.next_dealer(position)
