"""A hub's driver that is to be killed: `python counting_hub.py FOLDER`; its session counts, turn after turn."""

import asyncio
import sys
import uuid
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))  # it is started as a script

from countermark.actions.sessions.reading import list_sessions
from countermark.model.sessions.orders import Connect
from tests.contract.acp.driven import DrivenSession, driven, obedient


async def count(place: Path) -> None:
    async with driven(place) as it:
        known = await list_sessions(it.desk)
        if known:
            session = DrivenSession(it.desk, known[0].id)
            await session.until(lambda state: state.why or state.command is None)  # what was left is tidied up first
            await session.order(Connect())
        else:
            session = await it.open(obedient("resume"))
        await session.connected()
        sys.stdout.write("counts\n")
        sys.stdout.flush()
        while True:
            await session.turn(f"count {uuid.uuid4().hex[:8]}")


if __name__ == "__main__":
    asyncio.run(count(Path(sys.argv[1])))
