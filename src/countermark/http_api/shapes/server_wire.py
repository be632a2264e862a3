"""Attached servers on the wire."""

from typing import Annotated

from pydantic import BaseModel, Field

ServerId = Annotated[str, Field(pattern=r"^[0-9a-f]{20}$")]
SavedGrantId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_.:-]{1,200}$")]


class ServerToAttach(BaseModel):
    """A server of an agent, and the projects whose conversations are asked about."""

    address: str = Field(max_length=300)
    folders: list[Annotated[str, Field(min_length=1, max_length=4096)]] = Field(min_length=1, max_length=50)
    user: str | None = Field(default=None, max_length=200)
    password: str | None = Field(default=None, min_length=1, max_length=4096)


class SavedGrant(BaseModel):
    """Something that the agent itself allows without asking."""

    id: str
    title: str


class AgentServer(BaseModel):
    """An attached server, and how the line to it is."""

    id: str
    agent: str
    agent_name: str
    address: str
    folders: list[str]
    user: str | None
    attached_at: str
    connected_since: str | None
    version: str | None
    seen_live: bool = Field(description="Its protocol was seen at work; else it was only read about.")
    problem: str | None = Field(description="Why there is no line.")
    waiting: int = Field(description="Requests that nobody has answered.")
    saved: list[SavedGrant]


class AgentServers(BaseModel):
    """All of them, the oldest first."""

    servers: list[AgentServer]
    seq: int
