"""What an agent's servers are given: what of it may be seen, and what is looked for in what an agent says."""

import json
from typing import Any

import pytest

from countermark.model.sessions.given_secrets import hidden_in, secrets_in, shown_servers

KEY = "a-key-of-mine"


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ({"env": [{"name": "A", "value": KEY}]}, {"env": [{"name": "A", "value": "[secret]"}]}),
        ({"headers": [{"value": KEY, "more": 1}]}, {"headers": [{"value": "[secret]", "more": 1}]}),
        ({"env": {"A": KEY}}, {"env": "[secret]"}),
        ({"env": [KEY], "name": "n"}, {"env": ["[secret]"], "name": "n"}),
        ({"args": ["--token", KEY, "--fast"]}, {"args": ["--token", "[secret]", "--fast"]}),
        ({"url": f"https://me:{KEY}@mcp.example/x"}, {"url": "https://me:[secret]@mcp.example/x"}),
        ({"name": "n", "command": "c"}, {"name": "n", "command": "c"}),
        (7, 7),
    ],
)  # fmt: skip
def test_no_value_of_a_server_is_shown(given: Any, shown: Any) -> None:
    assert shown_servers([given]) == [shown]


def test_what_is_looked_for_is_what_can_be_a_secret() -> None:
    values = [KEY, "debug", "/usr/local/bin", "https://mcp.example", f"Bearer {KEY}2", 7, None]
    given = [{"env": [{"name": "A", "value": each} for each in values]}, {"env": {"A": KEY}}, {"headers": [KEY]}, 7]
    assert secrets_in(json.dumps(given)) == {KEY, f"{KEY}2"}
    assert secrets_in("") == frozenset()


def test_of_two_that_begin_alike_the_longer_one_goes_whole() -> None:
    assert hidden_in(f"{KEY}2 {KEY}", {KEY, f"{KEY}2"}) == "[secret] [secret]"
