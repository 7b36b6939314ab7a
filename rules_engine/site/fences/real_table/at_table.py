"""The fence `table`: a game's tools for a real table, on the page *At your table*.

    fs-referee > div.fs-source      the choices and form fields, as JSON
                 nav.fs-errands     the buttons and links for the four tools
                 dialog.fs-case     the tools “Who takes it?” and “May I play it?”, with the pad of all cards

The page contains all of these elements, so that cards can be entered before Python has started. A script adds the behaviour.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from rules_engine.api.referee.fields import NONE, FieldOptions, entry_fields
from rules_engine.api.referee.phases import call_phases, phases_of
from rules_engine.api.referee.trick_totals import keys_counted
from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card, Pack
from rules_engine.core.model.errors import SetupError
from rules_engine.core.positions.position import Position
from rules_engine.games import game_class, make_game
from rules_engine.html.card_html import suit_sign, tag
from rules_engine.html.elements import Html, el, icon, join
from rules_engine.html.links import Links
from rules_engine.html.sprites import face_id, sprite_file
from rules_engine.html.tiles import GameTile, table_tiles_html
from rules_engine.site.fences.style_links import late, link_styles
from rules_engine.text.locale import translate
from rules_engine.text.message import Seats, Text, declared, say

TABLE = "table"
FLAGS = {"true": say("Yes"), "false": say("No"), NONE: say("None")}


class PageLinks(NamedTuple):
    """URLs of the game's other pages, relative to the current page; empty if a page doesn't exist."""

    score: str = ""
    card: str = ""
    play: str = ""
    playground: str = ""
    table: str = ""


def table_tools(game_id: str, links: Links, elsewhere: PageLinks, styles: str) -> Html:
    """Return a game's tools for a real table.

    ``links`` are the game's links for the table, ``elsewhere`` the URLs of its other pages, and ``styles`` the URL of the style
    sheet.
    """
    kind = game_class(game_id)
    games = choices_of(game_id)
    cards = {card: None for game in games for card in game.deck}
    variants = {key: translate(Text(name)) for key, name in kind.variants.items()}
    source = {"choices": [_choice(game) for game in games], "variants": variants,
              "elsewhere": elsewhere._asdict(), "links": links._asdict(), "faces": f"{links.faces}/{sprite_file(kind.pack)}",
              "hand": f"practice-{game_id}-practice"}
    return el("fs-referee", {"class": "fs-referee", "data-game": game_id, "data-search-exclude": True,
                             "data-suit-colours": "two" if kind.two_colours else None},
              link_styles(styles, "referee"), late(),
              el("div", {"class": "fs-source", "hidden": True}, json.dumps(source, ensure_ascii=False, separators=(",", ":"))),
              el("noscript", None, el("p", "fs-needs", say("The referee needs JavaScript. The reference card doesn't."))),
              _errands(elsewhere), _case(kind.pack, in_pad_order(cards)))


def tables_html(games: Sequence[GameTile]) -> Html:
    """Return a list of links to the games' tools for a real table. A script moves the most recently played game to the top."""
    return el("fs-rounds", None, table_tiles_html(games))


@cache
def choices_of(game_id: str) -> Sequence[Game[Position]]:
    """Return one game object for each variant and number of players, with default options."""
    kind, found = game_class(game_id), list[Game[Position]]()
    for variant, players in product(kind.variants, kind.player_counts):
        try:
            found.append(make_game(game_id, variant, players))
        except SetupError:
            continue
    return found


_phases, _spoken = cache(phases_of), cache(call_phases)


def _choice(game: Game[Position]) -> dict[str, object]:
    return {"variant": game.variant, "players": game.table.size, "seats": game.table.names,
            "called": [translate(Seats([name])) for name in game.table.names],
            "rows": [_row(game, row) for row in entry_fields(game).values() if row.uses],
            "phases": {phase: translate(told) for phase, told in _phases(game).items()},
            "spoken": _spoken(game),
            "cards": [card.text for card in game.deck], "counts": bool(keys_counted(game))}


