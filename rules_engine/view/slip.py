"""The slip: the one place where the table speaks, between the trick and the hand, of one height from deal to last trick."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules_engine.core.game import Game
from rules_engine.core.position import Position
from rules_engine.view.face import rule_link, sentence
from rules_engine.view.html import Child, Html, el, escape, heard
from rules_engine.view.links import Links


class Answer(NamedTuple):
    """One of the answers that stand on the slip: what pressing it does, its words, what it means, whether it is legal.

    ``language``  that of words which aren't the reader's
    """

    do: str
    value: str
    label: str
    means: str = ""
    legal: bool = True
    language: str = ""


class Slip(NamedTuple):
    """What is said now.

    ``lead``     what just happened or what to do, a sentence that may hold marks
    ``more``     sentences below it, each with the id of its rule or an empty text
    ``kind``     ``now`` for the reader's turn, ``no`` for a refusal, ``coach`` for advice, ``end`` for a result
    ``answers``  what to choose among, for a card that can be played in several ways
    ``phrases``  what can be said to the partner; they unfold over the trick when the reader wants to speak
    """

    lead: str
    more: Sequence[tuple[str, str]] = ()
    kind: str = ""
    answers: Sequence[Answer] = ()
    phrases: Sequence[Answer] = ()
    html: Html | None = None
    """A note of the author's, below the lead."""

    def told(self) -> str:
        """The same as one text with marks, for who hears the page."""
        means = [f"{answer.label}{f', {answer.means}' if answer.means else ''}." for answer in self.answers]
        note = heard(self.html) if self.html else ""
        more = list(filter(None, [note, *(text for text, _ in self.more), *means]))
        title = more and self.lead and self.lead[-1] not in ".:!?…”"
        return " ".join(filter(None, [f"{self.lead}." if title else self.lead, *more]))


NOTHING = Slip("")


def told_once(lead: str, more: Sequence[tuple[str, str]]) -> Slip:
    """A sentence and those that follow it; where one of them says the same and more, it stands for both.

    Without a sentence the first of the others leads.
    """
    if not lead and more:
        (lead, rule), *others = more
        return Slip(lead, [("", rule), *others])
    for place, (text, rule) in enumerate(more):
        if text.startswith(lead.removesuffix(".")):
            return Slip(text, [("", rule), *more[:place], *more[place + 1:]])
    return Slip(lead, more)


def slip_html(game: Game[Position], slip: Slip, links: Links, said: Html | None = None) -> Html:
    """The slip; it is there even with nothing to say. Each rule is linked once, behind the sentence that it is for.

    ``said`` is what was said at the table.
    """
    told, linked = _split(slip.lead), set[str]()
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
              answers_html(game, slip.answers) if slip.answers else None,
              el("details", "fs-talk", el("summary", None, "Say something …"),
                 answers_html(game, slip.phrases, "What you can say")) if slip.phrases else None,
              el("div", "fs-note-text", slip.html) if slip.html else None, [el("p", None, each) for each in more[1:] if each])


def _split(told: str) -> list[tuple[str, str]]:
    """The first sentence, which is large, and what follows it; neither has a rule yet."""
    first, stop, rest = told.partition(". ")
    return [(f"{first}.", ""), (rest, "")] if stop else [(told, "")]


def answers_html(game: Game[Position], answers: Sequence[Answer], label: str = "How") -> Html:
    """Answers side by side; one that is barred can be pressed and says why."""
    return el("div", {"class": "fs-answers", "id": "fs-answers", "role": "group", "aria-label": label}, [
        el("button", {"type": "button", "class": None if answer.legal else "fs-barred", "data-do": answer.do,
                      "data-value": answer.value, "aria-disabled": None if answer.legal else "true"},
           el("span", {"lang": answer.language}, escape(answer.label)) if answer.language else
           el("span", None, sentence(game.pack, answer.label)),
           el("small", None, sentence(game.pack, answer.means)) if answer.means else None)
        for answer in answers])
