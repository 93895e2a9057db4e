"""`python -m zareba.cli` is the same as `zareba`."""

import sys

from zareba.cli import main

if __name__ == "__main__":
    sys.exit(main())
