"""The website: extensions for MkDocs and Zensical, the JavaScript client, and the runtime for the browser."""
