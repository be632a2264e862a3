"""What all rules say together: precedence, layers, ends, failed loads, and each kind of tool."""

from dataclasses import replace
from pathlib import Path

import pytest

from countermark.model.tool_calls import ToolCall, ToolKind
from countermark.rules.evaluate import judge
from countermark.rules.examples import EXAMPLE_FACTS, WORKSPACE
from countermark.rules.explain import explain
from countermark.rules.rulebook import Rulebook, RuleSource, after_failed_load
from tests.unit.rules.judging import NOW, book, call, decision, judged, real_facts, rule_file

GIT = 'tool = "bash"\ncommand = ["git", ["log", "show", "push", "diff"]]\ndecision = "allow"'
LS = 'tool = "bash"\ncommand = ["ls"]\ndecision = "allow"'
CAT = 'tool = "bash"\ncommand = ["cat"]\ndecision = "allow"'
NO_PUSH = 'tool = "bash"\ncommand = ["git", "push"]\ndecision = "deny"\nmessage = "Leave that to me."'
ASK_DIFF = 'tool = "bash"\ncommand = ["git", "diff"]\ndecision = "ask"'
NO_SECRETS = 'tool = ["read", "edit"]\npath = [".env*", "~/.ssh/**"]\ndecision = "deny"'
EDIT_SRC = 'tool = "edit"\npath = "src/**"\ndecision = "allow"'
COMMANDS = [
    ("git log", "allow"),
    ("git log -n 5 && ls -la; git show", "allow"),
    ("git push", "deny"),
    ("git push origin main", "deny"),
    ("git -C sub push", "deny"),
    ("git --no-pager push", "deny"),
    ("git commit -m push", "ask"),
    ("git log push", "allow"),
    ("ls && git push", "deny"),
    ("sudo git push", "deny"),
    ("ls $(git push)", "deny"),
    ("bash -c 'git push'", "deny"),
    ("git diff", "ask"),
    ("git diff && git push", "deny"),
    ("git logout", "ask"),
    ("ls > out", "ask"),
    ("ls > src/out", "allow"),
    ("ls > src/.env", "deny"),
    ("ls 2>&1", "allow"),
    ("ls < src/in", "ask"),
    ("cat .env", "deny"),
    ("cat src/../.env", "deny"),
    ("cat ~/.ssh/id_rsa", "deny"),
    ("cat $HOME/.ssh/id_rsa", "deny"),
    ("cd ~/.ssh && cat id_rsa", "deny"),
    ("cd ~ && cat .ssh/id_rsa", "deny"),
    ("cd src && cat app.py", "allow"),
    ("cat --show-all=.env", "deny"),
    ("cat .en*", "ask"),
    ("cat .e[n]v", "ask"),
    ("cat src/*.py", "allow"),
    ("cat .countermark/rules.toml", "ask"),
    ("ls > .countermark/rules.toml", "deny"),
    ("", "ask"),
]


@pytest.mark.parametrize(("command", "expected"), COMMANDS, ids=[repr(command) for command, _ in COMMANDS])
def test_a_command(command: str, expected: str) -> None:
    rules = book(GIT, LS, CAT, NO_PUSH, ASK_DIFF, NO_SECRETS, EDIT_SRC)
    assert decision(rules, "bash", command) == expected


def test_options_may_be_arranged_in_any_way() -> None:
    rules = book('tool = "bash"\ncommand = ["rm", ["-rf", "-fr"], ["/", "~"]]\ndecision = "deny"')
    for line in ("rm -rf /", "rm -r -f /", "rm -fvr /", "rm / -rf", "rm --verbose -rf ~", "RM -rf /", "/bin/rm -fr /"):
        assert decision(rules, "bash", line) == "deny", line
    for line in ("rm -r /", "rm -rf ./", "rm -f x", "rmdir -rf /", "echo rm -rf x"):
        assert decision(rules, "bash", line) == "ask", line


def test_a_command_with_paths_stays_there() -> None:
    rules = book('tool = "bash"\ncommand = ["cat"]\npath = ["/**", "//srv/data/**"]\ndecision = "allow"')
    for line in ("cat README.md", "cat src/a.py /srv/data/x", "cd src && cat a.py", "cd /srv/data && cat x", "cat"):
        assert decision(rules, "bash", line) == "allow", line
    for line in ("cat ../x", "cat /etc/passwd", "cd /etc && cat passwd", "cd /etc && cat", "cat src/*.py", "cat ~/x"):
        assert decision(rules, "bash", line) == "ask", line
    assert decision(rules, "bash", "cat", cwd="/etc") == "ask"


