"""What holds for any rules and any call: more rules never loosen, order never matters, nothing raises or takes long."""

import time
from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from countermark.model.tool_calls import Decision, ToolCall, ToolKind
from countermark.rules.evaluate import PROTECTED, allowed_alone, judge, standing
from countermark.rules.examples import EXAMPLE_FACTS
from countermark.rules.explain import explain
from countermark.rules.located import Locator
from countermark.rules.matching import fires
from countermark.rules.paths import joint_patterns, named_by, path_pattern, rests_of
from countermark.rules.readings import CommandReading, read_call
from countermark.rules.rulebook import Rule, Rulebook, RuleFile, RuleSource, after_failed_load
from tests.unit.rules.judging import NOW, book, call, rule_file

STRICTNESS = {Decision.ALLOW: 0, Decision.ASK: 1, Decision.DENY: 2}
SELECTORS = {
    "bash": [
        'command = ["git"]',
        'command = ["git", ["log", "push"]]',
        'command = ["ls"]',
        'command = ["ls"]\npath = "src/**"',
        'command = ["rm", "-r"]',
        'command = ["cat"]\npath = "/**"',
    ],
    "read": ['path = "src/**"', 'path = "**/.env*"', 'path = ["~/**", "/**"]', 'path = "//etc/**"'],
    "edit": ['path = "src/**"', 'path = "*.md"', 'path = ["//dev/null", "/**"]', 'path = "**/secrets/**"'],
    "fetch": ['host = "example.com"', 'host = "*.example.com"', 'host = "http://localhost:3000"'],
    "mcp": ['server = "github"', 'server = "github"\nname = "get_*"', 'server = "other"'],
}
WORDS = st.sampled_from(
    "git ls rm cat echo cd sh -c push log -r -n src/app.py .env ~/x /etc/passwd secrets/key $HOME > < | && ; ' \" $( ) "
    "* ../x 2>&1 src/*.py \n sudo xargs { }".split(" ")
)
PARTS = {
    "bash": st.lists(WORDS, max_size=8).map(" ".join) | st.text(max_size=40),
    "read": st.text(max_size=60) | st.sampled_from(["src/a.py", ".env", "~/x", "/etc/shadow", "src/../.env", "/"]),
    "edit": st.text(max_size=60) | st.sampled_from(["src/a.py", "a.md", "secrets", "/dev/null", "docs/a.md"]),
    "fetch": st.text(max_size=60)
    | st.builds("{}://{}{}/".format, st.sampled_from(["https", "http", "x"]), st.text(max_size=20), st.just(".com"))
    | st.sampled_from(["https://example.com/", "https://a.example.com", "http://localhost:3000/", "https://a@x.com"]),
    "mcp": st.text(max_size=20) | st.sampled_from(["github get_x", "github delete", "other x", "Github get_x"]),
}
GLUED = ["; x", "\nx", " && x", " | x", " &", " $(x)", " > x", "\0", "\r", " \u200b"]
CALLS = st.sampled_from(sorted(PARTS)).flatmap(lambda tool: PARTS[tool].map(lambda text: call(tool, text)))


@st.composite
def rules(draw: st.DrawFn, decisions: tuple[Decision, ...] = tuple(Decision)) -> Rule:
    """One rule, read as a file reads it."""
    tool = draw(st.sampled_from(sorted(SELECTORS)))
    selector = draw(st.sampled_from(SELECTORS[tool]))
    decision = draw(st.sampled_from(decisions))
    return rule_file(f'tool = "{tool}"\n{selector}\ndecision = "{decision}"').rules[0]


FILES = st.builds(
    RuleFile,
    st.sampled_from(RuleSource),
    st.just("0" * 64),
    st.lists(rules(), max_size=5).map(tuple),
    trusted=st.booleans(),
)
BOOKS = st.lists(FILES, max_size=3).map(lambda files: Rulebook(tuple(files)))


def decided(rulebook: Rulebook, made: ToolCall) -> Decision:
    return judge(rulebook, made, EXAMPLE_FACTS, at=NOW).decision


def with_rule(rulebook: Rulebook, rule: Rule) -> Rulebook:
    return Rulebook((*rulebook.layers, RuleFile(RuleSource.USER, "", (rule,))))


