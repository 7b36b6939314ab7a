"""The handlers of the operations that a page requests; see `rules_engine.api.messages`."""
