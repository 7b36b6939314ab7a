"""Checks that the referee's statements, read as data, are true in all hands consistent with the entries.

An entry describes a position in a random hand, but not completely: some fields, some tricks, and the lead with or without its
suit. The consistent hands are that hand with its unseen cards dealt again, and other hands at any point before the entered cards
are played. The engine plays the trick in each of them. The search for consistent hands uses none of the referee's code.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import pytest

from rules_engine.api.messages import handle
from rules_engine.api.referee import answer as answering
from rules_engine.api.referee.case import TableEntry
from rules_engine.api.referee.fields import NONE, field_values
from rules_engine.api.referee.import_link import Entered, entered
from rules_engine.core.game.game import Game
from rules_engine.core.game.setups import read_setup, write_setup
from rules_engine.core.model.cards import Card, in_order
from rules_engine.core.model.errors import SetupError
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.core.positions.position import Position
from rules_engine.html.slip import Slip
from rules_engine.narration.narrator import narrator_for
from rules_engine.scenarios.record import Play
from rules_engine.text.message import Text, templates_of
from tests.api.hands import rows_told

OWN = frozenset({
    "So far {seat} {seat:takes|take} it.", "{seat} {seat:takes|take} it: no card can change that any more.",
    "{seat} {seat:takes|take} it in any case.", "{seat} {seat:leads|lead} next.", "First choose above: {what}.",
    "Choose {what} above for what depends on it.", "That depends on more than can be entered here.",
    "{cards} unless {rules} forbids it.", "{cards} in any case.", "Any of them.", "You may.", "Only {card}.", "Only {call}.",
    "Only {call} ({means}).", "One of these: {cards}.", "Play: {cards}.", "None of these cards.", "You may {deeds}.",
    "{seat} {seat:comes|come} next.", "Tap the cards in your hand.", "Tap the cards in the order in which they were played.",
    "With these cards there is nothing to choose there."})
"""The referee's own sentences. Their content is checked through the answer's fields; all other sentences come from the game."""


class Entry(NamedTuple):
    """The message with the entries, and the position that they describe.

    ``start`` is the position before the trick or the phase; ``moves`` are the moves since then.
    """

    game: Game[Position]
    message: Mapping[str, Any]
    start: Position
    moves: tuple[Move, ...]
    hand: tuple[Card, ...]

    @property
    def in_play(self) -> bool:
        """True if the entry is from the play, not from an earlier phase."""
        return bool(self.message["phase"] == "play")


def played(game: Game[Position], seed: int) -> Play:
    """Return a randomly played hand, from the deal to its end."""
    chance, position, moves = random.Random(seed), game.deal(seed, dealer=seed % game.table.size), list[Move]()
    start = position
    while position.to_act is not None:
        moves.append(chance.choice(game.legal(position)))
        position = game.make(position, moves[-1])[0]
    return Play(game, start, moves)


# ---- entries

def entries(game: Game[Position], count: int, seed: int) -> Iterator[Entry]:
    """Yield ``count`` positions in random hands, each partially entered."""
    chance, found = random.Random(seed), 0
    while found < count:
        line = played(game, chance.randrange(10_000, 20_000))
        for _ in range(3):
            entry = _entry(game, line._replace(moves=line.moves[:chance.randrange(len(line.moves) + 1)]), chance)
            if entry is not None and found < count:
                found += 1
                yield entry


def _entry(game: Game[Position], line: Play, chance: random.Random) -> Entry | None:
    told, positions = entered(line, None), line.positions()
    since = len(line.moves) - _moves_since(line, positions, told)
    moves = tuple(line.moves[since:])
    if any(move.verb == "turn" or (move.card is None and told["phase"] == "play") for move in moves) or (
            told["tool"] == "trick" and not told["cards"]):
        return None     # the form has no entry for a card led face down, nor for remarks
    hand = tuple(positions[-1].hands[positions[-1].actor]) if told["hand"] else ()
    return Entry(game, _partly(game, told, chance), positions[since], moves, hand)


def _moves_since(line: Play, positions: Sequence[Position], told: Entered) -> int:
    """Return the number of moves in the current trick or, before the play, in the current phase."""
    count = 0
    for before in positions[-2::-1]:
        if told["phase"] == "play" and count == len(told["cards"]):
            break
        if told["phase"] != "play" and before.phase != told["phase"]:
            break
        count += 1
    return count


def _partly(game: Game[Position], told: Entered, chance: random.Random) -> dict[str, Any]:
    """Return the message that the page sends if only some of the facts were entered."""
    tool, cards = told["tool"], [*told["cards"]]
    if cards and chance.random() < 0.3:
        tool = "trick"
    use = {"winner", "points"} if tool == "trick" else {told["phase"]} if told["phase"] != "play" else (
        {"follow", "winner"} if cards else {"lead"})
    rows = {key: row for key, row in rows_told(game).items() if use & {*row.uses}}
    pressed = {key: [value for value in told["told"][key] if value in row.values] for key, row in rows.items()
               if not row.asked or chance.random() < 0.6}
    cards = [move.split()[-1] if " as " not in move else move for move in cards]      # without the verb of a passed card
    if cards and " as " in cards[0] and chance.random() < 0.5:
        cards[0] = cards[0].split(" as ")[0]
    tricks = told["tricks"] if chance.random() < 0.4 else told["tricks"][-1:] if chance.random() < 0.3 else []
    return {"op": "referee", "game": game.id, "variant": game.variant, "players": game.table.size, "tool": tool,
            "options": dict(game.options), "phase": told["phase"], "rows": [*rows], "entered": pressed, "leader": told["leader"],
            "cards": cards, "tricks": tricks, "hand": told["hand"] if tool == "turn" else [], "calls": told["calls"]}


# ---- fitting hands

class Beginning(NamedTuple):
    """A position at the start of a trick, with the number of finished tricks and the cards still to be played."""

    position: Position
    finished: int
    unplayed: frozenset[Card]


@cache
def pool(game: Game[Position], hands: int) -> Sequence[Beginning]:
    """Return the start of every trick in ``hands`` random hands."""
    found = list[Beginning]()
    for seed in range(30_000, 30_000 + hands):
        line, finished, last = played(game, seed), 0, None
        for position in line.positions():
            finished += position.last_trick is not last
            last = position.last_trick
            if position.phase == "play" and not position.trick and position.to_act is not None:
                found.append(Beginning(position, finished, frozenset(_unplayed(game, position))))
    return found


def _unplayed(game: Game[Position], position: Position) -> Iterator[Card]:
    for field in position.fields.values():
        if field.kind is not None and field.name in ("hands", "stock", "turned_up", "kitty"):
            yield from (card for _, card in field.kind.cards(getattr(position, field.name), game.notation))


def fitting(entry: Entry, hands: int, most: int, seed: int) -> Iterator[Position]:
    """Yield fitting positions before the trick: the original, redeals of its unseen cards, then positions from other hands."""
    game, chance = entry.game, random.Random(seed)
    yield entry.start
    if not entry.in_play:
        return
    finished = len(entry.message["tricks"])
    of_others = [moment for moment in pool(game, hands) if moment.finished >= finished and not entry.message["tricks"]]
    own = [Beginning(entry.start, finished, frozenset(_unplayed(game, entry.start)))] * max(3, most // 4)
    found = 0
    for moment in [*own, *chance.sample(of_others, len(of_others))]:
        position = _with_cards(entry, moment, chance)
        if position is not None and _is_as_told(entry, position):
            found += 1
            yield position
        if found >= most:
            return


def _with_cards(entry: Entry, moment: Beginning, chance: random.Random) -> Position | None:
    """Swap unplayed cards so that the entered cards are in the right hands. Return the position, or None if that is
    impossible."""
    game, position, seats = entry.game, moment.position, [one.seat for one in _laid(entry)]
    cards = [move.played for move in entry.moves]
    wanted = [*zip(seats, cards, strict=False), *((_next(entry), card) for card in entry.hand)]
    if position.leader != entry.start.leader or not moment.unplayed.issuperset(card for _, card in wanted):
        return None
    free = {seat: chance.sample(hand, len(hand)) for seat, hand in enumerate(position.hands)}
    if entry.hand and len(position.hands[_next(entry)]) != len(entry.hand):
        return None
    places = in_order(moment.unplayed)
    at = dict(zip(places, chance.sample(places, len(places)), strict=True)) if position is entry.start else {
        card: card for card in places}
    for seat, card in wanted:
        if not free[seat]:
            return None
        place = free[seat].pop()
        other = next(each for each, there in at.items() if there is card)
        at[place], at[other] = card, at[place]
    names = {place.text: card.text for place, card in at.items()}
    try:
        found = read_setup(game, {key: _renamed(value, names) for key, value in write_setup(game, position).items()})
    except SetupError:
        return None
    found.last_trick = position.last_trick
    return found


def _laid(entry: Entry) -> Sequence[Any]:
    position, laid = entry.start, []
    for move in entry.moves:
        laid.append(move.laid[position.actor] if move.card else None)
        position = entry.game.make(position, move)[0]
    return laid


def _next(entry: Entry) -> int:
    position = entry.start
    for move in entry.moves:
        position = entry.game.make(position, move)[0]
    return position.to_act if position.to_act is not None else -1


def _renamed(value: JsonValue, names: Mapping[str, str]) -> JsonValue:
    if isinstance(value, Mapping):
        return {key: _renamed(each, names) for key, each in value.items()}
    return [_renamed(each, names) for each in value] if isinstance(value, list) else names.get(value, value) if isinstance(
        value, str) else value


def _is_as_told(entry: Entry, position: Position) -> bool:
    """Return whether the position agrees with the entered fields and, in the first trick, has the right leader."""
    rows = rows_told(entry.game)
    now = field_values(entry.game, rows, position)
    told = {key: [] if values == [NONE] else values for key, values in entry.message["entered"].items()}
    if any(sorted(now[key]) != sorted(values) for key, values in told.items()):
        return False
    first = position.last_trick is None
    return not first or entry.game.leads_first(position) == position.leader


def played_on(entry: Entry, start: Position) -> Iterator[tuple[list[Move], list[Position]]]:
    """Yield each legal way to play the entered cards from a position: the list of moves, and the list of positions from the first
    to the last."""
    named = [entry.game.notation.read_move(text) for text in entry.message["cards"]]
    ways: list[tuple[list[Move], list[Position]]] = [([], [start])]
    for move in named if entry.in_play else entry.moves:
        ways = [([*moves, each], [*positions, entry.game.make(positions[-1], each)[0]]) for moves, positions in ways
                if positions[-1].to_act is not None and positions[-1].phase == start.phase
                for each in entry.game.legal(positions[-1]) if _is_meant(each, move)]
    yield from ways


def _is_meant(each: Move, entered: Move) -> bool:
    """Return whether a move matches the one entered; a bare card may have been played in any way except face down."""
    if entered.suit or entered.verb != "play" or entered.card is None:
        return each is entered
    return each.card is entered.card and each.verb != "turn"


# ---- statements

class Answered(NamedTuple):
    """The referee's answer, with the slips (message panels) that were rendered for it; the last slip is the one in the
    answer."""

    fields: Mapping[str, Any]
    slips: Sequence[Slip]


def answered(entry: Entry) -> Answered:
    """Return the referee's answer to an entry."""
    slips, made = list[Slip](), answering._html

    def noted(case: TableEntry, slip: Slip) -> str:
        slips.append(slip)
        return made(case, slip)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(answering, "_html", noted)
        fields = json.loads(handle(json.dumps(entry.message)))
    assert "error" not in fields, (fields, entry.message)
    return Answered(fields, slips)


