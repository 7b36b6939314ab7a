"""A site built by Zensical and finished by our commands has the same figures, files and error messages as with MkDocs."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from rules_engine.cli import main
from rules_engine.site.files.assets import FOLDER
from rules_engine.site.files.offline import MANIFEST
from rules_engine.site.previews.puzzle_page import is_puzzle_page
from tests.site.outside import GAME, on_path
from tests.site.tiny import ROOT
from tests.site.zensical import ZensicalSite

RULES = f"docs/games/{GAME}/rules.md"
FIGURE = re.compile(rf"{FOLDER}/figures/[0-9a-f]+\.json")


@pytest.fixture
def site(tmp_path: Path) -> ZensicalSite:
    """Return a `new-site` site without output."""
    return ZensicalSite(tmp_path)


def ours(built: Path) -> dict[str, bytes]:
    """Return every file below our assets folder, by path."""
    return {file.relative_to(built).as_posix(): file.read_bytes() for file in (built / FOLDER).rglob("*") if file.is_file()}


def text_of(page: str) -> str:
    """Return the article in a page without the search attribute, which Zensical removes.

    Links to subpages, which are longer with Zensical, are shortened.
    """
    article = page.partition("<article")[2].partition("</article>")[0].replace(" data-search-exclude", "")
    article = article.replace(f'href="../{GAME}/', 'href="')
    return re.sub(r"\s+", " ", article[article.index("<h1"):article.rindex("</p>")])


@pytest.mark.thorough
def test_the_same_site_as_under_mkdocs(site: ZensicalSite) -> None:
    site.write("mkdocs.yml", site.read("mkdocs.yml").replace("- games/old", "- Rules: games/old", 1))
    built = site.finished()
    mkdocs = site.build_apart("--strict", into="mkdocs")
    assert mkdocs.status == 0, mkdocs.said
    assert ours(built) == ours(mkdocs.folder)
    for address in ("", f"games/{GAME}/"):
        page = (built / address / "index.html").read_text(encoding="utf-8")
        assert text_of(page) == text_of(mkdocs.page(address))
        for part in (r'<nav class="fs-pages".*?</nav>', r'<link rel="manifest".*?</head>'):
            assert re.findall(part, page, re.DOTALL) == re.findall(part, mkdocs.page(address), re.DOTALL)
    assert set(FIGURE.findall(page)) <= ours(built).keys()
    assert page.partition("<title>")[2].startswith("Old Maid’s Trump - Outside Games</title>")  # the menu shows "Rules"
    assert (built / MANIFEST).read_bytes() == (mkdocs.folder / MANIFEST).read_bytes()


@pytest.mark.thorough
def test_headings_in_another_language_have_ids_in_that_language(site: ZensicalSite) -> None:
    """The table of contents renders each heading on its own, without the page's wrapper."""
    site.write("mkdocs.yml", site.read("mkdocs.yml").replace("- followsuit:", "- followsuit:\n      languages: [de]"))
    site.write("docs/de/index.md", f"# Zu Hause\n\n```example\n{GAME}/score.yml\n```\n\n## Wer wir sind\n")
    page = (site.finished() / "de" / "index.html").read_text(encoding="utf-8")
    assert 'class="fs-words-in"' in page
    assert re.findall(r'<h[12] id="([^"]*)"', page) == ["zu-hause", "wer-wir-sind"]


@pytest.mark.thorough
def test_all_our_links_have_existing_targets(site: ZensicalSite) -> None:
    """Zensical resolves links relative to the folder that contains the page's file."""
    built = site.finished()
    for file in built.rglob("index.html"):
        article = file.read_text(encoding="utf-8").partition("<article")[2].partition("</article>")[0]
        for address in re.findall(r'<(?:a|link)[^>]*? href="(?![#/]|[a-z]+:)([^"#?]+)', article):
            there = (file.parent / address).resolve()
            assert built in there.parents or there == built, (file, address)
            assert (there / "index.html" if address.endswith("/") else there).is_file(), (file, address)


