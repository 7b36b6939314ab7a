"""Copies one of the engine's games as the basis for a new one: its modules and examples with new names, and a page with headings
only.

The text of the original page isn't copied, so that the author writes each section.
"""

from __future__ import annotations

import ast
import io
import json
import re
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, distribution
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

import rules_engine
from rules_engine._version import __version__
from rules_engine.authoring.checks.check import replay_text
from rules_engine.authoring.files import files_below
from rules_engine.authoring.yaml_text import read_yaml
from rules_engine.core.game.game import Game
from rules_engine.core.game.setups import write_setup
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.core.positions.position import Position
from rules_engine.games import game_class

PACKAGE = Path(rules_engine.__file__).parent
REPOSITORY = PACKAGE.parent
EXAMPLES = Path(__file__).with_name("examples.json")
"""The file in which ``setup.py`` packs each game's examples for the wheel. The repository has the example files themselves."""
PLACES = ("rules.py", "position.py", "course.py", "game.py", "cards.py", "bot/talk.py")
"""The modules that may implement a mechanism, in the order in which mechanisms are listed."""
PARTS: Mapping[str, tuple[str, ...]] = {
    "bidding": ("bid", "bid_once", "bids", "next_caller", "bidder", "take_bid", "call", "win_auction"),
    "partners": ("partners", "SIDES", "sides", "score_sides"),
    "trumps": ("is_trump", "trump_suits", "name_trumps", "turn_up", "trump", "trumps"),
    "trumps change each trick": ("trump_suits", "suit_led", "make_trumps"),
    "exchange": ("kitty", "pass_trumps", "receiver", "discard", "take_ole", "take_turnup", "take_up", "pass_cards", "stock",
                 "give", "swap"),
    "two winners a trick": ("winning", "next_lead", "captured", "by_colour", "capture"),
    "cards of two suits": ("bearing", "name_suit", "top_suit", "follow_suit"),
    "avoiding cards": ("take_curse", "score_cursed", "cursed_taken", "score_negative", "score_hearts", "score_queen", "moon"),
    "passing": ("may_pass", "pass_third_colour", "score_passed", "passed", "to_try"),
    "no duty to follow": ("free_play", "beats", "two_colours"),
    "stakes": ("turn", "pay", "ladder", "turns", "answer_turn"),
    "talk": ("Phrase", "remarks", "words_for", "tell_partner", "tell_hand"),
}
"""The functions and attributes that implement each mechanism, by the mechanism's name; different games define different ones."""
OVERVIEW = """\
---
tagline: Say here in a few words what players try to do.
description: "{title}, a trick-taking game: what it is, how long it takes, and what it is like."
---
# {title}

Say here what the game is.
{{ .fs-tagline }}

```facts
{id}
```

[Print a reference card](card.md)
"""
PLAY = """\
---
description: Play {title} against bots.
---
# Play {title}

{practice}[Rules](rules.md){{ .md-button }}
"""
RULES = """\
---
description: "The rules of {title}, with worked tricks and quizzes."
---
# Rules

!!! warning "A copy, not yet a game of its own"
    Follow Suit made this page, and its game and examples from those of {old}. They hold: change them until they are the
    game you mean, then delete this note.

Say here what the game is, for how many players, with which cards, and how it ends.

## The rules

{rules}## What the rules leave open

Write down each place where your source is silent, what you chose, and why.

## Credits and sources

Say who designed the game, where its rules are published, and under what terms you use them. {old} has its own source: see
the game's `__init__.py`.
"""
DOCSTRING = '''\
"""{title}. Made by ``followsuit`` from {old}, and meant to be changed.

Copied from Follow Suit {version}, whose code is under the MIT License (see ``LICENSE``). What it says there of {old},
its source and the choices made:

{said}
"""
'''


class TemplateGame(NamedTuple):
    """One of the engine's games, used as the template for a new one.

    ``kind``     the game's class
    ``modules``  the sources of its modules, by path relative to its folder
    """

    kind: type[Game[Position]]
    modules: Mapping[Path, str]

    @property
    def used(self) -> set[str]:
        """The names that its modules use, which the new game's class can't have."""
        return {word for text in self.modules.values() for word in re.findall(r"\w+", text)} - {self.kind.__name__}


def model_of(game_id: str) -> TemplateGame:
    """Return one of the engine's games as a template."""
    kind = game_class(game_id)
    folder = PACKAGE.joinpath(*kind.__module__.split(".")[1:-1])
    found = {file.relative_to(folder): file.read_text(encoding="utf-8") for file in files_below(folder, ".py")}
    return TemplateGame(kind, found)


