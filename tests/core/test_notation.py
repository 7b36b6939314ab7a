"""Notation: every value has one canonical form, which parses back to the value; common other forms are accepted too."""

from __future__ import annotations

import copy
import pickle

import pytest

from rules_engine.core.model.cards import Card, Pack
from rules_engine.core.model.errors import TextError
from rules_engine.core.model.moves import make_move, read_move
from rules_engine.core.model.packs import DECKTET, DECKTET_BASIC, DOUBLE_DECKER, FRENCH
from rules_engine.core.model.seats import DEFAULT_SEATS, Table

PACKS = (FRENCH, DOUBLE_DECKER, DECKTET)
EVERY_FORM = ("CARD", "CARD as SUIT", "bid NUMBER", "bid double", "pass", "pass CARD", "toss", "keep", "trump SUIT",
              "give CARD", "discard CARD", "take CARD for CARD", "solo", "sit out", "turn CARD", "see", "run", "claim")


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.id)
def test_each_card_reads_back_as_the_same_object(pack: Pack) -> None:
    for card in pack:
        assert pack.read_card(card.text) is card
        assert pack.read_card(card.text.lower()) is card
        assert pack.read_card(f" {card.text} ") is card
        assert copy.deepcopy(card) is card
        assert pickle.loads(pickle.dumps(card)) is card


def test_the_packs_have_their_cards() -> None:
    assert [len(pack) for pack in PACKS] == [53, 63, 45]
    assert len(DECKTET_BASIC) == 36
    for letter in DECKTET.suits:
        ranks = [card.rank for card in DECKTET if letter in card.suits and card.rank.isdigit()]
        assert sorted(ranks) == list("23456789"), letter


def test_top_suits_are_spread_as_the_double_knot_page_counts_them() -> None:
    tops = [card.suits[:1] for card in DECKTET]
    assert [tops.count(letter) for letter in ("M", "S", "W", "L", "Y", "K", "")] == [14, 10, 8, 5, 5, 2, 1]


@pytest.mark.parametrize(("text", "card"), [
    ("♠A", None), ("A♠", "AS"), ("10♥", "10H"), ("joker", "Joker"), ("qs", "QS")])
def test_french_cards_read_suit_signs(text: str, card: str | None) -> None:
    if card is None:
        with pytest.raises(TextError, match="expected a card"):
            FRENCH.read_card(text)
    else:
        assert FRENCH.read_card(text).text == card


@pytest.mark.parametrize(("text", "card"), [
    ("The Author", "2MK"), ("the chance meeting", "7ML"), ("THE LIGHT KEEPER", "PSWK"), ("excuse", "Excuse")])
def test_decktet_cards_read_their_printed_names(text: str, card: str) -> None:
    assert DECKTET.read_card(text).text == card


@pytest.mark.parametrize("value", [None, 4, "", "11M", "5LM", "5ML5YK", ["5ML"], "R21"])
def test_what_is_no_card_says_what_was_expected(value: object) -> None:
    for pack in PACKS:
        with pytest.raises(TextError, match="expected a card of the pack, such as"):
            pack.read_card(value)


def test_a_list_of_cards_may_be_one_text() -> None:
    assert [card.text for card in DECKTET.read_cards("5ML 2mk")] == ["5ML", "2MK"]
    assert [card.text for card in DECKTET.read_cards("The Forest")] == ["5ML"]
    assert DECKTET.read_cards("") == []


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.id)
def test_each_move_reads_back_as_the_same_object(pack: Pack) -> None:
    cards = pack.cards[:5]
    suit = next(iter(pack.suits))
    moves = [make_move("play", cards[0]), make_move("play", cards[0], suit), make_move("bid", number=17),
             make_move("bid double"), make_move("pass"), make_move("pass", cards[1]), make_move("trump", suit=suit),
             make_move("take", cards[2], other=cards[3]), make_move("sit out"), make_move("turn", cards[4])]
    for move in moves:
        assert read_move(move.text, EVERY_FORM, pack) is move
        assert copy.copy(move) is move
        assert pickle.loads(pickle.dumps(move)) is move


@pytest.mark.parametrize("text", ["", "bid", "bid four", "bid -1", "take KH", "KH for 10H", "pass pass", "bid 9999999999", 5])
def test_what_is_no_move_lists_the_forms(text: object) -> None:
    with pytest.raises(TextError, match="expected a move of this game: “CARD”"):
        read_move(text, EVERY_FORM, FRENCH)


def test_seats_run_clockwise() -> None:
    for count, names in DEFAULT_SEATS.items():
        table = Table(DEFAULT_SEATS[count])
        assert table.names == names
        assert [table.left_of[seat] for seat in table.seats] == [*range(1, count), 0]
        assert table.clockwise_from(1)[0] == 1
    assert Table(DEFAULT_SEATS[4]).side_name((2, 0)) == "South+North"


@pytest.mark.parametrize("names", [("A", "A", "B"), ("note", "B", "C"), ("A B", "C", "D"), ("A+B", "C", "D"), ("", "B", "C")])
def test_seat_names_that_could_be_mistaken_are_refused(names: tuple[str, ...]) -> None:
    with pytest.raises(TextError, match="seat"):
        Table(names)


def test_sentences_speak_their_marks() -> None:
    assert DECKTET.plain("The {5ML} bears {L}.") == "The 5 of Moons and Leaves bears Leaves."
    assert DECKTET.plain("A {brace} stays, and {so does this") == "A {brace} stays, and {so does this"
    assert Card("none", "x", "x", "", 0, "x").full_name == "x"
