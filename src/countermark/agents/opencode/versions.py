"""Which version of OpenCode is spoken with how."""

from countermark.agents.fields import Malformed
from countermark.agents.opencode.dialect import Dialect
from countermark.agents.opencode.heard import HttpCall
from countermark.agents.opencode.version_1 import Version1
from countermark.agents.opencode.version_2 import Version2

# The first that is there counts: version 2 may serve the second alone, which names no version.
HEALTH = (HttpCall("GET", "/global/health"), HttpCall("GET", "/api/health"))
LONGEST_VERSION = 40


def version_in(health: object) -> str | None:
    """The version in the answer to a question for the health. Raises `Malformed`."""
    if not isinstance(health, dict) or health.get("healthy") is not True:
        raise Malformed("what answers there is no OpenCode server")
    version = health.get("version")
    if version is not None and not isinstance(version, str):
        raise Malformed("its version is no text")
    if version is not None and not (version.isascii() and version.isprintable() and len(version) <= LONGEST_VERSION):
        raise Malformed(f"it says that it is version {version[:LONGEST_VERSION]!r}")
    return version


def dialect_of(version: str | None) -> Dialect:
    """Who speaks with a server of this version. Raises `Malformed` for what is no version, or none from 1 on."""
    if version is None:
        return Version2()
    major = version[:LONGEST_VERSION].partition(".")[0]
    if not (major.isascii() and major.isdigit() and int(major) > 0):
        raise Malformed(f"it says that it is version {version[:LONGEST_VERSION]!r}")
    return Version1() if int(major) == 1 else Version2()
