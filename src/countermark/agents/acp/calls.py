"""What a tool call of an agent does, read out of its own request and of what it has told of the call before."""

import json
import posixpath
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from countermark.agents.acp.call_commands import command_in, command_named
from countermark.agents.acp.edits import PATH_NAMES, comparable
from countermark.agents.base import text_at
from countermark.agents.fields import Fields, Malformed, arguments_field, name_field, object_field, objects_field
from countermark.agents.globs import leaves_folder
from countermark.agents.mcp_calls import PREFIX, server_call
from countermark.model.offered import OfferedOption
from countermark.model.sessions.parts import CallPart, DiffOutput
from countermark.model.tool_calls import ToolCall, ToolKind

MOST_OPTIONS = 50
MOST_CONTENT = 1000
LONGEST_PATH = 4096
# Names of texts that may begin like a path and are none.
TEXTS = frozenset(
    {"command", "content", "description", "diff", "glob", "new_string", "old_string", "pattern", "query", "regex"}
)
# What is in the input of a command beside it and says nothing about what runs: ids, times, offers.
BESIDE_COMMAND = frozenset(
    {
        *("call_id", "turn_id", "started_at_ms", "proposed_execpolicy_amendment", "available_decisions", "parsed_cmd"),
        *("command", "args", "cwd"),
    }
)
# Agents that are measured to write the whole command, and nothing but it, as the title of a call without an input.
TITLES_ARE_COMMANDS = frozenset({"gemini"})
KINDS: Mapping[str, ToolKind] = {
    "execute": ToolKind.BASH,
    "read": ToolKind.READ,
    "search": ToolKind.READ,
    "edit": ToolKind.EDIT,
    "delete": ToolKind.EDIT,
    "move": ToolKind.EDIT,
    "fetch": ToolKind.FETCH,
}
REMOVES = frozenset({"delete", "move"})


@dataclass(frozen=True)
class Difference:
    """A change to a file as the agent tells it; `old` is None for a new one."""

    path: str
    old: str | None
    new: str | None  # None: it was not told


@dataclass(frozen=True)
class ToldCall:
    """All that an agent has told of one call: in its request, completed by what it told before."""

    id: str
    title: str
    name: str  # of the tool; its kind, where the agent names none
    kind: str  # execute, edit …: the agent's own word, also one that nobody knows
    given: Fields  # the input of the tool
    texts: Sequence[str]
    differences: Sequence[Difference]
    places: Sequence[str]  # paths


@dataclass(frozen=True)
class AskedCall:
    """A call in our words."""

    told: ToldCall
    call: ToolCall
    reason: str | None
    perhaps: tuple[ToolCall, ...] = ()  # what it may be, too: rules deny it if they deny one of these


def offered_options(params: Fields) -> tuple[OfferedOption, ...]:
    """The agent's own choices. Raises `Malformed`."""
    options = tuple(
        OfferedOption(name_field(each, "optionId"), name_field(each, "name"), name_field(each, "kind"))
        for each in objects_field(params, "options", most=MOST_OPTIONS)
    )
    if len({each.id for each in options}) < len(options):
        raise Malformed("options has the same optionId twice")
    return options


def told_call(params: Fields, before: CallPart | None) -> ToldCall:
    """The call that a request is about. Raises `Malformed`."""
    update = object_field(params, "toolCall")
    call_id = name_field(update, "toolCallId")
    given = update.get("rawInput")
    kind = text_at(update, "kind") or (None if before is None else before.kind) or "other"
    meta = update.get("_meta")
    name = text_at(update, "name") or (text_at(meta, "toolName") if isinstance(meta, dict) else None)
    differences = [*differences_in(update)] or [*differences_of(before)]
    return ToldCall(
        id=call_id,
        title=text_at(update, "title") or ("" if before is None else before.title),
        name=(name or (None if before is None else before.name) or kind)[:200],
        kind=kind,
        given=as_given(given) or given_before(before),
        texts=[*texts_in(update)] or [],
        differences=differences,
        places=[*([*places_in(update)] or told_places(before)), *left_out_of(before)],
    )


def told_of(part: CallPart) -> ToldCall:
    """The same of a call that was never asked about."""
    return ToldCall(
        id=part.id, title=part.title, name=part.name or part.kind, kind=part.kind, given=given_before(part), texts=[],
        differences=[*differences_of(part)], places=[each.path for each in part.locations],
    )  # fmt: skip


def given_before(part: CallPart | None) -> Fields:
    """The input that was told earlier."""
    if part is None or part.raw_input is None:
        return {}
    try:
        return as_given(json.loads(part.raw_input))
    except (ValueError, RecursionError):
        return {}


def as_given(given: object) -> Fields:
    """An input as an object; one that is something else is shown under one name, and never left out."""
    if isinstance(given, dict):
        return given
    return {} if given is None else {"rawInput": given}


