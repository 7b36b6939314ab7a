"""Adapters for Python-Markdown: processors that call a function with a page's tree or HTML, and fences for superfences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor
from pymdownx.superfences import SuperFencesCodeExtension

ATTRIBUTES = "attr_list"
_FENCES, _CUSTOM = "fenced_code_block", "custom_fences"


def need_attributes(md: Markdown) -> None:
    """Enable the extension `attr_list`, which lets headings have ids, unless it is enabled already."""
    if ATTRIBUTES not in md.treeprocessors:
        md.registerExtensions([ATTRIBUTES], {})


def bring_fences(md: Markdown, fences: Sequence[dict[str, object]]) -> None:
    """Register superfences again with the author's custom fences and the given ones.

    It must be called after all extensions have been registered.
    """
    found = getattr(md.preprocessors[_FENCES], "extension", None) if _FENCES in md.preprocessors else None
    settings = found.getConfigs() if isinstance(found, SuperFencesCodeExtension) else {}
    settings[_CUSTOM] = [*settings.get(_CUSTOM, []), *fences]
    md.registerExtensions([SuperFencesCodeExtension(**settings)], {})


class LookAtLines(Preprocessor):
    """A preprocessor that calls a function before a page is parsed. It doesn't change the page."""

    def __init__(self, look: Callable[[], None]) -> None:
        super().__init__()
        self.look = look

    def run(self, lines: list[str]) -> list[str]:
        """Call the function, and return the lines unchanged."""
        self.look()
        return lines


class LookAtTree(Treeprocessor):
    """A treeprocessor that passes a page's tree to a function."""

    def __init__(self, look: Callable[[Element], None]) -> None:
        super().__init__()
        self.look = look

    def run(self, root: Element) -> None:
        """Call the function with the tree."""
        self.look(root)


class ChangeHtml(Postprocessor):
    """A postprocessor that replaces a page's HTML by the result of a function."""

    def __init__(self, change: Callable[[str], str]) -> None:
        super().__init__()
        self.change = change

    def run(self, text: str) -> str:
        """Return the result of the function for the HTML."""
        return self.change(text)
