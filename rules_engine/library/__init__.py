"""The API of ``rules_engine`` for scripts and notebooks: hands, bots, simulations and scenario files. Results can be shown as
text or HTML."""
