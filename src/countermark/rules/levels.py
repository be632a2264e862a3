"""Levels of what edits may touch: which files, of which kinds, how large, and whether they may be removed."""

from dataclasses import replace

from countermark.model.tool_calls import Decision, ToolKind
from countermark.rules.paths import path_pattern
from countermark.rules.rulebook import Limits, Rule, RuleFile

MOST_BYTES = 10 * 1024 * 1024
# Text that people write and programs read; what is built, packed or drawn is asked about.
TEXTS = frozenset(
    (
        ".adoc .astro .awk .bash .bat .bib .bzl .c .cc .cfg .cjs .clj .cljs .cmake .cmd .conf .cpp .cs .csproj "
        ".css .csv .cts .cu .cxx .d .dart .diff .ejs .el .elm .erb .erl .ex .exs .fish .frag .fs .fsproj .gd .gql "
        ".gradle .graphql .groovy .h .haml .hbs .hcl .hh .hpp .hrl .hs .htm .html .hxx .ini .ipynb .j2 .java "
        ".jinja .jl .js .json .json5 .jsonc .jsonl .jsx .kt .kts .less .lisp .log .lua .m .mako .markdown .md "
        ".mdx .mjs .mk .ml .mli .mm .mts .nim .nix .org .pas .patch .php .pl .plist .pm .po .pot .prisma "
        ".properties .proto .ps1 .pug .py .pyi .pyx .qml .r .rake .rb .rego .rkt .rmd .rs .rst .sass .sbt .scala "
        ".scm .scss .sh .sln .snap .sol .sql .styl .svelte .svg .swift .tcl .tex .tf .tfvars .thrift .toml .ts "
        ".tsv .tsx .txt .v .vb .vert .vim .vue .wat .wgsl .xml .xsl .yaml .yml .zig .zsh"
    ).split()
)
# Files without an end to their names that are text all the same.
TEXT_NAMES = frozenset(
    (
        ".dockerignore .editorconfig .eslintignore .gitattributes .gitignore .npmignore .prettierignore "
        ".prettierrc AUTHORS BUILD CHANGELOG CODEOWNERS CONTRIBUTING COPYING Brewfile Dockerfile Gemfile "
        "Jenkinsfile Justfile LICENSE Makefile NOTICE Pipfile Procfile README Rakefile TODO Vagrantfile WORKSPACE "
        "go.mod go.sum justfile makefile"
    ).split()
)
SCOPED = Limits(
    extensions=TEXTS,
    names=TEXT_NAMES,
    forbidden=tuple(path_pattern(name, allows=False) for name in (".git", "node_modules", ".opencode", ".obsidian")),
    most_bytes=MOST_BYTES,
    deletes=False,
)
FULL = Limits(most_bytes=MOST_BYTES)


def limited(file: RuleFile, limits: Limits) -> RuleFile:
    """A file of built-in rules of which the edits that it allows keep to a level."""
    return replace(file, rules=tuple(_limited(rule, limits) for rule in file.rules))


def _limited(rule: Rule, limits: Limits) -> Rule:
    return replace(rule, limits=limits) if rule.decision is Decision.ALLOW and ToolKind.EDIT in rule.tools else rule
