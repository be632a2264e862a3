"""The files of agents that a session can be started with: those that come along, and a person's own."""

from pathlib import Path

import pytest

from countermark.agents import catalog
from countermark.agents.launch_brands import (
    AskingSource,
    AsksInMode,
    BeforeActing,
    LaunchBrand,
    Runtime,
    RuntimeNeed,
    UnaskedOption,
)
from countermark.agents.launch_catalog import (
    add_own,
    built_in,
    launch_brand,
    launch_brands,
    own_file,
    remove_own,
    toml_text,
)
from countermark.agents.launch_files import KEYS
from countermark.model.errors import BadInput, Conflict, CountermarkError, NotFound
from tests.house.layout import ROOT

WHOLE = """
name = "Mine"

[acp]
command = "mine"
args = ["--acp", "a b"]
version = "1.2"
runtime = "python"
runtime_least = "3.12"
install = "pip install mine"
size_mb = 3
sign_in = "Run mine login."
env_names = ["MINE_KEY"]
asking_mode = "careful"
note = "It is small."

[acp.env]
MINE_HOME = "/srv/mine"

[[acp.asks]]
mode = "careful"
shell = "asked"
edit = "writes_through_us"

[[acp.asks]]
shell = "never"

[[acp.unasked_options]]
option = "allow_all"
value = "on"
"""


def written(home: Path, text: str, *, name: str = "mine") -> Path:
    file = own_file(home, name)
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)
    return file


def test_a_file_says_all_that_there_is_to_know(tmp_path: Path) -> None:
    written(tmp_path, WHOLE)
    mine = launch_brand(tmp_path, "mine")
    assert mine == LaunchBrand(
        "mine",
        "Mine",
        "mine",
        ("--acp", "a b"),
        {"MINE_HOME": "/srv/mine"},
        version="1.2",
        runtime=RuntimeNeed(Runtime.PYTHON, "3.12"),
        install="pip install mine",
        size_mb=3,
        sign_in="Run mine login.",
        env_names=("MINE_KEY",),
        asking_mode="careful",
        note="It is small.",
        asks=(
            AsksInMode("careful", BeforeActing.ASKED, BeforeActing.WRITES_THROUGH_US, AskingSource.DESCRIBED),
            AsksInMode(None, BeforeActing.NEVER, BeforeActing.UNKNOWN, AskingSource.DESCRIBED),
        ),
        unasked_options=(UnaskedOption("allow_all", "on"),),
        is_own=True,
    )
    assert str(mine.runtime) == "Python 3.12 or newer"


def test_a_file_says_which_version_of_the_protocol_an_agent_is_offered_first(tmp_path: Path) -> None:
    written(tmp_path, '[acp]\ncommand = "mine"\n')
    assert launch_brand(tmp_path, "mine").protocol == 1
    written(tmp_path, '[acp]\ncommand = "mine"\nprotocol = 2\n')
    assert launch_brand(tmp_path, "mine").protocol == 2
    written(tmp_path, '[acp]\ncommand = "mine"\nprotocol = 3\n')
    with pytest.raises(BadInput, match=r"acp\.protocol must be one of 1, 2"):
        launch_brand(tmp_path, "mine")


def test_a_mode_without_a_row_is_like_any_other_and_else_unknown() -> None:
    rows = (
        AsksInMode("careful", BeforeActing.ASKED, BeforeActing.ASKED, AskingSource.DESCRIBED),
        AsksInMode(None, BeforeActing.NEVER, BeforeActing.NEVER, AskingSource.DESCRIBED),
    )
    assert LaunchBrand("a", "A", "a", asks=rows).asks_in("careful").shell is BeforeActing.ASKED
    assert LaunchBrand("a", "A", "a", asks=rows).asks_in("bold").shell is BeforeActing.NEVER
    assert LaunchBrand("a", "A", "a", asks=rows[:1]).asks_in("bold").shell is BeforeActing.UNKNOWN
    assert LaunchBrand("a", "A", "a", asks=rows[:1]).asks_in(None).edit is BeforeActing.UNKNOWN


