"""Reasons that several options share: given once, with "these", if the sentences differ only in the option."""

from __future__ import annotations

import pickle

import pytest

from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import make_move
from rules_engine.core.model.packs import FRENCH
from rules_engine.narration.move_phrases import with_article
from rules_engine.narration.phrasebook import RuleFinding
from rules_engine.quiz.merge_reasons import without_marks
from rules_engine.quiz.question import AnswerField, Option
from rules_engine.text.locale import Catalogue
from rules_engine.text.message import NOTHING, Seats, Text, These, all_of, joined, say, suit_mark

SEVEN, EIGHT, NINE, ACE = (FRENCH.card(text) for text in ("7C", "8C", "9C", "AC"))
SEATS = {SEVEN: "West", EIGHT: "North", NINE: "East"}
GERMAN = Catalogue("de", {"{card} {card:is|are} lower than {best}.": "{card} {card:ist|sind} niedriger als {best}.",
                         "these": "diese", "the {card}": "{card}"})


def told(*reasons: tuple[Card | int, Text]) -> list[str]:
    """Return reasons for options, each of which is given as a card or number and a sentence."""
    options = tuple(_option(own, RuleFinding("rank", False, sentence)) for own, sentence in reasons)
    return [str(reason.why.sentence) for reason in AnswerField(NOTHING, options).reasons]


def _option(own: Card | int, why: RuleFinding) -> Option:
    if isinstance(own, int):
        return Option(f"bid {own}", False, why, move=make_move("bid", number=own))
    return Option(SEATS[own], False, why, own, seat=0)


def lower(card: Card) -> Text:
    return say("{card} {card:is|are} lower than {best}.", card=with_article(card), best=with_article(ACE))


def test_the_same_of_several_cards_is_said_once_of_these() -> None:
    assert told((SEVEN, lower(SEVEN)), (EIGHT, lower(EIGHT))) == ["These are lower than the {AC}."]
    assert told((SEVEN, lower(SEVEN))) == ["The {7C} is lower than the {AC}."]


def test_words_that_go_with_a_card_are_more_than_its_name() -> None:
    def kept(card: Card) -> Text:
        return say("{why}, and trumps are kept.", why=say("{card} {card:is a trump|are trumps}", card=with_article(card)))

    assert told((SEVEN, kept(SEVEN)), (EIGHT, kept(EIGHT))) == ["These are trumps, and trumps are kept."]


def test_what_differs_otherwise_stays_apart() -> None:
    other = say("{card} {card:is|are} lower than {best}.", card=with_article(EIGHT), best=with_article(NINE))
    assert told((SEVEN, lower(SEVEN)), (EIGHT, other)) == ["The {7C} is lower than the {AC}.", "The {8C} is lower than the {9C}."]


def test_a_card_goes_with_who_played_it() -> None:
    def says(seat: str, card: Card) -> Text:
        which = say("{seat's} {card}", seat=Seats([seat]), card=card)
        return say("{which} {which:is no trump|are no trumps}.", which=which)

    assert told(*((card, says(SEATS[card], card)) for card in (SEVEN, EIGHT, NINE))) == ["These are no trumps."]
    assert told((SEVEN, says("East", SEVEN)), (EIGHT, says("East", EIGHT))) == [
        "East's {7C} is no trump.", "East's {8C} is no trump."]


def test_one_of_several_sentences_and_one_in_their_midst() -> None:
    def closed(card: Card) -> Text:
        return joined([say("{suit} are closed.", suit=suit_mark("H")), say("As {suit} {card} may be led.", suit=suit_mark("C"),
                                                                           card=with_article(card))])
    assert told((SEVEN, closed(SEVEN)), (NINE, closed(NINE))) == ["{H} are closed. As {C} these may be led."]


def test_what_is_said_of_a_card_itself_may_be_a_list_that_has_it() -> None:
    sentence = say("{seat} {seat:holds|hold} {cards}.", seat=Seats(["West"]), cards=all_of([SEVEN, EIGHT]))
    assert told((SEVEN, sentence), (EIGHT, sentence)) == ["West holds {7C} and {8C}."]


def test_numbers_are_these_where_they_are_the_option_s_own() -> None:
    def higher(bid: int, last: int) -> Text:
        return say("{bid} will do, for the last bid is {n}.", bid=bid, n=last)

    assert told((8, higher(8, 7)), (9, higher(9, 7))) == ["These will do, for the last bid is 7."]
    assert told((8, higher(8, 7)), (9, higher(9, 9))) == [
        "8 will do, for the last bid is 7.", "9 will do, for the last bid is 9."]


def test_mere_letters_are_alike_where_they_are_the_same() -> None:
    assert told((SEVEN, Text("The {7C} is low.")), (EIGHT, Text("The {8C} is low.")), (NINE, Text("The {7C} is low."))) == [
        "The {7C} is low.", "The {8C} is low."]


def test_what_comes_of_a_move_comes_of_it_alone() -> None:
    options = [
        Option(card.text, False, RuleFinding("take", False, say("West takes it with {card}.", card=with_article(card))), card,
               worth=1)
        for card in (SEVEN, EIGHT)
    ]
    assert len(AnswerField(NOTHING, tuple(options)).reasons) == 2


def test_these_are_several_in_every_language_and_name_their_cards() -> None:
    sentence = say("{card} {card:is|are} lower than {best}.", card=These([SEVEN, EIGHT]), best=with_article(ACE))
    assert GERMAN.translate(sentence) == "Diese sind niedriger als {AC}."
    assert sentence.cards == (SEVEN, EIGHT, ACE)
    again = pickle.loads(pickle.dumps(sentence))
    assert (again, again.cards) == (sentence, sentence.cards)


@pytest.mark.parametrize(("other", "same"), [
    (say("{seat} {seat:takes|take} {card}.", seat=Seats(["West"]), card=EIGHT), True),
    (say("{seat} {seat:takes|take} {card}.", seat=Seats(["East"]), card=SEVEN), False),
    (say("{seat} {seat:loses|lose} {card}.", seat=Seats(["West"]), card=SEVEN), False),
])
def test_which_cards_are_named_makes_no_difference_where_none_is_asked_for(other: Text, same: bool) -> None:
    one = say("{seat} {seat:takes|take} {card}.", seat=Seats(["West"]), card=SEVEN)
    assert (without_marks(one) == without_marks(other)) is same
