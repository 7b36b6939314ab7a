"""Which slots of a game matter for what a referee is asked: found by telling them this way and that for some random cards."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from rules_engine.core.game.game import Game
from rules_engine.core.game.setups import settable
from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.kinds import FLAG
from rules_engine.core.positions.position import Position
from rules_engine.core.positions.values import Plain
from rules_engine.core.telling.deeds import kinds_of
from rules_engine.core.telling.telling import words_of
from rules_engine.core.words.sentences import Text, capital, declared
from rules_engine.table.referee.lying import PLAY, TRIES, Against, Lying, Table, usual
from rules_engine.table.referee.slots import BESIDE, ONE, Row, kind_of, rows_of, values_of
from rules_engine.table.referee.trick import Told, looked_at, takers_of, ways_of
from rules_engine.table.referee.turn import Turn, is_of_cards, turn

TRICK, LEAD, FOLLOW = "trick", "lead", "follow"
FLAGGED = {"true", "false"}
SAMPLES = 10
"""So many tricks and hands are looked at, and half as many for a phase."""
HAND, VALUES = 5, 6
"""So many cards are in a hand, and so many values of a slot are looked at."""


def matters(game: Game[Position]) -> Mapping[str, list[str]]:
    """Return, by its key, what each slot matters for; those that matter for nothing are left out.

    That is who takes a ``trick``, what may be played as a ``lead`` or to ``follow`` one, and what may be done in a phase.
    """
    chance, rows, found = random.Random(0), rows_of(game, empty_in_play(game)), dict[str, dict[str, None]]()
    for _ in range(SAMPLES):
        cards = chance.sample(game.deck, min(len(game.deck), game.table.size + HAND))
        base = {key: chance.choice([*values_of(row)]) for key, row in rows.items() if row.suits}
        laid = _laid(game, base, cards[:game.table.size], chance)
        flagged = [{**base, key: True} for key, row in rows.items() if {*row.values} >= FLAGGED]
        for key, row in rows.items():
            seen = found.setdefault(key, {})
            for use in (TRICK, LEAD, FOLLOW):
                told = [base, *flagged] if row.suits else [base]    # a suit may matter only where a flag is told
                if use not in seen and any(_differs(game, each, row, use, laid, cards[game.table.size:]) for each in told):
                    seen[use] = None
    uses = {key: [*found.get(key, ()), *_phases(game, row)] for key, row in rows.items()}
    return {key: each for key, each in uses.items() if each}


def empty_in_play(game: Game[Position]) -> frozenset[str]:
    """Return the keys of suits, seats and words that may be none while cards are played: they are in some hand."""
    slots = [slot for slot in settable(game).values()
             if slot.name not in BESIDE and not slot.needed and kind_of(slot) in ONE and kind_of(slot) is not FLAG]
    chance, found = random.Random(0), set[str]()
    for seed in range(TRIES if slots else 0):
        position = game.deal(seed)
        while position.to_act is not None and position.phase != PLAY:
            position = game.make(position, chance.choice(game.legal(position)))[0]
        if position.to_act is not None:
            found |= {slot.key for slot in slots if getattr(position, slot.name) in ("", None)}
    return frozenset(found)


def _phases(game: Game[Position], row: Row) -> list[str]:
    """The phases beside the play in which a suit is settled already: what may be done in them can hang on it."""
    others = [phase for phase in game.phases if phase not in (PLAY, "over")] if row.suits else []
    return [phase for phase in others if (base := usual(game, phase)) is not None and row.key in base.setup]


def _laid(game: Game[Position], base: Mapping[str, Plain], cards: list[Card], chance: random.Random) -> list[Move]:
    """As many of these cards as can be laid one after the other."""
    moves = list[Move]()
    for card in cards:
        lying = _looked(game, base, moves)
        if not isinstance(lying, Lying) or lying.whole or lying.position.to_act is None:
            break
        ways = ways_of(game, lying.position, card)
        moves += [chance.choice(ways)] if ways else []
    return moves


def _looked(game: Game[Position], told: Mapping[str, Plain], moves: list[Move]) -> object:
    return looked_at(game, Told(Table(told, 0), {}, [[move] for move in moves]))[0]


def _differs(game: Game[Position], base: Mapping[str, Plain], row: Row, use: str, laid: list[Move], hand: list[Card]) -> bool:
    """Whether something comes out otherwise with one value of a slot than with another."""
    values: list[dict[str, Plain]] = [{**base, row.key: value} for value in values_of(row)]
    if not row.suits:
        values.insert(0, {key: value for key, value in base.items() if key != row.key})
    outcomes = list[object]()
    for told in values[:VALUES]:
        outcome = _outcome(game, Table(told, 0, offered=frozenset([row.key])), use, laid, hand)
        if outcome is not None:
            if outcomes and outcome != outcomes[0]:
                return True
            outcomes.append(outcome)
    return False


def _outcome(game: Game[Position], table: Table, use: str, laid: list[Move], hand: list[Card]) -> object:
    """What comes of it; None where the table can't be so."""
    if use == TRICK:
        lying = looked_at(game, Told(table, {}, [[move] for move in laid]))[0]
        if isinstance(lying, Against):      # what can't lie there doesn't say who takes it; a card too many does
            return lying.place if lying.verdict is None else None
        return ([one.seat for one in lying.laid], takers_of(game, lying), lying.whole) if isinstance(lying, Lying) else None
    moves = [[move] for move in laid[:1]] if use == FOLLOW else []
    looked, _ = turn(game, Told(table, {}, moves), hand)
    return looked.legal if isinstance(looked, Turn) else None


def phases_of(game: Game[Position]) -> dict[str, Text]:
    """Return what may be done in each phase for which there is an answer, in its words: ``bid or pass``, ``discard a card``."""
    found, chance = dict[str, Text](), random.Random(0)
    for seed in range(TRIES):
        position = game.deal(seed)
        while position.to_act is not None:
            moves = game.legal(position)
            if position.phase not in found:
                found[position.phase] = capital(_done(game, position.phase, game.candidates(position)))
            position = game.make(position, chance.choice(moves))[0]
    return {phase: found[phase] for phase in game.phases if phase in found and (phase == PLAY or any(_asked(game, phase)))}


def _done(game: Game[Position], phase: str, moves: Sequence[Move]) -> Text:
    """What is done by these moves. An exchange is called by its rule, since each hand has other cards to be got."""
    exchange = next((rule.title for rule in game.rules if phase in rule.asked), "") if any(move.other for move in moves) else ""
    return declared(exchange) if exchange else kinds_of(moves, False, words_of(type(game)).deeds)


def spoken_in(game: Game[Position]) -> list[str]:
    """Return the phases in which something is said, whatever cards one holds."""
    return [phase for phase in game.phases[:-1] if not is_of_cards(game, phase) and len({*_asked(game, phase)}) == 1]


def _asked(game: Game[Position], phase: str) -> Iterator[frozenset[Move | None]]:
    """What may be done in a phase with some random hands; nothing where nobody is asked with them."""
    chance = random.Random(0)
    for _ in range(SAMPLES // 2):
        looked, _ = turn(game, Told(Table({}, 0, phase=phase), {}, []), chance.sample(game.deck, HAND))
        yield looked.legal if isinstance(looked, Turn) else frozenset()
