"""Views: positions, questions and sessions rendered as HTML and plain text, in the build and in the browser."""
