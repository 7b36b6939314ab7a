"""A puzzle as a figure: in the text its hand and, folded, all hands and the answer; on the table all cards open."""

from __future__ import annotations

import json
from collections.abc import Sequence

from rules_engine.core.cards import Card
from rules_engine.core.game import Game, View
from rules_engine.core.happened import signed
from rules_engine.core.moves import Move
from rules_engine.core.position import Position
from rules_engine.core.seats import Table as Seats
from rules_engine.core.telling import telling_of
from rules_engine.scenario.ask import proven
from rules_engine.scenario.best import Proof, stands, tempts, wanted, why_not
from rules_engine.scenario.ideas import IDEAS
from rules_engine.scenario.run import Replay
from rules_engine.view.face import sentence, spoken
from rules_engine.view.html import Child, Html, el
from rules_engine.view.links import Links
from rules_engine.view.play import Action, stage_html
from rules_engine.view.slip import Slip
from rules_engine.view.table import Table, choices_for

LEVELS = ("easy", "middling", "hard")
EASY, HARD = 1250, 1550
"""Below the one a puzzle is easy, from the other on it is hard."""


def asked_at(run: Replay) -> int:
    """The place of the step that asks for the best move."""
    return next(place for place, step in enumerate(run.scenario.script) if step.ask is not None)


def puzzle_bar(begun: bool, waits: bool, over: bool, wrong: bool, values: bool) -> list[Action]:
    """The buttons of a puzzle."""
    main = Action("next", "Next", True, True) if over and not wrong else Action("go", "Next trick", waits, True)
    share = Action("share", "Share") if over and not wrong else Action("show", "Show", not over and not waits and not values)
    back = Action("leave", "Back") if values else Action("back", "Take back", begun)
    return [back, Action("explore", "Explore", begun), Action("values", "Values", begun and not values), share, main]


def explore_bar(begun: bool) -> list[Action]:
    """The buttons while the reader moves for every seat: the way back is where the way in was."""
    return [Action("back", "Take back", begun), Action("leave", "Back to the puzzle")]


def puzzle_stage(run: Replay, links: Links) -> Html:
    """The table as the puzzle begins: it lies there until Python answers."""
    position, proof = run.moments[asked_at(run)].before, proven(run, asked_at(run))
    view, telling = View(run.game, None, position), telling_of(run.game, position.to_act)
    slip = Slip(wanted(telling, position, proof), [(stands(telling, position, proof), "")], "now")
    table = Table(view, telling, links, slip=slip, choices=choices_for(view), hides=telling.secrets("best-move"))
    return stage_html(table, puzzle_bar(begun=False, waits=False, over=False, wrong=False, values=False))


def badges(game: Game[Position], proof: Proof) -> dict[Card, str]:
    """What stands on each card: the best, or how much less it is sure of."""
    by_card: dict[Card, int] = {}
    for move, value in proof.values.items():
        card = move.other or move.card
        if card is not None:
            by_card[card] = max(value, by_card.get(card, value))
    return {card: _less(proof, value) for card, value in by_card.items()}


def worth_of(proof: Proof, move: Move) -> str:
    """The same for one move."""
    return _less(proof, proof.values[move])


def _less(proof: Proof, value: int) -> str:
    return "best" if value == proof.most else signed(value - proof.most)


def difficulty(rating: int) -> int:
    """How hard a puzzle is, from 1 to 3."""
    return 1 + (rating >= EASY) + (rating >= HARD)


def rating_of(run: Replay) -> int:
    """How hard a puzzle is; 0 where nobody knows."""
    return run.scenario.puzzle.rating if run.scenario.puzzle else 0


def caption(run: Replay, title: str) -> list[Child]:
    """A puzzle's name, how hard it is, and what is asked."""
    hard = difficulty(rating_of(run)) if run.scenario.puzzle else 0
    marks = el("span", {"class": "fs-hard", "role": "img", "aria-label": f"difficulty {hard} of 3"},
               "●" * hard + "○" * (3 - hard))
    place = asked_at(run)
    position = run.moments[place].before
    told = wanted(telling_of(run.game, position.to_act), position, proven(run, place))
    return [el("b", None, f"{title} ", marks if hard else None), el("div", "fs-intro", told)]


