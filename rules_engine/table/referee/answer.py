"""The referee's answer to a message: what was told is read, looked at, and put into words on a slip."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from rules_engine.core.model.cards import Card
from rules_engine.core.model.errors import RulesEngineError, SetupError, TextError
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.core.telling.telling import Telling, telling_of
from rules_engine.core.telling.words import Finding
from rules_engine.core.words.sentences import NOTHING, Text, all_of, as_text, capital, joined, say
from rules_engine.scenario.reasons import Outcome
from rules_engine.table.protocol import JudgedCard, RefereeAnswer, RefereeMessage, WayAnswer, links_of
from rules_engine.table.referee.counted import counted
from rules_engine.table.referee.earlier import revoked
from rules_engine.table.referee.handing import example_text, practice_save
from rules_engine.table.referee.labels import row_label
from rules_engine.table.referee.lying import PLAY, Against, Lying, Table, game_of, usual
from rules_engine.table.referee.slots import rows_of, told_of, written
from rules_engine.table.referee.trick import Found, Told, found, looked_at, loosened, ways_of
from rules_engine.table.referee.turn import NotAsked, Turn, turn
from rules_engine.view.face import move_named, sentence, spoken
from rules_engine.view.html import join
from rules_engine.view.slip import Slip, slip_html, told_once
from rules_engine.view.table import takers


class Case:
    """What a message tells, read. Raises ``RulesEngineError`` where it tells of no such game or cards."""

    def __init__(self, message: RefereeMessage) -> None:
        options = tuple(sorted((message.get("options") or {}).items()))
        chosen = message["game"], message.get("variant"), message.get("players")
        try:
            self.game = game_of(*chosen, tuple(message.get("seats", ())), options)
        except SetupError:      # names that no seat can have
            self.game = game_of(*chosen, (), options)
        self.links = links_of(message)
        self.rows = {key: row for key, row in rows_of(self.game).items() if key in message["rows"]}
        self.cards = [self.move(text) for text in message["cards"]]
        self.hand = [self.game.pack.card(text) for text in message.get("hand", ())]
        self.calls = [self.game.notation.read_move(text) for text in message.get("calls", ())]
        self.tricks = [(trick["leader"], [self.move(text) for text in trick["cards"]]) for trick in message.get("tricks", ())]
        gone = frozenset(move.played for _, moves in self.tricks for move in moves)
        offered = frozenset(key for key, row in self.rows.items() if not row.asked)
        told = told_of(self.rows, message["told"])
        self.table = Table(told, message["leader"] % self.game.table.size, gone, message.get("phase", PLAY), offered)
        self.telling: Telling[Position] = telling_of(self.game)

    def move(self, text: str) -> Move:
        """Return a card on the table as it was told: a move, or the play of a bare card. Raises ``TextError``."""
        move = self.game.notation.read_move(text)
        if move.card is None:
            raise TextError(text, "a card")
        return move


def referee_answer(message: RefereeMessage) -> RefereeAnswer:
    """Return what the rules say of what somebody has told."""
    case = Case(message)
    twice = _twice(case)
    if twice is not None:
        card = case.cards[twice].played
        return _answer(case, Slip(say("The {card} lies there already.", card=card), kind="no"), amiss=twice)
    answer = _of_turn(case) if message["tool"] == "turn" else _of_trick(case)
    return answer | {"handed": _handed(case, message["on"])} if "on" in message else answer


def _twice(case: Case) -> int | None:
    """The place of a card that is gone already, or lies there twice."""
    there = [move.played for move in case.cards]
    return next((place for place, card in enumerate(there) if card in there[:place] or card in case.table.gone), None)


def _handed(case: Case, kind: str) -> str:
    """What the table is handed on as; nothing where what was told isn't enough, or can't be so."""
    ways = ways_told(case)
    if isinstance(ways, Against | SetupError):
        return ""
    moves = [each[0] for each in ways]
    try:
        if kind == "score":
            last = [(case.table.leader or 0, moves)] if moves else []
            told = counted(case.game, case.table, [*case.tricks, *last])
            return json.dumps(told) if told else ""
        if kind == "file":
            return example_text(case.game, case.table, moves, case.hand)
        return practice_save(case.game, case.table, case.rows, moves, case.hand)
    except RulesEngineError:
        return ""


# ---- who takes it

def _of_trick(case: Case) -> RefereeAnswer:
    if not case.cards:
        usual(case.game, PLAY)      # it takes a while, once
        return _answer(case, Slip(say("Tap the cards in the order in which they were played.")))
    ways = ways_told(case)
    if isinstance(ways, Against | SetupError):
        return _amiss(case, ways)
    result = found(case.game, Told(case.table, case.rows, ways))
    if not isinstance(result.lying, Lying):
        return _amiss(case, result.lying, result)
    lying = result.lying
    slip = _depends(case, result.asks) if result.takers is None else _sure(case, lying) if result.sure else _so_far(case, lying)
    won = [place for place, one in enumerate(lying.laid) if result.takers and _takes(result, one.seat, one.card)]
    return _answer(case, slip, lying, result.asks, won, result.sure, ways)


def ways_told(case: Case) -> list[list[Move]] | Against | SetupError:
    """Return, for each card, the moves with which it may have been laid: the one told, or all that there are."""
    ways = list[list[Move]]()
    for place, move in enumerate(case.cards):
        looked = looked_at(case.game, Told(case.table, case.rows, [each[:1] for each in ways]))
        lying = [each for each in looked if isinstance(each, Lying)]
        if not lying:
            assert not isinstance(looked[0], Lying)
            return looked[0]
        if lying[0].whole or lying[0].position.to_act is None:
            return Against(place, lying[0].position, None)
        for table in [] if place else loosened(case.game, case.table):      # a lead hangs on more than what lies there
            lying += [each for each in looked_at(case.game, Told(table, case.rows, [])) if isinstance(each, Lying)]
        possible = [way for each in lying for way in ways_of(case.game, each.position, move.played)]
        ways.append([move] if move.suit or move.verb != "play" else list(dict.fromkeys(possible)) or [move])
    return ways


def _takes(result: Found, seat: int, card: Card) -> bool:
    assert result.takers is not None
    return any(taker == seat and (not part or card.suits == part) for part, taker in result.takers.items())


def _depends(case: Case, asks: Sequence[str | int]) -> Slip:
    """Something that wasn't told decides it."""
    wanted = [row_label(case.game, case.rows[key]) if isinstance(key, str) else
              say("how the {card} was played", card=case.cards[key].played) for key in asks]
    return Slip(say("First choose above: {what}.", what=all_of(wanted)), kind="now")


