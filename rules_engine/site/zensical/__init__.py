"""Support for Zensical, a generator without plugins."""
