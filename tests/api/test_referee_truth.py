"""Tests that every statement of the referee is true in all hands consistent with the entries."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

import pytest

from rules_engine.api.messages import handle
from rules_engine.api.referee.unasked_facts import unasked
from rules_engine.api.referee.worlds import EnteredTable, World, consistent_worlds
from rules_engine.core.game.game import Game
from rules_engine.core.game.game_options import every_choice
from rules_engine.core.model.cards import Card
from rules_engine.core.positions.position import Position
from rules_engine.games import game_class, known_games
from rules_engine.games.registry import GAMES
from rules_engine.testing import choice_name
from rules_engine.testing.referee import what_is_said_at_a_table_is_so
from tests.api.hidden import FOLLOW
from tests.api.truth import check, entries
from tests.sketches import SKETCHES
from tests.some import some

SHORT, LONG = (6, 12), (60, 100)
"""Number of entries per game, and number of hands against which each entry is checked."""


def _kind(place: str) -> type[Game[Position]]:
    module, _, name = place.partition(":")
    kind: type[Game[Position]] = getattr(import_module(module), name)
    return kind


EVERY = [game for kind in [*map(game_class, known_games()), *map(_kind, SKETCHES.values())] for game in every_choice(kind)]
FIRST = [*{game.id: game for game in reversed(EVERY)}.values()]
HIDDEN = "tests.api.hidden:Hidden"
CONDITIONS = [*every_choice(_kind(HIDDEN))]
SOME = [game for game in CONDITIONS if game.variant in ("follow-first-trick", "follow-few-cards", "win-pile", "win-points")]
SNAKEBIT: dict[str, object] = {"game": "snakebit", "rows": ["trump", "cursed"], "entered": {"trump": ["L"]},
                               "cards": ["5YK", "4YK", "8WL", "2MK"]}


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Register the sketches and the game with hidden conditions."""
    for name, place in {**SKETCHES, "hidden": HIDDEN}.items():
        monkeypatch.setitem(GAMES, name, place)
    known_games.cache_clear()
    yield
    known_games.cache_clear()


@pytest.mark.parametrize("game", some([*FIRST, *SOME], [*FIRST, *SOME], choice_name))
def test_what_it_says_holds_in_every_hand_that_fits(game: Game[Position]) -> None:
    count, most = SHORT
    for number, entry in enumerate(entries(game, count, seed=1)):
        check(entry, 10, most, number)


@pytest.mark.thorough
@pytest.mark.parametrize("game", [*EVERY, *CONDITIONS], ids=choice_name)
def test_what_it_says_holds_in_hundreds(game: Game[Position]) -> None:
    (count, most), counts = LONG, Counter[str]()
    for number, entry in enumerate(entries(game, count, seed=2)):
        counts += check(entry, 40, most, number)
    print(f"{choice_name(game)}: {dict(counts)}")


# ---- fields that weren't entered

def _asked(**message: object) -> dict[str, Any]:
    entered = {"op": "referee", "tool": "turn", "entered": {}, "rows": [], "leader": 0, "cards": [], **message}
    answer: dict[str, Any] = json.loads(handle(json.dumps(entered)))
    return answer


def test_a_trick_counts_no_card_that_nobody_has_called_cursed() -> None:
    open_yet = _asked(**SNAKEBIT, tool="trick")["say"]
    assert "North takes the trick" in open_yet
    assert "cursed card" not in open_yet
    assert open_yet.endswith("Choose Cursed above for what depends on it.")
    entered = _asked(**{**SNAKEBIT, "entered": {"trump": ["L"], "cursed": ["Y"]}}, tool="trick")["say"]
    assert "2 cursed cards" in entered


def test_a_card_led_to_the_first_trick_identifies_the_trick() -> None:
    """The Two of Clubs is always led to the first trick, in which no penalty card may be played."""
    answer = _asked(game="hearts", cards=["2C"], hand=["QS", "5H", "3D"])
    assert {card: each["legal"] for card, each in answer["cards"].items()} == {"QS": False, "5H": False, "3D": True}


