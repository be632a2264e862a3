"""An agent of the protocol that does one thing wrong: `python misbehaving_agent.py MODE`, standard library only.

Around each fault stands an ordinary conversation: initialize, session/new, and a turn that says "Working.", does
something, says "Done." and ends. `FAULTS` names the modes, and what is wrong in each.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))  # it is started as a script

from tests.contract.acp.ordinary_agent import CONVERSATION, OPTIONS, Agent, Message, writes

NEVER_S = 600.0  # longer than any test
SLOW_S = 1.0
HUGE = 60_000_000
FLOOD = 1_000_000
MANY = 10_000
DEPTHS = (240, 900, 960, 980, 1000, 1015)  # parsers read these, and what writes them gives up at some of them
TREE = [sys.executable, "-c", f"import time; time.sleep({NEVER_S})"]


def nothing(agent: Agent) -> None:
    """Nothing at all: the conversation that all others are compared with."""


def junk(agent: Agent) -> None:
    """Prints lines that are no messages."""
    for line in (b"npm warn deprecated", b"42", b"null", b'"text"', b"{", b"{}", b'{"id":1}', b"", b"   ", b"NaN"):
        writes(line + b"\n")
    writes(b'{"jsonrpc":"2.0","method":7}\n')


def batches(agent: Agent) -> None:
    """Sends an array of messages."""
    writes(json.dumps([{"jsonrpc": "2.0", "method": "session/update", "params": {}}] * 3).encode() + b"\n")


def windows_lines(agent: Agent) -> None:
    """Ends its lines with CR LF, and begins one with a byte order mark."""
    update = {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": "CR"}}
    message = {"jsonrpc": "2.0", "method": "session/update", "params": {"sessionId": CONVERSATION, "update": update}}
    writes(json.dumps(message).encode() + b"\r\n" + b"\xef\xbb\xbf" + json.dumps(message).encode() + b"\n")


def invalid_utf8(agent: Agent) -> None:
    """Cuts a character in two."""
    writes(b'{"jsonrpc":"2.0","method":"session/update","params":{"text":"caf\xc3"}}\n\xff\xfe\n')


def deep_nesting(agent: Agent) -> None:
    """Nests arrays deeper than a parser goes, or than a writer does, and writes a number of 10,000 digits."""
    writes(b'{"jsonrpc":"2.0","method":"x","params":' + b"[" * 200_000 + b"]" * 200_000 + b"}\n")
    writes(b'{"jsonrpc":"2.0","method":"x","params":{"n":' + b"9" * 10_000 + b"}}\n")
    for depth in DEPTHS:
        nested = b"[" * depth + b"]" * depth
        for update in (b'"hologram","shape":', b'"agent_message_chunk","content":{"type":"smell"},"_meta":'):
            head = b'{"jsonrpc":"2.0","method":"session/update","params":{"update":{"sessionUpdate":'
            writes(head + update + nested + b"}}}\n")


def huge_line(agent: Agent) -> None:
    """Says 60 MB in one line."""
    agent.says("x" * HUGE)


def flood(agent: Agent) -> None:
    """Says 10,000 chunks as fast as it can."""
    for number in range(MANY):
        agent.says(f"{number} ")


def stderr_flood(agent: Agent) -> None:
    """Writes 1 MB to stderr before it goes on, some of it without a newline."""
    sys.stderr.write("warning: something is deprecated\n" * (FLOOD // 66) + "x" * (FLOOD // 2))
    sys.stderr.flush()


def exits(agent: Agent) -> None:
    """Exits in the middle of a turn, with code 3 and words on stderr."""
    sys.stderr.write("fatal: out of ideas\n")
    sys.stderr.flush()
    os._exit(3)


def is_killed(agent: Agent) -> None:
    """Is killed in the middle of a turn."""
    os.kill(os.getpid(), signal.SIGKILL)


def half_a_line(agent: Agent) -> None:
    """Ends in the middle of a line."""
    writes(b'{"jsonrpc":"2.0","method":"session/upd')
    os._exit(0)


def no_last_newline(agent: Agent) -> None:
    """Ends behind a whole message without its newline."""
    writes(json.dumps({"jsonrpc": "2.0", "id": agent.prompt["id"], "result": {"stopReason": "end_turn"}}).encode())
    os._exit(0)


def never_answers_cancel(agent: Agent) -> None:
    """Goes on when it is cancelled, and never ends the turn."""
    agent.waits_for_cancel()
    agent.says("I go on.")
    time.sleep(NEVER_S)


def asks_after_cancel(agent: Agent) -> str:
    """Asks for a permission after it was cancelled, and ends the turn then."""
    agent.waits_for_cancel()
    outcome = agent.asks_permission("late")
    agent.says(json.dumps(outcome.get("result", outcome.get("error")), sort_keys=True))
    return "cancelled"


def cancelled_with_error(agent: Agent) -> None:
    """Answers a cancelled turn with an error."""
    agent.waits_for_cancel()
    agent.fail(agent.prompt, -32603, "AbortError: The operation was aborted")
    os._exit(0)


def same_id_twice(agent: Agent) -> None:
    """Makes two requests with the same id."""
    params = {"sessionId": CONVERSATION, "toolCall": {"toolCallId": "first"}, "options": OPTIONS}
    agent.sends({"id": 7, "method": "session/request_permission", "params": params})
    agent.asks_permission("second", name=7)


def answers_twice(agent: Agent) -> None:
    """Answers the turn before it ends, then once more."""
    agent.answer(agent.prompt, {"stopReason": "end_turn"})


def fraction_ids(agent: Agent) -> str:
    """Answers the turn with its number as a fraction, as if it had no whole ones."""
    agent.says("Done.")
    agent.sends({"id": float(agent.prompt["id"]), "result": {"stopReason": "end_turn"}})
    return "end_turn"


def answers_nobody(agent: Agent) -> None:
    """Answers requests that nobody has made."""
    for name in (999, "1", None, 1.5, True, [1], {"a": 1}, 1e999, 10**400):
        writes(json.dumps({"jsonrpc": "2.0", "id": name, "result": {}}).replace("Infinity", "1e999").encode() + b"\n")


def odd_errors(agent: Agent) -> None:
    """Answers with an error that is a text, beside a result, and then says it properly."""
    agent.sends({"id": agent.prompt["id"], "error": "it went wrong", "result": None})
    agent.sends({"id": agent.prompt["id"], "error": {"message": 7}})


def out_of_order(agent: Agent) -> None:
    """Updates a call before it tells of it, and again after it has ended."""
    agent.tells("tool_call_update", toolCallId="a", status="in_progress")
    agent.tells("tool_call", toolCallId="a", title="Reading", kind="read", status="pending")
    agent.tells("tool_call_update", toolCallId="a", status="completed")
    agent.tells("tool_call_update", toolCallId="a", status="in_progress", title="Reading more")
    agent.tells("tool_call", toolCallId="a", title="Told twice")


def unknown_everything(agent: Agent) -> str:
    """Sends kinds, statuses, contents and a stop reason that no schema knows."""
    agent.tells("hologram", shape="cube")
    agent.tells("agent_message_chunk", content={"type": "smell", "of": "coffee"})
    agent.tells("tool_call", toolCallId="u", title="Dreams", kind="dream", status="asleep", content=[{"type": "cloud"}])
    agent.tells("plan", entries=[{"content": "Rest", "priority": "utmost", "status": "someday"}, 7])
    agent.tells("config_option_update", configOptions=[{"id": "x", "name": "X", "type": "slider", "currentValue": 3}])
    agent.sends({"method": "session/aura", "params": {"sessionId": CONVERSATION}})
    agent.sends({"method": "session/update", "params": 7})
    agent.sends({"method": "session/update"})
    return "bored"


def unknown_choice(agent: Agent) -> None:
    """Asks for a permission whose options have kinds that no schema knows."""
    options = [{"optionId": "m", "name": "Maybe", "kind": "allow_sometimes"}, {"optionId": 7}, "no"]
    params = {"sessionId": CONVERSATION, "toolCall": {"toolCallId": "c"}, "options": options}
    agent.asks("session/request_permission", params)


def unknown_requests(agent: Agent) -> None:
    """Makes requests of methods that nobody has, and repeats how each was answered."""
    for method in ("_vendor/thing", "session/levitate", "fs/delete_file"):
        answer = agent.asks(method, {"sessionId": CONVERSATION})
        agent.says(str(answer["error"]["code"]))


def odd_ids(agent: Agent) -> None:
    """Makes requests whose ids are texts, fractions, null, and what no id can be."""
    for name in ("text", 1.5, -1, ""):
        agent.asks("_vendor/thing", {}, name=name)
    agent.sends({"id": None, "method": "_vendor/thing", "params": {}})
    agent.waits(lambda message: "error" in message and message.get("id") is None)
    no_ids: tuple[object, ...] = ([1], {"a": 1}, True)
    for no_id in no_ids:
        agent.sends({"id": no_id, "method": "_vendor/thing", "params": {}})
    writes(b'{"jsonrpc":"2.0","id":1e999,"method":"_vendor/thing","params":{}}\n')  # no answer could say it


def other_conversation(agent: Agent) -> None:
    """Tells of a conversation that nobody has begun."""
    agent.tells("agent_message_chunk", conversation="stranger", content={"type": "text", "text": "Not yours."})
    agent.sends({"method": "session/update", "params": {"update": {"sessionUpdate": "plan", "entries": []}}})


def grandchild(agent: Agent) -> None:
    """Starts a program, tells its process id, and exits without it."""
    child = subprocess.Popen(TREE, stdin=subprocess.DEVNULL)
    agent.says(f"child {child.pid}")
    os._exit(0)


def detached_command(agent: Agent) -> None:
    """Runs a command in a session of its own, as some agents do, and exits without it."""
    command = ["sh", "-c", f"sleep {NEVER_S} & echo $!; wait"]
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, start_new_session=True)
    assert child.stdout is not None
    agent.says(f"child {int(child.stdout.readline())}")
    os._exit(0)


def escaped_grandchild(agent: Agent) -> None:
    """Lets a program go that writes nowhere, but keeps the agent's output open."""
    nowhere, kept = subprocess.DEVNULL, os.dup(1)
    child = subprocess.Popen(
        TREE, stdin=nowhere, stdout=nowhere, stderr=nowhere, pass_fds=(kept,), start_new_session=True
    )
    agent.says(f"child {child.pid}")
    os._exit(0)


