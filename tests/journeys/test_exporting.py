"""What was decided leaves the desk at a terminal, and by itself: real hub, real command line, a folder of notes."""

import json
import os
import pty
import resource
import stat
import subprocess
import sys
from pathlib import Path

from countermark.actions.vault import PROGRESS
from tests.journeys.hook_process import HookProcess, plan_payload
from tests.real_agents.person import Hub, Person, countermark, eventually
from tests.real_agents.workplace import Workplace

PLAN = "# Ship the café\n\n1. Move the till.\n2. Call Ada.\n"


def decided(workplace: Workplace, person: Person, plan: str = PLAN) -> str:
    """The id of a plan that was approved."""
    with HookProcess(workplace, plan_payload(plan, cwd=str(workplace.project))) as hook:
        review = person.sees_plan()
        person.approves(review)
        hook.ends()
    return str(review["id"])


def notes_in(folder: Path) -> list[Path]:
    """The files that have been written there."""
    return [each for each in folder.iterdir() if each.stat().st_size > 0]


def exports(workplace: Workplace, *arguments: str) -> str:
    return countermark(workplace, "export", *arguments)


def refused(workplace: Workplace, *arguments: str) -> str:
    """Why nothing was exported."""
    done = subprocess.run(
        [sys.executable, "-m", "countermark", "export", *arguments], env=workplace.environment(),
        cwd=workplace.project, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode != 0
    return done.stderr


def test_one_item_in_each_form(workplace: Workplace, hub: Hub, person: Person, tmp_path: Path) -> None:
    assert hub.ready()
    item = decided(workplace, person)
    assert item in countermark(workplace, "journal", "--json")
    markdown = exports(workplace, item)
    assert markdown.startswith('---\ntitle: "Ship the café"\n')
    assert 'agent: "Claude Code"' in markdown
    assert markdown.endswith("1. Move the till.\n2. Call Ada.\n")
    told = json.loads(exports(workplace, item, "--form", "json"))
    assert (told["id"], told["outcome"], told["text"]) == (item, "approved", PLAN)
    file = tmp_path / "plan.html"
    assert exports(workplace, item, "--form", "html", "--output", str(file)) == ""
    assert "<li" in file.read_text()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert json.loads(exports(workplace, item, "--form", "json", "--output", "-")) == told
    before = file.read_bytes()
    assert "File exists" in refused(workplace, item, "--form", "json", "--output", str(file))
    assert file.read_bytes() == before


def test_everything_as_lines_and_as_files(workplace: Workplace, hub: Hub, person: Person, tmp_path: Path) -> None:
    assert hub.ready()
    first, second = decided(workplace, person), decided(workplace, person, "# ../../Ship\n\nAnother.\n")
    lines = [json.loads(line) for line in exports(workplace, "--all").splitlines()]
    assert [line["id"] for line in lines] == [second, first]
    assert exports(workplace, "--all", "--since", "2026-11-01", "--until", "2026-11-02") == ""
    for narrower in ("--verdict=denied", "--kind=question", "--agent=codex", f"--workspace={tmp_path}"):
        assert exports(workplace, "--all", narrower) == ""
    assert (
        len(exports(workplace, "--all", "--verdict=approved", "--kind=review", "--agent=claude-code").splitlines()) == 2
    )
    assert len(exports(workplace, "--all", "--workspace", ".", "--verdict", "approved").splitlines()) == 2
    folder = tmp_path / "out"
    folder.mkdir()
    for _ in range(2):  # what is there is left as it is
        assert exports(workplace, "--all", "--output", str(folder)) == f"2 files in {folder}\n"
    assert sorted(file.name[11:] for file in folder.iterdir()) == ["Ship the café.md", "Ship.md"]
    every = tmp_path / "all.jsonl"
    exports(workplace, "--all", "--output", str(every))
    assert len(every.read_text().splitlines()) == 2
    countermark(workplace, "forget", first, "--yes")
    assert [json.loads(line)["id"] for line in exports(workplace, "--all").splitlines()] == [second]
    assert "forgotten" in refused(workplace, first)


def test_a_file_for_which_there_is_no_room_is_not_left_half_written(
    workplace: Workplace, hub: Hub, person: Person, tmp_path: Path
) -> None:
    assert hub.ready()
    item = decided(workplace, person)
    file = tmp_path / "plan.html"
    limit = (4096, 4096)
    done = subprocess.run(
        [sys.executable, "-m", "countermark", "export", item, "--form", "html", "--output", str(file)],
        env=workplace.environment(), capture_output=True, text=True, timeout=120,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit),
    )  # fmt: skip
    assert (done.returncode, file.exists()) == (1, False)
    assert "File too large" in done.stderr


def test_what_cannot_be_exported_is_said(workplace: Workplace, hub: Hub, person: Person) -> None:
    assert hub.ready()
    with HookProcess(workplace, plan_payload(PLAN)) as hook:
        review = person.sees_plan()
        assert "still waits" in refused(workplace, str(review["id"]))
        person.approves(review)
        hook.ends()
    assert "not clear what to export" in refused(workplace)
    assert "not clear what to export" in refused(workplace, str(review["id"]), "--all")
    assert "not clear what to export" in refused(workplace, str(review["id"]), "--verdict", "approved")
    assert "needs a folder" in refused(workplace, "--all", "--form", "html")
    assert "rv_00000000000000000000000000 is not exported" in refused(workplace, "rv_" + "0" * 26)


def test_no_plan_steers_a_terminal(workplace: Workplace, hub: Hub, person: Person) -> None:
    assert hub.ready()
    item = decided(workplace, person, "# Ship\n\nA \x1b]0;title\x07 \u202eback\n")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "countermark", "export", item]
    with subprocess.Popen(command, env=workplace.environment(), stdout=theirs) as running:
        assert running.wait(120) == 0
    os.close(theirs)
    shown = os.read(ours, 65536).decode()
    os.close(ours)
    assert "Ship" in shown
    assert "\x1b" not in shown
    assert "\u202e" not in shown


def test_decided_plans_are_notes_of_a_vault(workplace: Workplace, hub: Hub, person: Person, tmp_path: Path) -> None:
    folder = tmp_path / "vault"
    folder.mkdir()
    before = decided(workplace, person)
    settings = Path(workplace.desk_folder, "settings.toml")
    settings.write_text(f'[export]\nobsidian = "{folder}"\ntags = ["work/plans"]\n')
    hub.kill()
    hub.starts_again()
    written = decided(workplace, person, "# Second\n\nText.\n")
    [note] = eventually(lambda: notes_in(folder) or None, seconds=60, what="a note", instead=lambda: "none")
    assert note.name.endswith(" Second.md")
    assert f'id: "{written}"' in note.read_text()
    assert '"work/plans"' in note.read_text()
    assert before not in note.read_text()
    # A hub that is killed before it has noted how far it is writes the last note once more.
    progress, at = Path(workplace.desk_folder, PROGRESS), note.stat().st_mtime_ns
    eventually(lambda: progress.stat().st_mtime_ns >= at or None, seconds=60, what="its place", instead=lambda: "none")
    note.rename(folder / "Moved.md")
    hub.kill()
    hub.starts_again()
    decided(workplace, person, "# Third\n\nText.\n")
    eventually(lambda: list(folder.glob("* Third.md")) or None, seconds=60, what="a note", instead=lambda: "none")
    assert sorted(each.name[-9:] for each in folder.iterdir()) == [" Third.md", "Moved.md"]
