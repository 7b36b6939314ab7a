"""A local server that behaves like a static host, and the content security policy of a built site."""
