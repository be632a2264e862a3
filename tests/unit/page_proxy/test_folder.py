"""A folder as a site: what it gives, and what it keeps."""

import os
import tempfile
from contextlib import nullcontext
from pathlib import Path

import pytest

from countermark.page_proxy.folder import ServedFolder, part_of
from countermark.page_proxy.words import SiteRequest, SiteResponse, pieces
from tests.second_user import as_another_user


@pytest.fixture
def folder(tmp_path: Path) -> ServedFolder:
    root = tmp_path / "site"
    files = {
        "index.html": "<!doctype html>home",
        "about.html": "about",
        "docs/index.html": "docs",
        "files/a b.txt": "text",
        "files/<i>.txt": "odd",
        "app.mjs": "x",
        ".env": "secret",
        ".well-known/security.txt": "mail",
        ".git/config": "secret",
        "inline-review.json": "notes",
        "inline-review.json.corrupt-20260101T000000Z": "notes",
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    (tmp_path / "outside.txt").write_text("secret")
    (root / "out.txt").symlink_to(tmp_path / "outside.txt")
    (root / "up").symlink_to(tmp_path)
    (root / "in.txt").symlink_to(root / "about.html")
    (root / "shown.txt").symlink_to(".env")
    (root / "kept").symlink_to(".git")
    (root / "mine.txt").symlink_to("inline-review.json")
    (root / "loop").symlink_to(root / "loop")
    os.mkfifo(root / "pipe")
    return ServedFolder(root.resolve(), kept_back=root.resolve() / "inline-review.json")


async def ask(folder: ServedFolder, target: str, method: bytes = b"GET", **headers: str) -> tuple[SiteResponse, bytes]:
    asking = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    answer = await folder.ask(SiteRequest(method, target.encode(), asking, b"localhost", pieces(), 0))
    return answer, b"".join([piece async for piece in answer.body])


@pytest.mark.parametrize(
    ("target", "body", "kind"),
    [
        ("/", "<!doctype html>home", "text/html; charset=utf-8"),
        ("/index.html?v=1", "<!doctype html>home", "text/html; charset=utf-8"),
        ("/about", "about", "text/html; charset=utf-8"),
        ("/docs/", "docs", "text/html; charset=utf-8"),
        ("/files/a%20b.txt", "text", "text/plain; charset=utf-8"),
        ("/app.mjs", "x", "text/javascript; charset=utf-8"),
        ("/in.txt", "about", "text/plain; charset=utf-8"),
        ("/.well-known/security.txt", "mail", "text/plain; charset=utf-8"),
    ],
)
async def test_files(folder: ServedFolder, target: str, body: str, kind: str) -> None:
    answer, got = await ask(folder, target)
    assert (answer.status, got.decode()) == (200, body)
    assert dict(answer.headers)[b"content-type"].decode() == kind


@pytest.mark.parametrize(
    "target",
    [
        "/missing",
        "/../outside.txt",
        "/%2e%2e/outside.txt",
        "/..%2foutside.txt",
        "/up/outside.txt",
        "/up/",
        "/out.txt",
        "/loop",
        "/pipe",
        "/.env",
        "/%2eenv",
        "/inline-review.json",
        "/inline-review.json.corrupt-20260101T000000Z",
        "/shown.txt",
        "/shown",
        "/kept/",
        "/kept/config",
        "/mine.txt",
        "/INLINE%00",
        "/about.html/",
        "/index.html/x",
    ],
)
async def test_kept(folder: ServedFolder, target: str) -> None:
    answer, got = await ask(folder, target)
    assert answer.status == 404
    assert b"secret" not in got
    assert b"notes" not in got


async def test_a_folder_without_an_index_is_a_list_of_what_may_be_seen(folder: ServedFolder) -> None:
    answer, got = await ask(folder, "/files/")
    assert answer.status == 200
    assert b'<a href="a%20b.txt">a b.txt</a>' in got
    assert b"&lt;i&gt;.txt" in got
    answer, _ = await ask(folder, "/files?a=1")
    assert (answer.status, dict(answer.headers)[b"location"]) == (301, b"/files/?a=1")
    answer, _ = await ask(folder, "//files")
    assert dict(answer.headers)[b"location"] == b"/files/"


async def test_a_page_of_its_own_for_what_is_missing(folder: ServedFolder, tmp_path: Path) -> None:
    (tmp_path / "site" / "404.html").write_text("<!doctype html>lost")
    answer, got = await ask(folder, "/missing")
    assert (answer.status, got) == (404, b"<!doctype html>lost")


async def test_a_copy_that_is_still_good(folder: ServedFolder, tmp_path: Path) -> None:
    answer, _ = await ask(folder, "/about.html")
    told = dict(answer.headers)
    assert (await ask(folder, "/about.html", if_none_match=told[b"etag"].decode()))[0].status == 304
    assert (await ask(folder, "/about.html", if_modified_since=told[b"last-modified"].decode()))[0].status == 304
    (tmp_path / "site" / "about.html").write_text("other")
    assert (await ask(folder, "/about.html", if_none_match=told[b"etag"].decode()))[0].status == 200


async def test_parts_of_a_file(folder: ServedFolder) -> None:
    answer, got = await ask(folder, "/about.html", range="bytes=1-2")
    assert (answer.status, got, dict(answer.headers)[b"content-range"]) == (206, b"bo", b"bytes 1-2/5")
    answer, _ = await ask(folder, "/about.html", range="bytes=9-")
    assert answer.status == 416
    answer, got = await ask(folder, "/about.html", range="bytes=1-2", if_range='"other"')
    assert (answer.status, got) == (200, b"about")


@pytest.mark.parametrize(
    ("wanted", "part"),
    [
        (b"bytes=0-0", (0, 0)),
        (b"bytes=5-", (5, 9)),
        (b"bytes=-3", (7, 9)),
        (b"bytes=-99", (0, 9)),
        (b"bytes=3-99", (3, 9)),
        (b"bytes=5-3", None),
        (b"bytes=-", None),
        (b"bytes=0-1,3-4", None),
        (b"bytes=10-", (1, 0)),
        (b"bytes=-0", (1, 0)),
    ],
)
def test_which_part(wanted: bytes, part: tuple[int, int] | None) -> None:
    assert part_of(wanted, 10) == part


async def test_a_page_says_its_letters_itself(folder: ServedFolder, tmp_path: Path) -> None:
    (tmp_path / "site" / "old.html").write_bytes(b"<!doctype html><meta charset=iso-8859-1>\xe9")
    answer, _ = await ask(folder, "/old.html")
    assert dict(answer.headers)[b"content-type"] == b"text/html"


async def test_it_can_only_be_read(folder: ServedFolder) -> None:
    assert (await ask(folder, "/", b"POST"))[0].status == 405


async def test_what_may_not_be_read_is_refused_in_words() -> None:
    with tempfile.TemporaryDirectory() as made:
        root = Path(made).resolve()
        root.chmod(0o755)
        (root / "closed").mkdir()
        for name in ("page.html", "picture.png", "closed"):
            (root / name).touch()
            (root / name).chmod(0)
        with as_another_user() if os.getuid() == 0 else nullcontext():
            for target in ("/page.html", "/page", "/picture.png", "/closed/"):
                answer, body = await ask(ServedFolder(root, kept_back=root / "inline-review.json"), target)
                assert answer.status == 403
                assert b"does not let page review read this" in body
