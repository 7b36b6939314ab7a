"""A session: a hand being played or a worked example being varied, as a value.

A session is a start and the moves made since, nothing else; its position is what the engine makes of them. So undo
is a shorter list, and its saved text brings back exactly the same position in another tab, browser or year.
"""

from __future__ import annotations

import binascii
import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from rules_engine.bots import Choice, bot_for
from rules_engine.core.errors import MoveRefused, RulesEngineError, SetupError
from rules_engine.core.game import Game, View
from rules_engine.core.position import Event
from rules_engine.games import make_game
from rules_engine.scenario import Replay

READER = 0
"""The reader's seat."""
_VERSION = "fs1"


class SaveUnreadable(RulesEngineError):
    """Saved data or a link that this site can't bring back; the message says why, for the reader."""


@dataclass(frozen=True)
class Session:
    """A practice hand.

    ``setup``  the start of this hand, as plain values; ``seed`` in it lets the engine deal
    ``moves``  the moves of every seat since, as text
    ``seat``   the reader's seat; None where the reader moves for every seat
    """

    game: Game[Any]
    setup: Mapping[str, Any]
    moves: tuple[str, ...] = ()
    seat: int | None = READER
    picked: str = field(default="", compare=False)

    @cached_property
    def line(self) -> list[tuple[Any, list[Event]]]:
        """Every position so far with the events that led to it. Raises ``MoveRefused`` for a move that is none."""
        position = self.game.start(self.setup)
        line = [(position, self.game.announce(position))]
        for move in self.moves:
            position, events = self.game.play(position, move)
            line.append((position, events))
        return line

    @property
    def position(self) -> Any:
        """Where the hand stands."""
        return self.line[-1][0]

    @property
    def view(self) -> View:
        """What the reader sees of it; everything once the hand is over."""
        position = self.position
        return View(self.seat, position) if position.hand_over else self.game.view(position, self.seat)

    @property
    def readers_turn(self) -> bool:
        """Whether the reader is to move."""
        to_act = self.position.to_act
        return to_act is not None and self.seat in (None, to_act)

    @property
    def waiting(self) -> bool:
        """Whether a finished trick lies on the table and another seat leads next, once the reader goes on."""
        position = self.position
        return (self.seat is not None and bool(self.moves) and not position.trick and not position.hand_over
                and position.last_trick is not None and position.to_act not in (None, self.seat)
                and self.line[-2][0].last_trick is not position.last_trick)

    def play(self, move: str) -> Session:
        """The reader's move. Raises ``MoveRefused``."""
        self.game.play(self.position, move, self.seat)
        return self._with(move)

    def others_play(self) -> Session:
        """The bots' moves, up to the reader's turn, the end of a trick or the end of the hand."""
        session: Session = self
        while session.position.to_act is not None and not session.readers_turn and not session.waiting:
            session = session._with(session.bot_choice().move.text)
        return session

    def go_on(self) -> Session:
        """On from a finished trick: the next leader leads, and the others follow."""
        return self._with(self.bot_choice().move.text).others_play() if self.waiting else self.others_play()

    def bot_choice(self, at: int | None = None) -> Choice:
        """What the bot would do for the seat to act, now or after the first ``at`` moves, from that seat's view."""
        place = len(self.moves) if at is None else at
        position = self.line[place][0]
        rng = random.Random(f"{self.setup.get('seed')}/{place}")
        choice: Choice = bot_for(self.game.id).choose(self.game.view(position, position.to_act), rng)
        return choice

    def undo(self) -> Session:
        """Back to the reader's last decision; the same session where there is none."""
        for place in range(len(self.moves) - 1, -1, -1):
            if self.seat is None or self.line[place][0].to_act == self.seat:
                earlier = replace(self, moves=self.moves[:place], picked="")
                earlier.__dict__["line"] = self.line[:place + 1]
                return earlier
        return self

    def next_hand(self, seed: int) -> Session:
        """The next hand of the match. Raises ``SetupError`` where there is none."""
        over = self.position
        after = self.game.deal(seed, before=over)
        setup = {"seed": seed, "dealer": self.game.table.names[after.dealer],
                 "score": dict(zip(self.game.score_names, after.score, strict=True))}
        if "seats" in self.setup:
            setup["seats"] = self.setup["seats"]
        if self.game.number_fact:
            setup[self.game.number_fact] = after.number
        return replace(self, setup=setup, moves=(), picked="")

    def _with(self, move: str) -> Session:
        after = replace(self, moves=(*self.moves, move), picked="")
        position, events = self.game.play(self.position, move)
        after.__dict__["line"] = [*self.line, (position, events)]
        return after


