"""Sites on other machines: built from another folder, with files left by the system, or without a writable cache."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

import pytest
from click.testing import CliRunner
from mkdocs.__main__ import cli
from mkdocs.config.defaults import MkDocsConfig

from rules_engine.cli import main
from rules_engine.cli.new_site import new_site
from rules_engine.games import game_class, known_games, make_game
from rules_engine.games.registry import look_in
from rules_engine.site.files.built import built_pages
from rules_engine.site.optional_packages import PACKAGES
from rules_engine.site.pages.search import INDEX, SearchIndex
from rules_engine.site.runtime import build_snapshot
from rules_engine.site.serving.policy import policy, put_policy
from tests.site.outside import GAME, MODULE, PACKAGE, OutsideSite, on_path
from tests.site.tiny import ROOT, WITHOUT_NODE, Built

HOOK = '''\
"""What plugins for languages do: they ask every file where it lies, before and after ours."""
from pathlib import Path
from mkdocs.plugins import event_priority

def asked(files, config):
    for file in files:
        place = Path(file.abs_src_path)
        assert place.is_file(), file
        file.within = place.is_relative_to(config.docs_dir)
    print("ASKED", len(list(files)), "of ours" if files.get_file_from_path("manifest.webmanifest") else "")

@event_priority(100)
def on_files(files, config):
    asked(files, config)

@event_priority(-100)
def on_nav(nav, config, files):
    asked(files, config)
'''
TEMPORARY = "temporary"
"""The folder for temporary files while the site is built."""
LATIN = "<html><head><title>Regeln für Skat</title></head><body>König\r\n</body></html>".encode("latin-1")
LEFT = [f"examples/{GAME}/._trump.yml", f"examples/{GAME}/~$trump.yml", f"examples/{GAME}/.#x.yml", "examples/__MACOSX/x.yml",
        "examples/.git/x.yml", "docs/Thumbs.db", "docs/desktop.ini", "docs/._index.md", f"{PACKAGE}/{MODULE}/._rules.py"]
"""Files that macOS, Windows and editors leave in an author's folders."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OutsideSite]:
    """Create a new site with those files."""
    folder = tmp_path_factory.mktemp("elsewhere")
    with on_path(folder):
        yield _spoilt(OutsideSite(folder))
    look_in()


def _spoilt(site: OutsideSite) -> OutsideSite:
    for path in LEFT:
        (site.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (site.folder / path).write_bytes(b"\x00\x05\x16\x07\xff\xfe")
    (site.folder / "docs" / "old").mkdir()
    (site.folder / "docs" / "old" / "rules.html").write_bytes(LATIN)
    site.write("docs/old/own.html", "<html><head><title>Own</title></head><body>\r\n</body></html>")
    site.write("hook.py", HOOK)
    settings = site.read("mkdocs.yml").replace("plugins:\n", "hooks: [hook.py]\nplugins:\n", 1)
    site.write("mkdocs.yml", settings.replace("  - followsuit:\n", "  - followsuit:\n      cache: mkdocs.yml\n", 1))
    return site


@pytest.fixture(scope="module")
def built(site: OutsideSite) -> Built:
    """Build the site from its parent folder. There is no cache, because its path is taken by a file."""
    (site.folder / TEMPORARY).mkdir()
    ran = subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict", "-f", f"{site.folder.name}/mkdocs.yml",
                          "--site-dir", str(site.folder / "site")], cwd=site.folder.parent, check=False, encoding="utf-8",
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         env=os.environ | {"PYTHONPATH": str(ROOT), "TMPDIR": str(site.folder / TEMPORARY),
                                           "NO_MKDOCS_2_WARNING": "1", "PATH": WITHOUT_NODE})
    return Built(ran.returncode, ran.stdout, site.folder / "site")


def test_a_site_builds_from_any_folder_among_files_that_nobody_wrote_without_a_cache(built: Built) -> None:
    assert built.status == 0, built.said
    assert "<fs-table" in built.page(f"games/{GAME}/play")
    assert built.said.count("ASKED") == 2


