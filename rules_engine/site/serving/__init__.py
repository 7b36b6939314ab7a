"""A built site, served as a static host would."""
