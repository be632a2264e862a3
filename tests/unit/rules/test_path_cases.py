"""Paths that try to be somewhere else, on a real disk with real links, each with the decision that is due."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.rules.judging import book, decision, real_facts

SOURCES = """tool = ["read", "edit"]
path = "src/**"
decision = "allow"
"""
SECRETS = """tool = ["read", "edit"]
path = [".env*", "*.pem", "/secrets/**", "~/private/**", "//etc/shadow"]
decision = "deny"
"""
EVERYTHING = """tool = ["read", "edit"]
path = ["/**", "~/**", "//**"]
decision = "allow"
"""
BOOKS = {
    "sources": (SOURCES,),
    "guarded": (EVERYTHING, SECRETS),
    "both": (SOURCES, SECRETS),
    "home": ('tool = ["read", "edit"]\npath = "~/notes/*.md"\ndecision = "allow"\n',),
    "absolute": ('tool = ["read", "edit"]\npath = "//{root}/other/**"\ndecision = "allow"\n',),
    "ask": (EVERYTHING, 'tool = ["read", "edit"]\npath = "package.json"\ndecision = "ask"\n'),
    "top": ('tool = ["read", "edit"]\npath = "*.md"\ndecision = "allow"\n',),
    "names": ('tool = ["read", "edit"]\npath = "src/?id].ts"\ndecision = "allow"\n',),
}
# "{home}" and "{root}" are folders of the test; a relative path starts from the workspace, {home}/task.
CASES = [
    # What is meant, and what only looks like it.
    ("sources", "src/app.py", "allow"),
    ("sources", "./src/app.py", "allow"),
    ("sources", "src//app.py", "allow"),
    ("sources", "src/./deep/one.py", "allow"),
    ("sources", "{home}/task/src/app.py", "allow"),
    ("sources", "src/not-yet/there.py", "allow"),
    ("sources", "src/.hidden", "allow"),
    ("sources", "src/with space.py", "allow"),
    ("sources", "src/ünïcode.py", "allow"),
    ("sources", "src", "ask"),
    ("sources", "srcs/app.py", "ask"),
    ("sources", "src-evil/app.py", "ask"),
    ("sources", "SRC/app.py", "ask"),
    ("sources", "lib/src/app.py", "ask"),
    ("sources", "app.py", "ask"),
    ("sources", "{home}/task-evil/src/app.py", "ask"),
    ("sources", "{home}/src/app.py", "ask"),
    ("sources", "/src/app.py", "ask"),
    # Steps up, before and after links.
    ("sources", "src/../app.py", "ask"),
    ("sources", "src/../src/app.py", "allow"),
    ("sources", "src/../../private/key.pem", "ask"),
    ("sources", "src/deep/../../package.json", "ask"),
    ("sources", "src/../../../../../../../../etc/passwd", "ask"),
    ("sources", "../task/src/app.py", "allow"),
    ("sources", "src/into/../app.py", "ask"),
    # Links.
    ("sources", "src/same.py", "allow"),
    ("sources", "src/into/page.py", "ask"),
    ("sources", "src/key", "ask"),
    ("sources", "src/etc/passwd", "ask"),
    ("sources", "src/up/package.json", "ask"),
    ("sources", "src/up/src/app.py", "allow"),
    ("sources", "src/dangling", "ask"),
    ("sources", "src/dangling-inside", "allow"),
    ("sources", "src/loop", "ask"),
    ("sources", "src/loop/app.py", "ask"),
    ("sources", "src/itself", "ask"),
    ("sources", "src/chain", "ask"),
    ("sources", "into-src/app.py", "ask"),
    ("sources", "{home}/alias/src/app.py", "ask"),
    # More than one name.
    ("sources", "src/hard.py", "ask"),
    ("sources", "src/twin-1.py", "ask"),
    # Roundabout ways to the same file.
    ("sources", "/proc/self/root{home}/task/src/app.py", "ask"),
    ("sources", "/proc/self/cwd/src/app.py", "ask"),
    ("sources", "/dev/stdin", "ask"),
    ("sources", "/dev/fd/0", "ask"),
    ("sources", "//{home}/task/src/app.py", "allow"),
    ("sources", "~/task/src/app.py", "ask"),
    ("sources", "$HOME/task/src/app.py", "ask"),
    ("sources", "file://{home}/task/src/app.py", "ask"),
    # Characters that hide something, and what is no path.
    ("sources", "src/app\u200b.py", "ask"),
    ("sources", "src/\u202eyp.ppa", "ask"),
    ("sources", "src/app.py\n", "ask"),
    ("sources", "src/app.py\0.txt", "ask"),
    ("sources", "src/a\tb", "ask"),
    ("sources", "src\\app.py", "ask"),
    ("sources", "src/\ud800", "ask"),
    ("sources", "", "ask"),
    ("sources", "src/" + "a" * 256, "ask"),
    ("sources", "src/" + "a/" * 3000, "ask"),
    # A deny finds the file whatever leads to it.
    ("guarded", "src/app.py", "allow"),
    ("guarded", "{home}/notes/day.md", "allow"),
    ("guarded", "/srv/anything", "allow"),
    ("guarded", ".env", "deny"),
    ("guarded", ".ENV", "deny"),
    ("guarded", ".env.local", "deny"),
    ("guarded", "src/deep/.env", "deny"),
    ("guarded", "/srv/elsewhere/.env", "deny"),
    ("guarded", ".env/inside", "deny"),
    ("guarded", "env", "allow"),
    ("guarded", "x.env", "allow"),
    ("guarded", "src/../.env", "deny"),
    ("guarded", "secrets", "deny"),
    ("guarded", "secrets/", "deny"),
    ("guarded", "SECRETS/Token", "deny"),
    ("guarded", "src/secrets/token", "allow"),
    ("guarded", "secrets-not/token", "allow"),
    ("guarded", "src/key", "deny"),
    ("guarded", "src/hard.py", "ask"),
    ("guarded", "src/into-secrets/token", "deny"),
    ("guarded", "{home}/private", "deny"),
    ("guarded", "~/private/anything", "deny"),
    ("guarded", "$HOME/private/anything", "deny"),
    ("guarded", "{home}/alias/secrets/token", "deny"),
    ("guarded", "/etc/shadow", "deny"),
    ("guarded", "/ETC/Shadow", "deny"),
    ("guarded", "/etc//./shadow", "deny"),
    ("guarded", "src/etc/shadow", "deny"),
    ("guarded", "/proc/self/root/etc/shadow", "deny"),
    ("guarded", "/proc/self/task/1/root/etc/shadow", "deny"),
    ("guarded", "/proc/1/root/proc/1/root/etc/shadow", "deny"),
    ("guarded", "/proc/self/cwd/.env", "deny"),
    ("guarded", "/etc/shadow-", "allow"),
    ("guarded", "key.PEM", "deny"),
    ("guarded", "src/key.pem.txt", "allow"),
    ("guarded", "src/\u200b.env", "ask"),
    ("guarded", "\0.env", "deny"),
    ("guarded", "a/" * 3000 + ".env", "deny"),
    # Deny comes before an allow that is narrower.
    ("both", "src/.env", "deny"),
    ("both", "src/app.pem", "deny"),
    ("both", "src/app.py", "allow"),
    # Other anchors.
    ("home", "{home}/notes/day.md", "allow"),
    ("home", "../notes/day.md", "allow"),
    ("home", "{home}/notes/old/day.md", "ask"),
    ("home", "notes/day.md", "ask"),
    ("home", "{home}/notes/day.md/", "allow"),
    ("absolute", "{root}/other/file", "allow"),
    ("absolute", "../../other/file", "allow"),
    ("absolute", "{root}/others/file", "ask"),
    ("absolute", "other/file", "ask"),
    ("ask", "package.json", "ask"),
    ("ask", "src/deep/package.json", "ask"),
    ("ask", "package.jsonc", "allow"),
    ("ask", "src/manifest", "ask"),
    ("top", "README.md", "allow"),
    ("top", "docs/README.md", "ask"),
    ("names", "src/[id].ts", "allow"),
    ("names", "src/(id).ts", "ask"),
]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home folder with a workspace in it, full of links."""
    root = Path(os.path.realpath(tmp_path_factory.mktemp("disk")))
    home, work = root / "home", root / "home" / "task"
    for folder in ("src/deep", "secrets", "page"):
        (work / folder).mkdir(parents=True)
    for folder in ("private", "notes", "task-evil/src"):
        (home / folder).mkdir(parents=True)
    (root / "other").mkdir()
    files = ("src/app.py", "src/deep/one.py", "package.json", ".env", "secrets/token", "page/page.py", "app.py")
    for name in files:
        (work / name).write_text("x")
    (home / "private" / "key.pem").write_text("key")
    links = {
        "src/same.py": "app.py",
        "src/into": "../page",
        "src/key": "../../private/key.pem",
        "src/etc": "/etc",
        "src/up": "..",
        "src/dangling": "../gone/nothing",
        "src/dangling-inside": "not-yet.py",
        "src/loop": "pool",
        "src/pool": "loop",
        "src/itself": "itself",
        "src/chain": "chain-2",
        "src/chain-2": "../../private",
        "src/into-secrets": "../secrets",
        "src/manifest": "../package.json",
        "into-src": "src",
    }
    for name, target in links.items():
        (work / name).symlink_to(target)
    (home / "alias").symlink_to("task")
    (work / "src" / "hard.py").hardlink_to(home / "private" / "key.pem")
    (work / "src" / "twin-1.py").write_text("x")
    (work / "src" / "twin-2.py").hardlink_to(work / "src" / "twin-1.py")
    return root