def test_an_option_can_end_all_asking_whatever_the_mode() -> None:
    option = UnaskedOption("allow_all", "on")
    brand = LaunchBrand("a", "A", "a", unasked_options=(option,))
    assert brand.stops_asking({"allow_all": "on", "model": "x"}) == option
    assert brand.stops_asking({"allow_all": "off"}) is None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[acp", "cannot be read"),
        ("", "acp must be a table"),
        ("acp = 3", "acp must be a table"),
        ("takes_notes = true\n[acp]\ncommand = 'a'", "takes_notes is not known"),
        ("[acp]\nargs = []", "acp.command is missing"),
        ("[acp]\ncommand = 3", "acp.command must be a text"),
        ("[acp]\ncommand = ' '", "acp.command must be a text"),
        ("[acp]\ncommand = 'a'\nargs = 'b'", "acp.args must be a list of texts"),
        ("[acp]\ncommand = 'a'\nargs = [1]", "acp.args must be a list of texts"),
        ('[acp]\ncommand = "a"\nargs = ["b\\u0000"]', "acp.args must be a list of texts"),
        ("[acp]\ncommand = 'a'\nenviron = {}", "acp.environ is not known"),
        ("[acp]\ncommand = 'a'\nenv = []", "acp.env must be a table"),
        ("[acp]\ncommand = 'a'\nenv = {A = 1}", "acp.env.A must be"),
        ("[acp]\ncommand = 'a'\nenv = {'A=B' = 'c'}", "acp.env.A=B must be"),
        ("[acp]\ncommand = 'a'\nruntime = 'ruby'\nruntime_least = '3'", "acp.runtime must be one of node, python"),
        ("[acp]\ncommand = 'a'\nruntime = 'node'", "acp.runtime_least must be a version"),
        ("[acp]\ncommand = 'a'\nruntime = 'node'\nruntime_least = 'new'", "acp.runtime_least must be a version"),
        ("[acp]\ncommand = 'a'\nruntime_least = '22'", "acp.runtime_least needs the field runtime"),
        ("[acp]\ncommand = 'a'\nsize_mb = 0", "acp.size_mb must be a whole number"),
        ("[acp]\ncommand = 'a'\nsize_mb = true", "acp.size_mb must be a whole number"),
        ("[acp]\ncommand = 'a'\nasks = {}", "acp.asks must be a list of tables"),
        ("[acp]\ncommand = 'a'\n[[acp.asks]]\nshell = 'often'", "acp.asks[0].shell must be one of asked, never"),
        ("[acp]\ncommand = 'a'\n[[acp.asks]]\n[[acp.asks]]\nread = 'asked'", "acp.asks[1].read is not known"),
        ("[acp]\ncommand = 'a'\n[[acp.asks]]\nshell = 'writes_through_us'", "acp.asks[0].shell cannot be"),
        ("[acp]\ncommand = 'a'\n[[acp.asks]]\nsource = 'measured'", "acp.asks[0].source must be described"),
        ("[acp]\ncommand = 'a'\n[[acp.unasked_options]]\noption = 'b'", "acp.unasked_options[0].value is missing"),
    ],
)
def test_a_file_that_cannot_be_used_is_named_with_its_field(tmp_path: Path, text: str, says: str) -> None:
    file = written(tmp_path, text)
    with pytest.raises(BadInput) as refusal:
        launch_brand(tmp_path, "mine")
    assert str(refusal.value).startswith(f"{file}")
    assert says in str(refusal.value)


def test_beside_a_broken_file_the_others_work(tmp_path: Path) -> None:
    written(tmp_path, WHOLE)
    written(tmp_path, "[acp]\n", name="broken")
    all_brands = launch_brands(tmp_path)
    assert all_brands.brands.keys() == built_in().keys() | {"mine"}
    assert [each.name for each in all_brands.broken] == ["broken"]
    assert all_brands.broken[0].why.endswith("broken.toml: acp.command is missing.")


