"""Sessions: practice hands and variations of worked examples, as immutable values.

A session stores only the start, the moves made since, and the reader's remarks; the engine derives the positions from them. Undo
shortens the list of moves, and a save restores the same position in any tab or browser, years later. The bots' remarks follow
from the positions and are never saved.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from rules_engine.bots import LEVELS, PARTNER_LEVELS, PLAIN, Bot, BotMove, bot_for
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
"""The reader's remarks, by the number of moves made before them."""


class InvalidSave(RulesEngineError):
    """A save or link that this site can't restore; its message explains the reason to the reader."""


@dataclass(frozen=True)
class SessionStep:
    """A position in the hand, with the events that led to it, the bots' remarks in it, and the narrator that describes it."""

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
    """A practice hand or a variation of an example; created by ``begin_session`` or ``what_if``.

    ``setup``  the start of this hand as plain values; a ``seed`` in it determines the deal
    ``bot``    the bot that plays the other seats, apart from the partner of a reader who plays against beginners
    ``seat``   the reader's seat; None if the reader moves for every seat
    ``line``   all positions so far, the start first
    ``moves``  the moves made by all seats since the start
    ``said``   the reader's remarks
    ``level``  the bots' level; not saved, because a save contains their moves
    ``past``   the scores of the match's earlier hands, one number for each side, if they were played on this site
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
        """The scores of the hands in the match, including this hand when it is over."""
        score = self.position.hand_score
        return self.past if score is None else (*self.past, tuple(score))

    @property
    def number(self) -> int:
        """The number of this hand in the match, from 1."""
        return max(self.position.number, len(self.past) + 1)

    @property
    def is_first_turn(self) -> bool:
        """True until the reader has moved in the first hand of a match."""
        return self.seat is not None and self.number == 1 and self.is_unmoved

    @property
    def is_unmoved(self) -> bool:
        """True until the reader has moved in this hand."""
        return all(step.position.to_act != self.seat for step in self.line[:len(self.moves)])

    def against(self, level: str) -> Session:
        """Return the hand with bots of this level. Raises ``InvalidSave`` if there is no such level."""
        if level == self.level:
            return self
        if level not in LEVELS:
            raise InvalidSave(say("{level} is no level: expected {levels}.", level=repr(level), levels=any_of(LEVELS)))
        return replace(self, bot=bot_for(self.game, level), level=level)

    @property
    def position(self) -> Position:
        """The current position."""
        return self.line[-1].position

    @property
    def view(self) -> View[Position]:
        """The reader's view of the position: everything when the hand is over."""
        position = self.position
        return View(self.game, self.seat, position) if position.hand_over else self.game.view(position, self.seat)

    @property
    def narrator(self) -> Narrator[Position]:
        """The narrator, which addresses a reader who plays as "you"."""
        return self.line[0].narrator

    def told(self, place: int) -> list[EventText]:
        """Return the events that led to the position after the first ``place`` moves, in words."""
        return self.line[place].told

    def brought(self, place: int) -> list[EventText]:
        """Return the events caused by the last of the first ``place`` moves, in words.

        The events of cards given away one by one are reported with the last card.
        """
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
        """True if the reader is to move."""
        return self._readers(len(self.moves))

    @property
    def waiting(self) -> bool:
        """True if the next bot moves only when the reader continues: after a finished trick, or if the reader may make a
        remark."""
        return self._bots_wait(len(self.moves))

    @property
    def trick_lies(self) -> bool:
        """True if the trick just finished stays on the table until the reader continues."""
        return self.waiting and self._trick_done(len(self.moves))

    @property
    def trick_done(self) -> bool:
        """True if the latest move finished a trick."""
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
        """Return the hand after several moves by the reader, separated by commas. Raises ``MoveRefused``."""
        session: Session = self
        for move in moves.split(","):
            session = session.play(move)
        return session

    def ways(self, card: Card) -> list[Verdict]:
        """Return the verdict on each move that the reader might make with a card; none if it is somebody else's turn, whose hand
        may be face down."""
        if not self.readers_turn:
            return []
        position = self.view.position
        return [self.game.judge(position, move) for move in tries(self.game, position).get(card, ())]

    def others_play(self) -> Session:
        """Return the hand after the bots' moves. They stop at the reader's turn, a finished trick, a possible remark or the end
        of the hand."""
        session: Session = self
        while session.position.to_act is not None and not session.readers_turn and not session.waiting:
            session = session.after(session.bot_choice().move)
        return session

    def go_on(self) -> Session:
        """Return the hand after one bot's move; the same session if no bot is to move. Cards that a seat gives away one by one
        count as one move."""
        if self.position.to_act is None or self.readers_turn:
            return self
        move, seat = self.bot_choice().move, self.position.to_act
        after = self.after(move)
        if move.verb != "play" and after.position.to_act == seat and after.bot_choice().move.verb == move.verb:
            return after.go_on()
        return after

    @property
    def running(self) -> bool:
        """True if a bot is to move immediately, without waiting for the reader."""
        return self.position.to_act is not None and not self.readers_turn and not self.waiting

    def rest(self) -> Session:
        """Return the hand after the bots' moves up to the next stop; a stop at the current position is skipped."""
        session = self.go_on() if self.waiting else self
        return session.others_play()

    @property
    def news(self) -> list[EventText]:
        """The events of the latest move that caused any, unless it was made before the reader's last decision."""
        later = range(len(self.moves), self._last_stop(), -1)
        return next((self.brought(place) for place in later if place and self.line[place].events), [])

    @property
    def kept_news(self) -> list[EventText]:
        """Earlier events since the reader's last decision that a player still needs to know."""
        places = range(self._last_stop() + 1, len(self.moves))
        return [told for place in places for told in self.brought(place) if place and self.narrator.is_persistent(told.event)]

    def _last_stop(self) -> int:
        """Return the number of moves made before the reader's last decision; -1 if there was none."""
        places = range(len(self.moves) - 1, -1, -1)
        return next((place for place in places if self._readers(place) or self._bots_wait(place)), -1)

    def open_to_reader(self, place: int) -> bool:
        """Return whether the reader knows the card of the move at index ``place``."""
        move = self.moves[place]
        if move.card is None or move.verb == "play" or self.position.hand_over or self._readers(place):
            return True
        later = range(place + 1, len(self.line))
        return any(move.card in as_text(told.sentence).cards for at in later for told in self.told(at))

    def gives_away(self, sentence: Text) -> bool:
        """Return whether a sentence names a card hidden from the reader. A plain string counts, because it may name any card."""
        if type(as_text(sentence)) is Text:
            return bool(sentence)
        view, hands = self.view.position, self.position.hands
        held = {card for seat, hand in enumerate(view.hands) if FACE_DOWN in hand for card in hands[seat]}
        put = {move.card for place, move in enumerate(self.moves) if not self.open_to_reader(place)}
        return not (held | put).isdisjoint(sentence.cards)

    def chose(self, place: int) -> bool:
        """Return whether the reader chose the move at index ``place``; giving cards away one by one doesn't count."""
        position = self.line[place].position
        several = self._readers(place) and len(self.game.legal(position)) > 1
        given = position.phase != "play" and self.moves[place].card is not None and self.moves[place].other is None
        return several and not given

    def trick_number(self, place: int) -> int:
        """Return the number of the trick to which the move at index ``place`` belongs."""
        line = self.line[:place + 1]
        return 1 + sum(later.position.last_trick is not earlier.position.last_trick for earlier, later in pairwise(line))

    def repeated(self, place: int) -> bool:
        """Return whether the same seat makes the move at index ``place`` and the next one, with the same verb other than
        "play"."""
        again = self.moves[place:place + 2]
        return len(again) == 2 and again[0].verb == again[1].verb != "play" and (
            self.line[place].position.to_act == self.line[place + 1].position.to_act)

    def _given_on(self, place: int) -> bool:
        """Return whether the move at index ``place`` and the next one give away cards one by one."""
        return self.repeated(place) and all(move.card is not None and move.other is None for move in self.moves[place:place + 2])

    def bot_choice(self, at: int | None = None) -> BotMove:
        """Return the bot's choice for the seat to act, now or after the first ``at`` moves. It is based on that seat's view."""
        place = len(self.moves) if at is None else at
        position = self.line[place].position
        rng = random.Random(f"{self.setup.get('seed')}/{place}")
        seat = self.game.decides(position)
        assert seat is not None, "nobody is to move"
        bot = self._bot_of(position, seat)
        memory = self.memory(seat, place) if bot.remembers else None
        return bot.choose(self.game.view(position, seat, memory), rng, self.remarks(place))

    def _bot_of(self, position: Position, seat: int) -> Bot[Position]:
        """Return the bot that plays a seat. The reader's partner may play a level better than the others."""
        is_partner = any({seat, self.seat} <= {*side} for side in self.game.sides(position))
        return bot_for(self.game, PARTNER_LEVELS[self.level]) if is_partner and self.level in PARTNER_LEVELS else self.bot

    def memory(self, seat: int, place: int) -> Memory:
        """Return a seat's memory of the hand after the first ``place`` moves."""
        made = zip(self.moves[:place], (reached.position for reached in self.line[1:]), strict=False)
        return remembered(self.game, seat, self.line[0].position, made)

    def undo(self) -> Session:
        """Return the hand before the reader's last move or remark; the same session if there is none."""
        for place in range(len(self.moves) - 1, -1, -1):
            if place in self.said or self._readers(place):
                return self.at(place)
        return self

    def next_hand(self, seed: int) -> Session:
        """Return the next hand in the match. Raises ``SetupError`` if there is none."""
        after = self.game.deal(seed, before=self.position)
        seats = {"seats": self.setup["seats"]} if "seats" in self.setup else {}
        begun = begin_session(self.game, {"seed": seed, **write_match(self.game, after), **seats}, self.seat)
        return replace(begun, past=self.scores).against(self.level)

    def after(self, move: Move) -> Session:
        """Return the hand after a legal move of the seat to act."""
        position, events = self.game.make(self.position, move)
        reached = SessionStep(position, events, _talk(self.game, self.bot, position, self.seat), self.narrator)
        return replace(self, moves=(*self.moves, move), line=(*self.line, reached))

    # ---- talk

    @property
    def sayings(self) -> Sequence[Remark]:
        """The remarks that the reader can make before the next bot moves."""
        return self._may_say(len(self.moves))

    def say(self, phrase: str) -> Session:
        """Return the hand after the reader's remark and the next bot's move. Raises ``InvalidSave`` if the remark is unavailable.
        """
        told = replace(self, said={**self.said, len(self.moves): phrase})
        told.check_said()
        return told.go_on()

    def at(self, place: int) -> Session:
        """Return the hand as it was after the first ``place`` moves."""
        place = min(max(place, 0), len(self.moves))
        said = {when: phrase for when, phrase in self.said.items() if when < place}
        return replace(self, moves=self.moves[:place], line=self.line[:place + 1], said=said)

    def check_said(self) -> None:
        """Raise ``InvalidSave`` if the reader makes a remark that isn't available at that point."""
        for place, phrase in self.said.items():
            if not 0 <= place < len(self.line) or not self.own_words(place):
                raise InvalidSave(say("Nobody could listen to {phrase} at that point of the hand.", phrase=QuotedText(phrase)))

    def remarks(self, place: int) -> list[Remark]:
        """Return the remarks by the bots and the reader after the first ``place`` moves."""
        return [*self.line[place].talk, *self.own_words(place)]

    @property
    def fresh_remarks(self) -> list[Remark]:
        """The remarks since the reader's last decision, including the reader's own remark there."""
        stop = self._last_stop()
        later = [remark for place in range(stop + 1, len(self.line)) for remark in self.remarks(place)]
        return [*self.own_words(stop), *later]

    def _may_say(self, place: int) -> Sequence[Remark]:
        return () if self.seat is None else self.bot.may_say(self.game.view(self.line[place].position, self.seat))

    def own_words(self, place: int) -> list[Remark]:
        """Return the reader's remarks after the first ``place`` moves."""
        return [each for each in self._may_say(place) if each.phrase == self.said[place]] if place in self.said else []