def all_of(update: Fields, name: str) -> Sequence[object]:
    """A list of a request. Raises `Malformed` for one that is too long to be shown: nobody allows what is not shown."""
    found = update.get(name)
    if not isinstance(found, list):
        return ()
    if len(found) > MOST_CONTENT:
        raise Malformed(f"{name} has {len(found)} entries; {MOST_CONTENT} can be shown")
    return found


def contents(update: Fields, kind: str) -> Iterator[Fields]:
    """The contents of a call that are of one kind. Raises `Malformed`."""
    for each in all_of(update, "content"):
        if isinstance(each, dict) and each.get("type") == kind:
            yield each


def texts_in(update: Fields) -> Iterator[str]:
    """What the agent says to the call. Raises `Malformed`."""
    for each in contents(update, "content"):
        inner = each.get("content")
        text = text_at(inner, "text") if isinstance(inner, dict) else None
        if text is not None:
            yield text


def differences_in(update: Fields) -> Iterator[Difference]:
    """The changes that are told with a request. Raises `Malformed`: what cannot be shown is not asked."""
    for each in contents(update, "diff"):
        old, new = each.get("oldText"), each.get("newText")
        if not isinstance(new, str) or not (old is None or isinstance(old, str)):
            raise Malformed("a diff has no texts")
        yield Difference(name_field(each, "path"), old, new)


def differences_of(part: CallPart | None) -> Iterator[Difference]:
    """The changes that were told earlier, as far as they were kept whole."""
    for each in () if part is None else part.outputs:
        if isinstance(each, DiffOutput) and not each.left_out and each.new is not None:
            yield Difference(each.path, each.old, each.new)


def told_places(part: CallPart | None) -> Sequence[str]:
    """The files that a call was told to be about. Raises `Malformed` where not all of it can be shown."""
    if part is None:
        return ()
    if len(part.outputs) > MOST_CONTENT or len(part.locations) > MOST_CONTENT:
        raise Malformed(f"more than {MOST_CONTENT} things were told of the call")
    return [each.path for each in part.locations]


def left_out_of(part: CallPart | None) -> Iterator[str]:
    """The files of changes that were too long to be kept: what cannot be shown is named at least."""
    for each in () if part is None else part.outputs:
        if isinstance(each, DiffOutput) and each.left_out:
            yield each.path


def places_in(update: Fields) -> Iterator[str]:
    """The files that a call is about."""
    for each in all_of(update, "locations"):
        if isinstance(each, dict) and each.get("path") is not None:
            yield name_field(each, "path")


def asked_call(told: ToldCall, *, agent: str, folder: str) -> AskedCall:
    """What it does. Raises `Malformed`."""
    plain = ToolCall(ToolKind.OTHER, told.name, folder, written(all_told(told)))
    if told.name.startswith(PREFIX):
        call = server_call(replace(plain, arguments=written({**told.given, **beside(told)})), None)
        acts = KINDS.get(told.kind) in (ToolKind.BASH, ToolKind.EDIT) or bool(told.differences)
        return AskedCall(told, call, reason_of(told, None), perhaps=what_it_may_be(told, plain) if acts else ())
    match KINDS.get(told.kind, ToolKind.OTHER):
        case ToolKind.BASH:
            return command_asked(told, plain, agent=agent)
        case ToolKind.READ | ToolKind.FETCH if told.differences or command_named(told.given) is not None:
            # It would run or change something: what only looks is judged by rules, this by a person, or by a denial.
            return AskedCall(told, plain, reason_of(told, None), perhaps=what_it_may_be(told, plain))
        case ToolKind.READ:
            paths = paths_of(told) or ([folder] if told.kind == "search" else [])
            if leaves_folder(text_at(told.given, "pattern") or ""):
                paths.append("/")  # anything on the disk
            return AskedCall(told, files_call(plain, ToolKind.READ, paths), reason_of(told, None))
        case ToolKind.EDIT:
            return AskedCall(told, edit_call(told, plain), reason_of(told, None))
        case ToolKind.FETCH if (url := text_at(told.given, "url")) is not None:
            call = replace(plain, kind=ToolKind.FETCH, url=url, arguments=written({**told.given, **beside(told)}))
            return AskedCall(told, call, reason_of(told, url))
        case _:
            return AskedCall(told, plain, reason_of(told, None), perhaps=what_it_may_be(told, plain))


def what_it_may_be(told: ToldCall, plain: ToolCall) -> tuple[ToolCall, ...]:
    """What a call of no known kind may do, by what is told of it: no word of an agent opens a way around a denial."""
    paths = [path for path in paths_of(told) if len(path) <= LONGEST_PATH and "\0" not in path and path.strip()]
    command, changes = command_named(told.given), files_call(plain, ToolKind.EDIT, paths)
    runs = replace(plain, kind=ToolKind.BASH, command=command, cwd=folder_of(told.given, plain.cwd))
    return (*([] if command is None else [runs]), *([changes] if changes.paths else ()))


def written(arguments: Fields) -> str:
    """Arguments as canonical JSON. Raises `Malformed`."""
    return arguments_field({"rawInput": dict(arguments)}, "rawInput")[1]


