"""Sentences as values, in English and in another language; untranslated text stays English and is detected."""

from __future__ import annotations

import pickle

import pytest

from rules_engine.core.model.packs import DECKTET, FRENCH
from rules_engine.narration.move_phrases import with_article
from rules_engine.text.locale import PLURALS, Catalogue, current_language, display_key, key_of, translate, use_language
from rules_engine.text.message import (
    NOTHING,
    FormIndex,
    NumberText,
    Place,
    QuotedText,
    Seats,
    Text,
    These,
    all_of,
    any_of,
    capital,
    joined,
    say,
    suit_mark,
    templates_of,
)

WEST, YOU, BOTH, OURS = Seats(["West"]), Seats([], you=True), Seats(["West", "East"]), Seats(["North"], you=True)
SEVEN, ACE = FRENCH.card("7C"), FRENCH.card("AD")
GERMAN = Catalogue("de", {
    "{seat} {seat:takes|take} the trick with {card}.": "{seat} {seat:macht|machst|machen|macht} den Stich mit der {card}.",
    "{seat} {seat:takes|take} {n} {n:trick|tricks}.": "{n} {n:Stich|Stiche} {n:macht|machen} {seat}.",
    "{seat's} {card} is higher.": "{seat:@s|Deine|Die @|Eure} {card} ist höher.",
    "the {card}": "{card}", "you": "du", "Who leads": "Wer ausspielt",
    "Any card may be {led:led|played}.": "{led:Ausspielen|Zugeben} darf man jede Karte.",
    "You say {words}.": "Du sagst {words}.", "played by {seat}": "von {seat:@|dir|@|dir und @} gespielt",
    **{key_of(name, "seat"): german for name, german in {"South": "Süd", "North": "Nord", "East": "Ost"}.items()},
    key_of("and", "between"): "und", key_of("or", "between"): "oder",
    key_of(",", "number"): ".", key_of(".", "number"): ",", key_of("“", "quote"): "„", key_of("”", "quote"): "“",
})


@pytest.mark.parametrize(("seat", "english", "german"), [
    (WEST, "West takes the trick with the {7C}.", "West macht den Stich mit der {7C}."),
    (YOU, "You take the trick with the {7C}.", "Du machst den Stich mit der {7C}."),
    (BOTH, "West and East take the trick with the {7C}.", "West und Ost machen den Stich mit der {7C}."),
    (OURS, "You and North take the trick with the {7C}.", "Du und Nord macht den Stich mit der {7C}."),
    (Seats(["Anna"]), "Anna takes the trick with the {7C}.", "Anna macht den Stich mit der {7C}."),
])
def test_a_verb_agrees_with_who_does_it(seat: Seats, english: str, german: str) -> None:
    told = say("{seat} {seat:takes|take} the trick with {card}.", seat=seat, card=with_article(SEVEN))
    assert told == english
    assert GERMAN.translate(told) == german


@pytest.mark.parametrize(("seat", "english", "german"), [
    (WEST, "West's {7C} is higher.", "Wests {7C} ist höher."), (YOU, "Your {7C} is higher.", "Deine {7C} ist höher."),
    (OURS, "Your and North's {7C} is higher.", "Eure {7C} ist höher."),
    (BOTH, "West and East's {7C} is higher.", "Die West und Ost {7C} ist höher."),
])
def test_it_is_told_whose_something_is(seat: Seats, english: str, german: str) -> None:
    told = say("{seat's} {card} is higher.", seat=seat, card=SEVEN)
    assert told == english
    assert GERMAN.translate(told) == german


@pytest.mark.parametrize(("seat", "german"), [
    (WEST, "von West gespielt"), (YOU, "von dir gespielt"), (BOTH, "von West und Ost gespielt"),
    (OURS, "von dir und Nord gespielt")])
def test_a_form_leaves_a_place_for_who_else_it_is_about(seat: Seats, german: str) -> None:
    """Headings use the capitalized form of the seat, which gives the same sentence."""
    assert (
        GERMAN.translate(say("played by {seat}", seat=seat))
        == GERMAN.translate(say("played by {seat}", seat=capital(seat)))
        == german
    )


@pytest.mark.parametrize(("number", "english", "german"), [
    (1, "West takes 1 trick.", "1 Stich macht West."), (2, "West takes 2 tricks.", "2 Stiche machen West."),
    (-3, "West takes −3 tricks.", "−3 Stiche machen West."),
])
def test_a_noun_agrees_with_its_number(number: int, english: str, german: str) -> None:
    told = say("{seat} {seat:takes|take} {n} {n:trick|tricks}.", seat=WEST, n=number)
    assert told == english
    assert GERMAN.translate(told) == german


def test_a_word_goes_by_what_is_so() -> None:
    led, played = (say("Any card may be {led:led|played}.", led=led) for led in (True, False))
    assert (led, played) == ("Any card may be led.", "Any card may be played.")
    assert GERMAN.translate(played) == "Zugeben darf man jede Karte."


