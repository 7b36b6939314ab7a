"""Build output for offline use."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import struct
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest

from rules_engine.authoring.translations.extract_messages import engine_messages, page_messages
from rules_engine.site.files.assets import CLIENT, FOLDER, SERVICE_WORKER
from rules_engine.site.files.offline import AT_TABLE, ICON_SIZES, MANIFEST, MODES, service_worker, with_head
from rules_engine.site.model.languages import languages_of
from rules_engine.site.pages.not_found import NOT_KEPT
from rules_engine.site.runtime import WORKER_SCRIPTS
from tests.site.tiny import MKDOCS_YML, Built, TinySite

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("", "games/", "games/snakebit/")
PICTURES = "assets/followsuit/previews/"
"""The folder of preview pictures, which only crawlers fetch."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> TinySite:
    site = TinySite(tmp_path_factory.mktemp("tiny"))
    site.write("mkdocs.yml", f"{MKDOCS_YML}extra_css: [own.css]\nextra_javascript: [own.js, own.mjs]\n")
    for name in ("own.css", "own.js", "own.mjs"):
        site.write(f"docs/{name}", "/* one */\n")
    site.write("docs/CNAME", "example.org")
    site.write("docs/a name.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>\n")
    return site


@pytest.fixture(scope="module")
def built(site: TinySite) -> Built:
    built = site.build("--strict", path=os.environ["PATH"])
    assert built.status == 0, built.said
    return built


def test_the_themes_script_is_compiled_at_once(built: Built) -> None:
    (script,) = (content for path, content in built.files().items() if re.match(r"assets/javascripts/bundle\..*\.js$", path))
    assert script.startswith(b"//# allFunctionsCalledOnLoad\n")


def listed(built: Built) -> Any:
    """Return the list of files in the service worker."""
    first, _ = built.files()["service-worker.js"].split(b"\n", 1)
    return json.loads(first.removeprefix(b"const SITE = ").removesuffix(b";"))


def file_at(built: Built, address: str) -> bytes:
    """Return the response of a static host."""
    path = address.partition("?")[0].replace("%20", " ")
    return (built.folder / (f"{path}index.html" if path.endswith("/") or not path else path)).read_bytes()


def test_the_list_tells_size_and_digest_of_every_file(built: Built) -> None:
    for address, told in listed(built)["files"].items():
        content = file_at(built, address)
        assert told["bytes"] == len(content)
        assert told["digest"] == base64.b64encode(hashlib.sha256(content).digest()).decode()


def test_the_list_leaves_out_only_what_no_page_asks_for(built: Built) -> None:
    told = {address.partition("?")[0].replace("%20", " ") for address in listed(built)["files"]}
    written = {re.sub(r"(^|/)index\.html$", r"\1", path) for path in built.files()}
    left_out = {path for path in written - told
                if not path.endswith((".map", ".gz")) and not path.startswith((PICTURES, "embed/"))}
    assert left_out == {"404.html", "service-worker.js", "CNAME"}
    assert told <= written


def test_pages_have_titles(built: Built) -> None:
    files = listed(built)["files"]
    assert {address: told["title"] for address, told in files.items() if "title" in told} == {
        "": "Tiny",
        "games/": "Games - Tiny",
        "games/snakebit/": "Snakebit - Tiny",
    }


def test_what_python_starts_from_is_told_from_what_it_starts_from_if_that_fails(built: Built) -> None:
    files = listed(built)["files"]
    of_python = {Path(address).name: told["part"] for address, told in files.items()
                 if re.search("(python|rules|snapshot)-", address)}
    assert {name for name, part in of_python.items() if part == "spare"} == {"python_stdlib.zip", "rules.zip"}
    assert {name for name, part in of_python.items() if part == "python"} == {
        "pyodide.js", "pyodide.asm.js", "pyodide.asm.wasm", "snapshot.zip", "snakebit.zip", "pictures.zip", "rest.zip",
        *WORKER_SCRIPTS}


def test_every_page_names_the_folder_of_its_scripts_and_runtime(built: Built) -> None:
    folder = listed(built)["page"]
    for address in PAGES:
        assert folder in file_at(built, address).decode()
    assert listed(built)["files"][f"{folder}runtime.json"]["part"] == "python"


def test_an_authors_files_change_their_addresses_with_their_contents(built: Built, site: TinySite) -> None:
    loaded = re.findall(r'(?:href|src)="([^"]*own\.[a-z]+[^"]*)"', built.page())
    assert [re.sub("[0-9a-f]{16}$", "…", address) for address in loaded] == ["own.css?…", "own.js?…", "own.mjs?…"]
    assert set(loaded) <= set(listed(built)["files"])
    before = loaded[0]
    site.write("docs/own.css", "/* two */\n")
    after = site.build(into="after")
    assert before not in after.page()
    assert re.search(r'href="own\.css\?[0-9a-f]{16}"', after.page())


