"""Source hints are relative to the project, or there is none."""

import pytest

from countermark.model.pages.annotations import PageAnnotation
from countermark.model.pages.sources import own_file, with_own_source

ROOTS = ("/home/me/site", "/real/site/")
BARE = {"id": "1", "pageUrl": "/", "note": "n", "type": "text"}


@pytest.mark.parametrize(
    ("told", "file"),
    [
        ("src/App.tsx", "src/App.tsx"),
        ("./src/App.tsx", "src/App.tsx"),
        ("src\\pages\\index.astro", "src/pages/index.astro"),
        ("/home/me/site/src/pages/index.astro", "src/pages/index.astro"),
        ("/real/site/app.vue", "app.vue"),
        ("file:///home/me/site/my%20pages/a.vue", "my pages/a.vue"),
        ("/home/me/site/src/App.tsx?t=17#x", "src/App.tsx"),
    ],
)
def test_a_place_in_the_project(told: str, file: str) -> None:
    assert own_file(told, roots=ROOTS) == file


@pytest.mark.parametrize(
    "told",
    [
        "", ".", "/", "/home/me/site", "/home/me/site/", "/home/me/site-2/a.vue", "/home/me/other/a.vue", "/etc/passwd",
        "../other/a.vue", "src/../../a.vue", "/home/me/site/../other/a.vue", "C:\\Users\\me\\site\\a.vue",
        "file:///C:/Users/me/a.vue", "http://localhost:3000/_next/static/chunks/app.js", "webpack-internal:///./a.tsx",
        "/_next/static/chunks/app.js", "/home/me/site/.next/server/app/page.js", "node_modules/x/y.js", "data:,x",
    ],
)  # fmt: skip
def test_what_leads_elsewhere_is_dropped(told: str) -> None:
    assert own_file(told, roots=ROOTS) is None


def test_a_folder_of_another_system() -> None:
    assert own_file("C:\\Users\\me\\site\\src\\a.vue", roots=["C:\\Users\\me\\site"]) == "src/a.vue"
    assert own_file("file:///C:/Users/me/site/a.vue", roots=["C:\\Users\\me\\site"]) == "a.vue"


def test_the_hint_goes_as_a_whole_and_nothing_else() -> None:
    hint = {"file": "/home/me/site/a.vue", "line": 3, "component": "A"}
    kept = with_own_source(PageAnnotation({**BARE, "source": hint}), roots=ROOTS)
    assert kept.raw == {**BARE, "source": {**hint, "file": "a.vue"}}
    assert with_own_source(PageAnnotation({**BARE, "source": {**hint, "file": "/tmp/a"}}), roots=ROOTS).raw == BARE
    bare = PageAnnotation(BARE)
    assert with_own_source(bare, roots=ROOTS) is bare