def _so_far(case: Case, lying: Lying) -> Slip:
    """The trick isn't decided yet: who would take it as it lies, and why."""
    chain = case.telling.chain(lying.position, lying.laid)
    winners = case.game.winners(lying.position, lying.laid)
    if not winners:
        return Slip(chain[-1].sentence, [(NOTHING, chain[-1].rule)])
    lead = say("So far {seat} {seat:takes|take} it.", seat=takers(case.game, winners))
    return Slip(lead, [(chain[-1].sentence, chain[-1].rule)])


def _sure(case: Case, lying: Lying) -> Slip:
    """Who takes it: what the engine tells of a whole trick, or that no card changes it any more."""
    if lying.whole:
        events = case.telling.events(lying.position, lying.events)
        told = [(each.sentence, each.event.rule) for each in events if each.event.kind in ("trick", "lead")]
        seat = _leads(lying)
        if seat is not None and not any(each.event.kind == "lead" for each in events):
            told.append((say("{seat} {seat:leads|lead} next.", seat=case.telling.table.called(seat)), ""))
        return told_once(NOTHING, told)._replace(kind="end")
    winners = case.game.winners(lying.position, lying.laid)
    outcome = Outcome(case.game, lying.position, lying.laid, ())
    lead = say("{seat} {seat:takes|take} it: no card can change that any more.", seat=takers(case.game, winners))
    best = [outcome.chain[next(place for place, one in enumerate(lying.laid) if one.seat == seat)]
            for seat in dict.fromkeys(winners.values())]
    return Slip(lead, [(each.sentence, each.rule) for each in best], "end")


def _leads(lying: Lying) -> int | None:
    return lying.position.leader if lying.position.leader is not None else lying.position.to_act


def _amiss(case: Case, wrong: Against | SetupError | Lying, result: Found | None = None) -> RefereeAnswer:
    """What can't be so, in the engine's words."""
    if isinstance(wrong, Against):
        card = case.cards[wrong.place].played if wrong.place < len(case.cards) else None
        if wrong.verdict is None:
            more = say("The {card} is one too many.", card=card) if card is not None else NOTHING
            return _answer(case, Slip(joined([say("All have played to this trick."), more]), kind="no"), amiss=wrong.place)
        refusal = case.telling.refusal(wrong.position, wrong.verdict)
        assert refusal is not None
        lead = say("The {card} can't lie there.", card=card) if card is not None else NOTHING
        told = refusal.sentence if wrong.verdict.binds or card is None else NOTHING
        return _answer(case, Slip(lead, [(told, refusal.rule)], "no"), amiss=wrong.place)
    assert isinstance(wrong, SetupError)
    asks = result.asks if result else tuple(str(problem.path[0]) for problem in wrong.problems if problem.path)
    asks = tuple(key for key in asks if key in case.rows)
    problem = wrong.problems[0].message
    slip = _depends(case, asks) if asks else Slip(as_text(capital(problem)), kind="no")
    return _answer(case, slip, asks=asks)


