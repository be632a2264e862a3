"""Claude Code in a session of the desk on a machine whose Claude asks the desk by hooks, too: it asks once."""

import subprocess
import sys

import pytest

from tests.journeys.test_sessions_real_agents import Desk, desk, is_made, scripts, with_agents
from tests.real_agents.talker import parts

__all__ = ["desk"]  # the fixture


@pytest.mark.soak
@with_agents("claude")
def test_a_command_is_one_card_though_the_hooks_are_installed(desk: Desk) -> None:
    environment = {"COUNTERMARK_HOME": str(desk.workplace.desk_folder), "HOME": str(desk.workplace.home)}
    install = [sys.executable, "-m", "countermark", "install", "claude-code"]
    subprocess.run(install, env={**desk.started.environment, **environment}, check=True, capture_output=True)
    shell, _ = scripts(desk)
    session = desk.opens()
    desk.person.sees_state(session, lambda state: (state["asking"] or {}).get("asks") == "yes", what="that it asks")
    prompt = desk.person.says(session, shell.prompt)
    desk.person.sees_session_permission(session)
    asked = desk.person.answers_all(session, prompt, "once")
    assert [each["point"] for each in asked] == ["alone"], asked
    assert desk.person.sees_prompt_end(session, prompt)["stop_reason"] == "end_turn"
    assert is_made(desk)
    kinds = [line["kind"] for line in desk.person.journal()]
    assert "call_left" in kinds, "its hook was asked before"
    assert [part["outcome"] for part in parts(desk.person.state(session), "item")] == ["Allowed once"]
    desk.ends(session)
