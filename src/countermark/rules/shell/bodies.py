"""Arguments that are lines of shell themselves: what `sh -c`, `eval`, `ssh`, `find -exec` and others would run."""

import re
from collections.abc import Iterator

from countermark.rules.shell.wrappers import wrapped_in

Argv = tuple[str, ...]

SHELLS = frozenset("sh bash dash zsh ksh mksh ash fish rbash yash tcsh csh".split())
# These join the arguments after their own options to one line.
JOINED = frozenset("eval watch parallel sem ssh autossh mosh".split())
# Each argument of these may be a line.
LINES = frozenset("tmux screen concurrently hyperfine wsl".split())
# Options whose value is a line, of programs that have some.
OPTIONS: dict[str, tuple[str, ...]] = {
    "ag": ("--pager",),
    "bat": ("--pager",),
    "docker": ("--entrypoint",),
    "env": ("-S", "--split-string"),
    "fd": ("-x", "-X", "--exec", "--exec-batch"),
    "fdfind": ("-x", "-X", "--exec", "--exec-batch"),
    "flock": ("-c", "--command"),
    "fzf": ("--preview", "--bind"),
    "gdb": ("-ex", "-iex"),
    "git": ("-c", "-x", "--exec", "--upload-pack", "--receive-pack", "--extcmd", "--open-files-in-pager", "-O"),
    "go": ("-exec", "-toolexec"),
    "make": ("--eval",),
    "man": ("-P", "--pager"),
    "nc": ("-e", "-c"),
    "ncat": ("-e", "-c", "--exec", "--sh-exec"),
    "nodemon": ("-x", "--exec"),
    "podman": ("--entrypoint",),
    "rg": ("--pre", "--hostname-bin"),
    "rsync": ("-e", "--rsh", "--rsync-path"),
    "runuser": ("-c", "--command"),
    "scp": ("-S", "-o"),
    "script": ("-c", "--command"),
    "sftp": ("-S", "-o"),
    "sort": ("--compress-program",),
    "split": ("--filter",),
    "ssh": ("-o",),
    "su": ("-c", "--command"),
    "tar": ("-I", "-F", "--to-command", "--use-compress-program", "--checkpoint-action", "--rsh-command",
            "--info-script", "--new-volume-script"),
    "vim": ("-c", "--cmd"), "vi": ("-c",), "nvim": ("-c", "--cmd"), "ex": ("-c",), "view": ("-c",),
    "xterm": ("-e",),
    "zip": ("-TT", "--unzip-command"),
}  # fmt: skip
RUNS = re.compile(r"-(?:exec|execdir|ok|okdir)")
KEY_OF_LINE = re.compile(r"(?:[\w.*:/-]+=)?[!:]?\s*(?:exec=|sh\s|ProxyCommand[= ]|LocalCommand[= ])?", re.IGNORECASE)
SED_EXECUTES = re.compile(r"(?:^|[;\n{]|\d)\s*e\s+(.+)")
SOCAT = re.compile(r"(?:EXEC|SYSTEM|SHELL):(.+)", re.IGNORECASE | re.DOTALL)
MOST_BODIES = 40


def reads_commands(words: Argv) -> bool:
    """Whether it is a shell that reads its commands from its input: every text in the line may be one."""
    if words[0] not in SHELLS and words[0] not in {"ssh", "at", "batch", "crontab", "parallel", "xargs", "source", "."}:
        return False
    return words[0] not in SHELLS or not any(word[:1] not in "-+" for word in words[1:]) or "-s" in words


def runs_nothing(words: Argv) -> bool:
    """Whether a shell is given an empty text to run, which stands for one that is not known."""
    return words[0] in SHELLS | {"eval"} and "" in words


def bodies_in(words: Argv) -> tuple[str, ...]:
    """The lines among the arguments; `words[0]` is a plain name without a folder."""
    return tuple(body for body in list(_bodies(words))[:MOST_BODIES] if body.strip())


def _bodies(words: Argv) -> Iterator[str]:
    name, rest = words[0], words[1:]
    if name in SHELLS:
        yield from _of_a_shell(rest)
    elif name in JOINED:
        yield from (" ".join(inner) for inner in wrapped_in(words))
    elif name in LINES:
        yield from (word for word in rest if " " in word)
    elif name in {"trap", "alias"}:
        yield from (word.partition("=")[2] if name == "alias" else word for word in rest[:MOST_BODIES])
    elif name in {"find", "gfind"}:
        yield from _of_find(rest)
    elif name in {"sed", "gsed"}:
        yield from (match[1] for word in rest for match in SED_EXECUTES.finditer(word))
    elif name == "socat":
        yield from (match[1] for word in rest if (match := SOCAT.search(word)))
    elif name == "git" and {"foreach", "filter-branch", "run"} & set(rest):
        yield from (" ".join(rest[index + 1 :]) for index, word in enumerate(rest) if word in {"foreach", "run"})
        yield from (word for word in rest if " " in word)
    if options := OPTIONS.get(name):
        yield from (KEY_OF_LINE.sub("", value, count=1) for value in _values(rest, options))


def _of_a_shell(rest: Argv) -> Iterator[str]:
    commands = any(re.fullmatch(r"[-+][A-Za-z]*c[A-Za-z]*", word) for word in rest)
    for word in rest:
        if (commands and word[:1] not in "-+") or " " in word or "\n" in word:
            yield word


def _of_find(rest: Argv) -> Iterator[str]:
    start: int | None = None
    for index, word in enumerate((*rest, ";")):
        if start is not None and word in {";", "+"}:
            yield " ".join(_quoted(word) for word in rest[start:index])
            start = None
        elif start is None and RUNS.fullmatch(word):
            start = index + 1


def _quoted(word: str) -> str:
    return word if re.fullmatch(r"[\w./{}:=@%+-]+", word) else "'" + word.replace("'", "'\\''") + "'"


def _values(rest: Argv, options: Argv) -> Iterator[str]:
    for index, word in enumerate(rest):
        name, equals, value = word.partition("=")
        if name in options and equals and name.startswith("--"):
            yield value
        elif word in options:
            yield from rest[index + 1 : index + 2]
        else:
            yield from (word[2:] for option in options if len(option) == 2 and word.startswith(option) and word[2:])
