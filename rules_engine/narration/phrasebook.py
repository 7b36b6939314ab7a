"""The phrasebook of a game: its sentences, one callback per rule and kind of statement, filled in by its ``phrases`` module.

    words = Phrasebook[WhistPosition]()

    @words.refuses(follow_suit)
    def _(position, seat, move, binds):
        return say("{suit} were led, and {seat} still {seat:holds|hold} {cards}.",
                   suit=suit_mark(position.suit_led), seat=position.name(seat), cards=all_of(binds))

Sentences are values (see ``text.message`` for their syntax). They get the words for seats only from ``position.name``, so the
same callback produces "… you still hold …" for the reader who plays West's cards, and "… West still holds …" for everybody else.
A rule that permits a move explains it only if that is useful, and then names the cards concerned.
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
"""The text for a fact without a value yet, such as the suit led. A table doesn't show it."""
WithCards = tuple[Text, Sequence[Card]]
"""A sentence and the cards that it is about."""
Permission = Callable[[P, int, Move], WithCards | None]
"""(position, seat, move) -> the explanation of why a rule permits the move."""


class RuleFinding(NamedTuple):
    """The explanation of one rule for a move or result.

    ``rule``      the rule's id
    ``permits``   whether the rule permits the move
    ``sentence``  the explanation, which may contain card and suit marks
    ``cards``     the cards that bind, in hand or on the table
    """

    rule: str
    permits: bool
    sentence: Text
    cards: tuple[Card, ...] = ()


class ContextSentence(NamedTuple):
    """A sentence of context before a question; ``rule`` is the id of the rule that explains it, if it needs one."""

    rule: str
    sentence: Text


class EventText(NamedTuple):
    """An event with its sentence."""

    event: Event
    sentence: Text


class SideTotal(NamedTuple):
    """The total of a side in this hand so far; ``seats`` are the side's seats."""

    seats: tuple[int, ...]
    number: int


class Stake(NamedTuple):
    """An aim in a game besides points, used in the prompt of a puzzle.

    ``now``      the situation: ``East bid 48``
    ``does``     the effect of the right card: ``brings it down``; empty if that is no aim
    ``settled``  the situation if every card has that effect: ``East bid 48 and goes down``
    ``tells``    whether ``now`` already includes the totals of the sides
    """

    now: Text
    does: Text
    settled: Text = NOTHING
    tells: bool = False


class SuitQuestion(NamedTuple):
    """A question about suits: its prompt, the right answers, the explanation, and the options, or none for the entire pack."""

    prompt: Text
    right: Sequence[str]
    why: RuleFinding
    among: Sequence[str] = ()


class NumberQuestion(NamedTuple):
    """A question for a number: its label, the right answer, the explanation, and plausible wrong answers in ``among``."""

    label: Text
    right: int
    why: RuleFinding
    among: Sequence[int] = ()


class HandOverQuestion(NamedTuple):
    """A question whether a hand is over: the context, and the explanation, which permits if the hand is over.

    ``tempting`` explains why the other answer is wrong, if another rule suggests it.
    """

    known: Text
    why: RuleFinding
    tempting: RuleFinding | None = None


Account = tuple[Text, Sequence[Text | int]]
"""A row of the score sheet that isn't points: its label, and a text or number for each side."""


