"""A game's phrasebook: its sentences, one callback for each rule and kind of statement, registered by its ``phrases`` module.

    words = Phrasebook[WhistPosition]()

    @words.refuses(follow_suit)
    def _(position, seat, move, binds):
        return say("{suit} were led, and {seat} still {seat:holds|hold} {cards}.",
                   suit=suit_mark(position.suit_led), seat=position.name(seat), cards=all_of(binds))

Sentences are values (see ``text.message`` for their syntax). Seats are named only by ``position.name``, so the same callback
produces "… you still hold …" for the reader who plays West's cards, and "… West still holds …" for everybody else. A rule
explains a move that it permits only if that is useful, and then names the cards concerned.
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
"""The text for a public fact that has no value yet, such as the suit led. The table doesn't show it."""
WithCards = tuple[Text, Sequence[Card]]
"""A sentence and the cards it is about."""
Permission = Callable[[P, int, Move], WithCards | None]
"""(position, seat, move) -> the explanation of why a rule permits the move."""


class RuleFinding(NamedTuple):
    """One rule's explanation for a move or result.

    ``rule``      the rule's id; empty if the explanation follows from judgement, not from a rule
    ``permits``   whether the rule permits the move
    ``sentence``  the explanation, which may contain card and suit marks
    ``cards``     the cards that bind, in hand or on the table
    """

    rule: str
    permits: bool
    sentence: Text
    cards: tuple[Card, ...] = ()


class ContextSentence(NamedTuple):
    """A context sentence shown before a question; ``rule`` is the id of the rule needed to understand it, or empty."""

    rule: str
    sentence: Text


class EventText(NamedTuple):
    """An event with its sentence."""

    event: Event
    sentence: Text


class SideTotal(NamedTuple):
    """A side's total in this hand so far; ``seats`` are the side's seats."""

    seats: tuple[int, ...]
    number: int


class Stake(NamedTuple):
    """An aim besides points, such as defeating a contract, for use in the prompt of a puzzle.

    ``now``      the situation: ``East bid 48``
    ``does``     the effect of the right card: ``brings it down``; empty if the effect isn't worth asking for
    ``settled``  the situation if every card has this effect: ``East bid 48 and goes down``
    ``tells``    whether ``now`` already includes the sides' totals
    """

    now: Text
    does: Text
    settled: Text = NOTHING
    tells: bool = False


class SuitQuestion(NamedTuple):
    """A question about suits: its prompt, the right answers, the explanation, and the options in ``among``; by default, all suits
    in the pack."""

    prompt: Text
    right: Sequence[str]
    why: RuleFinding
    among: Sequence[str] = ()


class NumberQuestion(NamedTuple):
    """A question about a number: its label, the right answer, the explanation, and plausible wrong answers in ``among``."""

    label: Text
    right: int
    why: RuleFinding
    among: Sequence[int] = ()


class HandOverQuestion(NamedTuple):
    """A question about whether a hand is over: the context in ``known``, and the explanation, whose ``permits`` is true if the
    hand is over.

    ``tempting`` explains why the other answer is wrong, if another rule suggests it.
    """

    known: Text
    why: RuleFinding
    tempting: RuleFinding | None = None


Account = tuple[Text, Sequence[Text | int]]
"""A row on the score sheet that doesn't hold points: its label, and a text or number for each side."""


