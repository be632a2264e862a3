"""What of a call deserves the reader's eye: the parts that a card marks, and what each means in plain words."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import assert_never

from countermark.model.tool_calls import ToolCall, ToolKind
from countermark.rules.facts import RequestFacts
from countermark.rules.hosts import read_address
from countermark.rules.located import LocatedPath, Locator, below
from countermark.rules.modes import built_in_file
from countermark.rules.paths import named_by, rests_of
from countermark.rules.risk_signs import LOCAL, Found, RiskKind, signs_in
from countermark.rules.risk_words import PlacedCommand, PlacedLine, PlacedWord, TextSpan, placed_line
from countermark.rules.shell.programs import path_words
from countermark.rules.shell.strict import hidden_character

MOST_RISKS = 20
MOST_SEARCHED = 100_000  # characters that are searched for hidden ones
NOT_ASCII = re.compile(r"[^ -~\t\n]+")
# Letters that look like Latin ones, in a word with Latin ones.
MIXED = re.compile(r"(?=\w*[A-Za-z])(?=\w*[\u0370-\u03ff\u0400-\u04ff])\w{1,200}")
PADDING = re.compile(r"[ \t]{40,}(?=\S)|\n(?:[ \t]*\n){4,}")
PATH_LIKE = re.compile(r"~|\$HOME|\.{1,2}(?:/|$)|.*/|\.[a-z]|[\w-]+\.[\w.]+$|id_")
# Folders where programs and what they share lie: reading there says nothing.
COMMON_PLACES = ("/usr", "/bin", "/lib", "/opt", "/tmp", "/dev/null", "/nix/store", "/etc/os-release")
WRITERS = frozenset("mv tee touch mkdir chmod chown rm rmdir unlink truncate patch unzip tar".split())
COPIERS = frozenset({"cp", "ln", "install", "rsync", "scp"})
# Variables that lead programs to other programs, code, servers or settings.
SWAYS = re.compile(
    r"(?:PATH|IFS|ENV|BASH_ENV|SHELLOPTS|PAGER|EDITOR|VISUAL|BROWSER|SHELL|PROMPT_COMMAND|RUBYOPT|PERL5\w*|CC|CXX)="
    r"|(?:LD|DYLD|PYTHON|GIT|NODE|NPM|JAVA|MAVEN|GRADLE|CARGO|RUSTC|GO|PIP|UV|SSH|SSL|CURL)_?\w*=|\w*_?(?:proxy|PROXY|BASE_URL)="
)
HARMLESS_SETTINGS = re.compile(r"(?:NODE_ENV|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|PYTHONWARNINGS|CARGO_TERM_\w+)=")
# The rules of always.toml whose paths are marked: as what, and how it is said.
MARKED_RULES = {
    "secret-keys": (RiskKind.SECRETS, "A private key, or where such keys lie."),
    "secret-credentials": (RiskKind.SECRETS, "Tokens and passwords of other services."),
    "secret-environment": (RiskKind.SECRETS, "Such files hold passwords of services."),
    "agent-configuration": (RiskKind.CONFIGURES, "Says what agents may do and what they start."),
    "configuration-that-runs": (RiskKind.CONFIGURES, "Names programs that git or an editor starts by itself."),
    "start-up-files": (RiskKind.CONFIGURES, "Runs again at every start of a shell or of the machine."),
}


@dataclass(frozen=True)
class Risk:
    """One thing about a call that the card marks and explains beside it."""

    kind: RiskKind
    text: str  # one sentence for the person
    places: tuple[
        TextSpan, ...
    ] = ()  # in the command or the address, in order, none twice; none: said of the whole call

    @property
    def heading(self) -> str:
        """Two or three words that begin the note."""
        return self.kind.value


def risks_of(call: ToolCall, facts: RequestFacts) -> tuple[Risk, ...]:
    """What a reader should look at, in the order of the text; total, and at most `MOST_RISKS`."""
    return tuple(islice(_risks(_found(call, facts)), MOST_RISKS))


def _found(call: ToolCall, facts: RequestFacts) -> Iterator[Found]:
    match call.kind:
        case ToolKind.BASH:
            return _in_command(call.command or "", Locator(facts, call.cwd))
        case ToolKind.READ | ToolKind.EDIT:
            return _in_files(call, Locator(facts, call.cwd))
        case ToolKind.FETCH:
            return _in_address(call.url or "")
        case ToolKind.MCP | ToolKind.OTHER:
            return ((kind, text, ()) for kind, text, _ in _hidden(call.arguments))
        case _ as never:
            assert_never(never)


def _risks(found: Iterable[Found]) -> Iterator[Risk]:
    """The findings as risks: those that say the same become one, in the order of their first place."""
    places: dict[tuple[RiskKind, str], set[TextSpan]] = {}
    for kind, text, where in found:
        places.setdefault((kind, text), set()).update(where)
    ordered = sorted(places.items(), key=lambda each: min(each[1], default=(0, 0)))
    for (kind, text), known in ordered:
        yield Risk(kind, text, tuple(islice(_apart(known), MOST_RISKS)))


def _apart(places: Iterable[TextSpan]) -> Iterator[TextSpan]:
    """The places in order, those left out that lie inside of another."""
    reached = -1
    for start, end in sorted(places, key=lambda place: (place[0], -place[1])):
        if end > reached:
            yield max(start, reached), end
            reached = end


def _in_command(command: str, locator: Locator) -> Iterator[Found]:
    yield from _hidden(command)
    line = placed_line(command)
    if not line.is_whole:
        yield RiskKind.UNREAD, "The line is too long or too odd to be searched whole.", ()
    for each in line.commands:
        yield from signs_in(each, line.commands)
    yield from _paths(line, locator)
    for word in line.settings:
        if SWAYS.match(word.text) and not HARMLESS_SETTINGS.match(word.text):
            yield RiskKind.DOES_MORE, "This setting changes which programs or code run.", _at(word)
    for word in line.functions:
        yield RiskKind.RUNS_TEXT, "From here on this name does what is written here.", _at(word)


def _paths(line: PlacedLine, locator: Locator) -> Iterator[Found]:
    """Files that the words of a line name: outside of the workspace, secret, or configuration."""
    for word in line.writes:
        yield from _written(word, locator)
    is_moved = False
    for command in line.commands:
        for word in _path_words(command):
            path = locator.at(_expanded(word.text, locator))
            writes = _is_written(word, command)
            yield from ((kind, text, _at(word)) for kind, text in _marked(path, locator, writes=writes))
            is_relative = word.text.startswith(".") and is_moved  # from where a `cd` led, which nobody knows here
            if is_relative or not _is_outside(path, locator):
                continue
            if writes:
                yield RiskKind.WRITES_OUTSIDE, "The files there belong to no project of this agent.", _at(word)
            elif not _is_shared_place(path):
                yield RiskKind.READS_OUTSIDE, "Looks at files that are not of this project.", _at(word)
        is_moved = is_moved or command.program == "cd"


def _is_written(word: PlacedWord, command: PlacedCommand) -> bool:
    """Whether a word is where the command writes, and not where it reads from."""
    if command.program in COPIERS:
        return word.end == command.words[-1].end
    return command.program in WRITERS


def _written(word: PlacedWord, locator: Locator) -> Iterator[Found]:
    path = locator.at(_expanded(word.text, locator))
    yield from ((kind, text, _at(word)) for kind, text in _marked(path, locator, writes=True))
    if _is_outside(path, locator) and path.names[:1] != ("/dev/null",):
        yield RiskKind.WRITES_OUTSIDE, f"Writes {path.names[0]}.", _at(word)


def _path_words(command: PlacedCommand) -> Iterator[PlacedWord]:
    possible = frozenset(path_words(tuple(word.text for word in command.words)))
    for word in command.words[1:]:
        if word.text not in possible and "=" not in word.text:
            continue
        value = word.text.rpartition("=")[2] if word.text.startswith("-") or "=" in word.text else word.text
        if "://" not in value and len(value) < 500 and PATH_LIKE.match(value) and not value.startswith("-"):
            yield PlacedWord(value, word.start, word.end)


def _expanded(path: str, locator: Locator) -> str:
    """The path with the home folder in it where a shell would put it."""
    for start in ("~", "$HOME", "${HOME}"):
        if path == start or path.startswith(f"{start}/"):
            return locator.facts.home + path[len(start) :]
    return path


def _at(word: PlacedWord) -> tuple[TextSpan, ...]:
    return ((word.start, word.end),)


def _is_outside(path: LocatedPath, locator: Locator) -> bool:
    return any(all(below(name, folder) is None for folder in locator.workspaces) for name in path.names)


def _is_shared_place(path: LocatedPath) -> bool:
    return all(any(below(name, place) is not None for place in COMMON_PLACES) for name in path.names)


def _marked(path: LocatedPath, locator: Locator, *, writes: bool) -> Iterator[tuple[RiskKind, str]]:
    """What the built-in rules ask about this path in every mode, as a risk."""
    for rule in built_in_file("always").rules:
        if rule.id in MARKED_RULES and rule.path is not None and named_by(rule.path, rests_of(path.all_names, locator)):
            kind, text = MARKED_RULES[rule.id]
            yield RiskKind.KEYS if writes and kind is RiskKind.SECRETS else kind, text


def _in_files(call: ToolCall, locator: Locator) -> Iterator[Found]:
    """The files of a read or an edit. The card shows each path in full, so nothing is marked in a text."""
    if call.deletes and len(call.paths) > 1:  # nobody has said which of them
        yield RiskKind.DELETES, "Removes or moves away one or more of the files that it names.", ()
    for written in call.paths[:MOST_RISKS]:
        path = locator.at(written)
        yield from ((kind, text, ()) for kind, text, _ in _hidden(written))
        yield from ((kind, text, ()) for kind, text in _marked(path, locator, writes=call.kind is ToolKind.EDIT))
        if call.deletes and len(call.paths) == 1:
            yield RiskKind.DELETES, f"Removes {written}.", ()
        if len(path.names) > 1:
            yield RiskKind.THROUGH_LINK, f"{written} really is {path.names[1]}.", ()
        if _is_outside(path, locator):
            kind = RiskKind.WRITES_OUTSIDE if call.kind is ToolKind.EDIT else RiskKind.READS_OUTSIDE
            yield kind, f"{written} is not of this project.", ()


def _in_address(url: str) -> Iterator[Found]:
    yield from _hidden(url)
    address = read_address(url)
    everything = ((0, len(url)),)
    if address.host is None:
        yield RiskKind.ODD_ADDRESS, f"The address {address.fault or 'cannot be read'}.", everything
        return
    name = address.host.name
    start = max(url.lower().find(name), 0)
    place = ((start, start + len(name)),)
    if re.fullmatch(r"[\d.]+|[0-9a-f:]*:[0-9a-f:.]*", name) and not LOCAL.fullmatch(name):
        yield RiskKind.ODD_ADDRESS, "A number and no name: nobody sees whose machine it is.", place
    if any(label.startswith("xn--") for label in name.split(".")):
        yield RiskKind.ODD_ADDRESS, "The name holds letters that can look like others.", place
    if address.host.scheme == "http" and not LOCAL.fullmatch(name):
        yield RiskKind.LEAVES, "Not encrypted: others on the way can read and change it.", ((0, len("http")),)
    if len(url) - url.find("?") > 200 and "?" in url:
        yield RiskKind.LEAVES, "A long query can carry much away.", ((url.find("?"), len(url)),)


def _hidden(text: str) -> Iterator[Found]:
    """Characters that are not seen or look like others, and blanks that push something out of sight."""
    searched = text[:MOST_SEARCHED]
    unseen = (
        (run.start() + index, run.start() + index + 1)
        for run in NOT_ASCII.finditer(searched)
        for index, character in enumerate(run.group())
        if hidden_character(character)
    )
    if places := tuple(islice(unseen, MOST_RISKS)):
        yield RiskKind.HIDDEN, "Characters that are not seen, or change how the text is read.", places
    if mixed := tuple(islice((match.span() for match in MIXED.finditer(searched)), MOST_RISKS)):
        yield RiskKind.HIDDEN, "Letters of two alphabets in one word: it may be another than it seems.", mixed
    if padded := tuple(islice((match.span() for match in PADDING.finditer(searched)), MOST_RISKS)):
        yield RiskKind.HIDDEN, "A long blank: look for what stands after it.", padded