@pytest.mark.parametrize("name", ["claude-code", "canary", "mcp"])
def test_a_file_of_a_person_never_stands_for_an_agent_that_comes_along(tmp_path: Path, name: str) -> None:
    written(tmp_path, WHOLE, name=name)
    all_brands = launch_brands(tmp_path)
    assert all_brands.brands == built_in()
    assert f"'{name}' is an agent that comes with Countermark" in all_brands.broken[0].why
    with pytest.raises(BadInput, match="comes with Countermark"):
        add_own(tmp_path, name, ["true"], env={}, asking_mode=None)
    if name in built_in():
        assert launch_brand(tmp_path, name) == built_in()[name]
    else:
        with pytest.raises(NotFound):
            launch_brand(tmp_path, name)


@pytest.mark.parametrize("name", ["", "Mine", "a/b", "..", "ä", "a" * 65, "1a", "a\n"])
def test_a_name_is_small_letters_digits_and_dashes(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInput, match="no name for an agent"):
        add_own(tmp_path, name, ["true"], env={}, asking_mode=None)
    with pytest.raises(NotFound):
        launch_brand(tmp_path, name)
    with pytest.raises(NotFound):
        remove_own(tmp_path, name)


def test_what_is_added_is_read_again_as_it_was_given(tmp_path: Path) -> None:
    words = ['/opt/my agent/"bin"', "--acp", "ü\\n", "\x7f\t'", ""]
    added = add_own(tmp_path, "mine", words, env={"A_KEY": 'x="y"'}, asking_mode="ask all")
    assert added == launch_brand(tmp_path, "mine")
    assert added.command_line == tuple(words)
    assert added.env == {"A_KEY": 'x="y"'}
    assert added.asking_mode == "ask all"
    assert own_file(tmp_path, "mine").stat().st_mode & 0o777 == 0o600


def test_an_agent_is_added_once_and_removed_once(tmp_path: Path) -> None:
    add_own(tmp_path, "mine", ["true"], env={}, asking_mode=None)
    with pytest.raises(Conflict):
        add_own(tmp_path, "mine", ["false"], env={}, asking_mode=None)
    remove_own(tmp_path, "mine")
    with pytest.raises(NotFound):
        remove_own(tmp_path, "mine")
    with pytest.raises(NotFound):
        launch_brand(tmp_path, "mine")


def test_a_broken_file_can_be_removed_even_under_a_name_that_is_taken(tmp_path: Path) -> None:
    written(tmp_path, "[acp]", name="claude-code")
    remove_own(tmp_path, "claude-code")
    with pytest.raises(BadInput, match="comes with Countermark"):
        remove_own(tmp_path, "claude-code")


def test_what_cannot_be_added_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(CountermarkError, match=r"acp\.env"):
        add_own(tmp_path, "mine", ["true"], env={"A B": "c"}, asking_mode=None)
    assert not own_file(tmp_path, "mine").exists()


def test_every_agent_that_comes_along_is_on_the_desk_under_the_same_name() -> None:
    assert {brand.title for brand in built_in().values()} == {catalog.brand(name).name for name in built_in()}


def test_the_mode_into_which_the_desk_puts_an_agent_is_one_where_it_was_seen_to_ask() -> None:
    for brand in built_in().values():
        row = brand.asks_in(brand.asking_mode)
        if brand.asking_mode is not None:
            assert row.shell is BeforeActing.ASKED, brand.name
            assert row.source is AskingSource.MEASURED, brand.name


def test_what_was_measured_was_measured_with_a_version() -> None:
    for brand in built_in().values():
        assert brand.version, brand.name
        assert not brand.env, "an agent that comes along is started as its own documents say"


def test_the_reference_names_every_key_and_its_example_is_a_file(tmp_path: Path) -> None:
    reference = (ROOT / "docs" / "reference" / "agent-files.md").read_text()
    assert {key for key in KEYS if f"`{key}`" not in reference} == set()
    written(tmp_path, reference.partition("```toml\n")[2].partition("```")[0])
    assert launch_brand(tmp_path, "mine").title == "My agent"


def test_a_text_in_toml_is_the_same_text() -> None:
    assert toml_text('a"\\\x7f') == '"a\\"\\\\\\u007f"'
