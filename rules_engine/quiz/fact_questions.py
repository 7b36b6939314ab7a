"""Questions that exist only in some games. These games answer them with functions registered with ``Phrasebook.asks``.

They ask which suit was led or broken, how much a card is worth, how much a bid scores, and whether the hand is over. All are
multiple choice, and every option has a reason.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import signed
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.narration.narrator import narrator_for
from rules_engine.narration.phrasebook import HandOverQuestion, NumberQuestion, RuleFinding, SuitQuestion
from rules_engine.quiz.open_trick import OpenTrick, open_table, question_of_trick, title_of
from rules_engine.quiz.question import AnswerField, Option, Question, Unanswerable
from rules_engine.quiz.question_context import as_context
from rules_engine.text.message import NOTHING, Text, joined, say, suit_mark

MOST = 6
"""Maximum number of options in a numeric question."""


def asked_by(game: Game[Position], kind: str) -> Callable[..., Any] | None:
    """Return the function that answers a kind of question in a game, or None if the game doesn't have it."""
    return narrator_for(game).words.asked.get(kind)


def is_known(game: Game[Position], kind: str, *about: object) -> bool:
    """Return whether a game can answer a kind of question in this position."""
    answers = asked_by(game, kind)
    return answers is not None and bool(answers(*about))


def _known(game: Game[Position], kind: str, *about: object) -> Any:
    """Return the game's answer to a kind of question. Raises ``Unanswerable``."""
    answers = asked_by(game, kind)
    if answers is None:
        raise Unanswerable(f"{kind}: {game.name} has no answer to that; its phrases.py can give one, with @words.asks({kind!r})")
    found = answers(*about)
    if not found:
        raise Unanswerable(f"{kind}: there is nothing to ask of that kind here")
    return found


def ask_suits(game: Game[Position], kind: str, trick: OpenTrick) -> Question:
    """Return a question about a suit in a trick, or about all suits with some property."""
    asked: SuitQuestion = _known(game, kind, trick.before, trick.laid)
    options = tuple(_option(suit, suit in asked.right, asked.why, suit_mark(suit)) for suit in asked.among or game.pack.suits)
    return question_of_trick(game, trick, kind, asked.why.rule, asked.prompt, (AnswerField(NOTHING, options),))._replace(
        many=kind == "suits")


def ask_worth(game: Game[Position], trick: OpenTrick, card: Card | None) -> Question:
    """Return a question about the value of a card to the winner of the trick."""
    if card is None or card not in [laid.card for laid in trick.laid]:
        raise Unanswerable("card-worth: ask at the step that plays the card")
    asked: NumberQuestion = _known(game, "card-worth", trick.before, card)
    return question_of_trick(game, trick, "card-worth", asked.why.rule, asked.label, (_numbers(NOTHING, asked, asked.among),))


def ask_bid(game: Game[Position], position: Position, move: Move | None) -> Question:
    """Return a question about the score for a bid in each of its outcomes."""
    if move is None or position.to_act is None:
        raise Unanswerable("bid-brings: ask at the step that makes the bid")
    asked: Sequence[NumberQuestion] = _known(game, "bid-brings", position, position.to_act, move)
    among = sorted({number for each in asked for number in (each.right, *each.among)})
    parts = tuple(_numbers(each.label, each, among) for each in asked)
    seen = open_table(game, OpenTrick(position, ()))
    deed = narrator_for(game).move_sentence(position, position.to_act, move, hidden=move.card is not None)
    prompt = joined([deed, say("What does that bring?")])
    narrator = narrator_for(game)
    return Question(game, "bid-brings", title_of(game, asked[0].why.rule), narrator.question_context(position, "bid-brings"),
                    prompt, False, parts, seen, (), narrator.labels_to_hide("bid-brings"), position)


def ask_over(game: Game[Position], trick: OpenTrick, after: Position, about: Collection[str] = ()) -> Question:
    """Return a question about whether a trick ends the hand. The reasons prefer the rules in ``about``, if there are any."""
    asked: HandOverQuestion = _known(game, "hand-over", trick.before, after)
    right = _over_option(asked.why, True, after.hand_over)
    wrong = _over_option(asked.tempting or asked.why, False, not after.hand_over)
    wrong = wrong._replace(simpler=asked.why._replace(permits=False))
    wrong = wrong.for_taught(about) if about else wrong
    options = tuple(sorted((right, wrong), key=lambda option: option.value, reverse=True))
    prompt = say("Is the hand over with this trick?")
    question = question_of_trick(game, trick, "hand-over", asked.why.rule, prompt, (AnswerField(NOTHING, options),))
    return question._replace(knows=(*question.knows, *as_context(asked.known)))


def _over_option(why: RuleFinding, right: bool, over: bool) -> Option:
    return _option("yes" if over else "no", right, why, say("{over:over|not over}", over=over))


def _numbers(label: Text, asked: NumberQuestion, among: Sequence[int]) -> AnswerField:
    """Return an answer field with a choice of numbers."""
    numbers = sorted(sorted({asked.right, *among}, key=lambda number: (abs(number - asked.right), number))[:MOST])
    return AnswerField(label, tuple(_option(str(each), each == asked.right, asked.why, signed(each)) for each in numbers))


def _option(value: str, right: bool, why: RuleFinding, called: Text) -> Option:
    """Return an option. The reason for the right option is also the reason against the others."""
    return Option(value, right, why._replace(permits=right), called=called)
