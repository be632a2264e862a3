"""One rule held against one call: whether a deny or ask fires, and what an allow covers."""

import posixpath
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import assert_never

from countermark.model.tool_calls import ToolKind
from countermark.rules.globs import has_wildcard
from countermark.rules.leading import plain_words
from countermark.rules.located import LocatedPath, Locator, below
from countermark.rules.paths import Anchor, PathPattern, allowed_by, folded, named_by, rests_of
from countermark.rules.prefixes import begins, lowered, may_begin
from countermark.rules.readings import (
    CHANGES_FOLDER,
    CommandReading,
    FetchReading,
    FileReading,
    McpReading,
    OtherReading,
    Reading,
    folders_of,
)
from countermark.rules.rulebook import FILE_TOOLS, Limits, Rule, RuleFile, RuleSource, Tokens
from countermark.rules.shell.lines import Expanded, SimpleCommand
from countermark.rules.shell.programs import danger_in, path_words
from countermark.rules.stars import star_match

ANY_FILE = "any-file"
OWN_FOLDER = ".countermark"  # of a project: who could write there could take rules out


def fires(rule: Rule, reading: Reading) -> bool:
    """Whether a rule that denies or asks speaks about the call, searched as loosely as anything may be meant."""
    match reading:
        case CommandReading():
            return _fires_on_command(rule, reading)
        case FileReading():
            return reading.tool in rule.tools and _is_named(rule, reading)
        case FetchReading():
            hosts = rule.host
            is_meant = hosts is None or any(each.names(host) for each in hosts for host in reading.address.possible)
            return ToolKind.FETCH in rule.tools and is_meant
        case McpReading():
            is_server = rule.server is None or _is_like(rule.server, reading.server)
            return ToolKind.MCP in rule.tools and is_server and (rule.name is None or _is_like(rule.name, reading.name))
        case OtherReading():
            return False
        case _ as never:
            assert_never(never)


def covers_command(rule: Rule, command: SimpleCommand, locator: Locator) -> bool:
    """Whether an allow rule covers one simple command, its redirections left aside."""
    tokens = rule.command
    if ToolKind.BASH not in rule.tools or tokens is None or command.words[0] not in tokens[0]:
        return False
    plain = plain_words(command.words, with_folders=rule.path is not None)
    if not any(_is_meant(words, tokens) for words in dict.fromkeys((command.words, plain))):
        return False
    return rule.path is None or _stays_within(rule.path, command, locator)


def _is_meant(words: Sequence[str], tokens: Tokens) -> bool:
    """Whether words begin with the tokens, and nothing behind them makes the program do more than it says."""
    fixed = tuple(takewhile(lambda word: not isinstance(word, Expanded), words))
    return begins(fixed, tokens) and danger_in(words, named=len(tokens)) is None


def _stays_within(patterns: tuple[PathPattern, ...], command: SimpleCommand, locator: Locator) -> bool:
    """Whether each file that a command may name is meant, and it runs where it may.

    Many a program works on the folder that it runs in when no file is named.
    """
    return runs_within(patterns, command, locator) and all(
        allowed_by(patterns, path, locator) for path in files_of(command, locator)
    )


def runs_within(patterns: tuple[PathPattern, ...], command: SimpleCommand, locator: Locator) -> bool:
    """Whether a command runs in the workspace, or in a folder of which any file is meant, without links too."""
    inside = locator.at(posixpath.join(command.folder or ".", ANY_FILE))
    if inside.fault:
        return False
    is_at_home = all(any(below(name, each) is not None for each in locator.workspaces) for name in inside.names)
    return is_at_home or allowed_by(patterns, inside, locator)


def covers_file(rule: Rule, path: LocatedPath, reading: FileReading) -> bool:
    """Whether an allow rule covers one file of a call."""
    if reading.tool not in rule.tools or rule.path is None or not allowed_by(rule.path, path, reading.locator):
        return False
    return rule.limits is None or _keeps(rule.limits, path, reading)


