"""Whether a call may be done without asking: all rules together, deny before ask before allow."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from countermark.model.tool_calls import Decision, ToolCall, ToolKind
from countermark.rules.facts import RequestFacts
from countermark.rules.globs import has_wildcard, may_name
from countermark.rules.matching import (
    covers_address,
    covers_command,
    covers_file,
    covers_tool,
    files_of,
    fires,
    is_protected,
    is_too_wide,
)
from countermark.rules.paths import PathPattern
from countermark.rules.readings import (
    CommandReading,
    FetchReading,
    FileReading,
    McpReading,
    OtherReading,
    Reading,
    file_of,
    read_call,
)
from countermark.rules.rulebook import MatchedRule, Rule, Rulebook, RuleFile, RulesJudgement, RuleSource, matched
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
StandingRule = tuple[Rule, RuleFile]


@dataclass(frozen=True)
class _Covered:
    """An allow rule that covers each part of a call, or why one part is covered by none."""

    rules: tuple[StandingRule, ...]
    gap: str = ""


def judge(rulebook: Rulebook, call: ToolCall, facts: RequestFacts, *, at: int) -> RulesJudgement:
    """What all rules say about a call at a time, in milliseconds since 1970.

    Total and bounded; looks at the disk through `facts` alone.
    """
    return judge_reading(rulebook, read_call(call, facts), at=at)


def judge_reading(rulebook: Rulebook, reading: Reading, *, at: int) -> RulesJudgement:
    """What all rules say about a call that is read already."""
    if writes_protected(reading):
        return RulesJudgement(Decision.DENY, PROTECTED, "It would write where no agent may write")
    for rule, file in _strict(rulebook, Decision.DENY, reading, at=at):
        return RulesJudgement(Decision.DENY, matched(rule, file), f"{called(rule, file)} denies it")
    if reading.unreadable:
        return _unread(reading, standing(rulebook, Decision.DENY, at=at))
    for rule, file in _strict(rulebook, Decision.ASK, reading, at=at):
        return RulesJudgement(Decision.ASK, matched(rule, file), f"{called(rule, file)} asks")
    if rulebook.failure:
        return RulesJudgement(Decision.ASK, None, f"Everything asks until the rules can be read: {rulebook.failure}")
    covered = _covered(reading, _Standing(rulebook, at, reading))
    if covered.gap:
        return RulesJudgement(Decision.ASK, None, covered.gap, is_silent=True)
    return _allowed(covered.rules)


def standing(rulebook: Rulebook, decision: Decision, *, at: int) -> Iterator[StandingRule]:
    """The rules that say this now, each with its file."""
    for file in rulebook.layers:
        for rule in file.rules:
            if rule.decision is decision and file.counts(rule, at=at):
                yield rule, file


def _about(
    rulebook: Rulebook, decision: Decision, tool: ToolKind, programs: Collection[str], *, at: int
) -> Iterator[StandingRule]:
    """Those of them that may speak about a call; no other one does."""
    for file in rulebook.layers:
        for rule in file.index[decision].about(tool, programs):
            if file.counts(rule, at=at):
                yield rule, file


def _strict(rulebook: Rulebook, decision: Decision, reading: Reading, *, at: int) -> Iterator[StandingRule]:
    """The rules that deny or ask and speak about the call."""
    programs = reading.programs if isinstance(reading, CommandReading) else ()
    return (each for each in _about(rulebook, decision, reading.tool, programs, at=at) if fires(each[0], reading))


@dataclass(frozen=True)
class _Standing:
    """What may allow a call, or a part of it, now."""

    rulebook: Rulebook
    at: int
    reading: Reading

    def allows(self, tool: ToolKind, program: str = "") -> Iterator[StandingRule]:
        """The allow rules that may cover a part: a call of this tool, or a command of this program."""
        found = _about(self.rulebook, Decision.ALLOW, tool, (program.lower(),), at=self.at)
        return (each for each in found if not is_too_wide(*each, self.reading))

    def strict(self) -> Iterator[StandingRule]:
        """All that deny or ask."""
        yield from standing(self.rulebook, Decision.DENY, at=self.at)
        yield from standing(self.rulebook, Decision.ASK, at=self.at)


def called(rule: Rule, file: RuleFile) -> str:
    """How a sentence names a rule."""
    where = f", line {rule.line}" if rule.line else ""
    return f"Rule {rule.id} ({file.source}{where})"


def writes_protected(reading: Reading) -> bool:
    """Whether a call certainly writes where no agent may."""
    files = reading.redirected if isinstance(reading, CommandReading) else (reading,)
    return any(
        isinstance(file, FileReading)
        and file.tool is ToolKind.EDIT
        and any(is_protected(path, file.locator) for path in file.paths)
        for file in files
    )


def _unread(reading: Reading, denies: Iterator[StandingRule]) -> RulesJudgement:
    """What cannot be searched whole could hold anything that a deny rule is about."""
    for rule, file in denies:
        if reading.tool in rule.tools:
            why = f"It {reading.unreadable}, so {called(rule, file)} cannot be ruled out"
            return RulesJudgement(Decision.DENY, matched(rule, file), why)
    return RulesJudgement(Decision.ASK, None, f"It {reading.unreadable}")


def _allowed(rules: tuple[StandingRule, ...]) -> RulesJudgement:
    different = {(file.source, rule.id): (rule, file) for rule, file in rules}
    (rule, file), *others = different.values()
    names = " and ".join(called(*each) for each in different.values())
    also = tuple(matched(*each) for each in others)
    return RulesJudgement(Decision.ALLOW, matched(rule, file), f"{names} {'allow' if others else 'allows'} it", also)


def _covered(reading: Reading, rules: _Standing) -> _Covered:
    match reading:
        case CommandReading():
            return _line_covered(reading, rules)
        case FileReading():
            return _files_covered(reading, rules)
        case FetchReading():
            hosts = (each for each in rules.allows(reading.tool) if covers_address(each[0], reading))
            return _first(hosts, _why_no_host(reading))
        case McpReading():
            tools = (each for each in rules.allows(reading.tool) if covers_tool(each[0], reading))
            return _first(tools, "No rule allows this tool")
        case OtherReading():
            return _Covered((), "Rules know nothing about this tool")
        case _ as never:
            assert_never(never)


def _first(hits: Iterator[StandingRule], gap: str) -> _Covered:
    hit = next(hits, None)
    return _Covered((), gap) if hit is None else _Covered((hit,))


def _why_no_host(reading: FetchReading) -> str:
    fault = reading.address.fault
    return f"Its address {fault}, so no rule can allow it" if fault else "No rule allows this host"


def _files_covered(reading: FileReading, rules: _Standing) -> _Covered:
    found = []
    for path in reading.paths:
        rule = next((each for each in rules.allows(reading.tool) if covers_file(each[0], path, reading)), None)
        if rule is None:
            fault = reading.locator.fault_of(path)
            return _Covered(
                (), f"{path.written} {fault}" if fault else f"No rule allows to {reading.tool} {path.written}"
            )
        found.append(rule)
    return _Covered(tuple(found))


def _line_covered(reading: CommandReading, rules: _Standing) -> _Covered:
    if isinstance(reading.strict, Opaque):
        return _Covered((), f"{reading.strict.why}, so no rule can allow it")
    found: list[StandingRule] = []
    for command in reading.commands:
        part = _part_covered(command, reading, rules)
        if part.gap:
            return part
        found += part.rules
    return _Covered(tuple(found))


def _part_covered(command: SimpleCommand, reading: CommandReading, rules: _Standing) -> _Covered:
    """The rule that covers one simple command, and those that cover its redirections."""
    written = reading.line[command.start : command.end]
    known = rules.allows(ToolKind.BASH, command.words[0])
    rule = next((each for each in known if covers_command(each[0], command, reading.locator)), None)
    if rule is None:
        return _Covered((), f"No rule allows `{written}`")
    if any(is_protected(path, reading.locator) for path in files_of(command, reading.locator)):
        return _Covered((), f"`{written}` names settings that are for the person to change")
    words = _patterns(command, reading)
    for other, file in rules.strict() if words else ():
        if _may_expand_to(words, other.path or (), command, reading):
            return _Covered((), f"A pattern in `{written}` may name what {called(other, file)} is about")
    files = [_files_covered(file_of(each, command, reading.locator), rules) for each in command.redirects]
    gap = next((each.gap for each in files if each.gap), "")
    return _Covered((), gap) if gap else _Covered((rule, *(each for covered in files for each in covered.rules)))


def _patterns(command: SimpleCommand, reading: CommandReading) -> list[Expanded]:
    """The words that stand for files which are not known."""
    # The status of the last command is a number, however much it looks like a pattern.
    words = (Expanded(word.replace("$?", "0")) for word in command.words if isinstance(word, Expanded))
    folder = command.folder or ""
    return [word for word in words if has_wildcard(word) and reading.locator.listed(word, folder=folder) is None]


def _may_expand_to(
    words: Sequence[str], patterns: tuple[PathPattern, ...], command: SimpleCommand, reading: CommandReading
) -> bool:
    return any(
        may_name(word, pattern, reading.locator, folder=command.folder or "") for word in words for pattern in patterns
    )


def allowed_alone(rule: Rule, reading: Reading) -> bool:
    """Whether this allow rule covers a whole call without any other, however long it counts."""
    alone = Rulebook((RuleFile(RuleSource.USER, "", (replace(rule, expires=None),)),))
    return not reading.unreadable and not _covered(reading, _Standing(alone, 0, reading)).gap
