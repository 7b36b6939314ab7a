"""What puzzles are about: in what the best move differs from the one that tempts.

Five ideas are read off the proof, the line after each of the two moves: what is broken early is led later, a beater that is
saved takes a trick, a strong hand has to play before the partner, a partner takes this trick, a card that was counted on
stands since those above it are gone. The others are seen in the moves: the first in which the best differs from all that
aren't as good.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move, play
from rules_engine.core.model.tricks import Trick
from rules_engine.core.positions.position import Position
from rules_engine.core.telling.telling import telling_of
from rules_engine.core.words.sentences import Text, say

if TYPE_CHECKING:
    from rules_engine.solver.search import MoveLine, Search

LIMIT = 1_000_000
"""So many cards may be looked at to see what a lead is worth from the other side."""
DEALS = 20
"""Of so many deals the first that comes to a play shows whether a lead has to be followed."""
IDEAS: dict[str, Text] = {
    "let-go": say("Let it go"),
    "take": say("Take it"),
    "throw-off": say("Throw it off"),
    "keep-trump": say("Keep the trump"),
    "use-trump": say("Spend the trump"),
    "lead-trump": say("Lead trumps"),
    "break-early": say("Break early"),
    "save-beater": say("Save the beater"),
    "through": say("Lead through"),
    "partner": say("Let your partner take it"),
    "count-suit": say("Count the suit"),
    "suit": say("The right suit"),
    "height": say("How high?"),
    "card": say("The right card"),
    "hidden": say("Face down?"),
    "not-pass": say("Play or pass?"),
    "call": say("The right call"),
}
"""The idea of a puzzle, to its title."""


def idea_of(search: Search[Position], best: Move, tempting: Move) -> str:
    """Return in what the best move differs from the tempting one, where all moves are searched."""
    if best.card is None or tempting.card is None:
        return "call"
    line = search.line(best)
    if breaks_early(search, line, tempting):
        return "break-early"
    if saves_beater(search, line, tempting):
        return "save-beater"
    if leads_through(search, line, tempting):
        return "through"
    if lets_partner(search, line, tempting):
        return "partner"
    seen = _seen(search, best, tempting)
    return "count-suit" if seen in ("suit", "height", "card") and counts_suit(search, line, tempting) else seen


# ---- what the proof shows: the line that begins with the best move

def breaks_early(search: Search[Position], line: MoveLine, tempting: Move) -> bool:
    """Tell whether the best move opens a suit that the tempting one leaves closed, and its side leads that suit later on."""
    game, start, closed = search.game, search.start, search.hints.closed
    opened = {*closed(start)} - {*closed(game.make(start, line[0][1])[0])}
    opened -= {*closed(start)} - {*closed(game.make(start, tempting)[0])}
    return bool(opened) and any(not before.trick and seat in search.side and move.suit in opened
                                for before, seat, move, _ in _walk(game, start, line))


def saves_beater(search: Search[Position], line: MoveLine, tempting: Move) -> bool:
    """Tell whether the tempting move plays a beater, and after the best one, which plays none, that beater takes a later
    trick."""
    beaters, saved = search.hints.beaters(), tempting.card
    if saved not in beaters or line[0][1].card in beaters or tempting.verb != "play":
        return False
    return any(saved in taking for taking in _tricks(search, line))


def leads_through(search: Search[Position], line: MoveLine, tempting: Move) -> bool:
    """Tell whether the best move leads through strength, and none that isn't as good does: the first hand to follow has the other
    side's highest card of that suit, between two of a partner behind it, who takes a trick in the suit; and were that hand the
    last, the same lead would bring less.
    """
    best, start, side = line[0][1], search.start, {*search.side}
    others = [seat for seat in search.game.table.clockwise_from(search.seat)[1:] if start.hands[seat]]
    if start.trick or side.isdisjoint(others) or side & {others[0], others[-1]}:
        return False
    worse = [move for move, value in search.values.items() if value < search.values[best]]
    if [move for move in (best, *worse) if _is_through(search, move, others[0])] != [best] or not _partner_wins(search, line):
        return False
    turned = type(search)(search.game, _exchanged(start, others[0], others[-1]), search.goal)
    return turned.work(LIMIT, [best]) and turned.values[best] < search.values[best]


def _is_through(search: Search[Position], led: Move, strong: int) -> bool:
    """Whether a hand has the other side's highest card of the suit led, and a partner one above it and one below."""
    game, start, first = search.game, search.start, led.laid[search.seat]
    suit = _asked_for(game, start, led)
    held = [(seat, card) for seat in game.table.seats if seat != search.seat for card in start.hands[seat] if card in suit]
    partners = [card for seat, card in held if seat in search.side]
    one, two = [seat for seat in game.table.seats if seat != search.seat][:2]

    def beats(card: Card, other: Card) -> bool:
        laid = [first, play(card).laid[one], play(other).laid[two]]
        return one in game.winners(start, laid if card is not other else laid[:2]).values()
    return any(seat == strong and all(beats(high, card) for each, card in held if each not in search.side)
               and any(beats(card, high) for card in partners) and any(beats(high, card) for card in partners)
               for seat, high in held)


