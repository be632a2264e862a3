"""`install opencode`: our plugin where OpenCode loads it and away again; what the doctor finds of it."""

import stat
import sys
from pathlib import Path

import pytest

from countermark.agents.opencode.plugin_file import installed_in, plugin_text
from countermark.cli.finding import Finding
from countermark.cli.main import main
from countermark.cli.opencode_findings import look_at_opencode, send_canary, switching_off
from countermark.doorbell import hub_address
from tests.repositories import make_repository

PLUGIN = "plugins/countermark.js"
VARIABLES = ("XDG_CONFIG_HOME", "OPENCODE_CONFIG_DIR", "OPENCODE_CONFIG", "OPENCODE_PURE")


@pytest.fixture(autouse=True)
def project(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a repository, a person's home, and our hook beside the interpreter."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "project" / "deep").mkdir(parents=True)
    make_repository(tmp_path / "project")
    (tmp_path / "person").mkdir()
    monkeypatch.setattr(sys, "executable", str(hook(tmp_path).with_name("python")))
    monkeypatch.setenv("HOME", str(tmp_path / "person"))
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path / "project" / "deep")
    return tmp_path / "project"


def hook(root: Path, says: str = "") -> Path:
    program = root / "bin" / "countermark-hook"
    program.write_text(f"#!/bin/sh\n{says}\n")
    program.chmod(0o755)
    return program


def bad(home: Path) -> list[Finding]:
    return [finding for finding in look_at_opencode(str(home)) if not finding.good]


