"""How much of a command a rule for "always" names: the program, its subcommand, or every word."""

from countermark.rules.refusals import Unusable
from countermark.rules.shell.lines import SimpleCommand
from countermark.rules.shell.programs import danger_in

MOST_TOKENS = 20
# What these do depends on their arguments alone, and a prefix leaves the rest of them open.
NEVER = frozenset(
    (
        "bash sh dash zsh ksh fish sudo su doas pkexec env xargs eval exec source nohup timeout time nice command "
        "builtin rm rmdir unlink shred dd mkfs truncate chmod chown chgrp ln mv kill killall pkill reboot "
        "shutdown halt crontab at systemctl launchctl service ssh scp rsync nc ncat socat telnet ftp sftp curl "
        "wget dig nslookup mount umount python python2 python3 node deno ruby perl php lua osascript powershell "
        "pwsh awk gawk mawk sed tee install"
    ).split()
)
# These only read, whatever they are given; an option by which one of them does more is a danger of its own.
READERS = frozenset(
    (
        "ls cat head tail wc nl tac file stat du df tree basename dirname realpath readlink md5sum sha1sum "
        "sha256sum sha512sum cksum cmp diff comm cut uniq tr grep egrep fgrep rg echo printf pwd whoami id uname "
        "hostname which type true false test column fold rev seq jq"
    ).split()
)
# Programs whose next words say what is done, with how many of them.
SUBCOMMANDS = {
    **dict.fromkeys("git npm pnpm yarn bun cargo go pip pip3 poetry uv make gradle mvn dotnet bundle rails".split(), 1),
    **dict.fromkeys("brew apt apt-get dnf terraform helm hatch tox nox just task composer mix stack cabal".split(), 1),
    **dict.fromkeys("docker podman kubectl".split(), 1),
    **dict.fromkeys("gh glab aws gcloud az".split(), 2),
}
# Subcommands that run something that the next word names.
RUNNERS = frozenset({"run", "run-script", "exec", "x", "dlx", "compose", "tool", "task", "pip"})


def chosen_prefix(command: SimpleCommand) -> tuple[str, ...]:
    """The words that a rule for this command would begin with. Raises `Unusable` if such a rule would be too wide."""
    fixed = command.fixed
    if not fixed:
        raise Unusable("the shell replaces the name of the program")
    program = fixed[0].rpartition("/")[2]
    if "/" in fixed[0] and not fixed[0].startswith("/"):
        raise Unusable(
            f"`{fixed[0]}` is another file in every project; such a rule belongs into the project's own file"
        )
    if program in NEVER:
        raise Unusable(f"what `{program}` does depends on what follows it")
    length = _length(command, program)
    named = length if program in SUBCOMMANDS else 1
    danger = danger_in(command.words, named=named)
    if danger is not None:
        raise Unusable(f"`{danger}` makes `{program}` write or start something")
    return fixed[:length]


def _length(command: SimpleCommand, program: str) -> int:
    fixed = command.fixed
    if fixed[0] in READERS:
        return 1
    if fixed[0] in SUBCOMMANDS:
        return _past_subcommands(fixed, SUBCOMMANDS[fixed[0]])
    if len(fixed) < len(command.words) or len(fixed) > MOST_TOKENS:
        raise Unusable(f"nothing is known about `{program}`, and not all its words are fixed and few")
    return len(fixed)


def _past_subcommands(words: tuple[str, ...], depth: int) -> int:
    """How many words say what the program does: no option may stand between them."""
    length = 1
    while length < len(words) and depth > 0:
        if words[length].startswith("-"):
            raise Unusable(f"an option stands before what `{words[0]}` does")
        depth -= 0 if words[length] in RUNNERS else 1
        length += 1
    return length
