"""What the finished pages of a site load and run, as sources of a content security policy by its directives.

Pages are read tag by tag, then the style sheets and scripts of the site that they name. `LOADED` says which attribute falls under
which directive; what is under none needs no source. What can't be allowed without allowing anybody's script is noted in words.
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

from rules_engine.site.serving.markup import Tag, is_run, tags

SELF, INLINE, HASHES = "'self'", "'unsafe-inline'", "'unsafe-hashes'"
LOADED: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("script", "src"): ("script-src",), ("script", "href"): ("script-src",),
    ("img", "src"): ("img-src",), ("input", "src"): ("img-src",), ("video", "poster"): ("img-src",),
    ("image", "href"): ("img-src",), ("feimage", "href"): ("img-src",), ("use", "href"): ("img-src",),
    ("audio", "src"): ("media-src",), ("video", "src"): ("media-src",), ("source", "src"): ("media-src",),
    ("track", "src"): ("media-src",), ("iframe", "src"): ("frame-src",), ("frame", "src"): ("frame-src",),
    ("object", "data"): ("object-src", "frame-src"), ("embed", "src"): ("object-src", "frame-src"),
    ("form", "action"): ("form-action",), ("button", "formaction"): ("form-action",), ("input", "formaction"): ("form-action",),
    ("base", "href"): ("base-uri",),
}
"""The attributes whose address is loaded. What stands in an `object` is a page in a frame as well, as a PDF is."""
ON_ANY: Mapping[str, tuple[str, ...]] = {"background": ("img-src",)}
LISTED: Mapping[tuple[str, str], str] = {
    ("img", "srcset"): "img-src", ("source", "srcset"): "img-src", ("link", "imagesrcset"): "img-src",
    ("a", "ping"): "connect-src", ("area", "ping"): "connect-src",
}
"""The attributes with several addresses."""
LINKED: Mapping[str, str] = {
    "stylesheet": "style-src", "icon": "img-src", "apple-touch-icon": "img-src", "apple-touch-icon-precomposed": "img-src",
    "mask-icon": "img-src", "manifest": "manifest-src", "modulepreload": "script-src",
}
PRELOADED: Mapping[str, str] = {
    "script": "script-src", "style": "style-src", "font": "font-src", "image": "img-src", "fetch": "connect-src",
    "audio": "media-src", "video": "media-src", "track": "media-src", "worker": "worker-src", "document": "frame-src",
}
NOT_FOR_DATA = {"script-src", "object-src", "base-uri"}
"""Where a source `data:` or `blob:` would let anybody's script run."""
TRUSTED = ("connect-src", "font-src", "img-src", "media-src", "style-src")
"""What a host may hand out whose script runs in the page: to forbid it would stop that script alone."""
ANALYTICS = ("https://*.google-analytics.com", "https://*.analytics.google.com", "https://*.googletagmanager.com")
"""What Google's script asks, by its makers' own guide to policies."""
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
_ASKED = {
    "connect-src": r"""(?:(?:\bfetch|\bsendBeacon|\bEventSource|\bWebSocket|\.(?:get|getJSON|post))\("""
                   rf"""|\.open\(\s*["'`][A-Z]+["'`]\s*,)\s*{_ADDRESS}""",
    "script-src": rf"(?:\bimport(?:Scripts)?\s*\(|\bfrom|\bimport)\s*{_ADDRESS}",
    "worker-src": rf"\bnew\s+(?:Shared)?Worker\(\s*{_ADDRESS}",
}
_GIVEN = re.compile(rf"\.(?:src|href)\s*=\s*{_ADDRESS}")
_MAKES_SCRIPT = re.compile(r"""createElement\(\s*["'`]script["'`]""", re.IGNORECASE)
_MAKES_STYLE = re.compile(r"""createElement\(\s*["'`]style["'`]|setAttribute\(\s*["'`]style["'`]|\bstyle=\\?["']""")
BLOBS = ("img-src", "media-src", "worker-src", "frame-src", "connect-src")
"""Where a blob may be shown or run that a script makes."""
_MAKES_BLOB = re.compile(r"\bcreateObjectURL\b")
_EVALUATES = re.compile(r"""(?<![\w.$])eval\(|\bnew\s+Function\(|\bset(?:Timeout|Interval)\(\s*["'`]""")
_LOCAL_IMPORT = re.compile(r"""(?:\bfrom|\bimport(?:Scripts\s*\(|\s*\()?)\s*["'](\.{1,2}/[^"'`\s]+)["']""")


class Place(NamedTuple):
    """A file of a site that names addresses, and the address that relative ones in it begin at."""

    file: str
    base: str


