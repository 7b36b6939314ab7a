"""The best-move question, about the guaranteed value of each move with all cards face up.

It is separate from the other questions because it needs the solver, which is imported on demand.
"""

from __future__ import annotations

import random
import re
from collections.abc import Generator, Hashable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from operator import itemgetter

from rules_engine.bots import who_plays_out
from rules_engine.core.game.game import Game, View
from rules_engine.core.model.cards import Card
from rules_engine.core.model.goals import SCORE, Goal, goal_named
from rules_engine.core.model.moves import Move
from rules_engine.core.model.seats import MAX_SEATS
from rules_engine.core.positions.position import Position
from rules_engine.narration.move_phrases import with_article
from rules_engine.narration.narrator import Narrator, narrator_for
from rules_engine.narration.phrasebook import EventText, RuleFinding
from rules_engine.narration.quantities import POINTS
from rules_engine.quiz.best_move_prompt import puzzle_prompt, standing_text
from rules_engine.quiz.line_tricks import LineTrick, final_position, tricks_from_moves, tricks_of_line
from rules_engine.quiz.merge_reasons import without_marks
from rules_engine.quiz.question import AnswerField, Option, Question, Unanswerable
from rules_engine.quiz.question_context import as_context
from rules_engine.scenarios.model import PuzzleInfo, Scenario
from rules_engine.solver.principal_variation import MoveLine
from rules_engine.solver.search import Search, Solution, Undecided, Unsolved, solve, solve_with_lines
from rules_engine.text.message import NOTHING, FormIndex, Text, all_of, any_of, as_text, capital, declared, joined, say

LIMIT = 2_000_000
"""Maximum number of solver moves for a puzzle (about 10 s)."""

SHARE, WHILE = 4_000, 60_000
"""Maximum number of solver moves before it yields, and in total, when a choice is reviewed."""

MARK = re.compile(r"\{[^}]*\}?")
"""Pattern for text after an opening brace, up to the closing brace if any."""

Proof = Solution
"""A solution with its lines."""

Seats = tuple[int, ...]


class TooDeep(Unanswerable):
    """Raised for a position that isn't solved within the limit."""


def goal_of(game: Game[Position], scenario: Scenario) -> Goal:
    """Return the goal for a scenario's puzzle, by default the score."""
    return goal_named(scenario.goal or SCORE.name, game.goals, game.low_wins)


def prove(game: Game[Position], position: Position, goal: Goal, limit: int = LIMIT) -> Proof:
    """Return the values of all moves in a position, with the lines that show them. Raises ``Unanswerable``."""
    with _answerable(position):
        return solve_with_lines(game, position, goal, limit)


def solve_values(game: Game[Position], position: Position, goal: Goal, limit: int) -> Solution:
    """Return the values of all moves in a position, without lines.

    Raises ``Unanswerable``, or its subclass ``TooDeep`` if the search takes more than ``limit`` moves.
    """
    with _answerable(position):
        return solve(game, position, goal, limit)


@contextmanager
def _answerable(position: Position) -> Iterator[None]:
    """Context manager that converts the solver's errors to ``Unanswerable``."""
    if position.to_act is None:
        raise Unanswerable("best-move: nobody is to move here; ask before a seat's move")
    try:
        yield
    except Unsolved as error:
        raise TooDeep(f"best-move: {error}") from None
    except Undecided as error:
        raise Unanswerable(f"best-move: {error}") from None


def solve_incrementally(game: Game[Position], position: Position, most: int = WHILE) -> Generator[None, None, Proof | None]:
    """Return the values of all moves, with the line of a best one. The generator yields after each share of the work. It returns
    None if the search takes more than ``most`` moves or if a line ends without a score.
    """
    search = Search(game, position)
    try:
        while not search.work(SHARE):
            if search.nodes >= most:
                return None
            yield
    except Undecided:
        return None
    found = search.solution
    return found._replace(lines={move: search.line(move) for move in found.best[:1]})


