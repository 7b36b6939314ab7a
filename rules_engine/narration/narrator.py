"""The narrator: a game's sentences about positions, moves, events and scores.

    narrator_for(game).event(position, event)             for a book: seats are called by their names
    narrator_for(game, reader=0).event(position, event)   for the player in the first seat, who is "you"

The sentences are defined in the game's own ``phrases`` module (see ``phrasebook``). ``{5ML}`` in a sentence marks a card and
``{M}`` a suit; ``Pack.plain`` and the views turn marks into names or pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, Generic, TypeVar

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import FACE_DOWN, Card
from rules_engine.core.model.events import Event, Line
from rules_engine.core.model.moves import Move, make_move
from rules_engine.core.model.rules import AnyRule, EngineRefusal, Verdict
from rules_engine.core.model.seats import Who
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.core.positions.position import Position
from rules_engine.narration.general_refusals import explain_refusal
from rules_engine.narration.grounds import ground_of
from rules_engine.narration.move_phrases import (
    default_statement,
    fill_move_template,
    form_of,
    imperative_template,
    with_article,
)
from rules_engine.narration.phrasebook import (
    Account,
    ContextSentence,
    EventText,
    Phrasebook,
    RuleFinding,
    SideTotal,
    Stake,
    WithCards,
)
from rules_engine.narration.quantities import CARDS, TRICKS, amount, average_amount, counted
from rules_engine.text.message import NOTHING, Sentence, Text, all_of, as_text, capital, joined, say
from rules_engine.text.template import is_whole

P = TypeVar("P", bound=Position)
Asked = TypeVar("Asked", bound=Callable[..., object])


class Narrator(Generic[P]):
    """A game's sentences about its positions.

    ``reader`` is the seat addressed as "you"; if it is None, all seats are called by their names. Methods take positions with the
    game's original table. A sentence that begins with "you" is capitalized.
    """

    def __init__(self, game: Game[P], words: Phrasebook[P], reader: int | None = None) -> None:
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

    def _noted(self, words: Mapping[str, Asked], rule: str, how: str) -> Asked:
        """Return the callback for a rule from one of the phrasebook's registries. Raises ``LookupError`` if there is none."""
        if rule not in words:
            raise LookupError(f"{self.game.id} has no words for its rule {rule!r} here: write {how} into its phrases.py")
        return words[rule]

    # ---- names

    def name(self, who: Who) -> Text:
        """Return one or several seats as a heading: ``West``, ``You``, ``You and North``."""
        return capital(self.table.called(who))

    @property
    def score_names(self) -> list[Text]:
        """Headings for the scoring sides."""
        return [self.name(side) for side in self.game.score_sides()]

    # ---- moves

    def findings(self, position: P, text: str | Move, seat: int | None = None) -> tuple[RuleFinding, ...]:
        """Return the rules' explanations for a move, in teaching order, up to the first refusal."""
        return self.explain(position, self.game.judge(position, text, seat))

    def explain(self, position: P, verdict: Verdict, typed: bool = False) -> tuple[RuleFinding, ...]:
        """Return the explanations for a verdict. If ``typed`` is true, the user typed the move, and a refusal lists the accepted
        forms."""
        told = self._to_reader(position)
        if isinstance(verdict.rule, EngineRefusal):
            general = explain_refusal(verdict.rule, self.game, told, verdict, self.words.deeds, typed)
            return (RuleFinding(verdict.rule.id, False, general),)
        assert verdict.move is not None
        assert verdict.seat is not None
        found, asked = list[RuleFinding](), self.game.asked(position)
        for rule in self.game.rules:
            if rule.asked and rule not in asked:
                continue
            if rule is verdict.rule:
                says = self._noted(self.words.refusals, rule.id, "@words.refuses(rules.…)")
                sentence = as_text(says(told, verdict.seat, verdict.move, verdict.binds))
                return (*found, RuleFinding(rule.id, False, sentence, verdict.binds))
            said = self._permission(told, verdict.seat, verdict.move, rule)
            if said is not None:
                found.append(RuleFinding(rule.id, True, as_text(said[0]), tuple(said[1])))
        return tuple(found)

    def _permission(self, told: P, seat: int, move: Move, rule: AnyRule) -> WithCards | None:
        """Return a rule's explanation for a move that it permits, chosen by the ground on which it permits it."""
        permits = self.words.permissions.get(rule.id, {})
        ground = ground_of(self.game, told, rule, move) if permits.keys() - {None} else None
        says = permits.get(ground) or permits.get(None)
        return None if says is None else says(told, seat, move)

    def refusal(self, position: P, verdict: Verdict) -> RuleFinding | None:
        """Return the explanation of why a move is forbidden; None if it is legal."""
        return self.explain(position, verdict)[-1] if verdict.rule is not None else None

    def move_sentence(self, position: P, seat: int, move: Move, hidden: bool = False) -> Text:
        """Return a move as a sentence: ``West gives the {5C}.``, ``You lead the {7WY} as {W}.``

        ``position`` is the position before the move; ``hidden`` omits the card.
        """
        if hidden and move.card is not None:
            move = make_move(move.verb, FACE_DOWN)
        form, leads = form_of(move), not position.trick
        template = self.words.deeds[form][0] if form in self.words.deeds else default_statement(form, leads)
        told = fill_move_template(template, move, self.table.called(seat))
        return told if is_whole(template) else say("{deed}.", deed=told)

    def move_request(self, position: P, move: Move) -> Text:
        """Return a move as a request: ``give the {5C}``, ``lead the {7WY} as {W}``, ``bid 7``."""
        return fill_move_template(imperative_template(self.words.deeds, move, not position.trick), move, NOTHING)

    def custom_move_sentence(self, seat: int, move: Move, shown: bool = True, times: int = 1) -> Text | None:
        """Return a move, made ``times`` in a row, as a sentence from the game's own template: ``West puts 2 cards away``. None if
        there is no template."""
        own = self.words.deeds.get(form_of(move))
        given = counted(times, CARDS) if times > 1 else None if shown else with_article(FACE_DOWN)
        return None if own is None else fill_move_template(own[0], move, self.table.called(seat), given)

    def custom_move_request(self, move: Move, cards: Text | None = None) -> Text | None:
        """Return a request for a move from the game's own template: ``put it away``. None if there is no template.

        ``cards`` replaces the move's card."""
        own = self.words.deeds.get(form_of(move))
        return None if own is None else fill_move_template(own[1], move, NOTHING, cards)

    def button_label(self, move: Move, cards: Text | None = None) -> Text | None:
        """Return a button label for a move from the game's own template, or None. ``cards`` replaces the move's card."""
        template = self._button_template(move)
        return capital(fill_move_template(template, move, NOTHING, cards)) if template else None

    def short_move_request(self, position: P, move: Move) -> Text:
        """Return a move as a request, with the game's own template for buttons if it has one: ``name {S}``."""
        template = self._button_template(move)
        return fill_move_template(template, move, NOTHING) if template else self.move_request(position, move)

    def _button_template(self, move: Move) -> str | None:
        form = form_of(move)
        return self.words.buttons.get(form, self.words.deeds[form][1]) if form in self.words.deeds else None

    def is_named_by_suit(self, move: Move, among: Iterable[Move]) -> bool:
        """Return whether a suit is enough to name a move that has nothing else: it has no template for buttons, and no
        template at all if the moves ``among`` which the player chooses have several forms."""
        form = form_of(move)
        if not move.suit or move.card is not None or move.number is not None or form in self.words.buttons:
            return False
        return form not in self.words.deeds or all(form_of(other) == form for other in among)

    def turn_notes(self, position: P, seat: int) -> list[EventText]:
        """Return notes for the seat to act, besides its legal moves: the sentences for events of the kind ``turn``."""
        return self.events(position, [Event(rule, "turn", seat) for rule, tells in self.words.events.items() if "turn" in tells])

    @property
    def objective(self) -> Text:
        """The object of the game in one sentence; empty if the game doesn't declare it."""
        return self.words.object_of_game

    def move_meaning(self, position: P, seat: int, move: Move) -> Text:
        """Return the meaning or cost of a legal move, to help the player choose; empty if its name is clear enough."""
        return as_text(self.words.about_choice(self._to_reader(position), seat, move))

    # ---- events

    def events(self, position: P, events: Iterable[Event]) -> list[EventText]:
        """Return the events that have a sentence, with their sentences. ``position`` is the position after the move."""
        told = [EventText(event, self.event(position, event)) for event in events]
        return [each for each in told if each.sentence]

    def event(self, position: P, event: Event) -> Text:
        """Return the sentence for an event; empty if the event isn't worth mentioning. Raises ``LookupError`` if none is
        registered."""
        of_rule = self.words.events.get(event.rule, {})
        tells = of_rule.get(event.kind) or of_rule.get("")
        if tells is not None:
            return as_text(tells(self._to_reader(position), event))
        if not event.numbers or event.rule not in self.words.labels:
            raise LookupError(f"{self.game.id} has no words for what its rule {event.rule!r} notes, of the kind {event.kind!r}: "
                              "write @words.happened(rules.…) into its phrases.py")
        *points, number = event.numbers
        rule = next(rule for rule in self.game.rules if rule.id == event.rule)
        return self.line_sentence(rule.line(tuple(points), event.word, number))

    def match_end(self, over: P, ending: AnyRule) -> Text:
        """Return the reason why the match was won with a finished hand, or why it continues if the game explains that."""
        kind = "game" if over.game_over else "hand"
        if kind == "hand" and kind not in self.words.events.get(ending.id, {}):
            return say("The game goes on.")
        return self.event(over, Event(ending.id, kind))

    def is_persistent(self, event: Event) -> bool:
        """Return whether an event stays visible until the reader acts: a call, or an event that a player needs to be aware of."""
        return event.kind == "called" or event.rule in self.words.lasting

    def dealt(self, position: P) -> list[Event]:
        """Return the events of the deal or setup that led to this position, omitting the lead if the hand is over."""
        return [event for event in self.words.about_deal(position) if event.kind != "lead" or event.seat is not None]

    def deal(self, position: P) -> list[EventText]:
        """Return the events of the deal or setup that led to this position, with their sentences."""
        return self.events(position, self.dealt(position))

    def trick_explanation(self, position: P, laid: Sequence[PlayedCard]) -> list[RuleFinding]:
        """Return an explanation for each card in a trick: the cards that it beats."""
        assert self.words.about_trick is not None
        found = self.words.about_trick(self._to_reader(position), laid) if laid else []
        return [finding._replace(sentence=as_text(finding.sentence)) for finding in found]

    # ---- the score

    def label(self, line: Line) -> Text:
        """Return the label for a line on the score sheet."""
        return self._noted(self.words.labels, line.rule.id, 'words.line(rules.…, say("…"))')(line)

    def means(self, line: Line) -> Text:
        """Return the value of a line on the score sheet in a few words; empty if its label is clear enough."""
        return self.words.meanings.get(line.rule.id, NOTHING)

    def accounts(self, position: P, events: Sequence[Event] = ()) -> Sequence[Account]:
        """Return the rows above the points on the score sheet. ``events`` are the events in the hand, if known."""
        return self.words.about_score(self._to_reader(position), events)

    def outcome(self, position: P) -> Text:
        """Return the reader's headline on a finished hand, such as ``You made it: 3 bid, 3 taken``; empty without a reader, or if
        the game has no headline of its own."""
        return NOTHING if self.reader is None else capital(self.words.about_outcome(self._to_reader(position), self.reader))

    def match(self, position: P, number: int) -> Sequence[tuple[Text, Text]]:
        """Return the state of the match during a hand as labels and values, such as the number of the hand and the target
        score."""
        return [(label, as_text(told)) for label, told in self.words.about_match(self.game, position, number)]

    def wanted(self, position: P, seat: int) -> int | None:
        """Return the number of tricks that a seat has bid; None if it hasn't bid yet, or if bids aren't numbers of tricks."""
        return self.words.wanted(position, seat)

    def line_sentence(self, line: Line) -> Text:
        """Return a line on the score sheet as a sentence that lists the sides with points."""
        if not any(line.points):
            return say("{label}: no points.", label=self.label(line))
        sides = self.game.score_sides()
        points = [say("{side} {n}", side=self.table.called(side), n=each)
                  for side, each in zip(sides, line.points, strict=True) if each]
        together = any(len(side) > 1 for side in sides)
        each = joined(points, "; ") if together else all_of(points)
        return say("{label}: {points}.", label=self.label(line), points=each)

    def score(self, position: P) -> list[RuleFinding]:
        """Return the score for a hand as findings, one for each line on the score sheet."""
        return [RuleFinding(line.rule.id, True, self.line_sentence(line)) for line in self.game.sheet(position)]

    # ---- the table

    def public_facts(self, position: P, last_trick: bool = False) -> list[tuple[Text, Text]]:
        """Return public information other than the cards, as labels and texts. If ``last_trick`` is true and the table is empty,
        they describe the last trick instead, which is still shown.
        """
        seen = self._to_reader(position)
        if last_trick and not position.trick and position.last_trick is not None:
            seen = seen.copy()
            seen.trick = [*position.last_trick.laid]
        return [(label, as_text(told)) for label, told in self.words.about_table(seen)]

    def labels_to_hide(self, kind: str) -> frozenset[str]:
        """Return the labels in ``public_facts`` that a question of this kind must hide."""
        return self.words.secrets.get(kind, frozenset())

    def labels_beyond(self, taught: Collection[str]) -> frozenset[str]:
        """Return the labels in ``public_facts``, and the templates of reasons, that require a rule not in ``taught``."""
        return frozenset(label for label, rule in self.words.explained.items() if rule not in taught)

    def question_context(self, position: P, kind: str) -> tuple[ContextSentence, ...]:
        """Return the context to state before a question of this kind; empty if the trick shows everything necessary."""
        tells = self.words.settings.get(kind) or self.words.settings.get("")
        return tuple(tells(self._to_reader(position))) if tells is not None else ()

    def trick_count_text(self, position: P, seat: int) -> Text:
        """Return a few words about the tricks or cards that a seat has taken in this hand; empty for none."""
        return self.words.about_seat(position, seat)

    def result_text(self, position: P, side: Sequence[int]) -> Text:
        """Return a few words about the tricks or cards that a side has taken by the end of a hand, with its bid: ``3 tricks (bid
        2)``."""
        stand = next((stand for stand in self.side_totals(position) if side[0] in stand.seats), None)
        taken = self.trick_count_text(position, side[0]) or self.words.takes_none
        if stand is not None and len(side) > 1:
            taken = counted(stand.number, self.unit) if stand.number or self.unit != TRICKS else self.words.takes_none
        aim = self.words.about_aim(position, side)
        return say("{taken} ({aim})", taken=taken, aim=aim) if aim else taken

    def stakes(self, position: P, end: P, side: Sequence[int]) -> Sequence[Stake]:
        """Return the side's stakes: its achievements by the end of the hand that matter most in the game."""
        return self.words.about_stakes(self._to_reader(position), end, side)

    def suits_taken(self, position: P, seat: int) -> tuple[dict[str, int], Text]:
        """Return the number of cards that a seat has taken in each suit, and their value, in games that count cards by suit."""
        return self.words.about_suits(position, seat)

    def seat_badges(self, position: P, seat: int) -> Sequence[Text]:
        """Return the badges on a seat's nameplate besides its name and tricks: its bid, *declarer*, *out*."""
        return self.words.about_plate(self._to_reader(position), seat)

    def side_totals(self, position: P) -> list[SideTotal]:
        """Return each side's total in this hand so far, in ``unit``; empty before sides are formed."""
        if self.words.about_sides is not None:
            return self.words.about_sides(position)
        return [SideTotal(side, sum(position.tricks[seat] for seat in side)) for side in self.game.sides(position)]

    def seat_summary(self, position: P, seat: int) -> Text:
        """Return a one-line summary of a seat's public information: ``bid 3, 2 tricks``; empty if there is none. A badge that
        also appears in the text about tricks is shown once.
        """
        return joined([*self.said(position, seat), self.trick_count_text(position, seat)], ", ")

    def said(self, position: P, seat: int) -> list[Text]:
        """Return the badges on a seat's nameplate, without those that also appear in the text about its tricks."""
        taken = self.trick_count_text(position, seat)
        told = [taken, *(taken.fields.values() if isinstance(taken, Sentence) else ())]
        return [mark for mark in self.seat_badges(position, seat) if mark not in told]

    def sides_tally(self, position: P) -> Text:
        """Return each partnership's total so far: ``South and North 25 points; …``; empty if every seat plays alone."""
        standing = self.side_totals(position)
        if all(len(stand.seats) == 1 for stand in standing):
            return NOTHING
        return joined([say("{side} {amount}", side=self.name(stand.seats), amount=counted(stand.number, self.unit))
                       for stand in standing], "; ")

    def amount(self, number: int | str) -> Text:
        """Return a number, or a formatted number, with the unit of the score: ``1 point``, ``−3 points``, ``0.4 cents``."""
        return amount(number, self.game.unit, self.words.units)

    def average_amount(self, size: float) -> Text:
        """Return an average as an amount that can be counted: ``about 3 points``, ``about 1 point in 4 such hands``."""
        return average_amount(size, self.game.unit, self.words.units)

    def value_amount(self, value: int) -> Text:
        """Return a value in points, as the solver and bots maximize it, as points with their unit: ``5 points`` for −5 if the
        lowest total wins."""
        return self.amount(self.game.value(value))

    @property
    def unit(self) -> str:
        """The unit of ``side_totals``, as a template."""
        return self.words.unit

    def is_trump(self, position: P, card: Card) -> bool:
        """Return whether a card is known to be a trump in this position."""
        return self.words.trumps(position, card)

    def kind_of(self, position: P, card: Card) -> Text:
        """Return a card's current designation among players, such as a special trump; empty if it has none."""
        return self.words.kinds(position, card)


def narrator_for(game: Game[P], reader: int | None = None) -> Narrator[P]:
    """Return the narrator for a game. Its phrasebook is ``words`` in the module of the game's class, or in the module ``phrases``
    next to it. ``reader`` is the seat addressed as "you"; if it is None, all seats are called by their names.
    """
    return Narrator(game, words_of(type(game)), reader)


def words_of(kind: type[Game[P]]) -> Phrasebook[P]:
    """Return the phrasebook of a game."""
    words: Phrasebook[P] = _words(kind.__module__)
    return words


@cache
def _words(module: str) -> Phrasebook[Any]:
    found: Phrasebook[Any] | None = getattr(import_module(module), "words", None)
    return found or import_module(f"{module.rpartition('.')[0]}.phrases").words