def test_what_is_too_long_to_read() -> None:
    longer = "git log " + "x" * 10_000
    parts = "; ".join(["git log"] * 51)
    many = "git log " + " ".join(f"a{number}" for number in range(1_600))
    for line in (longer, parts, many):
        assert decision(book(GIT), "bash", line) == "ask"
        assert decision(book(GIT, NO_SECRETS), "bash", line) == "ask"
        assert judged(book(GIT, NO_PUSH), "bash", line).rule is not None
        assert decision(book(GIT, NO_PUSH), "bash", line) == "deny"


def test_the_rule_that_decided() -> None:
    judgement = judged(book(GIT, NO_PUSH), "bash", "git push")
    rule = judgement.rule
    assert rule is not None
    assert (rule.id, rule.source, rule.line, rule.message) == ("rule-2", RuleSource.USER, 9, "Leave that to me.")
    assert rule.text.startswith('[[rule]]\nid = "rule-2"\n')
    assert judgement.why == "Rule rule-2 (user, line 9) denies it"


def test_all_rules_that_allow_a_line_are_named() -> None:
    judgement = judged(book(GIT, LS, EDIT_SRC), "bash", "git log > src/x && ls && git show")
    assert judgement.decision == "allow"
    assert judgement.rule is not None
    assert [rule.id for rule in (judgement.rule, *judgement.also)] == ["rule-1", "rule-3", "rule-2"]


def test_nothing_matched() -> None:
    judgement = judged(book(GIT), "bash", "npm test")
    assert (judgement.decision, judgement.rule, judgement.why) == ("ask", None, "No rule allows `npm test`")
    assert judgement.is_silent


def test_an_ask_that_is_meant_is_not_silent() -> None:
    broken = Rulebook((after_failed_load(rule_file(GIT), failure="no"),))
    asks = (
        judged(book(ASK_DIFF), "bash", "git diff"),
        judged(broken, "bash", "ls"),
        judged(book(GIT), "bash", "a" * 10_001),
    )
    assert [(each.decision, each.is_silent) for each in asks] == [("ask", False)] * 3


MCP = [
    ("github get_issue", "allow"),
    ("github get_", "allow"),
    ("github delete_repo", "deny"),
    ("GitHub delete_repo", "deny"),
    ("github create_issue", "ask"),
    ("GITHUB get_issue", "ask"),
    ("github2 get_issue", "ask"),
    ("evil get_issue", "ask"),
    ("github get_\u200bissue", "ask"),
    ("other-evil x", "deny"),
    ("plain x", "allow"),
    ("", "deny"),
    (" x", "deny"),
]


@pytest.mark.parametrize(("names", "expected"), MCP)
def test_a_tool_of_a_server(names: str, expected: str) -> None:
    rules = book(
        'tool = "mcp"\nserver = "github"\nname = ["get_*", "delete_*"]\ndecision = "allow"',
        'tool = "mcp"\nserver = "plain"\ndecision = "allow"',
        'tool = "mcp"\nname = "delete_*"\ndecision = "deny"',
        'tool = "mcp"\nserver = "*-evil"\ndecision = "deny"',
    )
    assert decision(rules, "mcp", names) == expected


def test_a_tool_of_no_known_kind_is_for_the_person() -> None:
    call = ToolCall(ToolKind.OTHER, "Sing", WORKSPACE, "{}")
    everything = book('tool = ["bash", "read", "edit", "fetch", "mcp"]\ndecision = "deny"')
    assert judge(everything, call, EXAMPLE_FACTS, at=NOW).decision == "ask"


def test_every_file_of_a_call_has_to_be_allowed() -> None:
    def decided(*paths: str) -> str:
        call = ToolCall(ToolKind.EDIT, "Edit", WORKSPACE, "{}", paths=paths)
        return judge(book(EDIT_SRC, NO_SECRETS), call, EXAMPLE_FACTS, at=NOW).decision.value

    assert decided("src/a", "src/b") == "allow"
    assert decided("src/a", "lib/b") == "ask"
    assert decided("src/a", ".env") == "deny"
    assert decided() == "deny"  # no file that could be looked at, and a deny rule names the tool


def test_nobody_writes_where_settings_lie() -> None:
    facts = replace(EXAMPLE_FACTS, protected=("/home/you/.claude", "/home/you/.local/share/countermark"))
    rules = book('tool = ["read", "edit"]\npath = ["//**", "~/**", "/**"]\ndecision = "allow"', LS)
    for path in ("~/.claude/settings.json", "/home/you/.CLAUDE/x", ".countermark/rules.toml", "/home/you/.claude"):
        judgement = judged(rules, "edit", path, facts=facts)
        assert judgement.decision == "deny", path
        assert judgement.rule is not None
        assert judgement.rule.id == "protected"
    assert decision(rules, "edit", "/home/you/.claudex", facts=facts) == "allow"
    assert decision(rules, "read", "/home/you/.claude/settings.json", facts=facts) == "allow"
    assert decision(rules, "bash", "ls > ~/.claude/settings.json", facts=facts) == "deny"
    assert decision(rules, "bash", "ls ~/.claude", facts=facts) == "ask"


