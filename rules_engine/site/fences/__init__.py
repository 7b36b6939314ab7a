"""The Markdown fences of authors, and their rendering as figures."""
