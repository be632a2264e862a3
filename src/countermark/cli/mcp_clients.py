"""Where MCP clients keep their servers, and our entry in those files: what is not ours stays byte for byte."""

import json
import os
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from countermark.agents import json_text
from countermark.agents.hook_settings import NotSettings, Record
from countermark.agents.json_text import Json, JsonNode
from countermark.cli.failure import Failure

SERVER = "countermark"
PROGRAM = "countermark"
ServerEntry = dict[str, Json]


@dataclass(frozen=True)
class Client:
    """One client: its files, and what a server looks like in them."""

    name: str
    title: str
    project: str  # the file, seen from the project's folder
    user: tuple[str, ...] | None  # the file, seen from the person's home; None where that is not ours to know
    section: str
    entry: Callable[[Sequence[str]], ServerEntry]


def standard(command: Sequence[str]) -> ServerEntry:
    """A server as most clients write it."""
    return {"type": "stdio", "command": command[0], "args": list(command[1:])}


def opencode(command: Sequence[str]) -> ServerEntry:
    """A server as OpenCode writes it."""
    return {"type": "local", "command": list(command), "enabled": True}


CLIENTS: Mapping[str, Client] = {
    each.name: each
    for each in (
        Client("claude", "Claude Code", ".mcp.json", (".claude.json",), "mcpServers", standard),
        Client("cursor", "Cursor", ".cursor/mcp.json", (".cursor", "mcp.json"), "mcpServers", standard),
        Client("vscode", "VS Code", ".vscode/mcp.json", None, "servers", standard),
        Client("opencode", "OpenCode", "opencode.json", (".config", "opencode", "opencode.json"), "mcp", opencode),
    )
}


def file_of(client: Client, *, project: Path | None) -> Path:
    """The client's file, of a project or of the person."""
    if project is not None:
        return with_comments(project / client.project)
    if client.user is None:
        raise Failure(
            f"{client.title} keeps the servers of a person in its profile",
            "Use its command `MCP: Open User Configuration`, or install into the project.",
        )
    if client.name == "claude" and (folder := os.environ.get("CLAUDE_CONFIG_DIR")):
        return Path(folder).expanduser().absolute() / client.user[-1]
    folder = os.environ.get("XDG_CONFIG_HOME", "")
    if client.name == "opencode" and Path(folder).is_absolute():
        return with_comments(Path(folder, *client.user[1:]))
    return with_comments(Path.home().joinpath(*client.user))


def with_comments(file: Path) -> Path:
    """OpenCode reads opencode.jsonc too: where that is the one there, it is meant."""
    other = file.with_suffix(".jsonc")
    return other if file.name == "opencode.json" and other.exists() and not file.exists() else file


def command(storage: str | None, *, shared: bool) -> list[str]:
    """What a client starts. A file that others share says no path of this machine, if the name alone will do."""
    ours = own_program()
    by_name = shared and is_found_by_name(ours)
    return [PROGRAM if by_name else str(ours), "mcp", *(["--storage", storage] if storage else [])]


def own_program() -> Path:
    """The absolute path of this very program: beside the interpreter, else as it was started, else on the path."""
    beside = Path(sys.executable).with_name(PROGRAM)
    started = Path(sys.argv[0]).absolute()
    for path in (beside, started):
        if path.name == PROGRAM and os.access(path, os.X_OK) and path.is_file():
            return path
    found = shutil.which(PROGRAM)
    if found is None:
        raise Failure(f"{PROGRAM} is not installed", "Install Countermark with pip, pipx or uv, then try again.")
    return Path(found).absolute()


def is_found_by_name(program: Path) -> bool:
    """Whether the name alone starts this program in a client too, whose path knows no activated environment."""
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    if activated := os.environ.get("VIRTUAL_ENV"):
        folders = [folder for folder in folders if not Path(folder).is_relative_to(activated)]
    found = shutil.which(PROGRAM, path=os.pathsep.join(folders))
    return found is not None and Path(found).resolve() == program.resolve()


