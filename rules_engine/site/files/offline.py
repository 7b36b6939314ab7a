"""Offline use of a site: a service worker with its list of files, and a web app manifest.

The list has the digest of every file and is part of the service worker's script, so a browser finds a new version exactly when a
file has changed. docs/design/offline.md describes how the list is used.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Collection, Mapping
from pathlib import Path
from posixpath import dirname, normpath, relpath
from urllib.parse import quote

from rules_engine.authoring.files import is_written_by_nobody
from rules_engine.site.files.assets import FOLDER, SERVICE_WORKER_SCRIPT, script
from rules_engine.site.files.built import page_text
from rules_engine.site.model.addresses import EMBEDS, seen_from
from rules_engine.site.pages.not_found import NOT_KEPT
from rules_engine.site.runtime import WORKER_SCRIPTS
from rules_engine.site.runtime.manifest import MANIFEST as RUNTIME
from rules_engine.text.locale import Catalogue, translate, use_language

MANIFEST = f"{FOLDER}/manifest.json"
"""The web app manifest, in a folder that contains no author's files. Its suffix isn't `.webmanifest` because some servers reject
that."""
KEEPS = '<meta name="follow-suit" content="keeps">'
"""An element that marks pages with a service worker, for the client."""
COLOUR, COLOUR_IN_THE_DARK = "#14594c", "#1f6b55"
ICON_SIZES = (192, 512)
APPLE_ICON = "sign-180.png"

CONTROL = "offline/keep-whole-site.js"
"""The script for the page on which readers see and choose the content stored offline. It is cached on the first visit."""
MODES = ("table/question-mode.js", "shared/answer-log.js", "table/puzzle-mode.js", "table/day-result.js", "table/next-puzzle.js",
         "table/puzzle-history.js", "table/puzzle-run.js", "table/own-puzzles.js", "table/stopwatch.js", "shared/days.js",
         "shared/journal.js", "shared/joining.js", "shared/puzzle-facts.js", "shared/progress.js", "shared/shape.js",
         "shared/own-html.js", "shared/base64url.js", "table/saved-table.js", "table/saved-hand.js", "table/hand-mode.js",
         "table/hand-settings.js", "table/hand-ending.js", "table/first-hand.js", "shared/last-hand.js", "table/coach.js",
         "table/prebuilt-trick.js", "table/export-scenario.js", "table/embed-code.js", "table/save-file.js",
         "table/save-picture.js")
"""Scripts that are imported only when the table shows a certain type of content. They must be available offline."""
AT_TABLE = ("page/referee.js", "page/referee-state.js", "page/referee-view.js", "page/score.js", "page/score-view.js",
            "page/score-export.js", "page/score-validation.js", "page/saved-match.js", "page/saved-matches.js",
            "page/rendering.js", "page/error-messages.js", "shared/fetched.js", "shared/names.js", "shared/svg.js")
"""Scripts for the tools used at a real table, where there is often no network."""
_NEVER_ASKED_FOR = re.compile(
    r"\.(map|gz)$|(^|/)(404\.html$|\.)|^(service-worker\.js|robots\.txt|CNAME|_headers|_redirects)$"
    rf"|^(assets/followsuit/previews|{EMBEDS})/")
"""Files that this site's own pages don't request. Other sites show pages for frames and preview pictures."""
_SELDOM = re.compile(r"^assets/(javascripts/lunr|followsuit/openings)/")
"""Language files for the theme's search, and prebuilt first tricks, neither of which is needed if Python is stored."""

_TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)


def with_digest(path: str, content: bytes) -> str:
    """Return the URL of an author's file with a digest of its content as the query."""
    return f"{path}?{hashlib.sha256(content).hexdigest()[:16]}"


def with_head(html: str, url: str, icons: str, ours: bool = True) -> str:
    """Return the page at ``url`` with the manifest, icon and theme colour in its head, unless it has its own.

    ``icons`` is the folder of the icons, relative to the site's root. If ``ours`` is false, the page gets only the marker.
    """
    before, end, after = html.partition("</head>")
    head = _head(before, seen_from(url, MANIFEST), seen_from(url, icons)) if ours else KEEPS
    return f"{before}{head}{end}{after}" if end else html


def _head(before: str, manifest: str, icons: str) -> str:
    parts = {
        "follow-suit": KEEPS,
        "manifest": f'<link rel="manifest" href="{manifest}">',
        "apple-touch-icon": f'<link rel="apple-touch-icon" href="{icons}/{APPLE_ICON}">',
        "theme-color": f'<meta name="theme-color" media="(prefers-color-scheme: light)" content="{COLOUR}">'
                       f'<meta name="theme-color" media="(prefers-color-scheme: dark)" content="{COLOUR_IN_THE_DARK}">',
    }
    return "".join(part for name, part in parts.items() if not re.search(rf"<(?:link|meta)\b[^>]*=[\"']?{name}\b", before))


