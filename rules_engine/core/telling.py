"""Words: the sentences of a game, made from findings, events and lines when somebody reads them.

A game's ``telling`` module fills in a ``Words``, a function for each thing that a rule can say:

    words = Words[WhistPosition]()

    @words.refuses(follow_suit)
    def _(position, seat, move, binds):
        return f"{{{position.suit_led}}} were led and {position.does(seat, 'holds')} {marks(binds)}."

A sentence names seats with ``position.name``, ``does`` and ``whose`` alone. So the same words tell a reader who plays
West's cards "Hearts were led and you hold …", and everybody else "… West holds …":

    telling_of(game).event(position, event)             for a book: seats by their names
    telling_of(game, reader=0).event(position, event)   for the player of the first seat, who is "you"

In sentences ``{5ML}`` marks a card and ``{M}`` a suit; ``Pack.plain`` and the views turn marks into names or pictures.
A rule that permits a move says so only where that is worth saying, and then with the cards that it is about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, Generic, NamedTuple, TypeVar

from rules_engine.core.cards import FACE_DOWN, Card, listed
from rules_engine.core.errors import TextError
from rules_engine.core.game import Game
from rules_engine.core.happened import Event, Line, signed
from rules_engine.core.moves import Move, make_move
from rules_engine.core.position import Position
from rules_engine.core.rules import NOT_A_MOVE, NOT_HELD, NOT_NOW, TURN_ORDER, AnyRule, General, Verdict
from rules_engine.core.seats import Who, plural, singular
from rules_engine.core.tricks import Laid

P = TypeVar("P", bound=Position)
F = TypeVar("F", bound=Callable[..., Any])
Said = tuple[str, Sequence[Card]]
"""A sentence and the cards that it is about."""


class Finding(NamedTuple):
    """What one rule says of a move or result, in words.

    ``sentence`` may hold card and suit marks; ``cards`` are the cards that bind, in hand or on the table.
    """

    rule: str
    permits: bool
    sentence: str
    cards: tuple[Card, ...] = ()


class Told(NamedTuple):
    """Something that happened, in words."""

    event: Event
    sentence: str


class Stand(NamedTuple):
    """What a side has in this hand so far; ``seats`` are those of the side."""

    seats: tuple[int, ...]
    number: int


class Words(Generic[P]):
    """The words of one game, by rule id, and what its views ask beside them."""

    def __init__(self) -> None:
        self.refusals: dict[str, Callable[[P, int, Move, Sequence[Card]], str]] = {}
        self.permissions: dict[str, Callable[[P, int, Move], Said | None]] = {}
        self.events: dict[str, dict[str, Callable[[P, Event], str]]] = {}
        self.labels: dict[str, Callable[[Line], str]] = {}
        self.of_chain: set[str] = set()
        self.about_trick: Callable[[P, Sequence[Laid]], list[Finding]] | None = None
        self.about_deal: Callable[[P], list[Event]] = lambda position: []
        self.about_table: Callable[[P], list[tuple[str, str]]] = lambda position: []
        self.about_setting: Callable[[P, str], str] = lambda position, kind: ""
        self.secrets: dict[str, frozenset[str]] = {}
        self.about_seat: Callable[[P, int], str] = lambda position, seat: tricks_won(position.tricks[seat])
        self.about_suits: Callable[[P, int], tuple[dict[str, int], str]] = lambda position, seat: ({}, "")
        self.about_plate: Callable[[P, int], list[str]] = lambda position, seat: []
        self.about_sides: Callable[[P], list[Stand]] | None = None
        self.unit = "trick"
        self.about_choice: Callable[[P, int, Move], str] = lambda position, seat, move: ""
        self.about_deed: Callable[[Move], str] = lambda move: ""
        self.trumps: Callable[[P, Card], bool] = lambda position, card: False

    def refuses(self, rule: AnyRule) -> Callable[[F], F]:
        """Why ``rule`` forbids a move: ``(position, seat, move, binds) -> sentence``."""
        return _noted(self.refusals, rule)

    def permits(self, rule: AnyRule) -> Callable[[F], F]:
        """What ``rule`` says for a move: ``(position, seat, move) -> (sentence, cards)``, or None for nothing."""
        return _noted(self.permissions, rule)

    def happened(self, rule: AnyRule, *kinds: str) -> Callable[[F], F]:
        """An event of ``rule``, of any kind or of ``kinds``: ``(position after the move, event) -> sentence``.

        An empty sentence leaves out what isn't worth one.
        """
        def noted(tells: F) -> F:
            self.events.setdefault(rule.id, {}).update(dict.fromkeys(kinds or ("",), tells))
            return tells
        return noted

    def line(self, rule: AnyRule, label: str) -> None:
        """The label of a line that ``rule`` puts on the sheet."""
        self.labels[rule.id] = lambda line: label

    def lines(self, rule: AnyRule) -> Callable[[F], F]:
        """The labels of the lines that ``rule`` puts on the sheet: ``(line) -> label``."""
        return _noted(self.labels, rule)

    def turns(self, leads: AnyRule, deals: AnyRule) -> None:
        """The usual words where the dealer's left leads, then who took the last trick, and the deal moves to the left."""
        self.happened(leads)(_leads)
        self.happened(deals)(_deals_next)

    def laid(self, *rules: AnyRule) -> Callable[[F], F]:
        """What the last of some cards does in a trick, by one of ``rules``: ``(position, laid) -> finding``."""
        def noted(tells: F) -> F:
            self.chain(*rules)(lambda position, laid: [tells(position, laid[:place + 1]) for place in range(len(laid))])
            return tells
        return noted

    def chain(self, *rules: AnyRule) -> Callable[[F], F]:
        """What beat what, where a trick is more than its cards one by one: ``(position, laid) -> findings``."""
        def noted(tells: F) -> F:
            self.about_trick = tells
            self.of_chain |= {rule.id for rule in rules}
            return tells
        return noted

    def deal(self, tells: Callable[[P], list[Event]]) -> Callable[[P], list[Event]]:
        """The events that a position began with, as far as there is something to tell of them: ``(position) -> [Event]``."""
        self.about_deal = tells
        return tells

    def open(self, tells: Callable[[P], list[tuple[str, str]]]) -> Callable[[P], list[tuple[str, str]]]:
        """What lies open to all beside the cards, ``(position) -> [(label, sentence)]``: ``("Trump", "{M}")``.

        What is told of a trick is told from ``position.trick`` alone: the trick last finished is put there to be told of.
        """
        self.about_table = tells
        return tells

    def keeps_quiet(self, kind: str, *labels: str) -> None:
        """The labels of what lies open that would answer a question of this kind, or go half the way to its answer."""
        self.secrets[kind] = frozenset(labels)

    def setting(self, tells: Callable[[P, str], str]) -> Callable[[P, str], str]:
        """What to know of a hand before a question of some kind: ``(position, kind) -> sentences``; no answer among them."""
        self.about_setting = tells
        return tells

    def taken(self, tells: Callable[[P, int], str]) -> Callable[[P, int], str]:
        """What a seat has taken in this hand, in a few words: ``(position, seat) -> "2 tricks"``; empty for nothing."""
        self.about_seat = tells
        return tells

    def suits_taken(self, tells: F) -> F:
        """Where cards taken count by their suit: ``(position, seat) -> ({"R": 3, "B": 1}, "= 2")``, how many of each, and what
        that comes to. On a table it stands in place of ``plate``, whose words are read aloud with those of ``taken``.
        """
        self.about_suits = tells
        return tells

    def plate(self, tells: Callable[[P, int], list[str]]) -> Callable[[P, int], list[str]]:
        """What belongs on a seat's plate beside its name and what it has taken: ``(position, seat) -> ["bid 3", "out"]``.

        Each is a word or two; partners only where they aren't the same in each hand.
        """
        self.about_plate = tells
        return tells

    def standing(self, unit: str) -> Callable[[F], F]:
        """What each side has in this hand so far, ``(position) -> [Stand]``, counted in ``unit``: ``"point"``.

        A game that says nothing counts tricks, those of each of its sides.
        """
        def noted(tells: F) -> F:
            self.about_sides, self.unit = tells, unit
            return tells
        return noted

    def choice(self, tells: Callable[[P, int, Move], str]) -> Callable[[P, int, Move], str]:
        """What a legal move means or costs, for who has to choose: ``(position, seat, move) -> a few words``, or none."""
        self.about_choice = tells
        return tells

    def deed(self, tells: Callable[[Move], str]) -> Callable[[Move], str]:
        """How a move is told, as *West* does it: ``(move) -> "names {H} as trumps"``; empty where ``plays the {5C}`` will do."""
        self.about_deed = tells
        return tells

    def shown_apart(self, asks: Callable[[P, Card], bool]) -> Callable[[P, Card], bool]:
        """Whether a card is a trump now, as far as that is known, ``(position, card) -> bool``: hands show trumps apart."""
        self.trumps = asks
        return asks


