"""Which version of the protocol an agent is offered, and what follows from its answer: decided purely.

One process speaks one version. An agent that answers with another one which we speak is started anew and offered that;
what is not known of an agent is never tried out on it (0056).
"""

from typing import Any

from countermark.agents.acp.translate.reading import Fields
from countermark.agents.acp.translate.versions import FIRST, SECOND, agreed_version
from countermark.model.errors import AgentRefused, OtherProtocol

SPOKEN = (FIRST, SECOND)
UNSUPPORTED = -32022  # an error of an agent: it speaks no version that is at or below the one that it was offered
LONGEST_SAID = 80


class SpeaksOther(Exception):
    """The agent is to be started anew, and offered `version`."""

    def __init__(self, version: int) -> None:
        super().__init__(f"The agent is started anew to speak version {version} of the Agent Client Protocol.")
        self.version = version


def check_agreed(result: object, *, offered: int, is_last: bool) -> None:
    """Raise unless an agent has answered `initialize` in the version that it was offered.

    Raises `SpeaksOther` for another one that we speak, and `OtherProtocol` for any other, or if this was the last try.
    """
    answered = version_in(result)
    if answered == offered:
        return
    if isinstance(answered, int) and answered in SPOKEN and not is_last:
        raise SpeaksOther(answered)
    raise clash(answered, offered=offered)


def version_in(result: object) -> object:
    """The version that an answer is in; None where that cannot be read."""
    found: Fields = result if isinstance(result, dict) else {}
    version: Any = found.get("protocolVersion")
    if isinstance(version, bool):
        return None
    return agreed_version(found) if version == SECOND else version


def check_refusal(error: AgentRefused, *, offered: int, is_last: bool) -> None:
    """Raise `SpeaksOther` where an agent that refuses to begin may begin in another version; `OtherProtocol` where it
    names those that it speaks, and we speak none of them."""
    details: Fields = error.details if error.number == UNSUPPORTED and isinstance(error.details, dict) else {}
    named = details.get("supported")
    if isinstance(named, list):
        others = [version for version in SPOKEN if version in named and version != offered]
        if not others or is_last:
            raise clash(" and ".join(str(each)[:9] for each in named[:5]) or None, offered=offered)
        raise SpeaksOther(max(others))
    if offered != FIRST and not is_last:
        raise SpeaksOther(FIRST)


def clash(answered: object, *, offered: int) -> OtherProtocol:
    """The error for a version that we do not speak, or that an agent does not keep to."""
    if answered in SPOKEN:
        return OtherProtocol(
            "The agent keeps to no version of the Agent Client Protocol: "
            f"it was started anew to speak version {offered}, and answers in version {answered}."
        )
    is_told = isinstance(answered, int | float | str)
    spoken = f"version {answered}" if is_told else "no version that can be read"
    ours = " and ".join(map(str, SPOKEN))
    return OtherProtocol(
        f"The agent speaks {spoken[:LONGEST_SAID]} of the Agent Client Protocol; Countermark speaks versions {ours}."
    )
