"""The fence ``sheets``: a form for printing score sheets, questions and puzzles for the games in the fence, or for all games.

    fs-sheets
      form                                                      the choice of game, type of sheet, players and paper
        input[name=game][data-rules][data-learn][data-puzzles][data-players]
      template[data-game][data-players] > table.fs-blank        an empty score sheet

Each line on a score sheet is a field in the game's score form. The client loads questions and puzzles from their pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules_engine.core.game.score_form import ChoiceField, counting_of
from rules_engine.games import game_class
from rules_engine.html.elements import Html, el
from rules_engine.html.tiles import GameTile
from rules_engine.site.fences.packs.print_cards import choice, group, papers_html
from rules_engine.site.fences.style_links import late
from rules_engine.text.message import Text, say

SHEETS = "sheets"
ROWS = 32
"""Maximum number of lines on a sheet."""


def sheets_html(games: Sequence[GameTile], dress: Html) -> Html:
    """Return the form and the empty score sheets; ``dress`` is the link to their style sheet."""
    counts = {each.game.id: sorted(each.game.players_allowed()) for each in games}
    every = sorted(set().union(*counts.values()))
    return el("fs-sheets", {"class": "fs-sheets", "data-search-exclude": True}, dress, late(),
              el("noscript", None, el("p", "fs-needs", say("To lay the sheets out, your browser needs JavaScript."))),
              el("form", None,
                 group(say("Game"), [_game(each, counts[each.game.id], place == 0) for place, each in enumerate(games)]),
                 group(say("What"), [choice("what", what, told, what == "score") for what, told in _kinds()]),
                 group(say("Players"), [choice("players", str(count), say("{n} players", n=count), count == every[0])
                                        for count in every]),
                 papers_html(), el("button", {"type": "submit"}, say("Print"))),
              el("p", {"class": "fs-late-sheets", "role": "status"}),
              [el("template", {"data-game": each.game.id, "data-players": count}, blank_html(each.game.id, count))
               for each in games for count in counts[each.game.id]])


def _kinds() -> Iterator[tuple[str, Text]]:
    yield "score", say("Score sheet")
    yield "quiz", say("Ten questions")
    yield "puzzle", say("Six puzzles")


def _game(tile: GameTile, players: Sequence[int], checked: bool) -> Html:
    about = {"data-rules": tile.rules, "data-learn": tile.learn, "data-puzzles": tile.puzzles,
             "data-players": " ".join(map(str, players))}
    return choice("game", tile.game.id, Text(tile.game.name), checked, about)


def blank_html(game_id: str, players: int) -> Html:
    """Return an empty score sheet. It has a column for each side and, for each hand, the lines of the score form."""
    game = game_class(game_id)(None, players)
    asks = counting_of(type(game)).form(game, 0).asks
    labels = list(dict.fromkeys(ask.label for ask in asks))
    shared = {ask.label for ask in asks if isinstance(ask, ChoiceField) or not ask.who}
    sides = len(game.score_names)
    hands = max(1, ROWS // (len(labels) + 2))
    lines = [*((label, label in shared) for label in labels), (say("This hand"), False), (say("Total"), False)]
    names = el("tr", None, el("td", {"colspan": 2}), [el("th") for _ in range(sides)])
    return el("table", "fs-blank", el("colgroup", None, el("col"), el("col")), el("thead", None, names),
              [el("tbody", None, [_line(hand, place, len(lines), line, sides) for place, line in enumerate(lines)])
               for hand in range(1, hands + 1)])


def _line(hand: int, place: int, lines: int, line: tuple[Text, bool], sides: int) -> Html:
    label, shared = line
    number = el("th", {"rowspan": lines}, str(hand)) if place == 0 else None
    cells = [el("td", {"colspan": sides})] if shared else [el("td") for _ in range(sides)]
    return el("tr", {"class": "fs-sum" if place == lines - 1 else None}, number, el("th", None, label), cells)
