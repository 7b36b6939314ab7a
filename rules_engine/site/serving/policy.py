"""The content security policy of a built site, derived from its files.

    python -m rules_engine.site.serving.policy site

prints it as one line for a server's `Content-Security-Policy` header. The theme's few inline scripts are allowed by their
digests; no other inline script is allowed. The build also writes the policy into each page, for hosts that don't set headers.
`loads` determines the sources, and the setting `policy` adds to them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path

from rules_engine.site.files.assets import FOLDER
from rules_engine.site.pages.theme_patches import THEME_SCRIPTS, theme_requests, theme_script
from rules_engine.site.serving.loads import PolicySources

#: The sources allowed in every site. Python needs WebAssembly, Python and the search need workers, and images in style sheets
#: have `data:` URLs.
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
HEADER_ONLY = "frame-ancestors"
_WRITTEN = re.compile(r'<meta http-equiv="Content-Security-Policy" content="[^"]*" data-by="followsuit">')
_BEGIN = re.compile(r"\ufeff?(?:\s|<!--.*?-->|<!doctype\b[^>]*>|<html\b[^>]*>|<head\b[^>]*>)*(?:<meta charset=[^>]*>)?",
                    re.IGNORECASE | re.DOTALL)
"""The part of a page that precedes the policy. The policy affects only the elements after it, but the charset must be within a
page's first bytes."""
_KNOWN = re.compile(rf"(?:{FOLDER}/|{THEME_SCRIPTS})")
"""Paths of Follow Suit's and the theme's scripts, whose requests are known."""


def policy(site: Path) -> str:
    """Return the common policy for all pages of a built site."""
    return _serialized(_sources(_read(site, _texts(site.rglob("*.html"))), {}))


def frame_policy() -> str:
    """Return the policy of the pages for frames in other sites, which contain no inline scripts and nothing of the author's."""
    return _serialized({**{name: sources.split() for name, sources in DIRECTIVES.items() if name != HEADER_ONLY},
                        "font-src": ["'self'"]})


def put_policy(site: Path, wanted: bool | Mapping[str, str], pages: Iterable[Path] | None = None) -> list[str]:
    """Write a common policy into the pages of a built site, and return a message for each request that it forbids.

    The policy is the same for all pages because the theme's instant navigation replaces a page's content without loading it.
    ``wanted`` is the setting: False for no policy, or additional sources by directive, such as
    `connect-src: https://example.org`. ``pages`` are the files of the pages, by default every `.html` in the site; files that
    aren't UTF-8 aren't changed.
    """
    if wanted is False:
        return []
    more = {} if wanted is True else wanted
    texts = {file: _WRITTEN.sub("", html) for file, html in _texts(site.rglob("*.html") if pages is None else pages).items()}
    loads = _read(site, texts)
    allowed = _sources(loads, more)
    allowed.pop(HEADER_ONLY)
    content = escape(_serialized(allowed), quote=False)
    meta = f'<meta http-equiv="Content-Security-Policy" content="{content}" data-by="followsuit">'
    for file, html in texts.items():
        file.write_bytes(_BEGIN.sub(rf"\g<0>{meta}", html, count=1).encode())
    return [each.sentence() for each in loads.violations if each.source not in allowed.get(each.directive, ())]


def _texts(files: Iterable[Path]) -> dict[Path, str]:
    """Return the texts of the pages that are UTF-8, with their original line endings."""
    texts = {}
    for file in sorted(files):
        try:
            texts[file] = file.read_bytes().decode()
        except UnicodeDecodeError:
            continue
    return texts


def _read(site: Path, pages: Mapping[Path, str]) -> PolicySources:
    loads, script = PolicySources(site, _KNOWN), theme_script(site)
    for file, html in pages.items():
        loads.page(html, file.relative_to(site).as_posix())
        for directive, address in theme_requests(html, script):
            loads.allow_fetch(directive, address)
    return loads


def _sources(loads: PolicySources, more: Mapping[str, str]) -> dict[str, set[str]]:
    given = {name: set(sources.split()) for name, sources in DIRECTIVES.items()}
    given["script-src"] |= loads.digests
    added = {name: set(sources.split()) for name, sources in more.items()}
    for name, sources in (*loads.sources.items(), *added.items()):
        given[name] = given.get(name, set()) - {"'none'"} | sources
    return given


def _serialized(directives: Mapping[str, Iterable[str]]) -> str:
    return "; ".join(f"{name} {' '.join(sorted(sources))}" for name, sources in directives.items())


if __name__ == "__main__":
    print(policy(Path(sys.argv[1])))
