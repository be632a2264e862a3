"""Marks over the wire of the real hub: made, changed, taken back, carried over, sent along with a verdict."""

import hashlib
import json
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.contract.wire.raw_client import request
from tests.contract.wire.small_desk import Target, connect_quietly
from tests.contract.wire_api.conftest import asked, head_of, waiting
from tests.contract.wire_api.marking import PNG, Page, add_image, new_id

FIRST = "# Plan {0}\n\n1. Do the thing now\n2. Then roll back\n\nSome words here to change.\n\nThis goes away soon.\n"
SECOND = "# Plan {0}\n\nSome words there to change.\n\n1. Do the thing now\n2. Then roll back\n"


@contextmanager
def shown(target: Target, name: str, text: str = FIRST) -> Iterator[Page]:
    """A review of a file that waits, on a page."""
    with waiting(target, asked(text.format(name), path=f"/srv/{name}.md")):
        rows = target.ask("GET", "/api/reviews?status=open").json["reviews"]
        yield Page(target, next(row["id"] for row in rows if row["title"] == f"Plan {name}"))


def test_a_mark_is_kept_as_it_was_made(target: Target) -> None:
    with shown(target, "kept") as page:
        name, mark = new_id(), page.mark("the thing", label="Why", tip="Say why.")
        made = page.put(mark, name).json["annotation"]
        assert {key: made[key] for key in mark} == mark
        assert (made["id"], made["lines"], made["fate"], made["sent"], made["version"]) == (
            name,
            [3, 3],
            None,
            False,
            1,
        )
        again = page.put(mark, name)
        assert again.json["annotation"] == made
        assert page.marks() == page.whole()["annotations"] == [made]
        other = page.put({**mark, "words": "Else."}, name)
        assert (other.status, other.code) == (409, "annotation_newer")
        assert other.json["error"]["annotation"] == made


def test_a_change_knows_the_version_it_changes(target: Target) -> None:
    with shown(target, "changed") as page:
        made = page.made(page.mark("the thing", label="Why"))
        changed = page.change(made, words="Other words.", label=None)
        assert changed.status == 200
        assert page.change(made, words="Other words.").json["annotation"] == changed.json["annotation"]
        late = page.change(made, words="Too late.")
        assert (late.status, late.code) == (409, "annotation_newer")
        assert late.json["error"]["annotation"]["words"] == "Other words."
        now = changed.json["annotation"]
        assert (now["words"], now["label"], now["version"]) == ("Other words.", None, 2)
        moved = page.change(now, place=page.place("roll back"), quote="roll back", revision=1)
        assert moved.json["annotation"]["quote"] == "roll back"
        assert page.change(moved.json["annotation"], place=page.place("thing")).code == "bad_place"


def test_what_is_taken_back_can_be_brought_back(target: Target) -> None:
    with shown(target, "undone") as page:
        made = page.made(page.mark("the thing"))
        for _ in range(2):
            assert page.send("DELETE", f"/annotations/{made['id']}").json["annotation"]["removed"] is True
        assert page.marks() == []
        assert page.act(made, "address").status == 409
        for _ in range(2):
            assert page.act(made, "restore").status == 200
        assert [each["id"] for each in page.marks()] == [made["id"]]
        assert page.act(made, "address").json["annotation"]["status"] == "addressed"
        assert page.act(made, "reopen").json["annotation"]["status"] == "open"


