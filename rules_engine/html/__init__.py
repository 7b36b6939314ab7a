"""Views: positions, questions and sessions as HTML and as plain text. One function serves the build and the browser."""