def check_puzzle(narrator: Narrator[Position], proof: Proof) -> None:
    """Check that some moves are better than others. Raises ``Unanswerable`` if all moves are equally good."""
    if len(proof.values) == 1:
        raise Unanswerable("best-move: this is no puzzle: there is one legal move")
    if len(proof.best) == len(proof.values):
        raise Unanswerable(
            f"best-move: this is no puzzle: every legal move is as good, {value_text(narrator, proof.goal, proof.most)}"
        )


def check_words(game: Game[Position], proof: Proof, puzzle: PuzzleInfo) -> None:
    """Check an author's explanations of moves.

    Raises ``Unanswerable`` if a text is about a best move or names a card that isn't in the pack.
    """
    moves = {move.text: move for move in proof.values}
    for text in puzzle.why_not:
        if text not in moves:
            raise Unanswerable(f"why_not: {text} is no move here; there are {', '.join(moves)}")
        if moves[text] in proof.best:
            raise Unanswerable(f"why_not: {text} is a best move; say what is good about it in the plan")
    for mark in MARK.findall(" ".join(puzzle.said)):
        if all(named is None for _, named in game.pack.parts(mark)):
            raise Unanswerable(f"plan and why_not: braces hold a card or a suit of this pack, not {mark}")


def ask_best(game: Game[Position], position: Position, proof: Proof, moves: Sequence[Move], title: Text,
             puzzle: PuzzleInfo | None = None) -> Question:
    """Return a question about the best move. The options are ``moves``, and ``puzzle`` has the author's explanations, if any."""
    right, narrator = set(proof.best), narrator_for(game, position.actor)
    options = tuple(Option(move.text, move in right, move_reason(narrator, position, proof, move, puzzle), move.card, move,
                           worth=proof.values[move]) for move in moves)
    return Question(game, "best-move", title, as_context(standing_text(narrator, position, proof)),
                    puzzle_prompt(narrator, position, proof), False, (AnswerField(NOTHING, options),), View(game, None, position),
                    tuple(position.trick), frozenset(), position)


LAST = -1
"""A form index: the last form, whatever their number."""


def puzzle_title(position: Position) -> Text:
    """Return a title that doesn't hint at the answer: the hand to lead from, or the card led."""
    seat, hands, trick = position.actor, position.hands, position.trick
    if not trick:
        return say("On lead with {cards}", cards=all_of(_rank(card) for card in hands[seat]))
    waiting = any(len(hand) >= len(hands[seat]) for other, hand in enumerate(hands) if other != seat)
    return say("{place:Second|Third|Fourth|Fifth|Sixth|Seventh|Last} to play on {card}",
               place=FormIndex(len(trick) - 1 if waiting else LAST, MAX_SEATS - 1), card=with_article(trick[0].card))


def _rank(card: Card) -> Text:
    """Return a card's rank as printed, or the name of a card without a suit."""
    if not card.suits:
        return card.name
    return as_text(card.rank) if card.rank.isdigit() else declared(card.rank, "rank")


def value_text(narrator: Narrator[Position], goal: Goal, value: int) -> Text:
    """Return the text of a guaranteed value: ``sure to score −1 point``, ``sure to do it``; if the lowest total wins, ``sure to
    score no more than 5 points`` or ``sure to score nothing``."""
    if goal.yes:
        return say("{sure:sure|not sure} to do it", sure=bool(value))
    if narrator.game.low_wins and not value:
        return say("sure to score nothing")
    limits = narrator.game.low_wins and value < 0
    return say("sure to score {limits:no more than |}{n}", n=narrator.value_amount(value), limits=limits)


def move_reason(narrator: Narrator[Position], position: Position, proof: Proof, move: Move,
                puzzle: PuzzleInfo | None = None) -> RuleFinding:
    """Return the reason for an option: the value of the move, and the author's explanation or, without one, the winner of the
    first trick in its line."""
    rule, falls = _first_trick_text(narrator, position, proof, move)
    value = say("{worth}.", worth=value_text(narrator, proof.goal, proof.values[move]))
    written = _written_reason(puzzle, move, is_best=move in proof.best) if puzzle else ""
    told = joined([value, as_text(written) if written else falls])
    return RuleFinding(rule, move in proof.best, told, () if move.card is None else (move.card,))


