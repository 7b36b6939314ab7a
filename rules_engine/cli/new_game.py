"""``followsuit new-game NAME``: the files of a new game, runnable as they are and meant to be changed.

All is looked at before anything is written, so a refusal (exit status 2) leaves the folder as it was.
"""

from __future__ import annotations

import argparse
import keyword
import re
import sys
from collections.abc import Callable
from pathlib import Path

import yaml

from rules_engine.core.errors import RulesEngineError

TEMPLATES = Path(__file__).parents[1] / "authoring" / "new_game"
MODULES = sorted((TEMPLATES / "game").glob("*.py.txt"))
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
REGISTRY = Path("rules_engine/games/registry.py")
SITE = Path("mkdocs.yml")

NEXT = """\
It deals, plays, scores, and its page builds. Try it:
  followsuit check {root}/examples/{id}
  followsuit play {id}
  mkdocs serve

Still missing, for you to write:
  - the game itself: these rules are a plain start (see docs/authors/new-game.md for what may be changed where)
  - the source of its rules and whose game it is: docstring of {folder}/__init__.py, “Credits and sources” of {page}
  - tests of what is special to it: tests/games/test_{stem}.py (tests/contract holds it already)
  - a bot that knows it: {folder}/bot.py with `bot`; until then the random bot plays
  - its place in the menu: the new line of mkdocs.yml stands first
  - its line in the list of games: `tagline:` in the metadata of its overview; `length` and `mechanisms` in {folder}/game.py
"""


class NewGameRefused(RulesEngineError):
    """No game was made; the message says why and what to do."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("name", metavar="NAME", help="the game's id: small letters, digits and single hyphens")
    parser.add_argument("--title", help="the game's name in words; made from the id if left out")
    parser.add_argument("--root", type=Path, default=Path(), metavar="FOLDER", help="the repository's folder, if not this one")


def run(chosen: argparse.Namespace) -> int:
    """Make the files and say what is left to do."""
    try:
        made = new_game(chosen.name, chosen.root, chosen.title)
    except NewGameRefused as error:
        print(error, file=sys.stderr)
        return 2
    for path, new in made.items():
        print(f"{'made   ' if new else 'changed'} {path.as_posix()}")
    stem = chosen.name.replace("-", "_")
    print("\n" + NEXT.format(id=chosen.name, stem=stem, root=chosen.root, folder=f"rules_engine/games/{stem}",
                             page=f"docs/games/{chosen.name}.md"), end="")
    return 0


def new_game(name: str, root: Path, title: str | None = None) -> dict[Path, bool]:
    """Make a game; gives each file below ``root`` and whether it is new. Raises ``NewGameRefused``."""
    words = _words(name, title)
    files = _new_files(words)
    changes: dict[Path, Callable[[str, dict[str, str]], str]] = {
        REGISTRY: _registered, SITE: _in_the_site}
    texts = {path: change(_read(root, path), words) for path, change in changes.items()}
    for path in [*files, Path("rules_engine/games") / words["module"], Path("examples") / name]:
        if (root / path).exists():
            raise NewGameRefused(f"{root / path} is there already: choose another name, or move it away first")
    for path, text in (files | texts).items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return dict.fromkeys(files, True) | dict.fromkeys(texts, False)


def _words(name: str, title: str | None) -> dict[str, str]:
    """What the marks of the templates stand for."""
    if NAME.fullmatch(name) is None:
        raise NewGameRefused(f"{name!r} can't be a game's id: take small letters a–z and digits, words joined by "
                             "single hyphens, as in double-king-pedro")
    stem, kind = name.replace("-", "_"), "".join(word.capitalize() for word in name.split("-"))
    taken = {word for file in MODULES for word in re.findall(r"\w+", file.read_text(encoding="utf-8"))}
    if keyword.iskeyword(stem) or kind in taken or stem == "index":
        raise NewGameRefused(f"{name!r} would clash with a name of Python or of the engine: add a word, as in {name}-whist")
    told = (title or "").strip() or " ".join(word.capitalize() for word in name.split("-"))
    if not re.fullmatch(r"[^\W\d_][\w’' -]*", told):
        raise NewGameRefused(f"{told!r} can't be a title: a letter, then letters, digits, spaces, hyphens and apostrophes")
    entry = told if isinstance(yaml.safe_load(told), str) else f'"{told}"'  # “No” alone is a flag in YAML
    return {"id": name, "module": stem, "Class": kind, "Title": told, "Entry": entry}


def _new_files(words: dict[str, str]) -> dict[Path, str]:
    name = words["id"]
    folder = Path("rules_engine/games") / words["module"]
    places = {file: folder / file.stem for file in MODULES} | {TEMPLATES / "page.md": Path(f"docs/games/{name}.md")}
    places |= {file: Path("examples") / name / file.name for file in sorted((TEMPLATES / "examples").glob("*.yml"))}
    return {path: _filled(template.read_text(encoding="utf-8"), words) for template, path in places.items()}


def _filled(text: str, words: dict[str, str]) -> str:
    return re.sub(r"@(id|module|Class|Title|Entry)@", lambda mark: words[mark[1]], text)


def _read(root: Path, path: Path) -> str:
    try:
        return (root / path).read_text(encoding="utf-8")
    except OSError:
        raise NewGameRefused(f"{root / path} isn't there: run this in the folder of Follow Suit's repository, or name "
                             "that with --root. (A package of your own adds a game by an entry point instead: see "
                             "docs/authors/new-game.md.)") from None


def _registered(text: str, words: dict[str, str]) -> str:
    if f'"{words["id"]}":' in text:
        raise NewGameRefused(f"there is a game {words['id']} already: choose another name")
    line = _filled('    "@id@": "rules_engine.games.@module@.game:@Class@",\n', words)
    return _once(r"(?<=^GAMES = \{\n)((?:    .*\n)*)(?=\})", rf"\g<1>{line}", text, REGISTRY)


def _in_the_site(text: str, words: dict[str, str]) -> str:
    text = _once(r"^( +)- games/index\.md\n", _filled(r"\g<0>\g<1>- @Entry@: games/@id@.md" + "\n", words), text, SITE)
    return _once(r"^( +games: \[[^\]\n]*)\]", _filled(r"\g<1>, @id@]", words), text, SITE)


def _once(pattern: str, by: str, text: str, path: Path) -> str:
    """``text`` with the first place that fits ``pattern`` replaced."""
    changed, count = re.subn(pattern, by, text, count=1, flags=re.MULTILINE)
    if not count:
        raise NewGameRefused(f"{path} doesn't look as expected: there is no line for {pattern!r}, so nothing was written")
    return changed
