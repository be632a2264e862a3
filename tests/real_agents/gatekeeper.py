"""A person at the desk who answers permissions and questions, over the wire that the page uses."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

import httpx

from tests.real_agents.person import Json, Person, countermark, eventually, launch_address
from tests.real_agents.workplace import Workplace


class Gatekeeper(Person):
    """Somebody at the desk to whom agents come with permissions and questions."""

    def __init__(self, workplace: Workplace) -> None:
        super().__init__(workplace)
        self.workplace = workplace

    def waiting(self, kind: str = "permission") -> list[Json]:
        """What waits, in the order of the desk."""
        opening: Json = json.loads(self._browser.get("/api/desk").raise_for_status().text.partition("\n")[0])
        return [row for row in opening["open"]["items"] if row["item_kind"] == kind]

    def sees_permission(self, title: str | None = None) -> Json:
        """The open permission with this title; the only one where none is given."""
        return self._sees_asked("permission", title)

    def sees_question(self) -> Json:
        return self._sees_asked("question", None)

    def _sees_asked(self, kind: str, title: str | None) -> Json:
        def wanted() -> Json | None:
            return next((row for row in self.waiting(kind) if title in (None, row["title"])), None)

        return eventually(wanted, seconds=60, what=f"the {kind} {title or ''}", instead=lambda: self.waiting(kind))

    def card(self, item: Json) -> Json:
        """All that its card shows."""
        return self._get(self._path(item))

    def answers(self, item: Json, answer: str, **more: object) -> Json:
        """What the card's buttons send."""
        given = {"answer": answer, "shown_sha256": item["sha256"], **more}
        answered: Json = self._answered(self._browser.post(f"{self._path(item)}/answer", json=given))["permission"]
        return answered

    def allows_always(self, item: Json) -> Json:
        """Adds the rule that the card shows."""
        proposal = self.card(item)["proposal"]
        return self.answers(item, "always", until=proposal["until"], rules_sha256=proposal["sha256"])

    def replies(
        self, item: Json, outcome: str, answers: Mapping[str, Sequence[str]] | None = None, *, words: str | None = None
    ) -> Json:
        """What a question's card sends."""
        rows = [{"name": name, "values": list(values)} for name, values in (answers or {}).items()]
        given = {"outcome": outcome, "shown_sha256": item["sha256"], "answers": rows, "words": words}
        answered: Json = self._answered(self._browser.post(f"{self._path(item)}/answer", json=given))["question"]
        return answered

    def sees_end(self, item: Json, **fields: object) -> Json:
        """The item, once it has these values."""

        def now() -> Json:
            row: Json = self.card(item)[item["item_kind"]]
            return row

        def as_wanted() -> Json | None:
            row = now()
            return row if all(row[name] == value for name, value in fields.items()) else None

        return eventually(as_wanted, seconds=30, what=f"{fields}", instead=now)

    def happenings(self, item: Json) -> list[str]:
        """The kinds of the entries about it, the first one first."""
        about = [entry for entry in self.journal() if (entry.get("item") or {}).get("id") == item["id"]]
        return [entry["kind"] for entry in reversed(about)]

    def grants(self) -> list[Json]:
        found: list[Json] = self._get("/api/grants")["grants"]
        return found

    def _path(self, item: Json) -> str:
        return f"/api/{item['item_kind']}s/{item['id']}"

    def attends(self, *, answering: bool) -> None:
        """The page says whether a person answers something just now."""
        self._browser.post("/api/attention", json={"answering": answering}).raise_for_status()

    def waits_for_journal(self, kind: str, *, seconds: float = 30) -> Json:
        """The newest entry of a kind, as soon as there is one."""

        def found() -> Json | None:
            return next((entry for entry in self.journal() if entry["kind"] == kind), None)

        return eventually(found, seconds=seconds, what=kind, instead=lambda: self.journal()[:3])

    def sees_later_than(self, moment: str) -> str:
        """The time, once it is later than this."""

        def found() -> str | None:
            now = datetime.now(UTC)
            return now.isoformat() if now > datetime.fromisoformat(moment) + timedelta(seconds=1) else None

        return eventually(found, seconds=30, what="a later time", instead=lambda: moment)

    def comes_back(self) -> None:
        """The hub was killed: another one is there, for this browser at its port, too."""
        eventually(self._is_answered, seconds=30, what="a hub that answers", instead=lambda: "none")

    def restarts_hub(self) -> None:
        """So that new settings count."""
        countermark(self.workplace, "stop")
        launch_address(self.workplace)
        self.comes_back()

    def _is_answered(self) -> bool | None:
        try:
            return True if self._browser.get("/api/session").status_code == 200 else None
        except httpx.TransportError:
            return None
