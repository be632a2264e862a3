"""Which addresses, folders and names a server may have."""

import pytest

from countermark.model.agent_servers import AgentServer, check_folders, check_user, checked_address
from countermark.model.errors import BadInput, TooLarge


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("http://127.0.0.1:4096", "http://127.0.0.1:4096"),
        ("http://localhost:4096/", "http://localhost:4096"),
        ("http://[::1]:4096", "http://[::1]:4096"),
        ("HTTPS://Box.Example:443", "https://box.example:443"),
        ("https://box.example", "https://box.example"),
    ],
)
def test_loopback_or_encrypted(given: str, kept: str) -> None:
    assert checked_address(given) == kept


@pytest.mark.parametrize(
    "given",
    [
        "http://box.example:4096", "http://0.0.0.0:4096", "http://192.168.1.2:4096",
        "ftp://127.0.0.1", "127.0.0.1:4096",
        "http://user:secret@127.0.0.1:4096", "http://127.0.0.1:4096/path", "http://127.0.0.1:4096?x=1", "http://:4096",
        "http://127.0.0.1:99999", "http://127.0.0.1.evil.example:4096", "http://lo\tcalhost:1", "https://[::1", "",
        "x" * 400,
        "https://a..b", "https://ü.example",
    ],
)  # fmt: skip
def test_nothing_else_is_an_address(given: str) -> None:
    with pytest.raises(BadInput):
        checked_address(given)


@pytest.mark.parametrize("folders", [(), ("relative",), ("/a\0b",), ("/" + "x" * 5000,)])
def test_folders_are_absolute_paths(folders: tuple[str, ...]) -> None:
    with pytest.raises(BadInput):
        check_folders(folders)


def test_there_are_only_so_many_folders() -> None:
    server = AgentServer("s", "opencode", "http://127.0.0.1:1", ("/a",), None, 1)
    assert server.attach(("/b", "/a"), user=None).folders == ("/a", "/b")
    with pytest.raises(TooLarge):
        server.attach(tuple(f"/{number}" for number in range(50)), user=None)


@pytest.mark.parametrize("user", ["", "a:b", "a\nb", "x" * 201])
def test_a_name_has_neither_colons_nor_control_characters(user: str) -> None:
    with pytest.raises(BadInput):
        check_user(user)
