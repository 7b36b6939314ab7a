"""Pictures as PNG and PDF, by the optional package typst, which needs no other packages, fonts or libraries of the system."""

from __future__ import annotations

import re
from typing import Literal

from rules_engine.core.model.errors import RulesEngineError

EXTRA = "pip install 'followsuit[picture]'"
"""The command that installs the package."""
MAX_WIDTH = 8000
"""Maximum width of a PNG in pixels."""
POINTS, PIXELS = 72, 96
"""Points and pixels of CSS to the inch."""
_PAGE = b'#set page(width: auto, height: auto, margin: 0pt, fill: none)\n#image(bytes(sys.inputs.svg), format: "svg")\n'
_WIDTH = re.compile(r'<svg [^>]*?\bwidth="([\d.]+)"')


class CannotRender(RulesEngineError):
    """Raised if the package that renders pictures isn't installed, or if the width isn't possible."""


def to_png(svg: str, width: int) -> bytes:
    """Return a picture as PNG, ``width`` pixels wide. Raises ``CannotRender``."""
    if not 1 <= width <= MAX_WIDTH:
        raise CannotRender(f"the width is {width}: expected 1 to {MAX_WIDTH} pixels")
    found = _WIDTH.search(svg)
    if found is None:
        raise CannotRender("the picture has no width")
    return _compiled(svg, "png", PIXELS * width / float(found[1]))


def to_pdf(svg: str) -> bytes:
    """Return a picture as PDF with a page of its size, as vectors. Raises ``CannotRender``."""
    return _compiled(svg, "pdf")


def _compiled(svg: str, form: Literal["png", "pdf"], ppi: float | None = None) -> bytes:
    try:
        import typst
    except ModuleNotFoundError:
        raise CannotRender(f"PNG and PDF need the package typst: {EXTRA}") from None
    made = typst.compile(_PAGE, format=form, ppi=ppi, sys_inputs={"svg": svg}, ignore_system_fonts=True, timestamp=0)
    assert isinstance(made, bytes)
    return made
