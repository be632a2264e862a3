"""What the gate costs: a card on the screen, an answer at its agent, a rule's allow, a burst, and many that wait.

python -m bench.gate [cards] [rules] [burst] [waiting]    # all of them without a word

Real hub, real hook, headless Chromium; the burst's hooks are connections of one process. All times are wall times:
read them beside the load average.
"""

import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.burst import answer_of, cpu_seconds, hub_of, percentile, process, request
from bench.bursts.hooks import Line, ring_all
from bench.bursts.streams import follow_all
from tests.browser import chromium
from tests.browser.conftest import furnished
from tests.journeys.hook_process import HOOK, HookProcess
from tests.journeys.waiting_hooks import hub_with_limit
from tests.real_agents.gatekeeper import Gatekeeper
from tests.real_agents.workplace import Workplace

ROUNDS = 30
BURST = 1_000
WAITING = 500
DESKS = 20
PROMISED_MS = {"allow": 40.0, "answer": 50.0}
PROMISED_S = 1.0
# A page that was built before there were cards would let it wait for ever.
PAINTED = """text => new Promise((done, fail) => {
  setTimeout(() => fail(new Error('No card shows the command: is the page built from what stands here?')), 20000);
  const look = () => {
    if ([...document.querySelectorAll('pre, code')].some(each => each.textContent.includes(text))) {
      requestAnimationFrame(() => setTimeout(() => done(Date.now())));
      return true;
    }
    return false;
  };
  if (look()) return;
  const watch = new MutationObserver(() => look() && watch.disconnect());
  watch.observe(document.body, {childList: true, subtree: true, characterData: true});
})"""


def main() -> int:
    """Print what was asked for."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, most), most))
    parts: Mapping[str, Callable[[], None]] = {"cards": cards, "rules": rules, "burst": burst, "waiting": waiting}
    for name in sys.argv[1:] or parts:
        print(f"{name}, load average {os.getloadavg()[0]:.1f}")
        parts[name]()
    return 0


def bash(command: str, *, cwd: Path, event: str = "PermissionRequest", talk: str = "talk") -> dict[str, Any]:
    """What Claude Code writes to its hook about a command."""
    return {
        "session_id": talk, "transcript_path": "/home/dev/t.jsonl", "cwd": str(cwd), "permission_mode": "default",
        "hook_event_name": event, "tool_name": "Bash", "tool_input": {"command": command, "description": "As asked"},
        "tool_use_id": f"toolu_{talk}",
    }  # fmt: skip


def cards() -> None:
    """From the start of the hook to the painted card, and from the click to the hook's end."""
    painted, answered = list[float](), list[float]()
    folder = Path(tempfile.mkdtemp(prefix="cm-b-"))
    with chromium.started() as browser, furnished(browser, folder) as office:
        desk = office.desk()
        with Gatekeeper(office.workplace) as keeper:
            for number in range(ROUNDS):
                command = f"make card-{number}"
                waiting_for = f"window.seen = ({PAINTED})({json.dumps(command)})"
                desk.page.evaluate(f"() => {{ {waiting_for}; }}")
                begun = time.time()
                with HookProcess(office.workplace, bash(command, cwd=office.workplace.project)) as hook:
                    painted.append(desk.page.evaluate("() => window.seen") - begun * 1000)
                    asked = keeper.sees_permission(command)
                    clicked = time.perf_counter()
                    keeper.answers(asked, "once")
                    hook.ends()
                    answered.append((hook.ended_at - clicked) * 1000)
    shutil.rmtree(folder, ignore_errors=True)
    tell("hook started to card painted", painted)
    tell("answer sent to hook ended", answered, promised=PROMISED_MS["answer"])


def rules() -> None:
    """What a rule's allow costs the agent, beside a bare interpreter."""
    with workplace_with_hub() as workplace:
        payload = json.dumps(bash("git status", cwd=workplace.project, event="PreToolUse")).encode()
        environment = workplace.environment(CLAUDECODE="1")
        bare, allowed = list[float](), list[float]()
        for _ in range(ROUNDS):
            bare.append(spawn_ms([sys.executable, "-S", "-c", ""], environment, b""))
            allowed.append(spawn_ms([HOOK, "claude-code"], environment, payload))
        tell("bare interpreter", bare)
        tell("a rule's allow", allowed, promised=PROMISED_MS["allow"])


