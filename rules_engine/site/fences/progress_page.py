"""The fence ``know`` for the progress page, *What I know*, with the data for review questions about any rule.

    fs-know[data-src]           the URL of a file with the games, their rules, and the requests for questions
      p.fs-needs                a note that is visible if the script doesn't run
      div.fs-lesson > fs-table  the table for questions, hidden until there is one
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

from rules_engine.games import make_game
from rules_engine.html.elements import Html, el
from rules_engine.html.figure import Figure, table_html
from rules_engine.html.links import Links
from rules_engine.html.signs import suit_colours
from rules_engine.scenarios.replay import Replay
from rules_engine.site.fences.style_links import add_style_links, late, link_styles
from rules_engine.site.model.rule_questions import AskedRule, asked_rules, quizzes
from rules_engine.site.model.site_model import SiteModel
from rules_engine.text.locale import translate
from rules_engine.text.message import say

KNOW = "know"
NEEDS = say("This page asks you about rules again before you forget them. It needs JavaScript, and a browser that keeps "
            "something: what you know is kept there and nowhere else.")

FigureOf = Callable[[str, Replay], Figure]
PutFile = Callable[[str, bytes, str], str]
"""A function like `PageContext.add_file`, which writes content into a file and returns its URL."""


def know_html(book: SiteModel, courses: Mapping[str, str], links: Callable[[str], Links], figure: FigureOf,
              put_file: PutFile, ideas: Mapping[str, Sequence[object]] = {}) -> Html:
    """Return the progress page's element.

    ``courses``   the URL of each game's course, or ""
    ``links``     a function that returns a game's links
    ``figure``    a function that returns the figure of a quiz
    ``put_file``  a function that writes a file and returns its URL
    ``ideas``     the ideas of each game's course on playing well, in the form of `game_plain`'s rules
    """
    games = [game_plain(book, game, course, links(game), figure, ideas.get(game, ())) for game, course in courses.items()]
    content = json.dumps({"games": games}, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    styles = [link_styles(put_file("course/", add_style_links(name), "css"), name) for name in ("course", KNOW)]
    table = next((table_html(figure(*found), "course") for game in courses for found in quizzes(book, game)), None)
    source = put_file("know/", content.encode(), "json")
    return el("fs-know", {"class": "fs-know", "data-src": source, "data-search-exclude": True},
              styles, late(),
              el("p", "fs-needs", NEEDS),
              el("div", {"class": "fs-lesson fs-know-table", "data-live": True, "hidden": True}, table))


def game_plain(book: SiteModel, game: str, course: str, links: Links, figure: FigureOf,
               ideas: Sequence[object] = ()) -> dict[str, object]:
    """Return a game as a JSON value for the page's script; ``course`` is the URL of its course, and ``ideas`` follow its
    rules."""
    made = make_game(game)
    return {"id": game, "name": made.name, "page": links.game, "general": links.general, "faces": links.faces,
            "colours": suit_colours(type(made)), "course": course,
            "rules": [_rule(book, each, figure) for each in asked_rules(book, game)] + [*ideas]}


def _rule(book: SiteModel, asked: AskedRule, figure: FigureOf) -> dict[str, object]:
    """Return a rule as a JSON value, with its requests for fresh questions and a quiz as the fallback."""
    run = book.scenarios[asked.quiz].run
    assert run is not None
    return {"id": asked.rule, "title": translate(asked.title), "ways": asked.ways, "quiz": figure(asked.quiz, run).src}
