"""A session: a hand being played or a worked example being varied, as a value.

A session is a start, the moves made since and what the reader said, nothing else; its position is what the engine makes
of them. So undo is a shorter list, and its saved text brings back exactly the same position in another tab, browser or
year. What bots say follows from the positions, and is never saved.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from rules_engine.bots import LEVELS, PLAIN, Bot, BotMove, bot_for
from rules_engine.bots.inference import remembered
from rules_engine.core.game.game import Game, View
from rules_engine.core.game.setups import read_setup, write_match
from rules_engine.core.model.cards import FACE_DOWN, Card
from rules_engine.core.model.errors import RulesEngineError
from rules_engine.core.model.events import Event
from rules_engine.core.model.memory import Memory
from rules_engine.core.model.moves import Move
from rules_engine.core.model.rules import MoveRefused, Verdict
from rules_engine.core.model.table_talk import Remark
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.core.positions.position import Position
from rules_engine.games import make_game
from rules_engine.html.card_choices import tries
from rules_engine.narration.narrator import Narrator, narrator_for
from rules_engine.narration.phrasebook import EventText
from rules_engine.text.message import QuotedText, Text, any_of, as_text, say

if TYPE_CHECKING:
    from rules_engine.scenarios.replay import Replay

READER = 0
"""The reader's seat."""
Said = Mapping[int, str]
"""What the reader said, by the number of moves made until then."""


class InvalidSave(RulesEngineError):
    """Saved data or a link that this site can't bring back; the message says why, for the reader."""


