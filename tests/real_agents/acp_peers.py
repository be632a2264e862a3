"""The agents that speak the Agent Client Protocol here: how each is started, and what its tools are called."""

import json
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.real_agents import codex, gemini, opencode, pinned, qwen
from tests.real_agents.having import Program
from tests.real_agents.npm_scripts import node
from tests.real_agents.workplace import API_KEY, Workplace
from tests.scripted_model.server import MODEL
from tests.scripted_model.working import (
    CodexWorking,
    CopilotWorking,
    GeminiWorking,
    KimiWorking,
    OpenCodeWorking,
    QwenWorking,
    Working,
)

TEST_MODEL = Path(__file__).with_name("pydantic_agent.py")


@dataclass(frozen=True)
class Started:
    """A command line, and what its environment has beside a clean one; the folder is the workplace's project."""

    command: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Peer:
    """An agent of an exact version; `starts` gets its program, the workplace and the address of the scripted model."""

    program: Program
    starts: Callable[[Path, Workplace, str], Started]
    works: type[Working] = Working


def typescript_example(examples: Path, workplace: Workplace, model_url: str) -> Started:
    """The official SDK's own example: five seconds of a turn with one question, and no model."""
    return Started((str(node()), str(examples / "agent.js")))


def two_versions(examples: Path, workplace: Workplace, model_url: str) -> Started:
    """The official SDK's example that speaks versions 1 and 2."""
    return Started((str(node()), str(examples / "dual-version-agent.js")))


def python_echo(folder: Path, workplace: Workplace, model_url: str) -> Started:
    return Started((str(folder / "bin" / "python"), str(folder / "source" / "examples" / "echo_agent.py")))


def python_example(folder: Path, workplace: Workplace, model_url: str) -> Started:
    """It says each block of the prompt again."""
    return Started((str(folder / "bin" / "python"), str(folder / "source" / "examples" / "agent.py")))


def pydantic(folder: Path, workplace: Workplace, model_url: str) -> Started:
    """pydantic-acp with pydantic-ai's own test model, which calls every tool once."""
    return Started((str(folder / "bin" / "python"), str(TEST_MODEL)))


def claude(program: Path, workplace: Workplace, model_url: str) -> Started:
    """It needs Node 22, and brings a Claude Code of its own."""
    return Started((str(node()), str(program)), beside(workplace, workplace.claude_environment(model_url)))


def codex_adapter(program: Path, workplace: Workplace, model_url: str) -> Started:
    home = workplace.home / ".codex"
    home.mkdir(exist_ok=True)
    (home / "config.toml").write_text(codex.configuration(model_url, {}))
    # Codex makes no links to its own helpers in a home that lies in the folder for temporary files: another one.
    temporary = workplace.root / "temporary"
    temporary.mkdir(exist_ok=True)
    return Started((str(node()), str(program)), {"LAB_KEY": API_KEY, "CODEX_HOME": str(home), "TMPDIR": str(temporary)})


def opencode_acp(program: Path, workplace: Workplace, model_url: str) -> Started:
    # The root of a repository: OpenCode looks for settings and plugins in every folder up to there.
    subprocess.run(["git", "init", "--quiet"], cwd=workplace.project, check=True)
    (workplace.project / "opencode.json").write_text(json.dumps(opencode.configuration(model_url)))
    kinds = ("CONFIG", "DATA", "CACHE", "STATE")
    folders = {f"XDG_{kind}_HOME": str(workplace.home / f".{kind.lower()}") for kind in kinds}
    quiet = {f"OPENCODE_DISABLE_{what}": "1" for what in opencode.QUIET}
    return Started((str(program), "acp"), {**folders, **quiet})


def gemini_acp(program: Path, workplace: Workplace, model_url: str) -> Started:
    settings = workplace.home / ".gemini" / "settings.json"
    settings.parent.mkdir(exist_ok=True)
    settings.write_text(json.dumps(gemini.quiet({})))
    environment = {
        "GEMINI_API_KEY": API_KEY,
        "GOOGLE_GEMINI_BASE_URL": model_url,
        "GEMINI_CLI_TRUST_WORKSPACE": "true",
        "GEMINI_CLI_NO_RELAUNCH": "true",
    }
    return Started((str(node()), str(program), "--model", gemini.MODEL, "--acp"), environment)


def copilot_acp(program: Path, workplace: Workplace, model_url: str) -> Started:
    environment = {
        "COPILOT_PROVIDER_BASE_URL": f"{model_url}/v1",
        "COPILOT_PROVIDER_API_KEY": API_KEY,
        "COPILOT_MODEL": "scripted-1",
        "COPILOT_OFFLINE": "true",
        "COPILOT_AUTO_UPDATE": "false",
    }
    return Started((str(program), "--acp"), environment)


def qwen_acp(program: Path, workplace: Workplace, model_url: str) -> Started:
    settings = workplace.home / ".qwen" / "settings.json"
    settings.parent.mkdir(exist_ok=True)
    settings.write_text(json.dumps(qwen.QUIET))
    command = (str(node()), str(program), "--auth-type", "anthropic", "--acp")
    return Started(command, beside(workplace, qwen.environment(workplace, model_url=model_url)))


def kimi_acp(program: Path, workplace: Workplace, model_url: str) -> Started:
    environment = {
        "KIMI_MODEL_NAME": MODEL,
        "KIMI_MODEL_API_KEY": API_KEY,
        "KIMI_MODEL_PROVIDER_TYPE": "openai",
        "KIMI_MODEL_BASE_URL": f"{model_url}/v1",
        "KIMI_DISABLE_TELEMETRY": "1",
        "KIMI_CODE_NO_AUTO_UPDATE": "1",
        "KIMI_CODE_HOME": str(workplace.home / ".kimi-code"),
    }
    return Started((str(node()), str(program), "acp"), environment)


def until_next_minute() -> None:
    """Gemini 0.61 names a conversation's file by the minute, and one that is loaded in the minute in which it began is
    emptied by that: "No previous sessions found"."""
    begun = time.gmtime().tm_min
    deadline = time.monotonic() + 90
    while time.gmtime().tm_min == begun:
        assert time.monotonic() < deadline
        time.sleep(0.5)


def beside(workplace: Workplace, whole: Mapping[str, str]) -> dict[str, str]:
    """What an environment has beside the clean one of the workplace."""
    clean = workplace.environment()
    return {name: value for name, value in whole.items() if clean.get(name) != value}


PEERS: Mapping[str, Peer] = {
    "typescript-example": Peer(pinned.ACP_EXAMPLES, typescript_example),
    "two-versions": Peer(pinned.ACP_EXAMPLES, two_versions),
    "python-echo": Peer(pinned.ACP_PYTHON_SDK, python_echo),
    "python-example": Peer(pinned.ACP_PYTHON_SDK, python_example),
    "pydantic-acp": Peer(pinned.PYDANTIC_ACP, pydantic),
    "claude": Peer(pinned.CLAUDE_AGENT_ACP, claude),
    "codex": Peer(pinned.CODEX_ACP, codex_adapter, CodexWorking),
    "opencode": Peer(pinned.OPENCODE, opencode_acp, OpenCodeWorking),
    "gemini": Peer(pinned.GEMINI, gemini_acp, GeminiWorking),
    "copilot": Peer(pinned.COPILOT, copilot_acp, CopilotWorking),
    "qwen": Peer(pinned.QWEN, qwen_acp, QwenWorking),
    "kimi": Peer(pinned.KIMI_CODE, kimi_acp, KimiWorking),
}
