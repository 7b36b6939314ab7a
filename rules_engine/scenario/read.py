"""Reading a scenario from plain values. Every problem of a file is found in one reading, each with its path."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_engine.core.errors import Problem, RulesEngineError, SetupError, TextError
from rules_engine.core.game import Game
from rules_engine.core.rules import GENERAL_RULES
from rules_engine.core.seats import DEFAULT_SEATS, as_text
from rules_engine.games import game_class, make_game
from rules_engine.scenario.model import (
    ASK_KEYS,
    ASKS,
    DEAL_KEYS,
    FORMAT,
    KINDS,
    SCENARIO_KEYS,
    STEP_KEYS,
    Ask,
    Scenario,
    Step,
)

Path = tuple[str | int, ...]


class ScenarioUnreadable(RulesEngineError):
    """Plain values that are no scenario; ``problems`` has each fault with the path to it."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__("; ".join(f"{'.'.join(map(str, p.path)) or 'file'}: {p.message}" for p in problems))


def read_scenario(plain: Any) -> Scenario:
    """The scenario that plain values describe. Raises ``ScenarioUnreadable``."""
    reader = _Reader()
    scenario = reader.scenario(plain)
    if reader.problems:
        raise ScenarioUnreadable(reader.problems)
    return scenario


def game_of(scenario: Scenario) -> Game[Any]:
    """The game a scenario is played in. Raises ``SetupError`` for choices that the game hasn't."""
    return make_game(scenario.game, scenario.variant, scenario.players or _players_from(scenario.game, scenario.setup),
                     scenario.setup.get("seats"), scenario.options)


def _players_from(game_id: str, setup: Mapping[str, Any]) -> int | None:
    seats, hands = setup.get("seats"), setup.get("hands")
    if isinstance(seats, list):
        return len(seats)
    if isinstance(hands, Mapping):
        for count in game_class(game_id).player_counts:
            if set(hands) == set(DEFAULT_SEATS[count]):
                return count
    return None


def _one_move(text: str, game: Game[Any]) -> tuple[str, ...]:
    """The move that a text is as a whole; none where it is a list."""
    try:
        return (game.read_move(text).text,)
    except TextError:
        return ()