class Forbidden(NamedTuple):
    """What a file of a site asks for and no policy should allow by itself: the directive, the source, what it is for."""

    file: str
    directive: str
    source: str
    what: str

    def told(self) -> str:
        """Return it as a sentence for the author."""
        return (f"{self.file}: {self.what}, which the policy of the pages forbids. If it is meant to be, say "
                f'`policy: {{{self.directive}: "{self.source}"}}`')


class Loads:
    """What pages load and run: the digests of scripts in them, the sources that their elements need, what can't be allowed.

    ``others`` says of a script of the site whether it is somebody else's than the author's, and known to need nothing.
    """

    def __init__(self, site: Path, others: re.Pattern[str]) -> None:
        self.site, self.others = site, others
        self.digests: set[str] = set()
        self.sources: defaultdict[str, set[str]] = defaultdict(set)
        self.forbidden: dict[Forbidden, None] = {}
        self._read: set[str] = set()

    def page(self, html: str, path: str) -> None:
        """Note what a page needs; ``path`` is its file, as seen from the site's root."""
        base = f"https://site.invalid/{path}"
        found = list(tags(html))
        for tag in found:
            if tag.name == "base" and (href := tag.attributes.get("href")):
                base = urljoin(base, href)
                break
        for tag in found:
            self._tag(tag, Place(path, base))

    def allow(self, directive: str, *sources: str) -> None:
        """Note that a directive needs sources."""
        self.sources[directive].update(sources)

    def fetched(self, directive: str, address: str) -> None:
        """Note an address that a script is known to fetch under a directive."""
        self._code(directive, address, Place("", ""))

    # ---- elements

    def _tag(self, tag: Tag, at: Place) -> None:
        given = {name.removeprefix("xlink:"): value for name, value in tag.attributes.items()}
        for name, value in given.items():
            for directive in LOADED.get((tag.name, name), ON_ANY.get(name, ())):
                self._address(directive, value, at)
            if directive := LISTED.get((tag.name, name), ""):
                for each in re.findall(r"[^\s,]\S*[^\s,]", re.sub(r"\s[\d.]+[wx](?=\s*(?:,|$))", " ", value)):
                    self._address(directive, each, at)
            if name.startswith("on"):
                self.allow("script-src", HASHES, digest(value))
            if re.match(r"\s*javascript:", value, re.IGNORECASE):
                self.allow("script-src", HASHES, digest(value.strip()))
        for html in (given.get("srcdoc", ""), *(_page_in(given.get(name, "")) for name in ("src", "data"))):
            self.page(html, at.file)    # a frame that has no file has the policy of its page
        if "style" in given:
            self.allow("style-src", INLINE)
            self._css(given["style"], at)
        self._content(tag, given, at)

    def _content(self, tag: Tag, given: Mapping[str, str], at: Place) -> None:
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

    def _link(self, given: Mapping[str, str], at: Place) -> None:
        href = given.get("href", "")
        for rel in given.get("rel", "").lower().split():
            directive = PRELOADED.get(given.get("as", "").lower(), "") if rel == "preload" else LINKED.get(rel, "")
            if directive:
                self._address(directive, href, at)
            if directive == "style-src":
                self._sheet(href, at)

    def _address(self, directive: str, written: str, at: Place) -> str:
        """Allow what an attribute names; the source, or an empty text where there is none to allow."""
        source = source_of(written, at.base)
        if source.endswith(":") and directive in NOT_FOR_DATA:
            what = f"something is loaded from {written.strip()[:40]!r}"
            self.forbidden[Forbidden(at.file, directive, source, what)] = None
            return ""
        if source:
            self.allow(directive, source)
        if written.strip().startswith("//"):    # it has the scheme of the page, which may be served without TLS
            self.allow(directive, source.removeprefix("https://"))
        return source

    # ---- style sheets

    def _sheet(self, href: str, at: Place) -> None:
        source = source_of(href, at.base)
        if source not in ("", SELF):
            self.allow("font-src", SELF, "https:")      # its own addresses can't be seen
            self.allow("img-src", source)
        elif (path := self._unread(href, at)) and (text := self._text(path)):
            self._css(text, Place(path, f"https://site.invalid/{path}"))

    def _css(self, text: str, at: Place) -> None:
        text = _NAMESPACE.sub("", _COMMENT.sub("", text))
        for found in _IMPORT.finditer(text):
            self._address("style-src", _written(found), at)
            self._sheet(_written(found), at)
        text = _IMPORT.sub("", text)
        for face in _FONT_FACE.findall(text):
            self._urls("font-src", face, at)
        text = _FONT_FACE.sub("", text)
        self._urls("img-src", text, at)
        for images in _IMAGE_SET.findall(text):
            for found in _QUOTED.finditer(re.sub(r"""type\([^)]*\)""", "", _URL.sub("", images))):
                self._address("img-src", _written(found), at)

    def _urls(self, directive: str, text: str, at: Place) -> None:
        for found in _URL.finditer(text):
            if not _written(found).startswith("#"):
                self._address(directive, _written(found), at)

    # ---- scripts

    def _script_file(self, src: str, given: Mapping[str, str], at: Place) -> None:
        if not is_run(given):
            return
        source = source_of(src, at.base)
        if source not in ("", SELF):
            self._trust(source)
            if given.keys() - _PLAIN:       # what a script is told in its element, it mostly shows in a frame of its host
                self.allow("frame-src", source)
        elif (path := self._unread(src, at)) and not self.others.match(path) and (text := self._text(path)):
            self._script(text, given.get("type", ""), Place(path, f"https://site.invalid/{path}"))

    def _trust(self, source: str) -> None:
        for directive in TRUSTED:
            self.allow(directive, source)
        self.allow("style-src", INLINE)
        self.allow("worker-src", "blob:")
        if source.endswith(".googletagmanager.com"):
            self.allow("connect-src", *ANALYTICS)
            self.allow("img-src", *ANALYTICS)

    def _script(self, text: str, kind: str, at: Place) -> None:
        """Allow what a script plainly asks for: an address that stands where it is fetched, styles and blobs that it makes."""
        for directive, address in _mapped(text) if kind.lower() == "importmap" else _asked(text):
            self._code(directive, address, at)
        if _MAKES_STYLE.search(text):
            self.allow("style-src", INLINE)
        for directive in BLOBS if _MAKES_BLOB.search(text) else ():
            self.allow(directive, "blob:")
        if _EVALUATES.search(text):
            self.forbidden[Forbidden(at.file, "script-src", "'unsafe-eval'", "a script runs a text")] = None
        for found in _LOCAL_IMPORT.finditer(text):
            self._script_file(found[1], {"type": "module"}, at)

    def _code(self, directive: str, address: str, at: Place) -> None:
        source = self._address(directive, address, at)
        if directive == "script-src" and source not in ("", SELF):
            self._trust(source)

    # ---- files

    def _unread(self, address: str, at: Place) -> str:
        """Return the path of a file of the site that an address names, the first time it is asked."""
        path = unquote(urlsplit(urljoin(at.base, address.strip())).path).removeprefix("/")
        if path in self._read:
            return ""
        self._read.add(path)
        return path

    def _text(self, path: str) -> str:
        """Return the text of a file of the site; its address may begin with the path at which the site is served."""
        parts = path.split("/")
        files = (self.site.joinpath(*parts[place:]) for place in range(len(parts)))
        found = next((file for file in files if file.is_file()), None)
        return found.read_text(encoding="utf-8", errors="replace") if found else ""


