"""The build cache is never stale: after any change, a cached build equals an uncached one."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rules_engine.authoring.caches import code_digest
from rules_engine.authoring.caches.cache import Cache
from rules_engine.authoring.caches.code_digest import engine_digest
from rules_engine.cli.new_site import new_site
from tests.site.tiny import ROOT, WITHOUT_NODE, Built, TinySite, rewrite
from tests.some import some

GAME, GAMES = "plain-trump", "my_games"
CHANGES = {
    "an example": (f"examples/{GAME}/follow-suit.yml", "title: ", "title: Now "),
    "a page": (f"docs/games/{GAME}/rules.md", "# Rules", "# Plain rules"),
    "a sentence of the game": (f"{GAMES}/plain_trump/phrases.py", 'say("', 'say("Well, '),
    "a sentence of the engine": ("engine/rules_engine/html/figure.py", 'say("Worked example")', 'say("Example")'),
    "what the table shows": ("engine/rules_engine/html/table.py", '"fs-', '"fs-new fs-'),
    "a style": ("engine/rules_engine/site/client/styles/table.css", "  fs-table {", "  fs-table { outline: 1px solid;"),
    "a script": ("engine/rules_engine/site/client/table/table.js", "export ", "globalThis.changed = 1;\nexport "),
    "a setting": ("mkdocs.yml", "site_name: ", "use_directory_urls: false\nsite_name: "),
}


@pytest.fixture
def author(tmp_path: Path) -> Path:
    """Create a new site with its own copy of the engine."""
    folder = tmp_path / "my-games"
    new_site(folder, GAME, "")
    (folder / "docs" / "games" / GAME / "play.md").write_text("# Play\n", encoding="utf-8")     # a hand's first trick takes long
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    shutil.copytree(ROOT / "rules_engine", folder / "engine" / "rules_engine", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def build(folder: Path, cached: bool = True) -> dict[str, bytes]:
    """Build the site in a subprocess, and return its files by path."""
    cache, site = folder / ".cache", folder / "site"
    aside = cache if cached else cache.rename(folder / "aside")
    environment = {**os.environ, "PYTHONPATH": str(folder / "engine"), "PATH": WITHOUT_NODE, "NO_MKDOCS_2_WARNING": "1",
                   "SOURCE_DATE_EPOCH": "0"}
    done = subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(site)], cwd=folder, check=False,
                          env=environment, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr
    if not cached:
        shutil.rmtree(cache)
        aside.rename(cache)
    return Built(0, "", site).files()


@pytest.mark.parametrize("change", some(CHANGES, ["an example"]))
def test_a_change_is_seen_and_nothing_else_is(author: Path, change: str) -> None:
    before = build(author)
    assert any((author / ".cache").rglob("made/*"))
    name, old, new = CHANGES[change]
    text = (author / name).read_text(encoding="utf-8")
    assert old in text
    rewrite(author / name, text.replace(old, new, 1))
    after = build(author)
    assert after != before, "the change is seen"
    assert after == build(author, cached=False)


def test_a_second_build_makes_no_figure_and_writes_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_digest, "_STARTED", float("inf"))      # ignores the modification times of our files
    engine_digest.cache_clear()
    tiny = TinySite(tmp_path)
    (tiny.folder / ".cache").unlink()
    first = tiny.build("--strict").files()

    def fails(*given: object) -> None:
        raise AssertionError("it is there")

    monkeypatch.setattr("rules_engine.site.fences.page_context.PageContext._drawn", fails)
    assert tiny.build("--strict", into="again").files() == first


def made(value: str) -> Callable[[], bytes]:
    """Return a function that makes this value and records its calls."""
    def make() -> bytes:
        LOG.append(value)
        return value.encode()
    return make


LOG: list[str] = []


def test_a_cache_that_is_damaged_or_cannot_be_written_makes_all_again(tmp_path: Path) -> None:
    LOG.clear()
    kept = Cache(tmp_path / "made", "code")
    assert kept.once([1], made("a")) == kept.once([1], made("b")) == b"a"
    (file,) = (tmp_path / "made").iterdir()
    file.write_bytes(file.read_bytes()[:-1])
    assert kept.once([1], made("c")) == b"c"
    file.unlink()
    file.mkdir()
    assert kept.once([1], made("d")) == b"d"
    (tmp_path / "file").touch()
    assert Cache(tmp_path / "file", "code").once([1], made("e")) == b"e"
    assert LOG == ["a", "c", "d", "e"]


def test_other_code_and_no_code_at_all_have_nothing_kept(tmp_path: Path) -> None:
    folder = tmp_path / "made"
    assert [Cache(folder, code).once([1], made(value)) for code, value in (("1", "a"), ("2", "b"), ("1", "c"), ("", "d"))] == [
        b"a", b"b", b"a", b"d"]


def test_any_file_of_the_engine_that_changes_is_other_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, digests = tmp_path / "module.py", list[str]()
    monkeypatch.setattr(code_digest, "_files_of", lambda package: [file])
    for text in ("A = 1", "A = 1  # why", "A = 2", None):
        if text is None:
            monkeypatch.setattr(code_digest, "_STARTED", 0.0)
        else:
            file.write_text(text, encoding="utf-8")
            os.utime(file, (1e9, 1e9))
        engine_digest.cache_clear()
        code_digest._file_digest.cache_clear()
        digests.append(engine_digest(("snakebit",)))
    engine_digest.cache_clear()
    assert len({*digests}) == 4
    assert digests[-1] == "", "it may not be what runs"


def test_the_digest_covers_every_package_with_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game may import modules from any package with games, and the site ships them with the game."""
    file, digests = tmp_path / "shared_cards" / "__init__.py", list[str]()
    file.parent.mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(code_digest, "known_games", lambda: {"theirs": "shared_cards.theirs.game:Theirs"})
    for text in ("A = 1", "A = 2"):
        file.write_text(text, encoding="utf-8")
        os.utime(file, (1e9, 1e9))
        importlib.import_module("shared_cards")
        for cached in (engine_digest, code_digest._file_digest):
            cached.cache_clear()
        digests.append(engine_digest(("snakebit",)))
    monkeypatch.delitem(sys.modules, "shared_cards")
    engine_digest.cache_clear()
    assert len({*digests}) == 2


def test_what_was_not_used_for_longest_is_forgotten(tmp_path: Path) -> None:
    folder = tmp_path / "made"
    for number in range(5):
        Cache(folder, "code", 3).once([number], made("x"))
    assert len([*folder.iterdir()]) == 4
