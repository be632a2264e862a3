"""The door for people at a terminal: finds the command, runs it, and turns every failure into two lines."""

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from countermark.cli.command_line import MISUNDERSTOOD, REVIEW_FAILED, Misunderstood, make_parser
from countermark.cli.failure import DONE, FAILED, Failure, complain
from countermark.cli.output import visible
from countermark.doorbell.errors import DoorbellError, HubRefused

DEBUG = "COUNTERMARK_DEBUG"


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and gives its exit code."""
    with visible():
        return run(arguments)


def run(arguments: Sequence[str] | None) -> int:
    """The command itself."""
    parser = make_parser()
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        chosen = parser.parse_args(words)
    except Misunderstood as why:
        raise SystemExit(_end_misunderstood(words, why)) from None
    if chosen.runs is None:
        parser.print_help()
        return DONE
    module, function = chosen.runs.split(":")
    try:
        code: int = getattr(importlib.import_module(module), function)(chosen)
        sys.stdout.flush()
        return code
    except Failure as failure:
        return complain(str(failure), failure.do, code=failure.code)
    except DoorbellError as error:
        hint = error.hint if isinstance(error, HubRefused) else ""
        return complain(str(error), hint or "`countermark doctor` tells what is wrong.", code=chosen.failed)
    except BrokenPipeError:
        # The reader of our output has enough (`countermark status | head -1`); Python must not complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return int(chosen.failed)
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        what, do = f"{type(error).__name__}: {error}", f"Run it again with {DEBUG}=1 to see where."
        _tell_programs(chosen, what, do)
        if os.environ.get(DEBUG):
            raise
        return complain(what, do, code=chosen.failed)


def _end_misunderstood(words: Sequence[str], why: Misunderstood) -> int:
    """Tells a program that wants a record; gives the exit code."""
    if words[0] == "review" and "--json" in words:
        importlib.import_module("countermark.cli.unanswered").tell_usage(why.message)
    # An agent takes 2 from its hook for a refusal of what it asks about.
    return FAILED if words[0] == "hook" else MISUNDERSTOOD


def _tell_programs(chosen: argparse.Namespace, what: str, do: str) -> None:
    """Tells of an error that nobody expected, if the command is a review that ends with a record."""
    if chosen.failed == REVIEW_FAILED and chosen.json:
        with suppress(ImportError, OSError):  # a broken installation, a full disk: perhaps the error itself
            importlib.import_module("countermark.cli.unanswered").tell_internal(what, do)
