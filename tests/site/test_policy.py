"""The content security policy that the build writes into pages: it allows their own content and the author's additions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules_engine.site.serving.loads import digest
from rules_engine.site.serving.policy import DIRECTIVES, policy, put_policy

PAGE = """<!doctype html><html><head><meta charset="utf-8"><title>A page</title></head><body>{body}</body></html>"""


def put(folder: Path, *bodies: str, **more: str) -> dict[str, set[str]]:
    """Add a policy to pages with these bodies, and return the policy's allowed sources by directive."""
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


ELSE = "https://else.example.org"
NEEDS = [
    ('<script type="text/javascript">one()</script>', "script-src", digest("one()")),
    ("<script type=module>one()</script>", "script-src", digest("one()")),
    ('<SCRIPT TYPE="Application/JavaScript">one()</SCRIPT>', "script-src", digest("one()")),
    ('<script language="javascript">one()</script>', "script-src", digest("one()")),
    ("<script>one()\r\ntwo()</script>", "script-src", digest("one()\ntwo()")),
    ('<script type="importmap">{"imports": {"a": "https://else.example.org/a.js"}}</script>', "script-src", ELSE),
    ('<script type="speculationrules">{}</script>', "script-src", digest("{}")),
    ("<script type=module>import a from 'https://else.example.org/a.js'</script>", "script-src", ELSE),
    ("<script>import('https://else.example.org/a.js')</script>", "script-src", ELSE),
    ("<script>s=document.createElement('script');s.src='https://else.example.org/a?id=1'</script>", "script-src", ELSE),
    ("<script>fetch('https://else.example.org/a')</script>", "connect-src", ELSE),
    ("<script>new WebSocket('wss://else.example.org/a')</script>", "connect-src", "wss://else.example.org"),
    ("<script>x.open('GET', 'https://else.example.org/a')</script>", "connect-src", ELSE),
    ("<script>new Worker(URL.createObjectURL(b))</script>", "worker-src", "blob:"),
    ("<script>a.src = URL.createObjectURL(b)</script>", "media-src", "blob:"),
    ("<script>document.createElement('style')</script>", "style-src", "'unsafe-inline'"),
    ('<script src="https://else.example.org/a.js"></script>', "script-src", ELSE),
    ('<script src="https://else.example.org/a.js"></script>', "style-src", "'unsafe-inline'"),
    ('<script src="https://else.example.org/a.js"></script>', "font-src", ELSE),
    ('<script src="https://else.example.org/a.js"></script>', "connect-src", ELSE),
    ('<script src="https://giscus.app/client.js" data-repo="a/b"></script>', "frame-src", "https://giscus.app"),
    ('<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>', "connect-src",
     "https://*.google-analytics.com"),
    ('<link rel="modulepreload" href="https://else.example.org/a.js">', "script-src", ELSE),
    ('<link rel="preload" as="font" href="https://else.example.org/a.woff2">', "font-src", ELSE),
    ('<link rel="preload" as="fetch" href="https://else.example.org/a.json">', "connect-src", ELSE),
    ('<link rel="preload" as="image" imagesrcset="https://else.example.org/a.png 2x">', "img-src", ELSE),
    ('<link rel="manifest" href="https://else.example.org/a.json">', "manifest-src", ELSE),
    ('<link rel="shortcut icon" href="https://else.example.org/a.ico">', "img-src", ELSE),
    ('<link rel="stylesheet" href="https://else.example.org/a.css">', "img-src", ELSE),
    ('<img srcset="a.png 1x, https://else.example.org/b.png 2x">', "img-src", ELSE),
    ('<img src="blob:https://example.org/1">', "img-src", "blob:"),
    ('<video poster="https://else.example.org/a.png"></video>', "img-src", ELSE),
    ('<video src="film.mp4"></video>', "media-src", "'self'"),
    ('<audio><source src="data:audio/wav;base64,AA"></audio>', "media-src", "data:"),
    ('<track src="https://else.example.org/a.vtt">', "media-src", ELSE),
    ('<svg><image xlink:href="https://else.example.org/a.png"/></svg>', "img-src", ELSE),
    ('<svg><use href="https://else.example.org/a.svg#a"/></svg>', "img-src", ELSE),
    ('<td background="https://else.example.org/a.png">', "img-src", ELSE),
    ('<object data="rules.pdf" type="application/pdf"></object>', "object-src", "'self'"),
    ('<object data="rules.pdf" type="application/pdf"></object>', "frame-src", "'self'"),
    ('<embed src="https://else.example.org/a.pdf">', "object-src", ELSE),
    ('<iframe src="demo.html"></iframe>', "frame-src", "'self'"),
    ('<iframe src="data:text/html,<script>one()</script>"></iframe>', "script-src", digest("one()")),
    ('<iframe srcdoc="&lt;script&gt;one()&lt;/script&gt;"></iframe>', "script-src", digest("one()")),
    ('<form action="https://else.example.org/send"></form>', "form-action", ELSE),
    ('<button formaction="https://else.example.org/send">', "form-action", ELSE),
    ('<form action="mailto:a@example.org"></form>', "form-action", "mailto:"),
    ('<a href="#" ping="https://else.example.org/ping">', "connect-src", ELSE),
    ('<a href="javascript:one()">', "script-src", digest("javascript:one()")),
    ('<img src="a.png" onload="one(&quot;a&quot;)">', "script-src", digest('one("a")')),
    ("<base href=https://else.example.org/><img src=a.png>", "base-uri", ELSE),
    ("<base href=https://else.example.org/><img src=a.png>", "img-src", ELSE),
    ('<base href="/below/">', "base-uri", "'self'"),
    ("<style>a { background: url(https://else.example.org/a.png) }</style>", "img-src", ELSE),
    ('<p style="background: url(&quot;https://else.example.org/a.png&quot;)">', "img-src", ELSE),
    ("<style>@import 'https://else.example.org/a.css' screen;</style>", "style-src", ELSE),
    ("<style>@font-face { src: url(a.woff2) }</style>", "font-src", "'self'"),
    ("<style>@font-face { src: url(data:font/woff2;base64,AA) }</style>", "font-src", "data:"),
    ("<style>a { content: image-set('https://else.example.org/a.png' 1x) }</style>", "img-src", ELSE),
    ('<img src="https://münchen.example.org/a.png">', "img-src", "https://xn--mnchen-3ya.example.org"),
    ('<img src="//else.example.org:8080/a.png">', "img-src", "else.example.org:8080"),
]


