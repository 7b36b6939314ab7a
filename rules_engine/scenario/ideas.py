"""What puzzles are about: in what the best move differs from the one that tempts.

Four ideas are read off the proof, the line after each of the two moves: what is broken early is led later, a beater that is
saved takes a trick, a partner takes this one, a card that was counted on stands since those above it are gone. The others are
seen in the moves: the first in which the best differs from all that aren't as good.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rules_engine.core.cards import Card
from rules_engine.core.game import Game
from rules_engine.core.moves import Move, play
from rules_engine.core.position import Position
from rules_engine.core.telling import telling_of

if TYPE_CHECKING:
    from rules_engine.solver.search import Line, Search

IDEAS = {
    "let-go": "Let it go",
    "take": "Take it",
    "throw-off": "Throw it off",
    "keep-trump": "Keep the trump",
    "use-trump": "Spend the trump",
    "lead-trump": "Lead trumps",
    "break-early": "Break early",
    "save-beater": "Save the beater",
    "partner": "Let your partner take it",
    "count-suit": "Count the suit",
    "suit": "The right suit",
    "height": "How high?",
    "card": "The right card",
    "hidden": "Face down?",
    "not-pass": "Play or pass?",
    "call": "The right call",
}
"""The idea of a puzzle, to its title."""


def idea_of(search: Search[Position], best: Move, tempting: Move) -> str:
    """In what the best move differs from the tempting one, where all moves are searched."""
    if best.card is None or tempting.card is None:
        return "call"
    line = search.line(best)
    if breaks_early(search, line, tempting):
        return "break-early"
    if saves_beater(search, line, tempting):
        return "save-beater"
    if lets_partner(search, line, tempting):
        return "partner"
    seen = _seen(search, best, tempting)
    return "count-suit" if seen in ("suit", "height", "card") and counts_suit(search, line, tempting) else seen


# ---- what the proof shows: the line that begins with the best move

def breaks_early(search: Search[Position], line: Line, tempting: Move) -> bool:
    """Whether the best move opens a suit that the tempting one leaves closed, and its side leads that suit later on."""
    game, start, closed = search.game, search.start, search.hints.closed
    opened = {*closed(start)} - {*closed(game.make(start, line[0][1])[0])}
    opened -= {*closed(start)} - {*closed(game.make(start, tempting)[0])}
    return bool(opened) and any(not before.trick and seat in search.side and move.suit in opened
                                for before, seat, move, _ in _walk(game, start, line))


def saves_beater(search: Search[Position], line: Line, tempting: Move) -> bool:
    """Whether the tempting move plays a beater, and after the best one, which plays none, that beater takes a later trick."""
    beaters, saved = search.hints.beaters(), tempting.card
    if saved not in beaters or line[0][1].card in beaters or tempting.verb != "play":
        return False
    return any(saved in taking for taking in _tricks(search.game, search.start, line, search.seat))


def lets_partner(search: Search[Position], line: Line, tempting: Move) -> bool:
    """Whether a partner takes the trick to which the best move is played, and none does after the tempting one."""
    return _partner_takes(search, line) and not _partner_takes(search, search.line(tempting))


def _partner_takes(search: Search[Position], line: Line) -> bool:
    for _, _, _, after in _walk(search.game, search.start, line):
        trick = after.last_trick
        if trick is not None and trick is not search.start.last_trick:
            return all(seat in search.side and seat != search.seat for seat in trick.winners.values())
    return False


def counts_suit(search: Search[Position], line: Line, tempting: Move) -> bool:
    """Whether after the best move a card is led and takes a trick that a higher one of its suit would have beaten at first,
    and after the tempting move no such card does. Only where a suit that is led has to be followed.
    """
    if not _follows(search.game):
        return False
    counted = _promoted(search, line)
    return bool(counted) and counted.isdisjoint(_promoted(search, search.line(tempting)))


def _follows(game: Game[Position]) -> bool:
    """Whether a suit that is led has to be followed."""
    return any(rule.id.partition("-")[0] == "follow" for rule in game.rules)


def _promoted(search: Search[Position], line: Line) -> set[Card]:
    """The cards with which the seat leads to a later trick and takes it, now that all that were above them are played."""
    game, start, seat = search.game, search.start, search.seat
    taken = {card for taking in _tricks(game, start, line, seat) for card in taking}
    found = set[Card]()
    for before, leads, move, _ in _walk(game, start, line):
        if before is start or before.trick or leads != seat or move.card not in taken or move.verb != "play":
            continue
        if _above(search, before, start, move) and not _above(search, before, before, move):
            found.add(move.played)
    return found


def _above(search: Search[Position], lies: Position, holds: Position, led: Move) -> list[Card]:
    """The cards of the other side that have a suit of the one led and would beat it, of all that are held in a position."""
    suits, seat = led.suit or led.played.suits, search.seat
    return [card for other in search.game.table.seats if other not in search.side for card in holds.hands[other]
            if not set(suits).isdisjoint(card.suits)
            and other in search.game.winners(lies, [led.laid[seat], play(card).laid[other]]).values()]


def _walk(game: Game[Position], start: Position, line: Line) -> Iterator[tuple[Position, int, Move, Position]]:
    """Each move of a line: the position before it, the seat, the move, and the position that it leads to."""
    before = start
    for seat, move in line:
        after = game.make(before, move)[0]
        yield before, seat, move, after
        before = after


def _tricks(game: Game[Position], start: Position, line: Line, seat: int) -> Iterator[Sequence[Card]]:
    """The cards with which a seat takes tricks in a line, of those after the trick that the line begins in."""
    finished = 0
    for before, _, _, after in _walk(game, start, line):
        trick = after.last_trick
        if trick is None or trick is before.last_trick:
            continue
        finished += 1
        if finished > 1:
            yield [laid.card for laid in trick.laid if laid.seat == seat and seat in trick.winners.values()]


# ---- what the moves show

def _seen(search: Search[Position], best: Move, tempting: Move) -> str:
    """The first thing in which the best move differs from all that aren't as good: a title that tells it from some alone would
    mislead.
    """
    worse = [move for move, value in search.values.items() if value != search.solution.most and move.card is not None]
    for idea in _differences(search, best, tempting):
        if all(idea in _differences(search, best, other) for other in worse):
            return idea
    return "card"


def _differences(search: Search[Position], best: Move, other: Move) -> list[str]:
    """In what one move differs from another, the plainest first. Where cards beat each other by limits there are no trumps, and
    suits that nobody has to follow tell nothing.
    """
    game, position, has_trumps = search.game, search.start, not search.hints.beaters()
    found = list[str]()
    if best.verb != other.verb:
        found.append("throw-off" if best.verb == "pass" else "not-pass" if other.verb == "pass" else "hidden")
    trump, others_trump = (has_trumps and _is_trump(game, position, move) for move in (best, other))
    if not position.trick:
        if trump != others_trump:
            found.append("lead-trump" if trump else "keep-trump")
    else:
        takes, took = _takes(game, position, best), _takes(game, position, other)
        if takes != took:
            found.append("take" if takes else "let-go")
        if trump != others_trump:
            found.append("use-trump" if trump else "keep-trump")
        if not takes and not took and set(best.played.suits).isdisjoint(position.trick[0].card.suits):
            found.append("throw-off")
    same = best.suit == other.suit if best.suit else best.played.suits == other.played.suits
    return [*found, "height" if same else "suit"] if same or _follows(game) else found


def _is_trump(game: Game[Position], position: Position, move: Move) -> bool:
    """Whether a move plays a trump as one: a card of two suits may be named as the other."""
    telling, pack = telling_of(game), game.pack
    if not telling.is_trump(position, move.played):
        return False
    return not move.suit or all(telling.is_trump(position, card) for card in pack.cards if move.suit in card.suits)


def _takes(game: Game[Position], position: Position, move: Move) -> bool:
    """Whether a card would be winning, as the trick lies."""
    laid = [*position.trick, move.laid[position.actor]]
    return position.actor in game.winners(position, laid).values()
