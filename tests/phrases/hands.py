"""Seeded hands: one narrated in full to its first player, and all sentences about the positions in others."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from rules_engine.bots import bot_for
from rules_engine.core.game.game import Game
from rules_engine.narration.narrator import narrator_for
from rules_engine.narration.phrasebook import EventText, RuleFinding
from rules_engine.testing import choice_name

SEEDS = range(20)
"""Seeds to try. Only the longest of their hands is printed, because a hand that is thrown in or ends early shows little."""
REFUSALS = 2
"""Maximum number of refused moves, and of allowed ones, printed for each position."""
MATCH_HANDS = 60
"""Maximum number of hands in a match."""
WORDED_HANDS = 2
"""Number of hands in a match of which every position is described."""
BOT_HANDS = 12
"""Number of hands in which the game's bot explains its moves."""


def longest_seed(game: Game[Any]) -> int:
    """Return the seed whose random hand has the most moves."""
    return max(SEEDS, key=lambda seed: len(random_hand(game, seed)))


def random_hand(game: Game[Any], seed: int) -> list[str]:
    """Return the moves in a random hand."""
    rng, position, moves = random.Random(seed), game.deal(seed), []
    while position.to_act is not None:
        moves.append(rng.choice(game.legal(position)).text)
        position, _ = game.play(position, moves[-1])
    return moves


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
        yield from _plates(game, position)
    yield f"  {', '.join(narrator.score_names)}: {position.hand_score}"


def _your_choice(game: Game[Any], position: Any) -> Iterator[str]:
    narrator, legal = narrator_for(game, reader=0), game.legal(position)
    yield from _findings("out of turn", narrator.findings(position, legal[0], 1))
    for move in [move for move in game.candidates(position) if move not in legal][:REFUSALS]:
        yield from _findings(f"refused {move.text}", narrator.findings(position, move)[-1:])
    for move in legal[:REFUSALS]:
        price = narrator.move_meaning(position, 0, move)
        yield from _findings(f"allowed {move.text}" + f" ({price})" * bool(price), narrator.findings(position, move)[-1:])


def _plates(game: Game[Any], position: Any) -> Iterator[str]:
    narrator = narrator_for(game, reader=0)
    plates = [[*narrator.seat_badges(position, seat), narrator.trick_count_text(position, seat)] for seat in game.table.seats]
    if any(map(any, plates)):
        yield "  plates: " + "; ".join(", ".join(filter(None, plate)) for plate in plates)


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


def make_sentences(game: Game[Any]) -> None:
    """Make the sentences about a random match and about the reasons of the game's bot. Whoever records sentences gets them."""
    rng, position = random.Random(game.id), game.deal(1)
    for number in range(1, MATCH_HANDS):
        narrator_for(game).deal(position)
        while position.to_act is not None:
            move = rng.choice(game.legal(position))
            if number <= WORDED_HANDS:
                _describe(game, position)
            position, events = game.play(position, move)
            narrator_for(game).events(position, events)
        for line in game.sheet(position):
            narrator_for(game).label(line)
        if position.game_over or not position.hand_over:
            break
        position = game.deal(number + 1, before=position)
    bot = bot_for(game)
    for seed in range(BOT_HANDS):
        rng, position = random.Random(seed), game.deal(seed)
        while position.to_act is not None:
            position, _ = game.play(position, bot.choose(game.view(position, position.actor), rng).move)


def _describe(game: Game[Any], position: Any) -> None:
    """Make the sentences about a position and about each move that can be tried in it, with and without a reader."""
    seat, general = position.actor, [form for forms in game.forms.values() for form in forms if form.islower()]
    for narrator in (narrator_for(game), narrator_for(game, seat)):
        for move in game.candidates(position):
            narrator.move_sentence(position, seat, move)
            narrator.move_request(position, move)
            narrator.findings(position, move)
        for text in ("no move at all", *general):
            narrator.findings(position, text)
        narrator.findings(position, game.legal(position)[0], game.table.left_of[seat])
        narrator.trick_explanation(position, position.trick)
        narrator.public_facts(position)
        narrator.side_totals(position)
        for each in game.table.seats:
            narrator.seat_badges(position, each)
            narrator.trick_count_text(position, each)
            narrator.seat_summary(position, each)
