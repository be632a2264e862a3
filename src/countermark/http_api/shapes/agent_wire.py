"""Agents that a session can be started with, on the wire."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

AgentName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,63}$")]
Word = Annotated[str, Field(max_length=4096)]


class AgentToAdd(BaseModel):
    """A person's own agent: what starts it."""

    name: AgentName
    title: Annotated[str, Field(min_length=1, max_length=100)] | None = Field(
        default=None, description="None: the name."
    )
    command: list[Word] = Field(min_length=1, max_length=200, description="The program and its arguments.")
    env: dict[str, Word] = Field(default_factory=dict, max_length=200)
    asking_mode: Annotated[str, Field(min_length=1, max_length=1000)] | None = Field(
        default=None, description="The mode into which the desk puts it right after it has begun a conversation."
    )


class SessionAgent(BaseModel):
    """An agent that can be started, and whether it asks."""

    name: str
    title: str
    command_line: str = Field(description="Exactly what is started, as a shell would take it.")
    found: bool = Field(description="Nothing is known to be missing for a start.")
    why_not_found: str | None
    runtime: str | None = Field(description="What has to be installed first, such as Node.js 22 or newer.")
    runtime_version: str | None = Field(description="The one that is installed.")
    version: str | None = Field(description="Of the agent, where it is known without starting it.")
    size_mb: int | None
    sign_in: str | None = Field(description="How a person signs in at it, in words.")
    env_names: list[str] = Field(description="Variables that are set for it, or that it reads for a sign-in.")
    asks: list[str] = Field(description="Whether it asks before it acts, in sentences.")
    own: bool = Field(description="A person has added it.")


class BrokenAgent(BaseModel):
    """A person's file that cannot be used."""

    name: str
    why: str


class WayToSignIn(BaseModel):
    """A way to sign in that an agent offers."""

    name: str
    description: str | None
    command: str | None = Field(description="What to run in a terminal for it; None: the agent does it itself.")


class AgentChecked(BaseModel):
    """An agent that was started once, and has said what it can do."""

    name: str
    title: str
    command_line: str = Field(description="What was started, with the whole path of the program.")
    startup_ms: int = Field(description="From its start to its answer.")
    protocol: int = Field(description="The version of the Agent Client Protocol.")
    agent_name: str | None = Field(description="As it calls itself.")
    version: str | None
    abilities: list[str] = Field(description="What it says that it can do, in words.")
    sign_ins: list[WayToSignIn]
    asks: list[str] = Field(description="Whether it asks before it acts, in sentences.")


class ConversationsWanted(BaseModel):
    """Where an agent is to be asked for its conversations."""

    folder: Annotated[str, Field(min_length=1, max_length=4096)]
    command: list[Word] = Field(default=[], max_length=200, description="None: as the brand says.")


class AgentConversation(BaseModel):
    """A conversation that an agent knows."""

    id: str = Field(description="The agent's own.")
    folder: str | None
    folder_name: str | None
    title: str | None
    updated_at: int | None = Field(description="Milliseconds since 1970.")


class AgentConversations(BaseModel):
    """The conversations that an agent knows in a folder, the newest first."""

    conversations: list[AgentConversation]
    whole: bool = Field(description="False: the agent has more, or did not come to an end.")
    ways: list[Literal["load", "resume", "fork"]] = Field(description="How it says that it can go on with one.")
    startup_ms: int


class SessionAgents(BaseModel):
    """All of them by their titles, and the files that cannot be used."""

    agents: list[SessionAgent]
    broken: list[BrokenAgent]