def test_foreign_pages_are_copied_as_they_are(built: Built) -> None:
    assert (built.folder / "old" / "rules.html").read_bytes() == LATIN
    own = (built.folder / "old" / "own.html").read_bytes()
    assert own == b"<html><head><title>Own</title></head><body>\r\n</body></html>"
    assert "old/rules.html" not in [file.relative_to(built.folder).as_posix() for file, _ in built_pages(built.folder)]


def test_what_nobody_wrote_is_kept_by_no_browser(built: Built) -> None:
    listed = json.loads((built.folder / "service-worker.js").read_text(encoding="utf-8").partition("const SITE = ")[2]
                        .partition(";\n")[0])["files"]
    assert {"old/own.html", "old/rules.html"} <= listed.keys()
    assert not [path for path in listed if re.search(r"Thumbs|desktop|\._", path)]


def test_a_page_that_is_no_text_is_named(site: OutsideSite) -> None:
    page = site.folder / "docs" / "old" / "latin.md"
    page.write_bytes("# König\n".encode("latin-1"))
    vars(MkDocsConfig)["plugins"].plugin_cache.clear()
    with chdir(site.folder):
        ran = CliRunner().invoke(cli, ["build", "--site-dir", str(site.folder / "site")], env={"NO_MKDOCS_2_WARNING": "1"})
        page.unlink()
    assert (ran.exit_code, isinstance(ran.exception, SystemExit)) == (1, True), ran.exception
    assert "old/latin.md is not UTF-8 text: save it as UTF-8, or move it out of the pages" in ran.output


def test_our_temporary_files_go_with_the_build(site: OutsideSite, built: Built) -> None:
    assert built.status == 0, built.said
    assert [*(site.folder / TEMPORARY).iterdir()] == []


def test_commands_find_a_site_s_games_from_any_folder(
    site: OutsideSite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    known_games.cache_clear()
    examples, config = str(site.folder / "examples"), str(site.folder / "mkdocs.yml")
    for arguments, said in [(["check", examples], "14 hold"), (["check", examples, "--jobs", "2"], "14 hold"),
                            (["check", "--pages", "--config", config], "pages checked"),
                            (["coverage", examples], "follow-suit"), (["solve", f"{examples}/{GAME}/puzzles"], "best"),
                            (["days", "--examples", examples], "days")]:
        assert main(arguments) in (0, 1), arguments
        assert said in capsys.readouterr().out, arguments
        look_in()
    (site.folder / "examples" / GAME / "days.txt").unlink()


def test_an_unknown_game_is_told_with_where_it_was_looked_for(
    site: OutsideSite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    look_in()
    known_games.cache_clear()
    with pytest.raises(ValueError, match=r"'nil' is no game here: expected snakebit, .*\(looked in installed packages; no "
                                         r"pyproject\.toml in .* or above names games\)"):
        make_game("nil")
    look_in(site.folder / "examples")
    with pytest.raises(ValueError, match=rf"expected snakebit, .*{GAME} \(looked in installed packages and .*pyproject\.toml\)"):
        make_game("nil")
    monkeypatch.chdir(site.folder / "docs")
    look_in()
    known_games.cache_clear()
    assert make_game(GAME).id == GAME, "below its folder, too"
    known_games.cache_clear()


@pytest.mark.parametrize(("broken", "told"), [
    ("def rule(:\n", r"can't be loaded: SyntaxError: .*rules\.py"),
    ("1 / 0\n", r"can't be loaded: ZeroDivisionError: division by zero, in .*rules\.py:1"),
])
def test_a_game_that_python_can_t_read_is_told_in_a_line_and_the_others_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], broken: str, told: str
) -> None:
    with on_path(tmp_path):
        new_site(tmp_path / "broken-games", "broken")
        (tmp_path / "broken-games" / "broken_games" / "broken" / "rules.py").write_text(broken, encoding="utf-8")
        assert main(["check", str(tmp_path / "broken-games" / "examples")]) == 2
        said = capsys.readouterr()
        assert re.search(told, said.out)
        assert "Traceback" not in said.out + said.err
        assert main(["coverage", str(tmp_path / "broken-games" / "examples")]) == 2
        assert re.fullmatch(rf".*{told}.*\n", capsys.readouterr().err)
        with chdir(tmp_path / "broken-games"):
            look_in()
            known_games.cache_clear()
            assert main(["play", "broken"]) == 2
            assert re.fullmatch(rf".*{told}.*\n", capsys.readouterr().err)
            assert game_class("snakebit")
        look_in()