@pytest.mark.thorough
def test_every_page_loads_what_is_there(site: ZensicalSite) -> None:
    site.write("docs/own.css", ":root { --fs-felt-1: #5b2333; }\n")
    site.write("mkdocs.yml", site.read("mkdocs.yml") + "extra_css: [own.css]\n")
    built = site.finished(SITE_URL="https://example.org/book/")
    pages = {file: file.read_text(encoding="utf-8") for file in built.rglob("*.html")}
    assert any(map(is_puzzle_page, pages.values()))
    for file, html in pages.items():
        seen = file.parent
        if is_puzzle_page(html):
            continue
        assert file.name == "404.html" or 'property="og:image"' in html, file
        style, script = (re.search(rf'"([^"]*{name})"', html) for name in (r"follow-suit\.css", r"follow-suit\.js"))
        assert style
        assert script
        assert style.start() < html.index("own.css") < script.start()
        for found in (style, script):
            place = built / found[1].removeprefix("/book/") if file.name == "404.html" else seen / found[1]
            assert place.resolve().is_file()
    kept = (built / "service-worker.js").read_text(encoding="utf-8")
    assert all(path in kept for path in ours(built) if "/previews/" not in path and not path.startswith("previews/"))
    assert f'"games/{GAME}/rules/"' in kept


@pytest.mark.thorough
def test_a_site_is_finished_once(site: ZensicalSite) -> None:
    built = site.finished()
    before = {file: file.read_bytes() for file in built.rglob("*") if file.is_file()}
    again = site.followsuit("assets")
    assert again.said.endswith("0 pages finished in site\n")
    assert {file: file.read_bytes() for file in built.rglob("*") if file.is_file()} == before


@pytest.mark.thorough
def test_pages_that_were_finished_for_other_files_are_built_again(site: ZensicalSite) -> None:
    page = site.finished() / "404.html"
    page.write_text(page.read_text(encoding="utf-8").replace("followsuit/page-", "followsuit/page-0"), encoding="utf-8")
    ended = site.followsuit("assets")
    assert ended.status == 1
    assert "\nsite/404.html: it was built of another state of the site — run `zensical build --clean`" in ended.said


@pytest.mark.thorough
def test_the_search_gets_the_words_that_players_have(site: ZensicalSite) -> None:
    rules = site.read(RULES)
    site.write(RULES, rules.replace("{ #rule-follow-suit }", '{ #rule-follow-suit data-words="renege <revoke>" }'))
    table = "| Word | Meaning |\n|---|---|\n| Ruff | Trump a trick. |\n"
    asked = 'May I pass? { data-words="skip" }\n:   **No.** Never.\n'
    site.write("docs/words.md", f"---\nsearch: {{rows: true}}\n---\n# Words\n\n{table}\n{asked}")
    site.write("mkdocs.yml", site.read("mkdocs.yml").replace("nav:\n", "nav:\n  - Words: words.md\n"))
    built = site.finished()
    found = {item["location"]: item["text"] for item in json.loads((built / "search.json").read_text(encoding="utf-8"))["items"]}
    assert found[f"games/{GAME}/rules/#rule-follow-suit"].endswith("<p>renege &lt;revoke&gt;</p>")
    assert found["words/#term-ruff"] == "Ruff – Trump a trick."
    assert found["words/#question-may-i-pass"] == "No. Never.<p>skip</p>"
    assert '<dt id="question-may-i-pass">May I pass?</dt>' in (built / "words" / "index.html").read_text(encoding="utf-8")
    assert "renege" not in (built / "games" / GAME / "index.html").read_text(encoding="utf-8")


