"""What an author writes in a page, from Markdown to figures."""
