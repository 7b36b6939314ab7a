"""The sources that the finished pages of a site need in a content security policy, by directive.

Pages are read tag by tag, then the style sheets and scripts of the site that they name. `ADDRESS_ATTRIBUTES` maps attributes to
directives; the others need no source. A request that only an unsafe source would allow is recorded as a violation.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urljoin, urlsplit

from rules_engine.site.pages.markup import Tag, is_run, tags

SELF, INLINE, HASHES = "'self'", "'unsafe-inline'", "'unsafe-hashes'"
ADDRESS_ATTRIBUTES: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("script", "src"): ("script-src",), ("script", "href"): ("script-src",),
    ("img", "src"): ("img-src",), ("input", "src"): ("img-src",), ("video", "poster"): ("img-src",),
    ("image", "href"): ("img-src",), ("feimage", "href"): ("img-src",), ("use", "href"): ("img-src",),
    ("audio", "src"): ("media-src",), ("video", "src"): ("media-src",), ("source", "src"): ("media-src",),
    ("track", "src"): ("media-src",), ("iframe", "src"): ("frame-src",), ("frame", "src"): ("frame-src",),
    ("object", "data"): ("object-src", "frame-src"), ("embed", "src"): ("object-src", "frame-src"),
    ("form", "action"): ("form-action",), ("button", "formaction"): ("form-action",), ("input", "formaction"): ("form-action",),
    ("base", "href"): ("base-uri",),
}
"""Maps attributes that hold a URL to directives. The content of an `object` may be a page in a frame, such as a PDF."""
GLOBAL_ATTRIBUTES: Mapping[str, tuple[str, ...]] = {"background": ("img-src",)}
LIST_ATTRIBUTES: Mapping[tuple[str, str], str] = {
    ("img", "srcset"): "img-src", ("source", "srcset"): "img-src", ("link", "imagesrcset"): "img-src",
    ("a", "ping"): "connect-src", ("area", "ping"): "connect-src",
}
"""Maps attributes that hold several URLs to directives."""
LINK_RELATIONS: Mapping[str, str] = {
    "stylesheet": "style-src", "icon": "img-src", "apple-touch-icon": "img-src", "apple-touch-icon-precomposed": "img-src",
    "mask-icon": "img-src", "manifest": "manifest-src", "modulepreload": "script-src",
}
PRELOAD_KINDS: Mapping[str, str] = {
    "script": "script-src", "style": "style-src", "font": "font-src", "image": "img-src", "fetch": "connect-src",
    "audio": "media-src", "video": "media-src", "track": "media-src", "worker": "worker-src", "document": "frame-src",
}
CODE_DIRECTIVES = {"script-src", "object-src", "base-uri"}
"""The directives in which a source `data:` or `blob:` would let any script run."""
TRUSTED_DIRECTIVES = ("connect-src", "font-src", "img-src", "media-src", "style-src")
"""The directives that also allow the host of any script allowed on the page. Blocking its images, for example, would only break
the script."""
ANALYTICS = ("https://*.google-analytics.com", "https://*.analytics.google.com", "https://*.googletagmanager.com")
"""The hosts to which Google's analytics script sends requests, from Google's guide to content security policies."""
_PLAIN = {"src", "type", "async", "defer", "id", "class", "integrity", "crossorigin", "charset", "nomodule", "referrerpolicy"}
_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?::\d+)?", re.IGNORECASE)
_SCHEMES = ("data", "blob", "mediastream", "filesystem", "mailto", "tel")

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_FONT_FACE = re.compile(r"@font-face\b[^{]*\{([^}]*)\}", re.IGNORECASE)
_IMPORT = re.compile(r"""@import\s+(?:url\(\s*)?(?:"([^"]*)"|'([^']*)'|([^\s"')]+))[^;]*;?""", re.IGNORECASE)
_NAMESPACE = re.compile(r"@namespace\b[^;]*;", re.IGNORECASE)
_URL = re.compile(r"""url\(\s*(?:"([^"]*)"|'([^']*)'|([^\s"')]+))""", re.IGNORECASE)
_IMAGE_SET = re.compile(r"image-set\(([^;{}]*)", re.IGNORECASE)
_QUOTED = re.compile(r""""([^"]*)"|'([^']*)'""")

