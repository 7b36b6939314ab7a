"""Tests that the referee agrees with the engine after each card, in every game and variant, for every number of players."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator

import pytest

from rules_engine.api.messages import handle
from rules_engine.api.referee import trick as trick_of
from rules_engine.api.referee.export import practice_save
from rules_engine.api.referee.fields import NONE, FieldOptions, entry_fields, values_of
from rules_engine.api.referee.legal_moves import resolve_turn, rulings
from rules_engine.api.referee.phases import call_phases, phases_of
from rules_engine.api.referee.reconstruct import with_led_card
from rules_engine.api.referee.trick import PossibleTrick, TrickEntry, find_tricks, possible_moves
from rules_engine.api.referee.trick_totals import count_tricks, keys_counted
from rules_engine.api.referee.worlds import EnteredTable, game_of
from rules_engine.api.saves import read_save
from rules_engine.authoring.checks.check_text import replay_checked
from rules_engine.core.game.game import Game
from rules_engine.core.game.game_options import every_choice
from rules_engine.core.game.score_form import counting_of
from rules_engine.core.model.cards import Card, in_order
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.core.positions.position import Position
from rules_engine.games import game_class, known_games, make_game
from rules_engine.testing import choice_name
from rules_engine.text.message import NOTHING
from tests.api.flagged_skat import FlaggedSkat
from tests.api.hands import Played, rows_told, told, tricks
from tests.sketches.skat import Skat
from tests.sketches.whist import Whist
from tests.some import pairwise, some

GAMES = [game for kind in map(game_class, known_games()) for game in every_choice(kind)]
EACH_PAIR_OF_CHOICES = pytest.mark.parametrize("game", some(GAMES, pairwise(GAMES), choice_name))
COUNTED = [game for game in GAMES if keys_counted(game)]
FOR_FOUR = {game.id: game for game in reversed(COUNTED) if game.table.size == 4}
"""The first table for four of each game."""
FEW, MANY = 1, 60


def ask(**told: object) -> dict[str, object]:
    """Return the referee's answer to the entries for a table."""
    message = {"op": "referee", "tool": "trick", "entered": {}, "rows": [], "leader": 0, "cards": [], **told}
    answer: dict[str, object] = json.loads(handle(json.dumps(message)))
    return answer


def agrees(game: Game[Position], trick: Played) -> int:
    """Assert that the referee never contradicts the engine while a trick is entered.

    Return the number of cards still missing when the referee became certain of the winner.
    """
    rows, early = rows_told(game), 0
    winners = trick.after.last_trick.winners if trick.after.last_trick else {}
    for entered in range(1, len(trick.moves) + 1):
        ways = [[move] for move in trick.laid[:entered]]
        result = find_tricks(game, TrickEntry(told(game, trick, rows), rows, ways))
        assert result.lying, (trick.laid[:entered], result.wrong)
        assert not result.sure or result.takers == winners, (trick.laid, entered)
        early += result.sure and entered < len(trick.moves)
        if entered == len(trick.moves):
            assert result.sure
            leads = {each.position.leader for each in result.lying if not each.position.hand_over}
            assert trick.after.leader is None or leads == {trick.after.leader}
    return early


def played(game: Game[Position], seeds: int) -> list[Played]:
    """Return the tricks in the first ``seeds`` random hands, except tricks with a single card."""
    return [trick for seed in range(seeds) for trick in tricks(game, seed) if len(trick.moves) > 1]


@EACH_PAIR_OF_CHOICES
def test_a_trick_has_the_taker_and_the_next_leader_of_the_engine(game: Game[Position]) -> None:
    for trick in played(game, FEW):
        agrees(game, trick)


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES, ids=choice_name)
def test_thousands_of_tricks_have(game: Game[Position]) -> None:
    assert sum(agrees(game, trick) for trick in played(game, MANY)) or game.id == "double-decker"


