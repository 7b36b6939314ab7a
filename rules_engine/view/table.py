"""The card table as HTML: what lies open, every seat with its cards, and the trick.

The DOM that the style sheet and the client rely on::

    div.fs-table[data-players][data-phase]         data-search-exclude: hands are no prose
      dl.fs-notices > div > dt, dd                 trump, contract, … (the game's notices)
      ul.fs-others > li.fs-seat[data-at][data-turn]    the other seats, clockwise from the reader's left
        p.fs-who  (b name, span.fs-chip dealer, span.fs-count)
        ul.fs-hand > li > span.fs-card
      ul.fs-talk > li[data-at] > details.fs-says > summary > b, q and p     what was just said, and what that means
      div.fs-trick[data-done]
        p.fs-trick-title
        ol.fs-laid-cards > li.fs-laid[data-at].fs-winning > span.fs-order, span.fs-card, span.fs-by, span.fs-as
      div.fs-seat.fs-own[data-at=0][data-turn]     the reader's seat
        p.fs-who, ul.fs-talk, ul.fs-hand[role=group] > li > button.fs-card[data-do][data-value] (or span)

``data-at`` counts seats clockwise from the reader's, 0 to n-1. Ids begin with the widget's id and are stable, so
that a changed table can be laid over the one before.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from rules_engine.core.cards import FACE_DOWN, Card, listed
from rules_engine.core.game import Game, View
from rules_engine.core.moves import Move
from rules_engine.core.position import Position
from rules_engine.core.talk import Remark
from rules_engine.core.telling import telling_of
from rules_engine.core.tricks import Laid
from rules_engine.view.face import card_classes, card_face, sentence, shown_card, suit_sign
from rules_engine.view.hand import sorted_hand
from rules_engine.view.html import Html, el, unseen


class Choice(NamedTuple):
    """What trying a card does: the moves it can be tried with, and whether any is legal."""

    moves: tuple[Move, ...]
    legal: bool


class Table:
    """One table to draw.

    ``choices`` makes the cards of the seat to act into buttons; ``bound`` outlines cards; ``remarks`` are shown where
    they were made. ``untold`` keeps quiet about who is winning the trick: that is what a question asks.
    """

    def __init__(self, view: View[Position], widget: str, choices: Mapping[Card, Choice] | None = None,
                 laid: Sequence[Laid] | None = None, bound: Collection[Card] = (), picked: Card | None = None,
                 remarks: Sequence[Remark] = (), untold: bool = False) -> None:
        self.view, self.widget, self.choices, self.bound, self.picked = view, widget, choices or {}, bound, picked
        self.remarks, self.untold = remarks, untold
        self.position = view.position
        self.game = view.game
        self.telling = telling_of(view.game)
        self.home = view.home
        last = self.position.last_trick
        self.done = laid is None and not self.position.trick and last is not None
        if laid is not None:
            self.laid: Sequence[Laid] = laid
        else:
            self.laid = last.laid if self.done and last is not None else self.position.trick

    def html(self) -> Html:
        """The whole table."""
        around = self.game.table.clockwise_from(self.home)
        return el("div", {"class": "fs-table", "id": f"{self.widget}-table", "data-players": self.game.table.size,
                          "data-phase": self.position.phase, "data-search-exclude": True},
                  self.notices(),
                  el("ul", {"class": "fs-others", "aria-label": "The other players"},
                     [self.seat(seat, "li") for seat in around[1:]]),
                  self.talk(around[1:]), self.trick(), self.seat(self.home, "div"))

    def notices(self) -> Html:
        """What lies open to all beside the cards."""
        return el("dl", "fs-notices", [
            el("div", None, el("dt", None, label), el("dd", None, sentence(self.game.pack, told)))
            for label, told in self.telling.open(self.position)],
            _sides(self.telling.sides_tally(self.position)))

    def seat(self, seat: int, tag: str) -> Html:
        """One seat: who, what they have taken, and their cards."""
        own = " fs-own" if seat == self.home else ""
        turn = seat == self.position.to_act
        return el(tag, {"class": f"fs-seat{own}", "id": f"{self.widget}-seat-{seat}", "data-at": self.at(seat),
                        "data-turn": turn}, self.who(seat),
                        self.talk([seat]) if own else None, self.hand(seat))

    def who(self, seat: int) -> Html:
        """A seat's name with the dealer's chip, whose turn it is, and its tricks."""
        taken = self.telling.tally(self.position, seat)
        doing = "to play" if self.position.phase == "play" else "to act"
        return el("p", "fs-who", el("b", None, self.game.table.names[seat]),
                  el("span", "fs-chip", "dealer") if seat == self.position.dealer else None,
                  el("span", "fs-turn", doing) if seat == self.position.to_act else None,
                  el("span", "fs-count", taken) if taken else None)

    def talk(self, seats: Collection[int]) -> Html | None:
        """What these seats just said, as bubbles that open to the meaning."""
        said = [remark for remark in self.remarks if remark.seat in seats]
        bubbles = [el("li", {"data-at": self.at(remark.seat)}, el(
            "details", {"class": "fs-says", "id": f"{self.widget}-says-{remark.seat}-{place}"},
            el("summary", None, el("b", None, self.game.table.names[remark.seat]), ": ", phrase(remark)),
            el("p", None, remark.meaning))) for place, remark in enumerate(said)]
        return el("ul", {"class": "fs-talk", "aria-label": "What was said"}, bubbles) if bubbles else None

    def hand(self, seat: int) -> Html:
        """A seat's cards, as buttons where the reader may try them."""
        cards = sorted_hand(self.game, self.position, self.position.hands[seat])
        name = self.game.table.names[seat]
        if FACE_DOWN in cards:
            return el("ul", {"class": "fs-hand fs-hidden", "aria-label": f"{name} holds {_cards(len(cards))}"},
                      [el("li", {"aria-hidden": "true"}, el("span", "fs-card fs-down")) for _ in cards])
        active = seat == self.position.to_act and bool(self.choices)
        label = f"{name}'s hand, {_cards(len(cards))}"
        return el("ul", {"class": "fs-hand" + (" fs-active" if active else ""), "id": f"{self.widget}-hand-{seat}",
                         "role": "group" if active else None, "aria-label": label},
                  [el("li", {"role": "presentation"} if active else None, self.card(card, active)) for card in cards])

    def card(self, card: Card, active: bool) -> Html:
        """A card in an open hand."""
        marked = ["fs-bound"] if card in self.bound else []
        choice = self.choices.get(card) if active else None
        if choice is None:
            return shown_card(self.game.pack, card, *marked)
        moves = choice.moves
        one = len(moves) == 1
        marked += [] if choice.legal else ["fs-shut"]
        said = "playable" if choice.legal else "not playable now"
        return el("button", {
            "type": "button", "class": card_classes(card, *marked), "id": f"{self.widget}-card-{card.text}",
            "data-card": card.text,
            "data-do": "play" if one else "pick", "data-value": moves[0].text if one else card.text,
            "data-first": None if one else moves[0].text,
            "aria-disabled": None if choice.legal else "true", "tabindex": -1,
            "aria-expanded": None if one else ("true" if card is self.picked else "false"),
        }, card_face(self.game.pack, card), unseen(f"{card.full_name}, {said}"))

    def trick(self) -> Html:
        """What lies on the table, in the order played, and who is winning."""
        untold = self.untold or any(laid.move.card is FACE_DOWN for laid in self.laid)
        winners = self.game.winners(self.position, self.laid) if self.laid and not untold else {}
        title = "The last trick" if self.done else "The trick"
        taking = set(winners.values())
        verb = "took it" if self.done else "are winning" if len(taking) > 1 else "is winning"
        told = f"{title}: {takers(self.game, winners)} {verb}" if winners else title
        cards = [self.laid_card(place, laid, laid.seat in taking) for place, laid in enumerate(self.laid)]
        return el("div", {"class": "fs-trick", "id": f"{self.widget}-trick", "data-done": self.done},
                  el("p", "fs-trick-title", sentence(self.game.pack, told) if self.laid else "No card on the table yet"),
                  el("ol", "fs-laid-cards", cards) if cards else None)

    def laid_card(self, place: int, laid: Laid, winning: bool) -> Html:
        """One card of the trick, before the seat that played it."""
        name = self.game.table.names[laid.seat]
        suit = laid.move.suit
        as_suit = el("span", "fs-as", "as ", suit_sign(self.game.pack, suit), " ",
                     self.game.pack.suit_name(suit)) if suit else None
        verb = el("span", "fs-as", laid.move.verb) if laid.move.verb != "play" else None
        won = "took it" if self.done else "winning"
        return el("li", {"class": "fs-laid" + (" fs-winning" if winning else ""), "data-at": self.at(laid.seat),
                         "id": f"{self.widget}-laid-{laid.seat}"},
                  el("span", {"class": "fs-order", "aria-hidden": "true"}, str(place + 1)),
                  shown_card(self.game.pack, laid.move.played, *(["fs-bound"] if laid.move.card in self.bound else [])),
                  el("span", "fs-by", name), as_suit, verb,
                  el("span", "fs-won", won) if winning else None)

    def at(self, seat: int) -> int:
        """Places clockwise from the reader's seat."""
        return (seat - self.home) % self.game.table.size


