"""HTML for a question: its table, its options, and its answer with a reason for each option.

On the table::

    div.fs-stage#fs-stage[data-kind][data-many]
      div.fs-felt                                     the slip contains the prompt
        div.fs-own > fieldset.fs-part[data-answer]    one for each answer field, instead of the hand
          legend, button.fs-option[data-value][data-right][aria-pressed]    cards, seats; or input.fs-field
                  span.fs-ways > .fs-card, span.fs-keys > button.fs-option   a card with a key for each way to play it
      div.fs-bar
      div.fs-slip.fs-reasons[hidden]                  the answer, shown over the question after checking
        li.fs-reason[data-right][data-of]             also ``data-told`` if its text only repeats the reasons for right options
"""

from __future__ import annotations

from itertools import chain

from rules_engine.core.model.cards import FACE_DOWN, Card
from rules_engine.core.model.events import signed
from rules_engine.core.model.moves import Move
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.core.positions.position import Position
from rules_engine.html.card_html import card_html, move_named, rule_link, sentence, spoken, suit_sign
from rules_engine.html.elements import Attribute, Child, Html, el, icon, visually_hidden
from rules_engine.html.hand_html import bar_html
from rules_engine.html.links import Links
from rules_engine.html.score import score_html
from rules_engine.html.slip import Slip
from rules_engine.html.table import SeatBadge, TableView, badge, rows_of
from rules_engine.html.trick_strip import Tile, hand_tiles, laid_tiles
from rules_engine.narration.hand_order import sorted_hand
from rules_engine.narration.move_phrases import imperative_phrase
from rules_engine.narration.narrator import Narrator, narrator_for
from rules_engine.narration.quantities import CARDS, counted
from rules_engine.quiz.kinds import QUESTION_KINDS
from rules_engine.quiz.question import AnswerField, Option, Question, Reason
from rules_engine.text.message import NOTHING, Text, as_text, capital, declared, joined, say, suit_mark


