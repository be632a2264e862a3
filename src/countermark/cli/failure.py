"""What a command says when it cannot do what it was asked for."""

import sys

from countermark.doorbell.terminal import visible_text

DONE = 0
FAILED = 1
# 2 is argparse's own: the command line cannot be understood.
NO_HUB = 3


class Failure(Exception):
    """One line what failed, one line what to do."""

    def __init__(self, what: str, do: str = "", *, code: int = FAILED) -> None:
        super().__init__(what)
        self.do = do
        self.code = code


def complain(what: str, do: str, *, code: int = FAILED) -> int:
    """One line what failed, one line what to do."""
    print(f"countermark: {visible_text(what, lines=False)}", file=sys.stderr)
    if do:
        print(f"  {do}", file=sys.stderr)
    return code
