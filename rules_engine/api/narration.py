"""Descriptions of a hand in play: the seat to act, the latest events, and the text for screen readers."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.api.result import result_told
from rules_engine.api.session import Session
from rules_engine.core.model.rules import AnyRule
from rules_engine.core.model.table_talk import Remark
from rules_engine.html.prompt import prompt
from rules_engine.html.slip import Slip, without_repeats
from rules_engine.narration.consequences import Statement, consequences, statements
from rules_engine.narration.phrasebook import EventText
from rules_engine.text.message import NOTHING, QuotedText, Text, capital, joined, say

RESULT = ("hand", "game")
"""The types of events that report the result of a hand or game."""


def status_text(session: Session) -> Text:
    """Return a sentence on the state of the hand: its result, a finished trick, or the seat to act."""
    position = session.position
    if position.hand_over:
        return result_told(session)
    if session.trick_lies:
        return say("The trick is complete.")
    if session.sayings:
        return say("{seat}, your partner, is next. Do you want to say something?", seat=_next(session))
    if session.readers_turn:
        return asked(session, cards_to_discard(session))
    return say("{seat} {seat:is|are} next.", seat=_next(session))


def cards_to_discard(session: Session) -> int:
    """Return the number of cards that the reader must give away one by one; 0 if other moves are possible."""
    count, verb = 0, ""
    while session.readers_turn and session.position.phase != "play":
        legal = session.game.legal(session.position)
        verbs = {move.verb for move in legal if move.card is not None and move.other is None}
        if len(verbs) != 1 or any(move.card is None or move.other is not None for move in legal) or verb not in ("", *verbs):
            break
        verb, count, session = verbs.pop(), count + 1, session.play(legal[0])
    return count


def asked(session: Session, cards: int) -> Text:
    """Return the prompt for the seat to act; ``cards`` is the number of cards to move together."""
    wanted = prompt(session.view, cards)
    if session.seat is not None:
        return say("Your turn: {prompt}.", prompt=wanted)
    return say("{seat}: {prompt}.", seat=_next(session), prompt=wanted)


def _next(session: Session) -> Text:
    return session.narrator.table.called(session.position.actor)


def state_slip(session: Session, turn: bool, to_give: int, ended: bool) -> Slip:
    """Return the slip on the state of the hand: its result, the latest events, and the next action.

    ``turn``     whether the reader may move now
    ``to_give``  the number of cards that the reader must give away one by one (see ``cards_to_discard``)
    ``ended``    whether the last trick of the hand is still on the table, so that its result isn't reported yet
    """
    told = session.told(len(session.moves))
    if session.position.hand_over and not ended:
        return Slip(result_told(session), statements(each for each in told if each.event.kind == "game"), "end")
    if session.trick_done:
        notes = session.narrator.turn_notes(session.view.position, session.position.actor) if turn else []
        happened = consequences(told, RESULT if ended else ())
        return without_repeats(NOTHING, [*happened, *persistent_news(session), *statements(notes)])
    if turn:
        begins = [(say("You move for every seat now."), "")] if session.seat is None and not session.moves else []
        beside = [*about_turn(session), *begins, *persistent_news(session), *latest_news(session)]
        aim = session.narrator.objective if session.is_first_turn else NOTHING
        return Slip(asked(session, to_give), beside, "now", aim=aim)
    if session.waiting:
        return Slip(status_text(session), [*persistent_news(session), *latest_news(session)])
    return latest_move(session)


def about_turn(session: Session) -> list[Statement]:
    """Return the notes for the seat to act. Outside the play, the first is only a link to the rule that applies."""
    position = session.view.position
    told = statements(session.narrator.turn_notes(position, position.actor))
    return told if position.phase == "play" else [(NOTHING, rule) for rule in rules_of_choice(session)[:1]] + told


def rules_of_choice(session: Session) -> list[str]:
    """Return the ids of the rules about the choice. Rules that bar all moves of some kind, and nothing else, come last: they are
    about moves that the player can't make now."""
    game, position = session.game, session.view.position
    tried, verbs = game.candidates(position), {move.verb for move in game.legal(position)}

    def only_bars(rule: AnyRule) -> bool:
        left = tried if rule.offers else rule(position, tried)
        barred = {move.verb for move in tried if move not in left}
        return bool(barred) and barred.isdisjoint(verbs)

    return [rule.id for rule in sorted(game.asked(position), key=only_bars)]