@dataclass(frozen=True)
class SessionStep:
    """A position of the hand, with the events that led to it, what the bots said there, and who puts it into words."""

    position: Position
    events: Sequence[Event]
    talk: Sequence[Remark]
    narrator: Narrator[Position]

    @cached_property
    def told(self) -> list[EventText]:
        """The events in words."""
        return self.narrator.events(self.position, self.events)


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
    ``past``   what the hands of the match before this one brought, a number for each side, as far as they were played here
    """

    game: Game[Position]
    setup: Mapping[str, JsonValue]
    bot: Bot[Position]
    seat: int | None
    line: tuple[SessionStep, ...]
    moves: tuple[Move, ...] = ()
    said: Said = field(default_factory=dict)
    level: str = PLAIN
    past: tuple[tuple[int, ...], ...] = ()

    @property
    def scores(self) -> tuple[tuple[int, ...], ...]:
        """What the hands of the match brought, with this one once it is over."""
        score = self.position.hand_score
        return self.past if score is None else (*self.past, tuple(score))

    @property
    def number(self) -> int:
        """Which hand of the match it is."""
        return max(self.position.number, len(self.past) + 1)

    def against(self, level: str) -> Session:
        """Return the hand with bots of a level. Raises ``InvalidSave`` for one that isn't there."""
        if level == self.level:
            return self
        if level not in LEVELS:
            raise InvalidSave(say("{level} is no level: expected {levels}.", level=repr(level), levels=any_of(LEVELS)))
        return replace(self, bot=bot_for(self.game, level), level=level)

    @property
    def position(self) -> Position:
        """Where the hand stands."""
        return self.line[-1].position

    @property
    def view(self) -> View[Position]:
        """What the reader sees of it; everything once the hand is over."""
        position = self.position
        return View(self.game, self.seat, position) if position.hand_over else self.game.view(position, self.seat)

    @property
    def narrator(self) -> Narrator[Position]:
        """What the game says to the reader, who is "you" in a hand of their own."""
        return self.line[0].narrator

    def told(self, place: int) -> list[EventText]:
        """Return what led to the position after the first ``place`` moves, in words: the deal, or what the move brought."""
        return self.line[place].told

    def brought(self, place: int) -> list[EventText]:
        """Return what the last of the first ``place`` moves brought; cards given away one by one are told with the last."""
        if place and self._given_on(place - 1):
            return []
        first = place - 1
        while first > 0 and self._given_on(first - 1):
            first -= 1
        if place - first < 2:
            return self.told(place)
        cards, reached = tuple(move.played for move in self.moves[first:place]), self.line[place]
        events = [event._replace(cards=cards) if event.cards == cards[-1:] else event for event in reached.events]
        return self.narrator.events(reached.position, events)

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
        decides = self.game.decides(self.line[place].position)
        return decides is not None and self.seat in (None, decides)

    def _bots_wait(self, place: int) -> bool:
        if self.line[place].position.to_act is None or self._readers(place):
            return False
        return self._trick_done(place) or bool(self._may_say(place))

    def _trick_done(self, place: int) -> bool:
        after = self.line[place].position
        return place > 0 and not after.trick and self.line[place - 1].position.last_trick is not after.last_trick

    def play(self, move: str | Move) -> Session:
        """Return the hand after the reader's move. Raises ``MoveRefused``."""
        verdict = self.game.judge(self.position, move, self.position.to_act if self.readers_turn else self.seat)
        if verdict.move is None or verdict.rule is not None:
            raise MoveRefused(verdict)
        return self.after(verdict.move)

    def play_all(self, moves: str) -> Session:
        """Return the hand after several moves of the reader, with commas between. Raises ``MoveRefused``."""
        session: Session = self
        for move in moves.split(","):
            session = session.play(move)
        return session

    def ways(self, card: Card) -> list[Verdict]:
        """Return every way in which a card of the seat to act could be tried, judged by what that seat knows."""
        position = self.view.position
        return [self.game.judge(position, move) for move in tries(self.game, position).get(card, ())]

    def others_play(self) -> Session:
        """Return the bots' moves, up to the reader's turn, the end of a trick, a word to a partner or the end of the hand."""
        session: Session = self
        while session.position.to_act is not None and not session.readers_turn and not session.waiting:
            session = session.after(session.bot_choice().move)
        return session

    def go_on(self) -> Session:
        """Return one bot's move on; the same session where it is the reader's turn, or nobody's.

        Cards that a seat gives away one after the other go together.
        """
        if self.position.to_act is None or self.readers_turn:
            return self
        move, seat = self.bot_choice().move, self.position.to_act
        after = self.after(move)
        if move.verb != "play" and after.position.to_act == seat and after.bot_choice().move.verb == move.verb:
            return after.go_on()
        return after

    @property
    def running(self) -> bool:
        """Whether a bot is to move and nothing keeps it waiting."""
        return self.position.to_act is not None and not self.readers_turn and not self.waiting

    def rest(self) -> Session:
        """Return the hand played to its end or to the reader's turn."""
        session = self.go_on() if self.waiting else self
        return session.others_play()

    @property
    def news(self) -> list[EventText]:
        """What the latest move brought of those made since the reader's last decision, if one brought anything."""
        later = range(len(self.moves), self._last_stop(), -1)
        return next((self.brought(place) for place in later if place and self.line[place].events), [])

    @property
    def kept_news(self) -> list[EventText]:
        """What moves before the latest have brought since the reader's last decision that a player has to know of."""
        places = range(self._last_stop() + 1, len(self.moves))
        return [told for place in places for told in self.brought(place) if place and self.narrator.is_persistent(told.event)]

    def _last_stop(self) -> int:
        """How many moves had been made when the reader last had something to decide; -1 if that is still to come."""
        places = range(len(self.moves) - 1, -1, -1)
        return next((place for place in places if self._readers(place) or self._bots_wait(place)), -1)

    def open_to_reader(self, place: int) -> bool:
        """Tell whether the reader knows which card the move after the first ``place`` was made with."""
        move = self.moves[place]
        if move.card is None or move.verb == "play" or self.position.hand_over or self._readers(place):
            return True
        later = range(place + 1, len(self.line))
        return any(move.card in as_text(told.sentence).cards for at in later for told in self.told(at))

    def gives_away(self, sentence: Text) -> bool:
        """Tell whether a sentence names a card that lies hidden from the reader; mere letters don't say which cards they name."""
        if type(as_text(sentence)) is Text:
            return bool(sentence)
        view, hands = self.view.position, self.position.hands
        held = {card for seat, hand in enumerate(view.hands) if FACE_DOWN in hand for card in hands[seat]}
        put = {move.card for place, move in enumerate(self.moves) if not self.open_to_reader(place)}
        return not (held | put).isdisjoint(sentence.cards)

    def chose(self, place: int) -> bool:
        """Tell whether the move after the first ``place`` was a choice of the reader's; giving cards away one by one is none."""
        position = self.line[place].position
        several = self._readers(place) and len(self.game.legal(position)) > 1
        given = position.phase != "play" and self.moves[place].card is not None and self.moves[place].other is None
        return several and not given

    def trick_number(self, place: int) -> int:
        """Return to which trick the move after the first ``place`` belongs."""
        line = self.line[:place + 1]
        return 1 + sum(later.position.last_trick is not earlier.position.last_trick for earlier, later in pairwise(line))

    def repeated(self, place: int) -> bool:
        """Tell whether the same seat does the same again after the move at ``place``, as in discarding card by card."""
        again = self.moves[place:place + 2]
        return len(again) == 2 and again[0].verb == again[1].verb != "play" and (
            self.line[place].position.to_act == self.line[place + 1].position.to_act)

    def _given_on(self, place: int) -> bool:
        """Tell whether the move at ``place`` gives away one of several cards, and the next one another."""
        return self.repeated(place) and all(move.card is not None and move.other is None for move in self.moves[place:place + 2])

    def bot_choice(self, at: int | None = None) -> BotMove:
        """Return what the bot would do for the seat to act, now or after the first ``at`` moves, from that seat's view."""
        place = len(self.moves) if at is None else at
        position = self.line[place].position
        rng = random.Random(f"{self.setup.get('seed')}/{place}")
        seat = self.game.decides(position)
        assert seat is not None, "nobody is to move"
        memory = self.memory(seat, place) if self.bot.remembers else None
        return self.bot.choose(self.game.view(position, seat, memory), rng, self.remarks(place))

    def memory(self, seat: int, place: int) -> Memory:
        """Return what a seat has learned from the first ``place`` moves."""
        made = zip(self.moves[:place], (reached.position for reached in self.line[1:]), strict=False)
        return remembered(self.game, seat, self.line[0].position, made)

    def undo(self) -> Session:
        """Back to the reader's last move or word; the same session where there is none."""
        for place in range(len(self.moves) - 1, -1, -1):
            if place in self.said or self._readers(place):
                return self.at(place)
        return self

    def next_hand(self, seed: int) -> Session:
        """Return the next hand of the match. Raises ``SetupError`` where there is none."""
        after = self.game.deal(seed, before=self.position)
        seats = {"seats": self.setup["seats"]} if "seats" in self.setup else {}
        begun = begin_session(self.game, {"seed": seed, **write_match(self.game, after), **seats}, self.seat)
        return replace(begun, past=self.scores).against(self.level)

    def after(self, move: Move) -> Session:
        """Return the hand after a legal move of whoever is to act."""
        position, events = self.game.make(self.position, move)
        reached = SessionStep(position, events, _talk(self.game, self.bot, position, self.seat), self.narrator)
        return replace(self, moves=(*self.moves, move), line=(*self.line, reached))

    # ---- talk

    @property
    def sayings(self) -> Sequence[Remark]:
        """What the reader may say before the bots go on."""
        return self._may_say(len(self.moves))

    def say(self, phrase: str) -> Session:
        """Return the reader's word, heard by the seat to act, and on. Raises ``InvalidSave`` for what can't be said here."""
        told = replace(self, said={**self.said, len(self.moves): phrase})
        told.check_said()
        return told.go_on()

    def at(self, place: int) -> Session:
        """Return the hand as it stood after the first ``place`` moves, to look back on."""
        place = min(max(place, 0), len(self.moves))
        said = {when: phrase for when, phrase in self.said.items() if when < place}
        return replace(self, moves=self.moves[:place], line=self.line[:place + 1], said=said)

    def again(self) -> Session:
        """Return the same deal from its start."""
        return self.at(0)

    def check_said(self) -> None:
        """Raise ``InvalidSave`` if the reader says something at a point where nobody could have listened to it."""
        for place, phrase in self.said.items():
            if not 0 <= place < len(self.line) or not self.own_words(place):
                raise InvalidSave(say("Nobody could listen to {phrase} at that point of the hand.", phrase=QuotedText(phrase)))

    def remarks(self, place: int) -> list[Remark]:
        """Return what was said after the first ``place`` moves: by the bots, and by the reader."""
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
        """Return what the reader said after the first ``place`` moves."""
        return [each for each in self._may_say(place) if each.phrase == self.said[place]] if place in self.said else []


