"""Merging of reasons shared by several options into one sentence: *These are lower than the 9.*

Options share a reason if the templates and fields are equal except for the option's name: a card, a number or a player's card. In
the merged sentence, *these* replaces the name, and the words that agree with it become plural.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cache
from typing import NamedTuple

from rules_engine.core.model.cards import Card
from rules_engine.narration.move_phrases import with_article
from rules_engine.text.message import ListText, MarkText, NumberText, Seats, Sentence, Text, These
from rules_engine.text.template import Placeholder, parts


class OptionReason(NamedTuple):
    """The reason for an option, with the option: a card or number, and the card's player."""

    text: Text
    card: Card | None = None
    number: int | None = None
    player: str = ""

    @property
    def names_it(self) -> bool:
        """True if the text is only the name of the option: ``{5C}``, ``the {5C}``, ``West's {5C}``."""
        text = self.text
        if isinstance(text, MarkText):
            return text.card is not None and text.card == self.card
        if isinstance(text, NumberText):
            return self.card is None and self.number is not None and text == str(self.number)
        if not isinstance(text, Sentence):
            return False
        if self.card is not None and text == with_article(self.card):
            return True
        named = [part for part in self.parts if not (isinstance(part.text, Seats) and part.text.names == (self.player,))]
        only_names = not any(part.strip() if isinstance(part, str) else part.forms for part in parts(text.template))
        return only_names and len(named) == 1 and named[0].names_it

    @property
    def parts(self) -> list[OptionReason]:
        """The fields of a sentence, each as a reason for the option."""
        return [self._replace(text=field) for field in self.text.fields.values()] if isinstance(self.text, Sentence) else []


def merge_alike(one: OptionReason, other: OptionReason) -> bool:
    """Return whether two options have the same reason."""
    if one.text == other.text or (one.names_it and other.names_it):
        return True
    if not isinstance(one.text, Sentence) or not isinstance(other.text, Sentence) or one.text.template != other.text.template:
        return False
    pairs = zip(one.text.fields, one.parts, other.parts, strict=True)
    return all(
        part.text == its.text or (name not in _owned(one.text.template) and merge_alike(part, its)) for name, part, its in pairs
    )


@cache
def _owned(template: str) -> frozenset[str]:
    """Return the names of fields that follow a possessive: ``card`` in ``{seat's} {card} is lower``.

    They can't be merged, because *West's these* isn't English.
    """
    found = parts(template)
    return frozenset(after.name for who, gap, after in zip(found, found[1:], found[2:], strict=False)
                     if isinstance(who, Placeholder) and who.whose and gap == " " and isinstance(after, Placeholder))


def merge_all(said: Sequence[OptionReason]) -> Text:
    """Merge the reason shared by several options into one text."""
    first = said[0].text
    if all(each.text == first for each in said):
        return first
    if all(each.names_it for each in said):
        return These(each.card for each in said if each.card is not None)
    assert isinstance(first, Sentence)
    parts = zip(*(each.parts for each in said), strict=True)
    return first.replaced(**{name: merge_all(part) for name, part in zip(first.fields, parts, strict=True)})


def without_marks(text: Text) -> Hashable:
    """Return a hashable key for a text that ignores its cards and suits."""
    if isinstance(text, MarkText):
        return None
    if isinstance(text, Sentence):
        return text.template, *map(without_marks, text.fields.values())
    if isinstance(text, ListText):
        return text.between, *map(without_marks, text.things)
    return str(text)