def covers_address(rule: Rule, reading: FetchReading) -> bool:
    """Whether an allow rule covers the address."""
    host = reading.address.host
    return ToolKind.FETCH in rule.tools and host is not None and any(each.allows(host) for each in rule.host or ())


def covers_tool(rule: Rule, reading: McpReading) -> bool:
    """Whether an allow rule covers the tool of a server; the server is called exactly so."""
    if ToolKind.MCP not in rule.tools or not reading.is_plain or reading.server not in (rule.server or ()):
        return False
    return rule.name is None or any(star_match(each, reading.name) for each in rule.name)


def files_of(command: SimpleCommand, locator: Locator) -> tuple[LocatedPath, ...]:
    """The files that a simple command may name, seen from where it runs and from folders that its options lead to."""
    own = command.folder or ""
    others = () if command.words[0] in CHANGES_FOLDER else folders_of(command.words)
    folders = dict.fromkeys((own, *(posixpath.join(own, each) for each in others)))
    words = path_words(command.words)
    return tuple(file for folder in folders for word in words for file in _files(word, folder, locator))


def _files(word: str, folder: str, locator: Locator) -> tuple[LocatedPath, ...]:
    """The files that a word stands for; the word itself where that cannot be told."""
    listed = locator.listed(word, folder=folder) if isinstance(word, Expanded) and has_wildcard(word) else None
    return (locator.at(word, folder=folder, is_word=True),) if listed is None else listed


def is_too_wide(rule: Rule, file: RuleFile, reading: Reading) -> bool:
    """Whether a built-in rule would give the whole home folder away, since it is the workspace."""
    if file.source is not RuleSource.BUILT_IN or not has_wide_workspace(reading):
        return False
    return any(each.anchor is Anchor.WORKSPACE for each in rule.path or ())


def has_wide_workspace(reading: Reading) -> bool:
    """Whether the workspace of a call about files is the whole home folder, or more."""
    return isinstance(reading, CommandReading | FileReading) and reading.locator.is_wide


def is_protected(path: LocatedPath, locator: Locator) -> bool:
    """Whether this is a file that no agent writes."""
    own = (posixpath.join(folder, OWN_FOLDER) for folder in locator.workspaces)
    return any(
        below(folded(name), folded(folder)) is not None
        for folder in (*locator.facts.protected, *own)
        for name in path.all_names
    )


def _is_named(rule: Rule, reading: CommandReading | FileReading) -> bool:
    return rule.path is None or rule.joint_path.names_any(reading.rests)


def _fires_on_command(rule: Rule, reading: CommandReading) -> bool:
    is_named = _is_named(rule, reading)
    if is_named and ToolKind.BASH in rule.tools and _may_run(rule, reading):
        return True
    if FILE_TOOLS.isdisjoint(rule.tools):
        return False
    if rule.path is not None and is_named:
        return True
    return any(fires(rule, file) for file in reading.redirected)


def _may_run(rule: Rule, reading: CommandReading) -> bool:
    tokens = rule.command
    if tokens is None:
        return True
    if reading.programs.isdisjoint(lowered(tokens[0])):
        return False
    return any(may_begin(words, tokens) for words in reading.loose.commands)


def _is_like(patterns: Iterable[str], name: str) -> bool:
    return any(star_match(folded(pattern), folded(name)) for pattern in patterns)


def _keeps(limits: Limits, path: LocatedPath, reading: FileReading) -> bool:
    """Whether an edit keeps what a level asks of it, whatever the file is called."""
    is_small = limits.most_bytes is None or reading.size is None or reading.size <= limits.most_bytes
    is_root = any(name in reading.locator.workspaces for name in path.names)
    if not is_small or (reading.deletes and (is_root or not limits.deletes)):
        return False
    if named_by(limits.forbidden, rests_of(path.all_names, reading.locator)):
        return False
    return limits.extensions is None or all(_is_allowed_name(limits, limits.extensions, name) for name in path.names)


def _is_allowed_name(limits: Limits, extensions: frozenset[str], path: str) -> bool:
    name = posixpath.basename(path)
    return name in limits.names or posixpath.splitext(name.lower())[1] in extensions
