"""The legal moves for the next player in any phase: each move with the entered cards is judged in all consistent hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules_engine.api.referee.reconstruct import MisplacedCard, Reconstruction, with_hand, with_known
from rules_engine.api.referee.stages import PLAY, stages
from rules_engine.api.referee.statements import common
from rules_engine.api.referee.trick import (
    Axis,
    PossibleTrick,
    Reading,
    TrickEntry,
    deciding,
    evaluate,
    look_in,
    missing_entries,
    ways_in,
)
from rules_engine.api.referee.worlds import World, consistent_worlds
from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.model.errors import SetupError
from rules_engine.core.model.moves import Move
from rules_engine.core.model.rules import NOT_HELD, Verdict
from rules_engine.core.positions.position import Position
from rules_engine.narration.narrator import narrator_for
from rules_engine.narration.phrasebook import RuleFinding
from rules_engine.text.message import NOTHING

MANY = 4
"""Minimum number of consistent hands needed to rule that an exchange is legal. An exchange is never ruled illegal, because other
hands may offer other cards."""

Key = Move | tuple[str, Card]
"""Identifies a move. For an exchange it is the verb and the card given, because the cards available in return can't be
entered."""


class PossibleTurn(NamedTuple):
    """The next player's turn in one consistent hand: the position with the user's cards, and the verdict on each move."""

    position: Position
    verdicts: tuple[Verdict, ...]

    @property
    def by_key(self) -> dict[Key, list[Verdict]]:
        """The verdicts by the move's key."""
        found: dict[Key, list[Verdict]] = {}
        for verdict in self.verdicts:
            if verdict.move is not None:
                found.setdefault(key_of(verdict.move), []).append(verdict)
        return found

    @property
    def legal(self) -> frozenset[Key]:
        """The keys of the legal moves."""
        return frozenset(key_of(verdict.move) for verdict in self.verdicts if verdict.legal and verdict.move is not None)


class Ruling(NamedTuple):
    """The verdict on a move in all consistent hands.

    ``move``      the move, or one of the exchanges of a card
    ``legal``     whether it is legal; None if that differs between hands
    ``refusals``  the certain reasons against it; if ``legal`` is None, one for each rule that forbids it in some hand
    """

    move: Move
    legal: bool | None
    refusals: tuple[RuleFinding, ...]


class NotAsked(NamedTuple):
    """The result if no player with these cards has a move in this phase.

    ``hidden``  whether this depends on cards that can't be entered
    """

    phase: str
    hidden: bool = False


Wrong = NotAsked | MisplacedCard | SetupError


class PossibleTurns(NamedTuple):
    """The next player's turn in all consistent hands.

    ``turns``  one turn for each consistent hand; empty if there are none
    ``wrong``  the reasons why there is no turn
    ``asks``   the missing entries that change the legal moves
    """

    turns: Sequence[PossibleTurn]
    wrong: Sequence[Wrong] = ()
    asks: Sequence[Axis] = ()


def resolve_turn(game: Game[Position], told: TrickEntry, calls: Sequence[Move] = ()) -> PossibleTurns:
    """Return the next player's turn in all consistent hands, with the cards that were entered.

    During the play, the trick is on the table. In any other phase, ``calls`` are the moves made in it so far.
    """
    ways = _ways(game, told, calls)
    looked = [turn_in(told, way, calls) for way in ways]
    turns = [each for each in looked if isinstance(each, PossibleTurn)]
    if not turns:
        wrong: list[Wrong] = [each for each in looked if isinstance(each, MisplacedCard | SetupError)]
        return PossibleTurns((), wrong or [NotAsked(told.table.phase, hidden=bool(told.table.told) and not looked)])
    # the first hand is the only one that was tried with all values of the missing fields
    in_first = any(isinstance(each, PossibleTurn) for each, way in zip(looked, ways, strict=True) if way.world is ways[0].world)
    differs = len({*map(reported, turns)}) > 1 or (bool(missing_entries(told)) and not in_first)
    return PossibleTurns(turns, (), deciding(told, ways, lambda way: legal_in(told, way, calls)) if differs else ())


