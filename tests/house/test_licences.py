"""What people get with the program may travel with it: each licence is permissive, and its text is there."""

import re
from importlib.metadata import PackageNotFoundError, metadata

import pytest

from tests.house.layout import ROOT
from tests.house.test_locks import pins

STATIC = ROOT / "src" / "countermark" / "static"
# The list of the design (docs/decisions/0039): an SPDX identifier is here or the package is not.
PERMISSIVE = {
    *("MIT", "MIT-0", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "ISC", "PSF-2.0", "MPL-2.0", "OFL-1.1"),
}
# Packages that declare their licence in an older way, and those of other systems: read from their files by hand.
READ_BY_HAND = {
    "apprise": "BSD-2-Clause",
    "bottle": "MIT",
    "certifi": "MPL-2.0",
    "charset-normalizer": "MIT",
    "clr-loader": "MIT",  # Windows
    "comrak": "MIT AND BSD-2-Clause",  # the binding; the Rust library in it
    "h11": "MIT",
    "httpx2-jsfetch": "BSD-3-Clause",  # Emscripten
    "mcp": "MIT",
    "mcp-types": "MIT",
    "nh3": "MIT",
    "oauthlib": "BSD-3-Clause",
    "pathspec": "MPL-2.0",
    "pluggy": "MIT",
    "proxy-tools": "MIT",
    "pyobjc-core": "MIT",  # macOS, as those that follow
    "pyobjc-framework-cocoa": "MIT",
    "pyobjc-framework-quartz": "MIT",
    "pyobjc-framework-security": "MIT",
    "pyobjc-framework-uniformtypeidentifiers": "MIT",
    "pyobjc-framework-webkit": "MIT",
    "pythonnet": "MIT",  # Windows
    "pywebview": "BSD-3-Clause",
    "pywin32": "PSF-2.0",  # Windows
    "pyyaml": "MIT",
    "qtpy": "MIT",  # OpenBSD
    "requests": "Apache-2.0",
    "requests-oauthlib": "ISC",
    "tree-sitter": "MIT",
    "tree-sitter-bash": "MIT",
    "trove-classifiers": "Apache-2.0",
    "tzdata": "Apache-2.0",  # Windows
    "uvloop": "MIT OR Apache-2.0",
}
# In the page: khroma's package has the text of its licence (MIT) and not its name.
READ_BY_HAND_IN_THE_PAGE = {"khroma": "MIT"}
HEAD = r"^## \S+ - \d[^\n]*$"  # a licence may have headings of its own
SECTION = re.compile(
    rf"^## (?P<name>\S+) - \S+(?: \((?P<licence>[^\n]+)\))?\n+(?P<text>(?:(?!{HEAD})[\s\S])*)", re.MULTILINE
)
FONTS = re.compile(r"((?:^\S+\.woff2\n)+)\n((?:(?!^\S+\.woff2$)[\s\S])*)", re.MULTILINE)
WORDS_OF_A_LICENCE = 100
# What a person may have installed; but for Qt (`desktop-qt`, LGPL-3.0), which they choose and we never bring along.
WITH_THE_EXTRA = {**pins("run"), **pins("notify"), **pins("desktop")}


def is_permissive(expression: str) -> bool:
    """Whether an SPDX expression leaves a choice that the list has: all parts of AND, one part of OR."""
    text = expression.strip()
    while (inner := re.search(r"\(([^()]*)\)", text)) is not None:
        text = text.replace(inner.group(), "MIT" if is_permissive(inner.group(1)) else "unlisted")
    return any(all(part.strip() in PERMISSIVE for part in way.split(" AND ")) for way in text.split(" OR "))


def declared(name: str) -> str:
    """The licence of an installed package, as it declares it itself or as it was read by hand."""
    try:
        own = metadata(name).json.get("license_expression")
    except PackageNotFoundError:
        own = None
    return str(own) if own else READ_BY_HAND.get(name, "unknown")


