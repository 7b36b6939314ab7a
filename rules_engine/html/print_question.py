"""A question for print: words and small cards show everything on its table, so that it can be answered on paper.

    li.fs-asked > b, text                          the prompt, and the facts about the hand
      p.fs-public                                  public facts, and for each seat its badges and whether it deals
      ul.fs-box                                    the box shown in place of the trick
      ol.fs-run > li.fs-one                        the trick; the hand of the seat asked
      p                                            the hands of the other seats, if they are face up
      div.fs-choose > b, ol.fs-run or span         each answer field: the cards to choose from, or the other options
"""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.model.cards import FACE_DOWN
from rules_engine.html.card_html import card_html, sentence
from rules_engine.html.elements import Child, Html, el, icon
from rules_engine.html.links import Links
from rules_engine.html.question import QuestionTable, is_card, named
from rules_engine.html.trick_strip import Tile, laid_tiles, tile
from rules_engine.quiz.question import AnswerField, Option, Question
from rules_engine.text.message import Text, capital, joined, say

BLANK = "________"


def asked_on_paper(question: Question, links: Links) -> Html:
    """Return a list item with a question and everything that its table shows."""
    table, pack = QuestionTable(question, links), question.game.pack
    hand = table.asked_hand()
    owner = capital(say("{seat's} hand", seat=table.narrator.table.called(table.low)))
    return el("li", "fs-asked", el("b", None, sentence(pack, question.prompt)), " ", sentence(pack, question.intro),
              el("p", "fs-public", sentence(pack, joined(_known(table), " · "))), table.box,
              _row(laid_tiles(question.game, table.position, question.laid, links, told=False)),
              [el("p", None, owner), _row([tile(card_html(pack, card, links), []) for card in hand])] if hand else None,
              [el("p", None, sentence(pack, each)) for each in _open_hands(table)],
              [_part(table, part) for part in question.parts])


def _known(table: QuestionTable) -> list[Text]:
    """Return the public facts, and for each seat with badges a text that lists them."""
    told = [joined([label, sentence_of], ": ") for label, sentence_of in table.known()]
    for seat in table.game.table.clockwise_from(table.home):
        dealer = [say("dealer")] if seat == table.position.dealer else []
        marks = [*dealer, *(mark.told for mark in table.marks(seat))]
        told += [joined([table.name(seat), joined(marks, ", ")], ": ")] if marks else []
    return told


def _open_hands(table: QuestionTable) -> list[Text]:
    """Return the hand of each other seat, if all cards are face up."""
    if not table.kind.about_judgement:
        return []
    hands = [(seat, table.position.hands[seat]) for seat in table.game.table.clockwise_from(table.low) if seat != table.low]
    return [joined([table.name(seat), joined(hand, ", ")], ": ") for seat, hand in hands if hand and FACE_DOWN not in hand]


def _part(table: QuestionTable, part: AnswerField) -> Html:
    """Return an answer field with its options."""
    label = el("b", None, table.label(part), ": ") if part.label else None
    cards = [option for option in part.options if is_card(option)]
    others = [option for option in part.options if not is_card(option)]
    answers = [el("span", None, icon("ring"), " ", named(table.question, option)) for option in others]
    return el("div", "fs-choose", label, _row([_card(table, option) for option in cards]),
              BLANK if part.answer is not None else answers)


def _card(table: QuestionTable, option: Option) -> Tile:
    """Return a selectable card, with the action for it below."""
    assert option.move is not None
    assert option.move.card is not None
    below: Child = table.below(option.move)
    return tile(card_html(table.pack, option.move.card, table.links), [below] if below else [])


def _row(tiles: Sequence[Tile]) -> Html | None:
    return el("ol", "fs-run", [each.html for each in tiles]) if tiles else None
