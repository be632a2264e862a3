"""A rule as a sentence for people who do not read TOML."""

from collections.abc import Iterable
from typing import assert_never

from countermark.model.tool_calls import Decision, ToolKind
from countermark.rules.rulebook import Rule

ACTS = {ToolKind.READ: "reading", ToolKind.EDIT: "changing"}
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
    words = " ".join(each[0] if len(each) == 1 else f"({'|'.join(each)})" for each in rule.command)
    return f"`{words}`{f' with {files}' if files else ''}"


def _files(rule: Rule) -> str:
    return _listed(each.text for each in rule.path) if rule.path else ""


def _listed(names: Iterable[str]) -> str:
    return " or ".join(f"`{name}`" for name in names)
