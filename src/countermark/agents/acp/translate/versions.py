"""The versions of the protocol that the desk speaks."""

from countermark.agents.acp.translate.reading import Fields, object_in, whole_in

FIRST, SECOND = 1, 2


def agreed_version(result: Fields) -> int:
    """The version that an answer to `initialize` is in.

    Agents on the Python SDK say every version again that they are offered: what says 2 and lacks what version 2 asks
    of each answer is one of version 1.
    """
    version = whole_in(result, "protocolVersion") or FIRST
    return FIRST if version == SECOND and not object_in(result, "info") else version
