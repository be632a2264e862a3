"""The commands that speak for an agent: hook and review."""

import argparse
import json
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from countermark.agent_side import hook as hook_program
from countermark.agent_side.asking import HookQuestion
from countermark.cli.failure import Failure
from countermark.cli.unanswered import NoDocument, end_unanswered
from countermark.doorbell import hub_address
from countermark.doorbell.errors import DoorbellError


def hook(chosen: argparse.Namespace) -> int:
    """The same as `countermark-hook AGENT`."""
    if not hook_program.is_agent_name(chosen.agent):
        raise Failure(f"{chosen.agent!r} is no agent's name", "For example: countermark hook claude-code")
    return hook_program.run(chosen.agent)


def review(chosen: argparse.Namespace) -> int:
    """Asks for a review and waits; docs/reference/command-line.md lists how it ends."""
    unanswered = partial(end_unanswered, as_json=chosen.json)
    try:
        hook_program.end_on_signals()
        payload = _payload(chosen)
        question = HookQuestion("review", home=hub_address.home(), key=chosen.key, on_head=_tell_if_taken_over)
        _tell_where(question.home, chosen.file)
    except (NoDocument, hook_program.Ended) as reason:
        return unanswered(reason)
    return hook_program.converse(question, payload, unanswered=unanswered)


def _payload(chosen: argparse.Namespace) -> bytes:
    try:
        folder = Path.cwd()
    except OSError as error:
        raise NoDocument("no_folder", f"this folder is gone: {error.strerror}", "Change to another one.") from error
    asked = {
        "title": chosen.title,
        "document": _read_document(chosen.file),
        "path": None if chosen.file == "-" else str(folder / chosen.file),
        "cwd": str(folder),
        "json": chosen.json,
        "wait_seconds": chosen.wait,
    }
    return json.dumps(asked).encode("ascii")


def _tell_where(home: str, file: str) -> None:
    """Says on stderr whom the command waits for, and where: no browser may open by itself."""
    try:
        hub_address.ensure_hub(home)
    except DoorbellError:
        return  # the question itself will tell why
    port = (hub_address.read_hub(home) or {}).get("port")
    where = f" at http://127.0.0.1:{port}/" if port else ""
    name = "stdin" if file == "-" else file
    print(
        f"Waiting for a person's answer to {name}{where} (`countermark open` signs you in).",
        file=sys.stderr,
        flush=True,
    )


def _tell_if_taken_over(fields: Mapping[str, str]) -> None:
    """Says on stderr that an earlier command waits no longer, because this one asked about the same file."""
    if "countermark-took-over" in fields:
        print(
            "This took over from another `countermark review` of the same file, which has ended without an answer.",
            file=sys.stderr,
            flush=True,
        )


def _read_document(name: str) -> str:
    try:
        raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise NoDocument(
            "file_unreadable", f"{name} cannot be read: {error.strerror}", "Give a Markdown file or -."
        ) from error
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NoDocument("not_utf8", f"{name} is not UTF-8 text (byte {error.start})", "Convert it first.") from error
    if not text.strip():
        raise NoDocument("empty", f"{name} is empty", "There is nothing to review.")
    return text


def mcp(chosen: argparse.Namespace) -> int:
    """Everything between an MCP client and the hub, until the client closes our stdin."""
    from countermark.agent_side import mcp_bridge  # threads and what they need: nothing for a hook

    return mcp_bridge.serve_stdio(chosen.storage)
