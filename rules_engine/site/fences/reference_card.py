"""The fence ``card``: a game's reference card, whose contents are checked against the engine.

The engine determines the winners of tricks and the rules that refuse moves. Bots play some hands, whose scores must be on the
card.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from functools import cache

from rules_engine.authoring.caches.cache import Cache
from rules_engine.bots import played_out
from rules_engine.core.game.game import Game
from rules_engine.core.game.game_options import every_choice
from rules_engine.core.game.reference_card import Order, Reach, Reference, Worth, doubts, reached, reference_of
from rules_engine.core.model.errors import Problem, RulesEngineError
from rules_engine.core.model.events import Line, signed
from rules_engine.core.positions.position import Position
from rules_engine.games import game_class
from rules_engine.narration.narrator import narrator_for
from rules_engine.site.model.page_contents import Fence, problem

CARD = "card"
HANDS = 4
"""Number of hands that bots play for each combination of variant, number of players and options."""


def card_problems(fence: Fence, path: str, games: Collection[str], made: Cache) -> list[Problem]:
    """Return the problems of a fence ``card`` on the page ``path``. ``made`` is the cache of results."""
    game = fence.body.strip()
    if fence.words:
        return [problem(path, fence.line, f"only the word {CARD} may follow the fence's backquotes or tildes")]
    if game not in games:
        hint = f"write one of the site's games into the fence: {', '.join(games)}"
        return [problem(path, fence.line, f"“{game}” is no game that this site has a card of", hint)]
    hint = f"the card's text is in the module `reference` of {game}"
    return [problem(path, fence.line, fault, hint) for fault in made.values(["card", game], lambda: card_faults(game))]


@cache
def card_faults(game_id: str) -> list[str]:
    """Return the contradictions between a game's card and the engine, as messages."""
    kind = game_class(game_id)
    reference = reference_of(kind)
    return [f"{game_id} has no reference card"] if reference is None else faults(kind, reference)


def faults(kind: type[Game[Position]], reference: Reference) -> list[str]:
    """Return the contradictions between a card and the engine, each once."""
    found = [*_rules(kind, reference)]
    for game in every_choice(kind):
        found += [*_ranking(game, reference), *_score(game, reference)]
    return list(dict.fromkeys(found))


def _rules(kind: type[Game[Position]], reference: Reference) -> Iterator[str]:
    """Yield the rules on the card that the game doesn't have, and the rules that refuse moves but are missing from the card."""
    ids = [rule.id for rule in reference.rules]
    book = {rule.id for rule in kind.book.rules}
    yield from (f"{kind.id} has no rule {rule}" for rule in ids if rule not in book)
    yield from (f"the rule {rule.id} refuses moves and isn't on the card" for rule in kind.book.rules
                if rule.can_refuse and rule.id not in ids)


def _ranking(game: Game[Position], reference: Reference) -> Iterator[str]:
    for part in reference.ranking:
        if part.rule not in game.rules:
            continue
        try:
            if isinstance(part, Order):
                yield from doubts(game, part)
            elif isinstance(part, Reach):
                yield from _reach(game, part)
        except RulesEngineError as error:
            yield f"the ranking by {part.rule.id} can't be asked of the engine: {error}"


def _reach(game: Game[Position], reach: Reach) -> Iterator[str]:
    """Yield the rows that contradict the engine: their cards aren't all beaten by the same highest cards."""
    beaters = [card for card in map(game.pack.card, reach.beaters.split()) if card in game.deck]
    for row in reach.rows:
        found = reached(game, reach, row)
        if any(each != beaters[:len(found[0])] for each in found):
            yield f"the cards “{row.label}” don't all fall to the same highest of {reach.beaters}"


def _score(game: Game[Position], reference: Reference) -> Iterator[str]:
    """Yield the scores of hands played by bots that aren't on the card."""
    lines = [part for part in reference.score if isinstance(part, Worth)]
    for seed in range(HANDS):
        for line in game.sheet(played(game, seed)):
            if any(line.points):
                yield from _line(game, line, lines)


def _line(game: Game[Position], line: Line, lines: list[Worth]) -> Iterator[str]:
    about = [part for part in lines if part.rule.id == line.rule.id and part.word in ("", line.word)]
    label = narrator_for(game).label(line)
    if not about:
        yield f"a line of the score isn't on the card: {label}, by the rule {line.rule.id}"
    elif wrong := [points for points in line.points if points and not any(points in part.points for part in about)]:
        yield f"the score “{label}” brought {signed(wrong[0])}, which the card doesn't admit"


def played(game: Game[Position], seed: int) -> Position:
    """Return the final position of a hand played by bots."""
    return played_out(game, game.deal(seed), random.Random(seed))
