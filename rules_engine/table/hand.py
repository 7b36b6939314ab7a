"""A hand in play as the reader sees it: the table, its one sentence, its buttons, and what stands beside it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from rules_engine.core.cards import Card
from rules_engine.core.moves import Move
from rules_engine.core.rules import Verdict
from rules_engine.core.talk import Remark
from rules_engine.core.telling import Told
from rules_engine.table.result import result_told
from rules_engine.table.session import Session
from rules_engine.view.html import Html
from rules_engine.view.links import Links
from rules_engine.view.play import Action, Shown, numbers_html, side_html, stage_html
from rules_engine.view.prompt import prompt
from rules_engine.view.score import score_html
from rules_engine.view.slip import Answer, Slip, told_once
from rules_engine.view.table import Choice, Table, choices_for

RESULT = ("hand", "game")
"""Kinds of events that tell what a hand came to."""


class Reply(NamedTuple):
    """What the table says to what the reader did, beside how the hand stands: a slip, and the cards that it is about.

    ``badges``  what stands on cards: what each brings
    ``number``  a number that is advised
    """

    slip: Slip
    bound: Collection[Card] = ()
    refused: Card | None = None
    hint: Card | None = None
    badges: Mapping[Card, str] = {}
    number: int | None = None


@dataclass
class Shows:
    """One picture of a running hand.

    ``reply``   what the table says to the reader; else it tells what happened and what to do
    ``picked``  a card that is to be played in one of several ways; ``number`` one that was stepped to
    ``back``    the hand is looked back upon; ``retry`` is the place of the choice that it is about, where there is one
    ``ended``   its last trick lies there still: the score comes when the reader goes on
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

    def __post_init__(self) -> None:
        session = self.session
        self.over = session.position.hand_over and not self.ended
        self.turn = session.readers_turn and not self.back
        self.choices = choices_for(session.view) if self.turn else {}
        self.to_give = to_give(session) if self.turn else 0
        self.no_choice = 1 < self.to_give == sum(choice.legal for choice in self.choices.values())
        on_cards = {move for choice in self.choices.values() for move in choice.moves}
        self.moves = [move for move in session.game.legal(session.view.position) if move not in on_cards] if self.turn else []
        self.numbers = [move for move in self.moves if move.number is not None]

    # ---- the parts

    def stage(self) -> Html:
        """The table and its bar."""
        return stage_html(self.table(), self.actions())

    def table(self) -> Table:
        """The table."""
        session, reply = self.session, self.reply
        badges = reply.badges if reply and self.to_give <= 1 else {}
        seen = session.game.view(session.position, session.seat) if self.ended else session.view
        laid = session.position.trick if self.retry is not None else None
        return Table(seen, session.telling, self.links, slip=self.slip, choices=self.choices, many=self.to_give > 1,
                     all_go=self.no_choice, still=self.back and self.retry is None, laid=laid,
                     bound=reply.bound if reply else (), refused=reply.refused if reply else None,
                     hint=reply.hint if reply else None, badges=badges, picked=self.picked, remarks=session.fresh_remarks,
                     box=self.box())

    def box(self) -> Html | None:
        """What lies where the trick would lie: numbers to bid, or the score."""
        if self.over and not self.back:
            return score_html(self.session.telling, self.session.position, self.links)
        return numbers_html(self.numbers, self.chosen_number()) if self.numbers else None

    def chosen_number(self) -> int:
        """The number that stands in the middle: the one stepped to, or advised, or the least."""
        values = [move.number for move in self.numbers if move.number is not None]
        wanted = self.reply.number if self.reply else self.number
        return wanted if wanted in values else values[0]

    def actions(self) -> list[Action]:
        """The bar."""
        session = self.session
        if self.retry is not None:
            return [Action("now", "Score"), Action("review", "Review"),
                    Action("retry", "Play on from here", main=True, value=str(self.retry))]
        if self.back:
            return [Action("trick-because", "Why did they play that?", value=str(len(session.moves))),
                    Action("now", "Back to the hand", main=True)]
        undoes = bool(session.moves) or self.picked is not None
        if session.seat is None:
            return [*self.book, Action("undo", "Undo", undoes), Action("bots", "Let the bot choose", self.turn),
                    self.main()]
        helps = Action("review", "Review") if session.position.hand_over else Action("hint", "Hint", self.turn)
        return [helps, Action("undo", "Undo", undoes),
                Action("last", "Last trick", session.position.last_trick is not None), Action("more", "More"), self.main()]

    def main(self) -> Action:
        """The button that takes the hand further."""
        session = self.session
        if self.ended:
            return Action("next", "Score", main=True)
        if session.position.game_over:
            return Action("new", "New game", main=True)
        if session.position.hand_over:
            return Action("deal", "Next hand", session.seat is not None, True)
        if self.to_give > 1:
            verb = next(iter(self.choices.values())).moves[0].verb
            return Action("give", f"{verb.capitalize()} {self.to_give}", self.no_choice, True, cards=self.to_give)
        if self.numbers:
            move = next(move for move in self.numbers if move.number == self.chosen_number())
            means = session.telling.choice(session.position, session.position.to_act or 0, move)
            return Action("bid", f"{move.verb.capitalize()} {move.number}", True, True, value=move.text, means=means)
        return Action("next", "Go on" if session.sayings else "Next trick", session.waiting, True)

    def side(self) -> Html:
        """Totals, tricks and log."""
        return side_html(self.table(), _tricks(self.session), _log(self.session), self.links)

    # ---- the sentence

    @cached_property
    def slip(self) -> Slip:
        """The one sentence: the answer to what the reader did, or how the hand stands; what can be chosen stays below it."""
        slip = self.reply.slip if self.reply else self._standing()
        if self.picked is not None:
            return Slip(self._asks_how(self.picked), kind="now", answers=self.ways(self.choices[self.picked]))
        if self.turn:
            bare = [self._answer(move) for move in self.moves if move.number is None]
            return slip if slip.answers else slip._replace(answers=bare)
        if self.reply is None and not self.back:
            return slip._replace(phrases=[Answer("say", each.phrase, f"“{each.phrase}”", each.meaning, language=each.language)
                                          for each in self.session.sayings])
        return slip

    def _asks_how(self, card: Card) -> str:
        """What is asked where a card was taken up."""
        if self.choices[card].moves[0].other is not None:
            return f"Exchange the {{{card.text}}}?"
        return f"How do you {'lead' if not self.session.position.trick else 'play'} the {{{card.text}}}?"

    def ways(self, choice: Choice) -> list[Answer]:
        """The ways in which a card can be played, and none of them."""
        return [*(self._answer(move) for move in choice.moves), Answer("pick", str(choice.moves[0].other or choice.moves[0].card),
                                                                      "Cancel")]

    def _answer(self, move: Move) -> Answer:
        session = self.session
        position = session.view.position
        verdict = session.game.judge(position, move)
        means = session.telling.choice(position, position.to_act or 0, move) if verdict.legal else "why not?"
        return Answer("play", move.text, _way(move), means, verdict.legal)

    def _standing(self) -> Slip:
        session = self.session
        if self.over:
            return Slip(result_told(session), [(told.sentence, told.event.rule) for told in _of(session, "game")], "end")
        if session.trick_done:
            told = session.told(len(session.moves))
            taken = [each for each in told if each.event.kind == "trick"]
            takers, (lead, *more) = {each.event.seat for each in taken}, taken or told[:1]
            others = [each for each in told if each.event.kind not in ("trick", "lead", *(RESULT if self.ended else ()))]
            others += [each for each in told if each.event.kind == "lead" and takers != {each.event.seat}]
            turn = session.telling.turn(session.view.position, session.position.actor) if self.turn else []
            return Slip(lead.sentence, [("", lead.event.rule),
                                        *((each.sentence, each.event.rule) for each in (*more, *others, *turn))])
        if self.turn:
            begins = [("You move for every seat now.", "")] if session.seat is None and not session.moves else []
            beside = [*_about_turn(session), *begins, *_news(session)]
            return Slip(f"{_turn(session)}{prompt(session.view, self.to_give)}.", beside, "now")
        if session.waiting:
            return Slip(status(session), _news(session))
        return _latest(session)


