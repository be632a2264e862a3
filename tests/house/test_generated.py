"""Generated files are what their source makes of them today."""

from pathlib import Path

import pytest

from tests.house.layout import files, named
from tools import generate


@pytest.mark.parametrize("path", generate.FILES, ids=named)
def test_a_generated_file_is_fresh(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == generate.FILES[path](), "run `make generate`"


def test_every_generated_file_has_a_source() -> None:
    found = files("src", "web", "docs", suffixes={".ts", ".json", ".md", ".py"})
    assert {path for path in found if ".gen." in path.name} == set(generate.FILES)


def test_a_renamed_field_changes_the_types() -> None:
    description = generate.openapi()
    assert generate.types(description.replace('"shown_sha256"', '"shown_digest"')) != generate.types(description)