def test_the_service_worker_changes_if_and_only_if_a_file_does(built: Built) -> None:
    folder = listed(built)["page"].rstrip("/")
    before = service_worker(built.folder, folder, {})
    assert service_worker(built.folder, folder, {}) == before
    page = built.folder / "games" / "index.html"
    whole = page.read_bytes()
    page.write_bytes(whole + b"\n")
    assert service_worker(built.folder, folder, {}) != before
    page.write_bytes(whole)


def test_the_manifest_is_relative_and_its_icons_are_there(built: Built) -> None:
    manifest = json.loads(built.files()[MANIFEST])
    assert (manifest["name"], manifest["start_url"], manifest["scope"]) == ("Tiny", "../../", "../../")
    assert (manifest["display"], manifest["display_override"]) == ("standalone", ["minimal-ui"])
    sizes = {icon["sizes"]: icon["src"] for icon in manifest["icons"]}
    assert set(sizes) == {"any", *(f"{size}x{size}" for size in ICON_SIZES)}
    for size in ICON_SIZES:
        address = urljoin(f"/{MANIFEST}", sizes[f"{size}x{size}"])
        assert png_size(built.files()[address[1:]]) == (size, size)
    for address in PAGES:
        html = file_at(built, address).decode()
        for name in ("manifest", "apple-touch-icon"):
            (link,) = re.findall(rf'<link rel="{name}" href="([^"]+)">', html)
            assert urljoin(f"/{address}", link)[1:] in built.files()
        assert len(re.findall('<meta name="theme-color"', html)) == 2


def png_size(content: bytes) -> tuple[int, int]:
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", content[16:24])
    return width, height


def test_the_icon_of_phones_has_its_size() -> None:
    assert png_size((CLIENT / "icons" / "sign-180.png").read_bytes()) == (180, 180)


def test_a_site_may_do_without(tmp_path: Path) -> None:
    site = TinySite(tmp_path)
    site.write("mkdocs.yml", MKDOCS_YML.replace("games:", "offline: false, games:"))
    built = site.build("--strict")
    assert built.status == 0, built.said
    assert [path for path in built.files() if path == MANIFEST or "service-worker" in path] == []
    assert 'rel="manifest"' not in built.page()


def test_a_page_keeps_the_manifest_icon_and_colour_of_its_author() -> None:
    own = '<link href="/own.json" rel="manifest"><link rel=apple-touch-icon href=a.png><meta content="#123456" name=theme-color>'
    given = with_head(f"<head>{own}</head>", "", "icons")
    assert given == f'<head>{own}<meta name="follow-suit" content="keeps"></head>'


KNOWN_EVERYWHERE = {".css", ".html", ".ico", ".js", ".json", ".png", ".svg", ".txt", ".wasm", ".woff2", ".xml",
                    ".zip"}
"""Types known to Apache, nginx, IIS, Python and static hosts. The streaming WebAssembly compiler checks the MIME type,
which the worker sets; hosts decide by file name whether to compress. Browsers don't check the type of a font."""


def test_every_server_knows_the_names_of_our_files(built: Built) -> None:
    ours = [path for path in built.files() if path.startswith(FOLDER) or path == SERVICE_WORKER]
    assert {Path(path).suffix for path in ours} <= KNOWN_EVERYWHERE
    assert len({path.casefold() for path in built.files()}) == len(built.files())


def test_a_site_of_files_asks_for_no_page_of_a_folder(tmp_path: Path) -> None:
    site = TinySite(tmp_path)
    site.write("mkdocs.yml", f"{MKDOCS_YML}use_directory_urls: false\n")
    built = site.build("--strict")
    assert built.status == 0, built.said
    assert listed(built)["index"] == "index.html"
    assert json.loads(built.files()[MANIFEST])["start_url"] == "../../index.html"


def test_the_page_with_the_control_is_kept_from_the_first_visit_on(site: TinySite) -> None:
    site.write("docs/keep.md", "# Keep it\n\n<div><fs-offline>Needs JavaScript.</fs-offline></div>\n")
    built = site.build(path=os.environ["PATH"])
    told = listed(built)
    modes = [f"{told['page']}{name}" for name in (*MODES, *AT_TABLE)]
    assert told["always"] == ["keep/", f"{told['page']}offline/keep-whole-site.js", *modes]
    assert set(told["always"]) <= set(told["files"])
    assert told["words"][""]["title"] == "This page is not kept here"


def test_the_message_for_an_uncached_page_is_translated() -> None:
    """The extraction of messages must find these sentences too."""
    german = languages_of(["de"], {}, ROOT / "examples")["de"]
    assert [text for text in NOT_KEPT.values() if german.template(str(text)) is None] == []
    assert not {str(text) for text in NOT_KEPT.values()} - page_messages().keys() - engine_messages().keys()
