"""The games on a site as covers, with filters, and in a comparison; with facts from the engine and two lines by the author."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rules_engine.core.game.cover import SIZE, cover_of
from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.model.packs import FRENCH
from rules_engine.core.positions.position import Position
from rules_engine.html.card_html import card_html
from rules_engine.html.elements import Child, Html, el, escape, icon, join
from rules_engine.html.links import Links
from rules_engine.html.signs import suit_colours
from rules_engine.text.message import NOTHING, Text, any_of, as_text, declared, joined, say

SHOWN = 3
"""Number of cards shown on a tile."""


class GameTile(NamedTuple):
    """A game in a list: its tagline, the URLs of its pages, relative to the page with the list, and the heading under which
    lists show it. The URL of a missing page is empty."""

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
    like: str = ""
    well: str = ""
    shelf: str = ""

    @property
    def first(self) -> str:
        """The URL of the game's first page: its overview or, without one, its rules."""
        return self.overview or self.rules


def covers_html(games: Sequence[GameTile]) -> Html:
    """Return a cover for each game: a link with its tagline and facts. The client adds the reader's progress.

    If the games are on several shelves, each shelf has a heading; the shelf of the first game comes first.
    """
    shelves = list(dict.fromkeys(each.shelf for each in games))
    if len(shelves) < 2:
        return _list(map(_cover, games))
    return join([el("div", {"class": "fs-shelf", "data-search-exclude": True}, shelf and el("h3", None, escape(shelf)),
                    _list(_cover(each) for each in games if each.shelf == shelf)) for shelf in shelves])


def _cover(listed: GameTile) -> Html:
    lines = [el("p", None, escape(listed.tagline))]
    if listed.like:
        lines.append(el("p", "fs-game-like", say("Like {game}", game=escape(listed.like))))
    return _pressed(listed, listed.first, *lines, _facts_in_line(listed.game))


def _facts_in_line(game: Game[Position]) -> Html:
    """Return the facts of a game, each with its icon, so that a line breaks only between facts."""
    players, cards, time = facts(game)
    told = [(name, fact) for name, fact in (("players", players), ("clock", time), ("cards", cards)) if fact]
    return el("p", "fs-game-facts", [[el("span", None, icon(name), " ", fact), " "] for name, fact in told])


# ---- filters

_MOODS: Mapping[str, Text] = {"bidding": say("Bidding"), "avoiding cards": say("Avoiding cards"), "talk": say("Talking")}
"""The mechanisms by which readers choose a game, with their labels."""
_PARTNERS, _ALONE = "partners", "alone"
"""The mechanism of games in which seats play together, and the word for games without it."""
_SPANS: Mapping[str, tuple[range, Text]] = {
    "20": (range(21), say("up to 20 minutes")), "45": (range(46), say("up to 45 minutes")),
    "longer": (range(46, 10_000), say("longer"))}
"""Maps answers about the length of a match to the matching minutes and the label."""


def _choices(games: Sequence[Game[Position]]) -> dict[str, tuple[Text, list[tuple[str, Text]]]]:
    """Return the choices that distinguish the games: their titles, and for each answer the word of the games that fit, and the
    label. Answers that fit no game are left out."""
    packs = {game.pack.id: _pack_called(game) for game in games}
    every: Mapping[str, tuple[Text, Iterable[tuple[str, Text]]]] = {
        "players": (say("How many?"), (
            (f"players-{count}", as_text(count)) for count in sorted({count for game in games for count in _counts(game)}))),
        "cards": (say("Which cards?"), ((f"pack-{name}", label) for name, label in packs.items())),
        "time": (say("How long?"), ((f"time-{name}", label) for name, (_, label) in _SPANS.items())),
        "sides": (say("Together?"), ((_ALONE, say("Everyone alone")), (_PARTNERS, say("Partners")))),
        "kind": (say("What kind?"), ((_mood(name), label) for name, label in _MOODS.items()))}
    fits = {word for game in games for word in _fits(game)}
    fitting = {key: (title, [answer for answer in answers if answer[0] in fits]) for key, (title, answers) in every.items()}
    return {key: choice for key, choice in fitting.items() if len(choice[1]) > 1}


def _chips(answers: Iterable[tuple[str, Text]]) -> list[Html]:
    return [el("button", {"type": "button", "class": "fs-chip-button", "data-fit": word, "aria-pressed": "false"}, label)
            for word, label in answers]


def finder_html(games: Sequence[GameTile]) -> Html:
    """Return the covers of all games below filters, which the client shows.

    A chip and the covers that it selects have a word in common, in ``data-fit`` and ``data-fits``. A group with a single chip is
    left out, and so are all filters if there is a single game.
    """
    if len(games) < 2:
        return covers_html(games)
    groups = [el("div", {"class": "fs-finder-group", "role": "group", "aria-label": title}, el("b", None, title), _chips(answers))
              for title, answers in _choices([each.game for each in games]).values()]
    return el("fs-finder", {"class": "fs-finder fs-front", "data-search-exclude": True},
              el("div", {"class": "fs-finder-groups", "hidden": True}, groups,
                 el("p", {"class": "fs-finder-count", "role": "status"})),
              covers_html(games))


