"""A question as HTML: whole without JavaScript, with every answer and its reason in the page.

    section.fs-question[data-kind][data-many]
      div.fs-table …
      fieldset.fs-part[data-answer]                 one for each thing to answer
        legend
        button.fs-option[data-value][data-right][aria-pressed]     or  input.fs-number
      p.fs-ask > button.fs-check[hidden], button.fs-another[hidden]
      p.fs-result
      details.fs-answer > summary, ul > li.fs-reason[data-value][data-right]
"""

from __future__ import annotations

from rules_engine.core.game import View
from rules_engine.core.happened import signed
from rules_engine.core.telling import telling_of
from rules_engine.scenario.ask import Option, Part, Question
from rules_engine.view.face import card_classes, card_face, finding_html, findings_html, move_named, sentence, suit_sign
from rules_engine.view.html import Html, el, unseen
from rules_engine.view.links import Links
from rules_engine.view.score import score_html
from rules_engine.view.table import Table


def question_html(question: Question, widget: str, links: Links, seed: str = "") -> Html:
    """The question with its table, its options and its answer."""
    return el("section", {"class": "fs-question", "id": widget, "data-kind": question.kind,
                          "data-many": question.many, "data-seed": seed or None},
              _table(question, widget),
              el("p", {"class": "fs-prompt", "id": f"{widget}-prompt"}, question.prompt),
              [_part(question, part, place, widget) for place, part in enumerate(question.parts)],
              el("p", "fs-ask",
                 el("button", {"type": "button", "class": "fs-check", "hidden": True}, "Check"),
                 el("button", {"type": "button", "class": "fs-another", "hidden": True}, "Another like this")),
              el("p", "fs-result"),
              _answer(question, links))


def _table(question: Question, widget: str) -> Html:
    position = question.position
    if question.kind == "hand-score":
        return el("div", {"class": "fs-facts", "data-search-exclude": True}, _open(question, widget).notices(), [
            el("p", None, el("b", None, name), ": ", telling_of(question.game).tally(position, seat) or "nothing taken")
            for seat, name in enumerate(position.table.names)])
    shown = position
    if question.laid and question.kind != "legal-moves":
        shown = position.copy()
        shown.to_act = None
        for laid in question.laid:
            if laid.move.card in shown.hands[laid.seat]:
                shown.hands[laid.seat].remove(laid.move.card)
    return Table(View(question.game, None, shown), widget, laid=question.laid, untold=question.kind != "legal-moves").html()


def _open(question: Question, widget: str) -> Table:
    return Table(View(question.game, None, question.position), widget)


def _part(question: Question, part: Part, place: int, widget: str) -> Html:
    label = part.label or question.prompt
    if part.answer is not None:
        field = f"{widget}-part-{place}"
        return el("p", {"class": "fs-part", "data-answer": part.answer},
                  el("label", {"for": field}, label),
                  el("input", {"class": "fs-number", "id": field, "type": "text", "inputmode": "text",
                               "autocomplete": "off", "size": 5}))
    if question.kind != "legal-moves" and part.label in question.game.pack.suits:
        label = question.game.pack.suit_name(part.label)
    return el("fieldset", {"class": "fs-part", "data-many": question.many},
              el("legend", None if part.label else "fs-unseen", label),
              [_option(question, option) for option in part.options])


def _option(question: Question, option: Option) -> Html:
    attributes: dict[str, str | int | bool | None] = {
        "type": "button", "class": "fs-option", "data-value": option.value, "data-right": option.right,
        "aria-pressed": "false"}
    move, pack = option.move, question.game.pack
    if move is None:
        return el("button", attributes, option.value)
    if move.card is None or move.verb != "play":
        return el("button", attributes, sentence(pack, move_named(move)))
    attributes |= {"class": card_classes(move.card, "fs-option"), "data-card": move.card.text}
    named = el("span", {"class": "fs-as", "aria-hidden": "true"}, "as ", suit_sign(pack, move.suit)) if move.suit else None
    said = f"{move.card.full_name} as {pack.suit_name(move.suit)}" if move.suit else move.card.full_name
    return el("button", attributes, card_face(pack, move.card), named, unseen(said))


def _answer(question: Question, links: Links) -> Html:
    game = question.game
    reasons = [_reason(question, option, links) for part in question.parts for option in part.options
               if option.right or option.why is not None]
    numbers = [el("li", None, el("b", None, part.label), ": ", signed(part.answer))
               for part in question.parts if part.answer is not None]
    sheet = score_html(game, question.position, links) if question.kind == "hand-score" else None
    return el("details", "fs-answer", el("summary", None, "Answer"), el("ul", "fs-reasons", numbers, reasons), sheet,
              findings_html(game, question.reasons, links) if question.kind != "hand-score" else None)


def _reason(question: Question, option: Option, links: Links) -> Html:
    game = question.game
    told = finding_html(game, option.why, links) if option.why is not None else None
    mark = "✓" if option.right else "✗"
    said = ("yes" if option.right else "no") if question.many else "the answer"
    return el("li", {"class": "fs-reason", "data-value": option.value, "data-right": option.right},
              el("span", {"class": "fs-mark", "aria-hidden": "true"}, mark),
              _value(question, option), el("span", "fs-outcome", f" {said}. "), told)


def _value(question: Question, option: Option) -> Html:
    """An option's name in the list of reasons."""
    pack, move = question.game.pack, option.move
    if move is None:
        return el("b", None, option.value)
    if move.card is None or move.verb != "play":
        return el("b", None, sentence(pack, move_named(move)))
    named = [" as ", suit_sign(pack, move.suit), unseen(pack.suit_name(move.suit))] if move.suit else None
    return el("b", None, sentence(pack, f"{{{move.card.text}}}"), named)
