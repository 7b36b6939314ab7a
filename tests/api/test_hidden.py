"""No answer reveals a face-down card, by its picture or its name, at any point in a hand."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from rules_engine.api import request
from rules_engine.api.coach import turn_analysis
from rules_engine.api.coach.bot_reasons import thoughts
from rules_engine.api.session import Session, new_session
from rules_engine.bots import BotMove, RandomBot, bot_for, open_choice, recommendation
from rules_engine.bots.worlds import Worlds
from rules_engine.core.game.game import Game, View
from rules_engine.core.game.setups import facts_of
from rules_engine.core.model.cards import FACE_DOWN, Card
from rules_engine.core.model.table_talk import Remark
from rules_engine.core.positions.position import Position
from rules_engine.games import make_game
from rules_engine.html.sprites import face_id
from rules_engine.testing import choice_name
from rules_engine.text.message import NOTHING, Text, say
from tests.api.reader import Answer, Deed, ask, does, goes_on, hinted, session_of
from tests.dom import read
from tests.some import A_TABLE_OF_EACH_GAME

A_QUARTER = 0.25


@cache
def _face(card: Card) -> str:
    """Return the end of the URL for a card's picture, with the closing quote."""
    return f".svg#{face_id(card)}\""


def unseen_in(game: Game[Any], answer: Answer, known: set[str]) -> set[str]:
    """Return the cards that an answer shows although the reader hasn't seen them.

    Sentences aren't searched, because they may name any card.
    """
    shown = answer["html"] + answer["side"]
    faces = "".join(re.findall(r"<(?:span|button)[^>]* class=\"fs-(?:card|tab)[ \"].*?</(?:span|button)>", shown))
    return {card.text for card in game.pack if card.text not in known and (_face(card) in shown or f'"{card.text}"' in faces)}


class SeenCards:
    """The cards that the reader has seen in a hand, collected from the first seat's view of every position so far."""

    def __init__(self) -> None:
        self.cards: set[str] = set()
        self.places = 0

    def up_to(self, session: Session) -> set[str]:
        """Return the cards seen up to this session, which must not be earlier than the session in the previous call."""
        for reached in session.line[self.places:]:
            view = session.game.view(reached.position, 0).position
            self.cards |= _cards_in(session.game, facts_of(session.game, view))
            self.cards |= {str(laid.move.card) for laid in view.trick}
            self.cards |= {str(laid.move.card) for laid in (view.last_trick.laid if view.last_trick else ())}
        self.places = len(session.line)
        return self.cards


def _cards_in(game: Game[Any], plain: Any) -> set[str]:
    """Return every card named anywhere in a nested structure of plain values."""
    if isinstance(plain, dict):
        return set().union(*(_cards_in(game, each) for pair in plain.items() for each in pair))
    if isinstance(plain, list | tuple):
        return set().union(*(_cards_in(game, each) for each in plain))
    return set(str(plain).split()) & {card.text for card in game.pack}


class WatchedHand:
    """A hand in progress with the cards that the reader has seen."""

    def __init__(self, game: Game[Any], seed: int) -> None:
        self.game, self.rng, self.seen = game, random.Random(f"{choice_name(game)}/{seed}"), SeenCards()
        self.answer = ask(op="practice", game=game.id, variant=game.variant, players=game.table.size, options=game.options,
                          seed=seed)

    def answers(self) -> Iterator[Answer]:
        """Yield every answer up to the end of the hand."""
        while not self.answer["over"]:
            yield self.answer
            self.answer = goes_on(self.answer, self.rng)

    def __iter__(self) -> Iterator[tuple[Answer, set[str]]]:
        """Yield every answer up to the end of the hand, with the cards seen so far."""
        for answer in self.answers():
            yield answer, self.seen.up_to(session_of(answer))


