"""The reader's view of a hand in play: the table with the slip (its message panel) and the choices on both."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from rules_engine.api.narration import cards_to_discard, state_slip
from rules_engine.api.result import details, headline, readers_points
from rules_engine.api.session import Session
from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move
from rules_engine.core.model.rules import Verdict
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.html.card_choices import CardChoice, choices_for
from rules_engine.html.card_html import move_named, spoken
from rules_engine.html.elements import Html
from rules_engine.html.ending import Ending
from rules_engine.html.hand_html import stage_html
from rules_engine.html.links import Links
from rules_engine.html.score import score_html
from rules_engine.html.slip import Slip, SlipAnswer
from rules_engine.html.table import TableView
from rules_engine.html.tray import Action, numbers_html
from rules_engine.narration.consequences import statements
from rules_engine.narration.hand_order import sorted_hand
from rules_engine.narration.move_phrases import imperative_phrase, with_article
from rules_engine.narration.quantities import CARDS, counted
from rules_engine.text.message import NOTHING, QuotedText, Text, capital, joined, say, suit_mark

if TYPE_CHECKING:
    from rules_engine.api.protocol import TableAnswer


class Reply(NamedTuple):
    """A message on the slip that responds to an action of the reader, and the cards that it refers to.

    ``bound``    the cards that the player has to choose from
    ``refused``  the card that may not be played
    ``hints``    recommended cards
    ``badges``   labels on cards, such as their value
    ``number``   a recommended number
    ``doubt``    whether the reader is asked to confirm the move just made
    ``panel``    whether the message is about a finished hand and takes the space of the seats and the hand
    """

    slip: Slip
    bound: Collection[Card] = ()
    refused: Card | None = None
    hints: Collection[Card] = ()
    badges: Mapping[Card, Text] = {}
    number: int | None = None
    doubt: bool = False
    panel: bool = False


NO_REPLY = Reply(Slip(NOTHING))


def refused(session: Session, verdict: Verdict) -> Reply:
    """Return the message that explains why a move isn't allowed."""
    *_, finding = session.narrator.explain(session.view.position, verdict)
    move = verdict.move
    if move is None:
        return Reply(Slip(say("That isn't possible now."), [(finding.sentence, finding.rule)], "no"), finding.cards)
    lead = say("You can't {call}.", call=session.narrator.move_request(session.position, move))
    return Reply(Slip(lead, [(finding.sentence, finding.rule)], "no"), finding.cards, move.other or move.card)


