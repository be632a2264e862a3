"""The scripted agent of `countermark demo pages`: it carries notes out through MCP, as an agent with a model would.

It has no model, so it takes what a note says for the words that should stand in the place of the marked ones. It edits
the pages of the demo's own copy and nothing else.
"""

import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from countermark.cli.pages.demo_source import replaced
from countermark.cli.pages.demo_tools import ToolFailed, Tools, ToolsGone

SAMPLE = Path(__file__).with_name("sample_site")
PAGES = frozenset(page.name for page in SAMPLE.glob("*.html"))
# One of the sample's own notes, and what a reader of it would write.
SHOWN = "7af0990f-098b-4dad-aa45-e069563ee0f2"
SHOWN_WORDS = "ships the same day if it is ordered before two o’clock"
IDLE_SECONDS = 30.0  # without a note of the person, one of the sample's own is carried out
LOOK_SECONDS = 50.0
PAUSE_SECONDS = 2.0  # between two steps, so that the page shows each of them
A_SCRIPT = "I am the script of the demo and have no model: I take a note for the words that should stand there."
Say = Callable[[str], None]
KnownChanges = Mapping[str, str]  # annotations by their ids, with the time of their last change


class CannotDo(Exception):
    """A note that takes more than a script; the message says why, to the person."""


class DemoAgent:
    """Works in a thread of its own until it is closed."""

    def __init__(self, root: Path, storage: Path, *, known: KnownChanges, say: Say, idle: float | None) -> None:
        self._root = root
        self._known = known  # taken before anybody could write: a quick person is faster than our first question
        self._say = say
        self._idle = idle  # None: it waits for the person, however long
        self._has_worked = False
        self._tools = Tools(storage)
        self._thread = threading.Thread(target=self._run, name="demo-agent", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the agent, whatever it does."""
        self._tools.close()
        self._thread.join()

    def _run(self) -> None:
        try:
            self._tools.open()
            self._work()
        except ToolsGone:
            return
        except ToolFailed as failure:
            self._say(f"  agent   stops: {failure}")
        finally:
            self._tools.release()

    def _work(self) -> None:
        """Carry out what comes, for as long as the tools are there."""
        news = self._tools.call("wait_for_annotations", timeoutSeconds=0)
        for annotation in news["annotations"]:
            if self._known.get(str(annotation["id"])) != annotation["updatedAt"]:
                self._try(annotation, wish_of(annotation))
        until = None if self._idle is None else time.monotonic() + self._idle
        while True:
            left = LOOK_SECONDS if until is None else max(0.0, min(LOOK_SECONDS, until - time.monotonic()))
            news = self._tools.call("wait_for_annotations", since=news["fingerprint"], timeoutSeconds=left)
            for annotation in news["annotations"]:
                self._try(annotation, wish_of(annotation))
            if self._has_worked:
                until = None
            elif until is not None and time.monotonic() >= until:
                until = None
                self._show_one()

    def _show_one(self) -> None:
        """Carry out one of the sample's own notes, for a person who only looks."""
        for annotation in self._tools.call("wait_for_annotations", timeoutSeconds=0)["annotations"]:
            if annotation["id"] == SHOWN:
                self._say("Meanwhile the agent carries out a note that was there already:")
                self._try(annotation, SHOWN_WORDS)

    def _try(self, annotation: dict[str, Any], words: str) -> None:
        try:
            self._take(annotation, words)
        except ToolFailed as failure:  # the person has removed it meanwhile, for instance
            self._say(f"  agent   could not carry out the note: {failure}")

    def _take(self, annotation: dict[str, Any], words: str) -> None:
        """Carry out a note, or say why not. Raises `ToolFailed`."""
        name = str(annotation["id"])
        try:
            file, source = self._plan(annotation, words)
        except CannotDo as reason:
            self._say(f"  agent   left a note open, with a reply: {reason}")
            self._tools.call("add_agent_reply", id=name, message=f"{reason} {A_SCRIPT}")
            return
        marked = marked_words(annotation)
        self._tools.call("set_in_progress", id=name)
        self._say(f"  agent   began with the note on {quoted(marked)}: it is purple in the page")
        time.sleep(PAUSE_SECONDS)
        write(file, source)
        self._say(f"  agent   changed {file.name}: {quoted(marked)} now reads {quoted(words)}")
        self._tools.call("update_annotation_target", id=name, replacedText=words)
        self._tools.call("add_agent_reply", id=name, message=f"Now it reads {quoted(words)}. {A_SCRIPT}")
        self._tools.call("address_annotation", id=name)
        self._say("  agent   addressed the note: it is blue in the page, which has loaded itself anew")
        if not self._has_worked:
            self._has_worked = True
            self._say(NEXT)

    def _plan(self, annotation: dict[str, Any], words: str) -> tuple[Path, str]:
        """The file and what is to stand in it. Raises `CannotDo`."""
        if annotation.get("type") != "text":
            raise CannotDo("A note on an element takes an agent with a model.")
        if not words:
            raise CannotDo("There are no words in this note.")
        name = str(annotation["pageUrl"]).strip("/") or "index.html"
        file = self._root / (name if name.endswith(".html") else f"{name}.html")
        if file.name not in PAGES or file.parent != self._root or file.is_symlink() or not file.is_file():
            raise CannotDo("This page is none of the sample's.")
        before = str(annotation.get("range", {}).get("contextBefore", ""))
        source = replaced(file.read_text("utf-8"), marked_words(annotation), by=words, before=before)
        if source is None:
            raise CannotDo("The marked words do not stand in one piece in the source: mark fewer of them.")
        return file, source


NEXT = """\
That is the whole way: a note, the source changed, the note addressed. What next:
  Accept it    the round button in the page lists all notes: Accept removes one, Reopen sends it back with a word.
  Another one  the agent goes on as long as this runs.
  Your agent   give it this site, or your own: see above."""


def marked_words(annotation: dict[str, Any]) -> str:
    """The words that stand in the page where the note is; the page stores them anew when it has found them again."""
    place = annotation.get("range", {}).get("selectedText")
    return str(annotation.get("replacedText") or place or annotation.get("selectedText", "")).strip()


def wish_of(annotation: dict[str, Any]) -> str:
    """What the person wrote last: the word that came with a reopening, or the note."""
    answers = [each["message"] for each in annotation.get("replies", ()) if each.get("role") == "reviewer"]
    return str(answers[-1] if answers else annotation["note"]).strip()


def quoted(words: str) -> str:
    """Words in a line of the terminal, the beginning of many; what a terminal would obey is left out."""
    line = " ".join("".join(each if each.isprintable() else " " for each in words).split())
    return f"“{line if len(line) <= 60 else line[:59] + '…'}”"


def write(file: Path, text: str) -> None:
    """Put a page in the place of the old one in one step: a browser may ask for it at any moment."""
    fresh = file.with_name(f".{file.name}.new")
    fresh.write_text(text, "utf-8")
    fresh.replace(file)