def spawn_ms(command: Sequence[str], environment: dict[str, str], payload: bytes) -> float:
    """A program from its start to its end."""
    begun = time.perf_counter()
    subprocess.run(command, env=environment, input=payload, stdout=subprocess.DEVNULL, check=True)
    return (time.perf_counter() - begun) * 1000


def burst() -> None:
    """A thousand calls at once that a rule allows: until the last agent has its answer."""
    with workplace_with_hub() as workplace:
        project = workplace.project
        calls = [bash("git status", cwd=project, event="PreToolUse", talk=f"t{number}") for number in range(BURST)]
        requests = [request("claude-code", each) for each in calls]
        pid, _ = hub_of(workplace)
        with process(ring_all, str(workplace.desk_folder / "run" / "agent.sock"), [], requests) as hooks:
            answer_of(hooks)
            used = cpu_seconds(pid)
            hooks.send("ring")
            hooks.send(0)
            lines: tuple[list[Line], list[Line]] = answer_of(hooks)
        taken = [line.accepted - line.rung for line in lines[1]]
        print(f"  {BURST} calls allowed by a rule: {told_s(taken)}, hub's CPU {cpu_seconds(pid) - used:.2f} s")


def waiting() -> None:
    """Five hundred that wait, at twenty desks: until each desk has each."""
    with workplace_with_hub() as workplace, Gatekeeper(workplace) as keeper:
        project = workplace.project
        calls = [bash(f"make burst-{number}", cwd=project, talk=f"t{number}") for number in range(WAITING)]
        requests = [request("claude-code", each) for each in calls]
        pid, port = hub_of(workplace)
        before = memory_mb(pid)
        agents = str(workplace.desk_folder / "run" / "agent.sock")
        with process(ring_all, agents, [], requests) as hooks:
            answer_of(hooks)
            readers_of = (follow_all, port, keeper.credential, DESKS, WAITING, "permission_asked")
            with process(*readers_of) as readers:
                answer_of(readers)
                hooks.send("ring")
                seen: list[list[float]] = answer_of(readers)
                hooks.send(0)
                lines: tuple[list[Line], list[Line]] = answer_of(hooks)
                after = memory_mb(pid)
        stored = [line.accepted - line.rung for line in lines[1]]
        shown = [at - line.rung for number, line in enumerate(lines[1]) for at in seen[number]]
        print(f"  {WAITING} stored: {told_s(stored)}")
        print(
            f"  seen at {DESKS} desks: {told_s(shown)}; ratio to the promise {percentile(shown, 99) / PROMISED_S:.2f}"
        )
        print(f"  hub's memory: {before:.0f} MB before, {after:.0f} MB while they wait")


@contextmanager
def workplace_with_hub() -> Iterator[Workplace]:
    """A workplace with a hub that runs; all of it is removed again."""
    folders = [Path(tempfile.mkdtemp(prefix="cm-b-")) for _ in range(2)]
    workplace = Workplace(folders[0], folders[1]).furnish()
    try:
        with hub_with_limit(workplace, hard=False, source=None):
            yield workplace
    finally:
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)


def memory_mb(pid: int) -> float:
    """The resident memory of a process, as Linux says."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) / 1024


def tell(what: str, taken: Sequence[float], *, promised: float | None = None) -> None:
    """Median and the slow end, in milliseconds, and the ratio to what is promised."""
    median = statistics.median(taken)
    ratio = "" if promised is None else f", ratio to the promise ({promised:.0f} ms) {median / promised:.2f}"
    print(f"  {what}: median {median:.1f} ms, p95 {percentile(taken, 95):.1f}, slowest {max(taken):.1f}{ratio}")


def told_s(taken: Sequence[float]) -> str:
    """Median and 99th of times in seconds."""
    return f"median {percentile(taken, 50):.2f} s, p99 {percentile(taken, 99):.2f} s"


if __name__ == "__main__":
    sys.exit(main())
