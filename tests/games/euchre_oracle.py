"""A second, naive implementation of Euchre, written from its specification, to check the engine.

It shares no code with the engine. Cards are strings, and a hand is one generator that runs from the deal to the score. It yields
the phase, the seat to act and the set of legal moves, and receives the chosen move.
"""

from __future__ import annotations

from collections.abc import Generator

SEATS = ["South", "West", "North", "East"]
COLOUR = {"S": "black", "C": "black", "H": "red", "D": "red"}
PLAIN = ["7", "8", "9", "10", "J", "Q", "K", "A"]

Step = tuple[str, str, set[str]]


def is_trump(card: str, trump: str) -> bool:
    return card == "Joker" or card[-1] == trump or (card[0] == "J" and COLOUR[card[-1]] == COLOUR[trump])


def suit_of(card: str, trump: str) -> str:
    return trump if is_trump(card, trump) else card[-1]


def strength(card: str, trump: str, led: str) -> int:
    if card == "Joker":
        return 300
    if card == "J" + trump:
        return 290
    if card[0] == "J" and is_trump(card, trump):
        return 280
    return PLAIN.index(card[:-1]) + (200 if is_trump(card, trump) else 100 if card[-1] == led else 0)


def partner(seat: str) -> str:
    return SEATS[(SEATS.index(seat) + 2) % 4]


def made_trumps(order: list[str], up: str, sticks: bool) -> Generator[Step, str, tuple[str, str, bool]]:
    """Run the bidding, and return the maker, the trump suit and whether the card was ordered up."""
    if up == "Joker":
        return order[3], (yield "benny", order[3], {f"name {suit}" for suit in "SHDC"})[-1], True
    for seat in order:
        if (yield "order", seat, {"pass", "order up"}) == "order up":
            return seat, up[-1], True
    for place, seat in enumerate(order):
        moves = {f"name {suit}" for suit in "SHDC" if suit != up[-1]} | {"pass"}
        call = yield "name", seat, moves - ({"pass"} if sticks and place == 3 else set())
        if call != "pass":
            return seat, call[-1], False
    return "", "", False


def lone_players(order: list[str], maker: str, must: bool, may_defend: bool) -> Generator[Step, str, tuple[str, str]]:
    """Ask who plays alone, and return the lone maker and the lone defender."""
    alone = must or (yield "alone", maker, {"alone", "together"}) == "alone"
    for seat in order if alone and may_defend else []:
        if seat not in (maker, partner(maker)) and (yield "defend", seat, {"alone", "together"}) == "alone":
            return maker, seat
    return maker if alone else "", ""


def tricks_of(playing: list[str], hands: dict[str, list[str]], trump: str) -> Generator[Step, str, dict[str, int]]:
    """Run the five tricks, and return the number that each seat takes."""
    tricks, leader = dict.fromkeys(SEATS, 0), playing[0]
    for _ in range(5):
        turn = playing[playing.index(leader):] + playing[:playing.index(leader)]
        laid: dict[str, str] = {}
        for seat in turn:
            led = suit_of(laid[leader], trump) if laid else ""
            follows = {card for card in hands[seat] if suit_of(card, trump) == led}
            laid[seat] = yield "play", seat, follows or set(hands[seat])
            hands[seat].remove(laid[seat])
        led = suit_of(laid[leader], trump)
        leader = max(turn, key=lambda seat: strength(laid[seat], trump, led))
        tricks[leader] += 1
    return tricks


def one_hand(hands: dict[str, list[str]], up: str, dealer: str, variant: str,
             options: dict[str, str]) -> Generator[Step, str, dict[str, int]]:
    """Run a hand from the deal, and return each side's points."""
    first, score = SEATS.index(dealer) + 1, {"South+North": 0, "West+East": 0}
    order = [SEATS[(first + place) % 4] for place in range(4)]
    maker, trump, ordered = yield from made_trumps(order, up, variant == "stick-the-dealer")
    if not maker:
        return score
    must = ordered and options["partner-orders"] == "alone" and maker == partner(dealer)
    lone, against = yield from lone_players(order, maker, must, options["defend-alone"] == "allowed")
    playing = [seat for seat in order if seat not in (lone and partner(lone), against and partner(against))]
    if ordered and dealer in playing:
        hands[dealer].append(up)
        hands[dealer].remove((yield "discard", dealer, {f"discard {card}" for card in hands[dealer]}).removeprefix("discard "))
    tricks = yield from tricks_of(playing, hands, trump)
    won = tricks[maker] + tricks[partner(maker)]
    points = (4 if against else 2) if won < 3 else 1 if won < 5 else 4 if lone else 2
    side = "South+North" if (maker in ("South", "North")) == (won >= 3) else "West+East"
    return score | {side: points}
