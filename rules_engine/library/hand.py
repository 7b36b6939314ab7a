"""A hand of a game as an immutable value: its first position, the moves made, the current position, and rulings on further moves.

    hand = deal("snakebit", 7)
    hand.legal                      the legal moves
    hand.why("2MK")                 the ruling on a move
    hand.play("4MS as M")           the hand after a move
    hand.picture("hand.png")        a picture of the table

``print`` shows a hand as a plain-text table; a notebook renders it as HTML.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from rules_engine.authoring.render import WIDTH, write_picture
from rules_engine.bots.bot import Bot, BotMove
from rules_engine.bots.inference import remembered, watch
from rules_engine.bots.match import BOT_EXPECTED
from rules_engine.core.game.game import Game, View
from rules_engine.core.game.setups import facts_of, read_setup, write_setup
from rules_engine.core.model.errors import RulesEngineError, expect, expect_number
from rules_engine.core.model.goals import SCORE, Goal
from rules_engine.core.model.moves import Move
from rules_engine.core.model.rules import MoveRefused, Verdict
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.core.positions.position import Position
from rules_engine.games import make_game
from rules_engine.html.card_html import rule_title
from rules_engine.html.hand_html import stage_html
from rules_engine.html.links import Links
from rules_engine.html.score import score_html
from rules_engine.html.slip import Slip, slip_html
from rules_engine.html.table import TableView
from rules_engine.html.text import score_text, table_text
from rules_engine.library.notebook import HEAD, LINE, TALL, framed
from rules_engine.narration.narrator import narrator_for
from rules_engine.narration.phrasebook import RuleFinding
from rules_engine.pictures.score import score_svg
from rules_engine.pictures.table import table_svg
from rules_engine.scenarios.record import Play
from rules_engine.solver.search import Solution
from rules_engine.solver.search import solve as search_for
from rules_engine.solver.trick_tables import FAR
from rules_engine.text.lookalikes import printable
from rules_engine.text.message import Text, joined, say

NO_LINKS = Links(faces="faces")
SEED_EXPECTED = "a seed: a whole number"


@dataclass(frozen=True)
class Hand:
    """A hand: the game, the first position, the moves made since, and the current position. It is immutable.

    Two hands are equal if their games, first positions and moves are equal.
    """

    game: Game[Position]
    start: Position
    position: Position
    moves: tuple[Move, ...] = ()
    dealt: bool = False
    """True if the hand began with a deal."""

    # ---- moves and rulings

    @property
    def turn(self) -> str | None:
        """The name of the seat to act; None once the hand is over."""
        return None if self.position.to_act is None else self.game.table.names[self.position.to_act]

    @property
    def legal(self) -> list[Move]:
        """The legal moves of the seat to act."""
        return self.game.legal(self.position)

    def why(self, move: str | Move, seat: str | None = None) -> MoveRuling:
        """Return the ruling on a move by a seat, by default the seat to act. Raises ``TextError`` for an unknown seat."""
        place = None if seat is None else self.game.table.read_seat(seat)
        return MoveRuling(self.game, self.position, self.game.judge(self.position, move, place))

    def play(self, *moves: str | Move) -> Hand:
        """Return the hand after these moves, each by the seat to act. Raises ``MoveRefused`` with the reason."""
        hand = self
        for move in moves:
            hand = hand._after(move)
        return hand

    def _after(self, text: str | Move) -> Hand:
        why = self.why(text)
        move = why.verdict.move
        if move is None or not why.legal:
            raise MoveRefused(why.verdict, why.sentence)
        return self._with(move, self.game.make(self.position, move)[0])

    def _with(self, move: Move, after: Position) -> Hand:
        return replace(self, position=after, moves=(*self.moves, move))

    def played_by(self, *bots: Bot[Position], seed: int = 0) -> Hand:
        """Return the hand after bots have played it to its end.

        Pass one bot for all seats, or one for each seat, clockwise from the reader's. ``seed`` seeds the bots' random choices.
        Raises ``WrongArgument``, and ``MoveRefused`` if a bot breaks the rules.
        """
        seats = self.game.table.seats
        for bot in bots or (None,):
            expect(bot, Bot, BOT_EXPECTED)
        players = [bots[seat % len(bots)] for seat in seats]
        draws = [random.Random(f"{seed}/{seat}") for seat in seats]
        past = list(zip(self.moves, self.positions()[1:], strict=True))
        memories = {seat: remembered(self.game, seat, self.start, past) for seat in seats if players[seat].remembers}
        hand = self
        while (seat := self.game.decides(hand.position)) is not None:
            before = hand.position
            chosen = players[seat].choose(self.game.view(before, seat, memories.get(seat)), draws[seat])
            move = expect(chosen, BotMove, f"a BotMove from the bot {type(players[seat]).__name__}").move
            hand = hand._after(move)
            for watcher, memory in memories.items():
                watch(self.game, memory, watcher, before, move, hand.position)
        return hand

    @property
    def as_played(self) -> Play:
        """The hand as a line of play, the input for creating examples."""
        return Play(self.game, self.start, self.moves, self.dealt)

    def positions(self) -> list[Position]:
        """Return the position before each of the moves, and the one after the last."""
        return self.as_played.positions()

    def next(self, seed: int) -> Hand:
        """Return the next hand in the match, dealt with ``seed``. Raises ``SetupError`` if no hand follows, and
        ``WrongArgument``."""
        return _dealt(self.game, self.game.deal(expect_number(seed, SEED_EXPECTED), before=self.position))

    # ---- state

    @property
    def over(self) -> bool:
        """Return whether the hand is over."""
        return self.position.hand_over

    @property
    def happened(self) -> list[str]:
        """Sentences about the events of the last move, or of the deal if no move has been made."""
        if not self.moves:
            told = narrator_for(self.game).deal(self.position)
        else:
            after, events = self.game.make(self.positions()[-2], self.moves[-1])
            told = narrator_for(self.game).events(after, events)
        return [printable(self.game.pack.plain(each.sentence)) for each in told]

    @property
    def facts(self) -> Mapping[str, JsonValue]:
        """All facts of the position that scenarios can refer to, by name."""
        return facts_of(self.game, self.position)

    @property
    def setup(self) -> Mapping[str, JsonValue]:
        """The position as a JSON-compatible setup, from which ``begin`` recreates it, even if the hand is over. It contains the
        last trick but no other history, such as cards seen in an exchange.
        """
        return write_setup(self.game, self.position, exact=True)

    @property
    def points(self) -> Mapping[str, int]:
        """The points scored by each side in this hand; empty before the hand is over."""
        return dict(zip(self.game.score_names, self.position.hand_score or (), strict=False))

    @property
    def sheet(self) -> Sheet:
        """The score sheet of a finished hand. Raises ``RulesEngineError`` if it isn't over."""
        if not self.over:
            raise RulesEngineError(f"the hand isn't over: {self.turn} is to act")
        return Sheet(self.game, self.position)

    # ---- views

    def view(self, seat: str | None = None) -> View[Position]:
        """Return the position as seen from a seat, as passed to bots: hidden cards are face down. For None, all cards are face
        up."""
        return self.game.view(self.position, None if seat is None else self.game.table.read_seat(seat))

    def seen_by(self, seat: str | None = None) -> SeatView:
        """Return the table as seen from a seat, for display. For None, all cards are face up."""
        return SeatView(self.view(seat))

    def svg(self, seat: str | None = None, theme: str = "light") -> str:
        """Return a picture of the table as SVG, as seen from a seat, or with all cards face up; of a finished hand, the score.

        ``theme`` is ``light``, ``dark`` or ``print``. Raises ``TextError`` for an unknown seat and ``RulesEngineError`` for an
        unknown theme.
        """
        return self.sheet.svg(theme) if self.over else self.seen_by(seat).svg(theme)

    def picture(self, file: Path | str, seat: str | None = None, theme: str = "light", width: int = WIDTH) -> None:
        """Write the picture that ``svg`` returns to a file, as SVG, PNG or PDF by its suffix; ``width`` is that of a PNG.

        Raises ``CannotRender``, also if PNG or PDF is wanted without the extra ``picture``, ``OSError`` and ``WrongArgument``.
        """
        expect(file, (Path, str), "the path of a file")
        write_picture(self.svg(seat, theme), Path(file), expect_number(width, "a width: a whole number of pixels"))

    def __repr__(self) -> str:
        return printable(f"<hand of {self.game.name}: {len(self.moves)} moves, {f'{self.turn} to act' if self.turn else 'over'}>")

    def __str__(self) -> str:
        return str(self.seen_by())

    def _repr_html_(self) -> str:
        return self.sheet._repr_html_() if self.over else self.seen_by()._repr_html_()