@EACH_PAIR_OF_CHOICES
def test_what_may_be_played_is_what_the_engine_allows(game: Game[Position]) -> None:
    rows = rows_told(game)
    for trick in played(game, FEW):
        for place, moment in enumerate(trick.moments):
            if moment.phase != "play" or any(move.verb == "turn" for move in trick.moves):
                continue        # the entered fields also describe cards that aren't on the table
            ways = [[move] for move in trick.laid[:place]]
            looked = resolve_turn(game, TrickEntry(told(game, trick, rows), rows, ways, moment.hands[moment.actor]))
            assert looked.turns, (trick.laid[:place], looked.wrong)
            assert not looked.asks
            ruled = [each for each in rulings(game, looked.turns).values() if each.move.verb != "turn"]
            assert {each.move: each.legal for each in ruled} == {
                each.move: each.move in game.legal(moment) for each in ruled}, trick.laid[:place]


@pytest.mark.parametrize("game", [game_of(*each, (), ()) for each in (
    ("snakebit", None, 3), ("double-decker", None, 4), ("double-knot", None, 3), ("knueffeln", "hattstedt", 4))],
    ids=lambda game: str(game.id))
def test_a_decided_trick_stays_decided_after_two_more_cards(game: Game[Position]) -> None:
    """For tricks that lack two cards, up to 30 random continuations are tried."""
    rows, chance, tried = rows_told(game), random.Random(1), 0
    for trick in played(game, 12):
        if len(trick.moves) < game.table.size:
            continue
        entered = len(trick.moves) - min(2, len(trick.moves) - 1)
        result = find_tricks(game, TrickEntry(told(game, trick, rows), rows, [[move] for move in trick.laid[:entered]]))
        assert result.lying
        if not result.sure:
            continue
        there = trick.gone.union(move.played for move in trick.laid[:entered])
        unseen = [card for card in game.deck if card not in there]
        orders = [*itertools.permutations(unseen, len(trick.moves) - entered)]
        for cards in chance.sample(orders, min(30, len(orders))):
            lying, last = result.lying[0].position, None
            for card in cards:
                lying, last = _lay_any(game, lying, card)
            assert last == result.takers, (trick.laid[:entered], cards)
            tried += 1
    assert tried or game.id == "double-decker"


def _lay_any(game: Game[Position], position: Position, card: Card) -> tuple[Position, object]:
    after = game.make(with_led_card(position, card), possible_moves(game, position, card)[0])[0]
    done = after.last_trick is not position.last_trick and after.last_trick is not None
    return after, dict(after.last_trick.winners) if done and after.last_trick else None


# ---- questions and answers

def test_the_referee_asks_only_for_relevant_fields() -> None:
    """The referee asks for trumps only if the trick may contain one, and for the lead's suit only if it matters."""
    asked = ask(game="snakebit", rows=["trump"], cards=["4WL", "8WL", "3SK", "2WL"])
    assert asked["missing"] == ["trump"]
    assert list(asked["ways"]) == ["0"]     # type: ignore[call-overload]
    told = ask(game="snakebit", rows=["trump"], entered={"trump": ["W"]}, cards=["4WL", "8WL", "3SK", "2WL"])
    assert (told["missing"], told["certain"], told["won"]) == ([], True, [1])


def test_a_trick_is_decided_as_soon_as_nothing_can_beat_it() -> None:
    first = ask(game="snakebit", rows=["trump"], entered={"trump": ["K"]}, cards=["9LK"])
    assert first["certain"]
    assert not first["whole"]
    assert "no card can change that any more" in str(first["say"])
    assert not ask(game="snakebit", rows=["trump"], entered={"trump": ["K"]}, cards=["8YK"])["certain"]


def test_what_lies_there_must_be_told_once() -> None:
    again = ask(game="snakebit", rows=["trump"], entered={"trump": ["K"]}, cards=["9LK", "8MS", "9LK"])
    assert (again["impossible"], again["say"]) == (2, "The 9 of Leaves and Knots lies there already.")
    five = ask(game="snakebit", rows=["trump"], entered={"trump": ["K"]}, cards=["4WL as W", "8WL", "3SK", "2WL", "2MK"])
    full = "All have played to this trick. The 2 of Moons and Knots is one too many. “Next trick” clears it."
    assert (five["impossible"], five["say"]) == (4, full)


