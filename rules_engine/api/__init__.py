"""The engine's interface to the page: a function that answers a JSON request with a JSON response (see `messages`)."""

from rules_engine.api.messages import handle

__all__ = ["handle"]
