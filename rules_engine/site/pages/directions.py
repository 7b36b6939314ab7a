"""The language and text direction of Follow Suit's elements on pages in another language.

A theme may be in any language, such as `theme: {language: he}`, and may mirror its pages. On these pages, Follow Suit's texts are
in English or in the language of the edition.
"""

from __future__ import annotations

import re

ENGLISH = "en"
_RIGHT_TO_LEFT = {"ar", "arc", "azb", "ckb", "dv", "fa", "he", "iw", "ku", "ps", "sd", "ug", "ur", "yi"}
_ROOT = re.compile(r"<(?:fs-[a-z]+(?=[ >])|"
                   r'(?:ul|div|details|table|section) class="fs-(?:familiar|fault|games|start|reference|stats|tally)\b[^"]*")')
"""A pattern for the opening tags of Follow Suit's elements, up to their attributes."""


def direction(code: str) -> str:
    """Return the text direction of a language, as the value of `dir`."""
    return "rtl" if _main(code) in _RIGHT_TO_LEFT else "ltr"


def marks(text: str, page: str) -> dict[str, str]:
    """Return the attributes `lang` and `dir` for a text on a page; empty if both have the same language.

    ``text`` and ``page`` are language codes.
    """
    return {} if _main(text) == _main(page) else {"lang": text, "dir": direction(text)}


def with_languages(html: str, text: str, page: str) -> str:
    """Return a page with `lang` and `dir` on Follow Suit's elements if their language, ``text``, isn't that of the page."""
    told = "".join(f' {name}="{value}"' for name, value in marks(text, page).items())
    return _ROOT.sub(rf"\g<0>{told}", html) if told else html


def _main(code: str) -> str:
    return code.replace("_", "-").partition("-")[0].lower()
