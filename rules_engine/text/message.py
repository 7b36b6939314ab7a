"""Sentences as values: a template, and what stands in its open places.

    say("{seat} {seat:takes|take} the trick with {card}.", seat=position.name(1), card=the(card))

reads as ``West takes the trick with the {5C}.`` or ``You take the trick with the {5C}.``. The template is English, and the key
under which catalogues have its translations; so it is written out where ``say`` is called. In a template stand:

    {seat}              what is given for the place
    {seat:takes|take}   a word that goes with it: after one seat; after several, or "you"
    {seat's}            whose something is: ``West's``, ``your``
    {n:trick|tricks}    after 1; after any other number
    {cards:is|are}      after one; after several
    {led:led|played}    where it is true; where it is false
    {place:first|second|last}   which of several, three or more; a language has as many

A language may tell more forms apart (see ``Text.form``): German has four for a seat, ``{seat:nimmt|nimmst|nehmen|nehmt}``: one,
"you", several, "you" and others. In a form ``@`` stands for what is given, or for the others beside "you":
``{seat:@|dich|@|dich und @}``.

A sentence is a ``str`` too, in English, so it can be compared, shown and sorted like one. But what is to be known of it is read
from its template and fields, never from its letters. What begins a whole sentence has a capital: "you", "the", and a part put
there; a part of a sentence has none of its own. Sentences are joined by ``joined``, and things are listed by ``all_of`` and
``any_of``: an f-string would make mere letters of them.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Protocol, Self

from rules_engine.text.template import Placeholder, has_words, is_whole, parts


class Locale(Protocol):
    """What sentences ask of the language that they are put into."""

    def template(self, english: str, about: str = "") -> str | None:
        """Give its template for an English one; None where it has none. ``about`` tells apart what is alike in English."""

    def plural(self, number: int) -> int:
        """Give the form of a word after a number, from 0 on."""


class CardLike(Protocol):
    """A card: in a sentence it is a mark, ``{5ML}``, that views turn into a picture or a name."""

    @property
    def text(self) -> str:
        """Its written form."""


class Text(str):
    """What can be read in another language. As a ``str`` it is English."""

    __slots__ = ()

    def render(self, tongue: Locale | None, begins: bool = False) -> str:
        """Give the text in a language, English for None; ``begins`` where a sentence begins with it."""
        return str(self)

    def form(self, forms: Sequence[str], tongue: Locale | None) -> str:
        """Choose the word that goes with it. Of two forms the second is for several."""
        return forms[0]

    @property
    def cards(self) -> tuple[CardLike, ...]:
        """The cards that it names, in their order."""
        return ()

    def told(self, form: str, tongue: Locale | None) -> str:
        """Give a form with what it leaves to the text in place of its ``@``."""
        return form.replace("@", self.render(tongue))

    @property
    def sentences(self) -> tuple[Text, ...]:
        """The sentences that it was joined of; itself, if it wasn't."""
        return (self,)


Place = Text | CardLike | int | str
"""What may stand in an open place: a text, a card, a number, or something that reads the same in every language."""


class MarkText(Text):
    """A card or a suit, as a mark in a sentence."""

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
    """A number, as English writes it: with a point before tenths, and a real minus sign."""

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
    """Whether something is so; only its forms are ever read."""

    __slots__ = ("so",)
    so: bool

    def __new__(cls, so: bool) -> Self:
        self = super().__new__(cls, "")
        self.so = so
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return BooleanText, (self.so,)

    def form(self, forms: Sequence[str], tongue: Locale | None) -> str:
        return forms[0 if self.so else -1]


