"""The play: cards led open or face down, tricks, and how a deal ends."""

from __future__ import annotations

from rules_engine.core.moves import Move
from rules_engine.core.position import Event
from rules_engine.games.knueffeln.cards import winning
from rules_engine.games.knueffeln.chain import tell_laid
from rules_engine.games.knueffeln.exchange import Log
from rules_engine.games.knueffeln.pay import finish
from rules_engine.games.knueffeln.position import KnueffelnPosition


def lay(position: KnueffelnPosition, move: Move, log: Log) -> None:
    """A card is led, face up or down, or played to the trick. Leading on after a Jann starts the march."""
    seat = position.to_act
    assert seat is not None
    if position.phase == "jann":
        _march(position, seat, log)
    position.phase = "play"
    position.hands[seat].remove(move.played)
    position.trick.append(move.laid[seat])
    if move.verb == "turn":
        _ask(position, seat, log)
        return
    if log is not None:
        log.append(_tell_card(position))
    position.to_act = position.next_player(seat)
    if position.to_act == position.leader:
        _take_trick(position, log)


def _march(position: KnueffelnPosition, seat: int, log: Log) -> None:
    position.marching = position.side[seat]
    if log is not None:
        log.append(Event("called", "march", f"{position.side_name(position.side[seat])} go for the march: one trick "
                                            "lost loses it.", seat))


def _ask(position: KnueffelnPosition, seat: int, log: Log) -> None:
    position.phase, position.to_act = "answer", answerer(position)
    if log is not None:
        log.append(Event("played", "turn", f"{position.seat_name(seat)} leads a card face down; "
                                           f"{position.seat_name(position.to_act)} answers.", seat))


def answerer(position: KnueffelnPosition) -> int:
    """Who answers a turned card: the soloist to a defender's, else the leader's left."""
    leader, soloist = position.leader or 0, position.soloist
    return soloist if soloist is not None and soloist != leader else position.next_player(leader)


def _tell_card(position: KnueffelnPosition) -> Event:
    finding = tell_laid(position, position.trick)
    return Event("played", finding.rule, finding.sentence, position.trick[-1].seat, finding.cards)


def see(position: KnueffelnPosition, log: Log) -> None:
    """The turned card is accepted: it lies open, the deal is worth more, and the trick goes on."""
    seat, leader = position.to_act, position.leader or 0
    position.turns[position.side[leader]] += 1
    position.phase, position.to_act = "play", position.next_player(leader)
    if log is not None:
        log += [Event("called", "turn", f"{position.seat_name(seat)} sees the card; the deal is now worth "
                                        f"{position.value} {position.terms.unit}.", seat), _tell_card(position)]


def run(position: KnueffelnPosition, log: Log) -> None:
    """The turned card is run from: its side wins the deal as it stood, but a march is not won and so fails."""
    side = position.side[position.leader or 0]
    if log is not None:
        log.append(Event("called", "turn", f"{position.seat_name(position.to_act)} runs from the turned card.",
                         position.to_act))
    if position.marching is None:
        finish(position, side, "run", log)
    else:
        finish(position, 1 - side, "failed", log)


def claim(position: KnueffelnPosition, log: Log) -> None:
    """The Jann is taken."""
    finish(position, position.side[position.to_act or 0], "jann", log)


def _take_trick(position: KnueffelnPosition, log: Log) -> None:
    best = winning(position.trick, position.order)
    position.tricks[best.seat] += 1
    if log is not None:
        log.append(Event("trick", "beat-led-card", f"{position.seat_name(best.seat)} takes the trick with the "
                         f"{{{best.card.text}}}, which no later card beat.", best.seat, (best.card,)))
    position.game.finish_trick(position, {"": best.seat})
    position.leader = position.to_act = best.seat
    _judge_deal(position, position.side[best.seat], log)


def _judge_deal(position: KnueffelnPosition, side: int, log: Log) -> None:
    if position.marching is not None:
        _judge_march(position, side, log)
    elif position.won(side) < position.needed(side):
        _lead_on(position, log)
    elif position.won(1 - side):
        finish(position, side, "game", log)
    else:
        position.phase = "jann"
        if log is not None:
            log.append(_tell_jann(position, side))


def _judge_march(position: KnueffelnPosition, side: int, log: Log) -> None:
    if side != position.marching:
        finish(position, side, "failed", log)
    elif position.won(side) >= position.march_length:
        finish(position, side, "march", log)
    else:
        _lead_on(position, log)


def _lead_on(position: KnueffelnPosition, log: Log) -> None:
    if not position.can_lead:
        position.to_act = None
    elif log is not None:
        log.append(Event("lead", "first-lead", f"{position.seat_name(position.leader)} took the trick and leads.",
                         position.leader))


def _tell_jann(position: KnueffelnPosition, side: int) -> Event:
    who = position.seat_name(position.leader)
    return Event("called", "jann", f"{position.side_name(side)} have won the first {position.won(side)} tricks in a row: "
                                   f"{who} takes the Jann or leads on for the march.", position.leader)