def new_session(game_id: str, seed: int, variant: str | None = None, players: int | None = None,
                options: Mapping[str, str] | None = None, setup: Mapping[str, Any] | None = None) -> Session:
    """A new hand, the reader in the first seat, the bots having moved up to the reader's turn.

    ``setup`` gives more than the seed: a dealer, totals, or a whole position to play from.
    """
    begun = dict(setup or {})
    if "hands" not in begun:
        begun["seed"] = seed
    return Session(make_game(game_id, variant, players, begun.get("seats"), options), begun).others_play()


def what_if(run: Replay, step: int, moves: tuple[str, ...] = ()) -> Session:
    """A worked example from the position after ``step`` steps, and the reader's moves from there."""
    position = run.moments[step - 1].after if step else run.start
    session = Session(run.game, {}, (), None)
    line: list[tuple[Any, list[Event]]] = [(position, [])]
    for move in moves:
        after, events = run.game.play(line[-1][0], move)
        line.append((after, events))
    session = replace(session, moves=moves)
    session.__dict__["line"] = line
    return session


def write_save(session: Session) -> str:
    """The text that brings a session back: for links, and for the browser's storage."""
    plain = {"g": session.game.id, "v": session.game.variant, "p": session.game.table.size, "s": session.setup,
             "m": ",".join(session.moves)} | ({"o": session.game.options} if session.game.options else {})
    body = json.dumps(plain, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()
    text = binascii.b2a_base64(body, newline=False).decode().rstrip("=").replace("+", "-").replace("/", "_")
    return f"{_VERSION}.{binascii.crc32(body):08x}.{text}"


def read_save(text: str) -> Session:
    """The session that ``text`` brings back. Raises ``SaveUnreadable``."""
    version, _, rest = text.partition(".")
    if version != _VERSION:
        raise SaveUnreadable("This isn't a hand saved by this site.")
    check, _, body = rest.partition(".")
    try:
        raw = binascii.a2b_base64(body.replace("-", "+").replace("_", "/") + "=" * (-len(body) % 4))
        if f"{binascii.crc32(raw):08x}" != check:
            raise ValueError(body)
        plain = json.loads(raw)
        moves = tuple(plain["m"].split(",")) if plain["m"] else ()
        setup = plain["s"]
        choices = plain["g"], plain["v"], plain["p"], setup.get("seats"), plain.get("o")
    except (ValueError, KeyError, TypeError, AttributeError):
        raise SaveUnreadable("The saved hand or link is damaged: part of it is missing or changed.") from None
    return _revive(choices, setup, moves)


def _revive(choices: tuple[Any, ...], setup: Any, moves: tuple[str, ...]) -> Session:
    try:
        session = Session(make_game(*choices), setup, moves)
        session.position  # noqa: B018  (plays the moves: a refused one shows here)
    except MoveRefused as error:
        raise SaveUnreadable(f"The saved hand holds a move that the rules refuse: {error}") from None
    except SetupError as error:
        raise SaveUnreadable(f"The saved hand doesn't fit this site's games: {error}") from None
    except (TypeError, ValueError, AttributeError) as error:
        raise SaveUnreadable(f"The saved hand or link can't be read: {error}") from None
    return session
