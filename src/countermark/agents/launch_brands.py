"""How an agent of the Agent Client Protocol is started, and whether it asks before it acts: values read from a file."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Runtime(StrEnum):
    """What has to be installed before the agent's own program can run."""

    NODE = "node"
    PYTHON = "python"


@dataclass(frozen=True)
class RuntimeNeed:
    """A runtime, and the oldest version of it that will do."""

    runtime: Runtime
    least: str  # such as 22 or 3.12

    def __str__(self) -> str:
        """In words, such as "Node.js 22 or newer"."""
        names = {Runtime.NODE: "Node.js", Runtime.PYTHON: "Python"}
        return f"{names[self.runtime]} {self.least} or newer"


class BeforeActing(StrEnum):
    """What an agent does before an action of one kind."""

    ASKED = "asked"  # it waits for an answer
    NEVER = "never"  # it goes ahead
    SANDBOXED = "sandboxed"  # it goes ahead, inside a sandbox of its own
    WRITES_THROUGH_US = "writes_through_us"  # it does not ask, and has the desk write the file
    NOT_DONE = "not_done"  # it does none that changes anything: it only plans
    UNKNOWN = "unknown"


class AskingSource(StrEnum):
    """How it is known that an agent asks."""

    MEASURED = "measured"  # seen here, with the version that the brand names
    DESCRIBED = "described"  # as the agent's own words, or the person who has added it, say


@dataclass(frozen=True)
class AsksInMode:
    """What an agent does in one of its modes."""

    mode: str | None  # the agent's own id of it; None: in every mode that has no row of its own
    shell: BeforeActing
    edit: BeforeActing
    source: AskingSource


@dataclass(frozen=True)
class UnaskedOption:
    """A value of one of the agent's options with which it asks no more, whatever its mode is."""

    option: str  # the agent's own ids
    value: str


@dataclass(frozen=True)
class LaunchBrand:
    """A product that can be started as an agent of a session."""

    name: str  # of its file, and in the store
    title: str  # on the desk
    command: str
    args: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)  # set beside what the hub's own environment has
    version: str | None = None  # with which its asking was measured
    runtime: RuntimeNeed | None = None
    install: str | None = None  # what to do where the command is missing
    size_mb: int | None = None  # of what is installed
    sign_in: str | None = None  # in the person's words
    env_names: tuple[str, ...] = ()  # variables that it reads for a sign-in
    asking_mode: str | None = None  # into which the desk puts it right after it has begun a conversation
    note: str | None = None  # what else is to be known of its asking
    asks: tuple[AsksInMode, ...] = ()
    unasked_options: tuple[UnaskedOption, ...] = ()
    protocol: int = 1  # the version of the Agent Client Protocol that it is offered first
    terminals: bool = False  # it runs commands in terminals of the desk where that offers them
    is_own: bool = False  # a person has added it

    @property
    def command_line(self) -> tuple[str, ...]:
        """The command and its arguments."""
        return (self.command, *self.args)

    def asks_in(self, mode: str | None) -> AsksInMode:
        """What it does in a mode."""
        rows = {row.mode: row for row in self.asks}
        unknown = AsksInMode(mode, BeforeActing.UNKNOWN, BeforeActing.UNKNOWN, AskingSource.DESCRIBED)
        return rows.get(mode) or rows.get(None) or unknown

    def stops_asking(self, options: Mapping[str, str]) -> UnaskedOption | None:
        """The first of these options, given as values by id, with which it asks no more."""
        return next((each for each in self.unasked_options if options.get(each.option) == each.value), None)
