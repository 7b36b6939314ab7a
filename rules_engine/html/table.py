"""HTML for the card table: public facts, the seats around the trick, the slip, and the hand at the lower edge.

The style sheet and the client depend on this DOM::

    div.fs-felt#fs-felt[data-players][data-phase]    data-search-exclude: hands don't belong in the search index
      div.fs-facts > b.fs-standing, span.fs-fact#fs-fact-LABEL (label, b value)       we 4 : 3 they; trump, contract, …
      div.fs-ring.fs-round[data-old]       from five seats on .fs-places; data-old: the last trick, before the next lead
        div.fs-seat[data-at][data-side][data-turn] > p.fs-plate > svg.fs-portrait, span.fs-name > span.fs-first
          span.fs-fan[data-n] or span.fs-tabs[data-n] > span.fs-tab         the seat's cards
        div.fs-mid                         only in .fs-round: the trick, and the seats at the left and right
          div.fs-laid[data-at][data-side].fs-won > span.fs-card, em.fs-note      the trick, each card in front of its player
        div.fs-bubble#fs-said-SEAT[data-side]         a recent remark and its meaning
        div.fs-box                                   a result, instead of the trick
      section.fs-ending#fs-ending[data-kind]         the end of a hand, instead of the seats and the hand (see `ending`)
      div.fs-slip#fs-slip[data-kind]                 the message (see `slip`)
      div.fs-tray#fs-tray                            choices other than cards, if there are any (see `tray`)
      div.fs-own[data-turn] > p.fs-plate, div.fs-hand[data-n] > span.fs-card or button.fs-card[data-do][data-value]

``data-at`` counts seats clockwise from the reader's, 0 to n-1. Ids are stable, so that the client can patch a new table into the
previous one; it identifies moving cards by ``data-card`` and ``data-at``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rules_engine.core.game.game import Game, View
from rules_engine.core.model.cards import FACE_DOWN, Card
from rules_engine.core.model.events import signed
from rules_engine.core.model.moves import Move
from rules_engine.core.model.seats import FIRST_NAMES
from rules_engine.core.model.table_talk import Remark
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.core.positions.position import Position
from rules_engine.html.card_choices import CardChoice, playable
from rules_engine.html.card_html import card_html, sentence, tab_html
from rules_engine.html.elements import Child, Html, el, escape, split_in_two, visually_hidden
from rules_engine.html.ending import Ending, ending_html
from rules_engine.html.links import Links
from rules_engine.html.slip import NOTHING, Slip, slip_html
from rules_engine.html.sprites import head_svg
from rules_engine.html.tray import Action, tray_html
from rules_engine.narration.hand_order import sorted_hand
from rules_engine.narration.move_phrases import imperative_phrase
from rules_engine.narration.narrator import Narrator
from rules_engine.narration.phrasebook import NONE_YET
from rules_engine.narration.quantities import CARDS, TRICKS, counted
from rules_engine.text import message
from rules_engine.text.message import Text, all_of, as_text, capital, declared, joined, say, suit_mark

BEST = say("best")
"""Badge for the best card."""
FEW_TRICKS = 6
"""Maximum number of tricks drawn as marks on a seat's name plate; more are shown as a number."""
FEW_SEATS = 4
"""Maximum number of seats at a round table. More seats are in two rows, and each has a space for its card."""


ONE_ROW, TWO_ROWS = 8, 16
"""Maximum number of cards that fit into one row, and into two rows, on a phone."""
SIDES = {2: ("south", "north"), 3: ("south", "west", "east"), 4: ("south", "west", "north", "east")}
"""The sides of a round table, clockwise from the reader's, by number of seats."""


class SeatBadge(NamedTuple):
    """A badge on a seat's name plate: its HTML, its text for screen readers, and its text in a picture.

    ``tricks``  the number of tricks, if the badge shows them as marks
    """

    html: Html
    told: Text
    shown: Text
    tricks: int = 0


