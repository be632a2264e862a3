"""Rules as values: one rule, a file of them, all that count together, and what they say about a call."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from countermark.model.tool_calls import Decision, ToolKind
from countermark.rules.hosts import HostPattern
from countermark.rules.paths import JointPatterns, PathPattern, joint_patterns

FILE_TOOLS = frozenset({ToolKind.READ, ToolKind.EDIT})
Tokens = tuple[tuple[str, ...], ...]  # for each word from the program on: the alternatives that it may be


class RuleSource(StrEnum):
    """Who wrote a rule; all layers count together."""

    BUILT_IN = "built-in"
    USER = "user"
    PROJECT = "project"


@dataclass(frozen=True)
class Limits:
    """What the edits that an allow rule of a level covers have to keep; no file can set these."""

    extensions: frozenset[str] | None = None  # allowed ends of names, such as ".py", in lower case; None: any
    names: frozenset[str] = frozenset()  # files that are allowed whatever they end with, such as "Makefile"
    forbidden: tuple[PathPattern, ...] = ()  # paths that are not covered after all
    most_bytes: int | None = None  # of a write whose size is known
    deletes: bool = True  # whether files may be removed


@dataclass(frozen=True)
class Rule:
    """One `[[rule]]`: which calls it speaks about and what it says; a selector that is None speaks about all."""

    id: str
    tools: tuple[ToolKind, ...]
    decision: Decision
    command: Tokens | None = None
    path: tuple[PathPattern, ...] | None = None
    host: tuple[HostPattern, ...] | None = None
    server: tuple[str, ...] | None = None  # of MCP: names, in which `*` stands for any characters
    name: tuple[str, ...] | None = None  # of MCP: names of tools, likewise
    expires: int | None = None  # milliseconds since 1970; from then on the rule says nothing
    message: str = ""  # reaches the agent
    justification: str = ""
    match: tuple[str, ...] = ()
    not_match: tuple[str, ...] = ()
    line: int = 0  # of its `[[rule]]` in the file; 0 for a rule that stands in no file
    text: str = ""  # as it stands in the file
    limits: Limits | None = None

    @cached_property
    def joint_path(self) -> JointPatterns:
        """Its path patterns as few expressions; without patterns they mean nothing."""
        return joint_patterns(self.path or ())


@dataclass(frozen=True)
class RuleIndex:
    """The rules of a file with one decision, by what they may speak about."""

    rules: tuple[Rule, ...]
    of_program: Mapping[str, tuple[int, ...]]  # the places of those that need a program, by its name in small letters
    of_tool: Mapping[ToolKind, tuple[int, ...]]  # the places of all others

    def about(self, tool: ToolKind, programs: Collection[str]) -> Iterator[Rule]:
        """Those that may speak about a call of a tool that starts these programs, in the order of the file."""
        places = set(self.of_tool.get(tool, ()))
        if tool is ToolKind.BASH:
            places.update(place for program in programs for place in self.of_program.get(program, ()))
        return (self.rules[place] for place in sorted(places))


@dataclass(frozen=True)
class RuleFile:
    """The rules of one place, all of them or, after a failed load, the denies that still hold."""

    source: RuleSource
    sha256: str  # of the file's bytes; of a level: of its name
    rules: tuple[Rule, ...]
    trusted: bool = True  # whether its allow rules count: False for a project's file whose digest nobody trusts
    failure: str = ""  # why the file could not be read; then nothing is allowed without asking

    def counts(self, rule: Rule, *, at: int) -> bool:
        """Whether a rule of this file says something at this time."""
        is_over = rule.expires is not None and rule.expires <= at
        return not is_over and (self.trusted or rule.decision is not Decision.ALLOW)

    @cached_property
    def untrusted(self) -> "RuleFile":
        """The same file as long as nobody trusts it."""
        return replace(self, trusted=False)

    @cached_property
    def index(self) -> Mapping[Decision, RuleIndex]:
        """The rules by what they may speak about, sorted once for all calls."""
        return {each: _index(tuple(rule for rule in self.rules if rule.decision is each)) for each in Decision}


def _index(rules: tuple[Rule, ...]) -> RuleIndex:
    of_program, of_tool = dict[str, list[int]](), dict[ToolKind, list[int]]()
    for place, rule in enumerate(rules):
        if rule.command is not None and rule.tools == (ToolKind.BASH,):
            for program in {each.lower() for each in rule.command[0]}:
                of_program.setdefault(program, []).append(place)
            continue
        # What denies or asks about files speaks about the commands that name them, too.
        is_of_files = not FILE_TOOLS.isdisjoint(rule.tools)
        for tool in {*rule.tools, ToolKind.BASH} if is_of_files else rule.tools:
            of_tool.setdefault(tool, []).append(place)
    return RuleIndex(
        rules,
        {program: tuple(places) for program, places in of_program.items()},
        {tool: tuple(places) for tool, places in of_tool.items()},
    )


@dataclass(frozen=True)
class Rulebook:
    """All files that count for a call; their order changes no decision."""

    layers: tuple[RuleFile, ...] = ()

    @property
    def failure(self) -> str:
        """Why everything asks at present; empty when all files could be read."""
        return next((layer.failure for layer in self.layers if layer.failure), "")


@dataclass(frozen=True)
class MatchedRule:
    """The rule that decided, as the journal keeps it."""

    id: str
    source: RuleSource
    file_sha256: str
    line: int
    text: str
    message: str
    justification: str

    def to_json(self) -> Mapping[str, object]:
        """All of it, for the journal."""
        return {
            "id": self.id,
            "source": self.source.value,
            "file_sha256": self.file_sha256,
            "line": self.line,
            "text": self.text,
            "message": self.message,
            "justification": self.justification,
        }


@dataclass(frozen=True)
class RulesJudgement:
    """What all rules together say about one call."""

    decision: Decision
    rule: MatchedRule | None  # None: no rule decided; the decision is then to ask
    why: str  # a sentence for the person
    also: tuple[MatchedRule, ...] = ()  # the rules that allow the other parts of a command
    is_silent: bool = False  # whether no rule has anything to say, so that an agent's own rules may go on


def matched(rule: Rule, file: RuleFile) -> MatchedRule:
    """A rule of a file as the one that decided."""
    return MatchedRule(
        id=rule.id,
        source=file.source,
        file_sha256=file.sha256,
        line=rule.line,
        text=rule.text,
        message=rule.message,
        justification=rule.justification,
    )


def after_failed_load(last_good: RuleFile, *, failure: str) -> RuleFile:
    """What counts while a file cannot be read: the denies it had when it could, and nothing is allowed unasked.

    Without a last good one, pass a file without rules.
    """
    denies = tuple(rule for rule in last_good.rules if rule.decision is Decision.DENY)
    return RuleFile(last_good.source, last_good.sha256, denies, trusted=last_good.trusted, failure=failure)