def _written_reason(puzzle: PuzzleInfo, move: Move, is_best: bool) -> str:
    return puzzle.plan if is_best else puzzle.why_not.get(move.text, "")


def _first_trick_text(narrator: Narrator[Position], position: Position, proof: Proof, move: Move) -> tuple[str, Text]:
    """Return the rule that decides the first trick in a move's line, and the explanation of that trick. If the line completes no
    trick, return the last rule of the phase and an empty text."""
    told = [each for each in events_of_line(narrator, position, proof.lines[move])
            if each.event.kind == "trick" and each.event.seat is not None]
    rule = told[0].event.rule if told else narrator.game.asked(position)[-1].id
    return rule, joined(dict.fromkeys(each.sentence for each in told if each.event.rule == rule))


def reasons(narrator: Narrator[Position], position: Position, proof: Proof) -> dict[Move, RuleFinding]:
    """Return the reason for each move, the best first: its value, the side's result and the winner of the first trick. The first
    trick is omitted if it is the same after moves with different values.
    """
    found = {
        move: _first_trick_text(narrator, position, proof, move)
        for move in sorted(proof.values, key=lambda move: -proof.values[move])
    }
    values: dict[Hashable, set[int]] = {}
    for move, (_, falls) in found.items():
        values.setdefault(without_marks(falls), set()).add(proof.values[move])

    def told(move: Move) -> RuleFinding:
        rule, falls = found[move]
        end = side_result_text(narrator, position, proof.side, [made for _, made in proof.lines[move]])
        first = say("{worth}: {end}.", worth=value_text(narrator, proof.goal, proof.values[move]), end=end)
        sentence = joined([first, falls if len(values[without_marks(falls)]) == 1 else NOTHING])
        return RuleFinding(rule, move in proof.best, sentence, () if move.card is None else (move.card,))

    return {move: told(move) for move in found}


def continuation_text(narrator: Narrator[Position], position: Position, moves: Sequence[Move], follows: bool = False,
            side: Seats = ()) -> Text:
    """Return a clause with the winners of the tricks in a line: ``West takes this trick with the {9M} and you take the last …``.

    The clause is empty if no trick is finished. ``follows`` means that a trick has just been finished, so the first trick of the
    line is called the next trick, unless cards in it are already on the table. If ``side`` is given and tricks score points, the
    side's points are added to each trick: ``this trick with the {KS} for 24``.
    """
    tricks, first = [*tricks_from_moves(narrator.game, position, moves)], THIS if position.trick or not follows else NEXT
    return _in_turn(narrator, [_told(narrator, each, side, first if not place else ONE) for place, each in enumerate(tricks)])


def _told(narrator: Narrator[Position], each: LineTrick, side: Seats, which: int) -> tuple[Seats, Text]:
    """Return the winners of a trick, in seat order, and a description of the trick: the winning cards and a side's points."""
    takers = tuple(sorted(each.takers))
    cards = all_of(with_article(laid.move.played) for seat in takers for laid in each.trick.laid if laid.seat == seat)
    which = LAST_TRICK if which == ONE and each.after.hand_over else which
    trick = say("{which:this trick|the next trick|one|the last} with {cards}", which=FormIndex(which, 4), cards=cards)
    n = counts(narrator, each, takers, side) if side and narrator.unit == POINTS else 0
    return takers, say("{trick} for {n}", trick=trick, n=n) if n else trick


def _in_turn(narrator: Narrator[Position], taken: Sequence[tuple[Seats, Text]]) -> Text:
    """Return a clause with the winners of tricks, in order. Consecutive tricks with the same winners are combined."""
    runs = [(takers, [trick for _, trick in run]) for takers, run in groupby(taken, key=itemgetter(0))]
    told = [_takes(narrator, takers, tricks) for takers, tricks in runs]
    return all_of(told) if len(runs) == len(taken) else joined(told, "; ")


