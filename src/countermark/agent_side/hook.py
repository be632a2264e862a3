"""What an agent starts: its words on stdin go to the hub, the hub's answer comes out of stdout."""

import os
import signal
import sys
from collections.abc import Callable

from countermark import __version__
from countermark.agent_side.asking import HookQuestion, HubReply, ask, say_goodbye
from countermark.agent_side.delivery import acknowledge_answer, write
from countermark.doorbell import hub_address
from countermark.doorbell.errors import CallerGone, DoorbellError, HubRefused
from countermark.doorbell.terminal import visible_text

STDIN = 0
STDOUT = 1
PAYLOAD_LIMIT = 32 * 1024 * 1024
ENDINGS = ("SIGTERM", "SIGINT", "SIGHUP")
# Before a tool is used these do what no rule of theirs forbids when we print nothing: `unreachable` has words for them.
SILENCE_IS_YES = ("claude-code", "codex", "copilot", "gemini", "qwen")
USAGE = "usage: countermark-hook AGENT    (reads the agent's hook payload on stdin; for example: claude-code)"


class Ended(BaseException):
    """The agent has told us to stop waiting. No error: nothing that catches errors may catch it."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number  # of the signal


def main() -> int:
    """The program `countermark-hook`."""
    arguments = sys.argv[1:]
    if len(arguments) == 1 and is_agent_name(arguments[0]):
        return run(arguments[0])
    _keep_places()
    if arguments == ["--version"]:
        os.write(STDOUT, f"countermark-hook {__version__}\n".encode("ascii"))
        return 0
    _say(USAGE)
    return 0 if arguments in (["--help"], ["-h"]) else 1


def is_agent_name(word: str) -> bool:
    return word.isascii() and word[:1].isalpha() and word.replace("-", "").isalnum()


def run(agent: str) -> int:
    """One hook of one agent, from stdin to stdout.

    Whatever goes wrong, the exit code is 0, and what is printed is nothing, *ask* or *deny*: the agent falls back to
    its own prompt where it has one, and nothing is ever approved by accident.
    """
    try:
        end_on_signals()
        _keep_places()
        payload = _read_stdin()
    except Ended:
        return 0

    def fall_back(reason: Ended | DoorbellError) -> int:
        """A hook without an answer leaves the agent to its own prompt, or makes it ask."""
        if not isinstance(reason, Ended | CallerGone):
            _say(f"countermark: {explain(reason)}")
            if agent in SILENCE_IS_YES:
                _say_without_hub(agent, payload, explain(reason))
        return 0

    return converse(HookQuestion(agent, home=hub_address.home()), payload, unanswered=fall_back)


def _say_without_hub(agent: str, payload: bytes, why: str) -> None:
    """Without a word from us, what no rule of the agent's forbids would just be done."""
    from countermark.agent_side import unreachable

    try:
        write(unreachable.printed(agent, payload, why))
    except CallerGone:
        return


def converse(question: HookQuestion, payload: bytes, *, unanswered: Callable[[Ended | DoorbellError], int]) -> int:
    """Asks, waits, prints and acknowledges; gives the exit code, that of `unanswered` when there was no answer."""
    try:
        try:
            end_on_signals()
            answer = _get_answer(question, payload)
        except DoorbellError as reason:
            ignore_signals()
            return unanswered(reason)
        if answer.acknowledge:
            _thank(question)
        return answer.exit_code
    except Ended as reason:
        return unanswered(reason)
    finally:
        ignore_signals()


def _get_answer(question: HookQuestion, payload: bytes) -> HubReply:
    """The answer once it is printed."""
    try:
        answer = ask(question, payload, reader=STDOUT)
        write(visible_text(answer.stdout.decode("utf-8", "replace")).encode() if os.isatty(STDOUT) else answer.stdout)
        if answer.stderr:
            _say(answer.stderr.removesuffix("\n"))
    except (Ended, CallerGone):
        ignore_signals()
        say_goodbye(question)
        raise
    return answer


def _thank(question: HookQuestion) -> None:
    try:
        acknowledge_answer(question)
    except Ended:
        # The agent has its answer: how far the hub knows that is no reason to stay.
        return


def explain(reason: DoorbellError) -> str:
    """What went wrong and what to do, in a line."""
    hint = reason.hint if isinstance(reason, HubRefused) else ""
    return f"{reason} ({hint})" if hint else str(reason)


def end_on_signals() -> None:
    """From here on a signal to end is raised as `Ended`."""
    for name in ENDINGS:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _end)


def ignore_signals() -> None:
    """What is left takes a moment, and is done to its end."""
    for name in ENDINGS:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)


def _end(number: int, _frame: object) -> None:
    raise Ended(number)


def _keep_places() -> None:
    """An agent may start us with stdin, stdout or stderr closed; a socket must not take their numbers."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def _read_stdin() -> bytes:
    """All of stdin as it is, but never more than would be of any use."""
    taken: list[bytes] = []
    size = 0
    while size <= PAYLOAD_LIMIT:
        try:
            piece = os.read(STDIN, 1024 * 1024)
        except OSError:
            break
        if not piece:
            break
        taken.append(piece)
        size += len(piece)
    return b"".join(taken)


def _say(line: str) -> None:
    """A line on stderr; that nobody reads it is no reason to fail."""
    try:
        os.write(2, f"{visible_text(line)}\n".encode("utf-8", "replace"))
    except OSError:
        return


if __name__ == "__main__":
    sys.exit(main())
