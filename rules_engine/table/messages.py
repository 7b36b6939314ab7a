"""The messages between page and engine: JSON texts both ways, one function.

Every message has ``op`` and ``links`` (``game`` and ``general``, the pages that rule links lead to, ``faces``, the
folder of the card faces, and ``language``, that of the page). A question in a language that nobody brought yet is answered
with ``lacks``, "words": the page asks it once more, with the language's catalogue as ``words``.

    op        also                                              what comes back
    practice  game, seed; variant, players, options, setup, level   a new hand
    resume    save; level                                       the saved hand
    do        save, do; value, seed, picked, level              the hand after ``do``
    whatif    scenario, step, moves, do; value, picked          a worked example, varied
    quiz      game, kind, seed; variant, players, rules         a fresh question
    puzzle    scenario, moves, do; value, picked, explored      a puzzle, some moves on (see `puzzle` and `explore`)
    made      game, seed, attempt; variant, players             a new puzzle, if that hand has one
    record    as, save; or as, scenario, step, moves            ``text`` of an ``example`` or ``quiz``, and its ``name``; of a
                                                                puzzle, which has no ``step``, that of a ``puzzle`` too
    draft     do; text, before, after, game; modules            what an author's text comes to (see `drafting.answer`); ``lacks``
                                                                where the page must bring ``modules`` first (see `brought`)

An answer has ``html`` (the stage, or the question), ``say`` (for the live region), ``focus`` (an id, or ""), and for
hands ``save``, ``side`` (totals, tricks, log; empty while bots move), ``running`` (a bot is to move: ask for ``go``),
``waiting`` (a finished trick lies there until the reader goes on, the last one before the score), ``back`` (the hand is looked
back upon), ``turn`` (the reader has a choice to make) and ``thinking`` (a hint or review goes on: ask for this again, with the
value ``more``). An answer
``{"error": …, "kind": …}`` tells what was wrong, for the reader; nothing has changed then. ``kind`` is ``damaged`` for
saves and links, ``unknown`` for what no game has, and ``fault`` for an error of our own.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Any

from rules_engine.bots import PLAIN
from rules_engine.core.cards import Card
from rules_engine.core.errors import RulesEngineError
from rules_engine.core.language import Language, put, reading
from rules_engine.core.rules import MoveRefused, Verdict
from rules_engine.core.talk import Remark
from rules_engine.core.telling import capital
from rules_engine.games import make_game
from rules_engine.scenario.fresh import fresh_question
from rules_engine.table.brought import drafting
from rules_engine.table.coach import advice, coach_for
from rules_engine.table.hand import RESULT, Reply, Shows, move_told, only_way, refused, status, tells_all
from rules_engine.table.latest import Latest
from rules_engine.table.recording import example_recorded, hand_recorded, puzzle_recorded
from rules_engine.table.review import review_of
from rules_engine.table.session import SaveUnreadable, Session, new_session, read_save, write_save
from rules_engine.table.whatif import what_if_answer
from rules_engine.view.face import spoken
from rules_engine.view.links import Links
from rules_engine.view.question import question_html
from rules_engine.view.slip import Slip, told_once

Message = dict[str, Any]
Answer = dict[str, Any]

_SAID = ("say", "error", "title")
"""What is read of an answer beside its HTML."""
_LANGUAGES: dict[str, Language] = {}
"""The languages that pages brought, by their codes."""
_RECENT = Latest[str, Session](8)
"""The sessions of the last few saves, so that a click doesn't replay the hand."""


def handle(text: str) -> str:
    """Answer one message. Every fault becomes an answer with ``error``, but for two: then the page starts Python anew.

    Those are want of memory, and want of a module of Python's library, which a snapshot may not have.
    """
    try:
        message = json.loads(text)
        answer = _answered(message)
    except MemoryError:
        raise
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in sys.stdlib_module_names:
            raise
        answer = _fault(error)
    except Exception as error:  # noqa: BLE001  (the page must get an answer, whatever went wrong)
        answer = _fault(error)
    return json.dumps(answer, ensure_ascii=False)


def _answered(message: Message) -> Answer:
    """The answer, in the language of the page."""
    code = links_of(message).language
    if code and "words" in message:
        _LANGUAGES[code] = Language(code, message["words"])
    if code and code not in _LANGUAGES:
        return {"lacks": "words"}
    with reading(_LANGUAGES[code]) if code else nullcontext():
        try:
            answer = _OPS[message["op"]](message)
        except RulesEngineError as error:
            kind = "damaged" if isinstance(error, SaveUnreadable) else "unknown"
            answer = {"error": str(error), "kind": kind}
        return answer | {key: put(answer[key]) for key in _SAID if key in answer}