class Phrasebook(Generic[P]):
    """The sentences of one game, by rule id, and the callbacks of its views."""

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
        """Register the explanation of why ``rule`` forbids a move: ``(position, seat, move, binds) -> sentence``."""
        return _noted(self.refusals, rule)

    def permits(self, rule: AnyRule, *grounds: Ground) -> Callable[[F], F]:
        """Register the explanation of why ``rule`` permits a move: ``(position, seat, move) -> (sentence, cards)``, or None.

        A sentence that states a reason needs its ``grounds``: it is used only if the rule, a filter, lets the move pass on
        one of them.

            @words.permits(rules.follow_suit, Ground.CANNOT_COMPLY)
            def _(position, seat, move):
                return say("{seat} {seat:has|have} no {suit} and may play any card.", …), position.hands[seat]
        """
        def noted(tells: F) -> F:
            self.permissions.setdefault(rule.id, {}).update(dict.fromkeys(grounds or (None,), tells))
            return tells
        return noted

    def happened(self, rule: AnyRule, *kinds: str) -> Callable[[F], F]:
        """Register the sentence for events of ``rule``, of any kind or of ``kinds``: ``(position, event) -> sentence``.

        ``position`` is the one after the move. Return an empty sentence for an event that is not worth one.
        """
        def noted(tells: F) -> F:
            self.events.setdefault(rule.id, {}).update(dict.fromkeys(kinds or ("",), tells))
            return tells
        return noted

    def stays(self, *rules: AnyRule) -> None:
        """Mark rules whose events a player needs to be aware of: they stay visible until the reader acts, like calls."""
        self.lasting |= {rule.id for rule in rules}

    def settles_lead(self, *rules: AnyRule) -> None:
        """Mark rules that determine a leader in ways that the highest cards don't show. Solutions of puzzles mention them."""
        self.settling |= {rule.id for rule in rules}

    def line(self, rule: AnyRule, label: Text, means: Text = NOTHING) -> None:
        """Register the label of the line that ``rule`` adds to the score sheet, and its value in a few words: ``1 each``."""
        self.labels[rule.id] = lambda line: label
        self.meanings[rule.id] = means

    def lines(self, rule: AnyRule) -> Callable[[F], F]:
        """Register the labels of the lines that ``rule`` adds to the score sheet: ``(line) -> label``."""
        return _noted(self.labels, rule)

    def accounts(self, tells: F) -> F:
        """Register the rows of the score sheet above the points: ``(position, events) -> [("Bid", [2, 0, 3]), …]``.

        Each has a value per side. ``events`` are the events of the hand, if it was played where the sheet is shown.
        """
        self.about_score = tells
        return tells

    def match(self, tells: F) -> F:
        """Register the state of the match during a hand: ``(game, position, hand number) -> [("Hand", 2), ("To", 18)]``."""
        self.about_match = tells
        return tells

    def wants(self, tells: F) -> F:
        """Register the number of tricks that a seat has bid: ``(position, seat) -> 2``, or None. Its plate shows ``0 / 2``."""
        self.wanted = tells
        return tells

    def turns(self, leads: AnyRule, deals: AnyRule) -> None:
        """Use the default sentences: the dealer's left leads first, then the winner of each trick, and the deal moves left."""
        self.happened(leads)(_leads)
        self.happened(deals)(_deals_next)

    def laid(self, *rules: AnyRule) -> Callable[[F], F]:
        """Register the explanation of the last of some cards in a trick, by one of ``rules``: ``(position, laid) -> finding``."""
        def noted(tells: F) -> F:
            self.chain(*rules)(lambda position, laid: [tells(position, laid[:place + 1]) for place in range(len(laid))])
            return tells
        return noted

    def chain(self, *rules: AnyRule) -> Callable[[F], F]:
        """Register the explanations of a trick whose cards can't be explained one by one: ``(position, laid) -> findings``."""
        def noted(tells: F) -> F:
            self.about_trick = tells
            self.of_chain |= {rule.id for rule in rules}
            return tells
        return noted

    def lead(self, tells: Callable[[P, Card], str]) -> Callable[[P, Card], str]:
        """Register the rule that explains an unusual lead: ``(position, card) -> rule id``, or "" for a usual one.

        Learners see such a lead only after its rule has been taught.
        """
        self.about_lead = tells
        return tells

    def deal(self, tells: Callable[[P], list[Event]]) -> Callable[[P], list[Event]]:
        """Register the events with which a position began, if they are worth a sentence: ``(position) -> [Event]``."""
        self.about_deal = tells
        return tells

    def open(self, tells: Callable[[P], Sequence[tuple[Text, Text]]]) -> Callable[[P], Sequence[tuple[Text, Text]]]:
        """Register the public information besides the cards: ``(position) -> [(label, sentence)]``.

        An example is ``("Trumps", "{M}")``. Information about a trick must be derived from ``position.trick`` alone: the
        last trick is put there while it is shown.
        """
        self.about_table = tells
        return tells

    def keeps_quiet(self, kind: str, *labels: str) -> None:
        """Mark labels of public information that would answer, or half answer, a question of this kind."""
        self.secrets[kind] = frozenset(labels)

    def says_all(self, *templates: str) -> None:
        """Mark templates for a lead that nothing can beat. No further explanation of the trick follows them."""
        self.final.update(templates)

    def rests_on(self, rule: AnyRule, *labels: str) -> None:
        """Mark labels of public information, and templates of reasons, that only ``rule`` explains.

        Learners see them only after it has been taught.
        """
        self.explained |= dict.fromkeys(labels, rule.id)

    def setting(self, tells: Callable[[P, str], Sequence[ContextSentence]]) -> Callable[[P, str], Sequence[ContextSentence]]:
        """Register the context of a question, without its answer: ``(position, kind) -> [ContextSentence(rule, sentence)]``.

        Learners read a sentence only after its rule has been taught.
        """
        self.about_setting = tells
        return tells

    def taken(self, tells: Callable[[P, int], Text]) -> Callable[[P, int], Text]:
        """Register the takings of a seat in this hand, in a few words: ``(position, seat) -> "2 tricks"``; empty for none."""
        self.about_seat = tells
        return tells

    def aim(self, tells: Callable[[P, Sequence[int]], Text]) -> Callable[[P, Sequence[int]], Text]:
        """Register the number that a side has undertaken to take: ``(position, seats) -> "bid 3"``; empty if it hasn't."""
        self.about_aim = tells
        return tells

    def stakes(self, tells: F) -> F:
        """Register a side's achievements by the end of a hand, among those that matter most in the game, the simplest first:
        ``(position, end, seats) -> [Stake(say("East bid 48"), say("brings it down"))]``.

        A puzzle in ``position`` asks for the first one that no worse move achieves: *East bid 48: which card brings it
        down, for 64 points?* So return only those that the final score proves, and that any higher score would prove too.
        Without this callback, or if it returns none, puzzles ask for points.
        """
        self.about_stakes = tells
        return tells

    def suits_taken(self, tells: F) -> F:
        """Register counts of cards taken by suit, and their value: ``(position, seat) -> ({"R": 3, "B": 1}, "= 2")``.

        A table shows these instead of the ``plate``, whose words are then for screen readers, with those of ``taken``."""
        self.about_suits = tells
        return tells

    def plate(self, tells: Callable[[P, int], Sequence[Text]]) -> Callable[[P, int], Sequence[Text]]:
        """Register the badges of a seat's plate besides its name and takings: ``(position, seat) -> ["bid 3", "out"]``.

        Each is a word or two. Include partners only if they change from hand to hand.
        """
        self.about_plate = tells
        return tells

    def standing(self, unit: str) -> Callable[[F], F]:
        """Register the totals of each side in this hand so far: ``(position) -> [SideTotal]``; ``unit`` is a template such as
        ``POINTS``.

        By default these are the tricks of each side.
        """
        def noted(tells: F) -> F:
            self.about_sides, self.unit = tells, unit
            return tells
        return noted

    def choice(self, tells: Callable[[P, int, Move], Text]) -> Callable[[P, int, Move], Text]:
        """Register the meaning or cost of a legal move, as help for a choice: ``(position, seat, move) -> text``, or empty."""
        self.about_choice = tells
        return tells

    def move(self, form: str, deed: str, call: str, button: str = "") -> None:
        """Set the templates for moves of a form (one of the game's ``forms``), if ``bids 7`` and ``bid 7`` won't do.

            words.move("trump SUIT", template("{seat} {seat:names|name} {suit} as trumps"), template("name {suit} as trumps"))

        ``deed`` states the move, ``call`` asks for it; ``button`` is a shorter label than ``call``. They may use
        ``{seat}``, ``{card}`` (with its article), ``{other}``, ``{suit}`` and ``{n}``, if the form has them.
        """
        self.deeds[form] = deed, call
        self.buttons[form] = button or call

    def counts_in(self, unit: str, amounts: str) -> None:
        """Set the template for amounts in the game's ``unit``: ``counts_in("cents", template("{n} {n:cent|cents}"))``."""
        self.units[unit] = amounts

    def shown_apart(self, asks: Callable[[P, Card], bool]) -> Callable[[P, Card], bool]:
        """Register the check for known trumps, ``(position, card) -> bool``. Hands show trumps first, apart from other cards."""
        self.trumps = asks
        return asks

    def asks(self, kind: str) -> Callable[[F], F]:
        """Register the callback for a kind of question that makes sense in this game. It may return None where it doesn't.

        "suit-led"    (position, laid) -> SuitQuestion             about the suit led; ``position`` is the one before the trick
        "suits"       (position, laid) -> SuitQuestion             about other properties of suits
        "card-worth"  (position, card) -> NumberQuestion           about a card in a trick
        "bid-brings"  (position, seat, move) -> [NumberQuestion]   about the score of a bid, one for each possible outcome
        "hand-over"   (before, after) -> HandOverQuestion          about the positions before and after a trick's last card
        """
        def noted(tells: F) -> F:
            self.asked[kind] = tells
            return tells
        return noted

    def kind(self, tells: Callable[[P, Card], Text]) -> Callable[[P, Card], Text]:
        """Register the current designation of a card, ``(position, card) -> text``, which is shown after its name in a hand."""
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
