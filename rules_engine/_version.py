"""The version of Follow Suit, which any layer may import."""

__version__ = "0.1.0"
