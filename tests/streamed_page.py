"""A message that is being written, as a page puts it together from whispers."""

from dataclasses import dataclass, field

from countermark.http_api.shapes.whisper_wire import Whisper
from countermark.model.text_units import utf16, without_units


@dataclass
class StreamedPage:
    """One message; whatever does not fit what is known is an error."""

    number: int = 0  # of the newest whisper; 0: of none
    blocks: list[str] = field(default_factory=list)
    tail_at: int = 0
    tail: str = ""

    def hear(self, whisper: Whisper) -> None:
        """Take in one whisper; one that the page's snapshot has already is dropped."""
        if whisper.n <= self.number:
            return
        assert whisper.left_out == 0
        assert whisper.n == self.number + 1 or self.number == 0
        self.number = whisper.n
        match whisper.op.kind:
            case "text":
                known = self.tail_at + utf16(self.tail)
                assert whisper.op.at <= known, "a gap"
                self.tail += without_units(whisper.op.text, known - whisper.op.at)
            case "block":
                assert whisper.op.index == len(self.blocks)
                rest = without_units(self.tail, whisper.op.tail_at - self.tail_at)
                plain = self.tail[: len(self.tail) - len(rest)]
                self.blocks.append(plain if whisper.op.html is None else whisper.op.html)
                self.tail, self.tail_at = rest, whisper.op.tail_at
            case "call" | "activity":
                pass