def shipped(name: str) -> str:
    return (STATIC / "licences" / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", WITH_THE_EXTRA)
def test_what_is_installed_at_run_time_is_permissive(name: str) -> None:
    assert is_permissive(declared(name)), f"{name}: {declared(name)}"


def test_what_was_read_by_hand_is_still_needed() -> None:
    assert [name for name in READ_BY_HAND if name not in WITH_THE_EXTRA] == []


@pytest.mark.parametrize(
    ("expression", "permitted"),
    [
        ("GPL-2.0-or-later", False),
        ("unknown", False),
        ("MIT AND GPL-3.0-only", False),
        ("MIT OR GPL-3.0-only", True),
        ("MPL-2.0 AND (Apache-2.0 OR MIT)", True),
        ("MPL-2.0 AND (LGPL-2.1-only OR EPL-2.0)", False),
    ],
)
def test_an_expression_is_read_whole(expression: str, permitted: bool) -> None:
    assert is_permissive(expression) is permitted


def test_the_scripts_of_the_page_come_with_their_licences() -> None:
    bundled = {match["name"]: match for match in SECTION.finditer(shipped("scripts.txt"))}
    assert {"preact", "@preact/signals", "@preact/signals-core"} <= bundled.keys()
    for name, match in bundled.items():
        assert is_permissive(match["licence"]), name
        assert len(match["text"].split()) > WORDS_OF_A_LICENCE, f"{name} comes without the text of its licence"


@pytest.mark.parametrize(
    ("engine", "package", "textless"),
    [
        ("mermaid", "mermaid", {"fastdom"}),  # its package has the text among other words; ours has it apart
        ("graphviz", "@viz-js/viz", {"@viz-js/viz"}),
        ("formulas", "temml", set()),
    ],
)
def test_what_draws_comes_with_its_licences(engine: str, package: str, textless: set[str]) -> None:
    bundled = {match["name"]: match for match in SECTION.finditer(shipped(f"drawings-{engine}.txt"))}
    assert package in bundled
    for name, match in bundled.items():
        assert is_permissive(match["licence"] or READ_BY_HAND_IN_THE_PAGE.get(name, "unknown")), name
    short = {name for name, match in bundled.items() if len(match["text"].split()) < WORDS_OF_A_LICENCE}
    assert short == textless
    assert not short or "Permission is hereby granted" in shipped(f"drawings-{engine}-parts.txt")


def test_the_eclipse_licence_is_that_of_graphviz_alone_named_unmodified_and_with_its_source() -> None:
    heads = {
        path.name: re.findall(r"^## (.*) \(.*EPL.*\)$", path.read_text(encoding="utf-8"), re.MULTILINE)
        for path in (STATIC / "licences").glob("*.txt")
    }
    with_eclipse = {name: found for name, found in heads.items() if found}
    assert list(with_eclipse) == ["drawings-graphviz-parts.txt"]
    [named] = with_eclipse["drawings-graphviz-parts.txt"]
    assert re.fullmatch(r"Graphviz \d+\.\d+\.\d+", named)
    parts = shipped("drawings-graphviz-parts.txt")
    assert f"/graphviz-{named.removeprefix('Graphviz ')}.tar.gz" in parts, "where its source is to be had"
    assert "unmodified" in parts
    for version, last in (("1.0", "a jury trial in any resulting litigation."), ("2.0", "Exhibit A")):
        assert f"Eclipse Public License - v {version}" in parts
        assert last in parts
    assert re.search(r"^## Expat \d+\.\d+\.\d+ \(MIT\)$", parts, re.MULTILINE)


@pytest.mark.parametrize("part", ["overlay", "overlay-late"])
def test_the_overlay_bundles_nothing_of_others(part: str) -> None:
    assert SECTION.findall(shipped(f"{part}.txt")) == []
    assert "does not bundle any dependencies" in shipped(f"{part}.txt")


def test_each_font_comes_with_its_licence() -> None:
    fonts = {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.woff2")}
    licensed = [(names.split(), text) for names, text in FONTS.findall(shipped("fonts.txt"))]
    assert {name for names, _ in licensed for name in names} == fonts
    for names, text in licensed:
        assert "SIL OPEN FONT LICENSE Version 1.1" in text, names
