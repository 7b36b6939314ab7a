"""The figures in a page, which are scenarios shown to the reader, and the single table on which they open.

    fs-figure#ID[data-kind][data-game][data-src]      in the text: a strip, and its description collapsed below
                [data-page]                     the URL of a puzzle's own page
      div.fs-strip                                    see `trick_strip`
    fs-table#fs-table[data-place][data-figure][data-name][data-game-page][data-general-page][data-faces][data-opening][data-at-table]
      [data-embeds]
      div.fs-head > small.fs-kind, b.fs-title
      div.fs-stage > div.fs-felt, div.fs-bar
      p.fs-late                                       shown if no script starts
      div.fs-side
      div.fs-source[hidden]                           the scenario as JSON (not in a script element, which the theme's
                                                      instant navigation would execute)

A small file contains the data that a figure needs on the table: its title, its scenario, and the table after each step. A page is
complete without JavaScript: the strip, a small static drawing, shows the decisive trick; the description covers every step;
answers are in ``details``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple, NotRequired, TypedDict

from rules_engine.core.game.game import Game
from rules_engine.core.game.game_options import each_variant
from rules_engine.core.positions.position import Position
from rules_engine.html.card_html import sentence, spoken
from rules_engine.html.elements import Child, Html, el, escape
from rules_engine.html.hand_html import stage_html
from rules_engine.html.links import Links
from rules_engine.html.print_question import asked_on_paper
from rules_engine.html.puzzle_html import asked_at, caption, puzzle_stage, rating_of, title_of, words
from rules_engine.html.question import answer_html, question_html, question_tiles
from rules_engine.html.signs import suit_colours
from rules_engine.html.slip import Slip
from rules_engine.html.steps import Markdown, example_table, start_slip, step_ending, step_lines, step_slip
from rules_engine.html.table import TableView
from rules_engine.html.trick_strip import deciding_card, hand_tiles, scored, strip_html
from rules_engine.narration.narrator import narrator_for
from rules_engine.quiz.generator import FRESH, strip_untaught
from rules_engine.quiz.kinds import KINDS
from rules_engine.quiz.question import Question
from rules_engine.quiz.questions import answer
from rules_engine.quiz.rules_shown import turns_on
from rules_engine.scenarios.model import Scenario, ScenarioJson, ScenarioKind, write_scenario
from rules_engine.scenarios.replay import Replay
from rules_engine.text.locale import translate
from rules_engine.text.message import NOTHING, Text, as_text, declared, joined, say

KIND_NAMES: dict[ScenarioKind, Text] = {
    "example": say("Worked example"), "quiz": say("Question"), "puzzle": say("Puzzle"), "practice": say("Practice hand")}


class FigureStep(TypedDict):
    """The table after a step, or for one question in a quiz.

    ``kind``   the question's kind, if fresh questions of this kind can be generated; otherwise empty
    ``like``   the question's kind, if fresh questions need this question as a template; otherwise empty
    ``rules``  the rules that the answer depends on, or the idea of a course
    ``shows``  the other rules listed in the quiz that the question illustrates
    ``lost``   in a strategy test, maps each option to the points that it gives away on average
    """

    html: Html
    say: str
    kind: NotRequired[str]
    like: NotRequired[str]
    rules: NotRequired[Sequence[str]]
    shows: NotRequired[Sequence[str]]
    lost: NotRequired[Mapping[str, float]]


class FigureContent(TypedDict):
    """The data that the table needs for a figure; ``called`` is the name of its kind in the page's language."""

    kind: ScenarioKind
    called: str
    title: str
    source: ScenarioJson
    steps: Sequence[FigureStep]
    colours: NotRequired[str | None]


LATE = say("Nothing happens when you press? Reload the page. If that doesn't help, this browser is too old for the table; "
           "everything else can be read all the same.")
"""Message shown after a delay on a table if the client doesn't start."""

AddressOf = Callable[[FigureContent], str]
"""A function that stores a figure's data as a file and returns the file's URL."""


