"""The messages between page and engine: JSON texts both ways, one function.

Every message has ``op``, ``widget`` (the id that ids in the HTML begin with) and ``links`` (``game`` and ``general``,
the pages that rule links lead to).

    op        also                                              what comes back
    practice  game, seed; variant, players, options, setup      a new hand
    resume    save                                              the saved hand
    do        save, do; value, seed                             the hand after ``do``
    whatif    scenario, step, moves, do; value                  a worked example, varied
    quiz      game, kind, seed; variant, players, rules         a fresh question

An answer has ``html`` (the stage, or the question), ``say`` (for the live region), ``focus`` (an id, or ""), and for
hands ``save`` and ``moves``; ``waiting`` is true while a finished trick lies there until the reader, who has nothing to
say then, goes on. An answer ``{"error": …, "kind": …}`` tells what was wrong, for the reader; nothing has changed then.
``kind`` is ``damaged`` for saves and links, ``unknown`` for what no game has, and ``fault`` for an error of our own.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from rules_engine.core.errors import RulesEngineError
from rules_engine.core.rules import MoveRefused, Verdict
from rules_engine.core.talk import Remark
from rules_engine.core.telling import Finding, Told, telling_of
from rules_engine.games import make_game
from rules_engine.scenario import Replay, read_scenario, replay
from rules_engine.scenario.fresh import fresh_question
from rules_engine.table.session import (
    SaveUnreadable,
    Session,
    new_session,
    read_save,
    what_if,
    write_save,
)
from rules_engine.view.face import move_named
from rules_engine.view.html import Html
from rules_engine.view.links import Links
from rules_engine.view.play import Aside, Scene, scene_html
from rules_engine.view.prompt import prompt
from rules_engine.view.question import question_html
from rules_engine.view.table import takers

Message = dict[str, Any]
Answer = dict[str, Any]

_RECENT: dict[str, Session] = {}
"""The sessions of the last few saves, so that a click doesn't replay the hand."""


def handle(text: str) -> str:
    """Answer one message. Every fault becomes an answer with ``error``, but for want of memory: the page starts Python anew."""
    try:
        message = json.loads(text)
        answer = _OPS[message["op"]](message)
    except SaveUnreadable as error:
        answer = {"error": str(error), "kind": "damaged"}
    except RulesEngineError as error:
        answer = {"error": str(error), "kind": "unknown"}
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001  (the page must get an answer, whatever went wrong)
        answer = {"error": f"The rules engine stumbled over this ({type(error).__name__}: {error}).", "kind": "fault"}
    return json.dumps(answer, ensure_ascii=False)


def _practice(message: Message) -> Answer:
    session = new_session(message["game"], message["seed"], message.get("variant"), message.get("players"),
                          message.get("options"), message.get("setup"))
    return _hand(message, session, say=_deal_told(session))


def _resume(message: Message) -> Answer:
    return _hand(message, _session(message["save"]), say="Your hand is back where you left it.")


def _do(message: Message) -> Answer:
    return _DEEDS[message["do"]](message, _session(message["save"]), message.get("value", ""))


def _session(save: str) -> Session:
    if save not in _RECENT:
        _remember(save, read_save(save))
    return _RECENT[save]


def _remember(save: str, session: Session) -> None:
    _RECENT[save] = session
    while len(_RECENT) > 8:
        del _RECENT[next(iter(_RECENT))]


# ---- what can be done in a practice hand

def _play(message: Message, session: Session, value: str) -> Answer:
    try:
        after = session.play(value)
    except MoveRefused as error:
        return _refused(message, session, error.verdict)
    return _hand(message, after.others_play(), before=session)


def _why(message: Message, session: Session, value: str) -> Answer:
    verdict = session.game.judge(session.view.position, value, session.position.to_act)
    if verdict.move is None or not verdict.legal:
        return _refused(message, session, verdict)
    allowed = "may be played" if verdict.move.verb == "play" else "is allowed"
    told = Aside(f"Yes: {move_named(verdict.move)} {allowed}.", _explained(session, verdict))
    return _hand(message, session, told=told, say=_said(session, told), focus="")


