"""Transcripts: seeded hands and matches printed in full, so that a changed fact, event or sentence is a visible diff.

    python -m tests.transcripts.writing          write tests/transcripts/<game>/ anew

For each choice of game there is one hand with every position's facts (whole at the start, then what changed), legal
moves, refusals, findings, events and how the trick stands; and one match to its end: each deal, its moves, how it ended
and its score sheet. For each game there is one hand more, as it is told to its first player; and what is told at the
table (see `at_the_table`).
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rules_engine.core.game.game import Game
from rules_engine.core.game.setups import facts_of
from rules_engine.core.model.events import Event
from rules_engine.narration.narrator import narrator_for
from rules_engine.narration.phrasebook import EventText, RuleFinding
from rules_engine.narration.quantities import counted
from rules_engine.testing import choice_name, every_game
from tests.transcripts.at_the_table import TABLES, transcript

HERE = Path(__file__).parent
SEEDS = range(20)
"""The hand shown is the longest of these: a hand that somebody throws in or runs from tells little."""
REFUSALS = 12
"""Refused moves printed for one position: a bidder has a hundred."""
HANDS = 60


def transcripts(game: Game[Any]) -> dict[Path, str]:
    """The files of one choice of game, with their texts."""
    place = HERE / game.id
    name = choice_name(game).removeprefix(f"{game.id}-")
    seed = max(SEEDS, key=lambda seed: len(random_hand(game, seed)))
    texts = {f"{name}.hand.txt": hand(game, seed), f"{name}.match.txt": match(game)}
    if (game.variant, game.table.size) == (next(iter(game.variants)), 4) and game.options == type(game)().options:
        texts["you.hand.txt"] = to_you(game, seed)
        texts |= {f"{code}.table.txt": transcript(code, game.id) for code, games in TABLES.items() if game.id in games}
    return {place / file: "\n".join(lines) + "\n" for file, lines in texts.items()}


def random_hand(game: Game[Any], seed: int) -> list[str]:
    """The moves of a hand played at random."""
    rng, position, moves = random.Random(seed), game.deal(seed), []
    while position.to_act is not None:
        moves.append(rng.choice(game.legal(position)).text)
        position, _ = game.play(position, moves[-1])
    return moves


def hand(game: Game[Any], seed: int) -> Iterator[str]:
    """One hand, position by position."""
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
    """One hand as its first player is told of it: refusals and choices when it is that player's turn."""
    narrator, position = narrator_for(game, reader=0), game.deal(seed)
    yield f"{choice_name(game)}, seed {seed}, told to {game.table.names[0]}"
    yield from map(_event, narrator.deal(position))
    for number, text in enumerate(random_hand(game, seed), 1):
        yield f"\n{number}. {narrator.name(position.to_act)}: {text}"
        if position.to_act == 0:
            yield from _your_choice(game, position)
        position, events = game.play(position, text)
        yield from map(_event, narrator.events(position, events))
        yield from (f"  so far: {finding.sentence}" for finding in narrator.trick_explanation(position, position.trick)[-1:])
        yield "  open: " + "; ".join(f"{label}: {told}" for label, told in narrator.public_facts(position, last_trick=True))
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
    """One match to its end, hand by hand: the deal, the moves, and what the last one brought."""
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
    """The refusals that no game's rules name."""
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


def write() -> int:
    """Write every transcript anew; old ones of choices that are gone are removed."""
    for old in HERE.glob("*/*.txt"):
        old.unlink()
    for game in every_game():
        for path, text in transcripts(game).items():
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(write())
