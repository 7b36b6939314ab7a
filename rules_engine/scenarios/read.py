"""A reader that converts plain values to scenarios. It reports all problems in a file at once, each with its path."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules_engine.core.game.game import Game
from rules_engine.core.game.setups import fact_kinds
from rules_engine.core.model.errors import Problem, RulesEngineError, SetupError, TextError, quoted
from rules_engine.core.model.goals import SCORE, goal_named
from rules_engine.core.model.rules import GENERAL_RULES
from rules_engine.core.model.seats import DEFAULT_SEATS
from rules_engine.core.positions.json_values import JsonValue, ValueReader, did_you_mean
from rules_engine.core.positions.position import Position
from rules_engine.games import game_class, make_game
from rules_engine.scenarios.model import (
    ASK_KEYS,
    ASKS,
    DEAL_KEYS,
    FORMAT,
    KINDS,
    MIN_CHOICES,
    PUZZLE_KEYS,
    SCENARIO_KEYS,
    STEP_KEYS,
    WITNESS_KEYS,
    Ask,
    Evidence,
    PuzzleInfo,
    Scenario,
    Step,
)


class InvalidScenario(RulesEngineError):
    """Raised for plain values that aren't a valid scenario; ``problems`` lists each problem with its path."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__("; ".join(map(str, problems)))


def read_scenario(plain: JsonValue) -> Scenario:
    """Convert plain values to a scenario. Raises ``InvalidScenario``."""
    whole = ValueReader(plain)
    scenario = _scenario(whole)
    if whole.problems:
        raise InvalidScenario(whole.problems)
    return scenario


def game_of(scenario: Scenario) -> Game[Position]:
    """Return the game for a scenario. Raises ``SetupError`` for a variant, number of players or option that the game doesn't
    have."""
    players = scenario.players if scenario.players is not None else _players_from(scenario.game, scenario.setup)
    return make_game(scenario.game, scenario.variant, players, scenario.setup.get("seats"), scenario.options)


def _players_from(game_id: str, setup: Mapping[str, JsonValue]) -> int | None:
    seats, hands = setup.get("seats"), setup.get("hands")
    if isinstance(seats, list):
        return len(seats)
    if isinstance(hands, Mapping):
        for count in game_class(game_id).player_counts:
            if set(hands) == set(DEFAULT_SEATS[count]):
                return count
    return None


def _scenario(whole: ValueReader) -> Scenario:
    if not isinstance(whole.value, Mapping):
        whole.add_problem("a scenario is a mapping with the keys format, game, setup and script")
        return Scenario("")
    whole.known_keys(SCENARIO_KEYS)
    written = whole.get("format").value
    if type(written) is not int or written != FORMAT:       # True and 1.0 compare equal to 1
        whole.add_problem(f"the format is {FORMAT}, not {quoted(written)}", "format")
    options, rules = whole.get("options"), whole.get("rules")
    read = Scenario(
        game=whole.get("game").text(), variant=_choice(whole, "variant") or None,
        players=whole.get("players").number(),
        options={str(name): options.child(name, value).text(needed=True) for name, value in options.mapping().items()},
        kind=whole.get("kind").one_of(KINDS), goal=_choice(whole, "goal"),
        puzzle=_puzzling(whole), title=whole.get("title").text(),
        rules=tuple(rules.child(place, rule).text(needed=True) for place, rule in enumerate(rules.sequence())),
        intro=whole.get("intro").text(), setup=whole.get("setup").mapping())
    game = _game(whole, read)
    if game is None:
        return read
    _check_rules(rules, game, read.rules)
    _check_goal(whole.get("goal"), game, read.goal)
    steps = whole.get("script")
    script = tuple(_step(steps.child(place, step), game) for place, step in enumerate(steps.sequence()))
    _check_questions(steps, read.kind, script)
    return replace(read, script=script)


def _choice(whole: ValueReader, key: str) -> str:
    """Return an optional string. A key with an empty value is an error; only a missing key means the default."""
    return whole.get(key).text(needed=whole.has(key))


def _puzzling(whole: ValueReader) -> PuzzleInfo | None:
    puzzle = whole.get("puzzle")
    if not whole.has("puzzle"):
        return None
    puzzle.known_keys(PUZZLE_KEYS)
    missed, why_not = puzzle.get("missed"), puzzle.get("why_not")
    return PuzzleInfo(
        puzzle.get("idea").text(), puzzle.get("rating").number(0) or 0, puzzle.get("natural").text(),
        _witness(puzzle, "shown"), _witness(puzzle, "key"), _witness(puzzle, "threat"),
        {str(level): missed.child(level, each).number(0) or 0 for level, each in missed.mapping().items()},
        puzzle.get("critical").number(0) or 0, puzzle.get("tempting").number(0) or 0, puzzle.get("retired").flag(),
        puzzle.get("plan").text(),
        {str(move): why_not.child(move, each).text(needed=True) for move, each in why_not.mapping().items()})