class _Reader:
    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def fault(self, path: Path, message: str) -> None:
        self.problems.append(Problem(path, message))

    def scenario(self, plain: Any) -> Scenario:
        nothing = Scenario("")
        if not isinstance(plain, Mapping):
            self.fault((), "a scenario is a mapping with the keys format, game, setup and script")
            return nothing
        self.known_keys((), plain, SCENARIO_KEYS)
        written = plain.get("format")
        if written is True or written != FORMAT:
            self.fault(("format",), f"the format is {FORMAT}, not {written!r}")
        read = Scenario(
            game=self.text(("game",), plain.get("game")),
            variant=self.text(("variant",), plain.get("variant")) or None,
            players=self.number(("players",), plain.get("players")),
            options=self.options(plain.get("options")),
            kind=self.one_of(("kind",), plain.get("kind"), KINDS),
            title=self.text(("title",), plain.get("title")),
            rules=tuple(self.text(("rules", place), rule) for place, rule in enumerate(
                self.listing(("rules",), plain.get("rules")))),
            intro=self.text(("intro",), plain.get("intro")),
            setup=self.mapping(("setup",), plain.get("setup")),
        )
        game = self.game(read)
        if game is None:
            return nothing
        self.rule_ids(game, read.rules)
        steps = self.listing(("script",), plain.get("script"))
        script = tuple(self.step(("script", place), step, game) for place, step in enumerate(steps))
        self.questions(read.kind, script)
        return Scenario(**{**vars(read), "script": script})

    def game(self, scenario: Scenario) -> Game[Any] | None:
        if not scenario.game:
            self.fault(("game",), "a scenario names its game")
            return None
        try:
            return game_of(scenario)
        except SetupError as error:
            self.problems += [Problem(("setup", *p.path) if p.path[0] == "seats" else p.path, p.message)
                              for p in error.problems]
            return None

    def rule_ids(self, game: Game[Any], rules: tuple[str, ...]) -> None:
        known = {rule.id for rule in game.all_rules} | {rule.id for rule in GENERAL_RULES}
        for place, rule in enumerate(rules):
            if rule and rule not in known:
                self.fault(("rules", place), f"{rule!r} is no rule of {game.id}: it has {', '.join(sorted(known))}")

    def questions(self, kind: str, script: tuple[Step, ...]) -> None:
        asks = [step.ask for step in script if step.ask]
        best = [ask for ask in asks if ask.kind == "best-move"]
        if kind == "quiz" and not asks:
            self.fault(("script",), "a quiz has at least one step with ask")
        if kind == "puzzle" and (len(asks), len(best)) != (1, 1):
            self.fault(("script",), "a puzzle asks exactly once, for the best-move")

    def step(self, path: Path, plain: Any, game: Game[Any]) -> Step:
        if not isinstance(plain, Mapping):
            self.fault(path, f"a step is a mapping like {{{game.table.names[0]}: a move}}, not {plain!r}")
            return Step()
        movers = [key for key in plain if key in game.table.names]
        self.step_keys(path, plain, movers, game)
        seat = movers[0] if movers else None
        deal = self.mapping((*path, "deal"), plain["deal"]) if "deal" in plain else None
        return Step(
            seat=seat, move=self.text((*path, seat), plain[seat], needed=True) if seat else None,
            note=self.text((*path, "note"), plain.get("note")),
            legal=self.moves((*path, "legal"), plain["legal"], game) if "legal" in plain else None,
            illegal={str(move): self.text((*path, "illegal", move), rule, needed=True)
                     for move, rule in self.mapping((*path, "illegal"), plain.get("illegal")).items()},
            expect=self.facts((*path, "expect"), plain.get("expect"), game),
            ask=self.ask(path, plain) if plain.get("ask") is not None else None, deal=deal)

    def step_keys(self, path: Path, plain: Mapping[str, Any], movers: list[str], game: Game[Any]) -> None:
        allowed = DEAL_KEYS if "deal" in plain else (*STEP_KEYS, *game.table.names)
        for key in plain:
            if key in allowed:
                continue
            if "deal" in plain and (key in STEP_KEYS or key in movers):
                self.fault((*path, key), f"a step that deals holds no {key}: put it into a step of its own")
            else:
                self.fault((*path, key), f"unknown key {key!r}: a step has a seat ({', '.join(game.table.names)}) "
                                         f"and {', '.join(STEP_KEYS)}")
        if len(movers) > 1:
            self.fault(path, f"a step is one seat's move, not those of {' and '.join(movers)}")
        if "choices" in plain and plain.get("ask") is None:
            self.fault((*path, "choices"), "choices belong to an ask")

    def facts(self, path: Path, plain: Any, game: Game[Any]) -> Mapping[str, Any]:
        facts = self.mapping(path, plain)
        for name in facts:
            if name not in game.fact_kinds:
                self.fault((*path, name), f"{name!r} is no fact of {game.id}: it has {', '.join(sorted(game.fact_kinds))}")
        return facts

    def ask(self, path: Path, plain: Mapping[str, Any]) -> Ask:
        asked, choices, where = plain["ask"], plain.get("choices"), (*path, "choices")
        if isinstance(asked, Mapping):
            self.known_keys((*path, "ask"), asked, ASK_KEYS)
            choices, where = asked.get("choices", choices), (*path, "ask", "choices")
            asked = asked.get("kind")
        number = self.number(where, choices)
        if number is not None and number < 2:
            self.fault(where, "choices is a whole number, 2 or more")
        return Ask(self.one_of((*path, "ask"), asked, ASKS), number)

    def moves(self, path: Path, plain: Any, game: Game[Any]) -> tuple[str, ...]:
        if isinstance(plain, str):
            return _one_move(plain, game) or tuple(game.pack.words(plain))
        return tuple(self.text((*path, place), move, needed=True) for place, move in enumerate(self.listing(path, plain)))

    def options(self, plain: Any) -> dict[str, str]:
        return {str(name): self.text(("options", name), value, needed=True)
                for name, value in self.mapping(("options",), plain).items()}

    def known_keys(self, path: Path, plain: Mapping[Any, Any], known: tuple[str, ...]) -> None:
        for key in plain:
            if key not in known:
                self.fault((*path, key), f"unknown key {key!r}: expected {', '.join(known)}")

    def text(self, path: Path, value: Any, needed: bool = False) -> str:
        if value is None and not needed:
            return ""
        try:
            return as_text(value)
        except TextError:
            self.fault(path, f"{value!r} is not a text")
            return ""

    def number(self, path: Path, value: Any) -> int | None:
        if value is None or (isinstance(value, int) and not isinstance(value, bool)):
            return value
        self.fault(path, f"{value!r} is not a whole number")
        return None

    def one_of(self, path: Path, value: Any, words: tuple[str, ...]) -> str:
        if value is None or value in words:
            return words[0] if value is None else str(value)
        self.fault(path, f"{value!r} is not one of {', '.join(words)}")
        return words[0]

    def mapping(self, path: Path, value: Any) -> Mapping[str, Any]:
        if value is None:
            return {}
        if isinstance(value, Mapping):
            return value
        self.fault(path, f"{value!r} is not a mapping (key: value)")
        return {}

    def listing(self, path: Path, value: Any) -> list[Any]:
        if value is None:
            return []
        if isinstance(value, list):
            return value
        self.fault(path, f"{value!r} is not a list")
        return []
