"""Narrator errors for authors about missing phrases, with the code to add."""

from __future__ import annotations

import random

import pytest

from rules_engine.core.model.events import Event
from rules_engine.games import make_game
from rules_engine.narration.narrator import Narrator, narrator_for
from rules_engine.narration.phrasebook import Phrasebook


def test_a_line_without_a_label_says_what_to_write() -> None:
    game, rng = make_game("snakebit"), random.Random(1)
    position = game.deal(1)
    while position.to_act is not None:
        position, _ = game.play(position, rng.choice(game.legal(position)))
    assert narrator_for(game).score(position)
    with pytest.raises(LookupError, match=r"snakebit has no words for its rule '[\w-]+' here: write words\.line\(rules\.…, say"):
        Narrator(game, Phrasebook()).score(position)


def test_a_refusal_without_words_says_what_to_write() -> None:
    game = make_game("snakebit")
    position = game.deal(1)
    refused = next(verdict for move in game.candidates(position) if (verdict := game.judge(position, move)).rule is not None)
    assert narrator_for(game).refusal(position, refused)
    with pytest.raises(LookupError, match=r"write @words\.refuses\(rules\.…\) into its phrases\.py"):
        Narrator(game, Phrasebook()).refusal(position, refused)


def test_an_event_without_words_says_what_to_write() -> None:
    game = make_game("snakebit")
    noted = Event("name-suit", "called", 0)
    with pytest.raises(LookupError, match=r"snakebit has no words for what its rule 'name-suit' notes, of the kind 'called': "
                                          r"write @words\.happened\(rules\.…\) into its phrases\.py"):
        Narrator(game, Phrasebook()).event(game.deal(1), noted)
