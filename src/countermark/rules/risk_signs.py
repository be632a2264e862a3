"""What known programs do that deserves the reader's eye: a table of programs, words and options."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from countermark.rules.hosts import read_address
from countermark.rules.leading import plain_words
from countermark.rules.risk_words import SHELLS, PlacedCommand, PlacedWord, TextSpan
from countermark.rules.shell.programs import danger_in


class RiskKind(StrEnum):
    """The heading of a risk."""

    DELETES = "Deletes"
    OVERWRITES = "Throws changes away"
    LEAVES = "Leaves this machine"
    RUNS_DOWNLOAD = "Runs what it downloads"
    RUNS_UNSEEN = "Runs what is not shown"
    RUNS_TEXT = "Runs code in the line"
    DOES_MORE = "Does more than it seems"
    WRITES_OUTSIDE = "Writes outside the workspace"
    READS_OUTSIDE = "Outside the workspace"
    THROUGH_LINK = "Through a link"
    HISTORY = "Changes git history"
    OTHER_USER = "Runs as another user"
    SECRETS = "Reads secrets"
    KEYS = "Changes keys and passwords"
    CONFIGURES = "Changes what runs later"
    INSTALLS = "Installs packages"
    MACHINE = "Changes this machine"
    PUBLISHES = "Publishes"
    RIGHTS = "Changes rights"
    ENDS = "Ends programs"
    SKIPS_CHECKS = "Skips checks"
    ODD_ADDRESS = "Odd address"
    HIDDEN = "Hidden characters"
    UNREAD = "Could not be read"


@dataclass(frozen=True)
class RiskSign:
    """A thing that some program does: when the words and one of the options are there."""

    kind: RiskKind
    text: str  # one sentence
    programs: str  # names, separated by blanks
    words: str = ""  # of the first operand: one of these, separated by blanks; empty: any
    options: str = ""  # one of these is needed and marked; empty: the whole command is marked
    is_early: bool = False  # whether the options count only in front of the first operand
    is_short: bool = False  # whether the mark ends with the first operand


FORGE_READS = "view list diff checks status"
LOOKUPS = "ping nslookup dig host drill traceroute whois"
CLOUDS = "aws gcloud az kubectl helm terraform tofu heroku flyctl vercel netlify wrangler"
KEYRINGS = "security secret-tool pass op bw gpg gpg2 ssh-add ssh-keygen"
UPLOADS = (
    "-d --data --data-binary --data-raw --data-urlencode -F --form -T --upload-file --json --post-file --post-data"
)
SIGNS = (
    RiskSign(RiskKind.DELETES, "Removes files. What git does not have is lost.", "rm rmdir unlink trash"),
    RiskSign(RiskKind.DELETES, "Overwrites files so that nothing can bring them back.", "shred srm wipe"),
    RiskSign(RiskKind.DELETES, "Empties or cuts files.", "truncate"),
    RiskSign(RiskKind.DELETES, "Removes everything that is found.", "find", options="-delete"),
    RiskSign(
        RiskKind.DELETES,
        "Removes there what is missing here.",
        "rsync",
        options="--delete --delete-after --delete-before",
    ),
    RiskSign(RiskKind.DELETES, "Removes files that git does not know: there is no copy.", "git", "clean"),
    RiskSign(RiskKind.DELETES, "Removes files from the folder and from git.", "git", "rm"),
    RiskSign(
        RiskKind.DELETES,
        "Removes containers, pictures or stored data.",
        "docker podman",
        "rm rmi prune system volume",
    ),
    RiskSign(
        RiskKind.DELETES,
        "Removes what runs on other machines.",
        "kubectl terraform tofu helm",
        "delete destroy uninstall",
    ),
    RiskSign(RiskKind.OVERWRITES, "Changes that are not committed are lost.", "git", "reset", "--hard --merge"),
    RiskSign(RiskKind.OVERWRITES, "Changes that are not committed can be lost.", "git", "checkout restore"),
    RiskSign(
        RiskKind.OVERWRITES, "Changes that are not committed are lost.", "git", "switch", "-f --force --discard-changes"
    ),
    RiskSign(RiskKind.OVERWRITES, "What was put aside is lost.", "git", "stash", "drop clear"),
    RiskSign(
        RiskKind.HISTORY,
        "Replaces or removes on the server what others may have.",
        "git",
        "push",
        "-f --force --force-with-lease --mirror --delete -d --prune",
    ),
    RiskSign(RiskKind.HISTORY, "Replaces the last commit.", "git", "commit", "--amend"),
    RiskSign(
        RiskKind.HISTORY,
        "Rewrites commits or forgets them.",
        "git",
        "rebase filter-branch filter-repo replace update-ref",
    ),
    RiskSign(
        RiskKind.HISTORY, "Forgets the way back to lost commits.", "git", "reflog gc", "expire delete --prune=now"
    ),
    RiskSign(RiskKind.HISTORY, "Moves the branch to another commit.", "git", "reset"),
    RiskSign(
        RiskKind.HISTORY, "Removes or renames a branch or a tag.", "git", "branch tag", "-d -D -m -M --delete --move"
    ),
    RiskSign(RiskKind.SKIPS_CHECKS, "The checks of this repository do not run.", "git", "commit push", "--no-verify"),
    RiskSign(RiskKind.LEAVES, "Sends commits to another machine.", "git", "push"),
    RiskSign(RiskKind.LEAVES, "Changes where commits are sent to.", "git", "remote"),
    RiskSign(RiskKind.LEAVES, "Acts at the forge in your name.", "gh glab hub", is_short=True),
    RiskSign(RiskKind.LEAVES, "Asks other machines about a name; the name can carry something away.", LOOKUPS),
    RiskSign(
        RiskKind.LEAVES, "Connects to another machine.", "ssh scp sftp ftp mosh nc ncat netcat socat telnet rclone"
    ),
    RiskSign(RiskKind.LEAVES, "Opens this machine to the network.", "ngrok cloudflared"),
    RiskSign(
        RiskKind.LEAVES,
        "Acts on machines that others use.",
        CLOUDS,
    ),
    RiskSign(
        RiskKind.LEAVES,
        "Sends something along.",
        "curl wget http xh",
        options=UPLOADS,
    ),
    RiskSign(RiskKind.PUBLISHES, "Makes a package public.", "npm pnpm yarn bun cargo poetry uv", "publish"),
    RiskSign(RiskKind.PUBLISHES, "Makes a package public.", "twine gem docker podman", "upload push"),
    RiskSign(
        RiskKind.INSTALLS,
        "Brings code from elsewhere; a package may run its own at once.",
        "npm pnpm yarn bun",
        "install i ci add update upgrade",
    ),
    RiskSign(
        RiskKind.INSTALLS,
        "Brings code from elsewhere; a package may run its own at once.",
        "pip pip3 uv poetry cargo go gem composer bundle brew apt apt-get dnf yum apk pacman",
        "install add sync get require update upgrade pip",
    ),
    RiskSign(
        RiskKind.RUNS_DOWNLOAD, "Fetches the package first if it is not here.", "npx uvx pipx bunx", is_short=True
    ),
    RiskSign(RiskKind.RUNS_DOWNLOAD, "Fetches a package and runs it.", "pnpm yarn npm", "dlx create init"),
    RiskSign(RiskKind.RUNS_TEXT, "Runs the code that stands here.", " ".join(SHELLS), options="-c -lc -ic"),
    RiskSign(RiskKind.RUNS_TEXT, "Runs the code that stands here.", "python python3", options="-c"),
    RiskSign(
        RiskKind.RUNS_TEXT, "Runs the code that stands here.", "node bun deno ruby perl php", options="-e -p -r --eval"
    ),
    RiskSign(RiskKind.RUNS_TEXT, "Runs what the words amount to.", "eval"),
    RiskSign(RiskKind.RUNS_TEXT, "Starts a command for each file.", "find", options="-exec -execdir -ok -okdir"),
    RiskSign(RiskKind.RUNS_TEXT, "Its settings can start programs.", "git", options="-c", is_early=True),
    RiskSign(RiskKind.RUNS_UNSEEN, "What the file holds is not shown here.", "source ."),
    RiskSign(RiskKind.OTHER_USER, "Has the rights of another user, usually all.", "sudo su doas pkexec runuser"),
    RiskSign(RiskKind.RIGHTS, "Changes who may read, write or run.", "chmod chown chgrp setfacl setcap chattr"),
    RiskSign(
        RiskKind.CONFIGURES,
        "Goes on, or begins again, without the agent.",
        "crontab at systemctl launchctl systemd-run",
    ),
    RiskSign(RiskKind.CONFIGURES, "Git's settings name programs that git starts.", "git", "config submodule"),
    RiskSign(
        RiskKind.MACHINE,
        "Changes disks or the machine itself.",
        "dd mkfs wipefs fdisk parted mount umount sysctl iptables nft ufw reboot shutdown poweroff modprobe",
    ),
    RiskSign(RiskKind.MACHINE, "Changes accounts.", "useradd usermod userdel passwd chpasswd"),
    RiskSign(RiskKind.ENDS, "Ends running programs.", "kill pkill killall"),
    RiskSign(
        RiskKind.SECRETS,
        "Shows or uses stored passwords and keys.",
        KEYRINGS,
    ),
    RiskSign(RiskKind.SECRETS, "The environment often holds passwords.", "printenv env"),
)
# Reading forms of commands that the table marks otherwise: the words that follow the program.
HARMLESS = {
    "git": (
        *("remote -v", "config --get", "config --list", "config -l", "restore --staged", "checkout -b"),
        *("reset --soft", "rm --cached"),
    ),
    "docker": ("system df", "volume ls"),
    "gh": tuple(f"{noun} {verb}" for noun in ("pr", "issue", "run", "repo") for verb in FORGE_READS.split()),
}
DOWNLOADERS = frozenset("curl wget http xh fetch aria2c".split())
DECODERS = frozenset("base64 base32 xxd openssl gunzip zcat uudecode printf tr rev".split())
INTERPRETERS = SHELLS | frozenset("python python3 node ruby perl php source . eval".split())
NETWORK = DOWNLOADERS | frozenset("git npm pnpm yarn pip pip3 uv docker rsync".split())
SCRIPT = re.compile(r"[^-=].*\.(?:sh|bash|py|js|mjs|cjs|ts|rb|pl|php)|\.{1,2}/.+")
OPTIONS_WITH_VALUE = frozenset({"-C", "-c", "--git-dir", "--work-tree", "-H", "--host", "--prefix"})
REMOTE = re.compile(r"(?:[\w.-]+@)?[A-Za-z0-9][\w.-]+:(?!//)\S*")
BARE_HOST = re.compile(r"[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}(?::\d+)?(?:/\S*)?")
LOCAL = re.compile(r"localhost|127(?:\.\d+){1,3}|::1|0\.0\.0\.0|[\w.-]+\.localhost")

SQL = re.compile(r"\b(?:drop|truncate)\s+(?:table|database|schema)\b|\bdelete\s+from\b", re.IGNORECASE)
# Their dangers are in the table above, in words of their own.
MOST_LOOKED_AT = 6  # words of a command whose dangers are asked for
PLAIN_WORD = re.compile(r"\w[\w.@/:-]*|\(.*\)")  # a program or a target, or its input
SAID_OTHERWISE = frozenset("rm curl wget docker podman npm pnpm yarn gh sudo find env cmake".split()) | INTERPRETERS

Found = tuple[RiskKind, str, tuple[TextSpan, ...]]


def _by_program() -> dict[str, tuple[RiskSign, ...]]:
    table: dict[str, tuple[RiskSign, ...]] = {}
    for sign in SIGNS:
        for program in sign.programs.split():
            table[program] = (*table.get(program, ()), sign)
    return table


BY_PROGRAM = _by_program()


def signs_in(command: PlacedCommand, others: tuple[PlacedCommand, ...]) -> Iterator[Found]:
    """What one command does, with the places that say so; `others` are what its `feeds` count."""
    words = tuple(word.text for word in command.words)
    program = command.program.split(".")[0] if command.program.startswith("mkfs") else command.program
    signs = () if " ".join(words[1:3]) in HARMLESS.get(program, ()) else BY_PROGRAM.get(program, ())
    said = [(sign.kind, sign.text, places) for sign in signs if (places := _places(sign, command))]
    said += (*_unseen(command, others), *_hosts(command), *_among_words(command, words))
    yield from said or _more(command, words)


def _places(sign: RiskSign, command: PlacedCommand) -> tuple[TextSpan, ...]:
    """Where the sign stands in the command; none where it does not."""
    operand = _first_operand(command)
    if sign.words and (operand is None or operand.text not in sign.words.split()):
        return ()
    if sign.options:
        options = sign.options.split()
        late = command.words.index(operand) if sign.is_early and operand is not None else len(command.words)
        marked = [word for word in command.words[1:late] if any(_is_option(word.text, option) for option in options)]
        return tuple((word.start, word.end) for word in marked[:3])
    if (sign.words or sign.is_short) and operand is not None:
        return ((command.words[0].start, operand.end),)
    return (command.place,)


def _first_operand(command: PlacedCommand) -> PlacedWord | None:
    skip = False
    for word in command.words[1:]:
        if skip or word.text.startswith("-"):
            skip = not skip and word.text in OPTIONS_WITH_VALUE
            continue
        return word
    return None


def _is_option(word: str, option: str) -> bool:
    """Whether a word is the option, with a value behind `=`, or among other letters as in `-fdx`."""
    if word == option or word.startswith(f"{option}="):
        return True
    is_letter = len(option) == 2 and option[0] == "-"
    return is_letter and re.fullmatch(r"-[A-Za-z]{1,6}", word) is not None and option[1] in word[1:]


def _among_words(command: PlacedCommand, words: tuple[str, ...]) -> Iterator[Found]:
    """What single words mean: of git push, of a copy, of a database's language."""
    if words[:2] == ("git", "push"):
        forced = tuple((word.start, word.end) for word in command.words[2:] if word.text.startswith(("+", ":")))
        if forced:
            yield RiskKind.HISTORY, "Replaces or removes on the server what others may have.", forced
    for word in command.words[1:]:
        if SQL.search(word.text):
            yield RiskKind.DELETES, "Removes data from a database.", ((word.start, word.end),)
        elif word.text == "/dev/null" and command.program in {"cp", "mv", "ln"}:
            yield RiskKind.OVERWRITES, "Empties or replaces a file.", (command.place,)


