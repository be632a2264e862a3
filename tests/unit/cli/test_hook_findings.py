"""What the doctor says of agents beside Claude Code: hooks, switches, versions, trust; nothing of those not here."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from countermark.agents.hook_hosts import CODEX
from countermark.cli.claude_findings import look_at_claude
from countermark.cli.codex_trust import look_at_trust
from countermark.cli.finding import Finding
from countermark.cli.hook_canary import send_canaries
from countermark.cli.hook_findings import look_at_hosts
from countermark.cli.main import main
from tests.unit.cli.bare_machine import bare_machine

AGENTS = ("codex", "gemini", "copilot", "qwen")
agents = pytest.mark.parametrize("agent", AGENTS)


@pytest.fixture(autouse=True)
def place(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A hook beside the interpreter, the person's home, a project, and a PATH without any agent."""
    return bare_machine(tmp_path, monkeypatch)


@pytest.fixture
def program(place: Path) -> Callable[[str, str], Path]:
    """Puts a program on the PATH."""

    def put(name: str, script: str) -> Path:
        file = place / "bin" / name
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)
        return file

    return put


def bad(home: Path) -> list[Finding]:
    return [finding for finding in look_at_hosts(str(home)) if not finding.good]


def says(home: Path) -> str:
    return "\n".join(f"{finding.name}: {finding.says}" for finding in look_at_hosts(str(home)))


def settings_of(place: Path, agent: str) -> Path:
    return place / "person" / f".{agent}" / ("hooks.json" if agent == "codex" else "settings.json")


def test_nothing_is_said_of_agents_that_are_not_here(home: Path) -> None:
    assert list(look_at_hosts(str(home))) == []


@agents
def test_an_agent_without_our_hooks_is_not_started(
    home: Path, place: Path, agent: str, program: Callable[[str, str], Path]
) -> None:
    program(agent, f"touch {place}/started")
    (finding,) = look_at_hosts(str(home))
    assert finding.good
    assert f"`countermark install {agent}`" in finding.says
    assert not (place / "started").exists()


@agents
def test_all_that_is_installed_is_found(home: Path, agent: str, program: Callable[[str, str], Path]) -> None:
    main(["install", agent])
    assert bad(home) == []
    assert f"no `{agent}` on the PATH" in says(home)


@pytest.mark.parametrize(
    ("agent", "version", "tells"),
    [
        ("gemini", "0.61.0", "0.61.0, the version that the hooks were tried with"),
        ("gemini", "0.62.0-preview.1", "0.62.0-preview.1, tried with 0.61.0 only"),
        ("copilot", "GitHub Copilot CLI 1.0.102.", "1.0.102, the version that the hooks were tried with"),
        ("qwen", "1.0.0", "1.0.0, tried with 0.24.4 only"),
    ],
)
def test_a_version_that_nobody_has_tried_is_said_and_is_no_fault(
    home: Path, agent: str, version: str, tells: str, program: Callable[[str, str], Path]
) -> None:
    program(agent, f"echo '{version}'")
    main(["install", agent])
    assert bad(home) == []
    assert f": {tells}\n" in says(home)


def test_a_program_that_tells_no_version_is_a_fault(home: Path, program: Callable[[str, str], Path]) -> None:
    program("qwen", "exit 1")
    main(["install", "qwen"])
    (finding,) = bad(home)
    assert finding.says.endswith("does not answer")


@pytest.mark.parametrize(
    ("agent", "file", "text", "tells"),
    [
        (
            "gemini",
            "project/.gemini/settings.json",
            '{"hooksConfig": {"enabled": false}}',
            "hooksConfig.enabled = false",
        ),
        ("copilot", "project/.github/copilot/settings.json", '{"disableAllHooks": true}', "disableAllHooks"),
        ("copilot", "project/.github/copilot/settings.local.json", '{"disableAllHooks": true}', "disableAllHooks"),
        ("qwen", "project/.qwen/settings.json", '{"disableAllHooks": true}', "disableAllHooks"),
    ],
)
def test_a_project_that_switches_hooks_off_is_named(
    home: Path, place: Path, agent: str, file: str, text: str, tells: str
) -> None:
    main(["install", agent])
    path = place / file
    path.parent.mkdir(parents=True)
    path.write_text(text)
    (finding,) = bad(home)
    assert (finding.says, finding.mend) == (f"{path} has {tells}", f"Take {tells} out.")


@agents
def test_a_hook_that_is_gone_or_late_or_of_another_place_is_found(home: Path, place: Path, agent: str) -> None:
    main(["install", agent])
    file = settings_of(place, agent)
    settings = json.loads(file.read_text())
    event, *_ = settings["hooks"]
    (group,) = settings["hooks"].pop(event)
    file.write_text(json.dumps(settings))
    (finding,) = bad(home)
    assert finding.says == f"there is no hook of ours for {event}"
    assert finding.mend == f"countermark install {agent}"
    group["hooks"][0]["timeout"] = 60
    file.write_text(json.dumps({"hooks": {**settings["hooks"], event: [group]}}))
    (finding,) = bad(home)
    assert finding.says == f"{event} in {file} has the timeout 60"
    (place / "bin" / "countermark-hook").unlink()
    assert {finding.says.partition(file.name)[2] for finding in bad(home)} == {" starts a program that is not there"}