@pytest.mark.thorough
def test_faults_are_those_that_mkdocs_tells(site: ZensicalSite) -> None:
    rules = site.read(RULES).replace("{ #rule-deal }", "{ #rule-deel }").replace(f"{GAME}/score.yml", f"{GAME}/skore.yml")
    site.write(RULES, rules.replace("```quiz", "```quizz", 1))
    site.write(f"examples/{GAME}/deal.yml", site.read(f"examples/{GAME}/deal.yml") + "nonsense: 1\n")
    _, _, told = site.build_apart("--strict", into="mkdocs").said.partition("problems:\n")
    wanted = [line for line in told.split("\n") if line.startswith(("docs/", "examples/"))]
    assert len(wanted) >= 4
    assert all(re.match(r"[\w/.-]+:\d+: .", line) for line in wanted)
    assert site.zensical().status == 0
    assert "fs-fault" in site.read(f"site/games/{GAME}/rules/index.html")
    for command in (("assets",), ("check", "--pages")):
        ended = site.followsuit(*command)
        assert ended.status == 1
        assert [line for line in ended.said.split("\n") if line.startswith(("docs/", "examples/"))] == wanted
    assert not (site.folder / "site" / FOLDER).exists()


@pytest.mark.thorough
def test_pages_of_another_state_are_not_finished(site: ZensicalSite) -> None:
    assert site.zensical().status == 0
    example = site.read(f"examples/{GAME}/deal.yml")
    site.write(f"examples/{GAME}/deal.yml", re.sub("(?m)^title: .*$", "title: Another one", example))
    os.utime(site.folder / "examples" / GAME / "deal.yml", (2e9, 2e9))  # Zensical compares whole seconds
    ended = site.followsuit("assets")
    assert ended.status == 1
    state = f"it was built of another state of games/{GAME}/rules.md or of its examples"
    assert f"\nsite/games/{GAME}/rules/index.html: {state}" in ended.said
    assert site.zensical().status == 0  # `watch` makes Zensical rebuild pages when their examples change
    assert site.followsuit("assets").status == 0
    (site.folder / "site" / "games" / "index.html").unlink()
    assert "site/games/index.html: the page of games/index.md is missing" in site.followsuit("assets").said


@pytest.mark.thorough
def test_a_game_that_readers_cannot_play_is_told(site: ZensicalSite) -> None:
    rules = next(site.folder.glob("outside_games/*/rules.py"))
    first = "from __future__ import annotations\n"
    rules.write_text(rules.read_text(encoding="utf-8").replace(first, f"{first}\nimport yaml\n", 1), encoding="utf-8")
    assert site.zensical().status == 0
    ended = site.followsuit("assets")
    assert ended.status == 1
    assert f"{RULES}:1: the game {GAME} can't be played in the reader's browser" in ended.said


@pytest.mark.parametrize(("spoilt", "told"), [
    (("  - followsuit  ", "  - footnotes  "), "mkdocs.yml hasn't 'followsuit' among its Markdown extensions"),
    ((f"games: [{GAME}]", "games: [nothing]"), "mkdocs.yml: 'nothing' is no game here"),
    ((f"games: [{GAME}]", "gamez: []"), "mkdocs.yml: followsuit has no setting 'gamez'"),
    ((f"games: [{GAME}]", "offline: perhaps"), "mkdocs.yml: the setting 'offline' of followsuit is 'perhaps': expected true"),
    (("strict: true", "INHERIT: base.yml"), "mkdocs.yml: INHERIT names base.yml, but there is no such file"),
    (("site_name:", "site_nome:"), "mkdocs.yml lacks the setting 'site_name'"),
])
def test_settings_that_cannot_be_used_are_refused(
    site: ZensicalSite, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], spoilt: tuple[str, str], told: str
) -> None:
    (site.folder / "site").mkdir()
    settings = site.read("mkdocs.yml")
    assert spoilt[0] in settings
    site.write("mkdocs.yml", settings.replace(*spoilt))
    monkeypatch.chdir(site.folder)
    with on_path(site.folder):
        assert main(["assets"]) == 2
    assert capsys.readouterr().err.startswith(told)