@dataclass(frozen=True)
class SeatView:
    """The table as seen from one seat, or with all cards face up, as plain text or HTML."""

    view: View[Position]

    def __str__(self) -> str:
        return printable(table_text(self.view))

    def svg(self, theme: str = "light") -> str:
        """Return a picture of the table as SVG. Raises ``RulesEngineError`` for an unknown theme."""
        return table_svg(self._table, theme=theme)

    @property
    def _table(self) -> TableView:
        return TableView(self.view, narrator_for(self.view.game, self.view.seat), NO_LINKS)

    def _repr_html_(self) -> str:
        return framed(stage_html(self._table, []), self.view.game, TALL)


@dataclass(frozen=True)
class MoveRuling:
    """The ruling on a move: whether it is ``legal``, the id of the ``rule`` that forbids it, and the reason as a ``sentence``."""

    game: Game[Position]
    position: Position
    verdict: Verdict

    @property
    def legal(self) -> bool:
        """Return whether the move is legal."""
        return self.verdict.legal

    @property
    def rule(self) -> str | None:
        """The id of the rule that forbids the move, which is also the anchor of its heading on the game's page; None for a legal
        move."""
        return None if self.verdict.rule is None else self.verdict.rule.id

    @property
    def findings(self) -> tuple[RuleFinding, ...]:
        """The explanations of the rules in teaching order, up to the first one that forbids the move."""
        return narrator_for(self.game).explain(self.position, self.verdict, typed=True)

    @property
    def sentence(self) -> str:
        """The reason why the move is forbidden, or why it is permitted."""
        findings = self.findings if self.legal else self.findings[-1:]
        told = joined([finding.sentence for finding in findings]) or say("No rule is against it.")
        return printable(self.game.pack.plain(told))

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        told = f"{self.verdict.text}: {'yes' if self.legal else 'no'}. {self.sentence}"
        return printable(told + (f" [{self.rule}]" if self.rule else ""))

    def _repr_html_(self) -> str:
        slip = Slip(self._lead(), [(finding.sentence, finding.rule) for finding in self.findings], "" if self.legal else "no")
        return framed(slip_html(self.game, slip, NO_LINKS), self.game, HEAD + LINE * len(self.findings))

    def _lead(self) -> Text:
        if self.verdict.rule is None:
            return say("{move} is allowed.", move=self.verdict.text)
        return say("{move} is refused: {rule}.", move=self.verdict.text, rule=rule_title(self.game, self.verdict.rule.id))


