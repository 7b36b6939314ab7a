"""The policy that the build writes into pages: what stands in them is allowed, and what the author adds."""

from __future__ import annotations

import re
from pathlib import Path

from rules_engine.site.serving.policy import DIRECTIVES, policy, put_policy

PAGE = """<!doctype html><html><head><meta charset="utf-8"><title>A page</title></head><body>{body}</body></html>"""


def put(folder: Path, *bodies: str, **more: str) -> dict[str, set[str]]:
    """Put a policy into pages with these bodies; what it allows, by directive."""
    for place, body in enumerate(bodies):
        (folder / f"{place}.html").write_text(PAGE.format(body=body), encoding="utf-8")
    put_policy(folder, {name.replace("_", "-"): sources for name, sources in more.items()} or True)
    told = {re.findall('http-equiv="Content-Security-Policy" content="([^"]*)"', file.read_text(encoding="utf-8"))[0]
            for file in folder.glob("*.html")}
    (one,) = told
    return {name: set(sources.split()) for name, _, sources in (each.partition(" ") for each in one.split("; "))}


def test_a_plain_page_allows_what_the_header_does_but_for_what_only_a_header_can_say(tmp_path: Path) -> None:
    found = put(tmp_path, "")
    assert found == {name: set(sources.split()) for name, sources in DIRECTIVES.items() if name != "frame-ancestors"}


def test_scripts_in_any_page_are_allowed_in_all(tmp_path: Path) -> None:
    found = put(tmp_path, "<script>one()</script>", "<script>two()</script>", '<script type="application/json">{}</script>')
    digests = {each for each in found["script-src"] if each.startswith("'sha256-")}
    assert len(digests) == 2
    assert all(each in policy(tmp_path) for each in digests)


def test_what_authors_load_from_elsewhere_is_allowed(tmp_path: Path) -> None:
    found = put(tmp_path, '<script src="https://cdn.example.org/a.js"></script><img src="//pictures.example.org/b.png">'
                '<link rel="stylesheet" href="https://fonts.example.org/c"><iframe src="https://films.example.org/d"></iframe>')
    assert "https://cdn.example.org" in found["script-src"]
    assert "https://pictures.example.org" in found["img-src"]
    assert "https://fonts.example.org" in found["style-src"]
    assert "https:" in found["font-src"]
    assert found["frame-src"] == {"https://films.example.org"}


def test_styles_and_handlers_in_a_page_are_allowed(tmp_path: Path) -> None:
    found = put(tmp_path, '<p style="color: red" onclick="one()">a</p>')
    assert "'unsafe-inline'" in found["style-src"]
    assert "'unsafe-hashes'" in found["script-src"]
    assert "'unsafe-inline'" not in found["script-src"]


def test_an_author_adds_what_cannot_be_seen(tmp_path: Path) -> None:
    found = put(tmp_path, "", connect_src="https://stats.example.org", font_src="'self'")
    assert found["connect-src"] == {"'self'", "https://stats.example.org"}
    assert found["font-src"] == {"'self'"}


def test_it_is_written_once_before_anything_that_it_is_about(tmp_path: Path) -> None:
    put(tmp_path, "<script>one()</script>")
    put_policy(tmp_path, True)
    html = (tmp_path / "0.html").read_text(encoding="utf-8")
    assert html.count("Content-Security-Policy") == 1
    assert html.index("Content-Security-Policy") < html.index("<title>")


def test_who_wants_none_has_none(tmp_path: Path) -> None:
    (tmp_path / "0.html").write_text(PAGE.format(body=""), encoding="utf-8")
    put_policy(tmp_path, False)
    assert "Content-Security-Policy" not in (tmp_path / "0.html").read_text(encoding="utf-8")
