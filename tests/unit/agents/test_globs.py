"""Which glob patterns leave their folder: every one of the first list does, to the library that agents use."""

import time

import pytest

from countermark.agents.globs import leaves_folder


@pytest.mark.parametrize(
    "pattern",
    [
        "/etc/*", "~/x", "../x", "a/../../x", "{a,../b}", "{/etc,a}/*", "{a, /etc}/*",
        "[.][.]/[.][.]/etc/passwd", r"\.\./\.\./etc/passwd", r"[\.].", "*/.[.]/x", "./[.]./x",
        ".{.,x}/etc", "{.,x}./etc", "a/{.,b/c}./etc", "{.,x}{.,y}/etc", "{,x}/etc/passwd", "{x,}/etc", "{a,,b}/etc",
        "{{,a},b}/etc", r"\/etc",
    ],
)  # fmt: skip
def test_a_pattern_that_leaves_its_folder_is_told(pattern: str) -> None:
    assert leaves_folder(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        "**/*", "*.py", "src/**/*.{ts,tsx}", "src/**/*.{test,spec}.{ts,tsx}", "{src,test}/**/*.py", ".github/**/*.yml",
        ".{env,npmrc}", "{a,b}.d.ts", "[a-z]*.md", "a..b", "**/.env", "./src/*.py", "*.{js,}", "v1.2.3/{a,b}",
    ],
)  # fmt: skip
def test_a_usual_pattern_stays_in_its_folder(pattern: str) -> None:
    assert not leaves_folder(pattern)


def test_a_pattern_made_to_be_slow_is_read_at_once() -> None:
    begun = time.process_time()
    for pattern in ("{" * 2000, "{,." * 1500, ".{" * 2000, "[.]" * 1500, "{" + ",a." * 1500):
        leaves_folder(pattern)
    assert time.process_time() - begun < 2
