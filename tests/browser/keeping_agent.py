"""An agent that keeps its conversations: `python keeping_agent.py FLAG …`, with the flags of `obedient_agent.py`.

Told `--signed-out`, it lists none. What it has deleted stands in the file `deleted` of its folder.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))  # it is started as a script

from tests.contract.acp.obedient_agent import Obedient
from tests.contract.acp.ordinary_agent import Message

TITLES = (
    "Idempotent webhooks",
    "Jobs that retry",
    "A very long title of a conversation that no line of any dialog holds",
)
MANY = 130


class Keeping(Obedient):
    """Has some conversations with a title, and many without."""

    def take(self, message: Message) -> None:
        match message.get("method"):
            case "session/list" if "--signed-out" in self.flags:
                self.fail(message, -32000, "Run keeper login")
            case "session/list":
                self.answer(message, {"sessions": kept()})
            case "session/delete":
                Path("deleted").write_text(str(message["params"]["sessionId"]))
                self.answer(message, {})
            case _:
                super().take(message)


def kept() -> list[Message]:
    folder = str(Path.cwd())
    titled: list[Message] = [
        {
            "sessionId": f"kept-{place}",
            "cwd": folder,
            "title": title,
            "updatedAt": f"2026-11-2{3 - place}T10:0{place}:00Z",
        }
        for place, title in enumerate(TITLES)
    ]
    return [*titled, *({"sessionId": f"bare-{number}", "cwd": folder} for number in range(MANY))]


if __name__ == "__main__":
    Keeping(set(sys.argv[1:])).run()
