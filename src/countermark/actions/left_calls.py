"""Calls that were just left to their agents: what was decided about the same words before them is not their answer."""

from collections import OrderedDict

MOST = 10_000


class LeftCalls:
    """When each call of a conversation was last left to its agent; nothing of it is stored."""

    def __init__(self) -> None:
        self._at: OrderedDict[tuple[str, str | None, str], int] = OrderedDict()

    def note(self, agent: str, conversation: str | None, sha256: str, *, at: int) -> None:
        """A call with this digest was left to its agent."""
        key = (agent, conversation, sha256)
        self._at[key] = at
        self._at.move_to_end(key)
        if len(self._at) > MOST:
            self._at.popitem(last=False)

    def since(self, agent: str, conversation: str | None, sha256: str) -> int:
        """When that was, in milliseconds since 1970; 0 for never."""
        return self._at.get((agent, conversation, sha256), 0)
