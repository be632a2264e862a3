"""An agent that takes back what it has asked: `python regretting_agent.py FOLDER`, standard library only.

Its prompt says what it asks for, and takes back once the file `take-back` is there. It says how it was answered.
"""

import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))  # it is started as a script

from tests.contract.acp.ordinary_agent import CONVERSATION, OPTIONS, Agent, Message

TAKE_BACK = "take-back"
LOOK_S = 0.02
FORM = {"type": "object", "properties": {"colour": {"type": "string"}}}


def regret(agent: Agent) -> None:
    """Ask for what the prompt says, and take it back."""
    folder = Path(sys.argv[1])
    asks: dict[str, tuple[str, Message]] = {
        "form": ("elicitation/create", {"message": "Which colour?", "mode": "form", "requestedSchema": FORM}),
        "write": ("fs/write_text_file", {"path": str(folder / "note.txt"), "content": "A note.\n"}),
        "call": ("session/request_permission", permission("Dream")),
        "beside": ("session/request_permission", permission("Sleep")),
    }
    what = agent.prompt["params"]["prompt"][0]["text"]
    if what == "begin":
        agent.tells("tool_call", toolCallId="one", title="Dream", kind="other", status="completed")
        return
    if what == "beside":
        ask(agent, "first", *asks["call"])
    ask(agent, "asked", *asks[what])
    while not (folder / TAKE_BACK).exists():
        time.sleep(LOOK_S)
    agent.sends({"method": "$/cancel_request", "params": {"requestId": "asked"}})
    agent.says(answer_to(agent, "asked"))
    if what == "beside":
        agent.says(answer_to(agent, "first"))


def permission(title: str) -> Message:
    return {"toolCall": {"toolCallId": "one", "title": title, "kind": "other"}, "options": OPTIONS}


def ask(agent: Agent, name: str, method: str, params: Message) -> None:
    agent.sends({"id": name, "method": method, "params": {"sessionId": CONVERSATION, **params}})


def answer_to(agent: Agent, name: str) -> str:
    answer = agent.waits(lambda message: "method" not in message and message.get("id") == name)
    return json.dumps(answer.get("result", answer.get("error")), sort_keys=True)


if __name__ == "__main__":
    Agent(regret).run()