def test_a_file_that_cannot_be_read_is_told_of_where_hooks_of_ours_are(home: Path, place: Path) -> None:
    main(["install", "gemini"])
    project = place / "project" / ".gemini" / "settings.json"
    project.parent.mkdir()
    project.write_text("{,}")
    (finding,) = bad(home)
    assert finding.says.startswith(f"{project}: line 1, column 2")
    assert "`countermark install gemini --project` prints what to paste" in finding.mend


def test_plans_alone_are_no_fault_where_they_were_chosen(home: Path) -> None:
    assert main(["install", "gemini", "--plans-only"]) == 0
    assert bad(home) == []
    assert main(["install", "codex", "--plans-only"]) == 1
    assert main(["install", "copilot", "--plans-only"]) == 1


def test_copilot_starts_what_a_project_installs_for_claude(home: Path, place: Path) -> None:
    main(["install", "claude-code", "--project"])
    assert list(look_at_hosts(str(home))) == []
    main(["install", "copilot"])
    (finding,) = bad(home)
    assert f"{place}/project/.claude/settings.json too: you are asked twice" in finding.says
    main(["uninstall", "claude-code", "--project"])
    main(["install", "claude-code"])
    assert bad(home) == []


def test_claude_code_need_not_be_there_beside_another_agent(home: Path) -> None:
    assert any("our hook is not in them" in finding.says for finding in look_at_claude(str(home)))
    main(["install", "qwen"])
    (finding,) = look_at_claude(str(home))
    assert (finding.good, finding.says) == (True, "it is not here, and not asked to come here")


def listed(*hooks: dict[str, object]) -> str:
    """A program that answers as Codex's app-server does, behind a message of another kind."""
    answer = json.dumps({"id": 2, "result": {"data": [{"hooks": list(hooks)}]}})
    return f"echo 'no json'; echo '{{\"id\": 1, \"result\": {{}}}}'; echo '{answer}'; cat > /dev/null"


def hook(
    event: str, trust: str, *, enabled: bool = True, command: str = "/x/countermark-hook codex"
) -> dict[str, object]:
    return {"eventName": event, "command": command, "enabled": enabled, "trustStatus": trust}


@pytest.mark.parametrize(
    ("script", "good", "tells"),
    [
        (listed(hook("stop", "trusted"), hook("preToolUse", "managed")), True, "Codex starts all 2 of our hooks"),
        (listed(hook("stop", "trusted"), hook("preToolUse", "untrusted")), False, "hooks for preToolUse: they are not"),
        (listed(hook("stop", "modified"), hook("stop", "modified")), False, "our hooks for stop: they are not"),
        (listed(hook("stop", "trusted", enabled=False)), False, "our hooks for stop: they are not"),
        (listed(hook("stop", "untrusted", command="bell"), hook("stop", "trusted")), True, "all 1 of our hooks"),
        (listed(hook("stop", "trusted", command="bell")), False, "Codex does not load our hooks"),
        (listed(), False, "Codex does not load our hooks"),
        ("exit 1", False, "does not tell which hooks it runs"),
        ("echo '{\"id\": 2, \"result\": 5}'; cat > /dev/null", False, "does not tell which hooks it runs"),
    ],
)  # fmt: skip
def test_codex_itself_says_whether_it_starts_our_hooks(
    script: str, good: bool, tells: str, program: Callable[[str, str], Path]
) -> None:
    codex = program("codex", script)
    (finding,) = look_at_trust(str(codex))
    assert finding.good is good
    assert tells in finding.says


def test_untrusted_hooks_of_codex_are_mended_in_its_terminal(home: Path, program: Callable[[str, str], Path]) -> None:
    program("codex", f'[ "$1" = --version ] && echo codex-cli 0.169.0 || {{ {listed(hook("stop", "untrusted"))}; }}')
    main(["install", "codex"])
    (finding,) = bad(home)
    assert (finding.name, finding.mend) == ("Codex trust", CODEX.first)
    assert '"Trust all and continue"' in finding.mend


def test_without_codex_nobody_can_tell_of_trust() -> None:
    (finding,) = look_at_trust(None)
    assert finding.good
    (finding,) = look_at_trust("/nowhere/codex")
    assert not finding.good


def test_a_canary_takes_the_command_line_of_the_settings(place: Path, program: Callable[[str, str], Path]) -> None:
    assert list(send_canaries()) == []
    program("countermark-hook", f'echo "$1 $(cat)" >> {place}/heard')
    main(["install", "codex"])
    main(["install", "gemini"])
    main(["install", "gemini", "--project"])
    assert [(finding.name, finding.good) for finding in send_canaries()] == [
        ("canary of Codex", True),
        ("canary of Gemini CLI", True),
    ], "one for each command line"
    heard = (place / "heard").read_text().splitlines()
    assert [line.partition(" ")[0] for line in heard] == ["codex", "gemini"]
    assert json.loads(heard[0].partition(" ")[2])["hook_event_name"] == "CountermarkDoctor"


@pytest.mark.parametrize(
    ("script", "tells"),
    [("cat > /dev/null; echo 'no hub' >&2", "no hub"), ("cat > /dev/null; exit 3", "ended with 3")],
)
def test_a_canary_that_does_not_come_through_says_why(
    script: str, tells: str, program: Callable[[str, str], Path]
) -> None:
    main(["install", "qwen"])
    file = program("countermark-hook", script)
    (finding,) = send_canaries()
    assert not finding.good
    assert tells in finding.says
    file.unlink()
    (finding,) = send_canaries()
    assert "cannot be started" in finding.says
