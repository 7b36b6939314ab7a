"""A game's reference card, a summary of its rules on a small sheet of paper. The engine verifies its contents.

    section.fs-reference[data-game] > h2, p
      div > h3, table                       Ranking, Deal, Turn, Score: a row for each rule, with a link to it as the label
        tr[data-in]                         the variants that have the rule, unless all have it
      form.fs-card-print                    prints two cards on a sheet of A4, for one variant or for all
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from rules_engine.core.game.game import Game
from rules_engine.core.game.game_options import every_choice, option_named, unusual_options
from rules_engine.core.game.reference_card import Order, RankRow, Reach, Reference, Statement, Worth, groups, reached
from rules_engine.core.model.events import Line
from rules_engine.core.model.rules import AnyRule
from rules_engine.core.positions.position import Position
from rules_engine.html.card_html import rank_shown, sentence, tag
from rules_engine.html.elements import Child, Html, el
from rules_engine.html.links import Links
from rules_engine.html.signs import suit_colours
from rules_engine.narration.narrator import narrator_for
from rules_engine.text.message import NOTHING, Text, any_of, as_text, declared, joined, say

CardPart = Order | Reach | Statement | Worth
NONE = "–"


def reference_html(kind: type[Game[Position]], reference: Reference, links: Links) -> Html:
    """Return the reference card for a game."""
    card = _ReferenceCard(kind(), links)
    players = say("{n} players", n=any_of(kind.player_counts))
    about = {"data-game": kind.id, "data-suit-colours": suit_colours(kind), "data-search-exclude": True}
    return el("section", {"class": "fs-reference", **about},
              el("header", None, el("h2", None, kind.name), el("p", None, players)),
              card.block(say("Ranking"), card.rows(reference.ranking)),
              card.block(say("Deal"), card.rows(reference.deal), card.deals(kind, reference.dealt)),
              card.block(say("Your turn"), card.rows(reference.turn)),
              card.block(say("Score"), card.rows(reference.score)), _print_form(kind))


def _print_form(kind: type[Game[Position]]) -> Html:
    """Return the form that prints the card twice on a sheet, with a choice of the variant if the game has several."""
    versions = [el("option", {"value": variant}, declared(name.partition(":")[0])) for variant, name in kind.variants.items()]
    choice = el("label", None, say("Version"), " ", el("select", {"name": "version"}, el("option", {"value": ""}, say("all")),
                                                      versions)) if len(versions) > 1 else None
    return el("form", "fs-card-print", choice, el("button", {"class": "md-button"}, say("Print two on a sheet of A4")))


class _ReferenceCard:
    """The reference card for a game in its default variant, with links to the rules."""

    def __init__(self, game: Game[Position], links: Links) -> None:
        self.game, self.links, self.pack = game, links, game.pack

    def block(self, title: Text, rows: Sequence[Html], before: Html | None = None) -> Html:
        return el("div", None, el("h3", None, title), before, el("table", "fs-lines", rows) if rows else None)

    def rows(self, parts: Iterable[CardPart]) -> list[Html]:
        """Return the rows for all parts. Consecutive parts with the same rule name its variants only once."""
        return [row for rule, alike in groupby(parts, lambda part: part.rule) for place, part in enumerate(alike)
                for row in self._part(part, NOTHING if place else only_in(self.game, rule))]

    def _part(self, part: CardPart, variants: Text) -> list[Html]:
        if isinstance(part, Order):
            return [self._row(part.rule, row.label, variants, self._cards(row)) for row in part.rows]
        if isinstance(part, Reach):
            return [self._row(part.rule, part.label, variants, self._reached(part))]
        return [self._row(part.rule, part.label or self._label(part), variants, sentence(self.pack, part.text))]

    def _row(self, rule: AnyRule, label: Text, variants: Text, told: Child) -> Html:
        return el("tr", {"data-in": " ".join(sorted(rule.variants)) or None}, el("th", {"scope": "row"}, self._link(rule, label)),
                  el("td", None, [el("em", None, variants, ": ")] if variants else None, told))

    def _link(self, rule: AnyRule, label: Text) -> Html:
        return el("a", {"href": self.links.rule(rule.id)}, sentence(self.pack, label))

    def _label(self, part: Statement | Worth) -> Text:
        if isinstance(part, Statement):
            return part.rule.title
        return narrator_for(self.game).label(Line(part.rule, tuple(0 for _ in self.game.score_sides()), part.word))

    def _cards(self, row: RankRow) -> Child:
        """Return the cards in a row, one for each group of equally ranked cards."""
        if row.shown:
            return sentence(self.pack, row.shown)
        firsts = [group[0] for group in groups(self.game, row.cards)]
        if row.signs:
            return [tag(self.pack, card) for card in firsts]
        return el("b", "fs-ranks", [[" " if place else None, rank_shown(self.pack, card)] for place, card in enumerate(firsts)])

    def _reached(self, reach: Reach) -> Html:
        """Return a list with the lowest card in each row that still takes the trick."""
        lowest = [(row.label, reached(self.game, reach, row)[0][-1:]) for row in reach.rows]
        return el("ul", None, [
            el("li", None, label, " ", el("b", None, [rank_shown(self.pack, card) for card in beaters] or say("none")))
            for label, beaters in lowest])

    def deals(self, kind: type[Game[Position]], rule: AnyRule) -> Html:
        """Return a table of the cards dealt for each number of players, from actual deals. Choices with equal deals share a row,
        and a row names only the choices that change its deal."""
        told: dict[tuple[Text, ...], None] = {}
        deals = {_choice(game): dealt(game) for game in every_choice(kind)}
        for game in every_choice(kind):
            cards = deals[_choice(game)]
            choices = [option_named(kind, name, value) for name, value in unusual_options(game).items()
                       if deals.get(_choice(game, {name: kind.option_values[name][0]})) != cards]
            if deals.get(_choice(game, variant=next(iter(kind.variants))), cards) != cards:
                choices.append(declared(kind.variants[game.variant].partition(":")[0]))
            told[(joined([game.table.size, *choices], ", "), *cards)] = None
        columns = zip((say("Players"), say("Cards"), say("Each"), say("Left over")), *told, strict=True)
        head, *rows = zip(*[column for column in columns if {*column[1:]} != {NONE}], strict=True)
        return el("table", "fs-deals",
                  el("thead", None, el("tr", None, [el("th", {"scope": "col"}, self._link(rule, name)) for name in head])),
                  el("tbody", None, [el("tr", None, [el("td", None, cell) for cell in row]) for row in rows]))


def _choice(game: Game[Position], options: Mapping[str, str] | None = None, variant: str | None = None) -> tuple[object, ...]:
    """Return a key for a game's choice of players, variant and options, some of them replaced."""
    return game.table.size, variant or game.variant, *sorted({**game.options, **(options or {})}.items())


def dealt(game: Game[Position]) -> tuple[Text, Text, Text]:
    """Return the numbers of cards in the pack, in each hand and left over, as counted in an actual deal."""
    hands = [len(hand) for hand in game.deal(1).hands]
    some = [size for size in hands if size]
    each = as_text(max(hands))
    if len(some) < len(hands):
        each = say("{n} to {players} players", n=max(hands), players=len(some))
    return as_text(len(game.deck)), each, as_text(len(game.deck) - sum(hands) or NONE)


def only_in(game: Game[Position], rule: AnyRule) -> Text:
    """Return the name of the only variant with a rule, or "not" and the name of the only one without it; otherwise empty."""
    has = [name.partition(":")[0] for variant, name in game.variants.items() if variant in rule.variants]
    lack = [name.partition(":")[0] for variant, name in game.variants.items() if variant not in rule.variants]
    if len(has) == 1:
        return declared(has[0])
    return say("not {variant}", variant=declared(lack[0])) if has and len(lack) == 1 else NOTHING
