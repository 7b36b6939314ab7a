"""Tests that the testing kit detects defects: a game that breaks a clause of the contract fails that clause."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator
from typing import Any, ClassVar

import pytest

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import EventSink, Line, ignore_events
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.field_types import NUMBER, PILE, SUIT_SET, BySeat, Nullable, Number
from rules_engine.core.positions.position import field
from rules_engine.games import known_games, make_game
from rules_engine.games.snakebit import Snakebit, SnakebitPosition, heuristics
from rules_engine.games.snakebit.cards import NUMBER_CARDS
from rules_engine.narration.narrator import narrator_for
from rules_engine.narration.phrasebook import SideTotal
from rules_engine.testing.bots_and_solver import heuristics_change_no_answer
from rules_engine.testing.hands import ENDS, endings, over
from rules_engine.testing.matches import matches_end_and_add_up, the_number_of_the_hand_is_kept
from rules_engine.testing.moves import (
    a_move_leaves_the_position_before_it,
    every_refusal_has_a_rule_and_words,
    legal_is_what_no_rule_forbids,
    nobody_moves_once_it_is_over,
    suits_are_those_to_follow,
    who_is_to_act_can,
)
from rules_engine.testing.referee import fields_change_only_what_they_matter_for
from rules_engine.testing.sentences import every_rule_has_words, standing_agrees_with_the_score_at_the_end
from rules_engine.testing.setups import a_setup_without_leader_has_the_rules, the_same_seed_deals_the_same

Clause = Callable[[Game[Any]], None]


class LaxSnakebit(Snakebit):
    """A game in which moves that its rules forbid are legal."""

    def legal(self, position: SnakebitPosition) -> list[Move]:
        """Return every candidate, legal or not."""
        return self.candidates(position)


class StuckSnakebit(Snakebit):
    """A game without legal moves."""

    def legal(self, position: SnakebitPosition) -> list[Move]:
        """Return no move."""
        return []


class Unnumbered(SnakebitPosition):
    """A position whose setups don't contain the hand's number in the match."""

    number: int = field(Number(least=1, blank=1), fact=False)


class UnnumberedSnakebit(Snakebit):
    """A game that loses the hand's number when a position is saved."""

    positions = Unnumbered


class ShrinkingSnakebit(UnnumberedSnakebit):
    """A game in which each hand has one card fewer per player."""

    def deal_out(self, position: SnakebitPosition, seed: int) -> None:
        """Deal fewer cards the later the hand is in the match."""
        super().deal_out(position, seed)
        size = len(NUMBER_CARDS) // self.table.size
        position.hands = [hand[:max(1, size + 1 - position.number)] for hand in position.hands]


class Listing(SnakebitPosition):
    """A position with a list that is shared between copies, and another list that is None at first."""

    seen: list[list[Card]] = field(BySeat(PILE), fact=False, shared=True)
    last: list[int] | None = field(Nullable(BySeat(NUMBER)), fact=False)


class SharingSnakebit(Snakebit):
    """A game that modifies a list that belongs to the previous position too."""

    positions = Listing
    changed = "seen"

    def advance(self, position: SnakebitPosition, move: Move, note: EventSink = ignore_events) -> None:
        """Modify a list, then play the card."""
        assert isinstance(position, Listing)
        if self.changed == "seen":
            position.seen[position.actor].append(move.played)
        else:
            position.last = position.last or [0] * 4
            position.last[position.actor] += 1
        super().advance(position, move, note)


class Careless(SnakebitPosition):
    """A position that declares broken suits not to matter for anything."""

    broken: frozenset[str] = field(SUIT_SET, settable=True, matters_for=())


class Misspelt(SnakebitPosition):
    """A position with a field that matters for an answer that the referee doesn't give."""

    broken: frozenset[str] = field(SUIT_SET, settable=True, matters_for=("leads",))


class ScorelessSnakebit(Snakebit):
    """A game whose score sheet has no line for a hand."""

    __module__ = Snakebit.__module__

    def score(self, position: SnakebitPosition) -> list[Line]:
        """Return no line."""
        return []


