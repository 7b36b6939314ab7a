"""Seeded hands and matches, printed in full: positions, legal moves, refusals, findings, events and score sheets."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from rules_engine.bots import bot_for
from rules_engine.core.game.game import Game
from rules_engine.core.game.setups import facts_of
from rules_engine.core.model.events import Event
from rules_engine.narration.narrator import narrator_for
from rules_engine.narration.phrasebook import EventText, RuleFinding
from rules_engine.narration.quantities import counted
from rules_engine.testing import choice_name

SEEDS = range(20)
"""Seeds to try. Only the longest of their hands is printed, because a hand that is thrown in or ends early shows little."""
REFUSALS = 12
"""Maximum number of refused moves printed per position, because a bidder can have a hundred."""
HANDS = 60


def longest_seed(game: Game[Any]) -> int:
    """Return the seed whose random hand has the most moves."""
    return max(SEEDS, key=lambda seed: len(random_hand(game, seed)))


def reasons(game: Game[Any], count: int) -> Iterator[str]:
    """Yield the reasons that the game's bot gives for its moves in some hands."""
    bot = bot_for(game)
    for seed in range(count):
        rng, position = random.Random(seed), game.deal(seed)
        while position.to_act is not None:
            move, reason, _ = bot.choose(game.view(position, position.actor), rng)
            yield reason
            position, _ = game.play(position, move.text)


def moves_in_words(game: Game[Any], count: int) -> Iterator[str]:
    """Yield the text about every move that can be tried in some random hands: statements, requests, buttons and verdicts."""
    for seed in range(count):
        position = game.deal(seed)
        for text in random_hand(game, seed):
            for reader in (None, position.actor):
                narrator = narrator_for(game, reader)
                for move in game.candidates(position):
                    yield narrator.move_sentence(position, position.actor, move)
                    yield narrator.move_request(position, move)
                    yield from (finding.sentence for finding in narrator.findings(position, move))
                yield narrator.seat_summary(position, position.actor)
            position, events = game.play(position, text)
            yield from (told.sentence for told in narrator_for(game).events(position, events))


def random_hand(game: Game[Any], seed: int) -> list[str]:
    """Return the moves in a random hand."""
    rng, position, moves = random.Random(seed), game.deal(seed), []
    while position.to_act is not None:
        moves.append(rng.choice(game.legal(position)).text)
        position, _ = game.play(position, moves[-1])
    return moves


def hand(game: Game[Any], seed: int) -> Iterator[str]:
    """Yield a hand, position by position."""
    position = game.deal(seed)
    facts = facts_of(game, position)
    yield f"{choice_name(game)}, seed {seed}"
    yield from ("  " + line for line in _facts({}, facts))
    yield from map(_event, narrator_for(game).deal(position))
    yield from _general(game, position)
    for number, text in enumerate(random_hand(game, seed), 1):
        yield f"\n{number}. {game.table.names[position.to_act]}: {text}"
        yield from _choice(game, position)
        yield from _findings("made", narrator_for(game).findings(position, text))
        position, events = game.play(position, text)
        yield from map(_event, narrator_for(game).events(position, events))
        yield from _standing(game, position)
        before, facts = facts, facts_of(game, position)
        yield from ("  " + line for line in _facts(before, facts))
        yield from _open(game, position)
    yield from _sheet(game, position)


def to_you(game: Game[Any], seed: int) -> Iterator[str]:
    """Yield a hand as narrated to its first player, with refusals and choices on that player's turns."""
    narrator, position, facts = narrator_for(game, reader=0), game.deal(seed), ""
    yield f"{choice_name(game)}, seed {seed}, told to {game.table.names[0]}"
    yield from map(_event, narrator.deal(position))
    for number, text in enumerate(random_hand(game, seed), 1):
        yield f"\n{number}. {narrator.name(position.to_act)}: {text}"
        if position.to_act == 0:
            yield from _your_choice(game, position)
        position, events = game.play(position, text)
        yield from map(_event, narrator.events(position, events))
        yield from (f"  so far: {finding.sentence}" for finding in narrator.trick_explanation(position, position.trick)[-1:])
        facts, before = "; ".join(f"{label}: {fact}" for label, fact in narrator.public_facts(position, last_trick=True)), facts
        if facts != before:
            yield f"  open: {facts}"
        yield from _plates(game, position, 0)
    yield f"  {', '.join(narrator.score_names)}: {position.hand_score}"