_ADDRESS = r"""["'`](?P<address>(?:(?:https?|wss?):)?//[^"'`\s]+)"""
_REQUESTS = {
    "connect-src": r"""(?:(?:\bfetch|\bsendBeacon|\bEventSource|\bWebSocket|\.(?:get|getJSON|post))\("""
                   rf"""|\.open\(\s*["'`][A-Z]+["'`]\s*,)\s*{_ADDRESS}""",
    "script-src": rf"(?:\bimport(?:Scripts)?\s*\(|\bfrom|\bimport)\s*{_ADDRESS}",
    "worker-src": rf"\bnew\s+(?:Shared)?Worker\(\s*{_ADDRESS}",
}
_ASSIGNED_ADDRESS = re.compile(rf"\.(?:src|href)\s*=\s*{_ADDRESS}")
_MAKES_SCRIPT = re.compile(r"""createElement\(\s*["'`]script["'`]""", re.IGNORECASE)
_MAKES_STYLE = re.compile(r"""createElement\(\s*["'`]style["'`]|setAttribute\(\s*["'`]style["'`]|\bstyle=\\?["']""")
BLOB_DIRECTIVES = ("img-src", "media-src", "worker-src", "frame-src", "connect-src")
"""The directives that allow blobs created by a script on the page."""
_MAKES_BLOB = re.compile(r"\bcreateObjectURL\b")
_EVALUATES = re.compile(r"""(?<![\w.$])eval\(|\bnew\s+Function\(|\bset(?:Timeout|Interval)\(\s*["'`]""")
_LOCAL_IMPORT = re.compile(r"""(?:\bfrom|\bimport(?:Scripts\s*\(|\s*\()?)\s*["'](\.{1,2}/[^"'`\s]+)["']""")


class SourceFile(NamedTuple):
    """A file in a site, and the base URL for its relative URLs."""

    file: str
    base: str


class Violation(NamedTuple):
    """A request made by a file that only an unsafe source would allow: the directive, the source and a description."""

    file: str
    directive: str
    source: str
    what: str

    def sentence(self) -> str:
        """Return the violation as a message for the author."""
        return (f"{self.file}: {self.what}, which the policy of the pages forbids. If you intend this, write "
                f'`policy: {{{self.directive}: "{self.source}"}}`')


