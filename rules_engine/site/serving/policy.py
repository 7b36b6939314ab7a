"""The content security policy that suffices for a built site.

    python -m rules_engine.site.serving.policy site

prints it, as one line for a server's `Content-Security-Policy` header. The theme has a few short scripts in its pages
themselves; each is allowed by its digest, so that no other is. The build writes it into each page as well, for hosts that set
no headers: there it allows what else stands in the pages, which is the author's, and what the setting `policy` adds.
"""

from __future__ import annotations

import base64
import hashlib
import re
import sys
from collections.abc import Iterable, Mapping
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

#: What is allowed beside the scripts in the pages. WebAssembly is Python; the workers are Python's and the search's;
#: the pictures in style sheets are `data:`.
DIRECTIVES = {
    "default-src": "'none'",
    "script-src": "'self' 'wasm-unsafe-eval'",
    "worker-src": "'self'",
    "connect-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}


#: What a page loads by an address, and the directive that allows it.
LOADED = {"script": "script-src", "img": "img-src", "iframe": "frame-src", "audio": "media-src", "video": "media-src",
          "source": "media-src", "embed": "object-src"}
HEADER_ONLY = "frame-ancestors"
_WRITTEN = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')
_HEAD = re.compile(r"<head\b[^>]*>(?:\s*<meta charset=[^>]*>)?", re.IGNORECASE)


def policy(site: Path) -> str:
    """Return the policy for every file of a built site."""
    found = _read(page.read_text(encoding="utf-8") for page in site.rglob("*.html"))
    return _told({**DIRECTIVES, "script-src": " ".join([DIRECTIVES["script-src"], *sorted(found.digests)])})


def put_policy(site: Path, wanted: bool | Mapping[str, str]) -> None:
    """Write a policy into each page of a built site, one for all: the theme turns pages without loading them anew.

    ``wanted`` is false where there is to be none, or what the author adds: sources by directive, as `connect-src:
    https://example.org`.
    """
    if wanted is False:
        return
    more = {} if wanted is True else wanted
    pages = {file: _WRITTEN.sub("", file.read_text(encoding="utf-8")) for file in sorted(site.rglob("*.html"))}
    found = _read(pages.values())
    given = {name: set(sources.split()) for name, sources in DIRECTIVES.items() if name != HEADER_ONLY}
    given["script-src"] |= found.digests
    for name, sources in (*found.sources.items(), *((name, set(sources.split())) for name, sources in more.items())):
        given[name] = given.get(name, set()) - {"'none'"} | sources
    told = _told({name: " ".join(sorted(sources)) for name, sources in given.items()})
    meta = rf'\g<0><meta http-equiv="Content-Security-Policy" content="{escape(told, quote=False)}">'
    for file, html in pages.items():
        file.write_text(_HEAD.sub(meta, html, count=1), encoding="utf-8")


def _told(directives: Mapping[str, str]) -> str:
    return "; ".join(f"{name} {sources}" for name, sources in directives.items())


def _read(pages: Iterable[str]) -> _Found:
    found = _Found()
    for page in pages:
        found.feed(page)
        found.close()
        found.reset()
    return found


class _Found(HTMLParser):
    """Finds the scripts that stand in pages themselves, what has another type is data; and what the pages load from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.digests: set[str] = set()
        self.sources: dict[str, set[str]] = {}
        self._script: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._script = "" if tag == "script" and not {"src", "type"} & given.keys() else None
        if tag in LOADED:
            self._allow(LOADED[tag], given.get("src"))
        if tag == "link" and "stylesheet" in (given.get("rel") or "") and self._allow("style-src", given.get("href")):
            self.sources.setdefault("font-src", {"'self'"}).add("https:")
        zensicals = given.get("name") == "generator" and (given.get("content") or "").startswith("zensical")
        if tag == "style" or "style" in given or zensicals:     # Zensical's search brings its styles as a text
            self.sources.setdefault("style-src", set()).add("'unsafe-inline'")
        handlers = [value or "" for name, value in attrs if name.startswith("on")]
        if handlers:
            self.sources.setdefault("script-src", set()).update(["'unsafe-hashes'", *map(_digest, handlers)])

    def _allow(self, directive: str, address: str | None) -> bool:
        """Allow an address of the author's; says whether it is another site's."""
        where = urlsplit(address or "")
        origin = f"{where.scheme or 'https'}://{where.netloc}" if where.netloc else "'self'"
        if origin != "'self'" or directive not in DIRECTIVES:
            self.sources.setdefault(directive, set()).add(origin)
        return origin != "'self'"

    def handle_data(self, data: str) -> None:
        if self._script is not None:
            self._script += data

    def handle_endtag(self, tag: str) -> None:
        if self._script is not None:
            self.digests.add(_digest(self._script))
        self._script = None


def _digest(script: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


if __name__ == "__main__":
    print(policy(Path(sys.argv[1])))
