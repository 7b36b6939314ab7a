"""Questions about Knüffeln other than those about tricks: the chosen suits, the points for a lead made face down, and the end of
the hand."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.model.cards import FACE_DOWN
from rules_engine.core.model.moves import Move
from rules_engine.core.model.rules import AnyRule
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.games.knueffeln import rules
from rules_engine.games.knueffeln.course import won_by
from rules_engine.games.knueffeln.position import KnueffelnPosition as Position
from rules_engine.narration.phrasebook import HandOverQuestion, NumberQuestion, Phrasebook, RuleFinding, SuitQuestion
from rules_engine.text.message import Text, all_of, joined, say, suit_mark


def add_questions(words: Phrasebook[Position]) -> None:
    """Register these questions with Knüffeln's phrasebook."""
    words.asks("suits")(chosen_suits)
    words.asks("bid-brings")(turn_brings)
    words.asks("hand-over")(hand_over)
    words.keeps_quiet("suits", "Chosen suits")
    words.keeps_quiet("bid-brings", "Stake")


def chosen_suits(position: Position, laid: Sequence[PlayedCard]) -> SuitQuestion | None:
    """Return the question about the suits of the cards turned up; None if they aren't all visible, or a trick has begun."""
    if laid or not position.turnups or FACE_DOWN in position.turnups:
        return None
    told = say("Turned up: {cards}. The chosen suits are {suits}.", cards=all_of(position.turnups),
               suits=all_of(map(suit_mark, position.chosen)))
    return SuitQuestion(say("Which two suits are chosen?"), position.chosen, RuleFinding(
        rules.turn_up.id, True, told, tuple(position.turnups)))


def turn_brings(position: Position, seat: int, move: Move) -> list[NumberQuestion] | None:
    """Return the questions about the value of a face-down lead: if the opponents run, and if they see it and the hand is won or
    lost."""
    if move.verb != "turn" or position.marching:
        return None
    value, seen = position.value, position.value + position.terms.turn
    among = (0, value, seen, -value, -seen)
    run = RuleFinding(rules.turn.id, True, say("Whoever runs gives up the hand at the stake before this turn."))
    see = RuleFinding(rules.turn.id, True, say("Seen, the turn raises the stake from {n} to {price}.", n=value,
                                           price=position.terms.priced(seen)))
    return [NumberQuestion(say("they run"), value, run, among), NumberQuestion(say("seen and won"), seen, see, among),
            NumberQuestion(say("seen and lost"), -seen, see, among)]


def hand_over(before: Position, after: Position) -> HandOverQuestion:
    """Return the question about the end of the hand, with the player who takes the trick. Five tricks win the hand, unless a side
    is on a march or may claim a Jann."""
    won = [say("{side} {n}", side=before.name(side), n=before.won(place)) for place, side in enumerate(before.sides)]
    known = [say("Tricks before this one: {won}.", won=joined(won, ", "))]
    if after.last_trick is not None:
        known.append(say("{seat} {seat:takes|take} this one.", seat=before.name(after.last_trick.winners[""])))
    return HandOverQuestion(joined(known), _over(after), _no_jann(after))


def _no_jann(position: Position) -> RuleFinding | None:
    """Explain why nobody may lead on after a hand is won by tricks; return None for any other hand."""
    if position.result is None or position.result.how != "game":
        return None
    loser = 1 - position.ended.side
    return RuleFinding(rules.jann.id, False, say(
        "That is no Jann, and nobody may lead on: {side} {side:has|have} {n:a trick|@ tricks}.",
        side=position.name(position.sides[loser]), n=position.won(loser)))


def _over(position: Position) -> RuleFinding:
    if position.result is not None:
        rule = won_by(position, position.result.how)
        return RuleFinding(rule.id, True, _ended(position, rule))
    if position.phase == "jann":
        return RuleFinding(
            rules.jann.id, False, say("{seat} may claim the Jann, or lead on.", seat=position.name(position.to_act))
        )
    if position.marching:
        return RuleFinding(rules.march.id, False, say("On the march the hand goes on until a trick is lost, or all are won."))
    if position.soloist is None:
        return RuleFinding(rules.five_tricks.id, False, say("Nobody has five tricks yet."))
    return RuleFinding(rules.solo_win.id, False, say("The soloist needs four tricks, the defenders five."))


def _ended(position: Position, rule: AnyRule) -> Text:
    side = position.name(position.sides[position.ended.side])
    if rule is rules.march:
        return say("The march is decided: {side} {side:wins|win}.", side=side)
    return say("{side} {side:has|have} {n} tricks and {side:wins|win} the hand.", side=side, n=position.won(position.ended.side))
