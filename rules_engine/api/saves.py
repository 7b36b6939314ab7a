"""Saves, which are sessions serialized as short text for links and browser storage."""

from __future__ import annotations

import binascii
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules_engine.api.session import InvalidSave, Said, Session, begin_session
from rules_engine.core.model.errors import SetupError, TextError
from rules_engine.core.model.rules import MoveRefused
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.games import make_game
from rules_engine.text.message import say

_VERSION = "fs1"
DAMAGED = say("The saved hand or link is damaged: part of it is missing or changed.")


def write_save(session: Session) -> str:
    """Serialize a session as text for links and browser storage."""
    plain = {"g": session.game.id, "v": session.game.variant, "p": session.game.table.size, "s": session.setup,
             "m": ",".join(move.text for move in session.moves)}
    plain |= {"o": session.game.options} if session.game.options else {}
    plain |= {"t": session.said} if session.said else {}
    plain |= {"h": session.past} if session.past else {}
    body = json.dumps(plain, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()
    text = binascii.b2a_base64(body, newline=False).decode().rstrip("=").replace("+", "-").replace("/", "_")
    return f"{_VERSION}.{binascii.crc32(body):08x}.{text}"


def read_save(text: str) -> Session:
    """Restore a session from its serialized ``text``. Raises ``InvalidSave``."""
    version, _, rest = text.partition(".")
    if version != _VERSION:
        raise InvalidSave(say("This isn't a hand saved by this site."))
    check, _, body = rest.partition(".")
    try:
        raw = binascii.a2b_base64(body.replace("-", "+").replace("_", "/") + "=" * (-len(body) % 4))
        if f"{binascii.crc32(raw):08x}" != check:
            raise ValueError(body)
        plain = json.loads(raw)
        moves = tuple(plain["m"].split(",")) if plain["m"] else ()
        setup, said = plain["s"], {int(place): phrase for place, phrase in plain.get("t", {}).items()}
        past = tuple(tuple(map(int, points)) for points in plain.get("h", ()))
        choices = plain["g"], plain["v"], plain["p"], setup.get("seats"), plain.get("o")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise InvalidSave(DAMAGED) from None
    return _with_past(_revive(choices, setup, moves, said), past)


def _revive(choices: tuple[JsonValue, ...], setup: Mapping[str, JsonValue], moves: Sequence[str], said: Said) -> Session:
    try:
        session = replace(replayed(begin_session(make_game(*choices), setup), moves), said=said)
        session.check_said()
    except (MoveRefused, TextError) as error:
        raise InvalidSave(say("The saved hand holds a move that the rules refuse: {error}", error=str(error))) from None
    except SetupError as error:
        raise InvalidSave(say("The saved hand doesn't fit this site's games: {error}", error=str(error))) from None
    except (TypeError, ValueError, AttributeError) as error:
        raise InvalidSave(say("The saved hand or link can't be read: {error}", error=str(error))) from None
    return session


def _with_past(session: Session, past: tuple[tuple[int, ...], ...]) -> Session:
    """Return the session with the scores of earlier hands. Raises ``InvalidSave`` unless each has a number for every side."""
    sides = len(session.game.score_names)
    if any(len(points) != sides for points in past):
        raise InvalidSave(DAMAGED)
    return replace(session, past=past)


def replayed(session: Session, moves: Sequence[str]) -> Session:
    """Return the session after these moves, each made by the seat to act. Raises ``MoveRefused`` or ``TextError``."""
    for text in moves:
        verdict = session.game.judge(session.position, session.game.notation.read_move(text))
        if verdict.move is None or verdict.rule is not None:
            raise MoveRefused(verdict)
        session = session.after(verdict.move)
    return session