@pytest.mark.parametrize(("body", "directive", "source"), NEEDS)
def test_what_a_page_asks_for_is_allowed(body: str, directive: str, source: str, tmp_path: Path) -> None:
    assert source not in DIRECTIVES.get(directive, "")
    assert source in put(tmp_path, body)[directive]


@pytest.mark.parametrize(("body", "directive", "source"), NEEDS)
def test_it_is_allowed_in_a_minified_page_too(body: str, directive: str, source: str, tmp_path: Path) -> None:
    assert source in put(tmp_path, re.sub(r'="([^\s"=<>&`\'{}]+)"', r"=\1", body))[directive]


@pytest.mark.parametrize("body", [
    '<script type="application/json">{}</script>', '<script type="text/template">one()</script>',
    "<!-- <script>one()</script> -->", "<textarea><script>one()</script></textarea>", "<p>https://else.example.org/", '<a href="https://else.example.org/">',
    '<link rel="canonical" href="https://else.example.org/">', "<style>@namespace url(http://www.w3.org/2000/svg);</style>",
    '<svg><use href="#a"/></svg>', '<img src="https://else.example.org;script-src *">', '<img src="https://[::1]/a.png">'])
def test_what_needs_nothing_gets_nothing(body: str, tmp_path: Path) -> None:
    found, plain = put(tmp_path, body), put(tmp_path, "<style></style>" if "<style>" in body else "")
    assert found == plain


