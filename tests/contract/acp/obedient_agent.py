"""An agent that does what each line of its prompt says: `python obedient_agent.py FLAG …`, standard library only.

The flags are what it can and offers: load, resume, fork, close, list, delete, images, embedded, modes, options, models,
auth, logout, folders, servers, broken-load, short-resume, stubborn (changes no mode and no option). In a file `gone`
stand modes and options that it has no more. What the client answers to its requests it says as JSON.
"""

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[3]))  # it is started as a script

from tests.contract.acp.ordinary_agent import OPTIONS, Agent, Message

MODES = ("default", "auto", "plan")
NEVER_S = 600.0


class Obedient(Agent):
    """Its turn is its prompt, line by line."""

    def __init__(self, flags: set[str]) -> None:
        super().__init__(obey)
        self.flags = flags
        self.conversation = f"conversation-{os.getpid()}"
        self.mode = "auto"
        self.model = "small"
        self.fast = False
        self.is_signed_in = "auth" not in flags
        self.initialised: Message = {}

    def initialize(self, request: Message) -> None:
        has = self.flags.__contains__
        session: Message = {name: {} for name in ("resume", "fork", "close", "list", "delete") if has(name)}
        servers = {"http": True, "sse": True} if has("servers") else {}
        if has("folders"):
            session["additionalDirectories"] = {}
        methods: list[Message] = [
            {"id": "own", "name": "By itself"},
            {"id": "shell", "name": "In a terminal", "type": "terminal", "args": ["login"]},
        ]
        self.initialised = request["params"]
        self.answer(request, {
            "protocolVersion": 1, "agentInfo": {"name": "obedient", "version": "2"},
            "authMethods": methods if has("auth") else [],
            "agentCapabilities": {
                "loadSession": has("load"), "sessionCapabilities": session,
                "promptCapabilities": {"image": has("images"), "embeddedContext": has("embedded")},
                "mcpCapabilities": servers, "auth": {"logout": {}} if has("logout") else {},
            },
        })  # fmt: skip

    def take(self, message: Message) -> None:
        match message.get("method"):
            case "session/load" if "broken-load" in self.flags:
                self.fail(message, -32002, "Session not found")
            case "session/load":
                self.conversation = message["params"]["sessionId"]
                self.tells("user_message_chunk", content={"type": "text", "text": "before"})
                self.says("An older answer.")
                self.answer(message, self.offers())
            case "session/resume":
                self.conversation = message["params"]["sessionId"]
                self.answer(message, {} if "short-resume" in self.flags else self.offers())
            case "session/fork":
                self.answer(message, {"sessionId": self.conversation, **self.offers()})
            case "session/close" | "session/delete" | "logout":
                Path("heard").write_text(str(message["method"]))
                self.answer(message, {})
            case "authenticate":
                self.is_signed_in = True
                self.answer(message, {})
            case "session/set_mode":
                self.set_mode(message)
            case "session/set_model":
                self.model = message["params"]["modelId"]
                self.answer(message, {})
            case "session/set_config_option":
                self.set_option(message)
            case _:
                super().take(message)

    def begin(self, request: Message) -> None:
        if not self.is_signed_in:
            self.fail(request, -32000, "Authentication required")
            return
        Path("begun.json").write_text(json.dumps(request["params"]))
        if not request["params"]["cwd"].startswith("/"):
            self.fail(request, -32602, "cwd is not absolute")
            return
        self.tells("available_commands_update", availableCommands=[{"name": "early", "description": "Told early"}])
        self.answer(request, {"sessionId": self.conversation, **self.offers()})

    def offers(self) -> Message:
        offered: Message = {}
        if "modes" in self.flags or "options" in self.flags:
            modes = [{"id": mode, "name": mode.title()} for mode in modes_there()]
            offered["modes"] = {"currentModeId": self.mode, "availableModes": modes}
        if "models" in self.flags:
            models = [{"modelId": name, "name": name} for name in ("small", "large")]
            offered["models"] = {"currentModelId": self.model, "availableModels": models}
        if "options" in self.flags:
            offered["configOptions"] = self.options()
        return offered

    def options(self) -> list[Message]:
        modes = [{"value": mode, "name": mode.title()} for mode in modes_there()]
        offered: list[Message] = [
            {
                "id": "m",
                "name": "Mode",
                "category": "mode",
                "type": "select",
                "currentValue": self.mode,
                "options": modes,
            },
            {"id": "fast", "name": "Fast", "type": "boolean", "currentValue": self.fast},
            {"id": "dial", "name": "Dial", "type": "dial", "currentValue": 3},
        ]
        return [option for option in offered if option["id"] not in gone()]

    def set_mode(self, message: Message) -> None:
        if message["params"]["modeId"] not in modes_there():
            self.fail(message, -32602, "No such mode")
            return
        self.mode = message["params"]["modeId"]
        self.answer(message, {})

    def set_option(self, message: Message) -> None:
        params = message["params"]
        if params["configId"] == "m":
            self.mode = params["value"]
        else:
            assert params["type"] == "boolean"
            self.fast = params["value"]
        self.answer(message, {"configOptions": self.options()})

    def hears(self, answer: Message) -> None:
        """Says what the client has answered."""
        self.says(json.dumps(answer.get("result", answer.get("error")), sort_keys=True) + "\n")

    def tells(self, update: str, *, conversation: str = "", **fields: Any) -> None:
        super().tells(update, conversation=conversation or self.conversation, **fields)

    def request(self, method: str, **params: Any) -> Message:
        return self.asks(method, {"sessionId": self.conversation, **params})


