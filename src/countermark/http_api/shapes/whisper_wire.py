"""What passes while an agent works, on the wire: events of the feed that have no number of the journal (0055)."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field


class TextOp(BaseModel):
    """The text of a part goes on."""

    kind: Literal["text"]
    voice: str = Field(description="Whose words the part has: agent, thought or user.")
    at: int = Field(description="Where `text` begins in the whole text of the part, in UTF-16 units.")
    text: str


class BlockOp(BaseModel):
    """A block of Markdown of a part has closed: what follows cannot change how it is shown."""

    kind: Literal["block"]
    index: int = Field(description="Its place among the blocks of the part, from 0.")
    html: str | None = Field(
        description="Sanitised. Null for a long one: its text stays as it is until the message ends."
    )
    tail_at: int = Field(
        description="Where the block ends in the whole text of the part, in UTF-16 units: what follows is plain text."
    )


class CallOp(BaseModel):
    """A tool call that runs has come further: what is null is as before."""

    kind: Literal["call"]
    status: str | None = Field(description="In the words of a tool call's part.")
    title: str | None
    output: str | None = Field(description="The end of what it has printed until now.")


class ActivityOp(BaseModel):
    """What the agent does just now."""

    kind: Literal["activity"]
    words: str


class Whisper(BaseModel):
    """A passing word about a session: it is never stored, and a stream that is resumed does not repeat it."""

    session: str
    n: int = Field(description="Grows by one with each whisper of the session while the hub runs.")
    left_out: int = Field(description="How many just before it were left out, since this stream was too slow.")
    number: int = Field(description="Of the session's last event when it was said.")
    part: str | None = Field(description="The part that it is about; null: the session.")
    op: Annotated[TextOp | BlockOp | CallOp | ActivityOp, Field(discriminator="kind")]