def test_style_sheets_and_scripts_of_the_site_are_read(tmp_path: Path) -> None:
    (tmp_path / "css").mkdir()
    (tmp_path / "css" / "own.css").write_text("@import 'more.css'; @font-face { src: url('../own.woff2') }", encoding="utf-8")
    (tmp_path / "css" / "more.css").write_text("a { cursor: url(https://else.example.org/a.cur) }", encoding="utf-8")
    (tmp_path / "own.js").write_text("import './part.js'", encoding="utf-8")
    (tmp_path / "part.js").write_text("fetch(`https://stats.example.org/?${location}`)", encoding="utf-8")
    found = put(tmp_path, '<link rel=stylesheet href="/book/css/own.css"><script type=module src="own.js"></script>')
    assert found["font-src"] == {"'self'"}
    assert ELSE in found["img-src"]
    assert "https://stats.example.org" in found["connect-src"]


@pytest.mark.parametrize(("body", "what", "wanted"), [
    ('<script src="data:text/javascript,one()"></script>', "data:text/javascript", {"script_src": "data:"}),
    ("<script>eval(text)</script>", "runs a text", {"script_src": "'unsafe-eval'"}),
    ('<object data="data:application/pdf;base64,AA"></object>', "data:application/pdf", {"object_src": "data:"}),
])
def test_what_stays_forbidden_is_told_unless_the_author_allows_it(
        body: str, what: str, wanted: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(PAGE.format(body=body), encoding="utf-8")
    (line,) = put_policy(tmp_path, True)
    assert line.startswith("a.html: ")
    assert what in line
    assert put_policy(tmp_path, {name.replace("_", "-"): source for name, source in wanted.items()}) == []


@pytest.mark.parametrize("begin", [
    "<!DOCTYPE html><html lang=en><head>", "<!doctype html><meta charset=utf-8>", "<html>\n<head>\n", "<!-- By hand -->", ""])
def test_it_comes_before_anything_that_is_loaded_however_the_page_begins(begin: str, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(f"{begin}<link rel=stylesheet href=a.css>", encoding="utf-8")
    put_policy(tmp_path, True)
    html = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert html.startswith(f"{begin}<meta http-equiv=")


def test_a_policy_of_the_author_stays_and_so_do_pages_that_are_no_text(tmp_path: Path) -> None:
    own = '<meta http-equiv="Content-Security-Policy" content="img-src https:">'
    (tmp_path / "a.html").write_text(f"<head>{own}</head>\r\n", encoding="utf-8", newline="")
    (tmp_path / "b.html").write_bytes("<head>Über</head>".encode("latin-1"))
    put_policy(tmp_path, True)
    assert own in (tmp_path / "a.html").read_bytes().decode()
    assert (tmp_path / "a.html").read_bytes().endswith(b"</head>\r\n")
    assert (tmp_path / "b.html").read_bytes() == "<head>Über</head>".encode("latin-1")


THEMES_SCRIPT = '_t("https://unpkg.com/mermaid@11/dist/mermaid.min.js"); `https://api.github.com/repos/${e}`'


@pytest.mark.parametrize(("body", "directive", "source"), [
    ('<pre class="mermaid"><code>', "script-src", "https://unpkg.com"),
    ("<div class=mermaid>", "style-src", "'unsafe-inline'"),
    ('<a href="https://github.com/a/b" class="md-source" data-md-component="source">', "connect-src", "https://api.github.com"),
    ("<a href=https://gitlab.example.org/a/b data-md-component=source>", "connect-src", "https://gitlab.example.org"),
])
def test_what_the_themes_script_fetches_is_allowed(body: str, directive: str, source: str, tmp_path: Path) -> None:
    scripts = tmp_path / "assets" / "javascripts"
    scripts.mkdir(parents=True)
    (scripts / "bundle.1a2b3c4d.min.js").write_text(THEMES_SCRIPT, encoding="utf-8")
    assert source in put(tmp_path, body)[directive]
    (scripts / "bundle.1a2b3c4d.min.js").unlink()
    assert source not in put(tmp_path, body)[directive]
