"""Table talk: phrases that players say. Bots say them only if they are true, and use their partners' remarks.

A remark names no card. It depends only on the speaker's view, and is made in fixed situations: when a partner is to lead or to
answer, when a partner plays before the speaker in a trick, and after a few notable events. Bots never bluff. The same view always
leads to the same remarks, so they are computed again at each move. ``remarks_of`` collects them, and ``KnueffelnBot.choose``
accepts them as ``heard``. People may say anything; ``sayings`` returns the phrases that a partner would use.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rules_engine.core.game.game import Game, View
from rules_engine.core.model.cards import FACE_DOWN, Card
from rules_engine.core.model.moves import Move
from rules_engine.core.model.table_talk import Remark
from rules_engine.games.knueffeln import rules
from rules_engine.games.knueffeln.bot.sight import CANNOT, LYING, OLE, SURE, KnueffelnKnowledge, Meaning
from rules_engine.games.knueffeln.position import KnueffelnPosition
from rules_engine.text.message import Text, say

HIGH_BEATERS = ("A", "J", "6")
CERTAINTY = 1 - 1e-9
"""Minimum chance of a trick that is certain, to allow for rounding errors."""
LEADER_ROLES = (rules.seven, rules.free_card, rules.unchosen_ace)
LANGUAGE = "de"
"""Language tag of the phrases, which are in High and Low German. Speech synthesizers have voices only for High German."""


class Phrase(NamedTuple):
    """A phrase from the source, its meaning in words, and its meaning for a bot that hears it from its partner (None for an
    exclamation)."""

    said: str
    meaning: Text
    word: Meaning | None = None


TWO_SURE = Phrase("ich mache zwei Spiele sicher", say("Count on me for two tricks."), Meaning(help=3.0, strength=2.9))
BEATER_AND_LEADERS = Phrase("hab' einen Stecher und 2 Ausspieler",
                            say("One of my beaters is high, an Ace, Jack or Six, and two of my cards are good to lead."),
                            Meaning(help=1.5, strength=2.6))
ONCE = Phrase("ich kann dir nur einmal helfen", say("One decent card is all I have."), Meaning(help=0.8, strength=1.3))
TWO_PUZERS = Phrase("hab' nur zwei Puzer", say("My best cards are two low beaters: Twos, Threes or Fours."),
                    Meaning(help=0.6, strength=0.8))
POORLY = Phrase("ick bin nich recht to Huus", say("My cards are poor."), Meaning(help=0.1, strength=0.4))

CERTAIN = Phrase("ich kann ganz sicher", say("I can take this trick, whatever they play."), SURE)
COME = Phrase("kommt", say("Leave this trick to me."), SURE)
AN_OLE = Phrase("du mußt erst, ick schall oldsch", say("Keep your good cards: I have an Ole for this trick."), OLE)
A_BIT = Phrase("ich kann etwas verbessern", say("My card is just high enough for this one."), LYING)
CANT = Phrase("kann ik nich, mußt en Steker speeln!", say("This one is too high for me: it wants a beater from you."), CANNOT)
NOTHING = Phrase("ich kann nichts", say("Nothing strong is left in my hand."), CANNOT)

FOR_THE_JANN = Phrase("een vör de Jann!", say("The first trick is ours: a start towards a Jann."))
WEAKNESS = Phrase("ein Schwachheitszeichen!", say("They open with a Seven, so they must be weak."))
WHO_CAN = Phrase("wer kann de?", say("Who can beat that? I know of no card that does."))
TURNING = Phrase("ich dreh ein um", say("My lead stays face down: see it and the stake goes up."))
PLAYING_ON = Phrase("wir spieler weiter", say("We leave the Jann and try to win every trick."))
FOLDING = Phrase("wir schmeissen", say("We give up the hand."))

OF_THE_HAND = (TWO_SURE, BEATER_AND_LEADERS, ONCE, TWO_PUZERS, POORLY)
OF_THE_TRICK = (CERTAIN, COME, AN_OLE, A_BIT, CANT, NOTHING)
PHRASES = (*OF_THE_HAND, *OF_THE_TRICK, FOR_THE_JANN, WEAKNESS, WHO_CAN, TURNING, PLAYING_ON, FOLDING)
_WORDS = {phrase.said: phrase.word for phrase in PHRASES if phrase.word is not None}


def remarks(view: View[KnueffelnPosition]) -> list[Remark]:
    """Return the present remarks from the view's seat: first an exclamation, then a phrase for the partner who is to move."""
    position = view.position
    if view.seat is None or view.seat not in position.players:
        return []
    phrases = [shout(position, view.seat), tell_partner(KnueffelnKnowledge(view))]
    return [_said(view.seat, phrase) for phrase in phrases if phrase is not None]


