"""The additional languages of a site: their catalogues, and the parts of the catalogues that the browser needs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from rules_engine.authoring.translations.catalogues import engine_words, joined, of_client, of_examples, of_pages, read_catalogue
from rules_engine.html.elements import Html, el
from rules_engine.text.locale import Catalogue


class SiteLanguage(Catalogue):
    """A language of a site, with the translations of the engine, the pages, the authors' texts and the scripts.

    ``engine``  the translations that Python in the browser needs
    ``client``  the translations that the page's scripts need
    ``digest``  a digest of all translations except those of the scripts
    """

    def __init__(self, code: str, games: Collection[str], examples: Path) -> None:
        self.engine = engine_words(code, games)
        self.client = {text.strip(): words.strip() for text, words in read_catalogue(of_client(code)).items()}
        super().__init__(code, joined([self.engine, read_catalogue(of_pages(code)),
                                      read_catalogue(of_examples(examples, code))]))
        self.digest = hashlib.sha256(repr(sorted(self.words.items())).encode()).hexdigest()


@contextmanager
def lacking(language: SiteLanguage | None) -> Iterator[tuple[set[str], set[str]]]:
    """Context manager that collects a language's missing and unwritten messages in two new sets, and restores the previous sets
    on exit.
    """
    noted = set[str](), set[str]()
    if language is None:
        yield noted
        return
    before = language.missing, language.unwritten
    language.missing, language.unwritten = noted
    try:
        yield noted
    finally:
        language.missing, language.unwritten = before


def languages_of(codes: Collection[str], games: Mapping[str, str], examples: Path) -> dict[str, SiteLanguage]:
    """Return a site's languages by code. Raises ``InvalidCatalogue``."""
    return {code: SiteLanguage(code, games, examples) for code in codes}


def words_html(language: SiteLanguage, address: str) -> Html:
    """Return a hidden element with the scripts' translations, and with ``address``, the URL of the engine's translations."""
    words = json.dumps(language.client, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return el("div", {"class": "fs-words-in", "id": "fs-words", "lang": language.code, "data-src": address, "hidden": True},
              Html(words.replace("<", "\\u003c").replace("&", "\\u0026")))
