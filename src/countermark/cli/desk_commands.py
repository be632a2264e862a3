"""The commands that put the desk in front of the person: open and demo."""

import argparse
import fcntl
import os
import subprocess
import sys
import time
from pathlib import Path

from countermark.cli.failure import DONE, Failure
from countermark.cli.hub_commands import ask_hub
from countermark.cli.pages_demo import demo_pages
from countermark.doorbell import hub_address

# What agents put into the environment of the commands they run. Not the names of settings that a person may export in
# their shell: CLAUDE_CODE_USE_BEDROCK or CODEX_HOME must not lock anybody out of their own desk.
AGENT_MARKS = (
    *("CLAUDECODE", "CLAUDE_CODE_SESSION_ID", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_PID"),
    *("OPENCODE", "OPENCODE_PID", "OPENCODE_SESSION_ID", "OPENCODE_RUN_ID"),
    *("CODEX_SANDBOX", "CODEX_SANDBOX_NETWORK_DISABLED", "CODEX_THREAD_ID", "CODEX_CI"),
    *("GEMINI_CLI", "QWEN_CODE", "COPILOT_CLI", "COPILOT_AGENT_SESSION_ID", "CURSOR_AGENT", "AI_AGENT"),
)
ARRIVING = 20.0  # seconds
LOOK = 0.05
SAMPLE = Path(__file__).with_name("sample_plan.md")


def open_desk(chosen: argparse.Namespace) -> int:
    """Opens the desk in a browser that is signed in by a one-time code."""
    refuse_inside_agent()
    return _show(hub_address.home(), printed=chosen.print)


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


def _show(home: str, *, printed: bool) -> int:
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


def demo(chosen: argparse.Namespace) -> int:
    """Shows the desk, then puts a sample plan on it unless one still waits there."""
    if chosen.what == "pages":
        return demo_pages(chosen.folder, printed=chosen.print or agent_mark() is not None)
    if chosen.folder is not None:
        raise Failure("a folder is for `countermark demo pages` only", "Leave it out.")
    home = hub_address.home()
    hub_address.ensure_hub(home, side="person")
    # In this order the plan comes to a desk that is open or on its way, and opens no second window.
    code = _show_address(home) if agent_mark() else _show(home, printed=chosen.print)
    print("A sample plan waits on the desk." if _submit_sample(home) else "The sample plan still waits on the desk.")
    return code


def _show_address(home: str) -> int:
    """Where the desk is, for an agent to tell: without a code, so that only a person can sign in."""
    print(f"http://127.0.0.1:{(hub_address.read_hub(home) or {}).get('port')}/")
    print("An agent has started this: to sign in there, run `countermark open` in a terminal of your own.")
    return DONE


def _submit_sample(home: str) -> bool:
    """Starts a review that outlives us and sees it arrive; False if one from before still waits."""
    turn = os.open(Path(hub_address.run_folder(home)) / "demo.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(turn, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    else:
        before = _waiting(home)
        # The lock goes over to the waiting process and ends with it.
        _see_arrive(home, _start_review(SAMPLE, keeps=turn), before=before)
        return True
    finally:
        os.close(turn)


def _start_review(file: Path, *, keeps: int) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "countermark", "review", str(file)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        pass_fds=(keeps,),
    )


def _see_arrive(home: str, asking: "subprocess.Popen[str]", *, before: int) -> None:
    """Returns once more agents wait than before: the hub holds a line only for what it has stored."""
    until = time.monotonic() + ARRIVING
    while _waiting(home) <= before:
        if asking.poll() is not None:
            raise Failure(asking.communicate()[1].strip().removeprefix("countermark: ") or "the sample was not taken")
        if time.monotonic() > until:
            raise Failure(f"the sample plan has not arrived within {ARRIVING:.0f} s", "Run `countermark doctor`.")
        time.sleep(LOOK)


def _waiting(home: str) -> int:
    return int(str(ask_hub(home, "GET", "/api/status")["waiting"]))
