"""Optional packages that a site's build needs. They are requirements of the extra `site`, not of the engine."""

from __future__ import annotations

from importlib.util import find_spec

PACKAGES = {"markdown": "Markdown", "pymdownx": "pymdown-extensions", "lightningcss": "lightningcss", "rjsmin": "rjsmin",
            "PIL": "pillow", "typst": "typst"}
"""The modules that every build needs, each with the name of its distribution."""
DISTRIBUTIONS = {"material": "mkdocs-material"}
LACKING = "A site's pages need {name} as well. Run: pip install {name}"
"""The message about a missing package. It names the package itself instead of ``followsuit[site]``: on an index without Follow
Suit, that name could belong to anybody.
"""


def lacking(*modules: str) -> str:
    """Return the message about the first missing module among ``modules`` and ``PACKAGES``, or "" if none is missing."""
    known = PACKAGES | DISTRIBUTIONS
    return next((LACKING.format(name=known.get(name, name)) for name in (*modules, *PACKAGES) if find_spec(name) is None), "")
