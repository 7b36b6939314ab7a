"""The site: what MkDocs needs from us, the page's scripts, and the runtime for the browser."""
