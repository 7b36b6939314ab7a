"""The game class for Knüffeln: its declarations, and the start of a deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rules_engine.core.game.setup_checks import SetupReader
from rules_engine.core.game.trick_game import TrickGame
from rules_engine.core.model.cards import FACE_DOWN, Card
from rules_engine.core.model.events import ignore_events
from rules_engine.core.model.packs import FRENCH
from rules_engine.games.knueffeln import rules
from rules_engine.games.knueffeln.cards import FACE_DOWN_LEAD, HAND_SIZE, PLAYERS, SUITED
from rules_engine.games.knueffeln.course import COURSE
from rules_engine.games.knueffeln.position import POSITIONS, FivePlayersPosition, KnueffelnPosition
from rules_engine.games.knueffeln.setup import BEFORE_PLAY, settle
from rules_engine.games.knueffeln.terms import TERMS


class Knueffeln(TrickGame[KnueffelnPosition]):
    """The game of Knüffeln. The package's docstring has its source and the modelling decisions."""

    id = "knueffeln"
    name = "Knüffeln"
    pack = FRENCH
    variants: ClassVar = {"bohmstedt": "Bohmstedt", "hattstedt": "Hattstedt",
                          "bernhard-1924": "Bernhard, 1924", "gruenberg-1938": "Grünberg, 1938"}
    player_counts = (4, 5)
    phases = ("solo", "take-ole", "take-turnup", "play", "answer", "jann", "over")
    forms: ClassVar = {
        "solo": ("solo", "sit out"), "take-ole": ("take CARD for CARD", "pass"),
        "take-turnup": ("take CARD for CARD", "pass"), "play": ("CARD", "turn CARD"), "answer": ("see", "run"),
        "jann": ("claim", "CARD", "turn CARD"),
    }
    book = rules.book
    minutes = 3
    mechanisms = ("partners", "exchange", "no duty to follow", "stakes", "talk")
    goals = (rules.DEAL, rules.MARCH)
    units: ClassVar = {variant: terms.unit for variant, terms in TERMS.items()}
    variant_players: ClassVar = {"hattstedt": (4,), "bernhard-1924": (4,), "gruenberg-1938": (4,)}
    course = COURSE

    @property
    def positions(self) -> type[KnueffelnPosition]:
        """The position class for the variant, with the variant's terms and, for the ladder, its rungs, or for five players."""
        return FivePlayersPosition if self.table.size > PLAYERS else POSITIONS[self.variant]

    def dealt_cards(self) -> Sequence[Card]:
        """Return the 48 cards: no Joker and, depending on the variant, no Fives or no Tens."""
        return [card for card in SUITED if card.rank != self.positions.terms.missing]

    def hand_size(self) -> int:
        """Return 9, the number of cards in a hand."""
        return HAND_SIZE

    def score_sides(self) -> list[tuple[int, ...]]:
        """Return the sides that score: each seat alone, or on the ladder the two sides."""
        return [(0, 2), (1, 3)] if self.positions.terms.ladder else [(seat,) for seat in self.table.seats]

    def sides(self, position: KnueffelnPosition) -> list[tuple[int, ...]]:
        """Return the partners, or the soloist and all opponents; an empty list while the dealer in a game for five decides."""
        return position.sides

    def deal_out(self, position: KnueffelnPosition, seed: int) -> None:
        """Deal the cards, and turn up two suits."""
        rules.deal(position, self.shuffled(self.deck, seed, position.number))
        rules.turn_up(position)

    def resume(self, position: KnueffelnPosition, given: SetupReader) -> None:
        """Resume the exchanges, an unanswered face-down lead, a Jann, the trick on the table, or a lead."""
        settle(position, given, self.notation)
        if given.problems:
            return
        if position.phase != "play" or position.void:
            self.go_on(position, ignore_events)
        elif not position.trick and not position.can_lead:
            position.to_act = None

    def suit_of(self, position: KnueffelnPosition, card: Card) -> str:
        """Return the printed suit, or an empty string for an Ole."""
        return "" if card in rules.OLEN else card.suits

    # ---- visible and known cards

    def surely_holds(self, position: KnueffelnPosition) -> dict[int, list[Card]]:
        """Return the card required for an exchange, by the seat that is asked about it."""
        if position.to_act is None or position.phase not in ("take-ole", "take-turnup"):
            return {}
        olen = position.phase == "take-ole"
        return {position.to_act: [rules.price_of(position, position.ole_on_offer) if olen else rules.trading(position)]}

    def cannot_hold(self, position: KnueffelnPosition, seat: int | None) -> list[Card]:
        """Return the Tens that nobody was asked to exchange. After play has begun, nobody can hold these, except a soloist."""
        asked = position.phase in BEFORE_PLAY
        return [] if asked or seat is None or seat == position.soloist else rules.on_trade(position)

    def hide(self, seen: KnueffelnPosition, seat: int) -> None:
        """Hide the stock, except for cards that were shown or that the dealer looked at. Hide a face-down lead from all except
        its leader."""
        super().hide(seen, seat)
        visible = rules.seen_in_stock(seen, seat)
        seen.stock = [card if card in visible else FACE_DOWN for card in seen.stock]
        if seen.turned and seat != seen.leader:
            seen.trick = [FACE_DOWN_LEAD.laid[laid.seat] for laid in seen.trick]
