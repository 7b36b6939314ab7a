"""The fence ``pack``, which shows a pack of cards: ``decktet`` for large images of its cards, or a pack and a part, such as
``decktet meetings``.

The parts are ``fan``, ``suits``, ``meetings``, ``games``, ``print`` and ``ordinary``:

    ul.fs-faces > li[data-card] > svg.fs-face, b, span              each card with its name (without a part)
    div.fs-pack-fan > svg.fs-face                                   a few cards as a fan, for a link to the pack's page
    table.fs-legend                                                 the suits, with their numbers of cards
    fs-meetings > table.fs-meeting                                  the cards by rank and suit
      span.fs-meets[data-card | data-suit-of][data-met]             a button that shows the cards with a common suit
    table.fs-served                                                 the cards that each game needs
    fs-print                                                        see `print_cards`
    table.fs-ordinary                                               see `french_pack`
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from rules_engine.core.model.cards import Card, Pack
from rules_engine.core.model.errors import Problem
from rules_engine.games import game_class
from rules_engine.html.card_html import rank_shown, suit_named, tag
from rules_engine.html.elements import Html, el
from rules_engine.html.sprites import face_svg
from rules_engine.site.fences.packs.card_sets import CardSet, card_sets
from rules_engine.site.fences.packs.french_pack import ordinary_html
from rules_engine.site.fences.packs.print_cards import print_html
from rules_engine.site.fences.style_links import add_style_links as styles_of
from rules_engine.site.files.assets import packs_of
from rules_engine.site.files.sprites import greys_css
from rules_engine.site.model.page_contents import Fence, problem
from rules_engine.text.message import Text, all_of, as_text, capital, listed, say

PACK = "pack"
FANNED = 7
"""Number of cards in a fan."""


class PackPage(NamedTuple):
    """The data for rendering the parts of a pack's page.

    ``pack``   the pack
    ``sets``   the sets of cards that games need
    ``game``   a function that returns the URL of a game
    ``faces``  the folder with the images of the card faces, relative to the page
    ``dress``  the link to the style sheet
    """

    pack: Pack
    sets: Sequence[CardSet]
    game: Callable[[str], str]
    faces: str
    dress: Html

    def cards(self) -> Html:
        """Return large images of all cards, with their names."""
        return el("ul", {"class": "fs-faces", "data-search-exclude": True}, [
            el("li", {"data-card": card.text}, face_svg(self.pack, card, self.faces),
               el("b", None, capital(card.title or card.name)), el("span", None, card.name) if card.title else None)
            for card in self.pack])

    def fan(self) -> Html:
        """Return a fan of cards: high cards of each suit in turn, and a card without a suit if there is one."""
        letters = list(self.pack.suits)
        ranked = {letter: sorted(_of(self.pack, letter), key=lambda card: -card.value) for letter in letters}
        turns = [letters[place % len(letters)] for place in range(FANNED)]
        cards = dict.fromkeys(next(card for card in ranked[letter][place // len(letters):] if card.suits[0] == letter)
                              for place, letter in enumerate(turns))
        alone = [card for card in self.pack if not card.suits][:1]
        return Html(self.dress + el("div", {"class": "fs-pack-fan", "data-search-exclude": True}, [
            face_svg(self.pack, card, self.faces) for card in [*[*cards][:FANNED - len(alone)], *alone]]))

    def suits(self) -> Html:
        """Return a table of the suits: name, letter, number of cards, and number of cards on which the suit comes first.

        The last column is left out if no card has several suits.
        """
        several = _several(self.pack)
        heads = [say("Suit"), say("Its letter"), say("Cards"), *([say("As first suit")] if several else [])]
        return el("table", "fs-legend", el("thead", None, el("tr", None, [el("th", {"scope": "col"}, head) for head in heads])),
                  el("tbody", None, [el("tr", None, el("th", {"scope": "row"}, suit_named(self.pack, letter)), [
                      el("td", None, cell) for cell in self._about(letter, several)]) for letter in self.pack.suits]))

    def _about(self, letter: str, several: bool) -> list[Text]:
        first = sum(card.suits[0] == letter for card in self.pack if card.suits)
        return [Text(letter), as_text(len(_of(self.pack, letter))), *([as_text(first)] if several else [])]

    def meetings(self) -> Html:
        """Return a table of the cards by rank and suit. The page's script turns suits and cards into buttons."""
        pack = self.pack
        ranks = list(dict.fromkeys(card.rank for card in sorted(pack, key=lambda card: card.value) if card.suits))
        heads = [el("th", {"scope": "col"}, self._suit(letter)) for letter in pack.suits]
        others = [card for card in pack if not card.suits]
        rows = [el("tr", None, el("th", {"scope": "row"}, self._rank(rank)), [
            el("td", None, [self._card(card) for card in _of(pack, letter) if card.rank == rank]) for letter in pack.suits])
            for rank in ranks]
        rows += [el("tr", None, el("td"), el("td", {"colspan": len(pack.suits)}, map(self._card, others)))] if others else []
        return el("fs-meetings", {"class": "fs-meetings", "data-search-exclude": True}, self.dress,
                  el("table", "fs-meeting", el("thead", None, el("tr", None, el("td"), heads)), el("tbody", None, rows)),
                  el("p", {"class": "fs-met-told", "role": "status"}))

    def _rank(self, rank: str) -> Html:
        return el("span", None, rank_shown(self.pack, next(card for card in self.pack if card.rank == rank)))

    def _suit(self, letter: str) -> Html:
        met = _of(self.pack, letter)
        told = say("{suit}: {n} cards.", suit=self.pack.suit_name(letter), n=len(met))
        return _meets(suit_named(self.pack, letter), {"data-suit-of": letter}, met, told)

    def _card(self, card: Card) -> Html:
        by_suit = {letter: [each for each in _of(self.pack, letter) if each is not card] for letter in card.suits}
        met = [each for each in self.pack if any(each in cards for cards in by_suit.values())]
        parts = all_of(say("{count} of {suit}", count=len(cards), suit=self.pack.suit_name(letter))
                       for letter, cards in by_suit.items())
        told = (say("{card} shares a suit with {n} {n:card|cards}: {parts}.", card=card.full_name, n=len(met), parts=parts)
                if card.suits else say("{card} has no suit, and meets no card.", card=card.full_name))
        return _meets(tag(self.pack, card), {"data-card": card.text}, met, told)

    def games(self) -> Html:
        """Return a table of the cards that each game needs."""
        rows = [el("tr", None, el("th", {"scope": "row"}, el("a", {"href": self.game(each.game.id)}, each.called)),
                   el("td", None, as_text(len(each.cards))), el("td", None, self._without(each.cards)))
                for each in self.sets]
        heads = (say("For"), say("Cards"), say("Without"))
        return el("table", "fs-served", el("thead", None, el("tr", None, [el("th", {"scope": "col"}, head) for head in heads])),
                  el("tbody", None, rows))

    def _without(self, cards: Sequence[Card]) -> list[Html]:
        return [tag(self.pack, card) for card in self.pack if card not in cards]

    def print(self) -> Html:
        """Return the form for printing the cards."""
        return print_html(self.pack, self.sets, self.faces, self.dress)

    def ordinary(self) -> Html:
        """Return the table of substitutes from two ordinary packs."""
        return ordinary_html(self.pack)