def which_html(games: Sequence[GameTile]) -> Html:
    """Return three questions, which the client asks one after another, and the covers of the games that fit the answers.

    The questions are about players, cards and how the game feels: whether there are partners, or the mechanisms for which readers
    choose a game. Without the client, the covers of all games are shown.
    """
    choices = _choices([each.game for each in games])
    asked = [(say("How many of you are there?"), ["players"]), (say("Which cards do you have?"), ["cards"]),
             (say("What do you feel like?"), ["kind", "sides"])]
    questions = [(question, answers) for question, keys in asked
                 if (answers := [answer for key in keys if key in choices for answer in choices[key][1]])]
    return el("fs-which", {"class": "fs-finder fs-which fs-front", "data-search-exclude": True},
              el("div", {"class": "fs-which-questions", "hidden": True}, [
                  el("div", {"class": "fs-which-question", "role": "group", "aria-label": question},
                     el("p", None, el("b", None, question)), el("p", None, _chips([*answers, ("", say("It doesn't matter"))])))
                  for question, answers in questions],
                 el("p", {"class": "fs-finder-count", "role": "status"})),
              _list(_cover(each) for each in games))


def first_hands_html(games: Sequence[GameTile]) -> Html:
    """Return links that deal a first hand of each game that can be played on the site."""
    return el("p", {"class": "fs-first-hands", "data-search-exclude": True}, [
        el("b", None, say("Or play a first hand of")), " ",
        [[el("a", {"href": f"{each.play}#deal"}, each.game.name), " "] for each in games if each.play]])


def _fits(game: Game[Position]) -> list[str]:
    """Return the words of the chips that select a game."""
    return [*(f"players-{count}" for count in _counts(game)),
            *(f"time-{name}" for name, (minutes, _) in _SPANS.items() if game.minutes and game.minutes in minutes),
            f"pack-{game.pack.id}", _PARTNERS if _PARTNERS in game.mechanisms else _ALONE,
            *(_mood(name) for name in game.mechanisms if name in _MOODS)]


def _mood(mechanism: str) -> str:
    return f"mood-{mechanism.replace(' ', '-')}"


def _pack_called(game: Game[Position]) -> Text:
    return say("Ordinary pack") if game.pack is FRENCH else as_text(game.pack.name) if game.pack.name else say("Cards to print")


class FamiliarGame(NamedTuple):
    """A game of the site, seen by readers who know another one: its tile, and the differences."""

    listed: GameTile
    differs: str


def familiar_html(by_name: Mapping[str, Sequence[FamiliarGame]]) -> Html:
    """Return, for each game that readers may know, the site's games and how they differ from it."""
    return el("div", {"class": "fs-familiar fs-front", "data-search-exclude": True}, [
        el("details", None, el("summary", None, say("You know {game}?", game=as_text(name))),
           el("ul", None, [el("li", None, el("a", {"href": each.listed.learn or each.listed.first}, each.listed.game.name), ": ",
                              escape(each.differs)) for each in found]))
        for name, found in by_name.items()])


# ---- a game's own page

def facts_html(listed: GameTile, minutes: int) -> Html:
    """Return the facts of a game, and the buttons to its course and to a hand; ``minutes`` is the duration of its course."""
    players, cards, time = facts(listed.game)
    told = [(say("Players"), players), (say("Time"), time), (say("Cards"), cards), (say("Like"), escape(listed.like))]
    ways = [(address, label) for address, label in (
        (listed.learn, say("Learn in {minutes} minutes", minutes=minutes)), (listed.play, say("Play a hand"))) if address]
    return el("div", {"class": "fs-start fs-front", "data-search-exclude": True},
              el("dl", "fs-about", [el("div", None, el("dt", None, label), el("dd", None, fact))
                                    for label, fact in told if fact]),
              el("p", "fs-start-links", [
                  el("a", {"class": f"md-button{'' if place else ' md-button--primary'}", "href": address}, label)
                  for place, (address, label) in enumerate(ways)]))


# ---- other lists

def _pages(pages: Iterable[tuple[str, Text]]) -> Html:
    return el("p", "fs-game-pages", [el("a", {"href": address}, told) for address, told in pages if address])


def table_tiles_html(games: Sequence[GameTile]) -> Html:
    """Return a tile for each game with a page for real tables, to which it links. The client fills in the players."""
    return _list([_table_tile(each) for each in games if each.table])


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
    return _list([_puzzle_tile(*each) for each in games], few)


