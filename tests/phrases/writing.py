"""Phrase books: for each game, every sentence template with an instance, and two hands in full.

    python -m tests.phrases.writing [GAME ...]       write tests/phrases/<game>*.txt again

A phrase book lists the templates in a game's catalogue in the order of the game's modules. Below a template with placeholders
is the first sentence that was made from it in hands with every pair of choices (variant, players, options), and below that its
German, if the game is translated. A template without an instance is too rare for these hands. Each game is recorded in a new
process, because sentences are cached.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import Any
from unittest.mock import patch

from rules_engine.text.locale import ABOUT
from rules_engine.text.message import Sentence

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
LANGUAGE = "de"


@contextmanager
def recording() -> Iterator[dict[str, str]]:
    """Context manager that records the first instance of each template with placeholders in a mapping."""
    instances: dict[str, str] = {}
    real = Sentence.__new__

    def recorded(cls: type[Sentence], template: str, fields: Mapping[str, Any], *more: Any, **named: Any) -> Sentence:
        sentence = real(cls, template, fields, *more, **named)
        if fields:
            instances.setdefault(template, str(sentence))
        return sentence

    with patch.object(Sentence, "__new__", recorded):
        yield instances


def texts(game_id: str) -> dict[str, str]:
    """Return a game's files by name. Call this in a process that hasn't built any of the game's sentences yet."""
    with recording() as instances:
        from rules_engine.authoring.checks.check import check_file
        from rules_engine.testing import every_game
        from tests.phrases import hands
        from tests.phrases.at_the_table import TABLES, transcript
        from tests.some import pairwise

        games = [game for game in every_game() if game.id == game_id]
        usual = next(game for game in games if game.options == type(game)().options)
        files = {f"{game_id}.{code}.table.txt": [*transcript(code, game_id)]
                 for code, listed in TABLES.items() if game_id in listed}
        files[f"{game_id}.hand.txt"] = [*hands.to_you(usual, hands.longest_seed(usual))]
        for game in pairwise(games):
            hands.make_sentences(game)
        for file in sorted((ROOT / "examples" / game_id).glob("*.yml")):
            check_file(file)
    files[f"{game_id}.txt"] = [*phrase_book(game_id, instances)]
    return {name: "\n".join(lines) + "\n" for name, lines in files.items()}


def phrase_book(game_id: str, instances: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of a phrase book."""
    from rules_engine.authoring.translations.catalogues import of_engine, of_game, read_catalogue
    from rules_engine.authoring.translations.extract_messages import engine_messages, messages_of, plain_messages

    catalogue, elsewhere = of_game(game_id, LANGUAGE), engine_messages().keys() - plain_messages().keys()
    translated = read_catalogue(of_engine(LANGUAGE)) | read_catalogue(catalogue) if catalogue.exists() else {}
    said = {key: place for key, place in messages_of(game_id).items() if key not in elsewhere}
    for module, entries in groupby(said.items(), key=lambda entry: entry[1]):
        yield f"\n== {module or 'declarations'}"
        for template, _ in entries:
            yield heading(template)
            if template in instances:
                yield f"    {instances[template]}"
            if german := translated.get(template):
                yield f"    {LANGUAGE}: {german}"


def heading(template: str) -> str:
    """Return the line for a template in a phrase book: its text, and its context in parentheses."""
    about, _, text = template.rpartition(ABOUT)
    return f"{text} ({about})" if about else text


def printed(game_id: str) -> str:
    """Return a game's files as JSON, printed by a new process."""
    command = [sys.executable, "-m", "tests.phrases.writing", "--print", game_id]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=True, cwd=ROOT).stdout


def main(arguments: Sequence[str]) -> int:
    """Write the files for the named games, or for all games. With ``--print``, print the files for one game as JSON."""
    import json

    from tests.ours import OURS

    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    if arguments[:1] == ["--print"]:
        print(json.dumps(texts(arguments[1]), ensure_ascii=False))
        return 0
    for game in arguments or OURS:
        for name, text in json.loads(printed(game)).items():
            (HERE / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
