"""Tool calls: what an agent wants to do, in the words that rules, cards and the journal share."""

import hashlib
from dataclasses import dataclass, replace
from enum import StrEnum

from countermark.model.redaction import redacted


class ToolKind(StrEnum):
    """What a tool does; the `tool` of a rule names one of these."""

    BASH = "bash"
    READ = "read"  # reads, lists or searches files
    EDIT = "edit"  # writes, changes or deletes files
    FETCH = "fetch"
    MCP = "mcp"
    OTHER = "other"  # of none of these kinds; only the person decides


class Decision(StrEnum):
    """What a rule says, or all rules together: deny comes before ask, ask before allow."""

    ALLOW = "allow"
    ASK = "ask"
    DENY = "deny"


@dataclass(frozen=True)
class ToolCall:
    """One call of a tool, as the agent wants to make it."""

    kind: ToolKind
    name: str  # the agent's own name of the tool, such as "Bash"
    cwd: str  # the absolute path of the folder that relative paths start from
    arguments: str  # all of them, as canonical JSON: what the digest is of
    command: str | None = None  # of bash: the whole command
    paths: tuple[str, ...] = ()  # of read and edit: as the agent wrote them
    deletes: bool = False  # an edit that removes a file
    size: int | None = None  # of an edit: the bytes that it writes, where they are known
    url: str | None = None  # of fetch
    server: str | None = None  # of MCP: the server's name
    tool: str | None = None  # of MCP: the tool's name at its server

    @property
    def digest(self) -> str:
        """The SHA-256 of what is done and where: what was shown is what is allowed."""
        return hashlib.sha256(f"{self.name}\n{self.cwd}\n{self.arguments}".encode("utf-8", "surrogatepass")).hexdigest()

    def redact(self) -> "ToolCall":
        """Without the known secrets in it; its digest is another one then."""
        command = None if self.command is None else redacted(self.command)
        url = None if self.url is None else redacted(self.url)
        paths = tuple(redacted(path) for path in self.paths)
        return replace(self, name=redacted(self.name), arguments=redacted(self.arguments), command=command, paths=paths,
                       url=url)  # fmt: skip

    def forget(self) -> "ToolCall":
        """Which tool it was, and nothing of what it was to do."""
        return ToolCall(self.kind, self.name, cwd="", arguments="{}", server=self.server, tool=self.tool)
