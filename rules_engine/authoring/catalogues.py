"""Catalogues: what the engine says in English and what that is in another language, in the PO files that translators know.

There are up to five for a language, and none has to be there:

    rules_engine/languages/de.po               table, questions, puzzles, coach: what every game says
    rules_engine/site/languages/de.po          what else is said where pages are built: tiles, reference cards, the theme
    rules_engine/site/client/languages/de.po   what the page itself says before and beside Python
    <package of a game>/languages/de.po        what a game says
    <examples folder>/languages/de.po          what authors wrote: titles, introductions, notes

How a sentence is written in them is told in `text.message`. What must stand in them is gathered from the sources.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from gettext import c2py
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import rules_engine
from rules_engine.authoring.files import write_text
from rules_engine.core.model.errors import RulesEngineError, quoted
from rules_engine.games import game_class
from rules_engine.text.locale import ABOUT, PLURALS, key_of
from rules_engine.text.template import parts, places

if TYPE_CHECKING:
    from babel import Locale
    from babel.messages.catalog import Catalog
    from babel.messages.plurals import _PluralTuple

PACKAGE = Path(rules_engine.__file__).resolve().parent
FOLDER = "languages"
BABEL = "catalogues are read with Babel, which isn't installed: `pip install babel`"
OF_SEATS = 4
"""The most forms that a word after players has; after a number it has as many as the language."""
OF_ENGLISH = 2
"""The most forms that a word has in English, unless each stands for a thing of its own."""
COUNTED = 200
"""Numbers up to here have their own plural form told to the reader's Python; then the last hundred comes again."""


class InvalidCatalogue(RulesEngineError):
    """A catalogue that can't be read, or nothing to read it with. The message says what to do."""


def of_engine(code: str) -> Path:
    """Give the place of the catalogue of what every game says."""
    return PACKAGE / FOLDER / f"{code}.po"


def of_pages(code: str) -> Path:
    """Give the place of the catalogue of what else is said where pages are built."""
    return PACKAGE / "site" / FOLDER / f"{code}.po"


def of_client(code: str) -> Path:
    """Give the place of the catalogue of what the page itself says."""
    return PACKAGE / "site" / "client" / FOLDER / f"{code}.po"


def of_game(game: str, code: str) -> Path:
    """Give the place of a game's catalogue, beside its modules. Raises ``SetupError`` for a game that isn't there."""
    file = sys.modules[game_class(game).__module__].__file__
    assert file is not None
    return Path(file).parent / FOLDER / f"{code}.po"


def of_examples(examples: Path, code: str) -> Path:
    """Give the place of the catalogue of what authors wrote."""
    return examples / FOLDER / f"{code}.po"


def read_catalogue(file: Path) -> dict[str, str]:
    """Read a catalogue's sentences by their keys; none where there is no file. What is marked as doubtful (fuzzy) is missing.

    Raises ``InvalidCatalogue``: where a translation has places or forms that its sentence can't fill, too.
    """
    if not file.is_file():
        return {}
    found: dict[str, str] = {}
    most = max(OF_SEATS, _after_numbers(file.stem).num_plurals)
    for each in _read(file):
        english, told = str(each.id), str(each.string)
        if english and told and not each.fuzzy:
            found[key_of(english, str(each.context or ""))] = told
            if fault := next(faults(english, told, most), ""):
                raise InvalidCatalogue(f"{file}: {quoted(english)} is translated as {quoted(told)}, but {fault}")
    return found


def faults(english: str, told: str, most: int = OF_SEATS) -> Iterator[str]:
    """Say what of a translation can't be filled in; ``most`` is how many forms a word can have in its language."""
    known = {place.name: max((len(each.forms) for each in places(english) if each.name == place.name), default=0)
             for place in places(english)}
    for part in parts(told):
        if isinstance(part, str) and ("{" in part or "}" in part):
            yield f"a place has no spaces and two braces, as {{{next(iter(known), 'seat')}}} has: {quoted(part.strip())} is none"
    for place in places(told):
        if place.name not in known:
            yield f"there is no place {{{place.name}}} in it"
        count, wanted = len(place.forms), known.get(place.name, 0)
        if count and wanted > OF_ENGLISH and count != wanted:
            yield f"{{{place.name}:…}} has {count} form{'s' * (count != 1)}: write {wanted}, in the order of the English ones"
        elif count and wanted <= OF_ENGLISH and not 2 <= count <= most:
            yield (f"{{{place.name}:…}} has {count} form{'s' * (count != 1)}: write two to {most}, or the word alone, "
                   "without braces, where it is always the same")
        if place.whose:
            yield f"{{{place.name}'s}} is English: write forms, with @ for the name, as in {{{place.name}:@s|deine|@s|eure}}"


