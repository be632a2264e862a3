"""Known secrets in arguments and commands are replaced by a visible stand-in before they are kept.

It knows the forms in which secrets are mostly written, and proves nothing about others. It takes away no more than the
secret, so that no command hides behind the look of one. Patterns begin with fixed letters, and a run of characters is
tried once: the time grows with the length of the text alone.
"""

import json
import re
from collections.abc import Iterator

STAND_IN = "[secret]"

# Names that say secret by how they end: `max_tokens`, `password_file` and `secretary` do not.
NAME = (
    r"[Pp](?i:assw(?:or)?d|assphrase|rivate[_-]?key)|[Pp](?<=[_-][Pp])(?i:wd|ass)|[Tt](?i:oken)|[Cc](?i:redentials?)|"
    r"[Ss](?i:ecret(?:s|[_-]?key)?|(?:igning|ervice|ession)[_-]?key)|[Aa](?i:(?:pi|ccess|uth|ccount)[_-]?key)|"
    r"[Ee](?i:ncryption[_-]?key)|[Mm](?i:aster[_-]?key)|[Aa](?i:uthorization)"
)
IS_NAME = re.compile(rf"(?:{NAME})\Z")
IS_FLAG = re.compile(rf"--?[\w.-]{{0,60}}(?:{NAME})\Z")
QUOTED = r"(?P<open>\\{0,8}[\"'])(?P<quoted>(?:(?!(?P=open))[^\n]){1,4000})(?=(?P=open))"
BARE = r"(?P<bare>[^\s\"'`&;|<>()\\]+)"
SCHEME = r"(?:(?i:bearer|basic|token|digest|negotiate)[ ]{1,8})?"
ASSIGNED = re.compile(rf"(?:{NAME})(?:\\{{0,8}}[\"'])?[ \t]{{0,8}}[=:][ \t]{{0,8}}(?:{QUOTED}|{SCHEME}{BARE})")
FLAGGED = re.compile(
    rf"-(?<![\w.-]-)-?[\w.-]{{0,60}}(?:{NAME})(?:\\{{0,8}}[\"'])?,?[ \t]{{1,8}}(?!-)(?:{QUOTED}|{BARE})"
)
BEARER = re.compile(r"[Bb](?i:earer)[ \t]{1,8}(?P<bare>(?=[A-Za-z._~+/-]{0,200}[0-9])[A-Za-z0-9._~+/-]{16,}=*)")
REFERENCE = re.compile(r"\$[A-Z_][A-Z0-9_]*|\$\{[A-Za-z_]\w*\}|\$|%[A-Z_][A-Z0-9_]*%|\{\{.*")
TYPES = frozenset(
    "str string bytes int integer number bool boolean any object none null nil undefined true false".split()
)

KEY_BLOCK = re.compile(
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
    r"(?:[A-Za-z0-9+/=]{16,}|\s|\\+[nrt]|[\"',+]|(?:Proc-Type|DEK-Info|Version|Comment): [^\n\\\"';]{0,100})*"
    r"(?:[A-Za-z0-9+/=]{1,15}(?:\s|\\+[nr]){0,4})?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?"
)
URL_PASSWORD = re.compile(r"://[^\s/:@\"'\\]{0,200}:(?P<bare>[^\s/@\"'\\]+)(?=@)")
SLACK_HOOK = re.compile(r"hooks\.slack\.com/(?:services|workflows)/(?P<bare>[A-Za-z0-9/_-]+)")

# A token by its first characters, of which four stay; what may stand in it; the fewest that follow.
WORD, KEBAB = r"[A-Za-z0-9]", r"[A-Za-z0-9_-]"
TOKENS: tuple[tuple[str, str, str, int], ...] = (
    *((f"{start}", "", "[A-Z0-9]", 16) for start in ("AKIA", "ASIA")),
    *((f"gh{each}_", "", WORD, 20) for each in "pousr"), ("github_pat_", "", r"\w", 20),
    ("gl", r"(?:pat|dt|rt|cbt|ptt|ft|imt|agent|soat|oas)-", r"[A-Za-z0-9_.-]", 16),
    ("xox", "[abeoprs]-", r"[A-Za-z0-9-]", 8), ("xapp-", "", r"[A-Za-z0-9-]", 8),
    ("AIza", "", KEBAB, 30), ("ya29.", "", KEBAB, 20), ("GOCSPX-", "", KEBAB, 20),
    ("sk-", r"(?=[A-Za-z_-]{0,100}[0-9])", KEBAB, 20),
    *((f"{start}_", "(?:live|test)_", WORD, 10) for start in ("sk", "rk", "pk")), ("whsec_", "", r"[A-Za-z0-9+/=]", 16),
    ("npm_", "", WORD, 30), ("pypi-AgE", "", KEBAB, 30),
    ("eyJ", "", rf"{KEBAB}{{8,}}\.eyJ{KEBAB}{{8,}}\.{KEBAB}", 0),
)  # fmt: skip


def token_pattern(start: str, middle: str, letters: str, fewest: int) -> re.Pattern[str]:
    """The pattern of one kind of token; it begins where no word goes on, so that each run is tried once."""
    literal = re.escape(start)
    return re.compile(rf"{literal}(?<![A-Za-z0-9_-]{literal}){middle}{letters}{{{fewest},}}")


TOKEN_PATTERNS = tuple((each[0], token_pattern(*each)) for each in TOKENS)

