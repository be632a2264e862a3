"""Programs that run the program which their arguments name, and where in the arguments it begins."""

import posixpath
import re
from dataclasses import dataclass

Argv = tuple[str, ...]

ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=")
# An interpreter of ELF files runs what it is given.
LOADER = re.compile(r"ld-(?:linux|musl).*\.so.*|ld\.so")


@dataclass(frozen=True)
class Wrapper:
    """How one program takes its options before the command that it runs."""

    valued: str = ""  # letters of the options that take a value
    long: frozenset[str] = frozenset()  # names of the long options that take one, where it is the next word
    operands: int = 0  # words before the command that are no options
    assigns: bool = False  # whether NAME=VALUE may stand before the command


def _wrapper(valued: str = "", long: str = "", operands: int = 0, *, assigns: bool = False) -> Wrapper:
    return Wrapper(valued, frozenset(f"--{name}" for name in long.split()), operands, assigns)


PLAIN = Wrapper()
CONTAINER = _wrapper("euwpvhlacm", "env env-file user workdir volume publish name network mount entrypoint label", 1)
SUDO = _wrapper(
    "CDghpRrTtUu", "user group host prompt role type chdir chroot close-from other-user command-timeout", assigns=True
)

# A key of two words is a program with its first argument that is no option.
WRAPPERS: dict[str, Wrapper] = {
    **dict.fromkeys(
        "nohup setsid command builtin noglob nocorrect busybox toybox chronic ifne caffeinate eatmydata unbuffer "
        "xvfb-run valgrind rlwrap fakeroot torsocks proxychains proxychains4 linux32 linux64 setarch catchsegv "
        "dbus-run-session bunx uvx entr env-cmd dotenv sshpass pkexec - ltrace repeat".split(),
        PLAIN,
    ),
    **{f"{name} exec": _wrapper("p", "package", 0) for name in ("npm", "yarn", "pnpm", "bundle", "mise", "rbenv")},
    **{f"{name} dlx": _wrapper("p", "package", 0) for name in ("yarn", "pnpm")},
    **{f"{name} run": _wrapper("p", "python with group extra", 0) for name in ("poetry", "pipenv", "pdm", "hatch")},
    **{f"{name} run": CONTAINER for name in ("docker", "podman", "nerdctl")},
    **{f"{name} exec": CONTAINER for name in ("docker", "podman", "nerdctl", "docker-compose")},
    **{f"compose {verb}": CONTAINER for verb in ("exec", "run")},
    "arch": _wrapper("e"),
    "bun x": PLAIN,
    "chroot": _wrapper("", "userspec groups", 1),
    "chrt": _wrapper("TPD", "", 1),
    "conda run": _wrapper("np", "name prefix"),
    "cpulimit": _wrapper("lpe"),
    "cross-env": _wrapper(assigns=True),
    "direnv exec": _wrapper(operands=1),
    "doas": _wrapper("Cu"),
    "env": _wrapper("uCP", "unset chdir", assigns=True),
    "exec": _wrapper("a"),
    "faketime": _wrapper("", "", 1),
    "firejail": PLAIN,
    "flock": _wrapper("wE", "timeout conflict-exit-code", 1),
    "gdb": _wrapper("xp"),
    "ionice": _wrapper("cnpPu", "class classdata pid"),
    "kubectl exec": _wrapper("cnf", "container namespace filename", 1),
    "mise x": PLAIN,
    "nice": _wrapper("n", "adjustment"),
    "npm x": _wrapper("p", "package"),
    "npx": _wrapper("p", "package"),
    "nsenter": _wrapper("tSGrwW"),
    "numactl": _wrapper("NCmip"),
    "perf record": _wrapper("eFcopCg"),
    "perf stat": _wrapper("eopCr"),
    "pipx run": _wrapper("", "spec python"),
    "prlimit": _wrapper("p", "pid"),
    "proot": _wrapper("rbqwkv"),
    "run0": _wrapper("", "user group chdir unit property setenv"),
    "runuser": _wrapper("ugGs", "user group shell"),
    "setpriv": PLAIN,
    "stdbuf": _wrapper("ioe", "input output error"),
    "strace": _wrapper("abeEIoOpPsSuUX"),
    "sudo": SUDO,
    "systemd-run": _wrapper("puMHtCE", "unit property setenv slice uid gid working-directory description"),
    "taskset": _wrapper("", "", 1),
    "time": _wrapper("fo", "format output"),
    "timeout": _wrapper("ks", "kill-after signal", 1),
    "unshare": _wrapper("SGRw", "root wd setuid setgid"),
    "uv run": _wrapper("p", "python with extra group directory project env-file"),
    "watch": _wrapper("nqs", "interval equexit"),
    "xargs": _wrapper("aEILnPsd", "arg-file delimiter max-lines max-args max-procs max-chars process-slot-var"),
    "parallel": _wrapper("jaISNnLPdE", "jobs colsep arg-file delay retries timeout joblog results workdir"),
    "sem": _wrapper("jaISNnLPdE", "jobs id"),
    "eval": PLAIN,
    **dict.fromkeys(("ssh", "autossh", "mosh"), _wrapper("bcDEeFIiJLlmOopQRSWwM", "ssh port", 1)),
}


def program_of(words: Argv) -> str:
    """The name of the program without its folder, in small letters, and without Windows' ending."""
    return posixpath.basename(words[0].replace("\\", "/").rstrip("/")).lower().removesuffix(".exe") or words[0]


def wrapped_in(words: Argv) -> tuple[Argv, ...]:
    """The commands that this one runs, each shorter than it; `words[0]` is a plain name (`program_of`)."""
    if words[0] == "command" and words[1:2] in {("-v",), ("-V",)}:  # it only tells where the program is
        return ()
    if LOADER.fullmatch(words[0]):
        return _rest(words[1:], PLAIN)
    if wrapper := WRAPPERS.get(words[0]):
        return _rest(words[1:], wrapper)
    for index, word in enumerate(words[1:4], start=1):
        for before in words[:index]:
            if wrapper := WRAPPERS.get(f"{before} {word}"):
                return _rest(words[index + 1 :], wrapper)
    return ()


def _rest(words: Argv, wrapper: Wrapper) -> tuple[Argv, ...]:
    """What is left after the options: once with an unknown option alone, once with the next word as its value."""
    start, operands, doubtful = 0, wrapper.operands, False
    while start < len(words):
        word = words[start]
        if word == "--":
            start += 1
            doubtful = False
            if not operands:
                break
        elif word.startswith(("-", "+")) and len(word) > 1:
            valued = word in wrapper.long or _ends_with_value(word, wrapper.valued)
            doubtful = not valued and word.startswith("--") and "=" not in word
            start += 2 if valued else 1
        elif wrapper.assigns and ASSIGNMENT.match(word):
            start += 1
        elif operands:
            operands -= 1
            start += 1
        else:
            break
    rest = [words[start:]]
    if doubtful:
        rest.append(words[start + 1 :])
    return tuple(command for command in rest if command)


def _ends_with_value(word: str, valued: str) -> bool:
    """Whether the value of the last option in a cluster is the next word: of `-nu`, not of `-uroot`."""
    if word.startswith("--"):
        return False
    first = next((index for index, letter in enumerate(word) if index and letter in valued), None)
    return first == len(word) - 1
