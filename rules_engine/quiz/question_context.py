"""The text above a question: the prompt and facts about the hand."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.game.game import Game, View
from rules_engine.core.model.cards import FACE_DOWN
from rules_engine.core.model.moves import Move
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.core.positions.position import Position
from rules_engine.narration.move_phrases import with_article
from rules_engine.narration.narrator import narrator_for
from rules_engine.narration.phrasebook import ContextSentence
from rules_engine.text.message import NOTHING, FormIndex, Text, any_of, declared, say, suit_mark

THESE, CARDS, CARDS_AND_SUITS, SUITS, ANYTHING = range(5)
"""Form indices for the prompt in ``ask_for_moves``."""
DO, SAY, NAME, LEAD, PLAY = range(5)


def ask_for_moves(position: Position, moves: Sequence[Move], shortened: bool) -> Text:
    """Return the prompt for a question about the legal moves of the seat to act.

    The options are ``moves``; ``shortened`` is True if some moves are left out.
    """
    seat, does = position.name(position.to_act), _does(position, moves)
    what = THESE if shortened else _kind_of(moves)
    return say("Choose {what:every one of these|every card|every card and suit|every suit|everything} that {seat} may {do}.",
               what=FormIndex(what, 5), seat=seat, do=does)


def _kind_of(moves: Sequence[Move]) -> int:
    """Classify the options as cards, cards with suits, suits, or a mixture, and return the form index."""
    if _are_cards(moves):
        return CARDS_AND_SUITS if any(move.suit for move in moves) else CARDS
    return SUITS if _are_suits(moves) else ANYTHING


def _does(position: Position, moves: Sequence[Move]) -> Text:
    """Return the verbs of moves as a text: ``lead or turn``."""
    if any(move.number is not None for move in moves):
        return _deed(SAY)
    if _are_cards(moves):
        verbs = dict.fromkeys(move.verb for move in moves)
        return any_of(_deed(PLAY if position.trick else LEAD) if verb == "play" else declared(verb, "may") for verb in verbs)
    return _deed(NAME if _are_suits(moves) else DO)


def _deed(which: int) -> Text:
    return say("{do:do|say|name|lead|play}", do=FormIndex(which, 5))


def _are_cards(moves: Sequence[Move]) -> bool:
    return all(move.card is not None and move.other is None and move.number is None for move in moves)


def _are_suits(moves: Sequence[Move]) -> bool:
    return all(move.suit and move.number is None for move in moves)


def variant(game: Game[Position]) -> Text:
    """Return the name of the variant in play; empty for the default variant."""
    if game.variant == next(iter(game.variants)):
        return NOTHING
    return say("Variant: {variant}.", variant=declared(game.variants[game.variant]))


def as_context(*sentences: Text) -> tuple[ContextSentence, ...]:
    """Convert the non-empty sentences to facts for a question, without a rule."""
    return tuple(ContextSentence("", sentence) for sentence in sentences if sentence)


def _setting(seen: View[Position], kind: str) -> tuple[ContextSentence, ...]:
    """Return the variant and the game-specific facts about the hand for a kind of question."""
    return (*as_context(variant(seen.game)), *narrator_for(seen.game).question_context(seen.position, kind))


def before_move(seen: View[Position], is_first: bool) -> tuple[ContextSentence, ...]:
    """Return the facts to show before a move. ``is_first`` is true in the first trick of a hand."""
    position = seen.position
    told = _setting(seen, "legal-moves")
    if position.leader is None:
        return told
    return (*told, *as_context(_led_and_next(position, is_first) if position.trick else _to_lead(position, is_first)))


def _to_lead(position: Position, is_first: bool) -> Text:
    seat = position.name(position.to_act)
    if is_first:
        return say("{seat} {seat:leads|lead} to the first trick.", seat=seat)
    return say("{seat} {seat:leads|lead}.", seat=seat)


def _led_and_next(position: Position, is_first: bool) -> Text:
    led = _led(position, position.trick[0], is_first)
    return say("{led}, and {next} {next:is|are} next.", led=led, next=position.name(position.to_act))


def _led(position: Position, lead: PlayedCard, is_first: bool) -> Text:
    seat, card = position.name(lead.seat), card_as_played(lead)
    if is_first:
        return say("{seat} led {card} to the first trick", seat=seat, card=card)
    return say("{seat} led {card}", seat=seat, card=card)


def of_trick(
    seen: View[Position], laid: Sequence[PlayedCard], kind: str, is_first: bool, whole: bool
) -> tuple[ContextSentence, ...]:
    """Return the facts about a trick on the table: the leader and, if the trick is ``whole`` (complete), the seats that didn't
    play to it."""
    told = _setting(seen, kind)
    if not laid:
        return told
    playing = {one.seat for one in laid}
    others = [seat for seat in seen.game.table.seats if seat not in playing] if whole else []
    without = say("{seats} {seats:plays|play} no card.", seats=seen.position.name(others)) if others else NOTHING
    return (*told, *as_context(say("{led}.", led=_led(seen.position, laid[0], is_first)), without))


def before_score(seen: View[Position], laid: Sequence[PlayedCard], since: Sequence[Text]) -> tuple[ContextSentence, ...]:
    """Return the facts to show before the score of a hand. ``since`` contains sentences about events after the last trick."""
    counted = say("The last trick isn't counted yet.") if laid else say("All tricks are counted.")
    return (*_setting(seen, "hand-score"), *as_context(counted, *since))


def card_as_played(laid: PlayedCard) -> Text:
    """Return a played card with its article, and with the suit as which it was played if there was a choice."""
    if laid.move.card is None or laid.card is FACE_DOWN:
        return say("a card face down")
    if laid.move.suit:
        return say("{card} as {suit}", card=with_article(laid.card), suit=suit_mark(laid.move.suit))
    return with_article(laid.card)

