"""The referee's answer to a message: what was told is read, looked at, and put into words on a slip."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from rules_engine.core.model.cards import Card
from rules_engine.core.model.errors import RulesEngineError, SetupError, TextError
from rules_engine.core.model.moves import Move, make_move
from rules_engine.core.model.rules import Verdict
from rules_engine.core.positions.position import Position
from rules_engine.core.telling.deeds import call_template, kinds_of
from rules_engine.core.telling.telling import Telling, telling_of
from rules_engine.core.telling.words import Finding
from rules_engine.core.words.sentences import NOTHING, Sentence, Text, all_of, as_text, as_texts, capital, joined, say
from rules_engine.scenario.reasons import Outcome
from rules_engine.table.protocol import JudgedCard, RefereeAnswer, RefereeMessage, WayAnswer
from rules_engine.table.referee.counted import counted
from rules_engine.table.referee.earlier import revoked
from rules_engine.table.referee.handing import example_text, practice_save
from rules_engine.table.referee.labels import row_label
from rules_engine.table.referee.lying import PLAY, Against, Lying, Table, game_of, usual
from rules_engine.table.referee.slots import rows_of, told_of, written
from rules_engine.table.referee.trick import Found, Told, found, looked_at, loosened, ways_of
from rules_engine.table.referee.turn import NotAsked, Turn, is_of_cards, turn
from rules_engine.table.sent import STRANGE, MessageUnreadable, links_of
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
        self.rows = {key: row for key, row in rows_of(self.game, message.get("empty", ())).items()
                     if key in message["rows"]}
        self.cards = [self.move(text) for text in message["cards"]]
        self.hand = [self.game.pack.card(text) for text in message.get("hand", ())]
        self.calls = [self.game.notation.read_move(text) for text in message.get("calls", ())]
        self.tricks = [(trick["leader"], [self.move(text) for text in trick["cards"]]) for trick in message.get("tricks", ())]
        gone = frozenset(move.played for _, moves in self.tricks for move in moves)
        offered = frozenset(key for key, row in self.rows.items() if not row.asked)
        if (phase := message.get("phase", PLAY)) not in self.game.phases:
            raise MessageUnreadable(STRANGE)
        told = told_of(self.rows, message["told"])
        self.table = Table(told, message["leader"] % self.game.table.size, gone, phase, offered)
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
        return _out_but_led(case) or _amiss(case, ways)
    result = found(case.game, Told(case.table, case.rows, ways))
    if not isinstance(result.lying, Lying):
        return _amiss(case, result.lying, result)
    lying = result.lying
    slip = _depends(case, result.asks) if result.takers is None else _taker(case, result, lying)
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


def _taker(case: Case, result: Found, lying: Lying) -> Slip:
    """Who takes it, or would; and why, where that is the same whatever wasn't told."""
    tell = _sure if result.sure else _so_far
    slip, others = tell(case, lying), [tell(case, other) for other in result.others]
    if all(other.told() == slip.told() for other in others):
        return slip
    assert result.takers is not None
    seat, rule = takers(case.game, result.takers), next(rule for _, rule in slip.more if rule)
    alike = all(other.lead == slip.lead for other in others)
    return Slip(slip.lead if alike else say("{seat} {seat:takes|take} it in any case.", seat=seat), [(NOTHING, rule)], slip.kind)


def _out_but_led(case: Case) -> RefereeAnswer | None:
    """Who led is marked as somebody who doesn't play: without that mark the lead could lie there."""
    leader = case.game.table.names[case.table.leader or 0]
    for key, row in case.rows.items():
        marked = case.table.told.get(key)
        if row.several and isinstance(marked, list) and leader in marked:
            table = case.table._replace(told={**case.table.told, key: [each for each in marked if each != leader]})
            if any(isinstance(each, Lying) for each in looked_at(case.game, Told(table, case.rows, [case.cards[:1]]))):
                lead = say("{seat} {seat:has|have} led, but {seat:is|are} marked at “{label}”.", label=row_label(case.game, row),
                           seat=case.telling.name(case.table.leader or 0))
                return _answer(case, Slip(lead, kind="no"), asks=[key], amiss=0)
    return None


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
        events = sorted(case.telling.events(lying.position, lying.events),      # who takes it comes first
                        key=lambda each: each.event.kind == "trick" and each.event.seat is None)
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
            full = (say("Nobody is left to call: take the last call back.") if case.calls else
                    joined([say("All have played to this trick."), more, say("“Next trick” clears it.")]))
            return _answer(case, Slip(full, kind="no"), amiss=wrong.place)
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
            return _out_but_led(case) or _amiss(case, told)
        ways = told
    looked, asks = turn(case.game, Told(case.table, case.rows, ways), case.hand, case.calls)
    half = [key for key, row in case.rows.items() if row.several and row.asked and len(case.table.told.get(key) or ()) == 1]
    if half and not isinstance(looked, Turn):
        return _answer(case, _depends(case, half), asks=half)
    if isinstance(looked, NotAsked):
        return _answer(case, Slip(say("That hangs on cards that can't be told here.") if looked.hidden else
                                  say("With these cards there is nothing to choose there.")))
    if not isinstance(looked, Turn):
        return _amiss(case, looked)
    if asks:
        return _answer(case, _depends(case, asks), asks=asks, ways=ways)
    return _judged(case, looked)