def _ways(game: Game[Position], told: TrickEntry, calls: Sequence[Move]) -> Sequence[PossibleTrick]:
    """Return the consistent hands to try. Outside the play, only those in which a player with these cards has a move."""
    if told.table.phase == PLAY:
        return [look.way for look in evaluate(game, told)]
    return [*ways_in(told, consistent_worlds(game, told.table, (), () if calls else told.hand))]


def turn_in(told: TrickEntry, way: PossibleTrick, calls: Sequence[Move] = ()) -> PossibleTurn | Wrong:
    """Return the turn in one consistent hand, or the reason why there is none."""
    return _judged(look_in(told, way), told.hand) if told.table.phase == PLAY else _after(way, told.hand, calls)


def legal_in(told: TrickEntry, way: PossibleTrick, calls: Sequence[Move] = ()) -> object:
    """Return the keys of the legal moves that the answer lists; None if there is no turn."""
    found = turn_in(told, way, calls)
    return reported(found) if isinstance(found, PossibleTurn) else None


def _judged(look: Reading, hand: Sequence[Card]) -> PossibleTurn | MisplacedCard | SetupError:
    lying = look.lying
    if not isinstance(lying, Reconstruction):
        return lying
    if lying.whole or lying.position.to_act is None:
        return MisplacedCard(len(lying.laid), lying.position, None)
    is_whole_hand = look.way.world.stage.finished % 2       # the other hands have further, unknown cards
    return judged(look.way.world.game, (with_hand if is_whole_hand else with_known)(lying.position, hand), hand)


def judged(game: Game[Position], position: Position, cards: Sequence[Card] | None = None) -> PossibleTurn:
    """Return the verdict on each candidate move, restricted to ``cards`` if given."""
    moves = dict.fromkeys(move for move in game.candidates(position) if cards is None or _with(move, cards))
    return PossibleTurn(position, tuple(game.judge(position, move) for move in moves))


def _with(move: Move, cards: Sequence[Card]) -> bool:
    held = move.other or move.card
    return held is None or held in cards


def key_of(move: Move) -> Key:
    """Return the key of a move."""
    return move if move.other is None else (move.verb, move.other)


def card_of(key: Key) -> Card | None:
    """Return the hand card used by the move with this key; None if it uses none."""
    return key[1] if isinstance(key, tuple) else key.card


def reported(one: PossibleTurn) -> frozenset[Key]:
    """Return the keys of the legal moves that the answer lists.

    If there are moves with cards, only those are listed. For a card that can be played in the usual way, only that move is
    listed.
    """
    found, legal = one.by_key, one.legal
    usual = usual_verb(found)
    plain = {card_of(key) for key in legal if verb_of(key) == usual}
    if all(card_of(key) is None for key in found):
        return legal
    return frozenset(key for key in legal if verb_of(key) == usual or (card_of(key) is not None and card_of(key) not in plain))


def verb_of(key: Key) -> str:
    """Return the verb of the move with this key."""
    return key[0] if isinstance(key, tuple) else key.verb


def usual_verb(keys: Mapping[Key, object]) -> str:
    """Return the usual verb for moves with cards: "play" if it is among them, otherwise the first."""
    verbs = [verb_of(key) for key in keys if card_of(key) is not None]
    return PLAY if PLAY in verbs or not verbs else verbs[0]


def rulings(game: Game[Position], turns: Sequence[PossibleTurn]) -> dict[Key, Ruling]:
    """Return the ruling on each move across all consistent hands, with reasons that address its player."""
    by_key = [one.by_key for one in turns]
    return {key: _ruling(game, key, [(one, found.get(key, [])) for one, found in zip(turns, by_key, strict=True)])
            for key in dict.fromkeys(key for found in by_key for key in found)}


