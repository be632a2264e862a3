"""What the doctor says of Claude Code: hooks that are missing or switched off, and plugins that could overrule them."""

import json
import os
import shutil
from pathlib import Path

import pytest

from countermark.cli.claude_findings import look_at_claude
from countermark.cli.finding import Finding
from countermark.cli.main import main
from tests.unit.cli.bare_machine import bare_machine

CLAUDE = """#!/bin/sh
case "$1 $2" in
"--version ") echo "2.1.330 (Claude Code)" ;;
"plugin list") cat "$LISTED" ;;
"plugin validate") cat "$4/told.json" ;;
esac
"""


@pytest.fixture(autouse=True)
def place(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A hook beside the interpreter, the person's home, a project, and a PATH without Claude Code."""
    monkeypatch.setenv("LISTED", str(tmp_path / "listed.json"))
    return bare_machine(tmp_path, monkeypatch)


def bad(home: Path) -> list[Finding]:
    return [finding for finding in look_at_claude(str(home)) if not finding.good]


def test_all_that_is_installed_is_found(home: Path) -> None:
    main(["install", "claude-code"])
    assert bad(home) == []


def test_plans_alone_are_no_fault_where_they_were_chosen(home: Path) -> None:
    main(["install", "claude-code", "--plans-only"])
    assert bad(home) == []


def test_an_install_of_before_the_gate_lacks_hooks(home: Path) -> None:
    main(["install", "claude-code", "--plans-only"])
    records = home / "installed.json"
    (file,) = json.loads(records.read_text()).values()
    del file["plans_only"]
    path = os.path.realpath(Path(os.environ["HOME"]) / ".claude" / "settings.json")
    records.write_text(json.dumps({path: file}))
    says = [finding.says for finding in bad(home)]
    assert any("not called when it is wanted" in words for words in says)
    assert any("no hook of ours for PreToolUse, PermissionRequest, Elicitation" in words for words in says)


@pytest.mark.parametrize("file", ["settings.json", "settings.local.json"])
def test_hooks_that_a_project_switches_off_are_told_of(home: Path, place: Path, file: str) -> None:
    main(["install", "claude-code"])
    settings = place / "project" / ".claude" / file
    settings.parent.mkdir()
    settings.write_text('{"disableAllHooks": true}')
    (finding,) = bad(home)
    assert finding.says == f"{settings} has disableAllHooks"


def test_without_claude_nobody_can_tell_of_plugins(home: Path) -> None:
    main(["install", "claude-code"])
    assert any("no `claude` on the PATH" in finding.says for finding in look_at_claude(str(home)))


def plugin(folder: Path, *patterns: str) -> Path:
    folder.mkdir(parents=True)
    gates = [{"module": "./r.js", "pattern": pattern, "hook": pattern, "hasCatch": False} for pattern in patterns]
    (folder / "told.json").write_text(json.dumps({"success": True, "contents": [{"gatingHooks": gates}]}))
    return folder


def test_plugins_that_could_overrule_hooks_are_named(home: Path, place: Path) -> None:
    main(["install", "claude-code"])
    (place / "bin" / "claude").write_text(CLAUDE)
    (place / "bin" / "claude").chmod(0o755)
    harmless, allows = plugin(place / "mods" / "harmless"), plugin(place / "mods" / "allows", "tool.check", "classic.*")
    off, live = plugin(place / "mods" / "off", "tool.call"), plugin(place / "mods" / "live", "tool.judge")
    skill = plugin(place / "project" / ".claude" / "skills" / "handy", "tool.call")
    (skill / ".claude-plugin").mkdir()
    unreadable = place / "mods" / "unreadable"
    listed = [
        {"id": "harmless@mk", "enabled": True, "installPath": str(harmless)},
        {"id": "allows@mk", "enabled": True, "installPath": str(allows)},
        {"id": "off@mk", "enabled": False, "installPath": str(off)},
        {"id": "live@mk", "enabled": True, "installPath": str(harmless), "readFromFolder": str(live)},
        {"id": "unreadable@mk", "enabled": True, "installPath": str(unreadable)},
        {"id": "handy@skills-dir", "enabled": True, "installPath": str(skill)},
    ]
    (place / "listed.json").write_text(json.dumps(listed))
    says = [finding.says for finding in bad(home)]
    assert [words.partition(" can overrule")[0] for words in says] == [
        f"handy@skills-dir in {skill} (tool.call)",
        f"allows@mk in {allows} (classic.*, tool.check)",
        f"live@mk in {live} (tool.judge)",
        "`claude plugin validate` told nothing of unreadable@mk",
    ]
    (place / "listed.json").write_text(json.dumps(listed[:1]))
    shutil.rmtree(skill)
    assert bad(home) == []


def test_a_claude_that_tells_nothing_is_no_proof(home: Path, place: Path) -> None:
    main(["install", "claude-code"])
    (place / "bin" / "claude").write_text("#!/bin/sh\necho nonsense\n")
    (place / "bin" / "claude").chmod(0o755)
    skill = plugin(place / "person" / ".claude" / "skills" / "handy")
    (skill / ".claude-plugin").mkdir()
    (finding,) = bad(home)
    assert finding.says == "`claude plugin validate` told nothing of handy"
