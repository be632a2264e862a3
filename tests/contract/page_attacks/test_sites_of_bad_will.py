"""What a program on the agents' socket may not do by bringing a site: read or change a file that holds no review."""

import json
import os
from pathlib import Path

import pytest

from tests.contract.pages.page_client import WISH, PageSide, register
from tests.contract.wire.small_desk import Target

OTHERS = {
    "settings.json": b'{"permissions": {"allow": ["Bash"]}}',
    "list.json": b'["secret"]',
    "word.json": b'"secret"',
    "secrets.json": b'{"version": "secret-token-1234567890"}',
    "one.json": b'{"version": 1, "annotations": {"secret": 1}, "pageNotes": []}',
    "torn.json": b'{"password": "secret',
    "lines.json": b"secret\nsecret\n",
    "binary.json": bytes(range(256)),
}
PAGE_FILE = {"version": 1, "annotations": [], "pageNotes": []}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    folder.mkdir()
    return folder


def is_refused(target: Target, root: Path, storage: object) -> None:
    answer = register(target, root, storage=storage)
    assert answer.status == 422, answer.body
    assert answer.json["error"]["code"] == "bad_input"
    assert b"secret" not in answer.body


@pytest.mark.parametrize("name", OTHERS)
def test_a_file_of_others_is_no_review(target: Target, root: Path, name: str) -> None:
    file = root / name
    file.write_bytes(OTHERS[name])
    is_refused(target, root, name)
    is_refused(target, root.parent, f"site/{name}")
    is_refused(target, root, str(file))
    assert file.read_bytes() == OTHERS[name]
    assert [each.name for each in root.iterdir()] == [name]


@pytest.mark.parametrize("storage", ["/etc/passwd", "/etc/passwd.json", "/dev/zero", "/proc/self/environ", ".", "/"])
def test_paths_of_the_system(target: Target, root: Path, storage: str) -> None:
    answer = register(target, root, storage=storage)
    assert answer.status == 422 or storage == "/etc/passwd.json"  # a name that nobody has may be chosen
    assert not list(root.iterdir())


def test_what_is_no_ordinary_file(target: Target, root: Path) -> None:
    os.mkfifo(root / "fifo.json")
    (root / "folder.json").mkdir()
    (root / "zero.json").symlink_to("/dev/zero")
    (root / "round.json").symlink_to("round.json")
    (root / "passwd.json").symlink_to("/etc/passwd")
    names = {"fifo.json", "folder.json", "zero.json", "round.json", "passwd.json"}
    for name in names:
        is_refused(target, root, name)
    assert {each.name for each in root.iterdir()} == names


def test_a_link_in_a_repository_leads_to_nobody_elses_review(target: Target, root: Path, tmp_path: Path) -> None:
    """A cloned repository brings links along; what they lead to was not chosen by its person."""
    other = tmp_path / "other" / "inline-review.json"
    other.parent.mkdir()
    other.write_text(json.dumps({**PAGE_FILE, "pageNotes": [{"id": "1", "pageUrl": "/", "note": "secret"}]}))
    before = other.read_bytes()
    (root / "inline-review.json").symlink_to(other)
    (root / "new.json").symlink_to(tmp_path / "made.json")
    (root / "data").symlink_to(tmp_path / "other")
    for storage in (None, "inline-review.json", "./inline-review.json", "new.json", "data/inline-review.json"):
        is_refused(target, root, storage)
    assert other.read_bytes() == before
    assert not (tmp_path / "made.json").exists()


def test_a_link_within_the_site_and_a_file_that_was_chosen_are_taken(
    target: Target, root: Path, tmp_path: Path
) -> None:
    (root / "data").mkdir()
    (root / "inline-review.json").symlink_to("data/review.json")
    assert register(target, root).status == 200
    assert register(target, root, storage=str(tmp_path / "elsewhere.json")).status == 200
    assert register(target, root, storage="../beside.json").status == 200
    linked = tmp_path / "linked"
    linked.symlink_to(root)
    assert register(target, linked).status == 200


@pytest.mark.parametrize(
    "content",
    [
        b"", b" \n", b"\xef\xbb\xbf", json.dumps(PAGE_FILE).encode(),
        b'{"version": 2, "annotations": [], "pageNotes": []}',
        b'{"version": 1, "annotations": [], "pageNo', b'{\n"version": 1,\n<<<<<<< ours\n"annotations": [],\n',
    ],
)  # fmt: skip
def test_a_review_is_taken_even_if_it_is_broken(target: Target, root: Path, content: bytes) -> None:
    for name in ("inline-review.json", "of-another-name.json"):
        (root / name).write_bytes(content)
        assert register(target, root, storage=name).status == 200


def test_a_usual_name_is_no_licence(target: Target, root: Path) -> None:
    """What stands under the usual name may be broken in any way, but nobody hears what it says."""
    file = root / "inline-review.json"
    file.write_bytes(b'{"version": "secret-token-1234567890", "password": "secret"}')
    answer = register(target, root)
    if answer.status == 200:
        side = PageSide(target, root, answer.json["site"])
        for method, path, body in (("GET", "/api/annotations", None), ("POST", "/api/annotations", WISH)):
            refused = side.ask(method, path, body)
            assert refused.status == 500
            assert b"secret" not in refused.body
    assert b"secret" in file.read_bytes()


def test_an_agents_bridge_takes_no_host_from_a_site(target: Target, side: PageSide) -> None:
    """It brings the same file without knowing under which names the person's dev server answers."""
    assert side.ask("GET", "/api/version", headers={"host": "my.test"}).status == 200
    assert register(target, side.root).status == 200
    assert side.ask("GET", "/api/version", headers={"host": "my.test"}).status == 200
    assert register(target, side.root, hosts=[]).status == 200
    assert side.ask("GET", "/api/version", headers={"host": "my.test"}).status == 403
