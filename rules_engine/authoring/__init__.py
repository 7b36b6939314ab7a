"""Tools for authors that the browser doesn't need: a YAML reader with line numbers, scenario files, checks, the JSON Schema."""
