"""Which session has begun another one: a sub-agent works in a session of its own."""

import logging
from dataclasses import dataclass, field

from countermark.agents.fields import Malformed
from countermark.agents.opencode.client import LineLost, NotThere, ServerClient, Unexpected
from countermark.agents.opencode.dialect import Dialect

logger = logging.getLogger(__name__)

DEEPEST = 16  # as in the plugin, so that both name the same session
MOST_SESSIONS = 10_000


@dataclass
class Families:
    """What one server has told of its sessions; what was heard longest ago is forgotten, and can be asked again."""

    most: int = MOST_SESSIONS
    _parents: dict[str, str | None] = field(default_factory=dict)

    def note(self, session: str, parent: str | None) -> None:
        """It has this parent; None: a person has begun it."""
        self._parents.pop(session, None)
        self._parents[session] = parent
        if len(self._parents) > self.most:
            del self._parents[next(iter(self._parents))]

    def known_root(self, session: str) -> str:
        """The session that a person has begun, as far as it was told."""
        root = session
        for _ in range(DEEPEST):
            parent = self._parents.get(root)
            if parent is None:
                break
            root = parent
        return root

    async def find_root(self, session: str, folder: str, *, client: ServerClient, dialect: Dialect) -> str:
        """The same, where the server is asked for what it has not told yet."""
        root = session
        for _ in range(DEEPEST):
            if root not in self._parents:
                try:
                    answer = await client.exchange(dialect.session(root, folder))
                    self.note(root, dialect.parent_in(answer))
                except (LineLost, NotThere, Unexpected, Malformed) as error:
                    logger.warning("who has begun session %s cannot be read: %s", root, error)
                    break
            parent = self._parents[root]
            if parent is None:
                break
            root = parent
        return root
