"""Attached servers as the wire shows them."""

from collections.abc import Sequence

from countermark.actions.agent_servers import ServerNow
from countermark.agents.catalog import brand
from countermark.http_api.shapes import names
from countermark.http_api.shapes import server_wire as wire
from countermark.http_api.shapes.times import iso, iso_or_none


def agent_servers(all_now: Sequence[ServerNow], *, seq: int) -> wire.AgentServers:
    """All of them."""
    return wire.AgentServers(servers=[agent_server(each) for each in all_now], seq=seq)


def agent_server(it: ServerNow) -> wire.AgentServer:
    """One of them; what it tells of itself is shown with nothing hidden in it."""
    server, state = it.server, it.state
    saved = [wire.SavedGrant(id=each.id, title=names.without_controls(each.title)) for each in state.saved]
    return wire.AgentServer(
        id=server.id, agent=server.agent, agent_name=brand(server.agent).name, address=server.address,
        folders=[names.without_controls(each) for each in server.folders], user=server.user,
        attached_at=iso(server.attached_at), connected_since=iso_or_none(state.connected_since),
        version=None if state.version is None else names.without_controls(state.version),
        seen_live=state.seen_live, problem=None if state.problem is None else names.without_controls(state.problem),
        waiting=it.waiting, saved=saved,
    )  # fmt: skip
