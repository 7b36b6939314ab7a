"""The search index: the sections of a site's pages, each with its text and additional search words.

The module doesn't depend on MkDocs. It splits a page's HTML at the headings. Authors can give a heading search words that aren't
in the text and aren't shown, as in `### Follow suit if you can { #rule-follow-suit data-words="void revoke slough" }`. Elements
with `data-search-exclude` aren't indexed, except for the titles and captions of figures. A question that is a term in a
definition list is a separate entry. On request, each table row on a page is an entry too, for example in a glossary.

`client/page/search-worker.js` reads the index and replaces the theme's search, which supports none of this.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape, unescape
from html.parser import HTMLParser
from itertools import chain, count
from pathlib import Path

from rules_engine.authoring.caches.cache import Cache

SCRIPT = "page/search-worker.js"
INDEX = "search/sections.json"
THEMES_INDEX = "search/search_index.json"
ZENSICALS_INDEX = "search.json"
THEMES_OWN = re.compile(r"^assets/javascripts/(?:lunr/|workers/search\.)")
"""The files of the theme's own search, which pages no longer load."""

_NOTHING = '{"config":{},"docs":[]}\n'
"""An empty index in the theme's format, which the theme still fetches and passes to the search worker."""

_WORKER = re.compile(r'("search": "[^"]*?)assets/javascripts/workers/search\.\w+\.min\.js"')
WORDS = re.compile(r'(<(?:h[1-6]|dt)\b[^>]*?) data-words="[^"]*"')
_TERM = re.compile(r"<dt\b([^>]*)>(.*?)(?=</dt>)", re.DOTALL)
_HEADINGS = {f"h{level}" for level in range(1, 7)}
_BLOCKS = _HEADINGS | {"p", "li", "tr", "dl", "dt", "dd", "div", "pre", "blockquote", "table", "caption", "figcaption", "summary"}
_CELLS = {"td", "th"}
_BETWEEN = " – "
"""The separator between the cells in a row."""
_MUTE = {"script", "style", "svg", "template"}
_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
_COUNTS = {"fs-title", "fs-caption"}
"""CSS classes of elements that are indexed even within excluded elements."""


class SearchIndex:
    """The search index of a site, by page. ``cache`` keeps the entries of pages between builds."""

    def __init__(self) -> None:
        self.pages: dict[str, list[dict[str, str]]] = {}
        self.cache = Cache()

    def take(self, html: str, url: str, title: str, wish: Mapping[str, object], language: str = "") -> str:
        """Add a page to the index, and return its HTML with ids for the entries and without search words.

        ``url``       the page's URL, relative to the site's root
        ``wish``      the value of ``search`` in the page's front matter: ``exclude``, ``rows``
        ``language``  the code of the page's language, if it isn't the site's own
        """
        if wish.get("rows"):
            html = with_row_ids(html)
        html = with_question_ids(html)
        if not wish.get("exclude"):
            beside = {"language": language} if language else {}
            page = (html, url, title, bool(wish.get("rows")))
            self.pages[url] = [entry | beside for entry in self.cache.values(["search", *page], lambda: entries(*page))]
        return without_words(html)

    def write(self, site: Path) -> None:
        """Write the index into a built site, and replace the theme's.

        Entries for other pages in an existing index are kept, because plugins for languages build the site once for each language
        into the same folder.
        """
        pages = _listed(site / INDEX) | self.pages
        listed = [entry for url in sorted(pages) for entry in pages[url]]
        (site / INDEX).write_text(f"{json.dumps(listed, ensure_ascii=False, separators=(',', ':'))}\n", encoding="utf-8")
        (site / THEMES_INDEX).write_text(_NOTHING, encoding="utf-8")


def _listed(file: Path) -> dict[str, list[dict[str, str]]]:
    """Return the entries in a built site's existing index by page; empty if there is no index."""
    pages: dict[str, list[dict[str, str]]] = {}
    for entry in json.loads(file.read_text(encoding="utf-8")) if file.is_file() else ():
        pages.setdefault(entry["location"].partition("#")[0], []).append(entry)
    return pages


def searched_by(html: str, script: str) -> str:
    """Return a page whose search box uses the worker script at the URL ``script``."""
    return _WORKER.sub(rf'\1{script}"', html)