def _fault(error: Exception) -> Answer:
    return {"error": f"The rules engine stumbled over this ({type(error).__name__}: {error}).", "kind": "fault"}


def _practice(message: Message) -> Answer:
    session = new_session(message["game"], message["seed"], message.get("variant"), message.get("players"),
                          message.get("options"), message.get("setup")).against(message.get("level", PLAIN))
    return _hand(message, session, say=_dealt(session)) | {"dealt": True}


def _resume(message: Message) -> Answer:
    return _hand(message, _session(message), say="Your hand is back where you left it.")


def _do(message: Message) -> Answer:
    return _DEEDS[message["do"]](message, _session(message), str(message.get("value", "")))


def _session(message: Message) -> Session:
    save = message["save"]
    if save not in _RECENT:
        _RECENT[save] = read_save(save)
    return _RECENT[save].against(message.get("level", PLAIN))


# ---- what can be done in a practice hand

def _play(message: Message, session: Session, value: str) -> Answer:
    """A move, or several of one kind that go together, with commas between."""
    try:
        return _hand(message, session.play_all(value), before=session)
    except MoveRefused as error:
        return _hand(message, session, refused(session, error.verdict))


def _why(message: Message, session: Session, value: str) -> Answer:
    """Whether a card may be played, and why: every way in which it can be tried."""
    verdict = session.game.judge(session.view.position, value, session.position.to_act)
    card = verdict.move.other or verdict.move.card if verdict.move is not None else None
    ways = (session.ways(card) if card is not None else []) or [verdict]
    allowed = [way for way in ways if way.legal]
    if not allowed:
        return _hand(message, session, refused(session, verdict))
    told = [f"{_asked(session, way)}: {'yes' if way.legal else 'no'}." for way in ways] if len(ways) > 1 else []
    findings = [finding for way in (*allowed[:1], *(way for way in ways if not way.legal))
                for finding in session.telling.explain(session.view.position, way)[-1:]]
    lead = f"Yes: you may {_asked(session, allowed[0])}."
    more = [(" ".join(told), ""), *((finding.sentence, finding.rule) for finding in findings)]
    return _hand(message, session, Reply(Slip(lead, more)))


def _asked(session: Session, verdict: Verdict) -> str:
    assert verdict.move is not None
    return session.telling.call(session.position, verdict.move)


def _pick(message: Message, session: Session, value: str) -> Answer:
    """Take up a card that can be played in several ways; put it down again if it was taken up already."""
    card = session.game.pack.card(value)
    ways = session.ways(card)
    if ways and not any(way.legal for way in ways):
        return _hand(message, session, refused(session, ways[0]))
    if (only := only_way(session, card)) is not None:
        return _play(message, session, only.text)
    if message.get("picked") == value:
        return _hand(message, session, say="", focus=f"fs-card-{value}")
    return _hand(message, session, picked=card, focus="fs-answers")


def _number(message: Message, session: Session, value: str) -> Answer:
    return _hand(message, session, number=int(value), say=value, focus="")


def _go(message: Message, session: Session, value: str) -> Answer:
    return _hand(message, session.go_on(), before=session)


def _say(message: Message, session: Session, value: str) -> Answer:
    return _hand(message, session.say(value), before=session)


def _undo(message: Message, session: Session, value: str) -> Answer:
    after = session.undo()
    return _hand(message, after, say="Nothing to take back." if after is session else "Taken back.")


def _hint(message: Message, session: Session, value: str) -> Answer:
    if not session.readers_turn:
        return _hand(message, session, say="It isn't your turn.")
    coach = coach_for(session, message["save"])
    if coach is None:
        choice = session.bot_choice()
        return _hand(message, session, advice(session, choice.move, [choice.reason]), focus="")
    if value:
        coach.think()
    say = "" if value and not coach.done else None         # what is being refined is heard first and last
    return _hand(message, session, coach.reply(session), say=say, focus="") | {"thinking": "" if coach.done else "hint"}


def _review(message: Message, session: Session, value: str) -> Answer:
    """What the reader's choices gave away."""
    if not session.position.hand_over:
        return _hand(message, session, say="The hand isn't over yet.")
    review = review_of(session, message["save"])
    review.think()
    say = "" if value and not review.done else None
    focus = "fs-answers" if review.done and review.given else ""
    return _hand(message, session, Reply(review.told()), say=say, focus=focus) | {"thinking": "" if review.done else "review"}


def _choice(message: Message, session: Session, value: str) -> Answer:
    """One of the reader's choices, as the table lay when it was made; the review, where nothing is known of it yet."""
    place = int(value)
    reply = review_of(session, message["save"]).choice(place)
    if reply is None:
        return _review(message, session, "")
    return _hand(message, session, reply, shown=session.at(place), retry=place, focus="fs-do-retry")


