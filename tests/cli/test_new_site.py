"""``followsuit new-site`` makes a site that builds, tests and plays as it is, and takes another game."""

from __future__ import annotations

import io
import json
import re
import tomllib
import zipfile
from pathlib import Path

import pytest
import yaml

from rules_engine import __version__
from rules_engine.authoring.npm import INSTALL_RUNTIME, PACKAGES
from rules_engine.cli import main, new_site
from rules_engine.games.registry import project_in
from tests.site.outside import GAME, PACKAGE, OutsideSite
from tests.site.tiny import ROOT, python_in


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> OutsideSite:
    """A new site."""
    return OutsideSite(tmp_path_factory.mktemp("new"))


def run(site: OutsideSite, *arguments: str) -> str:
    """What a module of Python says in the site's folder."""
    return python_in(site.folder, "-m", *arguments, PYTHONPATH=site.path).stdout


def shipped(site: OutsideSite) -> set[str]:
    """The games that a strict build ships, where nothing was said against it."""
    built = site.build_apart("--strict", PYTHONPATH=site.path)
    assert built.status == 0, built.said
    assert not re.search("WARNING|no page shows|shows nothing", built.said)
    for page in [built.page(), built.page("games"), built.page(f"games/{GAME}")]:
        assert not re.search(r"<(script|link|img)\b[^>]*(src|href)=.?(https?:)?//(?!localhost)", page)
    (rules,) = built.folder.glob("assets/followsuit/rules-*/rules.zip")
    names = zipfile.ZipFile(io.BytesIO(rules.read_bytes())).namelist()
    return {name.split("/")[1] for name in names if name.startswith(PACKAGE) and name.endswith("/game.py")}


def test_it_builds_and_tests_and_takes_another_game(site: OutsideSite, capsys: pytest.CaptureFixture[str]) -> None:
    """As it is the tests in Chromium build it."""
    assert main(["new-game", "nil", "--root", str(site.folder)]) == 0
    told = capsys.readouterr().out
    assert "made    outside_games/nil/rules.py\n" in told
    assert "changed pyproject.toml\n" in told
    assert "tests/test_games.py holds it already" in told
    assert list(project_in(site.folder).games) == [GAME, "nil"]
    assert shipped(site) == {"old_maids_trump", "nil"}
    page = (site.folder / "site" / "games" / GAME / "index.html").read_text(encoding="utf-8")
    assert "Old Maid’s Trump" in page
    assert "<fs-table" in page
    assert "4 players · 52 cards<" in (site.folder / "site" / "index.html").read_text(encoding="utf-8")
    assert " passed" in run(site, "pytest", "-q", "-p", "no:cacheprovider", "-n", "0")
    assert "28 files checked, 28 hold" in run(site, "rules_engine", "check", "examples")
    assert main(["new-game", GAME, "--root", str(site.folder)]) == 2
    assert main(["new-game", "snakebit", "--root", str(site.folder)]) == 2


def test_it_says_what_it_made_and_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new-site", "My Cards"]) == 0
    told = capsys.readouterr().out
    made = {file.relative_to("My Cards").as_posix() for file in Path("My Cards").rglob("*") if file.is_file()}
    assert {line.removeprefix("made    ") for line in told.splitlines() if line.startswith("made ")} == made
    assert {".gitignore", ".github/workflows/site.yml", "my_cards/plain_trump/game.py", "tests/test_games.py",
            ".vscode/settings.json", "docs/games/plain-trump/puzzles.md", "docs/playground.md", "docs/know.md"} <= made
    assert f"\n  cd 'My Cards'\n  {INSTALL_RUNTIME}\n  followsuit serve\n" in told
    assert not [name for name in made if re.search(r"@\w+@", Path("My Cards", name).read_text(encoding="utf-8"))]


@pytest.mark.parametrize(("arguments", "reason"), [
    (["full"], "full isn't empty (it holds file): name a folder that is new or empty"),
    (["full/file"], "full/file is a file"),
    (["full/file/below"], "full/file/below/below/__init__.py can't be written: "),
    (["json"], "json is taken: choose another name, as in json-games"),
    (["class"], "class is taken"),
    (["docs"], "docs is taken"),
    (["Zürich"], "take letters a–z"),
    (["fine", "--game", "Big Game"], "take small letters"),
    (["fine", "--game", "snakebit"], "there is a game snakebit already"),
    (["fine", "--title", "No: <b>"], "can't be a title"),
])
def test_what_won_t_do_is_refused_with_a_way_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str], reason: str
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    monkeypatch.chdir(tmp_path)
    assert main(["new-site", *arguments]) == 2
    assert reason in capsys.readouterr().err
    assert sorted(tmp_path.rglob("*")) == [tmp_path / "full", tmp_path / "full" / "file"]


def test_a_new_game_needs_the_package_of_the_last_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new_site.new_site(tmp_path / "cards")
    (tmp_path / "cards" / "cards").rename(tmp_path / "cards" / "away")
    assert main(["new-game", "mine", "--root", str(tmp_path / "cards")]) == 2
    assert "isn't there: a new game goes beside the last one" in capsys.readouterr().err