def sayings(view: View[KnueffelnPosition]) -> list[Remark]:
    """Return the phrases that the view's seat might say to the partner who is to act: about the trick if there is one, otherwise
    about its hand."""
    position = view.position
    if view.seat is None or view.seat not in position.players:
        return []
    sight = KnueffelnKnowledge(view)
    if not _partner_listens(sight):
        return []
    return [_said(sight.seat, phrase) for phrase in (OF_THE_TRICK if _about_trick(sight) else OF_THE_HAND)]


def _said(seat: int, phrase: Phrase) -> Remark:
    return Remark(seat, phrase.said, phrase.meaning, LANGUAGE)


def remarks_of(game: Game[KnueffelnPosition], position: KnueffelnPosition, speakers: Iterable[int]) -> list[Remark]:
    """Return the present remarks from the given seats, each based on the seat's own view."""
    return [remark for seat in speakers for remark in remarks(game.view(position, seat))]


def words_for(seat: int, mates: Sequence[int], heard: Sequence[Remark]) -> dict[int, Meaning]:
    """Return the meanings of remarks from the seat's partners, by seat."""
    return {remark.seat: _WORDS[remark.phrase] for remark in heard
            if remark.seat in mates and remark.seat != seat and remark.phrase in _WORDS}


# ---- exclamations

def shout(position: KnueffelnPosition, seat: int) -> Phrase | None:
    """Return an exclamation about a public event that just happened, or None."""
    if position.phase == "over":
        return _shout_over(position, seat)
    if position.leader == seat:
        return _shout_leading(position)
    opening = not any(position.tricks) and len(position.trick) == 1 and position.phase == "play"
    if opening and position.to_act == seat and position.order.role[position.trick[0].move.played] is rules.seven and (
            position.side[position.trick[0].seat] != position.side[seat]):
        return WEAKNESS
    return None


def _shout_over(position: KnueffelnPosition, seat: int) -> Phrase | None:
    if position.result is None or position.result.how != "run":
        return None
    return FOLDING if seat == position.sides[1 - position.result.side][0] else None


def _shout_leading(position: KnueffelnPosition) -> Phrase | None:
    won = sum(position.tricks)
    if position.phase == "answer":
        return TURNING
    if not position.trick:
        return FOR_THE_JANN if won == 1 and position.phase == "play" else None
    if position.marching and won == rules.needed(position, position.side[position.leading]) and len(position.trick) == 1:
        return PLAYING_ON
    return None


# ---- phrases for a partner

def tell_partner(sight: KnueffelnKnowledge) -> Phrase | None:
    """Return the phrase to say to the partner who is to move, or None."""
    position = sight.position
    if position.leader == sight.seat and position.to_act != sight.seat:
        return _boast(sight)
    if not _partner_listens(sight):
        return None
    return _tell_trick(sight) if _about_trick(sight) else tell_hand(sight)


def _partner_listens(sight: KnueffelnKnowledge) -> bool:
    """Return whether a partner is about to make a choice that affects the seat."""
    position = sight.position
    if position.to_act not in sight.mates or position.phase not in ("play", "answer", "jann"):
        return False
    return not _about_trick(sight) or sight.seat in sight.yet_to_play


