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
            [program, "app-server"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
    except OSError:
        return None
    too_long = threading.Timer(PATIENCE, server.kill)
    too_long.start()
    try:
        with server:
            assert server.stdin is not None
            assert server.stdout is not None
            try:
                server.stdin.write("".join(json.dumps(message) + "\n" for message in asked).encode("ascii"))
                server.stdin.flush()
            except OSError:  # it has ended already
                return None
            answer = next((found for line in server.stdout if (found := _answer(line)) is not None), None)
            server.kill()
    finally:
        too_long.cancel()
    return answer


def _answer(line: bytes) -> list[Mapping[str, Any]] | None:
    """The hooks in a message of the app-server; None for every other message."""
    try:
        message = json.loads(line)
        if message["id"] != 2:
            return None
        return [hook for folder in message["result"]["data"] for hook in folder["hooks"] if isinstance(hook, dict)]
    except (ValueError, KeyError, TypeError):
        return None
