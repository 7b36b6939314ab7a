"""The server of a built site behaves like the host that publishes it."""

import http.client
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules_engine.site.serving.serve import main, read_base
from tests.chromium.server import Site, served


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    for name, text in {
        "index.html": "<h1>Home</h1>",
        "404.html": "<h1>Not here</h1>",
        "games/index.html": "<h1>Games</h1>",
        "assets/engine.wasm": "wasm",
        "assets/worker.mjs": "export {}",
    }.items():
        path = tmp_path / "site" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (tmp_path / "secret.txt").write_text("outside", encoding="utf-8")
    with served(tmp_path / "site", "/follow-suit/") as running:
        yield running


def get(site: Site, path: str, method: str = "GET") -> tuple[int, dict[str, str], str]:
    """Return the status, headers and body of a response, without following redirects or normalizing the path."""
    connection = http.client.HTTPConnection(site.url.split("/")[2], timeout=300)
    try:
        connection.request(method, path)
        answer = connection.getresponse()
        return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read().decode()
    finally:
        connection.close()


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/follow-suit/", "text/html; charset=utf-8"),
        ("/follow-suit/games/", "text/html; charset=utf-8"),
        ("/follow-suit/games/index.html?seed=4#top", "text/html; charset=utf-8"),
        ("/follow-suit/assets/worker.mjs", "text/javascript; charset=utf-8"),
        ("/follow-suit/assets/engine.wasm", "application/wasm"),
    ],
)
def test_files_have_the_type_that_browsers_want(site: Site, path: str, kind: str) -> None:
    status, headers, _ = get(site, path)
    assert (status, headers["content-type"]) == (200, kind)


@pytest.mark.parametrize("path", ["/follow-suit", "/follow-suit/games"])
def test_a_folder_without_its_slash_is_redirected(site: Site, path: str) -> None:
    status, headers, _ = get(site, path)
    assert (status, headers["location"]) == (301, f"{path}/")


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/games/",
        "/follow-suitable/",
        "/follow-suit/nothing",
        "/follow-suit/assets/",
        "/follow-suit/../secret.txt",
        "/follow-suit/%2e%2e/secret.txt",
        "/follow-suit//follow-suit/",
    ],
)
def test_what_is_not_there_gets_the_sites_own_page(site: Site, path: str) -> None:
    status, headers, body = get(site, path)
    assert (status, headers["content-type"], body) == (404, "text/html; charset=utf-8", "<h1>Not here</h1>")


@pytest.mark.parametrize("path", ["/follow-suit/", "/follow-suit/nothing"])
def test_head_gives_the_length_and_no_body(site: Site, path: str) -> None:
    _, headers, body = get(site, path, "HEAD")
    assert (int(headers["content-length"]) > 0, body) == (True, "")


def test_a_page_built_anew_is_seen_at_once(site: Site) -> None:
    assert get(site, "/follow-suit/")[1]["cache-control"] == "no-cache"


@pytest.mark.parametrize("text", ["follow-suit", "/follow-suit", "/follow-suit/", "follow-suit/"])
def test_a_base_may_be_written_with_or_without_slashes(text: str) -> None:
    assert read_base(text) == "/follow-suit/"
    assert read_base("/") == read_base("") == "/"


def test_a_folder_without_a_site_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 1
    assert "there is no index.html" in capsys.readouterr().err


def test_a_port_in_use_is_named(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    port = site.url.split("/")[2].split(":")[1]
    assert main([str(site.directory), "--port", port]) == 1
    assert f"Port {port} can't be used" in capsys.readouterr().err
