"""What a game is to everything else: one class to fill in, one set of questions to ask.

A ``Game`` is a value: the rules with a variant, a table and options chosen; it holds no state. A new game
subclasses it, lists its rules, move forms and facts, and fills in the methods under "for the game's author".
Everybody else (scenarios, views, bots, the browser, the contract tests) only asks the questions above them.

Legality has two paths. ``judge`` asks the rules in teaching order and explains; ``legal`` is what bots and long
runs use and may be overridden with something faster. The contract tests hold them equal.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import repeat, starmap
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from rules_engine.core.cards import FACE_DOWN, Card, Pack, in_order, listed, texts
from rules_engine.core.errors import MoveRefused, Problem, SetupError, TextError
from rules_engine.core.facts import COMMON_FACTS, Fact, Plain
from rules_engine.core.moves import Move, read_move
from rules_engine.core.position import Event, Laid, Position, Trick
from rules_engine.core.rules import Finding, Rule, Verdict, refuses
from rules_engine.core.seats import DEFAULT_SEATS, Table
from rules_engine.core.setup import SetupReader

P = TypeVar("P", bound=Position)
T = TypeVar("T")


class Standing(NamedTuple):
    """How a trick stands: who takes it (by colour where colours are won apart) and what beat what."""

    winners: dict[str, int]
    chain: list[Finding]


class Line(NamedTuple):
    """One line of a hand's score sheet: the rule, a label, and the points of each scoring side."""

    rule: str
    label: str
    points: tuple[int, ...]


def signed(points: int) -> str:
    """Points as a score sheet shows them, with a real minus sign."""
    return f"−{-points}" if points < 0 else str(points)


class View(NamedTuple):
    """What one seat sees: a position in which every card hidden from the seat is face down.

    ``seat`` is None for the open table.
    """

    seat: int | None
    position: Any