@dataclass
class TableView:
    """A table to render.

    ``slip``     the message on the slip
    ``choices``  the choices for the cards of the seat to act; cards with choices are buttons
    ``many``     whether several cards are selected and moved together
    ``all_go``   whether all cards are selected already, because there is no choice
    ``still``    whether an earlier position is shown, so that it is nobody's turn
    ``laid``     the trick to show instead of the current or last one
    ``bound``, ``refused``, ``picked``, ``hints``  the cards that force the choice, and those refused, picked and recommended
    ``remarks``  the recent remarks
    ``hides``    the labels of facts to hide because they would reveal an answer
    ``untold``   whether to hide the trick's winner, the score, badges and special names of cards, which may reveal an answer
    ``box``      the element shown instead of the trick
    ``numbers``, ``confirm``  the number picker and the button that confirms the number, both in the tray
    ``badges``   labels on cards at the lower edge, such as their value
    ``people``   whether the seats show their players' heads and first names
    ``match``    the number of the hand in the reader's match; 0 outside a match
    ``ending``   the panel with the end of the hand, shown instead of the seats and the hand
    """

    view: View[Position]
    narrator: Narrator[Position]
    links: Links
    slip: Slip = NOTHING
    choices: Mapping[Card, CardChoice] = field(default_factory=dict)
    many: bool = False
    all_go: bool = False
    still: bool = False
    laid: Sequence[PlayedCard] | None = None
    bound: Collection[Card] = ()
    refused: Card | None = None
    picked: Card | None = None
    hints: Collection[Card] = ()
    remarks: Sequence[Remark] = ()
    hides: Collection[str] = ()
    untold: bool = False
    box: Html | None = None
    numbers: Html | None = None
    confirm: Action | None = None
    badges: Mapping[Card, Text] = field(default_factory=dict)
    people: bool = False
    match: int = 0
    ending: Ending | None = None

    def __post_init__(self) -> None:
        self.game, self.position, self.home = self.view.game, self.view.position, self.view.home
        self.pack = self.game.pack
        last = self.position.last_trick
        self.done = self.laid is None and not self.position.trick and last is not None
        if self.laid is None:
            self.laid = last.laid if self.done and last is not None else self.position.trick
        self.turn = turn = None if self.still else self.position.to_act
        moves = bool(self.choices) and self.view.seat in (None, self.game.decides(self.position))
        self.low = self.home if turn is None or not moves else turn
        """The seat whose hand is at the lower edge: the reader's, or the seat for which the reader moves."""

    def html(self) -> Html:
        """Return the complete table."""
        seats = [seat for seat in self.game.table.clockwise_from(self.home) if seat != self.low or self.guest]
        return el("div", {"class": "fs-felt", "id": "fs-felt", "data-players": self.game.table.size, "data-suits": self.suits,
                          "data-phase": self.position.phase, "data-search-exclude": True},
                  self.facts(), self.round_table(seats) if self.game.table.size <= FEW_SEATS else self.places(seats),
                  ending_html(self.game, self.ending, self.links) if self.ending else None,
                  slip_html(self.game, self.slip, self.links, self.words()),
                  tray_html(self.game, self.slip, self.numbers, self.confirm), self.own())

    @property
    def suits(self) -> int:
        """The maximum number of suits on a card in the pack, which determines the height of visible card edges."""
        return max(len(card.suits) for card in self.pack)

    def round_table(self, seats: Sequence[int]) -> Html:
        """Return up to four seats around the table, with the trick in the middle."""
        across = [seat for seat in seats if self.side_of(seat) in ("north", "south")]
        return el("div", {"class": "fs-ring fs-round", "data-old": self.done and bool(self.choices)},
                  [self.seat(seat) for seat in across],
                  el("div", "fs-mid", [self.seat(seat) for seat in seats if seat not in across], self.lies()), self.box)

    def places(self, seats: Sequence[int]) -> Html:
        """Return five or more seats in two rows, each with a space for its card."""
        return el("div", {"class": "fs-ring fs-places", "data-old": self.done and bool(self.choices)},
                  [self.seat(seat) for seat in seats], self.lies(), self.box)

    def lies(self) -> list[Child]:
        """Return the trick, unless a box replaces it, and the remarks."""
        return [self.trick() if self.box is None else None, self.talk()]

    def side_of(self, seat: int) -> str | None:
        """Return the side of the round table for a seat; None if there are too many seats for a round table."""
        sides = SIDES.get(self.game.table.size)
        return sides[self.at(seat)] if sides else None

    @property
    def guest(self) -> bool:
        """True if the lower edge shows another seat's hand because the reader moves for that seat."""
        return self.low != self.home

    # ---- public facts

    def facts(self) -> Html:
        """Return the public facts other than cards, and the score of the sides. Facts about a trick disappear when it does."""
        standing = self.standing()
        return el("div", {"class": "fs-facts", "id": "fs-facts"}, el("b", "fs-standing", standing) if standing else None, [
            [el("span", {"class": "fs-fact", "id": f"fs-fact-{label.lower().replace(' ', '-')}"},
                label, " ", el("b", None, sentence(self.pack, told))), " "] for label, told in self.known()])

    def known(self) -> list[tuple[Text, Text]]:
        """Return the public facts as pairs of a label and a text, except facts that are unknown or would reveal an answer."""
        lies = self.done and self.ending is None
        facts = [(label, told) for label, told in self.narrator.public_facts(self.position, last_trick=lies)
                 if label not in self.hides and told != NONE_YET]
        return [*facts, *(self.narrator.match(self.position, self.match) if self.match else [])]

    def standing(self) -> Text:
        """Return the score of the partnerships in this hand, with the reader's first; empty if there are no partnerships, or if
        it may reveal an answer."""
        if self.untold or not any(len(side) > 1 for side in self.game.sides(self.position)):
            return message.NOTHING
        stands = sorted(self.narrator.side_totals(self.position), key=lambda stand: self.narrator.reader not in stand.seats)
        return joined([
            joined([self.side(stand.seats), stand.number] if not place else [stand.number, self.side(stand.seats)])
            for place, stand in enumerate(stands)], " : ")

    def side(self, seats: Collection[int]) -> Text:
        """Return the name of a side: “Us” or “Them” for a reader who plays, otherwise the seats' names."""
        reader = self.narrator.reader
        if reader is None:
            return joined((self.name(seat) for seat in sorted(seats)), "+")
        return say("{ours:Us|Them}", ours=reader in seats)

    # ---- seats

    def name(self, seat: int) -> Text:
        """Return a seat's name."""
        return self.narrator.name(seat)

    def seat(self, seat: int) -> Html:
        """Return a seat: its name plate, and its cards unless they are at the lower edge."""
        hand = self.position.hands[seat]
        hidden = FACE_DOWN in hand or (self.people and not hand)    # a hidden hand keeps its place when it is empty
        cards = None if seat == self.low else self.fan(seat) if hidden else self.tabs(seat)
        return el("div", {"class": "fs-seat", "id": f"fs-seat-{seat}", "data-at": self.at(seat), "data-side": self.side_of(seat),
                          "data-turn": seat == self.turn}, cards, self.plate(seat, "place" if seat == self.low else "plate"))

    def plate(self, seat: int, where: str = "plate") -> Html:
        """Return a seat's name plate: the player's head, the dealer's chip, the name, the badges for hand and match, and a label
        on the seat to act."""
        seat_name, reader = self.game.table.names[seat], self.narrator.reader
        first = declared(FIRST_NAMES.get(seat_name, "") if self.people and reader not in (None, seat) else "", "player")
        doing = say("to {plays:play|act}", plays=self.position.phase == "play")
        return el("p", {"class": "fs-plate", "id": f"fs-{where}-{seat}"},
                  head_svg(seat_name, first, self.links.faces) if first else None,
                  _chip() if seat == self.position.dealer else None,
                  el("span", "fs-name", _first_name(first) if first else None, split_in_two(self.name(seat))),
                  [mark.html for mark in self.marks(seat)],
                  el("em", "fs-turn", say("your turn") if seat == reader else doing) if seat == self.turn else None)

    def marks(self, seat: int) -> list[SeatBadge]:
        """Return the badges on a seat's name plate, for this hand and the match."""
        if self.untold:
            return []
        suits, against = self.suits_taken(seat), self.against(seat)
        took = against or self.took(seat)
        said = (
            []
            if suits or against
            else [badge(each) for each in self.narrator.seat_badges(self.position, seat)]
        )
        return [mark for mark in (took, *said, suits, self.total(seat)) if mark is not None]

    def took(self, seat: int) -> SeatBadge | None:
        """Return the badge for the tricks that a seat has taken, as marks or as a number; None if there are none."""
        tricks = self.position.tricks[seat] if self.position.tricks else 0
        marks = tricks if tricks <= FEW_TRICKS else 0
        took = _sign("span", "fs-took", counted(tricks, TRICKS), as_text(tricks), *(el("i") for _ in range(marks)))
        return took._replace(tricks=marks) if tricks else None

    def against(self, seat: int) -> SeatBadge | None:
        """Return the badge for the tricks taken and bid, such as ``0 / 2``; None without a bid, or during the bidding."""
        wanted = self.narrator.wanted(self.position, seat)
        if wanted is None or self.position.phase == "bid":
            return None
        taken = self.position.tricks[seat]
        return _sign("em", "fs-against", say("took {taken}, bid {bid}", taken=taken, bid=wanted), as_text(f"{taken} / {wanted}"))

    def total(self, seat: int) -> SeatBadge | None:
        """Return the badge for a player's total in the match; None if all totals are zero, or if players score as sides."""
        totals, names = self.position.totals, self.game.score_names
        if not any(totals) or len(names) != self.game.table.size:
            return None
        number = signed(totals[seat])
        return _sign("em", "fs-match", say("Total: {n}", n=number), self.narrator.amount(number))

    def suits_taken(self, seat: int) -> SeatBadge | None:
        """Return the badge for the number of cards taken in each suit; None in games where it doesn't matter."""
        (suits, comes_to), told = self.narrator.suits_taken(self.position, seat), self.narrator.seat_summary(self.position, seat)
        if not comes_to:
            return None
        shown = joined([*(say("{suit} {n}", suit=suit_mark(suit), n=count) for suit, count in suits.items()), comes_to])
        return _sign("span", "fs-took", told, shown,
                     [el("span", {"class": "fs-suit", "data-first": f"{self.pack.id}-{suit}"}, str(count))
                      for suit, count in suits.items()], el("b", None, comes_to))

    def fan(self, seat: int) -> Html:
        """Return a hand of face-down cards."""
        count = len(self.position.hands[seat])
        return el("span", {"class": "fs-fan", "data-n": count, "role": "img", "aria-label": counted(count, CARDS)},
                  [el("i") for _ in range(count)])

    def cards(self, seat: int) -> Sequence[Card]:
        """Return a seat's cards in the order shown; hidden cards are face down."""
        return sorted_hand(self.narrator, self.position, self.position.hands[seat])

    def tabs(self, seat: int) -> Html | None:
        """Return another seat's face-up hand as the left edges of its cards; None if it is empty."""
        cards = self.cards(seat)
        tabs = [tab_html(self.pack, card, self.links, *(["fs-bind"] if card in self.bound else []), kind=self.kind_of(card))
                for card in cards]
        return el("span", {"class": "fs-tabs", "data-n": len(cards), "role": "group",
                           "aria-label": joined([self.name(seat), counted(len(cards), CARDS)], ": ")}, tabs) if tabs else None

    def own(self) -> Html:
        """Return the hand at the lower edge, in which the cards with choices are buttons."""
        seat, cards = self.low, self.cards(self.low)
        active = seat == self.turn and bool(self.choices)
        named = [capital(say("{seat's} hand", seat=self.narrator.table.called(seat))), counted(len(cards), CARDS)]
        if active and self.many:
            move = self.choices[cards[0]].moves[0]
            call = self.narrator.custom_move_request(move, say("them")) or imperative_phrase(move.verb)
            named.append(say("mark cards to {call}", call=call))
        return el("div", {"class": "fs-own", "id": "fs-own", "data-turn": seat == self.turn}, self.plate(seat),
                  el("div", {"class": "fs-hand", "id": "fs-hand", "data-n": len(cards), "data-rows": rows_of(len(cards)),
                             "role": "group", "data-active": active, "aria-label": joined(named, ", ")},
                     [self.held(card, active) for card in cards]))

    def held(self, card: Card, active: bool) -> Html:
        """Return a card in the hand at the lower edge."""
        states = {"fs-bind": card in self.bound, "fs-refused": card is self.refused, "fs-picked": card is self.picked,
                  "fs-hint": card in self.hints}
        choice, worth = self.choices.get(card) if active else None, as_text(self.badges.get(card, ""))
        kind = self.kind_of(card)
        marked = [name for name, holds in (states | {"fs-best": worth is BEST}).items() if holds]
        if choice is None or card is FACE_DOWN:
            return card_html(self.pack, card, self.links, *marked, kind=kind, note=worth, data_worth=worth or None,
                             data_called=kind or None)
        moves, told = choice.moves, playable(self.narrator, choice)
        one = len(moves) == 1 and moves[0].other is None    # an exchange needs confirmation
        do = "mark" if self.many and choice.legal else "play" if one else "pick"
        return card_html(self.pack, card, self.links, *marked, *([] if choice.legal else ["fs-shut"]), kind=kind,
                         note=joined([told, worth], ", "), data_worth=worth or None, data_called=kind or None,
                         data_only=imperative_phrase(choice.only) if choice.only and not worth else None,
                         id=f"fs-card-{card.text}", data_do=do, data_value=moves[0].text if one else card.text,
                         data_first=None if one else moves[0].text, aria_disabled=None if choice.legal else "true",
                         aria_pressed=str(self.all_go).lower() if do == "mark" else None, tabindex=-1,
                         aria_expanded=None if one else "true" if card is self.picked else "false")

    def kind_of(self, card: Card) -> Text:
        """Return the players' name for a special card; empty if it would reveal an answer."""
        return message.NOTHING if self.untold else self.narrator.kind_of(self.position, card)

    # ---- the trick

    def trick(self) -> list[Html]:
        """Return the cards in the trick, each in front of its player, with the winner highlighted unless it is hidden."""
        assert self.laid is not None
        taking = self.winning()
        return [self.laid_card(place, laid, laid.seat in taking) for place, laid in enumerate(self.laid)]

    def winning(self) -> set[int]:
        """Return the seats whose cards win the trick; empty if that is hidden or may reveal an answer."""
        if not self.laid or self.untold or any(laid.move.card is FACE_DOWN for laid in self.laid):
            return set()
        return set(self.game.winners(self.position, self.laid).values())

    def note(self, place: int, laid: PlayedCard) -> Text:
        """Return the label on a card in the trick; empty if it has none."""
        return note_of(laid.move) or (say("led") if place == 0 else message.NOTHING)

    def laid_card(self, place: int, laid: PlayedCard, winning: bool) -> Html:
        """Return a card in the trick."""
        note = self.note(place, laid)
        won = say("takes the trick") if self.done else say("is winning")
        played = say("played by {seat}", seat=self.narrator.table.called(laid.seat))
        spoken = joined([played, note, won if winning else ""], ", ")
        bind = ["fs-bind"] if laid.move.card in self.bound else []
        return el("div", {"class": "fs-laid" + (" fs-won" if winning else ""), "data-at": self.at(laid.seat),
                          "data-side": self.side_of(laid.seat), "id": f"fs-laid-{laid.seat}", "data-order": place,
                          "data-do": "bet" if self.bet_on(laid) else None, "data-value": self.bet_on(laid) or None},
                  card_html(self.pack, laid.move.played, self.links, *bind, note=spoken),
                  el("em", {"class": "fs-note", "aria-hidden": "true"}, note) if note else None)

    def bet_on(self, laid: PlayedCard) -> str:
        """Return the value sent when the reader taps a card in the trick to answer a question; empty if the card isn't an
        answer."""
        return ""

    def talk(self) -> list[Html]:
        """Return speech bubbles with the latest remark by each seat and its meaning."""
        last = {remark.seat: remark for remark in self.remarks}
        return [el("div", {"class": "fs-bubble", "id": f"fs-said-{remark.seat}", "data-side": self.side_of(remark.seat)},
                   visually_hidden(self.name(remark.seat), ": "), phrase(remark), el("small", None, remark.meaning))
                for remark in last.values()]

    def words(self) -> Html | None:
        """Return the latest remark by another seat, which the slip shows on small tables without speech bubbles. A full slip
        omits its meaning."""
        others = [remark for remark in self.remarks if remark.seat != self.narrator.reader]
        if not others:
            return None
        latest, full = others[-1], sum(bool(text) for text, _ in self.slip.more) > 1
        return el("p", "fs-said", el("b", None, self.name(latest.seat)), ": ", phrase(latest),
                  [" ", latest.meaning] if not full else None)

    def at(self, seat: int) -> int:
        """Return a seat's number, counted clockwise from the reader's seat, which is 0."""
        return (seat - self.home) % self.game.table.size


