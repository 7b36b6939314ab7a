"""A strict HTML parser for tests: it builds a searchable tree and rejects markup that browsers would repair."""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape

VOID = {"br", "hr", "input", "use", "meta", "link", "img", "wbr"}
BLOCKS = {"div", "p", "ul", "ol", "li", "table", "details", "fieldset", "form", "h3", "section", "fs-figure", "fs-table"}
"""Tags that make a browser close an open paragraph."""
PRESSED = {"a", "button", "select", "summary", "label"}
"""Tags that must not be nested inside a button."""
_TEXT_AND_TAG = re.compile(r"""([^<]*)(?:<(/?)([a-zA-Z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*"|='[^']*')?)*)\s*(/?)>|$)""")
_ATTRIBUTE = re.compile(r"""([\w:-]+)(?:="([^"]*)"|='([^']*)')?""")
_PART = re.compile(r'(?P<tag>^[\w-]+|^\*)|#(?P<id>[\w-]+)|\.(?P<name>[\w-]+)|\[(?P<key>[\w-]+)(?:=(?P<value>[^\]]*))?\]')


class Node:
    """An element with its tag, attributes and content."""

    def __init__(self, tag: str, attributes: dict[str, str], order: list[Node]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.inside: list[Node | str] = []
        self._order, self._first, self._end = order, len(order) + 1, len(order) + 1
        order.append(self)

    def __getitem__(self, name: str) -> str:
        return self.attributes[name]

    def __contains__(self, name: str) -> bool:
        return name in self.attributes

    def get(self, name: str) -> str:
        """Return the value of an attribute, or an empty string."""
        return self.attributes.get(name, "")

    @property
    def classes(self) -> set[str]:
        """Return the classes of the element."""
        return set(self.get("class").split())

    @property
    def text(self) -> str:
        """Return the text content of the element."""
        return "".join(each if isinstance(each, str) else each.text for each in self.inside)

    def close(self) -> None:
        """Mark the end of the element's content."""
        self._end = len(self._order)

    def below(self) -> list[Node]:
        """Return the descendants in document order."""
        return self._order[self._first:self._end]

    def all(self, selector: str) -> list[Node]:
        """Return the elements that match a selector like ``.fs-slip button[data-do=play]``; a space means descendants."""
        found = [self]
        for part in selector.split():
            wanted = _wanted(part)
            found = list(dict.fromkeys(node for above in found for node in above.below() if _fits(node, wanted)))
        return found

    def one(self, selector: str) -> Node:
        """Return the only element that matches a selector."""
        found = self.all(selector)
        assert len(found) == 1, f"{len(found)} × {selector}"
        return found[0]


@lru_cache(maxsize=256)
def _wanted(part: str) -> tuple[str | None, dict[str, str | None], set[str]]:
    """Parse a compound selector into its tag, its attributes (``None`` for any value) and its classes."""
    parts = list(_PART.finditer(part))
    assert "".join(each[0] for each in parts) == part, part
    tags = [each["tag"] for each in parts if each["tag"] not in (None, "*")]
    keys = {each["key"] or "id": each["id"] or each["value"] for each in parts if each["key"] or each["id"]}
    return tags[0] if tags else None, keys, {each["name"] for each in parts if each["name"]}


def _fits(node: Node, wanted: tuple[str | None, dict[str, str | None], set[str]]) -> bool:
    tag, keys, classes = wanted
    attributes = node.attributes
    return (
        (tag is None or tag == node.tag)
        and all(key in attributes and value in (None, attributes[key]) for key, value in keys.items())
        and (not classes or ("class" in attributes and classes <= node.classes))
    )


@lru_cache(maxsize=8)
def read(html: str) -> Node:
    """Parse HTML into a tree. Assert that it is well-formed and that its ids are unique."""
    order: list[Node] = []
    above, end = [Node("", {}, order)], 0
    for found in _TEXT_AND_TAG.finditer(html):
        assert found.start() == end, f"no HTML: {html[end:end + 200]}"
        text, closing, tag, attributes, closed = found.groups()
        end = found.end()
        if text:
            above[-1].inside.append(unescape(text))
        if not tag:
            continue
        tag = tag.lower()
        if not closing:
            _open(tag, attributes, above, order)
        if (closing or closed) and tag not in VOID:
            last = above.pop()
            assert last.tag == tag, tag
            last.close()
    assert end == len(html), f"no HTML: {html[end:end + 200]}"
    root, = above
    root.close()
    ids = [node["id"] for node in order if "id" in node]
    assert len(ids) == len(set(ids)), [each for each in ids if ids.count(each) > 1]
    return root


def _open(tag: str, attributes: str, above: list[Node], order: list[Node]) -> None:
    assert not (tag in BLOCKS and any(node.tag == "p" for node in above)), f"{tag} within a paragraph"
    assert not (tag in PRESSED and any(node.tag == "button" for node in above)), f"{tag} within a button"
    node = Node(tag, _attributes(attributes), order)
    above[-1].inside.append(node)
    if tag not in VOID:
        above.append(node)


@lru_cache(maxsize=4096)
def _attributes(text: str) -> dict[str, str]:
    """Parse the attributes of a tag. Cached, because many tags share them."""
    told = [(name.lower(), unescape(one or other)) for name, one, other in _ATTRIBUTE.findall(text)]
    assert len(told) == len(dict(told)), f"an attribute twice: {told}"
    return dict(told)
