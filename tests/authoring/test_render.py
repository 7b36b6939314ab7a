"""Pictures as PNG and PDF, and the error without the package that renders them."""

from __future__ import annotations

import struct
import sys
from pathlib import Path

import pytest

from rules_engine.authoring.render import CannotRender, to_pdf, to_png, write_picture
from rules_engine.games import game_class
from rules_engine.pictures.cards import card_svg

SNAKEBIT = game_class("snakebit")
SVG = card_svg(SNAKEBIT, SNAKEBIT.pack.card("5ML"))


@pytest.mark.parametrize("width", [1, 7, 401, 1200])
def test_a_png_has_exactly_the_width_asked_for(width: int) -> None:
    png = to_png(SVG, width)
    assert png.startswith(b"\x89PNG")
    assert struct.unpack(">II", png[16:24]) == (width, round(width * 1.4) or 1)


def test_the_same_picture_gives_the_same_bytes() -> None:
    assert to_png(SVG, 200) == to_png(SVG, 200)
    assert to_pdf(SVG) == to_pdf(SVG)
    assert to_pdf(SVG).startswith(b"%PDF-")


def test_the_suffix_chooses_the_format(tmp_path: Path) -> None:
    for name, begin in (("a.svg", b"<svg "), ("a.PNG", b"\x89PNG"), ("a.pdf", b"%PDF-")):
        write_picture(SVG, tmp_path / name, 100)
        assert (tmp_path / name).read_bytes().startswith(begin)
    with pytest.raises(CannotRender, match=r"a.gif': a picture's file ends in .svg, .png or .pdf"):
        write_picture(SVG, tmp_path / "a.gif")
    with pytest.raises(CannotRender, match="expected 1 to 8000 pixels"):
        write_picture(SVG, tmp_path / "a.png", 9000)
    assert not (tmp_path / "a.gif").exists()


def test_without_the_package_svg_still_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    write_picture(SVG, tmp_path / "a.svg")
    for name in ("a.png", "a.pdf"):
        with pytest.raises(CannotRender, match=r"pip install 'followsuit\[picture\]'"):
            write_picture(SVG, tmp_path / name)
