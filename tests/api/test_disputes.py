"""Disputes that the rules pages settle. Users get the referee's ruling with a tap per card and at most three more."""

from __future__ import annotations

import json
from typing import NamedTuple

import pytest

from rules_engine.api.messages import handle


class Dispute(NamedTuple):
    """A dispute: the question, the entries to tap, and the expected answer, which is the playable cards or the trick's
    winner."""

    about: str
    game: str
    told: dict[str, list[str]]
    cards: list[str]
    hand: list[str]
    says: str
    players: int = 4
    may: tuple[str, ...] = ()

    @property
    def taps(self) -> int:
        """The number of taps: one per card and chip, another for a lead that names a suit, and another to proceed to the
        hand."""
        named = sum(" as " in card for card in self.cards)
        return len(self.cards) + len(self.hand) + sum(map(len, self.told.values())) + named + bool(self.hand and self.cards)


DISPUTES = [
    Dispute("must I follow with a bottom suit", "snakebit", {"trump": ["K"]}, ["4WL as W"], ["9LK", "3MW"], "Waves were led", 4,
            ("3MW",)),
    Dispute("is a card a trump although it followed", "snakebit", {"trump": ["S"]}, ["8WL as W", "9WY", "5SW", "6MW"], [],
            "the only trump"),
    Dispute("may I lead trumps at the start", "snakebit", {"trump": ["K"], "cursed": ["M"]}, [], ["9LK"],
            "not yet broken", 4, ("9LK",)),
    Dispute("does a passed card win its colour", "double-decker", {}, ["R5", "B7", "G19", "B3"], [],
            "South takes the red 5, the only red card"),
    Dispute("may I pass with one colour on the table", "double-decker", {}, ["R5"], ["G3"], "a pass needs two colours", 4,
            ("G3",)),
    Dispute("does the Excuse win a trick", "double-knot", {}, ["Excuse", "2WL", "9WY"], [], "East takes the trick", 3),
    Dispute("must I trump if I can't follow", "double-knot", {}, ["9LK"], ["2WL", "AK"], "Ace of Knots", 4, ("AK",)),
    Dispute("does the off-King beat the Queen of trumps", "double-king-pedro", {"trump": ["H"]}, ["QH", "KD", "2H", "5H"], [],
            "West takes the trick with the King of Diamonds"),
    Dispute("must I follow suit to a throw-off", "double-king-pedro", {"trump": ["H"]}, ["AS"], ["2C", "3S"], "Any of them", 4,
            ("2C", "3S")),
    Dispute("does an Ole beat a chosen Seven", "knueffeln", {"chosen": ["D", "C"]}, ["7D", "2H", "JC", "AD"], [],
            "South takes the trick"),
    Dispute("does a King beat a chosen Three", "knueffeln", {"chosen": ["D", "C"]}, ["KS", "3D", "QH", "8H"], [],
            "South takes the trick"),
    Dispute("of two equal beaters the first stands", "knueffeln", {"chosen": ["D", "C"]}, ["JD", "JC", "KS", "QH"], [],
            "South takes the trick"),
]


@pytest.mark.parametrize("dispute", DISPUTES, ids=lambda dispute: dispute.about.replace(" ", "-"))
def test_a_dispute_is_settled_with_few_taps(dispute: Dispute) -> None:
    tool = "turn" if dispute.hand else "trick"
    message = {"op": "referee", "tool": tool, "game": dispute.game, "players": dispute.players, "leader": 0,
               "entered": dispute.told, "rows": [*dispute.told, "broken"], "cards": dispute.cards, "hand": dispute.hand}
    answer = json.loads(handle(json.dumps(message)))
    assert answer["certain"], answer
    assert dispute.says in answer["say"]
    assert tuple(card for card, told in answer["cards"].items() if told["legal"]) == dispute.may
    assert dispute.taps <= len(dispute.cards) + len(dispute.hand) + 3
