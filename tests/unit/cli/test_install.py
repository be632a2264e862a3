"""`install` and `uninstall` on real files: links, modes, line ends, and nothing written when in doubt."""

import json
import stat
import sys
from pathlib import Path

import pytest

from countermark.cli import agent_settings
from countermark.cli.failure import Failure
from countermark.cli.main import main
from tests.repositories import make_repository

THEIRS = b'{\r\n\t"model": "opus",\r\n\t"hooks": {\r\n\t\t"Stop": [ {"hooks": []} ]\r\n\t}\r\n}\r\n'
EVENTS = ["PreToolUse", "PermissionRequest", "PostToolUse"]


@pytest.fixture(autouse=True)
def program(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A hook beside the interpreter, the person's home and a project to stand in."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("python", "countermark-hook"):
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o755)
    project = tmp_path / "project" / "deep"
    project.mkdir(parents=True)
    make_repository(tmp_path / "project")
    monkeypatch.setattr(sys, "executable", str(folder / "python"))
    monkeypatch.setenv("HOME", str(tmp_path / "person"))
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    monkeypatch.chdir(project)
    return folder / "countermark-hook"


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    path = tmp_path / "person" / ".claude" / "settings.json"
    path.parent.mkdir(parents=True)
    path.write_bytes(THEIRS)
    return path


def test_there_and_back(settings: Path, program: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings.chmod(0o640)
    assert main(["install", "claude-code"]) == 0
    said = capsys.readouterr().out
    assert f'+\t\t\t\t\t\t"command": "{program} claude-code",' in said
    assert "-\t" not in said.replace('-\t\t"Stop": [ {"hooks": []} ]', "")
    hooks = json.loads(settings.read_bytes())["hooks"]
    assert [hooks[event][0]["hooks"][0]["timeout"] for event in EVENTS] == [1920, 1920, 10]
    assert stat.S_IMODE(settings.stat().st_mode) == 0o640
    once = settings.read_bytes()
    assert main(["install", "claude-code"]) == 0
    assert "Nothing to do" in capsys.readouterr().out
    assert settings.read_bytes() == once
    assert main(["uninstall", "claude-code"]) == 0
    assert settings.read_bytes() == THEIRS
    assert stat.S_IMODE(settings.stat().st_mode) == 0o640
    assert main(["uninstall", "claude-code"]) == 0
    assert "Nothing to do" in capsys.readouterr().out
    assert list(settings.parent.iterdir()) == [settings]


def test_a_dry_run_writes_nothing(settings: Path, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["install", "claude-code", "--dry-run"]) == 0
    assert "+" in capsys.readouterr().out
    assert settings.read_bytes() == THEIRS
    assert list(home.iterdir()) == []
    main(["install", "claude-code"])
    after = settings.read_bytes()
    assert main(["uninstall", "claude-code", "--dry-run"]) == 0
    assert settings.read_bytes() == after


def test_a_file_that_was_not_there_is_taken_away(tmp_path: Path) -> None:
    path = tmp_path / "person" / ".claude" / "settings.json"
    assert main(["install", "claude-code", "--user"]) == 0
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert main(["uninstall", "claude-code", "--user"]) == 0
    assert not path.exists()


def test_the_project_has_settings_of_its_own(
    settings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["install", "claude-code", "--project"]) == 0
    assert "one of this machine" in capsys.readouterr().out
    path = tmp_path / "project" / ".claude" / "settings.json"
    assert set(json.loads(path.read_bytes())["hooks"]) > set(EVENTS)
    assert settings.read_bytes() == THEIRS
    assert main(["uninstall", "claude-code", "--project"]) == 0
    assert not path.exists()


def test_another_folder_for_claudes_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "elsewhere"))
    assert main(["install", "claude-code"]) == 0
    assert (tmp_path / "elsewhere" / "settings.json").exists()


