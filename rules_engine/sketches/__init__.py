"""Games without pages: rules and phrases alone. Scenario files and records of hands can name them; a site doesn't list them."""
