"""The rooms of web/src: every module is reached from a page, no imports run in a loop, and a name means one thing."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import hatch_build
from tests.house.layout import ROOT

WEB = ROOT / "web"
KNIP = WEB / "node_modules" / "knip" / "bin" / "knip.js"
SAMPLE = {
    "package.json": '{"name": "sample", "type": "module"}',
    "knip.json": '{"entry": ["src/main.ts!"], "project": ["src/**!"], "cycles": {"dynamicImports": true}}',
    "src/main.ts": 'import { one } from "./one";\nvoid one();\n',
    "src/one.ts": 'import type { Shape } from "./shape";\nexport const one = (): Shape | null => null;\n',
    "src/shape.ts": 'import { one } from "./one";\nexport interface Shape {\n  of: typeof one;\n}\n',
}


def unreached(folder: Path) -> Iterator[str]:
    """The modules that no page needs (tests do not count), and the loops (imports of types do not count)."""
    command, environment = hatch_build.node_command()
    arguments = ("--production", "--include", "files,cycles", "--reporter", "json", "--no-progress")
    done = subprocess.run(
        [*command, str(KNIP), *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode in (0, 1), done.stderr
    for issue in json.loads(done.stdout)["issues"]:
        yield from (f"not reached: {each['name']}" for each in issue["files"])
        yield from (" > ".join(part["name"] for part in loop) for loop in issue["cycles"])


def put(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def test_every_module_is_reached_and_none_in_a_loop() -> None:
    assert list(unreached(WEB)) == []


def test_a_stray_module_and_a_loop_would_be_seen(tmp_path: Path) -> None:
    put(tmp_path, SAMPLE)
    assert list(unreached(tmp_path)) == []
    put(tmp_path, {"src/stray.ts": "export const stray = 1;\n"})
    assert list(unreached(tmp_path)) == ["not reached: src/stray.ts"]
    put(
        tmp_path,
        {"src/shape.ts": 'import { one } from "./one";\nexport type Shape = typeof one;\nexport const other = one;\n'},
    )
    put(tmp_path, {"src/one.ts": 'import { other } from "./shape";\nexport const one = (): unknown => other;\n'})
    assert len(list(unreached(tmp_path))) == 2
