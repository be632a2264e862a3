"""Links that the hub and the page must read alike: tests/vectors/shares/*.json; web/tests/shares.test.ts has the same.

To write them anew: `python -m tests.unit.sharing.test_share_vectors`.
"""

import json
import zlib
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from countermark.model.annotations import AnnotationKind
from countermark.model.errors import BadInput
from countermark.model.places import Place
from countermark.model.shares import MAX_SHARED_BYTES, SharedMark, SharedReview
from countermark.sharing.link import encoded, link_to, opened
from countermark.sharing.shared_json import to_json

VECTORS = Path(__file__).parents[2] / "vectors" / "shares"
BASE = "http://127.0.0.1:4747"


def fixed(count: int) -> bytes:
    return bytes(range(count))


def review() -> SharedReview:
    """With signs of several planes, and marks of two people."""
    mark = SharedMark(
        id="an_00000000000000000000000001", author="Ada", kind=AnnotationKind.REPLACEMENT, text="Move it. 🙂",
        quote="Move the till.", place=Place("b2", 0, "b2", 14), lines=(3, 3), occurrence=(1, 2),
    )  # fmt: skip
    note = SharedMark(id="an_00000000000000000000000002", author="Bob", kind=AnnotationKind.NOTE, words="Gut so.")
    return SharedReview(
        title="Café",
        text="# Café\n\nMove the till. مرحبا\n",
        author="Ada",
        marks=(mark, note),
        review="rv_1",
        made_at=5,
    )


def sealed(told: bytes) -> str:
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    body = AESGCM(fixed(32)).encrypt(fixed(12), deflate.compress(told) + deflate.flush(), b"cm1")
    return f"{BASE}/#cm1.{encoded(fixed(12) + body)}.{encoded(fixed(32))}"


def cases() -> dict[str, dict[str, Any]]:
    """By name: a link, and what it carries or a word of why it does not open."""
    link, told = link_to(review(), BASE, randomness=fixed), json.loads(json.dumps(to_json(review())))
    head, payload, key = link.rsplit(".", 2)
    middle = len(payload) // 2
    changed = payload[:middle] + ("A" if payload[middle] != "A" else "B") + payload[middle + 1 :]
    return {
        "whole": {"link": link, "carries": told},
        "broken_by_a_chat": {"link": f"<{link[:70]}\n {link[70:]}\u200b>", "carries": told},
        "in_a_sentence": {"link": f"{link}).", "carries": told},
        "in_a_message": {"link": f"Plan #3, see {link} and tell me.\nAda", "carries": told},
        "with_a_parameter": {"link": f"{link}&utm_source=chat", "carries": told},
        "no_number": {"link": sealed(b'{"countermark":1,"at":NaN}'), "error": "no JSON"},
        "empty": {"link": sealed(b'{"countermark":1}'), "carries": {}},
        "wrong_key": {"link": f"{head}.{payload}.{encoded(b'k' * 32)}", "error": "key is wrong"},
        "changed": {"link": f"{head}.{changed}.{key}", "error": "key is wrong"},
        "cut_in_the_key": {"link": link[:-20], "error": "cut"},
        "cut_in_the_middle": {"link": link[: len(link) // 2], "error": "cut"},
        "cut_early": {"link": f"{BASE}/#cm1.", "error": "cut"},
        "longer_key": {"link": f"{link}AAAA", "error": "too long"},
        "other_version": {"link": link.replace("#cm1.", "#cm2."), "error": "version 2"},
        "other_form": {"link": sealed(b'{"countermark":2}'), "error": "version"},
        "no_json": {"link": sealed(b"{"), "error": "no JSON"},
        "not_ours": {"link": sealed(b"[]"), "error": "nothing that Countermark"},
        "bomb": {"link": sealed(b" " * (MAX_SHARED_BYTES + 1)), "error": "more than 5 MB"},
        "no_link": {"link": "https://example.org/#top", "error": "no link"},
    }


@pytest.mark.parametrize("file", sorted(VECTORS.glob("*.json")), ids=lambda file: str(file.stem))
def test_the_hub_reads_each_link_as_the_page_does(file: Path) -> None:
    case = json.loads(file.read_text())
    if "error" in case:
        with pytest.raises(BadInput, match=case["error"]) as refused:
            opened(case["link"])
        assert refused.value.hint
    else:
        found = to_json(opened(case["link"]))
        assert {name: found[name] for name in case["carries"]} == case["carries"]


def test_the_vectors_are_those_of_this_module() -> None:
    assert {file.stem for file in VECTORS.glob("*.json")} == set(cases())


if __name__ == "__main__":
    VECTORS.mkdir(exist_ok=True)
    for name, case in cases().items():
        VECTORS.joinpath(f"{name}.json").write_text(json.dumps(case, ensure_ascii=False, indent=1) + "\n")
