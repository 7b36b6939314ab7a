"""Additions to Python-Markdown: hooks, icons, glossary words, safe notes, and line numbers."""
