"""The parts of ``followsuit bench boot`` that need no browser; tests/browser has a visit."""

from __future__ import annotations

import gzip
import http.client
import json
from pathlib import Path

import pytest

from rules_engine.cli import main
from rules_engine.cli.bench_boot.browser import NotThereError
from rules_engine.cli.bench_boot.measuring import FIRST, SECOND, Held, Seen, chosen
from rules_engine.cli.bench_boot.server import Changes, Line, Site, served
from rules_engine.cli.bench_boot.subjects import PLAIN, SITE, UNKEPT, Subject, others, subjects
from rules_engine.cli.bench_boot.tables import BEGIN, END, Aim, Figures, aims, aims_table, put_between, tables

SCRIPT = b"const answer = 42;\n" * 50


# ---- the line

def test_all_that_is_sent_shares_the_line() -> None:
    now = 10.0
    line = Line(bits=8_000, clock=lambda: now)
    assert line.due(1_000) == 11.0
    assert line.due(500) == 11.5
    now = 20.0
    assert line.due(1_000) == 21.0, "what the line could have carried while it was idle is gone"


def test_a_line_without_a_limit_sends_at_once() -> None:
    assert Line(clock=lambda: 3.0).due(10**9) == 3.0


# ---- the server

@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "index.html").write_text("<p>Here</p>", encoding="utf-8")
    (tmp_path / "script.js").write_bytes(SCRIPT)
    (tmp_path / "packed.bin").write_bytes(SCRIPT)
    return tmp_path


