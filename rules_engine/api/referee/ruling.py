"""Rulings on plays and calls that are true in all consistent hands. Uncertain rulings name the rule that they depend on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules_engine.api.referee.case import TableEntry
from rules_engine.api.referee.legal_moves import PossibleTurn, Ruling, card_of, is_ever_moved, left_open, rulings, usual_verb
from rules_engine.api.referee.stages import PLAY, is_of_cards
from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move, make_move
from rules_engine.core.model.rules import Verdict
from rules_engine.html.card_html import move_named, rule_title
from rules_engine.html.slip import Slip
from rules_engine.narration.consequences import Statement
from rules_engine.narration.move_phrases import imperative_template, kinds_of
from rules_engine.narration.narrator import narrator_for
from rules_engine.narration.phrasebook import RuleFinding
from rules_engine.text.message import NOTHING, QuotedText, Sentence, Text, all_of, any_of, as_texts, joined, say

OPEN = say("That depends on more than can be entered here.")


class Rulings:
    """The rulings on the next move.

    ``held``    the rulings on moves with each card in the user's hand
    ``said``    the rulings on moves without a card
    ``open``    the uncertain rulings: the moves are legal only in some consistent hands
    ``unseen``  the cards in the user's hand that can be moved only in hands that weren't tried
    """

    def __init__(self, case: TableEntry, turns: Sequence[PossibleTurn]) -> None:
        self.case = case
        self.turns = turns
        found = rulings(case.game, turns)
        self.held: Mapping[Card, Sequence[Ruling]] = {
            card: [ruling for key, ruling in found.items() if card_of(key) is card] for card in case.hand}
        self.said = [ruling for key, ruling in found.items() if card_of(key) is None]
        self.open = left_open(found, turns)
        self.usual = usual_verb(found)
        phase = turns[0].position.phase
        self.of_cards = is_of_cards(case.game, phase)
        self.unseen = [card for card, own in self.held.items() if not own and is_ever_moved(case.game, phase, card)]

    @property
    def seat(self) -> int | None:
        """The seat to act in the play, if certain; None in other phases, because the user doesn't enter who made the calls."""
        seats = {one.position.actor for one in self.turns if one.position.phase == PLAY}
        return seats.pop() if len(seats) == 1 else None

    def legal(self, card: Card) -> bool | None:
        """Return whether a card in the hand may be played or moved in another way; None if that is uncertain."""
        found = {None} if card in self.unseen else {ruling.legal for ruling in self.held[card]}
        return True if True in found else None if None in found else False

    @property
    def barred(self) -> list[Ruling]:
        """The rulings that forbid moving a card in the hand with the usual verb, such as "play"."""
        return [ruling for own in self.held.values() for ruling in own
                if ruling.legal is False and ruling.move.verb == self.usual]

    # ---- in words

    def slip(self) -> Slip:
        """Return a slip with the ruling on all moves."""
        if not self.of_cards:
            return Slip(self._call(), self._left_open(), "now")
        if not self.open and not self.unseen:
            return Slip(self._may(), self._reasons(), "now")
        free = [move_named(move) for card in self.held for move in self._legal(card)]
        lead = say("{cards} in any case.", cards=all_of(free)) if free else OPEN
        return Slip(lead, [*self._left_open(), *([(OPEN, "")] if free else []), *self._refused()], "now")

    def _told(self, finding: RuleFinding) -> Statement:
        """Return a refusal as a sentence and its rule. The sentence is empty if it names cards that can't be entered, as in
        exchanges."""
        in_play = self.turns[0].position.phase == PLAY
        known = in_play or all(card in self.case.hand for card in finding.sentence.cards)
        return finding.sentence if known else NOTHING, finding.rule

    def why(self, card: Card) -> list[Statement]:
        """Return the reasons against playing a card, including those that apply only to one way of playing it or in some
        consistent hands."""
        told = [self._told(finding) for ruling in self.held[card] if ruling.legal is False for finding in ruling.refusals]
        return [*self._left_open([ruling for ruling in self.open if ruling in self.held[card]]), *told]

    def _call(self) -> Text:
        """Return a sentence listing the possible calls, or naming the next player if no hand was entered."""
        moves = [ruling.move for ruling in self.said if ruling.legal]
        if self.seat is not None and not self.held:
            return say("{seat} {seat:comes|come} next.", seat=self.case.narrator.table.called(self.seat))
        return say("You may {deeds}.", deeds=kinds_of(moves, False, self.case.narrator.words.deeds)) if moves else OPEN

    def _may(self) -> Text:
        """Return a sentence listing the cards that may be played, for rulings that are all certain."""
        free = [card for card in self.held if self.legal(card)]
        if not self.held:
            return say("Tap the cards in your hand.")
        if not free:
            return say("None of these cards.")
        if not self.barred and len(free) == len(self.held):
            return say("Any of them.") if len(self.held) > 1 else say("You may.")
        usual = [move for card in free for move in self._legal(card) if move.verb == PLAY]
        others = [move for card in free for move in self._legal(card) if move.verb != PLAY]
        if usual and not others and len(free) < len(self.held):
            named = [*map(move_named, usual)]
            return say("Only {card}.", card=named[0]) if len(named) == 1 else say("One of these: {cards}.", cards=all_of(named))
        return joined([say("Play: {cards}.", cards=all_of(map(move_named, usual))) if usual else NOTHING,
                       *(self._only([move for move in others if move.verb == verb])
                         for verb in dict.fromkeys(move.verb for move in others))])

    def _legal(self, card: Card) -> list[Move]:
        """Return the legal moves with a card: plays if there are any, otherwise all. A card that may be played as any suit counts
        as one play."""
        legal = [ruling.move for ruling in self.held[card] if ruling.legal]
        plays = [ruling.legal for ruling in self.held[card] if ruling.move.verb == PLAY]
        if len(plays) > 1 and all(plays):
            return [make_move(PLAY, card)]
        return [move for move in legal if move.verb == PLAY] or legal

    def _only(self, moves: Sequence[Move]) -> Text:
        """Return a sentence on the only legal move with some cards, including its cost: ``Only pass 18 and 1 (−2 points).``"""
        every = all_of(dict.fromkeys(move.other or move.played for move in moves))
        called = imperative_template(self.case.narrator.words.deeds, moves[0])
        call = say("exchange {cards}", cards=every) if moves[0].other else Sentence(called, as_texts(card=every, suit=NOTHING))
        means = {self.case.narrator.move_meaning(one.position, one.position.actor, moves[0]) for one in self.turns}
        if len(means) == 1 and "" not in means:
            return say("Only {call} ({means}).", call=call, means=means.pop())
        return say("Only {call}.", call=call)

    def _left_open(self, among: Iterable[Ruling] | None = None) -> list[Statement]:
        """Return sentences on the moves that are legal only in some consistent hands, grouped by the rules that may forbid
        them."""
        groups: dict[tuple[str, ...], list[Ruling]] = {}
        certain = {ruling.move.verb for ruling in self.said if ruling.legal}
        for ruling in self.open if among is None else among:
            if self.of_cards or ruling.move.verb not in certain:
                rules = (each.rule for each in ruling.refusals if any(each.rule == rule.id for rule in self.case.game.rules))
                groups.setdefault(tuple(dict.fromkeys(rules)), []).append(ruling)
        return [(self._unless(group, rules), rules[0]) for rules, group in groups.items() if rules]

    def _unless(self, group: Iterable[Ruling], rules: Iterable[str]) -> Text:
        """Return a sentence naming some moves and the rules that may forbid them."""
        named = all_of(dict.fromkeys(map(self._named, group)))
        forbidding = any_of(QuotedText(rule_title(self.case.game, rule)) for rule in rules)
        return say("{cards} unless {rules} forbids it.", cards=named, rules=forbidding)

    def _named(self, ruling: Ruling) -> Text:
        """Return the name of a move for a list."""
        if not self.of_cards:
            return kinds_of([ruling.move], False, self.case.narrator.words.deeds)
        return say("{card}", card=ruling.move.other) if ruling.move.other else move_named(ruling.move)

    # ---- reasons

    def _reasons(self) -> list[Statement]:
        """Return the reason against the first forbidden card. If every card may be played, return a reason that permits all
        moves, and the reason against the first forbidden way to play one."""
        if self.barred or not self.held:
            return self._refused()
        other = next((ruling for own in self.held.values() for ruling in own if ruling.legal is False), None)
        return [*self._permitted()[-1:], *(map(self._told, other.refusals[:1]) if other else [])]

    def _refused(self) -> list[Statement]:
        """Return the reason against the first forbidden card or, if no hand was entered, call."""
        barred = self.barred or [ruling for ruling in self.said if ruling.legal is False and not self.held]
        return [*map(self._told, barred[0].refusals[:1])] if barred else []

    def _permitted(self) -> list[Statement]:
        """Return the reasons common to all legal moves with cards in the hand, in all consistent hands."""
        found: list[Statement] | None = None
        for one in self.turns:
            narrator = narrator_for(self.case.game, reader=one.position.actor)
            for verdict in one.verdicts:
                if found != [] and self._may_be_made(verdict):
                    told = [*map(self._told, narrator.explain(one.position, verdict))]
                    found = [part for part in (told if found is None else found) if part[0] and part in told]
        return found or []

    def _may_be_made(self, verdict: Verdict) -> bool:
        move = verdict.move
        return verdict.legal and move is not None and (move.other or move.card) in self.held
