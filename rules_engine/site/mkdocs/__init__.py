"""The plugin for MkDocs and ProperDocs."""

from __future__ import annotations

from mkdocs.exceptions import PluginError

from rules_engine.site.optional_packages import lacking

if missing := lacking():        # MkDocs shows a ``PluginError`` as a message, and a failed import as a traceback
    raise PluginError(missing)
