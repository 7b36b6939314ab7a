"""Follow Suit: one rules engine for trick-taking card games.

The same code is tested natively, proves every example when the site is built, and runs in the
reader's browser. Its layers, from the ground up, are `core`, `reference`, `solver`, `bots`, `games`, `scenario`, `view`, `table`,
`authoring`, `drafting`, `site` and `cli`; arrows of import point downwards only. Importing this package loads none of them.
"""

__version__ = "0.1.0"
