"""Language and direction of our parts in pages of another language.

A theme may be in any language, as `theme: {language: he}`, and mirrors its pages for some. Our sentences are in English there, or
in the language of an edition.
"""

from __future__ import annotations

import re

ENGLISH = "en"
_RIGHT_TO_LEFT = {"ar", "arc", "azb", "ckb", "dv", "fa", "he", "iw", "ku", "ps", "sd", "ug", "ur", "yi"}
_ROOT = re.compile(r"<(?:fs-[a-z]+(?=[ >])|"
                   r'(?:ul|div|details|table|section) class="fs-(?:fault|games|reference|stats|tally)\b[^"]*")')
"""The opening tags of our parts, up to their attributes."""


def direction(code: str) -> str:
    """Return the direction of a language, as the value of `dir`."""
    return "rtl" if _main(code) in _RIGHT_TO_LEFT else "ltr"


def marks(text: str, page: str) -> dict[str, str]:
    """Return `lang` and `dir` of a text in a page of another language, each given by its code; nothing if they are the same."""
    return {} if _main(text) == _main(page) else {"lang": text, "dir": direction(text)}


def with_languages(html: str, text: str, page: str) -> str:
    """Return a page with `lang` and `dir` on our parts, if those are in another language than the page."""
    told = "".join(f' {name}="{value}"' for name, value in marks(text, page).items())
    return _ROOT.sub(rf"\g<0>{told}", html) if told else html


def _main(code: str) -> str:
    return code.replace("_", "-").partition("-")[0].lower()
