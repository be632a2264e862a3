"""What an agent asks of the desk: permissions, questions, files and terminals. Everything goes through the gate."""

import asyncio
import logging
import posixpath
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from typing import Any

from countermark.agents.acp import gate
from countermark.agents.acp.connection import AcpConnection
from countermark.agents.acp.context import ActRefused, SessionContext
from countermark.agents.acp.elicitation import answer_elicitation, complete_elicitation
from countermark.agents.acp.folders import check_leads_to, place_within, read_text, write_text
from countermark.agents.acp.lines import Message
from countermark.agents.acp.messages import NOT_FOUND, TAKEN_BACK
from countermark.agents.acp.terminals import MOST_BYTES, TOO_MANY, Terminal, Terminals, WantedCommand
from countermark.agents.acp.translate.permission_requests import as_first
from countermark.agents.acp.translate.reading import Fields, object_in, objects_in, text_in, whole_in
from countermark.agents.acp.translate.versions import FIRST, SECOND
from countermark.agents.acp.waiting import note_told, take_back
from countermark.agents.fields import Malformed
from countermark.model.errors import AgentGone, AgentStalled, BadInput, CountermarkError, NotFound
from countermark.workspace.real_paths import RealPaths

logger = logging.getLogger(__name__)

Method = Callable[[Fields], Awaitable[Fields]]
MOST_SERVED = 1000  # requests of one agent at a time
INVALID_PARAMS = -32602
NOT_DONE = -32603
STOPPED = "The person has stopped this turn."
ENDED_BY_AGENT = "The agent has cancelled its request."


