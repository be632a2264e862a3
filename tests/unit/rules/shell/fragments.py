"""Lines of shell made of fragments that are hard to read, seeded: most of them from lines that are allowed."""

import random
from collections.abc import Iterator

STARTS = [
    "git log", "git status", "git diff", "ls", "cat a", "npm test", "git log -n 5 | cat", "cd src && ls",
    "ls; cat a", "git diff -- src", "cat 'a b'", 'ls "src"', "ls src/*", "git log && ls", "cd src; ls a*",
    "ls > /dev/null 2>&1", "cat <<'E'\ntext (a\nE\n", 'cat <<"EOF" | cat > /dev/null\n$(evil)\nEOF\nls', "CI=1 ls",
    "time ls a", "LANG=C npm test", 'git log --grep "$(cat <<\'E\'\ntext ) evil\nE\n)" -n 5',
    "cat <<'E' && ls\nevil\n\nE", "cat ~/h* | cat", "git log --format='%h %s'", "npm test -- -t 'x'", "cat a # all",
    "cd ../work/src && cat b.py",
]  # fmt: skip
FRAGMENTS = [
    "evil", "./evil", " evil ", ";", "; evil", "&& evil", "|| evil", "| evil", "& evil", "&", "|", "||", "&&", "\n",
    "\nevil", "\r", "\revil", "\\", "\\\n", " \\\n ", "\\;", "\\ ", "\\'", '\\"', "'", '"', "''", '""', "' evil '",
    '" evil "', '\'"\'"\'', "$", "$(evil)", "`evil`", '"$(evil)"', '"`evil`"', "$((evil))", "${x:-evil}", "$x",
    "$?", '"$?"', "$IFS", "$'\\n'evil", '$"evil"', "\\`evil\\`", "> out", ">out", ">> out", "2> out", "&> out",
    ">& out", ">| out", "<> out", "< a", "<<< a", "<< E\nevil\nE\n", "<<'E'\n$(evil)\nE\n", "<(evil)", ">(evil)",
    "2>&1", ">&2", "1>&2 ", "22>out", "{x}>out", "{evil,x}", "{1..3}", "{", "}", "{}", "(", ")", "(evil)",
    "{ evil; }", "*", " *", "?", " [a-z]*", "-*", " src/*", " a*", " ./*", "''*", "~", " ~/", " ~/*", " ~root",
    "=~", " x=~/y", "#", " #", " # evil", "#\nevil", "!", " ! ", "!!", "[[ evil ]]", "[ -f a ]", "time ", "coproc ",
    "exec ", "eval ", "command ", "env ", "A=evil ", "A=1", "alias ls=evil; ", "if evil; then ", "; fi",
    "for i in a; do ", "; done", "function ", "f() { evil; }; ", "() { evil; }", "case a in a) ", ";;", ";& ",
    "-o out", " --output=out", "--output out ", " -- ", " --", "\t", "  ", "\x0b", "\x0c", "\xa0", "\u2028",
    "\u200b", "ü", "日本", "\x01", "<", ">", ">>", "<<", "<<E", "|&", "&>", "&>/dev/null", ">/dev/null",
    " 2>/dev/null", "%", "^", "@", "+", ",", ":", ".", "..", "/", "a=b", "cd ", "cd src && ", "cd .. && ",
    "; cd src; ", "cd nowhere; ", "cd nowhere && ", " | cd src", "pushd src; ", "source evil", ". ./evil", "0", "1",
    "2", " 2", "10>out", "x>out", "a1>out", "'1'>out", "\\1>out", '"\n"', "'\n'", "E", "\nE\n", "sh -c evil",
    "xargs evil", "<<'E'\n", " <<'E'\n", '<< "E"', "\nE", "\nE ", "\n E\n", "E\n", "\nE\nevil\n", "EOF", "\nEOF\n",
    "<<'E' <<'F'\n", "<<-'E'\n", "<<'E'x\n", "3<<'E'\n", '"$(cat <<\'E\'\n', '\nE\n)"', ')"',
    '"$(cat << \'E\'\nx\nE\n)"', '"$(cat <<\'E\'\nx\nE\n) evil"', "CI=1 ", "TERM=x ", "LANG=$(evil) ", "CI=evil;",
    "CI=1 PATH=. ", "TZ=../x ", "NO_COLOR= ", "CI=~ ", "CI=1", "time -p ", "time ! ", "time { ", "time -- ", ". ",
    ". src/a\n", "time A=1 ", "if ", "\\\nE\n",
]  # fmt: skip


def lines(count: int, *, seed: int) -> Iterator[str]:
    """So many lines, the same for the same seed."""
    rng = random.Random(seed)
    for _ in range(count):
        yield _mutated(rng) if rng.random() < 0.7 else _joined(rng)


def _mutated(rng: random.Random) -> str:
    """A line that is allowed, with one to three fragments put in anywhere, or with a part of it taken out."""
    line = rng.choice(STARTS)
    if rng.random() < 0.3:
        line += rng.choice([" && ", "; ", " | ", "\n", " || "]) + rng.choice(STARTS)
    for _ in range(rng.choice([1, 1, 1, 2, 2, 3])):
        at = rng.randrange(len(line) + 1)
        line = line[:at] + rng.choice(FRAGMENTS) + line[at:]
    if rng.random() < 0.1:
        at = rng.randrange(len(line))
        line = line[:at] + line[at + 1 :]
    return line


def _joined(rng: random.Random) -> str:
    parts = [rng.choice(STARTS if rng.random() < 0.4 else FRAGMENTS) for _ in range(rng.randint(1, 6))]
    return rng.choice(["", " ", " "]).join([rng.choice(STARTS), *parts])
