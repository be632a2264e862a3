"""Who else can log in: people, not the system's accounts, and not the one who asks."""

import pwd

import pytest

from countermark.machine.accounts import other_people


def account(name: str, uid: int, shell: str) -> pwd.struct_passwd:
    return pwd.struct_passwd((name, "x", uid, uid, "", "/", shell))


ACCOUNTS = [
    account("root", 0, "/bin/bash"),
    account("daemon", 1, "/usr/sbin/nologin"),
    account("ann", 1000, "/bin/bash"),
    account("bob", 1001, "/usr/bin/zsh"),
    account("build", 1002, "/usr/sbin/nologin"),
    account("old", 1003, "/bin/false"),
    account("nobody", 65534, "/bin/sh"),
]


@pytest.mark.parametrize(
    ("own", "people"), [(1000, ["bob"]), (1001, ["ann"]), (0, ["ann", "bob"]), (1002, ["ann", "bob"])]
)
def test_other_people(own: int, people: list[str]) -> None:
    assert other_people(ACCOUNTS, own=own) == people
    assert other_people(ACCOUNTS[:2], own=own) == []
