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
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from rules_engine.bots import who_plays_out
from rules_engine.core.cards import FACE_DOWN
from rules_engine.core.choices import every_choice
from rules_engine.core.errors import SetupError
from rules_engine.core.game import Game
from rules_engine.core.happened import Event
from rules_engine.core.moves import Move, read_move
from rules_engine.core.plain import Plain
from rules_engine.core.position import Position
from rules_engine.core.rules import MoveRefused
from rules_engine.core.setups import fact_kinds, facts_of, read_setup, write_match, write_setup
from rules_engine.core.telling import Finding, Told, telling_of
from rules_engine.games import game_class, known_games

P = TypeVar("P", bound=Position)
HANDS = 6
LONGEST_MATCH = 400
LONGEST_MARK, LONGEST_CHOICE = 20, 48
"""Letters of what a plate says at once, and of what a choice costs."""


class Hand(Generic[P]):
    """A game with a position, and what the last move brought."""

    def __init__(self, game: Game[P], position: P, happened: list[Told] | None = None) -> None:
        self.game = game
        self.position = position
        self.happened = happened or []

    def after(self, *moves: str) -> Hand[P]:
        """The hand after some moves, each by the seat to act. Raises ``MoveRefused``."""
        position, happened = self.position, self.happened
        for move in moves:
            position, events = self.game.play(position, move)
            happened = telling_of(self.game).events(position, events)
        return Hand(self.game, position, happened)

    def played_out(self, seed: int = 0) -> Hand[P]:
        """The hand after random moves to its end."""
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
        """What the rules say of a move, in words."""
        return telling_of(self.game).findings(self.position, move, seat)

    def refused(self, move: str | Move, seat: int | None = None) -> Finding | None:
        """Why a move is forbidden, in words; None if it isn't."""
        return telling_of(self.game).refusal(self.position, self.game.judge(self.position, move, seat))

    def refusal(self, move: str | Move, seat: int | None = None) -> str | None:
        """The rule that forbids a move; None if none does."""
        rule = self.game.judge(self.position, move, seat).rule
        return None if rule is None else rule.id

    def permitting(self, move: str | Move) -> set[str]:
        """The rules that speak for a move."""
        return {finding.rule for finding in self.why(move) if finding.permits}

    @property
    def chain(self) -> list[Finding]:
        """What beat what in the trick on the table, or the last one."""
        trick = self.position.trick or (self.position.last_trick.laid if self.position.last_trick else ())
        return telling_of(self.game).chain(self.position, trick)


def begin(game: Game[P], setup: Mapping[str, Plain], before: P | None = None) -> Hand[P]:
    """The hand that a setup describes. Raises ``SetupError``."""
    return Hand(game, read_setup(game, setup, before))


def problems(game: Game[P], setup: Mapping[str, Plain], before: P | None = None) -> list[str]:
    """What is wrong with a setup; nothing if it can be read."""
    try:
        read_setup(game, setup, before)
    except SetupError as error:
        return list(map(str, error.problems))
    return []


def every_game(package: str = "") -> Iterator[Game[Any]]:
    """Every registered game with each of its possible choices; those in a package, ``my_games``, if it is named."""
    for game_id, place in known_games().items():
        if place.startswith(f"{package}." if package else ""):
            yield from every_choice(game_class(game_id))


def choice_name(game: Game[Any]) -> str:
    """A game's choices as a test's name."""
    return "-".join([game.id, game.variant, str(game.table.size), *game.options.values()])


def positions(game: Game[P], hands: int = HANDS) -> Iterator[tuple[P, random.Random]]:
    """Every position in which somebody is to act, of some random hands."""
    for seed in range(hands):
        rng = random.Random(seed)
        position = game.deal(seed, dealer=seed % game.table.size)
        while position.to_act is not None:
            yield position, rng
            position, _ = game.play(position, rng.choice(game.legal(position)))


def over(game: Game[P]) -> P:
    """The end of a hand."""
    return Hand(game, game.deal(4)).played_out(4).position


# ---- the contract

def no_card_is_in_two_places(game: Game[Any]) -> None:
    """Hands and table never hold a card twice."""
    for position, _ in positions(game):
        held = [card for hand in position.hands for card in hand] + [laid.card for laid in position.trick]
        assert max(Counter(held).values()) == 1


def who_is_to_act_can(game: Game[Any]) -> None:
    """Whoever is to act has a legal move, and each is one of those that can be tried."""
    for position, _ in positions(game):
        legal = game.legal(position)
        assert legal, write_setup(game, position)
        assert set(legal) <= set(game.candidates(position))