def latest_news(session: Session) -> list[Statement]:
    """Return the latest events, one sentence each with its rule."""
    return consequences(session.news, () if session.position.last_trick is None else ("lead", "trick"))


def persistent_news(session: Session) -> list[Statement]:
    """Return the events since the reader's last decision that a player still needs to know, joined into one paragraph, without
    the latest ones. The list is empty if there are none.
    """
    latest = {told.sentence for told in session.news}
    kept = [told.sentence for told in [*turned_up(session), *session.kept_news] if told.sentence not in latest]
    return [(joined(kept), "")] if kept else []


def turned_up(session: Session) -> list[EventText]:
    """Return the facts settled by the deal of a later hand, such as the trumps; empty once the reader has moved in it."""
    if session.number == 1 or not session.is_unmoved:
        return []
    return [told for told in session.told(0) if told.event.kind == "dealt"][1:]     # the first says who deals


def latest_move(session: Session) -> Slip:
    """Return a slip with the latest move and its events, or with the deal if nobody has moved."""
    place = len(session.moves)
    if not place:
        return Slip(say("{seat} dealt.", seat=session.narrator.table.called(session.position.dealer)), latest_news(session))
    lead = NOTHING if event_implies_move(session, place - 1) else move_text(session, place - 1)
    return without_repeats(lead, latest_news(session))


def event_implies_move(session: Session, place: int) -> bool:
    """Return whether the events of the move at index ``place`` already describe the move itself. That is true of most calls."""
    return bool(session.moves[place].verb != "play" and session.brought(place + 1))


def move_text(session: Session, place: int) -> Text:
    """Return a sentence on the move at index ``place``, as the reader saw it."""
    position = session.line[place].position
    return session.narrator.move_sentence(position, position.actor, session.moves[place], not session.open_to_reader(place))


# ---- text for screen readers

def deal_text(session: Session) -> Text:
    """Return the text for screen readers that announces the deal and the first prompt."""
    return joined(
        [*(told.sentence for told in session.told(0)), *_remarks_told(session, session.line[0].talk), status_text(session)]
    )


def moves_text(session: Session, start: int, score: bool) -> Text:
    """Return the text for the live region: the moves from index ``start`` on, with their events and all remarks.

    ``score``  whether to include the result of the hand
    """
    parts = _remarks_told(session, session.own_words(start))
    for place in range(start, len(session.moves)):
        parts += [] if session.repeated(place) else [_brought(session, place, () if score else RESULT)]
        parts += _remarks_told(session, session.line[place + 1].talk)
    ends = score if session.position.hand_over else not (session.running or session.trick_lies)
    return joined([*parts, status_text(session) if ends else NOTHING])


def undo_text(session: Session, after: Session) -> Text:
    """Return the text for screen readers after an undo: the move taken back, and the prompt. ``after`` is the session after the
    undo."""
    place = len(after.moves)
    call = session.narrator.move_request(session.line[place].position, session.moves[place])
    return joined([say("Taken back: {call}.", call=call), status_text(after)])


def _brought(session: Session, place: int, untold: Sequence[str]) -> Text:
    """Return the move at index ``place`` and its events in words, omitting events of the ``untold`` types."""
    told = consequences(session.brought(place + 1), untold, results_first=0)
    return without_repeats(NOTHING if told and event_implies_move(session, place) else move_text(session, place), told).told()


def _remarks_told(session: Session, remarks: Sequence[Remark]) -> list[Text]:
    called = session.narrator.table.called
    return [capital(say("{seat} {seat:says|say} {phrase}: {meaning}", seat=called(remark.seat), phrase=QuotedText(remark.phrase),
                        meaning=remark.meaning)) for remark in remarks]