@pytest.mark.parametrize(
    ("what", "status", "code"),
    [
        ({"quote": "the ring"}, 422, "bad_place"),
        ({"place": None}, 422, "bad_place"),
        ({"kind": "note"}, 422, "bad_place"),
        ({"place": {"start_block": "b0", "start": 0, "end_block": "b0", "end": 9}}, 422, "bad_place"),
        ({"place": {"start_block": "b0", "start": -1, "end_block": "b0", "end": 9}}, 422, "bad_input"),
        ({"kind": "replacement"}, 422, "words_missing"),
        ({"words": " "}, 422, "words_missing"),
        ({"words": "w" * 51_201}, 413, "too_large"),
        ({"text": "\ud800"}, 422, "bad_input"),
        ({"label": "l" * 41}, 413, "too_large"),
        ({"images": [{"name": "x", "sha256": "0" * 64, "media_type": "image/png"}]}, 422, "bad_input"),
        ({"revision": 2}, 404, "not_found"),
        ({"kind": "shout"}, 422, "bad_input"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_cannot_be_a_mark_is_refused_with_a_reason(
    target: Target, what: dict[str, object], status: int, code: str
) -> None:
    with shown(target, new_id()) as page:
        answer = page.put({**page.mark("the thing"), **what})
        assert (answer.status, answer.code) == (status, code), answer.body
        assert answer.json["error"]["hint"]
        assert page.marks() == []


def test_marks_go_along_to_the_letter_of_the_preview(target: Target) -> None:
    with shown(target, "sent") as page:
        goes, stays = page.made(page.mark("the thing")), page.made(page.mark("words here"))
        words: dict[str, Any] = {"verdict": "changes_requested", "notes": "Thanks.", "annotations": [goes["id"]]}
        preview = page.send("POST", "/feedback-preview", words).json
        assert hashlib.sha256(preview["markdown"].encode()).hexdigest() == preview["sha256"]
        stale = page.decide(**words, feedback_sha256="0" * 64)
        assert (stale.status, stale.code) == (409, "stale")
        assert page.decide("changes_requested", annotations=[goes["id"], new_id()]).code == "stale"
        review = page.decide(**words, feedback_sha256=preview["sha256"]).json["review"]
        assert review["marks"] == 1
        assert page.send("GET", "/feedback").json == preview
        assert {each["id"]: each["sent"] for each in page.marks()} == {goes["id"]: True, stays["id"]: False}
        for refused in (page.change(goes, words="Else."), page.send("DELETE", f"/annotations/{goes['id']}")):
            assert (refused.status, refused.code) == (409, "already_decided")


def test_changes_are_asked_for_by_a_mark_alone(target: Target) -> None:
    with shown(target, "alone") as page:
        assert page.decide("changes_requested").code == "words_missing"
        made = page.made(page.mark("the thing", kind="deletion", words=""))
        assert page.decide("changes_requested", annotations=[made["id"]]).status == 200


def test_the_next_revision_finds_the_marks_again(target: Target) -> None:
    with shown(target, "carried") as page:
        quotes = ("the thing", "words here to change", "This goes away soon.")
        made = {quote: page.made(page.mark(quote)) for quote in quotes}
        note = page.made({"revision": 1, "kind": "note", "words": "On the whole."})
        sent = [made["the thing"]["id"], made["This goes away soon."]["id"]]
        assert page.decide("changes_requested", annotations=sent).status == 200
        with shown(target, "carried", SECOND):
            now = {each["quote"]: each for each in page.carried(4, revision=2)}
            assert {quote: now[quote]["fate"] for quote in quotes} == dict(
                zip(quotes, ("there", "changed", "gone"), strict=True)
            )
            assert now["words here to change"]["reads_now"] == "words there to change"
            assert [now[quote]["live_on"] for quote in quotes] == [1, 2, 1]
            assert (now[""]["id"], now[""]["live_on"], now[""]["place"]) == (note["id"], 2, None)
            gone, there = now["This goes away soon."], now["the thing"]
            assert page.act(gone, "keep", {"revision": 2, "as": "mark"}).code == "bad_place"
            kept = page.act(gone, "keep", {"revision": 2, "as": "note"}).json["annotation"]
            assert (kept["fate"], kept["place"], kept["live_on"], kept["sent"]) == ("there", None, 2, False)
            assert page.act(there, "keep", {"revision": 1, "as": "mark"}).code == "stale"
            anew = page.change(there, place=page.place("roll back"), quote="roll back", revision=2).json["annotation"]
            assert (anew["quote"], anew["fate"], anew["live_on"], anew["sent"]) == ("roll back", "there", 2, False)
            first = {each["id"]: each["quote"] for each in page.marks(1)}
            assert first[there["id"]] == "the thing"
            words = {"verdict": "changes_requested", "annotations": [gone["id"], anew["id"]]}
            told = page.send("POST", "/feedback-preview", words).json["markdown"]
            assert "no longer in this" in told
            assert "roll back" in told
            late = page.made({**page.mark("Then roll back"), "revision": 1})
            assert (late["placed_on"], late["live_on"]) == (1, 2)
            assert late["id"] in {each["id"] for each in page.marks(2)}


def test_what_was_kept_can_be_put_back(target: Target) -> None:
    with shown(target, "unkept") as page:
        quotes = ("the thing", "words here to change", "This goes away soon.")
        made = [page.made(page.mark(quote)) for quote in quotes]
        unsent = page.made(page.mark("roll back"))
        assert page.decide("changes_requested", annotations=[each["id"] for each in made]).status == 200
        with shown(target, "unkept", SECOND):
            before = {each["quote"]: each for each in page.carried(4, revision=2)}
            assert page.act(unsent, "unkeep", {"revision": 2}).status == 409, "nobody kept it: it moved on by itself"
            for quote, kept_as in zip(quotes, ("mark", "mark", "note"), strict=True):
                kept = page.act(before[quote], "keep", {"revision": 2, "as": kept_as}).json["annotation"]
                assert (kept["live_on"], kept["sent"]) == (2, False)
                assert page.act(kept, "unkeep", {"revision": 1}).code == "stale"
                back = page.act(kept, "unkeep", {"revision": 2}).json["annotation"]
                assert page.act(kept, "unkeep", {"revision": 2}).json["annotation"] == back
                assert back == before[quote] | {key: back[key] for key in ("version", "changed_at")}
                assert (back["version"], back["sent"]) == (kept["version"] + 1, True)
            gone = before["This goes away soon."] | {"version": 3}
            anew = page.change(gone, place=page.place("roll back"), quote="roll back", revision=2)
            back = page.act(gone, "unkeep", {"revision": 2}).json["annotation"]
            assert (anew.json["annotation"]["fate"], back["fate"], back["hint"]) == ("there", "gone", gone["hint"])
            kept = page.act(before["the thing"], "keep", {"revision": 2, "as": "mark"}).json["annotation"]
            assert page.decide("changes_requested", annotations=[kept["id"]]).status == 200
            assert page.act(kept, "unkeep", {"revision": 2}).code == "already_decided"


def test_drafts_have_slots(target: Target) -> None:
    with shown(target, "drafted") as page:
        slot, mark = new_id(), {"kind": "replacement", "place": page.place("the thing"), "quote": "the thing"}
        answer = page.send("PUT", "/draft", {"revision": 1, "text": "To all", "kind": None, "version": 0})
        assert answer.json["version"] == 1
        kept = {"revision": 1, "text": "Because", "kind": None, "version": 0, "slot": slot, "mark": mark}
        assert page.send("PUT", "/draft", kept).json["version"] == 1
        newer = page.send("PUT", "/draft", {**kept, "text": "Behind"})
        assert (newer.status, newer.code, newer.json["error"]["draft"]["text"]) == (409, "draft_newer", "Because")
        state = page.send("GET", "/state").json
        assert state["draft"]["text"] == "To all"
        (found,) = state["mark_drafts"]
        assert (found["slot"], found["text"], found["mark"]["quote"]) == (slot, "Because", "the thing")
        assert page.send("PUT", "/draft", {**kept, "text": "", "mark": None, "version": 1}).status == 200
        assert page.send("GET", "/state").json["mark_drafts"] == []
        assert page.send("PUT", "/draft", {**kept, "slot": "elsewhere"}).status == 422


def test_an_image_is_served_as_what_it_is_and_nothing_else(target: Target) -> None:
    added = add_image(target, PNG).json
    assert added == {"name": "seen.png", "sha256": hashlib.sha256(PNG).hexdigest(), "media_type": "image/png"}
    assert add_image(target, PNG, "again.png").json["sha256"] == added["sha256"]
    served = target.ask("GET", f"/api/images/{added['sha256']}")
    assert (served.status, served.body) == (200, PNG)
    assert served.header("content-type") == "image/png"
    assert served.header("cache-control") == "private, max-age=31536000, immutable"
    assert served.header("content-security-policy") == "default-src 'none'; frame-ancestors 'none'; sandbox"
    assert served.header("x-content-type-options") == "nosniff"
    octets = request("GET", f"/api/images/{added['sha256']}", host=target.host)
    with connect_quietly(target.address) as line:
        line.sendall(octets)
        assert head_of(line).startswith(b"HTTP/1.1 401 ")


@pytest.mark.parametrize(
    ("content", "status", "code"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>", 422, "bad_input"),
        (b"\x89PNG\r\n\x1a\nnot really one", 422, "bad_input"),
        (b"<!doctype html><script>alert(1)</script>", 422, "bad_input"),
        (b"", 422, "bad_input"),
        (PNG + b"\0" * (5 * 1024 * 1024 - len(PNG) + 1), 413, "too_large"),
        (PNG + b"\0" * 6_000_000, 413, "too_large"),
    ],
    ids=["svg", "half-a-png", "html", "nothing", "over-5-MB", "over-the-wire"],
)
def test_what_is_no_image_is_refused(target: Target, content: bytes, status: int, code: str) -> None:
    answer = add_image(target, content)
    assert (answer.status, answer.code) == (status, code)
    assert target.ask("GET", f"/api/images/{hashlib.sha256(content).hexdigest()}").status == 404


def test_the_agent_finds_the_images_that_go_along(target: Target) -> None:
    image = add_image(target, PNG + b"go").json
    with shown(target, "pictured") as page:
        made = page.made(page.mark("the thing", images=[image]))
        assert made["images"] == [image]
        review = page.decide("changes_requested", annotations=[made["id"]])
        assert review.status == 200
        told = page.send("GET", "/feedback").json["markdown"]
    path = Path(next(part for part in told.split("`") if part.endswith(f"{image['sha256']}.png")))
    assert path.read_bytes() == PNG + b"go"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_labels_are_the_persons_own(target: Target) -> None:
    labels = [{"label": "Test it", "tip": "Say how it is tested."}]
    changed = target.ask("PUT", "/api/settings", body=json.dumps({"labels": labels}).encode())
    assert changed.json["labels"] == labels
    assert target.ask("GET", "/api/settings").json["labels"] == labels
    for wrong in ([{"label": " ", "tip": ""}], [{"label": "x", "tip": ""}] * 21, [{"label": "x" * 41, "tip": ""}]):
        assert target.ask("PUT", "/api/settings", body=json.dumps({"labels": wrong}).encode()).status in (413, 422)
    assert target.ask("PUT", "/api/settings", body=b'{"labels":[]}').json["labels"] == []


def test_the_feed_tells_of_marks_as_they_are_now(target: Target) -> None:
    with shown(target, "followed") as page:
        seq = page.whole()["seq"]
        made = page.made(page.mark("the thing"))
        page.send("DELETE", f"/annotations/{page.made(page.mark('roll back'))['id']}")
        headers = {"Authorization": target.page_headers["Authorization"]}
        with connect_quietly(target.address) as line:
            line.sendall(request("GET", f"/api/feed?since={seq}", host=target.host, headers=headers))
            heard = head_of(line)
            while b"event: annotation_removed" not in heard or not heard.endswith(b"\n\n\r\n"):
                heard += line.recv(65536)
    told = [json.loads(each[6:]) for each in heard.decode().splitlines() if each.startswith('data: {"seq"')]
    by_kind = {(each["kind"], each["body"]["annotation"]): each["annotation_now"] for each in told if "kind" in each}
    assert by_kind["annotation_added", made["id"]] == made
    assert [now for (kind, _), now in by_kind.items() if kind == "annotation_removed"] == [None]
