"""``followsuit new-site`` makes a site that builds, passes its tests and plays, and accepts another game."""

from __future__ import annotations

import base64
import hashlib
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
    """Create a new site."""
    return OutsideSite(tmp_path_factory.mktemp("new"))


def run(site: OutsideSite, *arguments: str) -> str:
    """Run a Python module in the site's folder and return its output."""
    return python_in(site.folder, "-m", *arguments, PYTHONPATH=site.path).stdout


def shipped(site: OutsideSite) -> set[str]:
    """Build a site strictly, assert that there is no warning, and return the games in the build."""
    built = site.build_apart("--strict", PYTHONPATH=site.path)
    assert built.status == 0, built.said
    assert not re.search("WARNING|no page shows|shows nothing", built.said)
    for page in [built.page(), built.page("games"), built.page(f"games/{GAME}"), built.page(f"games/{GAME}/rules")]:
        assert not re.search(r"<(script|link|img)\b[^>]*(src|href)=.?(https?:)?//(?!localhost)", page)
    (rules,) = built.folder.glob("assets/followsuit/rules-*/rules.zip")
    names = zipfile.ZipFile(io.BytesIO(rules.read_bytes())).namelist()
    return {name.split("/")[1] for name in names if name.startswith(PACKAGE) and name.endswith("/game.py")}


def test_it_builds_and_tests_and_takes_another_game(site: OutsideSite, capsys: pytest.CaptureFixture[str]) -> None:
    """The unchanged site is built by the tests in Chromium."""
    assert main(["new-game", "nil", "--root", str(site.folder)]) == 0
    told = capsys.readouterr().out
    assert "made    outside_games/nil/rules.py\n" in told
    assert "changed pyproject.toml\n" in told
    assert "tests/test_games.py already tests its contract" in told
    assert list(project_in(site.folder).games) == [GAME, "nil"]
    assert shipped(site) == {"old_maids_trump", "nil"}
    page = (site.folder / "site" / "games" / GAME / "play" / "index.html").read_text(encoding="utf-8")
    assert "Old Maid’s Trump" in page
    assert "<fs-table" in page
    home = (site.folder / "site" / "index.html").read_text(encoding="utf-8")
    assert "4 players<" in home
    assert "52 cards of an ordinary pack<" in home
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
    (["full/file/below"], "full/file/below/below can't be written: "),
    (["json"], "json is taken: choose another name, as in json-games"),
    (["class"], "class is taken"),
    (["docs"], "docs is taken"),
    (["Zürich"], "take small letters a–z and digits, a letter first"),
    (["500"], "take small letters a–z and digits, a letter first"),
    (["con"], "is a device on Windows, where no folder can have it: choose another, as in con-games"),
    (["fine", "--game", "500"], "take small letters a–z and digits, a letter first"),
    (["fine", "--game", "nul"], "is a device on Windows, where no file or folder can have that name: add a word, as in nul-"),
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
    assert "doesn't exist: a new game is created next to the last one" in capsys.readouterr().err


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


def test_a_new_game_goes_into_the_folders_that_the_site_names(tmp_path: Path) -> None:
    site = tmp_path / "cards"
    new_site.new_site(site)
    (site / "docs").rename(site / "content")
    (site / "examples").rename(site / "deals")
    settings = (site / "mkdocs.yml").read_text(encoding="utf-8")
    settings = settings.replace("  - followsuit:\n", "  - followsuit:\n      examples: deals\n").replace("[examples", "[deals")
    (site / "mkdocs.yml").write_text(f"{settings}\ndocs_dir: content\n", encoding="utf-8")
    assert main(["new-game", "mine", "--root", str(site)]) == 0
    assert not (site / "docs").exists()
    assert not (site / "examples").exists()
    assert [*(site / "deals" / "mine").iterdir()]
    named = re.findall(r"[\w/-]+\.md", (site / "mkdocs.yml").read_text(encoding="utf-8"))
    assert "games/mine/rules.md" in named
    assert [page for page in named if not (site / "content" / page).is_file()] == []
    assert "28 files checked, 28 hold" in python_in(site, "-m", "rules_engine", "check", "deals", PYTHONPATH=str(ROOT)).stdout


def test_an_empty_folder_that_is_a_repository_already_will_do(tmp_path: Path) -> None:
    (tmp_path / "cards" / ".git").mkdir(parents=True)
    assert new_site.new_site(tmp_path / "cards")


NAMES = [f"followsuit-{__version__}-py3-none-any.whl", f"followsuit_runtime-{__version__}-py3-none-any.whl"]


