"""Two people at two desks: a link there and back, a block in a git repository, and every way in which a link breaks."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests import guards
from tests.journeys.hook_process import HookProcess, plan_payload
from tests.real_agents.marking import Json
from tests.real_agents.person import Hub, Person
from tests.real_agents.workplace import Workplace

PLAN = "# Café\n\nMove the till.\n\nMove the door.\n\nPaint it.\n"


@dataclass(frozen=True)
class Colleague:
    """Somebody with a machine and a desk of their own."""

    name: str
    workplace: Workplace
    person: Person

    def runs(self, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """The command line."""
        return subprocess.run(
            [sys.executable, "-m", "countermark", *arguments], env=self.workplace.environment(),
            cwd=self.workplace.project, capture_output=True, text=True, timeout=120, input=stdin,
        )  # fmt: skip

    def opens(self, what: str, *, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """What somebody has shared."""
        return self.runs("open", what, "--print", stdin=stdin)

    def shares(self, review: Json) -> str:
        """A link."""
        done = self.runs("share", str(review["id"]), "--author", self.name)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def comments(self, review: Json, quote: str, words: str) -> str:
        """Marks something; marks of two people never have the same id."""
        _, given = self.person.takes_pen(review).mark("comment", quote, words=words)
        return self.person.marks(review, (f"an_{self.name.lower():0>26}", given))

    def has(self, review: Json) -> list[tuple[str | None, str, str, bool]]:
        """Whose marks there are, what they say, on what, and whether they go along."""
        found = self.person.sees_marks(review, revision=review["revision"]).values()
        return [(each["author"], each["words"], each["quote"], each["chosen"]) for each in found]

    def review(self) -> Json:
        """The one on the desk."""
        return self.person.sees_plan()


@pytest.fixture
def ada(workplace: Workplace, person: Person) -> Colleague:
    return Colleague("Ada", workplace, person)


@pytest.fixture
def bab() -> Iterator[Colleague]:
    root = Path(tempfile.mkdtemp(prefix="cm-w-"))
    for home in guards.own_home(starts_processes=True):
        workplace = Workplace(root, home).furnish()
        with Hub(workplace), Person(workplace) as person:
            yield Colleague("Bab", workplace, person)
    shutil.rmtree(root, ignore_errors=True)


def test_a_link_goes_to_another_desk_and_back_and_the_agent_reads_whose_words_they_are(
    ada: Colleague, bab: Colleague
) -> None:
    with HookProcess(ada.workplace, plan_payload(PLAN)) as hook:
        at_adas = ada.review()
        own = ada.comments(at_adas, "Move the till.", "To where?")
        assert bab.opens(ada.shares(at_adas)).returncode == 0
        at_babs = bab.review()
        assert (at_babs["agent"], at_babs["workspace_name"], at_babs["delivery"]) == (
            "shared",
            "Shared with you",
            "gone",
        )
        assert bab.has(at_babs) == [("Ada", "To where?", "Move the till.", False)]
        babs = bab.comments(at_babs, "Paint it.", "Blue?")
        link = bab.shares(at_babs)
        for _ in range(2):  # the second time changes nothing
            told = ada.opens("-", stdin=link)
            assert at_adas["id"] in told.stdout, told.stderr
            assert ada.has(at_adas) == [
                (None, "To where?", "Move the till.", True), ("Bab", "Blue?", "Paint it.", False)
            ]  # fmt: skip
        assert ada.person.presses(at_adas, "changes_requested", None, annotations=[own, babs]).status_code == 409
        assert ada.person.shares("choose", review=at_adas["id"], annotations=[babs], chosen=True).status_code == 200
        ada.person.decides(at_adas, "changes_requested", marks=[own, babs])
        feedback = json.dumps(hook.ends().decision)
    assert "To where?" in feedback
    assert feedback.index("another reviewer") < feedback.index("Blue?")
    assert feedback.count("another reviewer") == 1
    kinds = [entry["kind"] for entry in ada.person.journal()]
    assert {"review_shared", "annotation_received", "annotation_chosen"} <= set(kinds)
    assert kinds.count("annotation_received") == 1
    assert "chain unbroken" in ada.runs("journal", "verify").stdout


def git(folder: Path, *arguments: str) -> None:
    """Git as nobody in particular, with no settings of whoever runs the tests."""
    who = ("-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "init.defaultBranch=main")
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(folder.parent), "GIT_CONFIG_NOSYSTEM": "1"}
    done = subprocess.run(["git", *who, *arguments], cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"


def test_marks_travel_in_the_file_through_git_and_the_lines_of_two_people_merge(ada: Colleague, bab: Colleague) -> None:
    adas, babs = ada.workplace.project, bab.workplace.project
    git(adas, "init", "-q")
    (adas / "plan.md").write_text(PLAN)
    (adas / ".gitattributes").write_text("*.md merge=union\n")
    git(adas, "add", ".")
    git(adas, "commit", "-qm", "plan")
    git(babs, "clone", "-q", str(adas), ".")
    for colleague, folder, quote in ((ada, adas, "Move the till."), (bab, babs, "Paint it.")):
        file = folder / "plan.md"
        assert colleague.opens("plan.md").returncode == 0
        review = colleague.review()
        colleague.comments(review, quote, f"{colleague.name} asks why.")
        done = colleague.runs("share", str(review["id"]), "--author", colleague.name, "--into", "plan.md")
        assert "1 mark " in done.stdout, done.stderr
        assert file.read_text().startswith(PLAN)
        git(folder, "commit", "-qam", f"marks of {colleague.name}")
    git(babs, "pull", "-q", "--no-rebase", "--no-edit", "origin", "main")
    git(adas, "pull", "-q", str(babs), "main")
    for colleague, other in ((ada, "Bab"), (bab, "Ada")):
        told = colleague.opens("plan.md")
        assert "1 new mark" in told.stdout, told.stderr
        assert sorted(colleague.has(colleague.review()), key=lambda each: each[1]) == sorted(
            [
                (None if other == "Bab" else "Ada", "Ada asks why.", "Move the till.", other == "Bab"),
                (None if other == "Ada" else "Bab", "Bab asks why.", "Paint it.", other == "Ada"),
            ],
            key=lambda each: each[1],
        )
    review = ada.review()
    shared = ada.person.shares("into", review=review["id"], author="Ada", path=str(adas / "plan.md"))
    assert shared.json()["marks"] == 2
    assert (adas / "plan.md").read_text().count("asks why") == 2


def test_a_link_of_plannotator_opens(ada: Colleague) -> None:
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    told = {"p": PLAN, "a": [["C", "Move the door.", "Why?", "Cy"], ["G", "Fine.", None]]}
    body = deflate.compress(json.dumps(told).encode()) + deflate.flush()
    link = "https://share.example/#" + urlsafe_b64encode(body).rstrip(b"=").decode()
    assert ada.opens(link).returncode == 0
    review = ada.review()
    assert review["title"] == "Café"
    assert sorted(ada.has(review), key=str) == [
        ("Cy", "Why?", "Move the door.", False), ("a reviewer without a name", "Fine.", "", False)
    ]  # fmt: skip


def bomb() -> str:
    """A link of Plannotator, which needs no key, that unfolds to 200 MB."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    body = b"".join(deflate.compress(b" " * 1_000_000) for _ in range(200)) + deflate.flush()
    return "https://share.example/#" + urlsafe_b64encode(body).rstrip(b"=").decode()


