"""The interface of a game: its rules, with a chosen variant, table and options.

A ``Game`` is a value and holds no state: two games of one class with equal variant, table and options are equal. A new game
subclasses ``Game``, declares its rule book and its class of positions, and implements the methods under "for the game's author".
All other code calls the methods above them. ``setups`` reads and writes positions; ``narrator`` describes them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from functools import partial
from itertools import repeat, starmap
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from rules_engine.core.game.setup_checks import SetupReader, begin_play
from rules_engine.core.model.cards import FACE_DOWN, Card, Pack, in_order
from rules_engine.core.model.errors import Problem, SetupError, TextError, quoted, shortened
from rules_engine.core.model.events import Event, EventSink, Line, collect_events, ignore_events
from rules_engine.core.model.goals import Goal
from rules_engine.core.model.memory import Memory
from rules_engine.core.model.moves import Move, make_move
from rules_engine.core.model.rules import (
    NOT_A_MOVE,
    NOT_HELD,
    NOT_NOW,
    TURN_ORDER,
    AnyRule,
    EngineRefusal,
    FaultyRule,
    MoveRefused,
    RuleBook,
    Verdict,
    checked_result,
)
from rules_engine.core.model.seats import DEFAULT_SEATS, Table
from rules_engine.core.model.tricks import PlayedCard, Trick
from rules_engine.core.positions.field_types import BySeat
from rules_engine.core.positions.json_values import JsonValue, did_you_mean
from rules_engine.core.positions.notation import Notation
from rules_engine.core.positions.position import Position, mistyped
from rules_engine.text.lookalikes import printable
from rules_engine.text.message import listed

P = TypeVar("P", bound=Position)
T = TypeVar("T")
Filters = tuple[AnyRule, ...]


class Game(Generic[P]):
    """A trick-taking game with a chosen variant, table and options.

    By default ``variant`` is the first one and ``players`` the number of ``seats``; without seats it is 4 if the variant allows
    that, otherwise its first number. The names in ``seats`` are clockwise from the reader's. Each of the ``options`` has its
    first value by default.

    Raises ``SetupError`` for a variant, number of players or option that the game doesn't have, and for an invalid seat name.
    """

    # ---- what a game declares
    id: ClassVar[str]
    """Identifier in scenarios, links and on the command line, in lowercase letters, digits and hyphens: ``plain-trump``."""
    name: ClassVar[str]
    """Name for readers: ``Plain Trump``."""
    pack: ClassVar[Pack]
    """The pack of cards used by the game."""
    two_colours: ClassVar[bool] = False
    """True if the rules refer to the colours of suits, red and black. Cards are then shown in two colours."""
    variants: ClassVar[Mapping[str, str]]
    """Maps variant ids to display names; the first is the default."""
    player_counts: ClassVar[tuple[int, ...]]
    """The supported numbers of players: ``(4,)``."""
    variant_players: ClassVar[Mapping[str, tuple[int, ...]]] = {}
    """Maps variant ids to their numbers of players, for variants that restrict ``player_counts``."""
    option_values: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Maps option names to their values, the default first."""
    variant_options: ClassVar[Mapping[str, Mapping[str, tuple[str, ...]]]] = {}
    """Maps variant ids to the values of options that they restrict: ``{"british": {"pack": ("24",)}}``."""
    option_words: ClassVar[Mapping[str, str]] = {}
    """Labels that differ from the ids: for an option (``pack``), a value (``basic``) or both together (``basic pack``)."""
    phases: ClassVar[tuple[str, ...]]
    """The phases in order; cards are played in ``play``, and ``over`` is the last."""
    forms: ClassVar[Mapping[str, tuple[str, ...]]]
    """Maps phases to the forms of their moves: ``{"bid": ("bid NUMBER", "pass"), "play": ("CARD",)}``."""
    book: ClassVar[RuleBook]
    """The rules of all variants."""
    goals: ClassVar[tuple[Goal, ...]] = ()
    """Goals for puzzles besides points and tricks: ``contract``, ``march``."""
    cards_beside: ClassVar[Sequence[Card]] = ()
    """Cards used in a hand but not dealt to players, such as cards that are only turned up."""
    ending: AnyRule | None = None
    """The rule that ends a match, if there is one."""
    low_wins: ClassVar[bool] = False
    """True if players avoid points: the lowest total wins the match."""
    card_points: ClassVar[Mapping[str, Callable[[Any, Card], int]]] = {}
    """Maps the names of fields that add up the points of cards taken, and nothing else, to the function (position, card) -> its
    points. A setup in which such a field contradicts the cards is refused."""
    minutes: ClassVar[int] = 0
    """The typical duration of a match in minutes, from matches between bots at five seconds a move (docs/design/bots.md); of a
    hand, if a match has no ``ending``. 0 if unknown."""
    units: ClassVar[Mapping[str, str]] = {}
    """Maps variant ids to the unit of the score, for variants that don't score points: ``cents``, ``rungs``."""
    mechanisms: ClassVar[tuple[str, ...]] = ()
    """Keywords for elements of the game besides following suit, shared by all games: ``bidding``, ``partners``."""

    @property
    def positions(self) -> type[Position]:
        """The class of the game's positions. Most games assign a class; a game may also choose one for each variant."""
        raise NotImplementedError

    @property
    def needed(self) -> Sequence[Card]:
        """All cards used in a hand, in pack order: those in ``deck`` and ``cards_beside``."""
        return in_order([*self.deck, *self.cards_beside])

    @property
    def unit(self) -> str:
        """The unit of the score: the variant's entry in ``units``, or ``points`` if it has none."""
        return self.units.get(self.variant, "points")

    def __init__(self, variant: str | None = None, players: int | None = None,
                 seats: Sequence[str] | None = None, options: Mapping[str, str] | None = None) -> None:
        problems: list[Problem] = []
        self.variant = _choose(variant, tuple(self.variants), ("variant",), problems)
        values = {**self.option_values, **self.variant_options.get(self.variant, {})}
        self.options = {name: _choose((options or {}).get(name), values[name], ("options", name), problems) for name in values}
        for name in set(options or ()) - set(self.option_values):
            has = listed(self.option_values, "or") if self.option_values else "none"
            hint = did_you_mean(name, self.option_values)
            problems.append(Problem(f"{quoted(name)} is no option of {self.id}: it has {has}", ("options", name), hint))
        self.table = self._seat(players, seats, problems)
        if problems:
            raise SetupError(problems)
        self.rules = self.book.of(self.variant)
        self.deck = tuple(self.dealt_cards())
        self.score_names = [self.table.side_name(side) for side in self.score_sides()]
        self.notation = Notation(self.pack, self.table, self.forms, self.deck, self.score_names)
        if wrong := mistyped(self.positions.fields.values(), self.notation):
            raise SetupError([Problem(each, ("game",)) for each in wrong])
        self._chains = {phase: self._chain(phase) for phase in self.phases}
        self._blank: P = self._first_blank()
        chosen = ",".join(f"{name}={value}" for name, value in sorted(self.options.items()))
        self._choices = f"{self.id}/{self.variant}/{chosen}/{self.table.size}"
        self._numbers = random.Random(0)

    def __repr__(self) -> str:
        options = "".join(f", {name}={value}" for name, value in self.options.items())
        return printable(f"<{self.name} ({self.variant}{options}), {self.table.size} players>")

    def __eq__(self, other: object) -> bool:
        return self is other or (type(self) is type(other) and self.__reduce__() == other.__reduce__())

    def __hash__(self) -> int:
        return hash((self._choices, self.table))

    def __reduce__(self) -> tuple[object, tuple[str, int, Sequence[str], Mapping[str, str]]]:
        return type(self), (self.variant, self.table.size, self.table.names, self.options)

    def _chain(self, phase: str) -> tuple[Callable[[P, list[Card]], list[Move]], Filters, Filters]:
        """Return the callback that lists the moves of a phase, the filters for leading, and the filters for following."""
        asked = [rule for rule in self.rules if phase in rule.asked]
        offers = next((rule for rule in asked if rule.offers), self.offering(phase))
        lead, follow = (tuple(rule for rule in asked if not rule.offers and rule.turn in ("", turn))
                        for turn in ("lead", "follow"))
        return offers, lead, follow

    def _first_blank(self) -> P:
        position: Any = self.positions(self.notation)
        position.phase = self.phases[0]
        blank: P = position
        return blank

    def _seat(self, players: JsonValue, seats: JsonValue, problems: list[Problem]) -> Table:
        """Return the table for a number of players and their seat names. Only None selects the default; 0 and [] are invalid."""
        counts = self.players_allowed()
        if unknown := set(counts) - DEFAULT_SEATS.keys():
            problems.append(Problem(f"a table has from {min(DEFAULT_SEATS)} to {max(DEFAULT_SEATS)} seats, not {max(unknown)}: "
                                    f"mend `player_counts` of {self.id}", ("players",)))
            return Table(DEFAULT_SEATS[4])
        if seats is not None and (isinstance(seats, str) or not isinstance(seats, Sequence)):
            problems.append(Problem(f"{quoted(seats)} is not a list of the seats' names", ("seats",)))
            seats = None
        count = players if players is not None else len(seats) if seats is not None else 4 if 4 in counts else counts[0]
        if type(count) is not int or count not in counts:       # True and 4.0 are equal to integers.
            problems.append(Problem(f"{self.name} ({self.variant}) is for {listed(map(str, counts), 'or')} "
                                    f"players, not {quoted(count)}", ("players",)))
            return Table(DEFAULT_SEATS[counts[0]])
        return Table(DEFAULT_SEATS[count]) if seats is None else _named(seats, count, problems)

    # ---- questions anyone may ask

    def deal(self, seed: int, before: P | None = None, dealer: int | None = None) -> P:
        """Return the position after a deal by the engine, which depends only on the game and the arguments.

        ``before``  the finished hand that this one follows in a match, or None
        ``dealer``  the dealer of a first hand, or None for the default

        Raises ``SetupError`` if no hand can follow ``before``.
        """
        position = self.blank()
        if before is not None:
            self.carry(position, before)
        elif dealer is not None:
            position.dealer = dealer
        self.deal_out(position, seed)
        self.first_turn(position)
        return position

    def candidates(self, position: P) -> list[Move]:
        """Return every move that the seat to act could try in this phase, legal or not."""
        seat = position.to_act
        return [] if seat is None else self._chains[position.phase][0](position, position.hands[seat])

    def legal(self, position: P) -> list[Move]:
        """Return the legal moves of the seat to act: the candidates that pass all filters in the phase. Empty if no seat is to
        act."""
        seat = position.to_act
        if seat is None:
            return []
        offers, lead, follow = self._chains[position.phase]
        moves = offers(position, position.hands[seat])
        for leaves in follow if position.trick else lead:
            moves = leaves(position, moves)
        return moves

    def check_filters(self, position: P) -> None:
        """Raise ``FaultyRule`` if a rule leaves none of the moves that the seat to act could try, or doesn't return moves."""
        moves = self.candidates(position)
        for rule in self.asked(position) if moves else ():
            left = moves if rule.offers else checked_result(rule, rule(position, moves), list, "a list of moves")
            if not left:
                raise FaultyRule.by(rule, "leaves no move: a filter returns the moves that it received if none would be left")
            moves = left

    def asked(self, position: P) -> list[AnyRule]:
        """Return the rules that apply to moves in the current phase and turn, in teaching order."""
        other = "lead" if position.trick else "follow"
        return [rule for rule in self.rules if position.phase in rule.asked and rule.turn != other]

    def judge(self, position: P, text: str | Move, seat: int | None = None) -> Verdict:
        """Return the verdict on a move by ``seat``, by default the seat to act. Never raises."""
        if seat is None:
            seat = position.to_act
        try:
            move = text if isinstance(text, Move) else self.notation.read_move(text)
        except TextError:
            return Verdict(seat, shortened(text) if isinstance(text, str) else quoted(text), None, NOT_A_MOVE)
        move = self._as_held(position, seat, move)
        general = self._refuse_generally(position, seat, move)
        if general is not None:
            return Verdict(seat, move.text, move, general)
        offered = moves = self.candidates(position)
        if move not in offered:
            moves = [*moves, move]
        for rule in self.asked(position):
            left = offered if rule.offers else rule(position, moves)
            if move not in left:
                return Verdict(seat, move.text, move, rule, tuple(rule.binds(position, move, left)))
            moves = left
        return Verdict(seat, move.text, move)

    def _refuse_generally(self, position: P, seat: int | None, move: Move) -> EngineRefusal | None:
        if seat is None or seat != position.to_act:
            return TURN_ORDER
        if not self.notation.has(move, position.phase) or self._is_never_offered(position, move):
            return NOT_NOW
        held = move.cards or [card for card in (move.other or move.card,) if card is not None]
        if all(card in position.hands[seat] for card in held) or move in self.candidates(position):
            return None
        return NOT_HELD

    def _is_never_offered(self, position: P, move: Move) -> bool:
        """Return whether a call is of a kind that the seat can't even try now, such as an announcement in the middle of a trick.
        If a rule lists the moves, that rule refuses it instead."""
        if move.card is not None or move.cards or any(rule.offers for rule in self.asked(position)):
            return False
        return all(other.verb != move.verb for other in self.candidates(position))

    def _as_held(self, position: P, seat: int | None, move: Move) -> Move:
        """Replace a card with its twin, the other copy in a double pack, if the seat holds only that one.

        A card taken in exchange isn't in any hand and remains as written.
        """
        hand = position.hands[seat] if seat is not None else []
        other = move.other and _held(move.other, hand)
        card = move.card if other else move.card and _held(move.card, hand)
        cards = tuple([_held(each, hand) for each in move.cards])
        both = len({*cards}) < len(cards)       # Both twins are written, but the seat holds only one.
        return make_move(move.verb, card, move.suit, move.number, other, move.cards if both else cards)

    def play(self, position: P, text: str | Move, seat: int | None = None) -> tuple[P, list[Event]]:
        """Return the position after a move, and its events. Leaves ``position`` unchanged. Raises ``MoveRefused``."""
        verdict = self.judge(position, text, seat)
        if verdict.move is None or verdict.rule is not None:
            raise MoveRefused(verdict)
        return self.make(position, verdict.move)

    def make(self, position: P, move: Move) -> tuple[P, list[Event]]:
        """Return the position after a legal move, without checking it, and its events. Leaves ``position`` unchanged."""
        after, events = position.copy(), list[Event]()
        self.advance(after, move, collect_events(events))
        return after, events

    def value(self, points: int) -> int:
        """Return points as a value to maximize, or such a value as points: the same number, or its negative if the lowest total
        wins."""
        return -points if self.low_wins else points

    def sheet(self, position: P) -> list[Line]:
        """Return the score sheet of a finished hand, whose lines add up to ``hand_score``. Empty for an unfinished hand."""
        return self.score(position) if position.hand_over else []

    def next_dealer(self, position: P) -> int | None:
        """Return the next dealer; None if the hand isn't over yet, or if the match is over."""
        return self.dealer_after(position) if position.hand_over and not position.game_over else None

    def view(self, position: P, seat: int | None, memory: Memory | None = None) -> View[P]:
        """Return the position as ``seat`` sees it, with the seat's memory of the hand. For None, return the open table: all cards
        face up."""
        if seat is None:
            return View(self, None, position)
        seen = position.copy()
        self.hide(seen, seat)
        return View(self, seat, seen, memory)

    def random_for(self, seed: int, purpose: object) -> random.Random:
        """Return a random generator seeded only by ``seed``, this game's variant, players and options, and ``purpose``."""
        return random.Random(f"{self._choices}/{seed}/{purpose}")

    def shuffled(self, cards: Iterable[T], seed: int, purpose: object) -> list[T]:
        """Return ``cards`` in a random order that depends only on ``seed``, this game's variant, players and options, and
        ``purpose``."""
        return sorted(cards, key=self.drawing(seed, purpose))

    def drawing(self, seed: int, purpose: object) -> Callable[[object], float]:
        """Return a sort key that draws a random number for each item, seeded as by ``random_for``. Valid until the next call."""
        self._numbers.seed(f"{self._choices}/{seed}/{purpose}")     # Reseeding takes half the time of a new generator.
        # ``next(numbers, item)`` returns the next number and ignores the item; a lambda would take twice as long.
        return partial(next, starmap(self._numbers.random, repeat(())))

    # ---- for the game's author: what must be filled in

    def deal_out(self, position: P, seed: int) -> None:
        """Fill the hands and deal any other cards. The only permitted sources of randomness are ``shuffled`` and
        ``random_for``."""
        raise NotImplementedError

    def leads_first(self, position: P) -> int:
        """Return the seat that leads the first trick in the hand."""
        raise NotImplementedError

    def offered(self, position: P, hand: list[Card]) -> list[Move]:
        """Return every move that the seat to act could try with its ``hand``, in a phase whose moves no rule lists."""
        raise NotImplementedError

    def advance(self, position: P, move: Move, note: EventSink = ignore_events) -> None:
        """Make a legal move on a position, in place, and record its events. The caller must pass its own copy of the position."""
        raise NotImplementedError

    def winners(self, position: P, laid: Sequence[PlayedCard]) -> Mapping[str, int]:
        """Map ``""`` to the winner of the cards played (at least one); if colours are won separately, map each colour to its
        winner."""
        raise NotImplementedError

    def score(self, position: P) -> list[Line]:
        """Return the score of the hand just played, line by line."""
        raise NotImplementedError

    def match_winners(self, position: P) -> Sequence[int]:
        """Return the indices of the sides that have won the match with this finished hand; empty if the match continues."""
        raise NotImplementedError

    # ---- for the game's author: what may be

    def players_allowed(self) -> tuple[int, ...]:
        """Return the supported numbers of players in this variant."""
        return self.variant_players.get(self.variant, self.player_counts)

    def dealt_cards(self) -> Sequence[Card]:
        """Return the cards that are dealt, in pack order."""
        return self.pack.cards

    def hand_size(self) -> int:
        """Return the number of cards that each player plays in a hand, which limits the number of tricks: more than a player is
        dealt if cards are drawn, fewer if some are discarded. By default, the deck is divided evenly."""
        return len(self.deck) // self.table.size

    def score_sides(self) -> list[tuple[int, ...]]:
        """Return the scoring sides as tuples of seats, in the order of ``score``."""
        return [(seat,) for seat in self.table.seats]

    def decides(self, position: P) -> int | None:
        """Return the seat that chooses the next move: the seat to act, or its partner if it is a dummy."""
        return position.to_act

    def sides(self, position: P) -> list[tuple[int, ...]]:
        """Return the partnerships in this hand, as tuples of seats."""
        return self.score_sides()

    def first_turn(self, position: P) -> None:
        """Set the first phase and the first seat to act in a freshly dealt position."""
        position.leader = position.to_act = self.leads_first(position)

    def resume(self, position: P, given: SetupReader) -> None:
        """Set phase, leader and seat to act of a position read from a setup; add problems to ``given`` for contradictions."""
        begin_play(position, given, self.leads_first(position), self.hand_size())

    def resume_over(self, position: P, given: SetupReader) -> None:
        """Score a finished hand read from a setup; add problems to ``given`` for contradictions.

        Override it to derive values that ``score`` needs besides the fields of a setup.
        """
        for key, there in (("trick", position.trick), ("leader", position.leader is not None)):
            if there:
                given.add_problem(f"the hand is over: leave out {key}, or say another phase", key)
        if (taken := sum(position.tricks)) > self.hand_size():
            given.add_problem(f"{taken} tricks are more than the {self.hand_size()} of a hand", "tricks")
        try:
            self.finish_hand(position, ignore_events)
        except Exception as error:  # noqa: BLE001  (a score of fields that can't be so fails in whatever way it does)
            given.add_problem(f"the hand can't be scored from what is given here: {type(error).__name__}: {error}", "phase")

    def offering(self, phase: str) -> Callable[[P, list[Card]], list[Move]]:
        """Return the callback that lists the moves of a phase if no rule lists them. The default is ``offered``."""
        return self.offered

    def hide(self, seen: P, seat: int) -> None:
        """Hide, in place, all cards that ``seat`` may not see: turn those in other hands and in hidden fields face down."""
        seen.hands = _own_of(seen.hands, seat)
        for name, field in seen.fields.items():
            if field.hidden:
                value = getattr(seen, name)
                setattr(seen, name, _own_of(value, seat) if isinstance(field.kind, BySeat) else [FACE_DOWN] * len(value))

    def cannot_hold(self, position: P, seat: int | None) -> Iterable[Card]:
        """Return the cards that the seat publicly doesn't hold, in addition to those that its moves rule out.

        For None, return cards that can't be among the cards put aside face down.
        """
        return ()

    def suit_of(self, position: P, card: Card) -> str:
        """Return the letter of the suit that a card counts as when suits are led, followed or counted; several letters for a card
        that belongs to several suits, and ``""`` for none. The default is the printed suits."""
        return card.suits

    def could_be(self, position: P) -> bool:
        """Return whether this distribution of cards is possible. Constraints on single cards have been checked already."""
        return True

    def surely_holds(self, position: P) -> Mapping[int, Iterable[Card]]:
        """Return each seat's publicly known cards, such as a card whose holder has been asked to decide about it."""
        return {}

    def holds_of(self, position: P) -> Mapping[int, tuple[frozenset[Card], int]]:
        """Map seats to a set of cards and the minimum number of these cards that the seat publicly holds."""
        return {}

    def dealer_after(self, position: P) -> int:
        """Return the dealer of the next hand in an unfinished match."""
        return self.table.left_of[position.dealer]

    # ---- shared steps

    def blank(self) -> P:
        """Return a blank position, before any deal."""
        return self._blank.copy()

    def carry(self, position: P, before: P) -> None:
        """Copy the next hand's dealer, totals, number and carried fields into ``position``. Raises ``SetupError`` if no hand
        follows."""
        dealer = self.next_dealer(before)
        if dealer is None:
            why = "the game is over" if before.game_over else "the hand before isn't over"
            raise SetupError([Problem(f"no further hand can be dealt: {why}")])
        position.dealer = dealer
        position.score = list(before.totals)
        position.number = before.number + 1
        for name, field in position.fields.items():
            if field.carried:
                setattr(position, name, deepcopy(getattr(before, field.shows or name)))

    def finish_trick(self, position: P, winners: Mapping[str, int]) -> None:
        """Move the finished trick from the table to ``last_trick``."""
        position.last_trick = Trick(position.trick, winners)
        position.trick = []

    def finish_hand(self, position: P, note: EventSink) -> None:
        """End the hand: score it, end the match if it is won, and record an event for each line on the score sheet."""
        lines = self.score(position)
        scored = [0] * len(self.score_names)
        for line in lines:
            for place, points in enumerate(line.points):
                scored[place] += points
        self.close_hand(position, scored)
        for line in lines:
            note(line.rule, "hand", None, (), line.word, (*line.points, line.number))

    def close_hand(self, position: P, scored: Sequence[int]) -> None:
        """End the hand with these points for each side, and the match if it is won."""
        position.phase = "over"
        position.to_act = position.leader = None
        position.hand_score = [*scored]
        position.hand_over = True
        won = self.match_winners(position)
        if won:
            position.winners = [self.score_names[place] for place in won]
            position.game_over = True

    def announce(self, position: P, note: EventSink) -> None:
        """Record further events at the end of a hand, such as the next dealer."""


