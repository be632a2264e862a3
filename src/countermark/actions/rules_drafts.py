"""A draft of the person's rules: whether it loads, what its examples and lines to try come to, and what it changes."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from countermark.actions.desk import Desk
from countermark.actions.rulebooks import Outlook, choices_of, outlook_of
from countermark.actions.rules_page import recent_calls, roots_of
from countermark.model.errors import RulesBroken
from countermark.model.permissions import Outcome, Permission
from countermark.model.tool_calls import Decision, ToolCall, ToolKind
from countermark.rules.evaluate import judge, judge_reading
from countermark.rules.examples import example_results
from countermark.rules.file import read_rules
from countermark.rules.readings import read_call
from countermark.rules.rulebook import Rule, Rulebook, RulesJudgement, RuleSource

MOST_LISTED = 50


@dataclass(frozen=True)
class CheckedRule:
    """A rule of a draft, and whether it matches each of its examples."""

    rule: Rule
    match: Sequence[tuple[str, bool]]  # each is to be True
    not_match: Sequence[tuple[str, bool]]  # each is to be False


@dataclass(frozen=True)
class DraftCheck:
    """What a draft comes to: its rules, why it does not load if it does not, and what it says about lines to try."""

    rules: Sequence[CheckedRule]
    problem: RulesBroken | None
    tries: Sequence[RulesJudgement]  # none while it does not load


@dataclass(frozen=True)
class Turned:
    """A call that was decided, and what the draft says about it."""

    permission: Permission
    judgement: RulesJudgement


@dataclass(frozen=True)
class DraftEffect:
    """What a draft would have done about the calls of the last days, beside the rules as they are."""

    calls: int
    asked_less: int
    asked_more: int
    let_through: Sequence[Turned]  # that were not allowed, and that the rules as they are do not allow
    refused: Sequence[Turned]  # that were allowed, and that the rules as they are do not deny


async def check_draft(desk: Desk, text: str, tries: Sequence[tuple[ToolKind, str]], *, folder: str) -> DraftCheck:
    """Whether a draft loads, and what it says, in the project that a folder belongs to."""
    at = desk.now()
    (outlook,) = await outlooks_of(desk, [folder], at=at)
    return await asyncio.to_thread(checked, desk, text, tries, outlook, at)


async def effect_of(desk: Desk, text: str) -> DraftEffect:
    """What a draft would have changed. Raises `RulesBroken`."""
    at = desk.now()
    recent = await desk.read(lambda reader: recent_calls(reader, at=at))
    folders = list(dict.fromkeys(each.workspace for each in recent))
    outlooks = await outlooks_of(desk, folders, at=at)
    return await asyncio.to_thread(compared, desk, text, recent, dict(zip(folders, outlooks, strict=True)), at)


async def outlooks_of(desk: Desk, folders: Sequence[str], *, at: int) -> list[Outlook]:
    """What counts in the project of each folder."""
    roots = [(await asyncio.to_thread(roots_of, desk, [folder]))[0] for folder in folders]
    return await desk.read(lambda reader: [outlook_of(root, choices_of(reader, root), at=at) for root in roots])


def checked(desk: Desk, text: str, tries: Sequence[tuple[ToolKind, str]], outlook: Outlook, at: int) -> DraftCheck:
    """The check itself; it looks at the disk for the lines to try."""
    try:
        rules = read_rules(text, source=RuleSource.USER, sha256="", proven=False).rules
    except RulesBroken as error:
        return DraftCheck((), error, ())
    with_examples = [
        CheckedRule(rule, list(example_results(rule, rule.match)), list(example_results(rule, rule.not_match)))
        for rule in rules
    ]
    try:
        book = drafted(desk, text, outlook)
    except RulesBroken as error:
        return DraftCheck(with_examples, error, ())
    facts = desk.rulebooks.facts(outlook.root)
    return DraftCheck(
        with_examples, None, [judge(book, tried_call(tool, line, outlook.root), facts, at=at) for tool, line in tries]
    )


def drafted(desk: Desk, text: str, outlook: Outlook) -> Rulebook:
    """All that counts in a project, with the draft in the place of the person's rules. Raises `RulesBroken`."""
    draft = read_rules(text, source=RuleSource.USER, sha256="")
    others = (each for each in desk.rulebooks.rulebook(outlook).layers if each.source is not RuleSource.USER)
    return Rulebook((*others, draft))


def tried_call(tool: ToolKind, line: str, root: str) -> ToolCall:
    """A line that a person tries, as an agent would ask for it from the project's root."""
    call = ToolCall(tool, tool.value, root or "/", "{}")
    match tool:
        case ToolKind.BASH:
            return replace(call, command=line)
        case ToolKind.READ | ToolKind.EDIT:
            return replace(call, paths=(line,))
        case ToolKind.FETCH:
            return replace(call, url=line)
        case ToolKind.MCP:
            server, _, name = line.rpartition(" ")
            return replace(call, server=server, tool=name)
        case ToolKind.OTHER:
            return call


def compared(desk: Desk, text: str, recent: Sequence[Permission], outlooks: dict[str, Outlook], at: int) -> DraftEffect:
    """The draft beside the rules as they are, about each call; some milliseconds for each ten calls."""
    pairs = {
        folder: (desk.rulebooks.rulebook(each), drafted(desk, text, each), desk.rulebooks.facts(each.root))
        for folder, each in outlooks.items()
    }
    less, more = 0, 0
    let_through: list[Turned] = []
    refused: list[Turned] = []
    for permission in recent:
        present, draft, facts = pairs[permission.workspace]
        reading = read_call(permission.call, facts)
        before = judge_reading(present, reading, at=at).decision
        after = judge_reading(draft, reading, at=at)
        less += before is Decision.ASK is not after.decision
        more += after.decision is Decision.ASK is not before
        if after.decision is Decision.ALLOW is not before and permission.outcome is not Outcome.ALLOWED:
            let_through.append(Turned(permission, after))
        if after.decision is Decision.DENY is not before and permission.outcome is Outcome.ALLOWED:
            refused.append(Turned(permission, after))
    if not recent:
        read_rules(text, source=RuleSource.USER, sha256="")  # a draft that does not load is refused all the same
    return DraftEffect(len(recent), less, more, let_through[:MOST_LISTED], refused[:MOST_LISTED])
