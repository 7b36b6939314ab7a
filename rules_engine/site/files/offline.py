"""What lets a browser keep the site: a service worker, the list that it keeps by, and a web app manifest.

The list names every file with its digest and is part of the service worker's script, so a browser sees a new version
exactly when something changed. How it uses the list is told in docs/design/offline.md.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from posixpath import dirname, normpath, relpath
from urllib.parse import quote

from rules_engine.authoring.files import is_written_by_nobody
from rules_engine.site.files.assets import FOLDER, SERVICE_WORKER_SCRIPT, script
from rules_engine.site.files.built import page_text
from rules_engine.site.model.addresses import seen_from
from rules_engine.site.pages.not_found import NOT_KEPT
from rules_engine.site.runtime import WORKER_SCRIPTS
from rules_engine.site.runtime.manifest import MANIFEST as RUNTIME
from rules_engine.text.locale import Catalogue, translate, use_language

MANIFEST = f"{FOLDER}/manifest.json"
"""The web app manifest, in the folder that holds no file of an author. Some servers hand out no `.webmanifest`."""
KEEPS = '<meta name="follow-suit" content="keeps">'
"""The mark of pages with a service worker, for their script."""
COLOUR, COLOUR_IN_THE_DARK = "#14594c", "#0c4439"
ICON_SIZES = (192, 512)
APPLE_ICON = "sign-180.png"

CONTROL = "offline/keep-whole-site.js"
"""The script of the page that tells what is kept, which is kept with it from the first visit on."""
MODES = ("table/question-mode.js", "shared/memory.js", "table/puzzle-mode.js", "table/puzzle-next.js", "table/puzzle-record.js",
         "table/puzzle-run.js", "table/own-puzzles.js", "table/stopwatch.js", "shared/days.js", "shared/journal.js",
         "shared/joining.js", "shared/puzzle-facts.js", "shared/progress.js", "shared/shape.js", "shared/own-html.js",
         "shared/letters.js", "table/kept-table.js", "table/kept-hand.js", "table/hand-mode.js", "table/hand-settings.js",
         "table/coach.js", "table/opening.js", "table/record.js")
"""Scripts that come when something of their kind is put on the table; without a network they must be there."""
AT_TABLE = ("page/referee.js", "page/referee-entered.js", "page/referee-look.js", "page/score.js", "page/score-look.js",
            "page/score-sending.js", "page/adding-up.js", "page/evening.js", "page/evenings.js", "page/trouble.js",
            "shared/names.js", "shared/svg.js")
"""Scripts of tables that readers sit at themselves, often where there is no network."""
_NEVER_ASKED_FOR = re.compile(r"\.(map|gz)$|(^|/)(404\.html$|\.)|^(service-worker\.js|robots\.txt|CNAME|_headers|_redirects)$")
_SELDOM = re.compile(r"^assets/(javascripts/lunr|followsuit/openings)/")
"""Other languages of the theme's search, and first tricks: where Python is kept nobody needs them."""

_TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)


def with_digest(path: str, content: bytes) -> str:
    """Return the address of an author's file that changes with the file."""
    return f"{path}?{hashlib.sha256(content).hexdigest()[:16]}"


def with_head(html: str, url: str, icons: str, ours: bool = True) -> str:
    """Return the page at ``url`` with what its head says of it; ``icons`` is their folder as seen from the site's root.

    What the author's page says by itself stays: its manifest, its icon, its colour. If ``ours`` is false, it gets none of these.
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
    """Return what a phone must know in order to keep the site: addresses are relative, so any sub-path will do.

    ``folders`` says whether a page's address may be that of its folder.
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
        "display": "standalone",  # a phone that knows no minimal-ui would take the site for a bookmark, and forget what it keeps
        "display_override": ["minimal-ui"],  # readers copy addresses and go back
        "theme_color": COLOUR,
        "background_color": COLOUR,
        "icons": [*painted, *drawn],
    }
    return f"{json.dumps(manifest, indent=1, ensure_ascii=False)}\n".encode()


def service_worker(site: Path, page: str, queries: Mapping[str, str], languages: Mapping[str, Catalogue] = {},
                   folders: bool = True) -> bytes:
    """Return the service worker of a site that is built.

    `page` is the folder of the page's scripts, `queries` gives the addresses of the files that pages ask for with a
    digest behind the question mark, `languages` those that the site has editions in, each in the folder of its code.
    `folders` says whether a page's address may be that of its folder.
    """
    parts = _parts(site, page)
    files = {}
    for file in sorted(site.rglob("*")):
        path = file.relative_to(site).as_posix()
        if file.is_file() and not _NEVER_ASKED_FOR.search(path) and not is_written_by_nobody(file):
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
    """What the page says that stands for one that isn't kept, by the folder of the edition."""
    told = {}
    for code, language in {"": None, **languages}.items():
        with use_language(language):
            told[f"{code}/" if code else ""] = {name: translate(text) for name, text in NOT_KEPT.items()}
    return told


def _parts(site: Path, page: str) -> dict[str, str]:
    """What each file of the runtime is for: Python starts from some, and from the spare ones should the first way fail."""
    listed = json.loads((site / page / RUNTIME).read_bytes())
    paths = {part: normpath(f"{page}/{file['path']}") for part, file in listed["files"].items()}
    needed = {"loader", "glue", "wasm", *listed["ways"][0]["files"], *listed["ways"][0].get("later", ())}
    scripts = [f"{dirname(paths['rules'])}/{name}" for name in WORKER_SCRIPTS]
    python = [f"{page}/{RUNTIME}", *scripts, *(path for part, path in paths.items() if part in needed)]
    return dict.fromkeys(paths.values(), "spare") | dict.fromkeys(python, "python")
