"""The hand of tests/contract/store/page_writers.py, kept in step: `python -m …hand_on_call FILE`.

It saves once for each line that it reads, a moment later that nobody can foretell. Left alone, it would be done before
anybody else has begun.
"""

import random
import sys
import time
from pathlib import Path

from tests.contract.store.page_writers import hand, say

LONGEST_MOMENT = 0.03  # about as long as it takes from a request to its answer

if __name__ == "__main__":
    saves = hand(Path(sys.argv[1]), sys.maxsize)
    for _ in sys.stdin:
        time.sleep(random.random() * LONGEST_MOMENT)
        say(wrote=next(saves))
