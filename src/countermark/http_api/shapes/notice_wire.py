"""What is told outside of the desk, and whether a desk is looked at, on the wire."""

from typing import Annotated

from pydantic import BaseModel, Field

from countermark.model.items import ItemKind

PageName = Annotated[str, Field(pattern=r"^[0-9a-z]{8,32}$")]


class Looking(BaseModel):
    """Whether a page of the desk is looked at just now."""

    page: PageName = Field(description="A random name that the page has given itself.")
    looking: bool


class NoticeOutcome(BaseModel):
    """What became of the last message to a service, or of a test."""

    sent: bool
    at: str
    why: str = Field(description="Why it was not sent, in words; empty if it was.")
    attempts: int


class NoticeService(BaseModel):
    """A service of the settings."""

    service: str = Field(description="Scheme and host, or the scheme alone; never a key.")
    last: NoticeOutcome | None


class NoticeState(BaseModel):
    """What the hub tells elsewhere, as its settings say."""

    services: list[NoticeService] = Field(description="None: nothing leaves the machine.")
    installed: bool = Field(description="Whether the extra `notify` is installed.")
    kinds: list[ItemKind]
    after: int = Field(description="Seconds without an answer.")
    agents: dict[str, int | None] = Field(description="Other seconds, by agent; null: never.")
    quiet: str | None = Field(description="Such as 22:00-07:00, by the clock of the hub's machine.")
    name_workspace: bool
