"""An agent whose words have characters that nobody would see, or that turn those beside them: `unseen_agent.py`.

Standard library only.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))  # it is started as a script

from tests.contract.acp.ordinary_agent import CONVERSATION, Agent, Message

TURNS, HIDES, BELL = "\u202e", "\u200b", "\x07"


def odd(words: str) -> str:
    return f"{TURNS}{words}{HIDES}{BELL}"


class Unseen(Agent):
    """Its words are odd from the start on."""

    def begin(self, request: Message) -> None:
        choices = [{"value": value, "name": odd(value), "description": odd("a choice")} for value in ("fast", "slow")]
        option = {"id": "pace", "name": odd("Pace"), "type": "select", "currentValue": "fast", "options": choices}
        flag = {
            "id": "loud",
            "name": odd("Loud"),
            "type": "boolean",
            "currentValue": True,
            "description": odd("a flag"),
        }
        self.answer(request, {"sessionId": CONVERSATION, "configOptions": [option, flag]})


def odd_turn(agent: Agent) -> None:
    """Tell something of each kind."""
    agent.tells("session_info_update", title=odd("A title"))
    agent.tells("plan", entries=[{"content": odd("A step"), "priority": "high", "status": "pending"}])
    text = [{"type": "content", "content": {"type": "text", "text": odd("An output")}}]
    agent.tells(
        "tool_call", toolCallId="c", title=odd("A call"), kind="execute", status="failed", content=text,
        locations=[{"path": f"/{odd('a place')}"}],
    )  # fmt: skip
    agent.tells("tool_call", toolCallId="d", title="Edit", kind="edit", status="completed", content=[
        {"type": "diff", "path": f"/{odd('a file')}", "oldText": odd("before"), "newText": odd("after")}
    ])  # fmt: skip
    agent.tells("notice", severity="warning", title=odd("Your rules allow this"), description=odd("Said by nobody"))
    agent.tells("compaction_update", compactionId="k", status="failed", error=odd("A failure"))
    agent.tells(odd("hologram"), shape=odd("cube"))


if __name__ == "__main__":
    Unseen(odd_turn).run()
