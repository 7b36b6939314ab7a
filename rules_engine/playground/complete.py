"""Completion in drafts: keys, and values such as rules, seats, suits, cards and moves.

Keys and fixed words come from the schema for scenario files, and other values from the game. The seat to act and its moves come
from a replay of the draft up to the caret.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from rules_engine.authoring.checks.check_text import replay_checked
from rules_engine.authoring.schema import game_schema
from rules_engine.core.game.game import Game
from rules_engine.core.game.setups import fact_kinds, settable
from rules_engine.core.model.cards import Card
from rules_engine.core.model.errors import Path, RulesEngineError
from rules_engine.core.model.moves import Move
from rules_engine.core.model.rules import GENERAL_RULES
from rules_engine.core.positions.field_types import SUIT, SUIT_SET, SUITS, Cards, FieldType, MappingOf, Nullable, PerName, Schema
from rules_engine.core.positions.position import Position
from rules_engine.games import make_game
from rules_engine.playground.cursor_context import CursorContext, keys_of, spot_of
from rules_engine.playground.draft_html import MEANS
from rules_engine.scenarios.replay import Replay

MOST = 60
"""Maximum number of options in a completion list."""
_OF_SUITS = (SUIT, SUITS, SUIT_SET)
PAIRS = {"array": "[]", "object": "{}"}


class Insertion(NamedTuple):
    """A completion option.

    ``text``   the text to insert
    ``about``  its description
    ``back``   the number of characters that the caret moves back after the insertion
    """

    text: str
    about: str = ""
    back: int = 0


class Completion(NamedTuple):
    """A completion list: the options, and the typed text before the caret that they replace."""

    typed: str
    options: list[Insertion]


def complete(before: str, after: str, game_id: str) -> Completion:
    """Return the completion list for a caret between two texts; ``game_id`` is the default if the draft names no game."""
    spot = spot_of(before)
    draft = _Draft(before, after, game_id, spot)
    typed, found = spot.typed, draft.options()
    if draft.in_words:
        typed = typed.rpartition(" ")[2]
    begun = typed.casefold()
    fitting = [each for each in found if each.text.casefold().startswith(begun)]
    if [each.text for each in fitting] == [typed]:
        fitting = []
    return Completion(typed, fitting[:MOST])


@lru_cache(maxsize=8)
def _played(text: str) -> Replay | None:
    """Return the replay of a draft, or None if it can't be read."""
    try:
        return replay_checked(text).run
    except RulesEngineError:
        return None


@lru_cache(maxsize=8)
def _game(game_id: str, variant: str | None, players: int | None) -> Game[Position]:
    try:
        return make_game(game_id, variant, players)
    except RulesEngineError:
        return make_game(game_id)


