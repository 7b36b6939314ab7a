"""Entry point of ``python -m rules_engine``, the ``followsuit`` command."""

import sys

from rules_engine.cli import main

if __name__ == "__main__":
    sys.exit(main())
