"""HTML as a tree that can be searched, read as strictly as no browser reads it: what a browser would mend is a failure here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from html.parser import HTMLParser

VOID = {"br", "hr", "input", "use", "meta", "link", "img"}
BLOCKS = {"div", "p", "ul", "ol", "li", "table", "details", "fieldset", "form", "h3", "section", "fs-figure", "fs-table"}
"""What a browser moves out of a paragraph."""
PRESSED = {"a", "button", "select", "summary", "label"}
"""What no button may hold."""
_PART = re.compile(r'(?P<tag>^[\w-]+|^\*)|#(?P<id>[\w-]+)|\.(?P<name>[\w-]+)|\[(?P<key>[\w-]+)(?:=(?P<value>[^\]]*))?\]')


class Node:
    """An element: its tag, its attributes, what is in it."""

    def __init__(self, tag: str, attributes: dict[str, str] | None = None) -> None:
        self.tag = tag
        self.attributes = attributes or {}
        self.inside: list[Node | str] = []

    def __getitem__(self, name: str) -> str:
        return self.attributes[name]

    def __contains__(self, name: str) -> bool:
        return name in self.attributes

    def get(self, name: str) -> str:
        """An attribute, or an empty text."""
        return self.attributes.get(name, "")

    @property
    def classes(self) -> set[str]:
        """Its classes."""
        return set(self.get("class").split())

    @property
    def text(self) -> str:
        """All that can be read in it."""
        return "".join(each if isinstance(each, str) else each.text for each in self.inside)

    def below(self) -> Iterator[Node]:
        """Every element in it, in order."""
        for each in self.inside:
            if isinstance(each, Node):
                yield each
                yield from each.below()

    def all(self, selector: str) -> list[Node]:
        """The elements that a selector like ``.fs-slip button[data-do=play]`` finds; a blank stands for “somewhere in”."""
        found = [self]
        for part in selector.split():
            found = list(dict.fromkeys(node for above in found for node in above.below() if _fits(node, part)))
        return found

    def one(self, selector: str) -> Node:
        """The only element that a selector finds."""
        found = self.all(selector)
        assert len(found) == 1, f"{len(found)} × {selector}"
        return found[0]


def _fits(node: Node, part: str) -> bool:
    parts = list(_PART.finditer(part))
    assert "".join(each[0] for each in parts) == part, part
    return all(_holds(node, each) for each in parts)


def _holds(node: Node, part: re.Match[str]) -> bool:
    if part["tag"]:
        return part["tag"] in (node.tag, "*")
    if part["id"]:
        return node.get("id") == part["id"]
    if part["name"]:
        return part["name"] in node.classes
    return part["key"] in node and part["value"] in (None, node[part["key"]])


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Node("")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(attrs) == len(dict(attrs)), f"an attribute twice: {attrs}"
        above = {node.tag for node in self.open}
        assert not (tag in BLOCKS and "p" in above), f"{tag} within a paragraph"
        assert not (tag in PRESSED and "button" in above), f"{tag} within a button"
        node = Node(tag, {name: value or "" for name, value in attrs})
        self.open[-1].inside.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop().tag == tag, tag

    def handle_data(self, data: str) -> None:
        self.open[-1].inside.append(data)


@lru_cache(maxsize=8)
def read(html: str) -> Node:
    """The tree of some HTML, to be looked at only; its ids stand there once."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    root, = reader.open
    ids = [node["id"] for node in root.below() if "id" in node]
    assert len(ids) == len(set(ids)), [each for each in ids if ids.count(each) > 1]
    return root