def closes_stdout(agent: Agent) -> None:
    """Closes its output and lives on."""
    os.close(1)
    time.sleep(NEVER_S)


def closes_stdin(agent: Agent) -> None:
    """Closes its input and lives on, silent."""
    os.close(0)
    agent.says("Deaf.")
    agent.waits(bool)  # the pipe is open for as long as somebody reads it
    agent.says("Heard.")
    time.sleep(NEVER_S)


def stops_reading(agent: Agent) -> None:
    """Is stopped: it neither reads nor writes."""
    os.kill(os.getpid(), signal.SIGSTOP)


def ignores_sigterm(agent: Agent) -> None:
    """Ignores SIGTERM and the end of its input."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    agent.says("Stubborn.")
    time.sleep(NEVER_S)


class SlowStart(Agent):
    """Answers `initialize` late."""

    def initialize(self, request: Message) -> None:
        time.sleep(float(os.environ.get("SLOW_S", SLOW_S)))
        super().initialize(request)


class SilentStart(Agent):
    """Never answers `initialize`."""

    def initialize(self, request: Message) -> None:
        self.waits(lambda message: message is request)


class OtherVersion(Agent):
    """Speaks version 99."""

    def initialize(self, request: Message) -> None:
        self.answer(request, {"protocolVersion": 99, "agentCapabilities": {}})


class VersionInWords(Agent):
    """Answers `initialize` with a version that is no number, and nothing else."""

    def initialize(self, request: Message) -> None:
        self.answer(request, {"protocolVersion": "latest"})


class ExitsAtStart(Agent):
    """Exits with words on stderr before it has answered anything."""

    def run(self) -> None:
        sys.stderr.write("fatal: no configuration\n")
        sys.exit(1)


class NeedsSignIn(Agent):
    """Wants a person to sign in first."""

    def begin(self, request: Message) -> None:
        self.fail(request, -32000, "Authentication required")


class EarlyUpdates(Agent):
    """Tells of a conversation before it has answered `session/new`."""

    def begin(self, request: Message) -> None:
        commands = [{"name": "review", "description": "Look at it again"}]
        self.tells("available_commands_update", availableCommands=commands)
        self.says("Early.")
        super().begin(request)


class NoName(Agent):
    """Begins a conversation without saying what it is called."""

    def begin(self, request: Message) -> None:
        self.answer(request, {})


IN_TURN: tuple[Callable[[Agent], str | None], ...] = (
    nothing, junk, batches, windows_lines, invalid_utf8, deep_nesting, huge_line, flood, stderr_flood, exits,
    is_killed, half_a_line, no_last_newline, never_answers_cancel, asks_after_cancel, cancelled_with_error,
    same_id_twice, answers_twice, fraction_ids, answers_nobody, odd_errors, out_of_order, unknown_everything,
    unknown_choice,
    unknown_requests, odd_ids, other_conversation, grandchild, detached_command, escaped_grandchild,
    closes_stdout, closes_stdin, stops_reading, ignores_sigterm,
)  # fmt: skip
AT_START = (
    SlowStart, SilentStart, OtherVersion, VersionInWords, ExitsAtStart, NeedsSignIn, EarlyUpdates, NoName,
)  # fmt: skip


def kebab(name: str) -> str:
    """`SlowStart` and `slow_start` as `slow-start`."""
    words = "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name)
    return words.strip("-").replace("_", "-")


FAULTS: Mapping[str, str] = {
    **{kebab(fault.__name__): str(fault.__doc__) for fault in IN_TURN},
    **{kebab(kind.__name__): str(kind.__doc__) for kind in AT_START},
}


def agent_of(mode: str) -> Agent:
    """The agent of a mode."""
    for fault in IN_TURN:
        if kebab(fault.__name__) == mode:
            return Agent(fault, hears_end=fault is not ignores_sigterm)
    for kind in AT_START:
        if kebab(kind.__name__) == mode:
            return kind(nothing)
    raise SystemExit(f"There is no mode {mode}: {', '.join(FAULTS)}")


if __name__ == "__main__":
    agent_of(sys.argv[1]).run()