# ---- what may be done

def _of_turn(case: Case) -> RefereeAnswer:
    ways: Sequence[Sequence[Move]] = []
    if case.table.phase == PLAY and case.cards:
        told = ways_told(case)
        if isinstance(told, Against | SetupError):
            return _amiss(case, told)
        ways = told
    looked, asks = turn(case.game, Told(case.table, case.rows, ways), case.hand, case.calls)
    if isinstance(looked, NotAsked):
        return _answer(case, Slip(say("With these cards there is nothing to choose there.")))
    if not isinstance(looked, Turn):
        return _amiss(case, looked)
    if asks:
        return _answer(case, _depends(case, asks), asks=asks, ways=ways)
    return _judged(case, looked)


def _judged(case: Case, looked: Turn) -> RefereeAnswer:
    position, seat = looked.position, looked.position.actor
    telling = telling_of(case.game, reader=seat)
    refusals = {verdict.move: telling.refusal(position, verdict) for verdict in looked.verdicts}
    moves = [verdict.move for verdict in looked.verdicts if verdict.move is not None]
    held = {card: [move for move in moves if (move.other or move.card) is card] for card in case.hand}
    free = [card for card, ways in held.items() if any(refusals[move] is None for move in ways)]
    barred = next((refusal for refusal in refusals.values() if refusal is not None), None)
    slip = Slip(_may(case, looked, held, free), [(barred.sentence, barred.rule)] if barred else (), "now")
    cards: dict[str, JudgedCard] = {}
    for card, ways in held.items():
        told = [(refusal.sentence, refusal.rule) for move in ways if (refusal := refusals[move]) is not None]
        why = _html(case, told_once(NOTHING, told)._replace(kind="no")) if told else ""
        cards[card.text] = {"legal": card in free, "why": why}
    calls = [_way(case, move, refusals[move]) for move in moves
             if move.card is None and (refusals[move] is None or move.number is None)]
    return _answer(case, slip, cards=cards, calls=calls, turn=seat, certain=True)


def _may(case: Case, looked: Turn, held: Mapping[Card, Sequence[Move]], free: Sequence[Card]) -> Text:
    position, verdicts, telling = looked.position, looked.verdicts, case.telling
    if not held:
        calls = any(verdict.move is not None and verdict.move.card is None for verdict in verdicts)
        return say("{seat} {seat:comes|come} next.", seat=telling.table.called(position.actor)) if calls else (
            say("Tap the cards in your hand."))
    if not free:
        return say("None of these cards.")
    if len(free) == len(held):
        return say("Any of them.") if len(held) > 1 else say("You may.")
    return say("Only {card}.", card=free[0]) if len(free) == 1 else say("One of these: {cards}.", cards=all_of(free))


# ---- the answer

def _answer(case: Case, slip: Slip, lying: Lying | None = None, asks: Iterable[str | int] = (), won: Sequence[int] = (),
            certain: bool = False, ways: Sequence[Sequence[Move]] = (), amiss: int | None = None,
            cards: Mapping[str, JudgedCard] | None = None, calls: Sequence[WayAnswer] = (),
            turn: int | None = None) -> RefereeAnswer:
    wanted = [*asks]
    several = {str(place): [_way(case, move) for move in each] for place, each in enumerate(ways) if len(each) > 1}
    whole = lying is not None and lying.whole
    laid = [one.move for one in lying.laid] if lying else []
    revoke = revoked(case.game, case.table, [*case.tricks, (case.table.leader or 0, laid)]) if whole else None
    if revoke is not None:
        slip = slip._replace(more=[*slip.more, revoke])
    return {"html": _html(case, slip), "say": spoken(case.game.pack, slip.told()), "certain": certain, "whole": whole,
            "moves": [move.text for move in laid], "seats": [one.seat for one in lying.laid] if lying else [], "won": won,
            "next": turn if lying is None else lying.position.to_act if not lying.whole else _leads(lying),
            "amiss": amiss, "asks": [key for key in wanted if isinstance(key, str)],
            "ways": several, "keep": written(case.game, case.rows, lying.position) if lying is not None and lying.whole else {},
            "cards": cards or {}, "calls": calls, "handed": ""}


def _html(case: Case, slip: Slip) -> str:
    return slip_html(case.game, slip, case.links)


def _way(case: Case, move: Move, refusal: Finding | None = None) -> WayAnswer:
    return {"move": move.text, "html": join(sentence(case.game.pack, move_named(move))), "legal": refusal is None,
            "why": join(sentence(case.game.pack, refusal.sentence)) if refusal else ""}