class EndlessSnakebit(Snakebit):
    """A game with a variant that none of the rules about the end of a match names."""

    __module__ = Snakebit.__module__
    variants: ClassVar = {**Snakebit.variants, "open-trumps": "Open trumps"}


def test_a_variant_in_which_no_match_ends_is_reported() -> None:
    game: Game[Any] = EndlessSnakebit("open-trumps")
    message = r"in the variant 'open-trumps' .* no match ends.*: game-end has variants=\['standard'\], six-hands has"
    with pytest.raises(AssertionError, match=message):
        matches_end_and_add_up(game)


@pytest.mark.parametrize("changed", ["seen", "last"])
def test_a_list_that_the_position_before_has_too_is_told(changed: str) -> None:
    sharing = SharingSnakebit()
    sharing.changed = changed
    game: Game[Any] = sharing
    with pytest.raises(AssertionError, match=f"changes {changed} of the position before it, too"):
        a_move_leaves_the_position_before_it(game)


@pytest.mark.parametrize(("positions", "problem"), [
    (Careless, "broken isn't declared to matter for 'lead', but decides it in 'play'"),
    (Misspelt, "broken matters for {'leads'}, but a field can matter for winner, points, lead, follow, play, over")])
def test_a_field_that_matters_for_more_than_it_declares_is_told(positions: type[SnakebitPosition], problem: str) -> None:
    kind = type("DeclaringSnakebit", (Snakebit,), {"positions": positions, "__module__": Snakebit.__module__})
    with pytest.raises(AssertionError, match=re.escape(problem)):
        fields_change_only_what_they_matter_for(kind())


def test_a_hand_without_a_line_on_its_sheet_is_told() -> None:
    game: Game[Any] = ScorelessSnakebit()
    with pytest.raises(AssertionError, match=r"a hand has no line on its sheet: .* a line of zeros"):
        matches_end_and_add_up(game)


class RestlessSnakebit(Snakebit):
    """A game in which a legal move remains after the end of one hand."""

    __module__ = Snakebit.__module__

    restless: list[int]
    """The totals at the end of that hand."""

    def legal(self, position: SnakebitPosition) -> list[Move]:
        """At the end of that hand, return the play of a card that nobody holds."""
        again = position.to_act is None and position.totals == self.restless
        return [self.notation.read_move("2MK")] if again else super().legal(position)


class StaleSnakebit(Snakebit):
    """A game that deals the same cards in every hand after the first."""

    __module__ = Snakebit.__module__

    def deal_out(self, position: SnakebitPosition, seed: int) -> None:
        """Use the seed in the first hand only."""
        super().deal_out(position, seed if position.number == 1 else 0)


class HoldingSnakebit(Snakebit):
    """A game whose rules and setups disagree about the leader of later hands."""

    __module__ = Snakebit.__module__

    def first_turn(self, position: SnakebitPosition) -> None:
        """Make the dealer lead in the second hand."""
        super().first_turn(position)
        if position.number == 2:
            position.leader = position.to_act = position.dealer


class AllAlike(heuristics.heuristics):
    """Solver heuristics that treat all cards as equivalent."""

    def alike(self) -> dict[Card, Hashable]:
        """Declare all cards equivalent."""
        return dict.fromkeys(self.game.pack.cards, 0)


class TooTight(heuristics.heuristics):
    """Solver heuristics whose upper bound for the remaining gain is one too low."""

    def left(self, position: SnakebitPosition, held: int, counted: int) -> tuple[int, int]:
        """Return bounds that are one too low."""
        least, most = super().left(position, held, counted)
        return min(least, most - 1), most - 1


@pytest.mark.parametrize("tried", [AllAlike, TooTight])
def test_heuristics_that_change_an_answer_are_told(tried: type[heuristics.heuristics], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heuristics, "heuristics", tried)
    message = r"the solver says .* a search without heuristics .*: look at the heuristics in heuristics\.py"
    with pytest.raises(AssertionError, match=message):
        heuristics_change_no_answer(make_game("snakebit"))


