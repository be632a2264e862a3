"""`countermark`, also as `python -m countermark`."""

import sys


def main() -> int:
    """The whole command line; what agents and hooks start takes the short way past it."""
    if sys.argv[1:] == ["serve", "--background"]:
        from countermark.machine.collector import hold_off

        hold_off()
        from countermark import hub

        return hub.serve_in_background()
    storage = storage_of_bridge(sys.argv[1:])
    if storage is not None:
        from countermark.agent_side import mcp_bridge

        return mcp_bridge.serve_stdio(storage or None)
    from countermark.cli import main as cli

    return cli.main()


def storage_of_bridge(arguments: list[str]) -> str | None:
    """The storage that a plain `countermark mcp` names; empty for the usual one, None for any other command."""
    match arguments:
        case ["mcp"]:
            return ""
        case ["mcp", "--storage", storage] if storage:
            return storage
        case _:
            return None


if __name__ == "__main__":
    sys.exit(main())