def test_built_in_rules_give_no_home_folder_away() -> None:
    everything = 'tool = ["read", "edit"]\npath = "/**"\ndecision = "allow"'
    built_in = Rulebook((rule_file(everything, source=RuleSource.BUILT_IN),))
    for workspace, expected in {"/home/you/project": "allow", "/home/you": "ask", "/home": "ask", "/": "ask"}.items():
        facts = replace(EXAMPLE_FACTS, workspace=workspace)
        assert decision(built_in, "read", "x", facts=facts) == expected, workspace
        assert decision(book(everything), "read", "x", facts=facts) == "allow"
    assert decision(book(everything), "read", "x", facts=replace(EXAMPLE_FACTS, workspace="")) == "ask"
    almost = explain(built_in, call("read", "x"), replace(EXAMPLE_FACTS, workspace="/"), at=NOW).almost
    assert almost is not None
    assert almost.why == "is for a workspace that is less than your whole home folder"


def test_a_project_only_tightens_until_it_is_trusted() -> None:
    project = rule_file(LS, NO_PUSH, source=RuleSource.PROJECT, trusted=False)
    user = rule_file(GIT)
    assert decision(Rulebook((user, project)), "bash", "ls") == "ask"
    assert decision(Rulebook((user, project)), "bash", "git push") == "deny"
    assert decision(Rulebook((user, replace(project, trusted=True))), "bash", "ls") == "allow"


def test_a_rule_ends() -> None:
    rules = book(f"{LS}\nexpires = 2027-01-15T08:00:00Z", f"{NO_PUSH}\nexpires = 2027-01-15T08:00:00Z", GIT)
    assert [decision(rules, "bash", "ls", at=at) for at in (NOW - 1, NOW)] == ["allow", "ask"]
    assert [decision(rules, "bash", "git push", at=at) for at in (NOW - 1, NOW)] == ["deny", "allow"]


def test_after_a_failed_load_the_last_good_denies_hold_and_everything_asks() -> None:
    good = rule_file(GIT, LS, NO_PUSH)
    broken = after_failed_load(good, failure="line 7: no")
    other = rule_file(CAT)
    for rulebook in (Rulebook((broken, other)), Rulebook((other, broken))):
        assert decision(rulebook, "bash", "git push") == "deny"
        for line in ("git log", "ls", "cat x"):
            assert decision(rulebook, "bash", line) == "ask"
    assert judged(Rulebook((broken,)), "bash", "ls").why == "Everything asks until the rules can be read: line 7: no"
    assert after_failed_load(broken, failure="again").rules == broken.rules


def test_a_pattern_of_the_shell_is_the_files_that_it_finds(tmp_path: Path) -> None:
    home, work = tmp_path / "you", tmp_path / "you" / "work"
    for name in ("src/a.py", "src/b.py", "links/plain.py", ".env", "notes/.env", "notes/day.md"):
        (work / name).parent.mkdir(parents=True, exist_ok=True)
        (work / name).write_text("x")
    (home / ".ssh").mkdir()
    (home / "other.txt").write_text("x")
    (home / ".ssh" / "id").write_text("key")
    (work / "links" / "key.py").symlink_to(home / ".ssh" / "id")
    rules = book(CAT, 'tool = "bash"\ncommand = ["wc"]\npath = "/**"\ndecision = "allow"', NO_SECRETS)

    def decided(line: str) -> str:
        facts = real_facts(home=str(home), workspace=str(work))
        return decision(rules, "bash", line, cwd=str(work), facts=facts)

    expected = {
        "cat src/*.py": "allow",
        "wc src/*.py": "allow",
        "wc s??/?.py": "allow",
        "cat src/*.none": "allow",
        "cat ./*": "allow",  # no file whose name begins with a dot
        "cat .e*": "deny",
        "cat .*v": "deny",
        "cat */.env": "deny",
        "cat links/*": "deny",
        "cat links/p*": "allow",
        "wc ../*": "ask",
        "cat ~/.s*/id": "deny",
        "cd notes && cat .e*": "deny",
        "cat .[e]nv": "ask",
        "cat **/.env": "deny",
        "cat src/[ab].py": "allow",
    }
    assert {line: decided(line) for line in expected} == expected