def _pick(message: Message, session: Session, value: str) -> Answer:
    shut = _shut(session, value)
    if shut is not None:
        return _refused(message, session, shut)
    picked = "" if message.get("picked") == value else value
    return _hand(message, session, picked=picked, say="" if not picked else "Choose how to play it.",
                 focus=f"{message['widget']}-picker" if picked else f"{message['widget']}-card-{value}")


def _shut(session: Session, card: str) -> Verdict | None:
    """Why a card can't be played in any of the ways there are; None if it can in one."""
    position = session.view.position
    moves = [move for move in session.game.candidates(position) if str(move.other or move.card) == card]
    verdicts = [session.game.judge(position, move) for move in moves]
    return verdicts[0] if verdicts and not any(verdict.legal for verdict in verdicts) else None


def _say(message: Message, session: Session, value: str) -> Answer:
    return _hand(message, session.say(value), before=session)


def _next(message: Message, session: Session, value: str) -> Answer:
    return _hand(message, session.go_on(), before=session)


def _undo(message: Message, session: Session, value: str) -> Answer:
    after = session.undo()
    return _hand(message, after, say="Nothing to take back." if after is session else "Taken back.")


def _hint(message: Message, session: Session, value: str) -> Answer:
    if not session.readers_turn:
        return _hand(message, session, say="It isn't your turn: go on first.")
    choice = session.bot_choice()
    deed = "play " if choice.move.verb == "play" else ""
    told = Aside(f"The coach, who sees only your cards, would {deed}{move_named(choice.move)}.", sentence=choice.reason)
    return _hand(message, session, told=told, say=_said(session, told), focus="")


def _last(message: Message, session: Session, value: str) -> Answer:
    trick = session.position.last_trick
    if trick is None:
        return _hand(message, session, say="No trick has been finished yet.")
    at = next(place for place, reached in enumerate(session.line) if reached.position.last_trick is trick)
    chain = telling_of(session.game).chain(session.line[at - 1].position, trick.laid)
    told = Aside("The last trick, card by card:", tuple(chain))
    return _hand(message, session, told=told, say=_said(session, told), focus="")


def _because(message: Message, session: Session, value: str) -> Answer:
    """Why the bots played as they did since the reader's last move."""
    found = []
    for place in range(len(session.moves) - 1, -1, -1):
        position = session.line[place].position
        if position.to_act == session.seat:
            break
        name = position.name(position.to_act)
        reason = session.bot_choice(place).reason if session.open_to_reader(place) else "That stays hidden for now."
        found.append(f"{name} ({_move_seen(session, place)}): {reason}")
    told = Aside("What the others thought:", sentence=" ".join(reversed(found)) or "No bot has moved since your last move.")
    return _hand(message, session, told=told, say=_said(session, told), focus="")


def _deal(message: Message, session: Session, value: str) -> Answer:
    after = session.next_hand(message["seed"]).others_play()
    return _hand(message, after, say=_deal_told(after))


_DEEDS: dict[str, Callable[[Message, Session, str], Answer]] = {
    "play": _play, "say": _say, "why": _why, "pick": _pick, "next": _next, "undo": _undo, "hint": _hint, "last": _last,
    "because": _because, "deal": _deal}


def _refused(message: Message, session: Session, verdict: Verdict) -> Answer:
    told = Aside(f"{verdict.text} isn't allowed now.", _refusal(session, verdict))
    return _hand(message, session, told=told, say=_said(session, told), focus="")


def _hand(message: Message, session: Session, before: Session | None = None, told: Aside | None = None,
          picked: str = "", say: str | None = None, focus: str | None = None) -> Answer:
    """The answer that shows a hand."""
    position, widget = session.position, message["widget"]
    since = session.line[len(before.moves) + 1:] if before is not None else []
    said = _happened(session, len(before.moves) if before is not None else 0) if say is None else say
    scene = Scene(session.view, widget, _links(message), _status(session), _actions(session), picked, told,
                  _log(session), session.readers_turn, session.fresh_remarks, session.sayings, session.news)
    save = write_save(session)
    _remember(save, session)
    return {"html": scene_html(scene), "say": said, "save": save, "over": position.hand_over,
            "waiting": session.waiting and not session.sayings,
            "focus": _focus(session, widget) if focus is None else focus, "moves": len(since), "picked": picked}


