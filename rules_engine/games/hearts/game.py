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
    course = HandFlow(
        leader=rules.leader,
        trick_winner=rules.winning,
        scores=[rules.score_hearts, rules.score_queen, rules.moon, rules.omnibus],
        next_dealer=rules.next_dealer,
        match_end=[rules.end],
        played=rules.breaks,
        on_trick_taken=rules.take,
        over=rules.is_played_out,
        before=[Stage(phase="pass", next_to_act=rules.passer, apply=rules.lay_down, on_end=rules.pick_up)],
    )

    def dealt_cards(self) -> Sequence[Card]:
        """Return the pack without the Joker and the cards that can't be dealt evenly."""
        return [card for card in FRENCH if card.suits and card.text not in LEFT_OUT[self.table.size]]

    def blank(self) -> HeartsPosition:
        """Return a blank position with the settings of the variant and the options."""
        position = super().blank()
        position.passes, position.counts_jack = self.variant != "no-passing", self.variant == "omnibus"
        position.subtracts = self.options["moon"] == "subtract"
        position.queen_breaks = self.options["breaks"] == "hearts-or-queen"
        return position

    def deal_out(self, position: HeartsPosition, seed: int) -> None:
        """Deal out the pack."""
        rules.deal(position, self.shuffled(self.deck, seed, position.number))

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

    def begins_in_play(self, given: SetupReader) -> bool:
        """Return whether a setup without a phase begins in the play, because it contains facts about the play."""
        return super().begins_in_play(given) or given.has("points") or given.has("broken")

    def _report_contradictions(self, position: HeartsPosition, given: SetupReader) -> None:
        """Report contradictions about the cards passed, the first trick and the Jack of Diamonds."""
        names, club, passed, report = self.table.names, position.lowest_club, position.passed, given.add_problem
        for name, cards in zip(names, passed, strict=True):
            if len(cards) > rules.PASSED:
                report(f"{name} passes {rules.PASSED} cards, not {len(cards)}", "passed", name)
        if any(passed) and position.phase != "pass":
            report(f"nothing is passed in the phase {position.phase} of a hand with passing: {position.passing}", "passed")
        if position.opening and any(position.tricks):
            report("a trick was taken: leave out opening", "opening")
        holder = next((seat for seat, hand in enumerate(position.hands) if club in hand), None)
        if holder is not None and position.phase == "play":
            if not position.opening:
                report(f"{club.text} is led to the first trick: say opening: true, or give {names[holder]} another card", "hands")
            elif position.leader != holder or position.trick:
                report(f"{names[holder]} holds {club.text}, and so leads it", "trick" if position.trick else "leader")
        if position.jack is not None and not position.counts_jack:
            report("the Jack of Diamonds counts only in the variant omnibus", "jack")
        elif position.jack is not None and rules.is_in_sight(position, rules.JACK):
            report("the Jack of Diamonds hasn't been taken yet: leave out jack", "jack")
