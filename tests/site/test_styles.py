"""The source of the client's styles: one order of layers, readable lines, hardly any `!important`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules_engine.site.files.assets import CLIENT, PARTS

FOLDER = CLIENT / "styles"
FILES = sorted(FOLDER.glob("*.css"))
ORDER = re.compile(r"^@layer ([^{;]*);$", re.MULTILINE)
LAYER = re.compile(r"^@layer ([\w.]+) \{$", re.MULTILINE)


def test_every_file_is_joined_or_one_pages_own() -> None:
    assert {file.stem for file in FILES} == {*PARTS, "course", "days", "embed", "front", "know", "packs", "playground", "puzzle",
                                                "referee", "reference", "score-keeper"}


def test_the_order_of_the_layers_stands_before_any_rule() -> None:
    text = (FOLDER / f"{PARTS[0]}.css").read_text(encoding="utf-8")
    assert re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL).lstrip().startswith("@layer fs.tokens, ")


def test_every_layer_has_its_place_and_every_place_its_layer() -> None:
    texts = [file.read_text(encoding="utf-8") for file in FILES]
    (order,) = [names for text in texts for names in ORDER.findall(text)]
    assert {name for text in texts for name in LAYER.findall(text)} == set(re.findall(r"[\w.]+", order))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_our_css_rules_are_in_a_layer(file: Path) -> None:
    """CSS rules outside layers exist only to change the theme's elements, or to undo the theme's rules for our elements."""
    inside = re.sub(r"/\*.*?\*/", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    bare = re.sub(r"^@(?:layer|media|page)[^{;]*(?:;|\{\n.*?\n\})$", "", inside, flags=re.DOTALL | re.MULTILINE).strip()
    assert (bare == "") == (file.stem not in ("theme", "frame", "course", "front", "know", "packs", "puzzle"))


def test_hardly_a_rule_shouts() -> None:
    assert sum(file.read_text(encoding="utf-8").count("!important") for file in FILES) < 10


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_lines_can_be_read(file: Path) -> None:
    styles = re.sub(r'url\("data:[^"]*"\)', "url(drawing)", file.read_text(encoding="utf-8"))
    assert max(map(len, styles.splitlines())) <= 130


def test_every_css_variable_is_set_somewhere() -> None:
    """Variables are set by a style, a script or the engine, or have a fallback."""
    styles = "".join(file.read_text(encoding="utf-8") for file in FILES)
    sources = [file for file in CLIENT.parents[1].rglob("*") if file.suffix in (".js", ".py")]
    others = "".join(file.read_text(encoding="utf-8") for file in sources)
    asked = set(re.findall(r"var\((--fs-[\w-]+)\s*\)", styles))
    assert len(asked) > 20
    assert asked <= set(re.findall(r"(--fs-[\w-]+)\s*:", styles)) | set(re.findall(r"(--fs-[\w-]+)", others))