def _installed(folder: Path, monkeypatch: pytest.MonkeyPatch, noted: object, version: str = __version__) -> None:
    """Fake an installation of Follow Suit. ``noted`` is the source that the installer recorded."""
    installed = folder / f"followsuit-{version}.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text(f"Metadata-Version: 2.1\nName: followsuit\nVersion: {version}\n", encoding="utf-8")
    (installed / "WHEEL").write_text("Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n", encoding="utf-8")
    (folder / "one.py").write_text("ONE = 1\n", encoding="utf-8")
    files = ["one.py", "__pycache__/one.cpython-313.pyc", "../../../bin/followsuit",
             *(f"{installed.name}/{name}" for name in ("METADATA", "WHEEL", "RECORD", "direct_url.json"))]
    (installed / "RECORD").write_text("".join(f"{file},,\n" for file in files), encoding="utf-8")
    if noted:
        (installed / "direct_url.json").write_text(json.dumps(noted), encoding="utf-8")
    monkeypatch.syspath_prepend(folder)


def _locked(site: Path) -> dict[str, str]:
    """Return the entries of a site's lock file by name."""
    text = re.sub("^#.*\n", "", (site / "requirements.txt").read_text(encoding="utf-8"), flags=re.MULTILINE)
    entries = [entry for entry in re.split(r"\n(?=\S)", text.replace(" \\\n", "")) if entry.strip()]
    return {entry.split()[0].partition("==")[0]: entry for entry in entries}


@pytest.mark.parametrize("both", [True, False])
def test_wheels_go_along_with_a_site_that_was_made_from_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], both: bool
) -> None:
    for name in NAMES[:1 + both]:
        (tmp_path / name).write_bytes(f"the wheel {name}".encode())
    _installed(tmp_path, monkeypatch, {"url": (tmp_path / NAMES[0]).as_uri(), "archive_info": {}})
    assert main(["new-site", str(tmp_path / "cards")]) == 0
    told = capsys.readouterr().out
    wheels = tmp_path / "cards" / "wheels"
    assert sorted(file.name for file in wheels.iterdir()) == sorted(["README.md", *NAMES[:1 + both]])
    assert ("The wheels folder lacks followsuit-runtime" in told) == (not both)
    for name in NAMES[:1 + both]:
        digest = hashlib.sha256((wheels / name).read_bytes()).hexdigest()
        assert _locked(tmp_path / "cards")[f"./wheels/{name}"].rstrip().endswith(f"--hash=sha256:{digest}")


def test_what_is_installed_without_its_wheel_is_packed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _installed(tmp_path, monkeypatch, None)
    new_site.new_site(tmp_path / "first")
    new_site.new_site(tmp_path / "second")
    one, two = (tmp_path / site / "wheels" / NAMES[0] for site in ("first", "second"))
    assert one.read_bytes() == two.read_bytes(), "its digest depends on nothing but what is installed"
    packed = zipfile.ZipFile(one)
    folder = f"followsuit-{__version__}.dist-info"
    assert packed.namelist() == [f"{folder}/METADATA", f"{folder}/WHEEL", "one.py", f"{folder}/RECORD"]
    assert packed.read(f"{folder}/RECORD").decode().splitlines()[-2:] == [
        f"one.py,sha256={_digest(b'ONE = 1' + bytes([10]))},8", f"{folder}/RECORD,,"]


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


@pytest.mark.parametrize(("noted", "version"), [({"url": "file:///a/folder", "dir_info": {"editable": True}}, __version__),
                                                (None, "0.0.1")])
def test_a_wheel_that_can_t_be_had_is_told_and_its_name_is_never_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], noted: object, version: str
) -> None:
    """pip then refuses the lock file: it requires hashes for all files if any has one."""
    _installed(tmp_path, monkeypatch, noted, version)
    site = tmp_path / "cards"
    assert main(["new-site", str(site)]) == 0
    assert "The wheels folder lacks followsuit and followsuit-runtime" in capsys.readouterr().out
    assert not [name for name in _locked(site) if "followsuit" in name and not name.startswith("./wheels/")]


def test_a_site_installs_nothing_by_a_name_that_a_stranger_can_register(tmp_path: Path) -> None:
    """Each requirement has a hash or is one of our files; the site never installs our packages by name."""
    site = tmp_path / "cards"
    new_site.new_site(site)
    locked = _locked(site)
    assert {"mkdocs", "mkdocs-material", "pytest", *(f"./wheels/{name}" for name in NAMES)} <= locked.keys()
    assert all("--hash=sha256:" in entry for name, entry in locked.items() if not name.startswith("./wheels/"))
    assert tomllib.loads((site / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"] == []
    asks = [line for file in (*site.rglob("*.md"), *site.rglob("*.yml"), site / "requirements.in")
            for line in file.read_text(encoding="utf-8").splitlines() if re.search(r"pip install|find-links|followsuit\[", line)]
    assert len(asks) == 3
    assert [line for line in asks if "--require-hashes -r requirements.txt" not in line and "pip install uv" not in line] == []


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
