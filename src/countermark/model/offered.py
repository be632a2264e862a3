"""The choices that an agent itself offers with a request, and which of them is sent for a decision of ours.

Only what allows once is ever sent for a yes: how long an allow lasts is kept here, where a person can see and end it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from countermark.model.errors import BadInput


class OfferKind(StrEnum):
    """What a choice of an agent does, as far as the protocol knows; there are agents that have others."""

    ALLOW_ONCE = "allow_once"
    ALLOW_ALWAYS = "allow_always"
    REJECT_ONCE = "reject_once"
    REJECT_ALWAYS = "reject_always"


REJECTS = (OfferKind.REJECT_ONCE, OfferKind.REJECT_ALWAYS)


@dataclass(frozen=True)
class OfferedOption:
    """One choice, in the agent's own words."""

    id: str
    name: str
    kind: str  # one of `OfferKind`, or a word that nobody knows


def once_of(offered: Sequence[OfferedOption]) -> OfferedOption | None:
    """The choice that stands for a yes: the first one that allows once."""
    return next((each for each in offered if each.kind == OfferKind.ALLOW_ONCE), None)


def rejection_of(offered: Sequence[OfferedOption]) -> OfferedOption | None:
    """The choice that stands for a no: one for this once before one that lasts."""
    return next((each for kind in REJECTS for each in offered if each.kind == kind), None)


def sent_option(offered: Sequence[OfferedOption], chosen: str | None, *, allows: bool) -> str | None:
    """The id of what is sent; `chosen` where a person has taken the agent's own words for it. None: there is no no.

    Raises `BadInput` for a choice that does not stand for such a decision, and for a yes that cannot be said.
    """
    if chosen is None:
        plain = once_of(offered) if allows else rejection_of(offered)
        if plain is None and allows:
            raise BadInput("This agent offers no way to allow it once.", hint="Say no, or take its own words for it.")
        return None if plain is None else plain.id
    option = next((each for each in offered if each.id == chosen), None)
    if option is None:
        raise BadInput("This agent does not offer that.", hint="Choose one of the choices on the card.")
    if option.kind == OfferKind.ALLOW_ALWAYS:
        raise BadInput("What allows always is never sent to an agent.", hint="Choose *always*: the rule is kept here.")
    if allows is (option.kind in REJECTS):
        raise BadInput("That choice of the agent says the opposite.", hint="Choose one that says the same.")
    return option.id
