"""Additional style sheets for a few pages, and messages that appear if an element's styles or script fail to load."""

from __future__ import annotations

from rules_engine.html.elements import Html, el, join
from rules_engine.site.files.assets import CLIENT
from rules_engine.text.message import say

LATE = say("Nothing happens when you press? Reload the page. If that doesn't help, this browser is too old for this part of it.")
BARE = say("The look of this part of the page could not be loaded: reload the page.")


def add_style_links(name: str) -> bytes:
    """Return the content of an additional style sheet, with a rule that hides the message from `link_styles`."""
    hide = f"@layer fs.always {{\n  .fs-bare-{name} {{\n    display: none;\n  }}\n}}\n"
    return (CLIENT / "styles" / f"{name}.css").read_bytes() + hide.encode()


def link_styles(address: str, name: str) -> Html:
    """Return the link to an additional style sheet, and the message that is visible if it doesn't load."""
    return join([el("link", {"rel": "stylesheet", "href": address}),
                 el("p", {"class": f"fs-bare-{name}", "data-search-exclude": True}, BARE)])


def late() -> Html:
    """Return the message that appears if an element's script hasn't run after 8 seconds (see `table.css`)."""
    return el("p", {"class": "fs-late", "data-search-exclude": True}, LATE)
