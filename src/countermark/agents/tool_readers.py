"""What the tools of several agents have in common: files that are read or searched, addresses, tools of no kind."""

from dataclasses import dataclass, replace

from countermark.agents.fields import Fields, name_field, word_field
from countermark.agents.globs import leaves_folder
from countermark.model.tool_calls import ToolCall, ToolKind


@dataclass(frozen=True)
class ReadsFiles:
    """A file that is read, or folders that are searched."""

    field: str  # that names the file or the folder
    searches: bool = False  # without a folder it starts in the working folder
    takes_glob: bool = False

    def __call__(self, call: ToolCall, given: Fields, /) -> ToolCall:
        """The call with every path that it may reach."""
        without = self.searches and given.get(self.field) is None
        paths = [call.cwd if without else name_field(given, self.field)]
        if self.takes_glob and leaves_folder(word_field(given, "pattern")):
            paths.append("/")  # anything on the disk
        return replace(call, kind=ToolKind.READ, paths=tuple(paths))


def fetching_call(call: ToolCall, given: Fields) -> ToolCall:
    """An address that is fetched."""
    return replace(call, kind=ToolKind.FETCH, url=word_field(given, "url"))


def other_call(call: ToolCall, given: Fields) -> ToolCall:  # noqa: ARG001  every reader is asked the same
    """A tool of no kind that rules know."""
    return call