@pytest.mark.parametrize(("text", "german"), [
    (say("Who leads"), "Wer ausspielt"), (NumberText("+8.5"), "+8,5"),
    (all_of([SEVEN, ACE, suit_mark("H")]), "{7C}, {AD} und {H}"),
    (any_of([SEVEN, ACE]), "{7C} oder {AD}"), (say("You say {words}.", words=QuotedText("Go!")), "Du sagst „Go!“."),
    ("Who leads", "Who leads"), (Text("7C 10D"), "7C 10D"),
])
def test_each_kind_of_text_is_put(text: str, german: str) -> None:
    assert GERMAN.translate(text) == german
    assert GERMAN.missing == set()


@pytest.mark.parametrize(("template", "given", "told"), [
    ("Then {seat} {seat:wins|win}.", {"seat": YOU}, "Then you win."),
    ("It is over. {seat} {seat:wins|win}.", {"seat": YOU}, "It is over. You win."),
    ("{why}: {seat} {seat:wins|win}.", {"why": say("the {card} lies", card=SEVEN), "seat": YOU}, "The {7C} lies: you win."),
    ("{seat} {seat:wins|win}", {"seat": YOU}, "you win"), ("{card} wins.", {"card": with_article(SEVEN)}, "The {7C} wins."),
    ("{cards} win.", {"cards": all_of(map(with_article, (SEVEN, ACE)))}, "The {7C} and the {AD} win."),
    ("{seat's} {card}", {"seat": YOU, "card": SEVEN}, "your {7C}"),
])
def test_what_begins_a_whole_sentence_has_a_capital(template: str, given: dict[str, Place], told: str) -> None:
    assert say(template, **given) == told


def test_who_is_meant_by_you_stands_first() -> None:
    assert [*map(str, (WEST, YOU, BOTH, OURS))] == ["West", "you", "West and East", "you and North"]
    language = Catalogue("xx", {"by {seat}": "by {seat:@|@!|@|+ @}"})
    assert [language.translate(say("by {seat}", seat=seat)) for seat in (YOU, OURS)] == ["by you!", "by + North"]


def test_only_what_begins_a_sentence_gets_a_capital() -> None:
    assert say("{one}{other}.", one=say("some"), other=say("thing")) == "Something."


def test_a_name_with_a_stop_ends_no_sentence() -> None:
    assert say("{winner} {the} trick", winner=Seats(["Dr. D."]), the=with_article(SEVEN)) == "Dr. D. the {7C} trick"
    assert say("{answer}: {why}", answer=say("as {suit}", suit=suit_mark("M")), why=say("why not?")) == "as {M}: why not?"


def test_a_part_by_itself_has_a_capital_where_it_is_asked_for() -> None:
    assert capital(YOU) == "You"
    assert capital(say("sure to score {n}", n=3)) == "Sure to score 3"
    assert GERMAN.translate(capital(YOU)) == "Du"


def test_sentences_are_joined_and_known_apart() -> None:
    one, other = say("{seat} {seat:wins|win}.", seat=WEST), say("Who leads")
    both = joined([one, NOTHING, other])
    assert both == "West wins. Who leads"
    assert both.sentences == (one, other)
    assert one.sentences == (one,)
    assert joined([one, other, one]) == "West wins. Who leads West wins."
    listed = joined([one, other], ", ")
    assert listed.sentences == (listed,), "a list is one sentence"
    assert joined([NOTHING, one]) is one
    assert not joined([])


def test_it_is_known_which_cards_are_named() -> None:
    told = joined([say("{card} beats {cards}.", card=with_article(SEVEN), cards=all_of([ACE, SEVEN])), say("So be it.")])
    assert told.cards == (SEVEN, ACE, SEVEN)


def test_the_templates_of_a_text_are_those_of_its_parts_as_well() -> None:
    told = say("{a}: {b}.", a=say("first"), b=all_of([say("second"), say("third"), SEVEN]))
    assert [*templates_of(told)] == ["{a}: {b}.", "first", "second", "third"]
    assert [*templates_of(Text("mere letters"))] == []


def test_what_no_catalogue_has_stays_english_whole_and_is_known() -> None:
    language = Catalogue("de", {key_of("East", "seat"): "Ost"})
    told = say("{seat} {seat:sneezes|sneeze} {n} times.", seat=BOTH, n=NumberText("2.5"))
    assert language.translate(told) == told
    assert language.missing == {"{seat} {seat:sneezes|sneeze} {n} times."}


def test_what_is_missing_is_told_but_for_names_of_seats() -> None:
    language = Catalogue("de", {})
    words = [("Anna", "seat"), ("Q", "rank"), ("cents", "unit"), ("Who leads", "")]
    assert [language.template(*word) for word in words] == [None] * 4
    assert sorted(map(display_key, language.missing)) == ["'Q' (rank)", "'Who leads'", "'cents' (unit)"]


