"""Version 2: terminals of the agent's own, which the desk only shows: bytes in pieces, and how the command ended."""

import base64
import binascii
from dataclasses import dataclass

from countermark.agents.acp.translate.reading import Fields, object_in, text_in, whole_in, word_in
from countermark.model.sessions.parts import TerminalOutput

MOST_SHOWN = 200_000  # bytes of one terminal: its end
MOST_TERMINALS = 1000  # of one connection
CONTINUED = 0b1000_0000  # the first two bits of a byte within a character
FIRST_BITS = 0b1100_0000


@dataclass
class AgentTerminal:
    """One of them, as it is now."""

    name: str
    content: bytes = b""
    truncated: bool = False
    exit_code: int | None = None
    signal: str | None = None
    has_ended: bool = False

    def append(self, content: bytes) -> None:
        """It has printed more."""
        whole = self.content + content
        if len(whole) > MOST_SHOWN:
            whole = whole[-MOST_SHOWN:]
            begun = next((place for place, byte in enumerate(whole[:4]) if byte & FIRST_BITS != CONTINUED), 0)
            whole, self.truncated = whole[begun:], True
        self.content = whole

    def patch(self, update: Fields) -> None:
        """What an update says replaces what was there, `null` clears it, and what it leaves out stays."""
        if "output" in update:
            self.content, self.truncated = b"", False
            self.append(bytes_in(object_in(update, "output")))
        if "exitStatus" in update:
            status = update["exitStatus"]
            self.has_ended = isinstance(status, dict)
            told: Fields = status if isinstance(status, dict) else {}
            self.exit_code, self.signal = whole_in(told, "exitCode"), word_in(told, "signal")

    @property
    def shown(self) -> TerminalOutput:
        """For the ledger; what is no UTF-8 is replaced."""
        text = self.content.decode("utf-8", "replace")
        return TerminalOutput(self.name, text, self.truncated, self.exit_code, self.signal)


class AgentTerminals:
    """The terminals of one connection."""

    def __init__(self) -> None:
        self._known = dict[str, AgentTerminal]()

    def named(self, name: str) -> AgentTerminal:
        """A terminal, which is new if nobody has told of it."""
        if name not in self._known:
            if len(self._known) >= MOST_TERMINALS:
                del self._known[next(iter(self._known))]
            self._known[name] = AgentTerminal(name)
        return self._known[name]

    def shown(self, output: TerminalOutput) -> TerminalOutput:
        """What is known of a terminal that a call names."""
        known = self._known.get(output.terminal)
        return output if known is None else known.shown


def bytes_in(found: Fields) -> bytes:
    """Bytes as they are written; none where they cannot be read."""
    try:
        return base64.b64decode(text_in(found, "data") or "", validate=True)
    except (binascii.Error, ValueError):
        return b""