class FormIndex(Text):
    """Which of ``of`` forms a sentence takes, from 0 on, or from −1 back; only its forms are ever read.

    Without ``of`` a sentence may have any number of forms. Raises ``ValueError`` if there is no such form, or a sentence has
    another number of them.
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

    def __reduce__(self) -> tuple[object, ...]:
        return FormIndex, (self.place, self.of)

    def form(self, forms: Sequence[str], tongue: Locale | None) -> str:
        if self.of not in (0, len(forms)) or not -len(forms) <= self.place < len(forms):
            raise ValueError(f"there is no form {self.place} of {self.of or len(forms)} in {'|'.join(forms)}")
        return forms[self.place]


class Seats(Text):
    """One seat or several, as a sentence calls them; the reader's, if it is among them, is "you" and comes first."""

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

    def __reduce__(self) -> tuple[object, ...]:
        return Seats, (self.names, self.you)

    def render(self, tongue: Locale | None, begins: bool = False) -> str:
        names = [isolated(_word(tongue, name, "seat")) for name in self.names]
        if self.you:
            you = _word(tongue, "you")
            names = [_capital(you) if begins else you, *names]
        return all_of(names).render(tongue)

    def whose(self, tongue: Locale | None, begins: bool = False) -> str:
        """Say whose something is: ``West's``, ``your``, ``your and North's``."""
        names = [isolated(_word(tongue, name, "seat")) for name in self.names]
        own = [_capital("your") if begins else "your"] * self.you
        return all_of([*own, *names[:-1], *(f"{name}'s" for name in names[-1:])]).render(tongue)

    def form(self, forms: Sequence[str], tongue: Locale | None) -> str:
        """Choose by who they are. Two forms: one seat; several, or "you". Then "you" by itself, and "you" with others."""
        last = len(forms) - 1
        if self.you:
            return forms[min(3 if self.names else 1, last)]
        return forms[0 if len(self.names) == 1 else 1 if last == 1 else min(2, last)]

    def told(self, form: str, tongue: Locale | None) -> str:
        """Beside "you", which every form has its own word for, ``@`` stands for the others."""
        others = Seats(self.names) if self.you and self.names else self
        return form.replace("@", others.render(tongue))


class QuotedText(Text):
    """What somebody says or types, in quotation marks."""

    __slots__ = ("said",)
    said: str

    def __new__(cls, said: str) -> Self:
        self = super().__new__(cls, f"“{said}”")
        self.said = said
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return QuotedText, (self.said,)

    def render(self, tongue: Locale | None, begins: bool = False) -> str:
        return f"{_word(tongue, '“', 'quote')}{_put(self.said, tongue)}{_word(tongue, '”', 'quote')}"


class ListText(Text):
    """Several things as a sentence lists them: ``the {5C}, the {7C} and the {9C}``."""

    __slots__ = ("between", "things")
    things: tuple[Text, ...]
    between: str

    def __new__(cls, things: Iterable[Place], between: str = "and") -> Self:
        texts = tuple(map(as_text, things))
        self = super().__new__(cls, listed(texts, between))
        self.things = texts
        self.between = between
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return ListText, (self.things, self.between)

    def render(self, tongue: Locale | None, begins: bool = False) -> str:
        return listed([thing.render(tongue, begins and not place) for place, thing in enumerate(self.things)],
                       _word(tongue, self.between, "between"))

    def form(self, forms: Sequence[str], tongue: Locale | None) -> str:
        return forms[0 if len(self.things) == 1 else -1]

    @property
    def cards(self) -> tuple[CardLike, ...]:
        return tuple(card for thing in self.things for card in thing.cards)


class These(Text):
    """Cards or numbers that stand before the reader, said of all at once: ``these``."""

    __slots__ = ("_cards",)
    _cards: tuple[CardLike, ...]

    def __new__(cls, cards: Iterable[CardLike] = ()) -> Self:
        self = super().__new__(cls, "these")
        self._cards = tuple(cards)
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return These, (self._cards,)

    def render(self, tongue: Locale | None, begins: bool = False) -> str:
        return say("these").render(tongue, begins)

    def form(self, forms: Sequence[str], tongue: Locale | None) -> str:
        return forms[-1]

    @property
    def cards(self) -> tuple[CardLike, ...]:
        return self._cards