def test_a_text_is_put_the_same_whatever_was_put_before() -> None:
    words = dict(GERMAN.words)
    fresh, used = Catalogue("de", words), Catalogue("de", words)
    told = say("a higher beater, {card}.", card=with_article(SEVEN))
    for other in (with_article(SEVEN), say("{seat} {seat:takes|take} the trick with {card}.", seat=WEST, card=SEVEN)):
        used.translate(other)
    assert used.translate(told) == fresh.translate(told) == "a higher beater, the {7C}."


def test_one_of_several_has_its_own_form_in_each_language() -> None:
    english = "{place:first|second|last} of {n}"
    language = Catalogue("de", {english: "Platz {place:eins|zwei|ganz hinten} von {n}"})
    told = [say(english, place=FormIndex(place), n=3) for place in range(3)]
    assert told == ["first of 3", "second of 3", "last of 3"]
    assert [*map(language.translate, told)] == ["Platz eins von 3", "Platz zwei von 3", "Platz ganz hinten von 3"]
    assert pickle.loads(pickle.dumps(told[1])).render(language) == "Platz zwei von 3"


def test_what_an_author_wrote_is_put_as_a_whole() -> None:
    language = Catalogue("de", {"A {7C} led": "Eine {7C} ausgespielt"})
    assert language.translate_exact("A {7C} led") == "Eine {7C} ausgespielt"
    assert language.translate_exact("A {8C} led") == "A {8C} led"
    assert language.unwritten == {"A {8C} led"}


def test_plural_forms_follow_the_rule_of_the_language() -> None:
    """Polish has different forms for one, for a few (2 to 4, but not 12 to 14) and for many."""
    forms = "".join("0" if n == 1 else "1" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else "2" for n in range(200))
    polish = Catalogue("pl", {PLURALS: forms, "{n} {n:card|cards}": "{n} {n:karta|karty|kart}"})
    assert [polish.translate(say("{n} {n:card|cards}", n=number)) for number in (1, 3, 12, 122, 199, 200, 1004)] == [
        "1 karta", "3 karty", "12 kart", "122 karty", "199 kart", "200 kart", "1004 karty"]
    assert polish.translate(say("{n} {n:card|cards}", n=NumberText("0.4"))) == "0.4 kart"
    assert [Catalogue("xx", {}).plural(number) for number in (0, 1, 2)] == [1, 0, 1]


def test_of_fewer_forms_than_a_language_has_the_last_is_for_the_rest() -> None:
    language = Catalogue("xx", {PLURALS: "".join(str(min(n, 2)) for n in range(200)), "{n} {n:card|cards}": "{n} {n:one|many}"})
    assert [language.translate(say("{n} {n:card|cards}", n=n)) for n in (0, 1, 2, 7)] == ["0 one", "1 many", "2 many", "7 many"]
    assert say("{n} {n:cent|cents}", n=NumberText("0.4")) == "0.4 cents"


@pytest.mark.parametrize(("forms", "west", "you", "both", "ours"), [
    ("is|are", "is", "are", "are", "are"), ("ist|bist|sind", "ist", "bist", "sind", "sind"),
    ("ist|bist|sind|seid", "ist", "bist", "sind", "seid")])
def test_who_does_it_has_as_many_forms_as_a_language_writes(forms: str, west: str, you: str, both: str, ours: str) -> None:
    assert [str(say(f"{{seat:{forms}}}", seat=seat)) for seat in (WEST, YOU, BOTH, OURS)] == [west, you, both, ours]


@pytest.mark.parametrize(("what", "told"), [
    (SEVEN, "is"), (all_of([SEVEN]), "is"), (all_of([SEVEN, ACE]), "are"), (all_of([]), "are"), (These([SEVEN]), "are"),
    (say("{n} cards", n=2), "is"), (Text("mere letters"), "is"), (True, "is"), (False, "are")])
def test_a_word_goes_with_what_stands_in_its_place(what: Place, told: str) -> None:
    assert say("{what:is|are}", what=what) == told


def test_numbers_are_written_as_people_write_them() -> None:
    assert [str(say("{n}", n=n)) for n in (0, 1, -1, -100)] == ["0", "1", "−1", "−100"]


def test_a_sentence_lacks_nothing_or_says_what() -> None:
    with pytest.raises(KeyError, match="card"):
        say("{seat} {seat:plays|play} {card}.", seat=WEST)


def test_a_sentence_goes_to_another_process_and_comes_back() -> None:
    told = joined([say("{seat} {seat:takes|take} the trick with {card}.", seat=OURS, card=with_article(DECKTET.card("5ML"))),
                   say("{n} {words} {so:yes|no} {suits}", n=2, words=QuotedText("so"), so=True, suits=all_of([suit_mark("H")]))])
    again = pickle.loads(pickle.dumps(told))
    assert (again, again.cards) == (told, told.cards)
    assert GERMAN.translate(again) == GERMAN.translate(told)


def test_what_is_read_is_put_within_alone() -> None:
    with use_language(GERMAN):
        assert (translate(say("Who leads")), current_language()) == ("Wer ausspielt", "de")
    assert (translate(say("Who leads")), current_language()) == ("Who leads", "")
