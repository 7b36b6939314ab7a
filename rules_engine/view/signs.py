"""Our own suit signs, drawn as SVG in a square of 24 and told apart by shape.

They reach the page as masks in the style sheet, so that a card needs one small element a suit and a sign takes
whatever colour its suit has.
"""

from __future__ import annotations

from math import cos, pi, sin

STROKE = "fill='none' stroke='#000' stroke-linecap='round' stroke-linejoin='round' stroke-width"


def _filled(path: str) -> str:
    return f"<path fill-rule='evenodd' d='{path}'/>"


def _drawn(path: str, width: float) -> str:
    return f"<path {STROKE}='{width}' d='{path}'/>"


def _rays(count: int, inner: float, outer: float) -> str:
    """Straight rays round the middle."""
    angles = [2 * pi * ray / count for ray in range(count)]
    return "".join(f"M{12 + inner * sin(a):.1f} {12 - inner * cos(a):.1f}L{12 + outer * sin(a):.1f} "
                   f"{12 - outer * cos(a):.1f}" for a in angles)


_WAVE = "M2 {0}c2.500-3.600 5-3.600 7.500-.6s5 3 7.500 0 3.600-2.500 5-1.400"

SIGNS = {
    "decktet": {
        "M": _filled("M14.500 2.200A10 10 0 1 0 22 16.500 8.800 8.800 0 0 1 14.500 2.200z"),
        "S": _filled("M12 7.200a4.800 4.800 0 1 0 .01 0z") + _drawn(_rays(8, 7.6, 10.6), 2.2),
        "W": "".join(_drawn(_WAVE.format(height), 2.4) for height in (7.6, 13.4, 19.2)),
        "L": _filled("M21.500 2.500C9 2.500 2.500 8.500 3.200 17L2 21.800l1.600.4 1-3.600C6 13.500 9.500 9.800 15 7.200c-4 3.600-7.200"
                     " 7-8.600 11.900C16 20.500 22 14 21.500 2.500z"),
        "Y": _drawn("M18.500 6.200C15.500 2.800 7 3.400 7 8c0 5.200 10.500 3.200 10.500 8.500 0 5-8.500 6-12.500 2.400", 3)
             + _filled("M16 3l6.500 1.200L19.500 9z"),
        "K": _drawn("M7.500 8.300a3.700 3.700 0 1 0 0 7.400c4 0 5-7.400 9-7.400a3.700 3.700 0 1 1 0 7.400c-4 0-5-7.400-9-7.400z"
                    "M8.300 7.500a3.700 3.700 0 1 1 7.400 0c0 4-7.400 5-7.400 9a3.700 3.700 0 1 0 7.400 0c0-4-7.400-5-7.400-9z", 2),
    },
    "french": {
        "S": _filled("M12 1.500c5.500 6 9 8.500 9 12.700a4.600 4.600 0 0 1-7.700 3.300c.2 2 1 3.500 2.400 4.700H8.300c1.400-1.200 2.200-2.700"
                     " 2.400-4.700A4.600 4.600 0 0 1 3 14.200c0-4.200 3.500-6.700 9-12.700z"),
        "H": _filled("M12 22C6 16.500 2 12.800 2 8.300A5.300 5.300 0 0 1 12 5.800a5.300 5.300 0 0 1 10 2.500c0 4.500-4 8.200-10 13.700z"),
        "D": _filled("M12 1.500 20 12l-8 10.500L4 12z"),
        "C": _filled("M12 1.800a4.600 4.600 0 0 1 3.500 7.600 4.600 4.600 0 1 1-2.300 7.700c.2 2.300 1 3.900 2.400 5.100H8.400c1.400-1.200"
                     " 2.200-2.800 2.400-5.100a4.600 4.600 0 1 1-2.300-7.700A4.600 4.600 0 0 1 12 1.800z"),
    },
    "double-decker": {
        "R": _filled("M12 2l10 10-10 10L2 12z"),
        "B": _filled("M12 2.500a9.500 9.500 0 1 0 .01 0z"),
        "G": _filled("M12 3l10.500 18h-21z"),
    },
}
"""Pack id and suit letter to the marks that draw the sign."""


def signs_css() -> str:
    """The style rules that give each suit its shape."""
    return "".join(f'[data-suit="{pack}-{letter}"] {{ --fs-sign: url("data:image/svg+xml,{_encoded(marks)}"); }}\n'
                   for pack, signs in SIGNS.items() for letter, marks in signs.items())


def _encoded(marks: str) -> str:
    svg = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'>{marks}</svg>"
    return svg.replace("#", "%23").replace("<", "%3C").replace(">", "%3E")
