"""Worlds (deals consistent with a seat's view): all possible ones are drawn, no others, and with equal probability."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, product
from math import comb, sqrt
from typing import Any, NamedTuple

import pytest

from rules_engine.bots import LEVELS, bot_for
from rules_engine.bots.inference import note_position, watch
from rules_engine.bots.worlds import NoConsistentDeal, Worlds
from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import FACE_DOWN, Card
from rules_engine.core.model.memory import Memory
from rules_engine.core.model.moves import Move, make_move
from rules_engine.games import GAMES, game_class, make_game
from rules_engine.games.double_king_pedro.cards import FACE_CARDS
from rules_engine.games.double_king_pedro.rules import TRUMPS

TABLES = [(game, variant, players) for game in GAMES for variant in game_class(game).variants
          for players in make_game(game, variant).players_allowed()]
FEW, MANY = 4, 120
"""Minimum and maximum number of worlds in the positions tested."""


class PlayedPosition(NamedTuple):
    """A position in a hand, with each seat's memory and the moves since ``anchor``, the start of the play."""

    game: Game[Any]
    position: Any
    anchor: Any
    since: tuple[tuple[int, Move], ...]
    memories: list[Memory]
    at_anchor: Memory
    gave: frozenset[int] = frozenset()
    """The seats that passed trumps to their partners."""

    def view(self, seat: int) -> Any:
        return self.game.view(self.position, seat, self.memories[seat])


def moments(game: Game[Any], deal: int) -> Iterator[PlayedPosition]:
    """Yield the positions in a random hand."""
    position, rng = game.deal(deal), random.Random(deal)
    memories = [Memory(game.table.size) for _ in game.table.seats]
    for seat in game.table.seats:
        note_position(game, memories[seat], seat, position)
    anchor, since = position, tuple[tuple[int, Move], ...]()
    learned, gave = [memory.copy() for memory in memories], frozenset[int]()
    while position.to_act is not None:
        if position.phase == "play" and anchor.phase != "play":
            anchor, since, learned = position, (), [memory.copy() for memory in memories]
        yield PlayedPosition(game, position, anchor, since, [memory.copy() for memory in memories], learned[position.actor], gave)
        move = rng.choice(game.legal(position))
        gave |= {position.actor} if move.verb == "give" else frozenset()
        after, _ = game.make(position, move)
        for seat in game.table.seats:
            watch(game, memories[seat], seat, position, move, after)
        position, since = after, (*since, (position.actor, move))


def looks(view: Any) -> list[Any]:
    """Return everything that a view shows, with sorted hands."""
    shown = {name: getattr(view.position, name) for name in view.position.fields if name != "hands"}
    last = shown.pop("last_trick")
    hands = [sorted(card.text for card in hand) for hand in view.position.hands]
    piles = {name: value for name, value in shown.items() if name != "order"}
    return [hands, piles, None if last is None else (last.laid, dict(last.winners))]


def lived(moment: PlayedPosition, world: Any) -> tuple[Any, Memory] | None:
    """Replay the moves since the anchor in a world. Return the result and the seat's memory, or None if a move is illegal."""
    game, seat = moment.game, moment.position.actor
    made = [*moment.since]
    if moment.position.phase == "answer":       # the face-down card may differ in this world
        leader, turned = made[-1]
        made[-1] = leader, make_move(turned.verb, world.trick[0].card)
    place = moment.anchor.copy()
    place.hands = [[*hand] for hand in world.hands]
    for actor, move in made:
        place.hands[actor].append(move.played) if move.card is not None else None
    memory = moment.at_anchor.copy()
    for actor, move in made:
        if place.to_act != actor or move not in game.legal(place):
            return None
        after, _ = game.make(place, move)
        watch(game, memory, seat, place, move, after)
        place = after
    return place, memory


def remembers(memory: Memory) -> list[Any]:
    """Return the contents of a memory in a form that can be compared."""
    return [sorted(card.text for card in memory.gone), [{*cards} for cards in memory.known], memory.barred, memory.least]


