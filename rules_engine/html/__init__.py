"""Rendering of positions, questions and sessions as HTML and plain text, in the build and in the browser."""
