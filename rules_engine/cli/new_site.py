"""``followsuit new-site FOLDER``: a repository of one's own, with a game that plays, that builds, tests and publishes as it is.

The game is one that ``new-game`` makes: a plain one, or with ``--like`` a copy of one of ours. A refusal (exit status 2) leaves
everything as it was.
"""

from __future__ import annotations

import argparse
import json
import keyword
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple, TypedDict
from urllib.parse import urlsplit
from urllib.request import url2pathname

import rules_engine
from rules_engine.authoring.npm import INSTALL_RUNTIME, RUNTIME, RUNTIME_PACKAGE
from rules_engine.cli.new_game import NAME, add_like, filled, game_files, model_named, tell_parts, words_of, write
from rules_engine.cli.refused import Refused

TEMPLATES = Path(__file__).parents[1] / "authoring" / "new_site"
"""Each file at its place below the site's folder, but for `dot-` in front of a name, and `.txt` behind what tools would take
for ours.
"""
TAKEN = ("docs", "examples", "tests", "followsuit")
GAME = "plain-trump"
NEEDED = {"followsuit": "followsuit[site]", RUNTIME: RUNTIME}
"""What a site needs installed, and how it asks for that."""
WHEELS = "wheels"
"""The folder of a site in which pip looks for wheels that no index has."""

NEXT = """\
A site with one game, which deals, plays and scores. To see it in the browser:
  cd {folder}{first}
  followsuit serve

README.md says how to test and publish it; `followsuit new-game NAME` makes another game there.
"""
UNKNOWN = """\
Nobody else can get {} yet: it is neither on a package index nor at an address.
Before you publish, put the wheel into {}: `make wheels OUT=…` in a copy of Follow Suit's
repository makes both. pip looks there (`--find-links wheels`), here and where the site is published.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="new or empty; its name becomes the site's")
    parser.add_argument("--game", default=GAME, metavar="NAME", help=f"the id of its first game; {GAME} if left out")
    parser.add_argument("--title", help="that game's name in words; made from the id if left out")
    add_like(parser)


def run(chosen: argparse.Namespace) -> int:
    """Make the files and say how to go on. Raises ``Refused``."""
    made = new_site(chosen.folder, chosen.game, chosen.title, chosen.like)
    for path in made:
        print(f"made    {path.as_posix()}")
    first = "" if find_spec(RUNTIME_PACKAGE) else f"\n  {INSTALL_RUNTIME}"
    print("\n" + NEXT.format(folder=shlex.quote(str(chosen.folder)), first=first), end="")
    tell_parts(chosen.like, chosen.folder / _name_of(chosen.folder).replace("-", "_") / chosen.game.replace("-", "_"))
    found = sources()
    for wheel in filter(None, (source.wheel for source in found.values())):
        shutil.copy(wheel, chosen.folder / WHEELS)
        print(f"copied  {WHEELS}/{wheel.name}")
    if lost := _lost(found):
        print("\n" + UNKNOWN.format(" and ".join(lost), shlex.quote(str(chosen.folder / WHEELS))), end="")
    return 0


def new_site(folder: Path, game: str = GAME, title: str | None = None, like: str | None = None) -> list[Path]:
    """Make a site; gives its files below ``folder``. Raises ``Refused``."""
    if folder.exists() and not folder.is_dir():
        raise Refused(f"{folder} is a file: name a folder that is new or empty")
    if folder.is_dir() and (there := sorted(each.name for each in folder.iterdir() if each.name != ".git")):
        raise Refused(f"{folder} isn't empty (it holds {there[0]}): name a folder that is new or empty")
    site = _name_of(folder)
    model = model_named(like)
    words = words_of(game, title, site.replace("-", "_"), model=model)
    words |= {
        "site": site, "Site": " ".join(word.capitalize() for word in site.split("-")),
        "requirements": "\n".join(f'    "{source.requirement}",' for source in sources().values())}
    texts = {_place(file, words): filled(file.read_text(encoding="utf-8"), words)
             for file in sorted(TEMPLATES.rglob("*")) if file.is_file()}
    texts |= game_files(words, model)
    write(folder, texts)
    return sorted(texts)


def _name_of(folder: Path) -> str:
    """The site's name, which is a package's too."""
    called = folder.resolve().name
    name = re.sub(r"[\W_]+", "-", called.casefold()).strip("-")
    if NAME.fullmatch(name) is None:
        raise Refused(f"the folder's name, {called!r}, becomes that of the package with your games: take letters a–z and digits, "
                      "words joined by hyphens, as in my-games")
    package = name.replace("-", "_")
    found = find_spec(package)
    if name in TAKEN or keyword.iskeyword(package) or (found is not None and found.origin is not None):
        raise Refused(f"the folder's name, {called!r}, becomes that of the package with your games, and "
                      f"{package} is taken: choose another name, as in {name}-games")
    return name


def _place(template: Path, words: dict[str, str]) -> Path:
    path = filled(template.relative_to(TEMPLATES).as_posix(), words)
    return Path(re.sub(r"(^|/)dot-", r"\1.", path).removesuffix(".txt"))


class Source(NamedTuple):
    """Where others get a distribution: at an address, which the requirement names, from its wheel, or from the package index."""

    requirement: str
    wheel: Path | None = None
    on_index: bool = False
    """Whether an index has it, as far as nobody has asked there: it was not installed from a folder here."""


def sources() -> dict[str, Source]:
    """Return where others get what a site needs, by what the installer noted here. The runtime lies beside a wheel of ours."""
    found = {name: _source(name, _origin(name)) for name in NEEDED}
    ours, theirs = found.values()
    if theirs.wheel is None and theirs.on_index and ours.wheel is not None:
        beside = sorted(ours.wheel.parent.glob(f"{RUNTIME_PACKAGE}-{rules_engine.__version__}-*.whl"))
        found[RUNTIME] = theirs._replace(wheel=beside[0] if beside else None, on_index=False)
    return found


class Origin(TypedDict, total=False):
    """What an installer notes on where a distribution came from: https://packaging.python.org/en/latest/specifications/direct-url/."""

    url: str
    vcs_info: dict[str, str]
    dir_info: dict[str, bool]


