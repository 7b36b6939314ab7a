"""The contents of a picture: the cards with their places, and the texts, read from its outlines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree

from rules_engine.core.model.cards import FACE_DOWN, Card, Pack
from rules_engine.html.sprites import face_id
from rules_engine.pictures.lettering import EM, outlines

SVG, XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}href"
_PLACED = re.compile(r"translate\((-?[\d.]+) (-?[\d.]+)\)scale\(([\d.]+)(?: [\d.]+)?\)")


class Placed(NamedTuple):
    """A card in a picture: its upper left corner and scale, and whether only its left edge is drawn."""

    card: Card
    x: float
    y: float
    scale: float
    is_edge: bool


def parsed(svg: str) -> ElementTree.Element:
    """Return the root element, asserting that the picture has no address but those of its own definitions, and no style."""
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    ids = [each.attrib["id"] for each in root.iter() if "id" in each.attrib]
    assert len(ids) == len(set(ids))
    used = {each.attrib[XLINK] for each in root.iter() if XLINK in each.attrib}
    used |= {f"#{name}" for each in root.iter() for value in each.attrib.values() for name in re.findall(r"url\(#(.*?)\)", value)}
    assert used <= {f"#{name}" for name in ids}, "everything used is defined"
    assert {f"#{name}" for name in ids} <= used, "everything defined is used"
    assert not re.search(r"<style|<script|<image|style=|var\(|https?:(?!//www\.w3\.org/)", svg)
    return root


def cards(svg: str, pack: Pack) -> list[Placed]:
    """Return the cards in a picture, from back to front."""
    names = {face_id(card): card for card in (*pack, FACE_DOWN)}
    return [*_cards(parsed(svg), pack, names)]


def _cards(root: ElementTree.Element, pack: Pack, names: dict[str, Card]) -> Iterator[Placed]:
    for use in root.findall(f"{SVG}use"):
        found = re.fullmatch(rf"#{pack.id}-(?:light|dark|print)-(.*?)(-edge|-under)?", use.attrib[XLINK])
        place = _PLACED.fullmatch(use.attrib.get("transform", ""))
        if found and place and found[1] in names:
            x, y, scale = map(float, place.groups())
            yield Placed(names[found[1]], x, y, scale, found[2] == "-edge")


def texts(svg: str) -> list[str]:
    """Return the texts in a picture, in the order in which they are drawn."""
    return ["".join(map(_letter, _spaced(group))) for group in parsed(svg).findall(f"{SVG}g")]


def _spaced(group: ElementTree.Element) -> Iterator[str]:
    """Yield the names of a text's letters, and "" for each space between them."""
    end = 0
    for use in group:
        name, at = use.attrib[XLINK][1:], int(use.attrib.get("x", "0"))
        if at > end:
            yield ""
        yield name
        end = at + outlines(name.startswith("b-"))[_letter(name)].width
    assert end < 100 * EM


def _letter(name: str) -> str:
    if not name:
        return " "
    return re.sub(r"_([0-9a-f]+)_", lambda code: chr(int(code[1], 16)), name[2:])
