"""Packages that the pages of a site need besides the engine, which brings none of them: the extra `site` does."""

from __future__ import annotations

from importlib.util import find_spec

PACKAGES = {"markdown": "Markdown", "pymdownx": "pymdown-extensions", "lightningcss": "lightningcss", "rjsmin": "rjsmin"}
"""The modules without which no page can be built, each with the distribution that has it."""
DISTRIBUTIONS = {"material": "mkdocs-material"}
LACKING = "A site's pages need {name} as well. Run: pip install {name}"
"""By its own name: ours, with the extra, could be anybody's on an index that hasn't it."""


def lacking(*modules: str) -> str:
    """Return a sentence on the first module that isn't there, of these or of all; empty if none is missing."""
    known = PACKAGES | DISTRIBUTIONS
    return next((LACKING.format(name=known.get(name, name)) for name in (*modules, *PACKAGES) if find_spec(name) is None), "")
