"""The fenced code blocks in authors' Markdown pages, and their rendering as figures and lists."""
