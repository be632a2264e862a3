"""How many waiting hooks a hub takes that may open 256 files, and whether the person still gets in.

python -m bench.waiting_hooks [--before=SRC]    # SRC: the `src` folder of another version, to compare with
"""

import resource
import shutil
import sys
import tempfile
import time
from pathlib import Path

import httpx

from tests.journeys.waiting_hooks import FEW, crowd, hub_with_limit
from tests.real_agents.person import countermark
from tests.real_agents.workplace import Workplace

BEFORE = "--before="
MOST = 499  # one agent may have 500 open reviews


def main() -> None:
    """Each version with each kind of limit."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, most), most))  # ours, not the hub's
    others = [Path(each.removeprefix(BEFORE)) for each in sys.argv[1:] if each.startswith(BEFORE)]
    for source in (*others, None):
        print(f"{source or 'this version'}, at most {MOST} hooks")
        for hard in (False, True):
            print(f"  {'hard' if hard else 'soft'} limit of {FEW} open files: {measured(source, hard=hard)}")


def measured(source: Path | None, *, hard: bool) -> str:
    """One line about one hub."""
    folders = [Path(tempfile.mkdtemp(prefix="cm-b-")) for _ in range(2)]
    workplace = Workplace(folders[0], folders[1]).furnish()
    try:
        with hub_with_limit(workplace, hard=hard, source=source), crowd(workplace, most=MOST, patience=5.0) as hooks:
            then = "" if hooks.waiting == MOST else f", the next one {'is told why' if hooks.told else 'hears nothing'}"
            return f"{hooks.waiting} wait{then}; {persons_luck(workplace)}"
    finally:
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)


def persons_luck(workplace: Workplace) -> str:
    """Whether somebody can sign in, and how long that takes."""
    begun = time.perf_counter()
    try:
        countermark(workplace, "status")
        count = reviews_seen(workplace)
    except (AssertionError, httpx.HTTPError) as error:
        return f"the person does not get in: {str(error)[:120]!r}"
    return f"the person signs in and sees {count} reviews in {time.perf_counter() - begun:.1f} s"


def reviews_seen(workplace: Workplace) -> int:
    """Sign in, to another version too, which may answer with a cookie, and count what waits."""
    address, _, code = countermark(workplace, "open", "--print").strip().partition("/#code=")
    with httpx.Client(base_url=address, headers={"Origin": address}, timeout=20, trust_env=False) as browser:
        given = browser.post("/api/sign-in", json={"code": code}).raise_for_status().json()
        browser.headers["Authorization"] = f"Bearer {given.get('token')}"
        return len(browser.get("/api/reviews?status=open").raise_for_status().json()["reviews"])


if __name__ == "__main__":
    main()