def sentences_of(slips: Iterable[Slip]) -> Iterator[Text]:
    """Yield the sentences on slips that come from the game, not from the referee."""
    for slip in slips:
        for text in (slip.lead, *(text for text, _ in slip.more)):
            yield from (one for one in text.sentences if one and not OWN.intersection([*templates_of(one)][:1]))


def check(entry: Entry, hands: int = 40, most: int = 100, seed: int = 0) -> Counter[str]:
    """Check the referee's statements against hands that agree with the entry, and return the numbers of statements and hands.

    Raises ``AssertionError``, with the entry in its message, if a statement is false in one of the hands.
    """
    said, counts = answered(entry), Counter[str](entries=1)
    for start in fitting(entry, hands, most, seed):
        for moves, positions in played_on(entry, start):
            counts["hands"] += 1
            for true, what in _statements(entry, said, moves, positions):
                counts["statements"] += 1
                assert true, f"{what}: {said.fields['say']!r}\n{entry.message}\n{write_setup(entry.game, start)}"
    counts["certain"] += bool(said.fields["certain"])
    return counts


def _statements(entry: Entry, said: Answered, moves: Sequence[Move], positions: Sequence[Position]) -> Iterator[tuple[bool, str]]:
    yield said.fields["impossible"] is None, "no card is impossible"
    if entry.message["tool"] == "trick":
        yield from _of_trick(entry, said, moves, positions)
    elif positions[-1].to_act is not None and positions[-1].phase == entry.message["phase"]:
        yield from _of_turn(entry, said, positions[-1])


