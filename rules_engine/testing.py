"""A kit for testing games, ours and those of other packages. It needs no test framework.

A ``Hand`` is a game with a position, to play and ask in a line or two:

    hand = begin(make_game("snakebit"), {"trump": "K", "cursed": "Y", "hands": {...}})
    assert hand.after("5SW as W").refusal("4MS") == "follow-suit"

``CONTRACT`` is what every game must keep to: functions that take a game and fail with an ``AssertionError``. A test
that goes through all of them for each choice of one's own game is the contract test of that game.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, takewhile
from typing import Generic, TypeVar

from rules_engine.bots import who_plays_out
from rules_engine.bots.inference import remembered, watch
from rules_engine.bots.worlds import Worlds
from rules_engine.core.game.choices import every_choice
from rules_engine.core.game.counting import Points, counted_hands, counting_of
from rules_engine.core.game.game import Game
from rules_engine.core.game.setups import fact_kinds, facts_of, read_setup, write_match, write_setup
from rules_engine.core.model.cards import FACE_DOWN
from rules_engine.core.model.errors import SetupError
from rules_engine.core.model.events import Event, Line
from rules_engine.core.model.goals import SCORE, TRICK, Goal
from rules_engine.core.model.moves import Move, read_move
from rules_engine.core.model.rules import MoveRefused
from rules_engine.core.positions.position import Position
from rules_engine.core.positions.values import Plain
from rules_engine.core.telling.amounts import counted
from rules_engine.core.telling.telling import telling_of
from rules_engine.core.telling.words import Finding, Told
from rules_engine.core.words.sentences import Sentence
from rules_engine.games import game_class, known_games
from rules_engine.solver.exhaustive import plain_values
from rules_engine.solver.search import Undecided, solve
from rules_engine.view.card_choices import tries

P = TypeVar("P", bound=Position)
HANDS = 6
ENDS = (4, 7)
"""The seeds of the hands whose ends are looked at."""
MATCHES = (1, 2)
"""The seeds of the matches that are played."""
LONGEST_MATCH = 200
"""Hands of a match: by chance alone some matches don't end in ten times as many."""
ENDINGS, MOST_MOVES = 10, 1000
"""Of how many hands an ending is solved, and how many moves its lines may have: a full search goes through all of them."""
LONGEST_MARK, LONGEST_CHOICE = 20, 48
"""Letters of what a plate says at once, and of what a choice costs."""


class Hand(Generic[P]):
    """A game with a position, and what the last move brought."""

    def __init__(self, game: Game[P], position: P, happened: list[Told] | None = None) -> None:
        self.game = game
        self.position = position
        self.happened = happened or []

    def after(self, *moves: str) -> Hand[P]:
        """Return the hand after some moves, each by the seat to act. Raises ``MoveRefused``."""
        position, happened = self.position, self.happened
        for move in moves:
            position, events = self.game.play(position, move)
            happened = telling_of(self.game).events(position, events)
        return Hand(self.game, position, happened)

    def played_out(self, seed: int = 0) -> Hand[P]:
        """Return the hand after random moves to its end."""
        rng, hand = random.Random(seed), self
        while hand.position.to_act is not None:
            hand = hand.after(rng.choice(hand.game.legal(hand.position)).text)
        return hand

    @property
    def legal(self) -> set[str]:
        """The legal moves."""
        return {move.text for move in self.game.legal(self.position)}

    @property
    def facts(self) -> dict[str, Plain]:
        """Every fact."""
        return facts_of(self.game, self.position)

    def why(self, move: str | Move, seat: int | None = None) -> tuple[Finding, ...]:
        """Return what the rules say of a move, in words."""
        return telling_of(self.game).findings(self.position, move, seat)

    def refused(self, move: str | Move, seat: int | None = None) -> Finding | None:
        """Say why a move is forbidden, in words; None if it isn't."""
        return telling_of(self.game).refusal(self.position, self.game.judge(self.position, move, seat))

    def refusal(self, move: str | Move, seat: int | None = None) -> str | None:
        """Return the rule that forbids a move; None if none does."""
        rule = self.game.judge(self.position, move, seat).rule
        return None if rule is None else rule.id

    def permitting(self, move: str | Move) -> set[str]:
        """Return the rules that speak for a move."""
        return {finding.rule for finding in self.why(move) if finding.permits}

    @property
    def chain(self) -> list[Finding]:
        """What beat what in the trick on the table, or the last one."""
        trick = self.position.trick or (self.position.last_trick.laid if self.position.last_trick else ())
        return telling_of(self.game).chain(self.position, trick)


