"""The commands shown in README, CONTRIBUTING and docs, parsed from the pages and reduced to their smallest form."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from rules_engine.authoring.npm import PYODIDE_VERSION

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
TUTORIAL = ROOT / "docs" / "authors" / "hearts.md"
"""The page whose commands depend on each other; `tests/authoring/test_tutorial.py` runs them."""
PROGRAMS = ("followsuit", "make", "python", "pytest", "mkdocs", "properdocs", "zensical", "node", "npm", "pip", "ruff", "mypy")

FILLED_IN = {"GAME": "snakebit", "ID": "snakebit", "NAME": "new-name", "FOLDER": "new-folder", "FILE": "new-file.yml", "N": "1",
             "LEVEL": "random", "PATH": "examples/snakebit/puzzles", "VERSION": PYODIDE_VERSION, "folder": "new-folder"}
"""Values for the placeholders in the commands shown."""
SMALL = {"--hands": "20", "--deals": "2", "--count": "1", "--rounds": "1", "--seconds": "0", "--endings": "1", "--against": "0",
         "--clicks": "1", "--every": "20", "--memory": "2"}
"""Minimal values for options that otherwise make a command slow."""
NEEDED: dict[Words, tuple[Words, ...]] = {
    ("followsuit", "puzzles", "--twin"): (("--count", "1"),),
    ("followsuit", "puzzles"): (("snakebit",), ("--count", "1")),
    ("followsuit", "decisions"): (("snakebit",), ("--count", "1")),
    ("followsuit", "questions"): (("snakebit",), ("--kind", "still-out"), ("--count", "1")),
    ("python", "-m", "tests.bench.endings"): (("--deals", "1"), ("--players", "3")),
    ("python", "-m", "tests.bench.advice"): (("--positions", "1"),),
}
"""Extra arguments by the first words of a command: some are required, the others make it quick."""
_FENCE = re.compile(r"^(?P<signs>`{3,}|~{3,})[ ]*(?P<kind>\S*)[^\n]*\n(?P<body>.*?)^(?P=signs)[ ]*$", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`([^`\n]+)`")
_TO_FILL_IN = re.compile(r"<(\w+)>")
_PLACEHOLDER = re.compile(rf"\b({'|'.join(FILLED_IN)})\b")

Words = tuple[str, ...]


def shown_commands() -> dict[Words, str]:
    """Return every command exactly as shown, with the path of a page that shows it."""
    return {words: page.relative_to(ROOT).as_posix() for page in reversed(PAGES) if page != TUTORIAL
            for text in _texts(page.read_text(encoding="utf-8")) for words in _commands(text)}


def _texts(page: str) -> Iterator[str]:
    """Yield the parts of a page that may contain commands."""
    for fence in _FENCE.finditer(page):
        if fence["kind"] == "console":
            yield from (line[2:] for line in fence["body"].splitlines() if line.startswith("$ "))
        elif fence["kind"] in ("", "sh", "bash"):
            yield from fence["body"].splitlines()
    yield from _INLINE.findall(_FENCE.sub("", page))


def _commands(text: str) -> Iterator[Words]:
    """Yield the commands on a line, without the program's folder and without output redirection."""
    tokens = shlex.shlex(_TO_FILL_IN.sub(lambda each: each[1].upper(), text), posix=True, punctuation_chars=";&>")
    tokens.whitespace_split, words = True, list[str]()
    try:
        found = [*tokens, ";"]
    except ValueError:                      # an apostrophe in prose
        return
    for token in found:
        if not re.fullmatch("[;&>]+", token):
            words.append(token.removeprefix(".venv/bin/"))
            continue
        if words and words[0] in PROGRAMS and len(words) > 1:
            yield tuple(words)
        words = []


def smallest(words: Words) -> Words:
    """Return a command with its placeholders filled in and its numbers minimized."""
    made = list[str]()
    for before, word in zip(("", *words), words, strict=False):
        name, equals, value = word.partition("=")
        if name == "ARGS" and equals:
            word = f"ARGS={shlex.join(smallest(tuple(shlex.split(value))))}"
        made.append(SMALL[before] if before in SMALL else _PLACEHOLDER.sub(lambda each: FILLED_IN[each[0]], word))
    needed = next((needed for begin, needed in NEEDED.items() if words[:len(begin)] == begin), ())
    return (*made, *(word for part in needed if part[0] not in made for word in part))


SHOWN = {smallest(words): page for words, page in shown_commands().items()}
"""Maps each command in its smallest form to a page that shows it."""