def test_each_edition_of_a_plugin_for_languages_is_found_by_the_search(tmp_path: Path) -> None:
    """A plugin for languages builds the site once per language into the same folder."""
    (tmp_path / "search").mkdir()
    for url in ("", "fr/"):
        search = SearchIndex()
        search.take(f"<h1 id='x'>Deal {url}</h1><p>Text</p>", url, "Deal", {})
        search.write(tmp_path)
    search.write(tmp_path)
    entries = json.loads((tmp_path / INDEX).read_text(encoding="utf-8"))
    assert [entry["location"].partition("#")[0] for entry in entries] == ["", "fr/"]


def test_a_policy_and_a_list_are_made_of_what_can_be_read(tmp_path: Path) -> None:
    (tmp_path / "old.html").write_bytes(LATIN)
    (tmp_path / "new.html").write_text("<html><head></head><body><script>1</script></body></html>", encoding="utf-8")
    put_policy(tmp_path, True)
    assert "sha256-" in policy(tmp_path)
    assert (tmp_path / "old.html").read_bytes() == LATIN


def test_a_snapshot_that_can_t_be_kept_is_made_and_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def make(rules: bytes, tried: bytes, pyodide: Path, node: str, workplace: Path) -> Path:
        result = workplace / "result"
        result.mkdir()
        build_snapshot.write_made(build_snapshot.RuntimeSnapshot(b"snapshot", 1, 2, 3, []), result)
        return result

    monkeypatch.setattr(build_snapshot, "_make", make)
    taken = tmp_path / "a file"
    taken.touch()
    assert build_snapshot.build_snapshot(b"rules", tmp_path, {}, "node", taken / "cache").snapshot == b"snapshot"
    assert build_snapshot.cached_snapshot(b"rules", {}, taken / "cache") is None
    made = build_snapshot.build_snapshot(b"rules", tmp_path, {}, "node", tmp_path / "cache")
    assert build_snapshot.cached_snapshot(b"rules", {}, tmp_path / "cache") == made
    (folder,) = (tmp_path / "cache").iterdir()
    (folder / build_snapshot.DESCRIPTION).write_text("{", encoding="utf-8")     # truncated by a full disk
    assert build_snapshot.cached_snapshot(b"rules", {}, tmp_path / "cache") is None
    assert build_snapshot.build_snapshot(b"rules", tmp_path, {}, "node", tmp_path / "cache") == made
    assert build_snapshot.cached_snapshot(b"rules", {}, tmp_path / "cache") == made


WITHOUT = """\
import sys
from importlib.machinery import PathFinder

class Without(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        return None if name.partition(".")[0] == {0!r} else PathFinder.find_spec(name, path, target)

sys.meta_path[sys.meta_path.index(PathFinder)] = Without
from {1} import {2}
{2}({3!r})
"""


@pytest.mark.parametrize("module", sorted(PACKAGES.keys() - {"markdown"}))      # MkDocs itself needs markdown
def test_an_extra_that_is_missing_is_named_in_one_sentence(tmp_path: Path, module: str) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("# Home\n", encoding="utf-8")
    settings = "site_name: x\nmarkdown_extensions: [followsuit]\nplugins: [followsuit]\n"
    (tmp_path / "mkdocs.yml").write_text(settings, encoding="utf-8")
    wanted = f"A site's pages need {PACKAGES[module]} as well. Run: pip install {PACKAGES[module]}"
    for program, arguments in (("mkdocs.__main__ cli", ["build"]), ("rules_engine.cli main", ["check", "--pages"]),
                               ("rules_engine.cli main", ["serve"])):
        ended = subprocess.run([sys.executable, "-c", WITHOUT.format(module, *program.split(), arguments)], cwd=tmp_path,
                               capture_output=True, encoding="utf-8", check=False,
                               env=os.environ | {"PYTHONPATH": str(ROOT), "NO_MKDOCS_2_WARNING": "1"})
        told = ended.stdout + ended.stderr
        assert wanted in told, told
        assert "Traceback" not in told