def _focus(session: Session, widget: str) -> str:
    if session.sayings:
        return f"{widget}-sayings"
    if session.waiting:
        return f"{widget}-do-next"
    if session.position.hand_over:
        return f"{widget}-do-{'new' if session.position.game_over else 'deal'}"
    return f"{widget}-hand-{session.position.to_act}"


def _status(session: Session) -> str:
    position = session.position
    if position.game_over:
        return f"The game is over. {' and '.join(position.winners)} won."
    if position.hand_over:
        return "The hand is over."
    if session.trick_lies:
        return "The trick is taken. Go on when you have seen it."
    if session.waiting:
        return f"{position.name(position.to_act)}, your partner, is to {'play' if position.phase == 'play' else 'answer'}."
    if session.seat is None:
        return f"{position.name(position.to_act)} to move." if position.to_act is not None else "Nobody can move."
    return f"Your turn: {prompt(session.view)}."


def _actions(session: Session) -> list[tuple[str, str]]:
    position = session.position
    actions = [("next", "Next trick" if session.trick_lies else "Say nothing")] if session.waiting else []
    if position.hand_over and not position.game_over:
        actions.append(("deal", "Deal the next hand"))
    if session.readers_turn:
        actions.append(("hint", "Hint"))
    if session.moves:
        actions += [("undo", "Undo"), ("because", "Why did they?")]
    if position.last_trick is not None:
        actions.append(("last", "Last trick"))
    return [*actions, ("link", "Copy link"), ("new", "New deal")]


def _log(session: Session) -> list[Told | Remark]:
    """All that happened in the hand and all that was said, in order."""
    log: list[Told | Remark] = []
    for place in range(len(session.line)):
        log += session.told(place)
        log += session.remarks(place)
    return log


def _deal_told(session: Session) -> str:
    """The deal, and what was said and done until the reader's turn."""
    dealt = [_plain(session, told) for told in session.told(0)]
    return " ".join([*dealt, *(_remarks_told(session, 0) if session.moves else []), _happened(session, 0)])


def _happened(session: Session, start: int) -> str:
    """What the moves from ``start`` on were and brought, and what was said, as one text for the live region."""
    parts = []
    for place in range(start, len(session.moves)):
        parts += _remarks_told(session, place)[len(session.line[place].talk) if place == start else 0:]
        parts += [] if _repeated(session, place) else _move_told(session, place)
    return " ".join([*parts, *_remarks_told(session, len(session.moves)), _status(session)])


def _repeated(session: Session, place: int) -> bool:
    """Whether a seat does the same again at once, as in discarding card by card: then the last time tells it all."""
    if place + 1 == len(session.moves) or session.line[place].position.to_act != session.line[place + 1].position.to_act:
        return False
    verb, following = (move.verb for move in session.moves[place:place + 2])
    return verb == following != "play"


def _remarks_told(session: Session, place: int) -> list[str]:
    return [f"{session.game.table.names[remark.seat]} says “{remark.phrase}”: {remark.meaning}"
            for remark in session.remarks(place)]


def _move_told(session: Session, place: int) -> list[str]:
    """A move and what it brought; moves that are no cards on the table are told by what they brought, if anything."""
    move, position = session.moves[place], session.line[place].position
    kinds = ("trick", "hand", "game") if move.verb == "play" else ("called", "played", "trick", "hand", "game")
    told = [_plain(session, told) for told in session.told(place + 1) if told.event.kind in kinds]
    if told and move.verb != "play":
        return told
    name = position.name(position.to_act)
    return [f"{name}: {_move_seen(session, place)}.", *told]


def _move_seen(session: Session, place: int) -> str:
    """A move as the reader saw it, in words."""
    move = session.moves[place]
    if not session.open_to_reader(place):
        return f"{move.verb} a card"
    if move.card is None or move.other is not None:
        return move.text
    name = move.card.name if move.verb == "play" else f"{move.verb} the {move.card.name}"
    return name + (f" as {session.game.pack.suit_name(move.suit)}" if move.suit else "")


def _plain(session: Session, told: Told) -> str:
    return session.game.pack.plain(told.sentence)


def _explained(session: Session, verdict: Verdict) -> tuple[Finding, ...]:
    return telling_of(session.game).explain(session.view.position, verdict)