class PolicySources:
    """A collector of the sources that pages need: digests of inline scripts, sources by directive, and violations.

    ``others`` matches the paths of scripts by others than the author, which are known to need no sources.
    """

    def __init__(self, site: Path, others: re.Pattern[str]) -> None:
        self.site, self.others = site, others
        self.digests: set[str] = set()
        self.sources: defaultdict[str, set[str]] = defaultdict(set)
        self.violations: dict[Violation, None] = {}
        self._read: set[str] = set()

    def page(self, html: str, path: str) -> None:
        """Add the sources that a page needs; ``path`` is its file, relative to the site's root."""
        base = f"https://site.invalid/{path}"
        found = {tag.source: tag for tag in tags(html)}.values()     # most tags belong to drawn cards and are repeated many times
        for tag in found:
            if tag.name == "base" and (href := tag.attributes.get("href")):
                base = urljoin(base, href)
                break
        for tag in found:
            self._tag(tag, SourceFile(path, base))

    def allow(self, directive: str, *sources: str) -> None:
        """Add sources to a directive."""
        self.sources[directive].update(sources)

    def allow_fetch(self, directive: str, address: str) -> None:
        """Add a URL that a script is known to fetch under a directive."""
        self._code(directive, address, SourceFile("", ""))

    # ---- elements

    def _tag(self, tag: Tag, at: SourceFile) -> None:
        given = {name.removeprefix("xlink:"): value for name, value in tag.attributes.items()}
        for name, value in given.items():
            for directive in ADDRESS_ATTRIBUTES.get((tag.name, name), GLOBAL_ATTRIBUTES.get(name, ())):
                self._address(directive, value, at)
            if directive := LIST_ATTRIBUTES.get((tag.name, name), ""):
                for each in re.findall(r"[^\s,]\S*[^\s,]", re.sub(r"\s[\d.]+[wx](?=\s*(?:,|$))", " ", value)):
                    self._address(directive, each, at)
            if name.startswith("on"):
                self.allow("script-src", HASHES, digest(value))
            if re.match(r"\s*javascript:", value, re.IGNORECASE):
                self.allow("script-src", HASHES, digest(value.strip()))
        frames = (given.get("srcdoc", ""), *(_page_in(given[name]) for name in ("src", "data") if name in given))
        for html in filter(None, frames):
            self.page(html, at.file)    # a frame without a file inherits its page's policy
        if "style" in given:
            self.allow("style-src", INLINE)
            self._css(given["style"], at)
        self._content(tag, given, at)

    def _content(self, tag: Tag, given: Mapping[str, str], at: SourceFile) -> None:
        if tag.name == "link":
            self._link(given, at)
        elif tag.name == "style":
            self.allow("style-src", INLINE)
            self._css(tag.text, at)
        elif tag.name == "script" and {"src", "href"} & given.keys():
            self._script_file(given.get("src") or given.get("href", ""), given, at)
        elif tag.name == "script" and is_run(given):
            self.digests.add(digest(tag.text))
            self._script(tag.text, given.get("type", ""), at)

    def _link(self, given: Mapping[str, str], at: SourceFile) -> None:
        href = given.get("href", "")
        for rel in given.get("rel", "").lower().split():
            directive = PRELOAD_KINDS.get(given.get("as", "").lower(), "") if rel == "preload" else LINK_RELATIONS.get(rel, "")
            if directive:
                self._address(directive, href, at)
            if directive == "style-src":
                self._sheet(href, at)

    def _address(self, directive: str, written: str, at: SourceFile) -> str:
        """Allow a URL and return its source, or an empty string if it needs none."""
        source = source_of(written, at.base)
        if source.endswith(":") and directive in CODE_DIRECTIVES:
            what = f"something is loaded from {written.strip()[:40]!r}"
            self.violations[Violation(at.file, directive, source, what)] = None
            return ""
        if source:
            self.allow(directive, source)
        if written.strip().startswith("//"):    # a scheme-relative URL gets the page's scheme, which may be http
            self.allow(directive, source.removeprefix("https://"))
        return source

    # ---- style sheets

    def _sheet(self, href: str, at: SourceFile) -> None:
        source = source_of(href, at.base)
        if source not in ("", SELF):
            self.allow("font-src", SELF, "https:")      # the contents of a style sheet on another host aren't available
            self.allow("img-src", source)
        elif (path := self._unread(href, at)) and (text := self._text(path)):
            self._css(text, SourceFile(path, f"https://site.invalid/{path}"))

    def _css(self, text: str, at: SourceFile) -> None:
        text = _NAMESPACE.sub("", _COMMENT.sub("", text))
        for found in _IMPORT.finditer(text):
            self._address("style-src", _first_group(found), at)
            self._sheet(_first_group(found), at)
        text = _IMPORT.sub("", text)
        for face in _FONT_FACE.findall(text):
            self._urls("font-src", face, at)
        text = _FONT_FACE.sub("", text)
        self._urls("img-src", text, at)
        for images in _IMAGE_SET.findall(text):
            for found in _QUOTED.finditer(re.sub(r"""type\([^)]*\)""", "", _URL.sub("", images))):
                self._address("img-src", _first_group(found), at)

    def _urls(self, directive: str, text: str, at: SourceFile) -> None:
        for found in _URL.finditer(text):
            if not _first_group(found).startswith("#"):
                self._address(directive, _first_group(found), at)

    # ---- scripts

    def _script_file(self, src: str, given: Mapping[str, str], at: SourceFile) -> None:
        if not is_run(given):
            return
        source = source_of(src, at.base)
        if source not in ("", SELF):
            self._trust(source)
            if given.keys() - _PLAIN:       # scripts with data attributes (comments, videos) usually open a frame from their host
                self.allow("frame-src", source)
        elif (path := self._unread(src, at)) and not self.others.match(path) and (text := self._text(path)):
            self._script(text, given.get("type", ""), SourceFile(path, f"https://site.invalid/{path}"))

    def _trust(self, source: str) -> None:
        for directive in TRUSTED_DIRECTIVES:
            self.allow(directive, source)
        self.allow("style-src", INLINE)
        self.allow("worker-src", "blob:")
        if source.endswith(".googletagmanager.com"):
            self.allow("connect-src", *ANALYTICS)
            self.allow("img-src", *ANALYTICS)

    def _script(self, text: str, kind: str, at: SourceFile) -> None:
        """Allow the URLs that are fetched as literals in a script, and the styles and blobs that it creates."""
        for directive, address in _import_addresses(text) if kind.lower() == "importmap" else _requests(text):
            self._code(directive, address, at)
        if _MAKES_STYLE.search(text):
            self.allow("style-src", INLINE)
        for directive in BLOB_DIRECTIVES if _MAKES_BLOB.search(text) else ():
            self.allow(directive, "blob:")
        if _EVALUATES.search(text):
            self.violations[Violation(at.file, "script-src", "'unsafe-eval'", "a script runs a text")] = None
        for found in _LOCAL_IMPORT.finditer(text):
            self._script_file(found[1], {"type": "module"}, at)

    def _code(self, directive: str, address: str, at: SourceFile) -> None:
        source = self._address(directive, address, at)
        if directive == "script-src" and source not in ("", SELF):
            self._trust(source)

    # ---- files

    def _unread(self, address: str, at: SourceFile) -> str:
        """Return the path of the site's file at a URL, or an empty string if it was read before."""
        path = unquote(urlsplit(urljoin(at.base, address.strip())).path).removeprefix("/")
        if path in self._read:
            return ""
        self._read.add(path)
        return path

    def _text(self, path: str) -> str:
        """Return the text of a file in the site. Its URL may begin with the path at which the site is served."""
        parts = path.split("/")
        files = (self.site.joinpath(*parts[place:]) for place in range(len(parts)))
        found = next((file for file in files if file.is_file()), None)
        return found.read_text(encoding="utf-8", errors="replace") if found else ""


