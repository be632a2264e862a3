"""Whether Codex would start our hooks: it skips those that its person has not trusted, without a word."""

import json
import os
import subprocess
import threading
from collections.abc import Iterator, Mapping
from typing import Any

from countermark.agents.hook_hosts import CODEX
from countermark.cli import agent_settings
from countermark.cli.finding import Finding

NAME = "Codex trust"
PATIENCE = 15.0
TRUSTED = ("trusted", "managed")
HELLO = {"clientInfo": {"name": "countermark-doctor", "title": "Countermark", "version": "1"}}


def look_at_trust(program: str | None) -> Iterator[Finding]:
    """What Codex itself says of our hooks."""
    if program is None:
        yield Finding(NAME, good=True, says="without a `codex` on the PATH nobody can tell whether it trusts our hooks")
        return
    known = listed_hooks(program)
    if known is None:
        mend = "Start `codex` and look at `/hooks`."
        yield Finding(NAME, good=False, says=f"{program} does not tell which hooks it runs", mend=mend)
        return
    ours = [hook for hook in known if CODEX.hooks.is_ours(str(hook.get("command")))]
    idle = [hook for hook in ours if hook.get("enabled") is not True or hook.get("trustStatus") not in TRUSTED]
    if not ours:
        mend = "See whether its config.toml says `hooks = false` under [features], and what `/hooks` shows in `codex`."
        yield Finding(NAME, good=False, says="Codex does not load our hooks", mend=mend)
    elif idle:
        events = ", ".join(dict.fromkeys(str(hook.get("eventName")) for hook in idle))
        says = f"Codex does not start our hooks for {events}: they are not trusted, changed since, or turned off"
        yield Finding(NAME, good=False, says=says, mend=CODEX.first)
    else:
        yield Finding(NAME, good=True, says=f"Codex starts all {len(ours)} of our hooks")


def listed_hooks(program: str) -> list[Mapping[str, Any]] | None:
    """The hooks that Codex finds for the current project (its app-server's `hooks/list`); None if it does not tell."""
    asked = [
        {"id": 1, "method": "initialize", "params": HELLO},
        {"method": "initialized"},
        {"id": 2, "method": "hooks/list", "params": {"cwds": [os.fspath(agent_settings.project_folder())]}},
    ]
    try:
        server = subprocess.Popen(
            [program, "app-server"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
        )
    except OSError:
        return None
    too_long = threading.Timer(PATIENCE, server.kill)
    too_long.start()
    with server:
        try:
            answer = _answer(server, "".join(json.dumps(message) + "\n" for message in asked).encode("ascii"))
        finally:
            too_long.cancel()
            server.kill()
    return _hooks_in(answer)


def _answer(server: "subprocess.Popen[bytes]", asked: bytes) -> Any:
    """The message with which it answers the second request; None if it ends without one."""
    assert server.stdin is not None
    assert server.stdout is not None
    try:
        server.stdin.write(asked)
    except OSError:  # it has ended already
        return None
    messages = (_parsed(line) for line in server.stdout)
    return next((message for message in messages if isinstance(message, dict) and message.get("id") == 2), None)


def _parsed(line: bytes) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None


def _hooks_in(answer: Any) -> list[Mapping[str, Any]] | None:
    try:
        return [hook for folder in answer["result"]["data"] for hook in folder["hooks"] if isinstance(hook, dict)]
    except (KeyError, TypeError):
        return None
