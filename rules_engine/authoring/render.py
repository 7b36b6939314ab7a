"""Pictures as PNG and PDF, by the optional package typst, which needs no other packages and no system fonts or libraries."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

from rules_engine.authoring.files import write_bytes
from rules_engine.core.model.errors import RulesEngineError, quoted
from rules_engine.text.message import listed

EXTRA = "pip install 'followsuit[picture]'"
"""The command that installs the package."""
SUFFIXES = (".svg", ".png", ".pdf")
"""The suffixes of files with pictures."""
WIDTH, MAX_WIDTH = 1080, 8000
"""Default and maximum width of a PNG in pixels."""
POINTS, PIXELS = 72, 96
"""CSS points and CSS pixels per inch."""
_PAGE = b'#set page(width: auto, height: auto, margin: 0pt, fill: none)\n#image(bytes(sys.inputs.svg), format: "svg")\n'
_WIDTH = re.compile(r'<svg [^>]*?\bwidth="([\d.]+)"')


class CannotRender(RulesEngineError):
    """Raised if the package that renders pictures isn't installed, or if the format or the width isn't possible."""


def suffix_of(path: Path) -> str:
    """Return the suffix of a picture's file. Raises ``CannotRender`` if it isn't one of ``SUFFIXES``."""
    if path.suffix.lower() not in SUFFIXES:
        raise CannotRender(f"{quoted(str(path))}: a picture's file ends in {listed(SUFFIXES, 'or')}")
    return path.suffix.lower()


def write_picture(svg: str, path: Path, width: int = WIDTH) -> None:
    """Write a picture to a file, in the format that its suffix names; ``width`` is that of a PNG in pixels.

    Raises ``CannotRender``, and ``OSError`` if the file can't be written.
    """
    suffix = suffix_of(path)
    write_bytes(path, to_png(svg, width) if suffix == ".png" else to_pdf(svg) if suffix == ".pdf" else svg.encode())


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