def test_the_plugin_comes_and_goes(home: Path, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = project.parent / "person" / ".config" / "opencode" / PLUGIN
    assert main(["install", "opencode", "--dry-run"]) == 0
    assert "+export default" in capsys.readouterr().out
    assert not path.exists()
    assert main(["install", "opencode"]) == 0
    assert f"Written: {path}" in capsys.readouterr().out
    assert path.read_text() == plugin_text(str(project.parent / "bin" / "countermark-hook"), home=str(home))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert main(["install", "opencode"]) == 0
    assert "Nothing to do" in capsys.readouterr().out
    assert main(["uninstall", "opencode", "--dry-run"]) == 0
    assert path.exists()
    assert main(["uninstall", "opencode"]) == 0
    assert "-export default" in capsys.readouterr().out
    assert not path.exists()
    assert main(["uninstall", "opencode"]) == 0
    assert "Nothing to do" in capsys.readouterr().out


def test_a_projects_plugin_lies_in_the_project(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["install", "opencode", "--project"]) == 0
    assert "one of this machine" in capsys.readouterr().out
    path = project / ".opencode" / PLUGIN
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    assert main(["uninstall", "opencode"]) == 0  # the person's own, which is not there
    assert path.exists()
    assert main(["uninstall", "opencode", "--project"]) == 0
    assert not path.exists()


@pytest.mark.parametrize(
    ("variable", "folder"), [("XDG_CONFIG_HOME", "opencode/plugins"), ("OPENCODE_CONFIG_DIR", "plugins")]
)
def test_settings_that_lie_elsewhere(
    project: Path, monkeypatch: pytest.MonkeyPatch, home: Path, variable: str, folder: str
) -> None:
    monkeypatch.setenv(variable, str(project.parent / "else"))
    assert main(["install", "opencode"]) == 0
    assert (project.parent / "else" / folder / "countermark.js").exists()
    assert bad(home) == []


def test_without_a_chosen_home_the_plugin_names_the_usual_one(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COUNTERMARK_HOME")
    assert main(["install", "opencode", "--project"]) == 0
    found = installed_in((project / ".opencode" / PLUGIN).read_text())
    assert found is not None
    assert found.home == hub_address.home(), "a project's .env must not choose another"


def test_another_file_of_that_name_is_left_alone(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = project / ".opencode" / PLUGIN
    path.parent.mkdir(parents=True)
    path.write_text("export default {}")
    for command in ("install", "uninstall"):
        assert main([command, "opencode", "--project"]) == 1
        assert "is no plugin of ours" in capsys.readouterr().err
    assert path.read_text() == "export default {}"


def test_plans_cannot_be_had_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["install", "opencode", "--plans-only"]) == 1
    assert "cannot be had alone" in capsys.readouterr().err


def test_the_doctor_is_silent_where_it_was_never_installed(home: Path, project: Path) -> None:
    (project / "opencode.json").write_text("{")
    assert list(look_at_opencode(str(home))) == []


def test_the_doctor_finds_it(home: Path) -> None:
    main(["install", "opencode"])
    (found,) = look_at_opencode(str(home))
    assert found.good
    assert main(["install", "opencode", "--project"]) == 0
    (twice,) = bad(home)
    assert "loaded 2 times" in twice.says


def test_the_doctor_finds_an_old_one_and_one_that_starts_nothing(home: Path, project: Path) -> None:
    main(["install", "opencode", "--project"])
    path = project / ".opencode" / PLUGIN
    path.write_text(path.read_text().replace("Silence is never a yes", "Silence is a yes"))
    assert "or was changed" in bad(home)[0].says
    assert bad(home)[0].mend == "countermark install opencode --project"
    main(["install", "opencode", "--project"])
    (project.parent / "bin" / "countermark-hook").unlink()
    assert "which is not there" in bad(home)[0].says


def test_the_doctor_finds_one_that_asks_another_hub(project: Path) -> None:
    main(["install", "opencode"])
    (found,) = bad(project / "elsewhere")
    assert "asks the hub of" in found.says


def test_without_a_repository_opencode_reads_the_folders_above(home: Path, project: Path) -> None:
    (project / ".git" / "HEAD").unlink()
    assert main(["install", "opencode"]) == 0
    (project / "opencode.json").write_text('{"plugins": ["-countermark"]}')
    assert [found.says for found in bad(home)] == [f'{project}/opencode.json switches it off by "-countermark"']


@pytest.mark.parametrize(
    "name", ["opencode.json", "opencode.jsonc", ".opencode/opencode.json", "deep/opencode.jsonc", "~/config.json"]
)
def test_the_doctor_finds_a_project_that_switches_it_off(home: Path, project: Path, name: str) -> None:
    main(["install", "opencode"])
    file = (project / name.replace("~", "../person/.config/opencode")).resolve()
    file.parent.mkdir(exist_ok=True)
    file.write_text('{"plugins": ["-*"]}')
    (found,) = bad(home)
    assert found.says == f'{file} switches it off by "-*"'
    file.write_text('{"plugins": [')
    (found,) = bad(home)
    assert found.says.startswith(f"{file} is not JSON")


def test_the_doctor_finds_that_no_plugin_is_loaded(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    main(["install", "opencode"])
    monkeypatch.setenv("OPENCODE_PURE", "1")
    assert ["OPENCODE_PURE" in found.says for found in bad(home)] == [True]


@pytest.mark.parametrize(
    ("settings", "entry"),
    [
        ("", None),
        ("{}", None),
        ("[]", None),
        ('{"plugin": "-*"}', None),
        ('{"plugin": ["other", ["-*"], 7]}', None),
        ('{"plugin": ["-countermark"]}', "-countermark"),
        ('{"plugins": ["-countermark.*"]}', "-countermark.*"),
        ('{"plugins": ["-countermarks", "-counter*"]}', None),
        ('{"plugins": ["-*", "countermark"]}', None),
        ('{"plugins": ["countermark", "-*"]}', "-*"),
        ('\ufeff{ // a "comment\n "plugins": [/* , ] */ "-*", // last\n ], }', "-*"),
        ('{"theme": "// no comment ,]", "plugins": ["/* */", "-*"]}', "-*"),
        ('{"a": "\\"//", "plugins": ["-*",],}', "-*"),
    ],
)
def test_entries_that_switch_it_off(settings: str, entry: str | None) -> None:
    assert switching_off(settings) == entry


@pytest.mark.parametrize(
    ("says", "good", "words"),
    [
        ("read told; exit 0", True, "comes through"),
        ("echo 'no hub' >&2", False, "no hub"),
        ("exit 3", False, "ended with 3"),
    ],
)
def test_the_canary_goes_the_way_of_the_plugin(project: Path, says: str, good: bool, words: str) -> None:
    assert list(send_canary()) == []
    main(["install", "opencode"])
    hook(project.parent, says)
    (found,) = send_canary()
    assert found.good is good
    assert words in found.says
