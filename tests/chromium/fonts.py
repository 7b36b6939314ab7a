"""Fonts for the pages under test, from npm packages, so that no test depends on the fonts installed on the machine.

`FONTS` has families that readers are likely to have, and two extremes. `outfit` applies a font to every page in a browser
context by setting the theme's two properties for font families; `REST` supplies the characters that a font lacks.
"""

from __future__ import annotations

import base64
import json
import os
from functools import cache
from typing import NamedTuple

from playwright.sync_api import BrowserContext, Page

from tests.chromium.server import ROOT

FOLDER = ROOT / "node_modules" / "@fontsource"


class Font(NamedTuple):
    """A font family from npm's `@fontsource` packages, and the `@font-face` descriptors that adjust its metrics."""

    package: str
    scale: str = "100%"
    ascent: str = "normal"
    descent: str = "normal"
    gap: str = "normal"


FONTS = {
    "liberation": Font("arimo"),
    "dejavu": Font("dejavu-sans"),
    "noto": Font("noto-sans"),
    "roboto": Font("roboto"),
    "inter": Font("inter"),
    "open-sans": Font("open-sans"),
    "smallest": Font("arimo", scale="94%", ascent="95%", descent="22%", gap="0%"),
    "largest": Font("arimo", scale="118%", ascent="98%", descent="25%", gap="0%"),
}
"""Fonts by name. Liberation Sans has the same metrics as Arimo. The smallest font is narrower than Roboto and shorter than
Arial; the largest is as wide as DejaVu Sans and Verdana and as tall as Noto Sans CJK."""
EXTREMES = ("smallest", "largest")
USUAL = os.environ.get("FOLLOWSUIT_FONT", "liberation")
"""The default font for tests; FOLLOWSUIT_FONT=noto pytest … selects another."""
MONO = Font("cousine")
REST = "roboto/files/roboto-math"
"""Path prefix of a font with characters that every system has but a package's Latin subset lacks: ≈ and Σ."""
WEIGHTS = ("400", "700")

OUTFIT = """((faces) => {
  for (const { family, data, ...how } of faces) {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    document.fonts.add(new FontFace(family, bytes.buffer, how));
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(":root { --md-text-font: Brought, Rest; --md-code-font: Brought Mono, Rest; }");
  document.adoptedStyleSheets.push(sheet);
})"""
"""Script that installs fonts from embedded bytes. Unlike URLs, they need no request, and no page's policy blocks them."""


def outfit(context: BrowserContext, name: str = USUAL) -> BrowserContext:
    """Apply a font to all pages that the context opens from now on, and return the context."""
    context.add_init_script(outfit_script(name))
    return context


@cache
def outfit_script(name: str) -> str:
    """Return the script that applies a font to the page in which it runs."""
    font = FONTS[name]
    faces = [face for weight in WEIGHTS for face in (
        _face("Brought", font, weight),
        _face("Brought Mono", MONO._replace(scale=font.scale, ascent=font.ascent, descent=font.descent, gap=font.gap), weight),
        {"family": "Rest", "weight": weight, "data": _data(f"{REST}-{weight}-normal.woff2")})]
    return f"{OUTFIT}({json.dumps(faces)});"


def _face(family: str, font: Font, weight: str) -> dict[str, str]:
    return {"family": family, "weight": weight, "sizeAdjust": font.scale, "ascentOverride": font.ascent,
            "descentOverride": font.descent, "lineGapOverride": font.gap,
            "data": _data(f"{font.package}/files/{font.package}-latin-{weight}-normal.woff2")}


@cache
def _data(file: str) -> str:
    return base64.b64encode((FOLDER / file).read_bytes()).decode()


def letters(page: Page, percent: int) -> None:
    """Set the browser's text size as a percentage of its default of 16 px. This also affects media queries in em."""
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 16 * percent // 100, "fixed": 13 * percent // 100}})
