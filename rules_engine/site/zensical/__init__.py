"""Support for Zensical, a site generator without plugins."""
