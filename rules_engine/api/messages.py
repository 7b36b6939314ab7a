"""The entry point for the page: ``handle`` turns a JSON request into a JSON response. `protocol` declares their types.

    op        response
    practice  a new hand
    resume    the saved hand
    do        the hand after the reader's action
    whatif    a variation of a worked example
    quiz      a fresh question
    puzzle    a puzzle after some moves (see `handlers.puzzle` and `handlers.puzzle_explore`)
    newpuzzle a new puzzle from a hand played by bots, if the hand contains one
    ownpuzzle a puzzle from a choice in one of the reader's own hands
    referee   the winner of a trick at a real table, or the legal moves there
    record    an author's file: an ``example`` or ``quiz``, or for a puzzle (without ``step``) also a ``puzzle``
    picture   a picture of what is on the table, as SVG
    score     a match scored from counts entered at a real table
    draft     the result of an author's draft (see `playground_modules`); ``needs`` if the page must send ``modules`` first

If the engine has no catalogue of translations for the page's language, the response has "words" as ``needs``. The page then
repeats the request with the catalogue as ``words``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from contextlib import nullcontext
from typing import TYPE_CHECKING

from rules_engine.api.bounded_cache import BoundedCache
from rules_engine.api.lazy_modules import handler
from rules_engine.api.request import STRANGE, InvalidMessage, links_of, named
from rules_engine.api.session import InvalidSave
from rules_engine.core.model.errors import RulesEngineError
from rules_engine.text.locale import Catalogue, translate, use_language
from rules_engine.text.message import Text, say

if TYPE_CHECKING:
    from rules_engine.api.protocol import AnyMessage, FaultAnswer

_SAID = ("say", "error", "title")
"""Response fields other than the HTML that contain text to translate."""
_LANGUAGES = BoundedCache[str, Catalogue](4)
"""Cache of catalogues by language code. If a catalogue has been dropped, the page sends it again."""


def handle(text: str) -> str:
    """Return the JSON response to a JSON request. Errors become responses with ``error``, with two exceptions.

    These are ``MemoryError``, and ``ModuleNotFoundError`` for a standard library module missing from the snapshot. The page then
    restarts Python.
    """
    try:
        answer = _answered(_read(text))
    except RulesEngineError as error:
        answer = _wrong(error)
    except Exception as error:  # noqa: BLE001  (the page must get an answer, whatever went wrong)
        answer = _fault(error)
    return json.dumps(answer, ensure_ascii=False)


def _read(text: str) -> AnyMessage:
    """Parse a request. Raises ``InvalidMessage`` unless it is a JSON object with a known ``op`` and valid Unicode."""
    try:
        message = json.loads(text)
        (json.dumps(message, ensure_ascii=False) if "\\ud" in text.casefold() else text).encode()      # a lone surrogate
    except (ValueError, RecursionError):
        raise InvalidMessage(STRANGE) from None
    if not isinstance(message, dict):
        raise InvalidMessage(STRANGE)
    named(OPERATIONS, message.get("op"))
    return message      # type: ignore[return-value]  # fields are checked where they are used; see `message_check`


def _answered(message: AnyMessage) -> Mapping[str, object]:
    """Return the response to a request, in the page's language."""
    code = links_of(message).language
    if code and "words" in message:
        _LANGUAGES[code] = Catalogue(code, message["words"])
    if code and code not in _LANGUAGES:
        return {"needs": "words"}
    with use_language(_LANGUAGES[code]) if code else nullcontext():
        try:
            answer: Mapping[str, object] = handler(OPERATIONS[message["op"]])(message)
        except RulesEngineError as error:
            answer = _wrong(error)
        except Exception as error:  # noqa: BLE001  (reported in the page's language)
            answer = _strange(message, error) or _fault(error)
        return {key: translate(value) if key in _SAID and isinstance(value, str) else value for key, value in answer.items()}


def _wrong(error: RulesEngineError) -> FaultAnswer:
    """Return the error response for an invalid request."""
    told = next((each for each in error.args if isinstance(each, Text)), str(error))
    return {"error": told, "kind": "damaged" if isinstance(error, InvalidSave | InvalidMessage) else "unknown"}


def _strange(message: AnyMessage, error: Exception) -> FaultAnswer | None:
    """Return the error response for a request that violates its declared type; None if it is valid.

    Such a request comes from a corrupt link or storage.
    """
    found: str = handler("message_check.misfit")(message, error)
    return {"error": f"{STRANGE} ({found})", "kind": "damaged"} if found else None


def _fault(error: Exception) -> FaultAnswer:
    """Return the error response for a bug in the engine. Raises ``error`` again if the page has to restart Python."""
    missing = (error.name or "").partition(".")[0] if isinstance(error, ModuleNotFoundError) else ""
    if isinstance(error, MemoryError) or missing in sys.stdlib_module_names:
        raise error
    told = say("The rules engine stumbled over this ({kind}: {error}).", kind=type(error).__name__, error=str(error))
    return {"error": told, "kind": "fault"}


OPERATIONS = {
    "practice": "handlers.practice.practice_answer", "resume": "handlers.practice.resume_answer",
    "do": "handlers.practice.do_answer", "whatif": "handlers.what_if.what_if_answer", "quiz": "handlers.quiz.quiz_answer",
    "puzzle": "handlers.puzzle.puzzle_answer", "newpuzzle": "handlers.puzzle.made_answer",
    "ownpuzzle": "handlers.puzzle.own_answer", "record": "handlers.recording.record_answer",
    "picture": "handlers.picture.picture_answer", "referee": "referee.answer.referee_answer",
    "score": "handlers.score.score_answer", "draft": "playground_modules.draft_answer"}
"""Handler of each operation, as a path for ``handler``.

The handler's annotations are the types of its request and response (see `protocol`).
"""
