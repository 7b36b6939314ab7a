"""Sessions of any length, found by Hypothesis: legal and illegal moves, undo, save and restore, hints, the next hand.

Whatever a reader does in whatever order, no card is made or lost, a refused move changes nothing, a position once
reached stays as it was, a save brings the same facts back, and the sheet adds up. A longer search than that of every day:

    FOLLOWSUIT_LONG=1 pytest tests/contract/test_sessions.py
"""

from __future__ import annotations

import os
import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from rules_engine.api.saves import read_save, write_save
from rules_engine.api.session import begin_session
from rules_engine.bots.sampling_bot import SamplingBot
from rules_engine.core.game.game import Game
from rules_engine.core.game.setups import facts_of
from rules_engine.core.model.cards import Card
from rules_engine.core.model.rules import MoveRefused
from rules_engine.games import known_games
from rules_engine.testing import every_game

LONG = bool(os.environ.get("FOLLOWSUIT_LONG"))
SETTINGS = settings(max_examples=150 if LONG else 20, stateful_step_count=50 if LONG else 30, deadline=None,
                    suppress_health_check=list(HealthCheck))
ASIDE = ("kitty", "stock", "turnups", "set_aside")
"""Where games lay cards beside hands and trick."""
LOTS = st.integers(0, 10**6)


def cards_of(position: Any) -> Counter[Card]:
    """Every card that is still in the game: in hands, on the table, or laid aside."""
    found: Counter[Card] = Counter(card for hand in position.hands for card in hand)
    found.update(laid.move.card for laid in position.trick)
    for place in ASIDE:
        found.update(getattr(position, place, ()))
    return found


