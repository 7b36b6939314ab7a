"""The plugin for MkDocs and ProperDocs."""
