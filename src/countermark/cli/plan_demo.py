"""`countermark demo`: a sample plan on the desk, and a scripted agent that answers changes with its next revision."""

import argparse
import fcntl
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from countermark.cli import sample_agent
from countermark.cli.desk_commands import agent_mark, show_desk_of
from countermark.cli.failure import DONE, Failure
from countermark.cli.hub_commands import ask_hub, count
from countermark.cli.pages.demo import demo_pages
from countermark.doorbell import hub_address
from countermark.machine.own_command import open_command, own_command, program

ARRIVING = 20.0  # seconds
LOOK = 0.05
OWN_SIGNAL = 1.0
SAMPLE = Path(__file__).with_name("sample_plan.md")
GUIDE = """Try this on the desk:
  1. Read the box on top of the plan: it names three places to mark.
  2. Mark them, press r to request changes, then Ctrl+Enter and Enter to send.
  3. The sample agent answers with its next revision within seconds; press v to see what changed.
Waiting for your answer. Ctrl-C ends the demo; the plan stays on the desk."""
NEXT = """What next:
  Your agent's plans  {program} install claude-code
                      {plans_open}
  Any Markdown        {own} review NOTES.md
  Web pages           {own} demo pages"""
OPEN_HERE = "then they open here by themselves."
# Claude Code starts its hooks with its own environment.
OPEN_ELSEWHERE = "then they open on the desk of your usual data folder, unless Claude Code has this COUNTERMARK_HOME."


@dataclass(frozen=True)
class DemoDecision:
    """What `countermark review --json` printed at its end; None when nobody answered."""

    verdict: str | None
    feedback: str = ""
    revision: int = 0


def demo(chosen: argparse.Namespace) -> int:
    """Shows the desk, then puts a sample plan on it unless one still waits there."""
    if chosen.what == "pages":
        return demo_pages(chosen.folder, printed=chosen.print or agent_mark() is not None)
    if chosen.folder is not None:
        raise Failure("a folder is for `countermark demo pages` only", "Leave it out.")
    home = hub_address.home()
    hub_address.ensure_hub(home, side="person")
    # In this order the plan comes to a desk that is open or on its way, and opens no second window.
    if agent_mark():
        _print_address(home)
    else:
        show_desk_of(home, printed=chosen.print)
    return _ask_once(home, followed=sys.stdout.isatty() and agent_mark() is None)


def _print_address(home: str) -> None:
    """Where the desk is, for an agent to tell: without a code, so that only a person can sign in."""
    print(f"http://127.0.0.1:{(hub_address.read_hub(home) or {}).get('port')}/")
    print(f"An agent has started this: to sign in there, run `{open_command(home)}` in a terminal of your own.")


def _ask_once(home: str, *, followed: bool) -> int:
    """Starts the sample agent unless one still waits; a person at a terminal sees what it does."""
    turn = os.open(Path(hub_address.run_folder(home)) / "demo.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(turn, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        print("The sample plan still waits on the desk.")
        return DONE
    else:
        plan = _fresh_plan(home)
        waiting = _waiting(home)
        if followed:
            return _follow(plan, home=home, waiting=waiting)
        # The lock goes over to the agent's process and ends with it.
        _see_arrival(home, _start_agent(plan, keeps=turn), waiting=waiting)
        print("A sample plan waits on the desk. A sample agent answers when you request changes.")
        return DONE
    finally:
        os.close(turn)


def _fresh_plan(home: str) -> Path:
    """The sample as a file that the agent may edit."""
    folder = Path(home) / "sample"
    folder.mkdir(mode=0o700, exist_ok=True)
    return Path(shutil.copyfile(SAMPLE, folder / "returns.md"))


def _start_agent(plan: Path, *, keeps: int) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "countermark.cli.plan_demo", str(plan)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        pass_fds=(keeps,),
    )


def _start_review(plan: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "countermark", "review", "--json", str(plan)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=plan.parent,
    )


