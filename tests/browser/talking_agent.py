"""An agent of the protocol that does what the words of a prompt say: for tests of the session's pane."""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.contract.acp.ordinary_agent import CONVERSATION, Agent, Message

COMMANDS = [
    {"name": "plan", "description": "Makes a plan first", "input": {"hint": "what to plan"}},
    {"name": "review", "description": "Reviews what has changed"},
]
MODES = {
    "currentModeId": "default",
    "availableModes": [{"id": "default", "name": "Default"}, {"id": "go", "name": "Go on"}],
}
OLD, NEW = "a = 1\nb = 2\n", "a = 1\nb = 3\nc = 4\n"
PLAN = [
    {"content": "Read the handler", "priority": "high", "status": "completed"},
    {"content": "Make it safe", "priority": "medium", "status": "in_progress"},
]

# Its notes are known only when all of it is: then it is rendered anew.
NOTED = "\n\n".join(
    [f"Paragraph {n} says something[^{n}] about the handler, the queue and the mail." for n in range(120)]
    + [f"[^{n}]: Note {n}." for n in range(120)]
)


class TalkingAgent(Agent):
    """Takes other modes, too."""

    def begin(self, request: Message) -> None:
        self.answer(request, {"sessionId": CONVERSATION, "modes": MODES})
        self.tells("available_commands_update", availableCommands=COMMANDS)

    def take(self, message: Message) -> None:
        if message.get("method") == "session/set_mode":
            self.answer(message, {})
            self.tells("current_mode_update", currentModeId=message["params"]["modeId"])
        else:
            super().take(message)

    def turn(self, request: Message) -> None:
        self.prompt = request
        self.answer(request, {"stopReason": talk(self) or "end_turn"})


def text_of(request: Message) -> str:
    """The words of a prompt."""
    return "\n".join(each.get("text", f"[{each['type']}]") for each in request["params"]["prompt"])


def talk(agent: Agent) -> str | None:
    """One turn: its first word says what happens."""
    words = text_of(agent.prompt)
    match words.split()[0]:
        case "stream":
            stream(agent, int(words.split()[1]))
        case "wait":
            agent.says("I wait. ")
            agent.waits_for_cancel()
            return "cancelled"
        case "notes":
            agent.says(NOTED)
            agent.waits_for_cancel()
            return "cancelled"
        case "ask":
            answer = agent.asks_permission("touch build.lock")
            agent.says(f"You said: {answer['result']['outcome'].get('optionId', 'nothing')}.")
        case "work":
            work(agent)
        case _:
            agent.says(f"You wrote: {words}")
    return None


def stream(agent: Agent, count: int) -> None:
    """A long answer in small pieces, with a list, code and a table."""
    pieces = ["Word ", "after ", "**word**, ", "and ", "`code` ", "in ", "it. "]
    for number in range(count):
        agent.says(pieces[number % len(pieces)])
        if number % 60 == 59:
            agent.says(f"\n\n- item {number}\n- another\n\n```python\nprint({number})\n```\n\n")
        if number % 200 == 199:
            time.sleep(0.02)  # as a model does; the pieces come as fast as the hub takes them otherwise
    agent.says("\n\nThe end of it.")


def work(agent: Agent) -> None:
    """Thoughts, a plan, and calls of several kinds."""
    agent.tells("agent_thought_chunk", content={"type": "text", "text": "I look at the handler."})
    agent.tells("plan", entries=PLAN)
    agent.tells(
        "tool_call", toolCallId="read", title="Read webhooks.py", kind="read", status="completed",
        locations=[{"path": "webhooks.py", "line": 3}],
        content=[{"type": "content", "content": {"type": "text", "text": "one\ntwo\nthree\n"}}],
    )  # fmt: skip
    difference = {"type": "diff", "path": "webhooks.py", "oldText": OLD, "newText": NEW}
    agent.tells(
        "tool_call", toolCallId="edit", title="Edit webhooks.py", kind="edit", status="completed", content=[difference]
    )
    agent.tells(
        "tool_call", toolCallId="run", title="`pytest -q`", kind="execute", status="failed",
        rawInput={"command": "pytest -q"},
        content=[{"type": "content", "content": {"type": "text", "text": "2 failed in 0.3s"}}],
    )  # fmt: skip
    agent.tells("hologram_update", shape="cube")
    agent.says("All is **done**.")


if __name__ == "__main__":
    TalkingAgent(talk).run()
