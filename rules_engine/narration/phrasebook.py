"""The words of a game: what its ``narrator`` module fills in, a function for each thing that a rule can say.

    words = Words[WhistPosition]()

    @words.refuses(follow_suit)
    def _(position, seat, move, binds):
        return say("{suit} were led, and {seat} still {seat:holds|hold} {cards}.",
                   suit=suit_mark(position.suit_led), seat=position.name(seat), cards=all_of(binds))

Sentences are values (``text.message`` tells how they are written). They call seats by ``position.name`` alone, so the
same words tell a reader who plays West's cards "… you still hold …", and everybody else "… West still holds …".
A rule that permits a move says so only where that is worth saying, and then with the cards that it is about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import Event, Line
from rules_engine.core.model.moves import Move
from rules_engine.core.model.rules import AnyRule, Ground
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.core.positions.position import Position
from rules_engine.narration.quantities import TRICKS, UNITS, tricks_won
from rules_engine.text.message import NOTHING, Text, say

P = TypeVar("P", bound=Position)
F = TypeVar("F", bound=Callable[..., Any])
NONE_YET = say("none yet")
"""What a game says of a fact that isn't there yet, such as the suit led: a table says nothing of it then."""
WithCards = tuple[Text, Sequence[Card]]
"""A sentence and the cards that it is about."""
Permission = Callable[[P, int, Move], WithCards | None]
"""Position, seat and move, to what a rule says for the move."""


class RuleFinding(NamedTuple):
    """What one rule says of a move or result, in words.

    ``sentence`` may hold card and suit marks; ``cards`` are the cards that bind, in hand or on the table.
    """

    rule: str
    permits: bool
    sentence: Text
    cards: tuple[Card, ...] = ()


class ContextSentence(NamedTuple):
    """Something to know before a question, in a sentence; ``rule`` is the one that explains it, if it takes one."""

    rule: str
    sentence: Text


class EventText(NamedTuple):
    """Something that happened, in words."""

    event: Event
    sentence: Text


class SideTotal(NamedTuple):
    """What a side has in this hand so far; ``seats`` are those of the side."""

    seats: tuple[int, ...]
    number: int


class Stake(NamedTuple):
    """What counts in a game beside points, as a puzzle asks for it.

    ``now``      what is so: ``East bid 48``
    ``does``     and what a card does: ``brings it down``; nothing where that is no aim
    ``settled``  what is so where every card does it: ``East bid 48 and goes down``
    ``tells``    whether ``now`` says as well what the sides have so far
    """

    now: Text
    does: Text
    settled: Text = NOTHING
    tells: bool = False


class SuitQuestion(NamedTuple):
    """A question about suits: what is asked, which of ``among`` are right, and why; empty ``among`` are all of the pack."""

    prompt: Text
    right: Sequence[str]
    why: RuleFinding
    among: Sequence[str] = ()


class NumberQuestion(NamedTuple):
    """A number that is asked for: of what, which it is, why, and others that it might be taken for."""

    label: Text
    right: int
    why: RuleFinding
    among: Sequence[int] = ()


class HandOverQuestion(NamedTuple):
    """The answer to whether a hand is over: what must be known for it, and why the hand is over, which the finding permits, or
    goes on; ``tempting`` is why the other answer is wrong, if another rule might seem to give it.
    """

    known: Text
    why: RuleFinding
    tempting: RuleFinding | None = None


Account = tuple[Text, Sequence[Text | int]]
"""A line of the sheet that says what counted in the hand: its label, and a text or number for each side."""


