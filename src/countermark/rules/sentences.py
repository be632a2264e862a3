"""A rule as a sentence for people who do not read TOML."""

from collections.abc import Iterable
from typing import assert_never

from countermark.model.tool_calls import Decision, ToolKind
from countermark.rules.rulebook import Rule

ACTS = {ToolKind.READ: "reading", ToolKind.EDIT: "changing"}
MOST_NAMED = 4  # alternatives of one word, and patterns of one kind
VERBS = {Decision.ALLOW: "Allow", Decision.ASK: "Ask before", Decision.DENY: "Deny"}


def sentence_of(rule: Rule) -> str:
    """What a rule says, as "Deny reading `~/.ssh/**`"; without its end."""
    return f"{VERBS[rule.decision]} {' and '.join(dict.fromkeys(_about(rule, tool) for tool in rule.tools))}"


def _about(rule: Rule, tool: ToolKind) -> str:
    """What a rule says something about, of one tool."""
    match tool:
        case ToolKind.BASH:
            return _commands(rule)
        case ToolKind.READ | ToolKind.EDIT:
            return f"{ACTS[tool]} {_files(rule) or 'any file'}"
        case ToolKind.FETCH:
            return f"fetching from {_listed(each.text for each in rule.host) if rule.host else 'any host'}"
        case ToolKind.MCP:
            name = f"{_listed(rule.name)} of" if rule.name else "any tool of"
            return f"{name} {f'the MCP server {_listed(rule.server)}' if rule.server else 'any MCP server'}"
        case ToolKind.OTHER:
            return "any other tool"
        case _ as never:
            assert_never(never)


def _commands(rule: Rule) -> str:
    files = _files(rule)
    if rule.command is None:
        return f"commands that name {files}" if files else "any command"
    return f"`{' '.join(map(_word, rule.command))}`{f' with {files}' if files else ''}"


def _word(alternatives: tuple[str, ...]) -> str:
    """A word of a command, or the first of its alternatives and how many others there are."""
    first, others = alternatives[:MOST_NAMED], len(alternatives) - MOST_NAMED
    if len(alternatives) == 1:
        return first[0]
    return f"({'|'.join(first)}{f'|… {others} more' if others > 0 else ''})"


def _files(rule: Rule) -> str:
    return _listed(each.text for each in rule.path) if rule.path else ""


def _listed(names: Iterable[str]) -> str:
    first = [f"`{name}`" for name in names]
    others = len(first) - MOST_NAMED
    return " or ".join([*first[:MOST_NAMED], *([f"{others} others"] if others > 0 else [])])
