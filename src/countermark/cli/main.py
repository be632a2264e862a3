"""The door for people at a terminal: finds the command, runs it, and turns every failure into two lines."""

import importlib
import os
import sys
from collections.abc import Sequence

from countermark.cli.command_line import make_parser
from countermark.cli.failure import DONE, FAILED, Failure
from countermark.doorbell.errors import DoorbellError, HubRefused

DEBUG = "COUNTERMARK_DEBUG"


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and gives its exit code."""
    parser = make_parser()
    chosen = parser.parse_args(arguments)
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
        return complain(str(error), hint or "`countermark doctor` tells what is wrong.")
    except BrokenPipeError:
        # The reader of our output has enough (`countermark status | head -1`); Python must not complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return FAILED
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        if os.environ.get(DEBUG):
            raise
        return complain(f"{type(error).__name__}: {error}", f"Run it again with {DEBUG}=1 to see where.")


def complain(what: str, do: str, *, code: int = FAILED) -> int:
    """One line what failed, one line what to do."""
    print(f"countermark: {what}", file=sys.stderr)
    if do:
        print(f"  {do}", file=sys.stderr)
    return code
