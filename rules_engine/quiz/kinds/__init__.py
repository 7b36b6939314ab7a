"""The kinds of questions: one module for each."""

from __future__ import annotations

from collections.abc import Mapping

from rules_engine.quiz.kinds.best_move import BestMove
from rules_engine.quiz.kinds.bid_brings import BidBrings
from rules_engine.quiz.kinds.card_worth import CardWorth
from rules_engine.quiz.kinds.closed_move import ClosedMove
from rules_engine.quiz.kinds.hand_over import HandOver
from rules_engine.quiz.kinds.hand_score import HandScore
from rules_engine.quiz.kinds.holder import Holder
from rules_engine.quiz.kinds.legal_moves import LegalMoves
from rules_engine.quiz.kinds.match_winner import MatchWinner
from rules_engine.quiz.kinds.next_dealer import NextDealer
from rules_engine.quiz.kinds.next_leader import NextLeader
from rules_engine.quiz.kinds.own_score import OwnScore
from rules_engine.quiz.kinds.still_out import StillOut
from rules_engine.quiz.kinds.suit_led import SuitLed
from rules_engine.quiz.kinds.suits import Suits
from rules_engine.quiz.kinds.trick_winner import TrickWinner
from rules_engine.quiz.kinds.what_beats import WhatBeats
from rules_engine.quiz.question_kind import QuestionKind

KINDS: Mapping[str, QuestionKind] = {kind.name: kind for kind in (
    LegalMoves(), WhatBeats(), TrickWinner(), NextLeader(), SuitLed(), Suits(), CardWorth(), BidBrings(), HandOver(), StillOut(),
    OwnScore(), HandScore(), NextDealer(), MatchWinner(), BestMove())}
"""Maps names to kinds of questions, in the order of ``ASKS``, the names allowed in scenarios."""
QUESTION_KINDS: Mapping[str, QuestionKind] = {**KINDS, ClosedMove.name: ClosedMove(), Holder.name: Holder()}
"""Maps names to all kinds of questions, including those that no scenario asks."""
