"""The Knüffeln bot: legal moves that use no hidden information, reasons that agree with its decisions, and truthful table
talk."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from rules_engine.bots import ONLY_MOVE, BotMove, RandomBot, bot_for
from rules_engine.bots.match import match
from rules_engine.core.model.cards import FACE_DOWN, Card
from rules_engine.core.model.moves import play
from rules_engine.core.model.table_talk import Remark
from rules_engine.games.knueffeln import Knueffeln, KnueffelnPosition
from rules_engine.games.knueffeln.bot import KnueffelnBot, talk
from rules_engine.games.knueffeln.bot.measure import main, play_talking, talk_match
from rules_engine.games.knueffeln.bot.talk import remarks, remarks_of, sayings
from rules_engine.games.knueffeln.rules import winning
from rules_engine.testing import HandState, begin

HANDS = 30
TABLES = [("bohmstedt", 4), ("bohmstedt", 5), ("hattstedt", 4), ("bernhard-1924", 4), ("gruenberg-1938", 4)]
EVERY_TABLE = pytest.mark.parametrize(("variant", "players"), TABLES)
Table = HandState[KnueffelnPosition]


def at(variant: str = "bohmstedt", players: int = 4, **setup: Any) -> Table:
    if "turnups" not in setup:
        setup.setdefault("chosen", ["H", "S"])
    return begin(Knueffeln(variant, players), setup)


def chosen(hand: Table, heard: tuple[Remark, ...] = ()) -> BotMove:
    return KnueffelnBot().choose(hand.game.view(hand.position, hand.position.actor), random.Random(1), heard)


def said(hand: Table, seat: str) -> list[str]:
    place = hand.game.table.names.index(seat)
    return [remark.phrase for remark in remarks(hand.game.view(hand.position, place))]


def moments(game: Knueffeln, hands: int) -> Iterator[tuple[KnueffelnPosition, BotMove]]:
    """Yield every position in some hands with the bot's choice. Some of the moves then made are random instead."""
    player = KnueffelnBot()
    for seed in range(hands):
        position, rng = game.deal(seed), random.Random(seed)
        while position.to_act is not None:
            heard = remarks_of(game, position, position.players) if seed % 2 else ()
            choice = player.choose(game.view(position, position.to_act), random.Random(seed), heard)
            yield position.copy(), choice
            wanders = rng.random() < 0.3
            game.advance(position, rng.choice(game.legal(position)) if wanders else choice.move)


def hidden_places(game: Knueffeln, position: KnueffelnPosition, seat: int) -> list[tuple[list[Card], int]]:
    seen = game.view(position, seat).position
    piles = [(position.hands[other], seen.hands[other]) for other in game.table.seats]
    piles.append((position.stock, seen.stock))
    return [(real, place) for real, shown in piles for place, card in enumerate(shown)
            if card is FACE_DOWN and real[place] not in position.shown]


def other_world(game: Knueffeln, position: KnueffelnPosition, seat: int, rng: random.Random) -> KnueffelnPosition:
    """Return the position after redistributing the cards that the seat can't see."""
    world = position.copy()
    places = hidden_places(game, world, seat)
    cards = [real[place] for real, place in places]
    rng.shuffle(cards)
    for (real, place), card in zip(places, cards, strict=True):
        real[place] = card
    return world


# ---- every choice

@EVERY_TABLE
def test_every_move_is_legal(variant: str, players: int) -> None:
    game = Knueffeln(variant, players)
    for position, choice in moments(game, HANDS):
        assert choice.move in game.legal(position)
        assert game.judge(position, choice.move).legal


