"""The rules that a question turns on, and those that it shows: nobody is said to know a rule by a question without it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rules_engine.core.model.events import Event
from rules_engine.narration.narrator import narrator_for
from rules_engine.narration.phrasebook import NONE_YET
from rules_engine.quiz.question import Question
from rules_engine.text.message import as_text, says


def turns_on(question: Question, about: Collection[str]) -> frozenset[str]:
    """Return the rules that a question turns on: those that its answer rests on, and of those that it is ``about`` the ones that
    it shows.
    """
    if question.rules.issuperset(about):
        return question.rules
    return question.rules.union(rules_shown(question).intersection(about))


def rules_shown(question: Question) -> frozenset[str]:
    """Return the rules that a reader meets in a question and its answer: those in play, in facts and in sentences."""
    told = {known.rule for known in question.knows}
    return rules_in_play(question).union(told, _of_facts(question), _of_sentences(question), _of_moves(question)) - {""}


def rules_in_play(question: Question) -> frozenset[str]:
    """Return the rules that the answer rests on, and those by which the cards of its trick count as they do; for a lead, those
    that came up in the trick before it, and for a score of nothing, those that could bring something.
    """
    rules = question.rules.union(_of_trick(question)) or frozenset(
        line.rule.id for line in question.game.sheet(question.position))
    if not question.laid:
        return rules - {""}
    narrator, before = narrator_for(question.game), question.position
    rules |= {narrator.words.about_lead(before, question.laid[0].card)}
    laid = question.laid[:1] if question.kind == "legal-moves" else question.laid       # nothing is asked about later cards
    return rules.union(finding.rule for finding in narrator.trick_explanation(before, laid)) - {""}


def _of_trick(question: Question) -> Iterator[str]:
    """The rules of what was played and called in the last trick of the moves that lead to the question."""
    position, events = question.start or question.position, list[Event]()
    for move in question.line:
        begins = not position.trick
        position, happened = question.game.make(position, move)
        events = happened if begins else [*events, *happened]
    return (event.rule for event in events if event.kind in ("played", "called"))


def _of_facts(question: Question) -> Iterator[str]:
    """The rules of what lies open on the table, as far as there is something to see."""
    narrator = narrator_for(question.game)
    for label, told in narrator.public_facts(question.seen.position):
        if label in narrator.words.explained and label not in question.hides and told != NONE_YET:
            yield narrator.words.explained[label]


def _of_sentences(question: Question) -> Iterator[str]:
    """The rules of sentences in the reasons that only they explain."""
    reasons = [as_text(option.why.sentence) for part in question.parts for option in part.options]
    for template, rule in narrator_for(question.game).words.explained.items():
        if any(says(reason, (template,)) for reason in reasons):
            yield rule


def _of_moves(question: Question) -> Iterator[str]:
    """The rules that have something to say of the moves to choose from, the reason that is given or not."""
    narrator = narrator_for(question.game)
    for part in question.parts if question.kind == "legal-moves" else ():
        for option in part.options:
            yield from (finding.rule for finding in narrator.findings(question.position, option.move or option.value))
