"""Prompts for puzzles, in players' language. A prompt is based on a stake, an aim such as making a contract, that only the best
moves achieve; otherwise on the side's current result.

The prompt always states the score, because the right answer guarantees exactly this score.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.narration.narrator import Narrator
from rules_engine.narration.phrasebook import SideTotal, Stake
from rules_engine.narration.quantities import POINTS, counted
from rules_engine.quiz.line_tricks import final_position
from rules_engine.quiz.question_context import variant
from rules_engine.solver.search import Solution
from rules_engine.text.message import NOTHING, Place, Text, as_text, joined, say

Stakes = dict[Move, Sequence[Stake]]


def puzzle_prompt(narrator: Narrator[Position], position: Position, proof: Solution) -> Text:
    """Return the prompt for the best move: ``South leads. Which card costs South nothing?``

    The first sentence is omitted if the seat to act is the reader.
    """
    return joined([_turn(narrator, position), _whole(narrator, position, proof, is_again=False)])


def short_prompt(narrator: Narrator[Position], position: Position, proof: Solution) -> Text:
    """Return a short prompt for a reader who has already read the stakes: ``Which card brings it down, for 64 points?``"""
    return _whole(narrator, position, proof, is_again=True)


def _whole(narrator: Narrator[Position], position: Position, proof: Solution, is_again: bool) -> Text:
    if proof.goal.yes:
        return say("{goal}: which move is sure to?", goal=proof.goal.words)
    several = say("More than one does.") if len(proof.best) > 1 else NOTHING
    return joined([_asked(narrator, position, proof, is_again), several])


def _asked(narrator: Narrator[Position], position: Position, proof: Solution, is_again: bool) -> Text:
    """Return a question about the stake, or about points if there is no stake or if every move achieves it."""
    n, cards = narrator.value_amount(proof.most), all(move.card is not None for move in proof.values)
    stakes = _stakes(narrator, position, proof)
    if stake := _of_the_best(stakes, proof):
        told: dict[str, Place] = {"does": stake.does, "cards": cards, "n": n}
        if is_again:
            return say("Which {cards:card|move} {does}, for {n}?", **told)
        return say("{now}: which {cards:card|move} {does}, for {n}?", now=stake.now, **told)
    if settled := _settled(stakes, proof):
        worse = [value for value in proof.values.values() if value < proof.most]
        less = say(", not {n}", n=narrator.game.value(max(worse))) if worse else NOTHING
        return say("{settled}: which {cards:card|move} scores {n}{less}?", settled=settled, cards=cards, n=n, less=less)
    return _by_points(narrator, position, proof, n, cards)


def _by_points(narrator: Narrator[Position], position: Position, proof: Solution, n: Text, cards: bool) -> Text:
    """Return a question about points: the best move scores some, keeps all or some of them, or limits the loss."""
    side, now, value = narrator.table.called(proof.side), _has(narrator, position, proof.side), narrator.game.value
    is_told = len(proof.side) > 1      # with partners, both sides' points follow
    if proof.most > 0 and (is_told or not now):
        return say("Which {cards:card|move} scores {n} for {side}?", cards=cards, n=n, side=side)
    if is_told or not now:
        lost = say("no more than {n}", n=narrator.amount(-proof.most)) if proof.most else say("nothing")
        return say("Which {cards:card|move} costs {side} {lost}?", cards=cards, side=side, lost=lost)
    then = value(proof.most)
    if proof.most > value(now):
        does = say("makes it {n}", n=then)
    elif narrator.game.low_wins:
        does = say("takes no more") if then == now else say("keeps {side} from going above {n}", side=side, n=then)
    elif then <= 0:
        does = say("keeps {side} from falling below {n}", side=side, n=then)
    else:
        does = say("keeps {n:it|them all}", n=now) if then == now else say("keeps {n} of them", n=then)
    return say("{side} {side:has|have} {has}: which {cards:card|move} {does}?", side=side, has=counted(now, narrator.unit),
               cards=cards, does=does)


def _turn(narrator: Narrator[Position], position: Position) -> Text:
    """Return a sentence about the seat to act; empty if it is the reader's, because the table shows that."""
    seat = narrator.table.called(position.actor)
    if position.actor == narrator.reader:
        return NOTHING
    return say("{seat} {seat:plays|play}.", seat=seat) if position.trick else say("{seat} {seat:leads|lead}.", seat=seat)


