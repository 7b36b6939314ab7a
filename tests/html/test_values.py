"""Tests that facts such as the reader or the leader come from values, not from comparing strings."""

from __future__ import annotations

from random import Random

import pytest

from rules_engine.bots import played_out
from rules_engine.core.model.packs import DECKTET
from rules_engine.games import make_game
from rules_engine.html.elements import el, split_in_two
from rules_engine.html.links import Links
from rules_engine.html.score import match_html
from rules_engine.html.slip import Slip, SlipAnswer, slip_html, tells, without_repeats
from rules_engine.narration.move_phrases import with_article
from rules_engine.narration.narrator import narrator_for
from rules_engine.text.locale import Catalogue, key_of, use_language
from rules_engine.text.message import NOTHING, QuotedText, Seats, Text, joined, say
from tests.dom import read

GERMAN = Catalogue("de", {key_of(name, "seat"): german for name, german in {
    "North": "Nord", "Northwest": "Nordwest", "Southeast": "Südost", "South": "Süd"}.items()} | {"Why?": "Warum?"})
WEST, FIVE = Seats(["West"]), DECKTET.card("5ML")
LED = say("{deed}.", deed=say("{seat} {seat:leads|lead} {card}", seat=WEST, card=with_article(FIVE)))
MORE = say("{seat} {seat:leads|lead} {card}, which {card:is no trump|are no trumps}.", seat=WEST, card=with_article(FIVE))


@pytest.mark.parametrize("reader", [0, 1])
def test_the_line_of_the_side_that_reads_is_marked_and_not_that_of_a_player_called_young(reader: int) -> None:
    game = make_game("snakebit", seats=["Young", "Anna", "Youssef", "Bo"])
    position = played_out(game, game.deal(1), Random(1))
    shown = match_html(narrator_for(game, reader), [position.hand_score or ()], position.totals)
    assert shown is not None
    names = [head.text for head in read(shown).all("th.fs-ours")]
    assert names == ["You"]


@pytest.mark.parametrize(("name", "english", "german"), [
    ("Northwest", "North|west", "Nord|west"), ("Southeast", "South|east", "Süd|ost"), ("North", "North", "Nord"),
    ("Priest", "Priest", "Priest")])
def test_a_name_of_two_winds_may_break_between_them_in_each_language(name: str, english: str, german: str) -> None:
    def shown() -> str:
        shown = el("b", None, split_in_two(Seats([name]))).removeprefix("<b>").removesuffix("</b>")
        return shown.replace('<i class="fs-shy"></i>', "|")
    assert shown() == english
    with use_language(GERMAN):
        assert shown() == german


def test_what_tells_a_deed_and_more_stands_for_both() -> None:
    other = say(
        "{seat} {seat:leads|lead} {card}, which {card:is no trump|are no trumps}.", seat=Seats(["East"]), card=with_article(FIVE)
    )
    why = say("Any card may be led.")
    assert tells(MORE, LED)
    assert tells(LED, LED)
    assert not tells(other, LED), "it is told of somebody else"
    assert not tells(why, LED)
    assert without_repeats(LED, [(why, "free"), (MORE, "led")]) == Slip(MORE, [(NOTHING, "led"), (why, "free")])
    assert without_repeats(LED, [(why, "free"), (other, "led")]) == Slip(LED, [(why, "free"), (other, "led")])


def test_the_first_sentence_leads_wherever_stops_stand() -> None:
    quoted = say("{seat} {seat:says|say} {words}.", seat=WEST, words=QuotedText("Wait. And see"))
    slip = read(slip_html(make_game("snakebit"), Slip(joined([quoted, say("So be it. Or not.")])), Links()))
    assert [line.text for line in slip.all("p")] == ["West says “Wait. And see”.", "So be it. Or not."]


@pytest.mark.parametrize(
    ("slip", "told"),
    [
        (Slip(Text("A title"), [(say("It begins."), "")], titled=True), "A title. It begins."),
        (Slip(Text("A title"), titled=True), "A title"),
        (Slip(say("Who leads?"), [(say("Somebody."), "")]), "Who leads? Somebody."),
        (Slip(say("How?"), answers=[SlipAnswer("play", "5ML as M", say("as {suit}", suit="M"), say("a trump"))]),
         "How? As M, a trump."),
    ],
)
def test_what_is_heard_is_one_text(slip: Slip, told: str) -> None:
    assert slip.told() == told


def test_a_text_is_put_wherever_it_is_read_and_letters_stay() -> None:
    with use_language(GERMAN):
        assert el("i", {"title": say("Why?"), "data-x": "Why?"}, say("Why?"), "Why?") == (
            '<i title="Warum?" data-x="Why?">Warum?Why?</i>')