def _your_choice(game: Game[Any], position: Any) -> Iterator[str]:
    narrator, legal = narrator_for(game, reader=0), game.legal(position)
    yield from _findings("out of turn", narrator.findings(position, legal[0], 1))
    for move in [move for move in game.candidates(position) if move not in legal][:REFUSALS]:
        yield from _findings(f"refused {move.text}", narrator.findings(position, move)[-1:])
    for move in legal[:REFUSALS]:
        price = narrator.move_meaning(position, 0, move)
        yield from _findings(f"allowed {move.text}" + f" ({price})" * bool(price), narrator.findings(position, move)[-1:])


def match(game: Game[Any]) -> Iterator[str]:
    """Yield a match, hand by hand: the deal, the moves, and the events of the last move."""
    rng, position = random.Random(game.id), game.deal(1)
    for number in range(1, HANDS):
        yield f"\nHand {number}"
        moves, events = list[str](), list[Event]()
        yield from map(_event, narrator_for(game).deal(position))
        while position.to_act is not None:
            move, name = rng.choice(game.legal(position)), game.table.names[position.to_act]
            position, events = game.play(position, move)
            moves.append(f"{name} {move.text}")
        yield ", ".join(moves)
        yield from map(_event, narrator_for(game).events(position, events))
        yield from _sheet(game, position)
        if position.game_over or not position.hand_over:
            return
        position = game.deal(number + 1, before=position)


def _facts(before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    for name in sorted(after):
        if name not in before or before[name] != after[name]:
            yield f"{name} = {json.dumps(after[name], ensure_ascii=False, sort_keys=True)}"


def _choice(game: Game[Any], position: Any) -> Iterator[str]:
    legal = game.legal(position)
    yield f"  legal: {', '.join(move.text for move in legal)}"
    refused = [move for move in game.candidates(position) if move not in legal]
    for move in refused[:REFUSALS]:
        yield from _findings(f"refused {move.text}", narrator_for(game).findings(position, move))
    for move in legal[:REFUSALS]:
        yield from _findings(f"allowed {move.text}", narrator_for(game).findings(position, move))


def _general(game: Game[Any], position: Any) -> Iterator[str]:
    """Yield the refusals that don't come from a game's rules."""
    left = game.table.left_of[position.to_act]
    foreign = [card.text for hand in position.hands for card in hand if card not in position.hands[position.to_act]]
    yield from _findings("no move at all", narrator_for(game).findings(position, "no move at all"))
    yield from _findings("out of turn", narrator_for(game).findings(position, game.legal(position)[0], left))
    for move in (foreign[0], *(form for forms in game.forms.values() for form in forms if form.islower())):
        yield from _findings(f"tried {move}", narrator_for(game).findings(position, move))


def _standing(game: Game[Any], position: Any) -> Iterator[str]:
    done = not position.trick and position.last_trick is not None
    laid = position.last_trick.laid if done else tuple(position.trick)
    if laid:
        winners = ", ".join(f"{colour or 'trick'} {game.table.names[seat]}"
                            for colour, seat in game.winners(position, laid).items())
        yield from _findings(f"stands ({winners})", narrator_for(game).trick_explanation(position, laid)[-1:])


def _open(game: Game[Any], position: Any) -> Iterator[str]:
    narrator = narrator_for(game)
    yield "  open: " + "; ".join(f"{label}: {text}" for label, text in narrator.public_facts(position))
    yield from _plates(game, position)
    unit = counted(2, narrator.unit).partition(" ")[2]
    yield f"  {unit}: " + "; ".join(f"{narrator.name(seats)} {number}" for seats, number in narrator.side_totals(position))


def _plates(game: Game[Any], position: Any, reader: int | None = None) -> Iterator[str]:
    narrator = narrator_for(game, reader)
    plates = [[*narrator.seat_badges(position, seat), narrator.trick_count_text(position, seat)] for seat in game.table.seats]
    if any(map(any, plates)):
        yield "  plates: " + "; ".join(", ".join(filter(None, plate)) for plate in plates)


def _sheet(game: Game[Any], position: Any) -> Iterator[str]:
    yield "Sheet"
    for line in game.sheet(position):
        yield f"  {narrator_for(game).label(line)} [{line.rule.id}]: {', '.join(map(str, line.points))}"
    yield f"  this hand {position.hand_score}, total {position.totals}, won by {position.winners}"


def _findings(what: str, findings: Any) -> Iterator[str]:
    found: list[RuleFinding] = list(findings)
    if not found:
        yield f"  {what}"
    for finding in found:
        answer = "yes" if finding.permits else "no"
        cards = f" <{' '.join(card.text for card in finding.cards)}>" if finding.cards else ""
        yield f"  {what}: {answer} [{finding.rule}] {finding.sentence}{cards}"


def _event(told: EventText) -> str:
    event = told.event
    cards = f" <{' '.join(card.text for card in event.cards)}>" if event.cards else ""
    return f"  * {event.kind} [{event.rule}] {told.sentence}{cards}"
