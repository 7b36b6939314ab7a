"""Tools for authors that the browser doesn't need: YAML with line numbers, folders of scenarios, checks, the schema."""
