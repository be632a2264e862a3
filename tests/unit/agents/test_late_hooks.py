"""Codex and Copilot go on when a hook is late: the hub has answered before the installed timeout, whatever is set."""

import pytest

from countermark.agents.catalog import translator
from countermark.agents.hook_hosts import HOSTS
from countermark.agents.hook_settings import GRACE
from countermark.model.permissions import PermissionAsk
from tests.unit.agents.hook_payloads import recorded


@pytest.mark.parametrize("wait", [1, 60, 1800, 100_000])
@pytest.mark.parametrize("point", ["pre_tool_use_bash", "permission_request_bash"])
@pytest.mark.parametrize("agent", ["codex", "copilot"])
def test_the_hub_answers_before_the_agent_ends_the_hook(agent: str, point: str, wait: int) -> None:
    found = translator(agent).read(recorded(agent, point))
    assert isinstance(found, PermissionAsk)
    assert found.asker.waits_seconds is not None
    hooks = HOSTS[agent].hooks
    installed = hooks.wanted("/usr/bin/countermark-hook", wait_seconds=wait, plans_only=False)
    asking = [hook.timeout for hook in installed if hook.event in hooks.asking]
    assert len(asking) == len(hooks.asking)
    for timeout in asking:
        assert timeout is not None
        assert timeout >= found.asker.waits_seconds + GRACE