def _of_trick(entry: Entry, said: Answered, moves: Sequence[Move], positions: Sequence[Position]) -> Iterator[tuple[bool, str]]:
    game, fields, now = entry.game, said.fields, positions[-1]
    laid = [move.laid[before.actor] for move, before in zip(moves, positions, strict=False)]
    whole = now.last_trick is not positions[-2].last_trick
    for place, one in enumerate(laid[:len(fields["seats"])]):
        yield fields["seats"][place] in (None, one.seat), f"who played {one.card}"
        text = fields["moves"][place]
        yield text in (one.move.text, entry.message["cards"][place]), f"how {one.card} was played"
    taker = now.last_trick.winners if whole and now.last_trick else game.winners(now, now.trick) if now.trick else {}
    won = [place for place, one in enumerate(laid)
           if any(seat == one.seat and (not part or one.card.suits == part) for part, seat in taker.items())]
    if fields["won"]:
        yield fields["won"] == won, "who takes it"
        yield fields["whole"] == whole, "whether it is whole"
    follows = (now.leader if now.leader is not None else now.to_act) if whole else now.to_act
    if fields["next"] is not None and now.phase == "play" and fields["won"]:
        yield fields["next"] == follows, "who comes next"
    if fields["certain"] and not whole:
        yield from ((_ended(game, now, seed) in (None, dict(taker)), "who takes it for certain") for seed in range(3))
    for key, values in fields["carried"].items():
        yield sorted(values) == sorted(field_values(game, rows_told(game), now)[key]), f"what {key} is after it"
    told = [*_events(entry, moves, positions)] if whole else [
        one for finding in narrator_for(game).trick_explanation(now, laid) for one in finding.sentence.sentences]
    yield from ((sentence in told, sentence) for sentence in sentences_of(said.slips)
                if not (now.phase != "play" and sentence in _leads(game, sentence)))