@pytest.mark.parametrize("game_id", known_games())
def test_there_are_endings_to_compare_heuristics_with(game_id: str) -> None:
    """Without endings to solve, a game with any heuristics would pass the clause."""
    assert any(position.trick for position in endings(make_game(game_id), hands=30))


def test_endings_begin_with_a_trick_too() -> None:
    assert any(not position.trick for position in endings(Snakebit()))


def test_a_standing_that_differs_from_the_score_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def tricks(position: SnakebitPosition) -> Iterator[SideTotal]:
        return (SideTotal((seat,), number) for seat, number in enumerate(position.tricks))

    monkeypatch.setattr(narrator_for(Snakebit()).words, "about_sides", tricks)
    with pytest.raises(AssertionError, match=r"words\.standing returns \d points, but the score is -?\d"):
        standing_agrees_with_the_score_at_the_end(make_game("snakebit"))


def test_a_standing_is_held_against_no_score_that_a_bid_decides() -> None:
    game = make_game("double-king-pedro")
    ends = [over(game, seed) for seed in ENDS]
    assert any([stand.number for stand in narrator_for(game).side_totals(end)] != end.hand_score for end in ends)
    standing_agrees_with_the_score_at_the_end(game)


@pytest.mark.parametrize("seed", ENDS)
def test_more_than_one_end_is_looked_at(seed: int) -> None:
    restless = RestlessSnakebit()
    restless.restless = over(Snakebit(), seed).totals
    assert restless.restless not in [over(Snakebit(), other).totals for other in ENDS if other != seed]
    game: Game[Any] = restless
    with pytest.raises(AssertionError):
        nobody_moves_once_it_is_over(game)


@pytest.mark.parametrize(("wrong", "clause"), [
    (StaleSnakebit(), the_same_seed_deals_the_same), (HoldingSnakebit(), a_setup_without_leader_has_the_rules)],
    ids=["the deal", "who leads"])
def test_more_than_the_first_hand_is_looked_at(wrong: Game[Any], clause: Clause) -> None:
    with pytest.raises(AssertionError):
        clause(wrong)


def test_a_rule_that_never_says_a_word_is_told_how_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Snakebit()
    monkeypatch.delitem(narrator_for(game).words.events, "break")
    with pytest.raises(AssertionError, match=r"break never says a word.*words\.permits.*words\.happened.*words\.line"):
        every_rule_has_words(game)


@pytest.mark.parametrize("asks", [UnnumberedSnakebit("poison-nonesuch"), ShrinkingSnakebit()], ids=["the end", "the deal"])
def test_a_game_that_loses_the_number_it_asks_for_is_told(asks: Game[Any]) -> None:
    with pytest.raises(AssertionError, match="number: int = field"):
        the_number_of_the_hand_is_kept(asks)


@pytest.mark.parametrize("game_id", ["double-knot", "double-king-pedro"])
def test_a_suit_that_the_rules_do_not_follow_is_told(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game(game_id)
    monkeypatch.setattr(type(game), "suit_of", Game.suit_of)
    with pytest.raises(AssertionError, match=r"doesn't follow .*: override suit_of"):
        suits_are_those_to_follow(game)


@pytest.mark.parametrize(("kind", "clause"), [
    (LaxSnakebit, legal_is_what_no_rule_forbids), (StuckSnakebit, who_is_to_act_can)])
def test_what_is_legal_must_be_what_the_rules_leave(kind: type[Snakebit], clause: Clause) -> None:
    with pytest.raises((AssertionError, IndexError)):
        clause(kind())


@pytest.mark.parametrize(("silent", "clause"), [
    ("follow-suit", every_rule_has_words), ("break", every_rule_has_words), ("unbroken", every_rule_has_words),
    ("follow-suit", every_refusal_has_a_rule_and_words)])
def test_a_rule_without_words_fails(silent: str, clause: Clause, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Snakebit()
    words = narrator_for(game).words
    for said in (words.refusals, words.permissions, words.events):
        if silent in said:
            monkeypatch.delitem(said, silent)
    with pytest.raises((AssertionError, LookupError)):
        clause(game)
