"""Checks of the claims in Euchre's sentences against its rules."""

from __future__ import annotations

from itertools import count

from rules_engine.games.euchre import rules
from rules_engine.games.euchre.position import EuchrePosition as Position
from rules_engine.narration.claims import Claim, Claims

claims = Claims[Position]()
Said = Claim[Position]


def _scored(said: Said, made: int, alone: bool = False, against: bool = False) -> list[int]:
    """Return the points of the makers and of the other side for a number of tricks taken by the makers."""
    end = said.game.deal(1)
    end.maker, end.trump, end.tricks = 0, "H", [made, 5 - made, 0, 0]
    end.alone, end.defends_alone = 0 if alone else None, 1 if against else None
    return [sum(points) for points in zip(*(line.points for line in said.game.score(end)), strict=True)]


@claims.of("Five cards each, and one turned up")
def _(said: Said) -> bool:
    return [*map(len, said.game.deal(1).hands)] == [5] * 4 and said.game.deal(1).turned_up is not None


@claims.of("{seat} {seat:deals|deal} {n} {n:card|cards} to each player.")
def _(said: Said) -> bool:
    return {*map(len, said.position.hands)} <= {said.number("n"), 0} and said.one_seat("seat") == said.position.dealer


@claims.of("Take three of the five tricks if your side made trumps, or keep the other side from taking three.")
def _(said: Said) -> bool:
    return [_scored(said, made)[0] > 0 for made in range(6)] == [made >= 3 for made in range(6)]


@claims.of("Makers with three or four tricks")
def _(said: Said) -> bool:
    return [_scored(said, made, alone) for made in (3, 4) for alone in (False, True)] == [[1, 0]] * 4


@claims.of("All five tricks: a march", "All five tricks", "All five tricks, alone", "takes all five tricks")
def _(said: Said) -> bool:
    return [_scored(said, 5), _scored(said, 5, alone=True)] == [[2, 0], [4, 0]]


@claims.of("Fewer than three: euchred")
def _(said: Said) -> bool:
    alone = [_scored(said, 0, alone=True), _scored(said, 2, alone=True, against=True)]
    return [_scored(said, 2), *alone] == [[0, 2], [0, 2], [0, 4]]


@claims.of("All pass twice: thrown in", "Thrown in: all passed twice")
def _(said: Said) -> bool:
    position = next(dealt for dealt in map(said.game.deal, count(1)) if dealt.phase == "order")     # not a Benny turned up
    while position.phase in ("order", "name"):
        position, _ = said.game.play(position, "pass")
    return position.passes == 8 and position.hand_score == [0, 0] and position.hand_over


@claims.of("Everyone else has passed twice, so {seat}, the dealer, {seat:has|have} to name a suit.")
def _(said: Said) -> bool:
    verbs = {move.verb for move in said.game.legal(said.position)}
    return said.position.passes == 7 and said.one_seat("seat") == said.position.dealer and verbs == {"name"}


@claims.of("{suit} were turned down, so they can't be named.")
def _(said: Said) -> bool:
    named = {move.suit for move in said.game.legal(said.position) if move is not rules.PASS}
    return not said.legal and named == {*"SHDC"} - {said.suit("suit")}


@claims.of("Neither side has {n} points yet, so another hand is played.")
def _(said: Said) -> bool:
    target = 21 if said.game.variant == "british" else 10
    return max(said.position.totals) < said.number("n") == target and not said.position.game_over


@claims.of("not made yet")
def _(said: Said) -> bool:
    return said.position.maker is None and not said.position.trump
