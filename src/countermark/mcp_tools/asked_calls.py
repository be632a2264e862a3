"""What a client wants to do, as a call in our words, so that rules, risks and cards know it like any other agent's."""

import json
from dataclasses import replace

from countermark.mcp_tools.asking_arguments import RequestPermission
from countermark.model.annotation_records import canonical
from countermark.model.tool_calls import ToolCall, ToolKind

COMMAND, CHANGE, FETCH = "run_command", "change_file", "fetch_address"  # `"mcp:run_command" = 300` sets a wait


class NotShowable(Exception):
    """Something in it cannot be written down, so nobody could be shown it; the text says what."""


def asked_call(asked: RequestPermission, *, folder: str) -> ToolCall:
    """The call; `folder` is where it happens if it does not say. Raises `NotShowable`."""
    call = ToolCall(ToolKind.OTHER, asked.action or "", asked.directory or folder, "{}")
    if asked.command is not None:
        given: dict[str, object] = {"command": asked.command}
        call = replace(call, kind=ToolKind.BASH, name=COMMAND, command=asked.command)
    elif asked.path is not None:
        given = change_of(asked)
        call = replace(
            call, kind=ToolKind.EDIT, name=CHANGE, paths=(asked.path,), deletes=asked.delete, size=size_of(asked)
        )
    elif asked.url is not None:
        given = {"url": asked.url}
        call = replace(call, kind=ToolKind.FETCH, name=FETCH, url=asked.url)
    else:
        given = {"action": asked.action} | ({} if asked.arguments is None else {"arguments": asked.arguments})
    return replace(call, arguments=written(given))


def change_of(asked: RequestPermission) -> dict[str, object]:
    """What becomes of a file, in the names that the card compares by."""
    how: dict[str, object] = {"path": asked.path}
    if asked.content is not None:
        how["content"] = asked.content
    if asked.replacements is not None:
        how["edits"] = [
            {"old_string": each.old, "new_string": each.new, "replace_all": each.all} for each in asked.replacements
        ]
    return how | ({"delete": True} if asked.delete else {})


def size_of(asked: RequestPermission) -> int | None:
    """The bytes that are written, where they are known."""
    if asked.content is not None:
        return len(asked.content.encode("utf-8", "surrogatepass"))
    if asked.replacements is None or any(each.all for each in asked.replacements):
        return None
    return sum(len(each.new.encode("utf-8", "surrogatepass")) for each in asked.replacements)


def written(given: dict[str, object]) -> str:
    """The canonical JSON of all arguments. Raises `NotShowable` for what has no such form."""
    try:
        text = canonical(given)
        json.dumps(given, allow_nan=False)
        text.encode()
    except UnicodeEncodeError:
        raise NotShowable("half a character pair in it cannot be shown; leave it out") from None
    except ValueError:
        raise NotShowable("a number in it is none that JSON has; write it as a text") from None
    except RecursionError:
        raise NotShowable("it is nested too deeply to be shown; say it in fewer levels") from None
    return text
