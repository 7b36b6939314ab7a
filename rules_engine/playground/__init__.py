"""A draft of a scenario while it is written: read, played, filled in, and what could be written next.

The playground of a site brings this into the browser, with PyYAML's reader and what `rules_engine.authoring` knows of one
text; no other page fetches it. `rules_engine.api` finds `answer` by its name.
"""