def to_give(session: Session) -> int:
    """How many cards the reader has to give away, where there is nothing else to do than that."""
    count, verb = 0, ""
    while session.readers_turn and session.position.phase != "play":
        legal = session.game.legal(session.position)
        verbs = {move.verb for move in legal if move.card is not None and move.other is None}
        if len(verbs) != 1 or any(move.card is None or move.other is not None for move in legal) or verb not in ("", *verbs):
            break
        verb, count, session = verbs.pop(), count + 1, session.play(legal[0])
    return count


def only_way(session: Session, card: Card) -> Move | None:
    """The move of a card that could be played in several ways, where the rules leave only to play it; else None."""
    ways = session.ways(card)
    allowed = [way.move for way in ways if way.legal and way.move is not None]
    others = any(way.move is not None and way.move.verb != "play" for way in ways)
    return allowed[0] if others and len(allowed) == 1 and allowed[0].verb == "play" else None


def pressed(session: Session, message: Mapping[str, Any]) -> tuple[str, str, str]:
    """What the reader of a puzzle does, and with what; then the card that is taken up. What can only be played is played."""
    deed, value = message.get("do", ""), str(message.get("value", ""))
    if deed != "pick" or value in ("", message.get("picked")):
        return deed, value, ""
    move = only_way(session, session.game.pack.card(value))
    return (deed, value, value) if move is None else ("play", move.text, "")