def web_app_manifest(name: str, description: str | None, language: str, icons: str, folders: bool = True) -> bytes:
    """Return the web app manifest as JSON. Its URLs are relative, so the site may be served below any path.

    ``icons`` is the folder of the icons below `assets/followsuit/`, and ``folders`` whether page URLs are folders rather than
    files.
    """
    root = f"{relpath('.', dirname(MANIFEST))}/"
    drawn = [{"src": f"{root}{icons}/sign.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}]
    painted = [
        {"src": f"{root}{icons}/sign-{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": "any maskable"}
        for size in ICON_SIZES
    ]
    manifest = {
        "name": name,
        "short_name": name,
        "description": description or name,
        "lang": language,
        "start_url": root if folders else f"{root}index.html",
        "scope": root,
        "display": "standalone",  # the fallback; with "browser", the site would be installed as a mere bookmark without storage
        "display_override": ["minimal-ui"],  # keeps the URL and the back button
        "theme_color": COLOUR,
        "background_color": COLOUR,
        "icons": [*painted, *drawn],
    }
    return f"{json.dumps(manifest, indent=1, ensure_ascii=False)}\n".encode()


def service_worker(site: Path, page: str, queries: Mapping[str, str], languages: Mapping[str, Catalogue] = {},
                   folders: bool = True, seldom: Collection[str] = ()) -> bytes:
    """Return the script of the service worker for a built site.

    ``page``       the folder of the page's scripts
    ``queries``    maps the paths of files that pages request with a digest as the query to their URLs
    ``languages``  the additional languages of the site, by code
    ``folders``    whether page URLs are folders rather than files
    ``seldom``     the paths of files that aren't stored: the pages of single puzzles, which are on the page with all puzzles too
    """
    parts = _parts(site, page)
    files = {}
    for file in sorted(site.rglob("*")):
        path = file.relative_to(site).as_posix()
        if file.is_file() and path not in seldom and not _NEVER_ASKED_FOR.search(path) and not is_written_by_nobody(file):
            address = quote(queries.get(path, re.sub(r"(^|/)index\.html$", r"\1", path)), safe="/?!$&'()*+,;=:@~")
            files[address] = {**_described(file), "part": parts.get(path, "other" if _SELDOM.match(path) else "pages")}
    always = [path for path, told in files.items() if told.pop("control", False)]
    always += [path for path in (f"{page}/{CONTROL}",) if always and path in files]
    always += [path for path in (f"{page}/{name}" for name in (*MODES, *AT_TABLE)) if path in files]
    listed = {"page": f"{page}/", "index": "" if folders else "index.html", "always": always, "words": _words(languages),
              "files": files}
    return f"const SITE = {json.dumps(listed, ensure_ascii=False)};\n".encode() + script(SERVICE_WORKER_SCRIPT).encode()


def _described(file: Path) -> dict[str, object]:
    content = file.read_bytes()
    digest = base64.b64encode(hashlib.sha256(content).digest()).decode()
    told: dict[str, object] = {"bytes": len(content), "digest": digest}
    if file.suffix != ".html":
        return told
    page = page_text(content) or ""
    title = _TITLE.search(page)
    return told | ({"title": title[1].strip()} if title else {}) | ({"control": True} if "<fs-offline>" in page else {})


def _words(languages: Mapping[str, Catalogue]) -> dict[str, dict[str, str]]:
    """Return the texts for the fallback page, which replaces a page that isn't stored, by the folder of each language."""
    told = {}
    for code, language in {"": None, **languages}.items():
        with use_language(language):
            told[f"{code}/" if code else ""] = {name: translate(text) for name, text in NOT_KEPT.items()}
    return told


def _parts(site: Path, page: str) -> dict[str, str]:
    """Return the category of each runtime file: `python` if the preferred way to start needs it, otherwise `spare`."""
    listed = json.loads((site / page / RUNTIME).read_bytes())
    paths = {part: normpath(f"{page}/{file['path']}") for part, file in listed["files"].items()}
    needed = {"loader", "glue", "wasm", *listed["ways"][0]["files"], *listed["ways"][0].get("later", ())}
    scripts = [f"{dirname(paths['rules'])}/{name}" for name in WORKER_SCRIPTS]
    python = [f"{page}/{RUNTIME}", *scripts, *(path for part, path in paths.items() if part in needed)]
    return dict.fromkeys(paths.values(), "spare") | dict.fromkeys(python, "python")