def files_like(model: TemplateGame, words: Mapping[str, str]) -> dict[Path, str]:
    """Return the files of a new game by path: modules, licence, page and examples.

    ``words`` has the new game's ``id``, ``Title``, ``Class``, ``package`` and ``module``.
    """
    folder, game_id = Path(*words["package"].split("."), words["module"]), words["id"]
    files = {folder / path: _copied(text, model.kind, words) for path, text in model.modules.items()}
    files[folder / "__init__.py"] = _introduced(model.modules[Path("__init__.py")], model.kind, words)
    if words["package"].partition(".")[0] != PACKAGE.name:
        files[folder / "LICENSE"] = _licence()
    examples = {name: _for_game(_dealt(text), model.kind, words) for name, text in examples_of(model.kind.id).items()}
    files |= {Path("docs/games", game_id, f"{name}.md"): text for name, text in _pages(model.kind, examples, words).items()}
    return files | {Path("examples", game_id, name): text for name, text in examples.items()}


def examples_of(game_id: str) -> dict[str, str]:
    """Return the examples of one of the engine's games by file name, without its puzzles."""
    if EXAMPLES.is_file():
        packed: dict[str, dict[str, str]] = json.loads(EXAMPLES.read_text(encoding="utf-8"))
        return packed[game_id]
    return {file.name: file.read_text(encoding="utf-8") for file in sorted((REPOSITORY / "examples" / game_id).glob("*.yml"))}


def parts_to_read(kind: type[Game[Position]], modules: Mapping[Path, str]) -> Iterator[tuple[str, list[str]]]:
    """Yield each mechanism of a game with the locations of its code, such as ``rules.py:48 bid_once``."""
    parts = dict.fromkeys((*kind.mechanisms, *(["partners"] if "score_sides" in vars(kind) else [])))
    defined = {path: [*_defined(ast.parse(text).body)] for path, text in modules.items()}
    for part in parts:
        yield part, [f"{path.as_posix()}:{line} {name}" for path in map(Path, PLACES)
                     for line, name in defined.get(path, ()) if name in PARTS.get(part, ())]


def _defined(body: Sequence[ast.stmt]) -> Iterator[tuple[int, str]]:
    """Yield the line and name of each definition in a module or class, including nested ones."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield node.lineno, node.name
            yield from _defined(node.body)
        elif isinstance(node, ast.FunctionDef):
            yield node.lineno, node.name
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from ((node.lineno, target.id) for target in targets if isinstance(target, ast.Name))


# ---- renaming

def _copied(text: str, kind: type[Game[Position]], words: Mapping[str, str]) -> str:
    """Return a module's source with the new names.

    The class and the game may have the same name: in code it refers to the class, in strings and comments to the game. The name
    of a game called after a suit means the suit, except in the strings about the game.
    """
    text = re.sub(rf"\b{re.escape(kind.__module__.rpartition('.')[0])}\b", f"{words['package']}.{words['module']}", text)
    starts, about = [0, *accumulate(map(len, text.splitlines(keepends=True)))], set(_strings_about_game(ast.parse(text)))
    found, done = list[str](), 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        begin, end = (starts[row - 1] + column for row, column in (token.start, token.end))
        if token.type in (tokenize.STRING, tokenize.COMMENT):
            told = token.string
            if token.start in about:
                told = told.replace(f'"{kind.id}"', f'"{words["id"]}"')
            found += [text[done:begin], _retitled(told, kind, words) if token.start in about or not _is_suit(kind) else told]
        elif token.type == tokenize.NAME and token.string.startswith(kind.__name__):
            found += [text[done:begin], words["Class"], token.string.removeprefix(kind.__name__)]
        else:
            continue
        done = end
    return "".join(found) + text[done:]


def _strings_about_game(module: ast.Module) -> Iterator[tuple[int, int]]:
    """Yield the row and column of the docstrings of a module and its classes, and of the values of the classes' id and name."""
    classes = [node for node in ast.walk(module) if isinstance(node, ast.ClassDef)]
    described: list[ast.Module | ast.ClassDef] = [module, *classes]
    told = [node.body[0] for node in described if ast.get_docstring(node) is not None]
    told += [line for each in classes for line in each.body if isinstance(line, ast.Assign) and not {"id", "name"}.isdisjoint(
        name.id for target in line.targets for name in ast.walk(target) if isinstance(name, ast.Name))]
    yield from ((node.lineno, node.col_offset) for line in told for node in ast.walk(line) if isinstance(node, ast.Constant))


