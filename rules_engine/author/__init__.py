"""The names with which a game is written: ``from rules_engine.author import Move, RuleBook, say``.

The reference in ``docs/authors`` describes them. Modules that only builds and tests need, such as those for reference cards, are
imported on first use, because they aren't shipped to the browser.
"""

from typing import TYPE_CHECKING

from rules_engine._lazy_names import lazy_names
from rules_engine.bots.bot import Bot, BotMove
from rules_engine.core.game.game import Game, View, best, deal_evenly, lowest
from rules_engine.core.game.score_form import ChoiceField, ChoiceOption, Counted, Counting, Form, NumberField, Share, Sum
from rules_engine.core.game.setup_checks import SetupReader
from rules_engine.core.game.trick_game import HandFlow, Stage, TrickGame
from rules_engine.core.model.cards import FACE_DOWN, Card, Pack, Suit, doubled, in_order, texts
from rules_engine.core.model.events import Event, EventSink, Line
from rules_engine.core.model.goals import SCORE, AnyPosition, Goal, GoalSide
from rules_engine.core.model.memory import Memory
from rules_engine.core.model.moves import Move, keep, make_move, moves_with, play
from rules_engine.core.model.pack_art import PackArt, Stroke, UnsuitedArt
from rules_engine.core.model.packs import DECKTET, DOUBLE_DECKER, FRENCH
from rules_engine.core.model.rules import Ground, Rule, RuleBook, Verdict, part_of
from rules_engine.core.model.table_talk import Remark
from rules_engine.core.model.tricks import PlayedCard, Trick, strongest
from rules_engine.core.positions.field_types import (
    CARD,
    FLAG,
    HAND,
    LAST_TRICK,
    NUMBER,
    ONE_CARD,
    PILE,
    SEAT,
    SEATS,
    SIDES,
    SUIT,
    SUIT_SET,
    SUITS,
    TEXT,
    TRICK,
    BySeat,
    BySide,
    BySuit,
    Cards,
    FieldType,
    MappingOf,
    Nullable,
    Number,
    NumberOrWord,
    OneOf,
)
from rules_engine.core.positions.notation import Notation
from rules_engine.core.positions.position import Position, field, inner
from rules_engine.narration.move_phrases import with_article
from rules_engine.narration.phrasebook import (
    ContextSentence,
    HandOverQuestion,
    NumberQuestion,
    Phrasebook,
    RuleFinding,
    SideTotal,
    SuitQuestion,
    WithCards,
)
from rules_engine.narration.quantities import CARDS, POINTS, TRICKS, counted, tricks_won
from rules_engine.narration.trick_phrases import trick_phrases
from rules_engine.solver.heuristics import AdditiveTricks, NoCardsMove, SolverHeuristics
from rules_engine.text.message import NOTHING, QuotedText, Text, all_of, any_of, capital, joined, say, suit_mark, template

if TYPE_CHECKING:
    from rules_engine.bots.stats import Statistic
    from rules_engine.core.game.cover import Cover
    from rules_engine.core.game.reference_card import Order, RankRow, Reach, Reference, Statement, Worth
    from rules_engine.narration.claims import Claim, Claims

__all__ = [
    "CARD", "CARDS", "DECKTET", "DOUBLE_DECKER", "FACE_DOWN", "FLAG", "FRENCH", "HAND", "LAST_TRICK", "NOTHING", "NUMBER",
    "ONE_CARD", "PILE", "POINTS", "SCORE", "SEAT", "SEATS", "SIDES", "SUIT", "SUITS", "SUIT_SET", "TEXT", "TRICK", "TRICKS",
    "AdditiveTricks", "AnyPosition", "Bot", "BotMove", "BySeat", "BySide", "BySuit", "Card", "Cards", "ChoiceField",
    "ChoiceOption", "Claim", "Claims", "ContextSentence", "Counted", "Counting", "Cover", "Event", "EventSink", "FieldType",
    "Form", "Game", "Goal", "GoalSide", "Ground", "HandFlow", "HandOverQuestion", "Line", "MappingOf", "Memory", "Move",
    "NoCardsMove", "Notation", "Nullable", "Number", "NumberField", "NumberOrWord", "NumberQuestion", "OneOf", "Order", "Pack",
    "PackArt",
    "Phrasebook", "PlayedCard", "Position", "QuotedText", "RankRow", "Reach", "Reference", "Remark", "Rule", "RuleBook",
    "RuleFinding", "SetupReader", "Share", "SideTotal", "SolverHeuristics", "Stage", "Statement", "Statistic", "Stroke",
    "Suit", "SuitQuestion", "Sum", "Text", "Trick", "TrickGame", "UnsuitedArt", "Verdict", "View", "WithCards", "Worth",
    "all_of", "any_of", "best", "capital", "counted", "deal_evenly", "doubled", "field", "in_order", "inner", "joined",
    "keep", "lowest", "make_move", "moves_with", "part_of", "play", "say", "strongest", "suit_mark", "template", "texts",
    "trick_phrases", "tricks_won", "with_article",
]

_AT_HOME = {
    "bots.stats": ("Statistic",),
    "core.game.cover": ("Cover",),
    "core.game.reference_card": ("Order", "RankRow", "Reach", "Reference", "Statement", "Worth"),
    "narration.claims": ("Claim", "Claims"),
}
"""Maps the modules that aren't shipped to the names from each."""

__getattr__ = lazy_names(__name__, _AT_HOME)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
