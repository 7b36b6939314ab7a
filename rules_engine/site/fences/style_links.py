"""Styles that few pages need, and what a part of a page says where its styles or its script don't come."""

from __future__ import annotations

from rules_engine.html.elements import Html, el, join
from rules_engine.site.files.assets import CLIENT
from rules_engine.text.message import say

LATE = say("Nothing happens when you press? Reload the page. If that doesn't help, this browser is too old for this part of it.")
BARE = say("The look of this part of the page could not be loaded: reload the page.")


def add_style_links(name: str) -> bytes:
    """Return styles that few pages need: those of the ``playground`` keep its room free until it is furnished. They hide what
    `link_styles` has to say where they are missing.
    """
    hide = f"@layer fs.always {{\n  .fs-bare-{name} {{\n    display: none;\n  }}\n}}\n"
    return (CLIENT / "styles" / f"{name}.css").read_bytes() + hide.encode()


def link_styles(address: str, name: str) -> Html:
    """Return the link to styles, and what is read where they don't come."""
    return join([el("link", {"rel": "stylesheet", "href": address}),
                 el("p", {"class": f"fs-bare-{name}", "data-search-exclude": True}, BARE)])


def late() -> Html:
    """Return what an element of ours says that doesn't come alive, after a while; see `table.css`."""
    return el("p", {"class": "fs-late", "data-search-exclude": True}, LATE)