@pytest.mark.parametrize(("game_id", "variant", "players"), TABLES)
def test_a_world_looks_the_same_all_the_way_and_teaches_the_same(game_id: str, variant: str, players: int) -> None:
    game, rng = make_game(game_id, variant, players), random.Random(1)
    for deal in range(2):
        for moment in moments(game, deal):
            seat = moment.position.actor
            world = Worlds(moment.view(seat)).draw(rng)
            assert looks(game.view(world, seat)) == looks(moment.view(seat))
            if moment.anchor.phase == "play":
                found = lived(moment, world)
                assert found is not None, f"deal {deal}: the moves made can't have been made from {world.hands}"
                place, memory = found
                assert looks(game.view(place, seat)) == looks(moment.view(seat))
                assert remembers(memory) == remembers(moment.memories[seat])


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game_id", GAMES)
def test_no_bot_uses_hidden_cards(game_id: str, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the cards that the bot can't see are dealt again, its choice and its reason stay the same throughout a hand."""
    monkeypatch.setattr("rules_engine.bots.sampling_bot.WORLDS", 1)
    game, rng = make_game(game_id), random.Random(3)
    bot: Any = bot_for(game, level)
    for moment in moments(game, 4):
        seat = moment.position.actor
        world = Worlds(moment.view(seat)).draw(rng)
        choice = bot.choose(moment.view(seat), random.Random(5))
        assert choice.move in game.legal(moment.position)
        assert bot.choose(game.view(world, seat, moment.memories[seat]), random.Random(5)) == choice


def every_deal(cards: tuple[Card, ...], sizes: list[int]) -> Iterator[list[tuple[Card, ...]]]:
    """Yield every way to distribute cards to hands of these sizes."""
    if not sizes:
        yield []
        return
    for chosen in combinations(cards, sizes[0]):
        rest = tuple(card for card in cards if card not in chosen)
        for others in every_deal(rest, sizes[1:]):
            yield [chosen, *others]


def fitting(moment: PlayedPosition) -> set[tuple[tuple[Card, ...], ...]]:
    """Return the other seats' hands in every world consistent with the view, found by trying all deals."""
    game, position, seat = moment.game, moment.position, moment.position.actor
    view, memory = moment.view(seat).position, moment.memories[seat]
    others = [other for other in game.table.seats if other != seat]
    shown = {*view.hands[seat], *memory.gone, *(laid.card for laid in view.trick)}
    unseen = tuple(card for card in game.deck if card not in shown)
    found = set()
    for hands in every_deal(unseen, [len(position.hands[other]) for other in others]):
        world = position.copy()
        for other, hand in zip(others, hands, strict=True):
            world.hands[other] = [*hand]
        held = {card for hand in hands for card in hand}
        if game.id == "double-king-pedro" and any(card in TRUMPS[position.trump] for card in unseen if card not in held):
            continue        # trumps are never discarded
        known = all(set(memory.known[other]) <= set(hand) for other, hand in zip(others, hands, strict=True))
        if game.id == "double-king-pedro" and any(card not in TRUMPS[position.trump] for other in moment.gave
                                                  for card in world.hands[other] if other != seat):
            continue        # a player who passed trumps kept six cards, all of them trumps
        gone_well = lived(moment, world) if known else None
        if gone_well and looks(game.view(gone_well[0], seat)) == looks(moment.view(seat)):
            found.add(tuple(tuple(sorted(hand, key=lambda card: card.index)) for hand in hands))
    return found


def count_of_deals(moment: PlayedPosition) -> int:
    """Return the number of ways to deal the hidden cards, whether they fit or not."""
    worlds = Worlds(moment.view(moment.position.actor))
    left, ways = sum(len(cards) for _, cards in worlds.groups), 1
    for place in worlds.places:
        ways *= comb(left, place.size)
        left -= place.size
    return ways


@pytest.mark.parametrize(("game_id", "players"), [("snakebit", 3), ("snakebit", 4), ("double-knot", 3), ("double-knot", 4),
                                                  ("double-decker", 4), ("double-king-pedro", 4)])
def test_worlds_are_drawn_fairly_by_count(game_id: str, players: int) -> None:
    """The expected worlds are all deals of the hidden cards in which the moves made so far would have been legal."""
    game, rng, looked = make_game(game_id, None, players), random.Random(7), 0
    for deal in range(200):
        for moment in moments(game, deal):
            if moment.position.phase != "play" or not 30 < count_of_deals(moment) < 700 or moment.position.trick:
                continue
            fit = fitting(moment)
            if not FEW <= len(fit) <= MANY:
                continue
            seat = moment.position.actor
            others = [other for other in game.table.seats if other != seat]
            worlds = Worlds(moment.view(seat))
            drawn = Counter(tuple(tuple(sorted(world.hands[other], key=lambda card: card.index)) for other in others)
                            for world in (worlds.draw(rng) for _ in range(40 * len(fit))))
            assert set(drawn) == fit, f"deal {deal}"
            chance = sum((drawn[each] - 40) ** 2 / 40 for each in fit)
            freedom = len(fit) - 1
            assert chance < freedom + 4.5 * sqrt(2 * freedom), f"deal {deal}: some worlds come too often ({chance:.0f})"
            looked += 1
            break
        if looked == 3:
            return
    raise AssertionError(f"only {looked} positions could be counted")


def faces(cards: Iterable[Card]) -> int:
    return len(FACE_CARDS.intersection(cards))


def test_a_player_who_was_not_asked_to_toss_holds_a_face_card() -> None:
    """The inference holds only until the discards, because a player may then discard the face card."""
    game, rng, looked = make_game("double-king-pedro"), random.Random(11), Counter[str]()
    for deal in range(60):
        start = game.deal(deal)
        holders = {seat for seat in game.table.seats if faces(start.hands[seat])}
        for moment in moments(game, deal):
            if moment.position.phase not in ("bid", "trump") or looked[moment.position.phase] > 40:
                continue
            looked[moment.position.phase] += 1
            worlds = Worlds(moment.view(moment.position.actor))
            for _ in range(20):
                world = worlds.draw(rng)
                assert {seat for seat in game.table.seats if faces(world.hands[seat])} == holders
    assert min(looked["bid"], looked["trump"]) > 30


def somebody_asked(game: Game[Any]) -> Iterator[Any]:
    """Yield deals in which the first seats aren't asked whether to toss the hand, but a later seat is."""
    for deal in range(2000):
        position = game.deal(deal)
        if position.phase == "toss" and position.to_act != position.from_dealer[0]:
            yield position


def test_only_those_before_whom_is_asked_are_known_to_hold_a_face_card() -> None:
    game: Game[Any] = make_game("double-king-pedro")
    position = next(somebody_asked(game))
    order = position.from_dealer
    before = order[:order.index(position.to_act)]
    watcher = order[-1]
    memory = Memory(4)
    note_position(game, memory, watcher, position)
    assert [seat for seat in game.table.seats if memory.least[seat]] == sorted(before)
    after, _ = game.make(position, make_move("keep"))
    watch(game, memory, watcher, position, make_move("keep"), after)
    assert after.phase == "bid"
    assert not memory.least[position.to_act]
    assert memory.barred[position.to_act] == FACE_CARDS
    assert [seat for seat in game.table.seats if memory.least[seat]] == [
        seat for seat in game.table.seats if seat not in (watcher, position.to_act)]


def test_face_cards_are_dealt_fairly_among_their_possible_holders() -> None:
    """Each possible distribution of the remaining face cards is expected in proportion to its number of deals."""
    game, rng = make_game("double-king-pedro"), random.Random(12)
    moment = next(moment for deal in range(200) for moment in moments(game, deal) if moment.position.phase == "bid"
                  and not moment.position.kept and faces(moment.position.hands[moment.position.actor]) > 4)
    seat = moment.position.actor
    left, others = 12 - faces(moment.position.hands[seat]), [each for each in game.table.seats if each != seat]
    expected = {}
    for held in product(range(1, left + 1), repeat=3):
        rest = (*held, left - sum(held))
        if 0 <= rest[-1] <= 5:
            expected[held] = _ways(left, rest) * _ways(41 - left, [size - face for size, face in
                                                                     zip((12, 12, 12, 5), rest, strict=True)])
    worlds, total = Worlds(moment.view(seat)), sum(expected.values())
    drawn = Counter(tuple(faces(world.hands[each]) for each in others) for world in (worlds.draw(rng) for _ in range(4000)))
    assert set(drawn) <= set(expected)
    often = {held: 4000 * ways / total for held, ways in expected.items() if 4000 * ways / total > 5}
    chance = sum((drawn[held] - mean) ** 2 / mean for held, mean in often.items())
    assert len(often) > 5
    assert chance < len(often) + 4.5 * sqrt(2 * len(often))


def _ways(cards: int, sizes: Iterable[int]) -> int:
    ways = 1
    for size in sizes:
        ways, cards = ways * comb(cards, size), cards - size
    return ways


def test_a_player_who_passed_trumps_holds_six() -> None:
    """After trumps have been passed, the passer has six trumps in every world drawn, and a receiver at least those received."""
    game, rng, looked = make_game("double-king-pedro"), random.Random(13), Counter[str]()
    for deal in range(60):
        got = Counter[int]()
        for moment in moments(game, deal):
            position = moment.position
            if position.phase == "pass-trumps":
                got[(position.actor + (1 if position.passed_on else 2)) % 4] += 1
            if not moment.gave or position.phase == "pass-trumps":
                continue
            worlds = Worlds(moment.view(position.actor))
            for _ in range(5):
                world = worlds.draw(rng)
                for seat in moment.gave:
                    assert had_trumps(moment, world, seat) == 6
                for seat, count in got.items():
                    assert seat in moment.gave or had_trumps(moment, world, seat) >= count
            looked[position.phase] += 1
    assert min(looked["discard"], looked["play"]) > 50


def had_trumps(moment: PlayedPosition, world: Any, seat: int) -> int:
    """Return the number of trumps that a seat holds or has played in a world."""
    played = [move.played for actor, move in moment.since if actor == seat and move.card is not None]
    return len(TRUMPS[world.trump].intersection([*world.hands[seat], *(played if world.phase == "play" else ())]))


def test_hands_with_some_of_certain_cards_are_drawn_fairly() -> None:
    """If two hands are known to hold at least some number of certain cards, all deals consistent with that are equally
    probable."""
    game, rng, looked = make_game("snakebit"), random.Random(14), 0
    for deal in range(200):
        for moment in moments(game, deal):
            if moment.position.trick or not 30 < count_of_deals(moment) < 700:
                continue
            seat, (some, few) = moment.position.actor, _two_facts(moment, rng)
            fit = {hands for hands in fitting(moment) if _holds(hands[0], *some) and _holds(hands[1], *few)}
            if not FEW <= len(fit) <= MANY:
                continue
            others = [other for other in game.table.seats if other != seat]
            for other, (cards, count) in zip(others, (some, few), strict=False):
                moment.memories[seat].least[other][cards] = count
            worlds = Worlds(moment.view(seat))
            drawn = Counter(tuple(tuple(sorted(world.hands[other], key=lambda card: card.index)) for other in others)
                            for world in (worlds.draw(rng) for _ in range(40 * len(fit))))
            assert set(drawn) == fit, f"deal {deal}"
            chance, freedom = sum((drawn[each] - 40) ** 2 / 40 for each in fit), len(fit) - 1
            assert chance < freedom + 4.5 * sqrt(2 * freedom), f"deal {deal}: some worlds come too often ({chance:.0f})"
            every = worlds.every(1000, rng)
            assert every is not None
            assert len(every) == len(fit)
            looked += 1
            break
        if looked == 8:
            return
    raise AssertionError(f"only {looked} positions could be counted")


def _two_facts(moment: PlayedPosition, rng: random.Random) -> list[tuple[frozenset[Card], int]]:
    """Return facts about two other seats: for each, a set of cards, and a number of them that is used as the minimum it holds."""
    facts, position = [], moment.position
    others = [seat for seat in moment.game.table.seats if seat != position.actor]
    for other in others[:2]:
        cards = frozenset(rng.sample([card for seat in others for card in position.hands[seat]], 3))
        facts.append((cards, max(1, len(cards.intersection(position.hands[other])))))
    return facts


def _holds(hand: Iterable[Card], cards: frozenset[Card], count: int) -> bool:
    return len(cards.intersection(hand)) >= count


def test_who_didnt_watch_the_hand_is_told_that_nothing_fits() -> None:
    game = make_game("snakebit")
    *_, late = moments(game, 1)
    view = late.view(late.position.actor)
    view.position.hands[(late.position.actor + 1) % 4] += [FACE_DOWN] * 40
    with pytest.raises(NoConsistentDeal, match="more places"):
        Worlds(view)
