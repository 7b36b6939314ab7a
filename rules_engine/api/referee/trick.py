"""The winner of a trick in all consistent hands, and the entries needed before it is certain.

A card may have been played in several ways, and some fields may be missing, so the trick is replayed in every possible way. If
the winner is always the same, the user needn't enter more. The winner of an incomplete trick is certain if no single card and no
pair of cards to come changes it. That is sufficient in every game in which a later card can change the winner only by becoming
the best card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, islice, product
from math import prod
from typing import NamedTuple

from rules_engine.api.bounded_cache import BoundedCache
from rules_engine.api.referee.fields import FieldOptions, entry_fields, values_of
from rules_engine.api.referee.reconstruct import MisplacedCard, Reconstruction, replay_trick, with_hand, with_led_card
from rules_engine.api.referee.stages import PLAY
from rules_engine.api.referee.worlds import EnteredTable, World, consistent_worlds
from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.model.errors import Problem, SetupError
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.core.positions.position import Position

MOST, FEW = 60, 2
"""Maximum number of combinations of missing values, and of ways to play the cards, in the first consistent hand and in each of
the others."""
VALUES = 8
"""Maximum number of values of a field to try when testing whether it decides the result."""
PAIRS = 700
"""Maximum number of pairs of further cards that are tried for a trick."""
REMEMBERED = 40
"""Number of cached tricks, complete or incomplete."""

Takers = Mapping[str, int]
Axis = str | int
"""An entry that may be missing: a field, given by its key, or the way in which a card was played, given by the card's index."""


class TrickEntry(NamedTuple):
    """The entries for a trick: the table, the fields in the form, the possible moves for each card, and the next player's
    hand."""

    table: EnteredTable
    rows: Mapping[str, FieldOptions]
    cards: Sequence[Sequence[Move]]
    hand: Sequence[Card] = ()

    @property
    def key(self) -> str:
        """The key for caching results on these entries in a game."""
        gone, offered = sorted(card.text for card in self.table.gone), sorted(self.table.offered)
        told = self.table._replace(gone=frozenset(), offered=frozenset()), gone, offered
        rows = [(row.key, *row.values) for row in self.rows.values()]
        return repr((told, rows, [[move.text for move in ways] for ways in self.cards], self.hand))


class PossibleTrick(NamedTuple):
    """One way to complete the entries: a consistent hand, values for the missing fields, and a move for each card."""

    world: World
    values: Mapping[str, JsonValue]
    moves: Sequence[Move] = ()


class Reading(NamedTuple):
    """The reconstruction of a trick in one consistent hand.

    ``lying``   the trick, or the reason why it is impossible
    ``likely``  whether the leader could have led that card from the complete hand
    """

    way: PossibleTrick
    lying: Reconstruction | MisplacedCard | SetupError
    likely: bool = True


class TrickFinding(NamedTuple):
    """The findings on a trick.

    ``lying``   the trick in each consistent hand; empty if something is ``wrong``
    ``wrong``   the contradiction or the error found in each hand
    ``takers``  the current or final winners, by colour if colours are won separately; None if uncertain
    ``sure``    whether no further card can change the winners
    ``asks``    the missing entries that change the result
    """

    lying: Sequence[Reconstruction]
    wrong: Sequence[MisplacedCard | SetupError]
    takers: Takers | None
    sure: bool
    asks: Sequence[Axis]


_LOOKED = BoundedCache[tuple[Game[Position], str], Sequence[Reading]](REMEMBERED)


