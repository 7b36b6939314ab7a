"""The engine's interface to the page: one function from a JSON request to a JSON response; see `messages`."""

from rules_engine.api.messages import handle

__all__ = ["handle"]
