"""``followsuit new-site FOLDER``: create a repository for a site with a playable game, ready to be built, tested and published.

The game is created as by ``new-game``: a plain one, or with ``--like`` a copy of one of the engine's games. An error (exit
status 2) leaves everything unchanged.
"""

from __future__ import annotations

import argparse
import keyword
import re
import shlex
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from rules_engine.authoring.files import is_left_by_systems
from rules_engine.authoring.npm import INSTALL_RUNTIME, RUNTIME_PACKAGE
from rules_engine.authoring.wheels import FOLDER, Wheel, wheels
from rules_engine.cli.errors import CommandError
from rules_engine.cli.new_game import (
    NAME,
    NAMED,
    RESERVED,
    add_like,
    filled,
    game_files,
    model_named,
    tell_parts,
    words_of,
    write,
)
from rules_engine.core.model.errors import quoted

TEMPLATES = Path(__file__).parents[1] / "authoring" / "new_site"
"""The template files, in the site's folder structure. The prefix `dot-` stands for a leading dot, and an additional suffix `.txt`
keeps this repository's tools from processing a file.
"""
TAKEN = ("docs", "examples", "tests", "followsuit")
GAME = "plain-trump"
LOCK = Path(__file__).parents[1] / "authoring" / "new-site.txt"
"""The lock file for a site's other requirements, as packed in the wheel; in the repository it is ``OUR_LOCK``."""
OUR_LOCK = Path(__file__).parents[2] / "requirements" / "new-site.txt"

NEXT = """\
The site has one game, which you can deal, play and score. To see it in the browser:
  cd {folder}{first}
  followsuit serve

README.md describes how to test and publish it. `followsuit new-game NAME` adds another game.
"""
UNKNOWN = """\
The wheels folder lacks {}, because this command ran from a clone of our repository. In the clone, run `make wheels OUT={}`.
Then update the lock file, as the first lines of requirements.in describe. You need both to publish the site, not to preview it.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="new or empty folder; the site gets its name")
    parser.add_argument("--game", default=GAME, metavar="NAME", help=f"the id of its first game (default: {GAME})")
    parser.add_argument("--title", help="the name of that game (default: derived from the id)")
    add_like(parser)


def run(chosen: argparse.Namespace) -> int:
    """Create the files, and print the next steps. Raises ``CommandError``."""
    made = new_site(chosen.folder, chosen.game, chosen.title, chosen.like)
    for path in made:
        print(f"made    {path.as_posix()}")
    first = "" if find_spec(RUNTIME_PACKAGE) else f"\n  {INSTALL_RUNTIME}"
    print("\n" + NEXT.format(folder=shlex.quote(str(chosen.folder)), first=first), end="")
    tell_parts(chosen.like, chosen.folder / _name_of(chosen.folder).replace("-", "_") / chosen.game.replace("-", "_"))
    if lost := [wheel.name.partition("-")[0].replace("_", "-") for wheel in wheels() if wheel.content is None]:
        print("\n" + UNKNOWN.format(" and ".join(lost), shlex.quote(str(chosen.folder.resolve() / FOLDER))), end="")
    return 0


def new_site(folder: Path, game: str = GAME, title: str | None = None, like: str | None = None) -> list[Path]:
    """Create a site; return its files, relative to ``folder``. Raises ``CommandError`` if the folder isn't new or empty.

    ``game`` is the id of its first game, ``title`` that game's name, and ``like`` the id of the game to copy.
    """
    if folder.exists() and not folder.is_dir():
        raise CommandError(f"{folder} is a file: name a folder that is new or empty")
    if folder.is_dir() and (there := sorted(
            each.name for each in folder.iterdir() if each.name != ".git" and not is_left_by_systems(each))):
        raise CommandError(f"{folder} isn't empty (it holds {there[0]}): name a folder that is new or empty")
    site = _name_of(folder)
    model = model_named(like)
    words = words_of(game, title, site.replace("-", "_"), model=model)
    found = wheels()
    words |= {
        "site": site, "Site": " ".join(word.capitalize() for word in site.split("-")),
        "ours": found[0].name, "runtime": found[1].name, "lock": _lock(found)}
    texts = {_place(file, words): filled(file.read_text(encoding="utf-8"), words)
             for file in sorted(TEMPLATES.rglob("*")) if file.is_file()}
    texts |= game_files(words, model)
    write(folder, texts)
    for wheel in found:
        if wheel.content is not None:
            (folder / FOLDER / wheel.name).write_bytes(wheel.content)
    return sorted([*texts, *(Path(FOLDER, wheel.name) for wheel in found if wheel.content is not None)])


def _lock(found: Sequence[Wheel]) -> str:
    """Return the site's lock file: the locked requirements and Follow Suit's wheels, each with its hash."""
    file = LOCK if LOCK.is_file() else OUR_LOCK
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    return "".join([*(line for line in lines if not line.startswith("#")), *(wheel.locked for wheel in found)])


def _name_of(folder: Path) -> str:
    """Return the site's name, which is also the name of its package. Raises ``CommandError`` if it is invalid or taken."""
    called = folder.resolve().name
    name = re.sub(r"[\W_]+", "-", called.casefold()).strip("-")
    if name in RESERVED:
        raise CommandError(f"the folder's name, {quoted(called)}, is a device on Windows, where no folder can have it: choose "
                      f"another, as in {name}-games")
    if NAME.fullmatch(name) is None:
        raise CommandError(
            f"the folder's name, {quoted(called)}, becomes that of the package with your games: take {NAMED}, as in my-games"
        )
    package = name.replace("-", "_")
    found = find_spec(package)
    if name in TAKEN or keyword.iskeyword(package) or (found is not None and found.origin is not None):
        raise CommandError(f"the folder's name, {quoted(called)}, becomes that of the package with your games, and "
                      f"{package} is taken: choose another name, as in {name}-games")
    return name


def _place(template: Path, words: dict[str, str]) -> Path:
    path = filled(template.relative_to(TEMPLATES).as_posix(), words)
    return Path(re.sub(r"(^|/)dot-", r"\1.", path).removesuffix(".txt"))
