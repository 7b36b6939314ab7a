"""Inference from the moves in a hand: a player who discards is void, and a player who takes an exposed card holds it until it is
played.

The cards that a player can't have kept follow from the rules that would have forbidden the move, so games don't declare them.
Games declare other public knowledge in ``Game.cannot_hold``, ``Game.surely_holds`` and ``Game.holds_of``. The functions take the
true position, but only information visible to the seat is added to its memory. (Tests check this with other worlds that look the
same to the seat.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import TypeVar

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import FACE_DOWN, Card
from rules_engine.core.model.memory import Memory
from rules_engine.core.model.moves import Move, make_move
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.core.positions.position import Position

P = TypeVar("P", bound=Position)
MoveFrom = tuple[Move, P]
"""A move and the position after it."""


def remembered(game: Game[P], seat: int, start: P, made: Iterable[MoveFrom[P]]) -> Memory:
    """Return the memory of ``seat`` after the moves made since ``start``."""
    memory, before = Memory(game.table.size), start
    note_position(game, memory, seat, start)
    for move, after in made:
        watch(game, memory, seat, before, move, after)
        before = after
    return memory


def watch(game: Game[P], memory: Memory, seat: int, before: P, move: Move, after: P) -> None:
    """Update a memory with everything that ``seat`` learns from a move between two positions."""
    if after.hand_over:
        return
    seen, finished = game.view(after, seat).position, after.last_trick is not before.last_trick
    if finished or len(after.trick) > len(before.trick):
        turned = bool(after.trick) and seen.trick[-1].card is FACE_DOWN
        if before.actor != seat:
            _has_less(memory, before.actor, None if turned else {move.card})
            memory.barred[before.actor].update(() if turned else _voids(game, before, move, seat))
        if finished:
            _note_drawn(game, memory, seat, before, after)
    elif before.hands != after.hands:
        _note_changes(game, memory, seat, before, move, after, {*lying(game, seen)})
    lies: Sequence[PlayedCard] = seen.trick
    if finished and after.last_trick is not None:
        lies = after.last_trick.laid
        memory.gone += [each.card for each in lies]
    for each in lies:
        if each.card in memory.known[each.seat]:
            memory.known[each.seat].remove(each.card)
    note_position(game, memory, seat, after)


def note_position(game: Game[P], memory: Memory, seat: int, position: P) -> None:
    """Add the public knowledge at a position to a memory."""
    for other, cards in game.surely_holds(position).items():
        if other != seat:
            memory.known[other] += [card for card in cards if card not in memory.known[other]]
    for other in game.table.seats:
        if other != seat:
            memory.barred[other].update(game.cannot_hold(position, other))
    for other, (cards, count) in game.holds_of(position).items():
        if other != seat:
            memory.least[other][cards] = max(count, memory.least[other].get(cards, 0))


def lying(game: Game[P], position: P) -> list[Card]:
    """Return the cards that a view shows outside the hands and the current trick: exposed, face down or in the stock."""
    return [card for name, field in position.fields.items() if name not in ("hands", "trick") and field.kind is not None
            for _, card in field.kind.cards(getattr(position, name), game.notation)]


def _voids(game: Game[P], before: P, move: Move, seat: int) -> Iterable[Card]:
    """Return the cards that the seat to act can't hold: with any of them in hand, its move would have been illegal."""
    scene = game.view(before, seat).position
    others = [card for card in game.deck if card is not move.card]
    scene.hands[before.actor] = [move.played, *others]
    if move in game.legal(scene):
        return ()
    found = []
    for card in others:
        scene.hands[before.actor] = [move.played, card]
        if move not in game.legal(scene):
            found.append(card)
    return found


def _note_changes(game: Game[P], memory: Memory, seat: int, before: P, move: Move, after: P, shown: set[Card]) -> None:
    """Update a memory after cards moved between hands or were put away. Exchanged cards are public.

    The cards ``shown`` are visible after the move.
    """
    said = (move.card, move.other) if move.other is not None else ()
    sight = {*before.hands[seat], *lying(game, game.view(before, seat).position), *said}
    given = _could_go(game, before, move, seat)
    for other in game.table.seats:
        gained, lost = _changes(before.hands[other], after.hands[other])
        if other == seat:
            held = {card for each in game.table.seats if each != seat for card in after.hands[each]}
            memory.gone += [card for card in lost if card not in held and card not in shown]
            for each in game.table.seats:
                memory.known[each] = [card for card in memory.known[each] if card not in gained]
            continue
        seen = [card for card in gained if card in sight]
        _has_more(memory, other, seen, len(gained) - len(seen), given if other != before.actor else frozenset())
        if lost:
            away = given if other == before.actor else frozenset()
            memory.known[other] = [card for card in memory.known[other] if card not in shown and card not in away]
            sees = all(card in shown or card in after.hands[seat] for card in lost)
            _has_less(memory, other, {*lost} if sees else away or None, len(lost))


def _note_drawn(game: Game[P], memory: Memory, seat: int, before: P, after: P) -> None:
    """Update a memory after cards were drawn at the end of a trick. Cards that were visible before are known; others may be any
    card."""
    drew = [other for other in game.table.seats if other != seat
            and len(after.hands[other]) + (other == before.actor) > len(before.hands[other])]
    sight = {*lying(game, game.view(before, seat).position)} if drew else set()
    for other in drew:
        gained, _ = _changes(before.hands[other], after.hands[other])
        seen = [card for card in gained if card in sight]
        _has_more(memory, other, seen, len(gained) - len(seen), frozenset())


def _has_more(memory: Memory, other: int, seen: Sequence[Card], unseen: int, given: frozenset[Card]) -> None:
    """Record that a hand gained the cards ``seen`` and ``unseen`` more cards. If ``given`` isn't empty, the latter are among
    ``given``."""
    memory.known[other] += seen
    memory.barred[other].difference_update(seen)
    memory.least[other] = {cards.difference(seen): count for cards, count in memory.least[other].items()}
    if not unseen:
        return
    if given:
        memory.barred[other].difference_update(given)
        memory.least[other][given] = memory.least[other].get(given, 0) + unseen
    else:
        memory.barred[other].clear()


def _has_less(memory: Memory, other: int, gone: Collection[Card | None] | None, count: int = 1) -> None:
    """Record that a hand lost ``count`` cards, which are among ``gone``, or may be any cards if ``gone`` is None."""
    least = {cards: held if gone is not None and cards.isdisjoint(gone) else held - count
             for cards, held in memory.least[other].items()}
    memory.least[other] = {cards: held for cards, held in least.items() if held > 0}


def _changes(before: Sequence[Card], after: Sequence[Card]) -> tuple[list[Card], list[Card]]:
    """Return the cards that a hand gained, and those that it lost."""
    one, two = Counter(before), Counter(after)
    return [*(two - one).elements()], [*(one - two).elements()]


def _could_go(game: Game[P], before: P, move: Move, seat: int) -> frozenset[Card]:
    """Return the cards that the player could have put away with this type of move, if holding the entire deck."""
    if move.card is None or move.other is not None:
        return frozenset()
    scene = game.view(before, seat).position
    scene.hands[before.actor] = [*game.deck]
    legal = game.legal(scene)
    return frozenset(card for card in game.deck if make_move(move.verb, card) in legal)
