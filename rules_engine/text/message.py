"""Sentences as values: a template, and the values of its placeholders.

    say("{seat} {seat:takes|take} the trick with {card}.", seat=position.name(1), card=the(card))

reads ``West takes the trick with the {5C}.`` or ``You take the trick with the {5C}.``. The template is the English text, and also
the key of its translations in catalogues. Therefore the call of ``say`` must contain it as a literal. The syntax of placeholders:

    {seat}              the value of the placeholder
    {seat:takes|take}   the form for one seat; for several, or "you"
    {seat's}            the possessive: ``West's``, ``your``
    {n:trick|tricks}    the form for 1; for any other number
    {cards:is|are}      the form for one; for several
    {led:led|played}    the form for true; for false
    {place:first|second|last}   one of three or more forms, by index; translations have the same number

A language may distinguish more forms (see ``Text.form``). German has four for a seat, ``{seat:nimmt|nimmst|nehmen|nehmt}``: one,
"you", several, "you" and others. ``@`` in a form stands for the value; if the value includes "you", for the other seats:
``{seat:@|dich|@|dich und @}``.

A sentence is also a ``str``, its English text, so it can be compared, printed and sorted. Code must inspect its template and
fields, not its characters. The first word of a complete sentence is capitalized: "you", "the", or a nested text. A fragment is
not capitalized. Use ``joined`` to concatenate sentences, and ``all_of`` and ``any_of`` for lists: an f-string would lose the
structure.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Protocol, Self

from rules_engine.text.template import Placeholder, has_words, is_whole, parts


class Locale(Protocol):
    """The interface to a language that sentences use for translation."""

    def template(self, english: str, about: str = "") -> str | None:
        """Return the translation of an English template, or None. ``about`` is a context that distinguishes identical
        templates."""

    def plural(self, number: int) -> int:
        """Return the index of the plural form for a number, from 0."""


class CardLike(Protocol):
    """A card in a sentence. It appears as a mark, ``{5ML}``, which views replace with a picture or a name."""

    @property
    def text(self) -> str:
        """The card's written form."""


class Text(str):
    """A translatable text. Its ``str`` value is English."""

    __slots__ = ()

    def __reduce__(self) -> tuple[object, ...]:
        """Return the class and the arguments of its constructor, which each subclass annotates in their order."""
        return type(self), tuple(getattr(self, name) for name in type(self).__annotations__) or (str(self),)

    def render(self, tongue: Locale | None, begins: bool = False) -> str:
        """Return the text in a language; None is English. ``begins`` is true at the start of a sentence."""
        return str(self)

    def form(self, forms: Sequence[str], tongue: Locale | None) -> str:
        """Choose the form of a word that agrees with this text. If there are two, the second is the plural."""
        return forms[0]

    @property
    def cards(self) -> tuple[CardLike, ...]:
        """The cards in the text, in order."""
        return ()

    def told(self, form: str, tongue: Locale | None) -> str:
        """Return a form with each ``@`` replaced by this text."""
        return form.replace("@", self.render(tongue))

    @property
    def sentences(self) -> tuple[Text, ...]:
        """The parts from which the text was joined, or only the text itself."""
        return (self,)


Place = Text | CardLike | int | str
"""A value for a placeholder: a text, a card, a number, or a ``str`` that isn't translated."""


class MarkText(Text):
    """The mark for a card or suit in a sentence."""

    __slots__ = ("card",)
    card: CardLike | None

    def __new__(cls, text: str, card: CardLike | None = None) -> Self:
        self = super().__new__(cls, f"{{{text}}}")
        self.card = card
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return MarkText, (self[1:-1], self.card)

    @property
    def cards(self) -> tuple[CardLike, ...]:
        return () if self.card is None else (self.card,)


class NumberText(Text):
    """A number in English notation, with a decimal point and a typographic minus sign."""

    __slots__ = ()

    def render(self, tongue: Locale | None, begins: bool = False) -> str:
        if tongue is None:
            return str(self)
        return "".join(tongue.template(sign, "number") or sign if sign in ".," else sign for sign in self)

    def form(self, forms: Sequence[str], tongue: Locale | None) -> str:
        digits = self.lstrip("+−")
        if not digits.isdigit():
            return forms[-1]
        whole = int(digits)
        return forms[min(tongue.plural(whole), len(forms) - 1)] if tongue else forms[0 if whole == 1 else -1]


