"""Recording of a line of play as a scenario, with everything that the engine can determine.

The author adds the title, the intro and the notes; their placeholders are questions to the author.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from rules_engine.core.game.game import Game
from rules_engine.core.game.game_options import unusual_options
from rules_engine.core.game.setups import facts_of, read_setup, write_setup
from rules_engine.core.model.errors import SetupError
from rules_engine.core.model.moves import Move
from rules_engine.core.model.seats import DEFAULT_SEATS
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.core.positions.position import Position
from rules_engine.games import game_class
from rules_engine.narration.narrator import narrator_for
from rules_engine.scenarios.model import Ask, Scenario, Step, write_scenario
from rules_engine.scenarios.replay import replay
from rules_engine.scenarios.yaml_writer import write_yaml

INTRO = "What should the reader look at?"
NOTE = "Why?"
RESULTS = frozenset({"last_trick_winner", "hand_score", "score", "winners"})
"""Facts that state the result of a trick, hand or match."""
ALWAYS = frozenset({"dealer", "hands"})
"""Setup keys that are kept even if they are redundant."""


class Play(NamedTuple):
    """A line of play: its first position and the moves made from it. ``dealt`` is True if it starts with the deal."""

    game: Game[Position]
    start: Position
    moves: Sequence[Move]
    dealt: bool = True

    def positions(self) -> list[Position]:
        """Return the position before each move, and the one after the last."""
        found = [self.start]
        for move in self.moves:
            found.append(self.game.make(found[-1], move)[0])
        return found

    def last_tricks(self, count: int) -> Play:
        """Return the part of the line with the last ``count`` tricks, including an unfinished one, or the entire line if it has
        fewer."""
        leads = [place for place, position in enumerate(self.positions()[:-1])
                 if position.phase == "play" and not position.trick and self.moves[place].verb in self.game.notation.laying]
        return self.since(leads[-count]) if len(leads) >= count else self

    def since(self, place: int) -> Play:
        """Return the line without its first ``place`` moves."""
        return Play(self.game, self.positions()[place], self.moves[place:], self.dealt and not place)

    def last_decision(self, seat: int | None = None) -> int | None:
        """Return the index of the last move that a seat (by default, any seat) chose from several candidates; None if there is
        none."""
        places = [place for place, position in enumerate(self.positions()[:-1])
                  if seat in (None, position.to_act) and len(self.game.candidates(position)) > 1]
        return places[-1] if places else None


def write_example(play: Play) -> str:
    """Return the YAML text of an example: setup, moves, and facts at the end of each trick, phase and hand."""
    return write_yaml(write_scenario(example(play)))


def write_quiz(play: Play, place: int) -> str:
    """Return the YAML text of a quiz about the legal moves after the first ``place`` moves, starting with that trick."""
    return write_yaml(write_scenario(quiz(play, place)))


def example(play: Play) -> Scenario:
    """Return an example of a line of play."""
    steps = [*_steps(play)]
    tricks = sum(step.expect.keys() >= {"last_trick_winner"} for step in steps)
    if steps and not tricks:
        steps[-1] = replace(steps[-1], note=NOTE)
    what = "trick" if tricks == 1 else "hand"
    scenario = _scenario(play, f"What does this {what} show?", steps)
    run = replay(scenario)
    return _about(scenario, play.game, run.shown if play.dealt else run.spoken)


def quiz(play: Play, place: int) -> Scenario:
    """Return a quiz about the legal moves after the first ``place`` moves. Its last step is the move that was made."""
    shown = play._replace(moves=play.moves[:place + 1])
    before = shown.positions()[place]
    if before.trick:
        shown = shown.last_tricks(1)
    elif before.phase == "play":
        shown = shown.since(place)
    asks = Ask("legal-moves")
    steps = [Step(step.seat, step.move) for step in _steps(shown)]
    if place < len(play.moves):
        steps[-1] = replace(steps[-1], ask=asks)
    else:
        steps.append(Step(ask=asks))
    title = f"What may {play.game.table.names[before.actor]} do?"
    narrator = narrator_for(play.game)
    rules = {finding.rule for move in play.game.candidates(before) for finding in narrator.findings(before, move)}
    return _about(replace(_scenario(shown, title, steps), kind="quiz"), play.game, rules)


def _scenario(play: Play, title: str, steps: Sequence[Step]) -> Scenario:
    game = play.game
    usual = game_class(game.id)
    players = None if game.table.size == usual(game.variant).table.size else game.table.size
    variant = None if game.variant == next(iter(usual.variants)) else game.variant
    return Scenario(game.id, variant, players, unusual_options(game), title=title, intro=INTRO, setup=_setup(game, play.start),
                    script=tuple(steps))


def _about(scenario: Scenario, game: Game[Position], spoken: Collection[str]) -> Scenario:
    """Return a copy of the scenario that lists the rules applied in it, in the order of the game's page."""
    return replace(scenario, rules=tuple(rules_in_order(game, spoken)))


def rules_in_order(game: Game[Position], spoken: Collection[str]) -> list[str]:
    """Return the ids in ``spoken`` that identify rules of the game, in the order of the rules page."""
    return [rule.id for rule in game.rules if rule.id in spoken]


# ---- the setup

def _setup(game: Game[Position], start: Position) -> dict[str, JsonValue]:
    """Return the setup for a position without redundant keys, and with each hand as a single string."""
    setup = write_setup(game, start)
    for key in [key for key in setup if key not in ALWAYS]:
        without = {name: value for name, value in setup.items() if name != key}
        if _same_position(game, without, start):
            setup = without
    hands = {seat: " ".join(cards) if cards else [] for seat, cards in setup["hands"].items()}
    seats = {} if game.table.names == DEFAULT_SEATS[game.table.size] else {"seats": list(game.table.names)}
    last = {key: value for key, value in setup.items() if key != "hands"}
    return {**seats, **last, "hands": hands}


def _same_position(game: Game[Position], setup: Mapping[str, JsonValue], wanted: Position) -> bool:
    """Return whether a setup describes the position ``wanted``, ignoring history."""
    try:
        found = read_setup(game, setup)
    except SetupError:
        return False
    history = {"last_trick_winner": None}
    return facts_of(game, found) | history == facts_of(game, wanted) | history and write_setup(game, found) == write_setup(
        game, wanted)


# ---- the script

def _steps(play: Play) -> Iterator[Step]:
    """Yield a step for each move, with the expected facts at the end of a trick, a phase, the hand or the line."""
    names, positions = play.game.table.names, play.positions()
    for place, (before, move, after) in enumerate(zip(positions, play.moves, positions[1:], strict=False)):
        told = [*telling_facts(before, after)]
        if place == len(play.moves) - 1 and not told:
            told = ["to_act"]
        facts = facts_of(play.game, after)
        done = after.last_trick is not before.last_trick
        yield Step(names[before.actor], move.text, note=NOTE if done else "", expect={name: facts[name] for name in told})


def telling_facts(before: Position, after: Position) -> Iterator[str]:
    """Yield the names of the facts that show the result of a move: trick winner, next phase, score for the hand."""
    if after.last_trick is not before.last_trick:
        yield "last_trick_winner"
    if after.hand_over:
        yield "hand_score"
        if after.totals != after.hand_score:
            yield "score"
        if after.game_over:
            yield "winners"
    elif after.phase != before.phase:
        yield from ("phase", "to_act")