@pytest.fixture(autouse=True)
def _little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit the coach to one deal, to save time."""
    monkeypatch.setattr(recommendation, "MOST", 1)


@A_TABLE_OF_EACH_GAME
def test_no_answer_shows_an_unseen_card(game: Game[Any]) -> None:
    """A hand is played by random actions.

    After each action, the test also requests an earlier position, the last trick, a hint or reasons.
    """
    hidden, hand = 0, WatchedHand(game, 1)
    for answer, known in hand:
        hidden += len(game.pack) - len(known)
        moves = len(session_of(answer).moves)
        looks = [Deed("look", str(hand.rng.randrange(moves) + 1)), Deed("last"), Deed("hint"), Deed("because")] if moves else []
        asked = hand.rng.sample(looks, len(looks) // 4)
        for shown in (answer, *(hinted(answer) if look.do == "hint" else does(answer, look) for look in asked)):
            assert unseen_in(game, shown, known) == set(), shown["say"]
    assert hidden


@A_TABLE_OF_EACH_GAME
def test_answers_do_not_depend_on_hidden_cards(game: Game[Any]) -> None:
    """When the other players' cards are dealt again, every picture, text and hint stays the same."""
    anew, hand = 0, WatchedHand(game, 8)
    for answer in hand.answers():
        session = session_of(answer)
        world = Worlds(game.view(session.position, 0, session.memory(0, len(session.moves)))).draw(hand.rng)
        anew += facts_of(game, world) != facts_of(game, session.position)
        for told in (lambda answer: does(answer, Deed("now")), *([hinted] if hand.rng.random() < A_QUARTER else [])):
            turn_analysis._TURNS.clear()
            wanted = told(answer)
            turn_analysis._TURNS.clear()
            *line, last = session.line
            request.RECENT[answer["save"]] = replace(session, line=(*line, replace(last, position=world)))
            assert told(answer) == wanted
            request.RECENT[answer["save"]] = session
    assert anew > 4


# ---- face-down cards in two games

def spoken(answer: Answer) -> str:
    """Return the text spoken for an answer, followed by the other players' reasons."""
    return f"{answer['say']} {does(answer, Deed('because'))['say']}"


def test_a_card_led_face_down_is_told_without_its_name() -> None:
    met = 0
    for seed in (24, 32, 69, 71, 73, 82, 84):       # seeds below ninety with which the reader answers a face-down lead
        for answer in WatchedHand(make_game("knueffeln"), seed).answers():
            position = session_of(answer).position
            if position.phase == "answer" and position.to_act == 0:
                card = position.trick[0].card
                assert card.name not in spoken(answer)
                assert f'"{card.text}"' not in answer["html"] + answer["side"]
                assert len(re.findall(_face(FACE_DOWN), answer["html"])) == 1, "it lies on the table, its back up"
                met += 1
    assert met > 5


def test_cards_that_others_discard_are_told_without_their_names_and_once_a_seat() -> None:
    rng, answer = random.Random(2), ask(op="practice", game="double-king-pedro", seed=65, setup={"dealer": "East"})
    heard = list[str]()
    while (session := session_of(answer)).position.phase != "play":
        gone = [move.card for place, move in enumerate(session.moves)
                if move.verb == "discard" and session.line[place].position.to_act != 0]
        assert not [card for card in gone if card is not None and card.name in spoken(answer)]
        heard.append(answer["say"])
        answer = goes_on(answer, rng)
    heard.append(answer["say"])
    assert len(gone) > 10
    assert [sum(f"{seat} discards" in said for said in heard) for seat in ("West", "North", "East")] == [1, 1, 1]
    assert not [card for card in gone if card is not None and f'"{card.text}"' in answer["side"]]


# ---- the other players' reasons

@A_TABLE_OF_EACH_GAME
def test_reasons_shown_during_a_hand_depend_only_on_the_move_and_open_cards(game: Game[Any]) -> None:
    """When the other players' cards are dealt again, a bot that makes the same move for a public reason gives the same
    reason."""
    bot, hand = bot_for(game), WatchedHand(game, 3)
    for answer in hand.answers():
        session = session_of(answer)
        place = len(session.moves) - 1
        if place < 0 or session.line[place].position.to_act == 0:
            continue
        before = session.at(place)
        choice, told = before.bot_choice(), does(answer, Deed("because"))["say"]
        if choice.aloud != choice.reason:
            assert game.pack.plain(choice.reason) not in told
        if not choice.aloud:
            continue
        for _ in range(4):
            seen = game.view(before.position, 0, session.memory(0, place))
            world = Worlds(seen).draw(hand.rng)
            if choice.move in game.legal(world):
                other = bot.choose(game.view(world, world.to_act), random.Random(f"{session.setup.get('seed')}/{place}"),
                                   before.remarks(place))
                assert other.move != choice.move or not other.aloud or other.aloud == choice.aloud