class BooleanText(Text):
    """A boolean that only selects forms; it is never shown."""

    __slots__ = ("so",)
    so: bool

    def __new__(cls, so: bool) -> Self:
        self = super().__new__(cls, "")
        self.so = so
        return self

    def form(self, forms: Sequence[str], tongue: Locale | None) -> str:
        return forms[0 if self.so else -1]


class FormIndex(Text):
    """The index of the form to choose; negative indices count from the end. It only selects forms; it is never shown.

    ``of`` is the required number of forms, 0 for any. Raises ``ValueError`` if the index is out of range, or if a sentence has a
    different number of forms.
    """

    __slots__ = ("of", "place")
    place: int
    of: int

    def __new__(cls, place: int, of: int = 0) -> Self:
        if of and not -of <= place < of:
            raise ValueError(f"there is no form {place} of {of}")
        self = super().__new__(cls, "")
        self.place = place
        self.of = of
        return self

    def form(self, forms: Sequence[str], tongue: Locale | None) -> str:
        if self.of not in (0, len(forms)) or not -len(forms) <= self.place < len(forms):
            raise ValueError(f"there is no form {self.place} of {self.of or len(forms)} in {'|'.join(forms)}")
        return forms[self.place]


class Seats(Text):
    """One or several seats in a sentence. The reader's seat is "you" and comes first."""

    __slots__ = ("names", "you")
    names: tuple[str, ...]
    you: bool

    def __new__(cls, names: Iterable[str], you: bool = False) -> Self:
        names = tuple(names)
        called = map(isolated, names)
        self = super().__new__(cls, listed(("you", *called) if you else called, "and"))
        self.names = names
        self.you = you
        return self

    def render(self, tongue: Locale | None, begins: bool = False) -> str:
        names = [isolated(_word(tongue, name, "seat")) for name in self.names]
        if self.you:
            you = _word(tongue, "you")
            names = [_capital(you) if begins else you, *names]
        return all_of(names).render(tongue)

    def whose(self, tongue: Locale | None, begins: bool = False) -> str:
        """Return the possessive: ``West's``, ``your``, ``your and North's``."""
        names = [isolated(_word(tongue, name, "seat")) for name in self.names]
        own = [_capital("your") if begins else "your"] * self.you
        return all_of([*own, *names[:-1], *(f"{name}'s" for name in names[-1:])]).render(tongue)

    def form(self, forms: Sequence[str], tongue: Locale | None) -> str:
        """Choose a form. With two forms, the first is for one seat, the second for several seats or "you".

        With four, they are for one seat, "you" alone, several seats, and "you" with others."""
        last = len(forms) - 1
        if self.you:
            return forms[min(3 if self.names else 1, last)]
        return forms[0 if len(self.names) == 1 else 1 if last == 1 else min(2, last)]

    def told(self, form: str, tongue: Locale | None) -> str:
        """Return a form with each ``@`` replaced with the seats other than "you". The forms contain their own words for "you"."""
        others = Seats(self.names) if self.you and self.names else self
        return form.replace("@", others.render(tongue))


class QuotedText(Text):
    """Spoken or typed text, in quotation marks."""

    __slots__ = ("said",)
    said: str

    def __new__(cls, said: str) -> Self:
        self = super().__new__(cls, f"“{said}”")
        self.said = said
        return self

    def render(self, tongue: Locale | None, begins: bool = False) -> str:
        return f"{_word(tongue, '“', 'quote')}{_put(self.said, tongue)}{_word(tongue, '”', 'quote')}"


class ListText(Text):
    """A list of things in a sentence: ``the {5C}, the {7C} and the {9C}``."""

    __slots__ = ("between", "things")
    things: tuple[Text, ...]
    between: str

    def __new__(cls, things: Iterable[Place], between: str = "and") -> Self:
        texts = tuple(map(as_text, things))
        self = super().__new__(cls, listed(texts, between))
        self.things = texts
        self.between = between
        return self

    def render(self, tongue: Locale | None, begins: bool = False) -> str:
        return listed([thing.render(tongue, begins and not place) for place, thing in enumerate(self.things)],
                       _word(tongue, self.between, "between"))

    def form(self, forms: Sequence[str], tongue: Locale | None) -> str:
        return forms[0 if len(self.things) == 1 else -1]

    @property
    def cards(self) -> tuple[CardLike, ...]:
        return tuple(card for thing in self.things for card in thing.cards)


