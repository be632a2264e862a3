"""What the card of a permission shows: the whole of what is asked, with what the reader should look at."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from countermark.actions.desk import Desk, must
from countermark.actions.grants import cover_for
from countermark.actions.settled import proposal_for, rules_digest
from countermark.documents.commands import MarkedPart, ShownRun, shown_runs
from countermark.documents.difference.source import source_slices
from countermark.model.permissions import Outcome, Permission
from countermark.model.tool_calls import ToolCall, ToolKind
from countermark.store.base import Reader
from countermark.workspace.files import text_in

if TYPE_CHECKING:
    from countermark.actions.rulebooks import CallReading
    from countermark.rules.proposal import Proposal

WEEK_MS = 7 * 24 * 60 * 60 * 1000
MOST_EARLIER = 50
HEADLINES = {
    ToolKind.BASH: "Run this command?",
    ToolKind.READ: "Read this?",
    ToolKind.EDIT: "Change this file?",
    ToolKind.FETCH: "Fetch this address?",
    ToolKind.MCP: "Use this tool?",
    ToolKind.OTHER: "Allow this?",
}


@dataclass(frozen=True)
class FileChange:
    """What becomes of a file; `html` is the comparison of its lines."""

    path: str
    html: str
    is_new: bool
    problem: str | None = None


@dataclass(frozen=True)
class RuleProposal:
    """What *always* would write; without rules, why not."""

    toml: str
    sha256: str
    sentences: Sequence[str]
    until: str  # the day on which the rules end
    why_not: str


@dataclass(frozen=True)
class CardRisk:
    """A part that deserves the reader's eye."""

    number: int
    heading: str
    text: str


@dataclass(frozen=True)
class Fact:
    """A line of what is known about the call; `more` in a second voice, `heed` for what is out of the ordinary."""

    name: str
    text: str
    more: str = ""
    heed: bool = False


@dataclass(frozen=True)
class PermissionCard:
    """Everything about one permission, as of the entry `seq`."""

    permission: Permission
    headline: str
    shown: Sequence[ShownRun]
    is_command: bool
    changes: Sequence[FileChange]
    risks: Sequence[CardRisk]
    facts: Sequence[Fact]
    grant: str | None
    proposal: RuleProposal
    seq: int


async def card_of(desk: Desk, permission_id: str) -> PermissionCard:
    """The card of a permission. Raises `NotFound`."""

    def read(reader: Reader) -> tuple[Permission, Sequence[Permission], int]:
        it = must(reader.permission(permission_id))
        since = it.opened_at - WEEK_MS
        earlier = reader.same_permissions(it.agent, it.workspace, it.sha256, since=since, limit=MOST_EARLIER)
        return it, [each for each in earlier if each.id != it.id], reader.head()

    permission, earlier, seq = await desk.read(read)
    outlook = await desk.rulebooks.outlook(desk, permission.workspace)
    reading = await asyncio.to_thread(desk.rulebooks.reading, permission.call, outlook, at=desk.now())
    return await asyncio.to_thread(made_card, permission, reading, earlier, seq)


def made_card(
    permission: Permission, reading: "CallReading", earlier: Sequence[Permission], seq: int
) -> PermissionCard:
    """The card itself; it looks at the disk."""
    call = permission.call
    shown = text_shown(call)
    changes = changes_of(call) if permission.is_open else []
    marked = [
        MarkedPart(start, end, number)
        for number, each in enumerate(reading.risks, 1)
        for start, end in (each.places if call.command is not None else ())
    ]
    return PermissionCard(
        permission=permission,
        headline=headline_of(call),
        shown=[] if says_all(changes) else shown_runs(shown, marked, language=language_of(call)),
        is_command=call.command is not None,
        changes=changes,
        risks=[CardRisk(number, each.heading, each.text) for number, each in enumerate(reading.risks, 1)],
        facts=[*place_facts(call, reading.real_paths), *rule_facts(reading), *before(earlier)],
        grant=grant_shown(permission),
        proposal=shown_proposal(reading.proposal, until=reading.until.isoformat()),
        seq=seq,
    )


def grant_shown(permission: Permission) -> str | None:
    """What an allow for the conversation would cover; None where it cannot be allowed for one."""
    covers = cover_for(permission.call, permission.offered)
    return None if permission.conversation is None or covers is None else covers.scope


def headline_of(call: ToolCall) -> str:
    """The question above all; where several files are named, one that goes says nothing of the others."""
    if call.kind is ToolKind.EDIT and len(call.paths) > 1:
        return "Change these files?"
    return "Delete this?" if call.deletes else HEADLINES[call.kind]


def says_all(changes: Sequence[FileChange]) -> bool:
    """Whether the difference shows everything that would be done."""
    return bool(changes) and all(each.problem is None for each in changes)


def shown_proposal(proposal: "Proposal", *, until: str) -> RuleProposal:
    """What *always* would write, as it is shown."""
    sha256 = rules_digest(proposal.rules)
    return RuleProposal(proposal.text, sha256, proposal.covers, until, proposal.why_not)


async def proposal_until(desk: Desk, permission_id: str, *, until: str) -> RuleProposal:
    """What *always* would write with another end. Raises `NotFound` or `BadInput`."""
    asked = must(await desk.read(lambda reader: reader.permission(permission_id)))
    return shown_proposal(await proposal_for(desk, asked, until=until), until=until)


