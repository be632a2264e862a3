"""The SQL of the index of decided items: SQLite's own, with FTS5."""

from typing import Any

from countermark.model.history import HistoryQuery
from countermark.store.history.words import BEGIN, END, match_of

VERSION = 3  # of these tables; an index of another one is made anew
UNCLEAN = -VERSION  # instead of it, while bytes of what was forgotten are in the file
TABLES = (
    """CREATE TABLE decided (
        place INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL UNIQUE, version INTEGER NOT NULL,
        agent TEXT NOT NULL, workspace TEXT NOT NULL, title TEXT NOT NULL, outcome TEXT NOT NULL, decider TEXT NOT NULL,
        decided_at INTEGER NOT NULL, marks INTEGER NOT NULL, forgotten INTEGER NOT NULL)""",
    "CREATE INDEX decided_by_workspace ON decided (workspace, place)",
    "CREATE INDEX decided_by_agent ON decided (agent, place)",
    "CREATE INDEX decided_by_outcome ON decided (outcome, place)",
    # All that is counted, in one pass over an index alone.
    "CREATE INDEX decided_facets ON decided (workspace, agent, outcome, kind, decider)",
    # `prefix` makes the search while one types as quick as that for whole words.
    """CREATE VIRTUAL TABLE words USING fts5(title, text, marks, answer,
        tokenize = "unicode61 remove_diacritics 2", prefix = '1 2 3')""",
    "CREATE TABLE indexed (until INTEGER NOT NULL, hash TEXT NOT NULL)",
    "INSERT INTO indexed VALUES (0, '')",
    f"PRAGMA user_version = {VERSION}",
)
PLACES_OF_A_MS = 4096  # so many items that were decided in one millisecond have places of their own
TAKEN = "SELECT max(place) FROM decided WHERE place >= ? AND place < ?"
COLUMNS = "place, kind, id, version, agent, workspace, title, outcome, decider, decided_at, marks, forgotten"
PUT = f"INSERT INTO decided ({COLUMNS}) VALUES ({', '.join('?' * 12)})"
PUT_WORDS = "INSERT INTO words (rowid, title, text, marks, answer) VALUES (?, ?, ?, ?, ?)"
PLACE_OF = "SELECT place FROM decided WHERE id = ?"
REMOVE = "DELETE FROM decided WHERE place = ?"
IS_FORGOTTEN = "SELECT 1 FROM decided WHERE id = ? AND forgotten"
REMOVE_WORDS = "DELETE FROM words WHERE rowid = ?"
FORGET = "UPDATE decided SET title = '', marks = 0, forgotten = 1 WHERE place = ?"
BUSY_TIMEOUT = "PRAGMA busy_timeout = 5000"
OPTIMIZE = "INSERT INTO words (words) VALUES ('optimize')"
UNTIL = "SELECT until, hash FROM indexed"
SET_UNTIL = "UPDATE indexed SET until = ?, hash = ?"
SNIPPET = f"snippet(words, -1, '{BEGIN}', '{END}', '…', 24)"
FACETS = ("agent", "workspace", "outcome", "kind", "decider")
COUNTS = f"SELECT {', '.join(FACETS)}, count(*) FROM decided GROUP BY workspace, agent, outcome, kind, decider"
MOST_OF_FACET = 200


def search_select(query: HistoryQuery) -> tuple[str, list[Any]]:
    """The statement of a query with its values. One of words goes through the index of words, newest first."""
    match = match_of(query.words)
    if query.words.strip() and match is None:
        return f"SELECT {COLUMNS}, '' FROM decided WHERE 0", []
    conditions, values = conditions_of(query)
    if match is None:
        source, order, snippet = "decided", "place", "''"
    else:
        source, order, snippet = "words CROSS JOIN decided ON place = words.rowid", "words.rowid", SNIPPET
        conditions, values = ["words MATCH ?", *conditions], [match, *values]
        if query.before is not None:
            conditions, values = [*conditions, "words.rowid < ?"], [*values, query.before]
    columns = ", ".join(f"decided.{name.strip()}" for name in COLUMNS.split(","))
    where = f"WHERE {' AND '.join(conditions)}" if conditions else ""
    statement = f"SELECT {columns}, {snippet} FROM {source} {where} ORDER BY {order} DESC LIMIT ?"
    return statement, [*values, query.limit]


def conditions_of(query: HistoryQuery) -> tuple[list[str], list[Any]]:
    """What is asked of the columns."""
    equal = {
        "kind": query.kind, "agent": query.agent, "workspace": query.workspace, "outcome": query.outcome,
    }  # fmt: skip
    asked = [(f"decided.{name} = ?", str(value)) for name, value in equal.items() if value is not None]
    marks = ", ".join("?" * len(query.deciders))
    by = [f"decided.decider IN ({marks})"] if query.deciders else []
    since = None if query.since is None else query.since * PLACES_OF_A_MS
    until = None if query.until is None else (query.until + 1) * PLACES_OF_A_MS
    bounds = (("decided.place >= ?", since), ("decided.place < ?", until), ("decided.place < ?", query.before))
    pairs = [*asked, *((condition, value) for condition, value in bounds if value is not None)]
    conditions = [*by, *(condition for condition, _ in pairs)]
    return conditions, [*map(str, query.deciders), *(value for _, value in pairs)]