def test_a_card_that_cannot_lie_there_is_told_with_its_rule() -> None:
    third = ask(game="double-decker", players=4, cards=["R5", "B7", "G3", "G4"])
    assert third["moves"] == ["R5", "B7", "pass G3", "pass G4"]     # cards of a third colour are passed automatically
    played = ask(game="double-king-pedro", rows=["trump"], entered={"trump": ["C"]}, cards=["5C", "9H"])
    assert played["impossible"] == 1
    assert "#rule-follow-trump" in str(played["html"])


def test_a_revoke_in_an_earlier_trick_is_reported() -> None:
    """A player who failed to follow suit and now plays that suit held it at the time."""
    first = {"leader": 0, "cards": ["8WL as W", "9MS", "6MW", "7WY"]}
    then = ask(game="snakebit", rows=["trump"], entered={"trump": ["K"]}, tricks=[first], leader=0,
               cards=["5SW as S", "9WY", "6SY", "2SY"])
    assert "Trick 1: Waves were led, and West holds 9 of Waves and Wyrms" in str(then["say"])


def test_the_third_way_to_tell_the_chosen_suits() -> None:
    one = ask(game="knueffeln", rows=["chosen"], entered={"chosen": ["D"]}, cards=["KS", "QH"])
    assert one["missing"] == ["chosen"]
    assert "Chosen suits" in str(one["say"])


def test_own_cards_are_told_apart_with_the_words_of_the_table() -> None:
    may = ask(game="snakebit", tool="turn", rows=["trump"], entered={"trump": ["K"]}, cards=["4WL as W", "8WL"],
              hand=["3MW", "6MW", "7SK", "9MS"])
    cards: dict[str, dict[str, object]] = may["cards"]      # type: ignore[assignment]
    assert {card for card, told in cards.items() if told["legal"]} == {"3MW", "6MW"}
    assert "you hold" in str(may["say"])
    assert "#rule-follow-suit" in str(cards["9MS"]["why"])


WAVES_LED: dict[str, object] = {"game": "snakebit", "rows": ["trump"], "entered": {"trump": ["K"]}, "cards": ["4WL as W"]}
KNOTS_SHUT: dict[str, object] = {"game": "snakebit", "rows": ["trump", "cursed", "broken"],
                                 "entered": {"trump": ["K"], "cursed": ["M"]}, "cards": []}
TENS: dict[str, object] = {"game": "knueffeln", "phase": "take-turnup", "rows": ["chosen"], "entered": {"chosen": ["D", "H"]}}
TOSS: dict[str, object] = {"game": "double-king-pedro", "phase": "toss"}
RED_AND_BLUE: dict[str, object] = {"game": "double-decker", "rows": [], "cards": ["R5", "B7"]}


