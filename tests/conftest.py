"""What every test shares."""

import gc
import os

from hypothesis import settings

# Playing out a hand takes as long as it takes, and a slow machine is no failure. Where the tests
# guard the project (CI=true) they try the same examples every time; elsewhere new ones.
settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")

# Pictures and positions are many small things in few circles: to look for circles less often saves a tenth of the time.
gc.set_threshold(100_000, 50, 100)
