"""The examples of a rule: what it says about each has to hold, or the rule means something else than its author."""

from collections.abc import Iterator
from typing import assert_never

from countermark.model.tool_calls import Decision, ToolCall, ToolKind
from countermark.rules.evaluate import allowed_alone
from countermark.rules.facts import RequestFacts
from countermark.rules.located import normalised
from countermark.rules.matching import fires
from countermark.rules.readings import read_call
from countermark.rules.refusals import Unusable
from countermark.rules.rulebook import Rule

HOME = "/home/you"
WORKSPACE = "/home/you/project"
# A disk on which nothing is a link.
EXAMPLE_FACTS = RequestFacts(home=HOME, workspace=WORKSPACE, real=normalised, names=lambda _: 1)


def demand_examples(rule: Rule) -> None:
    """Check that the rule matches each example of `match` and none of `not_match`. Raises `Unusable`."""
    for text, is_matched in example_results(rule, rule.match):
        if not is_matched:
            raise Unusable(f"`match`: it does not match its example {text!r}; correct the one or the other")
    for text, is_matched in example_results(rule, rule.not_match):
        if is_matched:
            raise Unusable(f"`not_match`: it matches its example {text!r}; correct the one or the other")


def example_results(rule: Rule, examples: tuple[str, ...]) -> Iterator[tuple[str, bool]]:
    """Each example, and whether the rule by itself matches it, as a call of any of its tools."""
    for text in examples:
        yield text, any(says_something(rule, example_call(tool, text)) for tool in rule.tools)


def says_something(rule: Rule, call: ToolCall) -> bool:
    """Whether the rule by itself allows the whole call, or denies or asks about any of it."""
    reading = read_call(call, EXAMPLE_FACTS)
    return allowed_alone(rule, reading) if rule.decision is Decision.ALLOW else fires(rule, reading)


def example_call(tool: ToolKind, text: str) -> ToolCall:
    """An example as a call: a command, a path, an address, or a server's name, a blank and the name of its tool."""
    match tool:
        case ToolKind.BASH:
            return ToolCall(tool, tool, WORKSPACE, "", command=text)
        case ToolKind.READ | ToolKind.EDIT:
            return ToolCall(tool, tool, WORKSPACE, "", paths=(text,))
        case ToolKind.FETCH:
            return ToolCall(tool, tool, WORKSPACE, "", url=text)
        case ToolKind.MCP:
            server, _, name = text.rpartition(" ")
            return ToolCall(tool, tool, WORKSPACE, "", server=server, tool=name)
        case ToolKind.OTHER:
            return ToolCall(tool, tool, WORKSPACE, "")
        case _ as never:
            assert_never(never)
