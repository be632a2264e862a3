"""What was decided, found at a terminal by its words."""

import json

from tests.journeys.hook_process import HookProcess, plan_payload
from tests.real_agents.person import Hub, Person, countermark, eventually
from tests.real_agents.workplace import Workplace

PLAN = "# Move the till\n\nThe café keeps the zebra.\n"


def test_a_decided_plan_is_found_by_its_text_and_by_the_words_of_the_answer(workplace: Workplace, hub: Hub) -> None:
    with Person(workplace) as person, HookProcess(workplace, plan_payload(PLAN)) as hook:
        review = person.sees_plan()
        person.requests_changes(review, "Ask Ada first.")
        hook.ends()

    def found() -> str | None:
        return countermark(workplace, "history", "zebr") if "Move" in countermark(workplace, "history") else None

    said = eventually(found, seconds=30, what="the plan", instead=lambda: countermark(workplace, "history"))
    assert f"{review['id']}  Move the till" in said
    assert "changes requested by you; Claude Code, web-store" in said
    assert "“The café keeps the zebra.”" in said
    line = json.loads(countermark(workplace, "history", '"ask ada"', "--agent", "claude-code", "--json"))
    assert (line["id"], line["outcome"]) == (review["id"], "changes_requested")
    assert countermark(workplace, "history", "--verdict", "approved") == "Nothing like that was decided by a person.\n"