def begin_session(game: Game[Position], setup: Mapping[str, JsonValue], seat: int | None = READER) -> Session:
    """Return a hand at its start. Raises ``SetupError``."""
    position, bot = read_setup(game, setup), bot_for(game)
    narrator = narrator_for(game, seat)
    start = SessionStep(position, narrator.dealt(position), _talk(game, bot, position, seat), narrator)
    return Session(game, setup, bot, seat, (start,))


def _talk(game: Game[Position], bot: Bot[Position], position: Position, seat: int | None) -> Sequence[Remark]:
    """Return the bots' remarks at a position; empty if the reader moves for every seat."""
    if seat is None:
        return ()
    return [remark for other in game.table.seats if other != seat for remark in bot.says(game.view(position, other))]


def new_session(game_id: str, seed: int, variant: str | None = None, players: int | None = None,
                options: Mapping[str, str] | None = None, setup: Mapping[str, JsonValue] | None = None) -> Session:
    """Return a new hand with the reader in the first seat. Raises ``SetupError``.

    ``setup`` adds to the seed: a dealer, totals, or a complete position to play from.
    """
    begun = dict(setup or {})
    if "hands" not in begun:
        begun["seed"] = seed
    return begin_session(make_game(game_id, variant, players, begun.get("seats"), options), begun)


def what_if(run: Replay, step: int, moves: Sequence[str] = (), reader: int | None = None) -> Session:
    """Return a variation of a worked example: the position after ``step`` steps, followed by these moves. ``reader`` is the seat
    addressed as "you".

    Raises ``MoveRefused`` if a move is illegal.
    """
    start = SessionStep(run.moments[step - 1].after if step else run.start, (), (), narrator_for(run.game, reader))
    session = Session(run.game, {}, bot_for(run.game), None, (start,))
    for move in moves:
        session = session.play(move)
    return session
