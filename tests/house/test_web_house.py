"""The rooms of web/src: every module and export is needed, no imports run in a loop, and a name means one thing."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tests.house.layout import ROOT, files

ROOMS = ROOT / "web" / "src"
# Classes, types and components that other modules see.
EXPORTED = re.compile(r"^export (?:abstract )?(?:class|interface|type|const|function) ([A-Z]\w*[a-z]\w*)", re.MULTILINE)
FEW = 4  # files of one prefix in a folder; five are a folder of their own
# An annotation of a page file as the overlay reads it (names of seed 002), beside the mark of a plan on the wire.
TWINS = {"Annotation", "AnnotationStatus"}
IMPORTED = re.compile(r"""(?:\bimport\s*\(\s*|\bfrom\s+|^import\s+)["'](\.[^"']+)["']""", re.MULTILINE)
TYPES_ALONE = re.compile(r"""^(?:import|export) type [^;]*? from ["'][^"']+["'];?$""", re.MULTILINE | re.DOTALL)
PAGES = (
    *("desk/main.tsx", "overlay/main.ts", "overlay/late.ts"),
    *("drawings/mermaid.ts", "drawings/graphviz.ts", "drawings/formulas.ts"),
)
DECLARED = re.compile(
    r"^export (?:async )?(?:abstract )?(?:class|interface|type|const|let|function\*?) ([\w$]+)", re.MULTILINE
)
NAMED = re.compile(r"""^(import|export) (?:type )?\{([^}]*)\} from ["'](\.[^"']+)["']""", re.MULTILINE)
WHOLE = re.compile(r"""(?:\* as \w+ from |\bimport\s*\(\s*)["'](\.[^"']+)["']""")
ALL = "*"


def imports(path: Path, *, types: bool) -> set[Path]:
    """The modules that one imports; without `types` only those that are there when it runs."""
    text = path.read_text(encoding="utf-8")
    names = IMPORTED.findall(text if types else TYPES_ALONE.sub("", text))
    return {module for name in names if (module := resolved(path.parent / name.partition("?")[0])) is not None}


def resolved(path: Path) -> Path | None:
    """The file that an import names; None for a style sheet or a file that is not there (tsc tells)."""
    candidates = (path, *(path.with_name(f"{path.name}{suffix}") for suffix in (".ts", ".tsx")))
    return next((each.resolve() for each in candidates if each.suffix in {".ts", ".tsx"} and each.is_file()), None)


def stray_modules(folder: Path, pages: Iterable[str]) -> list[str]:
    """The modules that no page needs; tests do not count."""
    reached: set[Path] = set()
    waiting = [(folder / page).resolve() for page in pages]
    while waiting:
        if (module := waiting.pop()) not in reached:
            reached.add(module)
            waiting.extend(imports(module, types=True))
    present = {path.resolve() for path in folder.rglob("*.ts*") if not path.name.endswith(".d.ts")}
    return sorted(str(path.relative_to(folder.resolve())) for path in present - reached)


def loops(folder: Path) -> list[str]:
    """Modules that import each other in a circle when they run; imports of types alone do not count."""
    graph = {path.resolve(): imports(path, types=False) for path in folder.rglob("*.ts*")}
    sorter = TopologicalSorter(graph)
    try:
        sorter.prepare()
    except CycleError as error:
        return [path.name for path in error.args[1]]
    return []


def taken(path: Path) -> Iterator[tuple[Path, str]]:
    """What a module takes of others: the name, or ALL."""
    text = path.read_text(encoding="utf-8")
    for _, names, place in NAMED.findall(text):
        if (module := resolved(path.parent / place)) is not None:
            yield from ((module, original) for original, _ in listed(names))
    for place in WHOLE.findall(text):
        if (module := resolved(path.parent / place)) is not None:
            yield module, ALL


def listed(names: str) -> Iterator[tuple[str, str]]:
    """The names between braces, each as the other module has it and as it is called here."""
    for name in filter(None, (part.strip().removeprefix("type ") for part in names.split(","))):
        original, _, renamed = name.partition(" as ")
        yield original, renamed or original


def unused_exports(folder: Path, tests: Path) -> list[str]:
    """Exports that no other module takes; one that a test takes has to be used in its own module at least."""
    modules = [path.resolve() for path in folder.rglob("*.ts*") if ".gen." not in path.name]
    needed = {each for path in modules for each in taken(path)}
    tested = {each for path in tests.rglob("*.ts*") for each in taken(path)}
    unused = []
    for path in modules:
        text = path.read_text(encoding="utf-8")
        handed_on = [name for kind, names, _ in NAMED.findall(text) if kind == "export" for _, name in listed(names)]
        for name in (*DECLARED.findall(text), *handed_on):
            is_used_here = len(re.findall(rf"(?<![\w$]){re.escape(name)}(?![\w$])", text)) > 1
            if needed.isdisjoint({(path, name), (path, ALL)}) and not ((path, name) in tested and is_used_here):
                unused.append(f"{path.relative_to(folder.resolve())}: {name}")
    return sorted(unused)


def put(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def test_every_module_is_reached() -> None:
    assert stray_modules(ROOMS, PAGES) == []


def test_every_export_is_needed() -> None:
    assert unused_exports(ROOMS, ROOT / "web" / "tests") == []


def test_an_export_that_nobody_needs_would_be_seen(tmp_path: Path) -> None:
    names = "export const one = 1;\nexport type Two = 2;\nexport const four = 4;\n"
    one = f"{names}export function* three() {{ yield four; }}\n"
    put(tmp_path, {"src/one.ts": one, "src/main.ts": 'import { one, type Two as Second } from "./one";\n'})
    put(tmp_path, {"tests/one.test.ts": 'import { four, three } from "../src/one";\n'})
    assert unused_exports(tmp_path / "src", tmp_path / "tests") == ["one.ts: three"]
    put(tmp_path, {"src/two.ts": 'export { four } from "./one";\n'})
    assert unused_exports(tmp_path / "src", tmp_path / "tests") == ["one.ts: three", "two.ts: four"]
    put(tmp_path, {"src/main.ts": 'void import("./one");\nimport * as two from "./two";\n'})
    assert unused_exports(tmp_path / "src", tmp_path / "tests") == []


def test_no_imports_run_in_a_loop() -> None:
    assert loops(ROOMS) == []


def test_a_stray_module_and_a_loop_would_be_seen(tmp_path: Path) -> None:
    put(tmp_path, {"main.ts": 'import { one } from "./one";\nvoid import("./late");\n', "late.ts": ""})
    put(tmp_path, {"one.ts": 'import type { Shape } from "./shape";\nexport const one: Shape = 1;\n'})
    put(tmp_path, {"shape.ts": 'import { one } from "./one";\nexport type Shape = typeof one;\n'})
    assert (stray_modules(tmp_path, ["main.ts"]), loops(tmp_path)) == ([], [])
    put(tmp_path, {"stray.ts": "export const stray = 1;\n"})
    assert stray_modules(tmp_path, ["main.ts"]) == ["stray.ts"]
    put(tmp_path, {"one.ts": 'import {\n  type Shape,\n  other,\n} from "./shape";\nexport const one = other;\n'})
    assert set(loops(tmp_path)) == {"one.ts", "shape.ts"}


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
    assert ambiguous(rooms_of_names(modules(), root=ROOMS)) == []


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
