"""The reasons why options are correct or wrong."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move
from rules_engine.core.model.rules import AnyRule, Verdict
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.core.positions.position import Position
from rules_engine.narration.narrator import narrator_for
from rules_engine.narration.phrasebook import EventText, RuleFinding
from rules_engine.text.message import as_text, joined, say, says, suit_mark


def judge_options(game: Game[Position], position: Position, moves: Sequence[Move]) -> list[tuple[Move, bool, RuleFinding]]:
    """Map each move to its legality and the reason. For a legal move, the reason cites a rule that refuses another move, if such
    a rule has a finding about it.
    """
    verdicts = [game.judge(position, move) for move in moves]
    refusing = {verdict.rule.id for verdict in verdicts if verdict.rule is not None}
    return [(move, verdict.legal, _why(game, position, verdict, refusing))
            for move, verdict in zip(moves, verdicts, strict=True)]


def _why(game: Game[Position], position: Position, verdict: Verdict, refusing: Collection[str]) -> RuleFinding:
    findings = narrator_for(game).explain(position, verdict)
    if not findings:
        rules: Sequence[AnyRule] = game.asked(position) or game.rules
        return RuleFinding(rules[-1].id, True, say("Nothing forbids this."))
    return next((finding for finding in reversed(findings) if finding.rule in refusing), findings[-1])


class TrickOutcome:
    """An explanation of a trick on the table: the reasons why seats win it or don't. ``events`` are the events caused by its last
    card; empty if the trick isn't finished.
    """

    def __init__(self, game: Game[Position], position: Position, laid: Sequence[PlayedCard], events: Sequence[EventText]) -> None:
        self.game, self.laid, self.events = game, laid, events
        self.chain = narrator_for(game).trick_explanation(position, laid)
        self.winners = game.winners(position, laid)
        self._so_far = [game.winners(position, laid[:place + 1]) for place in range(len(laid))]

    def why(self, seat: int, label: str) -> RuleFinding:
        """Return the reason why ``seat`` wins the trick or doesn't. If colours are won separately, ``label`` selects one."""
        if self.winners[label] == seat:
            return self.won(seat)
        return self._lost(seat, label)._replace(permits=False)

    def why_not(self, seat: int) -> RuleFinding | None:
        """Return the reason why ``seat`` wins no part of the trick, or None if it wins some."""
        if seat in self.winners.values():
            return None
        suit = self.laid[self._place(seat)].card.suits
        return self.why(seat, suit if suit in self.winners else next(iter(self.winners)))

    def won(self, seat: int) -> RuleFinding:
        """Return the reason why ``seat`` wins the trick, from the trick's events. If they contain no reason, the effect of the
        winning card is added before them.
        """
        place = self._place(seat)
        does, told = self.chain[place], self._told(seat, self.laid[place].card)
        rule, sentences = told[-1].event.rule if told else self.chain[place or -1].rule, [each.sentence for each in told]
        if not told or rule not in narrator_for(self.game).words.of_chain:
            final = says(as_text(does.sentence), narrator_for(self.game).words.final)
            sentences = [does.sentence, *(sentences if place else [] if final else [say("No later card beat it.")])]
        return RuleFinding(rule, True, joined(sentences), (self.laid[place].card,))

    def _told(self, seat: int, card: Card) -> list[EventText]:
        """Return the events in which a seat wins the trick with a card, without those about the trick's value."""
        told = [each for each in self.events
                if each.event.kind == "trick" and each.event.seat == seat and each.event.cards[:1] == (card,)]
        alone = next((place for place, each in enumerate(told) if len(each.event.cards) == 1), len(told))
        return told[:alone + 1]

    def _lost(self, seat: int, label: str) -> RuleFinding:
        """Return the reason why the seat's card lost: the card that overtook it, or a card that it didn't beat."""
        place = self._place(seat)
        if label != self.laid[place].card.suits in self.winners:
            return RuleFinding(
                self.chain[-1].rule, False, say("Only a {suit} card can take {suit} cards.", suit=suit_mark(label))
            )
        led = [so_far.get(label) == seat for so_far in self._so_far]
        overtaken = next((later for later in range(place, len(led)) if not led[later]), place)
        return self.chain[overtaken]

    def _place(self, seat: int) -> int:
        return next(place for place, laid in enumerate(self.laid) if laid.seat == seat)