@pytest.mark.parametrize(("about", "hand", "says"), [
    (WAVES_LED, [], "Tap the cards in your hand."),
    (WAVES_LED, ["3MW"], "You may. "),
    (WAVES_LED, ["9LK", "4MS"], "Any of them. "),
    (WAVES_LED, ["9LK", "3MW"], "Only 3 of Moons and Waves. "),
    (WAVES_LED, ["9LK", "3MW", "8WL"], "One of these: 3 of Moons and Waves and 8 of Waves and Leaves. "),
    (KNOTS_SHUT, ["4MS"], "Play: 4 of Moons and Suns as Suns. "),
    (KNOTS_SHUT, ["9LK", "4MS"], "Play: 9 of Leaves and Knots as Leaves and 4 of Moons and Suns as Suns. "),
    (RED_AND_BLUE, ["G3"], "Only pass green 3 (−2 points). "),
    (RED_AND_BLUE, ["G3", "R9"], "Play: red 9. Only pass green 3 (−2 points). "),
    ({"game": "double-king-pedro", "phase": "discard", "rows": ["trump"], "entered": {"trump": ["C"]}}, ["KC", "2C"],
     "None of these cards. "),
    ({"game": "double-knot", "phase": "bid"}, [], "You may bid."),        # the dealer wasn't entered
    (TENS, ["10D", "7D"], "Only exchange 10 of Diamonds."),
    (TENS, ["7D"], "None of these cards."),
    (TENS | {"entered": {"chosen": ["D"]}}, ["10D"], "First choose above: Chosen suits."),
    (TENS | {"phase": "take-ole"}, ["QH", "QD", "QC", "QS"], "That depends on more than can be entered here."),
    (TOSS, ["2H", "3D"], "You may toss the hand or keep the hand."),
    (TOSS, ["2H", "KD"], "With these cards there is nothing to choose there."),
])
def test_what_may_be_played_is_said_first_and_in_few_words(about: dict[str, object], hand: list[str], says: str) -> None:
    assert str(ask(tool="turn", hand=hand, **about)["say"]).startswith(says)


@pytest.mark.parametrize(("about", "legal", "barred"), [
    ({"game": "double-knot", "players": 4, "phase": "bid"}, "bid 3", "bid 12"),
    ({"game": "double-king-pedro", "phase": "bid", "calls": ["bid 40", "pass"]}, "bid 41", "bid 40"),
], ids=["double-knot", "double-king-pedro"])
def test_bids_are_moves_too(about: dict[str, object], legal: str, barred: str) -> None:
    answer = ask(tool="turn", **about)
    calls: list[dict[str, object]] = answer["calls"]        # type: ignore[assignment]
    assert legal in [call["move"] for call in calls]
    assert barred not in [call["move"] for call in calls]


def test_phases_are_named_by_their_decisions() -> None:
    """Phases in which the referee has no question to answer are omitted. A phase's name describes its decision."""
    called = phases_of(make_game("knueffeln"))
    assert called == {
        "take-ole": "An Ole from the bottom of the stock", "take-turnup": "A Ten for a turned-up card",
        "play": "Play a card or lead a card face down", "jann": "Claim the Jann, play a card or lead a card face down"}
    assert call_phases(make_game("double-king-pedro")) == ["bid", "trump"]


def test_a_call_after_the_last_is_one_too_many() -> None:
    told = ask(game="double-knot", tool="turn", players=4, phase="bid", calls=["bid 3", "bid 1", "bid 1", "bid 1", "bid 1"])
    assert told["say"] == "Nobody is left to call: take the last call back."
    assert told["impossible"] == 4


def test_discards_are_moves_too() -> None:
    answer = ask(game="double-king-pedro", tool="turn", phase="discard", hand=["9H", "KC", "2C"], rows=["trump"],
                 entered={"trump": ["C"]})
    cards: dict[str, dict[str, object]] = answer["cards"]       # type: ignore[assignment]
    assert [card for card, told in cards.items() if told["legal"]] == ["9H"]


def test_suits_that_must_be_told_come_in_pairs_and_others_alone_too() -> None:
    told = FieldOptions("cursed", ("A", "B", "C"), True, True, True, NOTHING, ())
    assert [*values_of(told)] == [["A", "B"], ["A", "C"], ["B", "C"]]
    assert [*values_of(told._replace(asked=False))] == [["A"], ["B"], ["C"], ["A", "B"], ["A", "C"], ["B", "C"]]


def test_players_go_by_their_names() -> None:
    told = ask(game="snakebit", seats=["Anna", "Ben", "Cem", "Dora"], rows=["trump"], entered={"trump": ["K"]},
               cards=["4WL as W", "8WL", "3SK", "2WL"])
    assert str(told["say"]).startswith("Cem takes the trick")
    assert told["next"] == 2
    assert "error" not in ask(game="snakebit", seats=["A+B", "C", "D", "E"], cards=["4WL"])


