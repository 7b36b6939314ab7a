"""What every test shares."""

import os

from hypothesis import settings

# Playing out a hand takes as long as it takes, and a slow machine is no failure. Where the tests
# guard the project (CI=true) they try the same examples every time; elsewhere new ones.
settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")
