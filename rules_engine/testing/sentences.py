"""Contract clauses for a game's sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeVar

from rules_engine.core.game.game import Game
from rules_engine.core.model.events import Event
from rules_engine.core.positions.position import Position
from rules_engine.narration.narrator import narrator_for
from rules_engine.narration.quantities import counted
from rules_engine.testing.hands import HANDS, over, positions
from rules_engine.text.message import Sentence

P = TypeVar("P", bound=Position)
LONGEST_MARK, LONGEST_CHOICE = 20, 48
"""Maximum lengths, in characters, of a seat's badge and of a move's meaning."""


def every_rule_has_words(game: Game[P]) -> None:
    """Check that each rule has a title and a sentence: a refusal or permission if it can forbid moves, otherwise a sentence about
    a move, an event or a line on the score sheet."""
    words = narrator_for(game).words
    for rule in game.book.rules:
        assert rule.title
        if rule.can_refuse:
            assert rule.id in words.refusals or rule.id in words.permissions, f"{rule.id} forbids without a word"
        said = (words.refusals, words.permissions, words.events, words.labels)
        assert any(rule.id in each for each in said) or rule.id in words.of_chain, (
            f"{rule.id} never says a word: give it words.permits (of a move), words.happened (of an event) or "
            "words.line (on the sheet)")


def events_have_words(game: Game[Position]) -> None:
    """Check that every event has a sentence and refers to a rule of the game."""
    ids = {rule.id for rule in game.rules}
    for position, rng in positions(game, hands=3):
        after, events = game.play(position, rng.choice(game.legal(position)))
        all_told(game, after, events, ids)


def all_told(game: Game[P], position: P, events: list[Event], ids: set[str]) -> None:
    """Check that each of the events has a sentence and refers to a rule with one of these ``ids``."""
    for told in narrator_for(game).events(position, events):
        assert told.event.rule in ids
        assert game.pack.plain(told.sentence).strip()


def told_of(game: Game[P], reader: int | None, hands: int = 2) -> Iterator[str]:
    """Yield sentences from several random hands, addressed to ``reader`` (a seat or None): about moves, events, tricks and the
    score, and the refusal for a seat that isn't to act."""
    narrator = narrator_for(game, reader)
    for position, rng in positions(game, hands):
        if reader in (None, position.to_act):
            for move in game.candidates(position):
                yield from (finding.sentence for finding in narrator.findings(position, move))
        yield from (narrator.move_sentence(position, position.actor, move) for move in game.candidates(position))
        yield narrator.findings(position, game.legal(position)[0], game.table.left_of[position.actor])[-1].sentence
        after, events = game.play(position, rng.choice(game.legal(position)))
        yield from (told.sentence for told in narrator.events(after, events))
        yield from (finding.sentence for finding in narrator.trick_explanation(after, after.trick))
        yield from (finding.sentence for finding in narrator.score(after))


def sentences_are_whole(game: Game[Position]) -> None:
    """Check that each text is a ``Sentence`` made by ``say``, begins with a capital, ends with a full stop, and contains no card
    or suit code."""
    codes = {card.text for card in game.pack if card.text != card.name}
    for sentence in {*told_of(game, None), *told_of(game, 0)}:
        assert isinstance(sentence, Sentence), f"mere letters can't be put into another language; say it with say(): {sentence}"
        spoken = game.pack.plain(sentence)
        assert spoken[0].isupper() or not spoken[0].isalpha(), sentence
        assert spoken.endswith((".", "?", "!”")), sentence
        assert codes.isdisjoint(re.findall(r"\w+", spoken)), sentence


def the_reader_is_you(game: Game[Position]) -> None:
    """Check that sentences addressed to a seat call it *you* and never use its name, and that the verbs agree."""
    name, told = re.compile(rf"\b{game.table.names[0]}\b"), [*told_of(game, 0)]
    assert any("you" in sentence for sentence in told)
    for sentence in told:
        assert not name.search(sentence), sentence
        assert not re.search(r"\b[Yy]ou (is|has|\w{2,}[^s']s)\b", sentence), sentence


def plates_are_short_and_standings_whole(game: Game[Position]) -> None:
    """Check that seat badges and move meanings are short, and that no seat is counted in two side totals."""
    narrator = narrator_for(game, reader=0)
    for position, _ in positions(game, hands=2):
        for seat in game.table.seats:
            assert all(0 < len(mark) <= LONGEST_MARK for mark in narrator.seat_badges(position, seat))
        counted = [seat for stand in narrator.side_totals(position) for seat in stand.seats]
        assert len(counted) == len(set(counted))
        assert set(counted) <= set(game.table.seats)
        for move in game.legal(position):
            assert len(narrator.move_meaning(position, position.actor, move)) <= LONGEST_CHOICE


def standing_agrees_with_the_score_at_the_end(game: Game[P]) -> None:
    """Check that the side totals at the end of a hand equal the score, if both have the same unit.

    Games with bidding are left out, because the score there also depends on the bid.
    """
    narrator = narrator_for(game)
    if str(counted(2, narrator.unit)) != str(narrator.amount("2")) or "bidding" in game.mechanisms:
        return
    for seed in range(HANDS):
        end = over(game, seed)
        scores = dict(zip(game.score_sides(), end.hand_score or (), strict=True))
        for seats, number in narrator.side_totals(end):
            if seats in scores:
                assert number == scores[seats], (
                    f"{game.table.side_name(seats)}: words.standing returns {number} {game.unit}, but the score is "
                    f"{scores[seats]}. "
                    "If there are points of two kinds, name the score's unit in `units`, and its template with words.counts_in")
