"""The game class for Hearts: its declarations, and how positions are read from setups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rules_engine.core.game.setup_checks import SetupReader
from rules_engine.core.game.trick_game import HandFlow, Stage, TrickGame
from rules_engine.core.model.cards import Card
from rules_engine.core.model.packs import FRENCH
from rules_engine.games.hearts import rules
from rules_engine.games.hearts.position import HeartsPosition

LEFT_OUT = {3: ("2D",), 4: (), 5: ("2D", "2C")}
"""The cards left out so that the pack can be dealt evenly, by number of players."""


class Hearts(TrickGame[HeartsPosition]):
    """The game of Hearts. The package's docstring has its sources and the modelling decisions."""

    id = "hearts"
    name = "Hearts"
    pack = FRENCH
    variants: ClassVar = {"standard": "standard", "omnibus": "Omnibus: the Jack of Diamonds", "no-passing": "without passing"}
    player_counts = (3, 4, 5)
    option_values: ClassVar = {"moon": ("add", "subtract"), "breaks": ("hearts", "hearts-or-queen")}
    option_words: ClassVar = {
        "moon": "A moon", "add": "adds 26 to the others", "subtract": "takes 26 off",
        "breaks": "Hearts are broken by", "hearts": "a heart", "hearts-or-queen": "a heart or the Queen of Spades",
        "add moon": "a moon adds 26 to the others", "subtract moon": "a moon takes 26 off",
        "hearts breaks": "a heart breaks hearts", "hearts-or-queen breaks": "the Queen of Spades breaks hearts too"}
    minutes = 50
    low_wins = True
    card_points: ClassVar = {"points": lambda position, card: rules.POINTS[card]}
    mechanisms = ("avoiding cards", "exchange")
    phases = ("pass", "play", "over")
    forms: ClassVar = {"pass": ("pass CARD",), "play": ("CARD",)}
    book = rules.book
    positions = HeartsPosition
    play_keys = ("leader", "trick", "tricks", "points", "broken")
    course = HandFlow(
        deal=rules.deal,
        before=[Stage(phase="pass", next_to_act=rules.passer, apply=rules.lay_down, on_end=rules.pick_up)],
        leader=rules.leader, played=rules.breaks, trick_winner=rules.winning, on_trick_taken=rules.take,
        over=rules.is_played_out, scores=[rules.score_hearts, rules.score_queen, rules.moon, rules.omnibus],
        next_dealer=rules.next_dealer, match_end=[rules.end])

    def dealt_cards(self) -> Sequence[Card]:
        """Return the pack without the Joker and the cards that can't be dealt evenly."""
        return [card for card in FRENCH if card.suits and card.text not in LEFT_OUT[self.table.size]]

    def surely_holds(self, position: HeartsPosition) -> dict[int, list[Card]]:
        """Return the lowest club, held by the leader of the first trick."""
        begins = position.phase == "play" and sum(map(len, position.hands)) == len(self.deck)
        return {position.actor: [position.lowest_club]} if begins else {}

    def resume(self, position: HeartsPosition, given: SetupReader) -> None:
        """Resume the passing if every hand is full or the setup says so, otherwise the play; report contradictions."""
        is_full = sum(map(len, (*position.hands, *position.passed))) + len(position.trick) == len(self.deck)
        if not given.has("opening"):
            position.opening = is_full and not any(position.tricks)
        position.queen = rules.queen_taker(position)
        if is_full or given.has("phase"):
            super().resume(position, given)
        else:
            self._resume_play(position, given)
        self._report_contradictions(position, given)

    def resume_over(self, position: HeartsPosition, given: SetupReader) -> None:
        """Score a finished hand read from a setup; report contradictions."""
        position.queen = rules.queen_taker(position)
        super().resume_over(position, given)
        self._report_contradictions(position, given)

    def _report_contradictions(self, position: HeartsPosition, given: SetupReader) -> None:
        """Report contradictions about the cards passed, the first trick and the Jack of Diamonds."""
        names, club, phase = self.table.names, position.lowest_club, position.phase
        for name, cards in zip(names, position.passed, strict=True):
            given.check(len(cards) <= rules.PASSED, f"{name} passes {rules.PASSED} cards, not {len(cards)}", "passed", name)
        given.check(phase == "pass" or not any(position.passed),
                    f"nothing is passed in the phase {phase} of a hand with passing: {position.passing}", "passed")
        given.check(not position.opening or not any(position.tricks), "a trick was taken: leave out opening", "opening")
        holder = next((seat for seat, hand in enumerate(position.hands) if club in hand), None)
        if holder is not None and phase == "play":
            if not position.opening:
                given.add_problem(
                    f"{club.text} is led to the first trick: say opening: true, or give {names[holder]} another card", "hands")
            elif position.leader != holder or position.trick:
                given.add_problem(f"{names[holder]} holds {club.text}, and so leads it", "trick" if position.trick else "leader")
        if position.jack is not None and not position.counts_jack:
            given.add_problem("the Jack of Diamonds counts only in the variant omnibus", "jack")
        elif position.jack is not None and rules.is_in_sight(position, rules.JACK):
            given.add_problem("the Jack of Diamonds hasn't been taken yet: leave out jack", "jack")
