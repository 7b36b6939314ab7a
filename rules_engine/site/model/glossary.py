"""Glossaries: explanations of words, shown where the words occur on pages.

A page `glossary.md` applies to the pages in its folder and in the folders below it, in the same language. Each row of its tables
has one or more words, separated by commas, in the first cell and the explanation in the last. Rows below a heading with a game's
id apply only to that game's pages. The front matter lists the words to explain on other pages, with their forms:

    explained: {lead: [lead, leads, led], void: [void in]}
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from posixpath import dirname
from typing import NamedTuple

from rules_engine.site.model.addresses import edition, front_matter

GLOSSARY = "glossary.md"
_HEADING = re.compile(r"#+ .*?(?:\{[^}]*#(?P<id>[\w-]+)[^}]*\})?\s*$")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_MARKS = re.compile(r"<[^>]*>|\*")


class Glossary(NamedTuple):
    """A parsed glossary.

    ``terms``    the explanations by section id and lower-case form
    ``lacking``  the words listed in ``explained`` that have no row
    """

    terms: Mapping[str, Mapping[str, str]]
    lacking: list[str]


def read_glossary(text: str) -> Glossary:
    """Parse the Markdown text of a glossary page."""
    about, body = front_matter(text)
    wanted = about.get("explained")
    wanted = wanted if isinstance(wanted, dict) else {}
    terms: dict[str, dict[str, str]] = {}
    found = set[object]()
    for game, word, meaning in _rows(body):
        if word in wanted:
            told = f"{word}: {meaning}"
            terms.setdefault(game, {}).update({str(form).casefold(): told for form in wanted[word]})
            found.add(word)
    return Glossary(terms, [str(word) for word in wanted if word not in found])


def _rows(body: str) -> Iterator[tuple[str, str, str]]:
    """Yield section id, word and explanation for each word in the tables."""
    section = ""
    for line in body.splitlines():
        if found := _HEADING.match(line):
            section = found["id"] or ""
        elif line.startswith("|"):
            cells = [_plain(cell) for cell in line.strip().strip("|").split("|")]
            yield from ((section, word, cells[-1]) for word in cells[0].split(", "))


def _plain(cell: str) -> str:
    return _MARKS.sub("", _LINK.sub(r"\1", cell)).strip()


def glossaries(pages: Collection[str], text_of: Callable[[str], str | None]) -> dict[str, Glossary]:
    """Return the glossaries of a site by page; ``text_of`` returns a page's text or None."""
    found = {page: text_of(page) for page in pages if page.rpartition("/")[2] == GLOSSARY}
    return {page: read_glossary(text) for page, text in found.items() if text is not None}


def terms_of(found: Mapping[str, Glossary], page: str, game: str, games: Collection[str],
             languages: Collection[str]) -> dict[str, str]:
    """Return the explanations for a page about a game, by word form.

    A glossary in a deeper folder overrides those in the folders above.
    """
    code, folder = edition(page, languages)[0], dirname(page)
    above = [folder]
    while folder:
        folder = dirname(folder)
        above.append(folder)
    terms: dict[str, str] = {}
    for place in reversed(above):
        glossary = found.get(f"{place}/{GLOSSARY}" if place else GLOSSARY)
        if glossary and edition(f"{place}/", languages)[0] == code:
            for section, forms in glossary.terms.items():
                terms |= forms if section == game or section not in games else {}
    return terms
