"""The part of the vocabulary of schema.org that our structured data uses.

The facts are from the file `data/releases/30.0/schemaorg-current-https.jsonld` in https://github.com/schemaorg/schemaorg. A type
has the properties whose `domainIncludes` names it or a type above it (`subClassOf`); `rangeIncludes` names their values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.core.positions.json_values import JsonValue

ABOVE: dict[str, tuple[str, ...]] = {
    "Thing": (), "CreativeWork": ("Thing",), "Intangible": ("Thing",),
    "WebSite": ("CreativeWork",), "Game": ("CreativeWork",), "HowTo": ("CreativeWork",),
    "LearningResource": ("CreativeWork",), "Quiz": ("LearningResource",),
    "Comment": ("CreativeWork",), "Question": ("Comment",), "Answer": ("Comment",),
    "StructuredValue": ("Intangible",), "QuantitativeValue": ("StructuredValue",),
    "ListItem": ("Intangible",), "ItemList": ("Intangible",), "BreadcrumbList": ("ItemList",),
    "HowToStep": ("CreativeWork", "ItemList", "ListItem"),
}
"""Maps each type to the types directly above it."""
PROPERTIES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "name": (("Thing",), ("Text",)),
    "description": (("Thing",), ("Text",)),
    "url": (("Thing",), ("URL",)),
    "image": (("Thing",), ("URL",)),
    "inLanguage": (("CreativeWork",), ("Text",)),
    "about": (("CreativeWork",), ("Thing",)),
    "genre": (("CreativeWork",), ("Text",)),
    "hasPart": (("CreativeWork",), ("CreativeWork",)),
    "isAccessibleForFree": (("CreativeWork",), ("Boolean",)),
    "text": (("CreativeWork",), ("Text",)),
    "timeRequired": (("CreativeWork",), ("Duration",)),
    "numberOfPlayers": (("Game",), ("QuantitativeValue",)),
    "minValue": (("QuantitativeValue",), ("Number",)),
    "maxValue": (("QuantitativeValue",), ("Number",)),
    "step": (("HowTo",), ("HowToStep",)),
    "learningResourceType": (("LearningResource",), ("Text",)),
    "teaches": (("LearningResource",), ("Text",)),
    "acceptedAnswer": (("Question",), ("Answer",)),
    "itemListElement": (("ItemList",), ("ListItem",)),
    "position": (("ListItem",), ("Integer",)),
    "item": (("ListItem",), ("URL",)),
}
"""Maps each property to the types that have it, and to the values that we give it. For `item`, the range is `Thing`, which a URL
stands for."""
_FORMS = {"Text": re.compile(r"\S(?:.*\S)?", re.DOTALL), "URL": re.compile(r"https?://[^\s\"<>]+"),
          "Duration": re.compile(r"PT\d+M")}


def faults(thing: JsonValue, where: str = "") -> Iterator[str]:
    """Yield a line for each type, property or value in structured data that isn't in the vocabulary."""
    kind = thing.get("@type", "") if isinstance(thing, dict) else ""
    if kind not in ABOVE:
        yield f"{where}: no type {kind!r}"
        return
    for name, value in thing.items():
        if name == "@type":
            continue
        domains, ranges = PROPERTIES.get(name, ((), ()))
        if not {kind, *_above(kind)}.intersection(domains):
            yield f"{where}{kind} has no property {name}"
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, dict):
                yield from faults(each, f"{where}{kind}.{name}: ")
                if not {each.get("@type", ""), *_above(each.get("@type", ""))}.intersection(ranges):
                    yield f"{where}{kind}.{name} is no {each.get('@type')}"
            elif not any(_fits(each, form) for form in ranges):
                yield f"{where}{kind}.{name} is {each!r}: expected {' or '.join(ranges)}"


def _above(kind: str) -> Iterator[str]:
    for each in ABOVE.get(kind, ()):
        yield each
        yield from _above(each)


def _fits(value: JsonValue, form: str) -> bool:
    if form == "Boolean":
        return isinstance(value, bool)
    if form in ("Integer", "Number"):
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, str) and form in _FORMS and _FORMS[form].fullmatch(value) is not None
