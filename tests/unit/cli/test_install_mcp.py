"""`install mcp`: our entry in each client's file and out again, and nothing of anybody else's touched."""

import json
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from countermark.cli import mcp_clients
from countermark.cli.main import main
from tests.repositories import make_repository

FILES = {
    "claude": ".mcp.json", "cursor": ".cursor/mcp.json", "vscode": ".vscode/mcp.json", "opencode": "opencode.json",
}  # fmt: skip
SECTIONS = {"claude": "mcpServers", "cursor": "mcpServers", "vscode": "servers", "opencode": "mcp"}
USER_FILES = {
    "claude": ".claude.json", "cursor": ".cursor/mcp.json", "opencode": ".config/opencode/opencode.json",
}  # fmt: skip
THEIRS = (
    '{{\r\n\t"theme": "dark",\r\n\t"{section}": {{\r\n\t\t"other": {{ "command": "x", "args": [] }}\r\n\t}}\r\n}}\r\n'
)


@pytest.fixture(autouse=True)
def project(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a repository, a person's home, and our program beside the interpreter but not on the path."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("python", "countermark"):
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o755)
    (tmp_path / "project" / "deep").mkdir(parents=True)
    make_repository(tmp_path / "project")
    monkeypatch.setattr(sys, "executable", str(folder / "python"))
    monkeypatch.setenv("HOME", str(tmp_path / "person"))
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    for name in ("CLAUDE_CONFIG_DIR", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path / "project" / "deep")
    return tmp_path / "project"


def entry(client: str, path: Path) -> Any:
    return json.loads(path.read_bytes())[SECTIONS[client]]["countermark"]


def wanted(client: str, program: str, *more: str) -> object:
    if client == "opencode":
        return {"type": "local", "command": [program, "mcp", *more], "enabled": True}
    return {"type": "stdio", "command": program, "args": ["mcp", *more]}


@pytest.mark.parametrize("client", FILES)
def test_a_new_file_comes_and_goes(project: Path, client: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = project / FILES[client]
    assert main(["install", "mcp", "--for", client]) == 0
    assert f"Written: {path}" in capsys.readouterr().out
    assert entry(client, path) == wanted(client, str(project.parent / "bin" / "countermark"))
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    once = path.read_bytes()
    assert main(["install", "mcp", "--for", client]) == 0
    assert "Nothing to do" in capsys.readouterr().out
    assert path.read_bytes() == once
    assert main(["uninstall", "mcp", "--for", client]) == 0
    assert not path.exists()
    assert main(["uninstall", "mcp", "--for", client]) == 0
    assert "Nothing to do" in capsys.readouterr().out


@pytest.mark.parametrize("client", FILES)
@pytest.mark.parametrize("content", [None, "", "{}\n", '{"{section}": {}}', '{\n    "{section}": {\n    }\n}\n'])
def test_others_content_stays_byte_for_byte(project: Path, client: str, content: str | None) -> None:
    path, section = project / FILES[client], SECTIONS[client]
    text = THEIRS.format(section=section) if content is None else content.replace("{section}", section)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text.encode())
    path.chmod(0o640)
    assert main(["install", "mcp", "--for", client, "--storage", "docs/notes.json"]) == 0
    program = str(project.parent / "bin" / "countermark")
    assert entry(client, path) == wanted(client, program, "--storage", "docs/notes.json")
    if content is None:
        assert path.read_bytes().startswith(text.encode()[: text.index("}") + 1])
    assert main(["uninstall", "mcp", "--for", client]) == 0
    assert path.read_bytes() == text.encode()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.parametrize("client", FILES)
def test_an_older_entry_is_corrected_and_keeps_what_was_added(project: Path, client: str) -> None:
    path = project / FILES[client]
    assert main(["install", "mcp", "--for", client]) == 0
    whole = json.loads(path.read_bytes())
    ours = whole[SECTIONS[client]]["countermark"]
    ours["env"] = {"LANG": "de"}
    if client == "opencode":
        ours["command"], ours["enabled"] = ["/old/bin/countermark", "mcp"], False
    else:
        ours["command"] = "/old/bin/countermark"
    path.write_text(json.dumps(whole, indent=4))
    assert main(["install", "mcp", "--for", client, "--storage", "x.json"]) == 0
    expected: dict[str, object] = dict(
        wanted(client, str(project.parent / "bin" / "countermark"), "--storage", "x.json")
    )  # type: ignore[call-overload]
    if client == "opencode":
        expected["enabled"] = False  # switched off by the person
    assert entry(client, path) == {**expected, "env": {"LANG": "de"}}


COMMENTED = '// ours\n{\n  "{section}": {\n    // the other one\n    "other": {"command": "x"},\n  },\n}\n'


