"""Where our extension takes hold of Python-Markdown: looks at a page's text, tree and HTML, and fences for superfences."""

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
    """Let headings have ids, if nothing does yet."""
    if ATTRIBUTES not in md.treeprocessors:
        md.registerExtensions([ATTRIBUTES], {})


def bring_fences(md: Markdown, fences: Sequence[dict[str, object]]) -> None:
    """Let superfences take these fences too, beside those of the author: superfences is opened again, and is there in any case.

    To be called when all extensions are there, whatever their order.
    """
    found = getattr(md.preprocessors[_FENCES], "extension", None) if _FENCES in md.preprocessors else None
    settings = found.getConfigs() if isinstance(found, SuperFencesCodeExtension) else {}
    settings[_CUSTOM] = [*settings.get(_CUSTOM, []), *fences]
    md.registerExtensions([SuperFencesCodeExtension(**settings)], {})


class LookAtLines(Preprocessor):
    """Hands over a page's lines, and leaves them as they are."""

    def __init__(self, look: Callable[[], None]) -> None:
        super().__init__()
        self.look = look

    def run(self, lines: list[str]) -> list[str]:
        """Look, and give the lines back."""
        self.look()
        return lines


class LookAtTree(Treeprocessor):
    """Hands over a page's tree, and leaves it as it is."""

    def __init__(self, look: Callable[[Element], None]) -> None:
        super().__init__()
        self.look = look

    def run(self, root: Element) -> None:
        """Look at the tree."""
        self.look(root)


class ChangeHtml(Postprocessor):
    """Hands over a page's HTML, and takes what is given for it."""

    def __init__(self, change: Callable[[str], str]) -> None:
        super().__init__()
        self.change = change

    def run(self, text: str) -> str:
        """Return the page as it is to be."""
        return self.change(text)
