"""What the doctor says before it looks at a hub."""

import pwd
from itertools import islice
from pathlib import Path

import pytest

from countermark.cli.doctor import examine
from countermark.cli.finding import Finding

BEFORE_ANY_HUB = 3  # the hook, the settings, other people
ANOTHER = pwd.struct_passwd(("bob", "x", 1001, 1001, "", "/home/bob", "/bin/bash"))


def on_other_people(home: Path) -> Finding:
    return next(each for each in islice(examine(str(home)), BEFORE_ANY_HUB) if each.name == "other people")


def test_where_others_have_accounts_it_advises_the_setting(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pwd, "getpwall", lambda: [ANOTHER])
    settings = home / "settings.toml"
    advice = on_other_people(home)
    assert advice.good, "only the person knows whether bob is to be reckoned with"
    assert advice.says == (
        f"bob can log in on this machine too: think of `shared_machine = true` under [hub] in {settings}"
    )
    settings.write_text("[hub]\nshared_machine = true\n")
    assert on_other_people(home).says.endswith("; hub.shared_machine is set")
