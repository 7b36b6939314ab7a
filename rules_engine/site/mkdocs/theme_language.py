"""The language of the theme, the table of contents and the footer, which differ by page in a site with several languages."""

from __future__ import annotations

from mkdocs.config.defaults import MkDocsConfig

from rules_engine.site.model.languages import SiteLanguage
from rules_engine.site.pages.directions import ENGLISH
from rules_engine.text.locale import translate, use_language
from rules_engine.text.message import say

TITLES = ("title", "permalink_title", "anchorlink_title")
"""Options of Markdown's extension `toc` that are titles shown to readers."""
KNOWN_TITLES = {str(title): title for title in (
    say("On this page"), say("Link to this section"), say("Switch to light colours"), say("Switch to dark colours"),
    say("Follow the system's colours"))}
"""Common titles for the table of contents and the colour switch. They are translated on pages in additional languages."""


class ThemeLanguage:
    """The settings of a site that depend on the language, as its author wrote them."""

    def __init__(self, config: MkDocsConfig) -> None:
        self.code = theme_language(config)
        self._contents = dict[str, object](config.mdx_configs.get("toc", {}))
        self._palette: object = config.theme.get("palette")
        self._copyright = config.copyright

    def use(self, language: SiteLanguage | None, config: MkDocsConfig) -> None:
        """Set the language of theme, table of contents and footer, by default to the site's own; MkDocs reads these settings
        again for each page.
        """
        config.theme["language"] = language.code if language else self.code
        config.copyright = config.extra.get("copyrights", {}).get(config.theme["language"], self._copyright)
        with use_language(language):
            config.mdx_configs["toc"] = {name: _title(value) if name in TITLES else value
                                         for name, value in self._contents.items()}
            config.theme["palette"] = _with_titles(self._palette)


def theme_language(config: MkDocsConfig) -> str:
    """Return the code of the theme's current language, whose setting is called `language` or `locale`."""
    return str(config.theme.get("language") or config.theme.get("locale") or ENGLISH)


def _title(written: object) -> object:
    """Return the translation of a common title; return any other value unchanged."""
    known = KNOWN_TITLES.get(written) if isinstance(written, str) else None
    return written if known is None else translate(known)


def _with_titles(palette: object) -> object:
    """Return the theme's colour palettes, with the names of their switches in the page's language."""
    if isinstance(palette, dict):
        return {name: _title(value) if name == "name" else _with_titles(value) for name, value in palette.items()}
    return [_with_titles(each) for each in palette] if isinstance(palette, list) else palette
