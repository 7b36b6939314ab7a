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
    player_counts = (4,)
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

    def hand_size(self) -> int:
        """Return 5, the number of cards in a hand."""
        return rules.HAND

    def score_sides(self) -> list[tuple[int, ...]]:
        """Return the sides: partners sit opposite each other."""
        return [(0, 2), (1, 3)]

    def blank(self) -> EuchrePosition:
        """Return a blank position with the target and the options."""
        position = super().blank()
        position.target = 21 if self.variant == "british" else 10
        position.orders_alone = self.options["partner-orders"] == "alone"
        position.may_defend = self.options["defend-alone"] == "allowed"
        return position

    def deal_out(self, position: EuchrePosition, seed: int) -> None:
        """Deal five cards each, and turn one up."""
        rules.deal(position, self.shuffled(self.deck, seed, "deal"))

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
            _check(given, position.phase == "order" and position.turned_up is None,
                   "in the phase order a card lies face up: give turned_up", "turned_up")

    def resume_over(self, position: EuchrePosition, given: SetupReader) -> None:
        """Score a finished hand read from a setup. Report contradictions about the maker and lone players."""
        thrown_in = position.passes == 8
        _check(given, position.maker is None and not thrown_in, "a hand that was played has a maker", "maker")
        _check(given, position.maker is not None and thrown_in, "trumps weren't made if all passed twice", "maker")
        _check(given, thrown_in and self.variant == "stick-the-dealer", "the dealer may not pass last", "passes")
        _check_alone(position, given)
        super().resume_over(position, given)


def _check(given: SetupReader, wrong: bool, what: str, key: str) -> None:
    if wrong:
        given.add_problem(what, key)


def _check_bidding(position: EuchrePosition, given: SetupReader, begun: bool) -> None:
    """Report contradictions about the maker, the passes, and lone players."""
    maker = position.maker
    _check(given, bool(rules.end(position)), f"with {max(position.score)} points a side has won, and no hand is dealt", "score")
    _check(given, bool(position.trump) != (maker is not None), "trumps have a maker: give maker and trump, or neither", "maker")
    _check(given, begun and maker is None, "trumps are made before this phase: give maker and trump", "maker")
    _check(given, position.passes == 8, "if all pass twice, the hand is thrown in and over", "passes")
    _check(given, position.phase == "name" and position.passes < 4, "in the phase name all four have passed", "passes")
    _check(given, position.turned_up is rules.JOKER and position.passes > 0, "with a Benny turned up nobody passes", "passes")
    _check_alone(position, given)


def _check_alone(position: EuchrePosition, given: SetupReader) -> None:
    """Report a seat that can't play or defend alone."""
    lone, against = position.alone, position.defends_alone
    defends = position.may_defend and lone is not None and against is not None and (against + lone) % 2 == 1
    _check(given, lone not in (None, position.maker), "only the maker plays alone", "alone")
    _check(given, against is not None and not defends,
           "only an opponent of a lone maker defends alone, with the option defend-alone: allowed", "defends_alone")