def digest(script: str) -> str:
    """Return the source that allows an inline script: the digest of its text with normalized line endings."""
    text = re.sub(r"\r\n?", "\n", script)
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8', 'replace')).digest()).decode()}'"


def source_of(written: str, base: str) -> str:
    """Return the source that allows a URL, resolved against ``base``, or an empty string if there is none."""
    try:
        parts = urlsplit(urljoin(base, written.strip()))
        host = (parts.hostname or "").encode("idna").decode() + (f":{parts.port}" if parts.port else "")
    except ValueError:
        return ""
    if parts.scheme in _SCHEMES:
        return f"{parts.scheme}:"
    if parts.scheme not in ("http", "https", "ws", "wss") or not _HOST.fullmatch(host):
        return ""
    if host == "site.invalid":
        return SELF
    return f"{parts.scheme}://{host}"


def _first_group(found: re.Match[str]) -> str:
    return next((each for each in found.groups() if each is not None), "")


def _page_in(address: str) -> str:
    """Return the HTML in a URL such as `data:text/html,…`, or an empty string."""
    head, comma, content = address.partition(",")
    if not (comma and re.match(r"\s*data:(?:text/html|image/svg\+xml|application/xhtml\+xml)", head, re.IGNORECASE)):
        return ""
    if not head.endswith(";base64"):
        return unquote(content)
    try:
        return base64.b64decode(unquote(content)).decode("utf-8", "replace")
    except ValueError:
        return ""


def _requests(text: str) -> Iterator[tuple[str, str]]:
    """Yield the URLs that a script fetches and that are literals in its source, each with the Content-Security-Policy directive
    that applies to it."""
    for directive, asked in _REQUESTS.items():
        for found in re.finditer(asked, text):
            yield directive, found["address"]
    given = ("img-src", "media-src", "frame-src", *["script-src"] * bool(_MAKES_SCRIPT.search(text)))
    for found in _ASSIGNED_ADDRESS.finditer(text):
        yield from ((directive, found["address"]) for directive in given)


def _import_addresses(text: str) -> Iterator[tuple[str, str]]:
    """Yield the URLs in an import map, each with the Content-Security-Policy directive that applies to it."""
    try:
        read = json.loads(text)
        maps = [read.get("imports", {}), *read.get("scopes", {}).values()]
        yield from (("script-src", address) for each in maps for address in each.values() if isinstance(address, str))
    except (ValueError, AttributeError):
        return