def asked(site: Site, path: str, **fields: str) -> tuple[http.client.HTTPResponse, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", site.server_port)
    connection.request("GET", path, headers={"Accept-Encoding": "gzip", **fields})
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response, body


def test_files_are_sent_as_pages_sends_them_and_counted(folder: Path) -> None:
    with served(folder, {}, Line()) as site:
        script, body = asked(site, "/script.js")
        assert gzip.decompress(body) == SCRIPT
        assert script.headers["Cache-Control"] == "max-age=600"
        packed, same = asked(site, "/packed.bin")
        assert same == SCRIPT
        assert packed.headers["Content-Encoding"] is None
        again, nothing = asked(site, "/script.js", **{"If-None-Match": script.headers["ETag"]})
        assert (again.status, nothing) == (304, b"")
        assert asked(site, "/page/?query")[1]
        sent = site.take()
    assert sent["script.js"] == len(body)
    assert sent["packed.bin"] == len(SCRIPT)
    assert "page/index.html" in sent
    assert site.take() == {}


def test_a_site_can_have_other_files_than_its_folder(folder: Path) -> None:
    changes: Changes = {"script.js": None, "packed.bin": b"other"}
    with served(folder, changes, Line()) as site:
        assert asked(site, "/script.js")[0].status == 404
        assert asked(site, "/packed.bin")[1] == b"other"


def test_nobody_answers_offline(folder: Path) -> None:
    with served(folder, {}, Line()) as site:
        site.offline = True
        with pytest.raises(http.client.RemoteDisconnected):
            asked(site, "/script.js")


# ---- what is measured

@pytest.fixture
def built(tmp_path: Path) -> tuple[Path, Path]:
    """As much of a site and of Pyodide's package as is looked at."""
    site, pyodide = tmp_path / "site", tmp_path / "pyodide"
    page = site / "assets" / "followsuit" / "page-1"
    page.mkdir(parents=True)
    pyodide.mkdir()
    manifest = {"pyodide": "1.2.3", "worker": "../rules-1/worker.js", "ways": [{"name": "snapshot"}, {"name": "stock"}],
                "files": {"rules": {"path": "rules.zip"}}}
    (page / "runtime.json").write_text(json.dumps(manifest), encoding="utf-8")
    (page / "rules.zip").write_bytes(b"rules")
    (pyodide / "package.json").write_text('{"version": "1.2.3"}', encoding="utf-8")
    return site, pyodide


def test_the_site_is_measured_as_it_is_and_by_each_way(built: tuple[Path, Path]) -> None:
    site, pyodide = built
    assert [subject.name for subject in subjects(site, pyodide)] == [PLAIN, SITE, "snapshot only", "stock only"]
    (site / "service-worker.js").write_bytes(b"")
    _, whole, unkept, snapshot, _ = subjects(site, pyodide)
    assert whole.worker == "assets/followsuit/rules-1/worker.js"
    assert (whole.keeps, unkept.name, unkept.keeps) == (True, UNKEPT, False)
    [manifest] = [content for path, content in snapshot.changes.items() if path.endswith("runtime.json") and content]
    assert [way["name"] for way in json.loads(manifest)["ways"]] == ["snapshot"]


def test_another_pyodide_than_the_sites_is_refused(built: tuple[Path, Path]) -> None:
    site, pyodide = built
    (pyodide / "package.json").write_text('{"version": "9"}', encoding="utf-8")
    with pytest.raises(NotThereError, match=r"holds Pyodide 9, the site 1\.2\.3"):
        subjects(site, pyodide)


def test_sites_of_others_are_read_from_a_list(tmp_path: Path) -> None:
    described = tmp_path / "others.json"
    described.write_text(json.dumps([{"name": "theirs", "folder": str(tmp_path), "page": "", "stage": "#it"}]), encoding="utf-8")
    assert others(described) == [Subject("theirs", tmp_path, "", "#it")]


@pytest.mark.parametrize("text", ["[", "[1]", "{}2", '[{"name": "theirs"}]',
                                  '[{"name": "theirs", "folder": "/no/such", "page": "", "stage": "p"}]'])
def test_a_list_that_says_nothing_is_refused(tmp_path: Path, text: str) -> None:
    described = tmp_path / "others.json"
    described.write_text(text, encoding="utf-8")
    with pytest.raises(NotThereError, match=r"others\.json"):
        others(described)


def test_patterns_choose_subjects_and_conditions() -> None:
    one, two = (Subject(name, Path(), "", "") for name in ("one", "two"))
    assert len(chosen([one, two], [])) == 8
    assert [(condition.name, subject.name) for condition, subject in chosen([one, two], ["one/f*", "two/line"])] == [
        ("full", "one"), ("line", "two")]


# ---- the tables

def seen(subject: str, visit: str, answer: float, problem: str = "", clicks: tuple[float, ...] = ()) -> Seen:
    return Seen(subject, "full", visit, 500, answer, "snapshot", {"assets/followsuit/a/b.js": 9_000, "theme.js": 80_000},
                {"python.wasm": int(answer * 1000)}, {"snapshot.bin": 2_460_000}, clicks, problem)


FIGURES = Figures(
    [seen(PLAIN, FIRST, 8_000), seen(PLAIN, FIRST, 4_000), seen(PLAIN, FIRST, 6_000), seen(PLAIN, SECOND, 5_000),
     seen(SITE, FIRST, 3_000, clicks=(10.0,) * 30), seen(SITE, FIRST, 0, problem="no answer"), seen(SITE, SECOND, 1_000)],
    [Held(SITE, 0, 1000, 5 * 2**20), Held(SITE, 10, 2000, 0), Held(SITE, 20, 2500, 0)])


def test_medians_stand_beside_their_ratio_to_plain_pyodide() -> None:
    lines = tables(FIGURES)
    assert "| Visit | full speed |" in lines
    assert "| plain Pyodide, first visit | 6.00 (1.00) |" in lines
    assert "| site, first visit | 3.00 (0.50); 1 without an answer |" in lines
    assert "| site, second visit | 1.00 (0.20) |" in lines
    assert "| site, first visit | snapshot 3.00 (0.50), then 2.46 |" in lines
    assert "| full speed | 30 | 10 | 10 |" in lines


def test_aims_are_reached_or_not_or_were_not_measured() -> None:
    found = {aim.about: aim.verdict() for aim in aims(FIGURES)}
    assert found["the site's second visit, to plain Pyodide's first"] == "yes"
    assert found["a click's painted answer, 95 of 100, ms"] == "yes"
    assert found["our scripts before any wish, compressed bytes"] == "yes"
    assert found["growth of Python's memory over all hands but the first fifth, bytes"] == "**no**"
    assert found["first visit by the snapshot, to plain Pyodide's first"] == "not measured"
    assert "| our scripts before any wish, compressed bytes | at most 40,000 | 9,000 | yes |" in aims_table(FIGURES)


@pytest.mark.parametrize(("reached", "below", "verdict"), [(5, False, "yes"), (5, True, "**no**"), (6, False, "**no**")])
def test_an_aim_itself_is_within_unless_below_it_is_asked(reached: float, below: bool, verdict: str) -> None:
    assert Aim("it", 5, reached, below=below).verdict() == verdict


def test_a_pages_tables_are_put_between_its_marks() -> None:
    page = f"# Title\n\n{BEGIN}\nold\n{END}\n\nThe rest.\n"
    once = put_between(page, ["new"])
    assert once == f"# Title\n\n{BEGIN}\n\nnew\n{END}\n\nThe rest.\n"
    assert put_between(once, ["new"]) == once
    with pytest.raises(ValueError, match="the page needs the lines"):
        put_between("# Title\n", ["new"])


# ---- the command

def test_what_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("CHROMIUM", "no-such-browser")
    assert main(["bench", "boot"]) == 2
    assert "CHROMIUM is 'no-such-browser', which is no program" in capsys.readouterr().err
    monkeypatch.setenv("CHROMIUM", "true")
    assert main(["bench", "boot", "--site", str(tmp_path)]) == 2
    assert "No built site" in capsys.readouterr().err


def test_a_page_that_cannot_be_written_is_refused_before_hours_of_measuring(
    built: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    site, pyodide = built
    monkeypatch.setenv("CHROMIUM", "true")
    page = site / "page.md"
    page.write_text("# No marks", encoding="utf-8")
    assert main(["bench", "boot", "--site", str(site), "--pyodide", str(pyodide), "--write", str(page)]) == 2
    assert "the page needs the lines" in capsys.readouterr().err


def test_an_only_that_names_nothing(built: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch,
                                    capsys: pytest.CaptureFixture[str]) -> None:
    site, pyodide = built
    monkeypatch.setenv("CHROMIUM", "true")
    assert main(["bench", "boot", "--site", str(site), "--pyodide", str(pyodide), "--only", "sight/full"]) == 2
    assert "subjects are plain Pyodide, site, snapshot only, stock only" in capsys.readouterr().err
