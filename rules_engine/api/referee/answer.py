"""The referee's response to a request. The entries are parsed and tried in all consistent hands; the slip shows the result."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from rules_engine.api.protocol import CardRuling, MoveButton, RefereeAnswer, RefereeMessage
from rules_engine.api.referee.case import TableEntry
from rules_engine.api.referee.earlier_tricks import revoked
from rules_engine.api.referee.export import example_text, practice_save
from rules_engine.api.referee.fields import field_values
from rules_engine.api.referee.legal_moves import NotAsked, resolve_turn
from rules_engine.api.referee.reconstruct import MisplacedCard, Reconstruction
from rules_engine.api.referee.ruling import OPEN, Rulings
from rules_engine.api.referee.stages import PLAY, stages
from rules_engine.api.referee.statements import common, lead_statement, next_leader, sentences, trick_winner_statement
from rules_engine.api.referee.trick import (
    Axis,
    ImpossibleCards,
    PossibleTrick,
    TrickFinding,
    decides,
    evaluate,
    find_tricks,
    look_in,
    missing_entries,
    possible_moves_per_card,
    takers_of,
)
from rules_engine.api.referee.trick_totals import count_tricks
from rules_engine.core.model.errors import RulesEngineError, SetupError
from rules_engine.core.model.moves import Move
from rules_engine.html.card_html import move_named, sentence, spoken
from rules_engine.html.elements import join
from rules_engine.html.slip import Slip, slip_html, without_repeats
from rules_engine.html.table import takers
from rules_engine.narration.consequences import Statement
from rules_engine.text.message import NOTHING, Text, as_text, capital, joined, say

T = TypeVar("T")
Ways = Sequence[Sequence[Move]]
TAP = say("Tap the cards in the order in which they were played.")


def referee_answer(message: RefereeMessage) -> RefereeAnswer:
    """Return the ruling on the entries in a request. Raises ``RulesEngineError`` if there is no such game or card."""
    case = TableEntry(message)
    twice = _twice(case)
    if twice is not None:
        card = case.cards[twice].played
        return _answer(case, Slip(say("The {card} lies there already.", card=card), kind="no"), impossible=twice)
    answer = _of_turn(case) if message["tool"] == "turn" else _of_trick(case)
    return answer | {"exported": _exported(case, message["export"])} if "export" in message else answer


def _twice(case: TableEntry) -> int | None:
    """Return the index of a card that was entered twice, in this trick or also in an earlier one; None if there is none."""
    there = [move.played for move in case.cards]
    return next((place for place, card in enumerate(there) if card in there[:place] or card in case.table.gone), None)


def _exported(case: TableEntry, kind: str) -> str:
    """Return the table exported as text: a save, an author's file or counts; empty if the entries are insufficient or
    contradictory."""
    ways = possible_moves_per_card(case.game, case.entered(), case.cards)
    if isinstance(ways, ImpossibleCards):
        return ""
    moves = [each[0] for each in ways]
    try:
        if kind == "score":
            last = [(case.table.leader or 0, case.cards)] if case.cards else []
            told = count_tricks(case.game, case.entered(), [*case.tricks, *last])
            return json.dumps(told) if told else ""
        if kind == "file":
            return example_text(case.game, case.table, moves, case.hand)
        return practice_save(case.game, case.table, case.rows, moves, case.hand)
    except RulesEngineError:
        return ""


# ---- the winner of the trick

def _of_trick(case: TableEntry) -> RefereeAnswer:
    if not case.cards:
        stages(case.game, PLAY)      # fill the cache early, because the first call is slow
        return _answer(case, Slip(TAP))
    ways = possible_moves_per_card(case.game, case.entered(), case.cards)
    if isinstance(ways, ImpossibleCards):
        return _out_but_led(case) or _impossible_entry(case, ways.wrong)
    result = find_tricks(case.game, case.entered(ways))
    if result.wrong:
        return _impossible_entry(case, result.wrong, result.asks)
    slip = _undecided(case, result) if result.takers is None else _taker(case, ways, result)
    return _answer(case, slip, result.lying, result.asks, result.sure, ways, decided=result.takers is not None)


def _depends(case: TableEntry, asks: Iterable[Axis]) -> Slip:
    """Return a slip asking the user to enter the fields on which the result depends."""
    return Slip(say("First choose above: {what}.", what=case.labels(asks)), kind="now")


def _undecided(case: TableEntry, result: TrickFinding) -> Slip:
    """Return the slip for a trick whose winner depends on fields in the form, or on facts that can't be entered."""
    if result.asks:
        return _depends(case, result.asks)
    rules = {case.narrator.trick_explanation(each.start, each.laid)[-1].rule for each in result.lying}
    return Slip(OPEN, [(NOTHING, rule) for rule in rules][:1], "now")


