"""Whether a call may be done without asking: all rules together, deny before ask before allow."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from countermark.model.tool_calls import Decision, ToolCall, ToolKind
from countermark.rules.facts import RequestFacts
from countermark.rules.globs import has_wildcard, may_name
from countermark.rules.matching import (
    covers_address,
    covers_command,
    covers_file,
    covers_tool,
    file_of,
    files_of,
    fires,
    has_wide_workspace,
    is_protected,
    is_too_wide,
    redirected,
)
from countermark.rules.paths import PathPattern
from countermark.rules.readings import (
    CommandReading,
    FetchReading,
    FileReading,
    McpReading,
    OtherReading,
    Reading,
    read_call,
)
from countermark.rules.rulebook import Judgement, MatchedRule, Rule, Rulebook, RuleFile, RuleSource, matched
from countermark.rules.shell.lines import Expanded, Opaque, SimpleCommand

PROTECTED = MatchedRule(
    id="protected",
    source=RuleSource.BUILT_IN,
    file_sha256="",
    line=0,
    text="",
    message="Settings of this desk and of agents are for the person to change. Say what should stand there instead.",
    justification="Who can write there could grant anything.",
)
ALONE = RuleFile(RuleSource.USER, "", ())
StandingRule = tuple[Rule, RuleFile]


@dataclass(frozen=True)
class _Covered:
    """An allow rule that covers each part of a call, or why one part is covered by none."""

    rules: tuple[StandingRule, ...]
    gap: str = ""


def judge(rulebook: Rulebook, call: ToolCall, facts: RequestFacts, *, at: int) -> Judgement:
    """What all rules say about a call at a time, in milliseconds since 1970.

    Total and bounded; looks at the disk through `facts` alone.
    """
    return judge_reading(rulebook, read_call(call, facts), at=at)


def judge_reading(rulebook: Rulebook, reading: Reading, *, at: int) -> Judgement:
    """What all rules say about a call that is read already."""
    denies, asks, allows = (
        tuple(standing(rulebook, each, at=at)) for each in (Decision.DENY, Decision.ASK, Decision.ALLOW)
    )
    if writes_protected(reading):
        return Judgement(Decision.DENY, PROTECTED, "It would write where no agent may write")
    for rule, file in denies:
        if fires(rule, reading):
            return Judgement(Decision.DENY, matched(rule, file), f"{called(rule, file)} denies it")
    if reading.unreadable:
        return _unread(reading, denies)
    for rule, file in asks:
        if fires(rule, reading):
            return Judgement(Decision.ASK, matched(rule, file), f"{called(rule, file)} asks")
    if rulebook.failure:
        return Judgement(Decision.ASK, None, f"Everything asks until the rules can be read: {rulebook.failure}")
    if has_wide_workspace(reading):
        allows = tuple(each for each in allows if not is_too_wide(*each, reading))
    covered = _covered(reading, (*denies, *asks), allows)
    if covered.gap:
        return Judgement(Decision.ASK, None, covered.gap, is_silent=True)
    return _allowed(covered.rules)


def standing(rulebook: Rulebook, decision: Decision, *, at: int) -> Iterator[StandingRule]:
    """The rules that say this now, each with its file."""
    for file in rulebook.layers:
        for rule in file.rules:
            if rule.decision is decision and file.counts(rule, at=at):
                yield rule, file


def called(rule: Rule, file: RuleFile) -> str:
    """How a sentence names a rule."""
    where = f", line {rule.line}" if rule.line else ""
    return f"Rule {rule.id} ({file.source}{where})"


def writes_protected(reading: Reading) -> bool:
    """Whether a call certainly writes where no agent may."""
    files = redirected(reading) if isinstance(reading, CommandReading) else (reading,)
    return any(
        isinstance(file, FileReading)
        and file.tool is ToolKind.EDIT
        and any(is_protected(path, file.locator) for path in file.paths)
        for file in files
    )


def _unread(reading: Reading, denies: tuple[StandingRule, ...]) -> Judgement:
    """What cannot be searched whole could hold anything that a deny rule is about."""
    for rule, file in denies:
        if reading.tool in rule.tools:
            why = f"It {reading.unreadable}, so {called(rule, file)} cannot be ruled out"
            return Judgement(Decision.DENY, matched(rule, file), why)
    return Judgement(Decision.ASK, None, f"It {reading.unreadable}")


def _allowed(rules: tuple[StandingRule, ...]) -> Judgement:
    different = {(file.source, rule.id): (rule, file) for rule, file in rules}
    (rule, file), *others = different.values()
    names = " and ".join(called(*each) for each in different.values())
    also = tuple(matched(*each) for each in others)
    return Judgement(Decision.ALLOW, matched(rule, file), f"{names} {'allow' if others else 'allows'} it", also)


def _covered(reading: Reading, strict: tuple[StandingRule, ...], allows: tuple[StandingRule, ...]) -> _Covered:
    match reading:
        case CommandReading():
            return _line_covered(reading, strict, allows)
        case FileReading():
            return _files_covered(reading, allows)
        case FetchReading():
            return _first([each for each in allows if covers_address(each[0], reading)], _why_no_host(reading))
        case McpReading():
            return _first([each for each in allows if covers_tool(each[0], reading)], "No rule allows this tool")
        case OtherReading():
            return _Covered((), "Rules know nothing about this tool")
        case _ as never:
            assert_never(never)


def _first(hits: list[StandingRule], gap: str) -> _Covered:
    return _Covered(tuple(hits[:1])) if hits else _Covered((), gap)


def _why_no_host(reading: FetchReading) -> str:
    fault = reading.address.fault
    return f"Its address {fault}, so no rule can allow it" if fault else "No rule allows this host"


def _files_covered(reading: FileReading, allows: tuple[StandingRule, ...]) -> _Covered:
    rules = []
    for path in reading.paths:
        rule = next((each for each in allows if covers_file(each[0], path, reading)), None)
        if rule is None:
            fault = reading.locator.fault_of(path)
            return _Covered(
                (), f"{path.written} {fault}" if fault else f"No rule allows to {reading.tool} {path.written}"
            )
        rules.append(rule)
    return _Covered(tuple(rules))


def _line_covered(
    reading: CommandReading, strict: tuple[StandingRule, ...], allows: tuple[StandingRule, ...]
) -> _Covered:
    if isinstance(reading.strict, Opaque):
        return _Covered((), f"{reading.strict.why}, so no rule can allow it")
    rules: list[StandingRule] = []
    for command in reading.commands:
        part = _part_covered(command, reading, strict, allows)
        if part.gap:
            return part
        rules += part.rules
    return _Covered(tuple(rules))


def _part_covered(
    command: SimpleCommand, reading: CommandReading, strict: tuple[StandingRule, ...], allows: tuple[StandingRule, ...]
) -> _Covered:
    """The rule that covers one simple command, and those that cover its redirections."""
    written = reading.line[command.start : command.end]
    rule = next((each for each in allows if covers_command(each[0], command, reading.locator)), None)
    if rule is None:
        return _Covered((), f"No rule allows `{written}`")
    if any(is_protected(path, reading.locator) for path in files_of(command, reading.locator)):
        return _Covered((), f"`{written}` names settings that are for the person to change")
    for other, file in strict:
        if other.path is not None and _may_expand_to(command, other.path, reading):
            return _Covered((), f"A pattern in `{written}` may name what {called(other, file)} is about")
    files = [_files_covered(file_of(each, command, reading.locator), allows) for each in command.redirects]
    gap = next((each.gap for each in files if each.gap), "")
    return _Covered((), gap) if gap else _Covered((rule, *(each for covered in files for each in covered.rules)))


def _may_expand_to(command: SimpleCommand, patterns: tuple[PathPattern, ...], reading: CommandReading) -> bool:
    # The status of the last command is a number, however much it looks like a pattern.
    words = (Expanded(word.replace("$?", "0")) for word in command.words if isinstance(word, Expanded))
    return any(
        has_wildcard(word)
        and reading.locator.listed(word, folder=command.folder or "") is None
        and any(may_name(word, pattern, reading.locator, folder=command.folder or "") for pattern in patterns)
        for word in words
    )


def allowed_alone(rule: Rule, reading: Reading) -> bool:
    """Whether this allow rule covers a whole call without any other."""
    return not reading.unreadable and not _covered(reading, (), ((rule, ALONE),)).gap
