"""A message while it is written."""

from dataclasses import dataclass, field

from countermark.agents.acp.translate.reading import MOST_CHARACTERS
from countermark.model.sessions.parts import Output, Voice


@dataclass(frozen=True, slots=True)
class FreshText:
    """What was added to an open message since it was last asked for."""

    part: str
    voice: Voice
    at: int  # in characters of the whole message
    text: str


@dataclass(slots=True)
class OpenText:
    """A message that is being written."""

    part: str
    voice: Voice
    named: str | None  # the agent's own id of it
    at: int
    line: int  # that has begun it
    pieces: list[str] = field(default_factory=list)
    size: int = 0
    left_out: int = 0
    outputs: list[Output] = field(default_factory=list)
    said: int = 0  # pieces that were taken for whispers
    said_size: int = 0  # their characters

    def append(self, text: str) -> None:
        """The text goes on."""
        room = MOST_CHARACTERS - self.size
        if len(text) > room:
            self.left_out += len(text) - room
            text = text[:room]
        self.size += len(text)
        if text:
            self.pieces.append(text)

    def take_fresh(self) -> FreshText | None:
        """What was added since the last time."""
        if self.said == len(self.pieces):
            return None
        text = "".join(self.pieces[self.said :])
        fresh = FreshText(self.part, self.voice, self.said_size, text)
        self.said, self.said_size = len(self.pieces), self.said_size + len(text)
        return fresh

    @property
    def text(self) -> str:
        """All of it until now."""
        return "".join(self.pieces)
