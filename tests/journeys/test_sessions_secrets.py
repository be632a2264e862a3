"""Where secrets of a session stand once it was held: every byte of the data folder, and every answer of the hub."""

import json
import sqlite3
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

import pytest

from tests.real_agents.person import Hub
from tests.real_agents.talker import Talker
from tests.real_agents.workplace import Workplace

AGENT = Path(__file__).parents[1] / "contract" / "acp" / "obedient_agent.py"
# Made up, and like no token that is known: these are found by where they were given, not by their look.
SPOKEN, ARGUMENT, HEADER, BRAND, HUB_KEY = (f"Vq7{it}9Lz4" for it in ("spoken", "argument", "header", "brand", "hub"))
TOKEN_ARGUMENT = "ghp_" + "Zq7" * 12
SERVERS = [
    {"name": "one", "command": "true", "args": ["--api-key", ARGUMENT], "env": [{"name": "ONE", "value": SPOKEN}]},
    {"name": "two", "type": "http", "url": "http://127.0.0.1:1/mcp",
     "headers": [{"name": "Authorization", "value": f"Bearer {HEADER}"}]},
]  # fmt: skip
BRAND_FILE = f"""
[acp]
command = "true"
[acp.env]
OF_THE_BRAND = "{BRAND}"
"""
DATABASE = "countermark.db"
BEGINNING = "session_settings"  # the table with what a session is begun with again
ITS_WORDS = {"session_events", "session_lines", "session_texts"}  # the agent's own, as it has said them


def found_in(folder: Path, secret: str) -> set[str]:
    """The tables, and the files but for the database, in which a secret stands; the database's, if no row has it.

    What is searched is kept in small letters.
    """
    sought = secret.lower().encode()
    with closing(sqlite3.connect(f"file:{folder / DATABASE}?mode=ro", uri=True)) as database:
        rows = {row.split('"')[1] for row in database.iterdump() if secret.lower() in row.lower()}
    files = {each.name for each in folder.rglob("*") if each.is_file() and sought in each.read_bytes().lower()}
    return rows | {name for name in files if not (rows and name.startswith(DATABASE))}


def answers(person: Talker, session: str) -> Mapping[str, str]:
    """Everything that the hub says of a session, of its agents and of what has happened, by address."""
    here = f"/api/sessions/{session}"
    addresses = (
        "/api/sessions", "/api/sessions?words=It", here, f"{here}/events?after=0", f"{here}/receipt?since=0",
        f"{here}/traffic?after=0", f"{here}/export.md", "/api/agents", "/api/journal", "/api/desk",
    )  # fmt: skip
    said = {address: person._browser.get(address) for address in addresses}
    assert all(answer.status_code == 200 for answer in said.values()), said
    return {address.replace(session, "ID"): answer.text for address, answer in said.items()}


@pytest.fixture
def person(workplace: Workplace) -> Iterator[Talker]:
    own = workplace.desk_folder / "agents" / "mine.toml"
    own.parent.mkdir(parents=True)
    own.write_text(BRAND_FILE)
    with Hub(workplace, environment={"MODEL_API_KEY": HUB_KEY}), Talker(workplace) as person:
        yield person


@pytest.fixture
def held(person: Talker, workplace: Workplace) -> str:
    """A session whose agent has said one of its keys, was ended, and was started once more."""
    command = [sys.executable, str(AGENT), "servers", "resume", "--token", TOKEN_ARGUMENT]
    session = person.opens("mine", workplace.project, command, mcp_servers=json.dumps(SERVERS))
    person.sees_connected(session)
    begun = json.loads((workplace.project / "begun.json").read_text())
    assert begun["mcpServers"] == SERVERS, "the agent itself is given all of it"
    person.sees_prompt_end(session, person.says(session, "give-away"))
    person.reconnects(session)
    person.closes(session)
    person.sees_state(session, lambda state: state["connection"] == "disconnected", what="its end")
    return session


def test_what_a_session_is_given_stands_in_its_beginning_and_what_an_agent_says_in_its_words(
    held: str, person: Talker, workplace: Workplace
) -> None:
    folder = workplace.desk_folder
    assert found_in(folder, HUB_KEY) == set()
    assert found_in(folder, BRAND) == {"mine.toml"}
    for secret in (HEADER, ARGUMENT, TOKEN_ARGUMENT):
        assert found_in(folder, secret) == {BEGINNING}, secret
    assert found_in(folder, SPOKEN) == {BEGINNING, *ITS_WORDS}
    token = person._browser.headers["Authorization"].removeprefix("Bearer ")
    assert found_in(folder, token) == set(), "of a sign-in only the digest is kept"


def test_no_answer_of_the_hub_says_what_was_given_but_in_the_agents_own_words(held: str, person: Talker) -> None:
    said = answers(person, held)
    for secret in (HEADER, ARGUMENT, TOKEN_ARGUMENT, BRAND, HUB_KEY):
        assert [address for address, text in said.items() if secret in text] == [], secret
    # The ledger, what was missed of it, and the raw lines.
    own_words = {f"/api/sessions/ID{each}" for each in ("", "/events?after=0", "/receipt?since=0", "/traffic?after=0")}
    assert {address for address, text in said.items() if SPOKEN in text} == own_words
    assert "[secret]" in said["/api/sessions/ID/export.md"]
    assert "[secret]" in said["/api/sessions/ID/traffic?after=0"]


def test_the_hubs_own_keys_stand_nowhere_but_in_their_files(held: str, person: Talker, workplace: Workplace) -> None:
    said = answers(person, held)
    keys = [each for each in workplace.desk_folder.rglob("*key*") if each.is_file() and each.stat().st_size < 10_000]
    assert keys
    for file in keys:
        key = file.read_bytes().strip()
        for each in (part for part in key.splitlines() if len(part) >= 32 and not part.startswith(b"-----")):
            assert found_in(workplace.desk_folder, each.decode("ascii")) == {file.name}
            assert not any(each.decode("ascii") in text for text in said.values())


def test_a_hub_that_has_never_started_the_agent_hides_its_keys_all_the_same(workplace: Workplace) -> None:
    own = workplace.desk_folder / "agents" / "mine.toml"
    own.parent.mkdir(parents=True)
    own.write_text(BRAND_FILE)
    command = [sys.executable, str(AGENT)]
    with Hub(workplace), Talker(workplace) as person:
        session = person.opens("mine", workplace.project, command)
        person.sees_prompt_end(session, person.says(session, f"say the key is {BRAND}"))
    with Hub(workplace), Talker(workplace) as person:
        text = person._browser.get(f"/api/sessions/{session}/export.md").text
        assert "the key is [secret]" in text
        assert BRAND not in text
