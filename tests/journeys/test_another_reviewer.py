"""Another program's hook for plans beside ours, with the real Claude Code: what the guide says of the two."""

import json

import pytest

from tests.real_agents.lab import Lab
from tests.scripted_model.planning import Planning
from tests.scripted_model.told import tool_result

PLAN = "# Move the store\n\n1. Write the schema.\n"
NO = {"behavior": "deny", "message": "The other one says no."}
YES = {"behavior": "allow", "updatedInput": {}}


def answers_first(lab: Lab, decision: dict[str, object]) -> None:
    """Another reviewer, who answers as soon as the person at the desk has seen the plan."""
    output = {"hookSpecificOutput": {"hookEventName": "PermissionRequest", "decision": decision}}
    script = lab.workplace.root / "other-reviewer"
    wait = f"while [ ! -e {lab.workplace.root}/go ]; do sleep 0.05; done"
    script.write_text(f"#!/bin/sh\ncat > /dev/null\n{wait}\necho '{json.dumps(output)}'\n")
    script.chmod(0o755)
    settings = json.loads(lab.workplace.settings_file.read_bytes())
    hook = {"type": "command", "command": str(script), "timeout": 600}
    settings["hooks"]["PermissionRequest"].append({"matcher": "ExitPlanMode", "hooks": [hook]})
    lab.workplace.settings_file.write_text(json.dumps(settings))


@pytest.mark.parametrize(("decision", "told"), [(NO, NO["message"]), (YES, "User has approved your plan.")])
def test_the_first_answer_counts(lab: Lab, decision: dict[str, object], told: str) -> None:
    answers_first(lab, decision)
    agent = Planning("two-reviewers").writes(PLAN).submits().says("Understood.")
    with lab.headless(agent) as claude:
        claude.prompt(agent.prompt)
        review = lab.person.sees_plan(revision=1)
        (lab.workplace.root / "go").touch()
        assert str(tool_result(lab.told(agent, step=2))["content"]).startswith(told)
        assert claude.finished_turn()["result"] == "Understood."
        if decision is YES:
            lab.person.sees(review, verdict="withdrawn", reason="answered_in_terminal")
        else:
            lab.person.sees(review, status="open", verdict=None)
