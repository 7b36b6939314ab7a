"""A page with everything that a content security policy may block. Each part records its name when it runs, or requests a
file.

`write` adds the page to a site; ELSEWHERE in it is replaced by the origin of the other host.
"""

from __future__ import annotations

from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlsplit

from rules_engine.site.serving.serve import SiteHandler, SiteServer
from tests.site.tiny import TinySite

RAN = "(window.ran ??= new Set()).add"
HEAD = f"""\
<script>{RAN}("in the head")</script>
<link rel="stylesheet" href="ELSEWHERE/sheet.css">
<link rel="stylesheet" href="own.css">
<link rel="preload" as="font" type="font/woff2" href="ELSEWHERE/preloaded.woff2" crossorigin>
<link rel="preload" as="style" href="ELSEWHERE/preloaded.css">
<link rel="preload" as="script" href="ELSEWHERE/preloaded.js">
<link rel="preload" as="image" href="ELSEWHERE/preloaded.png">
<link rel="preload" as="fetch" href="ELSEWHERE/preloaded.json" crossorigin>
<link rel="modulepreload" href="ELSEWHERE/preloaded-module.js">
<link rel="icon" href="ELSEWHERE/icon.png">
<link rel="manifest" href="ELSEWHERE/manifest.json">
<script type="importmap">{{"imports": {{"mapped": "ELSEWHERE/mapped.js"}}}}</script>
"""
BODY = f"""\
<script type="text/javascript">{RAN}("typed")</script>
<script type="application/javascript">{RAN}("typed otherwise")</script>
<script language="JavaScript">{RAN}("in a language")</script>
<script type="module">{RAN}("a module"); import "mapped"; import "ELSEWHERE/imported.js"; import("ELSEWHERE/asked.js");</script>
<script src="ELSEWHERE/script.js"></script>
<script>document.title += ""
  ;{RAN}("with lines")</script>
<script>fetch("ELSEWHERE/fetched.json").then(() => {RAN}("fetched"))
navigator.sendBeacon("ELSEWHERE/beacon", "")
var late = document.createElement("script"); late.src = "ELSEWHERE/late.js"; document.head.append(late)</script>
<script>onmessage = ({{ data }}) => {RAN}(data)
{{ const code = URL.createObjectURL(new Blob(["postMessage('a worker')"], {{ type: "text/javascript" }}))
  new Worker(code).onmessage = onmessage
  const shown = document.createElement("img"); shown.onload = () => {RAN}("a picture of a blob")
  shown.src = URL.createObjectURL(new Blob(["<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>"],
    {{ type: "image/svg+xml" }})) }}</script>
<script>{{ const made = document.createElement("style")
  document.head.append(made); made.textContent = "#made {{ width: 7px }}" }}
document.addEventListener("click", () => document.getElementById("made").offsetWidth === 7 && {RAN}("a style"))</script>
<div id="made" style="height: 5px" onclick='{RAN}("a \\"handler\\" &amp; more")'></div>
<img src="own.png" onload='{RAN}("an own picture")' alt=""><img src="ELSEWHERE/picture.png" alt="">
<img srcset="ELSEWHERE/set-1.png 1x, ELSEWHERE/set-2.png 2x" alt="">
<picture><source srcset="ELSEWHERE/source.png"><img src="own.png" alt=""></picture>
<input type="image" src="ELSEWHERE/input.png" alt="">
<svg width="9" height="9"><image href="ELSEWHERE/image.png" width="9" height="9"/><image xlink:href="ELSEWHERE/xlink.png"/></svg>
<svg onload='{RAN}("a handler of a drawing")' width="1" height="1"><script>{RAN}("in a drawing")</script></svg>
<table background="ELSEWHERE/background.png"><tr><td>A</td></tr></table>
<video poster="ELSEWHERE/poster.png" src="ELSEWHERE/film.mp4" preload="auto"></video>
<audio preload="auto"><source src="ELSEWHERE/sound.ogg" type="audio/ogg"></audio>
<audio src="data:audio/wav;base64,UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA="
  onloadedmetadata='{RAN}("sound in an address")'></audio>
<iframe src="ELSEWHERE/frame.html"></iframe>
<iframe src="own.html" onload='{RAN}("an own frame")'></iframe>
<iframe srcdoc="<script>parent.postMessage('a frame by its text')</script>"></iframe>
<iframe src="data:text/html,<script>parent.postMessage('a frame in an address','*')</script>"></iframe>
<object data="ELSEWHERE/object.svg" type="image/svg+xml"></object>
<object data="own.svg" type="image/svg+xml" onload='{RAN}("an own object")'></object>
<embed src="ELSEWHERE/embed.svg" type="image/svg+xml">
<iframe name="answer"></iframe>
<form action="ELSEWHERE/form" target="answer"><button id="send">Send</button>
<button id="otherwise" formaction="ELSEWHERE/formaction">Send otherwise</button></form>
<a id="pinged" href="#pinged" ping="ELSEWHERE/ping">Ping</a>
<a id="linked" href="javascript:void {RAN}('a link')">Link</a>
<p class="own">Own letters</p><p class="own-data">Own letters in an address</p>
<style>p.own {{ background: url("ELSEWHERE/of-style.png") }}</style>
<pre class="mermaid"><code>graph LR</code></pre>
"""
OWN_CSS = """\
@import "ELSEWHERE/imported.css";
@namespace svg url(http://www.w3.org/2000/svg);
@font-face { font-family: Own; src: url(own.woff2) format("woff2"); }
@font-face { font-family: Data; src: url("data:font/woff2;base64,d09GMgABAAAAAA==") format("woff2"); }
@font-face { font-family: Else; src: url(ELSEWHERE/letters.woff2) format("woff2"); }
.own { font-family: Own, Else, serif; background-image: image-set("ELSEWHERE/image-set.png" 1x); }
.own-data { font-family: Data, serif; list-style: url(ELSEWHERE/list.png) inside; display: list-item; }
"""
OWN_JS = f"{RAN}('an own script'); import('./part.js');"
PART_JS = f"{RAN}('a part of it'); new EventSource('ELSEWHERE/events');"
MERMAID = f"""{RAN}("mermaid"); var mermaid = {{ initialize() {{}}, async render(id) {{
  return {{ svg: "<svg id='" + id + "'><style>#" + id + " {{ fill: red }}</style></svg>", fn() {{}} }} }} }};"""