def _puzzle_tile(listed: GameTile, counts: Sequence[int], day: Html | None) -> Html:
    return _pressed(listed, listed.puzzles, *([day] if day else []), *(_solved(listed.game, *counts) if counts else []))


def _solved(game: Game[Position], easy: int, medium: int, hard: int) -> list[Html]:
    solved = el("span", {"class": "fs-solved", "data-game": game.id, "data-of": easy + medium + hard, "hidden": True},
                el("span", "fs-solved-bar"), el("span", None))
    return [el("p", None, say("{easy} easy, {medium} medium, {hard} hard", easy=easy, medium=medium, hard=hard)),
            el("p", "fs-game-facts", solved)]


def _list(tiles: Iterable[Html], few: bool = False) -> Html:
    """Return a list of tiles. The style sheet hides it until its end has loaded, because tiles in a row share the width."""
    return join([el("ul", {"class": "fs-games fs-front", "data-few": few, "data-search-exclude": True}, tiles),
                 el("span", {"class": "fs-games-end", "hidden": True})])


def _pressed(listed: GameTile, address: str, *told: Html) -> Html:
    """Return a game's cover with a text, whose entire area links to a URL."""
    game, faces = listed.game, Links(faces=listed.faces)
    cover = cover_of(type(game))
    emblem = el("svg", {"class": "fs-emblem", "viewBox": f"0 0 {SIZE} {SIZE}"}, Html(cover.emblem)) if cover.emblem else None
    return el("li", {"class": "fs-game", "data-game": game.id, "data-fits": " ".join(_fits(game)),
                     "data-suit-colours": suit_colours(type(game))},
              el("span", {"class": "fs-game-cards", "data-ground": game.id, "aria-hidden": "true"}, emblem,
                 el("span", "fs-game-fan", [card_html(game.pack, card, faces) for card in sample(game)])),
              el("p", "fs-game-name", el("a", {"href": address}, game.name)), told)


def comparison_html(games: Sequence[GameTile]) -> Html:
    """Return a table that compares the games, one in each row, by players, length, cards and mechanisms. The client sorts it."""
    heads = (say("Game"), say("Players"), say("Time"), say("Cards"), say("What is in it"))
    return el("fs-compare", "fs-front", el("table", "fs-compare", el("thead", None, el("tr", None, [
        el("th", {"scope": "col"}, head) for head in heads])), el("tbody", None, map(_compared, games))))


def _compared(listed: GameTile) -> Html:
    game = listed.game
    players, cards, time = facts(game)
    cells: Sequence[tuple[int, Child]] = (
        (min(_counts(game)), players), (game.minutes, time), (len(game.needed), cards),
        (len(game.mechanisms), joined([declared(each) for each in game.mechanisms], ", ")))
    return el("tr", None, el("th", {"scope": "row"}, el("a", {"href": listed.first}, game.name)),
              [el("td", {"data-order": order}, cell) for order, cell in cells])


def facts(game: Game[Position]) -> tuple[Text, Text, Text]:
    """Return the number of players, the pack, and the length of a game, which is empty if unknown."""
    counts = _counts(game)
    count = joined([counts[0], counts[-1]], "–") if len(counts) > 1 else as_text(counts[0])
    sizes = sorted({len(type(game)(players=count).needed) for count in type(game)().players_allowed()})
    return say("{n} players", n=count), _of_pack(game, say("{sizes} cards", sizes=any_of(sizes))), _length(game)


def _of_pack(game: Game[Position], cards: Text) -> Text:
    if game.pack is FRENCH:
        return say("{cards} of an ordinary pack", cards=cards)
    return say("{cards} of the {pack}", cards=cards, pack=game.pack.name) if game.pack.name else cards


def _length(game: Game[Position]) -> Text:
    if not game.minutes:
        return NOTHING
    return say("{n} minutes", n=game.minutes) if game.ending else say("{n} minutes a hand", n=game.minutes)


def _counts(game: Game[Position]) -> list[int]:
    """Return the numbers of players in all variants of a game."""
    return sorted({count for variant in game.variants for count in type(game)(variant).players_allowed()})


def sample(game: Game[Position]) -> list[Card]:
    """Return the cards on a game's cover: those that it names, otherwise the highest in each of the first suits, and a card
    without a suit if there is one."""
    if named := cover_of(type(game)).cards:
        return [game.pack.card(card) for card in named]
    cards, suits = sorted(game.dealt_cards(), key=lambda card: -card.value), list(game.pack.suits)
    place = [next((card for card in cards if card.suits[:1] == suit), None) for suit in suits]
    found = [card for card in place if card is not None]
    return [*found[:SHOWN - 1], *[card for card in cards if not card.suits][:1], *found[SHOWN - 1:]][:SHOWN]
