"""A person at the gate, at the wire: what waits, the cards, and the answers."""

import json

from tests.real_agents.person import Json, Person, eventually


class Gatekeeper(Person):
    """A person who answers permissions and questions."""

    def waiting(self) -> list[Json]:
        """All items that wait, but for plans."""
        first, _, _ = self._browser.get("/api/desk").raise_for_status().text.partition("\n")
        return [item for item in json.loads(first)["open"]["items"] if item["item_kind"] != "review"]

    def sees_asked(self, *, title: str | None = None, seconds: float = 30) -> Json:
        """What waits, as soon as it does."""

        def found() -> Json | None:
            return next((item for item in self.waiting() if title in (None, item["title"])), None)

        return eventually(found, seconds=seconds, what=f"an item {title or ''}", instead=self.waiting)

    def card(self, item: Json) -> Json:
        return self._get(f"/api/{item['item_kind']}s/{item['id']}")

    def answers(self, item: Json, answer: str, **more: object) -> Json:
        """Answer a permission as its card does."""
        body = {"answer": answer, "shown_sha256": item["sha256"], **more}
        return self._answered(self._browser.post(f"/api/permissions/{item['id']}/answer", json=body))["permission"]

    def replies(self, item: Json, answers: dict[str, list[str]], outcome: str = "answered", **more: object) -> Json:
        """Answer a question as its card does."""
        given = [{"name": name, "values": values} for name, values in answers.items()]
        body = {"outcome": outcome, "answers": given, "shown_sha256": item["sha256"], **more}
        return self._answered(self._browser.post(f"/api/questions/{item['id']}/answer", json=body))["question"]

    def sees_ended(self, item: Json, *, seconds: float = 30, **fields: object) -> Json:
        """The item, as soon as it has these fields."""
        kind = item["item_kind"]

        def now() -> Json | None:
            shown: Json = self.card(item)[kind]
            return shown if all(shown[name] == value for name, value in fields.items()) else None

        return eventually(now, seconds=seconds, what=f"{kind} with {fields}", instead=lambda: self.card(item)[kind])
