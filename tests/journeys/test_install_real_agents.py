"""Install and doctor beside the real Codex, Copilot, Gemini and Qwen: versions, trust, hooks that are started."""

import json
import os
import subprocess
from collections.abc import Iterator

import pytest

from countermark.agents.hook_hosts import HOSTS
from tests.real_agents.at_the_gate import TOUCH, WORDS, write_rule
from tests.real_agents.codex import Codex
from tests.real_agents.gemini import MODEL
from tests.real_agents.having import real
from tests.real_agents.npm_program import NpmProgram
from tests.real_agents.npm_scripts import NpmScripts, node
from tests.real_agents.pinned import CODEX, COPILOT, GEMINI, QWEN
from tests.real_agents.workplace import API_KEY, Workplace
from tests.scripted_model.server import ScriptedModel
from tests.scripted_model.told import tool_result
from tests.scripted_model.working import GeminiWorking
from tests.unit.cli.terminal import Terminal

pytestmark = pytest.mark.soak
TRUST = "Codex trust"


def beside(workplace: Workplace, program: NpmProgram | NpmScripts) -> Terminal:
    """A terminal that finds this agent on its PATH."""
    folder = workplace.root / "bin"
    folder.mkdir()
    if isinstance(program, NpmScripts):
        (folder / program.name).write_text(f'#!/bin/sh\nexec {node()} {real(program)} "$@"\n')
        (folder / program.name).chmod(0o755)
    else:
        (folder / program.name).symlink_to(real(program))
    path = os.pathsep.join([str(folder), os.environ["PATH"]])
    return Terminal(workplace.desk_folder, workplace.project, tuple(workplace.environment(PATH=path).items()))


@pytest.fixture
def model(workplace: Workplace) -> Iterator[ScriptedModel]:
    with ScriptedModel({}, log=workplace.root / "model.jsonl") as model:
        yield model


def findings(terminal: Terminal) -> dict[str, tuple[bool, str]]:
    told = json.loads(terminal.runs("doctor", "--json").stdout)
    return {finding["name"]: (finding["good"], finding["says"]) for finding in told["findings"]}


def test_the_doctor_asks_codex_whether_it_trusts_our_hooks(workplace: Workplace, model: ScriptedModel) -> None:
    terminal = beside(workplace, CODEX)
    terminal.runs("install", "codex")
    first = findings(terminal)
    assert first["Codex"] == (True, f"{CODEX.version}, the version that the hooks were tried with")
    assert first[TRUST][0] is False
    assert "preToolUse, permissionRequest" in first[TRUST][1]
    with Codex(real(CODEX), workplace, model_url=model.url):
        pass  # it trusts what `/hooks` would show
    good, says = findings(terminal)[TRUST]
    assert good, says
    assert says == "Codex starts all 7 of our hooks", "it knows each event of ours"
    (workplace.desk_folder / "settings.toml").write_text("[wait]\ncodex = 7200\n")
    terminal.runs("stop")
    terminal.runs("install", "codex")
    good, says = findings(terminal)[TRUST]
    assert not good, "what has changed is to be trusted anew"
    assert "for preToolUse, permissionRequest:" in says
    terminal.runs("uninstall", "codex")
    assert TRUST not in findings(terminal)
    terminal.runs("stop")


def test_a_codex_with_hooks_switched_off_is_found(workplace: Workplace) -> None:
    terminal = beside(workplace, CODEX)
    terminal.runs("install", "codex")
    (workplace.home / ".codex" / "config.toml").write_text("[features]\nhooks = false\n")
    good, says = findings(terminal)[TRUST]
    assert (good, says) == (False, "Codex does not load our hooks")
    terminal.runs("stop")


def test_gemini_starts_the_hook_that_was_installed(workplace: Workplace, model: ScriptedModel) -> None:
    terminal = beside(workplace, GEMINI)
    terminal.runs("install", "gemini")
    file = workplace.home / ".gemini" / "settings.json"
    settings = {**json.loads(file.read_text()), "security": {"auth": {"selectedType": "gemini-api-key"}}}
    file.write_text(json.dumps(settings))
    write_rule(workplace, tool="bash", decision="deny", message=WORDS)
    agent = GeminiWorking("denied").runs(TOUCH).says("Done.")
    model.scenarios[agent.name] = agent.turns
    environment = {
        **dict(terminal.variables),
        "GEMINI_API_KEY": API_KEY,
        "GOOGLE_GEMINI_BASE_URL": model.url,
        "GEMINI_CLI_TRUST_WORKSPACE": "true",
        "GEMINI_CLI_NO_RELAUNCH": "true",
    }
    command = [str(workplace.root / "bin" / "gemini"), "--model", MODEL, "--approval-mode", "yolo", "-p", agent.prompt]
    done = subprocess.run(command, cwd=workplace.project, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert not (workplace.project / "made.txt").exists()
    assert WORDS in str(tool_result(model.request(agent.name, step=1))["content"])
    terminal.runs("stop")


@pytest.mark.parametrize("program", [CODEX, COPILOT, GEMINI, QWEN], ids=lambda program: program.name)
def test_the_pinned_version_is_the_one_that_the_doctor_knows(
    workplace: Workplace, program: NpmProgram | NpmScripts
) -> None:
    assert HOSTS[program.name].proven == program.version
    terminal = beside(workplace, program)
    title = HOSTS[program.name].title
    assert f"`countermark install {program.name}` does that" in findings(terminal)[title][1]
    terminal.runs("install", program.name)
    found = findings(terminal)
    assert found[title] == (True, f"{program.version}, the version that the hooks were tried with")
    assert found[f"canary of {title}"][0]
    terminal.runs("stop")
