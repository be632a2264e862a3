"""A client of the Agent Client Protocol as small as can be: a person, an editor and a disk at an agent's stdin."""

from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.guards import end, leftovers
from tests.real_agents.acp_peers import Started
from tests.real_agents.acp_schema import check_outgoing
from tests.real_agents.line_program import LineProgram, Message
from tests.real_agents.workplace import Workplace

NO_SUCH_METHOD, NOT_FOUND, REFUSED = -32601, -32002, -32000
FILES = {"fs": {"readTextFile": True, "writeTextFile": True}, "terminal": False}


class AcpTalk(LineProgram):
    """`with AcpTalk(started, workplace) as talk: talk.opens(); talk.turn("…")`; each message it writes is checked."""

    def __init__(
        self, started: Started, workplace: Workplace, *, picks: str = "allow_once", saves: bool = True
    ) -> None:
        """A question is answered with the first option of the kind `picks`; without `saves` no file is written."""
        self._workplace = workplace
        self._picks, self._saves = picks, saves
        self._seen, self._number = 0, 0
        self._version = 1
        self.session = ""
        self.left_running: list[str] = []
        super().__init__(
            started.command, name=started.command[-1], cwd=workplace.project,
            env=workplace.environment(**started.environment), errors=workplace.root / "agent.stderr",
        )  # fmt: skip

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        super().__exit__(kind, error, at)
        left = leftovers("COUNTERMARK_HOME", str(self._workplace.desk_folder))
        self.left_running = list(left.values())
        end(left)

    def opens(self, *, version: int = 1) -> Message:
        """Initialises, and begins a conversation; gives what `session/new` answered."""
        self.initialises(version=version)
        opened = self.asks("session/new", cwd=str(self._workplace.project), mcpServers=[])
        self.session = str(opened["sessionId"])
        return opened

    def loads(self, session: str) -> Message:
        """Initialises, and goes on with an earlier conversation, which is told again before the answer."""
        self.initialises()
        self.session = session
        return self.asks("session/load", sessionId=session, cwd=str(self._workplace.project), mcpServers=[])

    def initialises(self, *, version: int = 1) -> None:
        self._version = version
        info = {"name": "lab", "version": "0"}
        first = {"clientCapabilities": FILES, "clientInfo": info}
        second = {"capabilities": {}, "info": info}
        offered: dict[str, Any] = first if version == 1 else second
        self.about = self.asks("initialize", protocolVersion=version, **offered)

    def turn(self, text: str, *, cancels: Callable[[Message], bool] | None = None) -> str:
        """What the person types; gives why the turn stopped. With `cancels`, the message at which they stop it."""
        number = self.sends("session/prompt", sessionId=self.session, prompt=[{"type": "text", "text": text}])
        if cancels is not None:
            self._until(cancels)
            self._writes({"method": "session/cancel", "params": {"sessionId": self.session}})
            self._picks = "cancelled"
        return str(self._result(number)["stopReason"])

    def asks(self, method: str, **params: Any) -> Message:
        return self._result(self.sends(method, **params))

    def sends(self, method: str, **params: Any) -> int:
        self._number += 1
        self._writes({"id": self._number, "method": method, "params": params})
        return self._number

    def waits_for(self, kind: str, **fields: object) -> Message:
        """The next update of a kind with these fields."""

        def wanted(message: Message) -> bool:
            update: Message = message.get("params", {}).get("update", {})
            return update.get("sessionUpdate") == kind and all(update.get(key) == fields[key] for key in fields)

        update: Message = self._until(wanted)["params"]["update"]
        return update

    def updates(self, kind: str) -> list[Message]:
        """The session updates of a kind, in order."""
        told = [message for message in self.messages() if message.get("method") == "session/update"]
        found = [message["params"]["update"] for message in told]
        return [update for update in found if update["sessionUpdate"] == kind]

    def says(self, kind: str = "agent_message_chunk") -> str:
        """Its words so far, or those of another kind of message."""
        return "".join(update["content"].get("text", "") for update in self.updates(kind))

    def requests(self, method: str) -> list[Message]:
        """What it has asked its client, by method."""
        return [message["params"] for message in self.messages() if message.get("method") == method]

    def _result(self, number: int) -> Message:
        answer = self._until(lambda message: message.get("id") == number and "method" not in message)
        assert "result" in answer, answer
        result: Message = answer["result"]
        return result

    def _until(self, wanted: Callable[[Message], bool], *, seconds: float = 180.0) -> Message:
        """Takes the messages in their order, and answers the requests among them, up to the wanted one."""

        def following() -> Message | None:
            return self._messages[self._seen] if len(self._messages) > self._seen else None

        while True:
            message = self._wait(following, seconds)
            self._seen += 1
            if "method" in message and "id" in message:
                answer = self._answer(message["method"], message["params"])
                self._writes({"id": message["id"], **answer}, answers=message["method"])
            if wanted(message):
                return message

    def _answer(self, method: str, params: Message) -> Message:
        match method:
            case "session/request_permission":
                return {"result": {"outcome": self._outcome(params["options"])}}
            case "fs/read_text_file" if Path(params["path"]).is_file():
                return {"result": {"content": Path(params["path"]).read_text(encoding="utf-8")}}
            case "fs/read_text_file":
                return error(NOT_FOUND, f"Resource not found: {params['path']}")
            case "fs/write_text_file" if self._saves:
                Path(params["path"]).write_text(params["content"], encoding="utf-8")
                return {"result": {}}
            case "fs/write_text_file":
                return error(REFUSED, "The person has refused this change.")
            case _:
                return error(NO_SUCH_METHOD, f"no {method}")

    def _outcome(self, options: list[Message]) -> Message:
        if self._picks == "cancelled":
            return {"outcome": "cancelled"}
        option = next(option for option in options if option["kind"] == self._picks)
        return {"outcome": "selected", "optionId": option["optionId"]}

    def _writes(self, message: Message, *, answers: str | None = None) -> None:
        whole = {"jsonrpc": "2.0", **message}
        check_outgoing(whole, answers=answers, version=self._version)
        self._write(whole)

    def __enter__(self) -> Self:
        return self


def error(code: int, words: str) -> Message:
    return {"error": {"code": code, "message": words}}