def find_tricks(game: Game[Position], told: TrickEntry) -> TrickFinding:
    """Return the findings on a trick."""
    looks = evaluate(game, told)
    lying = [look.lying for look in looks if isinstance(look.lying, Reconstruction)]
    if not lying:
        wrong = [look.lying for look in looks if not isinstance(look.lying, Reconstruction)]
        return TrickFinding((), wrong, None, False, _wrong_field(wrong[0], told))
    if len({*map(outcome, looks)}) > 1:
        return TrickFinding(lying, (), None, False, deciding(told, [look.way for look in looks], lambda way: outcome(look_in(told,
        way))))
    shares = [PAIRS, *[PAIRS // len(lying)] * len(lying)]
    sure = all(is_decided(game, each, told.table.gone, pairs) for each, pairs in zip(lying, shares, strict=False))
    return TrickFinding(lying, (), takers_of(game, lying[0]), sure, ())


def outcome(look: Reading) -> object:
    """Return the cards' players and the trick's winners as a value for comparison; None if the trick is impossible."""
    lying = look.lying
    if not isinstance(lying, Reconstruction):
        return None
    takers = takers_of(look.way.world.game, lying)
    return tuple(one.seat for one in lying.laid), tuple(sorted(takers.items())), lying.whole


# ---- reconstructions

def evaluate(game: Game[Position], told: TrickEntry) -> Sequence[Reading]:
    """Return the trick as reconstructed in all consistent hands, in every way that the entries permit.

    If every reconstruction fails, return the failures. Results are cached, because users enter a trick card by card.
    """
    case = game, told.key
    if case not in _LOOKED:
        found = consistent_worlds(game, told.table, [ways[0].played for ways in told.cards], told.hand)
        looks = [look_in(told, way) for way in ways_in(told, found)]
        there = [look for look in looks if isinstance(look.lying, Reconstruction)]
        _LOOKED[case] = [look for look in there if look.likely] or there or looks
    return _LOOKED[case]


def ways_in(told: TrickEntry, worlds: Sequence[World]) -> Iterator[PossibleTrick]:
    """Yield the combinations of values and moves to try: all combinations in the first consistent hand, and a few in each other
    hand."""
    values = [*unknown_assignments(told)]
    for number, world in enumerate(worlds):
        some = values if not number else [values[(number * FEW + each) % len(values)] for each in range(min(FEW, len(values)))]
        for each in some:
            yield from (
                PossibleTrick(world, each, moves) for moves in islice(product(*told.cards), MOST if not number else 2 * FEW)
            )


def unknown_assignments(told: TrickEntry) -> Iterator[dict[str, JsonValue]]:
    """Yield combinations of values for the missing fields: all of them or, if there are too many, a selection in which each value
    occurs."""
    values = {key: [*values_of(told.rows[key])] for key in missing_entries(told)}
    if prod(map(len, values.values())) <= MOST:
        yield from (dict(zip(values, each, strict=True)) for each in product(*values.values()))
        return
    for at in range(max(map(len, values.values()))):        # all fields advance together; below, one field varies at a time
        yield {key: each[at % len(each)] for key, each in values.items()}
    usual = {key: None if None in each else each[0] for key, each in values.items()}
    yield usual
    yield from ({**usual, key: value} for key, each in values.items() for value in each if value != usual[key])


def missing_entries(told: TrickEntry) -> list[str]:
    """Return the keys of required fields without a value."""
    return [key for key, row in told.rows.items() if row.asked and key not in told.table.told]


def ambiguous_cards(told: TrickEntry) -> Iterator[int]:
    """Yield the indices of the cards that may have been played in several ways."""
    return (place for place, moves in enumerate(told.cards) if len(moves) > 1)


def look_in(told: TrickEntry, way: PossibleTrick) -> Reading:
    """Return the trick reconstructed in one way. If a card is impossible, try again with all values of an optional field
    selected."""
    first = _laid(told, way)
    if not isinstance(first.lying, MisplacedCard):
        return first
    again = (_laid(told, way._replace(values={**way.values, **more})) for more in relaxed_variants(way.world.game, told.table))
    return next((each for each in again if isinstance(each.lying, Reconstruction)), first)


def relaxed_variants(game: Game[Position], table: EnteredTable) -> Iterator[dict[str, JsonValue]]:
    """Yield, for each missing optional field that accepts several values, an assignment of all its values."""
    for key, row in entry_fields(game).items():
        if row.several and not row.asked and key not in table.told:
            yield {key: [*row.values]}


def _laid(told: TrickEntry, way: PossibleTrick) -> Reading:
    try:
        return _laid_from(told, way, way.world.start(way.values, [move.played for move in way.moves], told.hand, told.table.gone))
    except Exception as error:
        if way.world.is_own and not way.values:
            raise
        return Reading(way, SetupError([Problem(str(error))]))     # rules may fail on inconsistent values


def _laid_from(told: TrickEntry, way: PossibleTrick, start: Position | SetupError) -> Reading:
    if isinstance(start, SetupError):
        return Reading(way, start)
    likely = _is_likely(way.world, start, way.moves) if told.table.phase == PLAY else True
    return Reading(way, replay_trick(way.world.game, start, way.moves, told.table.gone), likely)


def _is_likely(world: World, start: Position, moves: Sequence[Move]) -> bool:
    """Return whether the leader may lead the first card from the complete hand and, in the first trick, is the seat that has to
    lead."""
    led = not moves or world.game.judge(start, moves[0]).legal
    return led and bool(world.stage.finished or world.game.leads_first(start) == start.leader)


def _wrong_field(wrong: MisplacedCard | SetupError, told: TrickEntry) -> Sequence[str]:
    """Return the key of the field that caused the setup error, if the field is in the form."""
    key = str(wrong.problems[0].path[0]) if isinstance(wrong, SetupError) and wrong.problems[0].path else ""
    return (key,) if key in told.rows else ()


class ImpossibleCards(NamedTuple):
    """The result for cards that can't have been played as entered: the contradiction in each consistent hand."""

    wrong: Sequence[MisplacedCard | SetupError]


def possible_moves_per_card(
    game: Game[Position], told: TrickEntry, cards: Sequence[Move]
) -> list[Sequence[Move]] | ImpossibleCards:
    """Return the moves by which each card may have been played, or the contradictions. For a card entered with its verb or suit,
    that move is the only one."""
    ways = list[Sequence[Move]]()
    for place, move in enumerate(cards):
        looked = _before(game, told._replace(cards=[each[:1] for each in ways]))
        lying = [each for each in looked if isinstance(each, Reconstruction)]
        if not lying:
            return ImpossibleCards([each for each in looked if not isinstance(each, Reconstruction)])
        there = [each for each in lying if not each.whole and each.position.to_act is not None]
        if not there:
            return ImpossibleCards([MisplacedCard(place, lying[0].position, None)])
        possible = [way for each in there for way in possible_moves(game, each.position, move.played)]
        ways.append([move] if move.suit or move.verb != "play" else list(dict.fromkeys(possible)) or [move])
    return ways


def _before(game: Game[Position], told: TrickEntry) -> Sequence[Reconstruction | MisplacedCard | SetupError]:
    """Return the trick before its next card in all consistent hands. For a lead, also try all values of each optional field."""
    tables = [told, *(told._replace(table=told.table._replace(told={**told.table.told, **more}))
                      for more in ([] if told.cards else relaxed_variants(game, told.table)))]
    return [look.lying for each in tables for look in evaluate(game, each)]


# ---- deciding entries

def deciding(told: TrickEntry, ways: Sequence[PossibleTrick], outcome_of: Callable[[PossibleTrick], object]) -> Sequence[Axis]:
    """Return the missing entries that change an outcome on their own. If there are none, return all of them if they change it
    together."""
    axes: list[Axis] = [*missing_entries(told), *ambiguous_cards(told)]
    alone = [axis for axis in axes if decides(told, ways, axis, outcome_of)]
    of_first = {outcome_of(way) for way in ways if way.world is ways[0].world}
    return alone or (axes if len(of_first - {None}) > 1 else ())


def decides(told: TrickEntry, ways: Sequence[PossibleTrick], axis: Axis, outcome_of: Callable[[PossibleTrick], object]) -> bool:
    """Return whether a missing entry changes an outcome on its own in at least one hand. Outcomes that are None are ignored."""
    for way in {id(way.world): way for way in ways}.values():
        if isinstance(axis, str):
            row = told.rows[axis]
            values: Iterator[JsonValue] = chain([] if row.asked else [[]], values_of(row))
            varied = [way._replace(values={**way.values, axis: value}) for value in islice(values, VALUES)]
        else:
            varied = [way._replace(moves=[*way.moves[:axis], move, *way.moves[axis + 1:]]) for move in told.cards[axis]]
        if len({*map(outcome_of, varied)} - {None}) > 1:
            return True
    return False


# ---- winners

def takers_of(game: Game[Position], lying: Reconstruction) -> Takers:
    """Return the current winners of a trick, or the final winners of a complete one."""
    return trick_winners(game, lying.position, whole=lying.whole, empty=not lying.laid)


def trick_winners(game: Game[Position], position: Position, whole: bool, empty: bool = False) -> Takers:
    """Return the winners of the last trick if ``whole``, otherwise the winners so far of the trick on the table."""
    if whole and position.last_trick is not None:
        return position.last_trick.winners
    return {} if empty or not position.trick else game.winners(position, position.trick)


def is_decided(game: Game[Position], lying: Reconstruction, gone: frozenset[Card] = frozenset(), pairs: int = PAIRS) -> bool:
    """Return whether the winner of the trick stays the same after any further card and any pair of unseen cards."""
    if lying.whole:
        return True
    takers = takers_of(game, lying)
    if not takers:
        return False
    there = {one.card for one in lying.laid} | gone
    unseen = [card for card in game.deck if card not in there]
    after = [*_further(game, lying.position, unseen)]
    if any(each != takers for each, _ in after):
        return False
    step = max(1, len(after) * len(unseen) // pairs)
    return all(each == takers for _, last in after[::step] if last is not None
               for each, _ in _further(game, last, [card for card in unseen if card is not last.trick[-1].card]))


def _further(game: Game[Position], position: Position, cards: Sequence[Card]) -> Iterator[tuple[Takers, Position | None]]:
    """Yield the winners after each card that may come next, and the position then, or None if the card completes the trick."""
    for card in cards:
        for move in possible_moves(game, position, card):
            last = position.last_trick
            after = game.make(with_led_card(position, card), move)[0]
            whole = after.last_trick is not last
            yield trick_winners(game, after, whole), None if whole or after.to_act is None else after


def possible_moves(game: Game[Position], position: Position, card: Card) -> list[Move]:
    """Return the moves by which the seat to act may play this card, if it holds no others."""
    moves = game.legal(with_hand(position, [card]))
    return [
        move for move in moves if move.card is card and game.make(with_led_card(position, card), move)[0].phase in (PLAY, "over")
    ]
