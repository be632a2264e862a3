"""The agents that the journeys run, each one exact version with npm's digest of it."""

from tests.real_agents.npm_program import NpmProgram, Package

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