def all_told(told: ToldCall) -> Fields:
    """Everything that is known of a call, for a card that can only show it."""
    everything: dict[str, Any] = {"title": told.title, "input": dict(told.given), "text": "\n\n".join(told.texts)}
    everything["locations"] = list(told.places)
    everything["changes"] = [{"path": each.path, "old": each.old, "new": each.new} for each in told.differences]
    return {name: value for name, value in everything.items() if value}


def reason_of(told: ToldCall, known: str | None) -> str | None:
    """Why, in the agent's words: a description in its input, or what it says to the call."""
    said = text_at(told.given, "description") or next((each for each in told.texts if not is_json(each)), None)
    title = told.title if told.title not in (known, told.name) and told.title.strip() else None
    reason = said if said is not None else title
    return None if reason == known else reason


def title_of(told: ToldCall) -> str | None:
    """What a call of no known kind is called: its tool, if it has one, and the agent's own words, marked as such.

    Without the marks an agent could have such a call look like one of another kind.
    """
    named = [] if told.name == told.kind else [told.name]
    words = [f"“{told.title}”"] if told.title.strip() and told.title != told.name else []
    return ": ".join([*named, *words]) or None


def is_json(text: str) -> bool:
    """Whether a text is the input of the tool once more."""
    return text.lstrip().startswith("{")


def command_asked(told: ToldCall, plain: ToolCall, *, agent: str) -> AskedCall:
    """A command for the shell; without the whole of it only a person decides."""
    command = command_in(told.given)
    if command is None and agent in TITLES_ARE_COMMANDS and not told.given and told.title.strip():
        command = told.title
    if command is None:
        named = replace(plain, kind=ToolKind.BASH, command=told.title) if told.title.strip() else None
        perhaps = what_it_may_be(told, plain)
        return AskedCall(told, plain, reason_of(told, None), perhaps=perhaps if named is None else (named, *perhaps))
    others = {name: value for name, value in told.given.items() if name not in BESIDE_COMMAND}
    if others.get("commands") == [command]:
        del others["commands"]  # Copilot says it twice
    call = replace(
        plain, kind=ToolKind.BASH, command=command, cwd=folder_of(told.given, plain.cwd),
        arguments=written({**others, **beside(told), "command": command}),
    )  # fmt: skip
    return AskedCall(told, call, reason_of(told, command))


def beside(told: ToldCall) -> Fields:
    """What an agent tells beside an input and has no place in such a call: it is shown, whatever it may mean."""
    return {name: value for name, value in all_told(told).items() if name in ("changes", "locations")}


def folder_of(given: Fields, folder: str) -> str:
    """Where a command starts."""
    named = next((text_at(given, name) for name in ("cwd", "workdir", "directory") if text_at(given, name)), None)
    return folder if named is None else posixpath.normpath(posixpath.join(folder, named))


def paths_of(told: ToldCall) -> list[str]:
    """Every file that a call names, once; a relative path that is also named whole counts as one."""
    changes = told.given.get("changes")
    found = [
        *paths_in(told.given),
        *(changes if isinstance(changes, dict) else ()),
        *(each.path for each in told.differences),
        *told.places,
    ]
    return list(dict.fromkeys(found))


def paths_in(given: Fields) -> Iterator[str]:
    """The files that an input names: by a name that is known, or by a whole path under any other one."""
    for name, value in given.items():
        for each in value if isinstance(value, list) else (value,):
            if isinstance(each, str) and each and (name in PATH_NAMES or (name not in TEXTS and is_whole_path(each))):
                yield each


def is_whole_path(text: str) -> bool:
    """Whether a text can only be meant as a file."""
    return text.startswith(("/", "~/", "../")) and len(text) <= LONGEST_PATH and "\n" not in text


def files_call(call: ToolCall, kind: ToolKind, paths: Iterable[str]) -> ToolCall:
    """A call about files; without any only a person decides."""
    names = tuple(name_field({"path": path}, "path") for path in whole_once(paths, call.cwd))
    return replace(call, kind=kind, paths=names) if names else call


def whole_once(paths: Iterable[str], folder: str) -> list[str]:
    """Paths without those that name a file which is named whole beside them."""
    listed = list(paths)
    whole = {path for path in listed if path.startswith("/")}
    return [path for path in listed if path.startswith("/") or posixpath.join(folder, path) not in whole]


def edit_call(told: ToldCall, plain: ToolCall) -> ToolCall:
    """Files that are written, changed, moved or deleted, with what a card compares them by, or all that was told."""
    call = replace(files_call(plain, ToolKind.EDIT, paths_of(told)), deletes=told.kind in REMOVES)
    if len(call.paths) != 1 or len(told.differences) > 1 or call.deletes:
        return call
    change = told.differences[0] if told.differences else Difference(call.paths[0], None, None)
    compared = comparable(told.given, change.path, change.old, change.new)
    if compared is None:
        return call
    size = None if change.new is None else len(change.new.encode("utf-8", "surrogatepass"))
    return replace(call, arguments=written(compared), size=size)