def begin(game: Game[P], setup: Mapping[str, Plain], before: P | None = None) -> Hand[P]:
    """Return the hand that a setup describes. Raises ``SetupError``."""
    return Hand(game, read_setup(game, setup, before))


def problems(game: Game[P], setup: Mapping[str, Plain], before: P | None = None) -> list[str]:
    """Return what is wrong with a setup; nothing if it can be read."""
    try:
        read_setup(game, setup, before)
    except SetupError as error:
        return list(map(str, error.problems))
    return []


def every_game(package: str = "") -> Iterator[Game[Position]]:
    """Yield every registered game with each of its possible choices; those in a package, ``my_games``, if it is named."""
    for game_id, place in known_games().items():
        if place.startswith(f"{package}." if package else ""):
            yield from every_choice(game_class(game_id))


def choice_name(game: Game[Position]) -> str:
    """Return a game's choices as a test's name."""
    return "-".join([game.id, game.variant, str(game.table.size), *game.options.values()])


def positions(game: Game[P], hands: int = HANDS) -> Iterator[tuple[P, random.Random]]:
    """Yield every position in which somebody is to act, of some random hands."""
    for seed in range(hands):
        rng = random.Random(seed)
        position = game.deal(seed, dealer=seed % game.table.size)
        while position.to_act is not None:
            yield position, rng
            position, _ = game.play(position, rng.choice(game.legal(position)))


def over(game: Game[P], seed: int = ENDS[0]) -> P:
    """Return the end of a hand that is played at random."""
    return Hand(game, game.deal(seed)).played_out(seed).position


def endings(game: Game[P], hands: int = ENDINGS) -> Iterator[P]:
    """Yield a position near the end of each of some random hands, at the start of a trick or within one.

    All lines from it together have at most ``MOST_MOVES`` moves; hands without such a position are left out.
    """
    for seed in range(hands):
        rng, position, played = random.Random(seed), game.deal(seed), list[P]()
        while position.to_act is not None:
            if position.leader is not None:
                played.append(position)
            position, _ = game.play(position, rng.choice(game.legal(position)))
        small = list(takewhile(partial(_is_small, game), reversed(played)))
        if small:
            yield rng.choice(small[-game.table.size:])


def _is_small(game: Game[P], position: P) -> bool:
    made, waiting = 0, [position]
    while waiting and made <= MOST_MOVES:
        before = waiting.pop()
        after = [game.make(before, move)[0] for move in game.legal(before)]
        made += len(after)
        waiting += after
    return made <= MOST_MOVES


# ---- the contract

def no_card_is_in_two_places(game: Game[Position]) -> None:
    """Hands and table never hold a card twice."""
    for position, _ in positions(game):
        held = [card for hand in position.hands for card in hand] + [laid.card for laid in position.trick]
        assert max(Counter(held).values()) == 1


def who_is_to_act_can(game: Game[Position]) -> None:
    """Whoever is to act has a legal move, and each is one of those that can be tried."""
    for position, _ in positions(game):
        legal = game.legal(position)
        assert legal, write_setup(game, position)
        assert set(legal) <= set(game.candidates(position))


def legal_is_what_no_rule_forbids(game: Game[Position]) -> None:
    """A move is legal where the verdict on it is; a rule's filter treats each move apart from the others tried."""
    for position, _ in positions(game):
        allowed = [move for move in game.candidates(position) if game.judge(position, move).legal]
        assert game.legal(position) == allowed, write_setup(game, position)


