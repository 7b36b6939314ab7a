"""The pages that show one table alone, for a frame in another site's page, and their oEmbed descriptions.

    embed/PAGE/ID.html    the figure ID of the page at the URL PAGE
    embed/PAGE/ID.json    its oEmbed description, if the site's URL is known
    embed/embed.js        the optional script for the other page

    body > fs-figure              the strip and the description, shown if no script runs
           fs-table[data-place=embed]
           footer > a             the link to the full page

They have no theme: only our styles and scripts. The script takes the table's content from the file that the full page uses, whose
relative URLs it resolves against that page (`data-home`). https://oembed.com/ defines the description.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from html import escape
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit

from rules_engine.html.elements import Html, el
from rules_engine.html.figure import KIND_NAMES, Figure, table_html
from rules_engine.site.model.addresses import EMBEDS, embed_folder, seen_from
from rules_engine.text.locale import translate
from rules_engine.text.message import joined, say

SCRIPT, COLOURS = "embed/embedded-page.js", "embed/colours.js"
"""The scripts of these pages, below the folder of the page's scripts; the second one runs before the page is drawn."""
EMBED_SCRIPT = f"{EMBEDS}/embed.js"
"""The script for the other page, at a URL that doesn't change."""
WIDTH, HEIGHT = 600, 660
"""The size of the frame in an oEmbed description, in pixels."""
SANDBOX = "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
"""The permissions of a frame: scripts, the site's own files, and links that open in a new tab."""
OPAQUE = say("The table can't be drawn here, because the frame's sandbox lacks allow-same-origin. Open it on its own page:")
"""Message in a sandbox that keeps the page from its own pictures."""
IN_A_THEME = "alternate nofollow"
"""The relation in pages with Material's script, which takes a link with the relation `alternate` for a version of the site, and
requests its sitemap. Consumers of oEmbed look for the link's type."""
_ROOT = "https://site.invalid/"
_RELATIVE = re.compile(r'(?<= )((?:xlink:)?href|data-src|data-faces|data-game-page|data-general-page)="((?!https?:)[^"]*)"')
"""A pattern for the attributes of our HTML that hold a URL."""
_EMPTY = Html('<div class="fs-stage" id="fs-stage"><div class="fs-felt"></div><div class="fs-bar" id="fs-bar"></div></div>')
"""The table before the script has fetched its content. Only a practice hand has its content in the page."""


class EmbeddingSite(NamedTuple):
    """The parts of these pages that don't depend on the figure. URLs are relative to the site's root.

    ``name``     the site's name
    ``url``      the URL of the site's root, or ""
    ``scripts``  the folder of the page's scripts
    ``styles``   the style sheets, ours first
    ``policy``   the content security policy, or ""
    """

    name: str
    url: str
    scripts: str
    styles: Sequence[str]
    policy: str


class FullPage(NamedTuple):
    """A page with figures: its URL relative to the site's root, its language, and in an additional language the URLs of the
    scripts' and the engine's translations."""

    url: str
    language: str
    client_words: str = ""
    engine_words: str = ""


def can_embed(figure: Figure) -> bool:
    """Return whether a figure has a page for frames: its content is in a file, or it is a practice hand."""
    return bool(figure.src) or figure.kind == "practice"


def embed_files(figure: Figure, page: FullPage, site: EmbeddingSite) -> dict[str, bytes]:
    """Return the page that shows a figure alone and, if the site's URL is known, its oEmbed description, by path."""
    path = f"{embed_folder(page.url)}{figure.id}"
    described = {f"{path}.json": _described(figure, f"{path}.html", site)} if site.url else {}
    return {f"{path}.html": _page(figure, page, f"{path}.html", site).encode(), **described}


def oembed_link(path: str, site: EmbeddingSite, figure: Figure, relation: str = "alternate") -> str:
    """Return the element by which other sites discover the description at ``path``, or "" if the site's URL isn't known."""
    if not site.url:
        return ""
    return el("link", {"rel": relation, "type": "application/json+oembed", "href": urljoin(site.url, path),
                       "title": _title(figure)})


def _page(figure: Figure, page: FullPage, path: str, site: EmbeddingSite) -> str:
    def seen(target: str) -> str:
        return target if urlsplit(target).scheme else seen_from(path, target)

    home = seen_from(path, page.url.removeprefix("./") or "./")
    head = [
        f'<meta http-equiv="Content-Security-Policy" content="{escape(site.policy, quote=False)}">' if site.policy else "",
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(_title(figure))} – {escape(site.name)}</title>",
        '<meta name="robots" content="noindex"><base target="_blank">',
        *(el("link", {"rel": "stylesheet", "href": seen(each)}) for each in site.styles),
        oembed_link(path.removesuffix("html") + "json", site, figure),
        f'<script src="{seen(f"{site.scripts}/{COLOURS}")}"></script>',
        f'<script type="module" src="{seen(f"{site.scripts}/{SCRIPT}")}"></script>',
    ]
    table = table_html(figure if figure.kind == "practice" else figure._replace(stage=_EMPTY), "embed")
    shown = _with_urls(figure.html.replace("<fs-figure ", f'<fs-figure data-home="{home}" ', 1) + table, page.url, path)
    words = el("div", {"id": "fs-words", "lang": page.language, "data-src": seen(page.engine_words),
                       "data-client": seen(page.client_words), "hidden": True}) if page.client_words else ""
    footer = el("footer", "fs-from", el("a", {"href": f"{home}{_fragment(figure)}", "rel": "noopener",
                                              "title": say("Open it on its own page")}, Html(escape(site.name))))
    return (f'<!doctype html>\n<html lang="{page.language}"><head><meta charset="utf-8">{"".join(head)}</head>'
            f'<body class="fs-embed">{shown}{el("p", "fs-opaque", OPAQUE)}{footer}{words}</body></html>\n')


def _with_urls(html: str, page: str, path: str) -> str:
    """Return HTML of the page at the URL ``page`` with its relative URLs changed for the page at ``path``."""
    base, up = urljoin(_ROOT, page), "../" * path.count("/")
    return _RELATIVE.sub(lambda found: f'{found[1]}="{up}{urljoin(base, found[2]).removeprefix(_ROOT)}"', html)


def _title(figure: Figure) -> str:
    return translate(joined([KIND_NAMES[figure.kind], figure.title], ": "))


def _fragment(figure: Figure) -> str:
    """Return the fragment by which the full page opens with the figure."""
    step = f"#fs:{figure.kind}:{figure.id}:0"
    return {"puzzle": f"#{figure.id}", "practice": "", "example": step, "quiz": step}[figure.kind]


def _described(figure: Figure, path: str, site: EmbeddingSite) -> bytes:
    """Return the oEmbed description of the page at ``path``."""
    title = f"{_title(figure)} – {site.name}"
    frame = (f'<iframe src="{escape(urljoin(site.url, path))}" title="{escape(title)}" width="{WIDTH}" height="{HEIGHT}" '
             f'frameborder="0" sandbox="{SANDBOX}" allow="clipboard-write" loading="lazy"></iframe>')
    told = {"version": "1.0", "type": "rich", "title": title, "provider_name": site.name, "provider_url": site.url,
            "width": WIDTH, "height": HEIGHT, "html": frame}
    return f"{json.dumps(told, ensure_ascii=False, indent=1)}\n".encode()
