"""The games on a site as tiles and in a comparison, with facts from the engine and a tagline by the author."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.positions.position import Position
from rules_engine.html.card_html import card_html
from rules_engine.html.elements import Child, Html, el, escape, icon
from rules_engine.html.links import Links
from rules_engine.html.signs import suit_colours
from rules_engine.text.message import Text, any_of, as_text, declared, joined, say

SHOWN = 3
"""Number of cards shown on a tile."""


class GameTile(NamedTuple):
    """A game in a list: its tagline, and the URLs of its pages, relative to the page with the list. The URL of a missing page is
    empty."""

    game: Game[Position]
    tagline: str
    overview: str
    rules: str
    play: str
    faces: str
    puzzles: str = ""
    card: str = ""
    learn: str = ""
    table: str = ""
    score: str = ""


def tiles_html(games: Sequence[GameTile]) -> Html:
    """Return a tile for each game."""
    return el("ul", {"class": "fs-games", "data-search-exclude": True}, [_tile(each) for each in games])


def _tile(listed: GameTile) -> Html:
    game = listed.game
    pages = [(listed.learn, say("Learn")), (listed.rules, say("Rules")), (listed.play, say("Play")),
             (listed.puzzles, say("Puzzles")), (listed.card, say("Reference card"))]
    return _pressed(listed, listed.overview or listed.rules,
                    el("p", None, escape(listed.tagline)),
                    el("p", "fs-game-facts", joined(facts(game), " · ")), _pages(pages))


def _pages(pages: Iterable[tuple[str, Text]]) -> Html:
    return el("p", "fs-game-pages", [el("a", {"href": address}, told) for address, told in pages if address])


def table_tiles_html(games: Sequence[GameTile]) -> Html:
    """Return a tile for each game with a page for real tables, to which it links. The client fills in the players."""
    return el("ul", {"class": "fs-games", "data-search-exclude": True}, [_table_tile(each) for each in games if each.table])


def _table_tile(listed: GameTile) -> Html:
    return _pressed(listed, listed.table, el("p", {"class": "fs-game-facts", "data-game": listed.game.id}),
                    _pages([(f"{listed.table}#fs:table:trick", say("Who takes it?")),
                            (f"{listed.table}#fs:table:turn", say("May I play it?")),
                            (listed.score, say("Keep the score")), (listed.card, say("Reference card"))]))


class PuzzleTile(NamedTuple):
    """A game with puzzles: its tile, the number of puzzles for each difficulty, easiest first, and the element for the puzzle of
    the day."""

    listed: GameTile
    counts: Sequence[int] = ()
    day: Html | None = None


def puzzle_tiles_html(games: Sequence[PuzzleTile], few: bool = False) -> Html:
    """Return a tile for each game that has puzzles, linked to its puzzles. The client fills in the reader's progress.

    With ``few``, the client shows only the games that the reader follows; until it starts, the first ones are shown.
    """
    return el("ul", {"class": "fs-games", "data-few": few, "data-search-exclude": True}, [_puzzle_tile(*each) for each in games])


def _puzzle_tile(listed: GameTile, counts: Sequence[int], day: Html | None) -> Html:
    return _pressed(listed, listed.puzzles, *([day] if day else []), *(_solved(listed.game, *counts) if counts else []))


def _solved(game: Game[Position], easy: int, middling: int, hard: int) -> list[Html]:
    solved = el("span", {"class": "fs-solved", "data-game": game.id, "data-of": easy + middling + hard, "hidden": True},
                el("span", "fs-solved-bar"), el("span", None))
    return [el("p", None, say("{easy} easy, {middling} middling, {hard} hard", easy=easy, middling=middling, hard=hard)),
            el("p", "fs-game-facts", solved)]


def _pressed(listed: GameTile, address: str, *told: Html) -> Html:
    """Return a tile whose entire area links to a URL."""
    game, faces = listed.game, Links(faces=listed.faces)
    return el("li", {"class": "fs-game", "data-suit-colours": suit_colours(type(game))},
              el("span", {"class": "fs-game-cards", "aria-hidden": "true"},
                 [card_html(game.pack, card, faces) for card in sample(game)]),
              el("p", "fs-game-name", el("a", {"href": address}, game.name)), told)


def comparison_html(games: Sequence[GameTile]) -> Html:
    """Return a table that compares the games by players, pack, length and mechanisms."""
    made = [each.game for each in games]
    mechanisms = list(dict.fromkeys(each for game in made for each in game.mechanisms))
    head = [el("th", {"scope": "col"}, el("a", {"href": each.overview or each.rules}, game.name))
            for each, game in zip(games, made, strict=True)]
    about = zip((say("Players"), say("Cards"), say("Length")), zip(*(facts(game) for game in made), strict=True), strict=True)
    yes = icon("check", say("yes"))
    rows: list[tuple[Text, Sequence[Child]]] = [
            *((label, cells) for label, cells in about if any(cells)),
            *((declared(each), [yes if each in game.mechanisms else "" for game in made]) for each in mechanisms)]
    return el("table", "fs-compare", el("thead", None, el("tr", None, el("td"), head)), el("tbody", None, [
        el("tr", None, el("th", {"scope": "row"}, label), [el("td", None, cell) for cell in cells]) for label, cells in rows]))


def facts(game: Game[Position]) -> tuple[Text, Text, Text]:
    """Return the number of players, the pack, and the length of a game, which is empty if unknown."""
    counts = sorted({count for variant in game.variants for count in type(game)(variant).players_allowed()})
    count = joined([counts[0], counts[-1]], "–") if len(counts) > 1 else as_text(counts[0])
    sizes = sorted({len(type(game)(players=count).needed) for count in type(game)().players_allowed()})
    cards = say("{sizes} cards", sizes=any_of(sizes))
    of_pack = say("{cards} of the {pack}", cards=cards, pack=game.pack.name) if game.pack.name else cards
    return say("{n} players", n=count), of_pack, declared(game.length)


def sample(game: Game[Position]) -> list[Card]:
    """Return a few cards that represent the pack: the highest in each of the first suits, and a card without a suit if there is
    one."""
    cards, suits = sorted(game.dealt_cards(), key=lambda card: -card.value), list(game.pack.suits)
    place = [next((card for card in cards if card.suits[:1] == suit), None) for suit in suits]
    found = [card for card in place if card is not None]
    return [*found[:SHOWN - 1], *[card for card in cards if not card.suits][:1], *found[SHOWN - 1:]][:SHOWN]
