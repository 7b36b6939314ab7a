"""Pictures of tables: the positions of cards, hidden cards, and texts."""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache
from types import MappingProxyType

import pytest

from rules_engine import Hand, deal, make_game
from rules_engine.core.model.cards import FACE_DOWN, Card
from rules_engine.core.model.errors import RulesEngineError
from rules_engine.games import known_games
from rules_engine.html.links import Links
from rules_engine.html.slip import Slip
from rules_engine.html.table import SIDES, TableView
from rules_engine.narration.narrator import narrator_for
from rules_engine.pictures.table import BROAD, table_svg
from rules_engine.pictures.themes import THEMES
from rules_engine.text.message import as_text
from tests.ours import OURS
from tests.pictures.seen import Placed, cards, parsed, texts
from tests.sketches import SKETCHES

LARGEST = 60_000
"""Maximum size of a picture of a four-handed table in bytes."""
PLAYERS = MappingProxyType({"double-decker": (5, 6, 7), "hearts": (3, 5), "double-knot": (3, 5), "snakebit": (3,)})
"""Numbers of players, besides the usual ones, for which the games have tables."""


@cache
def played(game: str) -> Hand:
    """Return a hand, randomly played up to the last card but one of its second trick or a later one."""
    for seed in range(20):
        hand, chance = deal(game, 3), random.Random(seed)
        while hand.turn:
            if hand.position.last_trick is not None and len(hand.position.trick) == hand.game.table.size - 1:
                return hand
            hand = hand.play(chance.choice(hand.legal))
    raise AssertionError(f"no random hand of {game} has two tricks")


def table(hand: Hand, seat: str | None = None, **about: object) -> TableView:
    view = hand.view(seat)
    return TableView(view, narrator_for(hand.game, view.seat), Links(), **about)      # type: ignore[arg-type]


def by_card(svg: str, hand: Hand) -> dict[Card, Placed]:
    found = cards(svg, hand.game.pack)
    assert len({each.card for each in found}) == len(found), "each card is there once"
    return {each.card: each for each in found}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", OURS)
def test_open_hands_and_the_trick_lie_where_their_seats_are(game: str, theme: str) -> None:
    hand = played(game)
    position, size = hand.position, hand.game.table.size
    placed = by_card(table_svg(table(hand), theme=theme), hand)
    assert placed.keys() == {*(card for each in position.hands for card in each),
                             *(each.move.played for each in table(hand).laid or ())}
    middle = {seat: [placed[card] for card in each] for seat, each in enumerate(position.hands)}
    for seat, side in enumerate(SIDES[size]):
        for card in middle[seat]:
            assert card.is_edge == (side != "south")
            assert {"south": card.y > max(each.y for each in placed.values() if each.is_edge), "west": card.x < BROAD / 3,
                    "north": card.y < min(each.y for each in middle[1]), "east": card.x > 2 * BROAD / 3}[side]
        assert [each.card for each in sorted(middle[seat], key=lambda card: (card.y, card.x))] == [*table(hand).cards(seat)]
    laid = {SIDES[size][each.seat]: placed[each.move.played] for each in position.trick}
    for (one, other), before in {("north", "south"): "y", ("west", "east"): "x"}.items():
        if one in laid and other in laid:
            assert getattr(laid[one], before) < getattr(laid[other], before)


@pytest.mark.parametrize("game", OURS)
def test_a_hidden_hand_stays_hidden(game: str) -> None:
    hand = played(game)
    svg = table_svg(table(hand, "South"))
    hidden = [card for seat, cards in enumerate(hand.position.hands) if seat for card in cards]
    found = Counter(each.card for each in cards(svg, hand.game.pack))
    assert found[FACE_DOWN] == len(hidden)
    assert not {*hidden} & found.keys()
    assert not [card for card in hidden if re.search(rf"\b{re.escape(card.text)}\b", svg)]


@pytest.mark.parametrize("game", OURS)
def test_a_table_with_all_cards_open_is_small(game: str) -> None:
    hand = deal(game, 3)
    slip = Slip(as_text("South leads, and North takes the trick with the highest card. " * 2))
    assert max(len(table_svg(table(each, slip=slip), theme=theme).encode())
               for each in (hand, played(game)) for theme in THEMES) <= LARGEST


@pytest.mark.parametrize("game", OURS)
def test_facts_names_and_the_message_are_those_of_the_page(game: str) -> None:
    hand = played(game)
    shown = table(hand, slip=Slip(as_text("Who takes it?")))
    told = " ".join(texts(table_svg(shown)))
    plain = [as_text(label) for label, _ in shown.known()]
    for text in [*plain, *map(shown.name, hand.game.table.seats), "Who takes it?"]:
        assert text in told
    assert "Who takes it?" not in texts(table_svg(shown, message=False))


def test_the_winner_is_ringed_and_the_turn_lit() -> None:
    hand = played("spades")
    svg = table_svg(table(hand))
    winner = by_card(svg, hand)[next(each.move.played for each in hand.position.trick if each.seat in table(hand).winning())]
    rings = [each for each in parsed(svg).iter() if each.get("stroke") == THEMES["light"].ring]
    assert [(float(each.attrib["x"]) + 2.5, float(each.attrib["y"]) + 2.5) for each in rings] == [(winner.x, winner.y)]
    assert sum(each.get("fill") == THEMES["light"].now for each in parsed(svg).iter()) == 1
    still = table_svg(table(hand, still=True, untold=True))
    assert not [each for each in parsed(still).iter() if THEMES["light"].now in (each.get("fill"), each.get("stroke"))]


@pytest.mark.parametrize(("game", "players"), [(game, count) for game, counts in PLAYERS.items() for count in counts])
def test_any_number_of_players_has_its_place(game: str, players: int) -> None:
    hand, chance = deal(make_game(game, players=players), 5), random.Random(2)
    while hand.turn and len(hand.position.trick) < players - 1:
        hand = hand.play(chance.choice(hand.legal))
    placed = by_card(table_svg(table(hand)), hand)
    assert placed.keys() == {*(card for each in hand.position.hands for card in each),
                             *(each.move.played for each in table(hand).laid or ())}
    corners = {(round(each.x), round(each.y)) for each in placed.values()}
    assert len(corners) == len(placed)
    assert all(0 <= each.x < BROAD for each in placed.values())


@pytest.mark.parametrize("game", SKETCHES)
@pytest.mark.usefixtures("known")
def test_sketches_are_drawn(game: str) -> None:
    hand, chance = deal(game, 3), random.Random(1)
    for _ in range(12):
        found = Counter(each.card for each in cards(table_svg(table(hand)), hand.game.pack))
        assert found >= Counter(card for each in hand.position.hands for card in each)
        if hand.turn:
            hand = hand.play(chance.choice(hand.legal))


def test_print_is_grey() -> None:
    for game in known_games():
        colours = {*re.findall(r"#(?:[0-9a-f]{6}|[0-9a-f]{3})\b(?=\")", table_svg(table(played(game)), theme="print"))}
        greys = {colour for colour in colours if len({*re.findall("..", colour[1:])} if len(colour) == 7 else {*colour[1:]}) == 1}
        assert colours == greys
    with pytest.raises(RulesEngineError, match="expected light, dark or print"):
        table_svg(table(played("hearts")), theme="sepia")
