"""A program that forgets a review and is killed before any file is cleaned: `python -m … FOLDER`.

It prints the places of the words that it has planted.
"""

import asyncio
import json
import os
import signal
import sys
from pathlib import Path

from countermark.actions import history
from countermark.actions.desk import open_desk
from countermark.actions.forgetting import forget_all
from countermark.model.items import ItemKind
from countermark.store.checkpoint_files import CheckpointFiles
from countermark.store.sqlite import open_file
from tests.contract.forgettable import ME, Talk, decided_review
from tests.contract.memory_desk import HandClock
from tests.contract.planted import Planted


async def forget_and_die(folder: Path) -> None:
    """The transaction is durable; the index, the images and the bytes are as they were."""
    (folder / "images").mkdir()
    store, checkpoints = open_file(folder / "countermark.db"), CheckpointFiles(folder)
    desk = await open_desk(store, images=folder / "images", checkpoints=checkpoints, clock=HandClock())
    says = Planted(7)
    review = await decided_review(Talk(desk, says, "talk-1"))
    await history.index_all(desk)
    await desk.change(ME, lambda change: forget_all(change, kind=ItemKind.REVIEW, ids=[review]))
    sys.stdout.write(json.dumps(list(says.words)))
    sys.stdout.flush()
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    asyncio.run(forget_and_die(Path(sys.argv[1])))