class Sentence(Text):
    """A sentence or a part of one.

    ``template``  in English, as ``say`` has it; the catalogue's key
    ``fields``    what stands in its open places, by their names
    ``about``     tells apart what is alike in English: a seat's name, a rank's letter
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

    def __reduce__(self) -> tuple[object, ...]:
        return Sentence, (self.template, self.fields, self.about, self.capital)

    def render(self, tongue: Locale | None, begins: bool = False) -> str:
        template: str | None = self.template
        if tongue is not None and has_words(self.template):
            template = tongue.template(self.template, self.about)
            tongue = None if template is None else tongue
        return _written(template or self.template, self.fields, tongue, begins or self.capital)

    def form(self, forms: Sequence[str], tongue: Locale | None) -> str:
        """Choose as the text itself does, where this only gives it a capital."""
        return self.fields["_0"].form(forms, tongue) if self.template == "{_0}" else forms[0]

    def told(self, form: str, tongue: Locale | None) -> str:
        """Fill a form in as the text itself does, likewise."""
        return self.fields["_0"].told(form, tongue) if self.template == "{_0}" else super().told(form, tongue)

    @property
    def cards(self) -> tuple[CardLike, ...]:
        return tuple(card for field in self.fields.values() for card in field.cards)

    @property
    def sentences(self) -> tuple[Text, ...]:
        is_joined = bool(self.fields) and self.template == _spaced(len(self.fields), " ")
        return tuple(one for field in self.fields.values() for one in field.sentences) if is_joined else (self,)

    def replaced(self, **fields: Place) -> Sentence:
        """Give the same sentence with other things in some of its places."""
        return Sentence(self.template, {**self.fields, **as_texts(**fields)}, self.about, self.capital)


def say(template: str, **fields: Place) -> Sentence:
    """Say something. The template is written out here: catalogues are gathered from these calls.

    >>> say("{seat} {seat:leads|lead}.", seat=Seats(["West"])), say("{seat} {seat:leads|lead}.", seat=Seats([], you=True))
    ('West leads.', 'You lead.')
    """
    return Sentence(template, as_texts(**fields))


def template(english: str) -> str:
    """Mark a template that is kept as data, for catalogues to have it; ``Sentence`` makes a sentence of it."""
    return english


def says(text: Text, templates: Container[str]) -> bool:
    """Return whether a text is of one of these templates, or one in its places is."""
    places = text.fields.values() if isinstance(text, Sentence) else ()
    return getattr(text, "template", text) in templates or any(says(each, templates) for each in places)


def declared(text: str, about: str = "") -> Sentence:
    """Give a text that is declared as data, such as a rule's title, as one that can be read in another language."""
    return Sentence(text, {}, about) if text else NOTHING


def joined(texts: Iterable[Place], between: str = " ") -> Text:
    """Give texts one after the other, without those that are empty."""
    found = [text for text in map(as_text, texts) if text]
    if len(found) < 2:
        return found[0] if found else NOTHING
    return Sentence(_spaced(len(found), between), {f"_{place}": text for place, text in enumerate(found)})


def all_of(things: Iterable[Place]) -> ListText:
    """List things with *and*.

    >>> all_of(["a", "b", "c"]), any_of(["a", "b"])
    ('a, b and c', 'a or b')
    """
    return ListText(things, "and")


def any_of(things: Iterable[Place]) -> ListText:
    """List things with *or*."""
    return ListText(things, "or")


def listed(words: Iterable[str], between: str = "and") -> str:
    """List words in English, for messages to authors; no words, no text.

    >>> listed(["a", "b", "c"]), listed(["a", "b"], "or")
    ('a, b and c', 'a or b')
    """
    *first, last = [*words] or [""]
    return f"{', '.join(first)} {between} {last}" if first else last


_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
_FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"


def isolated(name: str) -> str:
    """Return a name that doesn't move the signs and numbers around it: in Hebrew or Arabic letters it stands in an isolate.

    >>> isolated("West"), ascii(isolated("\u05d3\u05e0\u05d4"))
    ('West', "'\\\\u2068\\\\u05d3\\\\u05e0\\\\u05d4\\\\u2069'")
    """
    if name.startswith(_FIRST_STRONG_ISOLATE) or not _RIGHT_TO_LEFT.search(name):
        return name
    return f"{_FIRST_STRONG_ISOLATE}{name}{_POP_ISOLATE}"


def capital(text: str) -> Text:
    """Give a part of a sentence with a capital, as where it stands alone."""
    if not isinstance(text, Text):
        return Text(_capital(text))
    inner = text if isinstance(text, Sentence) else Sentence("{_0}", {"_0": text})
    return Sentence(inner.template, inner.fields, inner.about, capital=True)


def templates_of(text: Text) -> Iterator[str]:
    """Give the templates that a text is made of, its own first."""
    if isinstance(text, Sentence):
        yield text.template
    for part in text.fields.values() if isinstance(text, Sentence) else text.things if isinstance(text, ListText) else ():
        yield from templates_of(part)


def suit_mark(letter: str) -> MarkText:
    """Give a suit, by its letter, as a mark in a sentence."""
    return MarkText(letter)


_ENDED = (". ", "! ", "? ", "… ")


def _written(template: str, fields: Mapping[str, Text], tongue: Locale | None, begins: bool) -> str:
    """A template with its places filled in."""
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
    """Give what stands in the places of a sentence as texts: numbers and cards too."""
    return {name: as_text(field) for name, field in fields.items()}


def as_text(field: Place) -> Text:
    """Give what may stand in a place as a text."""
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
"""No text."""
