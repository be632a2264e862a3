"""Puts a sample plan on the screen, the way Claude Code would: through the hook, into a desk of its own in .demo/."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

from countermark.doorbell import hub_address
from countermark.doorbell.ring import read_object, ring

ROOT = Path(__file__).resolve().parents[1]
HOME = ROOT / ".demo"
ANSWER = HOME / "answer.json"
PATIENCE_S = 60.0


def main() -> None:
    HOME.mkdir(mode=0o700, exist_ok=True)
    os.environ["COUNTERMARK_HOME"] = str(HOME)
    say("Starting the hub, with its data in .demo/")
    hub_address.ensure_hub(str(HOME), patience=PATIENCE_S, patience_while_starting=PATIENCE_S)
    if not waiting():
        say("Submitting a sample plan through the hook, as Claude Code does")
        submit()
        wait_for_plan()
    show()


def say(line: str) -> None:
    print(f"· {line}", flush=True)


def status() -> dict[str, object]:
    return read_object(ring(hub_address.door(str(HOME)), "GET", "/api/status"))


def waiting() -> bool:
    return bool(status()["waiting"])


def submit() -> None:
    """Start a hook as Claude Code starts it, and leave it waiting for the answer."""
    payload = HOME / "payload.json"
    payload.write_text(json.dumps(plan_payload()), encoding="utf-8")
    with payload.open("rb") as stdin, ANSWER.open("wb") as stdout, (HOME / "hook.log").open("wb") as stderr:
        subprocess.Popen(
            [sys.executable, "-m", "countermark.agent_side.hook", "claude-code"],
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            cwd=ROOT,
            start_new_session=True,
        )


def plan_payload() -> dict[str, object]:
    plan = (ROOT / "tools" / "demo_plan.md").read_text(encoding="utf-8")
    return {
        "session_id": f"demo-{time.time_ns()}",
        "cwd": str(ROOT),
        "permission_mode": "plan",
        "hook_event_name": "PermissionRequest",
        "tool_name": "ExitPlanMode",
        "tool_input": {"plan": plan},
    }


def wait_for_plan() -> None:
    until = time.monotonic() + PATIENCE_S
    while not waiting():
        if time.monotonic() > until:
            sys.exit(f"The plan did not arrive; look at {HOME / 'hook.log'} and {HOME / 'hub.log'}")
        time.sleep(0.05)


def show() -> None:
    """Say where the plan is; where there is a screen, the hub has opened it already."""
    command = [sys.executable, "-m", "countermark", "open", "--print"]
    opened = subprocess.run(command, capture_output=True, text=True, check=False)
    address = opened.stdout.strip() or f"http://127.0.0.1:{status()['port']}/"
    print(f"\n  The plan waits for you at  {address}\n")
    if opened.returncode:
        print(f"  {opened.stderr.strip()}\n")
    print("  The address is good for one minute and one browser; `make demo` prints a new one.")
    print(f"  What the agent is told lands in {ANSWER.relative_to(ROOT)} as soon as you have answered.")
    print("  To end it: COUNTERMARK_HOME=.demo .venv/bin/countermark stop")


if __name__ == "__main__":
    main()
