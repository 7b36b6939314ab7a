"""The one function that the page talks to: a message in, its answer out, both as texts of JSON. `protocol` has their types.

    op        what comes back
    practice  a new hand
    resume    the saved hand
    do        the hand after what the reader did
    whatif    a worked example, varied
    quiz      a fresh question
    puzzle    a puzzle, some moves on (see `puzzle` and `explore`)
    made      a new puzzle, if that hand has one
    own       a puzzle of a choice in a hand of the reader's
    referee   who takes a trick that lies on a real table, or what may be played there
    record    the text of an author's file: of an ``example`` or ``quiz``; of a puzzle, which has no ``step``, of a ``puzzle`` too
    score     a match whose hands were counted at a real table
    draft     what an author's text comes to (see `drafting.answer`); ``lacks`` where the page must bring ``modules`` first

A message in a language that nobody brought yet is answered with ``lacks``, "words": the page asks it once more, with the
language's catalogue as ``words``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from typing import Any

from rules_engine.core.model.errors import RulesEngineError
from rules_engine.core.words.language import Language, put, reading
from rules_engine.core.words.sentences import Text, joined, say
from rules_engine.games import make_game
from rules_engine.scenario import read_scenario, replay
from rules_engine.scenario.fresh import fresh_question, like_of
from rules_engine.table.brought import drafting
from rules_engine.table.practice import do_answer, practice_answer, resume_answer, session_of
from rules_engine.table.protocol import (
    AnyMessage,
    DraftMessage,
    FaultAnswer,
    LacksAnswer,
    MadeAnswer,
    MadeMessage,
    OwnMessage,
    PuzzleAnswer,
    PuzzleMessage,
    QuizAnswer,
    QuizMessage,
    RecordAnswer,
    RecordMessage,
    RefereeAnswer,
    RefereeMessage,
    ScoreAnswer,
    ScoreMessage,
    links_of,
)
from rules_engine.table.recording import example_recorded, hand_recorded, puzzle_recorded
from rules_engine.table.session import SaveUnreadable
from rules_engine.table.whatif import what_if_answer
from rules_engine.view.face import spoken
from rules_engine.view.question import question_html

_SAID = ("say", "error", "title")
"""What is read of an answer beside its HTML."""
_LANGUAGES: dict[str, Language] = {}
"""The languages that pages brought, by their codes."""


def handle(text: str) -> str:
    """Answer one message. Every fault becomes an answer with ``error``, but for two: then the page starts Python anew.

    Those are want of memory, and want of a module of Python's library, which a snapshot may not have.
    """
    try:
        answer = _answered(json.loads(text))
    except Exception as error:  # noqa: BLE001  (the page must get an answer, whatever went wrong)
        answer = _fault(error)
    return json.dumps(answer, ensure_ascii=False)


def _answered(message: AnyMessage) -> Mapping[str, object]:
    """The answer, in the language of the page."""
    code = links_of(message).language
    if code and "words" in message:
        _LANGUAGES[code] = Language(code, message["words"])
    if code and code not in _LANGUAGES:
        return LacksAnswer(lacks="words")
    with reading(_LANGUAGES[code]) if code else nullcontext():
        try:
            answer = OPERATIONS[message["op"]](message)
        except RulesEngineError as error:
            told = next((each for each in error.args if isinstance(each, Text)), str(error))
            answer = FaultAnswer(error=told, kind="damaged" if isinstance(error, SaveUnreadable) else "unknown")
        except Exception as error:  # noqa: BLE001  (told in the page's language)
            answer = _fault(error)
        return {key: put(value) if key in _SAID and isinstance(value, str) else value for key, value in answer.items()}


def _fault(error: Exception) -> FaultAnswer:
    """Tell a fault of ours; one that needs another Python is raised again."""
    missing = (error.name or "").partition(".")[0] if isinstance(error, ModuleNotFoundError) else ""
    if isinstance(error, MemoryError) or missing in sys.stdlib_module_names:
        raise error
    told = say("The rules engine stumbled over this ({kind}: {error}).", kind=type(error).__name__, error=str(error))
    return FaultAnswer(error=told, kind="fault")


def _quiz(message: QuizMessage) -> QuizAnswer:
    game = make_game(message["game"], message.get("variant"), message.get("players"), None, message.get("options"))
    example = message.get("scenario")
    like = like_of(replay(read_scenario(example)), message["kind"]) if example is not None else None
    question = fresh_question(game, message["kind"], int(message["seed"]), tuple(message.get("rules", ())),
                              message.get("taught", ()), like)
    told = spoken(game.pack, joined([question.intro, question.prompt]))
    return {"html": question_html(question, links_of(message), str(message["seed"])), "say": told, "title": question.title,
            "focus": "fs-lead", "rules": sorted(question.rules)}


def _puzzle(message: PuzzleMessage) -> PuzzleAnswer:
    from rules_engine.table.puzzle import puzzle_answer  # it brings the solver, which nothing else needs

    return puzzle_answer(message)


def _made(message: MadeMessage) -> MadeAnswer:
    from rules_engine.table.puzzle import made_answer

    game = make_game(message["game"], message.get("variant"), message.get("players"), None, message.get("options"))
    return made_answer(game, int(message["seed"]), int(message["attempt"]), links_of(message))


def _own(message: OwnMessage) -> MadeAnswer:
    from rules_engine.table.puzzle import own_answer

    return own_answer(session_of(message), int(message["place"]))


def _record(message: RecordMessage) -> RecordAnswer:
    """What is played, as an author's file: a practice hand, an example varied, a puzzle."""
    kind = str(message["as"])
    if "save" in message:
        return hand_recorded(session_of(message), kind)
    if "step" not in message:
        return puzzle_recorded(message["scenario"], message.get("moves", ()), kind)
    return example_recorded(message["scenario"], int(message["step"]), message.get("moves", ()), kind)


def _referee(message: RefereeMessage) -> RefereeAnswer:
    from rules_engine.table.referee.answer import referee_answer  # only tables of readers' own need it

    return referee_answer(message)


def _score(message: ScoreMessage) -> ScoreAnswer:
    from rules_engine.table.score import score_answer  # only tables of readers' own need it

    return score_answer(message)


def _draft(message: DraftMessage) -> Mapping[str, object]:
    answer = drafting(message.get("modules"))
    return LacksAnswer(lacks="modules") if answer is None else answer(message, links_of(message))


OPERATIONS: Mapping[str, Callable[[Any], Mapping[str, object]]] = {
    "practice": practice_answer, "resume": resume_answer, "do": do_answer, "whatif": what_if_answer, "quiz": _quiz,
    "puzzle": _puzzle, "made": _made, "own": _own, "record": _record, "referee": _referee, "score": _score, "draft": _draft}
"""What answers each message; the types of both are those of the function (see `protocol`)."""
