"""`countermark rules`: what the rules say about a call, which there are, and whether their examples hold."""

import argparse
import json
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path

from countermark.cli.failure import DONE, FAILED, Failure
from countermark.cli.hub_commands import count
from countermark.cli.rules.files import NamedFile, facts_for, file_named, files_here
from countermark.cli.rules.requests import read_request
from countermark.model.errors import BadInput, RulesBroken
from countermark.model.modes import GateMode
from countermark.model.tool_calls import Decision, ToolCall, ToolKind
from countermark.rules.evaluate import judge
from countermark.rules.examples import example_results
from countermark.rules.explain import explain
from countermark.rules.misses import FAR
from countermark.rules.proposal import propose
from countermark.rules.rulebook import Rule, Rulebook
from countermark.rules.toml_text import moment

ALWAYS_MS = 30 * 24 * 60 * 60 * 1000
LONGEST_LINE = 4 * 1024 * 1024  # bytes of one request


def check(chosen: argparse.Namespace) -> int:
    """Says what the rules decide about one command, or about each request of a file or of stdin."""
    files = _files(chosen)
    book = Rulebook(tuple(each.rules for each in files))
    if chosen.jsonl:
        return _check_lines(book, chosen.command)
    if chosen.command is None:
        raise Failure("there is nothing to check", "Name a command in quotes, or use --jsonl.")
    for file in files:
        if file.rules.failure:
            print(f"{file.path}: {file.rules.failure}", file=sys.stderr)
    folder = str(Path.cwd())
    call = ToolCall(ToolKind.BASH, "bash", folder, "", command=chosen.command)
    _print_explained(book, call)
    if chosen.always:
        _print_proposed(book, call)
    return DONE


def list_rules(chosen: argparse.Namespace) -> int:
    """Prints every rule that counts here, file by file."""
    for file in _files(chosen):
        print(f"{file.path} ({file.rules.source})")
        if file.rules.failure:
            print(f"  cannot be read, so nothing is allowed without asking: {file.rules.failure}")
        elif not file.rules.rules:
            print("  no rules")
        for rule in file.rules.rules:
            print(f"  {_listed(rule, counts=file.rules.counts(rule, at=now()))}")
    return DONE


def test(chosen: argparse.Namespace) -> int:
    """Tries every example of every rule; 1 when one of them does not hold or a file cannot be read."""
    failures = [failure for file in _files(chosen, proven=False) for failure in _failures(file)]
    for failure in failures:
        print(failure)
    if failures:
        return FAILED
    print("Every example holds.")
    return DONE


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def _files(chosen: argparse.Namespace, *, proven: bool = True) -> list[NamedFile]:
    """The file that is named, which has to be readable, or those that count here."""
    named: str | None = chosen.file
    if named is None:
        return files_here(str(Path.cwd()), mode=GateMode(chosen.mode), proven=proven)
    try:
        file = file_named(named, proven=proven)
    except RulesBroken as why:
        raise Failure(str(why), "Name a rule file.") from None
    if file.rules.failure:
        raise Failure(f"{named}: {file.rules.failure}", "Correct the file; nothing was checked.")
    return [file]


def _check_lines(book: Rulebook, requests: str | None) -> int:
    with ExitStack() as stack:
        try:
            stream = sys.stdin.buffer if requests is None else stack.enter_context(Path(requests).open("rb"))
        except OSError as error:
            raise Failure(f"{requests} cannot be read: {error.strerror}") from None
        for line in _lines(stream):
            print(json.dumps(_answer(book, line)), flush=True)
    return DONE


def _lines(stream: "Iterable[bytes]") -> Iterator[bytes]:
    yield from (line for line in stream if line.strip())


def _answer(book: Rulebook, line: bytes) -> dict[str, str | None]:
    """What is printed for one request; one that cannot be understood is asked about."""
    try:
        if len(line) > LONGEST_LINE:
            raise BadInput(f"a request has at most {LONGEST_LINE // 1024 // 1024} MB")
        call = read_request(line, folder=str(Path.cwd()))
    except BadInput as error:
        why = str(error)
        return {"decision": Decision.ASK.value, "rule": None, "why": why, "error": why}
    judgement = judge(book, call, facts_for(call.cwd), at=now())
    rule = None if judgement.rule is None else judgement.rule.id
    return {"decision": judgement.decision.value, "rule": rule, "why": judgement.why}


def _print_explained(book: Rulebook, call: ToolCall) -> None:
    explanation = explain(book, call, facts_for(call.cwd), at=now())
    judgement = explanation.judgement
    print(f"{judgement.decision}: {judgement.why}.")
    if judgement.rule is not None and judgement.rule.message:
        print(f"  The agent would read: {judgement.rule.message}")
    near = [each for each in explanation.considered if each.is_match or each.nearness > FAR]
    for each in near:
        where = f"{each.source}, line {each.line}" if each.line else each.source
        mark = "+" if each.is_match else "-"
        print(f"  {mark} {each.decision:5} {each.id} ({where}) {each.why}")
    others = len(explanation.considered) - len(near) + explanation.left_out
    if others:
        print(f"  … and {count(others, 'rule')} about other things")


def _print_proposed(book: Rulebook, call: ToolCall) -> None:
    taken = {rule.id for layer in book.layers for rule in layer.rules}
    proposal = propose(book, call, facts_for(call.cwd), at=now(), until=now() + ALWAYS_MS, taken=taken)
    if proposal.why_not:
        print(f"{proposal.why_not}.")
    for each in proposal.covers:
        print(f"# {each}")
    print(proposal.text, end="")


def _listed(rule: Rule, *, counts: bool) -> str:
    end = "" if rule.expires is None else f", until {moment(rule.expires):%Y-%m-%d %H:%M} UTC"
    state = "" if counts else " (does not count now)"
    return f"{rule.decision:5} {rule.id}, {' and '.join(rule.tools)}, line {rule.line}{end}{state}"


def _failures(file: NamedFile) -> Iterator[str]:
    if file.rules.failure:
        yield f"{file.path}: {file.rules.failure}"
    for rule in file.rules.rules:
        for examples, wanted in ((rule.match, True), (rule.not_match, False)):
            for text, is_matched in example_results(rule, examples):
                if is_matched is not wanted:
                    what = "does not match" if wanted else "matches"
                    yield f"{file.path}, line {rule.line}: rule {rule.id} {what} {text!r}"