class These(Text):
    """The word ``these``, for cards or numbers visible next to the sentence."""

    __slots__ = ("_cards",)
    _cards: tuple[CardLike, ...]

    def __new__(cls, cards: Iterable[CardLike] = ()) -> Self:
        self = super().__new__(cls, "these")
        self._cards = tuple(cards)
        return self

    def render(self, tongue: Locale | None, begins: bool = False) -> str:
        return say("these").render(tongue, begins)

    def form(self, forms: Sequence[str], tongue: Locale | None) -> str:
        return forms[-1]

    @property
    def cards(self) -> tuple[CardLike, ...]:
        return self._cards


class Sentence(Text):
    """A sentence or part of one.

    ``template``  the English template, as passed to ``say``; also the key in catalogues
    ``fields``    the values of its placeholders, by name
    ``about``     a context that distinguishes identical English texts, such as a seat's name or a rank's letter
    ``capital``   whether its first word is capitalized even in a fragment
    """

    __slots__ = ("about", "capital", "fields", "template")
    template: str
    fields: Mapping[str, Text]
    about: str
    capital: bool

    def __new__(cls, template: str, fields: Mapping[str, Text], about: str = "", capital: bool = False) -> Self:
        self = super().__new__(cls, _written(template, fields, None, capital))
        self.template = template
        self.fields = fields
        self.about = about
        self.capital = capital
        return self

    def render(self, tongue: Locale | None, begins: bool = False) -> str:
        template: str | None = self.template
        if tongue is not None and has_words(self.template):
            template = tongue.template(self.template, self.about)
            tongue = None if template is None else tongue
        return _written(template or self.template, self.fields, tongue, begins or self.capital)

    def form(self, forms: Sequence[str], tongue: Locale | None) -> str:
        """Choose a form. If this sentence only capitalizes an inner text, choose the form that agrees with the inner text."""
        return self.fields["_0"].form(forms, tongue) if self.template == "{_0}" else forms[0]

    def told(self, form: str, tongue: Locale | None) -> str:
        """Return a form with each ``@`` replaced with this sentence, or with the inner text if this sentence only capitalizes
        it."""
        return self.fields["_0"].told(form, tongue) if self.template == "{_0}" else super().told(form, tongue)

    @property
    def cards(self) -> tuple[CardLike, ...]:
        return tuple(card for field in self.fields.values() for card in field.cards)

    @property
    def sentences(self) -> tuple[Text, ...]:
        is_joined = bool(self.fields) and self.template == _spaced(len(self.fields), " ")
        return tuple(one for field in self.fields.values() for one in field.sentences) if is_joined else (self,)

    def replaced(self, **fields: Place) -> Sentence:
        """Return a copy of the sentence with some placeholder values replaced."""
        return Sentence(self.template, {**self.fields, **as_texts(**fields)}, self.about, self.capital)


def say(template: str, **fields: Place) -> Sentence:
    """Create a sentence. The template must be a literal: catalogues are extracted from these calls.

    >>> say("{seat} {seat:leads|lead}.", seat=Seats(["West"])), say("{seat} {seat:leads|lead}.", seat=Seats([], you=True))
    ('West leads.', 'You lead.')
    """
    return Sentence(template, as_texts(**fields))


def template(english: str) -> str:
    """Mark a template that is stored as data, so that it is extracted into catalogues. Pass the result to ``Sentence`` to create
    a sentence."""
    return english


def says(text: Text, templates: Container[str]) -> bool:
    """Return whether a text, or any text nested in it, has one of these templates."""
    places = text.fields.values() if isinstance(text, Sentence) else ()
    return getattr(text, "template", text) in templates or any(says(each, templates) for each in places)


def declared(text: str, about: str = "") -> Sentence:
    """Convert a string that is stored as data, such as the title of a rule, to a translatable text."""
    return Sentence(text, {}, about) if text else NOTHING


def joined(texts: Iterable[Place], between: str = " ") -> Text:
    """Concatenate texts, skipping empty ones."""
    found = [text for text in map(as_text, texts) if text]
    if len(found) < 2:
        return found[0] if found else NOTHING
    return Sentence(_spaced(len(found), between), {f"_{place}": text for place, text in enumerate(found)})


