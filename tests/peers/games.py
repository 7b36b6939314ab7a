"""OpenSpiel's encoding of the moves in each game."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from typing import Any

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move
from rules_engine.games.euchre import Euchre
from rules_engine.games.hearts import Hearts
from rules_engine.games.hearts.position import PLACES
from rules_engine.games.spades import Spades
from rules_engine.sketches.bridge import Bridge, height, vulnerable_sides
from tests.peers.peer import Peer, by_rank, by_suit
from tests.sketches.oh_hell import OhHell
from tests.sketches.skat import Skat

FIRST = 3
"""The dealer that makes seat 0 the first player, as in OpenSpiel."""


def _in_turn(position: Any) -> list[Any]:
    """Return the cards in all hands in the order in which they were dealt, one card at a time."""
    return [card for row in zip(*position.hands, strict=True) for card in row]


# ---- Hearts

def _hearts(game: Game[Any], seed: int) -> tuple[Any, list[int]]:
    position = game.blank()
    position.dealer, position.number = FIRST, seed % 4 + 1
    game.deal_out(position, seed)
    game.first_turn(position)
    return position, [PLACES[position.passing] % 4, *map(by_rank, _in_turn(position))]


def _hearts_scores(game: Game[Any], position: Any) -> list[int]:
    return [26 - points for points in position.hand_score]


HEARTS = tuple(Peer(name=f"hearts({settings})", game=game, begins=_hearts, action=lambda position, move: by_rank(move.played),
                    scores=_hearts_scores) for settings, game in (
    ("qs_breaks_hearts=false", Hearts()), ("qs_breaks_hearts=true", Hearts(options={"breaks": "hearts-or-queen"})),
    ("qs_breaks_hearts=false,jd_bonus=true", Hearts("omnibus")),
    ("qs_breaks_hearts=false,pass_cards=false", Hearts("no-passing"))))


# ---- Spades

def _dealt(game: Game[Any], seed: int) -> tuple[Any, list[int]]:
    position = game.deal(seed, dealer=FIRST)
    return position, [*map(by_suit, _in_turn(position))]


def _spades_action(position: Any, move: Move) -> int:
    return by_suit(move.card) if move.card else 52 + (move.number or 0)


def _by_side(game: Game[Any], position: Any) -> list[int]:
    return [position.hand_score[seat % 2] for seat in range(4)]


def _ours_in_spades(position: Any, move: Move) -> str:
    """OpenSpiel never records that spades are broken: there, a player may lead spades only when holding nothing else. It also
    forbids partners to bid more than thirteen tricks together."""
    if position.phase == "bid":
        partners = position.bid_of((position.partner(position.actor),)) + (move.number or 0)
        return "more than thirteen bid by partners" if partners > position.full else ""
    return "a spade led once they are broken" if not position.trick and move.played.suits == "S" else ""


SPADES = Peer(name="spades", game=Spades(options={"failed-nil": "count"}), begins=_dealt, action=_spades_action, scores=_by_side,
              ours_alone=_ours_in_spades)


# ---- Euchre

def _euchre(game: Game[Any], seed: int) -> tuple[Any, list[int]]:
    position = game.deal(seed, dealer=seed % 4)
    dealer = position.dealer
    hands = [*position.hands[dealer:], *position.hands[:dealer]]
    cards = [card for row in zip(*hands, strict=True) for card in row]
    return position, [dealer, *(_nine_up(card) for card in [*cards, position.turned_up])]


def _nine_up(card: Card) -> int:
    return (card.value - 9) * 4 + "CDHS".index(card.suits)


def _euchre_action(position: Any, move: Move) -> int:
    if move.card:
        return _nine_up(move.card)
    if move.verb in ("alone", "together"):
        return 29 if move.verb == "alone" else 30
    return 24 if move.verb == "pass" else 25 + "CDHS".index(move.suit or position.turned_up.suits)


def _asks_defenders(position: Any) -> int | None:
    """In OpenSpiel an opponent may defend alone against two makers, too."""
    if position.maker is None or not position.may_defend or position.defends_alone is not None:
        return None
    return next((seat for seat in position.from_left if (seat + position.maker) % 2 and seat not in position.together), None)


class DiscardsFirst(Euchre):
    """Euchre in OpenSpiel's order: the dealer discards before the maker goes alone."""

    __module__ = Euchre.__module__
    _benny, _order, _name, _alone, _defend, _discard = Euchre.course.before
    course = replace(Euchre.course, before=[_benny, _order, replace(_name, on_end=_defend.on_end), _discard, _alone,
                                            replace(_defend, next_to_act=_asks_defenders, on_end=lambda position, note: None)])


def _euchre_scores(game: Game[Any], position: Any) -> list[int]:
    ours, theirs = position.hand_score
    return [(ours - theirs) * (1 if seat % 2 == 0 else -1) for seat in range(4)]