def phrase(remark: Remark) -> Html:
    """The words of a remark, in their own language."""
    return el("q", {"lang": remark.language or None}, remark.phrase)


def takers(game: Game[Position], winners: Mapping[str, int]) -> str:
    """Who takes a trick: ``West``; ``West ({R}) and South ({G})`` where colours are won apart."""
    taken = {seat: [f"{{{colour}}}" for colour, taker in winners.items() if colour and taker == seat]
             for seat in winners.values()}
    return listed(game.table.names[seat] + (f" ({listed(colours)})" if colours else "") for seat, colours in taken.items())


def choices_for(view: View[Position]) -> dict[Card, Choice]:
    """What each card of the seat to act can be tried with, by the rules as that seat knows them."""
    game, position = view.game, view.position
    found: dict[Card, Choice] = {}
    if position.to_act is None or FACE_DOWN in position.hands[position.to_act]:
        return found
    legal = set(game.legal(position))
    for move in game.candidates(position):
        card = move.other or move.card
        if card is not None and card in position.hands[position.to_act]:
            known = found.get(card, Choice((), False))
            found[card] = Choice((*known.moves, move), known.legal or move in legal)
    return {card: _plainest(choice, legal) for card, choice in found.items()}


def _plainest(choice: Choice, legal: set[Move]) -> Choice:
    """A card that can be played or passed is simply played where it can't be passed, and the other way round."""
    allowed = tuple(move for move in choice.moves if move in legal)
    return Choice(allowed, True) if len(allowed) == 1 and len({move.verb for move in choice.moves}) > 1 else choice


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _sides(tally: str) -> Html | None:
    return el("div", None, el("dt", None, "So far"), el("dd", None, tally)) if tally else None