def all_of(things: Iterable[Place]) -> ListText:
    """Join items into a list with *and*.

    >>> all_of(["a", "b", "c"]), any_of(["a", "b"])
    ('a, b and c', 'a or b')
    """
    return ListText(things, "and")


def any_of(things: Iterable[Place]) -> ListText:
    """Join items into a list with *or*."""
    return ListText(things, "or")


def listed(words: Iterable[str], between: str = "and") -> str:
    """Join words into an English list, for messages to authors; return an empty string for no words.

    >>> listed(["a", "b", "c"]), listed(["a", "b"], "or")
    ('a, b and c', 'a or b')
    """
    *first, last = [*words] or [""]
    return f"{', '.join(first)} {between} {last}" if first else last


_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
_FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"


def isolated(name: str) -> str:
    """Wrap a Hebrew or Arabic name in a Unicode isolate, so that it doesn't reorder adjacent punctuation and numbers.

    >>> isolated("West"), ascii(isolated("\u05d3\u05e0\u05d4"))
    ('West', "'\\\\u2068\\\\u05d3\\\\u05e0\\\\u05d4\\\\u2069'")
    """
    if name.startswith(_FIRST_STRONG_ISOLATE) or not _RIGHT_TO_LEFT.search(name):
        return name
    return f"{_FIRST_STRONG_ISOLATE}{name}{_POP_ISOLATE}"


def capital(text: str) -> Text:
    """Capitalize the first letter of a fragment, for use on its own."""
    if not isinstance(text, Text):
        return Text(_capital(text))
    inner = text if isinstance(text, Sentence) else Sentence("{_0}", {"_0": text})
    return Sentence(inner.template, inner.fields, inner.about, capital=True)


def templates_of(text: Text) -> Iterator[str]:
    """Yield the templates of a text and of the texts nested in it."""
    if isinstance(text, Sentence):
        yield text.template
    for part in text.fields.values() if isinstance(text, Sentence) else text.things if isinstance(text, ListText) else ():
        yield from templates_of(part)


def suit_mark(letter: str) -> MarkText:
    """Return the mark for a suit, for use in a sentence."""
    return MarkText(letter)


_ENDED = (". ", "! ", "? ", "… ")


def _written(template: str, fields: Mapping[str, Text], tongue: Locale | None, begins: bool) -> str:
    """Fill in the placeholders of a template."""
    written, starts = "", begins or is_whole(template)
    for part in parts(template):
        if isinstance(part, str):
            written += _capital(part) if begins and not written else part
            starts = part.endswith(_ENDED)
        elif part.name in fields:
            written += _filled(part, fields[part.name], tongue, starts)
            starts = False
        else:
            raise KeyError(f"nothing is given for {{{part.name}}} in {template!r}")
    return written


def _filled(place: Placeholder, field: Text, tongue: Locale | None, begins: bool) -> str:
    if place.whose:
        assert isinstance(field, Seats), f"{{{place.name}'s}} is for seats"
        return field.whose(tongue, begins)
    if not place.forms:
        return field.render(tongue, begins)
    form = field.form(place.forms, tongue)
    told = field.told(form, tongue) if "@" in form else form
    return _capital(told) if begins else told


def as_texts(**fields: Place) -> dict[str, Text]:
    """Convert placeholder values to texts."""
    return {name: as_text(field) for name, field in fields.items()}


def as_text(field: Place) -> Text:
    """Convert a placeholder value to a text."""
    if isinstance(field, Text):
        return field
    if isinstance(field, bool):
        return BooleanText(field)
    if isinstance(field, int):
        return NumberText(f"−{-field}" if field < 0 else str(field))
    return Text(isolated(field)) if isinstance(field, str) else MarkText(field.text, field)


def _put(text: str, tongue: Locale | None) -> str:
    return text.render(tongue) if isinstance(text, Text) else text


def _word(tongue: Locale | None, word: str, about: str = "") -> str:
    return word if tongue is None else tongue.template(word, about) or word


@cache
def _spaced(count: int, between: str) -> str:
    return between.join(f"{{_{place}}}" for place in range(count))


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


NOTHING = Sentence("", {})
"""The empty text."""
