"""HTML views for notebooks: the site's HTML in an iframe with the site's stylesheet, without scripts.

The iframe separates the table's styles from the notebook's. An iframe can't adapt to the height of its content, so the height
must be given.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import rules_engine
from rules_engine.core.game.game import AnyGame
from rules_engine.core.model.cards import Pack
from rules_engine.html.elements import Html, el
from rules_engine.html.signs import suit_colours
from rules_engine.html.sprites import sprite_file
from rules_engine.site.files.sprites import inks_css, signs_css, sprite

STYLES = Path(rules_engine.__file__).resolve().parent / "site" / "client" / "styles"
PARTS = ("theme", "tokens", "card", "text", "table", "felt", "score", "room", "forced")
OWN = """
html { font-size: 112.5%; }
body { margin: 1px; font-family: system-ui, sans-serif; background: none; }
fs-table { margin: 0; }
fs-table .fs-stage { --fs-stage-h: calc(100vh - 4px); visibility: visible; }
fs-table .fs-rule { color: inherit; text-decoration: none; }
fs-table .fs-bar, fs-table .fs-slip:empty { display: none; }
"""
TALL, HEAD, LINE = 520, 70, 40
"""The heights of a table, of a heading, and of each line below it, in pixels."""
_COMMENT, _SPACE = re.compile(r"/\*.*?\*/", re.DOTALL), re.compile(r"\s+")
_LINKED = re.compile(r' href="#rule-[^"]*"')
_SYMBOL = re.compile(r'<symbol id="([^"]+)".*?</symbol>', re.DOTALL)


def framed(html: Html, game: AnyGame, height: int) -> str:
    """Return an iframe, ``height`` pixels high, with a view's HTML, its styles and its card faces."""
    shown, faces = _inside(_LINKED.sub("", html), game.pack)
    table = f'<fs-table data-place="page" data-suit-colours="{suit_colours(type(game)) or ""}">{shown}</fs-table>'
    page = f"<!doctype html><html lang=en><meta charset=utf-8><style>{_styles(game.pack)}{OWN}</style>{faces}{table}"
    return el("iframe", {"srcdoc": page, "sandbox": True, "title": game.name, "width": "100%", "height": height,
                         "style": "border:0;max-width:720px"})


def _inside(html: str, pack: Pack) -> tuple[str, str]:
    """Rewrite links to card faces to point within the same document, and return the HTML and the SVG of the faces used."""
    address = f"faces/{sprite_file(pack)}#"
    wanted = {part.partition('"')[0] for part in html.split(address)[1:]}
    faces = "".join(found[0] for found in _SYMBOL.finditer(_sprite(pack)) if found[1] in wanted)
    return html.replace(address, "#"), f'<svg width="0" height="0" style="position:absolute" aria-hidden="true">{faces}</svg>'


@cache
def _sprite(pack: Pack) -> str:
    return sprite(pack)


@cache
def _styles(pack: Pack) -> str:
    own = "\n".join((STYLES / f"{name}.css").read_text(encoding="utf-8") for name in PARTS)
    return _SPACE.sub(" ", _COMMENT.sub("", f"{own}{signs_css([pack])}{inks_css([pack])}"))
