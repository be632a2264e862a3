"""The MCP server on the official SDK; importing this costs nearly a second, so it is imported by the first request."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from mcp import types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.shared.exceptions import MCPError
from pydantic import ValidationError
from starlette.types import ASGIApp, Receive, Scope, Send

from countermark.mcp_tools import resources
from countermark.mcp_tools.answers import ToolAnswer, wrong
from countermark.mcp_tools.arguments import faults, schema_of
from countermark.mcp_tools.call import McpCall
from countermark.mcp_tools.caller import Caller
from countermark.mcp_tools.door import Means
from countermark.mcp_tools.news import News
from countermark.mcp_tools.snapshots import Snapshots
from countermark.mcp_tools.subscriptions import Subscriptions
from countermark.mcp_tools.toolbox import BY_NAME, INSTRUCTIONS, TOOLS, Tool
from countermark.model.errors import CountermarkError, NotFound

NAME = "countermark"
MB = 1024 * 1024
BODY_BYTES = 8 * MB  # as the guards have it
IDLE_SECONDS = 60 * 60
MOST_SESSIONS = 500
FAREWELL_SECONDS = 0.4  # in which those who wait hear that the hub ends
Context = ServerRequestContext[Any, Any]


def caller_of(context: Context) -> Caller:
    """Who asks, as the door has found out."""
    assert context.request is not None, "every message comes by HTTP"
    found: Caller = context.request.scope["state"]["caller"]
    return found


class McpServer:
    """All handlers."""

    def __init__(self, means: Means) -> None:
        self._means = means
        self._snapshots = Snapshots()
        self._news = News(means.desk)
        self._under_way: set[asyncio.Future[None]] = set()
        subscriptions = Subscriptions(self._news, means.closing, caller_of)
        self._server: Server[Any] = Server(
            NAME,
            version=means.version,
            title="Countermark",
            instructions=INSTRUCTIONS,
            on_list_tools=list_tools,
            on_call_tool=self._call_tool,
            on_list_resources=list_resources,
            on_list_resource_templates=list_templates,
            on_read_resource=self._read_resource,
            on_subscribe_resource=subscriptions.subscribe,
            on_unsubscribe_resource=subscriptions.unsubscribe,
            on_subscriptions_listen=subscriptions.listen,
        )

    @asynccontextmanager
    async def running(self) -> AsyncIterator[ASGIApp]:
        """While inside, requests are answered; on the way out those under way have a moment."""
        manager = StreamableHTTPSessionManager(
            self._server, max_request_body_size=BODY_BYTES, session_idle_timeout=IDLE_SECONDS,
            max_sessions=MOST_SESSIONS,
        )  # fmt: skip
        async with manager.run():
            try:
                yield self._noted(manager.handle_request)
            finally:
                # Answers pass through the manager's own tasks, so it goes on until the last of them is out.
                if self._under_way:
                    await asyncio.wait(self._under_way, timeout=FAREWELL_SECONDS)
                self._news.close()

    def _noted(self, app: ASGIApp) -> ASGIApp:
        """The app, and it is known which messages are not yet answered; a stream of news is no message."""

        async def noted(scope: Scope, receive: Receive, send: Send) -> None:
            answered: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            if scope["method"] == "POST":
                self._under_way.add(answered)
            try:
                await app(scope, receive, send)
            finally:
                self._under_way.discard(answered)
                answered.cancel()

        return noted

    async def _call_tool(self, context: Context, asked: types.CallToolRequestParams) -> types.CallToolResult:
        tool = BY_NAME.get(asked.name)
        if tool is None:
            raise MCPError(types.INVALID_PARAMS, f"Unknown tool: {asked.name[:100]}")
        answer = await self._done(tool, context, asked.arguments or {})
        return types.CallToolResult(
            content=[
                *(types.TextContent(type="text", text=text) for text in answer.texts),
                *(
                    types.ImageContent(type="image", data=each.data, mime_type=each.media_type)
                    for each in answer.images
                ),
            ],
            is_error=answer.wrong,
            _meta=dict(answer.meta) or None,
        )

    async def _done(self, tool: Tool, context: Context, given: dict[str, Any]) -> ToolAnswer:
        """The work of a tool; what is refused is an answer that the agent can read."""
        try:
            asked = tool.takes.model_validate(given)
        except ValidationError as error:
            return wrong(faults(error))
        call = McpCall(self._means, caller_of(context), self._snapshots, context.session.report_progress)
        try:
            return await tool.work(call, asked)
        except CountermarkError as error:
            return wrong(f"{error} {error.hint}".rstrip())

    async def _read_resource(
        self, context: Context, asked: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        uri = str(asked.uri)
        try:
            text = await resources.read_resource(self._means.desk, caller_of(context).site.id, uri)
        except NotFound as error:
            raise MCPError(types.INVALID_PARAMS, f"{error} {error.hint}", {"uri": uri}) from None
        except CountermarkError as error:
            raise MCPError(types.INTERNAL_ERROR, f"{error} {error.hint}") from None
        kind = resources.parse_uri(uri).media_type
        return types.ReadResourceResult(contents=[types.TextResourceContents(uri=asked.uri, mime_type=kind, text=text)])


async def list_tools(_context: Context, _asked: types.PaginatedRequestParams | None) -> types.ListToolsResult:
    """All tools, on one page."""
    return types.ListToolsResult(tools=[tool_description(tool) for tool in TOOLS])


async def list_resources(_context: Context, _asked: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
    """All resources, on one page."""
    listed = [
        types.Resource(uri=uri, name=name, description=what, mime_type=kind)
        for uri, name, what, kind in resources.RESOURCES
    ]
    return types.ListResourcesResult(resources=listed)


async def list_templates(
    _context: Context, _asked: types.PaginatedRequestParams | None
) -> types.ListResourceTemplatesResult:
    """All kinds of addresses with something to fill in."""
    listed = [
        types.ResourceTemplate(uri_template=uri, name=name, description=what, mime_type=kind)
        for uri, name, what, kind in resources.TEMPLATES
    ]
    return types.ListResourceTemplatesResult(resource_templates=listed)


def tool_description(tool: Tool) -> types.Tool:
    """A tool as clients list it."""
    hints = types.ToolAnnotations(
        read_only_hint=not tool.writes, destructive_hint=False, idempotent_hint=tool.repeatable, open_world_hint=False
    )
    return types.Tool(
        name=tool.name, description=tool.description, input_schema=schema_of(tool.takes), annotations=hints
    )


def served(means: Means) -> McpServer:
    """The server, not yet running. The SDK writes the names of sessions into its log; they are as good as keys."""
    logging.getLogger("mcp").setLevel(logging.WARNING)
    return McpServer(means)