def test_there_are_enough_cases() -> None:
    assert len(CASES) >= 80
    assert len(set(CASES)) == len(CASES)


@pytest.mark.parametrize("tool", ["read", "edit"])
@pytest.mark.parametrize(
    ("rules", "path", "expected"), CASES, ids=[f"{rules}-{path[:40]!r}" for rules, path, _ in CASES]
)
def test_a_path(root: Path, rules: str, path: str, expected: str, tool: str) -> None:
    home = str(root / "home")
    work = f"{home}/task"
    texts = [text.replace("{root}", str(root)[1:]) for text in BOOKS[rules]]
    place = path.replace("{home}", home).replace("{root}", str(root))
    assert decision(book(*texts), tool, place, cwd=work, facts=real_facts(home=home, workspace=work)) == expected


STEPS = st.sampled_from(
    "src deep into up key etc loop chain into-secrets alias task secrets page .. . app.py one.py hard.py twin-1.py "
    "same.py dangling manifest not-there SRC .env private proc self root cwd".split()
)


@given(steps=st.lists(STEPS, min_size=1, max_size=8), start=st.sampled_from(["", "src/", "{home}/", "/", "./", "../"]))
def test_what_is_allowed_opens_a_file_that_is_meant(root: Path, steps: list[str], start: str) -> None:
    """Beside the system itself: whoever opens an allowed path, with or without tidying it, is in `src` of the task."""
    home = str(root / "home")
    work, path = f"{home}/task", start.replace("{home}", home) + "/".join(steps)
    rules = book(*BOOKS["sources"], *BOOKS["guarded"][1:])
    facts = real_facts(home=home, workspace=work)
    decided = decision(rules, "edit", path, cwd=work, facts=facts)
    whole = f"{work}/{path}" if not path.startswith("/") else path
    for opened in {os.path.realpath(whole), os.path.realpath(os.path.normpath(whole))}:
        if decided == "allow":
            assert opened.startswith(f"{work}/src/")
            assert Path(opened).is_dir() or not Path(opened).exists() or Path(opened).stat().st_nlink == 1
        if opened.startswith((f"{work}/secrets", f"{home}/private")):
            assert decided == "deny"