def counts(narrator: Narrator[Position], trick: LineTrick, takers: Seats, side: Seats) -> int:
    """Return the points for a trick: for the winning side in a partnership game, otherwise only if ``side`` alone wins it."""
    if len(side) == 1 and takers != side:
        return 0
    before, after = (sum(stand.number for stand in narrator.side_totals(each) if len(side) > 1 or stand.seats == side)
                     for each in (trick.before, trick.after))
    return after - before


THIS, NEXT, ONE, LAST_TRICK = range(4)
"""Indices of the forms above, which name a trick."""


def _takes(narrator: Narrator[Position], takers: Seats, tricks: Sequence[Text]) -> Text:
    """Return a clause with the winners of some tricks."""
    seat, taken = narrator.table.called([*takers]), all_of(tricks)
    if len(takers) > 1:
        return say("{seats} share {tricks}", seats=seat, tricks=taken)
    return say("{seat} {seat:takes|take} {tricks}", seat=seat, tricks=taken)


def naive_move(game: Game[Position], position: Position, proof: Proof) -> Move | None:
    """Return the move chosen by the plain bot, which doesn't see the other hands, or None if that is a best move."""
    move = who_plays_out(game).choose(game.view(position, position.actor), random.Random(0)).move
    return None if move in proof.best else move


def answer_text(narrator: Narrator[Position], position: Position, proof: Proof) -> Text:
    """Return the answer as a request: ``Play the 7S.``"""
    return capital(say("{calls}.", calls=any_of(narrator.move_request(position, move) for move in proof.best)))


def why_not(narrator: Narrator[Position], position: Position, *moves: Move) -> Text:
    """Return the heading for moves that aren't best. Moves with the same verb as the first are named by their cards only."""
    first = moves[0]
    called = [with_article(move.played) if move is not first and not move.suit and move.verb == first.verb == "play"
              else narrator.move_request(position, move) for move in moves]
    return say("Why not {call}?", call=any_of(called))


def consequence_text(narrator: Narrator[Position], position: Position, proof: Proof, move: Move) -> Text:
    """Return the consequences of a move: this trick, the side's later tricks and result, and the rule that breaks a tie for the
    lead. The best move's score is omitted, because it is in the prompt.
    """
    first = this_trick(narrator, position, proof, move)
    return joined(
        [say("Then {first}.", first=first) if first else NOTHING, remaining_tricks_text(narrator, position, proof, move),
         lead_tiebreak_text(narrator, position, proof.lines[move])]
    )


def this_trick(narrator: Narrator[Position], position: Position, proof: Proof, move: Move) -> Text:
    """Return a clause with the winner of this trick after a move."""
    return _in_turn(narrator, [_told(narrator, each, proof.side, THIS) for each in _tricks(narrator, position, proof, move)[:1]])


def trick_result_text(narrator: Narrator[Position], position: Position, proof: Proof, move: Move) -> Text:
    """Return a sentence about this trick, to follow the name of the move: ``It takes this trick for −2.``"""
    tricks = _tricks(narrator, position, proof, move)[:1]
    if not tricks or tricks[0].takers != {position.actor} or tricks[0].taken_with(position.actor) is not move.card:
        first = this_trick(narrator, position, proof, move)
        return capital(say("{first}.", first=first)) if first else NOTHING
    n = counts(narrator, tricks[0], (position.actor,), proof.side) if narrator.unit == POINTS else 0
    return say("It takes this trick for {n}.", n=n) if n else say("It takes this trick.")


def remaining_tricks_text(narrator: Narrator[Position], position: Position, proof: Proof, move: Move) -> Text:
    """Return a sentence about the later tricks that the side wins in the line after a move, and its result. If there is only one
    later trick, the sentence names its winner.
    """
    later, side = _tricks(narrator, position, proof, move)[1:], {*proof.side}
    ours, you = [each for each in later if each.takers & side], narrator.table.called(proof.side)
    if not later:
        return final_result_text(narrator, position, proof, move)
    if len(later) > 1 and (not ours or all(each.takers <= side for each in later)):
        n = sum(counts(narrator, each, tuple(sorted(each.takers)), proof.side) for each in ours) if narrator.unit == POINTS else 0
        rest: Text = say("{you} {you:takes|take} {all:the rest|none of the rest}{n}", you=you, all=bool(ours),
                         n=say(" for {n}", n=n) if n else NOTHING)
        takers = proof.side
    else:
        told = [_told(narrator, each, proof.side, ONE) for each in ours or later]
        rest, takers = _in_turn(narrator, told), told[0][0] if len({who for who, _ in told}) == 1 else ()
    if takers == proof.side:
        does = say("{side:ends|end} with {what}", side=you, what=_end(narrator, position, proof, move))
        brings = _brings(narrator, position, proof, move)
        end: Text = say("{end}, {brings}", end=does, brings=brings) if brings else does
        return capital(say("{rest} and {end}.", rest=rest, end=end))
    return capital(say("{rest}: {end}.", rest=rest, end=_end_and_worth(narrator, position, proof, move)))