def today_html(addresses: list[str]) -> Html:
    """The link to the puzzle of the day: the client chooses it by the date."""
    return el("fs-today", {"data-puzzles": json.dumps(addresses, separators=(",", ":")), "hidden": True},
              el("p", None, el("a", {"class": "md-button md-button--primary", "href": addresses[0] if addresses else None},
                               "Today's puzzle")))


def puzzle_games_html(games: Sequence[tuple[str, Sequence[Replay]]]) -> Html:
    """The games that have puzzles, each with the address of their page: how many there are of each difficulty."""
    rows = []
    for address, runs in games:
        counts = [sum(difficulty(rating_of(run)) == hard for run in runs) for hard in range(1, len(LEVELS) + 1)]
        rows.append(el("tr", None, el("th", {"scope": "row"}, el("a", {"href": address}, runs[0].game.name)),
                       [el("td", None, str(count)) for count in counts]))
    heads = [el("th", {"scope": "col"}, title) for title in ("Game", *(level.capitalize() for level in LEVELS))]
    return el("table", None, el("thead", None, el("tr", None, heads)), el("tbody", None, rows))


def ideas_html(puzzles: Sequence[tuple[str, Replay]]) -> Html:
    """Puzzles by what they are about, folded, for that is part of the answer: links to their figures, the easy ones first."""
    lines = []
    for idea, title in IDEAS.items():
        found = [(place, run) for place, run in puzzles if run.scenario.puzzle and run.scenario.puzzle.idea == idea]
        links = [el("a", {"href": f"#{place}", "aria-label": f"{title} {number}, {LEVELS[difficulty(rating_of(run)) - 1]}"},
                    str(number)) for number, (place, run) in enumerate(found, start=1)]
        lines += [el("dt", None, f"{title} "), el("dd", None, links)] if found else []
    return el("details", "fs-ideas", el("summary", None, "Choose by idea: that tells part of the answer"), el("dl", None, lines))


def _written(move: Move) -> list[Child]:
    """A move as it is written, its verb apart from its card."""
    if move.verb == "play" or move.card is None:
        return [move.text]
    verb, _, rest = move.text.partition(" ")
    return [verb, f" {rest}"]


def _made(table: Seats, moves: Sequence[tuple[int, Move]]) -> list[Child]:
    """Who made which moves, one after the other."""
    return [*([", " if place else "", table.names[seat], " ", _written(move)] for place, (seat, move) in enumerate(moves)), "."]


def words(run: Replay) -> list[Html]:
    """All hands and the answer, for who reads without a script or on paper."""
    place, game = asked_at(run), run.game
    position, proof = run.moments[place].before, proven(run, place)
    table = game.table
    telling = telling_of(game)
    secrets = telling.secrets("best-move")
    facts = [f"{label}: {told}." for label, told in telling.open(position) if label not in secrets]
    laid = [(each.seat, each.move) for each in position.trick]
    hands = [[table.names[seat], f": {' '.join(card.text for card in position.hands[seat])}"] for seat in table.seats]
    best = [[" or " if place else "", _written(move)] for place, move in enumerate(proof.best)]
    tempting = tempts(game, position, proof)
    fails = why_not(telling, position, proof, tempting) if tempting is not None else ""
    return [el("li", None, [[spoken(game.pack, fact), " "] for fact in facts],
               ["On the table", ": ", _made(table, laid)] if laid else None),
            el("li", None, [["; " if place else "", hand] for place, hand in enumerate(hands)], "."),
            el("li", None, el("b", None, best, ": "), _made(table, proof.lines[proof.best[0]])),
            *([el("li", None, sentence(game.pack, fails))] if fails else [])]
