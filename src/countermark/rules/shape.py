"""The keys of a `[[rule]]`: what each takes, and which go together."""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import TypeVar

from countermark.model.tool_calls import Decision, ToolKind
from countermark.rules.hosts import host_pattern
from countermark.rules.paths import path_pattern
from countermark.rules.refusals import Unusable
from countermark.rules.rulebook import Rule, Tokens

KEYS = (
    *("id", "tool", "command", "path", "host", "server", "name", "decision", "expires"),
    *("message", "justification", "match", "not_match"),
)
ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
LONGEST_WORDS = 1000  # characters of a message or a justification
LONGEST_TOKEN = 1000
MOST_TOKENS = 50
MOST_IN_A_LIST = 100
# Which tools each selector speaks about.
SELECTORS: Mapping[str, frozenset[ToolKind]] = {
    "command": frozenset({ToolKind.BASH}),
    "path": frozenset({ToolKind.BASH, ToolKind.READ, ToolKind.EDIT}),
    "host": frozenset({ToolKind.FETCH}),
    "server": frozenset({ToolKind.MCP}),
    "name": frozenset({ToolKind.MCP}),
}
# What an allow rule has to say about each tool: allowing all of them is nobody's intention.
NEEDED = {
    ToolKind.BASH: "command",
    ToolKind.READ: "path",
    ToolKind.EDIT: "path",
    ToolKind.FETCH: "host",
    ToolKind.MCP: "server",
}
Reads = TypeVar("Reads")


def rule_of(table: Mapping[str, object], *, line: int, text: str) -> Rule:
    """The rule that a table says. Raises `Unusable`."""
    for key in table:
        if key not in KEYS:
            raise Unusable(f"`{key}` is no key of a rule; there are {', '.join(KEYS)}")
    decision, tools = _decision(table), _tools(table)
    allows = decision is Decision.ALLOW
    _demand_fitting(table, tools, allows=allows)
    return Rule(
        id=_id(table),
        tools=tools,
        decision=decision,
        command=_tokens(table),
        path=_patterns(table, "path", lambda pattern: path_pattern(pattern, allows=allows)),
        host=_patterns(table, "host", lambda pattern: host_pattern(pattern, allows=allows)),
        server=_patterns(table, "server", lambda name: _server(name, allows=allows)),
        name=_patterns(table, "name", _plain_name),
        expires=_end(table),
        message=_words(table, "message"),
        justification=_words(table, "justification"),
        match=_texts(table, "match"),
        not_match=_texts(table, "not_match"),
        line=line,
        text=text,
    )


def _id(table: Mapping[str, object]) -> str:
    value = table.get("id")
    if not isinstance(value, str) or not ID.fullmatch(value):
        raise Unusable("`id` has to be a name of letters, digits, dots, dashes and underscores, up to 64 characters")
    return value


def _decision(table: Mapping[str, object]) -> Decision:
    value = table.get("decision")
    if not isinstance(value, str) or value not in set(Decision):
        raise Unusable("`decision` has to be one of allow, ask, deny")
    return Decision(value)


def _tools(table: Mapping[str, object]) -> tuple[ToolKind, ...]:
    names = _texts(table, "tool")
    if not names or not set(names) <= {tool.value for tool in NEEDED}:
        raise Unusable(f"`tool` has to be one or a list of {', '.join(NEEDED)}")
    return tuple(dict.fromkeys(map(ToolKind, names)))


def _demand_fitting(table: Mapping[str, object], tools: tuple[ToolKind, ...], *, allows: bool) -> None:
    """Refuse a selector that could never speak about one of the tools, and an allow rule without one."""
    for key, about in SELECTORS.items():
        if key in table and not about.issuperset(tools):
            others = ", ".join(tool for tool in tools if tool not in about)
            raise Unusable(f"`{key}` says nothing about {others}; write a rule of its own for that tool")
    for tool in tools:
        if allows and NEEDED[tool] not in table:
            raise Unusable(f"a rule that allows {tool} has to say `{NEEDED[tool]}`")
    if "name" in table and "server" not in table and allows:
        raise Unusable("a rule that allows tools by name has to say their `server`")


def _tokens(table: Mapping[str, object]) -> Tokens | None:
    value = table.get("command")
    if value is None:
        return None
    if not isinstance(value, list) or not 0 < len(value) <= MOST_TOKENS:
        raise Unusable(f"`command` has to be a list of words, from the program on, at most {MOST_TOKENS}")
    return tuple(_alternatives(each) for each in value)


def _alternatives(value: object) -> tuple[str, ...]:
    words = value if isinstance(value, list) else [value]
    if not 0 < len(words) <= MOST_IN_A_LIST:
        raise Unusable("`command` has an empty or too long list of alternatives")
    for word in words:
        if not isinstance(word, str) or not 0 < len(word) <= LONGEST_TOKEN:
            raise Unusable("`command` holds something else than words and lists of words")
        if not word.isprintable():
            raise Unusable("`command` holds a character that cannot be seen")
    return tuple(dict.fromkeys(words))


def _patterns(table: Mapping[str, object], key: str, read: Callable[[str], Reads]) -> tuple[Reads, ...] | None:
    if key not in table:
        return None
    return tuple(_part(key, text, read) for text in _texts(table, key, empty=False))


def _part(key: str, text: str, read: Callable[[str], Reads]) -> Reads:
    try:
        return read(text)
    except Unusable as why:
        raise Unusable(f"`{key}`: {text!r} {why}") from None


def _server(name: str, *, allows: bool) -> str:
    if allows and "*" in name:
        raise Unusable("would allow tools of servers that nobody named; write the server's whole name")
    return _plain_name(name)


def _plain_name(name: str) -> str:
    if not name.isprintable() or not 0 < len(name) <= LONGEST_TOKEN:
        raise Unusable("is no name")
    return name


def _texts(table: Mapping[str, object], key: str, *, empty: bool = True) -> tuple[str, ...]:
    """One text or a list of them."""
    value = table.get(key, [])
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not all(isinstance(each, str) for each in texts):
        raise Unusable(f"`{key}` has to be a text or a list of texts")
    if len(texts) > MOST_IN_A_LIST or (not texts and not empty):
        raise Unusable(f"`{key}` has to have 1 to {MOST_IN_A_LIST} texts")
    return tuple(texts)


def _words(table: Mapping[str, object], key: str) -> str:
    value = table.get(key, "")
    if not isinstance(value, str) or len(value) > LONGEST_WORDS:
        raise Unusable(f"`{key}` has to be a text of at most {LONGEST_WORDS:,} characters")
    return value


def _end(table: Mapping[str, object]) -> int | None:
    """When the rule ends, in milliseconds since 1970: a day ends with it; without an offset it is UTC."""
    value = table.get("expires")
    if value is None:
        return None
    if isinstance(value, datetime):
        end = value if value.tzinfo else value.replace(tzinfo=UTC)
    elif isinstance(value, date) and value < date.max:
        end = datetime.combine(value + timedelta(days=1), time(), tzinfo=UTC)
    else:
        raise Unusable("`expires` has to be a date such as 2027-12-31 or a time such as 2027-12-31T18:00:00Z")
    return int((end - datetime(1970, 1, 1, tzinfo=UTC)) / timedelta(milliseconds=1))