def test_what_depends_on_the_stock_is_left_open() -> None:
    answer = _asked(game="schnapsen", rows=["trump"], entered={"trump": ["C"]}, cards=["KD"], hand=["AD", "JD", "QC"])
    assert {card: each["legal"] for card, each in answer["cards"].items()} == {"AD": True, "JD": None, "QC": None}
    assert "Jack of Diamonds unless “Beat the card led once the stock is gone” forbids it." in answer["say"]
    assert not answer["certain"]


def test_tricks_won_are_kept_if_another_field_contradicts_the_suits_that_were_chosen() -> None:
    """In Bernhard's Knüffeln a side may lead face down once it has won two tricks, and nobody enters how many it has won."""
    answer = _asked(game="knueffeln", variant="bernhard-1924", rows=["dealer", "chosen"],
                    entered={"dealer": ["East"], "chosen": ["C", "S"]}, leader=1, hand=["9C", "AS"])
    assert {card: each["legal"] for card, each in answer["cards"].items()} == {"9C": True, "AS": True}
    game = next(game for game in EVERY if (game.id, game.variant) == ("knueffeln", "bernhard-1924"))
    table = EnteredTable({"dealer": "East", "chosen": ["C", "S"], "soloist": None}, leader=1)
    starts = [world.start({}) for world in consistent_worlds(game, table)]
    assert {max(start.tricks) >= 2 for start in starts if isinstance(start, Position)} == {False, True}


def test_a_missing_field_is_asked_for_where_the_first_hand_has_no_turn() -> None:
    """In the first hand that fits, a player sits out, so the trick is complete. The Jack of Hearts may be a trump."""
    entered = {"rows": ["trump", "maker"], "entered": {"maker": ["East"]}, "leader": 2, "cards": ["10H", "10D", "KH"],
               "tricks": [{"leader": 3, "cards": ["JS", "9S", "QS", "9D"]}], "hand": ["KC", "10C", "9C", "JH"]}
    assert _asked(game="euchre", **entered)["say"] == "First choose above: Trumps."


def test_a_call_refers_to_the_copy_that_its_player_holds() -> None:
    """In Pinochle's double pack the marriage that was called may be of either copy."""
    hand = ["KH'", "10C", "QH", "10H'", "KC'", "10D'", "QS", "KH", "JH", "JD", "QS'", "10S'"]
    answer = _asked(game="pinochle", variant="auction", phase="meld", rows=["trump"], leader=1, hand=hand,
                    calls=["done", "done", "meld QH KH"])
    assert "error" not in answer
    assert answer["say"] == "None of these cards."


# ---- warnings to authors

@pytest.mark.parametrize("game", some(CONDITIONS, SOME, choice_name))
def test_a_rule_that_depends_on_something_hidden_is_named(game: Game[Position]) -> None:
    rule, _, condition = game.variant.partition("-")
    found = unasked(game)
    assert [*found] == ["follow-suit" if rule == FOLLOW else "win-trick"]
    fields = {"pile": "away", "first-trick": "tricks"}
    assert fields.get(condition, "") in next(iter(found.values()))


@pytest.mark.parametrize(("sketch", "rules"), [("schnapsen", {"follow-suit", "trump"}), ("whist", set()), ("skat", set())])
def test_of_other_games_only_those_are_named_that_do(sketch: str, rules: set[str]) -> None:
    found = unasked(next(game for game in EVERY if game.id == sketch))
    assert {*found} == rules
    assert all("turned_up" in what for what in found.values())


# ---- the contract

def _one_hand(game: Game[Position], table: EnteredTable, laid: Sequence[Card] = (), hand: Sequence[Card] = ()) -> Sequence[World]:
    return consistent_worlds(game, table, laid, hand, most=1)


def test_the_contract_fails_where_the_referee_looks_at_one_hand_only(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = _kind(HIDDEN)
    what_is_said_at_a_table_is_so(kind("follow-after-six"))
    monkeypatch.setattr("rules_engine.api.referee.trick.consistent_worlds", _one_hand)
    with pytest.raises(AssertionError, match="the referee says"):
        what_is_said_at_a_table_is_so(kind("follow-after-six"))