def _taker(case: TableEntry, ways: Ways, result: TrickFinding) -> Slip:
    """Return a slip with the current or final winner, and the reasons that are true in all consistent hands."""
    if not result.sure:
        return _so_far(case, result)
    if not result.lying[0].whole:
        return _sure(case, result)
    slip = _taken(case, result)
    rows = _left_out(case, ways)
    if not rows:
        return slip
    return slip._replace(more=[*slip.more, (say("Choose {what} above for what depends on it.", what=case.labels(rows)), "")])


def _so_far(case: TableEntry, result: TrickFinding) -> Slip:
    """Return the slip for an undecided trick: the current winner, and the reason."""
    assert result.takers is not None
    why = common([[chain[-1]] for chain in _chains(case, result)])
    if not result.takers:
        return without_repeats(NOTHING, why) if why else Slip(TAP)
    return Slip(say("So far {seat} {seat:takes|take} it.", seat=takers(case.game, result.takers)), why)


def _sure(case: TableEntry, result: TrickFinding) -> Slip:
    """Return the slip for an unfinished trick whose winner no further card can change."""
    assert result.takers is not None
    seats = [one.seat for one in result.lying[0].laid]
    best = [seats.index(seat) for seat in dict.fromkeys(result.takers.values())]
    why = common([[chain[place] for place in best] for chain in _chains(case, result)])
    lead = say("{seat} {seat:takes|take} it: no card can change that any more.", seat=takers(case.game, result.takers))
    return Slip(lead, why, "end")


def _chains(case: TableEntry, result: TrickFinding) -> list[list[Statement]]:
    """Return, for each consistent hand, the explanation of each card's effect on the trick."""
    return [
        [(each.sentence, each.rule) for each in case.narrator.trick_explanation(lying.position, lying.laid)]
        for lying in result.lying
    ]


def _taken(case: TableEntry, result: TrickFinding) -> Slip:
    """Return the slip for a complete trick: its winner and the consequences.

    The next lead is reported if it is the same in all consistent hands in which the play continues.
    """
    assert result.takers is not None
    told = [trick_winner_statement(case.narrator, each) for each in result.lying]
    taken = common(told)
    leads = common([lead_statement(case.narrator, each) for each in result.lying if each.position.phase == PLAY])
    reasons = [part for part in told[0] if part[1] in case.narrator.words.of_chain] or told[0][:1]
    if not reasons or {text.sentences[0] for text, _ in reasons} - {*sentences(taken)}:     # the reasons differ
        rules = [(NOTHING, rule) for _, rule in reasons[:1]]
        lead = say("{seat} {seat:takes|take} it in any case.", seat=takers(case.game, result.takers))
        return Slip(lead, [*rules, *taken, *leads], "end")
    others = common([trick_winner_statement(case.narrator, each, by_seat=False) for each in result.lying])
    return without_repeats(NOTHING, [*taken, *leads, *others])._replace(kind="end")


def _left_out(case: TableEntry, ways: Ways) -> list[str]:
    """Return the keys of missing fields that change a statement about the trick other than its winner."""
    told = case.entered(ways)

    def outcome(way: PossibleTrick) -> object:
        lying = look_in(told, way).lying
        return tuple(sentences(trick_winner_statement(case.narrator, lying))) if isinstance(lying, Reconstruction) else None

    ways_looked = [look.way for look in evaluate(case.game, told)]
    return [key for key in missing_entries(told) if decides(told, ways_looked, key, outcome)]


