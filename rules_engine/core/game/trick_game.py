"""The flow of a hand played in tricks: every player plays one card to each trick, clockwise, and the winner leads the next.

Stages may precede or interrupt the play, for bidding, passing cards, naming trumps or answering a raise. The seat to move in a
stage, and the end of the stage, are derived from the position alone, so a setup can start at any point in a stage.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from rules_engine.core.game.game import Game
from rules_engine.core.game.setup_checks import SetupReader, begin_before_play, begin_play
from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import EventSink, Line, ignore_events
from rules_engine.core.model.moves import Move, play
from rules_engine.core.model.rules import AnyRule, Rule, checked_result
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.core.positions.notation import Notation
from rules_engine.core.positions.position import Position

P = TypeVar("P", bound=Position)
A_SEAT = "a seat"


def _nothing(position: Position, *of: object) -> None:
    """Do nothing."""


def _never(position: Position, *of: object) -> bool:
    """Return False."""
    return False


def _each_card(position: Position, hand: list[Card]) -> list[Move]:
    """Return a move for each card in hand."""
    return [play(card) for card in hand]


def _all_played(position: Position) -> bool:
    """Return whether no player holds a card."""
    return not any(position.hands)


def _nobody(position: Position) -> Collection[int]:
    """Return no seats."""
    return ()


def _itself(position: Position) -> int | None:
    """Return the seat to act."""
    return position.to_act


def _everybody(position: Position) -> Sequence[int]:
    """Return all seats."""
    return position.table.seats


@dataclass(frozen=True, kw_only=True)
class Stage(Generic[P]):
    """A phase before the play, or one that interrupts it.

    ``phase``         the name of the phase
    ``next_to_act``   position -> the seat to move; None if the phase is over or skipped
    ``apply``         (position, seat, move, note) carries out a move. If the move also plays a card to the trick, this callback
                      sets the phase to ``play``; if the card leads, the engine sets and announces the leader
    ``on_enter``      (position, note) is called when a seat's turn begins
    ``candidates``    (position, hand) -> the moves to try, if no rule lists them
    ``on_end``        (position, note) is called when the phase ends
    ``hand_size``     number of cards that each player may hold in the phase; 0 for the number that they hold in the play
    ``extra_cards``   number of extra cards that the seat to move may hold, as after picking up a stock; None if all hands may
                      differ in size
    """

    phase: str
    next_to_act: Callable[[P], int | None]
    apply: Callable[[P, int, Move, EventSink], None]
    on_enter: Callable[[P, EventSink], None] = _nothing
    candidates: Callable[[P, list[Card]], list[Move]] = _each_card
    on_end: Callable[[P, EventSink], None] = _nothing
    hand_size: int = 0
    extra_cards: int | None = 0


@dataclass(frozen=True, kw_only=True)
class HandFlow(Generic[P]):
    """The rules and callbacks that control the flow of a hand.

    Required:

    ``leader``        the leader of the next trick, or of the first trick only if ``next_leader`` is set
    ``trick_winner``  (position, cards in the trick) -> the winning card
    ``scores``        the lines of the score sheet; each callback returns one or more. Rules that the variant doesn't have are
                      skipped
    ``next_dealer``   the dealer of the next hand
    ``match_end``     the indices of the sides that have won the match; empty if it continues. The variant's rule among these is
                      called

    Optional:

    ``next_leader``   (position, note) -> the leader of every trick except the first, if several rules decide
    ``is_tied``       whether the match continues only because of a tie; if so, an event for the rule about its end is recorded
    ``before``        the stages before the play, in order
    ``mid_hand_stages``  the stages that interrupt the play; a card or trick enters one by setting the position's phase. One of
                         them may also be in ``before``
    ``tries``         (position, hand) -> the moves to try in the play, if no rule lists them
    ``players``       the seats that play cards in this hand, clockwise
    ``open_hands``    the seats whose hands all players see
    ``decides``       the seat that chooses the next move; differs from the seat to act for a dummy
    ``on_call``       (position, seat, move, note) carries out a move without a card in the play, such as a meld announced
                      before a lead; the seat then moves again, unless the hand is ``over``
    ``played``        (position, played card, note) is called after each card played
    ``next_player``   (position, seat, note) -> the next seat to play to the trick; the leader if the trick is complete. Default:
                      clockwise
    ``on_trick_complete``  (position, note) is called when a trick is complete, before it is taken
    ``split_trick``   cards in a trick -> its parts by colour, if colours are won separately; tricks aren't counted then
    ``on_trick_taken``  (position, seat, cards, note) is called when a seat takes a trick
    ``over``          whether the hand is over; called between tricks, after moves in a stage, and after calls before a lead.
                      Default: no player holds a card
    ``is_stuck``      (position, note) -> whether no seat can lead although the hand isn't over, because a setup began with short
                      hands
    ``before_scoring``  (position, note) is called at the end of the hand, before it is scored
    ``settles``       (position, setup, notation) reads from a finished hand's setup the values needed for scoring that aren't
                      fields
    """

    leader: Rule[[P], int]
    next_leader: Callable[[P, EventSink], int] | None = None
    trick_winner: Rule[[P, Sequence[PlayedCard]], PlayedCard]
    scores: Sequence[Callable[[P], Line | Sequence[Line]]]
    next_dealer: Rule[[P], int]
    match_end: Sequence[Rule[[P], list[int]]]
    is_tied: Callable[[P], bool] = _never
    before: Sequence[Stage[P]] = ()
    mid_hand_stages: Sequence[Stage[P]] = ()
    tries: Callable[[P, list[Card]], list[Move]] = _each_card
    players: Callable[[P], Sequence[int]] = _everybody
    open_hands: Callable[[P], Collection[int]] = _nobody
    decides: Callable[[P], int | None] = _itself
    on_call: Callable[[P, int, Move, EventSink], None] = _nothing
    played: Callable[[P, PlayedCard, EventSink], None] = _nothing
    next_player: Callable[[P, int, EventSink], int] | None = None
    on_trick_complete: Callable[[P, EventSink], None] = _nothing
    split_trick: Callable[[Sequence[PlayedCard]], Mapping[str, Sequence[PlayedCard]]] | None = None
    on_trick_taken: Callable[[P, int, Sequence[PlayedCard], EventSink], None] = _nothing
    over: Callable[[P], bool] | None = None
    is_stuck: Callable[[P, EventSink], bool] = _never
    before_scoring: Callable[[P, EventSink], None] = _nothing
    settles: Callable[[P, SetupReader, Notation], None] = _nothing


class TrickGame(Game[P]):
    """A game whose hands follow a ``HandFlow``. Subclasses implement ``deal_out`` and override other methods as needed."""

    course: ClassVar[HandFlow[Any]]
    """The rules and callbacks for the game's hands."""

    def __init__(self, *choices: Any, **more: Any) -> None:
        super().__init__(*choices, **more)
        course = self.course
        self.ending = next((rule for rule in course.match_end if self._has(rule)), None)
        self._follows = course.next_player or (self._left if course.players is _everybody else self._next_player)
        self._over = course.over or (_all_played if course.players is _everybody else self._players_played)
        self._scores = [gives for gives in course.scores if self._has(gives)]
        self._stages = {stage.phase: stage for stage in (*course.before, *course.mid_hand_stages)}
        self._from = {stage.phase: (stage,) for stage in course.mid_hand_stages} | {
            stage.phase: tuple(course.before[place:]) for place, stage in enumerate(course.before)}

    def _has(self, rule: AnyRule | Callable[[P], Line | Sequence[Line]]) -> bool:
        """Return whether the variant has a rule or rule part; True for any function that isn't a rule."""
        variants: frozenset[str] = getattr(rule, "variants", frozenset())
        return not variants or self.variant in variants

    def _left(self, position: P, seat: int, note: EventSink) -> int:
        """Return the seat on the left."""
        return self.table.left_of[seat]

    def _next_player(self, position: P, seat: int, note: EventSink) -> int:
        """Return the next seat clockwise that plays cards in this hand, or the leader."""
        players, following = self.course.players(position), self.table.left_of[seat]
        while following not in players and following != position.leader:
            following = self.table.left_of[following]
        return following

    def _players_played(self, position: P) -> bool:
        """Return whether no seat that plays in this hand holds a card."""
        return not any(position.hands[seat] for seat in self.course.players(position))

    def offering(self, phase: str) -> Callable[[P, list[Card]], list[Move]]:
        """Return the ``candidates`` callback of the phase's stage, or the ``tries`` callback of the flow."""
        stages = (*self.course.before, *self.course.mid_hand_stages)
        return next((stage.candidates for stage in stages if stage.phase == phase), self.course.tries)

    def leads_first(self, position: P) -> int:
        """Return the leader of the first trick, according to the flow's ``leader`` rule."""
        return checked_result(self.course.leader, self.course.leader(position), int, A_SEAT)

    def first_turn(self, position: P) -> None:
        """Enter the first stage with a seat to move; if there is none, begin the play."""
        self.go_on(position, ignore_events)

    # ---- positions from setups

    def resume(self, position: P, given: SetupReader) -> None:
        """Resume in the setup's phase, or in the first phase with a seat to move. Cards already in the trick are replayed."""
        wanted = position.phase if given.has("phase") else ""
        amid = next((stage for stage in self.course.mid_hand_stages if stage.phase == wanted), None)
        if amid is not None and (position.leader is not None or any(position.tricks)):
            self._resume_amid(position, given, amid)
            return
        stage = next((stage for stage in self.course.before if stage.phase == wanted), None)
        if stage is not None:
            if not self._asks(position, stage, ignore_events):
                given.add_problem(f"nobody is to move in the phase {wanted} any more", "phase")
        elif wanted or self.begins_in_play(given) or not self._seek_turn(position, ignore_events):
            self._resume_play(position, given)
            return
        stage = self._stages[position.phase]
        leader = None if position.leader is None else self.leads_first(position)
        size, players = stage.hand_size or self.hand_size(), self.course.players(position)
        begin_before_play(position, given, size, stage.extra_cards, leader, players)

    def resume_over(self, position: P, given: SetupReader) -> None:
        """Score a finished hand read from a setup; add problems to ``given`` for contradictions."""
        self.course.settles(position, given, self.notation)
        if not given.problems:
            super().resume_over(position, given)

    def begins_in_play(self, given: SetupReader) -> bool:
        """Return whether a setup without a phase begins in the play, because it contains a leader, a trick or trick counts."""
        return any(map(given.has, ("leader", "trick", "tricks")))

    def _resume_amid(self, position: P, given: SetupReader, stage: Stage[P]) -> None:
        """Resume in a stage that interrupts the play."""
        begin_play(position, given, self.leads_first(position), self.hand_size(), self.course.players(position))
        if not self._asks(position, stage, ignore_events):
            given.add_problem(f"nobody is to move in the phase {stage.phase} now", "phase")

    def _resume_play(self, position: P, given: SetupReader) -> None:
        begin_play(position, given, self.leads_first(position), self.hand_size(), self.course.players(position))
        trick, position.trick = position.trick, []
        for place, laid in enumerate(trick):
            rule = self._against(position, laid)
            if rule is not None:
                given.add_problem(f"{laid.move.text!r} can't be at this place of the trick: {rule.title}", "trick", place)
                break
            position.trick.append(laid)
            self.course.played(position, laid, ignore_events)
        position.trick = trick
        if trick and not given.problems:
            self.go_on(position, ignore_events)

    def _against(self, position: P, laid: PlayedCard) -> AnyRule | None:
        """Return the rule that forbids this card in its position in the trick regardless of the rest of the hand, or None."""
        position.to_act = laid.seat
        for rule in self.asked(position):
            if laid.move not in (rule(position, [laid.card]) if rule.offers else rule(position, [laid.move])):
                return rule
        return None

    # ---- the flow of a hand

    def advance(self, position: P, move: Move, note: EventSink = ignore_events) -> None:
        """Make a move: play a card, or act in a stage. The last card completes the trick, and the last trick scores the hand."""
        seat = position.to_act
        assert seat is not None
        if position.phase != "play":
            self._stages[position.phase].apply(position, seat, move, note)
            if position.phase == "play" and move.card is not None and not position.trick:
                position.leader = seat
                note(self.course.leader, "lead", seat)
        elif move.card is None:
            self.course.on_call(position, seat, move, note)
            if not position.trick and self._over(position):
                self._finish(position, note)
            return
        if position.phase == "play" and move.card is not None:
            position.hands[seat].remove(move.card)
            laid = move.laid[seat]
            position.trick.append(laid)
            self.course.played(position, laid, note)
        self.go_on(position, note)

    def go_on(self, position: P, note: EventSink) -> None:
        """Set the next seat to move: to play to the trick, to act in a stage, or to lead. Finish the trick or hand if it is
        complete."""
        if position.phase == "play" and position.trick:
            position.to_act = following = self._follows(position, position.trick[-1].seat, note)
            if following != position.leader:
                return
            self._take_trick(position, note)
        if self._over(position):
            self._finish(position, note)
        elif position.phase == "play" or not self._seek_turn(position, note):
            position.phase = "play"
            self._lead(position, note)

    def _seek_turn(self, position: P, note: EventSink) -> bool:
        """Enter the first stage with a seat to move, starting with the current one. Return whether there is one."""
        for stage in self._from.get(position.phase, ()):
            if self._asks(position, stage, note):
                return True
            stage.on_end(position, note)
        return False

    def _asks(self, position: P, stage: Stage[P], note: EventSink) -> bool:
        """Enter ``stage`` if it has a seat to move. Return whether it has one."""
        seat = stage.next_to_act(position)
        if seat is None:
            return False
        position.phase, position.to_act = stage.phase, seat
        stage.on_enter(position, note)
        return True

    def _lead(self, position: P, note: EventSink) -> None:
        """Set the leader of the next trick; no seat is to act if the hand is stuck."""
        course = self.course
        leads_on = course.next_leader if position.last_trick is not None else None
        position.leader = position.to_act = leads_on(position, note) if leads_on else self.leads_first(position)
        if course.is_stuck(position, note):
            position.to_act = None
        elif leads_on is None:
            note(course.leader, "lead", position.leader)

    def _take_trick(self, position: P, note: EventSink) -> None:
        """Finish a complete trick: determine the winner of the trick or of each part, and run the callbacks."""
        course, laid = self.course, position.trick
        course.on_trick_complete(position, note)
        takers: dict[str, int] = {}
        for part, cards in (course.split_trick(laid) if course.split_trick else {"": laid}).items():
            taking = checked_result(course.trick_winner, course.trick_winner(position, cards), PlayedCard, "the card that wins")
            takers[part] = seat = taking.seat
            if course.split_trick:
                note(course.trick_winner, "trick", seat, [one.card for one in cards])
            else:
                note(course.trick_winner, "trick", seat, (taking.card,))
                position.tricks[seat] += 1
            course.on_trick_taken(position, seat, cards, note)
        self.finish_trick(position, takers)

    def _finish(self, position: P, note: EventSink) -> None:
        self.course.before_scoring(position, note)
        self.finish_hand(position, note)
        self.announce(position, note)

    def announce(self, position: P, note: EventSink) -> None:
        """Record an event for the rule that ends the match, or for the next dealer."""
        if self.ending is not None and (position.game_over or self.course.is_tied(position)):
            note(self.ending, "game" if position.game_over else "hand")
        dealer = self.next_dealer(position)
        if dealer is not None:
            note(self.course.next_dealer, "hand", dealer)

    # ---- methods delegated to the flow

    def decides(self, position: P) -> int | None:
        """Return the seat that chooses the next move, according to the flow's ``decides``."""
        return self.course.decides(position)

    def hide(self, seen: P, seat: int) -> None:
        """Turn the other hands, except open ones, and hidden fields face down."""
        shown = {other: seen.hands[other] for other in self.course.open_hands(seen)}
        super().hide(seen, seat)
        for other, hand in shown.items():
            seen.hands[other] = hand

    def winners(self, position: P, laid: Sequence[PlayedCard]) -> Mapping[str, int]:
        """Return the winners of the trick or of its parts, according to the flow's ``trick_winner`` rule."""
        course = self.course
        parts = course.split_trick(laid) if course.split_trick else {"": laid}
        return {part: course.trick_winner(position, cards).seat for part, cards in parts.items()}

    def score(self, position: P) -> list[Line]:
        """Return the lines of the score sheet, in the order of the flow's ``scores``."""
        lines: list[Line] = []
        for gives in self._scores:
            found = checked_result(gives, gives(position), (Line, list, tuple), "a line of the score sheet, or a list of lines")
            lines += [found] if isinstance(found, Line) else found
        return lines

    def match_winners(self, position: P) -> Sequence[int]:
        """Return the sides that have won the match, according to the variant's ``match_end`` rule."""
        if self.ending is None:
            return []
        return checked_result(self.ending, self.ending(position), (list, tuple), "a list of sides, empty if the match continues")

    def dealer_after(self, position: P) -> int:
        """Return the next dealer, according to the flow's ``next_dealer`` rule."""
        return checked_result(self.course.next_dealer, self.course.next_dealer(position), int, A_SEAT)
