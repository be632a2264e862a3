"""`countermark`, also as `python -m countermark`."""

import sys

from countermark.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