def _leads(game: Game[Position], sentence: Text) -> Sequence[str]:
    """Return the sentence, in a list, if it names a leader. When the hand is over, such a sentence needn't be true."""
    return [sentence] if any(f"{name} lead" in sentence for name in game.table.names) else []


def _events(entry: Entry, moves: Sequence[Move], positions: Sequence[Position]) -> Iterator[Text]:
    """Yield the engine's sentences about the last move."""
    after, events = entry.game.make(positions[-2], moves[-1])
    for told in narrator_for(entry.game).events(after, events):
        yield from told.sentence.sentences


def _ended(game: Game[Position], position: Position, seed: int) -> object:
    """Complete the trick with random moves and return its winners, or None if the hand ends during the trick."""
    chance, last = random.Random(seed), position.last_trick
    while position.to_act is not None and position.last_trick is last:
        position = game.make(position, chance.choice(game.legal(position)))[0]
    return dict(position.last_trick.winners) if position.last_trick is not last and position.last_trick else None


def _of_turn(entry: Entry, said: Answered, now: Position) -> Iterator[tuple[bool, str]]:
    game, fields, now = entry.game, said.fields, now.copy()
    if entry.hand:      # the referee lists cards in the order of entry
        assert {*now.hands[now.actor]} == {*entry.hand}
        now.hands[now.actor] = [*entry.hand]
    legal = game.legal(now)
    may = {card.text for move in legal if (card := move.other or move.card) is not None}
    for card, judged in fields["cards"].items():
        if judged["legal"] is not None:
            yield judged["legal"] == (card in may), f"whether {card} may be played"
    for call in fields["calls"]:
        if call["legal"] is not None:
            yield call["legal"] == (call["move"] in [move.text for move in legal]), f"whether to say {call['move']}"
    if fields["next"] is not None:
        yield fields["next"] == now.to_act, "who comes next"
    narrator = narrator_for(game, reader=now.actor)
    told = [
        one for move in game.candidates(now) for finding in narrator.findings(now, move) for one in finding.sentence.sentences
    ]
    yield from ((sentence in told, sentence) for sentence in sentences_of(said.slips))