def nobody_moves_once_it_is_over(game: Game[P]) -> None:
    """In a hand that is over there is nothing to try."""
    for end in (over(game, seed) for seed in ENDS):
        assert game.candidates(end) == game.legal(end) == []


def every_refusal_has_a_rule_and_words(game: Game[Position]) -> None:
    """A move is refused by a rule of the game that can refuse, with a sentence; so is whatever else a table lets one try."""
    able = {rule.id for rule in game.rules if rule.can_refuse}
    for position, _ in positions(game):
        for move in dict.fromkeys((*game.candidates(position), *chain(*tries(game, position).values()))):
            refusal = Hand(game, position).refused(move)
            if refusal is not None:
                assert refusal.rule in able, f"{refusal.rule} refuses {move.text!r}, though it says that it can't"
                assert game.pack.plain(refusal.sentence).strip()


def every_rule_has_words(game: Game[P]) -> None:
    """Each rule has a title and says something: a refusal if it forbids, else for a move, of an event or on the sheet."""
    words = telling_of(game).words
    for rule in game.book.rules:
        assert rule.title
        if rule.can_refuse:
            assert rule.id in words.refusals or rule.id in words.permissions, f"{rule.id} forbids without a word"
        said = (words.refusals, words.permissions, words.events, words.labels)
        assert any(rule.id in each for each in said) or rule.id in words.of_chain, (
            f"{rule.id} never says a word: give it words.permits (of a move), words.happened (of an event) or "
            "words.line (on the sheet)")


def a_refused_move_changes_nothing(game: Game[Position]) -> None:
    """Trying what is forbidden raises, and leaves the position as it was."""
    for position, _ in positions(game, hands=2):
        before = facts_of(game, position)
        for move in game.candidates(position):
            if not game.judge(position, move).legal:
                assert _refuses(game, position, move)
        assert facts_of(game, position) == before


def _refuses(game: Game[P], position: P, move: Move) -> bool:
    try:
        game.play(position, move)
    except MoveRefused:
        return True
    return False


def a_move_leaves_the_position_before_it(game: Game[Position]) -> None:
    """Positions are values, in all that they hold."""
    for position, rng in positions(game, hands=2):
        before, move = _held(position), rng.choice(game.legal(position))
        game.play(position, move)
        for name, value in _held(position).items():
            assert value == before[name], (
                f"{move.text} changes {name} of the position before it, too: a rule changes the lists of the copy that it is "
                f"given, and those that copies share (of a Maybe, or shared) it replaces, as in position.{name} = […]")


def _held(position: Position) -> dict[str, object]:
    """All that a position holds, as it is now."""
    return {name: _fixed(getattr(position, name)) for name in position.slots}


def _fixed(value: object) -> object:
    if isinstance(value, dict):
        return {key: _fixed(each) for key, each in value.items()}
    return [*map(_fixed, value)] if isinstance(value, list) else set(value) if isinstance(value, set) else value


def general_refusals_come_in_their_order(game: Game[Position]) -> None:
    """No move, not this seat's turn, not held."""
    for position, _ in positions(game, hands=2):
        hand = Hand(game, position)
        assert hand.refusal("no move at all") == "not-a-move"
        assert hand.refusal(game.legal(position)[0], game.table.left_of[position.actor]) == "turn-order"
        own = position.hands[position.actor]
        foreign = [card for seat, cards in enumerate(position.hands) if seat != position.to_act for card in cards
                   if card.twin not in own]
        if position.phase == "play" and foreign and game.notation.has(game.notation.read_move(foreign[0].text), "play"):
            assert hand.refusal(foreign[0].text) == "not-held"


def moves_read_back_as_written(game: Game[Position]) -> None:
    """A move is what its text reads as."""
    for position, _ in positions(game, hands=3):
        for move in game.candidates(position):
            assert read_move(move.text, game.notation.forms, game.pack) is move


