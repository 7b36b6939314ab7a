"""The game class of Double King Pedro: dealing, the seven phases, the tricks and the score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rules_engine.core.cards import FACE_DOWN, Card, in_order, listed, texts
from rules_engine.core.facts import CARDS, NUMBER, SEAT, SIDES, SUIT, By, Fact, OneOf, Plain
from rules_engine.core.game import Game, Line, Standing
from rules_engine.core.moves import Move
from rules_engine.core.packs import FRENCH
from rules_engine.core.position import Event, Laid
from rules_engine.core.setup import SetupReader
from rules_engine.games.double_king_pedro import setup, telling
from rules_engine.games.double_king_pedro.cards import (
    ALL_POINTS,
    BIDS,
    CALLS,
    DISCARDS,
    DOUBLE,
    FACE_CARDS,
    FREE_DISCARDS,
    FREE_PLAYS,
    GIVES,
    HAND_SIZE,
    KEEP,
    NAMES,
    PASS,
    PLAY_SIZE,
    PLAYS,
    POINTS,
    TOSS,
    TRUMP_GIVES,
    TRUMP_PLAYS,
    TRUMPS,
    WINNING_TOTAL,
    points_of,
)
from rules_engine.games.double_king_pedro.position import DoubleKingPedroPosition
from rules_engine.games.double_king_pedro.rules import ALL_RULES

SEATS = SIDES
"""A list of seats compares like a list of sides: texts, in any order."""


class DoubleKingPedro(Game[DoubleKingPedroPosition]):
    """The game; see the package's docstring for its source and the choices made."""

    id = "double-king-pedro"
    name = "Double King Pedro"
    pack = FRENCH
    variants: ClassVar = {"standard": "to 500"}
    player_counts = (4,)
    phases = ("toss", "bid", "trump", "pass-trumps", "discard", "play", "over")
    forms: ClassVar = {"toss": ("toss", "keep"), "bid": ("pass", "bid NUMBER", "bid double"), "trump": ("trump SUIT",),
                       "pass-trumps": ("give CARD",), "discard": ("discard CARD",), "play": ("CARD",)}
    position_type = DoubleKingPedroPosition
    all_rules = ALL_RULES
    own_facts = (
        Fact("kitty", CARDS, settable=True), Fact("bids", By(OneOf(("double", "pass"), NUMBER), nullable=True)),
        Fact("high_bid", OneOf(("double",), NUMBER)), Fact("declarer", SEAT, settable=True),
        Fact("contract", OneOf(("double",), NUMBER), settable=True), Fact("trump", SUIT, settable=True),
        Fact("out", SEATS, settable=True), Fact("points", By(NUMBER), settable=True),
    )
    setup_keys = setup.SETUP_KEYS

    def score_sides(self) -> list[tuple[int, ...]]:
        """Partners sit opposite each other."""
        return [(0, 2), (1, 3)]

    # ---- dealing and setups

    def shuffle(self, position: DoubleKingPedroPosition, seed: int) -> None:
        """Twelve cards each, the last five to the kitty."""
        deck = self.shuffled(self.deck, seed, position.number)
        position.hands = [deck[seat * HAND_SIZE:(seat + 1) * HAND_SIZE] for seat in self.table.seats]
        position.kitty = deck[HAND_SIZE * self.table.size:]

    def open(self, position: DoubleKingPedroPosition) -> None:
        """Those dealt no face card are asked whether they toss; then the dealer's left bids first."""
        self._ask_toss(position)

    def announce(self, position: DoubleKingPedroPosition) -> list[Event]:
        """The deal, or how the hand stands that a setup begins in."""
        return telling.deal_events(position)

    def read_own(self, reader: SetupReader, position: DoubleKingPedroPosition) -> None:
        """Read the kitty, the auction, the trumps, who is out and the points taken."""
        setup.read_facts(reader, position)

    def begin(self, reader: SetupReader, position: DoubleKingPedroPosition) -> None:
        """Find the phase, and go on to the first seat that has a choice."""
        setup.begin(reader, position)
        if reader.problems or position.phase != "play":
            return
        if position.trick:
            self._go_round(position, None)
        else:
            position.to_act = position.leader

    def write_setup(self, position: DoubleKingPedroPosition) -> dict[str, Plain]:
        """A setup that reads back to this position, the keys included that its facts leave open."""
        return setup.write(self, position, super().write_setup(position))

    # ---- moves

    def candidates(self, position: DoubleKingPedroPosition) -> list[Move]:
        """Every move of the phase's form with the cards held."""
        if position.to_act is None:
            return []
        hand = position.hands[position.to_act]
        if position.phase == "toss":
            return [TOSS, KEEP]
        if position.phase == "bid":
            return [PASS, *BIDS, DOUBLE]
        if position.phase == "trump":
            return list(NAMES)
        made = {"pass-trumps": GIVES, "discard": DISCARDS, "play": PLAYS}[position.phase]
        return [made[card] for card in hand]

    def legal(self, position: DoubleKingPedroPosition) -> list[Move]:
        """The rules' answer without asking them: the same moves in the same order, many times faster."""
        seat = position.to_act
        if seat is None:
            return []
        phase, trick, trump = position.phase, position.trick, position.trump
        if phase == "play":
            trumps_only = trick[0].card in TRUMPS[trump] if trick else position.opening
            allowed = TRUMP_PLAYS[trump] if trumps_only else FREE_PLAYS
        elif phase == "discard":
            allowed = FREE_DISCARDS[trump]
        elif phase == "pass-trumps":
            allowed = TRUMP_GIVES[trump]
        else:
            return self._calls(position)
        found: list[Move] = []
        for card in position.hands[seat]:
            move = allowed[card.index]
            if move is not None:
                found.append(move)
        return found

    def _calls(self, position: DoubleKingPedroPosition) -> list[Move]:
        """What may be said: tossing or keeping the hand, bidding, naming trumps."""
        if position.phase == "toss":
            return [TOSS, KEEP]
        if position.phase == "trump":
            hand = position.hands[position.to_act or 0]
            return [move for move in NAMES if not TRUMPS[move.suit].isdisjoint(hand)]
        calls = CALLS[position.high_number]
        return [*calls[1:]] if position.bids.count("pass") == self.table.size - 1 else [*calls]

    def advance(self, position: DoubleKingPedroPosition, move: Move, log: list[Event] | None = None) -> None:
        """Make a legal move; what follows of itself (the kitty, going out, the trick, the score) follows at once."""
        seat = position.to_act
        assert seat is not None
        _STEPS[position.phase](self, position, seat, move, log)

    # ---- toss and auction

    def _ask_toss(self, position: DoubleKingPedroPosition) -> None:
        first = self.table.left_of[position.dealer]
        for seat in self.table.clockwise_from(first):
            if FACE_CARDS.isdisjoint(position.hands[seat]) and seat not in position.kept:
                position.phase, position.to_act = "toss", seat
                return
        position.phase, position.to_act = "bid", first
        position.kept = frozenset()

    def _toss(self, position: DoubleKingPedroPosition, seat: int, move: Move, log: list[Event] | None) -> None:
        if move is KEEP:
            position.kept |= {seat}
            self._ask_toss(position)
            if log is not None:
                log += [Event("called", "toss", f"{position.name(seat)} keeps the hand.", seat),
                        telling.first_event(position)]
            return
        if log is not None:
            log.append(Event("called", "toss", f"{position.name(seat)}, dealt no face card, throws the hand in: "
                                               "this deal is void, and the deal moves left.", seat))
        self.finish_hand(position, [0, 0])
        if log is not None:
            log += telling.score_events(position, self.totals(position))

    def _call(self, position: DoubleKingPedroPosition, seat: int, move: Move, log: list[Event] | None) -> None:
        bids = position.bids
        bids[seat] = move.number if move.verb == "bid" else "double" if move is DOUBLE else "pass"
        if log is not None and move.verb == "bid":
            log.append(Event("called", "bid", f"{position.name(seat)} bids {move.number}.", seat))
        if move is not DOUBLE:
            seat = self.table.left_of[seat]
            while bids[seat] == "pass":
                seat = self.table.left_of[seat]
            if bids[seat] is None or bids.count("pass") < self.table.size - 1:
                position.to_act = seat
                return
        self._win_auction(position, seat, log)

    def _win_auction(self, position: DoubleKingPedroPosition, seat: int, log: list[Event] | None) -> None:
        position.declarer = position.to_act = seat
        position.contract = position.bids[seat]
        position.phase = "trump"
        if log is not None:
            log += [telling.auction_event(position), telling.kitty_event(position, len(position.kitty))]
        position.hands[seat] += position.kitty
        position.kitty = []

    # ---- trumps, passing, discarding

    def _name_trumps(self, position: DoubleKingPedroPosition, seat: int, move: Move, log: list[Event] | None) -> None:
        position.trump = move.suit
        if log is not None:
            log += [Event("called", "name-trumps", f"{position.name(seat)} names {{{move.suit}}} as trumps.", seat),
                    telling.trumps_event(position)]
        self._settle(position, log)

    def _settle(self, position: DoubleKingPedroPosition, log: list[Event] | None) -> None:
        """Find who has trumps to give, else who has cards to discard; when nobody has, the declarer leads."""
        before = position.phase, position.to_act
        giver = next(filter(position.excess, self._givers(position)), None)
        if giver is None:
            self._seek_discard(position)
        else:
            position.phase, position.to_act = "pass-trumps", giver
        if log is not None and before != (position.phase, position.to_act):
            log.append(telling.first_event(position))

    def _givers(self, position: DoubleKingPedroPosition) -> list[int]:
        """In which order trumps are passed: who gives goes on, even when the partner's turn would be sooner."""
        order = position.from_declarer
        if position.phase != "pass-trumps" or position.to_act is None:
            return order
        return [position.to_act, (position.to_act + 2) % self.table.size, *order]

    def _seek_discard(self, position: DoubleKingPedroPosition) -> None:
        for seat in position.from_declarer:
            if len(position.hands[seat]) > PLAY_SIZE:
                position.phase, position.to_act = "discard", seat
                return
        position.phase = "play"
        position.leader = position.to_act = position.declarer
        position.opening = bool(position.trumps_of(position.declarer or 0))     # none only in a setup that was never bid

    def _give(self, position: DoubleKingPedroPosition, seat: int, move: Move, log: list[Event] | None) -> None:
        receiver = position.receiver(seat)
        position.hands[seat].remove(move.played)
        position.hands[receiver].append(move.played)
        if log is not None:
            told = f"{position.name(seat)} gives a trump to {position.name(receiver)}."
            log.append(Event("called", "pass-trumps", told, seat))
        if position.excess(seat):       # the giver goes on
            return
        position.passed_on = not position.passed_on and bool(position.excess(receiver))
        self._settle(position, log)

    def _discard(self, position: DoubleKingPedroPosition, seat: int, move: Move, log: list[Event] | None) -> None:
        hand = position.hands[seat]
        hand.remove(move.played)
        if log is not None:
            told = f"{position.name(seat)} discards: {len(hand)} cards left."
            log.append(Event("called", "discard", told, seat))
        if len(hand) <= PLAY_SIZE:
            self._seek_discard(position)
            if log is not None:
                log.append(telling.first_event(position))

    # ---- tricks

    def _play(self, position: DoubleKingPedroPosition, seat: int, move: Move, log: list[Event] | None) -> None:
        position.hands[seat].remove(move.played)
        position.trick.append(move.laid[seat])
        position.opening = False
        self._go_round(position, log)

    def _go_round(self, position: DoubleKingPedroPosition, log: list[Event] | None) -> None:
        """The turn goes clockwise to the next seat that plays; who can't play a trump to a trump goes out of itself."""
        trick, trumps, left_of = position.trick, TRUMPS[position.trump], self.table.left_of
        trump_led, seat = trick[0].card in trumps, left_of[trick[-1].seat]
        while seat != position.leader:
            if seat not in position.out:
                hand = position.hands[seat]
                if trump_led and trumps.isdisjoint(hand):
                    self._go_out(position, seat, log)
                elif hand:
                    position.to_act = seat
                    return
            seat = left_of[seat]
        self._take_trick(position, log)

    def _go_out(self, position: DoubleKingPedroPosition, seat: int, log: list[Event] | None) -> None:
        if log is not None:
            log.append(telling.out_event(position, seat, position.hands[seat]))
        position.out |= {seat}
        position.hands[seat] = []

    def _take_trick(self, position: DoubleKingPedroPosition, log: list[Event] | None) -> None:
        laid = position.trick
        best = telling.winning(laid, position.trump)
        seat = best.seat
        if log is not None:
            log += telling.trick_events(position, laid, best)
        position.tricks[seat] += 1
        worth, points = POINTS[position.trump], 0
        for one in laid:
            if one.card in worth:
                points += worth[one.card]
        position.points[seat % 2] += points
        self.finish_trick(position, {"": seat})
        position.leader = position.to_act = seat
        if len(position.out) == self.table.size - 1:
            self._take_rest(position, seat, log)
            self._score(position, log)
        elif not position.hands[seat] and self._is_whole(position):
            self._score(position, log)
        else:
            if log is not None:
                log.append(Event("lead", "next-lead", f"{position.name(seat)} took the trick and leads.", seat))
            if not position.hands[seat]:
                position.to_act = None

    def _take_rest(self, position: DoubleKingPedroPosition, seat: int, log: list[Event] | None) -> None:
        """The only player not out takes what they still hold: nobody could win it from them."""
        worth = [card for card in position.hands[seat] if POINTS[position.trump].get(card)]
        if log is not None:
            brought = telling.worth_told(worth, position.trump) if worth else "no points"
            log.append(Event("hand", "out", f"Only {position.name(seat)} is not out, so the hand ends; the cards "
                                            f"left in that hand count as taken: {brought}.", seat, tuple(worth)))
        position.points[seat % 2] += points_of(worth, position.trump)
        position.hands[seat] = []

    def _is_whole(self, position: DoubleKingPedroPosition) -> bool:
        """Whether nothing is missing of a hand whose cards are played.

        A short hand that began in mid-play can run out of cards with tricks or points unaccounted for.
        """
        return sum(position.tricks) >= PLAY_SIZE or sum(position.points) >= ALL_POINTS

    def _score(self, position: DoubleKingPedroPosition, log: list[Event] | None) -> None:
        self.finish_hand(position, telling.hand_points(position))
        totals = self.totals(position)
        if max(totals) >= WINNING_TOTAL and totals[0] != totals[1]:
            position.game_over = True
            position.winners = [self.score_names[totals.index(max(totals))]]
        if log is not None:
            log += telling.score_events(position, totals)

    # ---- facts and reasons

    def tell_own(self, position: DoubleKingPedroPosition) -> dict[str, Plain]:
        """The game's own facts."""
        names = self.table.names
        return {
            "kitty": texts(in_order(position.kitty)), "bids": dict(zip(names, position.bids, strict=True)),
            "high_bid": position.high_bid,
            "declarer": None if position.declarer is None else names[position.declarer], "contract": position.contract,
            "trump": position.trump or None, "out": [names[seat] for seat in sorted(position.out)],
            "points": dict(zip(self.score_names, position.points, strict=True)),
        }

    def hide(self, seen: DoubleKingPedroPosition, seat: int) -> None:
        """Nobody sees the kitty before it is taken."""
        seen.kitty = [FACE_DOWN] * len(seen.kitty)

    def is_trump(self, position: DoubleKingPedroPosition, card: Card) -> bool:
        """A trump once trumps are named; until then only the Joker is sure to be one."""
        return card in TRUMPS[position.trump]

    def taken(self, position: DoubleKingPedroPosition, seat: int) -> str:
        """Tricks, and whether the seat is out; during the auction the seat's last call."""
        if position.phase in ("toss", "bid"):
            call = position.bids[seat]
            return "" if call is None else "passed" if call == "pass" else f"bids {call}"
        return ", ".join(filter(None, (super().taken(position, seat), "out" if seat in position.out else "")))

    def notices(self, position: DoubleKingPedroPosition) -> list[tuple[str, str]]:
        """The highest bid, then the contract, trumps and points."""
        if position.declarer is None:
            high = position.high_bid
            return [("Kitty", f"{len(position.kitty)} cards"),
                    ("Highest bid", "none yet" if high is None else str(high))]
        points = listed([f"{name} {points}" for name, points in zip(self.score_names, position.points, strict=True)])
        return [("Contract", f"{position.name(position.declarer)}: {telling.contract(position)}"),
                ("Trump", f"{{{position.trump}}}" if position.trump else "not named yet"), ("Points taken", points)]

    def standing(self, position: DoubleKingPedroPosition, laid: Sequence[Laid]) -> Standing:
        """The highest trump, else the highest throw-off."""
        return telling.standing(position, laid)

    def working(self, position: DoubleKingPedroPosition) -> list[Line]:
        """What the declarer's side made or lost, and what the others took."""
        return telling.working(position)


_STEPS: dict[str, Any] = {
    "toss": DoubleKingPedro._toss, "bid": DoubleKingPedro._call, "trump": DoubleKingPedro._name_trumps,
    "pass-trumps": DoubleKingPedro._give, "discard": DoubleKingPedro._discard, "play": DoubleKingPedro._play,
}
"""Phase to what a move does in it."""