@given(BOOKS, CALLS, rules((Decision.DENY, Decision.ASK)))
def test_one_more_deny_or_ask_never_loosens(rulebook: Rulebook, made: ToolCall, rule: Rule) -> None:
    assert STRICTNESS[decided(with_rule(rulebook, rule), made)] >= STRICTNESS[decided(rulebook, made)]


@given(BOOKS, CALLS, rules((Decision.ALLOW,)))
def test_one_more_allow_never_changes_a_deny_and_never_tightens(rulebook: Rulebook, made: ToolCall, rule: Rule) -> None:
    before, after = decided(rulebook, made), decided(with_rule(rulebook, rule), made)
    assert (after is Decision.DENY) == (before is Decision.DENY)
    assert STRICTNESS[after] <= STRICTNESS[before]


@given(BOOKS, CALLS, st.randoms(use_true_random=False))
def test_no_order_matters(rulebook: Rulebook, made: ToolCall, chance: Random) -> None:
    def shuffled(file: RuleFile) -> RuleFile:
        return replace(file, rules=tuple(chance.sample(file.rules, len(file.rules))))

    other = Rulebook(tuple(map(shuffled, chance.sample(rulebook.layers, len(rulebook.layers)))))
    assert decided(other, made) is decided(rulebook, made)


@given(BOOKS, CALLS)
def test_less_trust_and_a_failed_load_never_loosen(rulebook: Rulebook, made: ToolCall) -> None:
    strictness = STRICTNESS[decided(rulebook, made)]
    untrusted = Rulebook(tuple(replace(file, trusted=False) for file in rulebook.layers))
    broken = Rulebook(tuple(after_failed_load(file, failure="no") for file in rulebook.layers))
    assert STRICTNESS[decided(untrusted, made)] >= strictness
    assume(broken.layers)
    assert decided(broken, made) is not Decision.ALLOW
    assert (decided(broken, made) is Decision.DENY) == (decided(rulebook, made) is Decision.DENY)


@given(BOOKS, CALLS)
def test_only_rules_that_the_index_names_speak_about_a_call(rulebook: Rulebook, made: ToolCall) -> None:
    """Decided as if each rule were held against the call, and the same rule is named."""
    reading = read_call(made, EXAMPLE_FACTS)
    spoken = [
        (rule.id, file.source)
        for decision in (Decision.DENY, Decision.ASK)
        for rule, file in standing(rulebook, decision, at=NOW)
        if fires(rule, reading)
    ]
    judgement = judge(rulebook, made, EXAMPLE_FACTS, at=NOW)
    if reading.unreadable or judgement.rule is PROTECTED:
        return
    if spoken:
        assert judgement.rule is not None
        assert (judgement.rule.id, judgement.rule.source) == spoken[0]
    else:
        assert judgement.decision is not Decision.DENY
        assert judgement.rule is None or judgement.decision is Decision.ALLOW
    alone = [rule for rule, _ in standing(rulebook, Decision.ALLOW, at=NOW) if allowed_alone(rule, reading)]
    is_silent = not spoken and not rulebook.failure
    assert not (is_silent and alone) or judgement.decision is Decision.ALLOW or isinstance(reading, CommandReading)


PATTERNS = st.sampled_from(
    ["**/.env*", "src/**", "/**", "~/x", "//etc/**", "[a-c]x/", "*.md", "**/secrets/**", "a?b", "~/**", "**/(x)"]
)


@given(st.lists(PATTERNS, max_size=6), st.lists(PARTS["read"] | PATTERNS, max_size=4))
def test_joined_patterns_mean_what_each_of_them_means(texts: list[str], paths: list[str]) -> None:
    patterns = tuple(path_pattern(each, allows=False) for each in texts)
    locator = Locator(EXAMPLE_FACTS, "/home/dev/project")
    rests = rests_of((name for path in paths for name in locator.at(path).all_names), locator)
    assert joint_patterns(patterns).names_any(rests) is named_by(patterns, rests)


@given(
    BOOKS, PARTS["bash"], st.sampled_from(["; x", "\nx", " && x", " | x", " &", " $(x)", " > x", "\0", "\r", " \u200b"])
)
def test_what_is_glued_on_never_loosens(rulebook: Rulebook, line: str, more: str) -> None:
    """Behind an even number of quotes; inside of them, more is only more of a word."""
    assume(line.count("'") == line.count('"') == 0)
    strictness = STRICTNESS[decided(rulebook, call("bash", line))]
    assert STRICTNESS[decided(rulebook, call("bash", line + more))] >= strictness
    assert STRICTNESS[decided(rulebook, call("bash", f"x ; {line}"))] >= strictness