def test_a_link_that_does_not_open_says_why_and_what_to_do(ada: Colleague) -> None:
    with HookProcess(ada.workplace, plan_payload(PLAN)):
        link = ada.shares(ada.review())
        other = ada.shares(ada.review())
        before = ada.person.journal()
        broken = {
            "key is wrong": f"{link.rpartition('.')[0]}.{other.rpartition('.')[2]}",
            "is cut": link[:-20],
            "version 7": link.replace("#cm1.", "#cm7."),
            "more than 5 MB": bomb(),
            "no link to a shared review": "https://example.org/#top",
        }
        for why, what in broken.items():
            told = ada.opens("-", stdin=what)
            assert told.returncode == 1
            assert why in told.stderr
            assert told.stderr.count("\n") == 2, "what is wrong, and what to do"
            answer = ada.person.shares("open", text=what)
            assert answer.status_code in (413, 422)
            assert why in answer.json()["error"]["message"]
        assert ada.person.journal() == before, "nothing of it was taken in"


def test_what_is_no_file_and_no_link_is_told_so(ada: Colleague) -> None:
    told = ada.opens("missing.md")
    assert told.returncode == 1
    assert "is no link, and as a file it cannot be read" in told.stderr
    assert ada.runs("share", "rv_1").returncode == 2
    assert "no such thing" in ada.runs("share", "rv_" + "0" * 26).stderr


def test_a_link_is_known_without_its_address_and_from_a_sentence(ada: Colleague) -> None:
    with HookProcess(ada.workplace, plan_payload(PLAN)):
        link = ada.shares(ada.review())
        for each in (link.partition("#")[2], f"{link}).", f"<{link}>"):
            assert "the review that was here" in ada.opens(each).stdout
            assert "the review that was here" in ada.opens("-", stdin=each).stdout


def test_what_is_no_text_is_refused_and_keeps_nobody_waiting(ada: Colleague) -> None:
    folder = ada.workplace.project
    os.mkfifo(folder / "pipe.md")
    with (folder / "huge.md").open("wb") as file:
        file.truncate(300_000_000)
    (folder / "latin.md").write_bytes(b"caf\xe9")
    refused = {
        "pipe.md": "not an ordinary file", "/dev/zero": "not an ordinary file", ".": "Is a directory",
        "huge.md": "larger than 8 MB", "latin.md": "no text in UTF-8", "x" * 5_000: "File name too long",
    }  # fmt: skip
    for name, why in refused.items():
        told = ada.opens(name)
        assert told.returncode == 1
        assert why in told.stderr
        assert len(told.stderr) < 1_000
    with (folder / "latin.md").open("rb") as file:
        told = subprocess.run(
            [sys.executable, "-m", "countermark", "open", "-", "--print"], env=ada.workplace.environment(), stdin=file,
            capture_output=True, text=True, timeout=60,
        )  # fmt: skip
    assert "no text in UTF-8" in told.stderr


def test_a_file_with_a_byte_order_mark_takes_its_block_and_keeps_the_mark(ada: Colleague, bab: Colleague) -> None:
    plan = ada.workplace.project / "plan.md"
    plan.write_bytes(b"\xef\xbb\xbf" + PLAN.encode())
    assert ada.opens("plan.md").returncode == 0
    [review] = ada.person.all_reviews()
    ada.comments(review, "Move the till.", "To where?")
    assert ada.runs("share", str(review["id"]), "--author", "Ada", "--into", "plan.md").stderr == ""
    assert plan.read_bytes().startswith(b"\xef\xbb\xbf# Caf")
    shutil.copy(plan, bab.workplace.project / "plan.md")
    assert "1 new mark" in bab.opens("plan.md").stdout