def test_what_is_not_there_is_refused(
    site: ZensicalSite, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(site.folder)
    with on_path(site.folder):
        for arguments, told in ((["assets", "nowhere"], "There is no folder nowhere here"),
                                (["check", "--pages", "--config", "none.yml"], "There is no none.yml here"),
                                (["check"], ""), (["check", "--pages", "examples"], ""),
                                (["check", "--config", "mkdocs.yml"], "--config and --verbose are for --pages.\n")):
            assert main(arguments) == 2
            assert capsys.readouterr().err.startswith(told)


@pytest.mark.thorough
def test_a_game_that_fails_says_where(site: ZensicalSite) -> None:
    narrator = next(site.folder.glob("outside_games/*/phrases.py"))
    words = narrator.read_text(encoding="utf-8")
    start = re.search(r"def on_table\(.*\n(?: +\"\"\".*\n)?", words)
    assert start
    narrator.write_text(f"{words[:start.end()]}    raise LookupError('lost')\n{words[start.end():]}", encoding="utf-8")
    ended = site.followsuit("check", "--pages", "--verbose")
    assert ended.status == 1
    assert "`followsuit check --pages --verbose` shows how it came to it" in ended.said
    assert "Traceback" in ended.said
    assert "Traceback" not in site.followsuit("check", "--pages").said


@pytest.mark.thorough
def test_the_page_for_authors_says_what_is_run(site: ZensicalSite) -> None:
    page = (ROOT / "docs" / "authors" / "own-site.md").read_text(encoding="utf-8")
    (steps,) = re.findall(r"```bash\n(.*?)```", page, re.DOTALL)
    install, build, finish = (step.split() for step in steps.strip().split("\n"))
    assert install == ["pip", "install", "zensical"]
    assert site.python("-m", *build).status == 0
    assert site.followsuit(*finish[1:]).status == 0
    assert (site.folder / finish[-1] / "service-worker.js").is_file()


@pytest.mark.thorough
def test_a_configuration_with_another_name(site: ZensicalSite) -> None:
    settings = site.read("mkdocs.yml").replace("  - followsuit  ", "  - followsuit: {config: other.yml}  ")
    (site.folder / "mkdocs.yml").unlink()
    site.write("other.yml", settings)
    assert site.zensical("--config-file", "other.yml").status == 0
    assert site.followsuit("assets", "--config", "other.yml").status == 0
    assert site.followsuit("assets").status == 2


@pytest.mark.thorough
def test_settings_in_toml(site: ZensicalSite) -> None:
    (site.folder / "mkdocs.yml").unlink()
    site.write("zensical.toml", f"""\
[project]
site_name = "Outside"
site_url = "https://example.org/"
use_directory_urls = false
theme.font = false

[project.markdown_extensions.followsuit]
[project.markdown_extensions.admonition]
[project.markdown_extensions.pymdownx.superfences]
custom_fences = [{{name = "mermaid", class = "mermaid", format = "pymdownx.superfences.fence_code_format"}}]
[project.plugins.followsuit]
games = ["{GAME}"]
offline = false
""")
    built = site.finished()
    page = (built / "games" / f"{GAME}.html").read_text(encoding="utf-8")
    assert "fs-strip" in page
    assert f'href="../{FOLDER}/page-' in page
    assert not (built / "service-worker.js").exists()


def test_nothing_of_it_needs_mkdocs(site: ZensicalSite) -> None:
    modules = ("rules_engine.site.zensical.extension", "rules_engine.site.zensical.post_build", "rules_engine.cli.assets",
               "rules_engine.cli.check")
    ended = site.python("-c", f"import sys, {', '.join(modules)}\n"
                              "print({each.partition('.')[0] for each in sys.modules} & {'mkdocs', 'material', 'properdocs'})")
    assert ended.said == "set()\n"


def test_mkdocs_without_the_plugin_says_what_is_missing(site: ZensicalSite) -> None:
    site.write("mkdocs.yml", site.read("mkdocs.yml").partition("plugins:")[0])
    said = site.build_apart().said
    assert "doesn't know which page it is in: with MkDocs or ProperDocs, add followsuit to `plugins` as well" in said


@pytest.mark.thorough
def test_without_node_it_says_how_python_starts(site: ZensicalSite) -> None:
    assert site.zensical().status == 0
    assert "so the site ships Python as Pyodide has it" in site.followsuit("assets").said