def a_written_setup_reads_back(game: Game[Position]) -> None:
    """A position written as a setup and read again has the same facts and legal moves, its history left out."""
    for position, _ in positions(game, hands=3):
        setup = write_setup(game, position)
        again = _read_again(game, setup)
        was, now = facts_of(game, position), facts_of(game, again)
        lost = [name for name in was if name != "last_trick_winner" and now[name] != was[name]]
        assert not lost, f"{', '.join(lost)} of a position differ once it is written as a setup and read: {setup}"
        assert set(game.legal(again)) == set(game.legal(position)), (
            f"other moves are legal once the position is written as a setup and read: what they hang on isn't settable. {setup}")


def _read_again(game: Game[P], setup: Mapping[str, Plain]) -> P:
    try:
        return read_setup(game, setup)
    except SetupError as error:
        raise AssertionError(f"a position of a hand is refused once it is written as a setup: {error} ({setup})") from error


def a_setup_without_leader_has_the_rules(game: Game[Position]) -> None:
    """Who leads the first trick needn't be said, in the first deal or a later one."""
    for position in (game.deal(0), *(game.deal(seed, before=over(game, seed)) for seed in ENDS)):
        while position.phase != "play" and position.to_act is not None:
            position, _ = game.play(position, game.legal(position)[0])
        if position.to_act is None:     # it ended before the play: a void deal, a hand thrown in
            continue
        setup = write_setup(game, position)
        leader = setup.pop("leader")
        assert facts_of(game, read_setup(game, setup))["leader"] == leader


def a_view_hides_the_others_and_no_choice(game: Game[Position]) -> None:
    """Who sees a seat's own cards alone can tell what it may do, and why."""
    for position, _ in positions(game, hands=3):
        view = game.view(position, game.decides(position))
        for other, hand in enumerate(view.position.hands):
            hidden = all(card is FACE_DOWN for card in hand)
            assert hidden or other in (view.seat, position.to_act) or _lies_open(game, position, other)
        assert game.legal(view.position) == game.legal(position)
        for move in game.candidates(position):
            assert Hand(game, view.position).why(move) == Hand(game, position).why(move)


def _lies_open(game: Game[P], position: P, seat: int) -> bool:
    """Whether everybody at the table sees a seat's hand."""
    return all(game.view(position, other).position.hands[seat] == position.hands[seat] for other in game.table.seats)


def its_bot_plays_and_says_why(game: Game[Position]) -> None:
    """The bot makes legal moves, each with a reason."""
    bot = who_plays_out(game)
    for position, rng in positions(game, hands=2):
        choice = bot.choose(game.view(position, game.decides(position)), rng)
        assert choice.move in game.legal(position)
        assert game.pack.plain(choice.reason).strip()


def worlds_fit_what_was_seen(game: Game[Position]) -> None:
    """At every move of a hand there is a deal of the hidden cards that fits what its player has seen and remembers, and the
    true moves are legal in it: without one, bots can't think, and the practice table stands still."""
    for seed in range(2):
        rng, position = random.Random(seed), game.deal(seed, dealer=seed % game.table.size)
        memories = [remembered(game, seat, position, ()) for seat in game.table.seats]
        while (seat := game.decides(position)) is not None:
            world = Worlds(game.view(position, seat, memories[seat])).draw(rng)
            assert game.legal(world) == game.legal(position), write_setup(game, position)
            held = [card for hand in world.hands for card in hand]
            assert len(set(held)) == len(held), write_setup(game, position)
            before, move = position, rng.choice(game.legal(position))
            position, _ = game.play(before, move)
            for watcher, memory in enumerate(memories):
                watch(game, memory, watcher, before, move, position)


def facts_have_their_kinds(game: Game[Position]) -> None:
    """Every fact has a kind, which reads its value."""
    kinds = fact_kinds(game)
    for position, _ in positions(game, hands=1):
        assert facts_of(game, position).keys() == kinds.keys()


def matches_end_and_add_up(game: Game[Position]) -> None:
    """The sheets of a match add up to the hands' points, and these to the totals; a match that ends has been won."""
    for seed in MATCHES:
        _match_adds_up(game, seed)