def at_stake(narrator: Narrator[Position], position: Position, proof: Solution) -> Stake | None:
    """Return the stake that the side achieves with the best move and with no worse move, or None."""
    return _of_the_best(_stakes(narrator, position, proof), proof)


def _of_the_best(stakes: Stakes, proof: Solution) -> Stake | None:
    """Return the first stake achieved by a best move but by no worse move, or None."""
    worse = [each for move, found in stakes.items() if move not in proof.best for each in found]
    return next((each for move in proof.best for each in stakes.get(move, ()) if each.does and each not in worse), None)


def _settled(stakes: Stakes, proof: Solution) -> Text:
    """Return the text about a stake that every move achieves, or an empty text."""
    certain = [each for each in stakes.get(proof.best[0], ()) if all(each in found for found in stakes.values())]
    return next((each.settled for each in certain if each.settled), NOTHING)


def _stakes(narrator: Narrator[Position], position: Position, proof: Solution) -> Stakes:
    """Map each move to the stakes that it achieves. Moves without a line are omitted; for a goal other than points the mapping is
    empty."""
    if proof.goal.yes:
        return {}
    ends = {move: final_position(narrator.game, position, line) for move, line in proof.lines.items()}
    return {move: narrator.stakes(position, end, proof.side) for move, end in ends.items()}


def _has(narrator: Narrator[Position], position: Position, side: Sequence[int]) -> int:
    """Return the side's points so far; 0 if points aren't counted as tricks are taken."""
    if narrator.unit != POINTS:
        return 0
    return next((stand.number for stand in narrator.side_totals(position) if side[0] in stand.seats), 0)


def standing_text(narrator: Narrator[Position], position: Position, proof: Solution) -> Text:
    """Return a text with the facts not shown on the nameplates next to the hands: the variant, if it isn't the default; the
    points that partners have together; and the other seats' goal.
    """
    if len(proof.side) == 1:
        side = narrator.table.called(proof.side)
        known: Text = say("The others play against {side} first, then for themselves.", side=side)
    else:
        known = points_so_far_text(narrator, position, proof) if narrator.unit == POINTS else NOTHING
    return joined([variant(narrator.game), known])


def points_so_far_text(narrator: Narrator[Position], position: Position, proof: Solution) -> Text:
    """Return a text with the sides' points so far and their bids, for a table without nameplates; empty if the prompt contains
    them."""
    side, standing, stake = proof.side, narrator.side_totals(position), at_stake(narrator, position, proof)
    if stake and stake.tells:
        return NOTHING
    told = {"side": narrator.table.called(side), "has": narrator.result_text(position, side)}
    others = [stand for stand in standing if side[0] not in stand.seats]
    if len(side) > 1 and len(others) == 1 and any(stand.number for stand in standing):
        return say("{side} {side:has|have} {has}, they have {theirs}.", theirs=_theirs(narrator, position, others[0]), **told)
    is_nothing = told["has"] in (narrator.words.takes_none, counted(0, narrator.unit))
    if is_nothing or stake:
        return NOTHING
    by_points = not proof.goal.yes and not _settled(_stakes(narrator, position, proof), proof)
    if by_points and told["has"] == counted(_has(narrator, position, side), narrator.unit):
        return NOTHING      # the prompt begins with it
    return say("{side} {side:has|have} {has} so far.", **told)


def _theirs(narrator: Narrator[Position], position: Position, stand: SideTotal) -> Text:
    """Return the other side's points and its bid."""
    n, aim = as_text(stand.number) if stand.number else say("none"), narrator.words.about_aim(position, stand.seats)
    return say("{taken} ({aim})", taken=n, aim=aim) if aim else n
