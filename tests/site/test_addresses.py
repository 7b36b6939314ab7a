"""URLs are the same as MkDocs', and a configuration file is read as MkDocs reads it."""

from __future__ import annotations

from pathlib import Path

import pytest
from mkdocs.structure.files import File
from mkdocs.utils import get_relative_url
from mkdocs.utils.meta import get_data

from rules_engine.site.model.addresses import address_of, front_matter, pages_below, seen_from
from rules_engine.site.model.settings import SettingsError
from rules_engine.site.zensical.config import configuration_in, read_site

PAGES = ["index.md", "README.md", "games/index.md", "games/README.md", "games/snakebit.md", "games/snakebit/rules.md"]
URLS = ["./", "games/", "games/a/", "games/a.html", "index.html", "games/index.html", "404.html", "assets/x/y.json", "a/b/c/"]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("folders", [True, False])
def test_pages_are_read_where_mkdocs_puts_them(page: str, folders: bool) -> None:
    assert address_of(page, folders) == File(page, "docs", "site", folders).url


@pytest.mark.parametrize("here", URLS)
@pytest.mark.parametrize("target", [*URLS, ""])
def test_they_are_seen_from_one_another(here: str, target: str) -> None:
    assert seen_from(here, target) == get_relative_url(target, here)


@pytest.mark.parametrize("text", [
    "# No head\n", "---\ntitle: A\n---\n\n# A\n", "---\ntitle: A\n...\n# A\n", "---\n- a list\n---\n# A\n", "---\n{\n---\n# A\n",
    "---\nsearch: {rows: true}\n---\n"])
def test_the_head_of_a_page(text: str) -> None:
    body, meta = get_data(text)
    assert front_matter(text) == (meta, body)


def test_hidden_pages_and_templates_are_none(tmp_path: Path) -> None:
    for page in ("a.md", "b/c.md", ".hidden/d.md", "b/.e.md", "templates/f.md", "b/g.txt"):
        (tmp_path / page).parent.mkdir(exist_ok=True)
        (tmp_path / page).write_text("", encoding="utf-8")
    assert pages_below(tmp_path) == ["a.md", "b/c.md"]


def configured(folder: Path, text: str) -> Path:
    """Return the configuration of a site without games, including additional settings."""
    (folder / "mkdocs.yml").write_text(f"site_name: A\nplugins:\n  followsuit: {{games: []}}\n{text}", encoding="utf-8")
    return configuration_in(folder)


def test_the_environment_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ("site_url: !ENV [FIRST, SECOND, 'http://localhost/']\nsite_description: !ENV FIRST\n"
             "use_directory_urls: !ENV [THIRD, true]\n")
    site = read_site(configured(tmp_path, asked))
    assert (site.url, site.description, site.folders) == ("http://localhost/", None, True)
    monkeypatch.setenv("SECOND", "https://example.org/")
    monkeypatch.setenv("THIRD", "false")
    site = read_site(configured(tmp_path, asked))
    assert (site.url, site.folders) == ("https://example.org/", False)


def test_extensions_keep_their_order_and_options(tmp_path: Path) -> None:
    site = read_site(configured(tmp_path, "markdown_extensions: [admonition, toc: {permalink: true}, followsuit]\n"))
    assert site.extensions == ["toc", "tables", "admonition", "followsuit"]
    assert site.options == {"toc": {"permalink": True}}
    format_name = "!!python/name:pymdownx.superfences.fence_code_format"
    fence = f"{{name: mermaid, class: mermaid, format: {format_name} ''}}"
    site = read_site(configured(tmp_path, f"markdown_extensions:\n  pymdownx.superfences: {{custom_fences: [{fence}]}}\n"))
    assert callable(site.options["pymdownx.superfences"]["custom_fences"][0]["format"])


@pytest.mark.parametrize("text", ["- a list", "{", "site_name: [A"])
def test_what_is_no_configuration_is_told_by_its_name(tmp_path: Path, text: str) -> None:
    (tmp_path / "mkdocs.yml").write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError, match=r"^mkdocs\.yml: "):
        read_site(configuration_in(tmp_path))


def test_zensicals_own_file_comes_first(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"no zensical\.toml and no mkdocs\.yml"):
        configuration_in(tmp_path)
    (tmp_path / "mkdocs.yml").touch()
    (tmp_path / "zensical.toml").touch()
    assert configuration_in(tmp_path).name == "zensical.toml"
    assert configuration_in(tmp_path, "mkdocs.yml").name == "mkdocs.yml"
