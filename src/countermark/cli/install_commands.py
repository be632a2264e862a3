"""The commands that put our hook, our plugin or our MCP server into an agent's settings and take it out again."""

import argparse

from countermark.agents.hook_hosts import HOSTS
from countermark.cli import install_hooks, install_mcp, install_opencode


def install(chosen: argparse.Namespace) -> int:
    """Shows the difference and writes it; a second run finds nothing to do."""
    if chosen.agent == "mcp":
        return install_mcp.install(chosen)
    if chosen.agent == "opencode":
        return install_opencode.install(chosen)
    return install_hooks.install(HOSTS[chosen.agent], chosen)


def uninstall(chosen: argparse.Namespace) -> int:
    """Takes out what is ours: every other byte is as it was before."""
    if chosen.agent == "mcp":
        return install_mcp.uninstall(chosen)
    if chosen.agent == "opencode":
        return install_opencode.uninstall(chosen)
    return install_hooks.uninstall(HOSTS[chosen.agent], chosen)
