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
from countermark.model.tool_calls import Decision, ToolCall, ToolKind
from countermark.rules.evaluate import judge
from countermark.rules.examples import example_results
from countermark.rules.explain import explain
from countermark.rules.rulebook import Rule, Rulebook
from countermark.rules.toml_text import moment

LONGEST_LINE = 4 * 1024 * 1024  # bytes of one request


def check(chosen: argparse.Namespace) -> int:
    """Says what the rules decide about one command, or about each request of a file or of stdin."""
    files = _files(chosen.file)
    book = Rulebook(tuple(each.rules for each in files))
    if chosen.jsonl:
        return _check_lines(book, chosen.command)
    if chosen.command is None:
        raise Failure("there is nothing to check", "Name a command in quotes, or use --jsonl.")
    for file in files:
        if file.rules.failure:
            print(f"{file.path}: {file.rules.failure}", file=sys.stderr)
    folder = str(Path.cwd())
    _print_explained(book, ToolCall(ToolKind.BASH, "bash", folder, "", command=chosen.command))
    return DONE


def list_rules(chosen: argparse.Namespace) -> int:
    """Prints every rule that counts here, file by file."""
    for file in _files(getattr(chosen, "file", None)):
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
    failures = [failure for file in _files(chosen.file, proven=False) for failure in _failures(file)]
    for failure in failures:
        print(failure)
    if failures:
        return FAILED
    print("Every example holds.")
    return DONE


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def _files(named: str | None, *, proven: bool = True) -> list[NamedFile]:
    """The file that is named, which has to be readable, or those that count here."""
    if named is None:
        return files_here(str(Path.cwd()), proven=proven)
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
    for each in explanation.considered:
        where = f"{each.source}, line {each.line}" if each.line else each.source
        mark = "+" if each.is_match else "-"
        print(f"  {mark} {each.decision:5} {each.id} ({where}) {each.why}")
    if explanation.left_out:
        print(f"  … and {count(explanation.left_out, 'more rule')}")


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