def test_what_all_keep_to_themselves_is_told_in_one_sentence_and_after_the_hand_nothing_is_kept() -> None:
    hand = WatchedHand(make_game("double-knot"), 1)
    told = [does(answer, Deed("because"))["say"] for answer in hand.answers() if session_of(answer).moves]
    assert "What the others thought stays hidden until the hand is over." in told
    over = does(does(hand.answer, Deed("next")) if read(hand.answer["html"]).all("[data-do=next]") else hand.answer,
                Deed("because"))["say"]
    assert "hidden" not in over


def test_after_a_last_card_of_one_s_own_the_others_of_its_trick_are_told() -> None:
    game = make_game("snakebit")
    hand = next(each for each in (WatchedHand(game, seed) for seed in range(40))
                if [*each.answers()] and session_of(each.answer).line[-2].position.to_act == 0)
    told = does(hand.answer, Deed("because"))["say"]
    assert len([*re.finditer(r"\b(?:West|North|East) (?:plays|leads) the [^:]*:", told)]) == 3, told


def test_after_the_hand_each_trick_shows_the_bots_reasons() -> None:
    """Each answer shows the reasons for one trick only, even if the trick's last card was passed."""
    hand = WatchedHand(make_game("double-decker"), 2)
    assert [*hand.answers()]
    session = session_of(hand.answer)
    assert any(move.verb == "pass" for move in session.moves[3::4])
    for end in range(4, len(session.moves) + 1, 4):
        told = does(hand.answer, Deed("trick-because", str(end)))["say"]
        others = [place for place in range(end - 4, end) if session.line[place].position.to_act != session.seat]
        assert [session.game.pack.plain(session.bot_choice(place).reason) in told for place in others] == [True] * 3
        assert len([*re.finditer(r"\b(?:West|North|East) (?:plays|leads|passes) the [^:]*:", told)]) == 3, told


def test_a_reason_given_as_a_plain_string_stays_hidden() -> None:
    """A plain string is treated as revealing, because the cards that it names can't be extracted."""
    session = new_session("double-knot", 1)
    assert session.gives_away(Text("I hold the King of Moons."))
    assert not session.gives_away(say("I hold nothing."))
    assert not session.gives_away(NOTHING)


class Careless(RandomBot[Position]):
    """A bot whose remarks reveal a card that it plays or keeps, as a careless author's bot might."""

    def __init__(self, keeps: bool) -> None:
        self.keeps = keeps

    def choose(self, view: View[Position], rng: random.Random, heard: Sequence[Remark] = ()) -> BotMove:
        """Choose a random legal move, with a remark that names a card."""
        move = super().choose(view, rng, heard).move
        told = next(card for card in view.position.hands[view.seat or 0] if (card != move.card) == self.keeps)
        return open_choice(move, say("I like {card}.", card=told))


@pytest.mark.parametrize("keeps", [True, False])
def test_a_thought_that_names_a_card_face_down_is_kept_until_the_hand_is_over(keeps: bool) -> None:
    session = replace(new_session("snakebit", 3), bot=Careless(keeps))
    session = session.play(session.game.legal(session.position)[0]) if session.readers_turn else session
    session = session.after(session.bot_choice().move)
    place = len(session.moves) - 1
    told = thoughts(session, [place], NOTHING).told()
    assert ("I like" in told) is not keeps
    assert ("stays hidden until the hand is over" in told) is keeps
    while not session.position.hand_over:
        session = session.after(session.game.legal(session.position)[0])
    assert "I like" in thoughts(session, [place], NOTHING).told()
