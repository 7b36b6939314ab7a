"""What the page talks to: one function, text in, text out. Both texts are JSON; see ``messages``."""

from rules_engine.api.messages import handle

__all__ = ["handle"]
