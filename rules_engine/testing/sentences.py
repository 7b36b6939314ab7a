"""What every game keeps to of its words."""

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
"""Letters of what a plate says at once, and of what a choice costs."""


def every_rule_has_words(game: Game[P]) -> None:
    """Each rule has a title and says something: a refusal if it forbids, else for a move, of an event or on the sheet."""
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
    """Whatever happens can be told, by a rule of the game."""
    ids = {rule.id for rule in game.rules}
    for position, rng in positions(game, hands=3):
        after, events = game.play(position, rng.choice(game.legal(position)))
        all_told(game, after, events, ids)


def all_told(game: Game[P], position: P, events: list[Event], ids: set[str]) -> None:
    """Hold that what happened can be told, by rules of the game, whose ids these are."""
    for told in narrator_for(game).events(position, events):
        assert told.event.rule in ids
        assert game.pack.plain(told.sentence).strip()


def told_of(game: Game[P], reader: int | None, hands: int = 2) -> Iterator[str]:
    """Yield sentences told of some random hands, to a seat or to nobody: what happened, what beat what, and of its turns why
    not."""
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
    """A sentence is made by ``say``, begins with a capital, ends with a full stop, and calls no card or suit by its code."""
    codes = {card.text for card in game.pack if card.text != card.name}
    for sentence in {*told_of(game, None), *told_of(game, 0)}:
        assert isinstance(sentence, Sentence), f"mere letters can't be put into another language; say it with say(): {sentence}"
        spoken = game.pack.plain(sentence)
        assert spoken[0].isupper() or not spoken[0].isalpha(), sentence
        assert spoken.endswith((".", "?", "!”")), sentence
        assert codes.isdisjoint(re.findall(r"\w+", spoken)), sentence


def the_reader_is_you(game: Game[Position]) -> None:
    """What is told to a seat calls it *you*, and nothing told calls it by its name; verbs agree."""
    name, told = re.compile(rf"\b{game.table.names[0]}\b"), [*told_of(game, 0)]
    assert any("you" in sentence for sentence in told)
    for sentence in told:
        assert not name.search(sentence), sentence
        assert not re.search(r"\b[Yy]ou (is|has|\w{2,}[^s']s)\b", sentence), sentence


def plates_are_short_and_standings_whole(game: Game[Position]) -> None:
    """What a plate says fits on it; nobody is on two sides of a standing; what a choice costs is said in a few words."""
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
    """What sides have so far is their score when the hand is over, if it is counted in the score's unit.

    Where there is bidding, what is taken is held against the bid, and only then scored.
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
                    f"{game.table.side_name(seats)}: words.standing says {number} {game.unit}, the score {scores[seats]}")
