"""A second, naive implementation of Double Knot, written from its specification alone, on strings and facts.

It shares no code with the engine and is deliberately slow: it sorts a trick to find the winner, applies the specification's
sentences one by one to find the legal moves, and scores each player separately.
"""

from __future__ import annotations

from typing import Any

SUITS = "MSWLYK"
RANKS = "A23456789PCX"
PACKED = (
    "AM 2MK 3MW 4MS 5ML 6MW 7ML 8MS 9MS PMSL PMYK CMWK CMLY XM "
    "AS 2SY 3SK 5SW 6SY 7SK PSWK CSWY CSLK XS "
    "AW 2WL 4WL 7WY 8WL 9WY PWLY XW "
    "AL 3LY 6LK 9LK XL AY 4YK 5YK 8YK XY AK XK Excuse"
)
PACK = PACKED.split()
SEATS = {
    3: ["South", "West", "East"],
    4: ["South", "West", "North", "East"],
    5: ["South", "West", "Northwest", "Northeast", "East"],
}
TARGET = {3: 15, 4: 18, 5: 20}

Facts = dict[str, Any]


def pack(players: int, basic: bool) -> list[str]:
    """Return the cards that are dealt."""
    if basic:
        return [card for card in PACK if card[0] not in "PCE"]
    return [card for card in PACK if card != "Excuse" or players != 4]


def suit(card: str) -> str | None:
    """Return the card's top suit, or None for the Excuse."""
    return None if card == "Excuse" else card[1]


def opening(cards: list[str]) -> str | None:
    """Return the card that counts as the lead, ignoring an Excuse, or None."""
    if cards and cards[0] == "Excuse":
        cards = cards[1:]
    return cards[0] if cards else None


def trumps(cards: list[str]) -> list[str]:
    """Return the trump suits in a trick."""
    lead = opening(cards)
    if lead is None:
        return []
    if lead[0] in "AX":
        return [letter for letter in SUITS if SUITS.find(letter) > SUITS.find(lead[1])]
    return [letter for letter in SUITS if letter in lead[2:]]


def refusal(hand: list[str], trick: list[str], card: str) -> str | None:
    """Return the id of the first rule that forbids a card, or None."""
    lead = opening(trick)
    if lead is None:
        return None
    suits_held = [suit(each) for each in hand]
    can_follow = suit(lead) in suits_held
    can_trump = any(letter in suits_held for letter in trumps(trick))
    if card == "Excuse":
        return "excuse" if can_follow or can_trump else None
    if can_follow:
        return None if suit(card) == suit(lead) else "follow-suit"
    if can_trump:
        return None if suit(card) in trumps(trick) else "must-trump"
    return None


def winner(cards: list[str]) -> int:
    """Return the index of the winning card: lowest trump suit or else the suit led, then highest rank, then the earliest
    card."""
    order = [*reversed(trumps(cards)), suit(opening(cards) or "Excuse")]
    running = [place for place, card in enumerate(cards) if suit(card) in order and card != "Excuse"]
    running.sort(key=lambda place: (order.index(suit(cards[place])), -RANKS.index(cards[place][0]), place))
    place: int = running[0]
    return place


def points(variant: str, bids: list[int], tricks: list[int]) -> list[int]:
    """Return each side's score."""
    size, zero_or_all = sum(tricks), "zero-or-all" in variant
    teams = variant.startswith("teams")
    if teams:
        bids = [bids[0] + bids[2], bids[1] + bids[3]] * 2
        tricks = [tricks[0] + tricks[2], tricks[1] + tricks[3]] * 2
    off = [abs(bid - won) for bid, won in zip(bids, tricks, strict=True)]
    each = []
    for seat, miss in enumerate(off):
        mine = 0
        if miss <= 1:
            mine += 1
        if miss == 0:
            mine += sum(1 for other, by in enumerate(off) if other != seat and by)
        if zero_or_all and bids[seat] in (0, size):
            mine = 0 if miss else 4
        each.append(mine)
    return [each[0] + each[2], each[1] + each[3]] if teams else each