@dataclass
class HandView:
    """A displayed state of a hand in play. The handlers add buttons, the text for screen readers and the focus (see ``answer``).

    ``reply``     the message for the slip; by default the slip describes the latest events and the next action
    ``picked``    the card for which the reader has to choose a way to play it
    ``number``    the number selected in the number picker
    ``can_move``  whether the reader may move, if it is the reader's turn
    ``ended``     whether the last trick of the hand is still on the table; the score appears when the reader continues
    ``still``     whether an earlier position is shown, so that it is nobody's turn
    ``laid``      the trick to show instead of the current or last one
    ``worths``    the values of moves, shown on their buttons
    ``coach``     the coach's sentence on the finished hand
    """

    session: Session
    links: Links
    reply: Reply | None = None
    picked: Card | None = None
    number: int | None = None
    can_move: bool = True
    ended: bool = False
    still: bool = False
    laid: Sequence[PlayedCard] | None = None
    worths: Mapping[Move, Text] = field(default_factory=dict)
    coach: Text = NOTHING

    def __post_init__(self) -> None:
        session = self.session
        self.over = session.position.hand_over and not self.ended
        self.turn = session.readers_turn and self.can_move
        self.choices = choices_for(session.view) if self.turn else {}
        self.to_give = cards_to_discard(session) if self.turn else 0
        self.no_choice = 1 < self.to_give == sum(choice.legal for choice in self.choices.values())
        on_cards = {move for choice in self.choices.values() for move in choice.moves}
        self.moves = [move for move in session.game.legal(session.view.position) if move not in on_cards] if self.turn else []
        self.numbers = [move for move in self.moves if move.number is not None]

    def answer(self, actions: Sequence[Action], told: Text, focus: str) -> TableAnswer:
        """Return the response that shows this view, with the buttons below the table, the text for screen readers, and the id of
        the element to focus; an empty id leaves the focus where it is."""
        return {"html": stage_html(self.table, actions), "say": spoken(self.session.game.pack, told), "focus": focus,
                "picked": self.picked.text if self.picked else ""}

    @cached_property
    def table(self) -> TableView:
        """The table. Handlers may change its attributes before they call ``answer``."""
        session, reply = self.session, self.reply or NO_REPLY
        seen = session.game.view(session.position, session.seat) if self.ended else session.view
        numbers = numbers_html(self.numbers, self.chosen_number()) if self.numbers else None
        slip = Slip(NOTHING) if self.ending else self.slip
        return TableView(seen, session.narrator, self.links, slip=slip, choices=self.choices, many=self.to_give > 1,
                         all_go=self.no_choice, still=self.still, laid=self.laid, bound=reply.bound, refused=reply.refused,
                         hints=reply.hints, badges=reply.badges if self.to_give <= 1 else {}, picked=self.picked,
                         remarks=session.fresh_remarks, numbers=numbers, confirm=self._bid(), people=True,
                         match=self.number_in_match, ending=self.ending)

    def focus(self, otherwise: str) -> str:
        """Return the id of the element to focus: the ways to play a picked card, nothing after a refusal, or ``otherwise``."""
        if self.picked:
            return "fs-answers"
        return "" if self.reply and self.reply.slip.kind == "no" else otherwise

    # ---- moves without a card

    def chosen_number(self) -> int | None:
        """Return the selected number: with a message from the table, the number recommended there; otherwise the reader's
        choice. None if there is no such number, or if it can't be bid."""
        wanted = self.reply.number if self.reply else self.number
        return wanted if wanted in {move.number for move in self.numbers} else None

    def of_number(self) -> list[Move]:
        """Return the moves with the selected number: none, a single move, or one for each suit."""
        return [move for move in self.numbers if move.number == self.chosen_number()]

    def bare_moves(self) -> list[Move]:
        """Return the moves that have a button on the slip: moves without a card, and those that share the selected number."""
        several = self.of_number() if self.numbers else []
        return [*(several if len(several) > 1 else ()), *(move for move in self.moves if move.number is None)]

    def confirmation(self) -> Action | None:
        """Return the button that gives the selected cards away; None if there is no such move."""
        return self._give() if self.to_give > 1 else None

    def _give(self) -> Action:
        move = next(iter(self.choices.values())).moves[0]
        own = self.session.narrator.button_label(move, counted(self.to_give, CARDS))
        label = own or capital(say("{call} {n}", call=imperative_phrase(move.verb), n=self.to_give))
        return Action("give", label, self.no_choice, True, cards=self.to_give)

    def _bid(self) -> Action | None:
        """Return the button that bids the selected number. None if there are no numbers, or if several moves have this number:
        then each move has its own button.
        """
        session, moves = self.session, self.of_number()
        if not self.numbers or len(moves) > 1:
            return None
        if not moves:
            return Action("bid", say("Choose a number"), False, True)
        means = session.narrator.move_meaning(session.position, session.position.actor, moves[0])
        named = session.narrator.button_label(moves[0]) or capital(move_named(moves[0]))
        return Action("bid", named, True, True, value=moves[0].text, means=means)

    # ---- the slip

    @cached_property
    def slip(self) -> Slip:
        """The message panel: the response to the reader's action, or the state of the hand, with buttons for the available
        choices below."""
        slip = self.reply.slip if self.reply else state_slip(self.session, self.turn, self.to_give, self.ended)
        if self.over:
            return slip
        if self.picked is not None:
            return Slip(self._asks_how(self.picked), kind="now", answers=self._ways(self.choices[self.picked]))
        if self.turn:
            return slip if slip.answers else slip._replace(answers=[*map(self._way, self.bare_moves())])
        return slip if self.reply else slip._replace(phrases=[
            SlipAnswer("say", each.phrase, QuotedText(each.phrase), each.meaning, language=each.language)
            for each in self.session.sayings])

    # ---- the end of the hand

    @property
    def number_in_match(self) -> int:
        """The number of the hand in the reader's match; 0 if the reader moves for every seat."""
        return 0 if self.session.seat is None else self.session.number

    @cached_property
    def ending(self) -> Ending | None:
        """The panel with the result of a finished hand or with the review; None if the slip shows a message instead."""
        session, reply = self.session, self.reply
        if not self.over or (session.seat is None and session.position.hand_score is None):
            return None
        if session.seat is None:
            return Ending(self.slip, self._sheet())
        if reply is not None:
            return Ending(reply.slip) if reply.panel else None
        position = session.position
        sides = len(position.hand_score or ()) == 2 and not position.game_over      # the sheet shows both scores
        told = [] if sides else [(text, "") for text in details(session)]
        ends = statements(each for each in session.told(len(session.moves)) if each.event.kind == "game")
        message = Slip(headline(session), [*told, *ends], "end", titled=True)
        return Ending(message, self._sheet(), readers_points(session), self._winners_cards(), self.coach)

    def _winners_cards(self) -> Sequence[Card]:
        """Return the cards dealt to the winner of the match, preferably the reader; empty if the match isn't over."""
        session = self.session
        if not session.position.won_by:
            return ()
        winner = session.seat if session.seat in session.position.won_by else session.position.won_by[0]
        start = session.line[0].position
        return sorted_hand(session.narrator, start, start.hands[winner or 0])

    def _sheet(self) -> Html:
        """Return the score sheet. At the end of the match, it includes the earlier hands."""
        session, events = self.session, [event for reached in self.session.line for event in reached.events]
        past = session.past if session.position.game_over else ()
        return score_html(session.narrator, session.position, self.links, events, past, self.number_in_match)

    def _asks_how(self, card: Card) -> Text:
        """Return the question that asks how to play the picked card."""
        if self.choices[card].moves[0].other is not None:
            return say("Exchange {card}?", card=with_article(card))
        return say("How do you {leads:lead|play} {card}?", leads=not self.session.position.trick, card=with_article(card))

    def _ways(self, choice: CardChoice) -> list[SlipAnswer]:
        """Return the buttons for a picked card: one for each way to play it, and "Cancel"."""
        card = choice.moves[0].other or choice.moves[0].card
        return [*(self._way(move) for move in choice.moves), SlipAnswer("pick", str(card), say("Cancel"))]

    def _way(self, move: Move) -> SlipAnswer:
        """Return the button on the slip for a move."""
        session = self.session
        position = session.view.position
        verdict = session.game.judge(position, move)
        means = session.narrator.move_meaning(position, position.actor, move) if verdict.legal else say("why not?")
        own = move.card is None or (move.other or move.card) in position.hands[position.actor]
        call = self._label(move) if own and not move.cards and move.number is None else capital(move_named(move))
        worth = self.worths.get(move, NOTHING)
        return SlipAnswer("play", move.text, call, joined([means, worth], ", ") if worth else means, verdict.legal)

    def _label(self, move: Move) -> Text:
        """Return the label for a move without a card, or for one of the ways to play a card."""
        narrator = self.session.narrator
        if move.suit and move.card is not None:
            return say("as {suit}", suit=suit_mark(move.suit))
        if narrator.is_named_by_suit(move, self.session.game.legal(self.session.view.position)):
            return suit_mark(move.suit)
        if (own := narrator.button_label(move, None if move.other else say("it"))) is not None:
            return own
        call = imperative_phrase(move.verb)
        if move.other is not None:
            return capital(say("{call} {card} for it", call=call, card=with_article(move.played)))
        return capital(say("{call} it", call=call) if move.card is not None else call)
