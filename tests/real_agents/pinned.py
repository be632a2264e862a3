"""The agents that the journeys run, each one exact version, locked by digest."""

from tests.real_agents.npm_program import NpmProgram, Package
from tests.real_agents.npm_scripts import NpmScripts
from tests.real_agents.npm_tree import NpmTree
from tests.real_agents.python_tree import PythonTree

# Each platform has its own package: the main one of Claude Code asks for Node 22 and, with less, npm silently takes an
# old version.
CLAUDE_CODE = NpmProgram(
    name="claude-code",
    version="2.1.330",
    member="package/claude",
    pinned={
        ("Linux", "x86_64"): Package(
            "@anthropic-ai/claude-code-linux-x64@2.1.330",
            "sha512-9Gn+V7DtJ8M1nztP9CeDVl9g3RtrepI7rOFTyPRRnZe8D6zebIHKmC7OvBauucuAP0X0k85SDN/LPVZyjsGezQ==",
        ),
        ("Linux", "aarch64"): Package(
            "@anthropic-ai/claude-code-linux-arm64@2.1.330",
            "sha512-V4yanAY5EA5UpwwRPtjSfqDbNqAlUJeVn3NYZw2AgmRHjdpSsLtHAzbxRXfkAnbjwTXzE0uedjQxUY02ARPcsA==",
        ),
        ("Darwin", "x86_64"): Package(
            "@anthropic-ai/claude-code-darwin-x64@2.1.330",
            "sha512-XenTNj2zXaFrnLmf47n25vChfFhlfeyaAR/vW5SFsEnLGwd2U1vDUY97+5etHBZu3xWBnlK8HhBVxzRi9YTUDw==",
        ),
        ("Darwin", "arm64"): Package(
            "@anthropic-ai/claude-code-darwin-arm64@2.1.330",
            "sha512-rgzAjrRJJsIdZXGF9CCFFbURxKuJNobRr+krV3dNmqNJWIws74rLD0CABe4+nXlx/9WwRECTrveprWB96mubqw==",
        ),
    },
)
OPENCODE = NpmProgram(
    name="opencode",
    version="1.18.33",
    member="package/bin/opencode",
    pinned={
        ("Linux", "x86_64"): Package(
            "opencode-linux-x64@1.18.33",
            "sha512-q/t/3p2CTxOT9y2kvjesb/LZab2+1eqlhhWA02Be6mjTtmYtNBcBsrI5yDo4Fw7ZSPBW2oyMIGMNRqiKQjiAWw==",
        ),
    },
)
CODEX = NpmProgram(
    name="codex",
    version="0.169.0",
    member="package/vendor/x86_64-unknown-linux-musl/bin/codex",
    pinned={
        ("Linux", "x86_64"): Package(
            "@openai/codex@0.169.0-linux-x64",
            "sha512-o05NyAOCDygSPRo1yinzxvkRSdmsZyBD9E7mbpmjRanSfM8lypqWtQgEo4XfNkwhuCR2aFu8mlGOsQGFXVbVww==",
        ),
    },
)
COPILOT = NpmProgram(
    name="copilot",
    version="1.0.102",
    member="package/copilot",
    pinned={
        ("Linux", "x86_64"): Package(
            "@github/copilot-linux-x64@1.0.102",
            "sha512-eGHPbsP0p2QgfVZCjtbGBFZPBOJQ0DN7xIbBRAo7oG8b1zfLirQIdfI4h8Iy68Dv2cKJGJZg2/EO7W7KpIMJOw==",
        ),
    },
)
# Plain JavaScript, the same for each platform.
GEMINI = NpmScripts(
    name="gemini",
    version="0.61.0",
    member="bundle/gemini.js",
    package=Package(
        "@google/gemini-cli@0.61.0",
        "sha512-dbQ9A0qBtFJNi6XBkHvfZ6Azpn6PNgH/P8h2MZ67RLlX8hSAVjup39CRWqdRxZv7YXIuhrFaytr8y0jKnkoxnQ==",
    ),
)
QWEN = NpmScripts(
    name="qwen",
    version="0.24.4",
    member="cli-entry.js",
    package=Package(
        "@qwen-code/qwen-code@0.24.4",
        "sha512-pmexy/Nj+BKd3Un1ogqGQE8V4GJn5B6N9PQOrU1GH+lMR29kn6Bgf6YdbZa8hNIoTmAKT1LTPK+P8TibZRPPVg==",
    ),
)
# Put together by npm: what each needs is locked in `locks/`.
CLAUDE_AGENT_ACP = NpmTree("claude-agent-acp", "0.101.0", "@agentclientprotocol/claude-agent-acp/dist/index.js")
CODEX_ACP = NpmTree("codex-acp", "2.6.0", "@agentclientprotocol/codex-acp/dist/index.js")
KIMI_CODE = NpmTree("kimi-code", "2.1.0", "@moonshot-ai/kimi-code/dist/main.mjs")
ACP_EXAMPLES = NpmTree("acp-sdk-examples", "1.9.0", "@agentclientprotocol/sdk/dist/examples")
ACP_PYTHON_SDK = PythonTree("acp-python-sdk", "0.12.1", source="agent-client-protocol==0.12.1")
PYDANTIC_ACP = PythonTree("pydantic-acp", "1.10.0")
