"""The rooms of web/src: every module is reached from a page, no imports run in a loop, and a name means one thing."""

import json
import re
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import hatch_build
from tests.house.layout import ROOT, files

WEB = ROOT / "web"
KNIP = WEB / "node_modules" / "knip" / "bin" / "knip.js"
ROOMS = WEB / "src"
# Classes, types and components that other modules see.
EXPORTED = re.compile(r"^export (?:abstract )?(?:class|interface|type|const|function) ([A-Z]\w*[a-z]\w*)", re.MULTILINE)
FEW = 4  # files of one prefix in a folder; five are a folder of their own
# Entries of a page file: as the wire has them, as the overlay reads them, as the desk shows them.
TWINS = {"PageNote", "PageProblem", "PageReply"}
# TEMPORARY, until issue 10 has decided on the resolve track: these go.
UNSETTLED = {"Annotation", "AnnotationStatus", "Place", "Segment"}
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


def rooms_of_names(paths: Iterable[Path], *, root: Path) -> dict[str, set[str]]:
    """In which rooms each exported name is declared."""
    rooms: dict[str, set[str]] = defaultdict(set)
    for path in paths:
        for name in EXPORTED.findall(path.read_text(encoding="utf-8")):
            rooms[name].add(path.relative_to(root).parts[0])
    return rooms


def ambiguous(rooms: dict[str, set[str]]) -> list[str]:
    """The names with two meanings; a value of the state may have the name of its wire shape."""
    return sorted(name for name, of in rooms.items() if len(of) > 1 and of != {"wire", "state"} and name not in TWINS)


def crowds(paths: Iterable[Path]) -> list[str]:
    """Prefixes that too many files of one folder share."""
    prefixes = Counter((path.parent, path.name.split(".")[0].split("_")[0]) for path in paths)
    return sorted(f"{folder.name}/{prefix}_" for (folder, prefix), count in prefixes.items() if count > FEW)


def modules() -> list[Path]:
    return files("web/src", suffixes={".ts", ".tsx", ".css"})


def test_a_name_means_one_thing() -> None:
    assert set(ambiguous(rooms_of_names(modules(), root=ROOMS))) <= UNSETTLED


def test_five_files_of_one_prefix_are_a_folder() -> None:
    assert crowds(modules()) == []


def test_a_second_meaning_and_a_crowd_would_be_seen(tmp_path: Path) -> None:
    put(
        tmp_path,
        {"wire/one.ts": "export interface Mark {}\n", "state/two.ts": "export type Mark = 1;\nexport class Bar {}\n"},
    )
    put(tmp_path, {"desk/three.tsx": "export const Bar = () => null;\nexport const BAR = 1;\nconst Mark = 1;\n"})
    assert ambiguous(rooms_of_names(tmp_path.rglob("*.ts*"), root=tmp_path)) == ["Bar"]
    put(tmp_path, {f"desk/bar_{number}.ts": "" for number in range(FEW + 1)})
    assert crowds(tmp_path.rglob("*.ts*")) == ["desk/bar_"]