def gone() -> list[str]:
    return Path("gone").read_text().split() if Path("gone").exists() else []


def modes_there() -> list[str]:
    return [mode for mode in MODES if mode not in gone()]


class Stubborn(Obedient):
    """Changes nothing."""

    def take(self, message: Message) -> None:
        if message.get("method") in ("session/set_mode", "session/set_config_option"):
            self.fail(message, -32000, "Not today")
        else:
            super().take(message)


def obey(agent: Agent) -> str | None:
    """One line after the other; the last one may name a stop reason."""
    assert isinstance(agent, Obedient)
    blocks = agent.prompt["params"]["prompt"]
    for line in str(blocks[0]["text"]).splitlines():
        word, _, rest = line.partition(" ")
        act = ACTS.get(word)
        stopped: str | None = act(agent, rest) if act is not None else None
        if stopped is not None:
            return stopped
    return None


def say(agent: Obedient, rest: str) -> None:
    for piece in rest.split("|"):
        agent.says(piece)


def tell(agent: Obedient, rest: str) -> None:
    """An update of any kind, as JSON."""
    update = json.loads(rest)
    agent.tells(update.pop("sessionUpdate"), **update)


def ask(agent: Obedient, rest: str) -> None:
    """A permission for a call of a title."""
    call = {"toolCallId": f"call {rest}", "title": rest, "kind": "execute", "rawInput": {"command": rest}}
    agent.hears(agent.request("session/request_permission", toolCall=call, options=OPTIONS))


def ask_elsewhere(agent: Obedient, rest: str) -> str:
    """The same, but does not wait: it takes a cancel for what it is."""
    call: Message = {"toolCallId": f"call {rest}", "title": rest, "kind": "execute", "rawInput": {"command": rest}}
    params = {"sessionId": agent.conversation, "toolCall": call, "options": OPTIONS}
    agent.tells("tool_call", **call, status="in_progress")
    agent.sends({"id": "open", "method": "session/request_permission", "params": params})
    answered = agent.waits(lambda message: message.get("id") == "open")
    agent.tells("tool_call_update", toolCallId=f"call {rest}", status="failed")
    agent.says("late " + json.dumps(answered["result"], sort_keys=True))
    return "cancelled"


def write(agent: Obedient, rest: str) -> None:
    path, _, text = rest.partition(" ")
    agent.hears(agent.request("fs/write_text_file", path=path, content=text))


def read(agent: Obedient, rest: str) -> None:
    path, *more = rest.split()
    places = dict(zip(("line", "limit"), map(int, more), strict=False))
    agent.hears(agent.request("fs/read_text_file", path=path, **places))


def run(agent: Obedient, rest: str) -> None:
    """A command in a terminal: shown in a call, waited for, released."""
    limit, _, command = rest.partition(" ")
    made = agent.request(
        "terminal/create", command="sh", args=["-c", command], outputByteLimit=int(limit),
        env=[{"name": "GIVEN", "value": "by the agent"}],
    )  # fmt: skip
    if "error" in made:
        agent.hears(made)
        return
    name = made["result"]["terminalId"]
    content = [{"type": "terminal", "terminalId": name}]
    agent.tells("tool_call", toolCallId="run", title=command, kind="execute", status="in_progress", content=content)
    agent.hears(agent.request("terminal/wait_for_exit", terminalId=name))
    agent.hears(agent.request("terminal/output", terminalId=name))
    agent.hears(agent.request("terminal/release", terminalId=name))
    agent.tells("tool_call_update", toolCallId="run", status="completed")


def start(agent: Obedient, rest: str) -> None:
    """A command in a terminal that nobody waits for."""
    agent.hears(agent.request("terminal/create", command="sh", args=["-c", rest]))