def is_ever_moved(game: Game[Position], phase: str, card: Card) -> bool:
    """Return whether a player who holds only this card ever has a move with it at the start of a phase, in randomly played
    hands."""
    return any(card_of(key_of(move)) is card for stage in stages(game, phase)
               for move in game.candidates(with_hand(stage.position, [card])))


def left_open(found: Mapping[Key, Ruling], turns: Sequence[PossibleTurn]) -> list[Ruling]:
    """Return the uncertain rulings on moves that the answer lists."""
    about = {key for one in turns for key in reported(one)}
    return [ruling for key, ruling in found.items() if ruling.legal is None and key in about]


def _ruling(game: Game[Position], key: Key, found: Sequence[tuple[PossibleTurn, Sequence[Verdict]]]) -> Ruling:
    legal = [any(verdict.legal for verdict in verdicts) for _, verdicts in found]
    refused = [(one, verdicts[0]) for (one, verdicts), may in zip(found, legal, strict=True) if verdicts and not may]
    by_rule = {verdict.rule: (one, verdict) for one, verdict in refused}
    first = next(verdicts[0].move for _, verdicts in found if verdicts)
    assert first is not None
    unknown = isinstance(key, tuple) and (len(found) < MANY or (refused and not any(legal)))
    if all(legal) and not unknown:
        return Ruling(first, True, ())
    if any(legal) or unknown:
        return Ruling(first, None, tuple(_refusal(game, *each) for each in by_rule.values()))
    return Ruling(first, False, (_common_refusal(game, refused),) if len(by_rule) == 1 else ())


def _common_refusal(game: Game[Position], refused: Sequence[tuple[PossibleTurn, Verdict]]) -> RuleFinding:
    """Return the reason why one rule forbids a move, restricted to the sentences that are true in all consistent hands."""
    refusals = [_refusal(game, *each) for each in refused]
    same = common([[(each.sentence, each.rule)] for each in refusals])
    return refusals[0]._replace(sentence=same[0][0] if same else NOTHING)


def _refusal(game: Game[Position], one: PossibleTurn, verdict: Verdict) -> RuleFinding:
    found = narrator_for(game, reader=one.position.actor).refusal(one.position, verdict)
    assert found is not None
    return found


# ---- phases without tricks

def _after(way: PossibleTrick, hand: Sequence[Card], calls: Sequence[Move]) -> PossibleTurn | Wrong:
    """Return the turn after some calls. The user's cards are those of the player to act then."""
    world, phase, seat = way.world, way.world.stage.position.phase, way.world.seat
    if calls:
        asked = _called(world, world.start(way.values), phase, calls)
        if not isinstance(asked, Position):
            return asked
        seat = asked.actor
    found = _called(world, world.start(way.values, (), hand, reader=seat), phase, calls)
    if not isinstance(found, Position):
        return found
    return judged(world.game, found, hand) if found.to_act == seat else NotAsked(phase)


def _called(world: World, position: Position | SetupError, phase: str, calls: Sequence[Move]) -> Position | Wrong:
    """Return the position after the given calls, or the reason why the phase is over or a call is illegal.

    If a call is illegal only because its player doesn't hold a card, another hand may allow it, so the result is ``NotAsked``.
    """
    if isinstance(position, SetupError):
        return NotAsked(phase)
    for place, call in enumerate(calls):
        if position.to_act is None or position.phase != phase:
            return MisplacedCard(place, position, None)
        verdict = world.game.judge(position, call)
        if not verdict.legal or verdict.move is None:       # cards shown by other players can't be entered
            return NotAsked(phase) if verdict.rule is NOT_HELD else MisplacedCard(place, position, verdict)
        position = world.game.make(position, verdict.move)[0]       # of twin cards, the one that is held
    return position if position.phase == phase and position.to_act is not None else NotAsked(phase)