def add_to_zensicals(site: Path, search: SearchIndex) -> None:
    """Add the search words, questions and table rows to the index of Zensical's own search, if the site has it."""
    file = site / ZENSICALS_INDEX
    if not file.is_file():
        return
    index = json.loads(file.read_text(encoding="utf-8"))
    items = {item["location"]: item for item in index["items"]}
    for entry in (entry for url in sorted(search.pages) for entry in search.pages[url]):
        item = items.get(entry["location"])
        more = f"<p>{escape(entry['words'])}</p>" if "words" in entry else ""
        if item is None:
            page = items.get(entry["location"].partition("#")[0], {"path": []})
            index["items"].append({"location": entry["location"], "level": 2, "title": entry["title"],
                                   "text": escape(entry["text"]) + more, "path": page["path"], "tags": []})
        elif more not in item["text"]:
            item["text"] += more
    file.write_text(json.dumps(index, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


@dataclass
class Section:
    """A section on a page, below a heading or question.

    ``id``       the heading's id
    ``title``    the heading's text
    ``words``    its additional search words
    ``text``     its lines of text, up to the next section
    ``figures``  the titles and captions of its figures
    """

    id: str
    title: str = ""
    words: str = ""
    text: list[str] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)


def sections(html: str, rows: bool = False) -> list[Section]:
    """Return the sections of a page. The first section has the title and the text before the first other heading with an id.

    If ``rows`` is true, each table row is a section too.
    """
    reader = _SectionReader(rows)
    reader.feed(html)
    reader.close()
    return [each for each in reader.sections if each.title or each.text or each.figures]


def entries(html: str, url: str, title: str, rows: bool = False) -> list[dict[str, str]]:
    """Return a page's index entries as JSON values. The first entry has the page's own URL.

    ``title`` is the fallback for a page without a heading. If ``rows`` is true, each table row is an entry too.
    """
    found = sections(html, rows)
    top = found[0].title if found and found[0].title else title
    listed = []
    for place, section in enumerate(found):
        address = url if place == 0 else f"{url}#{section.id}"
        entry = {"location": address, "page": top, "title": section.title or top, "text": "\n".join(section.text)}
        beside = {"words": section.words, "figures": " ".join(section.figures)}
        listed.append(entry | {name: value for name, value in beside.items() if value})
    return listed


def without_words(html: str) -> str:
    """Return a page without the search words in its headings."""
    return WORDS.sub(r"\1", html)


def with_question_ids(html: str) -> str:
    """Return a page with ids on the questions in definition lists, so that search results can link to them."""
    taken: set[str] = set()

    def named(found: re.Match[str]) -> str:
        question = unescape(re.sub(r"<[^>]*>", "", found[2])).strip()
        name = "-".join(["question", *re.findall(r"\w+", re.sub(r"['’]", "", question.casefold()))])
        if name == "question" or not question.endswith("?") or ' id="' in found[1] or name in taken:
            return found[0]
        taken.add(name)
        return f'<dt id="{name}"{found[1]}>{found[2]}'

    return _TERM.sub(named, html)


def with_row_ids(html: str) -> str:
    """Return a page with ids on the rows of tables, so that search results can link to them."""
    taken: set[str] = set()

    def named(found: re.Match[str]) -> str:
        row = row_id(re.sub(r"<[^>]*>", "", found[2]), taken)
        return f'<tr id="{row}">{found[1]}{found[2]}' if row else found[0]

    return re.sub(r"<tr>(\s*<td\b[^>]*>)(.*?)(?=</td>)", named, html, flags=re.DOTALL)


def row_id(first_cell: str, taken: set[str]) -> str:
    """Return the id of a table row, derived from the text of its first cell and added to ``taken``, or ""."""
    words = re.findall(r"\w+", first_cell.casefold())
    if not words:
        return ""
    name = f"term-{'-'.join(words)}"
    numbered = chain([name], (f"{name}-{number}" for number in count(2)))
    free = next(each for each in numbered if each not in taken)
    taken.add(free)
    return free


class _SectionReader(HTMLParser):
    """A parser that splits a page into sections."""

    def __init__(self, rows: bool) -> None:
        super().__init__()
        self.rows = rows
        self.here = self.below_heading = Section("")
        self.sections = [self.here]
        self.row_ids = set[str]()
        self.in_heading = False
        self.open: list[tuple[str, bool | None]] = []
        self.line = self.first_cell = ""
        self.of_figure = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag in _BLOCKS or tag == "br":
            self._end_line()
        if tag in _CELLS and self.line.strip() and not self.line.endswith(_BETWEEN):
            self.line += _BETWEEN
        if tag == "dt":
            self.here = self.below_heading
        if tag in _HEADINGS | {"dt"} and given.get("id") and self._heard() is not False:
            self._begin_section(tag, given)
        if tag not in _VOID:
            self.open.append((tag, _hears(tag, given)))

    def handle_endtag(self, tag: str) -> None:
        if any(each == tag for each, _ in self.open):
            while self.open.pop()[0] != tag:
                pass
        if tag == "td":
            self.first_cell = self.first_cell or _plain(self.line)
        if tag == "tr" and self.rows:
            self._end_row()
        elif tag in _BLOCKS:
            self._end_line()
        if tag in _HEADINGS | {"dt"}:
            self.in_heading = False
        if tag == "dl":
            self.here = self.below_heading

    def handle_data(self, data: str) -> None:
        heard = self._heard()
        if heard is not False:
            self.line += data
            self.of_figure = bool(heard)

    def _heard(self) -> bool | None:
        """Return the indexing mode for the current text: True for text in a figure, False if excluded, None for normal text.

        The innermost element with a mode decides.
        """
        return next((hears for _, hears in reversed(self.open) if hears is not None), None)

    def _begin_section(self, tag: str, given: dict[str, str]) -> None:
        if tag != "h1":  # the page's title is the heading of its first section
            self.here = Section(given["id"])
            self.sections.append(self.here)
        if tag != "dt":
            self.below_heading = self.here
        self.here.words = given.get("data-words", "")
        self.in_heading = True

    def _end_line(self) -> None:
        text, self.line, self.first_cell = _plain(self.line), "", ""
        if text and self.in_heading:
            self.here.title = f"{self.here.title} {text}".strip()
        elif text:
            (self.here.figures if self.of_figure else self.here.text).append(text)

    def _end_row(self) -> None:
        if name := row_id(self.first_cell, self.row_ids):
            self.sections.append(Section(name, self.first_cell, text=[_plain(self.line)]))
        self.line = self.first_cell = ""


def _hears(tag: str, given: dict[str, str]) -> bool | None:
    """Return the indexing mode that an element sets for its text: True for text in a figure, False to exclude it, None for no
    change."""
    classes = set(given.get("class", "").split())
    if tag in ("figcaption", "caption") or _COUNTS & classes:
        return True
    return False if "data-search-exclude" in given or tag in _MUTE or "headerlink" in classes else None


def _plain(text: str) -> str:
    return " ".join(text.removesuffix(_BETWEEN).split())