def _leads(position: Position, event: Event) -> str:
    where = "Left of the dealer, " if position.last_trick is None else ""
    return f"{where}{position.does(event.seat, 'leads')}."


def _deals_next(position: Position, event: Event) -> str:
    return f"The deal moves left: {position.does(event.seat, 'deals')} next."


def _noted(words: dict[str, Any], rule: AnyRule) -> Callable[[F], F]:
    def noted(tells: F) -> F:
        words[rule.id] = tells
        return tells
    return noted


class Telling(Generic[P]):
    """What a game says of its positions: the questions of everybody who reads.

    ``reader`` is the seat that is "you" in whatever is told; None where all seats go by their names. Positions are given
    as they are. A sentence that begins with "you" has a capital.
    """

    def __init__(self, game: Game[P], words: Words[P], reader: int | None = None) -> None:
        self.game = game
        self.words = words
        self.reader = reader
        self.table = game.table if reader is None else game.table.read_by(reader)

    def _to_reader(self, position: P) -> P:
        if self.reader is None:
            return position
        told = position.copy()
        told.table = self.table
        return told

    # ---- who

    def name(self, who: Who) -> str:
        """A seat, or some, as a heading calls them: ``West``, ``You``, ``You and North``."""
        return _capital(self.table.called(who))

    @property
    def score_names(self) -> list[str]:
        """The scoring sides as headings."""
        return [self.name(side) for side in self.game.score_sides()]

    # ---- moves

    def findings(self, position: P, text: str | Move, seat: int | None = None) -> tuple[Finding, ...]:
        """What the rules say of a move, in teaching order, up to the first refusal."""
        return self.explain(position, self.game.judge(position, text, seat))

    def explain(self, position: P, verdict: Verdict) -> tuple[Finding, ...]:
        """A verdict in words."""
        told = self._to_reader(position)
        if isinstance(verdict.rule, General):
            return (Finding(verdict.rule.id, False, _capital(_GENERAL[verdict.rule](self.game, told, verdict))),)
        assert verdict.move is not None
        assert verdict.seat is not None
        found, asked = list[Finding](), self.game.asked(position)
        for rule in self.game.rules:
            if rule.asked and rule not in asked:
                continue
            if rule is verdict.rule:
                sentence = self.words.refusals[rule.id](told, verdict.seat, verdict.move, verdict.binds)
                return (*found, Finding(rule.id, False, _capital(sentence), verdict.binds))
            permits = self.words.permissions.get(rule.id)
            said = permits(told, verdict.seat, verdict.move) if permits else None
            if said is not None:
                found.append(Finding(rule.id, True, _capital(said[0]), tuple(said[1])))
        return tuple(found)

    def refusal(self, position: P, verdict: Verdict) -> Finding | None:
        """Why a move is forbidden; None if it isn't."""
        return self.explain(position, verdict)[-1] if verdict.rule is not None else None

    def deed(self, position: P, seat: int, move: Move, hidden: bool = False) -> str:
        """A move as a sentence: ``West gives the {5C}.``, ``You lead the {7WY} as {W}.``; ``hidden`` doesn't tell the card.

        ``position`` is the one in which the move is made.
        """
        told = self.table.does(seat, self._does(position, move, hidden))
        return _capital(told if told.endswith("!”") else f"{told}.")

    def call(self, position: P, move: Move) -> str:
        """A move as it is asked for: ``give the {5C}``, ``lead the {7WY} as {W}``, ``bid 7``."""
        first, space, rest = self._does(position, move).partition(" ")
        return plural(first) + space + rest

    def _does(self, position: P, move: Move, hidden: bool = False) -> str:
        if hidden and move.card is not None:
            move = make_move(move.verb, FACE_DOWN)
        return self.words.about_deed(move) or _does(move, leads=not position.trick)

    def turn(self, position: P, seat: int) -> list[Told]:
        """What a seat should know whose turn it is, beside what it may do: what rules say of an event of kind ``turn``."""
        return self.events(position, [Event(rule, "turn", seat) for rule, tells in self.words.events.items() if "turn" in tells])

    def choice(self, position: P, seat: int, move: Move) -> str:
        """What a legal move means or costs, for who has to choose; empty where its name says all."""
        return _capital(self.words.about_choice(self._to_reader(position), seat, move))

    # ---- what happened

    def events(self, position: P, events: Iterable[Event]) -> list[Told]:
        """What happened, in words, as far as it is worth a word; ``position`` is the one that the move led to."""
        told = [Told(event, self.event(position, event)) for event in events]
        return [each for each in told if each.sentence]

    def event(self, position: P, event: Event) -> str:
        """The sentence of one event; empty for what isn't worth one."""
        of_rule = self.words.events.get(event.rule, {})
        tells = of_rule.get(event.kind) or of_rule.get("")
        if tells is not None:
            return _capital(tells(self._to_reader(position), event))
        *points, number = event.numbers
        rule = next(rule for rule in self.game.rules if rule.id == event.rule)
        return self.line_sentence(rule.line(tuple(points), event.word, number))

    def dealt(self, position: P) -> list[Event]:
        """What the deal of this position brought, or what a setup begins with."""
        return self.words.about_deal(position)

    def deal(self, position: P) -> list[Told]:
        """The same in words."""
        return self.events(position, self.dealt(position))

    def chain(self, position: P, laid: Sequence[Laid]) -> list[Finding]:
        """What beat what in a trick, card by card."""
        assert self.words.about_trick is not None
        found = self.words.about_trick(self._to_reader(position), laid) if laid else []
        return [finding._replace(sentence=_capital(finding.sentence)) for finding in found]

    # ---- the score

    def label(self, line: Line) -> str:
        """The label of a line of the score sheet."""
        return self.words.labels[line.rule.id](line)

    def line_sentence(self, line: Line) -> str:
        """A line of the score sheet as a sentence."""
        sides = self.game.score_sides()
        points = [f"{self.table.called(side)} {signed(each)}" for side, each in zip(sides, line.points, strict=True)]
        together = any(len(side) > 1 for side in sides)
        return f"{self.label(line)}: {'; '.join(points) if together else listed(points)}."

    def score(self, position: P) -> list[Finding]:
        """The hand's score, line by line, as findings."""
        return [Finding(line.rule.id, True, self.line_sentence(line)) for line in self.game.sheet(position)]

    # ---- what the table shows

    def open(self, position: P, last_trick: bool = False) -> list[tuple[str, str]]:
        """What lies open to all beside the cards, as label and sentence.

        ``last_trick`` tells of the trick just finished, as long as it is shown, and not of the empty table after it.
        """
        seen = self._to_reader(position)
        if last_trick and not position.trick and position.last_trick is not None:
            seen = seen.copy()
            seen.trick = [*position.last_trick.laid]
        return [(label, _capital(told)) for label, told in self.words.about_table(seen)]

    def secrets(self, kind: str) -> frozenset[str]:
        """The labels of ``open`` that a question of this kind keeps quiet about."""
        return self.words.secrets.get(kind, frozenset())

    def setting(self, position: P, kind: str) -> str:
        """What to know of a hand before a question of some kind, in sentences; empty where the trick tells all."""
        return _capital(self.words.about_setting(self._to_reader(position), kind))

    def taken(self, position: P, seat: int) -> str:
        """What a seat has taken in this hand, in a few words; empty for nothing."""
        return self.words.about_seat(position, seat)

    def suits_taken(self, position: P, seat: int) -> tuple[dict[str, int], str]:
        """How many cards of each suit a seat has taken, where they count by their suit, and what that comes to."""
        return self.words.about_suits(position, seat)

    def plate(self, position: P, seat: int) -> list[str]:
        """What belongs on a seat's plate beside its name and what it has taken: its bid, *declarer*, *out*."""
        return self.words.about_plate(self._to_reader(position), seat)

    def standing(self, position: P) -> list[Stand]:
        """What each side has in this hand so far, in ``unit``; nothing before sides are made."""
        if self.words.about_sides is not None:
            return self.words.about_sides(position)
        return [Stand(side, sum(position.tricks[seat] for seat in side)) for side in self.game.sides(position)]

    def tally(self, position: P, seat: int) -> str:
        """What there is to tell of a seat beside its cards, in one line: ``bid 3, 2 tricks``; empty for nothing."""
        return ", ".join(filter(None, [*self.plate(position, seat), self.taken(position, seat)]))

    def sides_tally(self, position: P) -> str:
        """What sides of several seats have so far, in one line: ``South and North 25 points, …``; empty where all play alone."""
        standing = self.standing(position)
        if all(len(stand.seats) == 1 for stand in standing):
            return ""
        return "; ".join(f"{self.name(stand.seats)} {counted(stand.number, self.unit)}" for stand in standing)

    @property
    def unit(self) -> str:
        """What ``standing`` counts, for one of it: ``trick``, ``point``."""
        return self.words.unit

    def is_trump(self, position: P, card: Card) -> bool:
        """Whether a card is a trump now, as far as that is known."""
        return self.words.trumps(position, card)


