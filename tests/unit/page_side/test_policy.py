"""What a Content-Security-Policy lets in."""

import pytest

from countermark.page_side.policy import admits_own_scripts, nonce_of


@pytest.mark.parametrize(
    ("policy", "nonce"),
    [
        ("script-src 'nonce-abc'", "abc"),
        ("default-src 'self' 'nonce-a+/_-='; img-src *", "a+/_-="),
        ("script-src-elem 'nonce-elem'; script-src 'nonce-src'", "elem"),
        ("default-src 'nonce-no'; script-src 'self'", None),
        ("style-src 'nonce-no'", None),
        ("img-src *, script-src 'nonce-second'", "second"),
        ("", None),
    ],
)
def test_the_nonce_for_a_script(policy: str, nonce: str | None) -> None:
    assert nonce_of(policy) == nonce


@pytest.mark.parametrize(
    ("policy", "admitted"),
    [
        ("", True),
        ("img-src 'none'", True),
        ("default-src 'self'", True),
        ("script-src 'SELF'", True),
        ("SCRIPT-SRC *", True),
        ("script-src http:", True),
        ("script-src http://localhost:5173", True),
        ("script-src localhost:*", True),
        ("script-src 'nonce-abc' 'strict-dynamic'", True),
        ("script-src 'none'", False),
        ("script-src", False),
        ("script-src 'self' 'strict-dynamic'", False),
        ("default-src 'none'", False),
        ("default-src *; script-src https://cdn.example", False),
        ("script-src 'sha256-abc'", False),
        ("script-src 'self', script-src 'none'", False),
    ],
)
def test_scripts_of_the_sites_own_address(policy: str, admitted: bool) -> None:
    assert admits_own_scripts(policy, host="localhost:5173") is admitted
