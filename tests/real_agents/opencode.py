"""The real OpenCode without a screen: one prompt, one turn, with whatever MCP servers its project configures."""

import json
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.real_agents.workplace import API_KEY, Workplace
from tests.scripted_model.server import MODEL

QUIET = ("AUTOUPDATE", "MODELS_FETCH", "LSP_DOWNLOAD", "DEFAULT_PLUGINS")


def configuration(model_url: str) -> dict[str, Any]:
    """What the project's opencode.json holds, so that OpenCode talks to nobody but the scripted model."""
    provider = {
        "npm": "@ai-sdk/anthropic",
        "options": {"baseURL": f"{model_url}/v1", "apiKey": API_KEY},
        "models": {MODEL: {"name": "scripted"}},
    }
    return {
        "provider": {"lab": provider},
        "enabled_providers": ["lab"],
        "model": f"lab/{MODEL}",
        "small_model": f"lab/{MODEL}",
        "share": "disabled",
        "snapshot": False,
        "lsp": False,
        "formatter": False,
    }


class OpenCode:
    """`with OpenCode(program, workplace, "…") as opencode: opencode.finished()`."""

    def __init__(self, program: Path, workplace: Workplace, prompt: str) -> None:
        home = workplace.home
        folders = {
            f"XDG_{kind}_HOME": str(home / place)
            for kind, place in (("CONFIG", ".config"), ("DATA", ".data"), ("CACHE", ".cache"), ("STATE", ".state"))
        }
        # The root of a repository: OpenCode looks for settings and plugins in every folder up to there.
        subprocess.run(["git", "init", "--quiet"], cwd=workplace.project, check=True)
        self._log = workplace.root / "opencode.log"
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [program, "run", "--format", "json", prompt],
                cwd=workplace.project,
                env=workplace.environment(**folders, **{f"OPENCODE_DISABLE_{what}": "1" for what in QUIET}),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.kill()
        self._process.wait()

    def finished(self, *, seconds: float = 120.0) -> list[dict[str, Any]]:
        """Its messages, once the turn has ended well."""
        code = self._process.wait(seconds)
        said = self._log.read_text()
        assert code == 0, said[-3000:]
        return [json.loads(line) for line in said.splitlines() if line.startswith("{")]