AnyGame = Game[Any]
"""A game with any class of positions, for callers that use only the common interface."""


class View(NamedTuple, Generic[P]):
    """A seat's view: the position with every card hidden from that seat turned face down.

    ``seat`` is None for the open table, on which all cards are face up. ``memory`` contains the seat's knowledge from earlier in
    the hand, if tracked.
    """

    game: Game[P]
    seat: int | None
    position: P
    memory: Memory | None = None

    @property
    def home(self) -> int:
        """The seat from whose side the table is drawn: the viewer's, or the first for the open table."""
        return 0 if self.seat is None else self.seat

    @property
    def legal(self) -> list[Move]:
        """The legal moves if the viewer chooses the next move, otherwise empty; for the open table, those of the seat to act."""
        return self.game.legal(self.position) if self.seat in (None, self.game.decides(self.position)) else []


def _own_of(piles: Sequence[list[Card]], seat: int) -> list[list[Card]]:
    """Return all seats' piles as ``seat`` sees them."""
    return [pile if owner == seat else [FACE_DOWN] * len(pile) for owner, pile in enumerate(piles)]


def deal_evenly(position: Position, deck: Sequence[Card]) -> None:
    """Deal the same number of cards from ``deck`` to each seat; the remainder stays undealt."""
    size = len(deck) // position.table.size
    position.hands = [[*deck[seat * size:(seat + 1) * size]] for seat in position.table.seats]