def legal_is_what_no_rule_forbids(game: Game[Any]) -> None:
    """A move is legal where the verdict on it is; a rule's filter treats each move apart from the others tried."""
    for position, _ in positions(game):
        allowed = [move for move in game.candidates(position) if game.judge(position, move).legal]
        assert game.legal(position) == allowed, write_setup(game, position)


def nobody_moves_once_it_is_over(game: Game[Any]) -> None:
    """In a hand that is over there is nothing to try."""
    assert game.candidates(over(game)) == game.legal(over(game)) == []


def every_refusal_has_a_rule_and_words(game: Game[Any]) -> None:
    """A move is refused by a rule of the game that can refuse, with a sentence."""
    for position, _ in positions(game):
        for move in game.candidates(position):
            refusal = Hand(game, position).refused(move)
            if refusal is not None:
                assert refusal.rule in {rule.id for rule in game.rules if rule.asked}
                assert game.pack.plain(refusal.sentence).strip()


def every_rule_has_words(game: Game[Any]) -> None:
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


def a_refused_move_changes_nothing(game: Game[Any]) -> None:
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


def a_move_leaves_the_position_before_it(game: Game[Any]) -> None:
    """Positions are values."""
    for position, rng in positions(game, hands=2):
        before = facts_of(game, position)
        game.play(position, rng.choice(game.legal(position)))
        assert facts_of(game, position) == before


def general_refusals_come_in_their_order(game: Game[Any]) -> None:
    """No move, not this seat's turn, not held."""
    for position, _ in positions(game, hands=2):
        hand = Hand(game, position)
        assert hand.refusal("no move at all") == "not-a-move"
        assert hand.refusal(game.legal(position)[0], game.table.left_of[position.actor]) == "turn-order"
        foreign = [card for seat, cards in enumerate(position.hands) if seat != position.to_act for card in cards]
        if position.phase == "play" and foreign and game.notation.has(game.notation.read_move(foreign[0].text), "play"):
            assert hand.refusal(foreign[0].text) == "not-held"


def moves_read_back_as_written(game: Game[Any]) -> None:
    """A move is what its text reads as."""
    for position, _ in positions(game, hands=3):
        for move in game.candidates(position):
            assert read_move(move.text, game.notation.forms, game.pack) is move


def a_written_setup_reads_back(game: Game[Any]) -> None:
    """A position written as a setup and read again has the same facts and legal moves, its history left out."""
    for position, _ in positions(game, hands=3):
        again = read_setup(game, write_setup(game, position))
        history = {"last_trick_winner": None}
        assert facts_of(game, again) | history == facts_of(game, position) | history
        assert set(game.legal(again)) == set(game.legal(position))


def a_setup_without_leader_has_the_rules(game: Game[Any]) -> None:
    """Who leads the first trick needn't be said, in the first deal or a later one."""
    for position in (game.deal(0), game.deal(1, before=over(game))):
        while position.phase != "play" and position.to_act is not None:
            position, _ = game.play(position, game.legal(position)[0])
        if position.to_act is None:     # it ended before the play: a void deal, a hand thrown in
            continue
        setup = write_setup(game, position)
        leader = setup.pop("leader")
        assert facts_of(game, read_setup(game, setup))["leader"] == leader


def a_view_hides_the_others_and_no_choice(game: Game[Any]) -> None:
    """Who sees a seat's own cards alone can tell what it may do, and why."""
    for position, _ in positions(game, hands=3):
        view = game.view(position, position.to_act)
        for other, hand in enumerate(view.position.hands):
            assert other == position.to_act or all(card is FACE_DOWN for card in hand)
        assert game.legal(view.position) == game.legal(position)
        for move in game.candidates(position):
            assert Hand(game, view.position).why(move) == Hand(game, position).why(move)


def its_bot_plays_and_says_why(game: Game[Any]) -> None:
    """The bot makes legal moves, each with a reason."""
    bot = who_plays_out(game)
    for position, rng in positions(game, hands=2):
        choice = bot.choose(game.view(position, position.to_act), rng)
        assert choice.move in game.legal(position)
        assert game.pack.plain(choice.reason).strip()


def facts_have_their_kinds(game: Game[Any]) -> None:
    """Every fact has a kind, which reads its value."""
    kinds = fact_kinds(game)
    for position, _ in positions(game, hands=1):
        assert facts_of(game, position).keys() == kinds.keys()


