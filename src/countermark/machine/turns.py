"""How long a thread keeps the interpreter while others wait for it."""

import sys

# Python's 5 ms are meant for threads that compute. The thread that writes asks SQLite a dozen times for each question
# of an agent and gives the interpreter up each time; beside a busy event loop it waited 5 ms each time to get it back.
TURN_SECONDS = 0.001


def take_short_turns() -> None:
    """Let nobody wait long. Called once, at the start of the hub."""
    sys.setswitchinterval(TURN_SECONDS)
