"""The doctor's canary for hooks: an event that means nothing goes the way that an agent's own take."""

import json
import secrets
import shlex
from collections.abc import Iterator
from pathlib import Path

from countermark.agents.hook_hosts import HookHost
from countermark.cli.finding import PATIENCE, Finding, run_program
from countermark.cli.hook_findings import other_hosts, read_all

# No agent has an event of this name, so a translator takes it for none of the desk's business.
EVENT = "CountermarkDoctor"


def send_canaries() -> Iterator[Finding]:
    """One for each command line of ours in the settings of an agent; Claude Code has a canary of its own."""
    for host in other_hosts():
        files, _broken = read_all(host)
        commands = dict.fromkeys(hook.command for file in files for hook in file.hooks)
        yield from (_send(host, command) for command in commands)


def _send(host: HookHost, command: str) -> Finding:
    """The exact command line, as the agent has it; a hook that reaches no hub says so on stderr."""
    name = f"canary of {host.title}"
    event = {"hook_event_name": EVENT, "session_id": f"canary-{secrets.token_hex(8)}", "cwd": str(Path.home())}
    done = run_program(shlex.split(command), json.dumps(event).encode("ascii"))
    if done is None:
        says = f"`{command}` cannot be started, or does not answer within {PATIENCE:.0f} s"
    elif done.returncode == 0 and not done.stderr.strip():
        return Finding(name, good=True, says="an event comes through, from the hook to the translator and back")
    else:
        says = done.stderr.decode(errors="replace").strip() or f"`{command}` ended with {done.returncode}"
    return Finding(name, good=False, says=says, mend=f"countermark install {host.agent}, or mend what is wrong above.")
