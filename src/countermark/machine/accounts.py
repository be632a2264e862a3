"""Which other people have accounts on this machine."""

import pwd
import sys
from collections.abc import Iterable
from pathlib import PurePath

FIRST_PERSON = 500 if sys.platform == "darwin" else 1000  # below are the system's own accounts
LAST_PERSON = 60_000  # above are `nobody` and the accounts of services and containers
NO_SHELLS = {"nologin", "false"}


def other_people(accounts: Iterable[pwd.struct_passwd], *, own: int) -> list[str]:
    """The names of those who can log in, but for the user with the id `own`."""
    return sorted(
        each.pw_name
        for each in accounts
        if FIRST_PERSON <= each.pw_uid <= LAST_PERSON
        and each.pw_uid != own
        and PurePath(each.pw_shell).name not in NO_SHELLS
    )
