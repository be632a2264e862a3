"""Attached servers: values to rows and back."""

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, select

from countermark.model.agent_servers import AgentServer
from countermark.store import tables
from countermark.store.readers.connected import Connected
from countermark.store.rows import Columns, columns


class AgentServerReader(Connected):
    """Reads attached servers."""

    def agent_servers(self) -> Sequence[AgentServer]:
        its = tables.agent_servers
        return [server_of(row) for row in self.connection.execute(select(its).order_by(its.c.attached_at, its.c.id))]


def server_of(row: Row[Any]) -> AgentServer:
    """A row of `agent_servers` as a value."""
    stored = columns(row)
    return AgentServer(**{**stored, "folders": tuple(json.loads(stored["folders"]))})


def server_columns(server: AgentServer) -> Columns:
    """A server as a row of `agent_servers`."""
    return {**vars(server), "folders": json.dumps(server.folders)}
