"""The entry point for the Markdown extension. If a package is missing, it reports that in one sentence."""

from __future__ import annotations

import sys

from markdown import Markdown
from markdown.extensions import Extension

from rules_engine.site.optional_packages import lacking


class Inert(Extension):
    """An extension without effect, used under MkDocs if a package is missing.

    MkDocs would show a failed extension as a traceback, and the plugin reports the missing package anyway.
    """

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Markdown's own name
        """Do nothing."""


def follow_suit(**options: str) -> Extension:
    """Return the Markdown extension `followsuit`. Raises ``ImportError`` if a package is missing, except under MkDocs."""
    missing = lacking()
    if missing and {"mkdocs", "properdocs"} & sys.modules.keys():
        return Inert()
    if missing:
        raise ImportError(missing)
    from rules_engine.site.zensical.extension import FollowSuit

    return FollowSuit(None, None, **options)