def test_the_hands_played_here_meet_every_phase() -> None:
    met = {position.phase for variant, players in TABLES
           for position, _ in moments(Knueffeln(variant, players), HANDS // 2)}
    assert met == {"solo", "take-ole", "take-turnup", "play", "answer", "jann"}


@EVERY_TABLE
def test_hidden_cards_change_no_choice_and_no_remark(variant: str, players: int) -> None:
    game, rng = Knueffeln(variant, players), random.Random(5)
    for position, _ in moments(game, HANDS // 4):
        for seat in position.players or [position.dealer]:
            world = other_world(game, position, seat, rng)
            views = [game.view(one, seat) for one in (position, world)]
            assert remarks(views[0]) == remarks(views[1])
            if seat == position.to_act and position.phase != "take-ole":    # the right to take an Ole reveals her holder
                assert chosen(HandState(game, position)) == chosen(HandState(game, world))


@EVERY_TABLE
def test_every_reason_is_one_sentence_that_can_be_spoken(variant: str, players: int) -> None:
    game = Knueffeln(variant, players)
    for _, choice in moments(game, HANDS // 2):
        spoken = game.pack.plain(choice.reason)
        assert not re.search(r"[{}?]|None|nan", spoken)
        assert spoken[0].isupper()
        assert re.search(r"[^.]\.$", spoken)
        assert not re.search(r"\. [A-Z]", spoken), spoken


def test_the_last_card_needs_no_thought() -> None:
    hand = at("hattstedt", hands={"South": "7H", "West": "3D", "North": "3C", "East": "4D"}, leader="South")
    assert chosen(hand).reason == ONLY_MOVE


# ---- before the play

def test_an_ole_is_taken_for_the_queen() -> None:
    hands = {"South": "QD KC 4D 6D JC 10C 3C 7C 8C", "West": "AD 3D 2D 7D 8D 10D JD KD 6C",
             "North": "AS KS QS JS 10S 9S 7S 6S 4S", "East": "AH KH QH JH 10H 8H 7H 6H 4H"}
    hand = at(turnups="3H 3S", hands=hands, stock="2S 9C 2C QC AC 4C 8S 9H 2H 9D", phase="take-ole")
    assert hand.facts["to_act"] == "South"
    choice = chosen(hand)
    assert choice.move.text == "take 9D for QD"
    assert "one of the five Olen" in choice.reason


def test_of_two_turn_ups_the_better_is_taken_for_the_ten() -> None:
    hands = {"South": "10H 7D", "West": "3D 2D", "North": "3C 6D", "East": "4D 6C"}
    hand = at(turnups="KH AH 3S", hands=hands, phase="take-turnup")
    choice = chosen(hand)
    assert choice.move.text == "take AH for 10H"
    assert "the best of those" in choice.reason


@pytest.mark.parametrize(("stock", "move"), [("2H 4C 8S AH JH AS 7H 7S 6H 8H", "solo"),
                                             ("2D 4D 6D 7D 8D 10D JD QC KC 10C", "sit out")])
def test_the_dealer_of_five_plays_alone_with_a_great_stock_only(stock: str, move: str) -> None:
    game = Knueffeln(players=5)
    rest = [card for card in game.deck if card.text not in [*stock.split(), "3H", "3S"]]
    hands = {name: " ".join(card.text for card in rest[9 * place:9 * place + 9])
             for place, name in enumerate(game.table.names[:4])}
    hand = begin(game, {"turnups": "3H 3S", "stock": stock, "hands": {**hands, game.table.names[4]: ""},
                           "dealer": game.table.names[4]})
    assert chosen(hand).move.text == move


# ---- the play

def test_a_chosen_seven_is_led_as_a_sure_trick() -> None:
    hand = at("hattstedt", hands={"South": "7H 4D", "West": "3D 2D", "North": "3C 6D", "East": "6C JD"}, leader="South")
    assert chosen(hand).move.text == "7H"


def test_the_last_player_takes_the_trick_with_the_cheapest_card_that_does() -> None:
    hand = at(hands={"South": "2H AH 3S 6D", "West": "3D 2D 4D", "North": "3C 7D 6C", "East": "JD QD KD"},
                  trick=["West JC", "North 8C", "East 10C"], leader="West")
    choice = chosen(hand)
    assert choice.move.text == "3S"
    assert "No opponent plays after me" in choice.reason


def test_the_partners_sure_trick_gets_a_dud() -> None:
    hand = at(hands={"South": "2H AH 6D", "West": "3D 2D", "North": "3C 7D", "East": "JD QD"},
                  trick=["West JC", "North 3S", "East 10C"], leader="West")
    assert chosen(hand).move.text == "6D"


# ---- turned cards, answers and the march

STRONG = {"South": "2H 4C 8S 9H AH", "West": "3D 2D 4D 6D 7D", "North": "3C 7C 8C 9C 10C", "East": "6C JD QD KD 8D"}


def test_a_strong_leader_turns_once_a_jann_is_out_of_reach() -> None:
    won = at(hands=STRONG, leader="South", tricks={"South": 3, "West": 1})
    assert chosen(won).move.verb == "turn"
    unbroken = at(hands=STRONG, leader="South", tricks={"South": 4})
    assert chosen(unbroken).move.verb == "play"


def turned(hand: Table) -> Table:
    """Return the hand after the first card is led face down."""
    return hand.after(next(move.text for move in hand.game.legal(hand.position) if move.verb == "turn"))


def answering(tricks: dict[str, int], **more: Any) -> Table:
    return turned(at(hands=STRONG, tricks=tricks, **more))


def test_the_weak_run_and_the_strong_see() -> None:
    weak = answering({"South": 4, "East": 0}, leader="South")
    assert chosen(weak).move.text == "run"
    assert chosen(answering({"South": 3, "East": 1}, leader="East")).move.text == "see"


def test_a_card_turned_on_the_march_is_run_from() -> None:
    hand = at(hands={seat: cards[:11] for seat, cards in STRONG.items()}, tricks={"South": 5},
                  marching="South+North", leader="South")
    choice = chosen(turned(hand))
    assert choice.move.text == "run"
    assert "their march fails" in choice.reason


@pytest.mark.parametrize(("south", "verb"), [("2H 4C 7H 7S", "play"), ("4D 6D 7D 8D", "claim")])
def test_the_march_is_for_hands_that_cant_lose(south: str, verb: str) -> None:
    hand = at(hands={"South": south, "West": "3D 2D AD JD", "North": "3C 7C 8C 9C", "East": "6C KD QD QC"},
                  tricks={"South": 5}, leader="South")
    assert hand.facts["phase"] == "jann"
    assert chosen(hand).move.verb == verb


# ---- the talk

@EVERY_TABLE
def test_no_remark_names_a_card_and_each_is_a_phrase_of_the_table(variant: str, players: int) -> None:
    known = {phrase.said: phrase.meaning for phrase in talk.PHRASES}
    game = Knueffeln(variant, players)
    for position, _ in moments(game, HANDS // 4):
        for remark in remarks_of(game, position, position.players):
            assert known[remark.phrase] == remark.meaning
            assert "{" not in remark.phrase + remark.meaning


@pytest.mark.parametrize("players", [4, 5])
def test_who_can_for_certain_can_whatever_the_opponents_play(players: int) -> None:
    met, game = 0, Knueffeln(players=players)
    for position, _ in moments(game, HANDS):
        for remark in remarks_of(game, position, position.players):
            if remark.phrase in (talk.CERTAIN.said, talk.COME.said):
                assert takes_it(position, remark.seat)
                met += 1
    assert met > 10


def takes_it(position: KnueffelnPosition, speaker: int) -> bool:
    """Return whether the speaker has a card that wins the trick for its side against every reply by its opponents."""
    mates = [seat for seat in position.players if position.side[seat] == position.side[speaker]]
    return any(all(side_wins(position, speaker, card, mates, foe_cards) for foe_cards in foes_plays(position, mates))
               for card in [*position.hands[speaker]])


def foes_plays(position: KnueffelnPosition, mates: list[int]) -> list[dict[int, Any]]:
    laid = {one.seat for one in position.trick}
    foes = [seat for seat in position.players if seat not in mates and seat not in laid]
    return [dict(zip(foes, cards, strict=True)) for cards in product(*(position.hands[seat] for seat in foes))]


def side_wins(position: KnueffelnPosition, speaker: int, card: Any, mates: list[int], foe_cards: dict[int, Any]) -> bool:
    """Return whether the side wins the trick with this card or is already winning it, without help from later partners."""
    trick, seat = list(position.trick), position.actor
    while len(trick) < len(position.players):
        if seat == speaker or seat in foe_cards:
            trick.append(play(card if seat == speaker else foe_cards[seat]).laid[seat])
        else:
            trick.append(play(FACE_DOWN).laid[seat])
        seat = position.next_player(seat)
    return winning(position, trick).seat in mates


def test_a_poor_hand_and_a_rich_one_are_told_before_the_partner_leads() -> None:
    hands = {"South": "4D 6D 7D", "West": "3D 2D 10D", "North": "6C 7C 8C", "East": "JD QD KD"}
    assert said(at(hands=hands, leader="South"), "North") == [talk.POORLY.said]
    rich = at(hands={**hands, "North": "2H 4C 8C"}, leader="South")
    assert said(rich, "North") == [talk.TWO_SURE.said]
    assert said(rich, "West") == []


def test_the_first_trick_won_is_one_for_the_jann() -> None:
    hand = at(hands={"South": "4D 6D", "West": "3D 2D", "North": "6C 7C", "East": "JD QD"}, tricks={"South": 1},
                  leader="South")
    assert said(hand, "South") == [talk.FOR_THE_JANN.said]


def test_a_first_lead_of_a_seven_is_called_weak_by_the_next_opponent() -> None:
    hand = at(hands={"South": "7H 6D", "West": "3D 2D", "North": "6C 7C", "East": "JD QD"}, leader="South")
    assert talk.WEAKNESS.said in said(hand.after("7H"), "West")


def test_a_partner_who_can_for_certain_is_left_to_it_and_one_who_cant_is_not() -> None:
    hand = at(hands={"South": "2S 6D 3D", "West": "4D JD 7D", "North": "2H 7C 8C", "East": "QD KD"},
                  trick=["East KC"], leader="East")
    north = hand.game.table.names.index("North")
    certain, cant = (Remark(north, phrase.said, phrase.meaning) for phrase in (talk.CERTAIN, talk.CANT))
    assert said(hand, "North") == [talk.CERTAIN.said]
    assert chosen(hand, (certain,)).move.text in ("6D", "3D")
    assert chosen(hand, (cant,)).move.text == "2S"


def test_what_opponents_say_is_not_taken_for_help() -> None:
    hand = at(hands={"South": "AS 6D 3D", "West": "4D JD 7D", "North": "2H 7C 8C", "East": "QD KD"},
                  trick=["East KC"], leader="East")
    west = hand.game.table.names.index("West")
    assert chosen(hand, (Remark(west, talk.CERTAIN.said, talk.CERTAIN.meaning),)) == chosen(hand)


def test_those_who_fold_say_so() -> None:
    hand = answering({"South": 4, "East": 0}, leader="South")
    assert said(hand, "South") == [talk.TURNING.said]
    over = hand.after("run")
    assert [remark.phrase for remark in remarks_of(over.game, over.position, over.position.players)] == [talk.FOLDING.said]


@EVERY_TABLE
def test_what_a_bot_tells_its_partner_a_person_may_say_too_and_is_heeded(variant: str, players: int) -> None:
    lawful = {phrase.said for phrase in (*talk.OF_THE_HAND, *talk.OF_THE_TRICK)}
    met, game = set[str](), Knueffeln(variant, players)
    for position, _ in moments(game, HANDS // 2):
        for seat in position.players:
            view = game.view(position, seat)
            may_say = sayings(view)
            told = [remark for remark in remarks(view) if remark.phrase in lawful]
            assert set(told) <= set(may_say)
            met.update(remark.phrase for remark in told)
            if may_say:
                mates = [mate for mate in position.players if position.side[mate] == position.side[seat]]
                assert position.actor in mates
                assert all(talk.words_for(position.actor, mates, [remark]) for remark in may_say)
    assert len(met) > 6


def test_who_plays_no_part_says_nothing() -> None:
    game = Knueffeln(players=5)
    deciding = game.deal(3)
    assert deciding.phase == "solo"
    sitting_out = game.play(deciding, "sit out")[0]
    for position in (deciding, sitting_out):
        view = game.view(position, position.dealer)
        assert not sayings(view)
        assert not remarks(view)


# ---- playing strength

@pytest.mark.parametrize(("variant", "players"), [
    pytest.param(*table, marks=() if table == TABLES[0] else pytest.mark.thorough) for table in TABLES])
def test_the_bot_beats_random_bots(variant: str, players: int) -> None:
    game = Knueffeln(variant, players)
    figure = match(game, bot_for(game), RandomBot(), deals=120 if players == 4 else 800, seed=5)
    assert figure.margin - figure.half_width > 0
    assert figure.won > 2 * figure.lost


def test_a_silent_match_gains_nothing_and_the_command_prints_a_figure(capsys: pytest.CaptureFixture[str]) -> None:
    game = Knueffeln("hattstedt")
    assert talk_match(game, 5, 3) == talk_match(game, 5, 3)
    assert play_talking(game, game.deal(4), None).hand_over
    main(["--variant", "hattstedt", "--deals", "3"])
    assert "talking against silent partners" in capsys.readouterr().out
