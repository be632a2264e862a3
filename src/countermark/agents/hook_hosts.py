"""The agents that start our hook: where each keeps its hooks, when it asks there, and what that does not cover."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from countermark.agents.hook_settings import HookSettings, PlanHook

ALL = "*"
PLANS = "ExitPlanMode"
EXIT_PLAN_MODE = "exit_plan_mode"
# How long an agent's translator lets a person take, where the agent goes on as if there were no hook when one is late.
HALF_AN_HOUR = 30 * 60
A_DAY = 24 * 60 * 60


@dataclass(frozen=True)
class SettingsFiles:
    """The files in which an agent looks for hooks."""

    user: str  # below the home folder
    project: str  # below the project's folder
    variable: str  # of the environment: another folder,
    moved: str  # and the person's file below that
    more: tuple[str, ...] = ()  # below the project's folder: read by the agent too, never written by an install
    everyone: Mapping[str, str] = field(default_factory=dict)  # what an organisation sets, by platform


@dataclass(frozen=True)
class HookHost:
    """One agent with hooks."""

    hooks: HookSettings
    title: str
    named: str  # its settings, in a finding of the doctor
    program: str  # its name on the PATH
    proven: str  # the version that the hooks were measured with
    files: SettingsFiles
    comes: str  # what an install brings, in the person's words
    limits: str = ""  # what it does not cover
    first: str = ""  # what the person has to do before it works
    trusts_folders: bool = False  # whether it reads a project's file only in a folder that the person trusts

    @property
    def agent(self) -> str:
        return self.hooks.agent


CLAUDE_CODE = HookHost(
    hooks=HookSettings(
        agent="claude-code",
        asking={"PreToolUse": ALL, "PermissionRequest": ALL, "Elicitation": ALL},
        following={
            "PostToolUse": PLANS,  # the notes of an approval; after any other tool there is nothing to say
            "PostToolBatch": "",  # what was asked is over, in the terminal too
            "PermissionDenied": ALL,
            "Notification": "",
            "Stop": "",
            "SessionStart": "",
            "SessionEnd": "",
            "UserPromptSubmit": "",
        },
        plans=PlanHook(("PermissionRequest",), PLANS),
    ),
    title="Claude Code",
    named="Claude settings",
    program="claude",
    proven="2.1.330",
    files=SettingsFiles(
        user=".claude/settings.json",
        project=".claude/settings.json",
        variable="CLAUDE_CONFIG_DIR",
        moved="settings.json",
        more=(".claude/settings.local.json",),
        everyone={
            "linux": "/etc/claude-code/managed-settings.json",
            "darwin": "/Library/Application Support/ClaudeCode/managed-settings.json",
        },
    ),
    comes="Plans, permissions and questions",
)
CODEX = HookHost(
    hooks=HookSettings(
        agent="codex",
        waits_at_least=HALF_AN_HOUR,
        asking={"PreToolUse": ALL, "PermissionRequest": ALL},
        following={"SessionStart": "", "UserPromptSubmit": "", "Stop": "", "Interrupt": "", "SessionEnd": ""},
        hurried={"Interrupt": 3, "SessionEnd": 3},
        switch=(),  # the doctor asks Codex itself
    ),
    title="Codex",
    named="Codex hooks",
    program="codex",
    proven="0.169.0",
    files=SettingsFiles(
        user=".codex/hooks.json", project=".codex/hooks.json", variable="CODEX_HOME", moved="hooks.json"
    ),
    trusts_folders=True,
    comes="Permissions and questions",
    limits="Plans of Codex pass no hook: they stay in its terminal.",
    first="Codex runs no hook that you have not trusted, and `codex exec` and editors skip it without a word: start "
    "`codex` in its terminal once, and where it says \"Hooks need review\", choose \"Trust all and continue\" (or look "
    "at each first; `/hooks` opens the list again).",
)  # fmt: skip
GEMINI = HookHost(
    hooks=HookSettings(
        agent="gemini",
        waits_at_least=A_DAY,
        asking={"BeforeTool": ALL},
        # After other tools there is no telling which of several calls at once is over.
        following={"AfterTool": EXIT_PLAN_MODE, "AfterAgent": "", "BeforeAgent": "", "SessionEnd": ""},
        plans=PlanHook(("BeforeTool",), EXIT_PLAN_MODE),
        units_per_second=1000,
        switch=("hooksConfig", "enabled"),
        off=False,
        off_list=("hooksConfig", "disabled"),
    ),
    title="Gemini CLI",
    named="Gemini settings",
    program="gemini",
    proven="0.61.0",
    files=SettingsFiles(
        user=".gemini/settings.json",
        project=".gemini/settings.json",
        variable="GEMINI_CLI_HOME",
        moved=".gemini/settings.json",
        everyone={
            "linux": "/etc/gemini-cli/settings.json",
            "darwin": "/Library/Application Support/GeminiCli/settings.json",
        },
    ),
    trusts_folders=True,
    comes="Plans and permissions",
    limits="In a folder that you have not told Gemini CLI to trust it starts no hook at all, not even yours; its own "
    "dialog asks there.",
)
COPILOT = HookHost(
    hooks=HookSettings(
        agent="copilot",
        waits_at_least=HALF_AN_HOUR,
        # Under these names its events are told in Claude's words, with their own name in them.
        asking={"PreToolUse": ALL, "PermissionRequest": ALL},
        following={"SessionStart": "", "UserPromptSubmit": "", "Stop": "", "SubagentStop": "", "SessionEnd": ""},
    ),
    title="Copilot CLI",
    named="Copilot settings",
    program="copilot",
    proven="1.0.102",
    files=SettingsFiles(
        user=".copilot/settings.json",
        project=".github/copilot/settings.json",
        variable="COPILOT_HOME",
        moved="settings.json",
        more=(".github/copilot/settings.local.json",),
    ),
    trusts_folders=True,
    comes="Permissions and questions",
    limits="Plans of Copilot have not been seen at a hook, so they stay in its terminal.",
)
QWEN = HookHost(
    hooks=HookSettings(
        agent="qwen",
        waits_at_least=A_DAY,
        asking={"PreToolUse": ALL, "PermissionRequest": ALL},
        following={
            "PostToolUse": EXIT_PLAN_MODE,
            "Stop": "",
            "SessionStart": "",
            "SessionEnd": "",
            "UserPromptSubmit": "",
        },
        plans=PlanHook(("PreToolUse", "PermissionRequest"), EXIT_PLAN_MODE),
        # It reads a timeout below 1000 as seconds, and any other as milliseconds.
        units_per_second=1000,
    ),
    title="Qwen Code",
    named="Qwen settings",
    program="qwen",
    proven="0.24.4",
    files=SettingsFiles(
        user=".qwen/settings.json", project=".qwen/settings.json", variable="QWEN_HOME", moved="settings.json"
    ),
    trusts_folders=True,
    comes="Plans and permissions",
)

HOSTS: Mapping[str, HookHost] = {host.agent: host for host in (CLAUDE_CODE, CODEX, GEMINI, COPILOT, QWEN)}