def is_own_server(entry: JsonNode) -> bool:
    """Whether a server is `countermark mcp`, wherever that is installed."""
    started = entry.member("command")
    rest = entry.member("args")
    if started is None:
        return False
    words = [started.scalar] if started.kind == "" else [each.value.scalar for each in started.items]
    words += [each.value.scalar for each in rest.items] if rest is not None else []
    program = str(words[0]).replace("\\", "/").rpartition("/")[2].removesuffix(".exe") if words else ""
    return program == PROGRAM and words[1:2] == ["mcp"]


def install(text: str | None, client: Client, entry: ServerEntry, *, record: Record | None) -> tuple[str, Record]:
    """The text with our server (None: there is no file yet), and what is needed to take it out again.

    Raises NotJson or NotSettings.
    """
    if text is None or not text.strip(" \t\r\n"):
        text, kept = "{}\n", Record(whole_file=True, before=text)
    else:
        kept = record or Record()
    root, section = scan(text, client)
    style = json_text.style_of(text, root)
    if section is None:
        kept = noted(noted(kept, text, root, ""), text, None, client.section)
        return json_text.append(text, root, {SERVER: entry}, style=style, key=client.section), kept
    present = section.member(SERVER)
    if present is None:
        kept = noted(kept, text, section, client.section)
        return json_text.append(text, section, entry, style=style, key=SERVER), kept
    if present.kind != "{" or not is_own_server(present):
        raise NotSettings(f'"{client.section}"."{SERVER}" is another server; rename or remove it first')
    return corrected(text, client, entry), kept


def corrected(text: str, client: Client, entry: ServerEntry) -> str:
    """Our entry as it has to be; what somebody has added to it stays."""
    for key, value in entry.items():
        root, section = scan(text, client)
        present = section and section.member(SERVER)
        assert present is not None, "it was there"
        member, style = present.member(key), json_text.style_of(text, root)
        if member is None:
            text = json_text.append(text, present, value, style=style, key=key)
        elif key != "enabled" and json.loads(text[member.start : member.end]) != value:
            text = json_text.put(text, member, value, style=style)
    return text


def uninstall(text: str, client: Client, *, record: Record | None) -> str | None:
    """The text as it would be had we never been there; None if there would be no file."""
    _root, section = scan(text, client)
    present = section and section.member(SERVER)
    if section is None or present is None or not is_own_server(present):
        return text
    index = max(number for number, item in enumerate(section.items) if item.key == SERVER)
    text = json_text.remove(text, section, index, blank=blank(record, client.section))
    root, section = scan(text, client)
    made_by_us = record is not None and record.blanks.get(client.section, "") is None
    if section is not None and not section.items and made_by_us:
        place = max(number for number, item in enumerate(root.items) if item.key == client.section)
        text = json_text.remove(text, root, place, blank=blank(record, ""))
    if record is not None and record.whole_file and not scan(text, client)[0].items:
        return record.before
    return text


def scan(text: str, client: Client) -> tuple[JsonNode, JsonNode | None]:
    """The whole, and the section of servers in it."""
    root = json_text.scan(text)
    if root.kind != "{":
        raise NotSettings("the settings are not a JSON object")
    section = root.member(client.section)
    if section is not None and section.kind != "{":
        raise NotSettings(f'"{client.section}" is not a JSON object')
    return root, section


def noted(record: Record, text: str, container: JsonNode | None, path: str) -> Record:
    """Keeps the white space of an empty container; None for one that did not exist."""
    if path in record.blanks or (container is not None and container.items):
        return record
    inside = None if container is None else text[container.start + 1 : container.end - 1]
    return replace(record, blanks={**record.blanks, path: inside})


def blank(record: Record | None, path: str) -> str:
    """The white space that an emptied container had."""
    return (record.blanks.get(path) if record else None) or ""


def snippet(client: Client, entry: ServerEntry) -> str:
    """What to write by hand where we cannot."""
    return json.dumps({client.section: {SERVER: entry}}, indent=2, ensure_ascii=False)