def test_a_third_party_game_gets_the_referee_without_any_code() -> None:
    """Plain whist isn't one of the shipped games and declares nothing for the referee."""
    game: Game[Position] = Whist()      # type: ignore[assignment]
    for trick in played(game, 3):
        agrees(game, trick)
    rows = rows_told(game)
    assert [row.key for row in rows.values() if row.suits] == ["trump"]
    assert {"winner", "follow"} <= {*rows["trump"].uses}


def taker(game: Game[Position], cards: str, **said: JsonValue) -> tuple[object, tuple[object, ...]]:
    """Return the trick's winner according to these entries, or None, and the fields that the referee still asks for."""
    rows = {key: row for key, row in rows_told(game).items() if "winner" in row.uses}
    moves = [[game.notation.read_move(card)] for card in cards.split()]
    result = find_tricks(game, TrickEntry(EnteredTable(said, 0), rows, moves))
    return result.takers and result.takers[""], tuple(result.asks)


@pytest.mark.parametrize(("game", "null", "grand"), [
    pytest.param(Skat(), {"kind": "null"}, {"kind": "grand"}, id="words", marks=pytest.mark.thorough),
    pytest.param(FlaggedSkat(), {"null": True}, {"null": False, "trump": None}, id="flags")])
def test_every_deciding_field_is_asked(game: Game[Position], null: dict[str, JsonValue], grand: dict[str, JsonValue]) -> None:
    """In Null, the King beats the Jack; in any other game of Skat, the Jack beats the King; in Grand, no suit is trump."""
    key = next(iter(null))
    who, asks = taker(game, "KH 10H JH")
    assert who is None
    assert key in asks
    assert taker(game, "KH 10H JH", **null) == (0, ())
    assert taker(game, "KH 10H JH", **grand) == (2, ())
    assert taker(game, "KS 7H 7D", **grand) == (0, ())


def test_none_can_be_told_where_there_may_be_none() -> None:
    assert NONE in rows_told(FlaggedSkat())["trump"].values
    assert NONE not in rows_told(game_of("double-king-pedro", None, 4, (), ()))["trump"].values


@pytest.mark.parametrize(("game", "variant", "players", "labels"), [
    ("snakebit", "poison-nonesuch", 3, ["Cursed", "Trumps", "Broken"]), ("double-knot", None, 4, []),
    ("double-king-pedro", None, 4, ["Trumps", "Opening", "Out"]), ("knueffeln", None, 4, ["Chosen suits"]),
    ("knueffeln", None, 5, ["Dealer", "Chosen suits", "Soloist"])])
def test_the_form_asks_for_what_the_fields_declare(game: str, variant: str | None, players: int, labels: list[str]) -> None:
    rows = rows_told(game_of(game, variant, players, (), ()))
    assert [str(row.label) for row in rows.values() if row.uses] == labels


def test_the_form_asks_for_an_options_field_only_with_the_option() -> None:
    euchre, defended = (make_game("euchre", options={"defend-alone": value}) for value in ("barred", "allowed"))
    assert "defends_alone" not in entry_fields(euchre)
    assert "defends_alone" in entry_fields(defended)


def test_a_trick_that_is_tapped_card_by_card_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked, look = set[int](), trick_of.look_in

    def noted(told: TrickEntry, way: PossibleTrick) -> object:
        looked.add(len(way.moves))
        return look(told, way)

    monkeypatch.setattr(trick_of, "look_in", noted)
    cards = ["QC", "KC", "2C", "6C"]
    for entered in range(1, len(cards) + 1):
        looked.clear()
        ask(game="double-king-pedro", rows=["trump"], entered={"trump": ["C"]}, cards=cards[:entered])
    assert looked == {4}


