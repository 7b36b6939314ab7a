"""A position made of what somebody tells of a real table: what isn't told is as in some hand of the engine's own.

Nobody knows which cards the others hold, so they get any. What a game says can't be so is left out again, as far as the reader
hasn't told it: so every game's setups can be filled in without a line of the game's.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from rules_engine.core.game.game import Game
from rules_engine.core.game.setups import read_setup, settable, write_setup
from rules_engine.core.model.cards import Card
from rules_engine.core.model.errors import SetupError
from rules_engine.core.model.events import Event
from rules_engine.core.model.moves import Move
from rules_engine.core.model.rules import Verdict
from rules_engine.core.model.tricks import Laid
from rules_engine.core.positions.position import Position
from rules_engine.core.positions.values import Plain
from rules_engine.games import make_game
from rules_engine.table.latest import Latest

PLAY = "play"
FEW = 3
"""So many cards each player is given, where nobody tells more: enough for a trick that isn't the last."""
TRIES, DEALS = 40, 200
"""So many hands are looked at for one in which a phase comes to pass, and so many deals for many, where it is before the play."""


_LEFT_OUT = Latest[tuple[Game[Position], str, frozenset[str], int], frozenset[str]](64)
"""What was left out of a setup with certain keys before it could be read: the next one is read without it at once."""


@lru_cache(maxsize=16)
def game_of(game_id: str, variant: str | None, players: int | None, seats: tuple[str, ...], options: tuple[tuple[str, str], ...]
            ) -> Game[Position]:
    """Return a game, the same one each time it is asked for. Raises ``SetupError``."""
    return make_game(game_id, variant, players, seats or None, dict(options))


class Usual(NamedTuple):
    """What is so in some hand of the engine's own: a setup without any card, and how many each seat holds."""

    setup: Mapping[str, Plain]
    sizes: tuple[int, ...]


@lru_cache(maxsize=64)
def usual(game: Game[Position], phase: str, first: bool = False) -> Usual | None:
    """Return what is so at the beginning of a phase, of the play at the beginning of its second trick if not of its ``first``.

    None for a phase that doesn't come to pass.
    """
    position = next(_begun(game, phase, range(TRIES), first), None)
    if position is None:
        return None
    piles = {slot.key for slot in settable(game).values()
             if slot.kind and any(slot.kind.cards(getattr(position, slot.name), game.notation))}
    setup = {key: value for key, value in write_setup(game, position).items() if key not in piles}
    return Usual(setup, tuple(map(len, position.hands)))


def _begun(game: Game[Position], phase: str, seeds: range, first: bool = False) -> Iterator[Position]:
    """Hands of the engine's own as they are where a phase begins."""
    chance, before = random.Random(0), _is_before_play(game, phase)
    for seed in seeds:
        position = game.deal(seed)
        while position.to_act is not None and not _begins(position, phase, first) and not (before and position.phase == PLAY):
            position = game.make(position, chance.choice(game.legal(position)))[0]
        if position.to_act is not None and position.phase == phase:
            yield position


def _is_before_play(game: Game[Position], phase: str) -> bool:
    return game.phases.index(phase) < game.phases.index(PLAY)


@lru_cache(maxsize=16)
def _written(game: Game[Position], phase: str) -> Sequence[tuple[int, Mapping[str, Plain]]]:
    """Who is asked first in a phase of each of some hands, and all that is so then, with every card."""
    begun = _begun(game, phase, range(DEALS if _is_before_play(game, phase) else TRIES))
    return [(position.actor, write_setup(game, position)) for position in islice(begun, 2 * TRIES)]


def dealt_with(game: Game[Position], table: Table, hand: Sequence[Card]) -> Iterator[Position]:
    """Yield hands of the engine's own at the beginning of a phase, in which who is asked first holds these cards, got from
    wherever they lay: so there is a stock, a kitty, whatever lies apart. What is told can't be otherwise in them."""
    for seat, setup in _written(game, table.phase):
        held = setup["hands"]
        assert isinstance(held, Mapping)
        old, new = [*map(str, held[game.table.names[seat]])], [card.text for card in hand]
        pairs = zip([each for each in old if each not in new], [each for each in new if each not in old], strict=False)
        swapped = {one: other for pair in pairs for one, other in (pair, pair[::-1])}
        moved = {key: renamed(value, swapped) for key, value in setup.items()}
        try:
            position = read_setup(game, {**moved, **table.told})
        except SetupError:
            continue
        if position.to_act == seat:
            yield position