class QuestionTable(TableView):
    """The table for a question, with the options instead of the hand."""

    def __init__(self, question: Question, links: Links) -> None:
        self.question, self.kind = question, QUESTION_KINDS[question.kind]
        box = _BOXES[self.kind.box](question) if self.kind.box else None
        lead = Slip(question.prompt, [(question.intro, "")], "now")
        super().__init__(question.seen, narrator_for(question.game), links, slip=lead, box=box, laid=question.laid,
                         hides=question.hides, untold=not self.kind.about_judgement)
        self.home = 0       # South stays at the lower edge, whichever seat is asked

    def marks(self, seat: int) -> list[SeatBadge]:
        """Return badges with a seat's calls and role if the question is about legal moves, and all badges if it is about the best
        move.

        Tricks taken, and bids during the play, are otherwise omitted because no move depends on them.
        """
        if self.kind.about_judgement:
            return super().marks(seat)
        if not self.kind.asks_moves or self.against(seat) or self.suits_taken(seat):
            return []
        return [badge(each) for each in self.narrator.said(self.position, seat)]

    def own(self) -> Html:
        """Return the lower edge of the table, with the answer fields."""
        question = self.question
        return el("div", {"class": "fs-own fs-parts", "id": "fs-own", "data-turn": self.low == self.turn},
                  self.plate(self.low) if self.box is None else None, self.shown_hand(),
                  [self.part(part, place) for place, part in enumerate(question.parts)])

    def asked_hand(self) -> list[Card]:
        """Return the hand of the seat that the question is about; empty if it is hidden, or if all its cards are options."""
        options = {option.card for part in self.question.parts for option in part.options}
        return [] if options.issuperset(self.hand) else self.hand

    @property
    def hand(self) -> list[Card]:
        """The hand of the seat that the question is about, as it is shown; empty if it is hidden."""
        cards = sorted_hand(self.narrator, self.position, self.position.hands[self.low])
        return [] if self.turn != self.low or FACE_DOWN in cards else cards

    @property
    def merged(self) -> bool:
        """True if the only answer field asks for cards in this hand, and also shows the others in it."""
        parts = self.question.parts
        cards = [option.card for part in parts for option in part.options if is_card(option)]
        return len(parts) == 1 and bool(cards) and {*cards} <= {*self.hand}

    def shown_hand(self) -> Html | None:
        """Return the hand of the seat that the question is about as HTML; None if it is hidden, or if the options show it."""
        cards = self.asked_hand()
        if not cards or self.merged:
            return None
        named = [capital(say("{seat's} hand", seat=self.narrator.table.called(self.low))), counted(len(cards), CARDS)]
        about: dict[str, Attribute] = {
            "class": "fs-hand fs-asked-hand", "data-n": len(cards), "data-rows": rows_of(len(cards)), "role": "group"}
        return el("div", about | {"aria-label": joined(named, ", ")}, [self.held(card, active=False) for card in cards])

    def bet_on(self, laid: PlayedCard) -> str:
        """Return the option that a card in the trick selects when tapped, as "FIELD-SEAT"; empty if there is none."""
        for place, part in enumerate(self.question.parts):
            seats = [option.seat for option in part.options if not option.seats]
            if laid.seat in seats and (part.label == NOTHING or len(self.question.parts) == 1
                                       or part.label == self.pack.suit_name(laid.card.suits)):
                return f"{place}-{laid.seat}"
        return ""

    def part(self, part: AnswerField, place: int) -> Html:
        """Return an answer field."""
        question, label = self.question, self.label(part)
        if part.answer is not None:
            return el("p", {"class": "fs-part", "data-answer": part.answer},
                      el("label", {"for": f"fs-field-{place}"}, label), _field_button(place, -1),
                      el("input", {"class": "fs-field", "id": f"fs-field-{place}", "type": "text", "inputmode": "numeric",
                                   "autocomplete": "off", "placeholder": "0", "size": 4}), _field_button(place, 1))
        options = self.options(part, place)
        return el("fieldset", {"class": "fs-part", "data-many": question.many},
                  el("legend", None if part.label else "fs-unseen", label or sentence(self.pack, question.prompt)),
                  el("div", {"class": "fs-hand", "data-n": len(options), "data-active": True}, options))

    def options(self, part: AnswerField, place: int) -> list[Html]:
        """Return the options of an answer field. Each card is shown once."""
        cards = [self.card(card, options, place) for card, options in self.by_card(part).items()]
        return cards + [self.button(option, place) for option in part.options if not is_card(option)]

    def by_card(self, part: AnswerField) -> dict[Card, list[Option]]:
        """Return the options of an answer field that are shown as cards, by card, in the order shown. If the field shows the
        whole hand, cards that can't be chosen have no options."""
        groups: dict[Card, list[Option]] = {card: [] for card in self.hand} if self.merged else {}
        for option in part.options:
            if option.card is not None and is_card(option):
                groups.setdefault(option.card, []).append(option)
        return groups

    def in_order(self, part: AnswerField) -> list[Option]:
        """Return the options of an answer field in the order shown: cards first, each with all ways to play it."""
        return [*chain.from_iterable(self.by_card(part).values()), *(option for option in part.options if not is_card(option))]

    def label(self, part: AnswerField) -> Child:
        """Return the label of an answer field, including the unit if the answer is a number."""
        if part.answer is not None:
            return [part.label, " (", declared(self.game.unit, "unit"), ")"]
        return part.label

    def button(self, option: Option, part: int, inside: Child = None, label: str | None = None) -> Html:
        """Return a button for an option, with the option's name or ``inside``."""
        bet = f"{part}-{option.seat}" if option.seat is not None and not option.seats else None
        return el("button", {"type": "button", "class": "fs-option", "data-do": "option", "data-value": option.value,
                             "data-right": option.right, "aria-pressed": "false", "data-bet": bet, "aria-label": label},
                  inside or named(self.question, option))

    def card(self, card: Card, options: list[Option], part: int) -> Html:
        """Return a card: selectable, with a key for each way to play it, or dimmed if it can't be chosen."""
        if not options:
            return card_html(self.pack, card, self.links, "fs-shut")
        [first, *_] = options
        if len(options) == 1 and first.move is not None and not self.below(first.move):
            return card_html(self.pack, card, self.links, "fs-option", data_do="option", data_value=first.value,
                             data_right=first.right, aria_pressed="false")
        return el("span", "fs-ways", card_html(self.pack, card, self.links),
                  el("span", "fs-keys", [self.key(option, part) for option in options]))

    def key(self, option: Option, part: int) -> Html:
        """Return a key below a card, which plays it in one of several ways."""
        move = option.move
        assert move is not None
        inside = suit_sign(self.pack, move.suit) if move.suit else imperative_phrase(move.verb)
        request = self.narrator.move_request(self.position, move)
        return self.button(option, part, inside, spoken(self.pack, as_text(request)))

    def below(self, move: Move) -> Child:
        """Return the label of a way to play a card: its suit or its action. None if all options have the same action."""
        if move.suit:
            return [say("as"), " ", suit_sign(self.pack, move.suit)]
        verbs = {option.move.verb for part in self.question.parts for option in part.options if option.move is not None}
        return imperative_phrase(move.verb) if len(verbs) > 1 else None


def is_card(option: Option) -> bool:
    """Return whether an option is shown as a card."""
    return option.move is not None and option.move.card is not None and option.move.other is None


def question_html(question: Question, links: Links, seed: str = "") -> Html:
    """Return a question on the table, with its answer hidden."""
    table = QuestionTable(question, links)
    return el("div", {"class": "fs-stage", "id": "fs-stage", "data-kind": question.kind, "data-many": question.many,
                      "data-seed": seed or None},
              table.html(), bar_html([]),
              el("div", {"class": "fs-slip fs-reasons", "hidden": True}, _reasons(question, links, table)))


def question_tiles(question: Question, links: Links) -> list[Tile]:
    """Return tiles for a strip with the trick or, if there is none and the question shows a hand, this hand."""
    if question.laid:
        return laid_tiles(question.game, question.seen.position, question.laid, links, told=False)
    return hand_tiles(question.game, question.seen.position, links) if QUESTION_KINDS[question.kind].shows_hand else []


