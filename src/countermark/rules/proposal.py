"""What "always" would write for a call: the narrowest useful rules, with an end, as text and in a plain sentence."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import assert_never

from countermark.model.errors import RulesBroken
from countermark.model.tool_calls import Decision, ToolCall, ToolKind
from countermark.rules.evaluate import StandingRule, judge_reading, standing
from countermark.rules.facts import RequestFacts
from countermark.rules.file import read_rules
from countermark.rules.located import LocatedPath, Locator, below
from countermark.rules.matching import covers_command, covers_file, is_protected
from countermark.rules.paths import LONGEST_PATTERN
from countermark.rules.prefix_choice import chosen_prefix
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
from countermark.rules.refusals import Unusable
from countermark.rules.rulebook import Rule, Rulebook, RuleSource
from countermark.rules.shell.lines import Opaque, SimpleCommand
from countermark.rules.toml_text import Value, moment, rule_as_toml, with_rules

SPECIAL = re.compile(r"[*?\[]")
NOT_IN_ID = re.compile(r"[^A-Za-z0-9]+")
LONGEST_SLUG = 40
LONGEST_EXAMPLE = 200
Table = Mapping[str, Value]


@dataclass(frozen=True)
class Proposal:
    """The rules that "always" would add; none, with the reason, when no rule could say this narrowly enough."""

    rules: tuple[Rule, ...]
    text: str  # as TOML, to be added at the end of a rule file
    covers: tuple[str, ...]  # for each rule, what it would allow: a sentence
    why_not: str = ""  # a sentence; empty when there are rules


def propose(
    rulebook: Rulebook, call: ToolCall, facts: RequestFacts, *, at: int, until: int, taken: Collection[str]
) -> Proposal:
    """The rules that would allow this call and those like it until a time, for the user's own file.

    Times are in milliseconds since 1970. `taken` are the ids that the file has already. Parts of a command that a rule
    allows already get none.
    """
    reading = read_call(call, facts)
    judgement = judge_reading(rulebook, reading, at=at)
    if judgement.rule is not None and judgement.decision is not Decision.ALLOW:
        return _none(f"{judgement.why}, whatever is allowed")
    try:
        bodies = list(_bodies(reading, rulebook, at=at))
    except Unusable as why:
        return _none(f"No rule could allow this narrowly enough: {why}")
    if not bodies:
        return _none("Rules allow it already" if judgement.decision is Decision.ALLOW else judgement.why)
    texts = [rule_as_toml({"id": name, **body, "expires": moment(until)}) for name, body in _with_ids(bodies, taken)]
    text = "\n".join(texts)
    try:
        rules = read_rules(with_rules("", text), source=RuleSource.USER, sha256="").rules
    except RulesBroken as why:
        return _none(f"No rule could allow this narrowly enough: {why}")
    end = moment(until)
    return Proposal(rules, text, tuple(f"{_covered(rule)}, until {end:%-d %B %Y, %H:%M} UTC" for rule in rules))


def _none(why: str) -> Proposal:
    return Proposal((), "", (), why)


def _bodies(reading: Reading, rulebook: Rulebook, *, at: int) -> Iterator[Table]:
    """The rules without id and end, each once. Raises `Unusable`."""
    match reading:
        case CommandReading():
            yield from _unique(_for_line(reading, rulebook, at=at))
        case FileReading():
            yield from _for_file(reading, tuple(standing(rulebook, Decision.ALLOW, at=at)))
        case FetchReading():
            yield _for_host(reading)
        case McpReading():
            if not reading.is_plain or reading.unreadable or " " in reading.name or "*" in reading.name:
                raise Unusable("its name holds characters that no rule has")
            example = f"{reading.server} {reading.name}"
            yield _allow("mcp", {"server": reading.server, "name": reading.name}, example)
        case OtherReading():
            raise Unusable("rules know nothing about this tool")
        case _ as never:
            assert_never(never)


def _for_line(reading: CommandReading, rulebook: Rulebook, *, at: int) -> Iterator[Table]:
    if isinstance(reading.strict, Opaque):
        why = reading.strict.why
        raise Unusable(f"{why[:1].lower()}{why[1:]}")
    allows = tuple(standing(rulebook, Decision.ALLOW, at=at))
    for command in reading.strict:
        if not any(covers_command(rule, command, reading.locator) for rule, _ in allows):
            yield _for_command(command)
        for redirect in command.redirects:
            yield from _for_file(file_of(redirect, command, reading.locator), allows)


def _for_command(command: SimpleCommand) -> Table:
    tokens = chosen_prefix(command)
    return _allow("bash", {"command": list(tokens)}, _plain(command))


def _plain(command: SimpleCommand) -> str:
    """The command as an example, if it needs no quotes."""
    text = " ".join(command.words)
    is_plain = all(re.fullmatch(r"[A-Za-z0-9_./:=,+@-]+", word) for word in command.words)
    return text if is_plain and len(text) <= LONGEST_EXAMPLE else ""


def _for_file(reading: FileReading, allows: tuple[StandingRule, ...]) -> Iterator[Table]:
    for path in reading.paths:
        if not any(covers_file(rule, path, reading) for rule, _ in allows):
            yield _for_path(reading.tool, path, reading.locator)


def _for_path(tool: ToolKind, path: LocatedPath, locator: Locator) -> Table:
    if fault := locator.fault_of(path):
        raise Unusable(f"{path.written} {fault}")
    if tool is ToolKind.EDIT and is_protected(path, locator):
        raise Unusable(f"{path.written} is for the person to change")
    patterns = [_pattern(name, locator) for name in path.names]
    return _allow(tool.value, {"path": patterns}, "")


def _pattern(path: str, locator: Locator) -> str:
    """A pattern for one file; what a pattern cannot spell is left to any one character."""
    rest = below(path, locator.facts.home)
    pattern = SPECIAL.sub("?", f"~/{rest}" if rest else f"/{path}")
    if len(pattern) > LONGEST_PATTERN:
        raise Unusable("its path is too long for a rule")
    return pattern


def _for_host(reading: FetchReading) -> Table:
    host = reading.address.host
    if host is None:
        raise Unusable(f"the address {reading.address.fault}")
    name = f"[{host.name}]" if ":" in host.name else host.name
    scheme = "" if host.scheme == "https" else f"{host.scheme}://"
    port = "" if (host.scheme, host.port) in {("https", 443), ("http", 80)} else f":{host.port}"
    address = f"{host.scheme}://{name}{port}/"
    return _allow("fetch", {"host": f"{scheme}{name}{port}"}, address)


def _allow(tool: str, selectors: Table, example: str) -> Table:
    return {"tool": tool, **selectors, "decision": "allow", **({"match": [example]} if example else {})}


def _unique(bodies: Iterator[Table]) -> Iterator[Table]:
    yield from {repr(body.get("command", body)): body for body in bodies}.values()


def _with_ids(bodies: list[Table], taken: Collection[str]) -> Iterator[tuple[str, Table]]:
    used = set(taken)
    for body in bodies:
        base = _slug(body)
        names = (base if number == 1 else f"{base}-{number}" for number in range(1, len(used) + 3))
        name = next(each for each in names if each not in used)
        used.add(name)
        yield name, body


def _slug(body: Table) -> str:
    """A name out of what the rule is about."""
    about = next(body[key] for key in ("command", "path", "host", "name") if key in body)
    slug = NOT_IN_ID.sub("-", f"{body['tool']} {about}").strip("-").lower()
    return f"always-{slug}"[:LONGEST_SLUG].rstrip("-")


def _covered(rule: Rule) -> str:
    """What a rule allows, as a sentence without its end."""
    if rule.command is not None:
        words = " ".join(each[0] for each in rule.command)
        return f"Every command that begins with `{words}`, in every folder"
    if rule.path is not None:
        act = "Reading" if rule.tools == (ToolKind.READ,) else "Changing"
        return f"{act} {' and '.join(each.text for each in rule.path)}"
    if rule.host is not None:
        return f"Fetching every address of {' and '.join(each.text for each in rule.host)}"
    return f"The tool {' '.join(rule.name or ())} of the MCP server {' '.join(rule.server or ())}, whatever it is given"
