"""What may be done by the next player, in any part of a hand: the moves that there are with the reader's cards, and what the
rules say of each in all hands that fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules_engine.api.referee.reconstruct import MisplacedCard, Reconstruction, with_hand, with_known
from rules_engine.api.referee.stages import PLAY, stages
from rules_engine.api.referee.statements import common
from rules_engine.api.referee.trick import Axis, PossibleTrick, Reading, TrickEntry, deciding, evaluate, look_in, ways_in
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
"""Number of hands that are enough to say of an exchange that it can be made. That it can't isn't said at all: in other hands
there may be other cards to get."""

Key = Move | tuple[str, Card]
"""A move; of exchanges the verb and the card that is given, for nobody can enter which cards are to be had."""


class PossibleTurn(NamedTuple):
    """The move of the next player in one of the hands that fit: the position, with the reader's cards, and the verdict on each
    move with one of them."""

    position: Position
    verdicts: tuple[Verdict, ...]

    @property
    def by_key(self) -> dict[Key, list[Verdict]]:
        """The verdicts on each move, or on all exchanges of a card."""
        found: dict[Key, list[Verdict]] = {}
        for verdict in self.verdicts:
            if verdict.move is not None:
                found.setdefault(key_of(verdict.move), []).append(verdict)
        return found

    @property
    def legal(self) -> frozenset[Key]:
        """The moves that may be made."""
        return frozenset(key_of(verdict.move) for verdict in self.verdicts if verdict.legal and verdict.move is not None)


class Ruling(NamedTuple):
    """What the rules say of a move in all hands that fit.

    ``move``      the move, or one of the exchanges of a card
    ``legal``     whether it may be made; None where that differs
    ``refusals``  what is said of it where it may not, without what differs; where ``legal`` is None, by each rule that refuses it
    """

    move: Move
    legal: bool | None
    refusals: tuple[RuleFinding, ...]


class NotAsked(NamedTuple):
    """With these cards nobody is asked in this part of the hand; ``hidden`` where that depends on cards that nobody enters."""

    phase: str
    hidden: bool = False


Wrong = NotAsked | MisplacedCard | SetupError


class PossibleTurns(NamedTuple):
    """The move of the next player.

    ``turns``  in each of the hands that fit; none where there is something ``wrong``
    ``asks``   what has to be entered
    """

    turns: Sequence[PossibleTurn]
    wrong: Sequence[Wrong] = ()
    asks: Sequence[Axis] = ()


def resolve_turn(game: Game[Position], told: TrickEntry, calls: Sequence[Move] = ()) -> PossibleTurns:
    """Return what may be done by the next player with the hand that was entered.

    In the play the trick lies there; in any other phase these ``calls`` were made in it so far.
    """
    ways = _ways(game, told, calls)
    looked = [turn_in(told, way, calls) for way in ways]
    turns = [each for each in looked if isinstance(each, PossibleTurn)]
    if not turns:
        wrong: list[Wrong] = [each for each in looked if isinstance(each, MisplacedCard | SetupError)]
        return PossibleTurns((), wrong or [NotAsked(told.table.phase, hidden=bool(told.table.told) and not looked)])
    differs = len({*map(reported, turns)}) > 1
    return PossibleTurns(turns, (), deciding(told, ways, lambda way: legal_in(told, way, calls)) if differs else ())


def _ways(game: Game[Position], told: TrickEntry, calls: Sequence[Move]) -> Sequence[PossibleTrick]:
    """The hands that fit; in a phase without tricks those that come to somebody who holds these cards."""
    if told.table.phase == PLAY:
        return [look.way for look in evaluate(game, told)]
    return [*ways_in(told, consistent_worlds(game, told.table, (), () if calls else told.hand))]


def turn_in(told: TrickEntry, way: PossibleTrick, calls: Sequence[Move] = ()) -> PossibleTurn | Wrong:
    """Return the turn in one of the hands that fit, or why there is none."""
    return _judged(look_in(told, way), told.hand) if told.table.phase == PLAY else _after(way, told.hand, calls)


def legal_in(told: TrickEntry, way: PossibleTrick, calls: Sequence[Move] = ()) -> object:
    """Return the legal moves that an answer would be about; None where there is no turn."""
    found = turn_in(told, way, calls)
    return reported(found) if isinstance(found, PossibleTurn) else None


def _judged(look: Reading, hand: Sequence[Card]) -> PossibleTurn | MisplacedCard | SetupError:
    lying = look.lying
    if not isinstance(lying, Reconstruction):
        return lying
    if lying.whole or lying.position.to_act is None:
        return MisplacedCard(len(lying.laid), lying.position, None)
    is_whole_hand = look.way.world.stage.finished % 2       # or there are others, of which the rules are told nothing
    return judged(look.way.world.game, (with_hand if is_whole_hand else with_known)(lying.position, hand), hand)


def judged(game: Game[Position], position: Position, cards: Sequence[Card] | None = None) -> PossibleTurn:
    """Return the verdict on each move there is, with no other cards than these."""
    moves = dict.fromkeys(move for move in game.candidates(position) if cards is None or _with(move, cards))
    return PossibleTurn(position, tuple(game.judge(position, move) for move in moves))


def _with(move: Move, cards: Sequence[Card]) -> bool:
    held = move.other or move.card
    return held is None or held in cards


def key_of(move: Move) -> Key:
    """Return what a move is told by."""
    return move if move.other is None else (move.verb, move.other)


def card_of(key: Key) -> Card | None:
    """Return the card of a hand with which a move is made."""
    return key[1] if isinstance(key, tuple) else key.card


def reported(one: PossibleTurn) -> frozenset[Key]:
    """Return the legal moves that an answer is about: with cards, if there are such; of a card that may be played as usual no
    others."""
    found, legal = one.by_key, one.legal
    usual = usual_verb(found)
    plain = {card_of(key) for key in legal if verb_of(key) == usual}
    if all(card_of(key) is None for key in found):
        return legal
    return frozenset(key for key in legal if verb_of(key) == usual or (card_of(key) is not None and card_of(key) not in plain))


def verb_of(key: Key) -> str:
    """Return the verb of a move."""
    return key[0] if isinstance(key, tuple) else key.verb


def usual_verb(keys: Mapping[Key, object]) -> str:
    """Return the verb of what is usually done with a card: it is played, if it can be."""
    verbs = [verb_of(key) for key in keys if card_of(key) is not None]
    return PLAY if PLAY in verbs or not verbs else verbs[0]


def rulings(game: Game[Position], turns: Sequence[PossibleTurn]) -> dict[Key, Ruling]:
    """Return what the rules say of each move in all hands that fit, in the words of its player."""
    by_key = [one.by_key for one in turns]
    return {key: _ruling(game, key, [(one, found.get(key, [])) for one, found in zip(turns, by_key, strict=True)])
            for key in dict.fromkeys(key for found in by_key for key in found)}


def is_ever_moved(game: Game[Position], phase: str, card: Card) -> bool:
    """Return whether a move with this card exists at some stage of a phase, if its player holds it."""
    return any(card_of(key_of(move)) is card for stage in stages(game, phase)
               for move in game.candidates(with_hand(stage.position, [card])))


def left_open(found: Mapping[Key, Ruling], turns: Sequence[PossibleTurn]) -> list[Ruling]:
    """Return the rulings that differ, on moves that an answer is about."""
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
    """Why one rule forbids a move, without what isn't said in all hands that fit."""
    refusals = [_refusal(game, *each) for each in refused]
    same = common([[(each.sentence, each.rule)] for each in refusals])
    return refusals[0]._replace(sentence=same[0][0] if same else NOTHING)


def _refusal(game: Game[Position], one: PossibleTurn, verdict: Verdict) -> RuleFinding:
    found = narrator_for(game, reader=one.position.actor).refusal(one.position, verdict)
    assert found is not None
    return found


# ---- phases without tricks

def _after(way: PossibleTrick, hand: Sequence[Card], calls: Sequence[Move]) -> PossibleTurn | Wrong:
    """The turn after some calls. The reader's cards are those of who is asked then."""
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
    """The position after some calls, in which the phase goes on. A hand that can't be so says nothing against what was
    entered."""
    if isinstance(position, SetupError):
        return NotAsked(phase)
    for place, call in enumerate(calls):
        if position.to_act is None or position.phase != phase:
            return MisplacedCard(place, position, None)
        verdict = world.game.judge(position, call)
        if not verdict.legal:       # cards that are shown by others aren't entered
            return NotAsked(phase) if verdict.rule is NOT_HELD else MisplacedCard(place, position, verdict)
        position = world.game.make(position, call)[0]
    return position if position.phase == phase and position.to_act is not None else NotAsked(phase)
