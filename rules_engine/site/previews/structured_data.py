"""Structured data for search engines, in the vocabulary of https://schema.org.

    WebSite                      the home page
    Game                         a game's overview
    HowTo, HowToStep             a game's rules, one step for each rule's heading
    LearningResource             a course, and the page with a game's puzzles
    Quiz, Question, Answer       a puzzle
    BreadcrumbList, ListItem     the path to a page from the home page
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rules_engine.core.game.game import Game
from rules_engine.core.game.game_options import each_variant
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.core.positions.position import Position
from rules_engine.html.puzzle_page import PuzzleArticle
from rules_engine.site.model.course import Course
from rules_engine.text.locale import translate
from rules_engine.text.message import say

Thing = dict[str, JsonValue]
GENRE = say("Trick-taking card game")


class PageFacts(NamedTuple):
    """The facts about a page that all its structured data share. URLs are absolute; ``image`` may be ""."""

    name: str
    description: str
    url: str
    language: str
    image: str = ""


def site_data(page: PageFacts) -> Thing:
    """Return the data of a home page."""
    return _thing("WebSite", page)


def game_data(page: PageFacts, kind: type[Game[Position]]) -> Thing:
    """Return the data of a game's overview."""
    counts = sorted({count for each in each_variant(kind()) for count in each.players_allowed()})
    players = {"@type": "QuantitativeValue", "minValue": counts[0], "maxValue": counts[-1]}
    return {**_thing("Game", page), "name": kind.name, "genre": translate(GENRE), "numberOfPlayers": players,
            "isAccessibleForFree": True}


def rules_data(page: PageFacts, kind: type[Game[Position]], rules: Iterable[str]) -> Thing:
    """Return the data of the page with a game's rules, whose headings are for ``rules``, ids in the order of the page."""
    titles = {rule.id: rule.title for rule in kind.book.rules}
    steps = [{"@type": "HowToStep", "name": translate(titles[rule]), "url": f"{page.url}#rule-{rule}"}
             for rule in dict.fromkeys(rules) if rule in titles]
    return {**_thing("HowTo", page), "about": _game(kind), "step": steps}


def course_data(page: PageFacts, kind: type[Game[Position]], course: Course) -> Thing:
    """Return the data of a course."""
    return {**_thing("LearningResource", page), "about": _game(kind), "learningResourceType": translate(say("Course")),
            "teaches": [step.title for step in course.steps], "timeRequired": f"PT{course.minutes}M"}


def puzzles_data(page: PageFacts, kind: type[Game[Position]]) -> Thing:
    """Return the data of the page with a game's puzzles."""
    return {**_thing("LearningResource", page), "about": _game(kind), "learningResourceType": translate(say("Puzzles"))}


def puzzle_data(page: PageFacts, kind: type[Game[Position]], puzzle: PuzzleArticle) -> Thing:
    """Return the data of a puzzle's page."""
    question = {"@type": "Question", "name": puzzle.title, "text": puzzle.question,
                "acceptedAnswer": {"@type": "Answer", "text": puzzle.answer}}
    return {**_thing("Quiz", page), "about": _game(kind), "learningResourceType": translate(say("Puzzle")), "hasPart": question}


def breadcrumbs(path: Sequence[tuple[str, str]]) -> Thing:
    """Return the data for the path to a page: the names and absolute URLs of the pages from the home page to it."""
    return {"@type": "BreadcrumbList", "itemListElement": [
        {"@type": "ListItem", "position": place, "name": name, "item": url} for place, (name, url) in enumerate(path, start=1)]}


def _thing(kind: str, page: PageFacts) -> Thing:
    image = {"image": page.image} if page.image else {}
    return {"@type": kind, "name": page.name, "description": page.description, "url": page.url, "inLanguage": page.language,
            **image}


def _game(kind: type[Game[Position]]) -> Thing:
    return {"@type": "Game", "name": kind.name}
