"""Why an allow rule does not cover a call, and how near it came."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never

from countermark.model.tool_calls import ToolKind
from countermark.rules.hosts import Host, HostPattern
from countermark.rules.located import LocatedPath, Locator
from countermark.rules.matching import covers_file, covers_tool, files_of, runs_within
from countermark.rules.paths import PathPattern, allowed_by, is_meant
from countermark.rules.prefixes import matching
from countermark.rules.readings import CommandReading, FetchReading, FileReading, McpReading, OtherReading, Reading
from countermark.rules.rulebook import Rule
from countermark.rules.shell.lines import SimpleCommand
from countermark.rules.shell.programs import danger_in
from countermark.rules.stars import star_match

FAR = 0  # it speaks about something else
RELATED = 1  # the same program, server or domain
NEAR = 2  # all of it fits but for one thing


@dataclass(frozen=True)
class Miss:
    """Why a rule does not cover a call."""

    nearness: int  # FAR, RELATED or NEAR
    why: str


def miss_of(rule: Rule, reading: Reading) -> Miss | None:
    """Why an allow rule does not cover any part of the call; None if it covers one."""
    if reading.tool not in rule.tools:
        return _miss_of_redirections(rule, reading)
    match reading:
        case CommandReading():
            return _least(_miss_of_command(rule, each, reading.locator) for each in reading.commands)
        case FileReading():
            return _least(_miss_of_file(rule, path, reading) for path in reading.paths)
        case FetchReading():
            return _miss_of_host(rule.host or (), reading)
        case McpReading():
            return _miss_of_tool(rule, reading)
        case OtherReading():
            return Miss(FAR, "rules know nothing about this tool")
        case _ as never:
            assert_never(never)


def _least(misses: Iterable[Miss | None]) -> Miss | None:
    """The nearest of these; None as soon as one part is covered."""
    nearest = Miss(FAR, "nothing in the call is of the kind that it is about")
    for miss in misses:
        if miss is None:
            return None
        nearest = miss if miss.nearness > nearest.nearness or nearest.nearness == FAR else nearest
    return nearest


def _miss_of_redirections(rule: Rule, reading: Reading) -> Miss | None:
    files = reading.redirected if isinstance(reading, CommandReading) else ()
    return _least(_miss_of_file(rule, path, file) for file in files if file.tool in rule.tools for path in file.paths)


def _miss_of_command(rule: Rule, command: SimpleCommand, locator: Locator) -> Miss | None:
    tokens = rule.command or ()
    count = matching(command.fixed, tokens)
    if count < len(tokens):
        return _miss_of_token(tokens[count], command, count)
    danger = danger_in(command.words, named=len(tokens))
    if danger is not None:
        return Miss(NEAR, f"`{danger}` makes it write or start something; only a rule that names it covers it")
    if rule.path is None:
        return None
    if not runs_within(rule.path, command, locator):
        return Miss(NEAR, f"it runs in {command.folder or locator.cwd}, which is not meant by its paths")
    misses = (_miss_of_path(rule.path, path, locator) for path in files_of(command, locator))
    return next((miss for miss in misses if miss is not None), None)


def _miss_of_token(alternatives: tuple[str, ...], command: SimpleCommand, count: int) -> Miss:
    wanted = " or ".join(f"`{each}`" for each in alternatives[:5]) + (" or …" if len(alternatives) > 5 else "")
    there = f"`{command.words[count]}`" if count < len(command.words) else "nothing"
    if count < len(command.words) and command.words[count] in alternatives:
        return Miss(RELATED, f"the shell replaces {there} before the program sees it")
    return Miss(RELATED if count else FAR, f"word {count + 1} has to be {wanted}, and is {there}")


def _miss_of_path(patterns: tuple[PathPattern, ...], path: LocatedPath, locator: Locator) -> Miss | None:
    if allowed_by(patterns, path, locator):
        return None
    if fault := locator.fault_of(path):
        return Miss(NEAR, f"{path.written} {fault}")
    outside = [name for name in path.names if not is_meant(patterns, name, locator)]
    nearness = NEAR if len(outside) < len(path.names) else RELATED
    subject = f"the file that it leads to, {outside[0]}," if nearness == NEAR else outside[0]
    return Miss(nearness, f"{subject} is not meant by its paths")


def _miss_of_file(rule: Rule, path: LocatedPath, reading: FileReading) -> Miss | None:
    if covers_file(rule, path, reading):
        return None
    miss = _miss_of_path(rule.path or (), path, reading.locator)
    if miss is not None:
        return Miss(FAR, miss.why) if miss.nearness == RELATED else miss
    return Miss(NEAR, "files of this kind, of this size or in this folder, or removing files, is not for this level")


def _miss_of_host(patterns: tuple[HostPattern, ...], reading: FetchReading) -> Miss | None:
    host = reading.address.host
    if host is None:
        return Miss(FAR, f"the address {reading.address.fault}")
    return _least(_miss_of_pattern(each, host) for each in patterns)


def _miss_of_pattern(pattern: HostPattern, host: Host) -> Miss | None:
    if pattern.allows(host):
        return None
    if pattern.names(Host(host.name, "", None)):
        return Miss(NEAR, f"{pattern.text} does not mean {host.scheme} at port {host.port}")
    if host.name == pattern.name or host.name.endswith(f".{pattern.name}"):
        return Miss(RELATED, f"{pattern.text} does not mean {host.name}")
    return Miss(FAR, "it is about other hosts")


def _miss_of_tool(rule: Rule, reading: McpReading) -> Miss | None:
    if covers_tool(rule, reading):
        return None
    if not reading.is_plain:
        return Miss(NEAR, "its name holds a character that cannot be seen")
    if reading.server in (rule.server or ()):
        return Miss(RELATED, f"it allows other tools of {reading.server}")
    is_elsewhere = rule.name is not None and any(star_match(each, reading.name) for each in rule.name)
    return Miss(RELATED if is_elsewhere else FAR, "it is about another server")


def speaks_about(rule: Rule, tool: ToolKind) -> bool:
    """Whether a rule may have a say about calls of a tool: those of files have one about commands."""
    is_of_files = not {ToolKind.READ, ToolKind.EDIT}.isdisjoint(rule.tools)
    return tool in rule.tools or (tool is ToolKind.BASH and is_of_files)
