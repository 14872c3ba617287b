"""`python -m table` is `jantaku`."""

import sys

from table.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
