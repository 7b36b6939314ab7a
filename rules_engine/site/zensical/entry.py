"""Where a generator finds the Markdown extension: it is made here, or what it needs is named, in one sentence."""

from __future__ import annotations

import sys

from markdown import Markdown
from markdown.extensions import Extension

from rules_engine.site.optional_packages import lacking


class Inert(Extension):
    """What MkDocs gets where something is missing: it shows a failed extension as a traceback, and the plugin says what it is."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Markdown's own name
        """Change nothing."""


def follow_suit(**options: str) -> Extension:
    """Return the extension `followsuit`. Raises ``ImportError``."""
    missing = lacking()
    if missing and {"mkdocs", "properdocs"} & sys.modules.keys():
        return Inert()
    if missing:
        raise ImportError(missing)
    from rules_engine.site.zensical.extension import FollowSuit

    return FollowSuit(None, None, **options)