def renamed(value: Plain, names: Mapping[str, str]) -> Plain:
    """Return a value of a setup with some names in it, of seats or cards, in the place of others."""
    if isinstance(value, Mapping):
        return {str(renamed(key, names)): renamed(each, names) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [renamed(each, names) for each in value]
    return names.get(value, value) if isinstance(value, str) else value


def _begins(position: Position, phase: str, first: bool) -> bool:
    later = first or phase != PLAY or position.last_trick is not None
    return position.phase == phase and not position.trick and later


class Table(NamedTuple):
    """What is told of a table.

    ``told``     slots by their keys
    ``leader``   who leads
    ``gone``     cards that lie in tricks taken
    ``phase``    the part of the hand
    ``offered``  keys of slots that are blank where nobody tells them
    """

    told: Mapping[str, Plain]
    leader: int | None = None
    gone: frozenset[Card] = frozenset()
    phase: str = PLAY
    offered: frozenset[str] = frozenset()


def started(game: Game[Position], table: Table, hands: Sequence[Sequence[Card]]) -> Position | SetupError:
    """Return a position in which nothing lies there yet; what the setup says can't be so where that is the reader's doing.

    What is told of the play and can't be so at its second trick may be so at its first.
    """
    found = _started(game, table, hands, usual(game, table.phase))
    first = usual(game, PLAY, first=True) if table.phase == PLAY and isinstance(found, SetupError) else None
    again = _started(game, table, hands, led_by(game, first, table.leader or 0)) if first else found
    return again if isinstance(again, Position) else found


def led_by(game: Game[Position], base: Usual, leader: int) -> Usual:
    """Return what is usual with everybody moved round the table, so that this seat leads."""
    names = game.table.names
    steps = leader - names.index(str(base.setup["leader"]))
    round_the_table = {name: names[(place + steps) % len(names)] for place, name in enumerate(names)}
    return base._replace(setup={key: renamed(value, round_the_table) for key, value in base.setup.items()})


def _started(game: Game[Position], table: Table, hands: Sequence[Sequence[Card]], base: Usual | None) -> Position | SetupError:
    names = game.table.names
    fixed: dict[str, Plain] = {"phase": table.phase, "hands": {name: [card.text for card in hand]
                                                              for name, hand in zip(names, hands, strict=True)}}
    if table.phase == PLAY and table.leader is not None:
        fixed["leader"] = names[table.leader]
    kept = frozenset([*fixed, *table.told])
    case = game, table.phase, kept, sum(base.sizes) if base else 0
    out = _LEFT_OUT.get(case, frozenset())
    setup = {key: value for key, value in (base.setup if base else {}).items() if key not in table.offered | out}
    given = {*setup}
    setup |= {**table.told, **fixed}
    found = _read(game, setup, kept)
    if isinstance(found, Position):
        _LEFT_OUT[case] = out | (given - setup.keys())
    elif out:
        del _LEFT_OUT[case]
        return _started(game, table, hands, base)
    return found


def _read(game: Game[Position], setup: dict[str, Plain], kept: Collection[str]) -> Position | SetupError:
    """The position of a setup; what can't be so in it is left out, and so is the hand of a player who can't have one.

    Where something that was told can't be so, it may be for something that wasn't: that is left out, one after the other.
    """
    while True:
        try:
            return read_setup(game, setup)
        except SetupError as error:
            problem = error.problems[0]
            key, hands = str(problem.path[0]) if problem.path else "", setup["hands"]
            if key == "hands" and len(problem.path) > 1 and isinstance(hands, dict) and hands.get(str(problem.path[1])):
                setup["hands"] = hands | {str(problem.path[1]): []}
            elif key in kept or key not in setup:
                untold = next((each for each in setup if each not in kept), None)
                if untold is None:
                    return error
                del setup[untold]
            else:
                del setup[key]


def hidden_hands(game: Game[Position], table: Table, known: Collection[Card], sizes: Sequence[int],
                 chance: random.Random) -> list[list[Card]]:
    """Return hands of these sizes, of cards that nobody has told of; of those that are gone, where there are too few others."""
    free = [card for card in game.deck if card not in known and card not in table.gone]
    chance.shuffle(free)
    free += [card for card in game.deck if card in table.gone and card not in known]
    dealt = iter(free)
    return [[*islice(dealt, size)] for size in sizes]


def led(table: Table, hands: list[list[Card]], cards: Sequence[Card]) -> list[list[Card]]:
    """Return the hands with the first of some cards in that of who leads: there may be a rule that asks for it."""
    if table.leader is not None and cards and hands[table.leader]:
        hands[table.leader][0] = cards[0]
    return hands


def dealt(game: Game[Position], table: Table, known: Collection[Card], sizes: Sequence[int],
          first: Sequence[Card]) -> Position | SetupError:
    """Return a position in which nothing lies there yet, with random hands of these sizes: without the cards that are known, but
    for the ``first`` to be led, which its player holds."""
    return started(game, table, led(table, hidden_hands(game, table, known, sizes, random.Random(0)), first))


def few_cards(game: Game[Position], known: Collection[Card] = ()) -> list[int]:
    """Return how many cards players get of whom nobody tells more: the same number each."""
    return [min(FEW, (len(game.deck) - len(known)) // game.table.size)] * game.table.size


class Lying(NamedTuple):
    """Cards as they lie there.

    ``position``  after them; after the trick, where it is whole
    ``before``    before the last of them
    ``laid``      the cards, and who played each
    ``events``    what the last one made happen
    ``whole``     whether the trick is whole
    """

    position: Position
    before: Position
    laid: tuple[Laid, ...]
    events: tuple[Event, ...]
    whole: bool


class Against(NamedTuple):
    """A card that can't lie where it is said to, whatever else its player holds; no ``verdict`` where the trick was whole."""

    place: int
    position: Position
    verdict: Verdict | None


def lay(game: Game[Position], start: Position, moves: Sequence[Move], gone: frozenset[Card] = frozenset()) -> Lying | Against:
    """Return the cards as they lie there, laid one after the other, each by who comes next."""
    there = gone.union(move.played for move in moves)
    free = [card for card in game.deck if card not in there]
    lying = Lying(start, start, (), (), False)
    for place, move in enumerate(moves):
        if lying.whole or lying.position.to_act is None:
            return Against(place, lying.position, None)
        alone = with_hand(lying.position, [move.played])
        verdict = game.judge(alone, move)
        if not verdict.legal:
            return Against(place, alone, verdict)
        later = [each.played for each in moves[place + 1:place + 2]]
        lying = _laid(game, lying, move, later or free)
    return lying


def _laid(game: Game[Position], lying: Lying, move: Move, coming: Sequence[Card]) -> Lying:
    """The next card laid. The nearest player after it who could lay one of those that may be ``coming`` is next."""
    before, seat = with_card(lying.position, move.played), lying.position.actor
    lying = _made(game, lying, before, move)
    left = game.table.left_of[seat]
    if lying.position.to_act == left and not lying.whole:
        return lying if len(coming) != 1 else _given(lying, left, coming[0])
    if len(lying.laid) == game.table.size:
        return lying
    for other in game.table.clockwise_from(left)[:-1]:
        for card in coming if before.hands[other] else ():
            tried = _made(game, lying._replace(laid=lying.laid[:-1]), _given(lying, other, card, before).position, move)
            if tried.position.to_act == other and not tried.whole:
                return tried
    return lying


def _made(game: Game[Position], lying: Lying, before: Position, move: Move) -> Lying:
    after, events = game.make(before, move)
    whole = after.last_trick is not before.last_trick
    return Lying(after, before, (*lying.laid, move.laid[before.actor]), tuple(events), whole)


def _given(lying: Lying, seat: int, card: Card, position: Position | None = None) -> Lying:
    """The same with a card in a seat's hand, in the place of another."""
    other = (position or lying.position).copy()
    other.hands[seat] = [card, *other.hands[seat][1:]]
    return lying._replace(position=other)


def with_card(position: Position, card: Card) -> Position:
    """Return the position with this card in the hand of who is to act, in the place of another."""
    other, hand = position.copy(), position.hands[position.actor]
    other.hands[position.actor] = [card, *[each for each in hand if each is not card][:max(len(hand) - 1, 0)]]
    return other


def with_hand(position: Position, hand: Sequence[Card]) -> Position:
    """Return the position with this hand for who is to act."""
    other = position.copy()
    other.hands[position.actor] = [*hand]
    return other
