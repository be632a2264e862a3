"""The replaying agent says what was recorded, and the recordings keep to the protocol."""

import sys
from pathlib import Path
from typing import Any

import pytest

from tests.contract.acp import replaying_agent
from tests.contract.acp.replaying_agent import Connection, connections, is_request, recording, recordings
from tests.real_agents.acp_schema import check_outgoing
from tests.real_agents.line_program import LineProgram

PLAYED = [(name, at) for name in recordings() for at in range(len(connections(recording(name))))]


class Player(LineProgram):
    """The replaying agent, and whoever was its client when that was recorded."""

    def __init__(self, name: str, folder: Path) -> None:
        command = [sys.executable, replaying_agent.__file__, str(recording(name))]
        super().__init__(command, name="player", cwd=folder, env={}, errors=folder / "player.stderr")

    def hears(self, message: dict[str, Any]) -> None:
        self._write(message)

    def says(self, number: int) -> dict[str, Any]:
        """Its nth message, from 1."""
        return self._nth(number, bool, 30.0)


def walk(connection: Connection, player: Player) -> None:
    """Each of the client's messages in its place, each of the agent's compared."""
    said = 0
    for line in connection:
        if line.by_agent:
            said += 1
            assert player.says(said) == line.message
        else:
            player.hears(line.message)


@pytest.mark.parametrize(("name", "at"), PLAYED)
def test_a_connection_is_said_again_word_for_word(name: str, at: int, tmp_path: Path) -> None:
    connection = connections(recording(name))[at]
    assert connection
    with Player(name, tmp_path) as player:
        walk(connection, player)


def test_what_nobody_asks_is_left_out_and_what_was_never_asked_is_answered(tmp_path: Path) -> None:
    (connection,) = connections(recording("claude_asks"))
    initialize, new, *_, last = (line.message for line in connection if line.is_clients_request)
    with Player("claude_asks", tmp_path) as player:
        player.hears({**initialize, "id": "a"})
        assert player.says(1)["id"] == "a"
        player.hears({**new, "id": "b", "params": {**new["params"], "cwd": "/srv/shop"}})
        assert any(message.get("id") == "b" for message in (player.says(2), player.says(3)))
        player.hears({"jsonrpc": "2.0", "id": "c", "method": "session/paint", "params": {}})
        player.hears({**last, "id": "d"})
        texts = str(list(map(player.says, range(4, 9))))
    assert "'id': 'c', 'result': {}" in texts
    assert "/home/ada" not in texts


@pytest.mark.parametrize("name", recordings())
def test_a_recorded_client_keeps_to_the_schema(name: str) -> None:
    """The check has no quarrel with what other clients send to real agents."""
    assert recordings()
    for connection in connections(recording(name)):
        asked = {line.message["id"]: line.method for line in connection if line.by_agent and is_request(line.message)}
        for line in connection:
            if not line.by_agent:
                check_outgoing(line.message, answers=None if line.method else asked[line.message["id"]])
