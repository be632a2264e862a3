"""The package gets into a project by the commands that its README gives, word for word; no registry is asked."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from hatch_build import node_wheel, with_path
from tests.house.layout import ROOT
from tests.sites.node_sites import NODE

COMMAND = re.compile(r"npm (?:install|pack) [^`\n]*")
STATED = {
    path: COMMAND.findall((ROOT / path).read_text())
    for path in ("integrations/pages/README.md", "docs/guides/pages.md")
}
DOORS = ("", "/vite", "/express")
LINK, PACK, INSTALL, RENAME = STATED["integrations/pages/README.md"]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "package.json").write_text('{ "name": "shop", "private": true, "type": "module" }')
    return tmp_path


def run(project: Path, *words: str | Path) -> None:
    """Run a program of node's; it must succeed."""
    done = subprocess.run([NODE, *words], cwd=project, env=with_path(NODE.parent), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def npm(project: Path, command: str) -> None:
    words = shlex.split(command.replace("/path/to/countermark", shlex.quote(str(ROOT))))[1:]
    run(project, node_wheel() / "lib/node_modules/npm/bin/npm-cli.js", *words, "--offline", "--no-audit", "--no-fund")


def must_load(project: Path, name: str) -> None:
    """Judge that each door opens, and with it what stands behind it."""
    for door in DOORS:
        run(project, "--input-type=module", "-e", f"(await import({name + door!r})).default();")


def test_a_link_to_the_folder(project: Path) -> None:
    npm(project, LINK)
    must_load(project, "countermark-pages")
    assert STATED["docs/guides/pages.md"] == [LINK]


def test_a_packed_file(project: Path) -> None:
    npm(project, PACK)
    npm(project, INSTALL)
    assert not (project / "node_modules/countermark-pages").is_symlink()
    must_load(project, "countermark-pages")


def test_the_name_that_a_configuration_has(project: Path) -> None:
    npm(project, RENAME)
    must_load(project, "astro-inline-review")