class Phrasebook(Generic[P]):
    """The sentences of one game, by rule id, and the callbacks for its views."""

    def __init__(self) -> None:
        self.refusals: dict[str, Callable[[P, int, Move, Sequence[Card]], Text]] = {}
        self.permissions: dict[str, dict[Ground | None, Permission[P]]] = {}
        self.events: dict[str, dict[str, Callable[[P, Event], Text]]] = {}
        self.labels: dict[str, Callable[[Line], Text]] = {}
        self.meanings: dict[str, Text] = {}
        self.about_score: Callable[[P, Sequence[Event]], Sequence[Account]] = lambda position, events: []
        self.about_outcome: Callable[[P, int], Text] = lambda position, seat: NOTHING
        self.about_match: Callable[[Game[P], P, int], Sequence[tuple[Text, Text | int]]] = (
            lambda game, position, number: [(say("Hand"), number)])
        self.object_of_game: Text = NOTHING
        self.lasting = set[str]()
        self.settling = set[str]()
        self.wanted: Callable[[P, int], int | None] = lambda position, seat: None
        self.of_chain: set[str] = set()
        self.about_trick: Callable[[P, Sequence[PlayedCard]], list[RuleFinding]] | None = None
        self.about_deal: Callable[[P], list[Event]] = lambda position: []
        self.about_lead: Callable[[P, Card], str] = lambda position, card: ""
        self.about_table: Callable[[P], Sequence[tuple[Text, Text]]] = lambda position: []
        self.settings: dict[str, Callable[[P], Sequence[ContextSentence]]] = {}
        self.secrets: dict[str, frozenset[str]] = {}
        self.explained: dict[str, str] = {}
        self.suits_by = ""
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

        If ``grounds`` are given, the sentence is used only if the rule's filter permits the move on one of these grounds.

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

        ``position`` is the position after the move. The callback returns an empty sentence for an event that isn't worth
        mentioning.
        """
        def noted(tells: F) -> F:
            self.events.setdefault(rule.id, {}).update(dict.fromkeys(kinds or ("",), tells))
            return tells
        return noted

    def stays(self, *rules: AnyRule) -> None:
        """Mark rules whose events players need to be aware of: like calls, they stay visible until the reader acts."""
        self.lasting |= {rule.id for rule in rules}

    def settles_lead(self, *rules: AnyRule) -> None:
        """Mark rules that determine a leader who isn't obvious from the highest cards. Solutions to puzzles mention them."""
        self.settling |= {rule.id for rule in rules}

    def line(self, rule: AnyRule, label: Text, means: Text = NOTHING) -> None:
        """Register the label for the line that ``rule`` adds to the score sheet, and its value in a few words: ``1 each``."""
        self.labels[rule.id] = lambda line: label
        self.meanings[rule.id] = means

    def lines(self, rule: AnyRule) -> Callable[[F], F]:
        """Register the callback for the labels of lines that ``rule`` adds to the score sheet: ``(line) -> label``."""
        return _noted(self.labels, rule)

    def accounts(self, tells: F) -> F:
        """Register the rows above the points on the score sheet: ``(position, events) -> [("Bid", [2, 0, 3]), …]``. Each has a
        value for each side. ``events`` are the events in the hand, if known.
        """
        self.about_score = tells
        return tells

    def outcome(self, tells: Callable[[P, int], Text]) -> Callable[[P, int], Text]:
        """Register the headline on a finished hand for a player, without a full stop: ``(position, seat) -> "You made it: 3 bid,
        3 taken"``. If it is empty or not registered, the headline is the player's rank or score.
        """
        self.about_outcome = tells
        return tells

    def match(self, tells: F) -> F:
        """Register the state of the match during a hand: ``(game, position, hand number) -> [("Hand", 2), ("To", 18)]``."""
        self.about_match = tells
        return tells

    def objective(self, told: Text) -> None:
        """Set the object of the game in one sentence, for the first turn of a reader's first hand: ``say("Each trick is a
        point.")``. It must be true in all variants."""
        self.object_of_game = told

    def wants(self, tells: F) -> F:
        """Register the number of tricks that a seat has bid: ``(position, seat) -> 2``, or None. The seat's nameplate shows ``0 /
        2``."""
        self.wanted = tells
        return tells

    def turns(self, leads: AnyRule, deals: AnyRule) -> None:
        """Use the default sentences: the player on the dealer's left leads first, the winner of each trick leads next, and the
        deal moves left."""
        self.happened(leads)(_leads)
        self.happened(deals)(_deals_next)

    def laid(self, *rules: AnyRule) -> Callable[[F], F]:
        """Register the explanation of the last card played to a trick, under one of ``rules``: ``(position, laid) ->
        finding``."""
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

        Learners see such a lead only after the rule has been taught.
        """
        self.about_lead = tells
        return tells

    def deal(self, tells: Callable[[P], list[Event]]) -> Callable[[P], list[Event]]:
        """Register the events of the deal or setup that are worth a sentence: ``(position) -> [Event]``."""
        self.about_deal = tells
        return tells

    def open(self, tells: Callable[[P], Sequence[tuple[Text, Text]]]) -> Callable[[P], Sequence[tuple[Text, Text]]]:
        """Register public information other than the cards: ``(position) -> [(label, sentence)]``. An example is ``("Trumps",
        "{M}")``. Information about a trick must be derived only from ``position.trick``, which contains the last trick while that
        is shown.
        """
        self.about_table = tells
        return tells

    def keeps_quiet(self, kind: str, *labels: str) -> None:
        """Mark labels of public information that would fully or partly answer a question of this kind."""
        self.secrets[kind] = frozenset(labels)

    def says_all(self, *templates: str) -> None:
        """Mark templates for a lead that can't be beaten. No further explanation of the trick follows such a sentence."""
        self.final.update(templates)

    def rests_on(self, rule: AnyRule, *labels: str) -> None:
        """Mark labels of public information, and templates of reasons, that require ``rule``. Learners see them only after the
        rule has been taught.
        """
        self.explained |= dict.fromkeys(labels, rule.id)

    def counts_suits_by(self, rule: AnyRule) -> None:
        """Set the rule that says which suit a card counts as, for questions about the number of cards in a suit; by default, the
        first rule of the game."""
        self.suits_by = rule.id

    def setting(self, *kinds: str) -> Callable[[F], F]:
        """Register the context for questions of these kinds, without their answers, by default for all other kinds:
        ``(position) -> [ContextSentence(rule, sentence)]``.

        Learners read a sentence only after its rule has been taught.
        """
        def noted(tells: F) -> F:
            self.settings |= dict.fromkeys(kinds or ("",), tells)
            return tells
        return noted

    def taken(self, tells: Callable[[P, int], Text]) -> Callable[[P, int], Text]:
        """Register the description of a seat's tricks or cards taken in this hand: ``(position, seat) -> "2 tricks"``; empty for
        none."""
        self.about_seat = tells
        return tells

    def aim(self, tells: Callable[[P, Sequence[int]], Text]) -> Callable[[P, Sequence[int]], Text]:
        """Register the description of a side's bid: ``(position, seats) -> "bid 3"``; empty if it has none."""
        self.about_aim = tells
        return tells

    def stakes(self, tells: F) -> F:
        """Register a side's stakes, which are its achievements by the end of a hand that matter most in the game, the simplest
        first: ``(position, end, seats) -> [Stake(say("East bid 48"), say("brings it down"))]``.

        A puzzle in ``position`` asks for the first stake that no worse move achieves: *East bid 48: which card brings it down,
        for 64 points?* So the callback must return only achievements that follow from the final score, and from any higher score.
        Without this callback, or if it returns nothing, puzzles ask for points.
        """
        self.about_stakes = tells
        return tells

    def suits_taken(self, tells: F) -> F:
        """Register the counts of cards taken by suit, and their value: ``(position, seat) -> ({"R": 3, "B": 1}, "= 2")``. The
        table shows these instead of the texts from ``plate`` and ``taken``, which are then read only by screen readers."""
        self.about_suits = tells
        return tells

    def plate(self, tells: Callable[[P, int], Sequence[Text]]) -> Callable[[P, int], Sequence[Text]]:
        """Register the badges on a seat's nameplate besides its name and tricks: ``(position, seat) -> ["bid 3", "out"]``. Each
        is a word or two. Include the partner only if partnerships change from hand to hand.
        """
        self.about_plate = tells
        return tells

    def standing(self, unit: str) -> Callable[[F], F]:
        """Register each side's total in this hand so far: ``(position) -> [SideTotal]``; ``unit`` is a template such as
        ``POINTS``.

        By default these are each side's tricks.
        """
        def noted(tells: F) -> F:
            self.about_sides, self.unit = tells, unit
            return tells
        return noted

    def choice(self, tells: Callable[[P, int, Move], Text]) -> Callable[[P, int, Move], Text]:
        """Register the meaning or cost of a legal move, to help the player choose: ``(position, seat, move) -> text``, or
        empty."""
        self.about_choice = tells
        return tells

    def move(self, form: str, deed: str, call: str, button: str = "") -> None:
        """Set the templates for moves of a form (one of the game's ``forms``), to replace the defaults ``bids 7`` and ``bid 7``.

            words.move("trump SUIT", template("{seat} {seat:names|name} {suit} as trumps"), template("name {suit} as trumps"))

        ``deed`` is the statement, ``call`` the request, and ``button`` a label shorter than ``call``. They may contain
        ``{seat}``, ``{card}`` (with its article), ``{other}``, ``{suit}`` and ``{n}``, if the form has them.

        Prompts use ``call``. A button for a suit shows only the suit if ``button`` isn't set and the player has no other kind of
        choice.
        """
        self.deeds[form] = deed, call
        if button:
            self.buttons[form] = button

    def counts_in(self, unit: str, amounts: str) -> None:
        """Set the template for amounts in the game's ``unit``: ``counts_in("cents", template("{n} {n:cent|cents}"))``."""
        self.units[unit] = amounts

    def shown_apart(self, asks: Callable[[P, Card], bool]) -> Callable[[P, Card], bool]:
        """Register the check for known trumps, ``(position, card) -> bool``. Hands show trumps first, separated from other
        cards."""
        self.trumps = asks
        return asks

    def asks(self, kind: str) -> Callable[[F], F]:
        """Register the callback for a kind of question that makes sense in this game. It returns None where the question doesn't
        apply.

        "suit-led"    (position, laid) -> SuitQuestion             about the suit led; ``position`` is the one before the trick
        "suits"       (position, laid) -> SuitQuestion             about other properties of suits
        "card-worth"  (position, card) -> NumberQuestion           about a card in a trick
        "bid-brings"  (position, seat, move) -> [NumberQuestion]   about the score of a bid, one for each possible outcome
        "hand-over"   (before, after) -> HandOverQuestion          about the positions before and after the last card of a trick
        """
        def noted(tells: F) -> F:
            self.asked[kind] = tells
            return tells
        return noted

    def kind(self, tells: Callable[[P, Card], Text]) -> Callable[[P, Card], Text]:
        """Register the current designation of a card, ``(position, card) -> text``, shown after the card's name in a hand."""
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
