"""Contract clauses for scores: score sheets, matches, the next dealer, and the numbers that players count at a real table."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

from rules_engine.core.game.game import Game, lowest
from rules_engine.core.game.score_form import Points, counted_hands, counting_of
from rules_engine.core.game.setups import read_setup, write_match, write_setup
from rules_engine.core.game.trick_game import TrickGame
from rules_engine.core.model.events import Event, Line
from rules_engine.core.model.rules import AnyRule
from rules_engine.core.positions.position import Position
from rules_engine.narration.narrator import narrator_for
from rules_engine.testing.hands import HANDS
from rules_engine.testing.sentences import all_told

P = TypeVar("P", bound=Position)
MATCHES = (1, 2)
"""Seeds of the matches that are played."""
LONGEST_MATCH = 200
"""Maximum number of hands in a match. With random moves some matches would not end within ten times as many."""


def matches_end_and_add_up(game: Game[Position]) -> None:
    """Check that the lines of a score sheet add up to the hand's points, that the points add up to the totals, and that a
    finished match has a winner, with the lowest total if ``low_wins`` is set. If any variant has a rule about the end of a match,
    every variant must have one."""
    _variant_has_ending(game)
    for seed in MATCHES:
        _match_adds_up(game, seed)


def _variant_has_ending(game: Game[Position]) -> None:
    endings: Sequence[AnyRule] = game.course.match_end if isinstance(game, TrickGame) else ()
    assert game.ending or not endings, (
        f"in the variant {game.variant!r} of {game.id} no match ends, because none of its rules about the end names the variant: "
        + ", ".join(f"{rule.id} has variants={sorted(rule.variants)}" for rule in endings))


def _match_adds_up(game: Game[Position], seed: int) -> None:
    rng, position = random.Random(f"{game.id}{seed}"), game.deal(seed)
    totals, ids = [0] * len(game.score_names), {rule.id for rule in game.rules}
    for hand in range(seed + 1, seed + LONGEST_MATCH):
        events = list[Event]()
        while position.to_act is not None:
            position, events = game.make(position, rng.choice(game.legal(position)))
        all_told(game, position, events, ids)
        points, sheet = position.hand_score, game.sheet(position)
        assert position.hand_over, f"nobody is to act, and the hand isn't over: {write_setup(game, position)}"
        assert points is not None
        totals = [total + each for total, each in zip(totals, points, strict=True)]
        assert position.totals == totals, f"the totals are {position.totals}, the hands come to {totals}"
        assert sheet, ("a hand has no line on its sheet: where nobody scores, too, a rule of scores says so in a line of zeros, "
                       f"as of a hand thrown in: {write_setup(game, position)}")
        lines = [sum(column) for column in zip(*(line.points for line in sheet), strict=True)]
        assert lines == points, f"the lines of the sheet come to {lines}, the hand to {points}: {write_setup(game, position)}"
        assert all(narrator_for(game).score(position))
        if position.game_over:
            assert position.winners
            assert not game.low_wins or [*game.match_winners(position)] == lowest(totals), (
                f"{game.id} has low_wins, and the match goes to {position.winners} with the totals {totals}: "
                "its match_end returns lowest(position.totals)")
            assert game.next_dealer(position) is None
            return
        position = game.deal(hand, before=position)


def the_number_of_the_hand_is_kept(game: Game[Position]) -> None:
    """Check that a game whose rules depend on ``position.number`` declares it as a settable field. Otherwise the number is
    lost in a hand that begins from a setup."""
    if game.positions.fields["number"].settable:
        return
    lost = (f"{game.id} asks for position.number, which is 1 in every hand that is begun from a setup. Declare it in position.py "
            'and it is kept: number: int = field(Number(least=1, blank=1), settable=True, key="hand_number")')
    for seed in MATCHES:
        _number_is_kept(game, seed, lost)


def _number_is_kept(game: Game[Position], seed: int, lost: str) -> None:
    rng, position = random.Random(f"{game.id}{seed}"), game.deal(seed)
    for hand in range(seed + 1, seed + LONGEST_MATCH):
        while position.to_act is not None:
            assert game.legal(_first_of_match(position)) == game.legal(position), lost
            position, _ = game.play(position, rng.choice(game.legal(position)))
        again = _first_of_match(position)
        assert [[*line.points] for line in game.score(again)] == [[*line.points] for line in game.score(position)], lost
        assert game.match_winners(again) == game.match_winners(position), lost
        if position.game_over:
            return
        position = game.deal(hand, before=position)
        begun = read_setup(game, {"seed": hand, **write_match(game, position)})
        assert [*map(len, begun.hands)] == [*map(len, position.hands)], lost


def _first_of_match(position: P) -> P:
    """Return the position as if its hand were the first of the match."""
    again = position.copy()
    again.number = 1
    return again


def who_deals_next_is_told(game: Game[Position]) -> None:
    """Check that the end of each hand names the next dealer, if the match continues."""
    rng, position = random.Random(game.id), game.deal(1)
    for hand in range(2, LONGEST_MATCH):
        events = list[Event]()
        while position.to_act is not None:
            position, events = game.play(position, rng.choice(game.legal(position)))
        dealer = game.next_dealer(position)
        if dealer is None:
            return
        if events:      # a deal that is void from the start has no events
            assert _deals_next(game, position, events, dealer), (
                f"{game.id} doesn't report who deals next: pass the rule that its HandFlow has as next_dealer to words.turns")
        position = game.deal(hand, before=position)


def _deals_next(game: Game[P], position: P, events: list[Event], dealer: int) -> bool:
    """Return whether one of the events names a seat as the next dealer."""
    return any(told.event.seat == dealer and game.table.names[dealer] in told.sentence and "deal" in told.sentence
               for told in narrator_for(game).events(position, events) if told.event.kind == "hand")


def numbers_counted_make_the_same_sheet(game: Game[Position]) -> None:
    """Check that a match scored from the numbers entered in ``score_form.py`` has the same scores as in the engine."""
    counted_match(game, 1)


def counted_match(game: Game[P], seed: int, hands: int = HANDS) -> int:
    """Play a match of at most ``hands`` random hands, score it from the counted numbers alone, and return the number of hands
    played.

    Raises ``AssertionError`` if the scores differ from the engine's.
    """
    rng, counting, dealer = random.Random(f"{game.id}/{seed}"), counting_of(type(game)), seed % game.table.size
    played, before = list[P](), None
    while len(played) < hands and (before is None or game.next_dealer(before) is not None):
        position = game.deal(seed * hands + len(played), before, dealer)
        while position.to_act is not None:
            position = game.make(position, rng.choice(game.legal(position)))[0]
        played.append(position)
        before = position
    told = [counting.tell(game, position) for position in played]
    found = [(position, lines) for position, lines, _ in counted_hands(game, dealer, told)]
    assert len(found) == len(played), f"{game.id}: a hand that was played doesn't add up: {told[len(found)]}"
    for (position, lines), was in zip(found, played, strict=True):
        assert isinstance(counting, Points) or _sheet(lines) == _sheet(game.sheet(was)), (told, _sheet(lines))
        for fact in ("hand_score", "totals", "winners", "dealer", "number"):
            assert getattr(position, fact) == getattr(was, fact), fact
        assert game.next_dealer(position) == game.next_dealer(was), told
    return len(found)


def _sheet(lines: Sequence[Line]) -> list[tuple[str, list[int], str, int]]:
    return [(line.rule.id, [*line.points], line.word, line.number) for line in lines]
