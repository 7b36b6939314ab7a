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
from importlib import import_module
from typing import TYPE_CHECKING, Any

from rules_engine.api.bounded_cache import BoundedCache
from rules_engine.api.message_fields import STRANGE, InvalidMessage, links_of, named
from rules_engine.api.session import InvalidSave
from rules_engine.core.model.errors import RulesEngineError
from rules_engine.text.locale import Catalogue, translate, use_language
from rules_engine.text.message import Text, say

if TYPE_CHECKING:
    from rules_engine.api.protocol import AnyMessage, FaultAnswer

_SAID = ("say", "error", "title")
"""What is read of an answer beside its HTML."""
_LANGUAGES = BoundedCache[str, Catalogue](4)
"""The languages that pages brought, by their codes. A page brings one again that is lacking."""


def handle(text: str) -> str:
    """Answer one message. Every fault becomes an answer with ``error``, but for two: then the page starts Python anew.

    Those are want of memory, and want of a module of Python's library, which a snapshot may not have.
    """
    try:
        answer = _answered(_read(text))
    except RulesEngineError as error:
        answer = _wrong(error)
    except Exception as error:  # noqa: BLE001  (the page must get an answer, whatever went wrong)
        answer = _fault(error)
    return json.dumps(answer, ensure_ascii=False)


def _read(text: str) -> AnyMessage:
    """The message in a text. Raises ``RulesEngineError`` where it is none, of no kind, or no text of Unicode."""
    try:
        message = json.loads(text)
        (json.dumps(message, ensure_ascii=False) if "\\ud" in text.casefold() else text).encode()      # half a pair of surrogates
    except (ValueError, RecursionError):
        raise InvalidMessage(STRANGE) from None
    if not isinstance(message, dict):
        raise InvalidMessage(STRANGE)
    named(OPERATIONS, message.get("op"))
    return message      # type: ignore[return-value]  # its fields are looked at where they are needed; see `expected`


def _answered(message: AnyMessage) -> Mapping[str, object]:
    """The answer, in the language of the page."""
    code = links_of(message).language
    if code and "words" in message:
        _LANGUAGES[code] = Catalogue(code, message["words"])
    if code and code not in _LANGUAGES:
        return {"lacks": "words"}
    with use_language(_LANGUAGES[code]) if code else nullcontext():
        try:
            answer = answering(message["op"])(message)
        except RulesEngineError as error:
            answer = _wrong(error)
        except Exception as error:  # noqa: BLE001  (told in the page's language)
            answer = _strange(message, error) or _fault(error)
        return {key: translate(value) if key in _SAID and isinstance(value, str) else value for key, value in answer.items()}


def _wrong(error: RulesEngineError) -> FaultAnswer:
    """Tell what is wrong with a message."""
    told = next((each for each in error.args if isinstance(each, Text)), str(error))
    return {"error": told, "kind": "damaged" if isinstance(error, InvalidSave | InvalidMessage) else "unknown"}


def _strange(message: AnyMessage, error: Exception) -> FaultAnswer | None:
    """Tell of a message that no page of ours sends: a link or storage may have brought a part of it."""
    from rules_engine.api.message_check import misfit

    found = misfit(message, error)
    return {"error": f"{STRANGE} ({found})", "kind": "damaged"} if found else None


def _fault(error: Exception) -> FaultAnswer:
    """Tell a fault of ours; one that needs another Python is raised again."""
    missing = (error.name or "").partition(".")[0] if isinstance(error, ModuleNotFoundError) else ""
    if isinstance(error, MemoryError) or missing in sys.stdlib_module_names:
        raise error
    told = say("The rules engine stumbled over this ({kind}: {error}).", kind=type(error).__name__, error=str(error))
    return {"error": told, "kind": "fault"}


def answering(op: str) -> Callable[[Any], Mapping[str, object]]:
    """Return what answers the messages of a kind; its module is imported when it is first asked. Raises ``KeyError``."""
    module, _, function = OPERATIONS[op].rpartition(".")
    found: Callable[[Any], Mapping[str, object]] = getattr(import_module(f"rules_engine.api.{module}"), function)
    return found


OPERATIONS = {
    "practice": "practice.practice_answer", "resume": "practice.resume_answer", "do": "practice.do_answer",
    "whatif": "what_if.what_if_answer", "quiz": "quiz.quiz_answer", "puzzle": "puzzle_handler.puzzle_answer",
    "made": "puzzle_handler.made_answer", "own": "puzzle_handler.own_answer", "record": "recording.record_answer",
    "referee": "referee.answer.referee_answer",
    "score": "score.score_answer", "draft": "playground_modules.draft_answer"}
"""What answers each message, by its place here: a reader who plays needs little of it. The types of both are those of the
function (see `protocol`)."""