def _match_adds_up(game: Game[Position], seed: int) -> None:
    rng, position = random.Random(f"{game.id}{seed}"), game.deal(seed)
    totals, ids = [0] * len(game.score_names), {rule.id for rule in game.rules}
    for hand in range(seed + 1, seed + LONGEST_MATCH):
        events = list[Event]()
        while position.to_act is not None:
            position, events = game.make(position, rng.choice(game.legal(position)))
        _all_told(game, position, events, ids)
        points, sheet = position.hand_score, game.sheet(position)
        assert position.hand_over, f"nobody is to act, and the hand isn't over: {write_setup(game, position)}"
        assert points is not None
        totals = [total + each for total, each in zip(totals, points, strict=True)]
        assert position.totals == totals, f"the totals are {position.totals}, the hands come to {totals}"
        assert sheet, ("a hand has no line on its sheet: where nobody scores, too, a rule of scores says so in a line of zeros, "
                       f"as of a hand thrown in: {write_setup(game, position)}")
        lines = [sum(column) for column in zip(*(line.points for line in sheet), strict=True)]
        assert lines == points, f"the lines of the sheet come to {lines}, the hand to {points}: {write_setup(game, position)}"
        assert all(telling_of(game).score(position))
        if position.game_over:
            assert position.winners
            assert game.next_dealer(position) is None
            return
        position = game.deal(hand, before=position)


def the_number_of_the_hand_is_kept(game: Game[Position]) -> None:
    """A game that asks which hand of the match this is declares the number: a hand begins from a setup, and this one keeps it."""
    if game.positions.slots["number"].settable:
        return
    lost = (f"{game.id} asks for position.number, which is 1 in every hand that is begun from a setup. Declare it in position.py "
            'and it is kept: number: int = slot(Number(least=1, blank=1), settable=True, key="hand_number")')
    for seed in MATCHES:
        _number_is_kept(game, seed, lost)


def _number_is_kept(game: Game[Position], seed: int, lost: str) -> None:
    rng, position = random.Random(f"{game.id}{seed}"), game.deal(seed)
    for hand in range(seed + 1, seed + LONGEST_MATCH):
        while position.to_act is not None:
            assert game.legal(_first_of_match(position)) == game.legal(position), lost
            position, _ = game.play(position, rng.choice(game.legal(position)))
        again = _first_of_match(position)
        assert [[*line.points] for line in game.score(again)] == [[*line.points] for line in game.score(position)], lost
        assert game.match_winners(again) == game.match_winners(position), lost
        if position.game_over:
            return
        position = game.deal(hand, before=position)
        begun = read_setup(game, {"seed": hand, **write_match(game, position)})
        assert [*map(len, begun.hands)] == [*map(len, position.hands)], lost


def _first_of_match(position: P) -> P:
    """The position as if its hand were the first."""
    again = position.copy()
    again.number = 1
    return again


def the_same_seed_deals_the_same(game: Game[Position]) -> None:
    """A deal depends on its seed alone, in the first hand and in a later one."""
    for before in (None, over(game)):
        assert facts_of(game, game.deal(11, before)) == facts_of(game, game.deal(11, before))
        assert facts_of(game, game.deal(11, before))["hands"] != facts_of(game, game.deal(12, before))["hands"]


def events_have_words(game: Game[Position]) -> None:
    """Whatever happens can be told, by a rule of the game."""
    ids = {rule.id for rule in game.rules}
    for position, rng in positions(game, hands=3):
        after, events = game.play(position, rng.choice(game.legal(position)))
        _all_told(game, after, events, ids)


def who_deals_next_is_told(game: Game[Position]) -> None:
    """At the end of each hand of a match that goes on it is told who deals next, by name."""
    rng, position = random.Random(game.id), game.deal(1)
    for hand in range(2, LONGEST_MATCH):
        events = list[Event]()
        while position.to_act is not None:
            position, events = game.play(position, rng.choice(game.legal(position)))
        dealer = game.next_dealer(position)
        if dealer is None:
            return
        if events:      # of a deal that is void at once nothing is told but that
            assert _deals_next(game, position, events, dealer), (
                f"{game.id} doesn't tell who deals next: words.turns says it of the rule by which its Course deals")
        position = game.deal(hand, before=position)