def _end(narrator: Narrator[Position], position: Position, proof: Proof, move: Move) -> Text:
    return narrator.result_text(final_position(narrator.game, position, proof.lines[move]), proof.side)


def _tricks(narrator: Narrator[Position], position: Position, proof: Proof, move: Move) -> list[LineTrick]:
    return tricks_of_line(narrator.game, position, proof.lines[move])


def final_result_text(narrator: Narrator[Position], position: Position, proof: Proof, move: Move) -> Text:
    """Return a sentence with the side's result after a move and its score."""
    return capital(say("{end}.", end=_end_and_worth(narrator, position, proof, move)))


def _end_and_worth(narrator: Narrator[Position], position: Position, proof: Proof, move: Move) -> Text:
    end = side_result_text(narrator, position, proof.side, [made for _, made in proof.lines[move]])
    brings = _brings(narrator, position, proof, move)
    return say("{end}, {brings}", end=end, brings=brings) if brings else end


def lead_tiebreak_text(narrator: Narrator[Position], position: Position, line: MoveLine) -> Text:
    """Return the reason for the next leader after the first trick in a line, if it isn't obvious from the highest cards."""
    settled = [each.sentence for each in events_of_line(narrator, position, line) if each.event.rule in narrator.words.settling]
    return joined([say("Who leads after this trick?"), *settled]) if settled else NOTHING


def _brings(narrator: Narrator[Position], position: Position, proof: Proof, move: Move) -> Text:
    """Return the score after a move; empty for a best move and if the side's result implies it."""
    if move in proof.best or _scores_what_it_takes(narrator, position, proof, move):
        return NOTHING
    if proof.goal.yes:
        return value_text(narrator, proof.goal, proof.values[move])
    return say("which scores {n}", n=narrator.value_amount(proof.values[move]))


def _scores_what_it_takes(narrator: Narrator[Position], position: Position, proof: Proof, move: Move) -> bool:
    """Return whether a side's result implies its score, because it took no tricks, or because all points taken count."""
    if proof.goal.yes:
        return False
    position = final_position(narrator.game, position, proof.lines[move])
    if len(proof.side) == 1:
        result = narrator.result_text(position, proof.side)
        return result == narrator.value_amount(proof.values[move]) or (
            not proof.values[move] and result == narrator.words.takes_none)
    points = narrator.game.value(proof.values[move])
    return narrator.unit == POINTS and any(
        stand.number == points and proof.side[0] in stand.seats for stand in narrator.side_totals(position))


def side_result_text(narrator: Narrator[Position], position: Position, side: Sequence[int], moves: Sequence[Move]) -> Text:
    """Return a side's result after some moves: ``you end with 6 tricks``, ``with no tricks (bid 1)``."""
    for move in moves:
        position, _ = narrator.game.make(position, move)
    what = narrator.result_text(position, side)
    return say("{side} {side:ends|end} with {what}", side=narrator.table.called(side), what=what)


def events_of_line(narrator: Narrator[Position], position: Position, line: MoveLine) -> list[EventText]:
    """Return the events of a line in words, up to the end of its first trick."""
    told = list[EventText]()
    for _, move in line:
        after, events = narrator.game.make(position, move)
        told += narrator.events(after, events)
        if after.last_trick is not position.last_trick or after.hand_over:
            break
        position = after
    return told
