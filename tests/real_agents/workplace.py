"""A developer's machine in a temporary folder: an own home, a project, and an environment with nothing else in it."""

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path

API_KEY = "dummy"


@dataclass(frozen=True)
class Workplace:
    """Below `root` lies what the agent sees; `desk_folder` is the hub's. Whoever runs the tests lends nothing."""

    root: Path
    desk_folder: Path

    @property
    def home(self) -> Path:
        return self.root / "home"

    @property
    def project(self) -> Path:
        return self.root / "web-store"

    @property
    def settings_file(self) -> Path:
        return self.home / ".claude" / "settings.json"

    def furnish(self) -> "Workplace":
        """Folders, and the answers to Claude Code's first-run questions, so that no dialog stands in the way."""
        (self.home / ".claude").mkdir(parents=True)
        self.project.mkdir()
        known = {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}
        answered = {
            "hasCompletedOnboarding": True,
            "theme": "dark",
            "customApiKeyResponses": {"approved": [API_KEY], "rejected": []},
            "projects": {str(self.project): known},
        }
        (self.home / ".claude.json").write_text(json.dumps(answered))
        return self

    def environment(self, **more: str) -> dict[str, str]:
        """What `env -i` would leave, plus what the program under test is told; no variable of the caller's session."""
        programs = Path(sys.executable).parent
        return {
            "PATH": os.pathsep.join([str(programs), os.environ.get("PATH", os.defpath)]),
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "COUNTERMARK_BROWSER": "none",
            "COUNTERMARK_HOME": str(self.desk_folder),
            **more,
        }

    def claude_environment(self, model_url: str) -> dict[str, str]:
        """Claude Code that talks to nobody but the scripted model.

        Without ENABLE_TOOL_SEARCH=false, ExitPlanMode is a deferred tool that a model must load first.
        """
        return self.environment(
            TERM="xterm-256color",
            ANTHROPIC_API_KEY=API_KEY,
            ANTHROPIC_BASE_URL=model_url,
            CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC="1",
            DISABLE_TELEMETRY="1",
            DISABLE_ERROR_REPORTING="1",
            DISABLE_AUTOUPDATER="1",
            ENABLE_TOOL_SEARCH="false",
        )
