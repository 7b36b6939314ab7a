"""Catalogues: what the engine says in English and what that is in another language, in the PO files that translators know.

There are up to four for a language, and none has to be there:

    rules_engine/languages/de.po               table, questions, puzzles, coach: what every game says
    rules_engine/site/client/languages/de.po   what the page itself says before and beside Python
    <package of a game>/languages/de.po        what a game says
    <examples folder>/languages/de.po          what authors wrote: titles, introductions, notes

How a sentence is written in them is told in `core.language`.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from types import ModuleType

from rules_engine.core.errors import RulesEngineError
from rules_engine.games import game_class

PACKAGE = Path(__file__).resolve().parent.parent
FOLDER = "languages"
BABEL = "catalogues are read with Babel, which isn't installed: `pip install babel`"


class CatalogueUnreadable(RulesEngineError):
    """A catalogue that can't be read, or nothing to read it with. The message says what to do."""


def of_engine(code: str) -> Path:
    """The catalogue of what every game says."""
    return PACKAGE / FOLDER / f"{code}.po"


def of_client(code: str) -> Path:
    """The catalogue of what the page itself says."""
    return PACKAGE / "site" / "client" / FOLDER / f"{code}.po"


def of_game(game: str, code: str) -> Path:
    """The catalogue of a game, beside its modules. Raises ``SetupError`` for a game that isn't there."""
    file = sys.modules[game_class(game).__module__].__file__
    assert file is not None
    return Path(file).parent / FOLDER / f"{code}.po"


def of_examples(examples: Path, code: str) -> Path:
    """The catalogue of what authors wrote."""
    return examples / FOLDER / f"{code}.po"


def read_catalogue(file: Path) -> dict[str, str]:
    """A catalogue's sentences; none where there is no file. What is marked as doubtful (fuzzy) counts as missing.

    Raises ``CatalogueUnreadable``.
    """
    if not file.is_file():
        return {}
    pofile = _babel()
    try:
        with file.open("rb") as opened:
            catalogue = pofile.read_po(opened, abort_invalid=True)
    except (pofile.PoFileError, ValueError) as error:
        raise CatalogueUnreadable(f"{file}: {error}") from error
    return {str(each.id): str(each.string) for each in catalogue if each.id and each.string and not each.fuzzy}


def add_to_catalogue(file: Path, code: str, sentences: Mapping[str, str]) -> int:
    """Add sentences that aren't there yet, untranslated, each with a text that it was met in; give how many that are.

    Raises ``CatalogueUnreadable``.
    """
    pofile = _babel()
    from babel.messages.catalog import Catalog

    catalogue = Catalog(locale=code, fuzzy=False)
    if file.is_file():
        with file.open("rb") as opened:
            catalogue = pofile.read_po(opened, locale=code)
    fresh = [(sentence, met) for sentence, met in sentences.items() if sentence not in catalogue]
    for sentence, met in fresh:
        catalogue.add(sentence, auto_comments=[met] if met != sentence else [])
    if fresh:
        write_catalogue(file, catalogue)
    return len(fresh)


def write_catalogue(file: Path, catalogue: object) -> None:
    """Write a catalogue as it is kept: by its sentences, without the day and the tool that wrote it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as opened:
        _babel().write_po(opened, catalogue, width=125, omit_header=True, sort_output=True)


def _babel() -> ModuleType:
    try:
        from babel.messages import pofile
    except ImportError as error:
        raise CatalogueUnreadable(BABEL) from error
    return pofile


def engine_words(code: str, games: Iterable[str]) -> dict[str, str]:
    """What the engine and these games say, as the reader's browser needs it. Raises ``CatalogueUnreadable``."""
    return joined([read_catalogue(of_engine(code)), *(read_catalogue(of_game(game, code)) for game in games)])


def joined(catalogues: Collection[Mapping[str, str]]) -> dict[str, str]:
    """Several catalogues as one; what the later ones say counts."""
    return {sentence: words for catalogue in catalogues for sentence, words in catalogue.items()}