@pytest.mark.parametrize("there", [True, False])
def test_a_link_is_followed(tmp_path: Path, there: bool) -> None:
    real = tmp_path / "dotfiles" / "claude.json"
    real.parent.mkdir()
    if there:
        real.write_bytes(THEIRS)
    path = tmp_path / "person" / ".claude" / "settings.json"
    path.parent.mkdir(parents=True)
    path.symlink_to(real)
    assert main(["install", "claude-code"]) == 0
    assert path.is_symlink()
    assert set(json.loads(real.read_bytes())["hooks"]) >= set(EVENTS)
    assert main(["uninstall", "claude-code"]) == 0
    assert (real.read_bytes() == THEIRS) if there else not real.exists()
    assert path.is_symlink()


@pytest.mark.parametrize(
    ("content", "place"),
    [(b'{\n  "a" 1\n}', "line 2, column 7"), (b"[]", "not a JSON object"), (b'{"a": "\xff"}', "byte 7")],
)
def test_what_cannot_be_understood_is_left_alone(
    settings: Path, home: Path, content: bytes, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.write_bytes(content)
    for command in ("install", "uninstall"):
        assert main([command, "claude-code"]) == 1
        assert place in capsys.readouterr().err
        assert settings.read_bytes() == content
    assert list(home.iterdir()) == []


@pytest.mark.parametrize("content", [b'{\n  // mine\n  "model": "opus",\n}\n', b'{"hooks": []}'])
@pytest.mark.parametrize("project", [False, True])
def test_what_belongs_into_settings_with_comments_is_printed(
    settings: Path, tmp_path: Path, program: Path, content: bytes, project: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    more = ["--project"] if project else []
    path = tmp_path / "project" / ".claude" / "settings.json" if project else settings
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    assert main(["install", "claude-code", *more]) == 1
    said = capsys.readouterr().err
    assert f"{path} cannot be edited safely: " in said
    assert ("comments" in said) is (b"//" in content)
    pasted = said[said.index(":\n{\n") + 2 :]
    assert path.read_bytes() == content
    # It is exactly what is written where it can be.
    path.write_bytes(b"")
    assert main(["install", "claude-code", *more]) == 0
    assert json.loads(path.read_bytes()) == json.loads(pasted)
    assert str(program) in pasted


def other(matcher: str | None, **hook: object) -> bytes:
    """Settings with another program's hook for requests."""
    group: dict[str, object] = {"hooks": [hook]}
    if matcher is not None:
        group["matcher"] = matcher
    return json.dumps({"hooks": {"PermissionRequest": [group]}}).encode()


@pytest.mark.parametrize("matcher", ["ExitPlanMode", "Bash|ExitPlanMode", "^(ExitPlanMode)$"])
@pytest.mark.parametrize("name", ["person/.claude/settings.json", "project/.claude/settings.json", "local"])
def test_another_program_that_is_asked_about_plans_is_named(
    tmp_path: Path, matcher: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name.replace("local", "project/.claude/settings.local.json")
    path.parent.mkdir(parents=True)
    path.write_bytes(other(matcher, type="command", command="/opt/reviewer --plans"))
    for more in (["--dry-run"], [], []):
        assert main(["install", "claude-code", *more]) == 0
        said = capsys.readouterr().out
        assert f"Note: `/opt/reviewer --plans` in {path} is asked about each plan too: you are asked twice" in said
        assert said.count("Note: ") == 1
        assert "or run `countermark uninstall claude-code`" in said


@pytest.mark.parametrize("matcher", [None, "", "*", ".*"])
def test_a_hook_for_all_requests_is_told_of_and_nothing_is_to_be_mended(
    settings: Path, matcher: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.write_bytes(other(matcher, type="http", url="http://127.0.0.1:9/bell\x1b[2J"))
    assert main(["install", "claude-code"]) == 0
    said = capsys.readouterr().out.partition("Written")[2]
    assert "http://127.0.0.1:9/bell" in said
    assert "\x1b" not in said
    assert "is called at each request, plans too" in said
    assert "Keep one" not in said


@pytest.mark.parametrize(
    "content",
    [
        other("Bash", type="command", command="x"),
        other("ExitPlanModeLater", type="command", command="x"),
        other("ExitPlanMode", type="command", command="/old/countermark-hook claude-code"),
        other("ExitPlanMode", timeout=1),
        b'{"hooks": {"PermissionRequest": [{"matcher": "ExitPlanMode"}, {"hooks": {}}, 1]}}',
        b'{"hooks": {"PostToolUse": [{"matcher": "ExitPlanMode", "hooks": [{"command": "x"}]}]}}',
    ],
)
def test_other_hooks_are_nobodys_rivals(settings: Path, content: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    settings.write_bytes(content)
    local = settings.parents[2] / "project" / ".claude" / "settings.local.json"
    local.parent.mkdir()
    local.write_bytes(b"// mine")
    assert main(["install", "claude-code"]) == 0
    assert "Note: " not in capsys.readouterr().out


def test_somebody_elses_change_in_between_is_not_overwritten(settings: Path) -> None:
    with pytest.raises(Failure, match="somebody else"):
        agent_settings.write_text(settings, "{}", was="{ }", mode=0o600)
    assert settings.read_bytes() == THEIRS


def test_a_new_wait_and_a_new_place_correct_the_entry(
    settings: Path, home: Path, program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    main(["install", "claude-code"])
    (home / "settings.toml").write_text("[wait]\nclaude-code = 3600\n")
    moved = program.with_name("new place")
    moved.mkdir()
    for name in ("python", "countermark-hook"):
        program.with_name(name).rename(moved / name)
    monkeypatch.setattr(sys, "executable", str(moved / "python"))
    assert main(["install", "claude-code"]) == 0
    hook = json.loads(settings.read_bytes())["hooks"]["PermissionRequest"][0]["hooks"][0]
    assert (hook["command"], hook["timeout"]) == (f"'{moved}/countermark-hook' claude-code", 3720)
    assert main(["uninstall", "claude-code"]) == 0
    assert settings.read_bytes() == THEIRS


def test_without_a_hook_program_nothing_is_installed(
    settings: Path, program: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program.unlink()
    monkeypatch.setenv("PATH", str(program.parent))
    assert main(["install", "claude-code"]) == 1
    assert "countermark-hook is not installed" in capsys.readouterr().err
    assert settings.read_bytes() == THEIRS


def test_the_record_is_private_and_forgotten(settings: Path, home: Path) -> None:
    main(["install", "claude-code"])
    record = home / "installed.json"
    assert stat.S_IMODE(record.stat().st_mode) == 0o600
    assert list(json.loads(record.read_bytes())) == [str(settings)]
    main(["uninstall", "claude-code"])
    assert json.loads(record.read_bytes()) == {}
    # A damaged record is none.
    main(["install", "claude-code"])
    record.write_text(json.dumps({str(settings): {"odd": 1}}))
    main(["uninstall", "claude-code"])
    assert settings.read_bytes() == THEIRS


def test_plans_alone_and_then_all_and_back(settings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["install", "claude-code", "--plans-only"]) == 0
    assert "The next plan" in capsys.readouterr().out
    plans = settings.read_bytes()
    assert set(json.loads(plans)["hooks"]) == {"PermissionRequest", "PostToolUse", "Stop"}
    assert main(["install", "claude-code"]) == 0
    assert "permissions and questions" in capsys.readouterr().out
    assert "PreToolUse" in json.loads(settings.read_bytes())["hooks"]
    assert main(["install", "claude-code", "--plans-only"]) == 0
    assert json.loads(settings.read_bytes()) == json.loads(plans)
    assert main(["uninstall", "claude-code"]) == 0
    assert settings.read_bytes() == THEIRS