def _see_arrival(home: str, asking: "subprocess.Popen[str]", *, waiting: int) -> None:
    """Returns once more agents wait than before: the hub holds a line only for what it has stored."""
    until = time.monotonic() + ARRIVING
    while _waiting(home) <= waiting:
        if asking.poll() is not None:
            raise Failure(asking.communicate()[1].strip().removeprefix("countermark: ") or "the sample was not taken")
        if time.monotonic() > until:
            raise Failure(
                f"the sample plan has not arrived within {ARRIVING:.0f} s", f"Run `{own_command(home)} doctor`."
            )
        time.sleep(LOOK)


def _waiting(home: str) -> int:
    return int(str(ask_hub(home, "GET", "/api/status")["waiting"]))


def _follow(plan: Path, *, home: str, waiting: int) -> int:
    """Is the agent in this terminal until the plan is approved or Ctrl-C is pressed."""
    first = _start_review(plan)
    try:
        _see_arrival(home, first, waiting=waiting)
        print(f"A sample plan waits on the desk.\n{GUIDE}", flush=True)
        work(plan, first, home=home, say=lambda line: print(line, flush=True))
    except KeyboardInterrupt:
        print(f"\nThe sample agent has ended; the plan stays on the desk. `{own_command(home)} demo` starts it anew.")
    return DONE


def work(plan: Path, asking: "subprocess.Popen[str]", *, home: str, say: Callable[[str], None]) -> None:
    """Answers each request for changes with the next revision, until there is another answer."""
    while True:
        decision = _decision_of(asking)
        if decision.verdict != "changes_requested":
            say(_ending(decision, home))
            return
        asks = sample_agent.read_feedback(decision.feedback)
        say(f"You requested changes, with {count(len(asks), 'mark')} on words. The sample agent works on it …")
        outcome = sample_agent.revise(plan.read_text("utf-8"), asks)
        plan.write_text(outcome.plan, "utf-8")
        asking = _start_review(plan)
        say(_report(outcome, decision.revision + 1))


def _decision_of(asking: "subprocess.Popen[str]") -> DemoDecision:
    printed, _ = asking.communicate()
    if asking.returncode == 128 + signal.SIGINT:
        time.sleep(OWN_SIGNAL)  # Ctrl-C reaches us too, perhaps a moment later
        raise KeyboardInterrupt
    try:
        told = json.loads(printed)
    except ValueError:
        return DemoDecision(None)
    return DemoDecision(told.get("decision"), str(told.get("feedback", "")), int(told.get("revision", 0)))


def _report(outcome: sample_agent.Reworked, revision: int) -> str:
    """What the agent did, and where the person sees it."""
    said = [
        (outcome.carried_out, "done as asked"),
        (outcome.kept, "left as they are"),
        (outcome.rewritten, "whose paragraph was written anew"),
        (outcome.not_found, "that it did not understand"),
    ]
    marks = "; ".join(f"{number} {what}" for number, what in said if number) or "no marks to work on"
    return (
        f"Revision {revision} is on the desk. Marks: {marks}.\n"
        "  Press v there to see what changed; the margin tells what became of each mark.\n"
        "  Press a to approve it, or mark it up again."
    )


def _ending(decision: DemoDecision, home: str) -> str:
    if decision.verdict == "approved":
        return f"You approved the plan: a real agent would carry it out now.\n{_next_steps(home)}"
    return f"The review has ended without your answer. `{own_command(home)} demo` starts it anew."


def _next_steps(home: str) -> str:
    """What else there is, as commands that work in any terminal of this user."""
    plans_open = OPEN_HERE if home == hub_address.usual_home() else OPEN_ELSEWHERE
    return NEXT.format(program=shlex.quote(program()), own=own_command(home), plans_open=plans_open)


if __name__ == "__main__":  # the agent that outlives the command which started it
    work(Path(sys.argv[1]), _start_review(Path(sys.argv[1])), home=hub_address.home(), say=lambda _: None)