class Sitting(RuleBasedStateMachine):
    """One reader's hands of one game; ``games`` are its variants with every number of players."""

    games: list[Game[Any]]

    @initialize(choice=LOTS, seed=LOTS)
    def sit_down(self, choice: int, seed: int) -> None:
        self.game = self.games[choice % len(self.games)]
        self.session = begin_session(self.game, {"seed": seed}, None)
        if isinstance(self.session.bot, SamplingBot):   # a game without a bot of its own: its moves take long, and any will do
            self.session = self.session.against("random")
        self.totals = [0] * len(self.game.score_names)
        self.noted = [self.told()]

    def told(self) -> dict[str, Any]:
        return facts_of(self.game, self.session.position)

    def move(self, text: str) -> None:
        before = self.session.position
        self.session = self.session.play(text)
        self.noted.append(self.told())
        self.watch_cards(before, text)

    def watch_cards(self, before: Any, text: str) -> None:
        """No card comes from nowhere, and none goes but with its trick, by its own move,
        thrown in by a seat that is out, or at the end of a hand."""
        after = self.session.position
        had, has = cards_of(before), cards_of(after)
        assert not has - had, f"{text} made {has - had}"
        if not after.hand_over:
            move = self.game.notation.read_move(text)
            gone = had - has
            if after.last_trick is not None and after.last_trick is not before.last_trick:
                gone -= Counter(laid.card for laid in after.last_trick.laid)
            for seat in getattr(after, "out", frozenset()) - getattr(before, "out", frozenset()):
                gone -= Counter(before.hands[seat])
            own = {move.card, move.other} if before.phase != "play" else set()
            assert set(gone) <= own, f"{text} lost {gone}"

    # ---- what a reader does

    @precondition(lambda self: not self.session.position.hand_over)
    @rule(lot=LOTS)
    def play_a_card(self, lot: int) -> None:
        legal = self.game.legal(self.session.position)
        self.move(legal[lot % len(legal)].text)

    @precondition(lambda self: not self.session.position.hand_over)
    @rule(seed=LOTS, most=st.integers(1, 80))
    def play_on(self, seed: int, most: int) -> None:
        rng = random.Random(seed)
        for _ in range(most):
            if self.session.position.hand_over:
                break
            self.move(rng.choice(self.game.legal(self.session.position)).text)

    @rule(lot=LOTS)
    def try_what_is_not_allowed(self, lot: int) -> None:
        position, before = self.session.position, self.session
        moves = [move.text for move in self.game.candidates(position)] if position.to_act is not None else []
        moves += [card.text for card in self.game.pack] + ["pass", "bid 7", "no move at all", ""]
        wrong = [text for text in moves if not self.game.judge(position, text).legal]
        text = wrong[lot % len(wrong)]
        with pytest.raises(MoveRefused):
            self.session.play(text)
        assert self.session is before
        assert self.told() == self.noted[-1]

    @precondition(lambda self: not self.session.position.hand_over)
    @rule(lot=LOTS)
    def try_out_of_turn(self, lot: int) -> None:
        position = self.session.position
        other = (position.actor + 1 + lot % (self.game.table.size - 1)) % self.game.table.size
        with pytest.raises(MoveRefused):
            self.game.play(position, self.game.legal(position)[0], other)
        assert self.told() == self.noted[-1]

    @precondition(lambda self: self.session.moves)
    @rule()
    def undo(self) -> None:
        self.session = self.session.undo()
        self.noted.pop()
        assert self.told() == self.noted[-1]

    @rule()
    def save_and_restore(self) -> None:
        restored = read_save(write_save(self.session))
        assert [facts_of(restored.game, reached.position) for reached in restored.line] == self.noted
        assert write_save(restored) == write_save(self.session)
        self.session = replace(restored, seat=None)

    @precondition(lambda self: not self.session.position.hand_over)
    @rule()
    def ask_for_a_hint(self) -> None:
        choice = self.session.bot_choice()
        assert choice.move in self.game.legal(self.session.position)
        assert choice == self.session.bot_choice()
        assert self.told() == self.noted[-1]

    @precondition(lambda self: self.session.position.hand_over and not self.session.position.game_over)
    @rule(seed=LOTS)
    def deal_the_next_hand(self, seed: int) -> None:
        over = self.session.position
        self.totals = over.totals
        self.session = self.session.next_hand(seed)
        self.noted = [self.told()]
        assert self.session.position.dealer == self.game.next_dealer(over)
        assert cards_of(self.session.position).total() == cards_of(self.game.deal(seed, before=over)).total()

    # ---- what always holds

    @invariant()
    def no_card_is_in_two_places(self) -> None:
        assert max(cards_of(self.session.position).values(), default=1) == 1

    @invariant()
    def positions_stay_as_they_were(self) -> None:
        for reached, noted in zip(self.session.line[-3:], self.noted[-3:], strict=True):
            assert facts_of(self.game, reached.position) == noted

    @invariant()
    def the_sheet_adds_up(self) -> None:
        position, told = self.session.position, self.told()
        assert position.score == self.totals
        if position.hand_score is not None:
            assert list(told["score"].values()) == [
                before + now for before, now in zip(self.totals, position.hand_score, strict=True)]
            columns = zip(*(line.points for line in self.game.sheet(position)), strict=True)
            assert [sum(column) for column in columns] == position.hand_score

    @invariant()
    def what_this_game_owes(self) -> None:
        OWED.get(self.game.id, lambda position: None)(self.session.position)


def money_adds_up_to_nothing(position: Any) -> None:
    """What one purse pays another gets. Bernhard's ladders aren't purses: rungs are wiped off, and nobody pays."""
    if position.terms.ladder:
        return
    assert sum(position.totals) == 0
    assert sum(position.hand_score or ()) == 0


def a_hundred_points(position: Any) -> None:
    """A hand that is played out has given its two sides 100 points."""
    assert 0 <= sum(position.points) <= 100
    if position.hand_over and position.contract is not None:
        assert sum(position.points) == 100


OWED = {"knueffeln": money_adds_up_to_nothing, "double-king-pedro": a_hundred_points}


@pytest.mark.parametrize("game_id", known_games())
def test_a_sitting_of_any_length_keeps_to_the_contract(game_id: str) -> None:
    games = [game for game in every_game() if game.id == game_id]
    run_state_machine_as_test(type("Sitting", (Sitting,), {"games": games}), settings=SETTINGS)  # type: ignore[no-untyped-call]