def _read(file: Path, code: str | None = None) -> Catalog:
    pofile = _babel()
    try:
        with file.open("rb") as opened:
            catalogue: Catalog = pofile.read_po(opened, locale=code and _locale(code), abort_invalid=True)
    except (pofile.PoFileError, ValueError) as error:
        raise InvalidCatalogue(f"{file}: {error}") from error
    return catalogue


def places_of(file: Path) -> dict[str, str]:
    """Read the keys of a catalogue, each with the file that says it, or nothing. Raises ``InvalidCatalogue``."""
    return {key_of(str(each.id), str(each.context or "")): next((place for place, _ in each.locations), "")
            for each in _read(file) if each.id}


def update_catalogue(file: Path, code: str, entries: Mapping[str, str]) -> int:
    """Bring a catalogue up to date, and give how many of its entries are to be translated.

    What is in ``entries`` (key to the file that says it) and not there yet is added, untranslated; what isn't said any more stays
    below as a comment. Raises ``InvalidCatalogue``.
    """
    _babel()
    from babel.messages.catalog import Catalog

    said = Catalog()
    for key, place in entries.items():
        about, _, english = key.rpartition(ABOUT)
        said.add(english, context=about or None, locations=[(place, 0)] if place else [])
    catalogue = _read(file, code) if file.is_file() else Catalog(locale=_locale(code))
    for each in [*catalogue.obsolete.values()]:     # it may be said again
        catalogue.add(each.id, each.string, context=each.context)
    catalogue.obsolete.clear()
    catalogue.update(said, no_fuzzy_matching=True, update_header_comment=False)
    if len(catalogue):
        write_catalogue(file, catalogue)
    return sum(not each.string or each.fuzzy for each in catalogue if each.id)


def write_catalogue(file: Path, catalogue: Catalog) -> None:
    """Write a catalogue as it is kept: by its sentences, without the day and the tool that wrote it."""
    for each in catalogue:
        each.flags.discard("python-brace-format")   # Babel's guess: our places have forms, which Python's haven't
    file.parent.mkdir(parents=True, exist_ok=True)
    written = BytesIO()
    _babel().write_po(written, catalogue, width=125, omit_header=True, sort_output=True, include_lineno=False)
    write_text(file, written.getvalue().decode())


def _babel() -> ModuleType:
    try:
        from babel.messages import pofile
    except ImportError as error:
        raise InvalidCatalogue(BABEL) from error
    return pofile


def engine_words(code: str, games: Iterable[str]) -> dict[str, str]:
    """Give what the engine and these games say, as the reader's browser needs it. Raises ``InvalidCatalogue``."""
    return joined([{PLURALS: plural_forms(code)}, read_catalogue(of_engine(code)),
                   *(read_catalogue(of_game(game, code)) for game in games)])


def plural_forms(code: str) -> str:
    """Give the form after each number from 0 on, a digit each, by the rule that gettext has for the language."""
    rule = c2py(_after_numbers(code).plural_expr)
    return "".join(str(int(rule(number))) for number in range(COUNTED))


def _after_numbers(code: str) -> _PluralTuple:
    _babel()
    from babel.messages.plurals import get_plural

    return get_plural(_locale(code))


def _locale(code: str) -> Locale:
    """What Babel knows of a language."""
    _babel()
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(code, sep="-")
    except (UnknownLocaleError, ValueError) as error:
        raise InvalidCatalogue(f"{quoted(code)} is no language that Babel knows: write its code as HTML has it, "
                                  "such as de or pt-BR") from error


def joined(catalogues: Collection[Mapping[str, str]]) -> dict[str, str]:
    """Give several catalogues as one; what the later ones say counts."""
    return {sentence: words for catalogue in catalogues for sentence, words in catalogue.items()}
