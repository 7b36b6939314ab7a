"""Contract clauses for deals and setups."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from rules_engine.core.game.game import Game
from rules_engine.core.game.setups import fact_kinds, facts_of, read_setup, write_setup
from rules_engine.core.model.errors import SetupError
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.core.positions.position import Position
from rules_engine.testing.hands import ENDS, over, positions

P = TypeVar("P", bound=Position)


def a_written_setup_reads_back(game: Game[Position]) -> None:
    """Check that a position keeps its facts, its legal moves (in the same order) and its score when it is written as a setup and
    read again. Both running and finished hands are checked."""
    for position in (*(position for position, _ in positions(game, hands=3)), *(over(game, seed) for seed in ENDS)):
        setup = write_setup(game, position, exact=True)
        again = _read_again(game, setup)
        was, now = facts_of(game, position), facts_of(game, again)
        lost = [name for name in was if now[name] != was[name]]
        assert not lost, (
            f"{', '.join(lost)} of a position differ once it is written as a setup and read: declare the fields on which they "
            f"depend with settable=True. The setup: {setup}")
        assert {*game.legal(again)} == {*game.legal(position)}, (
            f"other moves are legal once the position is written and read: what they depend on isn't settable. {setup}")
        assert game.legal(again) == game.legal(position), (
            f"moves change places once the position is written and read: what their order depends on isn't settable. {setup}")
        assert list(map(repr, game.sheet(again))) == list(map(repr, game.sheet(position))), (
            f"the hand is scored otherwise once it is written and read: what the score depends on isn't settable. {setup}")


def _read_again(game: Game[P], setup: Mapping[str, JsonValue]) -> P:
    try:
        return read_setup(game, setup)
    except SetupError as error:
        raise AssertionError(f"a position of a hand is refused once it is written as a setup: {error} ({setup})") from error


def a_setup_without_leader_has_the_rules(game: Game[Position]) -> None:
    """Check that a setup without a leader gets the leader determined by the rules, in the first hand of a match and in later
    ones."""
    for position in (game.deal(0), *(game.deal(seed, before=over(game, seed)) for seed in ENDS)):
        while position.phase != "play" and position.to_act is not None:
            position, _ = game.play(position, game.legal(position)[0])
        if position.to_act is None:     # the hand ended before play: a void deal, or a tossed hand
            continue
        setup = write_setup(game, position)
        leader = setup.pop("leader")
        assert facts_of(game, read_setup(game, setup))["leader"] == leader


def facts_have_their_kinds(game: Game[Position]) -> None:
    """Check that every fact has a kind, the type that parses its value."""
    kinds = fact_kinds(game)
    for position, _ in positions(game, hands=1):
        assert facts_of(game, position).keys() == kinds.keys()


def the_same_seed_deals_the_same(game: Game[Position]) -> None:
    """Check that a deal depends only on its seed, in the first hand of a match and in later ones."""
    for before in (None, over(game)):
        assert facts_of(game, game.deal(11, before)) == facts_of(game, game.deal(11, before))
        assert facts_of(game, game.deal(11, before))["hands"] != facts_of(game, game.deal(12, before))["hands"]
