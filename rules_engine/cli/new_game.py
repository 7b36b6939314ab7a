"""``followsuit new-game NAME``: create the files of a new game that is playable immediately and serves as a starting point.

They go into Follow Suit's repository, or into a site created by ``followsuit new-site``. The game is a plain one, or with
``--like`` a copy of one of the engine's games. Everything is checked before anything is written, so an error (exit status 2)
leaves the folder unchanged.
"""

from __future__ import annotations

import argparse
import keyword
import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import yaml

from rules_engine.authoring.copy_game import TemplateGame, files_like, model_of, parts_to_read
from rules_engine.authoring.files import write_text
from rules_engine.cli.errors import CommandError
from rules_engine.core.model.errors import quoted
from rules_engine.core.positions.json_values import did_you_mean
from rules_engine.games.registry import GAMES, project_in, source_of
from rules_engine.site.model.settings import SettingsError
from rules_engine.site.zensical.config import folders_of
from rules_engine.text.message import listed

TEMPLATES, HEARTS = (Path(__file__).parents[1] / "authoring" / name for name in ("new_game", "new_hearts"))
"""The templates of the plain game, and those of the authors' tutorial, which takes the other pages from the plain game."""
TUTORIAL = "black-lady"
"""The id of the tutorial's game."""
LIKE = (TUTORIAL, *GAMES)
"""The games that can be copied."""
_IMPORT = r"^from [\w.]+ import (?:\([^)]*\)|[^\n(]+)\n"
_IMPORTS = re.compile(rf"(?:{_IMPORT}){{2,}}", re.MULTILINE)
PAGES = ("index", "learn", "play", "puzzles", "rules", "card", "at-your-table", "score")
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
NAMED = "small letters a–z and digits, a letter first, words joined by single hyphens"
RESERVED = frozenset({"con", "prn", "aux", "nul", "conin$", "conout$",
                      *(f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³")})
"""Names of Windows devices. Windows doesn't allow a file or folder with such a name, with or without an extension."""
PROJECT = Path("pyproject.toml")

NEXT = """\
You can deal, play and score it, and its page builds. Try it:
  followsuit check {examples}/{id}
  followsuit play {id}
  followsuit serve

Still missing, for you to write:
  - the game itself: these rules are {start} (“Add a game” in Follow Suit's docs explains what to change where)
  - the source of its rules and whose game it is: docstring of {folder}/__init__.py, “Credits and sources” of {page}
  - tests of what is special to it: {tests}/test_{stem}.py ({contract} already tests its contract)
{bot}  - its course, if the rules change: {learn} (see “A course” in Follow Suit's docs)
  - its place in the menu: the new line in mkdocs.yml is the first one
  - its line in the list of games: `tagline:` in the metadata of {overview}; `minutes` and `mechanisms` in {folder}/game.py;
    its cover in {folder}/cover.py
"""


BOT = """\
  - a bot that knows it: {folder}/bot.py with `bot`; until then one plays that tries its moves in deals that could be
"""


class Folders(NamedTuple):
    """The folders of a site's pages and examples, and its configuration files: `mkdocs.yml` and the files it inherits from."""

    docs: Path = Path("docs")
    examples: Path = Path("examples")
    files: Sequence[Path] = ()

    def place(self, path: Path) -> Path:
        """Return the path in this site of the file that has the path ``path`` in a new site."""
        first, *rest = path.parts
        return {"docs": self.docs, "examples": self.examples}.get(first, Path(first)).joinpath(*rest)


class Home(NamedTuple):
    """The location of a project's games.

    ``package``   the package that contains them
    ``source``    the folder that contains the package
    ``registry``  the file that lists the games
    ``pattern``   a regular expression; the line for a new game is inserted after its match
    ``line``      the template for that line
    ``tests``     the folder for tests of single games
    ``contract``  the tests that every game must pass
    """

    package: str
    source: Path
    registry: Path
    pattern: str
    line: str
    tests: str
    contract: str


REPOSITORY = Home(
    "rules_engine.games", Path(), Path("rules_engine/games/registry.py"), r"^GAMES = \{\n(?:    .*\n)*(?=\})",
    '    "@id@": "@package@.@module@.game:@Class@",\n', "tests/games", "tests/contract")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("name", metavar="NAME", help="the game's id, in lower-case letters, digits and single hyphens")
    parser.add_argument("--title", help="the game's name (default: derived from the id)")
    add_like(parser)
    parser.add_argument("--root", type=Path, default=Path(), metavar="FOLDER",
                        help="the folder of the repository or site (default: this one)")


def add_like(parser: argparse.ArgumentParser) -> None:
    """Declare the option ``--like``, which names the game to copy from."""
    parser.add_argument("--like", metavar="GAME",
                        help=f"begin with a copy of a game: {', '.join(LIKE)} (default: a plain one)")


def run(chosen: argparse.Namespace) -> int:
    """Create the files, and print the remaining tasks. Raises ``CommandError``."""
    home, folders = home_in(chosen.root), folders_in(chosen.root)
    made = new_game(chosen.name, chosen.root, chosen.title, chosen.like)
    for path, new in made.items():
        print(f"{'made   ' if new else 'changed'} {path.as_posix()}")
    stem, pages = chosen.name.replace("-", "_"), (folders.docs / "games" / chosen.name).as_posix()
    folder = (home.source / folder_of(home.package) / stem).as_posix()
    print("\n" + NEXT.format(id=chosen.name, stem=stem, examples=(chosen.root / folders.examples).as_posix(), folder=folder,
                             page=f"{pages}/rules.md", overview=f"{pages}/index.md",
                             learn=f"{pages}/learn.md" if not chosen.like else "write one",
                             bot="" if (chosen.root / folder / "bot.py").exists() or (chosen.root / folder / "bot").is_dir()
                             else BOT.format(folder=folder),
                             tests=home.tests, contract=home.contract,
                             start=f"those of {chosen.like}" if chosen.like else "a plain start"), end="")
    tell_parts(chosen.like, chosen.root / folder)
    return 0


def tell_parts(like: str | None, folder: Path) -> None:
    """Print the mechanisms of a copied game, with the location of the code that implements each."""
    if like is None or like not in GAMES:
        return
    model = model_of(like)
    copies = {path: (folder / path).read_text(encoding="utf-8") for path in model.modules}
    print(f"\nWhat it has, and where to read of it in {folder.as_posix()}:")
    for part, places in parts_to_read(model.kind, copies):
        print(f"  - {part}: {', '.join(places)}")
    print("The tests of what is special to it stay in Follow Suit's repository: tests/games.")


def model_named(like: str | None) -> TemplateGame | Path:
    """Return the engine's game with the id ``like`` as a template, or the folder with the templates of the plain game or of the
    tutorial's.

    Raises ``CommandError`` for an unknown name.
    """
    if like is None:
        return TEMPLATES
    if like == TUTORIAL:
        return HEARTS
    if like not in GAMES:
        hint = did_you_mean(like, LIKE)
        raise CommandError(f"{quoted(like)} is no game of Follow Suit's: {hint or f'choose one of {listed(LIKE)}'}")
    return model_of(like)


def new_game(name: str, root: Path, title: str | None = None, like: str | None = None) -> dict[Path, bool]:
    """Create a game; return the path of each written file, relative to ``root``, and whether the file is new.

    Raises ``CommandError``.
    """
    home, model = home_in(root), model_named(like)
    words, folders = words_of(name, title, home.package, project_in(root).games, model), folders_in(root)
    files = {folders.place(path): text for path, text in game_files(words, model, home.source).items()}
    texts = {home.registry: _registered(_read(root, home.registry), words, home), **_in_the_site(root, folders, words)}
    for path in [*files, home.source / folder_of(home.package) / words["module"], folders.examples / name]:
        if (root / path).exists():
            raise CommandError(f"{root / path} already exists: choose another name, or move it away first")
    write(root, files | texts)
    return dict.fromkeys(files, True) | dict.fromkeys(texts, False)


def folders_in(root: Path) -> Folders:
    """Return the folders of the site in ``root``, according to its configuration. Raises ``CommandError``."""
    file = next((root / name for name in ("mkdocs.yml", "mkdocs.yaml") if (root / name).is_file()), root / "mkdocs.yml")
    try:
        said = folders_of(file)
    except SettingsError as error:
        raise CommandError(str(error)) from error
    return Folders(Path(said.docs), Path(said.examples), [_seen_from(root, each) for each in said.files])


def _seen_from(root: Path, file: Path) -> Path:
    return file.relative_to(root.resolve()) if file.is_relative_to(root.resolve()) else file


def home_in(root: Path) -> Home:
    """Return the location of the games in the project below a folder. Raises ``CommandError`` if there is none."""
    if (root / REPOSITORY.registry).is_file():
        return REPOSITORY
    games = project_in(root).games
    places, source = list(games.values()), source_of(root, games).relative_to(root)
    if not places:
        raise CommandError(
            f"no games are made in {root.resolve()}: run this in the folder of a site that `followsuit new-site` made, "
            "or of Follow Suit's repository, or name that with --root"
        )
    package = places[-1].partition(":")[0].rsplit(".", 2)[0]  # e.g. in my_games.plain_trump.game
    if not (root / source / folder_of(package)).is_dir():
        raise CommandError(f"{root / source / folder_of(package)} doesn't exist: a new game is created next to the last one that "
                      "pyproject.toml names under followsuit.games")
    return Home(package, source, PROJECT, r'^\[project\.entry-points\."followsuit\.games"\]\n(?:[\w"-]+ *=.*\n)+',
                '@id@ = "@package@.@module@.game:@Class@"\n', "tests", "tests/test_games.py")


def folder_of(package: str) -> Path:
    """Return the relative path of a package's folder."""
    return Path(*package.split("."))


def words_of(name: str, title: str | None, package: str, taken: Collection[str] = (),
             model: TemplateGame | Path = TEMPLATES) -> dict[str, str]:
    """Return the values of the template placeholders for a game.

    ``name`` is the id, ``taken`` the ids of the project's games, and ``model`` the game to copy.
    Raises ``CommandError`` if the id or the title is invalid, or the id is taken.
    """
    if NAME.fullmatch(name) is None:
        raise CommandError(f"{quoted(name)} can't be a game's id: take {NAMED}, as in double-king-pedro")
    if name in RESERVED:
        raise CommandError(
            f"{quoted(name)} is a device on Windows, where no file or folder can have that name: add a word, as in {name}-whist"
        )
    stem, kind = name.replace("-", "_"), "".join(word.capitalize() for word in name.split("-"))
    used = model.used if isinstance(model, TemplateGame) else {
        word for file in (model / "game").iterdir() for word in re.findall(r"\w+", file.read_text(encoding="utf-8"))}
    if keyword.iskeyword(stem) or kind in used or stem == "index" or not isinstance(yaml.safe_load(name), str):
        raise CommandError(f"{quoted(name)} would clash with a name of Python, of YAML or of the engine: add a word, as in "
                      f"{name}-whist")
    if name in GAMES or name in taken:
        raise CommandError(f"there is a game {name} already: choose another name")
    told = (title or "").strip() or " ".join(word.capitalize() for word in name.split("-"))
    if not re.fullmatch(r"[^\W\d_][\w’' -]*", told):
        raise CommandError(f"{quoted(told)} can't be a title: a letter, then letters, digits, spaces, hyphens and apostrophes")
    entry = told if isinstance(yaml.safe_load(told), str) else f'"{told}"'  # “No” alone is a flag in YAML
    pages = "".join(f"\n          - {page}" for page in pages_of(name, model))
    return {"id": name, "module": stem, "Class": kind, "Title": told, "Entry": entry, "package": package, "pages": pages}


def game_files(words: Mapping[str, str], model: TemplateGame | Path = TEMPLATES, source: Path = Path()) -> dict[Path, str]:
    """Return the files of a new game by path: modules, pages and examples. ``model`` is a game to copy, or a folder of templates.
    """
    name = words["id"]
    pages = {_page_template(page.name, model): page for page in map(Path, pages_of(name, model))}
    folder = folder_of(words["package"]) / words["module"]
    if isinstance(model, TemplateGame):
        texts = {source / path if path.is_relative_to(folder) else path: text for path, text in files_like(model, words).items()}
        places: dict[Path, Path] = {}
    else:
        texts, places = {}, {file: source / folder / file.stem for file in sorted((model / "game").iterdir())}
        examples = model / "examples"
        places |= {file: Path("examples") / name / file.relative_to(examples) for file in sorted(examples.rglob("*.yml"))}
    places |= {template: place for template, page in pages.items() if (place := Path("docs") / page) not in texts}
    texts |= {path: filled(template.read_text(encoding="utf-8"), words) for template, path in places.items()}
    return {path: sorted_imports(text) if path.suffix == ".py" else text for path, text in texts.items()}


def pages_of(name: str, model: TemplateGame | Path = TEMPLATES) -> list[str]:
    """Return a new game's pages, in the order of the menu.

    Only the plain game gets pages for a course and puzzles, since these depend on the rules.
    """
    return [f"games/{name}/{page}.md" for page in PAGES if model == TEMPLATES or page not in ("learn", "puzzles")]


def _page_template(page: str, model: TemplateGame | Path) -> Path:
    """Return the template of a page: the model's own, or that of the plain game."""
    own = model / page if isinstance(model, Path) else TEMPLATES / page
    return own if own.is_file() else TEMPLATES / page


def sorted_imports(text: str) -> str:
    """Return a module's source with each block of imports sorted, since their order depends on the name of the game's package."""
    def ordered(block: re.Match[str]) -> str:
        return "".join(sorted(re.findall(_IMPORT, block[0], re.MULTILINE), key=lambda statement: statement.split()[1]))

    return _IMPORTS.sub(ordered, text)


def filled(text: str, words: Mapping[str, str]) -> str:
    """Return a template's text with its placeholders, such as ``@id@``, replaced."""
    return re.sub(rf"@({'|'.join(words)})@", lambda mark: words[mark[1]], text)


def write(root: Path, texts: Mapping[Path, str]) -> None:
    """Write files below a folder; if one can't be written, restore the others. Raises ``CommandError``."""
    before: dict[Path, str | None] = {}
    try:
        for path, text in texts.items():
            place = root / path
            before[place] = place.read_text(encoding="utf-8") if place.is_file() else None
            place.parent.mkdir(parents=True, exist_ok=True)
            write_text(place, text)
    except BaseException as error:
        _restore(root, before)
        if isinstance(error, OSError):
            raise CommandError(f"{error.filename or root} can't be written: {error.strerror or error}") from error
        raise


def _restore(root: Path, before: Mapping[Path, str | None]) -> None:
    """Restore the previous content of files if possible; delete new files and the folders that become empty."""
    for place, text in before.items():
        with suppress(OSError):
            if text is not None:
                write_text(place, text)
                continue
            place.unlink(missing_ok=True)
            for folder in place.parents:
                if folder == root or root not in folder.parents:
                    break
                folder.rmdir()


def _read(root: Path, path: Path) -> str:
    try:
        return (root / path).read_text(encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{root / path} can't be read: {error.strerror or error}") from None


def _registered(text: str, words: Mapping[str, str], home: Home) -> str:
    if f'"{words["id"]}":' in text:
        raise CommandError(f"there is a game {words['id']} already: choose another name")
    return _once(home.pattern, filled(rf"\g<0>{home.line}", words), text, home.registry)


def _in_the_site(root: Path, folders: Folders, words: Mapping[str, str]) -> dict[Path, str]:
    """Return the configuration files with the new game added to the menu and to the list of games. Raises ``CommandError``."""
    pages = words["pages"].replace("\n      ", "\n" + r"\g<1>")
    lines = r"\g<0>\g<1>- @Entry@:" + pages + "\n"
    texts = {file: _read(root, file) for file in folders.files}
    _put(texts, {r"^( *)- games/index\.md\r?\n": lines}, words, "- games/index.md")
    _put(texts, {r"^( +games: \[[^\]\n]*)\]": r"\g<1>, @id@]",
                 r"^ +games: *(?:#.*)?\r?\n( +)- .*\n(?:\1- .*\n)*": r"\g<0>\g<1>- @id@\n"}, words, "games: […]")
    return {file: text for file, text in texts.items() if text != _read(root, file)}


def _put(texts: dict[Path, str], ways: Mapping[str, str], words: Mapping[str, str], line: str) -> None:
    """Apply one substitution once: the first of ``ways`` (pattern to replacement) that matches, in the first file in which it
    matches.

    Raises ``CommandError``, which quotes ``line``, if none matches.
    """
    for file, text in texts.items():
        for pattern, by in ways.items():
            changed, count = re.subn(pattern, filled(by, words), text, count=1, flags=re.MULTILINE)
            if count:
                texts[file] = changed
                return
    raise CommandError(
        f"{listed(map(str, texts), 'or')} has no line `{line}` to which a game could be added, so nothing was written"
    )


def _once(pattern: str, by: str, text: str, path: Path) -> str:
    """Replace the first match of ``pattern`` in a text. Raises ``CommandError`` if there is none."""
    changed, count = re.subn(pattern, by, text, count=1, flags=re.MULTILINE)
    if not count:
        raise CommandError(f"{path} doesn't look as expected: there is no place for the game's line, so nothing was written")
    return changed
