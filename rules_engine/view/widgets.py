"""The three widgets of a page, as they stand in it before any script runs.

    fs-widget.fs-widget#ID[data-kind][data-game][data-game-page][data-general-page]
      p.fs-kind, p.fs-title, div.fs-intro
      div.fs-stage#ID-stage                         the table; the client lays other moments over it
      div.fs-controls                               the client's
      ol.fs-steps > li.fs-step#ID-step-N[data-step] every step with its note and why
      template.fs-moment[data-step]                 the stage after each step, 0 for the start
      div.fs-source[hidden]                         the scenario as JSON, for what-if (no script element: the
                                                    theme's instant navigation would run it)

A page is whole without the client: steps are a list, answers stand in ``details``.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import NamedTuple

from rules_engine.core.game import Game, View
from rules_engine.core.position import Position
from rules_engine.core.telling import Finding, Told, telling_of
from rules_engine.scenario.ask import answer
from rules_engine.scenario.model import write_scenario
from rules_engine.scenario.run import Moment, Replay
from rules_engine.view.face import finding_html, findings_html, rule_link, sentence, shown_card, suit_sign
from rules_engine.view.html import Child, Html, el
from rules_engine.view.links import Links
from rules_engine.view.question import question_html
from rules_engine.view.score import score_html
from rules_engine.view.table import Table

KIND_NAMES = {"example": "Worked example", "quiz": "Quiz", "puzzle": "Puzzle", "practice": "Practice hand"}


class Frame(NamedTuple):
    """Where a widget stands: its id in the page, where its links lead, and how Markdown becomes safe HTML."""

    id: str
    links: Links
    markdown: Callable[[str], str]


def example_widget(run: Replay, frame: Frame) -> str:
    """A worked example: every step with its note and reasons, and the table after each step."""
    steps = [_step(run, place, moment, frame) for place, moment in enumerate(run.moments, start=1)]
    tables = [el("template", {"class": "fs-moment", "data-step": place}, _stage(run.game, position, frame))
              for place, position in enumerate([run.start, *(moment.after for moment in run.moments)])]
    return _widget(run, frame, _stage(run.game, run.start, frame), el("div", "fs-controls"),
                   el("div", {"class": "fs-start", "data-step": 0}, _told(run, run.announced, frame)),
                   el("ol", "fs-steps", steps), tables)


def quiz_widget(run: Replay, frame: Frame) -> str:
    """A quiz: each question with its table, its options and its answer."""
    questions = [question_html(answer(run, place), f"{frame.id}-q{place + 1}", frame.links)
                 for place, step in enumerate(run.scenario.script) if step.ask is not None]
    return _widget(run, frame, el("div", "fs-questions", questions))


def practice_widget(run: Replay, frame: Frame) -> str:
    """A practice hand: the deal as the reader sees it; the client plays it with Python."""
    stage = el("div", {"class": "fs-stage", "id": f"{frame.id}-stage"},
               Table(run.game.view(run.start, 0), frame.id).html())
    offline = el("p", "fs-needs", "Playing needs JavaScript and fetches Python when you start; "
                                  "the rules, examples and quizzes on this page need neither.")
    return _widget(run, frame, _choice(run.game, frame), el("div", "fs-controls"), stage, offline)


def _choice(game: Game[Position], frame: Frame) -> Html | None:
    """What a reader may choose before the deal: the variant and the number of players, which not each variant is for."""
    counts = {variant: type(game)(variant, options=game.options).players_allowed() for variant in game.variants}
    variants = [el("option", {"value": variant, "selected": variant == game.variant,
                              "data-players": " ".join(map(str, counts[variant]))}, words)
                for variant, words in game.variants.items()]
    players = [el("option", {"value": count, "selected": count == game.table.size}, f"{count} players")
               for count in sorted(set().union(*counts.values()))]
    fields = [el("label", None, f"{label} ", el("select", {"name": name, "id": f"{frame.id}-{name}"}, options))
              for name, label, options in (("variant", "Variant", variants), ("players", "Table", players)) if len(options) > 1]
    return el("form", {"class": "fs-choice", "hidden": True}, fields) if fields else None


def _widget(run: Replay, frame: Frame, *inside: Child) -> Html:
    scenario, game = run.scenario, run.game
    source = json.dumps(write_scenario(scenario), ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    title = scenario.title or KIND_NAMES[scenario.kind]
    return el("fs-widget", {"class": "fs-widget", "id": frame.id, "data-kind": scenario.kind, "data-game": game.id,
                            "data-game-page": frame.links.game, "data-general-page": frame.links.general,
                            "role": "region", "aria-label": f"{KIND_NAMES[scenario.kind]}: {title}"},
              el("p", "fs-kind", KIND_NAMES[scenario.kind]), el("p", "fs-title", title),
              el("div", "fs-intro", Html(frame.markdown(scenario.intro))) if scenario.intro else None,
              *inside,
              el("div", {"class": "fs-source", "hidden": True}, source))


def _stage(game: Game[Position], position: Position, frame: Frame) -> Html:
    sheet = score_html(game, position, frame.links) if position.hand_over else None
    return el("div", {"class": "fs-stage", "id": f"{frame.id}-stage"}, Table(View(game, None, position), frame.id).html(), sheet)


def _step(run: Replay, place: int, moment: Moment, frame: Frame) -> Html:
    game, step = run.game, moment.step
    return el("li", {"class": "fs-step", "id": f"{frame.id}-step-{place}", "data-step": place},
              _move(run, moment),
              el("div", "fs-note", Html(frame.markdown(step.note))) if step.note else None,
              el("div", "fs-why", findings_html(game, moment.findings, frame.links),
                 _standing(run, moment)),
              [_refused(game, move, finding, frame) for move, finding in
               zip(step.illegal, moment.refused, strict=False)],
              _told(run, moment.events, frame))


def _move(run: Replay, moment: Moment) -> Html | None:
    if moment.move is None:
        return el("p", "fs-move", "A new hand is dealt.") if moment.step.deal is not None else None
    move, pack = moment.move, run.game.pack
    who = el("b", None, moment.before.name(moment.seat))
    if move.card is None or move.verb != "play":
        return el("p", "fs-move", who, ": ", move.text)
    named = [" as ", suit_sign(pack, move.suit), " ", pack.suit_name(move.suit)] if move.suit else None
    verb = "leads" if not moment.before.trick else "plays"
    return el("p", "fs-move", who, f" {verb} ", shown_card(pack, move.card, "fs-small"), named)


def _standing(run: Replay, moment: Moment) -> Html | None:
    """What the move did to the trick: the last link of the chain of what beat what."""
    after = moment.after
    laid = after.trick or (after.last_trick.laid if after.last_trick else ())
    if moment.move is None or not laid or laid[-1].move is not moment.move:
        return None
    chain = telling_of(run.game).chain(moment.before, laid)
    return el("p", "fs-standing", sentence(run.game.pack, chain[-1].sentence)) if chain else None


def _refused(game: Game[Position], move: str, finding: Finding, frame: Frame) -> Html:
    card, _, rest = move.partition(" ")
    shown = sentence(game.pack, f"{{{card}}} {rest}") if rest.startswith("as") or not rest else [move]
    return el("div", "fs-not", el("b", None, "Not ", shown, ": "), finding_html(game, finding, frame.links))


def _told(run: Replay, events: tuple[Told, ...], frame: Frame) -> list[Html]:
    return [el("p", {"class": "fs-event", "data-event": told.event.kind}, sentence(run.game.pack, told.sentence), " ",
               rule_link(run.game, told.event.rule, frame.links)) for told in events]
