"""The slip: the one place where the table speaks, between the trick and the hand, of one height from deal to last trick."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules_engine.core.game.game import Game
from rules_engine.core.positions.position import Position
from rules_engine.html.card_html import rule_link, sentence, spoken
from rules_engine.html.elements import Child, Html, el, escape, screen_reader_only
from rules_engine.html.links import Links
from rules_engine.text import message
from rules_engine.text.locale import translate
from rules_engine.text.message import Sentence, Text, as_text, joined, say


class SlipAnswer(NamedTuple):
    """One of the answers that stand on the slip: what pressing it does, its words, what it means, whether it is legal.

    ``language``  that of words which aren't the reader's
    """

    do: str
    value: str
    label: Text
    means: Text = message.NOTHING
    legal: bool = True
    language: str = ""


class Slip(NamedTuple):
    """What is said now.

    ``lead``     what just happened or what to do, a sentence that may hold marks
    ``titled``   whether the lead is a title, which has no stop of its own
    ``more``     sentences below it, each with the id of its rule or an empty text
    ``kind``     ``now`` for the reader's turn, ``no`` for a refusal, ``coach`` for advice, ``end`` for a result
    ``answers``  what to choose among, for a card that can be played in several ways
    ``beneath``  what an advice rests on; it unfolds when the reader asks
    ``phrases``  what can be said to the partner; they unfold over the trick when the reader wants to speak
    ``points``   what is explained point by point, each after the words that it begins with
    """

    lead: Text
    more: Sequence[tuple[Text, str]] = ()
    kind: str = ""
    answers: Sequence[SlipAnswer] = ()
    phrases: Sequence[SlipAnswer] = ()
    html: Html | None = None
    """A note of the author's, below the lead."""
    titled: bool = False
    sheet: Html | None = None
    """The score: the slip is then a paper that has the whole felt."""
    beneath: Sequence[Text] = ()
    points: Sequence[tuple[Text, Text]] = ()

    def told(self) -> Text:
        """Give the same as one text with marks, for who hears the page."""
        note = screen_reader_only(self.html) if self.html else ""
        points = (text for point in self.points for text in point)
        more = joined([note, *points, *(text for text, _ in self.more), *map(_answered, self.answers)])
        return joined([say("{title}.", title=self.lead) if self.titled and more else self.lead, more])


NOTHING = Slip(message.NOTHING)


def _answered(answer: SlipAnswer) -> Text:
    if not answer.legal:
        return say("{answer}.", answer=_named(answer))
    return say("{answer}.", answer=joined([answer.label, answer.means], ", "))


def _called(game: Game[Position], answer: SlipAnswer) -> str | None:
    """What a button is called where that isn't what stands on it: cards have their names on it, so it needs no other."""
    shown = game.pack.parts(f"{translate(answer.label)} {translate(answer.means)}")
    if answer.language or not answer.means or any(mark for _, mark in shown):
        return None
    return spoken(game.pack, _named(answer))


def _named(answer: SlipAnswer) -> Text:
    """What a button is called by who hears it: what stands on it in two lines is one sentence."""
    if not answer.legal:
        return say("{answer}: not allowed, press for the reason", answer=answer.label)
    return joined([answer.label, answer.means], ": ")


def without_repeats(lead: Text, more: Sequence[tuple[Text, str]]) -> Slip:
    """Put a sentence before those that follow it; where one of them says the same and more, it stands for both.

    Without a sentence the first of the others leads.
    """
    if not lead and more:
        (lead, rule), *others = more
        return Slip(lead, [(message.NOTHING, rule), *others])
    for place, (text, rule) in enumerate(more):
        if tells(text, lead):
            return Slip(text, [(message.NOTHING, rule), *more[:place], *more[place + 1:]])
    return Slip(lead, more)


def tells(text: Text, deed: Text) -> bool:
    """Tell whether a text tells a deed, and maybe more: it begins with the same words, about the same."""
    told, of = _bare(text), _bare(deed)
    begins = told.template.startswith(of.template.removesuffix("."))
    return begins and all(told.fields.get(name) == field for name, field in of.fields.items())


def _bare(text: Text) -> Sentence:
    """Give the first sentence of a text; of one that is made of a part and a stop, the part."""
    first = as_text(text).sentences[0]
    bare = first if isinstance(first, Sentence) else say("{text}", text=first)
    within = bare.fields.get("deed")
    return within if isinstance(within, Sentence) else bare


def slip_html(game: Game[Position], slip: Slip, links: Links, said: Html | None = None) -> Html:
    """Return the slip; it is there even with nothing to say. Each rule is linked once, behind the sentence that it is for.

    ``said`` is what was said at the table.
    """
    first, *others = as_text(slip.lead).sentences
    told: list[tuple[Text, str]] = [(first, ""), (joined(others), "")] if others else [(first, "")]
    linked = set[str]()
    for text, rule in slip.more:
        if text:
            told.append((text, rule))
        elif rule:                          # it is for the sentence before
            told[-1] = (told[-1][0], rule)
    more = list[Child]()
    for text, rule in told:
        link = rule_link(game, rule, links) if rule and rule not in linked else None
        linked.add(rule)
        more.append([sentence(game.pack, text), " " if text and link else "", link] if text or link else None)
    return el("div", {"class": "fs-slip", "id": "fs-slip", "data-kind": slip.kind or None}, said,
              el("p", {"class": "fs-lead", "id": "fs-lead"}, more[0]) if more[0] else None,
              answers_html(game, slip.answers, say("How")) if slip.answers else None,
              el("details", "fs-talk", el("summary", None, say("Say something …")),
                 answers_html(game, slip.phrases, say("What you can say"))) if slip.phrases else None,
              el("div", "fs-note-text", slip.html) if slip.html else None,
              points_html(game, slip.points) if slip.points else None,
              slip.sheet, [el("p", None, each) for each in more[1:] if each],
              el("details", "fs-sample", el("summary", None, say("How sure is that?")),
                 [el("p", None, sentence(game.pack, each)) for each in slip.beneath]) if slip.beneath else None)


def points_html(game: Game[Position], points: Sequence[tuple[Text, Text]]) -> Html:
    """Return what is explained point by point."""
    return el("ul", None, [el("li", None, el("b", None, sentence(game.pack, about)), " ", sentence(game.pack, told))
                           for about, told in points])


def answers_html(game: Game[Position], answers: Sequence[SlipAnswer], label: Text) -> Html:
    """Return answers side by side; one that is barred can be pressed and says why."""
    return el("div", {"class": "fs-answers", "id": "fs-answers", "role": "group", "aria-label": label}, [
        el("button", {"type": "button", "class": None if answer.legal else "fs-barred", "data-do": answer.do,
                      "data-value": answer.value, "aria-disabled": None if answer.legal else "true",
           "aria-label": _called(game, answer)},
           el("span", {"lang": answer.language}, escape(translate(answer.label))) if answer.language else
           el("span", None, sentence(game.pack, answer.label)),
           el("small", None, sentence(game.pack, answer.means)) if answer.means else None)
        for answer in answers])
