"""Translation catalogues: PO files that map English sentences to their translations.

A language has up to five catalogues, all of them optional:

    rules_engine/languages/de.po               texts shared by all games: table, questions, puzzles, coach
    rules_engine/site/languages/de.po          other texts in built pages: tiles, reference cards, the theme
    rules_engine/site/client/languages/de.po   texts in the JavaScript client
    <package of a game>/languages/de.po        texts specific to one game
    <examples folder>/languages/de.po          authors' texts: titles, introductions, notes

`text.message` describes the syntax of sentences. `extract_messages` collects the required entries from the sources.
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
"""Maximum number of forms of a translated word that depends on a player. A word that depends on a number has the language's
plural forms."""
OF_ENGLISH = 2
"""Maximum number of grammatical forms of an English word; a longer list of forms contains alternatives."""
COUNTED = 200
"""Number of integers, from 0, whose plural form is sent to the browser; larger integers repeat the last hundred."""


class InvalidCatalogue(RulesEngineError):
    """Raised if a catalogue can't be read, or Babel isn't installed. The message says how to fix it."""


def of_engine(code: str) -> Path:
    """Return the path of the engine's catalogue in a language."""
    return PACKAGE / FOLDER / f"{code}.po"


def of_pages(code: str) -> Path:
    """Return the path of the site builder's catalogue in a language."""
    return PACKAGE / "site" / FOLDER / f"{code}.po"


def of_client(code: str) -> Path:
    """Return the path of the JavaScript client's catalogue in a language."""
    return PACKAGE / "site" / "client" / FOLDER / f"{code}.po"


def of_game(game: str, code: str) -> Path:
    """Return the path of a game's catalogue, which is next to its modules. Raises ``SetupError`` for an unknown game."""
    file = sys.modules[game_class(game).__module__].__file__
    assert file is not None
    return Path(file).parent / FOLDER / f"{code}.po"


def of_examples(examples: Path, code: str) -> Path:
    """Return the path of the catalogue for the texts in an examples folder."""
    return examples / FOLDER / f"{code}.po"


def read_catalogue(file: Path) -> dict[str, str]:
    """Return a catalogue's translations by key, except fuzzy entries; an empty mapping if the file doesn't exist.

    Raises ``InvalidCatalogue`` if the file can't be parsed, or a translation has fields or word forms that its sentence doesn't
    supply.
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
    """Yield a description of each field or word form in the translation ``told`` that can't be filled in.

    ``most`` is the maximum number of forms of a word in the translation's language.
    """
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
    """Return the keys of a catalogue, each with its source file, or "" if unknown. Raises ``InvalidCatalogue``."""
    return {key_of(str(each.id), str(each.context or "")): next((place for place, _ in each.locations), "")
            for each in _read(file) if each.id}


def update_catalogue(file: Path, code: str, entries: Mapping[str, str]) -> int:
    """Update a catalogue file, and return the number of untranslated and fuzzy entries.

    ``entries`` maps keys to source files. New entries are added untranslated; obsolete ones are kept as comments at the end.
    Raises ``InvalidCatalogue``.
    """
    _babel()
    from babel.messages.catalog import Catalog

    said = Catalog()
    for key, place in entries.items():
        about, _, english = key.rpartition(ABOUT)
        said.add(english, context=about or None, locations=[(place, 0)] if place else [])
    catalogue = _read(file, code) if file.is_file() else Catalog(locale=_locale(code))
    for each in [*catalogue.obsolete.values()]:     # an obsolete entry may be used again
        catalogue.add(each.id, each.string, context=each.context)
    catalogue.obsolete.clear()
    catalogue.update(said, no_fuzzy_matching=True, update_header_comment=False)
    if len(catalogue):
        write_catalogue(file, catalogue)
    return sum(not each.string or each.fuzzy for each in catalogue if each.id)


def write_catalogue(file: Path, catalogue: Catalog) -> None:
    """Write a catalogue file, sorted by sentence and without a header, so that diffs show only changed entries."""
    for each in catalogue:
        each.flags.discard("python-brace-format")   # Babel guesses this flag; our format fields aren't Python's
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
    """Return the translations that the browser needs for the engine and these games, by key. Raises ``InvalidCatalogue``."""
    return joined([{PLURALS: plural_forms(code)}, read_catalogue(of_engine(code)),
                   *(read_catalogue(of_game(game, code)) for game in games)])


def plural_forms(code: str) -> str:
    """Return the gettext plural form of each number from 0 to ``COUNTED`` - 1, one digit each.

    Raises ``InvalidCatalogue`` if Babel isn't installed or doesn't know the language.
    """
    rule = c2py(_after_numbers(code).plural_expr)
    return "".join(str(int(rule(number))) for number in range(COUNTED))


def _after_numbers(code: str) -> _PluralTuple:
    _babel()
    from babel.messages.plurals import get_plural

    return get_plural(_locale(code))


def _locale(code: str) -> Locale:
    _babel()
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(code, sep="-")
    except (UnknownLocaleError, ValueError) as error:
        raise InvalidCatalogue(f"{quoted(code)} is no language that Babel knows: write its code as HTML has it, "
                                  "such as de or pt-BR") from error


def joined(catalogues: Collection[Mapping[str, str]]) -> dict[str, str]:
    """Merge several catalogues; a later one overrides the entries of an earlier one."""
    return {sentence: words for catalogue in catalogues for sentence, words in catalogue.items()}
