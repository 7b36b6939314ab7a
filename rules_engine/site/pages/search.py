"""What readers search: a list of the site's sections, each with its text and the words that players have for it.

Nothing here knows MkDocs. A page's HTML is cut at its headings. An author puts words beside a heading that stand nowhere in
its text, `### Follow suit if you can { #rule-follow-suit data-words="void revoke slough" }`: they find the section, and
no page shows them. Of what the page keeps out of the search (`data-search-exclude`), only a figure's title and caption
count. A question that stands as a term in a definition list, with its answer below it, is an entry of its own: it is what readers
type. And a page can make every row of its tables one, as a glossary wants it.

`client/page/search-worker.js` reads the list. It does the work of the theme's own search, which knows neither rules nor
other words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape, unescape
from html.parser import HTMLParser
from pathlib import Path

from rules_engine.authoring.cache import Cache

SCRIPT = "page/search-worker.js"
INDEX = "search/sections.json"
THEMES_INDEX = "search/search_index.json"
ZENSICALS_INDEX = "search.json"
THEMES_OWN = re.compile(r"^assets/javascripts/(?:lunr/|workers/search\.)")
"""What the theme would search with: no page loads it."""

_NOTHING = '{"config":{},"docs":[]}\n'
"""What the theme still fetches when a page opens, and hands to the script that does the work."""

_WORKER = re.compile(r'("search": "[^"]*?)assets/javascripts/workers/search\.\w+\.min\.js"')
WORDS = re.compile(r'(<(?:h[1-6]|dt)\b[^>]*?) data-words="[^"]*"')
_TERM = re.compile(r"<dt\b([^>]*)>(.*?)(?=</dt>)", re.DOTALL)
_HEADINGS = {f"h{level}" for level in range(1, 7)}
_BLOCKS = _HEADINGS | {"p", "li", "tr", "dl", "dt", "dd", "div", "pre", "blockquote", "table", "caption", "figcaption", "summary"}
_CELLS = {"td", "th"}
_BETWEEN = " – "
"""Stands between the cells of a row."""
_MUTE = {"script", "style", "svg", "template"}
_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
_COUNTS = {"fs-title", "fs-caption"}
"""Classes whose text counts though it stands within what is kept out."""


class SearchIndex:
    """The list of a site, page by page. ``cache`` keeps what was read of pages from build to build."""

    def __init__(self) -> None:
        self.pages: dict[str, list[dict[str, str]]] = {}
        self.cache = Cache()

    def take(self, html: str, url: str, title: str, wish: Mapping[str, object], language: str = "") -> str:
        """Note a page, as its front matter's ``search`` wishes it; the page as readers get it.

        ``language`` is that of the page, if it isn't the site's own.
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
        """Put the list into a built site, in place of the theme's. What it has of other pages stays: a plugin for languages has a
        site built once for each, into one folder.
        """
        pages = _listed(site / INDEX) | self.pages
        listed = [entry for url in sorted(pages) for entry in pages[url]]
        (site / INDEX).write_text(f"{json.dumps(listed, ensure_ascii=False, separators=(',', ':'))}\n", encoding="utf-8")
        (site / THEMES_INDEX).write_text(_NOTHING, encoding="utf-8")


def _listed(file: Path) -> dict[str, list[dict[str, str]]]:
    """The list of a built site, page by page; nothing where there is none yet."""
    pages: dict[str, list[dict[str, str]]] = {}
    for entry in json.loads(file.read_text(encoding="utf-8")) if file.is_file() else ():
        pages.setdefault(entry["location"].partition("#")[0], []).append(entry)
    return pages


def searched_by(html: str, script: str) -> str:
    """Return a page whose search box talks to our script."""
    return _WORKER.sub(rf'\1{script}"', html)


def add_to_zensicals(site: Path, search: SearchIndex) -> None:
    """Add to the list of Zensical's own search words that stand nowhere in a section's text, questions, rows of tables."""
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
    """A heading or a question, the words that find it, and the text up to the next one, with what its figures are called."""

    id: str
    title: str = ""
    words: str = ""
    text: list[str] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)


def sections(html: str, rows: bool = False) -> list[Section]:
    """Return the sections of a page; the first has the text above the first heading that has an id, or the page's title."""
    reader = _SectionReader(rows)
    reader.feed(html)
    reader.close()
    return [each for each in reader.sections if each.title or each.text or each.figures]


def entries(html: str, url: str, title: str, rows: bool = False) -> list[dict[str, str]]:
    """Return a page's sections as the client reads them. What stands under the page's title belongs to the page itself."""
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
    """Return the page as readers get it: the words beside its headings are for the search alone."""
    return WORDS.sub(r"\1", html)


def with_question_ids(html: str) -> str:
    """Return questions in definition lists that can be linked: the search leads to them."""
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
    """Return rows of tables that can be linked: the search leads to them."""
    taken: set[str] = set()

    def named(found: re.Match[str]) -> str:
        row = row_id(re.sub(r"<[^>]*>", "", found[2]))
        if not row or row in taken:
            return found[0]
        taken.add(row)
        return f'<tr id="{row}">{found[1]}{found[2]}'

    return re.sub(r"<tr>(\s*<td\b[^>]*>)(.*?)(?=</td>)", named, html, flags=re.DOTALL)


def row_id(first_cell: str) -> str:
    """Return the id of a table's row, by the text of its first cell."""
    words = re.findall(r"\w+", first_cell.casefold())
    return f"term-{'-'.join(words)}" if words else ""


class _SectionReader(HTMLParser):
    """Cuts a page into sections."""

    def __init__(self, rows: bool) -> None:
        super().__init__()
        self.rows = rows
        self.here = self.below_heading = Section("")
        self.sections = [self.here]
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
        """Whether the text here counts: the innermost element that says anything of it decides, and true is a figure's text."""
        return next((hears for _, hears in reversed(self.open) if hears is not None), None)

    def _begin_section(self, tag: str, given: dict[str, str]) -> None:
        if tag != "h1":  # the page's own title is over its first section
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
        if name := row_id(self.first_cell):
            self.sections.append(Section(name, self.first_cell, text=[_plain(self.line)]))
        self.line = self.first_cell = ""


def _hears(tag: str, given: dict[str, str]) -> bool | None:
    """What an element says of the text in it: true, false, or nothing."""
    classes = set(given.get("class", "").split())
    if tag in ("figcaption", "caption") or _COUNTS & classes:
        return True
    return False if "data-search-exclude" in given or tag in _MUTE or "headerlink" in classes else None


def _plain(text: str) -> str:
    return " ".join(text.removesuffix(_BETWEEN).split())
