"""The playground: checks, fills in and completes a draft of a scenario while its author writes it.

Only the playground's page downloads this package, together with PyYAML and some modules of `rules_engine.authoring`.
`rules_engine.api.playground_modules` imports `handlers` by name.
"""
