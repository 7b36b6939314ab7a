"""The game class for Euchre: its declarations, and the start of a hand from a setup."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rules_engine.core.game.setup_checks import SetupReader
from rules_engine.core.game.trick_game import HandFlow, Stage, TrickGame
from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import ignore_events
from rules_engine.core.model.packs import FRENCH
from rules_engine.games.euchre import rules
from rules_engine.games.euchre.position import EuchrePosition

AFTER_BIDDING = ("alone", "defend", "discard", "play")


class Euchre(TrickGame[EuchrePosition]):
    """The game of Euchre. The package's docstring has its sources and the modelling decisions."""

    id, name, pack, two_colours = "euchre", "Euchre", FRENCH, True
    variants: ClassVar = {"standard": "to 10", "stick-the-dealer": "stick the dealer", "british": "British, with the Benny"}
    player_counts, cards_each = (4,), rules.HAND
    partner_variants: ClassVar = tuple(variants)
    option_values: ClassVar = {"pack": ("24", "32"), "partner-orders": ("free", "alone"), "defend-alone": ("barred", "allowed")}
    variant_options: ClassVar = {"british": {"pack": ("24",)}}
    option_words: ClassVar = {
        "24": "9 to Ace", "32": "7 to Ace", "32 pack": "32 cards", "partner-orders": "Dealer's partner orders up",
        "free": "Alone or not", "alone partner-orders": "the dealer's partner orders up alone", "defend-alone": "Defending alone",
        "allowed defend-alone": "with defending alone"}
    phases = ("benny", "order", "name", "alone", "defend", "discard", "play", "over")
    forms: ClassVar = {"benny": ("name SUIT",), "order": ("order up", "pass"), "name": ("name SUIT", "pass"),
                       "alone": ("alone", "together"), "defend": ("alone", "together"), "discard": ("discard CARD",),
                       "play": ("CARD",)}
    book = rules.book
    minutes = 20
    mechanisms = ("trumps", "partners", "exchange")
    positions = EuchrePosition
    course = HandFlow(
        deal=rules.deal, deal_purpose="deal",
        before=[Stage(phase="benny", next_to_act=rules.namer, apply=rules.speak),
                Stage(phase="order", next_to_act=lambda position: rules.turn(position) if position.passes < 4 else None,
                      apply=rules.speak, on_end=rules.turn_down),
                Stage(phase="name", next_to_act=rules.turn, apply=rules.speak),
                Stage(phase="alone", next_to_act=rules.asked, apply=rules.decide),
                Stage(phase="defend", next_to_act=rules.defender, apply=rules.decide, on_end=rules.take_up),
                Stage(phase="discard", next_to_act=rules.discarder, apply=rules.lay_away, extra_cards=1)],
        players=lambda position: position.playing, leader=rules.leader, trick_winner=rules.winning,
        over=lambda position: position.passes == 8 or not any(position.hands[seat] for seat in position.playing),
        scores=[rules.sheet], next_dealer=rules.next_dealer, match_end=[rules.end])

    def dealt_cards(self) -> Sequence[Card]:
        """Return the cards from the Nine up, or from the Seven up, and in the British game the Joker."""
        lowest = 9 if self.options["pack"] == "24" else 7
        return [card for card in FRENCH if card.value >= lowest or (card is rules.JOKER and self.variant == "british")]

    def suit_of(self, position: EuchrePosition, card: Card) -> str:
        """Return the suit to which a card belongs: the bowers and the Benny are trumps."""
        return rules.suit(position, card)

    def resume(self, position: EuchrePosition, given: SetupReader) -> None:
        """Resume the bidding or, if trumps are made, the discard or the play. Report contradictions."""
        rules.turn_down(position, ignore_events)
        if position.phase == "name" and not given.has("passes"):
            position.passes = 4
        begun = position.phase in AFTER_BIDDING or (not given.has("phase") and self.begins_in_play(given))
        _check_bidding(position, given, begun)
        if position.maker is not None and not given.has("phase"):
            position.phase = "discard"
        if not given.problems:
            super().resume(position, given)
            given.check(position.phase != "order" or position.turned_up is not None,
                        "in the phase order a card lies face up: give turned_up", "turned_up")

    def resume_over(self, position: EuchrePosition, given: SetupReader) -> None:
        """Score a finished hand read from a setup. Report contradictions about the maker and lone players."""
        made, thrown_in = position.maker is not None, position.passes == 8
        given.check(made or thrown_in, "a hand that was played has a maker", "maker")
        given.check(not made or not thrown_in, "trumps weren't made if all passed twice", "maker")
        given.check(not thrown_in or self.variant != "stick-the-dealer", "the dealer may not pass last", "passes")
        _check_alone(position, given)
        super().resume_over(position, given)


def _check_bidding(position: EuchrePosition, given: SetupReader, begun: bool) -> None:
    """Report contradictions about the maker, the passes, and lone players."""
    made, passes = position.maker is not None, position.passes
    given.check(not rules.end(position), f"with {max(position.score)} points a side has won, and no hand is dealt", "score")
    given.check(bool(position.trump) == made, "trumps have a maker: give maker and trump, or neither", "maker")
    given.check(made or not begun, "trumps are made before this phase: give maker and trump", "maker")
    given.check(passes < 8, "if all pass twice, the hand is thrown in and over", "passes")
    given.check(passes >= 4 or position.phase != "name", "in the phase name all four have passed", "passes")
    given.check(not passes or position.turned_up is not rules.JOKER, "with a Benny turned up nobody passes", "passes")
    _check_alone(position, given)


def _check_alone(position: EuchrePosition, given: SetupReader) -> None:
    """Report a seat that can't play or defend alone."""
    lone, against = position.alone, position.defends_alone
    defends = position.may_defend and lone is not None and against is not None and (against + lone) % 2 == 1
    given.check(lone in (None, position.maker), "only the maker plays alone", "alone")
    given.check(against is None or defends,
                "only an opponent of a lone maker defends alone, with the option defend-alone: allowed", "defends_alone")
