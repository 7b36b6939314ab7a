"""What is made fast must stay what it was: shuffles draw as ``random_for`` draws, tables of moves hold the cards' own moves."""

from __future__ import annotations

import pytest

from rules_engine.core.cards import FACE_DOWN, Pack
from rules_engine.core.moves import by_index, make_move, play
from rules_engine.core.packs import DECKTET, DOUBLE_DECKER, FRENCH
from rules_engine.games import GAMES, make_game


@pytest.mark.parametrize("game_id", GAMES)
def test_a_shuffle_sorts_by_the_numbers_of_its_purpose(game_id: str) -> None:
    game = make_game(game_id)
    for seed in (0, 7, 10**12):
        draw = game.random_for(seed, "deal").random
        numbers = {card: draw() for card in game.deck}
        assert game.shuffled(game.deck, seed, "deal") == sorted(game.deck, key=numbers.__getitem__)


def test_one_key_goes_on_with_its_numbers() -> None:
    game = make_game("snakebit")
    key, draw = game.random_key(3, "piles 0"), game.random_for(3, "piles 0").random
    assert [key(card) for card in game.deck] == [draw() for _ in game.deck]
    assert game.random_key(3, "piles 0")(None) == game.random_for(3, "piles 0").random()


@pytest.mark.parametrize("pack", [FRENCH, DECKTET, DOUBLE_DECKER], ids=lambda pack: pack.id)
def test_each_card_has_the_move_that_plays_it(pack: Pack) -> None:
    assert all(card.play is play(card) for card in pack)


def test_a_table_of_moves_has_nothing_for_other_cards_nor_for_one_face_down() -> None:
    hearts = [card for card in FRENCH if card.suits == "H"]
    table = by_index([make_move("discard", card) for card in hearts], FRENCH)
    assert table[FACE_DOWN.index] is None
    for card in FRENCH:
        assert table[card.index] is (make_move("discard", card) if card in hearts else None)