"""A stub of Mermaid, which pages load from another host."""
HOOK = """\
def on_post_page(output, page, config):
    if page.file.src_uri != "all.md":
        return output
    return output.replace("</head>", HEAD + "</head>", 1).replace("</article>", BODY + "</article>", 1)
"""
PRESSED = ("#made", "#pinged", "#linked", "#send", "#otherwise")
"""Selectors for the elements that do something when clicked."""


class OtherHost(SiteServer):
    """The other host, which responds with a script or an empty file, and records the requested paths."""

    def __init__(self, folder: Path) -> None:
        self.asked: set[str] = set()
        super().__init__(folder)

    def answer(self, *request: object) -> _Answer:
        return _Answer(*request, directory=self.directory, base=self.base, quiet=True)


class _Answer(SiteHandler):
    def do_GET(self) -> None:  # noqa: N802 - the base class's own name
        path = urlsplit(self.path).path
        assert isinstance(self.server, OtherHost)
        self.server.asked.add(path)
        if length := int(self.headers.get("Content-Length", 0)):
            self.rfile.read(length)
        body = f"(window.ran ??= new Set()).add({path!r})".encode() if path.endswith(".js") else b""
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Access-Control-Allow-Origin", "*")
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET  # noqa: N815


def write(site: TinySite, elsewhere: str) -> None:
    """Add the page to a site, with its files and the hook that inserts it."""
    there = {"all.md": "# All\n\n", "own.css": OWN_CSS, "own.js": OWN_JS, "part.js": PART_JS, "own.html": "<!doctype html><p>Own",
             "own.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>", "own.png": "", "own.woff2": ""}
    for name, text in there.items():
        site.write(f"docs/{name}", text.replace("ELSEWHERE", elsewhere))
    (site.folder / "docs" / "own.png").write_bytes(
        (Path(__file__).parents[2] / "rules_engine" / "site" / "client" / "icons" / "sign-192.png").read_bytes())
    head, body = (part.replace("ELSEWHERE", elsewhere) for part in (HEAD, BODY))
    site.write("everything.py", f"HEAD = {head!r}\nBODY = {body!r}\n\n\n{HOOK}")