def _witness(puzzle: ValueReader, name: str) -> Evidence | None:
    witness = puzzle.get(name)
    if not puzzle.has(name):
        return None
    witness.known_keys(WITNESS_KEYS)
    return Evidence(*(witness.get(key).text() for key in WITNESS_KEYS))


def _game(whole: ValueReader, scenario: Scenario) -> Game[Position] | None:
    if not scenario.game:
        if whole.get("game").value in (None, ""):
            whole.add_problem("a scenario names its game", "game")
        return None
    try:
        return game_of(scenario)
    except SetupError as error:
        whole.problems += [problem.below(("setup",)) if problem.path[0] == "seats" else problem
                           for problem in error.problems]
        return None


def _check_rules(rules: ValueReader, game: Game[Position], listed: tuple[str, ...]) -> None:
    known = {rule.id for rule in game.book.rules} | {rule.id for rule in GENERAL_RULES}
    for place, rule in enumerate(listed):
        if rule and rule not in known:
            fault = f"{quoted(rule)} is no rule of {game.id}: it has {', '.join(sorted(known))}"
            rules.add_problem(fault, place, hint=did_you_mean(rule, known))


def _check_goal(goal: ValueReader, game: Game[Position], name: str) -> None:
    try:
        goal_named(name or SCORE.name, game.goals, game.low_wins)
    except TextError as error:
        goal.add_problem(str(error))


def _check_questions(script: ValueReader, kind: str, steps: tuple[Step, ...]) -> None:
    asks = [step.ask for step in steps if step.ask]
    best = [ask for ask in asks if ask.needs_proof]
    if kind == "quiz" and not asks:
        script.add_problem("a quiz has at least one step with ask")
    if kind == "puzzle" and (len(asks), len(best)) != (1, 1):
        script.add_problem("a puzzle asks exactly once, for the best-move")


def _step(plain: ValueReader, game: Game[Position]) -> Step:
    step = plain.value
    if not isinstance(step, Mapping):
        plain.add_problem(f"a step is a mapping like {{{game.table.names[0]}: a move}}, not {quoted(step)}")
        return Step()
    movers = [key for key in step if key in game.table.names]
    _check_keys(plain, movers, game)
    seat = movers[0] if movers else None
    illegal = plain.get("illegal")
    return Step(
        seat=seat, move=plain.get(seat).text(needed=True) if seat else None, note=plain.get("note").text(),
        legal=_moves(plain.get("legal"), game) if "legal" in step else None,
        illegal={str(move): illegal.child(move, rule).text(needed=True) for move, rule in illegal.mapping().items()},
        expect=_facts(plain.get("expect"), game), ask=_ask(plain) if plain.has("ask") else None,
        deal=plain.get("deal").mapping() if "deal" in step else None)


def _check_keys(plain: ValueReader, movers: list[str], game: Game[Position]) -> None:
    deals = "deal" in plain.value
    allowed = DEAL_KEYS if deals else (*STEP_KEYS, *game.table.names)
    for key in plain.value:
        if key in allowed:
            continue
        if deals and (key in STEP_KEYS or key in movers):
            plain.add_problem(f"a step that deals holds no {key}: put it into a step of its own", key)
        else:
            plain.add_problem(f"unknown key {quoted(key)}: a step has a seat ({', '.join(game.table.names)}) "
                        f"and {', '.join(STEP_KEYS)}", key, hint=did_you_mean(key, allowed))
    if len(movers) > 1:
        plain.add_problem(f"a step is one seat's move, not those of {' and '.join(movers)}")
    if "choices" in plain.value and not plain.has("ask"):
        plain.add_problem("choices belong to an ask", "choices")


def _facts(plain: ValueReader, game: Game[Position]) -> Mapping[str, JsonValue]:
    known = fact_kinds(game)
    for name in plain.mapping():
        if name not in known:
            fault = f"{quoted(name)} is no fact of {game.id}: it has {', '.join(sorted(known))}"
            plain.add_problem(fault, name, hint=did_you_mean(name, known))
    return plain.mapping()


def _ask(plain: ValueReader) -> Ask:
    asked, choices = plain.get("ask"), plain.get("choices")
    kind = asked
    if isinstance(asked.value, Mapping):
        asked.known_keys(ASK_KEYS)
        kind = ValueReader(asked.value.get("kind"), asked.path, asked.problems)
        choices = asked.get("choices") if "choices" in asked.value else choices
    return Ask(kind.one_of(ASKS), choices.number(MIN_CHOICES))


def _moves(plain: ValueReader, game: Game[Position]) -> tuple[str, ...]:
    """Return a list of moves. A string is parsed as one move or, if that fails, as a list of cards."""
    if isinstance(plain.value, str):
        try:
            return (game.notation.read_move(plain.value).text,)
        except TextError:
            return tuple(game.pack.words(plain.value))
    return tuple(plain.child(place, move).text(needed=True) for place, move in enumerate(plain.sequence()))