@dataclass(frozen=True)
class Sheet:
    """The score sheet of a finished hand, as plain text or HTML."""

    game: Game[Position]
    over: Position

    def __repr__(self) -> str:
        points = zip(self.game.score_names, self.over.hand_score or (), strict=False)
        return printable(f"<score of {self.game.name}: {', '.join(f'{side} {made}' for side, made in points)}>")

    def __str__(self) -> str:
        return printable(score_text(narrator_for(self.game), self.over))

    def svg(self, theme: str = "light") -> str:
        """Return a picture of the score sheet as SVG. Raises ``RulesEngineError`` for an unknown theme."""
        return score_svg(narrator_for(self.game), self.over, theme=theme)

    def _repr_html_(self) -> str:
        sheet = score_html(narrator_for(self.game), self.over, NO_LINKS)
        return framed(sheet, self.game, HEAD + LINE * (2 + len(self.game.sheet(self.over))))


def deal(game: Game[Position] | str, seed: int = 0, dealer: str | None = None) -> Hand:
    """Return a hand dealt by the engine. The same game, seed and dealer result in the same hand.

    ``game``    the game, or its id
    ``dealer``  name of the dealer's seat; None for the default

    Raises ``WrongArgument``, and ``TextError`` for an unknown seat.
    """
    played = _named(game)
    seat = None if dealer is None else played.table.read_seat(dealer)
    return _dealt(played, played.deal(expect_number(seed, SEED_EXPECTED), dealer=seat))


def begin(game: Game[Position] | str, setup: Mapping[str, JsonValue]) -> Hand:
    """Return the hand that a setup describes: ``{"trump": "S", "hands": {"South": "5SW 4WL", …}}``.

    ``game`` is the game, or its id. Raises ``SetupError`` and ``WrongArgument``.
    """
    played = _named(game)
    start = read_setup(played, expect(setup, Mapping, "a setup: a mapping with the hands, or a seed"))
    return Hand(played, start, start)


def solve(hand: Hand, goal: Goal = SCORE, limit: int = FAR) -> Solution:
    """Return the guaranteed value of each move for the side to move, with all cards face up.

    ``limit`` is the maximum number of moves to search. Raises ``NobodyActs``, ``Unsolved``, ``Undecided`` and
    ``WrongArgument``.
    """
    expect(hand, Hand, "a hand, as deal gives it")
    return search_for(hand.game, hand.position, expect(goal, Goal, "a goal, such as SCORE"), expect_number(limit))


def _named(game: Game[Position] | str) -> Game[Position]:
    return make_game(game) if isinstance(game, str) else expect(game, Game, "a game, as make_game gives it, or its id")


def _dealt(game: Game[Position], start: Position) -> Hand:
    return Hand(game, start, start, dealt=True)
