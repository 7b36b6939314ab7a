"""A game's reference card: one small side of paper that the engine vouches for.

    section.fs-reference[data-game] > h2, p
      div > h3, table                       Ranking, Deal, Turn, Score: a row a rule, its label a link to the rule
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from rules_engine.core.cards import listed
from rules_engine.core.choices import every_choice
from rules_engine.core.game import Game
from rules_engine.core.happened import Line
from rules_engine.core.reference import Order, Reach, Reference, Row, Said, Worth, groups, reached
from rules_engine.core.rules import AnyRule
from rules_engine.core.telling import telling_of
from rules_engine.view.face import rank_sign, sentence, tag
from rules_engine.view.html import Child, Html, el
from rules_engine.view.links import Links
from rules_engine.view.signs import suit_colours

Part = Order | Reach | Said | Worth
NONE = "–"


def reference_html(kind: type[Game[Any]], reference: Reference, links: Links) -> Html:
    """The card of a game."""
    card = _Card(kind(), links)
    players = listed(map(str, kind.player_counts), "or")
    about = {"data-game": kind.id, "data-suit-colours": suit_colours(kind), "data-search-exclude": True}
    return el("section", {"class": "fs-reference", **about},
              el("header", None, el("h2", None, kind.name), el("p", None, f"{players} players")),
              card.block("Ranking", card.rows(reference.ranking)),
              card.block("Deal", card.rows(reference.deal), card.deals(kind, reference.dealt)),
              card.block("Your turn", card.rows(reference.turn)),
              card.block("Score", card.rows(reference.score)))


class _Card:
    """The card of a game in its usual variant, with links to its rules."""

    def __init__(self, game: Game[Any], links: Links) -> None:
        self.game, self.links, self.pack = game, links, game.pack

    def block(self, title: str, rows: Sequence[Html], before: Html | None = None) -> Html:
        return el("div", None, el("h3", None, title), before, el("table", "fs-lines", rows) if rows else None)

    def rows(self, parts: Iterable[Part]) -> list[Html]:
        """A row for each part; where several of one rule follow each other, its variants are named once."""
        return [row for rule, alike in groupby(parts, lambda part: part.rule) for place, part in enumerate(alike)
                for row in self._part(part, "" if place else only_in(self.game, rule))]

    def _part(self, part: Part, variants: str) -> list[Html]:
        if isinstance(part, Order):
            return [self._row(part.rule, row.label, variants, self._cards(row)) for row in part.rows]
        if isinstance(part, Reach):
            return [self._row(part.rule, part.label, variants, self._reached(part))]
        return [self._row(part.rule, part.label or self._label(part), variants, sentence(self.pack, part.text))]

    def _row(self, rule: AnyRule, label: str, variants: str, told: Child) -> Html:
        return el("tr", None, el("th", {"scope": "row"}, self._link(rule, label)),
                  el("td", None, [el("em", None, f"{variants}: ")] if variants else None, told))

    def _link(self, rule: AnyRule, label: str) -> Html:
        return el("a", {"href": self.links.rule(rule.id)}, sentence(self.pack, label))

    def _label(self, part: Said | Worth) -> str:
        if isinstance(part, Said):
            return part.rule.title
        return telling_of(self.game).label(Line(part.rule, tuple(0 for _ in self.game.score_sides()), part.word))

    def _cards(self, row: Row) -> Child:
        """The cards of a row, equal ones once."""
        if row.shown:
            return sentence(self.pack, row.shown)
        firsts = [group[0] for group in groups(self.game, row.cards)]
        if row.signs:
            return [tag(self.pack, card) for card in firsts]
        return el("b", "fs-ranks", " ".join(rank_sign(self.pack, card) for card in firsts))

    def _reached(self, reach: Reach) -> Html:
        """For each row the lowest card that still takes the trick."""
        lowest = [(row.label, reached(self.game, reach, row)[0]) for row in reach.rows]
        return el("ul", None, [el("li", None, f"{label} ", el("b", None, beaters[-1].rank if beaters else "none"))
                               for label, beaters in lowest])

    def deals(self, kind: type[Game[Any]], rule: AnyRule) -> Html:
        """The cards dealt to each number of players, each row from an actual deal; variants that deal alike share one."""
        told: dict[tuple[str, ...], None] = {}
        for game in every_choice(kind):
            options = [f"{value} {name}" for name, value in game.options.items() if value != game.option_values[name][0]]
            told[(", ".join([str(game.table.size), *options]), *dealt(game))] = None
        columns = zip(("Players", "Cards", "Each", "Left over"), *told, strict=True)
        head, *rows = zip(*[column for column in columns if {*column[1:]} != {NONE}], strict=True)
        return el("table", "fs-deals",
                  el("thead", None, el("tr", None, [el("th", {"scope": "col"}, self._link(rule, name)) for name in head])),
                  el("tbody", None, [el("tr", None, [el("td", None, cell) for cell in row]) for row in rows]))


def dealt(game: Game[Any]) -> tuple[str, str, str]:
    """The cards of the pack, those of each player, and those left over, in the engine's own deal."""
    hands = [len(hand) for hand in game.deal(1).hands]
    some = [size for size in hands if size]
    each = str(max(hands)) + (f" to {len(some)} players" if len(some) < len(hands) else "")
    return str(len(game.deck)), each, str(len(game.deck) - sum(hands) or NONE)


def only_in(game: Game[Any], rule: AnyRule) -> str:
    """The one variant that has a rule, or the one of several that lacks it; nothing where that takes more words."""
    has = [name.partition(":")[0] for variant, name in game.variants.items() if variant in rule.variants]
    lack = [name.partition(":")[0] for variant, name in game.variants.items() if variant not in rule.variants]
    if len(has) == 1:
        return has[0]
    return f"not {lack[0]}" if has and len(lack) == 1 else ""
