"""The reader's view of a hand in play: the table, the slip (its message panel), the buttons, and the record next to the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from rules_engine.api.card_moves import cards_to_discard
from rules_engine.api.narration import RESULT, about_turn, asked, latest_move, latest_news, persistent_news, status_text, told_of
from rules_engine.api.reply import Reply
from rules_engine.api.result import result_told
from rules_engine.api.session import Session
from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move
from rules_engine.core.model.table_talk import Remark
from rules_engine.core.positions.position import Position
from rules_engine.html.card_choices import CardChoice, choices_for
from rules_engine.html.card_html import move_named, spoken
from rules_engine.html.elements import Html
from rules_engine.html.hand_html import Action, LogMove, numbers_html, side_html, stage_html
from rules_engine.html.links import Links
from rules_engine.html.score import Scores, match_html, score_html
from rules_engine.html.slip import Slip, SlipAnswer
from rules_engine.html.table import TableView
from rules_engine.narration.move_phrases import imperative_phrase, with_article
from rules_engine.narration.narrator import Narrator
from rules_engine.narration.phrasebook import EventText
from rules_engine.narration.quantities import CARDS, counted
from rules_engine.text.message import NOTHING, QuotedText, Text, capital, say, suit_mark

if TYPE_CHECKING:
    from rules_engine.api.protocol import TableAnswer


@dataclass
class HandView:
    """A displayed state of a hand in play.

    ``reply``   the message for the slip; by default the slip describes the latest events and the next action
    ``picked``  the card for which the reader has to choose a way to play it
    ``number``  the number selected in the number picker
    ``back``    whether an earlier position is shown
    ``ended``   whether the last trick of the hand is still on the table; the score appears when the reader continues
    ``book``    additional buttons at the start of the toolbar, used if the reader moves for every seat
    ``retry``   the index of the choice that an earlier position is about, if any
    ``sets``    whether that choice can be turned into a puzzle
    """

    session: Session
    links: Links
    reply: Reply | None = None
    picked: Card | None = None
    number: int | None = None
    back: bool = False
    ended: bool = False
    book: Sequence[Action] = ()
    retry: int | None = None
    sets: bool = False

    def __post_init__(self) -> None:
        session = self.session
        self.over = session.position.hand_over and not self.ended
        self.turn = self.readers_turn()
        self.choices = choices_for(session.view) if self.turn else {}
        self.to_give = cards_to_discard(session) if self.turn else 0
        self.no_choice = 1 < self.to_give == sum(choice.legal for choice in self.choices.values())
        on_cards = {move for choice in self.choices.values() for move in choice.moves}
        self.moves = [move for move in session.game.legal(session.view.position) if move not in on_cards] if self.turn else []
        self.numbers = [move for move in self.moves if move.number is not None]

    def readers_turn(self) -> bool:
        """Return whether the reader has a choice to make."""
        return self.session.readers_turn and not self.back

    def answer(self, told: Text | None = None, focus: str | None = None) -> TableAnswer:
        """Return the response that shows this view. ``told`` and ``focus`` override the text for screen readers and the focus."""
        return {"html": self.stage(), "say": spoken(self.session.game.pack, self.heard() if told is None else told),
                "focus": self.focus() if focus is None else focus, "picked": self.picked.text if self.picked else ""}

    def heard(self) -> Text:
        """Return the text for screen readers."""
        return self.slip.told()

    def focus(self) -> str:
        """Return the id of the element to focus; empty to leave the focus where it is."""
        if self.session.running or self.reply:
            return ""
        if self.session.waiting or self.session.position.hand_over:
            return f"fs-do-{self.main().do}"
        return "fs-numbers" if self.numbers else "fs-answers" if self.moves else "fs-hand"

    # ---- parts of the view

    def stage(self) -> Html:
        """Return the table with its buttons as HTML."""
        return stage_html(self.table(), self.actions())

    def table(self) -> TableView:
        """Return the table."""
        session, reply = self.session, self.reply
        badges = reply.badges if reply and self.to_give <= 1 else {}
        seen = session.game.view(session.position, session.seat) if self.ended else session.view
        laid = session.position.trick if self.retry is not None else None
        return TableView(seen, session.narrator, self.links, slip=self.slip, choices=self.choices, many=self.to_give > 1,
                     all_go=self.no_choice, still=self.back and self.retry is None, laid=laid,
                     bound=reply.bound if reply else (), refused=reply.refused if reply else None,
                     hints=reply.hints if reply else (), badges=badges, picked=self.picked, remarks=session.fresh_remarks,
                     box=self.box(), match=0 if session.seat is None else session.number)

    def box(self) -> Html | None:
        """Return the number picker, shown instead of the trick; None if there are no numbers to bid."""
        return numbers_html(self.numbers, self.chosen_number()) if self.numbers else None

    def chosen_number(self) -> int:
        """Return the number to preselect: with a message from the table, the number recommended there; otherwise the reader's
        choice. If it can't be bid, return the lowest."""
        values = [move.number for move in self.numbers if move.number is not None]
        wanted = self.reply.number if self.reply else self.number
        return wanted if wanted in values else values[0]

    def of_number(self) -> list[Move]:
        """Return the moves with the selected number: a single move, or one for each suit."""
        return [move for move in self.numbers if move.number == self.chosen_number()]

    def actions(self) -> list[Action]:
        """Return the buttons below the table."""
        session = self.session
        if self.retry is not None:
            puzzle = [Action("own", say("As a puzzle"), value=str(self.retry))] if self.sets else []
            return [Action("now", say("Score")), Action("review", say("Review")), *puzzle,
                    Action("retry", say("Play on from here"), main=True, value=str(self.retry))]
        if self.back:
            return [Action("trick-because", say("Why did they play that?"), value=str(len(session.moves))),
                    Action("now", say("Back to the hand"), main=True)]
        undoes = bool(session.moves) or self.picked is not None
        if session.seat is None:
            return [*self.book, Action("undo", say("Undo"), undoes), Action("bots", say("Let the bot choose"), self.turn),
                    self.main()]
        if self.reply and self.reply.doubt:
            return [Action("undo", say("Take it back")), Action("more", say("More")),
                    self.main() if session.waiting or self.turn else Action("go", say("Play on"), main=True)]
        helps = self._looks_back() if session.position.hand_over else Action("hint", say("Hint"), self.turn)
        last = Action("last", say("Last trick"), session.position.last_trick is not None)
        return [helps, Action("undo", say("Undo"), undoes), last, Action("more", say("More")), self.main()]

    def _looks_back(self) -> Action:
        """Return the button that replaces "Hint" after the hand: it opens the review or, from the review, the score."""
        return Action("now", say("Score")) if self.reply and self.over else Action("review", say("Review"))

    def main(self) -> Action:
        """Return the button that continues the hand."""
        session = self.session
        if self.ended:
            return Action("next", say("Score"), main=True)
        if session.position.game_over:
            return Action("new", say("New game"), main=True)
        if session.position.hand_over:
            return Action("deal", say("Next hand"), session.seat is not None, True)
        if self.to_give > 1:
            move = next(iter(self.choices.values())).moves[0]
            own = session.narrator.button_label(move, counted(self.to_give, CARDS))
            label = own or capital(say("{call} {n}", call=imperative_phrase(move.verb), n=self.to_give))
            return Action("give", label, self.no_choice, True, cards=self.to_give)
        if self.numbers:
            move, *others = self.of_number()
            if others:          # the slip has a button for each of them
                return Action("bid", capital(imperative_phrase(move.verb)), False, True)
            means = session.narrator.move_meaning(session.position, session.position.actor, move)
            named = session.narrator.button_label(move) or capital(move_named(move))
            return Action("bid", named, True, True, value=move.text, means=means)
        lies = self.turn and session.trick_done     # the reader may clear away the last trick before leading
        return Action("next", say("Go on") if session.sayings else say("Next trick"), session.waiting or lies, True)

    def side(self) -> Html:
        """Return the record of the hand as HTML: totals, tricks and log."""
        session = self.session
        score = match_html(session.narrator, session.scores, session.position.totals)
        return side_html(self.table(), score, _tricks(session), _log(session), self.links)

    # ---- the slip

    @cached_property
    def slip(self) -> Slip:
        """The message panel: the response to the reader's action, or the state of the hand, with buttons for the available
        choices below."""
        slip = self.reply.slip if self.reply else self._standing()
        if self.shows_score():
            session, events = self.session, [event for reached in self.session.line for event in reached.events]
            return slip._replace(sheet=score_html(session.narrator, session.position, self.links, events, self.past()))
        if self.picked is not None:
            return Slip(self._asks_how(self.picked), kind="now", answers=self.ways(self.choices[self.picked]))
        if self.turn:
            several = self.of_number() if self.numbers else []
            bare = [*(several if len(several) > 1 else ()), *(move for move in self.moves if move.number is None)]
            return slip if slip.answers else slip._replace(answers=[*map(self.way, bare)])
        if self.reply is None and not self.back:
            return slip._replace(
                phrases=[
                    SlipAnswer("say", each.phrase, QuotedText(each.phrase), each.meaning, language=each.language)
                    for each in self.session.sayings
                ]
            )
        return slip

    def shows_score(self) -> bool:
        """Return whether the slip shows the score sheet: the hand is over, and there is no other message to show."""
        return self.over and not self.back and self.reply is None

    def past(self) -> Scores:
        """Return the scores of the match's earlier hands, if this hand ends the match; otherwise nothing."""
        return self.session.past if self.session.position.game_over else ()

    def _asks_how(self, card: Card) -> Text:
        """Return the question that asks how to play the picked card."""
        if self.choices[card].moves[0].other is not None:
            return say("Exchange {card}?", card=with_article(card))
        return say("How do you {leads:lead|play} {card}?", leads=not self.session.position.trick, card=with_article(card))

    def ways(self, choice: CardChoice) -> list[SlipAnswer]:
        """Return the buttons for a picked card: one for each way to play it, and "Cancel"."""
        card = choice.moves[0].other or choice.moves[0].card
        return [*(self.way(move) for move in choice.moves), SlipAnswer("pick", str(card), say("Cancel"))]

    def way(self, move: Move) -> SlipAnswer:
        """Return the button on the slip for a move."""
        session = self.session
        position = session.view.position
        verdict = session.game.judge(position, move)
        means = session.narrator.move_meaning(position, position.actor, move) if verdict.legal else say("why not?")
        own = move.card is None or (move.other or move.card) in position.hands[position.actor]
        call = _way(session.narrator, move) if own and not move.cards and move.number is None else capital(move_named(move))
        return SlipAnswer("play", move.text, call, means, verdict.legal)

    def _standing(self) -> Slip:
        session = self.session
        if self.over:
            return Slip(result_told(session), [(told.sentence, told.event.rule) for told in told_of(session, "game")], "end")
        if session.trick_done:
            told = session.told(len(session.moves))
            taken = [each for each in told if each.event.kind == "trick"]
            takers, (lead, *more) = {each.event.seat for each in taken}, taken or told[:1]
            others = [each for each in told if each.event.kind not in ("trick", "lead", *(RESULT if self.ended else ()))]
            others += [each for each in told if each.event.kind == "lead" and takers != {each.event.seat}]
            turn = session.narrator.turn_notes(session.view.position, session.position.actor) if self.turn else []
            return Slip(
                lead.sentence,
                [(NOTHING, lead.event.rule), *((each.sentence, each.event.rule) for each in (*more, *others)),
                 *persistent_news(session), *((each.sentence, each.event.rule) for each in turn)],
            )
        if self.turn:
            begins = [(say("You move for every seat now."), "")] if session.seat is None and not session.moves else []
            beside = [*about_turn(session), *begins, *persistent_news(session), *latest_news(session)]
            return Slip(asked(session, self.to_give), beside, "now")
        if session.waiting:
            return Slip(status_text(session), [*persistent_news(session), *latest_news(session)])
        return latest_move(session)


