"""The Spades bot: bids that fit the hand, and plays for a bid, for and against a nil, and against bags."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules_engine.bots import BotMove, bot_for
from rules_engine.bots.match import match
from rules_engine.bots.random_bot import RandomBot
from rules_engine.games.spades import Spades
from rules_engine.games.spades.bot import bot
from rules_engine.testing import begin

GAME = Spades()
BIDS = {"South": 4, "West": 3, "North": 3, "East": 3}


def chosen(setup: dict[str, Any], **options: str) -> BotMove:
    game = Spades(options=options)
    position = begin(game, setup).position
    return bot().choose(game.view(position, position.actor), random.Random(1))


def bid(hand: str, **bids: Any) -> str:
    """Return South's bid with a hand of thirteen cards, after these bids; the other cards are dealt in pack order."""
    rest = [card.text for card in GAME.deck if card.text not in hand.split()]
    hands = {"South": hand} | {name: rest[13 * place:13 * place + 13] for place, name in enumerate(("West", "North", "East"))}
    return chosen({"dealer": "South" if bids else "East", "hands": hands, "bids": bids}).move.text


@pytest.mark.parametrize(("hand", "said"), [
    ("AS KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S 2S", "bid 13"),
    ("2S 4S 2H 3H 5H 7H 2D 4D 6D 8D 2C 3C 6C", "bid nil"),
    ("AS KS 4S 2S AH KH 3H AD 5D 4D 7C 6C 2C", "bid 5"),
    ("2S 3S QH JH 10H QD JD 9D 4D QC JC 9C 2C", "bid 1"),
])
def test_it_bids_what_it_can_count(hand: str, said: str) -> None:
    assert bid(hand) == said


def test_the_last_to_bid_leaves_no_more_than_thirteen() -> None:
    assert bid("AS KS 4S 2S AH KH 3H AD 5D 4D 7C 6C 2C", West=4, North=3, East=4) == "bid 2"


CASES: dict[str, tuple[str, str, list[str], dict[str, Any]]] = {
    "a nil gets rid of its highest card that loses": ("9H 3H", "9H", ["East 10H"], {"bids": BIDS | {"South": "nil"}}),
    "the partner's nil is covered": ("KH 2D", "KH", ["North QH", "East 2H"], {"bids": BIDS | {"North": "nil"}}),
    "an opponent's nil is left in the trick": (
        "KH 2H", "2H", ["West 9H", "North 3H", "East 4H"], {"bids": BIDS | {"West": "nil"}}),
    "with the bid made, the highest loser goes": (
        "QH 2H", "QH", ["West KH", "North 3H", "East 4H"], {"bids": BIDS | {"West": 1},
                                                             "tricks": {"South": 4, "North": 3, "East": 4}}),
    "the last to play wins as cheaply as it can": ("AH QH", "QH", ["West JH", "North 3H", "East 4H"], {"bids": BIDS}),
    "a partner who is winning isn't trumped": ("AS 2D", "2D", ["North AH", "East 4H"], {"bids": BIDS}),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_it_plays_for_what_was_bid(case: tuple[str, str, list[str], dict[str, Any]]) -> None:
    held, card, trick, more = case
    rest = iter(["5C", "6C", "7C", "8C", "9C", "10C"])
    laid = [each.partition(" ")[0] for each in trick]
    hands = {name: held if name == "South" else [next(rest) for _ in range(2 - (name in laid))] for name in BIDS}
    choice = chosen({"hands": hands, "leader": laid[0], "trick": trick, **more})
    assert choice.move.text == card
    assert GAME.pack.plain(choice.reason).endswith(".")


def test_it_gives_away_what_could_break_its_nil() -> None:
    hands = {"South": "KS 3H 2D", "West": "2H 4H 5H", "North": "3D 4D 5D", "East": "2C 3C 4C"}
    setup = {"phase": "exchange", "hands": hands, "bids": BIDS | {"South": "blind nil"}}
    assert chosen(setup, **{"blind-nil": "with-exchange"}).move.text == "give KS"


def test_it_beats_random_play() -> None:
    found = match(GAME, bot_for(GAME), RandomBot(), 20, 3)
    assert found.margin - found.half_width > 50
