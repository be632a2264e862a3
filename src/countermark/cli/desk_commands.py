"""The command that puts the desk in front of the person: open."""

import argparse
import os

from countermark.cli.failure import DONE, Failure
from countermark.cli.hub_commands import ask_hub
from countermark.doorbell import hub_address

# What agents put into the environment of the commands they run. Not the names of settings that a person may export in
# their shell: CLAUDE_CODE_USE_BEDROCK or CODEX_HOME must not lock anybody out of their own desk.
AGENT_MARKS = (
    "CM_AGENT_RUN",  # of our own sessions, and of the commands that their agents run in terminals of the desk
    *("CLAUDECODE", "CLAUDE_CODE_SESSION_ID", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_PID"),
    *("OPENCODE", "OPENCODE_PID", "OPENCODE_SESSION_ID", "OPENCODE_RUN_ID"),
    *("CODEX_SANDBOX", "CODEX_SANDBOX_NETWORK_DISABLED", "CODEX_THREAD_ID", "CODEX_CI"),
    *("GEMINI_CLI", "QWEN_CODE", "COPILOT_CLI", "COPILOT_AGENT_SESSION_ID", "CURSOR_AGENT", "AI_AGENT"),
)


def open_desk(chosen: argparse.Namespace) -> int:
    """Opens the desk in a browser that is signed in by a one-time code; first what was shared, if that is named."""
    refuse_inside_agent()
    if chosen.what is not None:
        from countermark.cli.opened_shares import open_shared

        open_shared(chosen.what)
    return show_desk_of(hub_address.home(), printed=chosen.print)


def refuse_inside_agent() -> None:
    """An agent that opens the desk could approve its own plan. A hindrance, not a boundary: see the security notes."""
    mark = agent_mark()
    if mark is not None:
        raise Failure(
            f"this command opens the desk for a person and does not run inside an agent ({mark} is set)",
            "Run it in a terminal of your own.",
        )


def agent_mark() -> str | None:
    """The environment variable that says that an agent has started us, if there is one."""
    return next((name for name in AGENT_MARKS if os.environ.get(name)), None)


def show_desk_of(home: str, *, printed: bool) -> int:
    """Opens the desk, or prints its address where no browser can be opened."""
    hub_address.ensure_hub(home, side="person")
    url = str(ask_hub(home, "POST", "/api/launch-codes", body={})["url"])
    if printed:
        print(url)
        return DONE
    from countermark.machine.window import show_desk

    if show_desk(home, url):
        print(f"The desk opens in your browser, at {url.partition('#')[0]}")
    else:
        print("There is no browser to open here. This address is good for one minute and one browser:")
        print(f"  {url}")
    return DONE