def telling_of(game: Game[P], reader: int | None = None) -> Telling[P]:
    """The telling of a game: its words are ``words`` in the module ``telling`` beside the game's own.

    ``reader`` is the seat that is "you"; None where seats go by their names.
    """
    words: Words[P] = _module(f"{type(game).__module__.rpartition('.')[0]}.telling").words
    return Telling(game, words, reader)


def capital(told: str) -> str:
    """What is told, with a capital at its beginning."""
    return f"{told[:1].upper()}{told[1:]}"


def _capital(told: str) -> str:
    """What is told, with a capital wherever a sentence begins with "you"."""
    return _BEGINS_WITH_YOU.sub("Y", told)


_BEGINS_WITH_YOU = re.compile(r"(?:^|(?<=[.!?] ))y(?=ou(?:r|rs)?\b)")
_module = cache(import_module)


def counted(count: int, noun: str) -> str:
    """A number with its noun: ``1 trick``, ``2 tricks``."""
    return f"{count} {noun}{'s' * (count != 1)}"


def amount(number: str, unit: str) -> str:
    """A number, as it is written, with the unit that a score counts in: ``1 point``, ``−3 points``, ``0.4 cents``."""
    return f"{number} {unit.removesuffix('s') if number == '1' else unit}"


def tricks_won(count: int) -> str:
    """``1 trick``, ``2 tricks``; no text for none."""
    return counted(count, "trick") if count else ""