def _way(move: Move) -> str:
    """How a card can be played, on a button."""
    if move.suit:
        return f"as {{{move.suit}}}" if move.card is not None else f"{{{move.suit}}}"
    if move.other is not None:
        return f"{move.verb.capitalize()} the {{{move.played.text}}} for it"
    return f"{move.verb.capitalize()}{' it' if move.card is not None else ''}"


# ---- what is said of the hand

def status(session: Session) -> str:
    """What is going on, in a sentence with marks."""
    position = session.position
    if position.hand_over:
        return result_told(session)
    if session.trick_lies:
        return "The trick is complete."
    if session.sayings:
        return f"{session.telling.name(position.to_act or 0)}, your partner, is next. Do you want to say something?"
    if session.readers_turn:
        return f"{_turn(session)}{prompt(session.view, to_give(session))}."
    return f"{session.telling.name(position.to_act or 0)} is next."


def _turn(session: Session) -> str:
    return "Your turn: " if session.seat is not None else f"{session.telling.name(session.position.to_act or 0)}: "


def _of(session: Session, *kinds: str) -> list[Told]:
    return [told for told in session.told(len(session.moves)) if told.event.kind in kinds]


def _about_turn(session: Session) -> list[tuple[str, str]]:
    """What to know at this turn; before the play, the rule by which the reader is to act: what it is about can be read there."""
    position = session.view.position
    told = [(each.sentence, each.event.rule) for each in session.telling.turn(position, position.actor)]
    return told if position.phase == "play" else [("", rule.id) for rule in session.game.asked(position)[:1]] + told


def _news(session: Session) -> list[tuple[str, str]]:
    """What happened last, sentence by sentence."""
    return [(told.sentence, told.event.rule) for told in session.news if told.event.kind not in ("lead", "trick")
            or session.position.last_trick is None]


def _latest(session: Session) -> Slip:
    """The latest move and its news."""
    place = len(session.moves)
    if not place:
        return Slip(f"{session.telling.name(session.position.dealer)} dealt.", _news(session))
    lead = "" if tells_all(session, place - 1) else move_told(session, place - 1)
    return told_once(lead, _news(session))


def tells_all(session: Session, place: int) -> bool:
    """Whether what came of the move after the first ``place`` tells the move as well, as it does with calls."""
    return bool(session.moves[place].verb != "play" and session.told(place + 1))


def move_told(session: Session, place: int) -> str:
    """Who did what with the move after the first ``place``, as the reader saw it."""
    position = session.line[place].position
    return session.telling.deed(position, position.actor, session.moves[place], not session.open_to_reader(place))


def refused(session: Session, verdict: Verdict) -> Reply:
    """Why a move isn't allowed."""
    *_, finding = session.telling.explain(session.view.position, verdict)
    move = verdict.move
    if move is None:
        return Reply(Slip("That isn't possible now.", [(finding.sentence, finding.rule)], "no"), finding.cards)
    lead = f"You can't {session.telling.call(session.position, move)}."
    return Reply(Slip(lead, [(finding.sentence, finding.rule)], "no"), finding.cards, move.other or move.card)


# ---- what stands beside the table

def _tricks(session: Session) -> list[list[Shown]]:
    """The moves so far, trick by trick; what came before the first card is a line of its own."""
    lines: list[list[Shown]] = [[]]
    for place, move in enumerate(session.moves):
        before, after = session.line[place].position, session.line[place + 1].position
        if move.verb == "play" and not before.trick and lines[-1]:
            lines.append([])
        _note(lines[-1], Shown(place, before.actor, move, session.open_to_reader(place)))
        if after.last_trick is not before.last_trick and after.last_trick is not None:
            taking = set(after.last_trick.winners.values())
            lines[-1] = [shown._replace(took=shown.seat in taking and shown.move.card is not None) for shown in lines[-1]]
            lines.append([])
    return [line for line in lines if line]


def _note(line: list[Shown], shown: Shown) -> None:
    """Put a move at the end of a line; what a seat does again out of sight is counted."""
    last = line[-1] if line else None
    if last is not None and not shown.open and not last.open and (last.seat, last.move.verb) == (shown.seat, shown.move.verb):
        line[-1] = last._replace(at=shown.at, times=last.times + 1)
    else:
        line.append(shown)


def _log(session: Session) -> list[Told | Remark]:
    """All that happened in the hand and all that was said, in order."""
    log: list[Told | Remark] = []
    for place in range(len(session.line)):
        log += session.told(place)
        log += session.remarks(place)
    return log