def _more(command: PlacedCommand, words: tuple[str, ...]) -> Iterator[Found]:
    """The option with which the program runs or writes something though it seems only to read."""
    plain = plain_words(words, with_folders=True)
    dangers = (danger_in(plain, named=count) for count in range(1, min(len(plain), MOST_LOOKED_AT)))
    danger = next((each for each in dangers if each is not None and not PLAIN_WORD.fullmatch(each)), None)
    if danger is not None and command.program not in SAID_OTHERWISE:
        places = tuple((word.start, word.end) for word in command.words[1:] if word.text == danger)
        yield RiskKind.DOES_MORE, "This word makes the program run or write something.", places[:1]


def _unseen(command: PlacedCommand, others: tuple[PlacedCommand, ...]) -> Iterator[Found]:
    """Code that comes out of a pipe, a substitution or a file."""
    if command.program in INTERPRETERS:
        feeding = [others[index] for index in command.feeds if index < len(others)]
        for each in feeding:
            if each.program in DOWNLOADERS:
                text = "The code comes from the network and nobody has seen it."
                yield RiskKind.RUNS_DOWNLOAD, text, (each.place, command.place)
            elif each.program in DECODERS:
                yield (
                    RiskKind.RUNS_UNSEEN,
                    "The code is written so that it cannot be read here.",
                    (each.place, command.place),
                )
    script = command.words[0] if "/" in command.words[0].text else _script(command)
    if script is not None and SCRIPT.fullmatch(script.text):
        yield RiskKind.RUNS_UNSEEN, "What the file holds is not shown here.", ((script.start, script.end),)