def _card_picked_up(position: Any, move: Move) -> str:
    """In OpenSpiel, the dealer may not discard the card picked up."""
    return "the card picked up discarded" if position.phase == "discard" else ""


def _euchre_peer(sticks: bool, defends: bool) -> Peer:
    name = f"euchre(stick_the_dealer={str(sticks).lower()},allow_lone_defender={str(defends).lower()})"
    options = {"defend-alone": "allowed" if defends else "barred"}
    game = DiscardsFirst("stick-the-dealer" if sticks else "standard", options=options)
    return Peer(name=name, game=game, begins=_euchre, action=_euchre_action, scores=_euchre_scores, ours_alone=_card_picked_up)


EUCHRE = tuple(_euchre_peer(sticks, defends) for sticks in (False, True) for defends in (False, True))


# ---- Oh Hell

def _oh_hell(game: Game[Any], seed: int) -> tuple[Any, list[int]]:
    position = game.blank()
    position.dealer, position.number = seed % game.table.size, seed % 10 + 1
    game.deal_out(position, seed)
    game.first_turn(position)
    cards = [*_in_turn(position), *position.turned_up]
    return position, [len(position.hands[0]), position.dealer, *(by_rank(card, "CDSH") for card in cards)]


def _oh_hell_action(position: Any, move: Move) -> int:
    return by_rank(move.card, "CDSH") if move.card else 52 + (move.number or 0)


OH_HELL = tuple(Peer(name=f"oh_hell(players={players})", game=OhHell(players=players), begins=_oh_hell, action=_oh_hell_action,
                     scores=lambda game, position: position.hand_score) for players in (3, 4, 5))


# ---- Contract Bridge

def _bridge(board: int) -> Peer:
    ours, theirs = ("true" if side in vulnerable_sides(board) else "false" for side in (0, 1))
    name = f"bridge(use_double_dummy_result=false,dealer_vul={ours},non_dealer_vul={theirs})"
    return Peer(name=name, game=Bridge(), begins=partial(_board, board), action=_bridge_action, scores=_bridge_scores)


def _board(board: int, game: Game[Any], seed: int) -> tuple[Any, list[int]]:
    position = game.blank()
    position.dealer, position.number = 0, board
    game.deal_out(position, seed)
    game.first_turn(position)
    return position, [*map(by_rank, _in_turn(position))]


def _bridge_action(position: Any, move: Move) -> int:
    if move.card:
        return by_rank(move.card)
    return 54 + height(move.number, move.suit) if move.number else 52 + ("pass", "double", "redouble").index(move.verb)


def _bridge_scores(game: Game[Any], position: Any) -> list[int]:
    ours, theirs = position.hand_score
    return [(ours - theirs) * (1 if seat % 2 == 0 else -1) for seat in range(4)]


BRIDGE = tuple(map(_bridge, range(1, 5)))


# ---- Skat: in OpenSpiel, the first willing player plays with the skat, without bidding values; the play and its points are
# compared.

SOLO_RANKS = ["7", "8", "9", "Q", "K", "10", "A", "J"]


def _skat(game: Game[Any], seed: int) -> tuple[Any, list[int]]:
    position = game.deal(seed, dealer=2)
    first, second, third = position.hands
    dealt = [*first[:3], *second[:3], *third[:3], *position.skat, *first[3:7], *second[3:7], *third[3:7],
             *first[7:], *second[7:], *third[7:]]
    rng, actions = random.Random(f"skat{seed}"), [*map(_skat_card, dealt)]
    while position.phase not in ("play", "over"):
        move = rng.choice([move for move in game.legal(position) if move.verb != "hand"])
        position, _ = game.make(position, move)
    if position.declarer is None:
        return _skat(game, seed + 1_000_000)
    kind = 33 + ("D", "H", "S", "C", "grand", "null").index(position.kind)
    away = [_skat_card(card) for card in position.away[position.declarer]]
    return position, [*actions, *[32] * position.declarer, kind, *away]


def _skat_card(card: Card) -> int:
    return "DHSC".index(card.suits) * 8 + SOLO_RANKS.index(card.rank)


def _skat_scores(game: Game[Any], position: Any) -> list[float]:
    solo = position.points[position.declarer]
    team = 120 - solo
    if position.kind == "null":
        solo, team = (30, 90) if position.tricks[position.declarer] else (90, 30)
    return [(solo - 60) / 120 if seat == position.declarer else (team - 60) / 240 for seat in range(3)]


SKAT = Peer(name="skat", game=Skat(), begins=_skat, action=lambda position, move: _skat_card(move.played), scores=_skat_scores)

PEERS = (*HEARTS, SPADES, *EUCHRE, *OH_HELL, *BRIDGE, SKAT)
