"""The real OpenCode without a screen sees its own project, and nothing of the folders above it."""

import json
from pathlib import Path

import pytest

from tests.real_agents.opencode import OpenCode, configuration
from tests.real_agents.workplace import Workplace
from tests.scripted_model.server import ScriptedModel
from tests.scripted_model.working import Working


@pytest.mark.soak
def test_settings_above_the_project_are_not_read(workplace: Workplace, opencode: Path) -> None:
    """They would be those of whoever runs the tests: OpenCode ends at once where it cannot read them."""
    (workplace.root / "opencode.json").write_text('{"permission": "of somebody else"')
    agent = Working("alone").says("Done.")
    with ScriptedModel({agent.name: agent.turns}, log=workplace.root / "model.jsonl") as model:
        (workplace.project / "opencode.json").write_text(json.dumps(configuration(model.url)))
        with OpenCode(opencode, workplace, agent.prompt) as running:
            said = running.finished()
    assert any("Done." in json.dumps(each) for each in said)
