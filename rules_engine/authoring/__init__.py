"""What authors need and the browser doesn't: YAML with its line numbers, folders of scenarios, checks, the schema."""
