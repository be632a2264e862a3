"""The rule files of a user and of a project: read with a limit, written whole or not at all."""

import errno
import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

from countermark.model.errors import RulesBroken, Stale
from countermark.workspace.files import beginning_of, put_private

NAME = "rules.toml"
PROJECT_FOLDER = ".countermark"
MOST_BYTES = 256 * 1024


@dataclass(frozen=True)
class FoundRules:
    """A rule file as it lies on the disk; a missing one is an empty one."""

    path: str
    text: str
    sha256: str  # of its bytes


def user_rules(data: str) -> str:
    """Where a user's rules lie in the folder for everything that is kept."""
    return str(Path(data) / NAME)


def project_rules(project: str) -> str:
    """Where a project's rules lie below its root."""
    return str(Path(project) / PROJECT_FOLDER / NAME)


def find_rules(path: str) -> FoundRules:
    """Read a rule file. Raises `RulesBroken` when it is there and cannot be read as text of at most 256 KB."""
    try:
        content = beginning_of(path, most=MOST_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        content = b""
    except OSError as error:
        raise RulesBroken(f"{path} cannot be read: {error.strerror}") from None
    if len(content) > MOST_BYTES:
        raise RulesBroken(f"{path} cannot be read: {os.strerror(errno.EFBIG)}")
    try:
        return FoundRules(path, content.decode("utf-8"), hashlib.sha256(content).hexdigest())
    except UnicodeDecodeError:
        raise RulesBroken(f"{path} cannot be read: it is not UTF-8") from None


def replace_rules(path: str, text: str, *, instead_of: str) -> FoundRules:
    """Write a rule file for this user alone, if its present content still has this digest.

    Raises `Stale` if somebody else has changed it, `RulesBroken` if it cannot be read, and OSError. A link stays one.
    """
    if find_rules(path).sha256 != instead_of:
        raise Stale(f"{path} has changed meanwhile", hint="Look at its present content, then change it again.")
    put_private(Path(os.path.realpath(path)), text.encode("utf-8"))
    return find_rules(path)