class Frame(NamedTuple):
    """The context of a figure: its id in the page, the links, the Markdown renderer, and the function that stores files.

    ``number``  the number displayed in a list of puzzles; empty elsewhere
    ``taught``  the rules taught so far in a course: content about other rules is omitted, and questions are printed in full
    ``more``    quizzes whose questions follow those of the figure's own scenario
    ``idea``    the name of the idea that the questions are about, in the reader's memory; empty if they are about rules
    ``page``    the URL of a puzzle's own page, which readers share; empty if it has none
    """

    id: str
    links: Links
    markdown: Markdown
    stored: AddressOf
    number: str = ""
    taught: Collection[str] | None = None
    more: Sequence[Replay] = ()
    idea: str = ""
    page: str = ""


class Figure(NamedTuple):
    """A figure: its HTML in the text, its table at the start, and ``src``, the URL of its content; None if it is in the page."""

    id: str
    kind: ScenarioKind
    title: Text
    html: Html
    stage: Html
    game: Game[Position]
    colours: str | None
    links: Links
    scenario: Scenario
    src: str | None


def example_figure(run: Replay, frame: Frame) -> Figure:
    """Return the figure for a worked example."""
    slips = [start_slip(run, frame.markdown), *(step_slip(run, moment, frame.markdown) for moment in run.moments)]
    positions = [run.start, *(moment.after for moment in run.moments)]
    shown = [slips[0], *(step_ending(run, moment, slip, frame.links) if scored(moment) else slip
                         for moment, slip in zip(run.moments, slips[1:], strict=True))]
    tables = [stage_html(example_table(run, position, frame.links, told), [])
              for position, told in zip(positions, shown, strict=True)]
    steps: list[FigureStep] = [{"html": table, "say": spoken(run.game.pack, slip.told())}
                               for table, slip in zip(tables, slips, strict=True)]
    src = frame.stored(figure_content(run.scenario, _title(run), steps))
    words = _words(say("In words"), step_lines(run, frame.links, frame.markdown))
    return _figure(run, frame, src, strip_html(deciding_card(run, frame.links), _caption(run, frame), words), tables[0])


def quiz_figure(run: Replay, frame: Frame) -> Figure:
    """Return the figure for a quiz, a sequence of questions."""
    asked = [answer(each, place) for each in (run, *frame.more)
             for place, step in enumerate(each.scenario.script) if step.ask is not None]
    if frame.taught is not None:
        asked = [strip_untaught(question, frame.taught) for question in asked]
    stages = [question_html(question, frame.links) for question in asked]
    steps: list[FigureStep] = [{"html": stage, "say": spoken(question.game.pack, question.prompt),
                                "kind": question.kind if question.kind in FRESH else "",
                                "like": question.kind if KINDS[question.kind].needs_example else "",
                                "rules": _remembered(question, frame),
                                "shows": sorted(turns_on(question, run.scenario.rules) - question.rules)}
                               for stage, question in zip(stages, asked, strict=True)]
    src = frame.stored(figure_content(run.scenario, _title(run), steps))
    words = _words(say("{one:Answer|Answers}", one=len(asked) == 1), [answer_html(question, frame.links) for question in asked])
    if frame.taught is not None:
        questions = el("ol", "fs-questions", [asked_on_paper(question, frame.links) for question in asked])
        strip = strip_html([], [_quiz_title(run, asked), questions], words)
    else:
        strip = strip_html(question_tiles(asked[0], frame.links), _quiz_caption(run, asked), words)
    return _figure(run, frame, src, strip, stages[0])


def _remembered(question: Question, frame: Frame) -> list[str]:
    """Return the names in the reader's memory that an answer counts for: an idea or rules; empty if it depends on judgement."""
    return [frame.idea] if frame.idea else [] if KINDS[question.kind].about_judgement else sorted(question.rules)


