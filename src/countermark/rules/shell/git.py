"""What git does beyond reading: options that run or write, and subcommands that only read in some forms."""

import re
from collections.abc import Iterator, Sequence

from countermark.rules.shell.options import OptionTable, operands, options

# Before the subcommand; all others there lead to other repositories or run something.
HARMLESS_BEFORE = frozenset(
    "--no-pager -P --version -v --help -h --no-optional-locks --no-replace-objects --literal-pathspecs "
    "--no-literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --no-advice --no-lazy-fetch".split()
)
VALUED_BEFORE = frozenset(
    "-C -c --git-dir --work-tree --namespace --config-env --super-prefix --attr-source --list-cmds".split()
)
EVERYWHERE = options(
    names="output output-directory ext-diff upload-pack receive-pack exec exec-path open-files-in-pager extcmd tool "
    "template config separate-git-dir upload-archive filters textconv show-signature web gui",
    harmless="text filter",
)
# Letters mean different things for different subcommands.
LETTERS: dict[str, OptionTable] = {
    "archive": options("o"),
    "bundle": options("o"),
    "checkout": options("fBp", "force patch ours theirs merge orphan"),
    "clone": options("cu"),
    "commit": options("n", "no-verify", valued="mFCctSu"),
    "difftool": options("xt"),
    "fetch": options("u", valued="jo"),
    "format-patch": options("o"),
    "grep": options("O", valued="ABCefm"),
    "help": options("wi"),
    "ls-remote": options("u", valued="o"),
    "merge": options("s", "strategy", valued="mXF", harmless="strategy-option"),
    "pull": options("xs", "strategy", valued="jX", harmless="strategy-option"),
    "push": options("fd", "force force-with-lease mirror delete prune all no-verify", valued="o"),
    "rebase": options("x", valued="sXC"),
    "reset": options("", "hard merge keep"),
    "restore": options("W", "worktree", valued="s"),
    "switch": options("fC", "force force-create discard-changes"),
}
READS_ONLY = frozenset(
    "log show diff status blame annotate shortlog describe rev-parse rev-list ls-files ls-tree ls-remote cat-file "
    "name-rev merge-base for-each-ref show-ref show-branch whatchanged range-diff cherry count-objects check-ignore "
    "check-attr check-mailmap var version help diff-tree diff-index diff-files grep merge-tree patch-id".split()
)
KNOWN = READS_ONLY | frozenset(
    "add am apply archive bisect branch bundle checkout cherry-pick citool clean clone commit commit-tree config "
    "credential difftool fast-export fast-import fetch filter-branch format-patch fsck gc gui hash-object init "
    "maintenance merge mergetool mv notes prune pull push rebase reflog remote repack replace request-pull rerere "
    "reset restore revert rm send-email sparse-checkout stash submodule switch symbolic-ref tag update-index "
    "update-ref verify-commit verify-tag worktree write-tree".split()
)
# These list without operands or with one of these options; any other option or operand changes something.
LISTING = re.compile(
    r"-[arvil]+|-n\d*|-q|--(?:list|all|remotes|verbose|show-current|ignore-case|omit-empty|(?:no-)?color(?:=\w+)?"
    r"|(?:no-)?column(?:=\w+)?|(?:no-)?abbrev(?:=\d+)?|(?:sort|format)=.*|(?:no-)?(?:contains|merged)(?:=.*)?"
    r"|points-at(?:=.*)?)",
    re.DOTALL,
)
LISTS_OPERANDS = re.compile(r"-[arvi]*l[arvi]*|--list|--(?:no-)?(?:contains|merged)|--points-at")
# The first words after the subcommand with which it only reads; "" stands for none.
READING: dict[str, frozenset[str]] = {
    "bisect": frozenset({"log"}),
    "bundle": frozenset({"verify", "list-heads"}),
    "config": frozenset("--get --get-all --get-regexp --get-urlmatch --list -l get list".split()),
    "notes": frozenset({"", "list", "show"}),
    "remote": frozenset({"", "-v", "--verbose", "get-url", "show"}),
    "sparse-checkout": frozenset({"list"}),
    "submodule": frozenset({"", "status", "summary"}),
    "worktree": frozenset({"list"}),
}
# The first words after the subcommand with which it throws something away.
LOSING = {"reflog": frozenset({"expire", "delete"}), "stash": frozenset({"drop", "clear"})}
OTHER_ADDRESS = re.compile(r".*:|[+./~]", re.DOTALL)  # of a server, or a branch that is to be overwritten
REMOTE_HELPER = re.compile(r"[A-Za-z0-9+.-]+::")  # `ext::sh -c …` as an address


def git_dangers(words: Sequence[str]) -> Iterator[int]:
    """The indexes of the words that make git do more than its subcommand says, or that may be an alias."""
    index = 1
    while index < len(words) and words[index].startswith("-"):
        if words[index] not in HARMLESS_BEFORE:
            yield index
        if words[index] in VALUED_BEFORE:
            index += 1
            yield from range(index, min(index + 1, len(words)))
        index += 1
    if index < len(words):
        yield from _after(words, index)


def _after(words: Sequence[str], at: int) -> Iterator[int]:
    subcommand = words[at]
    if subcommand not in KNOWN:
        yield at
    yield from EVERYWHERE.where(words, at + 1)
    if letters := LETTERS.get(subcommand):
        yield from letters.where(words, at + 1)
    yield from (index for index in range(at + 1, len(words)) if REMOTE_HELPER.match(words[index]))
    if subcommand in {"branch", "tag"}:
        yield from _beside_listing(words, at)
    elif subcommand in READING:
        following = words[at + 1] if at + 1 < len(words) else ""
        is_key = subcommand == "config" and len(words) == at + 2 and not following.startswith("-")
        if following not in READING[subcommand] and not is_key:
            yield at + 1
        if subcommand == "remote" and following in {"-v", "--verbose"}:
            yield from range(at + 2, len(words))
    else:
        yield from _among_operands(words, at, list(operands(words, at + 1)))


def _among_operands(words: Sequence[str], at: int, indexes: list[int]) -> Iterator[int]:
    """Operands with which a subcommand does more than its name says."""
    subcommand = words[at]
    if subcommand in LOSING:
        yield from (index for index in indexes[:1] if words[index] in LOSING[subcommand])
    elif subcommand in {"fetch", "pull", "push"}:
        yield from (index for index in indexes if OTHER_ADDRESS.match(words[index]))
    elif subcommand == "checkout" and "-b" not in words:
        yield from indexes[1:]
    elif subcommand == "symbolic-ref":
        yield from indexes[1:]
        yield from options("dm").where(words, at + 1)


def _beside_listing(words: Sequence[str], at: int) -> Iterator[int]:
    lists = any(LISTS_OPERANDS.match(word) for word in words[at + 1 :])
    for index in range(at + 1, len(words)):
        word = words[index]
        if not (LISTING.fullmatch(word) if word.startswith("-") else lists):
            yield index
