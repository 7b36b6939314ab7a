"""A puzzle as an article of its own: its question, all hands, and its answer in a collapsed section.

    h1, p.fs-question
    dl.fs-hands > dt, dd > ul.fs-run > li.fs-one > span.fs-card     the trick so far, and the hand of each seat
       dt[data-acts]                                                the seat to act
    p.fs-puzzle-facts                                               trumps and other facts, tricks or points so far
    details.fs-solution > summary, ul > li                           the answer
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules_engine.core.game.game import Game
from rules_engine.core.positions.position import Position
from rules_engine.html.card_html import card_html, sentence, spoken
from rules_engine.html.elements import Child, Html, el, join
from rules_engine.html.links import Links
from rules_engine.html.puzzle_html import answer_lines, asked_at, facts_of, hard_marks, question_of, title_of
from rules_engine.html.trick_strip import Tile, laid_tiles, tile
from rules_engine.narration.hand_order import sorted_hand
from rules_engine.narration.narrator import narrator_for
from rules_engine.quiz.best_move import answer_text
from rules_engine.quiz.kinds.best_move import proven
from rules_engine.scenarios.replay import Replay
from rules_engine.text.message import Text, say


class PuzzleArticle(NamedTuple):
    """A puzzle's texts in the page's language, without markup, and its HTML: the question with the hands, and the answer."""

    title: str
    question: str
    answer: str
    position_html: Html
    answer_html: Html


def puzzle_of(game: Game[Position] | type[Game[Position]]) -> Text:
    """Return the name of a game's puzzles, in the singular."""
    return say("{game} puzzle", game=game.name)


def puzzle_article(run: Replay, links: Links) -> PuzzleArticle:
    """Return a puzzle as an article; ``links`` are relative to its page."""
    game, place = run.game, asked_at(run)
    position, proof = run.moments[place].before, proven(run, place)
    narrator, plain = narrator_for(game), narrator_for(game, position.to_act)
    trick = laid_tiles(run.game, position, position.trick, links, told=False)
    rows = [_row(say("On the table"), trick)] if trick else []
    for seat in game.table.seats:
        cards = sorted_hand(narrator, position, position.hands[seat])
        tiles = [tile(card_html(game.pack, card, links), []) for card in cards]
        if tiles:
            rows.append(_row(narrator.name(seat), tiles, seat == position.to_act))
    facts = [el("p", "fs-puzzle-facts", sentence(game.pack, told)) for told in facts_of(run) if told]
    title, question = title_of(run), question_of(run)
    asked = join([el("h1", None, sentence(game.pack, title), " ", hard_marks(run)),
                  el("p", "fs-question", sentence(game.pack, question)), el("dl", "fs-hands", rows), facts])
    answer = el("details", "fs-solution", el("summary", None, say("{one:Answer|Answers}", one=True)),
                el("ul", None, answer_lines(run)))
    return PuzzleArticle(spoken(game.pack, title), spoken(game.pack, question),
                         spoken(game.pack, answer_text(plain, position, proof)), asked, answer)


def _row(name: Child, tiles: Sequence[Tile], acts: bool = False) -> list[Html]:
    return [el("dt", {"data-acts": acts}, name), el("dd", None, el("ul", "fs-run", [each.html for each in tiles]))]
