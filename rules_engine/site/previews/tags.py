"""The tags that search engines and messengers read in a page's head: description, Open Graph, card for X, and structured data.

Open Graph is described on https://ogp.me. X reads the tags that begin with `twitter:`, most messengers those of Open Graph.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from babel.core import get_global

from rules_engine.core.positions.json_values import JsonValue
from rules_engine.site.model.addresses import in_root
from rules_engine.site.pages.markup import Tag, tags

PICTURE_SIZE = (1200, 630)
"""Width and height of preview pictures in pixels: the size that messengers show in full."""


class PreviewPicture(NamedTuple):
    """A preview picture: its path relative to the site's root, and its description."""

    path: str
    alt: str


class PagePreview(NamedTuple):
    """The content of a page's tags.

    ``title``        its title without the site's name
    ``description``  its description, at most `MAX_DESCRIPTION` characters
    ``url``          its URL relative to the site's root
    ``kind``         its type in Open Graph: `website` for the site's home page, otherwise `article`
    ``language``     the code of its language
    ``picture``      its picture, if it has one
    ``data``         its structured data, one entry for each thing that it describes
    """

    title: str
    description: str
    url: str
    kind: str = "article"
    language: str = "en"
    picture: PreviewPicture | None = None
    data: Sequence[JsonValue] = ()


def with_tags(html: str, preview: PagePreview, site_name: str, site_url: str) -> str:
    """Return a page with its description and the tags that its head doesn't contain yet.

    Without ``site_url``, tags with a URL are left out, because they would have to be absolute.
    """
    head, end, body = html.partition("</head>")
    if not end:
        return html
    present = {name: tag for tag in tags(head, "meta") if (name := _name(tag))}
    written = [f'<meta {"name" if _is_name(name) else "property"}="{name}" content="{escape(content)}">'
               for name, content in _contents(preview, site_name, site_url) if name not in present]
    if (old := present.get("description")) is not None:
        described = f'<meta name="description" content="{escape(preview.description)}">'
        head = f"{head[:old.begin]}{described}{head[old.begin + len(old.source):]}"
    return f"{head}{''.join(written)}{data_html(preview.data) if site_url else ''}{end}{body}"


def data_html(things: Sequence[JsonValue]) -> str:
    """Return the element with a page's structured data, or "" if there is none.

    Browsers don't run it, so the content security policy doesn't concern it.
    """
    if not things:
        return ""
    graph = {"@context": "https://schema.org", "@graph": [*things]}
    written = json.dumps(graph, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/ld+json">{written}</script>'


def locale_of(language: str) -> str:
    """Return a language code with a territory, as Open Graph expects it: `de_DE` for `de`.

    >>> locale_of("de"), locale_of("pt-BR"), locale_of("en")
    ('de_DE', 'pt_BR', 'en_US')
    """
    main, *others = language.replace("-", "_").split("_")
    territory = next((each.upper() for each in others if len(each) == 2), "")
    likely = get_global("likely_subtags").get(main, main).split("_")
    return f"{main}_{territory or likely[-1]}" if territory or len(likely) > 1 else main


def _contents(preview: PagePreview, site_name: str, site_url: str) -> Iterator[tuple[str, str]]:
    """Yield the names and contents of the tags."""
    yield "description", preview.description
    yield "og:type", preview.kind
    yield "og:site_name", site_name
    yield "og:title", preview.title
    yield "og:description", preview.description
    yield "og:locale", locale_of(preview.language)
    if site_url:
        yield "og:url", in_root(site_url, preview.url)
    picture = preview.picture if site_url else None
    if picture:
        width, height = PICTURE_SIZE
        yield "og:image", in_root(site_url, picture.path)
        yield "og:image:type", "image/png"
        yield "og:image:width", str(width)
        yield "og:image:height", str(height)
        yield "og:image:alt", picture.alt
    yield "twitter:card", "summary_large_image" if picture else "summary"
    yield "twitter:title", preview.title
    yield "twitter:description", preview.description
    if picture:
        yield "twitter:image", in_root(site_url, picture.path)
        yield "twitter:image:alt", picture.alt


def _is_name(name: str) -> bool:
    """Return whether a tag is named by the attribute `name`; Open Graph uses `property`."""
    return not name.startswith("og:")


def _name(tag: Tag) -> str:
    return tag.attributes.get("property") or tag.attributes.get("name", "")