class DoubleKnotOracle:
    """The facts of a hand in play."""

    def __init__(self, variant: str, players: int, dealer: str, hands: dict[str, list[str]], **given: Any) -> None:
        self.variant = variant
        self.seats = SEATS[players]
        self.dealer = dealer
        self.hands = {seat: list(hand) for seat, hand in hands.items()}
        self.bids: dict[str, int | None] = {**dict.fromkeys(self.seats), **given.get("bids", {})}
        self.tricks: dict[str, int] = {**dict.fromkeys(self.seats, 0), **given.get("tricks", {})}
        self.trick: list[tuple[str, str]] = [tuple(entry.split()) for entry in given.get("trick", [])]
        self.score = {**dict.fromkeys(self.sides(), 0), **given.get("score", {})}
        self.phase = given.get("phase", "bid" if None in self.bids.values() else "play")
        self.last: str | None = None
        self.points: dict[str, int] | None = None
        self.leader: str | None = None
        self.to_act: str | None = None
        if self.phase == "play":
            self.leader = self.trick[0][0] if self.trick else given.get("leader", self.left(dealer))
            self.to_act = self.left(self.trick[-1][0]) if self.trick else self.leader
        else:
            self.to_act = next(seat for seat in self.from_left() if self.bids[seat] is None)

    def left(self, seat: str) -> str:
        return (self.seats * 2)[self.seats.index(seat) + 1]

    def from_left(self) -> list[str]:
        start = self.seats.index(self.dealer) + 1
        return (self.seats * 2)[start : start + len(self.seats)]

    def sides(self) -> list[str]:
        return ["South+North", "West+East"] if self.variant.startswith("teams") else self.seats

    def size(self) -> int:
        cards = sum(map(len, self.hands.values())) + len(self.trick)
        return sum(self.tricks.values()) + cards // len(self.seats)

    def laid(self) -> list[str]:
        return [card for _, card in self.trick]

    def judged(self) -> dict[str, str | None]:
        """Return every move to try, with the id of the rule that forbids it or None."""
        if self.to_act is None:
            return {}
        if self.phase == "bid":
            size = self.size()
            return {f"bid {number}": "bid-once" if number > size else None for number in range(size + 3)}
        hand = self.hands[self.to_act]
        return {card: refusal(hand, self.laid(), card) for card in hand}

    def legal(self) -> list[str]:
        return [move for move, rule in self.judged().items() if rule is None]

    def play(self, move: str) -> None:
        seat = self.to_act
        assert seat is not None
        if self.phase == "bid":
            self.bids[seat] = int(move.split()[1])
            self.to_act = self.left(seat)
            if None not in self.bids.values():
                self.phase, self.leader = "play", self.to_act
            return
        self.hands[seat].remove(move)
        self.trick.append((seat, move))
        self.to_act = self.left(seat)
        if len(self.trick) == len(self.seats):
            self.finish_trick()

    def finish_trick(self) -> None:
        taker = self.trick[winner(self.laid())][0]
        self.tricks[taker] += 1
        self.trick = []
        self.last = self.leader = self.to_act = taker
        if self.hands[taker]:
            return
        self.to_act = None
        bids = [bid for bid in self.bids.values() if bid is not None]
        if len(bids) < len(self.seats):
            return
        self.phase, self.leader = "over", None
        won = points(self.variant, bids, list(self.tricks.values()))
        self.points = dict(zip(self.sides(), won, strict=True))
        self.score = {side: self.score[side] + self.points[side] for side in self.sides()}

    def winners(self) -> list[str]:
        if self.points is None or max(self.score.values()) < TARGET[len(self.seats)]:
            return []
        best = [side for side, total in self.score.items() if total == max(self.score.values())]
        return best if len(best) == 1 else []

    def facts(self) -> Facts:
        """Return every public fact, by name."""
        cards, over = self.laid(), self.points is not None
        return {
            "phase": self.phase,
            "to_act": self.to_act,
            "leader": self.leader,
            "trick": [f"{seat} {card}" for seat, card in self.trick],
            "last_trick_winner": self.last,
            "tricks": dict(self.tricks),
            "hands": {seat: sorted(hand, key=PACK.index) for seat, hand in self.hands.items()},
            "hand_over": over,
            "hand_score": self.points,
            "score": dict(self.score),
            "next_dealer": self.left(self.dealer) if over and not self.winners() else None,
            "game_over": bool(self.winners()),
            "winners": self.winners(),
            "dealer": self.dealer,
            "bids": dict(self.bids),
            "suit_led": suit(opening(cards) or "Excuse"),
            "trumps": trumps(cards),
        }