class Game(Generic[P]):
    """A trick-taking game with its variant, table and options chosen.

    Raises ``SetupError`` for a variant, number of players, seat name or option that the game hasn't.
    """

    # ---- what a game declares
    id: ClassVar[str]
    name: ClassVar[str]
    pack: ClassVar[Pack]
    variants: ClassVar[Mapping[str, str]]
    """Variant id to its name in words; the first is the default."""
    player_counts: ClassVar[tuple[int, ...]]
    default_players: ClassVar[int] = 4
    option_values: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Option name to its values, the default first."""
    phases: ClassVar[tuple[str, ...]]
    forms: ClassVar[Mapping[str, tuple[str, ...]]]
    """Phase to the forms of the moves made in it."""
    all_rules: ClassVar[tuple[Rule, ...]]
    """Every rule of every variant, in the order of the contract's table."""
    own_facts: ClassVar[tuple[Fact, ...]]
    """The game's facts; one with the name of a common fact takes its place."""
    without_facts: ClassVar[frozenset[str]] = frozenset()
    """Common facts that this game hasn't."""
    setup_keys: ClassVar[tuple[str, ...]] = ()
    """Keys of a setup that are no facts."""
    number_fact: ClassVar[str] = ""
    """The fact that counts hands, if the game has one: ``hand_number``, ``round``."""
    position_type: ClassVar[type[Position]]

    def __init__(self, variant: str | None = None, players: int | None = None,
                 seats: Sequence[str] | None = None, options: Mapping[str, str] | None = None) -> None:
        problems: list[Problem] = []
        self.variant = _choose(variant, tuple(self.variants), "variant", problems)
        self.options = {name: _choose((options or {}).get(name), values, f"options.{name}", problems)
                        for name, values in self.option_values.items()}
        for name in set(options or ()) - set(self.option_values):
            has = listed(self.option_values, "or") if self.option_values else "none"
            problems.append(Problem(("options", name), f"{name!r} is no option of {self.id}: it has {has}"))
        self.table = self._seat(players, seats, problems)
        if problems:
            raise SetupError(problems)
        self.rules = tuple(rule for rule in self.all_rules if not rule.variants or self.variant in rule.variants)
        own = self.without_facts | {fact.name for fact in self.own_facts}
        self.facts = tuple(fact for fact in COMMON_FACTS if fact.name not in own) + self.own_facts
        self.fact_kinds = {fact.name: fact.kind for fact in self.facts}
        self.all_forms = tuple(dict.fromkeys(form for forms in self.forms.values() for form in forms))
        self._shapes = {phase: {_form_shape(form) for form in forms} for phase, forms in self.forms.items()}
        self.deck = tuple(self.dealt_cards())
        self.cards = frozenset(self.deck)
        self._moves: dict[str, Move] = {}
        self.score_names = [self.table.side_name(side) for side in self.score_sides()]
        chosen = ",".join(f"{name}={value}" for name, value in sorted(self.options.items()))
        self._choices = f"{self.id}/{self.variant}/{chosen}/{self.table.size}"
        self._shuffler = random.Random(0)
        # ``next(numbers, card)``: the next number, whatever the card. A function written here would take twice as long.
        self._next_drawn: Callable[[object], float] = partial(next, starmap(self._shuffler.random, repeat(())))

    def _seat(self, players: int | None, seats: Sequence[str] | None, problems: list[Problem]) -> Table:
        counts = self.players_allowed()
        count = players or (len(seats) if seats else self.default_players)
        if count not in counts:
            problems.append(Problem(("players",), f"{self.name} ({self.variant}) is for {listed(map(str, counts), 'or')} "
                                                  f"players, not {count}"))
            count = counts[0]
        elif seats and len(seats) != count:
            problems.append(Problem(("seats",), f"{len(seats)} seats are named for {count} players"))
        elif seats:
            try:
                return Table(seats)
            except TextError as error:
                problems.append(Problem(("seats",), str(error)))
        return Table(DEFAULT_SEATS[count])

    # ---- questions anyone may ask

    def start(self, setup: Mapping[str, Plain], before: P | None = None,
              filled: Mapping[int, list[Card]] | None = None, uneven: bool = False) -> P:
        """The position that ``setup`` describes; with ``before``, the next hand after that position.

        ``filled`` gives the cards of seats that the setup leaves out; ``uneven`` allows those hands other sizes, for
        the script that fills them may itself be at fault. Raises ``SetupError`` with every problem.
        """
        reader = SetupReader(self, setup)
        reader.uneven = uneven
        position = self._blank()
        self._read_match(reader, position, before)
        dealt_by_engine = reader.given("seed") and not reader.given("hands")
        seed = reader.number("seed", 0)
        if dealt_by_engine:
            self.shuffle(position, seed)
            for seat, hand in enumerate(position.hands):
                for card in hand:
                    reader.claim_one(("seed",), card, f"the hand of {self.table.names[seat]}")
        elif reader.given("hands") or any((filled or {}).values()):
            reader.hands(position.hands, filled or {})
        else:
            reader.fault("hands", "a setup needs hands, or a seed for the engine to deal")
        position.trick = reader.trick()
        if "tricks" not in self.without_facts:
            position.tricks = reader.by_seat("tricks", most=len(self.cards))
        reader.word("phase", self.phases[0], tuple(phase for phase in self.phases if phase != "over"))
        self.read_own(reader, position)
        reader.finish()
        self.begin(reader, position)
        reader.finish()
        return position

    def deal(self, seed: int, before: P | None = None, dealer: int | None = None) -> P:
        """The position after the engine's own deal for ``seed``: the same for the same game, seed and hand."""
        position = self._blank()
        if before is not None:
            self._carry(position, before)
        elif dealer is not None:
            position.dealer = dealer
        self.shuffle(position, seed)
        self.open(position)
        return position

    def random_for(self, seed: int, purpose: object) -> random.Random:
        """Random numbers that depend on the seed, this game's choices and ``purpose`` alone."""
        return random.Random(f"{self._choices}/{seed}/{purpose}")

    def random_key(self, seed: int, purpose: object) -> Callable[[object], float]:
        """A key to sort with that gives the numbers of ``random_for(seed, purpose)``, good until the next is asked for.

        One generator, seeded again each time, gives the same numbers as a new one at less than half the cost.
        """
        self._shuffler.seed(f"{self._choices}/{seed}/{purpose}")
        return self._next_drawn

    def shuffled(self, cards: Iterable[T], seed: int, purpose: object) -> list[T]:
        """``cards`` in an order drawn as ``random_for(seed, purpose)`` draws."""
        return sorted(cards, key=self.random_key(seed, purpose))

    def read_move(self, text: str) -> Move:
        """The move written ``text``. Raises ``TextError`` where this game has no such move."""
        known = self._moves.get(text)
        if known is not None:
            return known
        move = read_move(text, self.all_forms, self.pack)
        for card in (move.card, move.other):
            if card is not None and card not in self.cards:
                raise TextError(text, f"a move with a card of this game; {card.text} is not in play")
        self._moves[move.text] = move
        return move

    def read_laid(self, text: object) -> Laid:
        """An entry of ``trick``: ``"South 5ML as L"``. Raises ``TextError``."""
        seat, _, move = text.partition(" ") if isinstance(text, str) else ("", "", "")
        place, made = self.table.read_seat(seat), self.read_move(move)
        if not made.laid:
            raise TextError(text, "a seat and the card it played")
        return made.laid[place]

    def judge(self, position: P, text: str | Move, seat: int | None = None) -> Verdict:
        """What the rules say of a move by ``seat``, by default the seat to act. Never raises."""
        if seat is None:
            seat = position.to_act
        move: Move | None = None
        try:
            move = text if isinstance(text, Move) else self.read_move(text)
        except TextError as error:
            return Verdict(position, seat, str(text), None, (refuses("not-a-move", f"{error}."),))
        refusal = self._refuse_generally(position, seat, move)
        if refusal is not None or seat is None:
            return Verdict(position, seat, move.text, move, (refusal,) if refusal else ())
        findings: list[Finding] = []
        for rule in self.rules:
            finding = rule.judge(position, seat, move) if rule.judge is not None else None
            if finding is not None:
                findings.append(finding)
                if not finding.permits:
                    break
        return Verdict(position, seat, move.text, move, tuple(findings))

    def _refuse_generally(self, position: P, seat: int | None, move: Move) -> Finding | None:
        names = self.table.names
        if seat is None or seat != position.to_act:
            whose = f"It is {names[position.to_act]}'s turn" if position.to_act is not None else "Nobody is to move now"
            return refuses("turn-order", f"{whose}, not {names[seat]}'s." if seat is not None else f"{whose}.")
        if _shape(move) not in self._shapes.get(position.phase, ()):
            forms = listed([f"“{form}”" for form in self.forms.get(position.phase, ("nothing",))], "or")
            return refuses("not-now", f"“{move.text}” isn't a move of the phase “{position.phase}”, which takes {forms}.")
        held = move.other or move.card
        if held is not None and held not in position.hands[seat]:
            return refuses("not-held", f"{names[seat]} doesn't hold the {{{held.text}}}.")
        return None

    def legal(self, position: P) -> list[Move]:
        """Every move that the seat to act may make; none when nobody acts."""
        if position.to_act is None:
            return []
        return [move for move in self.candidates(position) if self.judge(position, move).legal]

    def play(self, position: P, text: str | Move, seat: int | None = None) -> tuple[P, list[Event]]:
        """The position after a move, and what happened. Raises ``MoveRefused``; ``position`` is unchanged."""
        verdict = self.judge(position, text, seat)
        if verdict.refusal is not None:
            raise MoveRefused(verdict, self.pack.plain(verdict.refusal.sentence))
        assert verdict.move is not None
        after, events = position.copy(), list[Event]()
        self.advance(after, verdict.move, events)
        return after, events

    def tell(self, position: P) -> dict[str, Plain]:
        """Every fact of the position, under its public name."""
        names = self.table.names

        def name(seat: int | None) -> str | None:
            return None if seat is None else names[seat]
        facts: dict[str, Plain] = {
            "phase": position.phase, "to_act": name(position.to_act), "leader": name(position.leader),
            "trick": [f"{names[laid.seat]} {laid.move.text}" for laid in position.trick],
            "last_trick_winner": self.tell_winner(position),
            "tricks": dict(zip(names, position.tricks, strict=True)),
            "hands": {names[seat]: texts(in_order(hand)) for seat, hand in enumerate(position.hands)},
            "hand_over": position.hand_over,
            "hand_score": None if position.hand_score is None else dict(zip(self.score_names, position.hand_score,
                                                                            strict=True)),
            "score": dict(zip(self.score_names, self.totals(position), strict=True)),
            "next_dealer": name(self.next_dealer(position)),
            "game_over": position.game_over, "winners": list(position.winners), "dealer": names[position.dealer],
        }
        for fact in self.without_facts:
            del facts[fact]
        return facts | self.tell_own(position)

    def tell_winner(self, position: P) -> Plain:
        """The fact ``last_trick_winner``."""
        return None if position.last_trick is None else self.table.names[position.last_trick.winners[""]]

    def write_setup(self, position: P) -> dict[str, Plain]:
        """A setup that ``start`` reads back to this position (its history left out)."""
        facts = self.tell(position)
        if position.hand_over:
            facts["score"] = dict(zip(self.score_names, position.score, strict=True))
        return {fact.name: facts[fact.name] for fact in self.facts
                if fact.settable and facts.get(fact.name) not in (None, [], {})}

    def totals(self, position: P) -> list[int]:
        """Totals by scoring side, this hand counted in once it is over."""
        if position.hand_score is None:
            return position.score
        return [before + now for before, now in zip(position.score, position.hand_score, strict=True)]

    def view(self, position: P, seat: int | None) -> View:
        """What ``seat`` sees of the position; None sees the open table."""
        if seat is None:
            return View(None, position)
        seen = position.copy()
        for other, hand in enumerate(seen.hands):
            if other != seat:
                seen.hands[other] = [FACE_DOWN] * len(hand)
        self.hide(seen, seat)
        return View(seat, seen)

    # ---- for the game's author

    def players_allowed(self) -> tuple[int, ...]:
        """The numbers of players that this variant is for."""
        return self.player_counts

    def dealt_cards(self) -> Sequence[Card]:
        """The cards that can be in hands, in pack order."""
        return self.pack.cards

    def score_sides(self) -> list[tuple[int, ...]]:
        """Who scores together, in the order of ``score``."""
        return [(seat,) for seat in self.table.seats]

    def first_leader(self, position: P) -> int:
        """Who leads the first trick of a hand, where a setup doesn't say."""
        return self.table.left_of[position.dealer]

    def sides(self, position: P) -> list[tuple[int, ...]]:
        """Who plays together in this hand."""
        return self.score_sides()

    def shuffle(self, position: P, seed: int) -> None:
        """Deal: fill hands and whatever else is dealt, from ``random_for(seed, …)`` alone."""
        raise NotImplementedError

    def announce(self, position: P) -> list[Event]:
        """What the deal of this position brought, for the log."""
        return []

    def open(self, position: P) -> None:
        """Put a freshly dealt position at its first phase and first seat to act."""
        raise NotImplementedError

    def read_own(self, reader: SetupReader, position: P) -> None:
        """Read the game's own settable facts, noting every problem."""

    def begin(self, reader: SetupReader, position: P) -> None:
        """Put a position read from a setup at its phase, leader and seat to act."""
        raise NotImplementedError

    def candidates(self, position: P) -> list[Move]:
        """Every move that the seat to act could try in this phase, whether the rules allow it or not."""
        raise NotImplementedError

    def advance(self, position: P, move: Move, log: list[Event] | None = None) -> None:
        """Make a legal move on a position that the caller owns; note what happened in ``log`` if it is given."""
        raise NotImplementedError

    def tell_own(self, position: P) -> dict[str, Plain]:
        """The game's own facts."""
        return {}

    def hide(self, seen: P, seat: int) -> None:
        """Turn face down, in a copy, what ``seat`` may not see beside the others' hands."""

    def standing(self, position: P, laid: Sequence[Laid]) -> Standing:
        """Who takes a trick as it lies, and what beat what, card by card."""
        raise NotImplementedError

    def is_trump(self, position: P, card: Card) -> bool:
        """Whether a card is a trump now, as far as that is known: hands show trumps apart."""
        return False

    def taken(self, position: P, seat: int) -> str:
        """What a seat has taken in this hand, in a few words; empty for nothing."""
        count = position.tricks[seat]
        return f"{count} trick{'s' * (count != 1)}" if count else ""

    def notices(self, position: P) -> list[tuple[str, str]]:
        """What lies open to all beside the cards, as label and sentence: ``("Trump", "{M}")``."""
        return []

    def working(self, position: P) -> list[Line]:
        """How the hand's score came about, line by line; the lines add up to ``hand_score``."""
        return []

    def next_dealer(self, position: P) -> int | None:
        """Who deals next; None until the hand is over, and when the game is."""
        if not position.hand_over or position.game_over:
            return None
        return self.table.left_of[position.dealer]

    # ---- shared steps

    def begin_play(self, reader: SetupReader, position: P) -> None:
        """Put a position read from a setup into the play of a game that deals evenly and has nobody sit out."""
        position.phase = "play"
        default = position.trick[0].seat if position.trick else self.first_leader(position)
        position.leader = reader.seat("leader", default)
        for step, laid in enumerate(position.trick):
            expected = (position.leader + step) % self.table.size
            if laid.seat != expected:
                reader.fault("trick", step, f"{self.table.names[expected]} comes at this place of the trick, "
                                            f"not {self.table.names[laid.seat]}")
        if len(position.trick) >= self.table.size:
            reader.fault("trick", "a trick on the table lacks at least one card")
        position.to_act = (position.leader + len(position.trick)) % self.table.size
        laid_by = {laid.seat for laid in position.trick}
        reader.even({name: len(position.hands[seat]) + (seat in laid_by)
                     for seat, name in enumerate(self.table.names)})

    def finish_trick(self, position: P, winners: dict[str, int]) -> None:
        """Lay the finished trick aside as the last one."""
        position.last_trick = Trick(tuple(position.trick), winners)
        position.trick = []

    def finish_hand(self, position: P, points: list[int]) -> None:
        """Score the hand and end it."""
        position.phase = "over"
        position.to_act = position.leader = None
        position.hand_score = points
        position.hand_over = True

    def _blank(self) -> P:
        position: Any = self.position_type(self)
        position.score = [0] * len(self.score_names)
        return position  # type: ignore[no-any-return]

    def _carry(self, position: P, before: P) -> None:
        dealer = self.next_dealer(before)
        if dealer is None:
            why = "the game is over" if before.game_over else "the hand before isn't over"
            raise SetupError([Problem((), f"no further hand can be dealt: {why}")])
        position.dealer = dealer
        position.score = list(self.totals(before))
        position.number = before.number + 1

    def _read_match(self, reader: SetupReader, position: P, before: P | None) -> None:
        if before is not None:
            self._carry(position, before)
            self._check_carried(reader, position)
            return
        position.dealer = reader.seat("dealer", self.table.size - 1)
        position.score = reader.by_side("score")
        if self.number_fact:
            position.number = reader.number(self.number_fact, 1, least=1)

    def _check_carried(self, reader: SetupReader, position: P) -> None:
        if reader.seat("dealer", position.dealer) != position.dealer:
            reader.fault("dealer", f"{self.table.names[position.dealer]} deals next")
        if reader.given("score") and reader.by_side("score") != position.score:
            reader.fault("score", "the totals carry over from the hand before")
        if self.number_fact and reader.number(self.number_fact, position.number) != position.number:
            reader.fault(self.number_fact, f"this is number {position.number}: it carries over from the hand before")


def _choose(wanted: Any, values: tuple[str, ...], what: str, problems: list[Problem]) -> str:
    if wanted is None:
        return values[0]
    if wanted not in values:
        problems.append(Problem(tuple(what.split(".")), f"{wanted!r} is not one of {', '.join(values)}"))
        return values[0]
    return str(wanted)


def _shape(move: Move) -> tuple[str, bool, bool, bool, bool]:
    return move.verb, move.card is not None, bool(move.suit), move.number is not None, move.other is not None


def _form_shape(form: str) -> tuple[str, bool, bool, bool, bool]:
    words = form.split()
    literal = [word for word in words if not word.isupper() and word not in ("as", "for")]
    return (" ".join(literal) or "play", "CARD" in words, "SUIT" in words, "NUMBER" in words, words.count("CARD") == 2)