def _source(name: str, origin: Origin) -> Source:
    address, plain = origin.get("url", ""), f"{NEEDED[name]}~={rules_engine.__version__}"
    if version := origin.get("vcs_info"):
        return Source(f"{NEEDED[name]} @ {version['vcs']}+{address}@{version['commit_id']}")
    if address.startswith("https://"):
        return Source(f"{NEEDED[name]} @ {address}")
    wheel = Path(url2pathname(urlsplit(address).path)) if address.endswith(".whl") else None
    return Source(plain, wheel if wheel is not None and wheel.is_file() else None, not origin)


def _origin(name: str) -> Origin:
    """What the installer noted on where a distribution came from; nothing where that was a package index, or will be."""
    try:
        noted = distribution(name).read_text("direct_url.json")
    except PackageNotFoundError:
        return {} if name == RUNTIME else {"dir_info": {}}
    found: Origin = json.loads(noted or "{}")
    return found


def _lost(found: Mapping[str, Source]) -> list[str]:
    """What nobody else can get yet. The index is asked only for what may be there: a wheel found by `--find-links` leaves no note
    of where it lay."""
    mine = found["followsuit"]
    if not mine.on_index and "@" not in mine.requirement and mine.wheel is None:
        return [name for name, source in found.items() if "@" not in source.requirement]
    return [name for name, source in found.items()
            if "@" not in source.requirement and source.wheel is None and not (source.on_index and on_index(source.requirement))]


def on_index(requirement: str) -> bool:
    """Tell whether pip finds a distribution on the index that it is set to ask."""
    asks = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--no-deps", "--ignore-installed", "--no-input",
            "--disable-pip-version-check", requirement]
    try:
        return subprocess.run(asks, capture_output=True, timeout=30, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False
