"""Who did something: a person, a visitor of a page, an agent, a rule, the clock, a policy, or a hand that nobody saw.

The door and the credential decide which: nobody is what they call themselves.
"""

from dataclasses import dataclass
from enum import StrEnum


class ActorKind(StrEnum):
    """The kinds of actor an entry can name."""

    PERSON = "person"  # who is signed in at the desk, and nobody else
    PAGE_VISITOR = "page_visitor"  # whoever uses the overlay in a page; all its visitors get the token
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
A_VISITOR = Actor(ActorKind.PAGE_VISITOR, "page")  # the overlay in a page, or what passes itself off as it


def person(sign_in: str) -> Actor:
    """The person at the desk, known by the browser's sign-in."""
    return Actor(ActorKind.PERSON, sign_in)


def agent(name: str) -> Actor:
    """An agent, known by the name of its translator."""
    return Actor(ActorKind.AGENT, name)
