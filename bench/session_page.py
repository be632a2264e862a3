"""How soon the page has painted what an agent streams: 10,000 chunks of Markdown, at once and as a quick model does.

Real hub, real agent, headless Chromium without a GPU; the session is open in its pane. Told are the time from the
agent's last chunk to the frame that shows its last character, and the longest task of the page's main thread: by the
wall, as the page itself observes it (0: none over 50 ms), and by the processor, as Chromium's trace says. Other work on
the machine makes wall times longer and leaves the processor's as they are: those tell whether the promise holds.
"""

import os
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page

from bench.acp_core import FOLDER
from bench.marks import PROMISED_MS, traced, until
from bench.render import Plan
from tests.browser import chromium
from tests.browser.conftest import furnished
from tests.browser.office import Office
from tests.browser.talk import Talk

CHUNKS = 10_000
SIZE = 280_000
PACES = {"as fast as it can": 0, "400 chunks a second": 400}
LAST = "So it ends here."

# Looks at each frame at nothing but the last block and the last open text: to read all of it would be the longest task.
WATCH = """last => {
  performance.mark('begin streamed');
  const probe = window.probe = {tasks: [], painted: null, rendered: null};
  new PerformanceObserver(list => list.getEntries().forEach(one => probe.tasks.push(one.duration)))
    .observe({type: 'longtask'});
  const ends = found => found !== undefined && found.textContent.includes(last);
  const lastOf = name => { const all = document.getElementsByClassName(name); return all[all.length - 1]; };
  const look = () => requestAnimationFrame(() => {
    const isRendered = ends(lastOf('session-block'));
    const isThere = isRendered || ends(lastOf('session-open')?.lastElementChild ?? undefined);
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      const now = performance.timeOrigin + performance.now();
      if (isThere) probe.painted ??= now;
      if (isRendered) probe.rendered ??= now;
      if (probe.rendered === null) look();
      else performance.mark('end streamed');
    };
    channel.port2.postMessage(null);
  });
  look();
}"""
OVER = "probe.rendered !== null"


@dataclass(frozen=True)
class Shown:
    """One message; seconds after the agent's last chunk, milliseconds of one task."""

    painted_s: float
    rendered_s: float
    longest_ms: float
    tasks_over: int
    heaviest_ms: float


def main() -> int:
    """Print a line for each pace; whether a task is longer than promised."""
    folder = Path(tempfile.mkdtemp(prefix="cm-b-"))
    broken = 0
    print(f"{CHUNKS:,} chunks, {SIZE:,} characters of Markdown, load {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")
    try:
        with chromium.started() as browser, furnished(browser, folder) as office:
            for name, pace in PACES.items():
                with office:
                    broken += told(name, streamed(office, pace))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return broken


def streamed(office: Office, pace: int) -> Shown:
    """A session in its pane, whose agent says the whole text."""
    root = office.workplace.root
    text, ended = root / "text.md", root / "ended"
    text.write_text(f"{Plan(seed=pace).text(SIZE)}\n{LAST}", encoding="utf-8")
    command = [sys.executable, str(FOLDER / "streaming_agent.py"), str(CHUNKS), str(pace), str(text), str(ended)]
    folder = str(office.workplace.project)
    session = office.attendant.opens_session(agent="opencode", folder=folder, title="", command=command)
    talk = Talk(office.desk(), session).opens()
    page: Page = talk.page
    with traced(office, page, f"streamed-{pace}") as found:
        page.evaluate(WATCH, LAST)
        talk.says("Go on.")
        until(page, OVER)
    probe = page.evaluate("probe")
    office.attendant.closes_session(session)
    end = float(ended.read_text(encoding="utf-8")) * 1000
    return Shown(
        painted_s=(probe["painted"] - end) / 1000,
        rendered_s=(probe["rendered"] - end) / 1000,
        longest_ms=max(probe["tasks"], default=0.0),
        tasks_over=len(probe["tasks"]),
        heaviest_ms=found[0].heaviest().cpu,
    )


def told(name: str, shown: Shown) -> bool:
    """Prints it; whether a task has worked longer than promised."""
    print(
        f"{name}: last character {shown.painted_s:.2f} s after the agent's last chunk,"
        f" rendered {shown.rendered_s:.2f} s"
    )
    print(
        f"  longest task {shown.longest_ms:.0f} ms by the wall ({shown.tasks_over} over {PROMISED_MS:.0f} ms),"
        f" {shown.heaviest_ms:.1f} ms of processor time, promised {PROMISED_MS:.0f}"
    )
    return shown.heaviest_ms > PROMISED_MS


if __name__ == "__main__":
    sys.exit(main())
