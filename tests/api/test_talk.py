"""Table talk in practice hands: bots' remarks are shown and spoken, the reader's remarks have an effect, and saves keep both."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from rules_engine.api.saves import read_save, write_save
from rules_engine.api.session import InvalidSave, begin_session, new_session
from rules_engine.bots import bot_for
from rules_engine.games import known_games, make_game
from rules_engine.games.knueffeln import KnueffelnPosition
from rules_engine.games.knueffeln.bot import talk
from tests.api.reader import Answer, Deed, ask, does, goes_on, offered, session_of
from tests.dom import read

TABLES = [("bohmstedt", 4), ("bohmstedt", 5), ("hattstedt", 4)]
EVERY_TABLE = pytest.mark.parametrize(("variant", "players"), TABLES)


def pictures(variant: str = "bohmstedt", players: int = 4, hands: int = 6) -> Iterator[Answer]:
    """Yield every answer in the first ``hands`` random hands."""
    for seed in range(hands):
        yield from hand(variant, players, seed)


@cache
def hand(variant: str, players: int, seed: int) -> list[Answer]:
    """Return every answer in a random hand. Cached: tests must not modify the answers."""
    return [*played(variant, players, seed)]


def played(variant: str, players: int, seed: int) -> Iterator[Answer]:
    """Yield every answer while a hand of Knüffeln is played at random."""
    rng = random.Random(seed)
    answer = ask(op="practice", game="knueffeln", variant=variant, players=players, seed=seed)
    while not answer["over"]:
        yield answer
        answer = goes_on(answer, rng)
    yield answer


def sayings(answer: Answer) -> list[str]:
    """Return the phrases that the reader can choose to say."""
    return [deed.value for deed in offered(answer["html"]) if deed.do == "say"]


@EVERY_TABLE
def test_what_is_said_stands_at_the_table_and_is_told_with_its_meaning(variant: str, players: int) -> None:
    met, before = 0, tuple[object, ...]()
    for answer in pictures(variant, players):
        session = session_of(answer)
        if answer["picked"]:
            continue
        told, before = before != session.moves, session.moves       # "Next trick" doesn't repeat any sentence
        for remark in session.remarks(len(session.moves)):
            name = session.narrator.name(remark.seat)
            assert not told or f"{name} says “{remark.phrase}”: {remark.meaning}" in answer["say"]
            bubble = read(answer["html"]).one(f"#fs-said-{remark.seat}.fs-bubble")
            assert (bubble.one("q")["lang"], bubble.one("q").text) == ("de", remark.phrase)
            assert bubble.one("small").text == remark.meaning
            assert name in bubble.one(".fs-unseen").text
            met += 1
    assert met > 20


@EVERY_TABLE
def test_everything_said_is_kept_in_the_log(variant: str, players: int) -> None:
    for answer in pictures(variant, players, hands=3):
        if answer["running"]:
            assert answer["side"] == "", "it is written once the bots have moved"
            continue
        session = session_of(answer)
        said = sum(len(session.remarks(place)) for place in range(len(session.line)))
        assert len(read(answer["side"]).all(".fs-log .fs-remark")) == said


@EVERY_TABLE
def test_the_reader_may_talk_while_a_partner_is_to_act_and_only_then(variant: str, players: int) -> None:
    offers = set()
    for answer in pictures(variant, players):
        session = session_of(answer)
        position = session.position
        assert isinstance(position, KnueffelnPosition)
        if sayings(answer):
            assert position.side[position.actor] == position.side[0]
            assert position.to_act != 0
            assert not answer["waiting"], "no clock runs while the reader may have something to say"
            about_trick = bool(position.trick) and position.phase == "play"
            phrases = talk.OF_THE_TRICK if about_trick else talk.OF_THE_HAND
            assert sayings(answer) == [phrase.said for phrase in phrases]
            offers.add(about_trick)
    assert offers == {True, False}


def heeded(answer: Answer) -> bool:
    """Return whether the choice between two phrases changes the partner's next move."""
    place = len(session_of(answer).moves)
    moves = {session_of(does(answer, Deed("say", phrase.said))).moves[place] for phrase in (talk.CERTAIN, talk.CANT)}
    return len(moves) == 2