def _is_suit(kind: type[Game[Position]]) -> bool:
    """Return whether a game is called after a suit of its pack, such as Hearts."""
    return kind.name in {suit.name for suit in kind.pack.suits.values()}


def _retitled(text: str, kind: type[Game[Position]], words: Mapping[str, str]) -> str:
    """Return a string with a game's name replaced."""
    return re.sub(rf"(?<![\w-]){re.escape(kind.name)}(?![\w-])", lambda found: words["Title"], text)


def _for_game(text: str, kind: type[Game[Position]], words: Mapping[str, str]) -> str:
    """Return an example with the new game's id and, unless the old game is called after a suit, its name."""
    text = re.sub(rf"^game: {re.escape(kind.id)}$", f"game: {words['id']}", text, flags=re.MULTILINE)
    return text if _is_suit(kind) else _retitled(text, kind, words)


def _dealt(text: str) -> str:
    """Return an example with its seed replaced by the cards that it deals, since it may deal different cards in the new game.

    Practice hands keep their seed.
    """
    run = replay_text(text, "").run
    if run is None or run.scenario.kind == "practice" or "seed" not in run.scenario.setup:
        return text
    setup, fields = write_setup(run.game, run.start), run.start.fields.values()
    piles = [field.key for field in fields if field.kind is not None and field.key in setup
             and any(field.kind.cards(getattr(run.start, field.name), run.game.notation))]
    told = (",\n    " if "setup: {" in text else "\n  ").join(f"{key}: {_flow(setup[key])}" for key in piles)
    return re.sub(r"(?<=[{ ])seed: \d+", told, text, count=1)


def _flow(value: JsonValue) -> str:
    """Format a card list, or a mapping of seats to card lists, as YAML flow text."""
    if isinstance(value, Mapping):
        return "{" + ",\n    ".join(f"{name}: {_flow(cards)}" for name, cards in value.items()) + "}"
    assert isinstance(value, list)
    return " ".join(map(str, value))


def _introduced(text: str, kind: type[Game[Position]], words: Mapping[str, str]) -> str:
    """Return the source of the package's ``__init__.py``, whose docstring names the original."""
    module = ast.parse(text)
    rest = "".join(text.splitlines(keepends=True)[module.body[0].end_lineno:])
    rest = rest.replace(f'"{kind.__name__}', f'"{words["Class"]}')     # the sorted names in `__all__`
    begun = DOCSTRING.format(title=words["Title"], old=kind.name, version=__version__,
                             said=ast.get_docstring(module))
    return begun + _copied(rest, kind, words)


def _licence() -> str:
    """Return Follow Suit's licence, from the installed distribution or the repository."""
    try:
        installed = distribution("followsuit").read_text("licenses/LICENSE")
    except PackageNotFoundError:
        installed = None
    return installed or (REPOSITORY / "LICENSE").read_text(encoding="utf-8")


# ---- the page

def _pages(kind: type[Game[Position]], examples: Mapping[str, str], words: Mapping[str, str]) -> dict[str, str]:
    """Return the Markdown of the overview, of the page to play on, and of the rules: a heading for each rule, a prompt for the
    author, and the examples of the rule."""
    beside_rules, practice = _placed(kind, examples, words["id"])
    rules = "".join(f"### {rule.title} {{ #rule-{rule.id} }}\n\nSay here what the rule is.\n\n{''.join(beside_rules[rule.id])}"
                    for rule in kind.book.rules)
    texts = {"index": OVERVIEW, "play": PLAY, "rules": RULES}
    return {name: text.format(id=words["id"], title=words["Title"], old=kind.name, practice="".join(practice), rules=rules)
            for name, text in texts.items()}


def _placed(kind: type[Game[Position]], examples: Mapping[str, str], game_id: str) -> tuple[dict[str, list[str]], list[str]]:
    """Return the example fences by rule, and the fences of practice hands.

    Each example is assigned to the one of its rules that has the fewest examples so far.
    """
    found: dict[str, list[str]] = {rule.id: [] for rule in kind.book.rules}
    practice = []
    for name, text in sorted(examples.items(), key=lambda item: item[0].removesuffix(".yml")):
        scenario: JsonValue = read_yaml(text).value
        fence = f"```{scenario.get('kind', 'example')}\n{game_id}/{name}\n```\n\n"
        rules = scenario.get("rules", ())
        if rules and scenario.get("kind") != "practice":
            min((found[rule] for rule in rules), key=len).append(fence)
        else:
            practice.append(fence)
    return found, practice