def form(agent: Obedient, rest: str) -> None:
    schema = {
        "type": "object", "required": ["colour"],
        "properties": {"colour": {"type": "string", "enum": ["Red", "Blue"]}, "many": {"type": "integer"}},
    }  # fmt: skip
    agent.hears(agent.request("elicitation/create", mode="form", message=rest, requestedSchema=schema))


def url(agent: Obedient, rest: str) -> None:
    agent.sends({"method": "elicitation/complete", "params": {"elicitationId": "nobody knows"}})
    agent.hears(agent.request("elicitation/create", mode="url", message="Sign in", url=rest, elicitationId="e1"))


def complete(agent: Obedient, rest: str) -> None:
    agent.sends({"method": "elicitation/complete", "params": {"elicitationId": rest}})


def completed(agent: Obedient, rest: str) -> None:
    """An address that is completed before anybody has answered: at once, or once there is a file `done`."""
    when, _, address = rest.partition(" ")
    wanted = {"mode": "url", "message": "Sign in", "url": address, "elicitationId": "e2"}
    params = {"sessionId": agent.conversation, **wanted}
    agent.sends({"id": "page", "method": "elicitation/create", "params": params})
    while when == "later" and not Path("done").exists():
        time.sleep(0.02)
    complete(agent, "e2")
    agent.hears(agent.waits(lambda message: message.get("id") == "page"))


def unknown(agent: Obedient, rest: str) -> None:
    agent.sends({"method": "_strange/notification", "params": {"_meta": {"a": 1}}})
    agent.hears(agent.asks(rest, {"sessionId": agent.conversation}))


def settings(agent: Obedient, _: str) -> None:
    """Says how it is set."""
    agent.says(f"{agent.mode} {agent.model} {agent.fast}")


def blocks(agent: Obedient, _: str) -> None:
    """Says of which types the blocks of the prompt are."""
    agent.says(json.dumps([block["type"] for block in agent.prompt["params"]["prompt"]]))


def shows(agent: Obedient, _: str) -> None:
    """Says the whole prompt."""
    agent.says(json.dumps(agent.prompt["params"]["prompt"]))


def capabilities(agent: Obedient, _: str) -> None:
    agent.says(json.dumps(agent.initialised["clientCapabilities"], sort_keys=True))


def wait(agent: Obedient, _: str) -> str:
    agent.waits_for_cancel()
    agent.says("heard")
    return "cancelled"


def pause(_: Obedient, rest: str) -> None:
    time.sleep(float(rest))


def count(agent: Obedient, rest: str) -> None:
    """Says many pieces with calls in between, for about half a second."""
    for number in range(40):
        agent.says(f"{rest}.{number} ")
        if number % 10 == 5:
            agent.tells("tool_call", toolCallId=f"{rest}.{number}", title="Works", status="in_progress")
        if number % 10 == 8:
            agent.tells("tool_call_update", toolCallId=f"{rest}.{number - 3}", status="completed")
        time.sleep(0.01)


def hang(_: Obedient, __: str) -> None:
    time.sleep(NEVER_S)


def complain(_: Obedient, rest: str) -> None:
    sys.stderr.write(f"{rest}\n" * 1000)
    sys.stderr.flush()


def given(_: Obedient, __: str) -> None:
    """Writes down its environment and its open descriptors."""
    open_now = [each.name for each in list(Path("/proc/self/fd").iterdir()) if each.is_symlink()]
    Path("given.json").write_text(json.dumps([dict(os.environ), open_now]))


def give_away(agent: Obedient, _: str) -> None:
    """Says the first key of its first server: in a message, as a call's title, and on stderr."""
    key = json.loads(Path("begun.json").read_text())["mcpServers"][0]["env"][0]["value"]
    agent.says(f"It is {key}.")
    agent.tells("tool_call", toolCallId="given", title=f"Use {key}", kind="other", status="completed")
    complain(agent, key)


def leave(_: Obedient, rest: str) -> None:
    os._exit(int(rest))


ACTS: dict[str, Any] = {
    "say": say, "tell": tell, "ask": ask, "ask-elsewhere": ask_elsewhere, "write": write, "read": read, "run": run,
    "start": start, "form": form, "url": url, "unknown": unknown, "blocks": blocks, "shows": shows, "wait": wait,
    "complete": complete, "completed": completed, "given": given, "give-away": give_away,
    "pause": pause, "hang": hang, "complain": complain, "leave": leave, "capabilities": capabilities, "count": count,
    "settings": settings,
}  # fmt: skip


if __name__ == "__main__":
    flags = set(sys.argv[1:])
    (Stubborn if "stubborn" in flags else Obedient)(flags).run()