def begin_session(game: Game[Position], setup: Mapping[str, JsonValue], seat: int | None = READER) -> Session:
    """Return a hand at its start, nobody having moved. Raises ``SetupError``."""
    position, bot = read_setup(game, setup), bot_for(game)
    narrator = narrator_for(game, seat)
    start = SessionStep(position, narrator.dealt(position), _talk(game, bot, position, seat), narrator)
    return Session(game, setup, bot, seat, (start,))


def _talk(game: Game[Position], bot: Bot[Position], position: Position, seat: int | None) -> Sequence[Remark]:
    """What the bots say at a position; nothing where the reader moves for every seat."""
    if seat is None:
        return ()
    return [remark for other in game.table.seats if other != seat for remark in bot.says(game.view(position, other))]


def new_session(game_id: str, seed: int, variant: str | None = None, players: int | None = None,
                options: Mapping[str, str] | None = None, setup: Mapping[str, JsonValue] | None = None) -> Session:
    """Return a new hand, the reader in the first seat, nobody having moved.

    ``setup`` gives more than the seed: a dealer, totals, or a whole position to play from.
    """
    begun = dict(setup or {})
    if "hands" not in begun:
        begun["seed"] = seed
    return begin_session(make_game(game_id, variant, players, begun.get("seats"), options), begun)


def what_if(run: Replay, step: int, moves: Sequence[str] = (), reader: int | None = None) -> Session:
    """Return a worked example from the position after ``step`` steps, and the moves from there; ``reader`` is told as "you"."""
    start = SessionStep(run.moments[step - 1].after if step else run.start, (), (), narrator_for(run.game, reader))
    session = Session(run.game, {}, bot_for(run.game), None, (start,))
    for move in moves:
        session = session.play(move)
    return session