def answer_html(question: Question, links: Links) -> Html:
    """Return a list item with a question and its answer."""
    return el("li", None, el("b", None, sentence(question.game.pack, question.prompt)), _reasons(question, links))


def _reasons(question: Question, links: Links, table: QuestionTable | None = None) -> list[Html | None]:
    """Return the reasons why options are right or wrong, linking each rule once.

    With the ``table`` that shows the options, every item links its rule, and has data attributes that let the client collapse
    some of the items.
    """
    if question.parts[0].answer is not None:
        return [score_html(narrator_for(question.game), question.position, links)]
    lines, linked, before = list[Html](), set[str](), 0
    for part in question.parts:
        reasons, shown = part.told, table.in_order(part) if table else []
        right = {told for reason in reasons if reason.right for told in as_text(reason.why.sentence).sentences}
        for reason in reasons:
            about: dict[str, Attribute] = {} if not table else {
                "data-of": " ".join(str(before + shown.index(option)) for option in reason.options),
                "data-told": not reason.right and right.issuperset(as_text(reason.why.sentence).sentences)}
            lines.append(_reason(question, reason, links, about, table is not None or reason.why.rule not in linked))
            linked.add(reason.why.rule)
        before += len(part.options)
    return [el("div", "fs-rest", el("ul", None, lines)) if table else el("ul", None, lines)]


def _judged(right: bool) -> list[Html]:
    """Return the symbol for right or wrong options, with a word for screen readers."""
    return [icon("check" if right else "cross"), visually_hidden(say("right: ") if right else say("wrong: "))]


def _reason(question: Question, reason: Reason, links: Links, about: dict[str, Attribute], linked: bool) -> Html:
    """Return a list item with options and the reason why they are right or wrong. If ``linked``, it includes a link to the rule,
    if the reason cites one."""
    pack, why = question.game.pack, reason.why
    return el("li", {"class": "fs-reason", "data-right": reason.right, **about},
              el("span", "fs-yes" if reason.right else "fs-not", _judged(reason.right)), " ",
              [[", " if place else None, el("b", None, named(question, option))]
               for place, option in enumerate(reason.options)], ": ",
              sentence(pack, why.sentence), [" ", rule_link(question.game, why.rule, links)] if linked and why.rule else None)


def named(question: Question, option: Option) -> Child:
    """Return an option's name: its move in words, its label, or its seats."""
    if option.move is not None:
        return sentence(question.game.pack, _said(question, option.move))
    if option.called:
        return sentence(question.game.pack, option.called)
    if option.seats:
        return narrator_for(question.game).name(option.seats)
    return option.value if option.seat is None else narrator_for(question.game).name(option.seat)


def _said(question: Question, move: Move) -> Text:
    """Return a move in words, as short as on a button; a move that only names a suit is just the suit."""
    if move.card is not None:
        return move_named(move)
    narrator = narrator_for(question.game)
    options = [option.move for part in question.parts for option in part.options if option.move is not None]
    by_suit = narrator.is_named_by_suit(move, options)
    return suit_mark(move.suit) if by_suit else narrator.short_move_request(question.position, move)


def _taken(question: Question) -> Html:
    """Return a box for a question about the score, with the cards taken by each seat before the last trick, and that trick."""
    narrator, position = narrator_for(question.game), question.seen.position
    cards = joined((joined([narrator.name(laid.seat), move_named(laid.move)]) for laid in question.laid), ", ")
    last, sides = say("Last trick: {cards}", cards=cards) if cards else NOTHING, narrator.sides_tally(position)
    return el("ul", "fs-box fs-taken", [
        el("li", None, el("b", None, narrator.name(seat)), ": ", _taken_by(narrator, question, seat) or say("nothing taken"))
        for seat in position.table.seats],
        [el("li", None, sentence(question.game.pack, told)) for told in (sides, last) if told])


def _taken_by(narrator: Narrator[Position], question: Question, seat: int) -> Text:
    """Return a summary of a seat's badges and of the tricks or cards that it has taken. In a question about a single score, omit
    the badges, because they would reveal it."""
    position = question.seen.position
    told = narrator.trick_count_text if QUESTION_KINDS[question.kind].about_reader else narrator.seat_summary
    return told(position, seat)


def _totals(question: Question) -> Html | None:
    """Return a box for a question about the end of a hand, with each side's score in the hand and its total; None if all totals
    are zero."""
    position = question.position
    if not any(position.totals):
        return None
    scores = zip(narrator_for(question.game).score_names, position.hand_score or position.totals, position.totals, strict=True)
    return el("ul", "fs-box fs-taken", [
        el("li", None, el("b", None, name), ": ", say("{n} in this hand, total {total}", n=signed(points), total=signed(total)))
        for name, points, total in scores])


_BOXES = {"taken": _taken, "totals": _totals}
"""Functions that build the box shown instead of the trick, by its name."""


def _field_button(place: int, step: int) -> Html:
    return el("button", {"type": "button", "class": "fs-add", "data-do": "add", "data-value": step,
                         "data-field": f"fs-field-{place}", "aria-label": say("one {more:more|less}", more=step > 0)},
              "+" if step > 0 else "−")