def _deals_next(game: Game[P], position: P, events: list[Event], dealer: int) -> bool:
    """Whether one of these events says that a seat deals next."""
    return any(told.event.seat == dealer and game.table.names[dealer] in told.sentence and "deal" in told.sentence
               for told in telling_of(game).events(position, events) if told.event.kind == "hand")


def _all_told(game: Game[P], position: P, events: list[Event], ids: set[str]) -> None:
    for told in telling_of(game).events(position, events):
        assert told.event.rule in ids
        assert game.pack.plain(told.sentence).strip()


def told_of(game: Game[P], reader: int | None, hands: int = 2) -> Iterator[str]:
    """Yield sentences told of some random hands, to a seat or to nobody: what happened, what beat what, and of its turns why
    not."""
    telling = telling_of(game, reader)
    for position, rng in positions(game, hands):
        if reader in (None, position.to_act):
            for move in game.candidates(position):
                yield from (finding.sentence for finding in telling.findings(position, move))
        yield from (telling.deed(position, position.actor, move) for move in game.candidates(position))
        yield telling.findings(position, game.legal(position)[0], game.table.left_of[position.actor])[-1].sentence
        after, events = game.play(position, rng.choice(game.legal(position)))
        yield from (told.sentence for told in telling.events(after, events))
        yield from (finding.sentence for finding in telling.chain(after, after.trick))
        yield from (finding.sentence for finding in telling.score(after))


def sentences_are_whole(game: Game[Position]) -> None:
    """A sentence is made by ``say``, begins with a capital, ends with a full stop, and calls no card or suit by its code."""
    codes = {card.text for card in game.pack if card.text != card.name}
    for sentence in {*told_of(game, None), *told_of(game, 0)}:
        assert isinstance(sentence, Sentence), f"mere letters can't be put into another language; say it with say(): {sentence}"
        spoken = game.pack.plain(sentence)
        assert spoken[0].isupper() or not spoken[0].isalpha(), sentence
        assert spoken.endswith((".", "?", "!”")), sentence
        assert codes.isdisjoint(re.findall(r"\w+", spoken)), sentence


def the_reader_is_you(game: Game[Position]) -> None:
    """What is told to a seat calls it *you*, and nothing told calls it by its name; verbs agree."""
    name, told = re.compile(rf"\b{game.table.names[0]}\b"), [*told_of(game, 0)]
    assert any("you" in sentence for sentence in told)
    for sentence in told:
        assert not name.search(sentence), sentence
        assert not re.search(r"\b[Yy]ou (is|has|\w{2,}[^s']s)\b", sentence), sentence


def plates_are_short_and_standings_whole(game: Game[Position]) -> None:
    """What a plate says fits on it; nobody is on two sides of a standing; what a choice costs is said in a few words."""
    telling = telling_of(game, reader=0)
    for position, _ in positions(game, hands=2):
        for seat in game.table.seats:
            assert all(0 < len(mark) <= LONGEST_MARK for mark in telling.plate(position, seat))
        counted = [seat for stand in telling.standing(position) for seat in stand.seats]
        assert len(counted) == len(set(counted))
        assert set(counted) <= set(game.table.seats)
        for move in game.legal(position):
            assert len(telling.choice(position, position.actor, move)) <= LONGEST_CHOICE


def standing_agrees_with_the_score_at_the_end(game: Game[P]) -> None:
    """What sides have so far is their score when the hand is over, if it is counted in the score's unit.

    Where there is bidding, what is taken is held against the bid, and only then scored.
    """
    telling = telling_of(game)
    if str(counted(2, telling.unit)) != str(telling.amount("2")) or "bidding" in game.mechanisms:
        return
    for seed in range(HANDS):
        end = over(game, seed)
        scores = dict(zip(game.score_sides(), end.hand_score or (), strict=True))
        for seats, number in telling.standing(end):
            if seats in scores:
                assert number == scores[seats], (
                    f"{game.table.side_name(seats)}: words.standing says {number} {game.unit}, the score {scores[seats]}")


