"""The content security policy that suffices for a built site.

    python -m rules_engine.site.serving.policy site

prints it, as one line for a server's `Content-Security-Policy` header. The theme has a few short scripts in its pages
themselves; each is allowed by its digest, so that no other is.
"""

from __future__ import annotations

import base64
import hashlib
import sys
from html.parser import HTMLParser
from pathlib import Path

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


def policy(site: Path) -> str:
    """Return the policy for every file of a built site."""
    digests = sorted({digest for page in site.rglob("*.html") for digest in _digests(page.read_text(encoding="utf-8"))})
    directives = {**DIRECTIVES, "script-src": " ".join([DIRECTIVES["script-src"], *digests])}
    return "; ".join(f"{name} {sources}" for name, sources in directives.items())


def _digests(page: str) -> list[str]:
    scripts = _Scripts()
    scripts.feed(page)
    return [f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" for text in scripts.found]


class _Scripts(HTMLParser):
    """Finds the scripts that stand in a page itself; what has another type is data."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._within = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._within = tag == "script" and not {"src", "type"} & dict(attrs).keys()
        if self._within:
            self.found.append("")

    def handle_data(self, data: str) -> None:
        if self._within:
            self.found[-1] += data

    def handle_endtag(self, tag: str) -> None:
        self._within = False


if __name__ == "__main__":
    print(policy(Path(sys.argv[1])))