def matches_end_and_add_up(game: Game[Any]) -> None:
    """A match ends; its sheets add up to the hands' points, and these to the totals."""
    rng, position = random.Random(game.id), game.deal(1)
    totals = [0] * len(game.score_names)
    for hand in range(2, LONGEST_MATCH):
        while position.to_act is not None:
            after = position.copy()
            game.advance(after, rng.choice(game.legal(position)))
            position = after
        points = position.hand_score
        assert position.hand_over
        assert points is not None
        totals = [total + each for total, each in zip(totals, points, strict=True)]
        assert position.totals == totals
        assert [sum(column) for column in zip(*(line.points for line in game.sheet(position)), strict=True)] == points
        assert all(telling_of(game).score(position))
        if position.game_over:
            assert position.winners
            assert game.next_dealer(position) is None
            return
        position = game.deal(hand, before=position)


def the_number_of_the_hand_is_kept(game: Game[Any]) -> None:
    """A game that asks which hand of the match this is declares the number: a hand begins from a setup, and this one keeps it."""
    if game.positions.slots["number"].settable:
        return
    lost = (f"{game.id} asks for position.number, which is 1 in every hand that is begun from a setup. Declare it in position.py "
            'and it is kept: number: int = slot(Number(least=1, blank=1), settable=True, key="hand_number")')
    rng, position = random.Random(game.id), game.deal(1)
    for hand in range(2, LONGEST_MATCH):
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


def the_same_seed_deals_the_same(game: Game[Any]) -> None:
    """A deal depends on its seed alone."""
    assert facts_of(game, game.deal(11)) == facts_of(game, game.deal(11))
    assert facts_of(game, game.deal(11))["hands"] != facts_of(game, game.deal(12))["hands"]


def events_have_words(game: Game[Any]) -> None:
    """Whatever happens can be told, by a rule of the game."""
    ids = {rule.id for rule in game.rules}
    for position, rng in positions(game, hands=3):
        after, events = game.play(position, rng.choice(game.legal(position)))
        _all_told(game, after, events, ids)


def _all_told(game: Game[P], position: P, events: list[Event], ids: set[str]) -> None:
    for told in telling_of(game).events(position, events):
        assert told.event.rule in ids
        assert game.pack.plain(told.sentence).strip()


def told_of(game: Game[P], reader: int | None, hands: int = 2) -> Iterator[str]:
    """Sentences told of some random hands, to a seat or to nobody: what happened, what beat what, and of its turns why not."""
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


def sentences_are_whole(game: Game[Any]) -> None:
    """A sentence begins with a capital, ends with a full stop, and calls no card or suit by its code."""
    codes = {card.text for card in game.pack if card.text != card.name}
    for sentence in {*told_of(game, None), *told_of(game, 0)}:
        spoken = game.pack.plain(sentence)
        assert spoken[0].isupper() or not spoken[0].isalpha(), sentence
        assert spoken.endswith((".", "?", "!”")), sentence
        assert codes.isdisjoint(re.findall(r"\w+", spoken)), sentence


def the_reader_is_you(game: Game[Any]) -> None:
    """What is told to a seat calls it *you*, and nothing told calls it by its name; verbs agree."""
    name, told = re.compile(rf"\b{game.table.names[0]}\b"), [*told_of(game, 0)]
    assert any("you" in sentence for sentence in told)
    for sentence in told:
        assert not name.search(sentence), sentence
        assert not re.search(r"\b[Yy]ou (is|has|\w{2,}[^s']s)\b", sentence), sentence


def plates_are_short_and_standings_whole(game: Game[Any]) -> None:
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


CONTRACT: tuple[Callable[[Game[Any]], None], ...] = (
    no_card_is_in_two_places, who_is_to_act_can, legal_is_what_no_rule_forbids, nobody_moves_once_it_is_over,
    every_refusal_has_a_rule_and_words, every_rule_has_words, a_refused_move_changes_nothing,
    a_move_leaves_the_position_before_it, general_refusals_come_in_their_order, moves_read_back_as_written,
    a_written_setup_reads_back, a_setup_without_leader_has_the_rules, a_view_hides_the_others_and_no_choice,
    its_bot_plays_and_says_why, facts_have_their_kinds, matches_end_and_add_up, the_number_of_the_hand_is_kept,
    the_same_seed_deals_the_same, events_have_words, sentences_are_whole, the_reader_is_you, plates_are_short_and_standings_whole)
"""What every game must keep to."""
