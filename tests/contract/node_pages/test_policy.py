"""A page's Content-Security-Policy, in its head or its header: our script gets its nonce, or the log says why not."""

import json
import re
import subprocess
from pathlib import Path

import httpx
import pytest

from countermark.page_side.policy import admits_own_scripts, nonce_of
from tests.contract.node_pages.bare_server import BareServer, bare
from tests.house.layout import ROOT
from tests.sites.node_sites import NODE

TAG = re.compile(r'<script type="module" src="/__inline-review/client.js"(?: nonce="([^"]*)")?></script>')
META = '<meta http-equiv="Content-Security-Policy" content="{}">'
BLOCKED = "lets no script of its own address run"
MODULE = (ROOT / "integrations/pages/lib/policy.js").as_uri()
JUDGE = """
const [address, host, ...policies] = process.argv.slice(1);
const { nonceOf, admitOwnScripts } = await import(address);
const judged = policies.map((policy) => [nonceOf(policy), admitOwnScripts(policy, { host, nonce: nonceOf(policy) })]);
console.log(JSON.stringify(judged));
"""
POLICIES = (
    *(
        "",
        "img-src 'none'",
        "script-src 'self'",
        "script-src 'none'",
        "default-src 'none'",
        "script-src *",
        "script-src http:",
    ),
    *("default-src 'none'; script-src 'self'", "script-src 'self'; script-src-elem 'none'", "SCRIPT-SRC 'NONE'"),
    *("style-src 'nonce-A'; script-src 'nonce-B'", "style-src 'nonce-A'; script-src 'self'", "style-src 'nonce-A'"),
    *("script-src 'strict-dynamic' 'self'", "script-src 'strict-dynamic' 'nonce-C'", "script-src 'unsafe-inline'"),
    *(
        "script-src http://localhost:5173",
        "script-src localhost:*",
        "script-src http://localhost:1",
        ";;script-src 'self'",
    ),
    *("default-src 'self', script-src 'nonce-D'", "default-src 'self', script-src 'none'"),
)


def page(server: BareServer, *, policy: str = "", head: str = "", path: str = "/") -> str:
    """What comes of a page."""
    pieces = [f"<!doctype html><html><head>{head}</head><body>", "<h1>Shop</h1></body></html>"]
    wish = {"piece": pieces, **({"policy": policy} if policy else {})}
    return httpx.get(f"http://localhost:{server.port}{path}", params=wish, timeout=30).text


def nonce_in(text: str) -> str | None:
    found = TAG.search(text)
    assert found is not None
    return found[1]


def test_a_policy_is_read_as_on_the_python_side() -> None:
    host = "localhost:5173"
    done = subprocess.run([NODE, "--input-type=module", "-e", JUDGE, MODULE, host, *POLICIES], capture_output=True)
    read = [[nonce_of(policy), admits_own_scripts(policy, host=host)] for policy in POLICIES]
    assert dict(zip(POLICIES, json.loads(done.stdout), strict=True)) == dict(zip(POLICIES, read, strict=True))


def test_a_header_is_heeded(tmp_path: Path) -> None:
    with bare(tmp_path) as server:
        assert nonce_in(page(server, policy="style-src 'nonce-A'; script-src 'nonce-B'")) == "B"
        assert BLOCKED not in server.said
        page(server, policy="style-src 'nonce-A'; script-src 'none'")
        assert BLOCKED in server.said


@pytest.mark.parametrize(
    "content", ["script-src 'nonce-E'", "script-src &#39;nonce-E&#39;", "script-src &#x27;nonce-E&apos;"]
)
def test_the_nonce_of_a_policy_in_the_page_is_taken(tmp_path: Path, content: str) -> None:
    with bare(tmp_path) as server:
        assert nonce_in(page(server, head=META.format(content))) == "E"
        assert BLOCKED not in server.said


@pytest.mark.parametrize(
    ("policy", "head"),
    [
        ("", META.format("script-src 'none'")),
        ("script-src 'self'", META.format("default-src https://cdn.test")),
        ("script-src 'nonce-A'", META.format("script-src 'nonce-B'")),
    ],
)
def test_a_page_that_shuts_us_out_is_named_once_in_the_log(tmp_path: Path, policy: str, head: str) -> None:
    with bare(tmp_path) as server:
        for path in ("/prices", "/prices", "/"):
            page(server, policy=policy, head=head, path=path)
        assert server.said.count("Policy") == 1
        assert f"[countermark] the Content-Security-Policy of /prices {BLOCKED}" in server.said


def test_a_page_that_has_our_tag_is_judged_by_it(tmp_path: Path) -> None:
    with bare(tmp_path) as server:
        own = '<script type="module" src="/__inline-review/client.js" nonce="A"></script>'
        assert page(server, policy="script-src 'nonce-A'", head=own).count("client.js") == 1
        assert BLOCKED not in server.said
        page(server, policy="script-src 'nonce-B'", head=own)
        assert BLOCKED in server.said
