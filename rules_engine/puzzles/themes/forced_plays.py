"""Forced plays after the best move: an opponent's only legal card, or a lead that can no longer be beaten.

The solver proves that such a card matters: if another could be played, the side would get less.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move, PlayedCard, play
from rules_engine.core.positions.position import Position
from rules_engine.narration.move_phrases import with_article
from rules_engine.narration.narrator import Narrator
from rules_engine.puzzles.themes.analysis import reaches
from rules_engine.quiz.best_move import Proof
from rules_engine.quiz.line_tricks import LineTrick, trick_name
from rules_engine.solver.search import Search
from rules_engine.text.message import NOTHING, Text, any_of, say

NAMED = 2
"""Maximum number of cards to name as alternatives."""


class _Turn(NamedTuple):
    """An opponent's move in the line.

    ``place``  the index of its trick in the line
    ``at``     the position before it
    ``seat``   the opponent's seat
    ``move``   the move
    """

    place: int
    at: Position
    seat: int
    move: Move


def forced(narrator: Narrator[Position], search: Search[Position], proof: Proof, best: Sequence[LineTrick]
           ) -> tuple[Text, bool]:
    """Return a sentence about a forced play after the best move, and whether it names the taker of this trick.

    A card that has to take its trick is preferred to other forced cards.
    """
    turns = [turn for turn in _turns(narrator.game, search.start, proof) if turn.place < len(best)]
    for turn in sorted(turns, key=lambda each: each.seat not in best[each.place].takers):
        if freed := _bound(search, proof, turn):
            return _must_play(narrator, best, turn, freed), turn.place == 0 and best[0].takers == {turn.seat}
    return NOTHING, False


def _turns(game: Game[Position], position: Position, proof: Proof) -> Iterator[_Turn]:
    """Yield the opponents' plays in the line after the best move from hands with more than one card."""
    place = 0
    for seat, move in proof.lines[proof.best[0]]:
        if seat not in proof.side and position.phase == "play" and move.card is not None and len(position.hands[seat]) > 1:
            yield _Turn(place, position, seat, move)
        last, position = position.last_trick, game.make(position, move)[0]
        place += position.last_trick is not last


def _bound(search: Search[Position], proof: Proof, turn: _Turn) -> Card | None:
    """Return an illegal card with which the side would get less, if only one card is legal; otherwise None."""
    game, legal = search.game, search.game.legal(turn.at)
    if len({move.card for move in legal}) > 1:
        return None
    barred = [move for move in game.candidates(turn.at) if move.card is not None and move.card is not turn.move.card]
    return next((move.card for move in barred if reaches(search, game.make(turn.at, move)[0], proof.most) is False), None)


def _must_play(narrator: Narrator[Position], best: Sequence[LineTrick], turn: _Turn, freed: Card) -> Text:
    led, takes = best[turn.place].trick.laid[0], turn.seat in best[turn.place].takers
    told = {"seat": narrator.table.called(turn.seat), "card": with_article(turn.move.played), "led": with_article(led.card),
            "trick": trick_name(best, turn.place)}
    if led.seat == turn.seat:
        return say("{seat} {seat:has|have} to lead {card}: no other may be led.", **told)
    if _trumps(narrator, turn, freed):
        return say("{seat} can't follow {led} and must trump {trick} with {card}.", **told)
    told["must"] = say(", and must take the trick") if takes else say(", and must part with it")
    if turn.place == 1:
        return say("Then {leader} {leader:leads|lead} {led}: {seat} {seat:has|have} only {card} to follow with{must}.",
                   leader=narrator.table.called(led.seat), **told)
    if turn.place:
        return say("Later {seat} {seat:has|have} only {card} to follow {led} with{must}.", **told)
    return say("{seat} {seat:has|have} only {card} to follow with{must}.", **told)


def _trumps(narrator: Narrator[Position], turn: _Turn, freed: Card) -> bool:
    """Return whether the forced card is a trump."""
    rule = narrator.game.judge(turn.at, play(freed)).rule
    return rule is not None and rule.id in narrator.words.trumping


def played_already(narrator: Narrator[Position], position: Position, proof: Proof, best: Sequence[LineTrick]) -> Text:
    """Return a sentence about an opponent who could beat the best card but has already played.

    It is empty unless the best card takes this trick and no later player could beat it.
    """
    mine = best[0].laid_by(position.actor) if best else None
    if mine is None or not position.trick or best[0].takers != {mine.seat} or mine.move.verb != "play":
        return NOTHING
    game = narrator.game
    played, others = {each.seat for each in position.trick}, [seat for seat in narrator.table.seats if seat not in proof.side]
    above = {seat: [card for card in position.hands[seat] if seat in game.winners(
        position, [*position.trick, mine, play(card).laid[seat]]).values()] for seat in others}
    late = [seat for seat in others if above[seat] and seat in played]
    if not late or any(above[seat] for seat in others if seat not in played):
        return NOTHING
    return say("{seat}, who could beat {card} with {others}, {seat:has|have} already played.",
               seat=narrator.table.called(late[0]), card=with_article(mine.card),
               others=any_of(map(with_article, above[late[0]][:NAMED])))


def unbeaten(
    narrator: Narrator[Position], position: Position, proof: Proof, best: Sequence[LineTrick], natural: Sequence[LineTrick]
) -> Iterator[Text]:
    """Yield a sentence for each later lead of the side that takes its trick and can no longer be beaten.

    Somebody could beat the card at first, and it takes no trick after the natural move.
    """
    for trick in best[1:]:
        lead = trick.trick.laid[0]
        is_new = not any(each.is_taken_by(lead.card) for each in natural)
        if lead.seat not in proof.side or lead.move.verb != "play" or not (is_new and trick.is_taken_by(lead.card)):
            continue
        if _is_beaten(narrator.game, position, proof, lead) and not _is_beaten(narrator.game, trick.before, proof, lead):
            yield say("By the time {card} is led, nobody can beat it any more.", card=with_article(lead.card))


def _is_beaten(game: Game[Position], holds: Position, proof: Proof, lead: PlayedCard) -> bool:
    """Return whether any card that the opponents hold in a position would beat a lead. It needn't be legal."""
    return any(seat in game.winners(holds, [lead, play(card).laid[seat]]).values() for seat in game.table.seats
               if seat not in proof.side for card in holds.hands[seat])
