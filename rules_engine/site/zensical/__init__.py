"""The same site by a generator that knows no plugins."""
