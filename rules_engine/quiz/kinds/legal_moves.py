"""The question about the legal moves of the seat to act."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from functools import partial

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.narration.hand_order import sorted_hand
from rules_engine.narration.narrator import narrator_for
from rules_engine.quiz.fewer_options import CHOICES, Few, are_numbers, around_the_limit, shorten, some_cards
from rules_engine.quiz.hand_tricks import is_first_trick
from rules_engine.quiz.open_trick import title_of
from rules_engine.quiz.question import AnswerField, Option, Question, Unanswerable
from rules_engine.quiz.question_context import ask_for_moves, before_move
from rules_engine.quiz.question_kind import Candidates, PlacedQuestion, QuestionCandidate, QuestionKind, refusers, with_line
from rules_engine.quiz.reasons import judge_options
from rules_engine.scenarios.hand_history import MovePlayed
from rules_engine.scenarios.replay import Replay
from rules_engine.text.message import NOTHING

MOST = 12
"""Maximum size of a hand whose cards are all options."""
MOST_LIKE = 40
"""Maximum size of a hand from which some cards are chosen as options, in a question resembling an example."""


class LegalMoves(QuestionKind):
    """The legal moves of the seat to act. Each candidate move is an option with its reason."""

    name = "legal-moves"
    asks_moves = about_turn = shows_hand = True

    def at_step(self, run: Replay, place: int, choices: int | None) -> PlacedQuestion:
        """Return the question about the seat to act at the step."""
        few = partial(shorten, choices) if choices is not None else None
        return PlacedQuestion(ask_legal(run.game, run.moments[place].before, few, run.scenario.rules), place)

    def in_hand(self, game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]) -> Candidates:
        """Yield questions about turns that require thought. In a hand that imitates an example, also yield questions about turns
        in which all moves are legal, or only one.
        """
        for place, step in enumerate(hand):
            ask = partial(_ask_moves, game, hand, place, rng, rules)
            if _is_interesting(game, step.before, MOST if step.from_deal else MOST_LIKE):
                yield QuestionCandidate(_refusing(game, step.before) if rules else (), ask, step.before.actor)
            elif not step.from_deal and _allows_trivial(game, step.before, rules):
                yield QuestionCandidate(ask().rules, ask, step.before.actor)

    def rules_to_practise(self, game: Game[Position], rules: tuple[str, ...], has_example: bool) -> tuple[str, ...]:
        """Return the rules that can refuse a move; if there are none, all of them if the question resembles an example."""
        return refusers(game, rules) or (rules if has_example else ())

    def with_options(self, question: Question, options: tuple[Option, ...]) -> Question:
        """Return the question with some of its options, and with a prompt about these."""
        moves = [option.move for option in options if option.move]
        return super().with_options(question, options)._replace(prompt=ask_for_moves(question.position, moves, True))


def ask_legal(game: Game[Position], position: Position, few: Few | None = None, about: Sequence[str] = (),
              is_first: bool = False) -> Question:
    """Return a question about the legal moves of the seat to act.

    ``few`` selects some of the candidates. ``about`` contains the rules to practise, preferred for the title if they refuse a
    move. ``is_first`` is true in the first trick of a hand. Raises ``Unanswerable`` if no seat is to act.
    """
    if position.to_act is None:
        raise Unanswerable("legal-moves: nobody is to move here; ask before a seat's move")
    moves = game.candidates(position)
    few_of_them = few(moves, set(game.legal(position))) if few is not None else moves
    asked = [move for move in few_of_them if move in moves or not game.judge(position, move).legal]
    options, seen = _moves(game, position, asked), game.view(position, position.to_act)
    return Question(
        game, LegalMoves.name, title_of(game, _deciding(options, about)), before_move(seen, is_first),
        ask_for_moves(position, asked, len(asked) < len(moves)), True, (AnswerField(NOTHING, options),), seen,
        tuple(seen.position.trick), narrator_for(game).labels_to_hide(LegalMoves.name), position)


def _deciding(options: Sequence[Option], about: Sequence[str]) -> str:
    """Return a rule that refuses an option, preferably one in ``about``; if no option is refused, the first rule with a
    finding."""
    rules = [option.why.rule for option in options if not option.right] or [options[0].why.rule]
    return next((rule for rule in about if rule in rules), rules[0])


def _moves(game: Game[Position], position: Position, moves: Sequence[Move]) -> tuple[Option, ...]:
    """Convert moves to options, in the order in which the hand is shown."""
    hand = position.hands[position.actor]
    shown = {card: place for place, card in enumerate(sorted_hand(narrator_for(game), position, hand))}
    options = [Option(move.text, right, why, _held(move, shown), move)
               for move, right, why in judge_options(game, position, moves)]
    return tuple(sorted(options, key=lambda option: shown[option.card] if option.card else len(shown)))


def _held(move: Move, hand: dict[Card, int]) -> Card | None:
    """Return the card in the hand that a move uses, or None."""
    return next((card for card in (move.other, move.card) if card in hand), None)


def _allows_trivial(game: Game[Position], position: Position, rules: Collection[str]) -> bool:
    """Return whether the rules can be practised in a turn without a real choice.

    This is the case if none of the rules refuses moves, or if no move uses a card.
    """
    moves = game.candidates(position)
    return 1 < len(moves) <= MOST and (
        not refusers(game, rules) or all(move.card is None for move in moves))


def _refusing(game: Game[Position], position: Position) -> set[str]:
    """Return the rules that refuse a move in this position."""
    moves, found = game.candidates(position), set[str]()
    for rule in game.asked(position):
        left = moves if rule.offers else rule(position, moves)
        if len(left) < len(moves):
            found.add(rule.id)
        moves = left
    return found


def _is_interesting(game: Game[Position], position: Position, most: int) -> bool:
    moves, legal = game.candidates(position), set(game.legal(position))
    if not 1 < len(legal) < len(moves) or (len(moves) > most and not are_numbers(moves)):
        return False
    return not {move.verb for move in legal}.isdisjoint(move.verb for move in moves if move not in legal)


def _ask_moves(game: Game[Position], hand: list[MovePlayed], place: int, rng: random.Random, rules: Sequence[str]) -> Question:
    before = hand[place].before
    moves = game.candidates(before)
    few = partial(around_the_limit, CHOICES, rng) if are_numbers(moves) else (
        partial(some_cards, rng) if len(moves) > MOST else None)
    return with_line(ask_legal(game, before, few, rules, is_first_trick(hand, place)), hand, place)