def _out_but_led(case: TableEntry) -> RefereeAnswer | None:
    """Return a ruling if the leader is selected in a field, such as the players who sit out, that makes the lead impossible;
    otherwise None."""
    leader = case.game.table.names[case.table.leader or 0]
    for key, row in case.rows.items():
        marked = case.table.told.get(key)
        if row.several and isinstance(marked, list) and leader in marked:
            table = case.table._replace(told={**case.table.told, key: [each for each in marked if each != leader]})
            looks = evaluate(case.game, case.entered([case.cards[:1]])._replace(table=table))
            if any(isinstance(look.lying, Reconstruction) for look in looks):
                lead = say("{seat} {seat:has|have} led, but {seat:is|are} marked at “{label}”.", label=row.label,
                           seat=case.narrator.name(case.table.leader or 0))
                return _answer(case, Slip(lead, kind="no"), asks=[key], impossible=0)
    return None


def _impossible_entry(case: TableEntry, wrong: Sequence[MisplacedCard | SetupError], asks: Sequence[Axis] = ()) -> RefereeAnswer:
    """Return the ruling on a card or an entry that is impossible, with the engine's reason."""
    against = [each for each in wrong if isinstance(each, MisplacedCard)]
    against = [each for each in against if each.verdict is not None] or against
    if not against:
        return _misfit(case, next(each for each in wrong if isinstance(each, SetupError)), asks)
    place = against[0].place if len({each.place for each in against}) == 1 else None
    card = case.cards[place].played if place is not None and place < len(case.cards) else None
    if against[0].verdict is None:
        more = say("The {card} is one too many.", card=card) if card is not None else NOTHING
        full = (say("Nobody is left to call: take the last call back.") if case.calls else
                joined([say("All have played to this trick."), more, say("“Next trick” clears it.")]))
        return _answer(case, Slip(full, kind="now"), impossible=place)
    lead = say("The {card} can't lie there.", card=card) if card is not None else say("That can't be so.")
    return _answer(case, Slip(lead, _refused(case, against, of_card=card is not None), "no"), impossible=place)


def _refused(case: TableEntry, against: Sequence[MisplacedCard], of_card: bool) -> list[Statement]:
    """Return the reasons against a card or call that are true in all consistent hands. For a card, the sentence is omitted unless
    the rule names cards that the player has to choose from."""
    told = [(refusal.sentence if each.verdict.binds or not of_card else NOTHING, refusal.rule) for each in against
            if each.verdict is not None and (refusal := case.narrator.refusal(each.position, each.verdict)) is not None]
    rule = _one(rule for _, rule in told)
    return common([[each] for each in told]) or ([(NOTHING, rule)] if rule else [])


def _misfit(case: TableEntry, error: SetupError, asks: Sequence[Axis]) -> RefereeAnswer:
    """Return the ruling on contradictory or incomplete entries."""
    finding = asks or [str(problem.path[0]) for problem in error.problems if problem.path]
    rows = [key for key in finding if key in case.rows]
    slip = _depends(case, rows) if rows else Slip(as_text(capital(error.problems[0].message)), kind="no")
    return _answer(case, slip, asks=rows)


# ---- legal moves

def _of_turn(case: TableEntry) -> RefereeAnswer:
    ways: Ways = []
    if case.table.phase == PLAY and case.cards:
        told = possible_moves_per_card(case.game, case.entered(), case.cards)
        if isinstance(told, ImpossibleCards):
            return _out_but_led(case) or _impossible_entry(case, told.wrong)
        ways = told
    result = resolve_turn(case.game, case.entered(ways, case.hand), case.calls)
    if result.asks:
        return _answer(case, _depends(case, result.asks), asks=result.asks, ways=ways)
    return _judged(case, Rulings(case, result.turns)) if result.turns else _no_turn(case, result.wrong)


def _no_turn(case: TableEntry, wrong: Sequence[NotAsked | MisplacedCard | SetupError]) -> RefereeAnswer:
    half = [key for key, row in case.rows.items() if row.several and row.asked and len(case.table.told.get(key) or ()) == 1]
    if half:
        return _answer(case, _depends(case, half), asks=half)
    impossible = [each for each in wrong if not isinstance(each, NotAsked)]
    if impossible:
        return _impossible_entry(case, impossible)
    hidden = any(isinstance(each, NotAsked) and each.hidden for each in wrong)
    return _answer(case, Slip(OPEN if hidden else say("With these cards there is nothing to choose there.")))