def test_a_package_may_lie_in_src(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    site = tmp_path / "cards"
    new_site.new_site(site)
    (site / "src").mkdir()
    (site / "cards").rename(site / "src" / "cards")
    text = (site / "pyproject.toml").read_text(encoding="utf-8")
    (site / "pyproject.toml").write_text(text.replace("find]\n", 'find]\nwhere = ["src"]\n'), encoding="utf-8")
    assert "14 files checked, 14 hold" in python_in(site, "-m", "rules_engine", "check", "examples", PYTHONPATH=str(ROOT)).stdout
    assert main(["new-game", "mine", "--root", str(site)]) == 0
    assert "made    src/cards/mine/rules.py\n" in capsys.readouterr().out
    assert "28 files checked, 28 hold" in python_in(site, "-m", "rules_engine", "check", "examples", PYTHONPATH=str(ROOT)).stdout


def test_an_empty_folder_that_is_a_repository_already_will_do(tmp_path: Path) -> None:
    (tmp_path / "cards" / ".git").mkdir(parents=True)
    assert new_site.new_site(tmp_path / "cards")


def _installed(folder: Path, monkeypatch: pytest.MonkeyPatch, noted: object) -> None:
    """Let Follow Suit be installed from where the installer noted."""
    installed = folder / "followsuit-1.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Name: followsuit\nVersion: 1\n", encoding="utf-8")
    if noted:
        (installed / "direct_url.json").write_text(json.dumps(noted), encoding="utf-8")
    monkeypatch.syspath_prepend(folder)


@pytest.mark.parametrize(("noted", "wanted"), [
    (None, "followsuit[site]~="),
    ({"url": "file:///a/folder", "dir_info": {}}, "followsuit[site]~="),
    ({"url": "https://example.org/f.git", "vcs_info": {"vcs": "git", "commit_id": "c0ffee"}},
     "followsuit[site] @ git+https://example.org/f.git@c0ffee"),
    ({"url": "https://example.org/f.whl", "archive_info": {}}, "followsuit[site] @ https://example.org/f.whl"),
])
def test_other_machines_get_follow_suit_where_this_one_got_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], noted: object, wanted: str
) -> None:
    monkeypatch.setattr(new_site, "on_index", lambda requirement: False)
    _installed(tmp_path, monkeypatch, noted)
    assert main(["new-site", str(tmp_path / "cards")]) == 0
    about = tomllib.loads((tmp_path / "cards" / "pyproject.toml").read_text(encoding="utf-8"))
    first, runtime = about["project"]["dependencies"]
    assert first.startswith(wanted)
    assert runtime == f"followsuit-runtime~={__version__}"
    told = capsys.readouterr().out
    assert ("Nobody else can get followsuit-runtime yet" if "@" in wanted
            else "Nobody else can get followsuit and followsuit-runtime yet") in told


def test_what_an_index_has_needs_no_wheel_and_is_asked_for_only_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = list[str]()

    def on_index(requirement: str) -> bool:
        asked.append(requirement)
        return True
    monkeypatch.setattr(new_site, "on_index", on_index)
    _installed(tmp_path, monkeypatch, None)
    assert main(["new-site", str(tmp_path / "cards")]) == 0
    assert "Nobody else" not in capsys.readouterr().out
    assert asked == [f"followsuit[site]~={__version__}", f"followsuit-runtime~={__version__}"]


@pytest.mark.parametrize("both", [True, False])
def test_wheels_go_along_with_a_site_that_was_made_from_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], both: bool
) -> None:
    names = [f"followsuit-{__version__}-py3-none-any.whl", f"followsuit_runtime-{__version__}-py3-none-any.whl"][:1 + both]
    for name in names:
        (tmp_path / name).write_bytes(b"a wheel")
    _installed(tmp_path, monkeypatch, {"url": (tmp_path / names[0]).as_uri(), "archive_info": {}})
    assert main(["new-site", str(tmp_path / "cards")]) == 0
    told = capsys.readouterr().out
    assert sorted(file.name for file in (tmp_path / "cards" / "wheels").iterdir()) == sorted(["README.md", *names])
    assert ("Nobody else can get followsuit-runtime yet" in told) == (not both)
    about = tomllib.loads((tmp_path / "cards" / "pyproject.toml").read_text(encoding="utf-8"))
    assert about["project"]["dependencies"] == [f"followsuit[site]~={__version__}", f"followsuit-runtime~={__version__}"]
    assert all("pip install --find-links wheels --editable '.[test]'" in (tmp_path / "cards" / file).read_text(encoding="utf-8")
               for file in ("README.md", ".github/workflows/site.yml"))


def test_it_needs_no_npm_and_its_actions_are_ours(site: OutsideSite) -> None:
    assert json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["dependencies"] == PACKAGES
    assert not re.search("npm|setup-node", site.read("README.md") + site.read(".github/workflows/site.yml"))
    ours, theirs = (set(re.findall(r"uses: (\S+)", text)) for text in (
        (ROOT / ".github/workflows/site.yml").read_text(encoding="utf-8"), site.read(".github/workflows/site.yml")))
    assert theirs <= ours
    assert yaml.safe_load(site.read(".github/workflows/site.yml"))["jobs"].keys() == {"build", "publish"}


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert (end.value.code, capsys.readouterr().out) == (0, f"followsuit {__version__}\n")