def _partner_wins(search: Search[Position], line: MoveLine) -> bool:
    """Whether a partner takes a trick with a card of the suit that a line begins with."""
    suit = _asked_for(search.game, search.start, line[0][1])
    return any(laid.card in suit and laid.seat in trick.winners.values() for trick in _finished(search, line)
               for laid in trick.laid if laid.seat in search.side and laid.seat != search.seat)


def _asked_for(game: Game[Position], start: Position, led: Move) -> set[Card]:
    """The cards that have to be played to a lead by who holds some; none where any card may be."""
    scene = game.make(start, led)[0]
    pack = [card for card in game.deck if card is not led.card]
    scene.hands[scene.actor] = pack
    asked = {move.played for move in game.legal(scene) if move.card is not None}
    return asked if len(asked) < len(pack) else set()


def _exchanged(start: Position, one: int, other: int) -> Position:
    """A position in which two seats hold each other's cards."""
    turned = start.copy()
    turned.hands = [*start.hands]
    turned.hands[one], turned.hands[other] = [*start.hands[other]], [*start.hands[one]]
    return turned


def lets_partner(search: Search[Position], line: MoveLine, tempting: Move) -> bool:
    """Tell whether a partner takes the trick to which the best move is played, and none does after the tempting one."""
    return _partner_takes(search, line) and not _partner_takes(search, search.line(tempting))


def _partner_takes(search: Search[Position], line: MoveLine) -> bool:
    trick = next(_finished(search, line), None)
    return trick is not None and all(seat in search.side and seat != search.seat for seat in trick.winners.values())


def counts_suit(search: Search[Position], line: MoveLine, tempting: Move) -> bool:
    """Tell whether after the best move a card is led and takes a trick that a higher one of its suit would have beaten at first,
    and after the tempting move no such card does. Only where a suit that is led has to be followed.
    """
    if not _follows(search.game):
        return False
    counted = _promoted(search, line)
    return bool(counted) and counted.isdisjoint(_promoted(search, search.line(tempting)))


def _follows(game: Game[Position]) -> bool:
    """Return whether a suit that is led has to be followed: whether some lead to the first trick of a hand asks for cards."""
    scene = next((scene for seed in range(DEALS) if (scene := _first_lead(game, seed)).to_act is not None), None)
    if scene is None:
        return False
    scene.hands[scene.actor] = [*game.deck]
    return any(_asked_for(game, scene, led) for led in game.legal(scene))


def _first_lead(game: Game[Position], seed: int) -> Position:
    """Return the position in which a hand's first card is led, or the hand's end if it comes to no play."""
    position = game.deal(seed)
    while position.phase != "play" and position.to_act is not None:
        position = game.make(position, game.legal(position)[0])[0]
    return position


def _promoted(search: Search[Position], line: MoveLine) -> set[Card]:
    """The cards with which the seat leads to a later trick and takes it, now that all that were above them are played."""
    game, start, seat = search.game, search.start, search.seat
    taken = {card for taking in _tricks(search, line) for card in taking}
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


def _walk(game: Game[Position], start: Position, line: MoveLine) -> Iterator[tuple[Position, int, Move, Position]]:
    """Each move of a line: the position before it, the seat, the move, and the position that it leads to."""
    before = start
    for seat, move in line:
        after = game.make(before, move)[0]
        yield before, seat, move, after
        before = after


def _finished(search: Search[Position], line: MoveLine) -> Iterator[Trick]:
    """The tricks that a line finishes."""
    for before, _, _, after in _walk(search.game, search.start, line):
        if after.last_trick is not None and after.last_trick is not before.last_trick:
            yield after.last_trick


def _tricks(search: Search[Position], line: MoveLine) -> Iterator[Sequence[Card]]:
    """The cards with which the seat takes tricks in a line, of those after the trick that the line begins in."""
    for trick in islice(_finished(search, line), 1, None):
        yield [laid.card for laid in trick.laid if laid.seat == search.seat and search.seat in trick.winners.values()]


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
    return [*found, "height" if same else "suit"] if same or _follows(search.game) else found


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
