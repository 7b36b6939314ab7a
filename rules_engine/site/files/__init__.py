"""The files that a site needs besides its pages."""
