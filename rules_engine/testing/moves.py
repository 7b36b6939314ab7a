"""Contract clauses for moves: legal moves, refusals, and positions that moves leave unchanged."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TypeVar

from rules_engine.core.game.game import Game
from rules_engine.core.game.setups import facts_of, write_setup
from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move, read_move
from rules_engine.core.model.rules import MoveRefused
from rules_engine.core.positions.position import Position
from rules_engine.html.card_choices import tries
from rules_engine.testing.hands import ENDS, HandState, over, positions

P = TypeVar("P", bound=Position)


def no_card_is_in_two_places(game: Game[Position]) -> None:
    """Check that no card occurs twice in the hands and on the table."""
    for position, _ in positions(game):
        held = [card for hand in position.hands for card in hand] + [laid.card for laid in position.trick]
        assert max(Counter(held).values()) == 1


def who_is_to_act_can(game: Game[Position]) -> None:
    """Check that the seat to act has a legal move, and that each legal move is a candidate."""
    for position, _ in positions(game):
        legal = game.legal(position)
        assert legal, write_setup(game, position)
        assert set(legal) <= set(game.candidates(position))


def legal_is_what_no_rule_forbids(game: Game[Position]) -> None:
    """Check that the legal moves are the candidates with a legal verdict. A rule's filter must treat each move
    independently of the others."""
    for position, _ in positions(game):
        allowed = [move for move in game.candidates(position) if game.judge(position, move).legal]
        assert game.legal(position) == allowed, write_setup(game, position)


def suits_are_those_to_follow(game: Game[Position]) -> None:
    """Check that ``suit_of`` agrees with the rules for following. A seat with one card of the suit led and all cards of other
    suits may play any card if suits needn't be followed; otherwise it must play this one."""
    for position, _ in positions(game, hands=2):
        if position.phase != "play" or len(position.trick) != 1:
            continue
        lead = position.trick[0]
        led = lead.move.suit or game.suit_of(position, lead.card)
        assert lead.move.suit in game.suit_of(position, lead.card)
        other = [card for card in game.deck if led not in game.suit_of(position, card)]
        for card in game.deck if led else ():
            if card not in other:
                playable = _playable(game, position, [card, *other])
                assert playable in ({card}, {card, *other}), f"{card} doesn't follow {lead.card}: override suit_of"


def _playable(game: Game[P], position: P, hand: list[Card]) -> set[Card]:
    """Return the cards that the seat to act could play if it held a given hand."""
    scene = position.copy()
    scene.hands = [hand if seat == position.actor else cards for seat, cards in enumerate(position.hands)]
    return {move.played for move in game.legal(scene) if move.verb == "play"}


def nobody_moves_once_it_is_over(game: Game[P]) -> None:
    """Check that a hand that is over has no moves."""
    for end in (over(game, seed) for seed in ENDS):
        assert game.candidates(end) == game.legal(end) == []


def every_refusal_has_a_rule_and_words(game: Game[Position]) -> None:
    """Check that each illegal move is refused by a rule that can refuse, with a sentence. This includes every move that a table
    offers to try."""
    able = {rule.id for rule in game.rules if rule.can_refuse}
    for position, _ in positions(game):
        for move in dict.fromkeys((*game.candidates(position), *chain(*tries(game, position).values()))):
            refusal = HandState(game, position).refused(move)
            if refusal is not None:
                assert refusal.rule in able, f"{refusal.rule} refuses {move.text!r}, though it says that it can't"
                assert game.pack.plain(refusal.sentence).strip()


def a_refused_move_changes_nothing(game: Game[Position]) -> None:
    """Check that a forbidden move raises ``MoveRefused`` and leaves the position unchanged."""
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
    """Check that a move leaves the position before it unchanged, in every field."""
    for position, rng in positions(game, hands=2):
        before, move = _held(position), rng.choice(game.legal(position))
        game.play(position, move)
        for name, value in _held(position).items():
            assert value == before[name], (
                f"{move.text} changes {name} of the position before it, too: a rule changes the lists of the copy that it is "
                f"given, and those that copies share (of a Maybe, or shared) it replaces, as in position.{name} = […]")


def _held(position: Position) -> dict[str, object]:
    """Return a deep copy of the values of a position's fields."""
    return {name: _fixed(getattr(position, name)) for name in position.fields}


def _fixed(value: object) -> object:
    if isinstance(value, dict):
        return {key: _fixed(each) for key, each in value.items()}
    return [*map(_fixed, value)] if isinstance(value, list) else set(value) if isinstance(value, set) else value


def general_refusals_come_in_their_order(game: Game[Position]) -> None:
    """Check the order of the general refusals: not a move in this game, not the seat's turn, card not held."""
    for position, _ in positions(game, hands=2):
        hand = HandState(game, position)
        assert hand.refusal("no move at all") == "not-a-move"
        assert hand.refusal(game.legal(position)[0], game.table.left_of[position.actor]) == "turn-order"
        own = position.hands[position.actor]
        foreign = [card for seat, cards in enumerate(position.hands) if seat != position.to_act for card in cards
                   if card.twin not in own]
        if position.phase == "play" and foreign and game.notation.has(game.notation.read_move(foreign[0].text), "play"):
            assert hand.refusal(foreign[0].text) == "not-held"


def moves_read_back_as_written(game: Game[Position]) -> None:
    """Check that parsing a move's text returns that move."""
    for position, _ in positions(game, hands=3):
        for move in game.candidates(position):
            assert read_move(move.text, game.notation.forms, game.pack) is move
