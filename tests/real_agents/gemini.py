"""The real Gemini CLI without a screen: one prompt, one turn, in settings that have our hooks already."""

import json
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.real_agents.npm_scripts import node
from tests.real_agents.workplace import API_KEY, Workplace

ASKS_NOBODY, PLANS = "yolo", "plan"
MODEL = "gemini-2.5-pro"  # named, so that Gemini does not ask a model which model to ask


def quiet(servers: dict[str, Any]) -> dict[str, Any]:
    """What stands in the user's settings.json beside our hooks."""
    return {
        "mcpServers": servers,
        "security": {"auth": {"selectedType": "gemini-api-key"}},
        "privacy": {"usageStatisticsEnabled": False},
        "telemetry": {"enabled": False},
        "general": {"enableAutoUpdate": False, "enableAutoUpdateNotification": False},
    }


class Gemini:
    """`with Gemini(program, workplace, "…", model_url=…) as gemini: gemini.finished()`."""

    def __init__(
        self, program: Path, workplace: Workplace, prompt: str, *, model_url: str, mode: str = ASKS_NOBODY,
        servers: dict[str, Any] | None = None,
    ) -> None:  # fmt: skip
        settings = workplace.home / ".gemini" / "settings.json"
        settings.write_text(json.dumps({**json.loads(settings.read_text()), **quiet(servers or {})}))
        environment = workplace.environment(
            GEMINI_API_KEY=API_KEY,
            GOOGLE_GEMINI_BASE_URL=model_url,
            GEMINI_CLI_TRUST_WORKSPACE="true",
            GEMINI_CLI_NO_RELAUNCH="true",
        )
        self._log = workplace.root / "gemini.log"
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [node(), program, "--model", MODEL, "--approval-mode", mode, "--prompt", prompt],
                cwd=workplace.project, env=environment, stdin=subprocess.DEVNULL, stdout=log,
                stderr=subprocess.STDOUT,
            )  # fmt: skip

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.kill()
        self._process.wait()

    def finished(self, *, seconds: float = 120.0) -> str:
        """What it said, once the turn has ended well."""
        code = self._process.wait(seconds)
        said = self._log.read_text()
        assert code == 0, said[-3000:]
        return said
