"""The API of ``rules_engine`` for scripts and notebooks: hands, bots, simulations and files, each with a text and an HTML
form."""
