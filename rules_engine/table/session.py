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

from rules_engine.bots import LEVELS, PLAIN, Bot, Choice, bot_for
from rules_engine.bots.watching import remembered
from rules_engine.core.cards import FACE_DOWN, Card, listed
from rules_engine.core.errors import RulesEngineError, SetupError, TextError
from rules_engine.core.game import Game, View
from rules_engine.core.happened import Event
from rules_engine.core.memory import Memory
from rules_engine.core.moves import Move
from rules_engine.core.plain import Plain
from rules_engine.core.position import Position
from rules_engine.core.rules import MoveRefused, Verdict
from rules_engine.core.setups import read_setup, write_match
from rules_engine.core.talk import Remark
from rules_engine.core.telling import Telling, Told, telling_of
from rules_engine.games import make_game
from rules_engine.scenario import Replay
from rules_engine.scenario.record import Play
from rules_engine.view.table import tries

READER = 0
"""The reader's seat."""
SECONDS = 0.35
"""A strong bot thinks no longer about a move, so that cards go on falling."""
_VERSION = "fs1"
Said = Mapping[int, str]
"""What the reader said, by the number of moves made until then."""


class SaveUnreadable(RulesEngineError):
    """Saved data or a link that this site can't bring back; the message says why, for the reader."""


@dataclass(frozen=True)
class Reached:
    """A position of the hand, with the events that led to it, what the bots said there, and who puts it into words."""

    position: Position
    events: Sequence[Event]
    talk: Sequence[Remark]
    telling: Telling[Position]

    @cached_property
    def told(self) -> list[Told]:
        """The events in words."""
        return self.telling.events(self.position, self.events)


