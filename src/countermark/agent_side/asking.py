"""Asks the hub in an agent's name and waits for the answer, whatever happens to the hub meanwhile."""

import json
import os
import time
from collections.abc import Callable, Mapping

from countermark.doorbell import hub_address
from countermark.doorbell.errors import BadAnswer, DoorbellError, HubBroken, HubGone, HubSilent, NoHub
from countermark.doorbell.ring import SILENCE, read_object, ring

# A question that ends this many hubs in a row before they said a word is not rung again.
UNHEARD_RINGS = 20
# How long a hub is looked for and started again where all are killed: a person may still answer what one has stored.
PATIENCE = 120.0
PATIENCE_STORED = 600.0
# Pauses before a hub that keeps falling over is rung again; short while it knows the question.
FIRST_PAUSE = 0.005
LONGEST_PAUSE = 1.0
LONGEST_PAUSE_HEARD = 0.08


class HookQuestion:
    """One question of one agent: the key makes ringing twice harmless."""

    __slots__ = ("agent", "home", "key", "on_head", "rung")

    def __init__(
        self,
        agent: str,
        *,
        home: str,
        key: str | None = None,
        on_head: Callable[[Mapping[str, str]], None] | None = None,
    ) -> None:
        self.agent = agent
        self.home = home
        self.key = key or os.urandom(16).hex()
        # Called when the hub has stored the question, with the header fields of its answer.
        self.on_head = on_head
        # Only a question that has been on its way can be withdrawn.
        self.rung = False


class HubReply:
    """What the hub wants the agent to get, byte for byte."""

    __slots__ = ("acknowledge", "exit_code", "stderr", "stdout")

    def __init__(self, told: dict[str, object]) -> None:
        exit_code = told.get("exit_code")
        stdout, stderr = told.get("stdout"), told.get("stderr", "")
        if not isinstance(stdout, str) or not isinstance(stderr, str) or not isinstance(exit_code, int):
            raise BadAnswer("the hub's answer lacks stdout, stderr or exit_code")
        self.stdout = stdout.encode("utf-8", "surrogatepass")
        self.stderr = stderr
        self.exit_code = exit_code & 0xFF
        self.acknowledge = told.get("acknowledge") is True


def ask(question: HookQuestion, payload: bytes, *, reader: int | None = None) -> HubReply:
    """Rings until a hub has answered; `reader`: see `ring`. Raises DoorbellError when that cannot be."""
    unheard = hasty = 0
    stored = False
    while True:
        begun = time.monotonic()
        try:
            return _ask_once(question, payload, reader)
        except HubSilent as silent:
            raise NoHub(f"{silent}: it has been still for {silence():.0f} s") from silent
        except HubGone as gone:
            reason = gone
        stored = stored or reason.heard
        unheard = 0 if reason.heard else unheard + 1
        hasty = hasty + 1 if time.monotonic() - begun < 1.0 else 0
        if unheard > UNHEARD_RINGS:
            raise NoHub(f"the hub never answers: {reason}") from reason
        if hasty > 1:
            time.sleep(min(FIRST_PAUSE * 2**hasty, LONGEST_PAUSE_HEARD if reason.heard else LONGEST_PAUSE))
        reach_hub(question.home, altogether=PATIENCE_STORED if stored else PATIENCE, is_stored=stored)


def reach_hub(home: str, *, altogether: float = PATIENCE, is_stored: bool = False) -> None:
    """Returns when a hub listens; looks for one and starts it as long as somebody may still want the answer.

    A hub that says why it cannot run is believed at once, unless the question `is_stored`: then the person who is asked
    may be about to mend it. Raises NoHub.
    """
    until = time.monotonic() + altogether
    while True:
        left = until - time.monotonic()
        try:
            hub_address.ensure_hub(home, silence(), silence(), altogether=left)
            return
        except HubBroken:
            if not is_stored or left <= LONGEST_PAUSE:
                raise
        time.sleep(LONGEST_PAUSE)


def silence() -> float:
    """After how many seconds without a sign of life a hub counts as dead."""
    chosen = os.environ.get("COUNTERMARK_SILENCE", "")
    return float(chosen) if chosen.isascii() and chosen.isdigit() and chosen != "0" else SILENCE


def _ask_once(question: HookQuestion, payload: bytes, reader: int | None) -> HubReply:
    address = hub_address.door(question.home)
    question.rung = True
    body = ring(
        address,
        "POST",
        f"/api/hooks/{question.agent}",
        body=payload,
        headers=(("Idempotency-Key", question.key),),
        silence=silence(),
        reader=reader,
        on_head=question.on_head,
    )
    if not body.strip():
        raise HubGone("the hub left without an answer", heard=True)
    return HubReply(read_object(body))


def acknowledge(question: HookQuestion, stage: str, *, within: float = 2.0) -> None:
    """Tells the hub how far its answer has come: "delivered" or "received"."""
    _tell(question, "acknowledgement", {"key": question.key, "stage": stage}, within=within)


def say_goodbye(question: HookQuestion) -> None:
    """Tells the hub that the agent waits no longer, if that can be done within a second."""
    if not question.rung:
        return
    try:
        _tell(question, "goodbye", {"key": question.key, "reason": "terminated"}, within=1.0)
    except DoorbellError:
        # The agent ends us in any case; the hub notices the closed connection by itself.
        return


def _tell(question: HookQuestion, what: str, body: dict[str, str], *, within: float) -> None:
    ring(
        hub_address.door(question.home),
        "POST",
        f"/api/hooks/{question.agent}/{what}",
        body=json.dumps(body).encode("ascii"),
        within=within,
    )