class ClientSide:
    """One conversation's requests; those that wait for a person hold up no other one."""

    def __init__(
        self, context: SessionContext, connection: AcpConnection, terminals: Terminals, *, title: str,
        folders: Sequence[str], environment: Mapping[str, str], offers_terminals: bool,
    ) -> None:  # fmt: skip
        self.context = context
        self._connection = connection
        self._terminals = terminals
        self._title = title  # of the agent, on the desk
        self._folders = folders
        self._environment = environment
        self.protocol = FIRST  # the version that was agreed on
        self._ends = False
        self._tasks = set[asyncio.Task[None]]()
        self._serving: dict[object, tuple[str, asyncio.Task[None]]] = {}  # the newest one of each id, and its method
        self._asking: Mapping[str, Method] = {
            "session/request_permission": self._permission,
            "elicitation/create": self._elicitation,
        }
        self._acting: Mapping[str, Method] = {
            "fs/read_text_file": self._read,
            "fs/write_text_file": self._write,
            **(self._terminal_methods() if offers_terminals else {}),
        }
        # A person may be asked before it is done.
        self._gated = frozenset({*self._asking, "fs/read_text_file", "fs/write_text_file", "terminal/create"})

    def _terminal_methods(self) -> Mapping[str, Method]:
        return {
            "terminal/create": self._create, "terminal/output": self._output, "terminal/kill": self._kill,
            "terminal/wait_for_exit": self._wait, "terminal/release": self._release,
        }  # fmt: skip

    def serve(self, request: Message) -> None:
        """A request of the agent."""
        name = request["id"]
        if len(self._tasks) >= MOST_SERVED:
            self._start(self._refuse_at_once(request))
            return
        params = object_in(request, "params")
        if self.protocol == SECOND and request["method"] == "session/request_permission":
            params = as_first(params, request=name)
        task = self._start(self._serve(request, params))
        self._serving[name] = (request["method"], task)
        task.add_done_callback(lambda done: self._served(name, done))

    def heed(self, notification: Message) -> None:
        """A notification of the agent; one that nobody knows is left alone."""
        params = object_in(notification, "params")
        match notification["method"]:
            case "$/cancel_request":
                self._cancel(params.get("requestId"))
            case "elicitation/complete":
                self._start(self._complete(params))
            case _:
                pass

    async def end(self) -> None:
        """Serve nothing any more."""
        self._ends = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _start(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _served(self, name: object, task: "asyncio.Task[None]") -> None:
        if self._serving.get(name, ("", None))[1] is task:
            del self._serving[name]
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("session %s: a request was not served", self.context.session, exc_info=error)

    async def _serve(self, request: Message, params: Fields) -> None:
        """From the request to its answer; an agent that has gone meanwhile gets none."""
        with suppress(AgentGone, AgentStalled):
            await self._answer(request, params)
        await note_told(self.context)

    async def _refuse_at_once(self, request: Message) -> None:
        with suppress(AgentGone, AgentStalled):
            await self._connection.refuse(request, NOT_DONE, f"{MOST_SERVED} requests are under way already")

    async def _answer(self, request: Message, params: Fields) -> None:
        serve, refuse = self._method(request["method"]), self._connection.refuse
        if serve is None:
            await self._connection.refuse_unknown(request)
            return
        try:
            result = await serve(params)
        except asyncio.CancelledError:
            if self._ends:
                raise
            await refuse(request, TAKEN_BACK, ENDED_BY_AGENT)
        except ActRefused as error:
            await refuse(request, NOT_DONE, str(error))
        except Malformed as error:
            await refuse(request, INVALID_PARAMS, str(error))
        except NotFound as error:
            await refuse(request, NOT_FOUND, str(error))
        except CountermarkError as error:
            await refuse(request, NOT_DONE, str(error))
        except Exception:
            await refuse(request, NOT_DONE, "the desk could not do this")
            raise
        else:
            await self._connection.answer(request, result)

    def _method(self, name: str) -> Method | None:
        """Who serves a method; version 2 has no files and no terminals of the desk."""
        acting = self._acting if self.protocol == FIRST else {}
        return self._asking.get(name) or acting.get(name)

    def _cancel(self, name: object) -> None:
        """The agent wants no answer any more: what a person is asked ends, anything else is stopped."""
        known = self._serving.get(name) if isinstance(name, str | int) else None
        if known is None:
            return
        method, task = known
        if method in self._gated:
            self._start(take_back(self.context, task))
        else:
            task.cancel()

    async def _complete(self, params: Fields) -> None:
        with suppress(CountermarkError):  # the session, or the store, is gone: nobody is there who could be told
            await complete_elicitation(self.context, params)

    async def _is_cancelling(self) -> bool:
        """Whether the person has stopped the turn: nobody is asked any more."""
        return (await self.context.state()).cancelling

    async def _check_goes_on(self) -> None:
        """Raise `ActRefused` once the person has stopped the turn."""
        if await self._is_cancelling():
            raise ActRefused(STOPPED)

    async def _permission(self, params: Fields) -> Fields:
        if await self._is_cancelling():
            return gate.CANCELLED
        return await gate.answer_permission(self.context, params)

    async def _elicitation(self, params: Fields) -> Fields:
        return await answer_elicitation(self.context, self._title, params)

    async def _read(self, params: Fields) -> Fields:
        path = needed(params, "path")
        meant = await asyncio.to_thread(RealPaths().real, path)
        await gate.may_read(self.context, path)
        await asyncio.to_thread(check_leads_to, path, meant)
        line, limit = whole_in(params, "line"), whole_in(params, "limit")
        return {"content": await asyncio.to_thread(read_text, path, line=line, limit=limit)}

    async def _write(self, params: Fields) -> Fields:
        path, content = needed(params, "path"), text_as_sent(params, "content")
        meant = await asyncio.to_thread(place_within, path, self._folders)
        await self._check_goes_on()
        await gate.may_write(self.context, path, content)
        await asyncio.to_thread(check_leads_to, path, str(meant))
        await asyncio.to_thread(write_text, path, content, self._folders)
        return {}

    async def _create(self, params: Fields) -> Fields:
        wanted = wanted_command(params, folder=self.context.folder)
        if self._terminals.is_full:
            raise BadInput(TOO_MANY)
        await self._check_goes_on()
        await gate.may_run(self.context, wanted.command, wanted.args, wanted.env, wanted.cwd)
        name = self.context.desk.new_id("te")
        try:
            await self._terminals.start(name, wanted, self._environment)
        except OSError as error:
            raise BadInput(f"{wanted.command} cannot be started: {error.strerror}") from None
        return {"terminalId": name}

    async def _output(self, params: Fields) -> Fields:
        terminal = self._terminal(params)
        return {"output": terminal.text, "truncated": terminal.truncated, "exitStatus": terminal.exit_status}

    async def _wait(self, params: Fields) -> Fields:
        terminal = self._terminal(params)
        await terminal.ended()
        return terminal.exit_status or {}

    async def _kill(self, params: Fields) -> Fields:
        await self._terminal(params).end()
        return {}

    async def _release(self, params: Fields) -> Fields:
        await self._terminals.release(self._terminal(params).name)
        return {}

    def _terminal(self, params: Fields) -> Terminal:
        """Raises `NotFound`."""
        terminal = self._terminals.named(text_in(params, "terminalId") or "")
        if terminal is None:
            raise NotFound("no such terminal")
        return terminal


def needed(params: Fields, name: str) -> str:
    """A text that has to be there. Raises `Malformed`."""
    value = text_in(params, name)
    if not value:
        raise Malformed(f"{name} is missing")
    return value


def text_as_sent(params: Fields, name: str) -> str:
    """The same for one that may be empty, and that is not changed in any way. Raises `Malformed`."""
    value: Any = params.get(name)
    if not isinstance(value, str):
        raise Malformed(f"{name} is no text")
    return value


def wanted_command(params: Fields, *, folder: str) -> WantedCommand:
    """The command that is to be run. Raises `Malformed`."""
    args, cwd, limit = params.get("args") or [], text_in(params, "cwd"), whole_in(params, "outputByteLimit")
    if not isinstance(args, list) or not all(isinstance(each, str) for each in args):
        raise Malformed("args is no list of texts")
    env = {needed(each, "name"): text_as_sent(each, "value") for each in objects_in(params, "env")}
    if any("\0" in each for each in (*args, *env.values(), cwd or "")):
        raise Malformed("a NUL character cannot be given to a program")
    starts_in = posixpath.normpath(posixpath.join(folder, cwd or ""))  # the same folder that a person is asked about
    return WantedCommand(needed(params, "command"), args, env, starts_in, MOST_BYTES if limit is None else limit)