def rows_of(cards: int) -> int:
    """Return the number of rows for a hand on a small screen."""
    return 1 + (cards > ONE_ROW) + (cards > TWO_ROWS)


DONE = {"pass": say("passed"), "turn": say("turned")}
"""Labels on cards in the trick that were moved with a special verb."""


def note_of(move: Move) -> Text:
    """Return the label on a card in the trick that was moved with a verb other than "play"; empty for a plain play."""
    return message.NOTHING if move.verb == "play" else DONE.get(move.verb) or imperative_phrase(move.verb)


def _first_name(first: Text) -> Html:
    """Return a player's first name, in front of the seat's name. Screen readers read it at the player's head."""
    return el("span", {"class": "fs-first", "aria-hidden": "true"}, first, el("i", None, " · "))


def _chip() -> Html:
    """Return the dealer's chip."""
    return el("b", {"class": "fs-chip", "title": say("dealer"), "role": "img", "aria-label": say("dealer")},
              declared("D", "dealer"))


def badge(told: Text) -> SeatBadge:
    """Return a badge that is only a text."""
    return SeatBadge(el("em", None, told), told, told)


def _sign(tag: str, kind: str, told: Text, shown: Text, *html: Child) -> SeatBadge:
    """Return a badge; ``told`` is its text for screen readers, ``html`` its content unless that is the text ``shown``."""
    inside = html or (shown,)
    return SeatBadge(el(tag, {"class": kind, "role": "img", "aria-label": told, "title": told}, *inside), told, shown)


def phrase(remark: Remark) -> Html:
    """Return the text of a remark as an element with its language."""
    return el("q", {"lang": remark.language or None}, escape(remark.phrase))


def takers(game: Game[Position], winners: Mapping[str, int]) -> Text:
    """Return a phrase for the winners of a trick: ``West``, or ``West ({R}) and South ({G})`` if colours are won separately."""
    taken = {seat: [suit_mark(colour) for colour, taker in winners.items() if colour and taker == seat]
             for seat in winners.values()}
    return all_of(_taker(game.table.called(seat), colours) for seat, colours in taken.items())


def _taker(seat: Text, colours: Sequence[Text]) -> Text:
    return say("{seat} ({colours})", seat=seat, colours=all_of(colours)) if colours else seat