@dataclass(frozen=True)
class Session:
    """A practice hand; ``begin_session`` makes one.

    ``setup``  the start of this hand, as plain values; ``seed`` in it lets the engine deal
    ``bot``    who plays the other seats
    ``seat``   the reader's seat; None where the reader moves for every seat
    ``line``   every position so far, the start first
    ``moves``  the moves of every seat since the start
    ``said``   what the reader said
    ``level``  how well the bots play; it isn't saved, for every move is
    """

    game: Game[Position]
    setup: Mapping[str, Plain]
    bot: Bot[Position]
    seat: int | None
    line: tuple[Reached, ...]
    moves: tuple[Move, ...] = ()
    said: Said = field(default_factory=dict)
    level: str = PLAIN

    def against(self, level: str) -> Session:
        """The hand with bots of a level. Raises ``SaveUnreadable`` for one that isn't there."""
        if level == self.level:
            return self
        if level not in LEVELS:
            raise SaveUnreadable(f"{level!r} is no level: expected {listed(LEVELS, 'or')}.")
        return replace(self, bot=bot_for(self.game, level, SECONDS), level=level)

    @property
    def position(self) -> Position:
        """Where the hand stands."""
        return self.line[-1].position

    @property
    def played(self) -> Play:
        """The moves so far, as they are written into a file."""
        return Play(self.game, self.line[0].position, self.moves, dealt=bool(self.setup))

    @property
    def view(self) -> View[Position]:
        """What the reader sees of it; everything once the hand is over."""
        position = self.position
        return View(self.game, self.seat, position) if position.hand_over else self.game.view(position, self.seat)

    @property
    def telling(self) -> Telling[Position]:
        """What the game says to the reader, who is "you" in a hand of their own."""
        return self.line[0].telling

    def told(self, place: int) -> list[Told]:
        """What led to the position after the first ``place`` moves, in words: the deal, or what the move brought."""
        return self.line[place].told

    @property
    def readers_turn(self) -> bool:
        """Whether the reader is to move."""
        return self._readers(len(self.moves))

    @property
    def waiting(self) -> bool:
        """Whether another seat is to act, once the reader goes on: a finished trick lies there, or a word is awaited."""
        return self._bots_wait(len(self.moves))

    @property
    def trick_lies(self) -> bool:
        """Whether the trick just finished lies there until the reader goes on."""
        return self.waiting and self._trick_done(len(self.moves))

    @property
    def trick_done(self) -> bool:
        """Whether the latest move finished a trick."""
        return self._trick_done(len(self.moves))

    def _readers(self, place: int) -> bool:
        to_act = self.line[place].position.to_act
        return to_act is not None and self.seat in (None, to_act)

    def _bots_wait(self, place: int) -> bool:
        if self.line[place].position.to_act is None or self._readers(place):
            return False
        return self._trick_done(place) or bool(self._may_say(place))

    def _trick_done(self, place: int) -> bool:
        after = self.line[place].position
        return place > 0 and not after.trick and self.line[place - 1].position.last_trick is not after.last_trick

    def play(self, move: str | Move) -> Session:
        """The hand after the reader's move. Raises ``MoveRefused``."""
        verdict = self.game.judge(self.position, move, self.seat)
        if verdict.move is None or verdict.rule is not None:
            raise MoveRefused(verdict)
        return self._with(verdict.move)

    def play_all(self, moves: str) -> Session:
        """The hand after several moves of the reader, with commas between. Raises ``MoveRefused``."""
        session: Session = self
        for move in moves.split(","):
            session = session.play(move)
        return session

    def ways(self, card: Card) -> list[Verdict]:
        """Every way in which a card of the seat to act could be tried, judged by what that seat knows."""
        position = self.view.position
        return [self.game.judge(position, move) for move in tries(self.game, position).get(card, ())]

    def others_play(self) -> Session:
        """The bots' moves, up to the reader's turn, the end of a trick, a word to a partner or the end of the hand."""
        session: Session = self
        while session.position.to_act is not None and not session.readers_turn and not session.waiting:
            session = session._with(session.bot_choice().move)
        return session

    def go_on(self) -> Session:
        """One bot's move on; the same session where it is the reader's turn, or nobody's.

        Cards that a seat gives away one after the other go together.
        """
        if self.position.to_act is None or self.readers_turn:
            return self
        move, seat = self.bot_choice().move, self.position.to_act
        after = self._with(move)
        if move.verb != "play" and after.position.to_act == seat and after.bot_choice().move.verb == move.verb:
            return after.go_on()
        return after

    @property
    def running(self) -> bool:
        """Whether a bot is to move and nothing keeps it waiting."""
        return self.position.to_act is not None and not self.readers_turn and not self.waiting

    def rest(self) -> Session:
        """The hand played to its end or to the reader's turn."""
        session = self.go_on() if self.waiting else self
        return session.others_play()

    @property
    def news(self) -> list[Told]:
        """What the latest move brought of those made since the reader's last decision, if one brought anything."""
        later = range(len(self.moves), self._last_stop(), -1)
        return next((self.told(place) for place in later if place and self.line[place].events), [])

    def _last_stop(self) -> int:
        """How many moves had been made when the reader last had something to decide; -1 if that is still to come."""
        places = range(len(self.moves) - 1, -1, -1)
        return next((place for place in places if self._readers(place) or self._bots_wait(place)), -1)

    def open_to_reader(self, place: int) -> bool:
        """Whether the reader knows which card the move after the first ``place`` was made with."""
        move = self.moves[place]
        if move.card is None or move.verb == "play" or self.position.hand_over or self._readers(place):
            return True
        later = range(place + 1, len(self.line))
        return any(f"{{{move.card.text}}}" in told.sentence for at in later for told in self.told(at))

    def gives_away(self, sentence: str) -> bool:
        """Whether a sentence names a card that lies hidden from the reader."""
        view, hands = self.view.position, self.position.hands
        held = {card for seat, hand in enumerate(view.hands) if FACE_DOWN in hand for card in hands[seat]}
        put = {move.card for place, move in enumerate(self.moves) if not self.open_to_reader(place)}
        return any(card is not None and f"{{{card.text}}}" in sentence for card in held | put)

    def chose(self, place: int) -> bool:
        """Whether the move after the first ``place`` was a choice of the reader's; giving cards away one by one is none."""
        position = self.line[place].position
        several = self._readers(place) and len(self.game.legal(position)) > 1
        given = position.phase != "play" and self.moves[place].card is not None and self.moves[place].other is None
        return several and not given

    def repeated(self, place: int) -> bool:
        """Whether the same seat does the same again after the move at ``place``, as in discarding card by card."""
        again = self.moves[place:place + 2]
        return len(again) == 2 and again[0].verb == again[1].verb != "play" and (
            self.line[place].position.to_act == self.line[place + 1].position.to_act)

    def bot_choice(self, at: int | None = None) -> Choice:
        """What the bot would do for the seat to act, now or after the first ``at`` moves, from that seat's view."""
        place = len(self.moves) if at is None else at
        position = self.line[place].position
        rng = random.Random(f"{self.setup.get('seed')}/{place}")
        memory = self.memory(position.actor, place) if self.bot.remembers else None
        return self.bot.choose(self.game.view(position, position.to_act, memory), rng, self.remarks(place))

    def memory(self, seat: int, place: int) -> Memory:
        """What a seat has learned from the first ``place`` moves."""
        made = zip(self.moves[:place], (reached.position for reached in self.line[1:]), strict=False)
        return remembered(self.game, seat, self.line[0].position, made)

    def undo(self) -> Session:
        """Back to the reader's last move or word; the same session where there is none."""
        for place in range(len(self.moves) - 1, -1, -1):
            if place in self.said or self._readers(place):
                return self.at(place)
        return self

    def next_hand(self, seed: int) -> Session:
        """The next hand of the match. Raises ``SetupError`` where there is none."""
        after = self.game.deal(seed, before=self.position)
        seats = {"seats": self.setup["seats"]} if "seats" in self.setup else {}
        return begin_session(self.game, {"seed": seed, **write_match(self.game, after), **seats}, self.seat).against(self.level)

    def _with(self, move: Move) -> Session:
        position, events = self.game.make(self.position, move)
        reached = Reached(position, events, _talk(self.game, self.bot, position, self.seat), self.telling)
        return replace(self, moves=(*self.moves, move), line=(*self.line, reached))

    # ---- talk

    @property
    def sayings(self) -> Sequence[Remark]:
        """What the reader may say before the bots go on."""
        return self._may_say(len(self.moves))

    def say(self, phrase: str) -> Session:
        """The reader's word, heard by the seat to act, and on. Raises ``SaveUnreadable`` for what can't be said here."""
        told = replace(self, said={**self.said, len(self.moves): phrase})
        told.check_said()
        return told.go_on()

    def at(self, place: int) -> Session:
        """The hand as it stood after the first ``place`` moves, to look back on."""
        place = min(max(place, 0), len(self.moves))
        said = {when: phrase for when, phrase in self.said.items() if when < place}
        return replace(self, moves=self.moves[:place], line=self.line[:place + 1], said=said)

    def again(self) -> Session:
        """The same deal from its start."""
        return self.at(0)

    def check_said(self) -> None:
        """Raises ``SaveUnreadable`` where the reader is made to say what nobody could have listened to."""
        for place, phrase in self.said.items():
            if not 0 <= place < len(self.line) or not self.own_words(place):
                raise SaveUnreadable(f"Nobody could listen to “{phrase}” at that point of the hand.")

    def remarks(self, place: int) -> list[Remark]:
        """What was said after the first ``place`` moves: by the bots, and by the reader."""
        return [*self.line[place].talk, *self.own_words(place)]

    @property
    def fresh_remarks(self) -> list[Remark]:
        """What was said since the reader's last decision, the reader's own word then included."""
        stop = self._last_stop()
        later = [remark for place in range(stop + 1, len(self.line)) for remark in self.remarks(place)]
        return [*self.own_words(stop), *later]

    def _may_say(self, place: int) -> Sequence[Remark]:
        return () if self.seat is None else self.bot.may_say(self.game.view(self.line[place].position, self.seat))

    def own_words(self, place: int) -> list[Remark]:
        """What the reader said after the first ``place`` moves."""
        return [each for each in self._may_say(place) if each.phrase == self.said[place]] if place in self.said else []


