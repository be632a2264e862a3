"""Cuts the desk's fonts: what an English page needs first, and the rest of Latin. `make fonts` runs it.

The source is what npm installed. The files that are cut get names of their own, because two of the licences reserve
the name of the original for the original.
"""

import io
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ROOT / "web" / "node_modules" / "@fontsource-variable"
STYLE = ROOT / "web" / "src" / "style"
CUT = STYLE / "fonts"
SHEET = STYLE / "fonts.gen.css"

# ASCII and the signs of good typography; an accent brings the second file.
FIRST = frozenset(range(0x20, 0x7F)) | frozenset(map(ord, "\u00a0§«°±·»×‐‑‒–—―‘’‚‛“”„•…€™↑↓−"))
FEATURES = ["kern", "liga", "ccmp", "mark", "mkmk", "tnum", "pnum"]
NAMES = {1: "family", 3: "unique", 4: "full", 6: "postscript", 16: "family"}
LEGAL_NAMES = [0, 13, 14]
FACE = re.compile(r"@font-face \{.*?\}", re.DOTALL)
FIELD = re.compile(r"^\s*([a-z-]+):\s*(.*?);$", re.MULTILINE)
LATIN = re.compile(r"-latin-wght-(normal|italic)\.woff2")
HEADER = "/* Written by `make fonts` from what npm installed. Do not edit. */\n"


@dataclass(frozen=True)
class Family:
    """A typeface of the desk, and where it comes from."""

    package: str
    name: str
    heaviest: int
    sheets: tuple[str, ...] = ("wght.css",)


FAMILIES = (
    Family("source-serif-4", "Countermark Serif", 700, ("wght.css", "wght-italic.css")),
    Family("libre-franklin", "Countermark Sans", 700),
    Family("source-code-pro", "Countermark Mono", 600),
)


def main() -> None:
    for path, content in made().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        print(f"· {path.relative_to(ROOT)}: {len(content) / 1000:.1f} kB")


def made() -> dict[Path, bytes]:
    """Every file that is written: the fonts, their licences beside them, and the style sheet that names them."""
    files: dict[Path, bytes] = {}
    faces: list[str] = []
    for family in FAMILIES:
        for sheet in family.sheets:
            for rule in FACE.findall((PACKAGES / family.package / sheet).read_text(encoding="utf-8")):
                faces += faces_of(family, dict(FIELD.findall(rule)), files)
        files[folder_of(family) / "LICENSE"] = (PACKAGES / family.package / "LICENSE").read_bytes()
    files[SHEET] = (HEADER + "\n" + "\n\n".join(faces) + "\n").encode()
    return files


def folder_of(family: Family) -> Path:
    return CUT / family.name.split()[-1].lower()


def faces_of(family: Family, rule: dict[str, str], files: dict[Path, bytes]) -> list[str]:
    """A rule as its package has it, or the two that Latin is cut into."""
    source = re.sub(r"^url\(\./files/(.*?)\).*", r"\1", rule["src"])
    style = rule["font-style"]
    if LATIN.search(source):
        return cut_in_two(family, PACKAGES / family.package / "files" / source, style, files)
    return [face(family, style, f"@fontsource-variable/{family.package}/files/{source}", rule["unicode-range"])]


def face(family: Family, style: str, url: str, characters: str) -> str:
    """One rule. All of a family name the same weights: a browser combines only what differs in characters alone."""
    fields = {
        "font-family": f'"{family.name}"',
        "font-style": style,
        "font-display": "swap",
        "font-weight": f"400 {family.heaviest}",
        "src": f'url("{url}") format("woff2")',
        "unicode-range": characters.replace(",", ", "),
    }
    return "@font-face {\n" + "".join(f"  {name}: {value};\n" for name, value in fields.items()) + "}"


def cut_in_two(family: Family, source: Path, style: str, files: dict[Path, bytes]) -> list[str]:
    every = frozenset(TTFont(source).getBestCmap())
    lighter = narrowed(source, family.heaviest)
    folder = folder_of(family)
    faces = []
    for part, characters in (("first", every & FIRST), ("latin", every - FIRST)):
        name = f"{folder.name}-{style}-{part}.woff2"
        files[folder / name] = cut(lighter, family.name, characters)
        faces.append(face(family, style, f"./fonts/{folder.name}/{name}", ranges(characters)))
    return faces


def narrowed(source: Path, heaviest: int) -> bytes:
    """The font with the weights that the desk uses, saved: the subsetter fails on what the instancer left half done."""
    font = TTFont(source, recalcTimestamp=False)
    font = instancer.instantiateVariableFont(font, {"wght": (400, 400, heaviest)})
    font["fvar"].instances = []  # named weights, which no style sheet asks for
    font.flavor = None
    buffer = io.BytesIO()
    font.save(buffer)
    return buffer.getvalue()


def cut(content: bytes, name: str, characters: frozenset[int]) -> bytes:
    """These characters, under a name of our own."""
    font = TTFont(io.BytesIO(content), recalcTimestamp=False)
    options = subset.Options()
    options.layout_features = FEATURES
    options.name_IDs = [*LEGAL_NAMES, *NAMES]
    options.drop_tables += ["STAT", "BASE", "MVAR"]
    options.notdef_outline = True
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    rename(font, name)
    font.flavor = "woff2"
    buffer = io.BytesIO()
    font.save(buffer)
    return buffer.getvalue()


def rename(font: TTFont, name: str) -> None:
    for record in font["name"].names:
        if record.nameID in NAMES:
            record.string = name.replace(" ", "") if NAMES[record.nameID] == "postscript" else name
    if any("Source" in str(record) for record in font["name"].names if record.nameID not in LEGAL_NAMES):
        sys.exit(f"{name} still has the reserved name")


def ranges(characters: frozenset[int]) -> str:
    """U+20-7E,U+A0, as a style sheet has them."""
    runs: list[list[int]] = []
    for one in sorted(characters):
        if runs and runs[-1][1] == one - 1:
            runs[-1][1] = one
        else:
            runs.append([one, one])
    return ",".join(f"U+{first:X}" if first == last else f"U+{first:X}-{last:X}" for first, last in runs)


if __name__ == "__main__":
    main()
