"""The commands that speak for an agent: hook and review."""

import argparse
import json
import sys
from pathlib import Path

from countermark.agent_side import hook as hook_program
from countermark.agent_side.asking import Question
from countermark.cli.failure import Failure
from countermark.doorbell import hub_address

NO_ANSWER = 2


def hook(chosen: argparse.Namespace) -> int:
    """The same as `countermark-hook AGENT`."""
    if not hook_program.is_agent_name(chosen.agent):
        raise Failure(f"{chosen.agent!r} is no agent's name", "For example: countermark hook claude-code")
    return hook_program.run(chosen.agent)


def review(chosen: argparse.Namespace) -> int:
    """Asks for a review and waits: 0 approved, 1 changes requested, 2 expired or failed."""
    payload = {
        "title": chosen.title,
        "document": _read_document(chosen.file),
        "path": None if chosen.file == "-" else str(Path(chosen.file).absolute()),
        "cwd": str(Path.cwd()),
        "json": chosen.json,
        "wait_seconds": chosen.wait,
    }
    question = Question("review", home=hub_address.home(), key=chosen.key)
    return hook_program.converse(question, json.dumps(payload).encode("ascii"), failed=NO_ANSWER)


def _read_document(name: str) -> str:
    try:
        raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise Failure(
            f"{name} cannot be read: {error.strerror}", "Give a Markdown file or -.", code=NO_ANSWER
        ) from error
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Failure(f"{name} is not UTF-8 text (byte {error.start})", "Convert it first.", code=NO_ANSWER) from error
    if not text.strip():
        raise Failure(f"{name} is empty", "There is nothing to review.", code=NO_ANSWER)
    return text


def mcp(chosen: argparse.Namespace) -> int:
    """Everything between an MCP client and the hub, until the client closes our stdin."""
    from countermark.agent_side import mcp_bridge  # threads and what they need: nothing for a hook

    return mcp_bridge.serve(chosen.storage)