def _judged(case: TableEntry, judged: Rulings) -> RefereeAnswer:
    cards: dict[str, CardRuling] = {}
    for card in judged.held if judged.of_cards else ():
        told = judged.why(card)
        why = _html(case, without_repeats(NOTHING, told)._replace(kind="no")) if told else ""
        cards[card.text] = {"legal": judged.legal(card), "why": why}
    said = judged.said if case.table.phase != PLAY else ()       # calls made during the play can't be entered
    calls = [_way(case, each.move, each.legal, each.refusals[0].sentence if each.refusals else NOTHING)
             for each in said if each.legal is not False or each.move.number is None]
    return _answer(case, judged.slip(), cards=cards, calls=calls, turn=judged.seat, sure=not judged.open)


# ---- the response

def _answer(case: TableEntry, slip: Slip, lying: Sequence[Reconstruction] = (), asks: Iterable[Axis] = (), sure: bool = False,
            ways: Ways = (), impossible: int | None = None, cards: Mapping[str, CardRuling] | None = None,
            calls: Sequence[MoveButton] = (), turn: int | None = None, decided: bool = True) -> RefereeAnswer:
    several = {str(place): [_way(case, move) for move in each] for place, each in enumerate(ways) if len(each) > 1}
    whole = bool(lying) and all(each.whole for each in lying)
    tricks = [*case.tricks, (case.table.leader or 0, case.cards)]
    revoke = revoked(case.game, case.entered(), tricks) if whole and case.tricks else None
    slip = slip._replace(more=[*slip.more, revoke]) if revoke else slip
    return {"html": _html(case, slip), "say": spoken(case.game.pack, slip.told()), "certain": sure, "whole": whole,
            "moves": [_one(each.laid[place].move.text for each in lying) or move.text for place, move in enumerate(case.cards)],
            "seats": [_one(each.laid[place].seat for each in lying) for place in range(len(case.cards) if lying else 0)],
            "won": _won(case, lying) if decided else [], "next": _next(lying, whole) if lying else turn, "impossible": impossible,
            "missing": [key for key in asks if isinstance(key, str)], "ways": several,
            "carried": _kept(case, lying) if whole else {}, "cards": cards or {}, "calls": calls, "exported": ""}


def _one(values: Iterable[T]) -> T | None:
    """Return the common value if all values are equal, otherwise None."""
    finding = {*values}
    return finding.pop() if len(finding) == 1 else None


def _next(lying: Sequence[Reconstruction], whole: bool) -> int | None:
    """Return the seat to play next or, after a complete trick, to lead the next one; None if uncertain."""
    if not whole:
        return _one(each.position.to_act for each in lying)
    return _one(next_leader(each) for each in lying if each.position.phase == PLAY)


def _won(case: TableEntry, lying: Sequence[Reconstruction]) -> list[int]:
    """Return the indices of the cards that win the trick, or are winning it so far, in all consistent hands."""
    return [place for place in range(len(case.cards) if lying else 0) if all(_takes(case, each, place) for each in lying)]


def _takes(case: TableEntry, lying: Reconstruction, place: int) -> bool:
    one = lying.laid[place]
    return any(taker == one.seat and (not part or one.card.suits == part)
               for part, taker in takers_of(case.game, lying).items())


def _kept(case: TableEntry, lying: Sequence[Reconstruction]) -> dict[str, list[str]]:
    """Return the certain values after the trick, for fields that were entered or are optional."""
    finding = [field_values(case.game, case.rows, each.position) for each in lying]
    return {
        key: finding[0][key]
        for key, row in case.rows.items()
        if all(each.get(key) == finding[0][key] for each in finding) and (key in case.table.told or not row.asked)
    }


def _html(case: TableEntry, slip: Slip) -> str:
    return slip_html(case.game, slip, case.links)


def _way(case: TableEntry, move: Move, legal: bool | None = True, why: Text = NOTHING) -> MoveButton:
    return {"move": move.text, "html": join(sentence(case.game.pack, move_named(move))), "legal": legal,
            "why": join(sentence(case.game.pack, why))}
