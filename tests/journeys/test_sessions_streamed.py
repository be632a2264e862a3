"""A message is seen while an agent says it: by who was there from its start, and by who comes later."""

import json
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from countermark.documents.markdown.rendering import render
from countermark.http_api.shapes.whisper_wire import Whisper
from countermark.model.text_units import utf16, without_units
from tests.real_agents.person import Hub, Json, eventually
from tests.real_agents.talker import Talker, words
from tests.real_agents.workplace import Workplace
from tests.streamed_page import StreamedPage
from tests.unit.documents.canonical import canonical

AGENT = Path(__file__).parents[1] / "contract" / "acp" / "streaming_agent.py"
SECTION = (
    "## Schritt {0} 😀\n\nWords *and* `code` of a paragraph.\n\n- one\n- two\n\n  with words\n\n"
    "```python\nx = {0}\n\ny = 2\n```\n\n| a | b |\n|---|---|\n| {0} | 2 |\n\n"
)
FIRST = "Working."  # what the agent says before the file, as a part of the same message
TEXT = "\n\n" + "".join(SECTION.format(number) for number in range(60)) + "The end."


class Looker(Talker):
    """Somebody who looks at what a session shows beyond its events."""

    def shows(self, session: str) -> Json:
        shown: Json = self._get(f"/api/sessions/{session}")["open"]
        return shown


@dataclass
class Viewer:
    """A tab that looks at one session: its page, and the kinds of what has come, in order."""

    person: Looker
    session: str
    page: StreamedPage | None = None
    came: list[str] = field(default_factory=list)
    reads: int = 0

    def watch(self, lines: Iterable[str]) -> None:
        """Until the message is told by an event."""
        for name, number, data in events_in(lines):
            if name == "whisper":
                assert number is None, "a stream would be resumed at a whisper"
                self.hear(Whisper.model_validate_json(data))
            elif name != "hello":
                assert number is not None
                event = (json.loads(data).get("session_now") or {}).get("event", {})
                self.came.append(event.get("type", name))
                if event.get("type") == "prompt_answered":
                    return

    def hear(self, whisper: Whisper) -> None:
        """As the page does: what does not follow on what is known makes it read the session anew."""
        assert whisper.session == self.session
        self.came.append(f"whisper {whisper.part}")
        if self.page is None or whisper.n > self.page.number + 1:
            self.page = self.read()
        self.page.hear(whisper)

    def read(self) -> StreamedPage:
        self.reads += 1
        shown = self.person.shows(self.session)
        message = shown["message"] or {"blocks": [], "tail_at": 0, "tail": ""}
        return StreamedPage(shown["whisper"], list(message["blocks"]), message["tail_at"], message["tail"])


def events_in(lines: Iterable[str]) -> Iterator[tuple[str, str | None, str]]:
    """Name, id and data of each event."""
    fields: dict[str, str] = {}
    for line in lines:
        if line:
            name, _, value = line.partition(": ")
            fields[name] = value
        elif fields:
            if "event" in fields:
                yield fields["event"], fields.get("id"), fields["data"]
            fields = {}


@contextmanager
def viewing(person: Looker, session: str, pool: ThreadPoolExecutor) -> Iterator[Viewer]:
    """A tab that has opened its stream; its watch has ended when this does."""
    viewer = Viewer(person, session)
    with person.follows_feed(since=10**9) as lines:
        greeting = next(iter(lines))
        assert greeting == "event: hello"
        watch = pool.submit(viewer.watch, lines)
        yield viewer
        watch.result(timeout=120)


def test_who_was_there_and_who_comes_later_see_the_same_message(workplace: Workplace) -> None:
    file = workplace.root / "said.md"
    file.write_text(TEXT, encoding="utf-8")
    command = [sys.executable, str(AGENT), str(file), "5"]
    with Hub(workplace), Looker(workplace) as one, Looker(workplace) as other, ThreadPoolExecutor(2) as pool:
        session = one.opens("opencode", workplace.project, command)
        one.sees_connected(session)
        with viewing(one, session, pool) as first:
            prompt = one.says(session, "Say it.")

            def is_halfway() -> bool | None:
                message = other.shows(session)["message"]
                return True if message and message["tail_at"] > utf16(TEXT) // 3 else None

            eventually(is_halfway, seconds=60, what="half of it", instead=lambda: other.shows(session))
            with viewing(other, session, pool) as late:
                other.sees_prompt_end(session, prompt)
        said = words(one.state(session))
    assert said == FIRST + TEXT
    for viewer in (first, late):
        assert viewer.page is not None
        told = viewer.page
        rest = without_units(said, told.tail_at)
        assert rest.startswith(told.tail)  # what came in the last stroke is told by the event alone
        assert told.tail_at > utf16(said) * 0.9
        assert canonical("".join(told.blocks)) == canonical(render(said.removesuffix(rest)).html)
        ended = viewer.came.index("message_finished")
        assert not [each for each in viewer.came[ended:] if each.startswith("whisper m")]
        assert viewer.reads <= 4
    whispers = sum(each.startswith("whisper m") for each in first.came)
    assert whispers < len(TEXT) / 5 / 3  # pieces of one stroke go together
