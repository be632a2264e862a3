"""Who did something: a person, an agent, a rule, the clock, a policy, or a hand that nobody saw."""

from dataclasses import dataclass
from enum import StrEnum


class ActorKind(StrEnum):
    """The kinds of actor an entry can name."""

    PERSON = "person"
    AGENT = "agent"
    RULE = "rule"
    TIMEOUT = "timeout"
    POLICY = "policy"
    HAND = "hand"


@dataclass(frozen=True)
class Actor:
    """One actor; `id` is its own name for itself (a sign-in, an agent's name, a rule)."""

    kind: ActorKind
    id: str


THE_CLOCK = Actor(ActorKind.TIMEOUT, "clock")
THE_HUB = Actor(ActorKind.POLICY, "hub")
A_HAND = Actor(ActorKind.HAND, "file")  # somebody changed a page file: an editor, git, another program
A_PROGRAM = Actor(ActorKind.HAND, "program")  # something that is no browser wrote through a page's door
ON_A_PAGE = Actor(ActorKind.PERSON, "page")  # the person, by way of the overlay in a page


def person(sign_in: str) -> Actor:
    """The person at the desk, known by the browser's sign-in."""
    return Actor(ActorKind.PERSON, sign_in)


def agent(name: str) -> Actor:
    """An agent, known by the name of its translator."""
    return Actor(ActorKind.AGENT, name)