def practice_figure(run: Replay, frame: Frame) -> Figure:
    """Return the figure for a practice hand, with the deal as the reader sees it. The client continues the hand with Python."""
    lead = as_text(run.scenario.title) or say("Play {game}", game=run.game.name)
    intro = Html(frame.markdown(run.scenario.intro)) if run.scenario.intro else None
    view = run.game.view(run.start, 0)
    table = TableView(view, narrator_for(run.game, 0), frame.links, slip=Slip(lead, html=intro), still=True, people=True)
    needs = el("noscript", None, el("p", "fs-needs", say("Playing needs JavaScript; the rules and their examples don't.")))
    source = json.dumps(write_scenario(run.scenario), ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    kept = el("div", {"class": "fs-source", "hidden": True}, escape(source))
    inside = [strip_html([], _caption(run, frame), needs), _choice(run.game), kept]
    return _figure(run, frame, None, inside, stage_html(table, []))


def puzzle_figure(run: Replay, frame: Frame) -> Figure:
    """Return the figure for a puzzle, with the table at its start. The client continues it with Python."""
    content = puzzle_content(run, frame.links, frame.number)
    position = run.moments[asked_at(run)].before
    strip = strip_html(hand_tiles(run.game, position, frame.links), caption(run, _title(run, frame.number)),
                       _words(say("{one:Answer|Answers}", one=True), words(run)))
    return _figure(run, frame, frame.stored(content), strip, Html(content["steps"][0]["html"]))


def puzzle_content(run: Replay, links: Links, number: str) -> FigureContent:
    """Return the data that the table needs for a puzzle."""
    told = spoken(run.game.pack, _title(run, number))
    return figure_content(run.scenario, as_text(told), [{"html": puzzle_stage(run, links), "say": told}])


FIGURES: dict[str, Callable[[Replay, Frame], Figure]] = {
    "example": example_figure, "quiz": quiz_figure, "puzzle": puzzle_figure, "practice": practice_figure}


def variants_html(game: Game[Position]) -> Html | None:
    """Return the control that selects the page's variant, with data on the rules that not all variants have; None if there is
    only one variant."""
    if len(game.variants) < 2:
        return None
    rules = {variant: {rule.id for rule in type(game)(variant).rules} for variant in game.variants}
    partly = {rule.id: [variant for variant, has in rules.items() if rule.id in has] for rule in game.book.rules
              if any(rule.id not in has for has in rules.values())}
    options = [el("option", {"value": variant}, declared(words)) for variant, words in game.variants.items()]
    return el("fs-variant", {"data-rules": json.dumps(partly, separators=(",", ":")), "hidden": True},
              el("label", None, say("Variant"), " ", el("select", None, options)))


def table_html(figure: Figure, place: str, opening: str | None = None, at_table: str = "", embeds: str = "") -> Html:
    """Return the page's table, on which ``figure`` is open at first.

    ``place``     its position: ``side`` for next to the text, ``page``, ``course``, which is below the text on narrow screens, or
                  ``embed`` for a frame in another page
    ``opening``   the URL of a file with the first trick of the figure's hand, if the build has written one
    ``at_table``  the URL of the page with the game's tools for a real table
    ``embeds``    the URL of the folder of pages that show a figure of this page alone
    """
    links = figure.links
    return el("fs-table", {"class": "fs-table", "id": "fs-table", "data-place": place, "data-figure": figure.id,
                           "data-kind": figure.kind, "data-game": figure.game.id, "data-name": figure.game.name,
                           "data-game-page": links.game,
                           "data-general-page": links.general, "data-faces": links.faces,
                           "data-suit-colours": figure.colours, "data-opening": opening,
                           "data-at-table": at_table or None, "data-embeds": embeds or None, "tabindex": -1,
                           "role": "region", "aria-label": say("Card table")},
              el("div", {"class": "fs-head"}, el("small", "fs-kind", KIND_NAMES[figure.kind]), el("b", "fs-title", figure.title)),
              figure.stage, el("p", {"class": "fs-late", "data-search-exclude": True}, LATE),
              el("div", {"class": "fs-side", "id": "fs-side"}))


def _figure(run: Replay, frame: Frame, src: str | None, inside: Child, stage: Html) -> Figure:
    return figure_element(run.game, run.scenario, _title(run, frame.number), frame, src, inside, stage, rating_of(run))


def figure_element(game: Game[Position], scenario: Scenario, called: Text, frame: Frame, src: str | None, inside: Child,
                   stage: Html, rating: int = 0) -> Figure:
    """Return a figure with its HTML; ``called`` is its title."""
    title, colours = as_text(spoken(game.pack, called)), suit_colours(type(game))
    html = el("fs-figure", {"class": "fs-figure", "id": frame.id, "data-kind": scenario.kind, "data-game": game.id,
                            "data-variant": game.variant, "data-rating": rating or None,
                            "data-src": src, "data-page": frame.page or None, "data-suit-colours": colours,
                            "data-search-exclude": True, "role": "group",
                            "aria-label": joined([KIND_NAMES[scenario.kind], title], ": ")}, inside)
    return Figure(frame.id, scenario.kind, title, html, stage, game, colours, frame.links, scenario, src)


def lone_question(question: Question, links: Links) -> FigureStep:
    """Return a question that isn't about a rule, and of which no fresh ones are made."""
    return {"html": question_html(question, links), "say": spoken(question.game.pack, question.prompt), "kind": "", "like": "",
            "rules": [], "shows": []}


def figure_content(scenario: Scenario, title: Text, steps: Sequence[FigureStep],
                   kind: ScenarioKind | None = None) -> FigureContent:
    """Return the data that the table needs for a figure; ``kind`` defaults to the scenario's."""
    kind = kind or scenario.kind
    return {"kind": kind, "called": translate(KIND_NAMES[kind]), "title": translate(title), "source": write_scenario(scenario),
            "steps": steps}


def _title(run: Replay, number: str = "") -> Text:
    kind = run.scenario.kind
    title = title_of(run) if kind == "puzzle" else as_text(run.scenario.title) or KIND_NAMES[kind]
    return joined([number, title], ". ")


def _caption(run: Replay, frame: Frame) -> list[Child]:
    scenario = run.scenario
    intro = _in_line(frame.markdown(scenario.intro)) if scenario.intro else None
    title = el("b", None, _title(run), _variant_named(run))
    return [title, el("div", "fs-intro", intro) if intro else None]


def _in_line(html: str) -> Html:
    """Return the content of a single paragraph; several paragraphs are returned unchanged."""
    inner = html.strip().removeprefix("<p>").removesuffix("</p>")
    return Html(html if "<p>" in inner else inner)


def _variant_named(run: Replay) -> Html | None:
    """Return an element with the name of the figure's variant; None for the default variant."""
    usual = next(iter(run.game.variants))
    return el("small", "fs-variant-name", declared(run.game.variants[run.game.variant])) if run.game.variant != usual else None


def _quiz_caption(run: Replay, asked: list[Question]) -> list[Child]:
    more = say("{n} questions.", n=len(asked)) if len(asked) > 1 else NOTHING
    asks = sentence(run.game.pack, joined([asked[0].prompt, more]))
    return [_quiz_title(run, asked), el("div", "fs-intro", asks)]


def _quiz_title(run: Replay, asked: list[Question]) -> Html:
    return el("b", None, run.scenario.title or asked[0].title, _variant_named(run))


def _words(title: Text, lines: list[Html]) -> Html:
    return el("details", "fs-words", el("summary", None, title), el("ol", None, lines))


def _choice(game: Game[Position]) -> Html | None:
    """Return the form that selects the variant and the number of players before the deal; None if there is no choice."""
    counts = {each.variant: each.players_allowed() for each in each_variant(game)}
    variants = [el("option", {"value": variant, "selected": variant == game.variant,
                              "data-players": " ".join(map(str, counts[variant]))}, declared(words))
                for variant, words in game.variants.items() if variant in counts]
    players = [el("option", {"value": count, "selected": count == game.table.size}, say("{n} players", n=count))
               for count in sorted(set().union(*counts.values()))]
    asked = (("variant", say("Variant"), variants), ("players", say("Players"), players))
    fields = [el("label", None, label, " ", el("select", {"name": name}, options))
              for name, label, options in asked if len(options) > 1]
    return el("form", {"class": "fs-choice", "hidden": True}, fields) if fields else None