ENTERED: dict[str, dict[str, object]] = {
    "snakebit": {"rows": ["trump"], "entered": {"trump": ["K"]}, "cards": ["4WL as W", "8WL"], "hand": ["3MW", "6MW", "7SK"]},
    "double-decker": {"players": 5, "cards": ["R5", "B7"], "hand": ["R3", "G4", "B1"]},
    "double-king-pedro": {"rows": ["trump", "out"], "entered": {"trump": ["C"], "out": ["West"]}, "leader": 2, "cards": ["5C"],
                          "hand": ["KC", "2C"]},
    "knueffeln": {"rows": ["chosen"], "entered": {"chosen": ["D", "C"]}, "cards": ["KS", "QH"], "hand": ["2H", "3D"]},
    "double-knot": {"cards": ["9LK"], "hand": ["2WL", "AK"]},
}


@pytest.mark.parametrize("game", ENTERED)
def test_a_table_goes_on_as_a_practice_hand_with_the_same_cards(game: str) -> None:
    save = ask(game=game, tool="turn", export="practice", **ENTERED[game])["exported"]
    session = read_save(str(save))
    position = session.position
    assert position.to_act == 0
    assert {card.text for card in position.hands[0]} >= {*ENTERED[game]["hand"]}       # type: ignore[misc]
    cards: list[str] = ENTERED[game]["cards"]       # type: ignore[assignment]
    assert [laid.move.text for laid in position.trick] == cards


@pytest.mark.parametrize("game", ENTERED)
def test_a_table_goes_on_as_an_example_that_holds(game: str) -> None:
    text = str(ask(game=game, tool="trick", export="file", **ENTERED[game])["exported"])
    assert replay_checked(text).problems == []


class Backwards(frozenset[Card]):
    """A set of cards whose iteration order is reversed, as it may be in another process."""

    def __iter__(self) -> Iterator[Card]:
        return iter(in_order(super().__iter__())[::-1])


def test_an_export_does_not_depend_on_the_order_of_a_set() -> None:
    game, by_text = make_game("snakebit"), {card.text: card for card in make_game("snakebit").deck}
    hand = [by_text[text] for text in ("3MW", "6MW", "7SK")]
    gone = frozenset(random.Random(0).sample([card for card in game.deck if card not in hand], 12))
    saves = {practice_save(game, EnteredTable({"trump": "K"}, 0, cards, tricks=3), entry_fields(game), [], hand)
             for cards in (gone, Backwards(gone))}
    assert len(saves) == 1
    assert saves.pop()


def test_a_table_of_which_nothing_is_told_goes_nowhere() -> None:
    assert ask(game="snakebit", export="file")["exported"] == ""


def test_the_suit_led_is_asked_if_it_restricts_the_player() -> None:
    """The card led belongs to two suits. The suit that was led matters to a player who holds only one of them."""
    may = ask(game="snakebit", tool="turn", rows=["trump"], entered={"trump": ["K"]}, cards=["9WY"], hand=["3MW", "7SK"])
    assert [*may["ways"]] == ["0"]      # type: ignore[misc]
    assert not may["certain"]
    free = ask(game="snakebit", tool="turn", rows=["trump"], entered={"trump": ["K"]}, cards=["9WY"], hand=["5ML", "7SK"])
    assert free["certain"]


@pytest.mark.parametrize("game", some(COUNTED, [*FOR_FOUR.values()], choice_name))
def test_the_tricks_of_a_hand_count_what_its_score_is_made_of(game: Game[Position]) -> None:
    played = [*tricks(game, 1)]
    table = TrickEntry(told(game, played[-1], rows_told(game)), {}, ())
    entered = [(trick.lead.actor, trick.laid) for trick in played]
    counts = counting_of(type(game)).tell(game, played[-1].after)
    assert count_tricks(game, table, entered) == {key: [*counts[key]] for key in keys_counted(game)}
    assert count_tricks(game, table, [(0, [*entered[0][1]][:1])]) == {}


def test_a_trick_goes_into_the_score() -> None:
    lain = ["4WL", "8WL", "3SK", "2WL"]
    answer = ask(game="snakebit", players=4, rows=["trump"], entered={"trump": ["K"]}, cards=lain, export="score")
    assert json.loads(str(answer["exported"]))["tricks"] == [0, 0, 1, 0]
