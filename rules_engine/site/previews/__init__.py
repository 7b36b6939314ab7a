"""Link previews: descriptions, tags, structured data, pictures, and a page for each puzzle."""