def the(card: Card) -> str:
    """A card in a sentence: ``the {5C}``, or ``a card`` for one that isn't shown."""
    return "a card" if card is FACE_DOWN else f"the {{{card.text}}}"


def _does(move: Move, leads: bool) -> str:
    """The usual words for a move."""
    words = [singular("lead" if leads and move.verb == "play" else move.verb)]
    words += [the(move.card)] if move.card is not None else []
    words += ["for", the(move.other)] if move.other is not None else []
    words += [f"{'as ' if move.card else ''}{{{move.suit}}}"] if move.suit else []
    words += [str(move.number)] if move.number is not None else []
    return " ".join(words)


# ---- the refusals that no game's rules name

def _not_a_move(game: Game[Any], position: Position, verdict: Verdict) -> str:
    try:
        game.notation.read_move(verdict.text, position.phase)
    except TextError as error:
        return f"{error}."
    raise AssertionError(f"{verdict.text!r} is a move")


def _turn_order(game: Game[Any], position: Position, verdict: Verdict) -> str:
    if position.to_act is None:
        return "Nobody is to play now."
    turn = f"{position.does(position.to_act, 'is')} to play"
    return f"It isn't {position.whose(verdict.seat)} turn: {turn}." if verdict.seat is not None else f"{turn}."


def _not_now(game: Game[Any], position: Position, verdict: Verdict) -> str:
    forms = listed([f"“{form}”" for form in game.forms.get(position.phase, ("nothing",))], "or")
    return f"“{verdict.text}” isn't a move now: expected {forms}."


def _not_held(game: Game[Any], position: Position, verdict: Verdict) -> str:
    assert verdict.move is not None
    return f"The {{{verdict.move.other or verdict.move.card}}} isn't in {position.whose(verdict.seat)} hand."


_GENERAL: Mapping[General, Callable[[Game[Any], Any, Verdict], str]] = {
    NOT_A_MOVE: _not_a_move, TURN_ORDER: _turn_order, NOT_NOW: _not_now, NOT_HELD: _not_held}