def digest(script: str) -> str:
    """Return the source that allows a script in a page: the digest of its text, as the browser reads it."""
    text = re.sub(r"\r\n?", "\n", script)
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8', 'replace')).digest()).decode()}'"


def source_of(written: str, base: str) -> str:
    """Return the source that allows an address, seen from another; an empty text where it needs none, or can't have one."""
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


def _written(found: re.Match[str]) -> str:
    return next((each for each in found.groups() if each is not None), "")


def _page_in(address: str) -> str:
    """The page that an address holds itself, as `data:text/html,…`."""
    head, comma, content = address.partition(",")
    if not (comma and re.match(r"\s*data:(?:text/html|image/svg\+xml|application/xhtml\+xml)", head, re.IGNORECASE)):
        return ""
    if not head.endswith(";base64"):
        return unquote(content)
    try:
        return base64.b64decode(unquote(content)).decode("utf-8", "replace")
    except ValueError:
        return ""


def _asked(text: str) -> Iterator[tuple[str, str]]:
    """The addresses that stand in a script where they are fetched, each with its directive."""
    for directive, asked in _ASKED.items():
        for found in re.finditer(asked, text):
            yield directive, found["address"]
    given = ("img-src", "media-src", "frame-src", *["script-src"] * bool(_MAKES_SCRIPT.search(text)))
    for found in _GIVEN.finditer(text):
        yield from ((directive, found["address"]) for directive in given)


def _mapped(text: str) -> Iterator[tuple[str, str]]:
    """The addresses in a map of imports."""
    try:
        read = json.loads(text)
        maps = [read.get("imports", {}), *read.get("scopes", {}).values()]
        yield from (("script-src", address) for each in maps for address in each.values() if isinstance(address, str))
    except (ValueError, AttributeError):
        return
