"""The rules that decide a question, and the rules that it shows. An answer counts as evidence for knowing a rule only if the
question shows that rule.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rules_engine.core.model.events import Event
from rules_engine.narration.narrator import narrator_for
from rules_engine.narration.phrasebook import NONE_YET
from rules_engine.quiz.kinds import KINDS
from rules_engine.quiz.question import Question
from rules_engine.text.message import as_text, says


def turns_on(question: Question, about: Collection[str]) -> frozenset[str]:
    """Return the rules on which a question depends: those that determine its answer, and those in ``about`` that are visible in
    the question or its answer.
    """
    if question.rules.issuperset(about):
        return question.rules
    return question.rules.union(rules_shown(question).intersection(about))


def rules_shown(question: Question) -> frozenset[str]:
    """Return the rules that a reader sees in a question and its answer: rules that apply, and rules in facts and sentences."""
    told = {known.rule for known in question.knows}
    return rules_in_play(question).union(told, _of_facts(question), _of_sentences(question), _of_moves(question)) - {""}


def rules_in_play(question: Question) -> frozenset[str]:
    """Return the rules that determine the answer, and those that determine the value of each card in the trick. For a lead, add
    the rules applied in the previous trick; for a score of zero, the rules that could have scored.
    """
    rules = question.rules.union(_of_trick(question)) or frozenset(
        line.rule.id for line in question.game.sheet(question.position))
    if not question.laid:
        return rules - {""}
    narrator, before = narrator_for(question.game), question.position
    rules |= {narrator.words.about_lead(before, question.laid[0].card)}
    laid = question.laid[:1] if KINDS[question.kind].asks_moves else question.laid       # later cards aren't part of the question
    return rules.union(finding.rule for finding in narrator.trick_explanation(before, laid)) - {""}


def _of_trick(question: Question) -> Iterator[str]:
    """Return the rules cited in events of the last trick before the question."""
    position, events = question.start or question.position, list[Event]()
    for move in question.line:
        begins = not position.trick
        position, happened = question.game.make(position, move)
        events = happened if begins else [*events, *happened]
    return (event.rule for event in events if event.kind in ("played", "called"))


def _of_facts(question: Question) -> Iterator[str]:
    """Yield the rules that explain the non-empty public facts on the table."""
    narrator = narrator_for(question.game)
    for label, told in narrator.public_facts(question.seen.position):
        if label in narrator.words.explained and label not in question.hides and told != NONE_YET:
            yield narrator.words.explained[label]


def _of_sentences(question: Question) -> Iterator[str]:
    """Yield the rules that explain sentences in the reasons."""
    reasons = [as_text(option.why.sentence) for part in question.parts for option in part.options]
    for template, rule in narrator_for(question.game).words.explained.items():
        if any(says(reason, (template,)) for reason in reasons):
            yield rule


def _of_moves(question: Question) -> Iterator[str]:
    """Yield the rules with findings about the moves to choose from, including findings that aren't shown."""
    narrator = narrator_for(question.game)
    for part in question.parts if KINDS[question.kind].asks_moves else ():
        for option in part.options:
            yield from (finding.rule for finding in narrator.findings(question.position, option.move or option.value))
