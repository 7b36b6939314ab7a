"""The slip, the panel on the table between the trick and the hand that shows all messages.

    div.fs-slip#fs-slip[data-kind]
      p.fs-lead#fs-lead    what has happened, or what to do
      div.fs-rest          reasons, an author's note, explanations; the client folds what doesn't fit (layout-stability.js)
      p.fs-foot            the rule

Choices are in the tray below it (see ``tray``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules_engine.core.game.game import Game
from rules_engine.core.positions.position import Position
from rules_engine.html.card_html import rule_link, sentence
from rules_engine.html.elements import Child, Html, el, screen_reader_only
from rules_engine.html.links import Links
from rules_engine.text import message
from rules_engine.text.message import Sentence, Text, as_text, joined, say


class SlipAnswer(NamedTuple):
    """A button on the slip: its action and value, its label, its meaning, and whether it is legal.

    ``language``  the language of the label, if it isn't the page's
    """

    do: str
    value: str
    label: Text
    means: Text = message.NOTHING
    legal: bool = True
    language: str = ""


class Slip(NamedTuple):
    """A message for the reader.

    ``lead``     the latest event or the next action: a sentence, which may contain marks for cards and suits
    ``titled``   whether the lead is a title, without a full stop
    ``more``     further sentences, each with the id of its rule, or with an empty string
    ``kind``     ``now`` for the reader's turn, ``no`` for a refusal, ``coach`` for advice, ``end`` for a result
    ``answers``  choices shown as buttons in the tray, such as the ways to play a card
    ``beneath``  the evidence for advice, in a collapsed section
    ``phrases``  the remarks that the reader can make to the partner, in a collapsed section of the tray
    ``points``   a list of explanations, each a pair of a heading and text
    ``aim``      the object of the game, below the lead; the client hides it from readers who have played the game before
    """

    lead: Text
    more: Sequence[tuple[Text, str]] = ()
    kind: str = ""
    answers: Sequence[SlipAnswer] = ()
    phrases: Sequence[SlipAnswer] = ()
    html: Html | None = None
    """The author's note, below the lead."""
    titled: bool = False
    beneath: Sequence[Text] = ()
    points: Sequence[tuple[Text, Text]] = ()
    aim: Text = message.NOTHING

    def told(self) -> Text:
        """Return the message as one text with marks, for screen readers."""
        note = screen_reader_only(self.html) if self.html else ""
        points = (text for point in self.points for text in point)
        more = joined([self.aim, note, *points, *(text for text, _ in self.more), *map(_answered, self.answers)])
        return joined([say("{title}.", title=self.lead) if self.titled and more else self.lead, more])


NOTHING = Slip(message.NOTHING)


def _answered(answer: SlipAnswer) -> Text:
    if not answer.legal:
        return say("{answer}.", answer=answer_named(answer))
    return say("{answer}.", answer=joined([answer.label, answer.means], ", "))


def answer_named(answer: SlipAnswer) -> Text:
    """Return a phrase for screen readers that joins a button's label with its meaning, or with a note that it isn't allowed."""
    if not answer.legal:
        return say("{answer}: not allowed, press for the reason", answer=answer.label)
    return joined([answer.label, answer.means], ": ")


def without_repeats(lead: Text, more: Sequence[tuple[Text, str]]) -> Slip:
    """Return a slip with a lead and further sentences. If a further sentence repeats the lead with more detail, it replaces the
    lead.

    If the lead is empty, the first of the further sentences becomes the lead.
    """
    if not lead and more:
        (lead, rule), *others = more
        return Slip(lead, [(message.NOTHING, rule), *others])
    for place, (text, rule) in enumerate(more):
        if tells(text, lead):
            return Slip(text, [(message.NOTHING, rule), *more[:place], *more[place + 1:]])
    return Slip(lead, more)


def tells(text: Text, deed: Text) -> bool:
    """Return whether a text begins like the sentence on an action and has the same field values; it may contain more detail."""
    told, of = _bare(text), _bare(deed)
    begins = told.template.startswith(of.template.removesuffix("."))
    return begins and all(told.fields.get(name) == field for name, field in of.fields.items())


def _bare(text: Text) -> Sentence:
    """Return the first sentence of a text. If the sentence consists of a clause and a full stop, return only the clause."""
    first = as_text(text).sentences[0]
    bare = first if isinstance(first, Sentence) else say("{text}", text=first)
    within = bare.fields.get("deed")
    return within if isinstance(within, Sentence) else bare


def slip_html(game: Game[Position], slip: Slip, links: Links, said: Html | None = None) -> Html:
    """Return the slip, even if it is empty. Each rule is linked once: the first below the text, others after a
    sentence.

    ``said``  the latest remark at the table, as HTML
    """
    first, *others = as_text(slip.lead).sentences
    told: list[tuple[Text, str]] = [(first, ""), (joined(others), "")] if others else [(first, "")]
    linked = set[str]()
    for text, rule in slip.more:
        if text:
            told.append((text, rule))
        elif rule:                          # a rule without text belongs to the previous sentence
            told[-1] = (told[-1][0], rule)
    foot, texts = None, list[Child]()
    for text, rule in told:
        link = rule_link(game, rule, links) if rule and rule not in linked else None
        linked.add(rule)
        if foot is None:
            foot, link = link, None
        texts.append([sentence(game.pack, text), " " if text and link else "", link] if text or link else None)
    lead, *rest = texts
    return el("div", {"class": "fs-slip", "id": "fs-slip", "data-kind": slip.kind or None}, said,
              el("p", {"class": "fs-lead", "id": "fs-lead"}, lead) if lead else None,
              _rest_html(game, slip, [each for each in rest if each]),
              el("p", "fs-foot", foot) if foot else None)


def _rest_html(game: Game[Position], slip: Slip, texts: Sequence[Child]) -> Html | None:
    """Return everything between the lead and the rule. Where it doesn't fit, the client shows its first lines."""
    if not (texts or slip.aim or slip.html or slip.points or slip.beneath):
        return None
    return el("div", "fs-rest",
              el("p", "fs-aim", sentence(game.pack, slip.aim)) if slip.aim else None,
              el("div", "fs-note-text", slip.html) if slip.html else None,
              points_html(game, slip.points) if slip.points else None,
              el("p", None, [[" " if place else None, each] for place, each in enumerate(texts)]) if texts else None,
              el("details", "fs-sample", el("summary", None, say("How sure is that?")),
                 [el("p", None, sentence(game.pack, each)) for each in slip.beneath]) if slip.beneath else None)


def points_html(game: Game[Position], points: Sequence[tuple[Text, Text]]) -> Html:
    """Return the explanations as a list."""
    return el("ul", None, [el("li", None, el("b", None, sentence(game.pack, about)), " ", sentence(game.pack, told))
                           for about, told in points])