def _retry(message: Message, session: Session, value: str) -> Answer:
    """Back to one of the reader's choices, to play on from there."""
    after = session.at(int(value))
    return _hand(message, after, say=f"Back at this choice. {status(after)}")


def _last(message: Message, session: Session, value: str) -> Answer:
    """The last trick, as it lay."""
    trick = session.position.last_trick
    if trick is None:
        return _hand(message, session, say="No trick has been finished yet.")
    return _look(message, session, str(next(place for place, reached in enumerate(session.line)
                                            if reached.position.last_trick is trick)))


def _look(message: Message, session: Session, value: str) -> Answer:
    """The table as it stood after so many moves, with what beat what."""
    place = min(max(int(value), 1), len(session.moves))
    then = session.at(place)
    trick = then.position.last_trick
    lead, *more = [told.sentence for told in then.told(place)] or [move_told(then, place - 1)]
    chain = session.telling.chain(then.line[place - 1].position, trick.laid) if then.trick_done and trick else []
    slip = Slip(lead, [*((sentence, "") for sentence in more), *((finding.sentence, finding.rule) for finding in chain)])
    return _hand(message, session, Reply(slip), shown=then, focus="fs-do-now")


def _now(message: Message, session: Session, value: str) -> Answer:
    return _hand(message, session, say=status(session))


def _because(message: Message, session: Session, value: str) -> Answer:
    """Why the bots played as they did since the reader's last move."""
    thoughts = _thoughts(session, _since_the_reader(session), "Nobody has moved since your last move.")
    return _hand(message, session, Reply(thoughts), focus="")


def _trick_because(message: Message, session: Session, value: str) -> Answer:
    """Why they did in the trick that is looked back upon, which ends after so many moves."""
    end = int(value)
    thoughts = _thoughts(session, _since_a_lead(session, end), "Nobody else has moved here.")
    return _hand(message, session, Reply(thoughts), focus="", shown=session.at(end))


def _thoughts(session: Session, places: Sequence[int], nobody: str) -> Slip:
    """What the others thought when they made the moves at some places, as far as the reader may hear it."""
    found, hidden = list[tuple[str, str]](), False
    for place in places:
        if session.repeated(place) or session.line[place].position.to_act == session.seat:
            continue
        if reason := _reason(session, place):
            found.append((f"{move_told(session, place).removesuffix('.')}: {reason}", ""))
        else:
            hidden = True
    lead = "What the others thought:" if found else nobody
    if hidden:
        untold = f"What {'else ' if found else ''}the others thought stays hidden until the hand is over."
        lead, found = (lead, [*found, (untold, "")]) if found else (untold, [])
    return Slip(lead, found, "coach")


def _since_the_reader(session: Session) -> range:
    """The places of the moves since the reader's last one."""
    last = max((place for place in range(len(session.moves)) if session.line[place].position.to_act == session.seat), default=-1)
    return range(last + 1, len(session.moves))


def _since_a_lead(session: Session, end: int) -> range:
    """The places of the moves before ``end``, from the lead of their trick on; all of them before the first card."""
    if session.line[end - 1].position.phase != "play":
        return range(end)
    lead = next((place for place in reversed(range(end)) if not session.line[place].position.trick), 0)
    return range(lead, end)


def _reason(session: Session, place: int) -> str:
    """Why a bot moved as it did; nothing where that would tell of cards that the reader doesn't see yet."""
    choice = session.bot_choice(place)
    if session.position.hand_over:
        return choice.reason
    return choice.aloud if session.open_to_reader(place) and not session.gives_away(choice.aloud) else ""


def _deal(message: Message, session: Session, value: str) -> Answer:
    after = session.next_hand(message["seed"])
    return _hand(message, after, say=_dealt(after)) | {"dealt": True}


def _again(message: Message, session: Session, value: str) -> Answer:
    after = session.again()
    return _hand(message, after, say=f"The same deal again. {_dealt(after)}") | {"dealt": True}


_DEEDS: dict[str, Callable[[Message, Session, str], Answer]] = {
    "play": _play, "bid": _play, "give": _play, "say": _say, "why": _why, "pick": _pick, "number": _number, "go": _go,
    "next": _go, "undo": _undo, "hint": _hint, "review": _review, "choice": _choice, "retry": _retry, "last": _last,
    "look": _look, "now": _now, "because": _because, "trick-because": _trick_because, "deal": _deal, "again": _again}


