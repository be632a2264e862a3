"""Why a call was decided as it was: what every rule about its tool had to say, and which one almost matched."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from countermark.model.tool_calls import Decision, ToolCall
from countermark.rules.evaluate import judge_reading
from countermark.rules.facts import RequestFacts
from countermark.rules.matching import fires, is_too_wide
from countermark.rules.misses import FAR, NEAR, RELATED, miss_of, speaks_about
from countermark.rules.readings import CommandReading, Reading, read_call
from countermark.rules.rulebook import Rule, Rulebook, RuleFile, RulesJudgement
from countermark.rules.shell.lines import Opaque

MOST_CONSIDERED = 200
LONGEST_WHY = 300  # characters


@dataclass(frozen=True)
class Considered:
    """One rule about the call's tool, and what it had to say."""

    id: str
    source: str
    line: int
    decision: Decision
    is_match: bool  # whether it fires, or covers a part of the call
    why: str  # the end of a sentence that begins with the rule
    nearness: int

    def to_json(self) -> Mapping[str, object]:
        """As it is stored beside a decision."""
        return {
            "id": self.id,
            "source": self.source,
            "line": self.line,
            "decision": self.decision.value,
            "is_match": self.is_match,
            "why": self.why,
        }


@dataclass(frozen=True)
class Explanation:
    """A judgement with all that was considered for it."""

    judgement: RulesJudgement
    considered: tuple[Considered, ...]  # those that match first, then the nearest
    left_out: int  # rules about this tool that are not listed because there are too many
    almost: Considered | None  # the allow rule that came nearest, where nothing allows the call

    def to_json(self) -> Mapping[str, object]:
        """As it is stored beside a decision."""
        rule = self.judgement.rule
        return {
            "decision": self.judgement.decision.value,
            "rule": None if rule is None else rule.to_json(),
            "why": self.judgement.why,
            "also": [each.to_json() for each in self.judgement.also],
            "considered": [each.to_json() for each in self.considered],
            "left_out": self.left_out,
            "almost": None if self.almost is None else self.almost.to_json(),
        }


def explain(rulebook: Rulebook, call: ToolCall, facts: RequestFacts, *, at: int) -> Explanation:
    """What all rules say about a call, as `judge`, and what each of them had to say; total and bounded."""
    reading = read_call(call, facts)
    judgement = judge_reading(rulebook, reading, at=at)
    considered = sorted(_considered(rulebook, reading, at=at), key=lambda each: (not each.is_match, -each.nearness))
    allows = (each for each in considered if each.decision is Decision.ALLOW and not each.is_match)
    almost = None
    if judgement.decision is not Decision.ALLOW:
        almost = next((each for each in allows if each.nearness > FAR), None)
    shown = tuple(considered[:MOST_CONSIDERED])
    return Explanation(judgement, shown, len(considered) - len(shown), almost)


def _considered(rulebook: Rulebook, reading: Reading, *, at: int) -> Iterator[Considered]:
    for file in rulebook.layers:
        for rule in file.rules:
            if speaks_about(rule, reading.tool):
                is_match, why, nearness = _said(rule, file, reading, at=at)
                yield Considered(rule.id, file.source, rule.line, rule.decision, is_match, why[:LONGEST_WHY], nearness)


def _said(rule: Rule, file: RuleFile, reading: Reading, *, at: int) -> tuple[bool, str, int]:
    """Whether a rule matches, why, and how near it came."""
    is_match, why, nearness = _meant(rule, reading)
    if rule.decision is Decision.ALLOW and is_too_wide(rule, file, reading):
        return False, "is for a workspace that is less than your whole home folder", min(nearness, RELATED)
    if file.counts(rule, at=at):
        return is_match, why, nearness
    is_over = rule.expires is not None and rule.expires <= at
    reason = "has ended" if is_over else "stands in a project's file that nobody has trusted yet, and allows nothing"
    return (False, f"{reason}; it would match", NEAR) if is_match else (False, reason, min(nearness, RELATED))


def _meant(rule: Rule, reading: Reading) -> tuple[bool, str, int]:
    if rule.decision is not Decision.ALLOW:
        return (True, "matches", NEAR) if fires(rule, reading) else (False, _why_silent(rule), FAR)
    if isinstance(reading, CommandReading) and isinstance(reading.strict, Opaque):
        return False, f"cannot allow the line: {reading.strict.why}", FAR
    miss = miss_of(rule, reading)
    return (True, "covers it, or a part of it", NEAR) if miss is None else (False, miss.why, miss.nearness)


def _why_silent(rule: Rule) -> str:
    """Why a deny or ask rule does not fire: what it is about is not there."""
    if rule.command is not None:
        words = " ".join(each[0] if len(each) == 1 else f"({'|'.join(each)})" for each in rule.command)
        return f"no command is `{words}`" + (" with its paths" if rule.path else "")
    if rule.path is not None:
        return f"nothing is named that is like {' or '.join(each.text for each in rule.path)}"
    if rule.host is not None:
        return f"the address leads nowhere that is like {' or '.join(each.text for each in rule.host)}"
    return "it is about other servers or tools"