def _judged(case: Case, looked: Turn) -> RefereeAnswer:
    position, seat = looked.position, looked.position.actor
    telling = telling_of(case.game, reader=seat)
    refusals = {verdict.move: _known(case, looked, telling.refusal(position, verdict)) for verdict in looked.verdicts}
    moves = [verdict.move for verdict in looked.verdicts if verdict.move is not None]
    held = {card: [move for move in moves if (move.other or move.card) is card] for card in case.hand}
    free = [card for card, ways in held.items() if any(refusals[move] is None for move in ways)]
    slip = Slip(_may(case, looked, held, free), _reasons(case, telling, looked, held), "now")
    cards: dict[str, JudgedCard] = {}
    for card, ways in held.items() if is_of_cards(case.game, position.phase) else ():
        told = [(refusal.sentence, refusal.rule) for move in ways if (refusal := refusals[move]) is not None]
        why = _html(case, told_once(NOTHING, told)._replace(kind="no")) if told else ""
        cards[card.text] = {"legal": card in free, "why": why}
    calls = [_way(case, move, refusals[move]) for move in moves
             if move.card is None and (refusals[move] is None or move.number is None)]
    return _answer(case, slip, cards=cards, calls=calls, turn=seat, certain=True)


def _known(case: Case, looked: Turn, finding: Finding | None) -> Finding | None:
    """A finding without its words, where these name cards that lie elsewhere than at the reader's table."""
    strange = finding is not None and looked.apart and any(card not in case.hand for card in finding.sentence.cards)
    return finding._replace(sentence=NOTHING) if finding is not None and strange else finding


def _may(case: Case, looked: Turn, held: Mapping[Card, Sequence[Move]], free: Sequence[Card]) -> Text:
    position, telling = looked.position, case.telling
    if not is_of_cards(case.game, position.phase):
        moves = [verdict.move for verdict in looked.verdicts if verdict.legal and verdict.move is not None]
        return say("You may {deeds}.", deeds=kinds_of(moves, False, telling.words.deeds)) if held else (
            say("{seat} {seat:comes|come} next.", seat=telling.table.called(position.actor)))
    if not held:
        return say("Tap the cards in your hand.")
    if not free:
        return say("None of these cards.")
    if not _barred(looked, held):
        return say("Any of them.") if len(held) > 1 else say("You may.")
    legal = {card: [move for move in ways if move in looked.legal] for card, ways in held.items()}
    usual = [move for card, ways in legal.items() for move in _together(card, ways, held[card]) if move.verb == PLAY]
    others = [move for ways in legal.values() if not any(move.verb == PLAY for move in ways) for move in ways]
    if usual and not others and len(free) < len(held):
        named = [*map(move_named, usual)]
        return say("Only {card}.", card=named[0]) if len(named) == 1 else say("One of these: {cards}.", cards=all_of(named))
    return joined([say("Play: {cards}.", cards=all_of(map(move_named, usual))) if usual else NOTHING,
                   *(_only(case, position, [move for move in others if move.verb == verb])
                     for verb in dict.fromkeys(move.verb for move in others))])


def _together(card: Card, legal: Sequence[Move], ways: Sequence[Move]) -> Sequence[Move]:
    """The legal moves of a card: one without a suit, where it may be played in all its ways."""
    plays = [move for move in ways if move.verb == PLAY]
    return [make_move(PLAY, card)] if len(plays) > 1 and all(move in legal for move in plays) else legal


def _only(case: Case, position: Position, moves: Sequence[Move]) -> Text:
    """What alone can be done with some cards, and what that means or costs: ``Only pass 18 and 1 (−2 points).``"""
    every = all_of(move.other or move.played for move in moves)
    called = call_template(case.telling.words.deeds, moves[0])
    call = say("exchange {cards}", cards=every) if moves[0].other else Sentence(called, as_texts(card=every, suit=NOTHING))
    means = case.telling.choice(position, position.actor, moves[0])
    return say("Only {call} ({means}).", call=call, means=means) if means else say("Only {call}.", call=call)


def _barred(looked: Turn, held: Mapping[Card, Sequence[Move]]) -> list[Verdict]:
    """What is refused of the cards held: the usual moves first, then those that only some cards could be made with."""
    moves = {move for ways in held.values() for move in ways}
    usual = PLAY if any(move.verb == PLAY for move in moves) else next(iter(moves)).verb if moves else PLAY
    return [verdict for verdict in looked.verdicts if verdict.move in moves and not verdict.legal and verdict.move.verb == usual]


def _reasons(case: Case, telling: Telling[Position], looked: Turn, held: Mapping[Card, Sequence[Move]]) -> list[tuple[Text, str]]:
    """Why not, of the first card that may not be played, or not so; else why all may be, where one reason holds for each."""
    barred = _barred(looked, held) or [each for each in looked.verdicts if not each.legal and not held]
    if barred:
        refusal = _known(case, looked, telling.explain(looked.position, barred[0])[-1])
        return [(refusal.sentence, refusal.rule)] if refusal else []
    moves = {move for ways in held.values() for move in ways}
    judged = [(each.legal, telling.explain(looked.position, each)) for each in looked.verdicts if each.move in moves]
    free = [findings for legal, findings in judged if legal]
    common = [one for one in free[0][::-1] if all(one in findings for findings in free)] if free else []
    other = [findings[-1] for legal, findings in judged if not legal]
    return [(each.sentence, each.rule) for each in (*common[:1], *other[:1])]


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