@given(BOOKS, CALLS)
def test_an_explanation_agrees_and_names_what_decided(rulebook: Rulebook, made: ToolCall) -> None:
    explanation = explain(rulebook, made, EXAMPLE_FACTS, at=NOW)
    assert explanation.judgement == judge(rulebook, made, EXAMPLE_FACTS, at=NOW)
    if explanation.judgement.rule is not None:
        matches = {(each.id, each.source) for each in explanation.considered if each.is_match}
        is_unread = explanation.judgement.why.startswith("It ")
        assert is_unread or (explanation.judgement.rule.id, explanation.judgement.rule.source) in matches


LONG = 1_000_000
HOSTILE = {
    "bash": ["a" * LONG, "$(" * (LONG // 2), "a;" * (LONG // 2), "'" * LONG, "\0" * LONG],
    "bash, short enough to read": [
        ("a " * 5_000),
        " ".join(f"a{number:04}" for number in range(1_600))[:9_990],
        ("cat ../*/" * 1_100)[:9_990],
        "cat " + "/".join(["a" * 200] * 45),
        ("x$(" * 3_300)[:9_990],
        ("(" * 9_990),
        "; ".join(f"cd a{number} && cat b{number}" for number in range(24)),
    ],
    "read": ["a" * LONG, "/" * LONG, "../" * (LONG // 3), "a/" * 2_047, "a" * 255, ("a" * 15 + "/") * 250, "*" * 4_000],
    "edit": ["a" * LONG, "\u0130" * 4_000, "~/" * (LONG // 2), "/proc/1/root" * 300],
    "fetch": ["https://" + "a" * LONG, "https://" + "a." * 4_000, "https://" + "@" * 8_000, "\\" * 8_000, "é" * 8_000],
    "mcp": ["a " * (LONG // 2), "a" * LONG, "github " + "a" * 990],
}


@pytest.mark.parametrize(("tool", "text"), [(tool, text) for tool, texts in HOSTILE.items() for text in texts])
def test_a_megabyte_of_anything_takes_under_50_ms(tool: str, text: str) -> None:
    hostile = book(
        'tool = ["read", "edit"]\npath = ["**/.env*", "**/*secret*", "**/a/**/b", "*a*b", "~/x/**"]\ndecision = "deny"',
        'tool = ["read", "edit", "bash"]\npath = ["**/*.pem", "//etc/shadow"]\ndecision = "ask"',
        'tool = "bash"\ncommand = ["git", "push"]\ndecision = "deny"',
        'tool = "bash"\ncommand = ["cat"]\npath = "/**"\ndecision = "allow"',
        'tool = "fetch"\nhost = ["*.evil.example", "127.0.0.1"]\ndecision = "deny"',
        'tool = "mcp"\nserver = "*a*a*"\nname = "*a*a*b*"\ndecision = "deny"',
    )
    made = call(tool.partition(",")[0], text)
    judge(hostile, made, EXAMPLE_FACTS, at=NOW)  # what is compiled at the first use is not counted
    spent = min(_spent(hostile, made) for _ in range(3))
    assert spent < 0.05


def _spent(rulebook: Rulebook, made: ToolCall) -> float:
    started = time.process_time()
    assert judge(rulebook, made, EXAMPLE_FACTS, at=NOW).decision is not Decision.ALLOW
    return time.process_time() - started


@given(st.sampled_from(ToolKind), st.text(max_size=30), st.text(max_size=30))
def test_a_call_with_nothing_in_it_is_never_allowed(kind: ToolKind, name: str, cwd: str) -> None:
    everything = book(
        'tool = "bash"\ncommand = ["git"]\ndecision = "allow"',
        'tool = ["read", "edit"]\npath = ["//**", "/**", "**"]\ndecision = "allow"',
        'tool = "mcp"\nserver = "github"\ndecision = "allow"',
    )
    made = ToolCall(kind, name, cwd, "")
    assert judge(everything, made, EXAMPLE_FACTS, at=NOW).decision is Decision.ASK
