"""How long what an agent asks in a session waits for a person: as long as anywhere."""

from pathlib import Path

import pytest

from countermark.model.gate_settings import GateSettings
from countermark.model.items import ItemKind
from tests.contract.acp.driven import driven, obedient


@pytest.mark.parametrize(
    ("gate", "permission", "question"),
    [
        (GateSettings(), 60, 60),
        (GateSettings(plan_wait=600), 60, 60),
        (GateSettings(wait=90), 90, 90),
        (GateSettings(waits={"gemini": 120, "gemini:question": 130}), 120, 130),
    ],
)
async def test_it_waits_a_minute_unless_a_person_has_set_another_time(
    gate: GateSettings, permission: int, question: int, tmp_path: Path
) -> None:
    async with driven(tmp_path, gate=gate) as desk:
        one, other = await desk.open(obedient()), await desk.open(obedient())
        await one.say("ask make")
        await other.say("form Which colour?")
        asked, wanted = await one.waiting(ItemKind.PERMISSION), await other.waiting(ItemKind.QUESTION)
        items = await desk.desk.read(lambda reader: (reader.permission(asked.id), reader.question(wanted.id)))
        assert [item and item.expires_at and item.expires_at - item.opened_at for item in items] == [
            permission * 1000, question * 1000,
        ]  # fmt: skip
