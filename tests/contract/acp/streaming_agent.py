"""`python streaming_agent.py FILE SIZE [waits]`: an agent that says a file in pieces of so many characters.

The message stays open until its turn is stopped where it `waits`.
"""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))  # it is started as a script

from tests.contract.acp.ordinary_agent import Agent

PAUSE_S = 0.002  # five hundred pieces a second: faster than any model


def streams(agent: Agent) -> str:
    text, size = Path(sys.argv[1]).read_text(encoding="utf-8"), int(sys.argv[2])
    for at in range(0, len(text), size):
        agent.says(text[at : at + size])
        time.sleep(PAUSE_S)
    if "waits" in sys.argv:
        agent.waits_for_cancel()
        return "cancelled"
    return "end_turn"


if __name__ == "__main__":
    Agent(streams).run()
