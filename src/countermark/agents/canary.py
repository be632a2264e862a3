"""The canary of `countermark doctor`: goes the whole way and asks nobody."""

from countermark.agents.base import Canary, HookReply
from countermark.model.reviews import Revision

NAME = "canary"
UNANSWERED = 0


def read(_payload: bytes, /) -> Canary:
    """Whatever it brings, it is a canary."""
    return Canary()


def reply(_payload: bytes, _revision: Revision, /) -> HookReply:
    """A canary asks for no review."""
    return HookReply()