# What a segment of a command line begins with whose options hold passwords, and these options.
MYSQL = re.compile(r"(?<=\s)-p(?P<bare>[^\s\"']+)|(?<=\s)-p(?P<open>[\"'])(?P<quoted>[^\"'\n]+)")
USER = re.compile(r"(?<=\s)(?:-u|--user|--proxy-user|-U)[ =]?\\*[\"']?[^\s:\"']{0,200}:(?P<bare>[^\s\"'\\]+)")
SSHPASS = re.compile(r"(?<=\s)-p ?(?:(?P<open>[\"'])(?P<quoted>[^\"'\n]+)|(?P<bare>[^\s\"']+))")
REDIS = re.compile(r"(?<=\s)-a ?(?:(?P<open>[\"'])(?P<quoted>[^\"'\n]+)|(?P<bare>[^\s\"']+))")
PROGRAMS = (("mysql", MYSQL), ("mariadb", MYSQL), ("curl", USER), ("sshpass", SSHPASS), ("redis-cli", REDIS))
SEGMENT = re.compile(r"[^\n;|&]+")

SUSPECT = re.compile(
    rf"{NAME}|://|-----BEGIN|[Bb](?i:earer)|hooks\.slack\.com|mysql|mariadb|curl|sshpass|redis-cli|"
    + "|".join(re.escape(start) for start, *_ in TOKENS)
)
STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"')
NUMBER_OF_KEY = re.compile(rf'(?:{NAME})"\s{{0,8}}:\s{{0,8}}(?P<bare>-?[0-9][0-9.eE+-]*)')
AFTER_KEY = re.compile(r"\s*:\s*([\"\[])")
AFTER_FLAG = re.compile(r"\s*,\s*\"(?!-)")


def redacted(text: str) -> str:
    """The text with known secrets replaced; JSON stays JSON."""
    if SUSPECT.search(text) is None:
        return text
    return redacted_json(text) if is_json(text) else redacted_words(text)


def is_json(text: str) -> bool:
    """Whether it is an object, a list or a text in JSON."""
    if text.lstrip()[:1] not in ("{", "[", '"'):
        return False
    try:
        json.loads(text, parse_int=str)  # whole numbers of any length
    except RecursionError:
        return True
    except ValueError:
        return False
    return True


def redacted_json(text: str) -> str:
    """JSON with known secrets replaced in its texts; all else stays to the letter."""
    parts, done = [], 0
    for literal in secret_literals(text):
        parts += [text[done : literal[0]], literal[2]]
        done = literal[1]
    return NUMBER_OF_KEY.sub(lambda found: without(found, f'"{STAND_IN}"'), "".join([*parts, text[done:]]))


def secret_literals(text: str) -> Iterator[tuple[int, int, str]]:
    """Where texts in JSON hold secrets, and what stands there instead."""
    hits = (found.start() for found in SUSPECT.finditer(text))
    hit = next(hits, -1)
    before, wanted = 0, ""  # what the texts from here on are: `"` one secret, `[` a list of them
    for found in STRING.finditer(text):
        start, end = found.span()
        while -1 < hit < start:
            hit = next(hits, -1)
        if wanted == "[" and "]" in text[before:start]:
            wanted = ""
        before = end
        if wanted:
            yield start, end, f'"{STAND_IN}"'
            wanted = "[" if wanted == "[" else ""
        elif -1 < hit < end:
            wanted = secrets_after(text, found)
            if not wanted:
                yield start, end, redacted_literal(found[0])


def secrets_after(text: str, found: re.Match[str]) -> str:
    """Whether a text in JSON is a name that says secret: `"` if one text follows it, `[` if a list of them does."""
    words = found[0][1:-1]
    after = AFTER_KEY.match(text, found.end())
    if after is not None:
        return after[1] if IS_NAME.search(words) else ""
    return '"' if IS_FLAG.fullmatch(words) and AFTER_FLAG.match(text, found.end()) else ""


def redacted_literal(literal: str) -> str:
    """One text in JSON without secrets."""
    words = json.loads(literal)
    changed = redacted_words(words)
    return literal if changed == words else json.dumps(changed)


def redacted_words(text: str) -> str:
    """Text that is no JSON with known secrets replaced."""
    if "-----BEGIN" in text:
        text = KEY_BLOCK.sub(STAND_IN, text)
    for pattern in (ASSIGNED, FLAGGED, BEARER):
        text = pattern.sub(without_secret, text)
    for start, pattern in TOKEN_PATTERNS:
        if start in text:
            text = pattern.sub(without_token, text)
    if "://" in text:
        text = URL_PASSWORD.sub(without, text)
    text = SLACK_HOOK.sub(without, text)
    if any(name in text for name, _ in PROGRAMS):
        text = SEGMENT.sub(without_options, text)
    return text


def without_token(found: re.Match[str]) -> str:
    """What stays of a token: no more than its first four characters, so that its kind can be seen."""
    return found[0][:4] + STAND_IN


def without_options(segment: re.Match[str]) -> str:
    """A part of a command line without the passwords in its options."""
    words = segment[0]
    for name, pattern in PROGRAMS:
        if name in words:
            words = pattern.sub(without, words)
    return words


def without_secret(found: re.Match[str]) -> str:
    """What stands for a name and its value: the value stays if it is no secret but says where one is."""
    bare = found["bare"]
    if bare is None:
        quoted, quote = found["quoted"], found["open"]
        return found[0] if quote[-1] == '"' and REFERENCE.fullmatch(quoted) else without(found)
    is_call = found.string[found.end() : found.end() + 1] == "(" or bare.endswith("[")
    is_plain = bare.rstrip(",:?").lower() in TYPES or bare[0] in "=:" or REFERENCE.fullmatch(bare)
    return found[0] if is_call or is_plain else without(found)


def without(found: re.Match[str], stand_in: str = STAND_IN) -> str:
    """What was found, with its secret replaced."""
    names = found.re.groupindex
    group = "bare" if "quoted" not in names or found["bare"] is not None else "quoted"
    start, end = (place - found.start() for place in found.span(group))
    return found[0][:start] + stand_in + found[0][end:]