class _Draft:
    """A draft with the position of the caret."""

    def __init__(self, before: str, after: str, game_id: str, spot: CursorContext) -> None:
        self.text, self.before, self.spot = before + after, before, spot
        self.keys = keys_of(self.text)
        self.behind_script = not spot.path and keys_of(before).get((), [""])[-1] == "script"
        at_step = spot.step is not None or self.behind_script
        self.run = _played("\n".join(before.split("\n")[:-1 if spot.step is None else spot.step])) if at_step else None
        self.game = self.run.game if self.run else self._named(game_id)
        self.in_words = False

    def _named(self, game_id: str) -> Game[Position]:
        named = {key: found[1] for key in ("game", "variant", "players")
                 if (found := re.search(rf"(?m)^{key}: *(\S+)", self.text))}
        players = named.get("players", "")
        try:
            return _game(named.get("game", game_id), named.get("variant"), int(players) if players.isdigit() else None)
        except RulesEngineError:
            return _game(game_id, None, None)

    def options(self) -> list[Insertion]:
        """Return all options at the caret, regardless of the typed text."""
        path = self.spot.path
        if self.spot.key and not self._item_of_texts(path):
            return self._keys(path)
        return self._values(path)

    def _item_of_texts(self, path: Path) -> bool:
        """Return whether the path is that of an item in a list whose items aren't mappings."""
        return bool(path) and isinstance(path[-1], int) and path[:-1] != ("script",)

    # ---- keys

    def _keys(self, path: Path) -> list[Insertion]:
        known = self.keys.get(path, [])
        if path[:1] == ("script",) and len(path) == 1:
            return [option._replace(text=f"- {option.text}") for option in self._step_keys([])]
        if path[:1] == ("script",) and len(path) == 2:
            return self._step_keys(known)
        if path[-1:] == ("illegal",):
            return [Insertion(f"{each.text}: ", each.about) for each in self._moves(legal=False)]
        if self._kinds(path) is not None:
            return self._named_keys(path, known)
        properties = _one(self._schema(path)).get("properties", {})
        found = [self._key(name, each) for name, each in properties.items() if name not in known]
        if self.behind_script and not self.spot.typed:
            return [option._replace(text=f"- {option.text}") for option in self._step_keys([])] + found
        return found

    def _key(self, name: str, schema: Schema | None = None, about: str = "") -> Insertion:
        kind = (schema or {}).get("type")
        pair = PAIRS.get(kind, "") if isinstance(kind, str) and name not in ("setup", "script", "hands") else ""
        behind = "" if name in ("setup", "script", "hands") else " "
        return Insertion(f"{name}:{behind}{pair}", about or MEANS.get(name, ""), len(pair) // 2)

    def _step_keys(self, known: Sequence[str]) -> list[Insertion]:
        """Return options for a key in a step: the seat to act, if the step names no seat, and the keys that it doesn't have
        yet."""
        names = self.game.table.names
        movers = list(names) if self.run is None else [] if self.run.end.to_act is None else [names[self.run.end.to_act]]
        movers = [] if set(known) & set(names) else movers
        schema = self._schema(("script", 0))["properties"]
        pairs = {"legal": "array", "illegal": "object", "expect": "object"}
        return [Insertion(f"{name}: ", "moves") for name in movers] + [
            self._key(name, {"type": pairs.get(name, "")}) for name in schema if name not in known]

    def _named_keys(self, path: Path, known: Sequence[str]) -> list[Insertion]:
        kinds, way = self._kinds(path) or ({}, ())
        if not way:
            return [self._key(name, _shape(kind)) for name, kind in kinds.items() if name not in known]
        kind = _kind_at(kinds, way)
        names = kind.names(self.game.notation) if isinstance(kind, PerName) else ()
        return [Insertion(f"{name}: ") for name in names if name not in known]

    # ---- values

    def _values(self, path: Path) -> list[Insertion]:
        if path[:1] == ("rules",) or path[2:3] == ("illegal",):
            return self._rules(path)
        if path[:1] == ("script",) and len(path) > 2 and (path[2] in self.game.table.names or path[2] == "legal"):
            return self._moves(legal=True)
        kinds = self._kinds(path)
        if kinds is None:
            return [Insertion(str(word)) for word in _words(self._schema(path))]
        kind = _kind_at(*kinds) if kinds[1] else None
        return self._texts(kind) if kind is not None else []

    def _rules(self, path: Path) -> list[Insertion]:
        book = {rule.id: rule.title for rule in self.game.book.rules} | {rule.id: rule.title for rule in GENERAL_RULES}
        given = set() if path[0] == "script" else self._listed("rules")
        return [Insertion(name, title) for name, title in book.items() if name not in given]

    def _listed(self, key: str) -> set[str]:
        found = re.search(rf"(?m)^{key}: *\[(.*)\]", self.text)
        return {each.strip() for each in found[1].split(",")} if found else set()

    def _moves(self, legal: bool) -> list[Insertion]:
        position = self.run.end if self.run else None
        if self.run is None or position is None or position.to_act is None:
            return []
        game = self.run.game
        moves: Iterable[Move] = game.legal(position) if legal else [
            move for move in game.candidates(position) if not game.judge(position, move).legal]
        return [Insertion(move.text, _name(move.card)) for move in moves]

    def _texts(self, kind: FieldType[object]) -> list[Insertion]:
        """Return the possible texts for a value of this type; for cards, only those that aren't in the setup yet."""
        words = kind.choices(self.game.notation)
        if isinstance(kind, Cards):
            self.in_words = True
            used = set(re.findall(r"[^\s,\[\]{}:]+", self.text.split("\nscript:")[0])) - {self.spot.typed.rpartition(" ")[2]}
            words = [word for word in words if word not in used]
        suits = {letter: suit.name for letter, suit in self.game.pack.suits.items()} if kind in _OF_SUITS else {}
        named = {card.text: card.name for card in self.game.notation.cards} | suits
        return [Insertion(word, named.get(word, "")) for word in words]

    # ---- types and schemas

    def _kinds(self, path: Path) -> tuple[Mapping[str, FieldType[object]], Path] | None:
        """Return the types of the fields in the setup or of the facts, with the rest of the path below; None for other paths."""
        if path[:1] == ("setup",):
            return self._setup_kinds(), path[1:]
        if path[:1] == ("script",) and path[2:3] == ("deal",):
            return self._setup_kinds(), path[3:]
        if path[:1] == ("script",) and path[2:3] == ("expect",):
            return fact_kinds(self.game), path[3:]
        return None

    def _setup_kinds(self) -> dict[str, FieldType[object]]:
        fields = {key: field.kind for key, field in settable(self.game).items() if field.kind is not None}
        return {**fields, **self.game.positions.setup_keys}

    def _schema(self, path: Path) -> Schema:
        """Return the schema for the value at a path; empty if there is none."""
        schema = game_schema(self.game)
        for each in path:
            wider = _one(schema)
            found = wider.get("items") if isinstance(each, int) else wider.get("properties", {}).get(each)
            schema = found if isinstance(found, dict) else {}
        return schema


def _one(schema: Schema) -> Schema:
    """Return the schema's alternative that has properties, or the schema itself."""
    return next((each for each in schema.get("anyOf", ()) if "properties" in each), schema)


def _words(schema: Schema) -> list[object]:
    """Return the fixed values allowed by a schema."""
    found = [schema, *schema.get("anyOf", ()), schema.get("items", {})]
    return [word for each in found for word in [*each.get("enum", ()), *([each["const"]] if "const" in each else [])]]


def _kind_at(kinds: Mapping[str, FieldType[object]], way: Path) -> FieldType[object] | None:
    kind = kinds.get(str(way[0]))
    for each in way[1:]:
        if isinstance(kind, PerName | MappingOf) and isinstance(each, str):
            kind = kind.kind
    while isinstance(kind, Nullable):
        kind = kind.kind
    return kind


def _shape(kind: FieldType[object]) -> Schema:
    return {"type": "object"} if isinstance(kind, PerName | MappingOf) else {}


def _name(card: Card | None) -> str:
    return card.name if card is not None else ""