def _script(command: PlacedCommand) -> PlacedWord | None:
    operand = _first_operand(command)
    return operand if command.program in INTERPRETERS | {"tsx", "ts-node", "deno"} else None


def _hosts(command: PlacedCommand) -> Iterator[Found]:
    """The other machines that the words of a network program name."""
    if command.program not in NETWORK:
        return
    for word in command.words[1:]:
        if "://" in word.text and "$(" not in word.text.partition("://")[0]:
            yield from _address(word)
        elif command.program in DOWNLOADERS and BARE_HOST.fullmatch(word.text):
            yield from _address(PlacedWord(f"https://{word.text}", word.start, word.end))
        elif command.program == "rsync" and REMOTE.fullmatch(word.text):
            host = word.text.partition(":")[0].rpartition("@")[2]
            yield RiskKind.LEAVES, f"Copies to or from {host}.", ((word.start, word.end),)


def _address(word: PlacedWord) -> Iterator[Found]:
    place = ((word.start, word.end),)
    address = read_address(word.text[word.text.find("=") + 1 :] if word.text.startswith("-") else word.text)
    if address.host is None:
        yield RiskKind.ODD_ADDRESS, f"The address {address.fault or 'cannot be read'}.", place
        for host in address.possible[:2]:
            yield RiskKind.LEAVES, f"May talk to {host.name}.", place
    elif not LOCAL.fullmatch(address.host.name):
        yield RiskKind.LEAVES, f"Talks to {address.host.name}.", place