def _about_trick(sight: KnueffelnKnowledge) -> bool:
    return bool(sight.position.trick) and sight.position.phase == "play"


def _boast(sight: KnueffelnKnowledge) -> Phrase | None:
    trick = sight.position.trick
    if len(trick) != 1 or trick[0].move.played is FACE_DOWN or sight.position.phase != "play":
        return None
    card = trick[0].move.played
    return WHO_CAN if sight.order.role[card] is not rules.seven and not sight.threats(card) else None


def tell_hand(sight: KnueffelnKnowledge) -> Phrase | None:
    """Return the phrase that describes the present hand, or None."""
    olen, high, puzers, leaders = (len(cards) for cards in _kinds(sight))
    if len(sight.certain()) >= 2:
        return TWO_SURE
    if high and leaders >= 2:
        return BEATER_AND_LEADERS
    if olen + high + leaders > 1:
        return None
    if olen + high + leaders == 1:
        return None if puzers else ONCE
    return {0: POORLY, 2: TWO_PUZERS}.get(puzers)


def _kinds(sight: KnueffelnKnowledge) -> tuple[list[Card], list[Card], list[Card], list[Card]]:
    role, hand = sight.order.role, sight.hand
    beaters = [card for card in hand if role[card] is rules.beater]
    high = [card for card in beaters if card.rank in HIGH_BEATERS]
    return ([card for card in hand if role[card] is rules.ole], high, [card for card in beaters if card not in high],
            [card for card in hand if role[card] in LEADER_ROLES])


def _tell_trick(sight: KnueffelnKnowledge) -> Phrase | None:
    assert sight.best is not None, "a card lies on the table"
    lying = sight.best.move.played
    if any(_takes_surely(sight, card, lying) for card in sight.hand):
        return COME if sight.ours else CERTAIN
    if sight.ours:
        return None
    takers = [card for card in sight.hand if sight.beats(card)]
    if not takers:
        return _regret(sight)
    return AN_OLE if any(sight.order.role[card] is rules.ole for card in takers) else A_BIT


def keeps_word(view: View[KnueffelnPosition], sight: KnueffelnKnowledge, moves: Sequence[Move]) -> Sequence[Move]:
    """Return the moves that surely take the trick if the seat promised that to a partner who then played; otherwise all moves."""
    position = view.position
    if not any(_promised(view, place) for place, laid in enumerate(position.trick) if laid.seat in sight.mates):
        return moves
    return [move for move in moves if sight.chance(move.played) > CERTAINTY] or moves


def _promised(view: View[KnueffelnPosition], place: int) -> bool:
    """Return whether the seat announced, before the card at index ``place`` was played, that it would take the trick."""
    if not place:
        return False
    earlier = view.position.copy()
    earlier.to_act, earlier.trick = earlier.trick[place].seat, earlier.trick[:place]
    return tell_partner(KnueffelnKnowledge(view._replace(position=earlier))) in (CERTAIN, COME)


def _takes_surely(sight: KnueffelnKnowledge, card: Card, lying: Card) -> bool:
    """Return whether a card wins the trick for the side against any cards that opponents may play, if the partner plays low."""
    to_come = [seat for seat in sight.yet_to_play if seat in sight.foes]
    between = any(seat not in sight.after for seat in to_come)
    after = any(seat in sight.after for seat in to_come)
    stands = [*([] if sight.ours else [lying]), *(sight.threats(lying) if between else [])]
    return bool(stands) and all(card in sight.order.beaten_by[one] for one in stands) and not (after and sight.threats(card))


def _regret(sight: KnueffelnKnowledge) -> Phrase | None:
    """Return the phrase for a hand that can't help, or None if the card that leads the trick can't be beaten."""
    threats = sight.threats(sight.best.move.played) if sight.best is not None else []
    if not threats:
        return None
    return CANT if any(sight.order.role[card] is rules.beater for card in threats) else NOTHING
