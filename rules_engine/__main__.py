"""``python -m rules_engine`` is the command ``followsuit``."""

import sys

from rules_engine.cli import main

if __name__ == "__main__":
    sys.exit(main())
