"""What `countermark review` says, and how it ends, when nobody could answer."""

import signal
import sys
from dataclasses import dataclass

from countermark.agent_side.hook import Ended
from countermark.agents.review_command import Exit, error_record
from countermark.cli.failure import Failure, complain
from countermark.doorbell.errors import BadAnswer, CallerGone, DoorbellError, HubRefused

AGAIN = "What was asked stays on the desk; run the same command again to go on waiting."
DOCTOR = "`countermark doctor` tells what is wrong."


class NoDocument(Failure):
    """There is nothing that a person could review."""

    def __init__(self, kind: str, what: str, do: str) -> None:
        super().__init__(what, do, code=Exit.FAILED)
        self.kind = kind


@dataclass(frozen=True)
class NoAnswer:
    """Why there is no answer: a word for programs, a line what failed, a line what to do, and the exit code."""

    kind: str
    what: str
    do: str
    exit_code: int


def end_unanswered(reason: NoDocument | Ended | DoorbellError, *, as_json: bool) -> int:
    """Tells a person on stderr, and a program on stdout if it wants JSON; gives the exit code."""
    if isinstance(reason, CallerGone):
        return Exit.FAILED
    ending = ending_for(reason)
    if as_json:
        _print_record(ending.kind, ending.what, ending.do)
    return complain(ending.what, ending.do, code=ending.exit_code)


def ending_for(reason: NoDocument | Ended | DoorbellError) -> NoAnswer:
    """How the command ends for this reason."""
    match reason:
        case NoDocument():
            return NoAnswer(reason.kind, str(reason), reason.do, reason.code)
        case Ended():
            name = signal.Signals(reason.number).name
            return NoAnswer(
                "interrupted", f"interrupted ({name}) before there was an answer", AGAIN, 128 + reason.number
            )
        case HubRefused():
            return NoAnswer(reason.code, str(reason), reason.hint, Exit.FAILED)
        case BadAnswer():
            return NoAnswer("bad_answer", str(reason), DOCTOR, Exit.FAILED)
        case DoorbellError():
            return NoAnswer("no_hub", str(reason), DOCTOR, Exit.NO_HUB)


def tell_usage(message: str) -> None:
    """The command line cannot be understood: argparse has told the person."""
    _print_record("usage", message, "`countermark review --help` tells what it takes.")


def tell_internal(what: str, do: str) -> None:
    """Something has failed that nobody expected: `main` tells the person."""
    _print_record("internal", what, do)


def _print_record(kind: str, what: str, do: str) -> None:
    sys.stdout.write(error_record(kind, what, do))
    sys.stdout.flush()