def _refusal(session: Session, verdict: Verdict) -> tuple[Finding, ...]:
    """The one finding that says why a move is refused; none if it isn't."""
    return () if verdict.legal else _explained(session, verdict)[-1:]


def _said(session: Session, told: Aside) -> str:
    sentences = [told.heading, told.sentence, *(finding.sentence for finding in told.findings)]
    return session.game.pack.plain(" ".join(sentence for sentence in sentences if sentence))


def _links(message: Message) -> Links:
    links = message.get("links", {})
    return Links(str(links.get("game", "")), str(links.get("general", "")))


# ---- what-if

def _whatif(message: Message) -> Answer:
    run = replay(read_scenario(message["scenario"]))
    step, moves = int(message["step"]), tuple(message.get("moves", ()))
    if not 0 <= step <= len(run.moments):
        raise SaveUnreadable("This link points past the end of the example.")
    session, deed, value = what_if(run, step, moves), message.get("do", ""), message.get("value", "")
    told: Aside | None = None
    picked = value if deed == "pick" and message.get("picked") != value else ""
    shut = _shut(session, value) if picked else None
    try:
        if deed == "play":
            session = session.play(value)
        elif deed == "undo":
            session = session.undo()
        elif deed == "bots" and session.readers_turn:
            session = session.play(session.bot_choice().move)
    except MoveRefused as error:
        told = Aside(f"{error.verdict.text} isn't allowed here.", _refusal(session, error.verdict))
    if shut is not None:
        picked, told = "", Aside(f"{shut.text} isn't allowed here.", _refusal(session, shut))
    elif told is None and deed != "pick":
        told = _compare(run, step, session)
    return _varied(message, session, told, picked)


def _varied(message: Message, session: Session, told: Aside | None, picked: str) -> Answer:
    widget = message["widget"]
    actions = [("book", "Back to the book line")]
    actions += [("undo", "Undo")] if session.moves else []
    actions += [("bots", "Let the bot choose")] if session.readers_turn else []
    scene = Scene(session.view, widget, _links(message), f"What if… {_status(session)}", actions, picked, told,
                  _log(session), session.readers_turn)
    say = _said(session, told) if told else _status(session)
    focus = f"{widget}-hand-{session.position.to_act}" if session.readers_turn else f"{widget}-do-book"
    if picked:
        focus = f"{widget}-picker"
    return {"html": scene_html(scene), "say": say, "focus": focus, "moves": [move.text for move in session.moves],
            "picked": picked, "over": session.position.hand_over}


def _compare(run: Replay, step: int, session: Session) -> Aside | None:
    """How the trick just finished differs from the same trick of the book line."""
    trick = session.position.last_trick
    if not session.moves or trick is None or session.position.trick:
        return None
    why = tuple(Finding(event.rule, True, sentence, event.cards)
                for event, sentence in session.told(len(session.moves)) if event.kind == "trick")
    count = sum(sitting.position.last_trick is not earlier.position.last_trick
                for earlier, sitting in pairwise(session.line))
    book = [moment.after.last_trick for moment in run.moments[step:]
            if moment.after.last_trick is not None and moment.after.last_trick is not moment.before.last_trick]
    if not count:       # the hand ended with no trick
        return None
    if len(book) < count:
        return Aside("The book line has no such trick.", why)
    ours, theirs = (takers(session.game, each.winners) for each in (trick, book[count - 1]))
    take = "take" if len(set(trick.winners.values())) > 1 else "takes"
    if theirs == ours:
        return Aside(f"{ours} {take} this trick, as in the book line.", why)
    return Aside(f"Now {ours} {take} this trick instead of {theirs}.", why)


# ---- quizzes

def _quiz(message: Message) -> Answer:
    game = make_game(message["game"], message.get("variant"), message.get("players"), None, message.get("options"))
    question = fresh_question(game, message["kind"], int(message["seed"]), tuple(message.get("rules", ())))
    html = question_html(question, message["widget"], _links(message), str(message["seed"]))
    return {"html": Html(html), "say": f"A fresh question. {question.prompt}", "focus": f"{message['widget']}-prompt"}


_OPS: dict[str, Callable[[Message], Answer]] = {
    "practice": _practice, "resume": _resume, "do": _do, "whatif": _whatif, "quiz": _quiz}