@pytest.mark.parametrize("client", FILES)
@pytest.mark.parametrize(
    "content", [COMMENTED, "[]", '{"{section}": []}', '{"{section}": {"countermark": {"command": "y"}}}']
)
def test_what_cannot_be_edited_safely_is_shown_instead(
    project: Path, client: str, content: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = project / FILES[client]
    path.parent.mkdir(exist_ok=True)
    text = content.replace("{section}", SECTIONS[client])
    path.write_text(text)
    assert main(["install", "mcp", "--for", client]) == 1
    said = capsys.readouterr().err
    assert str(path) in said
    assert f'where the file has "{SECTIONS[client]}" already, only "countermark" goes into that:\n{{' in said
    snippet = json.loads(said[said.index("{\n") :])
    assert snippet[SECTIONS[client]]["countermark"] == wanted(client, str(project.parent / "bin" / "countermark"))
    main(["uninstall", "mcp", "--for", client])
    assert path.read_text() == text


def test_one_that_cannot_be_edited_does_not_keep_the_others(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / ".vscode").mkdir()
    (project / ".vscode" / "mcp.json").write_text("// mine\n{}\n")
    assert main(["install", "mcp", "--for", "all"]) == 1
    assert "comments" in capsys.readouterr().err
    for client in ("claude", "cursor", "opencode"):
        assert entry(client, project / FILES[client])
    assert main(["uninstall", "mcp", "--for", "all"]) == 0
    assert [path.name for path in project.rglob("*.json")] == ["mcp.json"]


@pytest.mark.parametrize("client", USER_FILES)
def test_for_all_projects_of_a_person(tmp_path: Path, client: str) -> None:
    path = tmp_path / "person" / USER_FILES[client]
    assert main(["install", "mcp", "--for", client, "--user"]) == 0
    assert entry(client, path) == wanted(client, str(tmp_path / "bin" / "countermark"))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert main(["uninstall", "mcp", "--for", client, "--user"]) == 0
    assert not path.exists()


def test_what_is_not_ours_to_know(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["install", "mcp", "--for", "vscode", "--user"]) == 1
    said = capsys.readouterr().err
    assert "profile" in said
    assert set(json.loads(said[said.index("{\n") :])["servers"]) == {"countermark"}
    assert main(["uninstall", "mcp", "--for", "vscode", "--user"]) == 1
    assert "profile" in capsys.readouterr().err
    assert main(["install", "mcp"]) == 1
    assert "--for claude|cursor|vscode|opencode|all" in capsys.readouterr().err


def test_a_dry_run_writes_nothing(project: Path, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["install", "mcp", "--for", "all", "--dry-run"]) == 0
    assert '+    "countermark": {' in capsys.readouterr().out
    assert list(project.rglob("*.json*")) == []
    assert list(home.iterdir()) == []


def test_a_shared_file_names_no_path_where_the_name_will_do(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(project.parent / "bin"))
    assert main(["install", "mcp", "--for", "claude"]) == 0
    assert entry("claude", project / ".mcp.json") == wanted("claude", "countermark")
    assert mcp_clients.command(None, shared=False)[0] == str(project.parent / "bin" / "countermark")


def test_a_path_of_this_machine_in_a_shared_file_is_said(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = project.parent / "bin" / "countermark"
    assert main(["install", "mcp", "--for", "cursor"]) == 0
    assert f"{program} is of this machine: whoever shares this file" in capsys.readouterr().out
    assert main(["install", "mcp", "--for", "cursor", "--user"]) == 0
    assert "of this machine" not in capsys.readouterr().out


@pytest.mark.parametrize("linked", [False, True])
def test_the_name_is_written_only_where_a_client_finds_it(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], linked: bool
) -> None:
    """The path of an activated environment ends with its shell; a link in a folder of the person's path stays."""
    environment, own = project.parent / "bin", project.parent / "own"
    own.mkdir()
    if linked:
        (own / "countermark").symlink_to(environment / "countermark")
    monkeypatch.setenv("VIRTUAL_ENV", str(environment))
    monkeypatch.setenv("PATH", f"{environment}:{own}")
    assert main(["install", "mcp", "--for", "claude"]) == 0
    written = "countermark" if linked else str(environment / "countermark")
    assert entry("claude", project / ".mcp.json") == wanted("claude", written)
    assert ("of this machine" in capsys.readouterr().out) is not linked


def test_another_program_of_that_name_is_not_meant(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = project.parent / "other" / "countermark"
    other.parent.mkdir()
    other.write_text("#!/bin/sh\n")
    other.chmod(0o755)
    monkeypatch.setenv("PATH", str(other.parent))
    assert mcp_clients.command(None, shared=True)[0] == str(project.parent / "bin" / "countermark")
    started = project.parent / "scripts" / "countermark"
    started.parent.mkdir()
    (project.parent / "bin" / "countermark").rename(started)
    monkeypatch.setattr(sys, "argv", [str(started), "install"])
    assert mcp_clients.command(None, shared=True)[0] == str(started)


def test_opencodes_other_file_is_the_one_that_is_there(project: Path) -> None:
    path = project / "opencode.jsonc"
    path.write_text('{"model": "x"}')
    assert main(["install", "mcp", "--for", "opencode"]) == 0
    assert entry("opencode", path)
    assert not (project / "opencode.json").exists()
