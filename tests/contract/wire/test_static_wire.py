"""The desk's page: packed, cached, never more than what was built."""

import gzip
from pathlib import Path

import pytest

from countermark.http_api.routes.static_files import read_parts
from tests.contract.wire.raw_client import Answer, exchange, request
from tests.contract.wire.small_desk import PAGE, Target, small_desk

SCRIPT = "/assets/desk-1a2b3c.js"


def get(target: Target, path: str, *, method: str = "GET", **headers: str) -> Answer:
    """A file as a browser asks for it that is not signed in."""
    dashed = {name.replace("_", "-"): value for name, value in headers.items()}
    octets = request(method, path, host=target.host, headers=dashed)
    answer = exchange(target.address, octets, head_only=method == "HEAD")
    assert answer is not None
    return answer


@pytest.mark.parametrize("path", ["/", "/reviews/rv_1", "/journal", "/index.html"])
def test_every_view_is_the_one_page(small: Target, path: str) -> None:
    answer = get(small, path)
    assert answer.status == 200
    assert answer.body.decode() == PAGE
    assert answer.header("content-type") == "text/html; charset=utf-8"
    assert answer.header("cache-control") == "no-cache"


def test_hashed_parts_are_kept_for_ever(small: Target) -> None:
    answer = get(small, SCRIPT)
    assert answer.header("content-type") == "text/javascript; charset=utf-8"
    assert answer.header("cache-control") == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("offer", ["gzip", "br, gzip, zstd", "GZIP;q=0.5"])
def test_a_packed_part_is_the_part(small: Target, offer: str) -> None:
    answer = get(small, SCRIPT, Accept_Encoding=offer)
    assert answer.header("content-encoding") == "gzip"
    assert answer.header("vary") == "accept-encoding"
    assert gzip.decompress(answer.body) == get(small, SCRIPT).body


@pytest.mark.parametrize("offer", ["", "br", "gzip;q=0", "gzip;q=0.000", "xgzip"])
def test_who_cannot_unpack_gets_it_plain(small: Target, offer: str) -> None:
    assert get(small, SCRIPT, Accept_Encoding=offer).header("content-encoding") is None


def test_what_the_browser_has_is_not_sent_again(small: Target) -> None:
    plain = get(small, "/").header("etag") or ""
    packed = get(small, "/", Accept_Encoding="gzip").header("etag") or ""
    assert plain != packed
    for known in (plain, f"W/{plain}", f'"other", {plain}', "*"):
        answer = get(small, "/", If_None_Match=known)
        assert (answer.status, answer.body) == (304, b"")
        assert answer.header("etag") == plain
        assert "content-security-policy" in {name for name, _ in answer.headers}
    assert get(small, "/", If_None_Match=packed).status == 200


def test_head_says_the_same_without_the_body(small: Target) -> None:
    head, whole = get(small, "/", method="HEAD"), get(small, "/")
    assert head.status == 200
    assert head.headers == whole.headers


@pytest.mark.parametrize("path", ["/no.such", "/assets/none.js", "/assets/desk-1a2b3c.js/x.js", "/index.html.gz"])
def test_what_was_not_built_is_not_there(small: Target, path: str) -> None:
    answer = get(small, path)
    assert (answer.status, answer.code) == (404, "not_found")


def test_only_files_of_the_folder_are_parts(tmp_path: Path) -> None:
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text("page")
    (static / "big.js").write_text("x" * 4000)
    (static / "big.js.gz").write_bytes(gzip.compress(b"x" * 4000))
    (tmp_path / "secret.txt").write_text("secret")
    (static / "link.txt").symlink_to(tmp_path / "secret.txt")
    (static / "up").symlink_to(tmp_path)
    parts = read_parts(static)
    assert sorted(parts) == ["/big.js", "/index.html"]
    assert parts["/big.js"].packed == (static / "big.js.gz").read_bytes()


def test_a_page_that_is_not_built_says_how_and_is_there_once_it_is(home: Path) -> None:
    with small_desk(home) as target:
        assert get(target, "/").status == 200
    page = home / "static" / "index.html"
    page.unlink()
    with small_desk(home) as target:
        missing = get(target, "/reviews/rv_1")
        assert missing.status == 503
        assert b"make web" in missing.body
        assert missing.header("cache-control") == "no-store"
        page.write_text("built")
        assert get(target, "/reviews/rv_1").body == b"built"


@pytest.mark.parametrize("engine", ["mermaid", "graphviz", "formulas"])
def test_a_drawing_frame_has_a_policy_of_its_own_and_no_origin(small: Target, engine: str) -> None:
    answer = get(small, f"/drawings/{engine}.html")
    assert answer.status == 200
    policy = (answer.header("content-security-policy") or "").split("; ")
    assert policy[0] == "default-src 'none'"
    assert {"sandbox allow-scripts", "frame-ancestors 'self'", "form-action 'none'", "base-uri 'none'"} <= set(policy)
    assert not [rule for rule in policy if rule.startswith(("connect-src", "img-src", "font-src", "frame-src"))]
    assert answer.header("cross-origin-resource-policy") == "same-origin"
    known = get(small, f"/drawings/{engine}.html", If_None_Match=answer.header("etag") or "")
    assert (known.status, known.header("content-security-policy")) == (304, "; ".join(policy))


def test_only_the_frame_of_graphviz_compiles_and_starts_a_worker(small: Target) -> None:
    policies = {
        engine: (get(small, f"/drawings/{engine}.html").header("content-security-policy") or "").split("; ")
        for engine in ("mermaid", "formulas", "graphviz")
    }
    assert policies["mermaid"] == policies["formulas"]
    assert "script-src 'unsafe-inline'" in policies["mermaid"]
    more = set(policies["graphviz"]) - set(policies["mermaid"])
    assert more == {"script-src 'unsafe-inline' 'wasm-unsafe-eval'", "worker-src blob:"}
    loose = [
        path
        for path in ("/", "/drawings/none.html", "/drawings/graphviz.html/x")
        if "wasm" in (get(small, path).header("content-security-policy") or "")
    ]
    assert loose == []


@pytest.mark.parametrize("path", ["/drawings/none.html", "/drawings/mermaid.html/x", "/drawings/../index.html", "/"])
def test_nothing_else_has_the_policy_of_a_drawing_frame(small: Target, path: str) -> None:
    assert "unsafe-inline" not in (get(small, path).header("content-security-policy") or "")