def _way(narrator: Narrator[Position], move: Move) -> Text:
    """Return the label for one of the ways to play a card."""
    if move.suit:
        return say("as {suit}", suit=suit_mark(move.suit)) if move.card is not None else suit_mark(move.suit)
    if (own := narrator.button_label(move, None if move.other else say("it"))) is not None:
        return own
    call = imperative_phrase(move.verb)
    if move.other is not None:
        return capital(say("{call} {card} for it", call=call, card=with_article(move.played)))
    return capital(say("{call} it", call=call) if move.card is not None else call)


# ---- the record next to the table

def _tricks(session: Session) -> list[list[LogMove]]:
    """Return the moves so far, one line for each trick; moves before the first card have their own line."""
    lines: list[list[LogMove]] = [[]]
    for place, move in enumerate(session.moves):
        before, after = session.line[place].position, session.line[place + 1].position
        if move.verb == "play" and not before.trick and lines[-1]:
            lines.append([])
        _note(lines[-1], LogMove(place, before.actor, move, session.open_to_reader(place)))
        if after.last_trick is not before.last_trick and after.last_trick is not None:
            taking = set(after.last_trick.winners.values())
            lines[-1] = [shown._replace(took=shown.seat in taking and shown.move.card is not None) for shown in lines[-1]]
            lines.append([])
    return [line for line in lines if line]


def _note(line: list[LogMove], shown: LogMove) -> None:
    """Append a move to a line. If it repeats the seat's previous hidden action, increase that action's count instead."""
    last = line[-1] if line else None
    if last is not None and not shown.open and not last.open and (last.seat, last.move.verb) == (shown.seat, shown.move.verb):
        line[-1] = last._replace(at=shown.at, times=last.times + 1)
    else:
        line.append(shown)


def _log(session: Session) -> list[EventText | Remark]:
    """Return all events and remarks in the hand, in order."""
    log: list[EventText | Remark] = []
    for place in range(len(session.line)):
        log += session.told(place)
        log += session.remarks(place)
    return log