PARTS: Mapping[str, Callable[[PackPage], Html]] = {
    "": PackPage.cards, "fan": PackPage.fan, "suits": PackPage.suits, "meetings": PackPage.meetings, "games": PackPage.games,
    "print": PackPage.print, "ordinary": PackPage.ordinary}


def pack_html(fence: Fence, path: str, games: Collection[str], game: Callable[[str], str], faces: str,
              dress: Html) -> tuple[Html | None, list[Problem]]:
    """Return the HTML of a fence on the page ``path``, or None and its problems.

    ``games`` are the site's games. `PackPage` describes ``game``, ``faces`` and ``dress``.
    """
    kinds = [game_class(each) for each in games]
    packs = {kind.pack.id: kind.pack for kind in kinds}
    name, _space, part = fence.body.strip().partition(" ")
    if fault := _fault(fence, name, part, packs):
        return None, [problem(path, fence.line, *fault)]
    sets = [each for kind in kinds if kind.pack.id == name for each in card_sets(kind)]
    return PARTS[part](PackPage(packs[name], sets, game, faces, dress)), []


def pack_styles(games: Collection[str]) -> bytes:
    """Return the style sheet for pages that show the packs of these games."""
    return styles_of("packs") + greys_css(packs_of(games)).encode()


def _fault(fence: Fence, name: str, part: str, packs: Mapping[str, Pack]) -> tuple[str, str] | None:
    if fence.words:
        return f"only the word {PACK} may follow the fence's backquotes or tildes", ""
    if name not in packs:
        return f"“{name}” is no pack that a game of this site is played with", f"there is {listed(packs, 'and')}"
    if part not in PARTS:
        return f"“{part}” is no part of a pack's page", f"write {listed(filter(None, PARTS), 'or')}, or nothing for all cards"
    if part == "ordinary" and not packs[name].look.ordinary:
        return f"nothing says which ordinary cards serve for those of {name}", "`ordinary` of the pack's look does"
    return None


def _meets(shown: Html, about: dict[str, str], met: Sequence[Card], told: Text) -> Html:
    return el("span", {"class": "fs-meets", **about, "data-met": " ".join(card.text for card in met), "data-told": told}, shown)


def _of(pack: Pack, letter: str) -> list[Card]:
    return [card for card in pack if letter in card.suits]


def _several(pack: Pack) -> bool:
    return any(len(card.suits) > 1 for card in pack)
