"""Subscriptions in both ages of the protocol: `resources/subscribe` of a session, and `subscriptions/listen`."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from mcp import types
from mcp.server.connection import Connection
from mcp.server.context import ServerRequestContext
from mcp.server.session import ServerSession
from mcp.shared.exceptions import MCPError
from mcp.shared.subscriptions import SUBSCRIPTION_ID_META_KEY

from countermark.first_completed import first_completed, tasks_of
from countermark.mcp_tools.caller import Caller
from countermark.mcp_tools.news import News, Subscriber
from countermark.model.errors import CountermarkError

Context = ServerRequestContext[Any, Any]
SUBSCRIBER = "countermark.subscriber"


class Subscriptions:
    """The handlers."""

    def __init__(self, news: News, closing: asyncio.Event, caller_of: Callable[[Context], Caller]) -> None:
        self._news = news
        self._closing = closing
        self._caller_of = caller_of

    async def subscribe(self, context: Context, asked: types.SubscribeRequestParams) -> types.EmptyResult:
        """Tell this session when the resource changes."""
        connection = connection_of(context.session)
        subscriber: Subscriber | None = connection.state.get(SUBSCRIBER)
        if subscriber is None:
            subscriber = self._attach(context.session, connection, Subscriber(self._caller_of(context).site.id))
        await self._watch(subscriber, str(asked.uri))
        return types.EmptyResult()

    async def unsubscribe(self, context: Context, asked: types.UnsubscribeRequestParams) -> types.EmptyResult:
        """Tell it no more."""
        subscriber: Subscriber | None = connection_of(context.session).state.get(SUBSCRIBER)
        if subscriber is not None:
            subscriber.watched.pop(str(asked.uri), None)
        return types.EmptyResult()

    async def listen(
        self, context: Context, asked: types.SubscriptionsListenRequestParams
    ) -> types.SubscriptionsListenResult:
        """Answer with a stream of news until the client closes it, or the hub ends."""
        meta: dict[str, Any] = {SUBSCRIPTION_ID_META_KEY: context.request_id}
        subscriber = Subscriber(self._caller_of(context).site.id)
        uris = list(asked.notifications.resource_subscriptions or ())
        honoured = asked.notifications.model_copy(update={"resource_subscriptions": uris or None})
        try:
            for uri in uris:
                await self._watch(subscriber, uri)
            acknowledged = types.SubscriptionsAcknowledgedNotificationParams(notifications=honoured, _meta=meta)
            await context.session.send_notification(
                types.SubscriptionsAcknowledgedNotification(params=acknowledged), related_request_id=context.request_id
            )
            await self._pass_on(context, subscriber, meta)
        finally:
            self._news.leave(subscriber)
        return types.SubscriptionsListenResult(_meta=meta)

    async def _pass_on(self, context: Context, subscriber: Subscriber, meta: dict[str, Any]) -> None:
        """Pass news on until the hub ends."""

        async def tell() -> None:
            async for uri in subscriber.news():
                told = types.ResourceUpdatedNotificationParams(uri=uri, _meta=meta)
                await context.session.send_notification(
                    types.ResourceUpdatedNotification(params=told), related_request_id=context.request_id
                )

        async with tasks_of(tell(), self._closing.wait()) as tasks:
            await first_completed(tasks)

    async def _watch(self, subscriber: Subscriber, uri: str) -> None:
        try:
            await self._news.watch(subscriber, uri)
        except CountermarkError as error:
            raise MCPError(types.INVALID_PARAMS, f"{error} {error.hint}", {"uri": uri}) from None

    def _attach(self, session: ServerSession, connection: Connection, subscriber: Subscriber) -> Subscriber:
        """The session's subscriber, gone with it."""

        async def tell() -> None:
            async for uri in subscriber.news():
                await session.send_resource_updated(uri)

        telling = asyncio.create_task(tell())

        async def end() -> None:
            self._news.leave(subscriber)
            telling.cancel()
            with suppress(asyncio.CancelledError):
                await telling

        connection.state[SUBSCRIBER] = subscriber
        connection.exit_stack.push_async_callback(end)
        return subscriber


def connection_of(session: ServerSession) -> Connection:
    """The connection that a request belongs to, with its state and its end."""
    return session._connection  # noqa: SLF001  mcp 2.3 hands handlers no other way to `Connection.exit_stack`
