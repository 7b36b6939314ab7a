"""The steps of a worked example in words, for the messages on the table and for the list below the drawing in the text."""

from __future__ import annotations

from collections.abc import Callable

from rules_engine.core.game.game import View
from rules_engine.core.model.errors import TextError
from rules_engine.core.positions.notation import NotInPlay
from rules_engine.core.positions.position import Position
from rules_engine.html.card_html import rule_link, sentence
from rules_engine.html.elements import Child, Html, el
from rules_engine.html.ending import Ending
from rules_engine.html.links import Links
from rules_engine.html.score import score_html
from rules_engine.html.slip import NOTHING as NO_MESSAGE
from rules_engine.html.slip import Slip, tells, without_repeats
from rules_engine.html.table import TableView
from rules_engine.narration.consequences import consequences, statements, trick_results
from rules_engine.narration.move_phrases import with_article
from rules_engine.narration.narrator import Narrator, narrator_for
from rules_engine.narration.phrasebook import RuleFinding
from rules_engine.scenarios.replay import Replay, ReplayStep
from rules_engine.text.message import NOTHING, QuotedText, Text, as_text, joined, say, suit_mark
from rules_engine.text.template import is_whole

Markdown = Callable[[str], str]
"""A function that renders an author's note, written in Markdown, as safe HTML."""


def start_slip(run: Replay, markdown: Markdown) -> Slip:
    """Return the slip before the first step."""
    told = statements(run.announced)
    intro = Html(markdown(run.scenario.intro)) if run.scenario.intro else None
    title = as_text(run.scenario.title)
    return Slip(title, [] if intro else told, html=intro, titled=bool(title) and not is_whole(title))


def step_slip(run: Replay, moment: ReplayStep, markdown: Markdown) -> Slip:
    """Return the slip for a step: the move, and its justification or its consequences, without repetitions."""
    note = Html(markdown(moment.step.note)) if moment.step.note else None
    ends_trick = bool(trick_results(moment.events))
    lead = NOTHING if ends_trick else moved(run, moment)
    if not (ends_trick or lead or note):   # a step that only checks facts: describe the deal
        return Slip(joined(told.sentence for told in run.announced))
    more = consequences(moment.events, ["lead"], results_first=1)
    more += [(_not_so(_tried(run, moment, move), finding), finding.rule)
             for move, finding in zip(moment.step.illegal, moment.refused, strict=False)]
    if note is None and not ends_trick:
        more += [(each.sentence, each.rule) for each in moment.findings[-1:] or _standing(narrator_for(run.game), moment)]
    return without_repeats(lead, more)._replace(html=note)


def step_ending(run: Replay, moment: ReplayStep, slip: Slip, links: Links) -> Ending:
    """Return the panel for a step that ends a hand: the winner of the game, the score sheet, other results, and the author's
    note."""
    over, told = moment.after, moment.events
    on_sheet = {line.rule.id for line in run.game.sheet(over)}
    ends = [each for each in told if each.event.kind == "game"]
    rest = [each for each in told if each.event.rule not in on_sheet and (
        each.event.kind == "hand" or (each.event.kind == "played" and each.event.seat is None and not slip.html))]
    events = [each.event for done in run.moments for each in done.events]
    lead = Slip(ends[0].sentence, [(NOTHING, ends[0].event.rule)]) if ends else Slip(say("The score of this hand"), titled=True)
    more = [*lead.more, *statements([*ends[1:], *rest])]
    return Ending(lead._replace(more=more, html=slip.html), score_html(narrator_for(run.game), over, links, events))


def step_lines(run: Replay, links: Links, markdown: Markdown) -> list[Html]:
    """Return list items that describe all steps in words. Each rule is linked only once, and each reason for a move appears only
    once."""
    linked, given = set[str](), set[str]()
    return [_step_line(run, moment, links, markdown, linked, given) for moment in run.moments]


def _step_line(run: Replay, moment: ReplayStep, links: Links, markdown: Markdown, linked: set[str], given: set[str]) -> Html:
    slip, deed, more = step_slip(run, moment, markdown), moved(run, moment), list[Child]()
    for text, rule in slip.more:
        if text in given:
            continue
        more += [" ", sentence(run.game.pack, text)]
        more += [" ", rule_link(run.game, rule, links)] if rule and rule not in linked else []
        linked.add(rule)
    given.update(finding.sentence for finding in moment.findings)
    told = slip.lead if not deed or tells(slip.lead, deed) else joined([deed, slip.lead])
    return el("li", None, sentence(run.game.pack, told), more, slip.html)


def moved(run: Replay, moment: ReplayStep) -> Text:
    """Return a sentence on the step's move."""
    if moment.move is None:
        return say("A new hand is dealt.") if moment.step.deal is not None else NOTHING
    return narrator_for(run.game).move_sentence(moment.before, moment.before.actor, moment.move)


def example_table(run: Replay, position: Position, links: Links, told: Slip | Ending) -> TableView:
    """Return the table for a worked example, with all hands face up."""
    slip, ending = (told, None) if isinstance(told, Slip) else (NO_MESSAGE, told)
    return TableView(View(run.game, None, position), narrator_for(run.game), links, slip=slip, ending=ending)


def _tried(run: Replay, moment: ReplayStep, text: str) -> Text:
    """Return a phrase for a move that the step shows to be illegal."""
    try:
        move = run.game.notation.read_move(text)
    except NotInPlay as error:
        move = error.move
    except TextError:       # the example may show that no such move exists
        return QuotedText(text)
    if move.card is None or move.verb != "play":
        return narrator_for(run.game).move_request(moment.before, move)
    return (
        say("{card} as {suit}", card=with_article(move.card), suit=suit_mark(move.suit)) if move.suit else with_article(move.card)
    )


def _not_so(move: Text, finding: RuleFinding) -> Text:
    why, *more = as_text(finding.sentence).sentences
    return joined([say("Not {move}: {why}", move=move, why=why), *more])


def _standing(narrator: Narrator[Position], moment: ReplayStep) -> list[RuleFinding]:
    """Return the effect of the step's move on the trick, which is the last part of the trick's explanation; empty if the move
    doesn't play a card."""
    after = moment.after
    laid = after.trick or (after.last_trick.laid if after.last_trick else ())
    if moment.move is None or not laid or laid[-1].move is not moment.move:
        return []
    return narrator.trick_explanation(moment.before, laid)[-1:]