def best(totals: Sequence[int]) -> list[int]:
    """Return the indices of all entries equal to the highest total.

    >>> best([12, 25, 9, 25])
    [1, 3]
    """
    most = max(totals)
    return [place for place, total in enumerate(totals) if total == most]


def lowest(totals: Sequence[int]) -> list[int]:
    """Return the indices of all entries equal to the lowest total, for games in which the lowest total wins.

    >>> lowest([12, 104, 12, 25])
    [0, 2]
    """
    least = min(totals)
    return [place for place, total in enumerate(totals) if total == least]


def _held(card: Card, hand: Sequence[Card]) -> Card:
    """Return the twin of a card if only the twin is in the hand; otherwise the card itself."""
    twin = card.twin
    return card if card in hand or twin is None or twin not in hand else twin


def _named(seats: Sequence[str], count: int, problems: list[Problem]) -> Table:
    """Return a table with these seat names. If they are invalid, add a problem and use the default names."""
    if len(seats) != count:
        problems.append(Problem(f"{len(seats)} seats are named for {count} players", ("seats",)))
        return Table(DEFAULT_SEATS[count])
    try:
        return Table(seats)
    except TextError as error:
        problems.append(Problem(str(error), ("seats",)))
        return Table(DEFAULT_SEATS[count])


def _choose(wanted: Any, values: tuple[str, ...], path: tuple[str, ...], problems: list[Problem]) -> str:
    if wanted is None:
        return values[0]
    if wanted not in values:
        problems.append(Problem(f"{quoted(wanted)} is not one of {', '.join(values)}", path, did_you_mean(wanted, values)))
        return values[0]
    return str(wanted)