def hints_change_no_answer(game: Game[P]) -> None:
    """The solver, which may take the hints of ``solving.py``, finds in small endings what a full search finds without."""
    others = (TRICK, *game.goals)
    for place, position in enumerate(endings(game)):
        for goal in (SCORE, others[place % len(others)]):
            wanted, found = _values(plain_values, game, position, goal), _values(_solved, game, position, goal)
            assert found == wanted, (
                f"the solver says {_told(found)} for the goal {goal.name}, a search without hints {_told(wanted)}: "
                f"look at the hints in solving.py. {write_setup(game, position)}")


def _solved(game: Game[P], position: P, goal: Goal) -> dict[Move, int]:
    return solve(game, position, goal).values


def _values(find: Callable[[Game[P], P, Goal], dict[Move, int]], game: Game[P], position: P,
            goal: Goal) -> dict[Move, int] | None:
    try:
        return find(game, position, goal)
    except Undecided:
        return None


def _told(values: dict[Move, int] | None) -> str:
    return "nobody can be sure" if values is None else ", ".join(f"{move.text} {value}" for move, value in values.items())


def numbers_counted_make_the_same_sheet(game: Game[Position]) -> None:
    """A match of which a table counts what ``counting.py`` asks for stands as the engine has it."""
    counted_match(game, 1)


def counted_match(game: Game[P], seed: int, hands: int = HANDS) -> int:
    """Play a match at random, so many hands at most, and score it by its counts alone; return the hands that were played."""
    rng, counting, dealer = random.Random(f"{game.id}/{seed}"), counting_of(type(game)), seed % game.table.size
    played, before = list[P](), None
    while len(played) < hands and (before is None or game.next_dealer(before) is not None):
        position = game.deal(seed * hands + len(played), before, dealer)
        while position.to_act is not None:
            position = game.make(position, rng.choice(game.legal(position)))[0]
        played.append(position)
        before = position
    told = [counting.tell(game, position) for position in played]
    found = [(position, lines) for position, lines, _ in counted_hands(game, dealer, told)]
    assert len(found) == len(played), f"{game.id}: a hand that was played doesn't add up: {told[len(found)]}"
    for (position, lines), was in zip(found, played, strict=True):
        assert isinstance(counting, Points) or _sheet(lines) == _sheet(game.sheet(was)), (told, _sheet(lines))
        for fact in ("hand_score", "totals", "winners", "dealer", "number"):
            assert getattr(position, fact) == getattr(was, fact), fact
        assert game.next_dealer(position) == game.next_dealer(was), told
    return len(found)


def _sheet(lines: Sequence[Line]) -> list[tuple[str, list[int], str, int]]:
    return [(line.rule.id, [*line.points], line.word, line.number) for line in lines]


CONTRACT: tuple[Callable[[Game[Position]], None], ...] = (
    no_card_is_in_two_places, who_is_to_act_can, legal_is_what_no_rule_forbids, nobody_moves_once_it_is_over,
    every_refusal_has_a_rule_and_words, every_rule_has_words, a_refused_move_changes_nothing,
    a_move_leaves_the_position_before_it, general_refusals_come_in_their_order, moves_read_back_as_written,
    a_written_setup_reads_back, a_setup_without_leader_has_the_rules, a_view_hides_the_others_and_no_choice,
    its_bot_plays_and_says_why, worlds_fit_what_was_seen, facts_have_their_kinds, matches_end_and_add_up,
    the_number_of_the_hand_is_kept,
    the_same_seed_deals_the_same, events_have_words, sentences_are_whole, the_reader_is_you, plates_are_short_and_standings_whole,
    who_deals_next_is_told, standing_agrees_with_the_score_at_the_end, hints_change_no_answer,
    numbers_counted_make_the_same_sheet)
"""What every game must keep to."""