def begin_session(game: Game[Position], setup: Mapping[str, Plain], seat: int | None = READER) -> Session:
    """A hand at its start, nobody having moved. Raises ``SetupError``."""
    position, bot = read_setup(game, setup), bot_for(game)
    telling = telling_of(game, seat)
    start = Reached(position, telling.dealt(position), _talk(game, bot, position, seat), telling)
    return Session(game, setup, bot, seat, (start,))


def _talk(game: Game[Position], bot: Bot[Position], position: Position, seat: int | None) -> Sequence[Remark]:
    """What the bots say at a position; nothing where the reader moves for every seat."""
    if seat is None:
        return ()
    return [remark for other in game.table.seats if other != seat for remark in bot.says(game.view(position, other))]


def new_session(game_id: str, seed: int, variant: str | None = None, players: int | None = None,
                options: Mapping[str, str] | None = None, setup: Mapping[str, Plain] | None = None) -> Session:
    """A new hand, the reader in the first seat, nobody having moved.

    ``setup`` gives more than the seed: a dealer, totals, or a whole position to play from.
    """
    begun = dict(setup or {})
    if "hands" not in begun:
        begun["seed"] = seed
    return begin_session(make_game(game_id, variant, players, begun.get("seats"), options), begun)


def what_if(run: Replay, step: int, moves: Sequence[str] = (), reader: int | None = None) -> Session:
    """A worked example from the position after ``step`` steps, and the moves from there; ``reader`` is told as "you"."""
    start = Reached(run.moments[step - 1].after if step else run.start, (), (), telling_of(run.game, reader))
    session = Session(run.game, {}, bot_for(run.game), None, (start,))
    for move in moves:
        session = session.play(move)
    return session


def write_save(session: Session) -> str:
    """The text that brings a session back: for links, and for the browser's storage."""
    plain = {"g": session.game.id, "v": session.game.variant, "p": session.game.table.size, "s": session.setup,
             "m": ",".join(move.text for move in session.moves)}
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


def _revive(choices: tuple[Plain, ...], setup: Mapping[str, Plain], moves: Sequence[str], said: Said) -> Session:
    try:
        session = begin_session(make_game(*choices), setup)
        for move in moves:
            session = session._with(_legal(session, move))
        session = replace(session, said=said)
        session.check_said()
    except (MoveRefused, TextError) as error:
        raise SaveUnreadable(f"The saved hand holds a move that the rules refuse: {error}") from None
    except SetupError as error:
        raise SaveUnreadable(f"The saved hand doesn't fit this site's games: {error}") from None
    except (TypeError, ValueError, AttributeError) as error:
        raise SaveUnreadable(f"The saved hand or link can't be read: {error}") from None
    return session


def _legal(session: Session, text: str) -> Move:
    """The move written ``text``, by whoever is to act. Raises ``MoveRefused`` or ``TextError``."""
    verdict = session.game.judge(session.position, session.game.notation.read_move(text))
    if verdict.move is None or verdict.rule is not None:
        raise MoveRefused(verdict)
    return verdict.move
