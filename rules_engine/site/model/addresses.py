"""URLs of a site's pages, absolute and relative, independent of the generator."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from pathlib import Path
from posixpath import dirname, normpath, relpath
from typing import NamedTuple
from urllib.parse import quote, urlsplit

import yaml

from rules_engine.authoring.files import files_below
from rules_engine.core.positions.json_values import JsonValue

NOT_TEXT = "{page} is not UTF-8 text: save it as UTF-8, or move it out of the pages"
_FRONT_MATTER = re.compile(r"\A-{3}[ \t]*\n(.*?\n)(?:\.{3}|-{3})[ \t]*(?:\n|\Z)", re.DOTALL)
_UNQUOTED = "/?#%!$&'()*+,;=:@~"
"""Characters with a meaning in URLs; `%` because MkDocs' URLs are quoted already."""
INDEXES = ("index.md", "README.md")
EMBEDS = "embed"
"""The folder of the pages for frames in other sites."""


def root_of(url: str) -> str:
    """Return the URL path of a site's root, such as ``/`` or ``/book/``."""
    return urlsplit(url).path.rstrip("/") + "/"


def in_root(root: str, url: str) -> str:
    """Return the absolute URL of a page or file; ``url`` is relative to the site's root, whose URL is ``root``.

    >>> in_root("https://example.org/book", "./"), in_root("https://example.org/book/", "games/snakebit/")
    ('https://example.org/book/', 'https://example.org/book/games/snakebit/')
    """
    return f"{root.rstrip('/')}/{quote(url.removeprefix('./'), safe=_UNQUOTED)}"


class PageAddress(NamedTuple):
    """A page: its path relative to the docs folder, its URL relative to the site's root, and its front matter."""

    page: str
    url: str
    meta: Mapping[str, JsonValue]


def edition(page: str, languages: Collection[str]) -> tuple[str, str]:
    """Return a page's language code, "" for the site's own language, and the page's path within that edition.

    For ``de/games/whist/rules.md`` these are ``de`` and ``games/whist/rules.md``.
    """
    first, _, rest = page.partition("/")
    return (first, rest) if first in languages else ("", page)


def in_edition(code: str, page: str) -> str:
    """Return the path of a page in the edition of a language; an empty ``code`` is the site's own language."""
    return f"{code}/{page}" if code else page


def address_of(page: str, folders: bool = True) -> str:
    """Return the URL of a page relative to the site's root.

    If ``folders`` is true, each page is the index of its own folder, such as ``games/snakebit/``.
    """
    above, name = dirname(page), page.rpartition("/")[2]
    if name in INDEXES:
        return (f"{above}/" if above else "./") if folders else f"{above}/index.html".lstrip("/")
    return f"{page.removesuffix('.md')}{'/' if folders else '.html'}"


def seen_from(url: str, target: str) -> str:
    """Convert a URL relative to the site's root to one relative to the page at ``url``."""
    seen = relpath(f"/{normpath(target)}", f"/{_folder(url)}")
    return f"{seen}/" if target.endswith("/") else seen


def seen_from_file(here: PageAddress, address: str) -> str:
    """Convert a URL relative to a page's URL to one relative to the folder of the page's file."""
    return seen_from(f"{dirname(here.page)}/", normpath(f"{_folder(here.url)}/{address}") + "/" * address.endswith("/"))


def embed_folder(url: str) -> str:
    """Return the folder of the pages that show the tables of the page at ``url`` alone, relative to the site's root."""
    return f"{EMBEDS}/{re.sub('[.]html$', '/', url.removeprefix('./'))}"


def _folder(url: str) -> str:
    return dirname(url) if "." in url.rpartition("/")[2] else url


def front_matter(text: str) -> tuple[dict[str, JsonValue], str]:
    """Return the front matter in a page's text, and the text below it.

    Without valid front matter, return an empty mapping and the complete text.
    """
    found = _FRONT_MATTER.match(text.removeprefix("\ufeff"))
    try:
        meta = yaml.safe_load(found[1]) if found else None
    except yaml.YAMLError:
        meta = None
    return (meta, text[found.end():].lstrip("\n")) if found and isinstance(meta, dict) else ({}, text)


def pages_below(docs: Path) -> list[str]:
    """Return the pages of a docs folder, except hidden ones and templates."""
    found = (file.relative_to(docs) for file in files_below(docs, ".md"))
    return sorted(page.as_posix() for page in found if page.parts[0] != "templates")