def text_shown(call: ToolCall) -> str:
    """The command, or all arguments with one of them in each line: never less than what would be done."""
    if call.command is not None:
        others = {name: value for name, value in arguments_of(call).items() if name not in ("command", "description")}
        return call.command if not others else f"{call.command}\n\n# {json.dumps(others, ensure_ascii=False)}"
    arguments = arguments_of(call)
    texts = texts_in(arguments)
    others = {name: value for name, value in arguments.items() if name not in texts}
    parts = [json.dumps(others, ensure_ascii=False, indent=2)] if others or not texts else []
    return "\n\n".join([*parts, *(text_in_lines(name, value) for name, value in texts.items())])


def language_of(call: ToolCall) -> str:
    """How what is shown is coloured: a text that stands line by line between arguments is no JSON."""
    if call.command is not None:
        return "bash"
    return "text" if texts_in(arguments_of(call)) else "json"


def texts_in(arguments: Mapping[str, Any]) -> Mapping[str, str]:
    """The arguments that are texts of several lines."""
    return {name: value for name, value in arguments.items() if isinstance(value, str) and "\n" in value}


def text_in_lines(name: str, text: str) -> str:
    """A text line by line; each is set in, so that none can be taken for another argument."""
    return "\n".join([f"{json.dumps(name, ensure_ascii=False)}:", *(f"    {line}" for line in text.split("\n"))])


def arguments_of(call: ToolCall) -> Mapping[str, Any]:
    """The arguments as an object; what is none is shown under one name."""
    try:
        arguments = json.loads(call.arguments)
    except ValueError:
        return {"arguments": call.arguments}
    return arguments if isinstance(arguments, dict) else {"arguments": arguments}


def changes_of(call: ToolCall) -> list[FileChange]:
    """What an edit does to each file: the comparison of what is there with what would be there."""
    if call.kind is not ToolKind.EDIT or call.deletes or len(call.paths) != 1:
        return []
    path = call.paths[0] if call.paths[0].startswith("/") else str(PurePath(call.cwd) / call.paths[0])
    arguments = arguments_of(call)
    try:
        before = text_in(path)
    except OSError as error:
        return part_changed(path, arguments, f"The file cannot be read: {error.strerror}.")
    whole = arguments.get("content")
    if isinstance(whole, str):
        return [FileChange(path, "".join(source_slices(before or "", whole)), is_new=before is None)]
    after = None if before is None else replaced(before, arguments)
    if before is None or after is None:
        problem = "There is no such file." if before is None else "The file does not read as the change expects."
        return part_changed(path, arguments, problem)
    return [FileChange(path, "".join(source_slices(before, after)), is_new=False)]


def replaced(before: str, arguments: Mapping[str, Any]) -> str | None:
    """The text after all replacements, or None where one does not fit."""
    edits = arguments.get("edits")
    text: str | None = before
    for edit in edits if isinstance(edits, list) else [arguments]:
        text = None if text is None or not isinstance(edit, dict) else one_replaced(text, edit)
    return text


def one_replaced(before: str, edit: Mapping[str, Any]) -> str | None:
    """The text after one replacement."""
    old, new = edit.get("old_string"), edit.get("new_string")
    if not isinstance(old, str) or not isinstance(new, str) or not old or old not in before:
        return None
    return before.replace(old, new) if edit.get("replace_all") is True else before.replace(old, new, 1)


def part_changed(path: str, arguments: Mapping[str, Any], problem: str) -> list[FileChange]:
    """Only the words that are replaced, where the file itself cannot be compared."""
    old, new = arguments.get("old_string"), arguments.get("new_string")
    if not isinstance(old, str) or not isinstance(new, str):
        return []
    return [FileChange(path, "".join(source_slices(old, new)), is_new=False, problem=problem)]


def place_facts(call: ToolCall, real_paths: Mapping[str, str]) -> list[Fact]:
    """Where it would happen; a path through a link is said with the place that it leads to."""
    name = {ToolKind.READ: "File", ToolKind.EDIT: "File"}.get(call.kind, "")
    facts = [Fact("Directory", call.cwd)]
    for path in call.paths:
        real = real_paths.get(path)
        facts.append(Fact(name or "File", path))
        if real not in (None, path, str(PurePath(call.cwd) / path)):
            facts.append(Fact("Really", str(real), heed=True))
    if call.url is not None:
        facts.append(Fact("Address", call.url))
    if call.server is not None:
        facts.append(Fact("Server", call.server, call.tool or ""))
    return facts


def rule_facts(reading: "CallReading") -> list[Fact]:
    """The rule that says that a person is asked, or the one that almost allowed it."""
    rule, almost = reading.explanation.judgement.rule, reading.explanation.almost
    facts = []
    if rule is not None:
        where = f"{rule.source}, line {rule.line}" if rule.line else rule.source.value
        facts.append(Fact("Rule", rule.id, f"{where}: {rule.justification or reading.explanation.judgement.why}"))
    elif reading.explanation.judgement.why:
        facts.append(Fact("Rule", reading.explanation.judgement.why))
    if almost is not None:
        facts.append(Fact("Nearly", almost.id, almost.why))
    return facts


def before(earlier: Sequence[Permission]) -> list[Fact]:
    """How the same was answered in the last week."""
    if not earlier:
        return []
    allowed = sum(each.outcome is Outcome.ALLOWED for each in earlier)
    denied = sum(each.outcome is Outcome.DENIED for each in earlier)
    others = len(earlier) - allowed - denied
    parts = [(allowed, "allowed"), (denied, "denied"), (others, "left without an answer")]
    told = ", ".join(f"{count} {word}" for count, word in parts if count)
    times = "once" if len(earlier) == 1 else f"{len(earlier)} times"
    return [Fact("Before", f"Asked {times} this week: {told}.")]