def test_what_the_reader_says_changes_what_the_partner_plays() -> None:
    answer = next(each for each in pictures(hands=20) if talk.CERTAIN.said in sayings(each) and heeded(each))
    place = len(session_of(answer).moves)
    because = [session_of(does(answer, Deed("say", phrase.said))).bot_choice(place).reason
               for phrase in (talk.CERTAIN, talk.CANT)]
    assert any("without my partner's “" in told for told in because)


def test_the_readers_word_is_shown_and_told() -> None:
    answer = next(each for each in pictures() if sayings(each))
    phrase = sayings(answer)[0]
    after = does(answer, Deed("say", phrase))
    assert f"You say “{phrase}”" in after["say"]
    bubble = read(after["html"]).one("#fs-said-0.fs-bubble")
    assert (bubble.one(".fs-unseen").text, bubble.one("q").text) == ("You: ", phrase)


def test_the_same_seed_moves_and_words_bring_the_same_hand() -> None:
    for seed in range(3):
        assert [*played("bohmstedt", 4, seed)] == [*played("bohmstedt", 4, seed)]


def test_a_save_brings_back_what_was_said() -> None:
    spoken = 0
    for answer in pictures():
        session = read_save(answer["save"])
        spoken += len(session.said)
        again = ask(op="resume", save=answer["save"])
        assert again["save"] == answer["save"] == write_save(session)
        if not answer["picked"] and not (answer["over"] and answer["waiting"]):    # a resumed hand has its score
            assert again["html"] == answer["html"]
        fresh = begin_session(session.game, session.setup)
        for move in session.moves:
            fresh = fresh.after(move)
        fresh = replace(fresh, said=session.said)
        assert [fresh.remarks(place) for place in range(len(fresh.line))] == [
            session.remarks(place) for place in range(len(session.line))]
    assert spoken


def test_undo_takes_back_a_word_like_a_move() -> None:
    answer = next(each for each in pictures() if sayings(each) and session_of(each).moves)
    said = does(answer, Deed("say", sayings(answer)[0]))
    assert does(said, Deed("undo", ""))["save"] == answer["save"]
    silent = does(answer, Deed("next", ""))
    assert len(does(silent, Deed("undo", ""))["save"]) < len(answer["save"]), "with nothing said, back to the move before"


def test_a_new_hand_begins_in_silence() -> None:
    last = next(each for each in pictures(hands=20) if each["over"] and session_of(each).said)
    assert not session_of(ask(op="do", do="deal", seed=3, save=last["save"])).said


def test_what_nobody_could_listen_to_is_refused() -> None:
    session = new_session("knueffeln", 4, setup={"dealer": "East"})
    for said in ({0: talk.COME.said}, {99: talk.COME.said}, {-1: talk.COME.said}, {0: "the Ace of Spades"}):
        with pytest.raises(InvalidSave, match="Nobody could listen"):
            read_save(write_save(replace(session, said=said)))
    answer = next(each for each in pictures() if sayings(each))
    assert "Nobody could listen" in does(answer, Deed("say", "I hold the Ace of Spades"))["error"]


@pytest.mark.parametrize("game_id", [game_id for game_id in known_games() if game_id != "knueffeln"])
def test_the_other_games_are_played_in_silence(game_id: str) -> None:
    game, bot, rng = make_game(game_id), bot_for(make_game(game_id)), random.Random(1)
    position = game.deal(1)
    while position.to_act is not None:
        views = [game.view(position, seat) for seat in game.table.seats]
        assert not [remark for view in views for remark in (*bot.says(view), *bot.may_say(view))]
        game.advance(position, rng.choice(game.legal(position)))