def _row(game: Game[Position], row: FieldOptions) -> dict[str, object]:
    seats = row.values[:game.table.size] == game.table.names
    shown = row.values[game.table.size:] if seats else row.values
    values = [{"value": value, "html": _value(game.pack, value)} for value in shown]
    return {"key": row.key, "label": translate(row.label), "several": row.several, "asked": row.asked, "uses": row.uses,
            "seats": seats, "values": values}


def _value(pack: Pack, value: str) -> Html:
    if value in FLAGS:
        return join(FLAGS[value])
    if value not in pack.suits:
        return join(translate(declared(value.capitalize())))
    return join([suit_sign(pack, value), el("span", "fs-unseen", pack.suit_name(value))])


def in_pad_order(cards: Iterable[Card]) -> list[Card]:
    """Return cards in the pad's order: by suit and descending rank, or only by rank if cards have several suits."""
    every = [*cards]
    mixed = any(len(card.suits) > 1 for card in every)
    suits = list(dict.fromkeys(card.suits for card in every))
    return sorted(every, key=lambda card: (-card.value,) if mixed else (not card.suits, suits.index(card.suits), -card.value))


def _errands(elsewhere: PageLinks) -> Html:
    """Return the buttons for the two tools on this page, and the links to two other pages."""
    def errand(name: str, title: Text, about: Text, tool: str = "", page: str = "") -> Html:
        inside = [icon(name), el("b", None, title), el("small", None, about)]
        if tool:
            return el("button", {"type": "button", "class": "fs-errand", "data-tool": tool}, inside)
        return el("a", {"class": "fs-errand", "href": page}, inside)

    return el("nav", {"class": "fs-errands", "aria-label": say("At your table")},
              errand("crown", say("Who takes it?"), say("Tap the cards that lie there. You'll be told who takes them, and why."),
                     "trick"),
              errand("fan", say("May I play it?"), say("Tap the trick and your hand. What you may play stays bright."), "turn"),
              errand("tally", say("Keep the score"), say("Count, and the sums are done. Kept in this browser."),
                     page=elsewhere.score) if elsewhere.score else None,
              errand("book", say("How do I …?"), say("Deal, play, score, end: the rules in brief."),
                     page=elsewhere.card) if elsewhere.card else None)


def _case(pack: Pack, cards: Sequence[Card]) -> Html:
    keys = [el("button", {"type": "button", "class": "fs-key", "data-card": card.text, "data-face": face_id(card)},
               tag(pack, card)) for card in cards]
    return el("dialog", {"class": "fs-case", "aria-labelledby": "fs-case-title"},
              el("div", "fs-case-head",
                 el("button", {"type": "button", "data-do": "close", "aria-label": say("Back")}, "‹"),
                 el("h2", {"id": "fs-case-title"}, say("Who takes it?")),
                 el("button", {"type": "button", "data-do": "more", "aria-label": say("More"), "aria-expanded": "false"},
                    icon("more"))),
              el("div", {"class": "fs-case-more", "hidden": True}),
              el("div", {"class": "fs-case-told"},
                 el("div", "fs-case-rows"),
                 el("ol", {"class": "fs-lain", "aria-label": say("The trick")}),
                 el("ul", {"class": "fs-mine", "aria-label": say("Your hand"), "hidden": True})),
              el("div", {"class": "fs-ruling", "tabindex": "0", "role": "group", "aria-label": say("Answer")}),
              el("div", {"class": "fs-pad", "role": "group", "aria-label": say("All cards")}, keys),
              el("div", "fs-case-bar",
                 el("button", {"type": "button", "data-do": "back"}, say("Take back")),
                 el("button", {"type": "button", "data-do": "target", "hidden": True}, say("Your hand")),
                 el("button", {"type": "button", "data-do": "next", "class": "fs-main"}, say("Next trick"))))
