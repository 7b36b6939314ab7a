"""A session: a hand being played or a worked example being varied, as a value.

A session is a start, the moves made since and what the reader said, nothing else; its position is what the engine makes
of them. So undo is a shorter list, and its saved text brings back exactly the same position in another tab, browser or
year. What bots say follows from the positions, and is never saved.
"""

from __future__ import annotations

import binascii
import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from rules_engine.bots import Bot, Choice, bot_for
from rules_engine.core.errors import MoveRefused, RulesEngineError, SetupError
from rules_engine.core.game import Game, View
from rules_engine.core.position import Event
from rules_engine.core.talk import Remark
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
    ``said``   what the reader said, by the number of moves made until then
    """

    game: Game[Any]
    setup: Mapping[str, Any]
    moves: tuple[str, ...] = ()
    seat: int | None = READER
    said: Mapping[int, str] = field(default_factory=dict)

    @cached_property
    def line(self) -> list[tuple[Any, list[Event]]]:
        """Every position so far with the events that led to it. Raises ``MoveRefused`` for a move that is none."""
        position = self.game.start(self.setup)
        line = [(position, self.game.announce(position))]
        for move in self.moves:
            position, events = self.game.play(position, move)
            line.append((position, events))
        return line

    @cached_property
    def talk(self) -> list[Sequence[Remark]]:
        """What the bots said at every position so far."""
        return [self._bots_say(position) for position, _ in self.line]

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
        return self._readers(len(self.moves))

    @property
    def bot(self) -> Bot:
        """Who plays the other seats."""
        return bot_for(self.game.id)

    @property
    def waiting(self) -> bool:
        """Whether another seat is to act, once the reader goes on: a finished trick lies there, or a word is awaited."""
        return self._bots_wait(len(self.moves))

    @property
    def trick_lies(self) -> bool:
        """Whether the trick just finished lies there until the reader goes on."""
        return self.waiting and self._trick_done(len(self.moves))

    def _readers(self, place: int) -> bool:
        to_act = self.line[place][0].to_act
        return to_act is not None and self.seat in (None, to_act)

    def _bots_wait(self, place: int) -> bool:
        if self.line[place][0].to_act is None or self._readers(place):
            return False
        return self._trick_done(place) or bool(self._may_say(place))

    def _trick_done(self, place: int) -> bool:
        after = self.line[place][0]
        return place > 0 and not after.trick and self.line[place - 1][0].last_trick is not after.last_trick

    def play(self, move: str) -> Session:
        """The reader's move. Raises ``MoveRefused``."""
        self.game.play(self.position, move, self.seat)
        return self._with(move)

    def others_play(self) -> Session:
        """The bots' moves, up to the reader's turn, the end of a trick, a word to a partner or the end of the hand."""
        session: Session = self
        while session.position.to_act is not None and not session.readers_turn and not session.waiting:
            session = session._with(session.bot_choice().move.text)
        return session

    def go_on(self) -> Session:
        """On from where the bots wait: the next of them moves, and the others follow."""
        return self._with(self.bot_choice().move.text).others_play() if self.waiting else self.others_play()

    @property
    def news(self) -> list[Event]:
        """What the latest move brought of those made since the reader's last decision, if one brought anything."""
        later = [events for _, events in self.line[self._last_stop() + 1:]]
        return next((events for events in reversed(later) if events), [])

    def _last_stop(self) -> int:
        """How many moves had been made when the reader last had something to decide; -1 if that is still to come."""
        places = range(len(self.moves) - 1, -1, -1)
        return next((place for place in places if self._readers(place) or self._bots_wait(place)), -1)

    def open_to_reader(self, place: int) -> bool:
        """Whether the reader knows which card the move after the first ``place`` was made with."""
        move = self.game.read_move(self.moves[place])
        if move.card is None or move.verb == "play" or self.position.hand_over or self._readers(place):
            return True
        return any(f"{{{move.card.text}}}" in event.sentence for _, events in self.line[place + 1:] for event in events)

    def bot_choice(self, at: int | None = None) -> Choice:
        """What the bot would do for the seat to act, now or after the first ``at`` moves, from that seat's view."""
        place = len(self.moves) if at is None else at
        position = self.line[place][0]
        rng = random.Random(f"{self.setup.get('seed')}/{place}")
        return self.bot.choose(self.game.view(position, position.to_act), rng, self.remarks(place))

    def undo(self) -> Session:
        """Back to the reader's last move or word; the same session where there is none."""
        for place in range(len(self.moves) - 1, -1, -1):
            if place in self.said or self._readers(place):
                said = {when: phrase for when, phrase in self.said.items() if when < place}
                earlier = replace(self, moves=self.moves[:place], said=said)
                earlier.__dict__.update(line=self.line[:place + 1], talk=self.talk[:place + 1])
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
        return replace(self, setup=setup, moves=(), said={})

    def _with(self, move: str) -> Session:
        after = replace(self, moves=(*self.moves, move))
        position, events = self.game.play(self.position, move)
        after.__dict__.update(line=[*self.line, (position, events)], talk=[*self.talk, self._bots_say(position)])
        return after

    # ---- talk

    @property
    def sayings(self) -> Sequence[Remark]:
        """What the reader may say before the bots go on."""
        return self._may_say(len(self.moves))

    def say(self, phrase: str) -> Session:
        """The reader's word, heard by the seat to act, and on. Raises ``SaveUnreadable`` for what can't be said here."""
        told = replace(self, said={**self.said, len(self.moves): phrase})
        told.__dict__.update(line=self.line, talk=self.talk)
        told.check_said()
        return told.go_on()

    def check_said(self) -> None:
        """Raises ``SaveUnreadable`` where the reader is made to say what nobody could have listened to."""
        for place, phrase in self.said.items():
            if not 0 <= place < len(self.line) or not self._own(place):
                raise SaveUnreadable(f"Nobody could listen to “{phrase}” at that point of the hand.")

    def remarks(self, place: int) -> list[Remark]:
        """What was said after the first ``place`` moves: by the bots, and by the reader."""
        return [*self.talk[place], *self._own(place)]

    @property
    def fresh_remarks(self) -> list[Remark]:
        """What was said since the reader's last decision, the reader's own word then included."""
        stop = self._last_stop()
        later = [remark for place in range(stop + 1, len(self.line)) for remark in self.remarks(place)]
        return [*self._own(stop), *later]

    def _bots_say(self, position: Any) -> Sequence[Remark]:
        if self.seat is None:
            return ()
        bots = [seat for seat in self.game.table.seats if seat != self.seat]
        return [remark for seat in bots for remark in self.bot.says(self.game.view(position, seat))]

    def _may_say(self, place: int) -> Sequence[Remark]:
        return () if self.seat is None else self.bot.may_say(self.game.view(self.line[place][0], self.seat))

    def _own(self, place: int) -> list[Remark]:
        return [each for each in self._may_say(place) if each.phrase == self.said[place]] if place in self.said else []


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
             "m": ",".join(session.moves)}
    plain |= {"o": session.game.options} if session.game.options else {}
    plain |= {"t": session.said} if session.said else {}
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
        setup, said = plain["s"], {int(place): phrase for place, phrase in plain.get("t", {}).items()}
        choices = plain["g"], plain["v"], plain["p"], setup.get("seats"), plain.get("o")
    except (ValueError, KeyError, TypeError, AttributeError):
        raise SaveUnreadable("The saved hand or link is damaged: part of it is missing or changed.") from None
    return _revive(choices, setup, moves, said)


def _revive(choices: tuple[Any, ...], setup: Any, moves: tuple[str, ...], said: Mapping[int, str]) -> Session:
    try:
        session = Session(make_game(*choices), setup, moves, said=said)
        session.position  # noqa: B018  (plays the moves: a refused one shows here)
        session.check_said()
    except MoveRefused as error:
        raise SaveUnreadable(f"The saved hand holds a move that the rules refuse: {error}") from None
    except SetupError as error:
        raise SaveUnreadable(f"The saved hand doesn't fit this site's games: {error}") from None
    except (TypeError, ValueError, AttributeError) as error:
        raise SaveUnreadable(f"The saved hand or link can't be read: {error}") from None
    return session
