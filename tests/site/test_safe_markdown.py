"""Markdown in scenarios: plain text with emphasis, lists and links, never markup or scripts."""

from __future__ import annotations

import re

import pytest

from rules_engine.site.fences.markdown.safe_markdown import safe_html


def test_plain_markdown_works() -> None:
    assert safe_html("A *dud* and `x`.\n\n- one\n- two").replace("\n", "") == (
        "<p>A <em>dud</em> and <code>x</code>.</p><ul><li>one</li><li>two</li></ul>"
    )


def test_a_link_to_a_rule_leads_to_its_page() -> None:
    assert safe_html("[rule](#rule-break)", lambda rule: f"../g/#rule-{rule}") == ('<p><a href="../g/#rule-break">rule</a></p>')
    assert safe_html("[x](https://example.org/?a=1&b=2)") == ('<p><a href="https://example.org/?a=1&amp;b=2">x</a></p>')


EVIL = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "text <b onclick='alert(1)'>bold</b>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](java&#10;script:alert(1))",
    "[x](<java\tscript:alert(1)>)",
    "[x](javascript\\:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](//evil.example/x)",
    "[x](vbscript:x 'title')",
    "[x]\n\n[x]: javascript:alert(1)",
    "<javascript:alert(1)>",
    "![x](https://evil.example/pixel.png)",
    '![x" onerror="alert(1)](y)',
    "`<script>alert(1)</script>`",
    "    <script>alert(1)</script>",
    "<!-- --><script>alert(1)</script>",
    "</fs-widget><script>alert(1)</script>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "<div markdown=1>*x*</div>",
    '[x](https://a.example/" onclick="alert(1))',
    "\x02wzxhzdk:0\x03 \x02amp\x03 <svg/onload=alert(1)>",
    "<style>*{display:none}</style>",
    "<a href='javascript:alert(1)'>x</a>",
)


@pytest.mark.parametrize("text", EVIL)
def test_nothing_harmful_passes(text: str) -> None:
    html = safe_html(text)
    tags = re.findall(r"<[^>]*>", html)
    assert all(re.fullmatch(r"</?(p|em|strong|code|pre|a|ul|li)>|<a href=\"https?://[^\"<>]*\">", tag) for tag in tags), html
    assert "<" not in re.sub(r"<[^>]*>", "", html)


def test_markup_is_shown_as_it_was_written() -> None:
    assert safe_html("a <b>c</b>") == "<p>a &lt;b&gt;c&lt;/b&gt;</p>"
