"""The game itself: what Double King Pedro declares, and how a hand runs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from typing import ClassVar

from rules_engine.core.cards import Card
from rules_engine.core.game import Game
from rules_engine.core.happened import Line, Note, unnoted
from rules_engine.core.moves import Move, moves_with
from rules_engine.core.packs import FRENCH
from rules_engine.core.structure import Given
from rules_engine.core.tricks import Laid
from rules_engine.games.double_king_pedro import rules, setup
from rules_engine.games.double_king_pedro.cards import (
    ALL_POINTS,
    CALLS,
    DISCARDS,
    FACE_CARDS,
    GIVES,
    KEEP,
    NAMES,
    PLAY_SIZE,
    PLAYS,
    SAYS,
    SIDES,
)
from rules_engine.games.double_king_pedro.position import DoubleKingPedroPosition


class DoubleKingPedro(Game[DoubleKingPedroPosition]):
    """The game; see the package's docstring for its source and the choices made."""

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
    length = "about an hour"
    mechanisms = ("trumps", "bidding", "partners", "exchange")
    goals = (rules.CONTRACT,)
    positions = DoubleKingPedroPosition

    def score_sides(self) -> list[tuple[int, ...]]:
        """Partners sit opposite each other."""
        return [*SIDES]

    def deal_out(self, position: DoubleKingPedroPosition, seed: int) -> None:
        """Twelve cards each, the last five to the kitty."""
        rules.deal(position, self.shuffled(self.deck, seed, position.number))

    def first_turn(self, position: DoubleKingPedroPosition) -> None:
        """Those dealt no face card are asked whether they toss; then the dealer's left bids first."""
        order = position.from_dealer
        for seat in order:
            if seat not in position.kept and rules.toss(position, position.hands[seat]):
                position.phase, position.to_act = "toss", seat
                return
        position.phase, position.to_act = "bid", order[0]

    def leads_first(self, position: DoubleKingPedroPosition) -> int:
        """The declarer."""
        return position.declaring

    def resume(self, position: DoubleKingPedroPosition, given: Given) -> None:
        """Find the phase, and go on to the first seat that has a choice."""
        setup.resume(position, given)
        if position.trick and not given.problems:
            position.draws = not rules.throw_off(position, position.trick[0].card)
            self._go_round(position, position.trick[-1].seat, unnoted)

    def offered(self, position: DoubleKingPedroPosition, hand: list[Card]) -> list[Move]:
        """Every call, every suit, or what the phase does with each card held."""
        made = _WITH_CARDS.get(position.phase)
        if made is not None:
            return moves_with(hand, made)
        return [*(CALLS if position.phase == "bid" else NAMES)]

    def hangs_on(self, position: DoubleKingPedroPosition) -> Hashable | None:
        """Of cards, trumps where they were led, or what phase it is; of calls, those before."""
        if position.trick:
            return position.trump if position.draws else "throw-off"
        if position.phase in _WITH_CARDS:
            return position.phase, position.trump, position.opening
        return (position.high_number, rules.is_alone(position)) if position.phase == "bid" else None

    def advance(self, position: DoubleKingPedroPosition, move: Move, note: Note = unnoted) -> None:
        """Make a legal move; what follows of itself (the kitty, going out, the trick, the score) follows at once."""
        seat = position.to_act
        assert seat is not None
        _STEPS[position.phase](self, position, seat, move, note)

    def cannot_hold(self, position: DoubleKingPedroPosition, seat: int | None) -> Collection[Card]:
        """No face card where a hand could be tossed; no trump where a player is out. Nobody throws a trump away."""
        if position.phase in ("toss", "bid"):
            asked = seat in position.kept or (position.phase == "toss" and seat == position.to_act)
            return FACE_CARDS if asked else ()
        if not position.trump or not (seat is None or seat in position.out):
            return ()
        return rules.TRUMPS[position.trump]

    def holds_of(self, position: DoubleKingPedroPosition) -> dict[int, tuple[frozenset[Card], int]]:
        """A face card, where a hand couldn't be tossed; a trump or more, who named them; more than six, who gives some."""
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
        """Nobody has too many trumps once they are passed, nor who would have had to give before the player who gives."""
        settled: Iterable[int] = ()
        if position.phase == "discard":
            settled = self.table.seats
        elif position.phase == "pass-trumps":
            order = position.from_declarer
            begun = (position.actor + 2) % self.table.size if position.passed_on else position.actor
            settled = {*order[:order.index(begun)]} - {rules.receiver(position, position.actor)}
        return not any(rules.excess(position, seat) for seat in settled)

    # ---- toss and auction

    def _toss(self, position: DoubleKingPedroPosition, seat: int, move: Move, note: Note) -> None:
        note(rules.toss, "called", seat, (), move.verb)
        if move is KEEP:
            position.kept |= {seat}
            self.first_turn(position)
            rules.tell_turn(position, note)
        else:
            self._finish(position, note)

    def _call(self, position: DoubleKingPedroPosition, seat: int, move: Move, note: Note) -> None:
        position.bids[seat] = SAYS[move]
        if not rules.double(SAYS[move]):
            note(rules.bid, "called", seat, (), "" if move.number else "pass")
            position.to_act = seat = rules.next_caller(position, seat)
            if position.bids[seat] is None or not rules.is_alone(position):
                return
        self._win_auction(position, seat, note)

    def _win_auction(self, position: DoubleKingPedroPosition, seat: int, note: Note) -> None:
        position.declarer = position.to_act = seat
        position.contract = position.bids[seat]
        position.phase, position.kept = "trump", frozenset()
        note(rules.double if rules.double(position.contract) else rules.bid, "called", seat, (), "won")
        rules.kitty(position, note)

    # ---- trumps, passing, discarding

    def _name_trumps(self, position: DoubleKingPedroPosition, seat: int, move: Move, note: Note) -> None:
        position.trump = move.suit
        note(rules.name_trumps, "called", seat, (), move.suit)
        note(rules.is_trump, "called", seat)
        self._settle(position, note)

    def _settle(self, position: DoubleKingPedroPosition, note: Note) -> None:
        """Who has trumps to give is to act, else who has cards to discard; when nobody has, the declarer leads."""
        position.giver = rules.next_giver(position)
        if position.giver is None:
            self._seek_discard(position, note)
        else:
            position.phase, position.to_act = "pass-trumps", position.giver
            rules.tell_turn(position, note)

    def _seek_discard(self, position: DoubleKingPedroPosition, note: Note) -> None:
        seat = rules.next_discarder(position)
        if seat is not None:
            position.phase, position.to_act = "discard", seat
        else:
            position.phase = "play"
            position.leader = position.to_act = self.leads_first(position)
            position.opening = rules.can_open(position)     # if not, this is a setup that was never bid
        rules.tell_turn(position, note)

    def _give(self, position: DoubleKingPedroPosition, seat: int, move: Move, note: Note) -> None:
        receiver = rules.receiver(position, seat)
        position.hands[seat].remove(move.played)
        position.hands[receiver].append(move.played)
        note(rules.pass_trumps, "called", seat, (move.played,), "", (receiver,))
        if not rules.excess(position, seat):
            position.passed_on = not position.passed_on and rules.excess(position, receiver) > 0
            self._settle(position, note)

    def _discard(self, position: DoubleKingPedroPosition, seat: int, move: Move, note: Note) -> None:
        hand = position.hands[seat]
        hand.remove(move.played)
        note(rules.discard, "called", seat, (move.played,))
        if len(hand) <= PLAY_SIZE:
            self._seek_discard(position, note)

    # ---- tricks

    def _play(self, position: DoubleKingPedroPosition, seat: int, move: Move, note: Note) -> None:
        position.hands[seat].remove(move.played)
        if not position.trick:
            position.draws, position.opening = not rules.throw_off(position, move.played), False
        position.trick.append(move.laid[seat])
        self._go_round(position, seat, note)

    def _go_round(self, position: DoubleKingPedroPosition, last: int, note: Note) -> None:
        """The turn goes clockwise to the next seat that plays; who can't play a trump to a trump goes out of itself."""
        trumps, left_of = rules.TRUMPS[position.trump], self.table.left_of
        seat = left_of[last]
        while seat != position.leader:
            if seat not in position.out:
                hand = position.hands[seat]
                if position.draws and trumps.isdisjoint(hand):
                    rules.out(position, seat, note)
                elif hand:
                    position.to_act = seat
                    return
            seat = left_of[seat]
        self._take_trick(position, note)

    def _take_trick(self, position: DoubleKingPedroPosition, note: Note) -> None:
        best = rules.winning(position, position.trick)
        seat = best.seat
        fell = rules.trumps_of(position, [laid.card for laid in position.trick])
        if len(fell) > 1:
            note(rules.rank, "trick", None, fell)
        elif not fell:
            self._tell_tie(position, best, note)
        note(rules.winning, "trick", seat, (best.card,))
        rules.take_points(position, seat, fell, note)
        position.tricks[seat] += 1
        self.finish_trick(position, {"": seat})
        position.leader = position.to_act = rules.next_lead(position)
        if len(position.out) == self.table.size - 1:
            self._take_rest(position, seat, note)
            self._finish(position, note)
        elif position.hands[seat]:
            note(rules.next_lead, "lead", seat)
        elif self._is_whole(position):
            self._finish(position, note)
        else:
            note(rules.next_lead, "lead", seat)
            position.to_act = None

    def _tell_tie(self, position: DoubleKingPedroPosition, best: Laid, note: Note) -> None:
        tied = [laid.card for laid in position.trick if laid.card.rank == best.card.rank and laid is not best]
        if tied:
            note(rules.tie_order, "trick", best.seat, (best.card, *tied))

    def _take_rest(self, position: DoubleKingPedroPosition, seat: int, note: Note) -> None:
        """The only player not out takes what they still hold: nobody could win it from them."""
        hand = position.hands[seat]
        worths = rules.POINTS[position.trump]
        note(rules.out, "hand", seat, [card for card in hand if worths.get(card)])
        position.points[seat % 2] += rules.points_of(position, hand)
        position.hands[seat] = []

    def _is_whole(self, position: DoubleKingPedroPosition) -> bool:
        """Whether nothing is missing of a hand whose cards are played.

        A short hand that began in mid-play can run out of cards with tricks or points unaccounted for.
        """
        return sum(position.tricks) >= PLAY_SIZE or sum(position.points) >= ALL_POINTS

    # ---- the end

    def _finish(self, position: DoubleKingPedroPosition, note: Note) -> None:
        self.finish_hand(position, note)
        if position.game_over:
            note(rules.end, "game")
        elif max(position.totals) >= rules.WINNING_TOTAL:
            note(rules.end, "hand")

    def winners(self, position: DoubleKingPedroPosition, laid: Sequence[Laid]) -> dict[str, int]:
        """The highest trump, else the highest throw-off."""
        return {"": rules.winning(position, laid).seat}

    def score(self, position: DoubleKingPedroPosition) -> list[Line]:
        """What the declarer's side made or lost, and what the others took; nothing for a tossed hand."""
        if position.declarer is None:
            return [rules.toss.line((0, 0))]
        bid = rules.score_made if rules.is_made(position) else rules.score_set
        return [(rules.score_double if rules.double(position.contract) else bid)(position), rules.score_defenders(position)]

    def match_winners(self, position: DoubleKingPedroPosition) -> list[int]:
        """The higher total, once a side is at 500."""
        return rules.end(position)


_WITH_CARDS = {"pass-trumps": GIVES, "discard": DISCARDS, "play": PLAYS}
"""Phase to what is done in it with each card."""
_STEPS: dict[str, Callable[[DoubleKingPedro, DoubleKingPedroPosition, int, Move, Note], None]] = {
    "toss": DoubleKingPedro._toss, "bid": DoubleKingPedro._call, "trump": DoubleKingPedro._name_trumps,
    "pass-trumps": DoubleKingPedro._give, "discard": DoubleKingPedro._discard, "play": DoubleKingPedro._play,
}
"""Phase to what a move does in it."""
