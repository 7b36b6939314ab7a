"""A second, naive implementation of Double King Pedro, written from its specification, to check the engine.

It shares no code with the engine. Cards are strings, a hand is one generator that runs from the deal to the score, and a
trick is won by comparing cards in pairs. The generator keeps ``facts`` up to date. It yields the phase, the seat to act
and the set of legal moves, and receives the chosen move.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

SEATS = ["South", "West", "North", "East"]
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SAME_COLOUR = {"H": "D", "D": "H", "S": "C", "C": "S"}
PACK = [rank + suit for suit in "SHDC" for rank in RANKS] + ["Joker"]

Step = tuple[str, str, set[str]]


def rank_of(card: str) -> str:
    return card if card == "Joker" else card[:-1]


def is_trump(card: str, trump: str) -> bool:
    if card == "Joker" or card[-1] == trump:
        return True
    return card[-1] == SAME_COLOUR[trump] and rank_of(card) in ("K", "9", "5")


def worth(card: str, trump: str) -> int:
    if not is_trump(card, trump):
        return 0
    return {"A": 1, "K": 25, "J": 1, "10": 1, "9": 9, "5": 5, "2": 1, "Joker": 18}.get(rank_of(card), 0)


def beats(new: str, old: str, trump: str) -> bool:
    """Return whether a card beats the best card so far."""
    if is_trump(new, trump) != is_trump(old, trump):
        return is_trump(new, trump)
    if "Joker" in (new, old):
        return old == "Joker"
    if rank_of(new) != rank_of(old):
        return RANKS.index(rank_of(new)) > RANKS.index(rank_of(old))
    if is_trump(new, trump):
        return new[-1] == trump
    first = SAME_COLOUR[trump]
    if first in (new[-1], old[-1]):
        return new[-1] == first
    return new[-1] in "HS"


def winner_of(trick: list[tuple[str, str]], trump: str) -> str:
    best = trick[0]
    for one in trick[1:]:
        if beats(one[1], best[1], trump):
            best = one
    return best[0]


def legal_cards(hand: list[str], led: str | None, trump: str, opening: bool) -> set[str]:
    must = opening if led is None else is_trump(led, trump)
    return {card for card in hand if is_trump(card, trump)} if must else set(hand)


def score_of(contract: Any, mine: int, theirs: int) -> tuple[int, int]:
    """Return the scores for the declarer's side and the other side."""
    if contract == "double":
        return (200 if mine == 100 else -200), theirs
    return (mine if mine >= contract else -contract), theirs


def clockwise(seat: str) -> list[str]:
    place = SEATS.index(seat)
    return SEATS[place:] + SEATS[:place]


def partner(seat: str) -> str:
    return clockwise(seat)[2]


def side(seat: str) -> str:
    return "South+North" if seat in ("South", "North") else "West+East"


def one_hand(facts: dict[str, Any], hands: dict[str, list[str]], kitty: list[str], dealer: str
             ) -> Generator[Step, str, None]:
    """Play a hand from the deal to its score."""
    nothing = dict.fromkeys(SEATS, 0)
    facts.update(hands=hands, kitty=list(kitty), bids=dict.fromkeys(SEATS), high_bid=None, declarer=None,
                 contract=None, trump=None, out=[], points={"South+North": 0, "West+East": 0}, tricks=nothing, trick=[],
                 hand_over=False, hand_score=None, leader=None, last_trick_winner=None)
    order = [*clockwise(dealer)[1:], dealer]
    for seat in order:
        if not any(card[0] in "KQ" or card[:-1] == "J" for card in hands[seat]):
            said = yield "toss", seat, {"toss", "keep"}
            if said == "toss":
                facts.update(hand_over=True, hand_score={"South+North": 0, "West+East": 0})
                return
    yield from auction(facts, order)
    declarer = facts["declarer"]
    hands[declarer] += facts["kitty"]
    facts["kitty"] = []
    suits = [suit for suit in "SHDC" if any(is_trump(card, suit) for card in hands[declarer])]
    said = yield "trump", declarer, {f"trump {suit}" for suit in suits}
    facts["trump"] = said[-1]
    yield from pass_trumps(hands, declarer, said[-1])
    for seat in clockwise(declarer):
        while len(hands[seat]) > 6:
            free = [card for card in hands[seat] if not is_trump(card, facts["trump"])]
            said = yield "discard", seat, {f"discard {card}" for card in free}
            hands[seat].remove(said.split()[1])
    yield from tricks(facts, hands, declarer)
    other = "West+East" if side(declarer) == "South+North" else "South+North"
    mine, theirs = score_of(facts["contract"], facts["points"][side(declarer)], facts["points"][other])
    facts.update(hand_over=True, hand_score={side(declarer): mine, other: theirs}, leader=None)


def auction(facts: dict[str, Any], order: list[str]) -> Generator[Step, str, None]:
    bids, waiting = facts["bids"], list(order)
    while True:
        seat = waiting.pop(0)
        high = facts["high_bid"] or 0
        choices = {f"bid {number}" for number in range(high + 1, 101)} | {"bid double"}
        if waiting or high:
            choices.add("pass")
        said = yield "bid", seat, choices
        if said == "pass":
            bids[seat] = "pass"
        else:
            value = said.split()[1]
            bids[seat] = facts["high_bid"] = value if value == "double" else int(value)
            waiting.append(seat)
        if facts["high_bid"] == "double" or (facts["high_bid"] and len(waiting) == 1):
            facts.update(declarer=waiting[-1], contract=facts["high_bid"])
            return


def pass_trumps(hands: dict[str, list[str]], declarer: str, trump: str) -> Generator[Step, str, None]:
    def held(seat: str) -> list[str]:
        return [card for card in hands[seat] if is_trump(card, trump)]

    def hand_over(giver: str, receiver: str) -> Generator[Step, str, None]:
        while len(held(giver)) > 6:
            said = yield "pass-trumps", giver, {f"give {card}" for card in held(giver)}
            hands[giver].remove(said.split()[1])
            hands[receiver].append(said.split()[1])

    for seat in clockwise(declarer):
        if len(held(seat)) > 6:
            yield from hand_over(seat, partner(seat))
            yield from hand_over(partner(seat), clockwise(partner(seat))[1])


def tricks(facts: dict[str, Any], hands: dict[str, list[str]], declarer: str) -> Generator[Step, str, None]:
    facts["leader"] = declarer
    opening = True
    while hands[facts["leader"]]:
        table: list[tuple[str, str]] = []
        for seat in clockwise(facts["leader"]):
            if seat in facts["out"]:
                continue
            led = table[0][1] if table else None
            choices = legal_cards(hands[seat], led, facts["trump"], opening)
            if led and not choices:
                facts["out"].append(seat)
                hands[seat].clear()
                continue
            said = yield "play", seat, choices
            opening = False
            hands[seat].remove(said)
            table.append((seat, said))
            facts["trick"] = [" ".join(one) for one in table]
        best = winner_of(table, facts["trump"])
        facts["trick"] = []
        facts["leader"] = facts["last_trick_winner"] = best
        facts["tricks"][best] += 1
        facts["points"][side(best)] += sum(worth(card, facts["trump"]) for _, card in table)
        if len(facts["out"]) == 3:
            facts["points"][side(best)] += sum(worth(card, facts["trump"]) for card in hands[best])
            hands[best].clear()
            return