def _hand(message: Message, session: Session, reply: Reply | None = None, *, before: Session | None = None,
          shown: Session | None = None, picked: Card | None = None, number: int | None = None, say: str | None = None,
          focus: str | None = None, retry: int | None = None) -> Answer:
    """The answer that shows a hand; ``shown`` is what is looked back upon instead, ``retry`` the place of its choice."""
    gone_on = before if before is not session else None
    ended = gone_on is not None and session.position.hand_over and session.trick_done
    shows = Shows(shown or session, links_of(message), reply, picked, number, shown is not None, ended, retry=retry)
    running = session.running and shown is None
    side = shows if shown is None else Shows(session, links_of(message))
    save = write_save(session)
    _RECENT[save] = session
    if say is None:
        say = shows.slip.told() if reply or picked or gone_on is None else (
            _happened(session, len(gone_on.moves), score=not ended))
    return {"html": shows.stage(), "side": "" if running else side.side(), "say": spoken(session.game.pack, say), "save": save,
            "over": session.position.hand_over, "running": running, "back": shown is not None,
            "turn": session.readers_turn and shown is None and len(session.game.legal(session.position)) > 1,
            "waiting": ended or (session.waiting and not session.sayings and shown is None),
            "picked": picked.text if picked else "",
            "focus": _focus(shows) if focus is None else focus}


def _focus(shows: Shows) -> str:
    session = shows.session
    if session.running or shows.reply:
        return ""
    if session.waiting or session.position.hand_over:
        return f"fs-do-{shows.main().do}"
    return "fs-numbers" if shows.numbers else "fs-answers" if shows.moves else "fs-hand"


# ---- what is spoken

def _dealt(session: Session) -> str:
    """The deal, and what is to be done."""
    return " ".join([*(told.sentence for told in session.told(0)), *_remarks_told(session, session.line[0].talk),
                     status(session)])


def _happened(session: Session, start: int, score: bool) -> str:
    """What the moves from ``start`` on were and brought, and what was said, as one text for the live region.

    ``score``  a result belongs to it
    """
    parts = _remarks_told(session, session.own_words(start))
    for place in range(start, len(session.moves)):
        parts += [] if session.repeated(place) else [_move_brought(session, place, () if score else RESULT)]
        parts += _remarks_told(session, session.line[place + 1].talk)
    ends = score if session.position.hand_over else not (session.running or session.trick_lies)
    return " ".join([*parts, *([status(session)] if ends else [])])


def _move_brought(session: Session, place: int, untold: Sequence[str]) -> str:
    """The move after the first ``place`` and what it brought, but for some kinds of events."""
    told = [(each.sentence, "") for each in session.told(place + 1) if each.event.kind not in ("lead", *untold)]
    return told_once("" if told and tells_all(session, place) else move_told(session, place), told).told()


def _remarks_told(session: Session, remarks: Sequence[Remark]) -> list[str]:
    says = session.telling.table.does
    return [f"{capital(says(remark.seat, f'says “{remark.phrase}”'))}: {remark.meaning}" for remark in remarks]


def links_of(message: Message) -> Links:
    """Where the page's links lead."""
    links = message.get("links", {})
    return Links(*(str(links.get(name, "")) for name in Links._fields))


# ---- worked examples and questions

def _whatif(message: Message) -> Answer:
    return what_if_answer(message, links_of(message))


def _quiz(message: Message) -> Answer:
    game = make_game(message["game"], message.get("variant"), message.get("players"), None, message.get("options"))
    question = fresh_question(game, message["kind"], int(message["seed"]), tuple(message.get("rules", ())))
    say = spoken(game.pack, f"{question.intro} {question.prompt}")
    return {"html": question_html(question, links_of(message), str(message["seed"])), "say": say, "title": question.title,
            "focus": "fs-lead"}


def _puzzle(message: Message) -> Answer:
    from rules_engine.table.puzzle import puzzle_answer  # it brings the solver, which nothing else needs

    return puzzle_answer(message, links_of(message))


def _made(message: Message) -> Answer:
    from rules_engine.table.puzzle import made_answer

    game = make_game(message["game"], message.get("variant"), message.get("players"), None, message.get("options"))
    return made_answer(game, int(message["seed"]), int(message["attempt"]), links_of(message))


def _record(message: Message) -> Answer:
    """What is played, as an author's file: a practice hand, an example varied, a puzzle."""
    kind = str(message["as"])
    if "save" in message:
        return hand_recorded(_session(message), kind)
    if "step" not in message:
        return puzzle_recorded(message["scenario"], message.get("moves", ()), kind)
    return example_recorded(message["scenario"], int(message["step"]), message.get("moves", ()), kind)


def _draft(message: Message) -> Answer:
    answer = drafting(message.get("modules"))
    return {"lacks": True} if answer is None else answer(message, links_of(message))


_OPS: dict[str, Callable[[Message], Answer]] = {
    "practice": _practice, "resume": _resume, "do": _do, "whatif": _whatif, "quiz": _quiz,
    "puzzle": _puzzle, "made": _made, "record": _record, "draft": _draft}