class Phrasebook(Generic[P]):
    """The words of one game, by rule id, and what its views ask beside them."""

    def __init__(self) -> None:
        self.refusals: dict[str, Callable[[P, int, Move, Sequence[Card]], Text]] = {}
        self.permissions: dict[str, dict[Ground | None, Permission[P]]] = {}
        self.events: dict[str, dict[str, Callable[[P, Event], Text]]] = {}
        self.labels: dict[str, Callable[[Line], Text]] = {}
        self.meanings: dict[str, Text] = {}
        self.about_score: Callable[[P, Sequence[Event]], Sequence[Account]] = lambda position, events: []
        self.about_match: Callable[[Game[P], P, int], Sequence[tuple[Text, Text | int]]] = (
            lambda game, position, number: [(say("Hand"), number)])
        self.lasting = set[str]()
        self.settling = set[str]()
        self.trumping = set[str]()
        self.wanted: Callable[[P, int], int | None] = lambda position, seat: None
        self.of_chain: set[str] = set()
        self.about_trick: Callable[[P, Sequence[PlayedCard]], list[RuleFinding]] | None = None
        self.about_deal: Callable[[P], list[Event]] = lambda position: []
        self.about_lead: Callable[[P, Card], str] = lambda position, card: ""
        self.about_table: Callable[[P], Sequence[tuple[Text, Text]]] = lambda position: []
        self.about_setting: Callable[[P, str], Sequence[ContextSentence]] = lambda position, kind: ()
        self.secrets: dict[str, frozenset[str]] = {}
        self.explained: dict[str, str] = {}
        self.final = set[str]()
        self.about_seat: Callable[[P, int], Text] = lambda position, seat: tricks_won(position.tricks[seat])
        self.about_suits: Callable[[P, int], tuple[dict[str, int], Text]] = lambda position, seat: ({}, NOTHING)
        self.about_plate: Callable[[P, int], Sequence[Text]] = lambda position, seat: []
        self.about_sides: Callable[[P], list[SideTotal]] | None = None
        self.about_aim: Callable[[P, Sequence[int]], Text] = lambda position, side: NOTHING
        self.about_stakes: Callable[[P, P, Sequence[int]], Sequence[Stake]] = lambda position, end, side: ()
        self.takes_none: Text = say("no tricks")
        self.unit = TRICKS
        self.units = dict(UNITS)
        self.about_choice: Callable[[P, int, Move], Text] = lambda position, seat, move: NOTHING
        self.deeds: dict[str, tuple[str, str]] = {}
        self.buttons: dict[str, str] = {}
        self.trumps: Callable[[P, Card], bool] = lambda position, card: False
        self.kinds: Callable[[P, Card], Text] = lambda position, card: NOTHING
        self.asked: dict[str, Callable[..., Any]] = {}

    def refuses(self, rule: AnyRule) -> Callable[[F], F]:
        """Register why ``rule`` forbids a move: ``(position, seat, move, binds) -> sentence``."""
        return _noted(self.refusals, rule)

    def permits(self, rule: AnyRule, *grounds: Ground) -> Callable[[F], F]:
        """Register what ``rule`` says for a move: ``(position, seat, move) -> (sentence, cards)``, or None for nothing.

        A sentence that names a reason needs its ``grounds``: it is asked only where the rule, one that forbids moves, lets the
        move pass on one of them.

            @words.permits(rules.follow_suit, Ground.CANNOT_COMPLY)
            def _(position, seat, move):
                return say("{seat} {seat:has|have} no {suit} and may play any card.", …), position.hands[seat]
        """
        def noted(tells: F) -> F:
            self.permissions.setdefault(rule.id, {}).update(dict.fromkeys(grounds or (None,), tells))
            return tells
        return noted

    def happened(self, rule: AnyRule, *kinds: str) -> Callable[[F], F]:
        """Register an event of ``rule``, of any kind or of ``kinds``: ``(position after the move, event) -> sentence``.

        An empty sentence leaves out what isn't worth one.
        """
        def noted(tells: F) -> F:
            self.events.setdefault(rule.id, {}).update(dict.fromkeys(kinds or ("",), tells))
            return tells
        return noted

    def stays(self, *rules: AnyRule) -> None:
        """Name rules whose events a player has to know of: they are told until the reader acts, as all calls are."""
        self.lasting |= {rule.id for rule in rules}

    def settles_lead(self, *rules: AnyRule) -> None:
        """Name rules by which somebody leads where a look at the highest cards doesn't tell: a puzzle's line says so."""
        self.settling |= {rule.id for rule in rules}

    def has_to_trump(self, *rules: AnyRule) -> None:
        """Name rules by which a trump has to be played: what a puzzle's line forces is told as that."""
        self.trumping |= {rule.id for rule in rules}

    def line(self, rule: AnyRule, label: Text, means: Text = NOTHING) -> None:
        """Give the label of a line that ``rule`` puts on the sheet, and in a few words what it brings: ``1 each``."""
        self.labels[rule.id] = lambda line: label
        self.meanings[rule.id] = means

    def lines(self, rule: AnyRule) -> Callable[[F], F]:
        """Register the labels of the lines that ``rule`` puts on the sheet: ``(line) -> label``."""
        return _noted(self.labels, rule)

    def accounts(self, tells: F) -> F:
        """Register what the sheet shows of a hand above its points, by side: ``(position, events) -> [("Bid", [2, 0, 3]), …]``.

        ``events`` is what happened in the hand, as far as it was played where it is shown.
        """
        self.about_score = tells
        return tells

    def match(self, tells: F) -> F:
        """Register what is to be known of the match while a hand of it is played:
        ``(game, position, number of the hand) -> [("Hand", 2), ("To", 18)]``."""
        self.about_match = tells
        return tells

    def wants(self, tells: F) -> F:
        """Register how many tricks a seat said it would take: ``(position, seat) -> 2``, or None; a plate shows ``0 / 2``."""
        self.wanted = tells
        return tells

    def turns(self, leads: AnyRule, deals: AnyRule) -> None:
        """Take the usual words where the dealer's left leads, then who took the last trick, and the deal moves to the left."""
        self.happened(leads)(_leads)
        self.happened(deals)(_deals_next)

    def laid(self, *rules: AnyRule) -> Callable[[F], F]:
        """Register what the last of some cards does in a trick, by one of ``rules``: ``(position, laid) -> finding``."""
        def noted(tells: F) -> F:
            self.chain(*rules)(lambda position, laid: [tells(position, laid[:place + 1]) for place in range(len(laid))])
            return tells
        return noted

    def chain(self, *rules: AnyRule) -> Callable[[F], F]:
        """Register what beat what, where a trick is more than its cards one by one: ``(position, laid) -> findings``."""
        def noted(tells: F) -> F:
            self.about_trick = tells
            self.of_chain |= {rule.id for rule in rules}
            return tells
        return noted

    def lead(self, tells: Callable[[P, Card], str]) -> Callable[[P, Card], str]:
        """Register the rule that explains a lead, where it is none of the usual ones: ``(position, card) -> rule id``, or "".

        Who learns sees such a lead once its rule was taught.
        """
        self.about_lead = tells
        return tells

    def deal(self, tells: Callable[[P], list[Event]]) -> Callable[[P], list[Event]]:
        """Register the events that a position began with, as far as there is something to tell of them: ``(position) ->
        [Event]``."""
        self.about_deal = tells
        return tells

    def open(self, tells: Callable[[P], Sequence[tuple[Text, Text]]]) -> Callable[[P], Sequence[tuple[Text, Text]]]:
        """Register what lies open to all beside the cards, ``(position) -> [(label, sentence)]``: ``("Trumps", "{M}")``.

        What is told of a trick is told from ``position.trick`` alone: the trick last finished is put there to be told of.
        """
        self.about_table = tells
        return tells

    def keeps_quiet(self, kind: str, *labels: str) -> None:
        """Name the labels of what lies open that would answer a question of this kind, or go half the way to its answer."""
        self.secrets[kind] = frozenset(labels)

    def says_all(self, *templates: str) -> None:
        """Name what is said of a lead that nothing can beat: of later cards there is nothing more to say."""
        self.final.update(templates)

    def rests_on(self, rule: AnyRule, *labels: str) -> None:
        """Name what only a rule explains, labels of what lies open and sentences of reasons, by their templates: who learns sees
        them once it was taught.
        """
        self.explained |= dict.fromkeys(labels, rule.id)

    def setting(self, tells: Callable[[P, str], Sequence[ContextSentence]]) -> Callable[[P, str], Sequence[ContextSentence]]:
        """Register what to know of a hand before a question, no answer among it: ``(position, kind) -> [Known(rule, sentence)]``.

        Who learns reads a sentence once its rule was taught.
        """
        self.about_setting = tells
        return tells

    def taken(self, tells: Callable[[P, int], Text]) -> Callable[[P, int], Text]:
        """Register what a seat has taken in this hand, in a few words: ``(position, seat) -> "2 tricks"``; empty for nothing."""
        self.about_seat = tells
        return tells

    def aim(self, tells: Callable[[P, Sequence[int]], Text]) -> Callable[[P, Sequence[int]], Text]:
        """Register what a side set out to take, where it said so: ``(position, seats) -> "bid 3"``."""
        self.about_aim = tells
        return tells

    def stakes(self, tells: F) -> F:
        """Register what a side has done by the end of a hand, of what counts most in the game:
        ``(position, end, seats) -> [Stake(say("East bid 48"), say("brings it down"))]``, the plainest first; nothing for nothing.

        A puzzle in ``position`` asks for the first that comes of no worse move: *East bid 48: which card brings it down, for 64
        points?* So name only what the score at the end proves, and any higher one too. Without it, and where nothing is at stake,
        puzzles ask for points.
        """
        self.about_stakes = tells
        return tells

    def suits_taken(self, tells: F) -> F:
        """Register where cards taken count by their suit: ``(position, seat) -> ({"R": 3, "B": 1}, "= 2")``, how many, and what
        that comes to. On a table it stands in place of ``plate``, whose words are read aloud with those of ``taken``. """
        self.about_suits = tells
        return tells

    def plate(self, tells: Callable[[P, int], Sequence[Text]]) -> Callable[[P, int], Sequence[Text]]:
        """Register what a seat's plate shows beside its name and what it has taken: ``(position, seat) -> ["bid 3", "out"]``.

        Each is a word or two; partners only where they aren't the same in each hand.
        """
        self.about_plate = tells
        return tells

    def standing(self, unit: str) -> Callable[[F], F]:
        """Register what each side has in this hand so far, ``(position) -> [Stand]``, counted in ``unit``, a template such as
        ``POINTS``.

        A game that says nothing counts tricks, those of each of its sides.
        """
        def noted(tells: F) -> F:
            self.about_sides, self.unit = tells, unit
            return tells
        return noted

    def choice(self, tells: Callable[[P, int, Move], Text]) -> Callable[[P, int, Move], Text]:
        """Register what a legal move means or costs, for who has to choose: ``(position, seat, move) -> some words``, or none."""
        self.about_choice = tells
        return tells

    def move(self, form: str, deed: str, call: str, button: str = "") -> None:
        """Say how moves of a form (one of the game's ``forms``) are told, where ``bids 7`` and ``bid 7`` won't do: templates.

            words.move("trump SUIT", template("{seat} {seat:names|name} {suit} as trumps"), template("name {suit} as trumps"))

        ``deed`` tells it of a seat, ``call`` asks for it; a ``button`` says something shorter, where that is long. They may use
        ``{seat}``, ``{card}`` (with its article), ``{other}``, ``{suit}`` and ``{n}``, as far as the form has them.
        """
        self.deeds[form] = deed, call
        self.buttons[form] = button or call

    def counts_in(self, unit: str, amounts: str) -> None:
        """Say what the game's ``unit`` is in a sentence, a template: ``counts_in("cents", template("{n} {n:cent|cents}"))``."""
        self.units[unit] = amounts

    def shown_apart(self, asks: Callable[[P, Card], bool]) -> Callable[[P, Card], bool]:
        """Register whether a card is a trump now, as far as that is known, ``(position, card) -> bool``: hands show it apart."""
        self.trumps = asks
        return asks

    def asks(self, kind: str) -> Callable[[F], F]:
        """Register a kind of question that means something in this game; each may give None where it means nothing.

        "suit-led"    (position, laid) -> SuitQuestion            of the cards of a trick; position is that before its first
        "suits"       (position, laid) -> SuitQuestion            likewise, where something else is to be known of suits
        "card-worth"  (position, card) -> NumberQuestion           of a card that lies in a trick
        "bid-brings"  (position, seat, move) -> [NumberQuestion]   what a bid brings, one for each way that it can end
        "hand-over"   (before, after) -> HandOverQuestion              of the position before a trick's last card, and after it
        """
        def noted(tells: F) -> F:
            self.asked[kind] = tells
            return tells
        return noted

    def kind(self, tells: Callable[[P, Card], Text]) -> Callable[[P, Card], Text]:
        """Register what players call a card now, ``(position, card) -> text``: it stands behind its name in a hand."""
        self.kinds = tells
        return tells


def _leads(position: Position, event: Event) -> Text:
    seat = position.name(event.seat)
    if position.last_trick is None and event.seat == position.table.left_of[position.dealer]:
        return say("Left of the dealer, {seat} {seat:leads|lead}.", seat=seat)
    return say("{seat} {seat:leads|lead}.", seat=seat)


def _deals_next(position: Position, event: Event) -> Text:
    return say("The deal moves left: {seat} {seat:deals|deal} next.", seat=position.name(event.seat))


def _noted(words: dict[str, Any], rule: AnyRule) -> Callable[[F], F]:
    def noted(tells: F) -> F:
        words[rule.id] = tells
        return tells
    return noted
