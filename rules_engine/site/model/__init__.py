"""The model of a site, with its pages, scenarios and checks, independent of the generator that builds it."""
