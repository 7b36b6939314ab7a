"""Detection of rules that depend on facts that the user of the referee can't enter. Used in builds and in game tests.

The result of such a rule differs between random hands although all entries are equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rules_engine.api.referee.fields import FieldOptions, entered_values, entries_after_press, entry_fields
from rules_engine.api.referee.legal_moves import PossibleTurn, PossibleTurns, Ruling, key_of, left_open, resolve_turn, rulings
from rules_engine.api.referee.samples import samples
from rules_engine.api.referee.stages import PLAY, attributes, coarse, is_of_cards, spread, stages
from rules_engine.api.referee.trick import TrickEntry, find_tricks, takers_of
from rules_engine.api.referee.worlds import EnteredTable
from rules_engine.core.game.game import Game
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.narration.narrator import narrator_for

TRICKS, PHASES = 16, 6
"""Number of tricks to examine, and number of positions to examine in each other phase in which cards are moved."""


class OpenRule(NamedTuple):
    """A rule whose result for a trick or turn is uncertain.

    ``about``  the trick, or the move and the cards before it: ``QS to 2C``
    ``names``  the fields and properties of the position that determine the result
    """

    rule: str
    about: str
    names: frozenset[str]

    @property
    def text(self) -> str:
        """A description of the facts on which the rule depends, with an example."""
        return f"{' or '.join(sorted(self.names)) or 'something hidden'}, as in {self.about}"


def unasked_of(kind: type[Game[Position]]) -> dict[str, str]:
    """Return the uncertain rules in all variants, by id, each with the facts it depends on: ``first_trick, as in QS to 2C``."""
    finding: dict[str, str] = {}
    for variant in kind.variants:
        finding = unasked(kind(variant)) | finding
    return finding


def unasked(game: Game[Position]) -> dict[str, str]:
    """Return the uncertain rules in a game, by id, each with the facts it depends on."""
    rows, finding = entry_fields(game), dict[str, OpenRule]()
    for doubt in [*_in_play(game, rows), *_in_phases(game, rows)]:
        first = finding.setdefault(doubt.rule, doubt)
        finding[doubt.rule] = first._replace(names=first.names & doubt.names)
    return {rule.id: finding[rule.id].text for rule in game.rules if rule.id in finding}


def _in_play(game: Game[Position], rows: Mapping[str, FieldOptions]) -> Iterator[OpenRule]:
    for sample in samples(game, PLAY, TRICKS):
        yield from _of_trick(game, sample.entered(rows, len(sample.moves), hand=False))
        for count in range(len(sample.moves)):
            told = sample.entered(rows, count, hand=True)
            yield from _of_turn(game, resolve_turn(game, told), sample.moves[:count])


def _of_trick(game: Game[Position], told: TrickEntry) -> Iterator[OpenRule]:
    result = find_tricks(game, told)
    if result.lying and result.takers is None and not result.asks:
        chain = narrator_for(game).trick_explanation(result.lying[0].start, result.lying[0].laid)
        takers = [(each.start, tuple(sorted(takers_of(game, each).items()))) for each in result.lying]
        yield OpenRule(chain[-1].rule, " ".join(one.move.text for one in result.lying[0].laid), _deciding_names(takers))


def _of_turn(game: Game[Position], turns: PossibleTurns, laid: Sequence[Move]) -> Iterator[OpenRule]:
    to = f" to {' '.join(move.text for move in laid)}" if laid else ""
    for ruling in left_open(rulings(game, turns.turns), turns.turns) if not turns.asks else ():
        names = _deciding_names([(one.position, _is_legal(one, ruling)) for one in turns.turns])
        yield from (OpenRule(finding.rule, f"{ruling.move.text}{to}", names) for finding in ruling.refusals)


def _is_legal(one: PossibleTurn, ruling: Ruling) -> bool:
    return any(verdict.legal for verdict in one.by_key.get(key_of(ruling.move), ()))


def _deciding_names(results: Sequence[tuple[Position, object]]) -> frozenset[str]:
    """Return the names of the fields and properties that each determine the result in all of these positions."""
    def decides(name: str) -> bool:
        by_value = dict[object, set[object]]()
        for position, result in results:
            by_value.setdefault(coarse(position, name), set()).add(result)
        return len(by_value) > 1 and all(len(each) == 1 for each in by_value.values())

    return frozenset(filter(decides, attributes(type(results[0][0]))))


def _in_phases(game: Game[Position], rows: Mapping[str, FieldOptions]) -> Iterator[OpenRule]:
    for phase in (each for each in game.phases if each not in (PLAY, "over") and is_of_cards(game, each)):
        for stage in spread(stages(game, phase), PHASES):
            table = EnteredTable(entered_values(rows, entries_after_press(game, rows, stage.position)), 0, phase=phase)
            yield from _of_turn(game, resolve_turn(game, TrickEntry(table, {}, (), stage.position.hands[stage.actor])), ())
