"""Generated files are what their source makes of them today."""

from pathlib import Path

import pytest

from tests.house.layout import ROOT, files, named
from tools import generate


@pytest.fixture(scope="module")
def generated() -> dict[Path, str]:
    return generate.generated()


@pytest.mark.parametrize("path", [generate.OPENAPI, generate.TYPES], ids=named)
def test_a_generated_file_is_fresh(path: Path, generated: dict[Path, str]) -> None:
    assert path.read_text(encoding="utf-8") == generated[path], "run `make generate`"


def test_every_generated_file_has_a_source(generated: dict[Path, str]) -> None:
    found = files("src", "web", "docs", suffixes={".ts", ".json", ".md", ".py"})
    assert {path for path in found if ".gen." in path.name} == set(generated)


def test_a_stale_file_would_be_seen(generated: dict[Path, str]) -> None:
    description = generated[generate.OPENAPI]
    renamed = description.replace('"shown_sha256"', '"shown_digest"')
    assert generate.types(renamed) != generate.types(description)
    assert (ROOT / "Makefile").read_text(encoding="utf-8").count("tools/generate.py") == 1
