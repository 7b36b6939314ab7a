"""The part ``print`` on a pack's page: a form for printing the cards that a game needs, nine to a sheet.

    fs-print[data-sprite][data-back]
      form > fieldset             the choice of cards (input[name=cards][data-cards]), of paper and options, and the button
      div.fs-papers               a preview of the sheets, which the client fills

The client lays out cards of 63 by 88 mm and opens the browser's print dialog. The card faces are the same as on tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from rules_engine.core.model.cards import Pack
from rules_engine.html.elements import Attribute, Html, el
from rules_engine.html.sprites import BACK, face_id, sprite_file
from rules_engine.site.fences.packs.card_sets import CardSet
from rules_engine.site.fences.style_links import late
from rules_engine.text.message import Text, say

_NOTHING: Mapping[str, Attribute] = MappingProxyType({})
PAPERS = {"a4": say("A4"), "letter": say("Letter")}


def print_html(pack: Pack, sets: Sequence[CardSet], faces: str, dress: Html) -> Html:
    """Return the form for printing a pack.

    ``sets`` are the sets of cards to choose from, ``faces`` is the folder with the card faces, and ``dress`` the link to the
    style sheet.
    """
    chosen = [(say("{set}: {n} cards", set=each.called, n=len(each.cards)), each.cards) for each in sets]
    if all(len(each.cards) < len(pack) for each in sets):
        chosen.append((say("All {n} cards", n=len(pack)), pack.cards))
    return el("fs-print", {"class": "fs-print", "data-sprite": f"{faces}/{sprite_file(pack)}", "data-back": BACK,
                           "data-pack": pack.id, "data-search-exclude": True}, dress, late(),
              el("noscript", None, el("p", "fs-needs", say("To lay the sheets out, your browser needs JavaScript."))),
              el("form", None,
                 group(say("Cards"), [choice("cards", str(place), told, place == 0, {"data-cards": " ".join(map(face_id, cards))})
                                       for place, (told, cards) in enumerate(chosen)]),
                 papers_html(),
                 group(say("How"), [_switch("backs", say("With backs, for both sides")),
                                     *([] if pack.look.twos else [_switch("letters", say("Suits with letters"))]),
                                     _switch("grey", say("Black and white"))]),
                 el("button", {"type": "submit"}, say("Print"))),
              el("div", {"class": "fs-papers", "role": "group", "aria-label": say("The sheets")}))


def papers_html() -> Html:
    """Return a fieldset with radio buttons for the paper size."""
    return group(say("Paper"), [choice("paper", paper, told, paper == "a4") for paper, told in PAPERS.items()])


def group(legend: Text, choices: Sequence[Html]) -> Html:
    """Return a fieldset with a legend and radio buttons."""
    return el("fieldset", None, el("legend", None, legend), choices)


def choice(name: str, value: str, told: Text, checked: bool, about: Mapping[str, Attribute] = _NOTHING) -> Html:
    """Return a radio button; ``told`` is its label, and ``about`` holds additional attributes."""
    return el("label", None, el("input", {"type": "radio", "name": name, "value": value, "checked": checked, **about}),
              el("span", None, told))


def _switch(name: str, told: Text) -> Html:
    return el("label", None, el("input", {"type": "checkbox", "name": name}), el("span", None, told))
