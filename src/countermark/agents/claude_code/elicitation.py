"""What an MCP server asks through Claude Code: its form as questions, and the answers as values of the form's types."""

from countermark.agents.asked_forms import prompts_of
from countermark.agents.fields import Fields, Malformed, arguments_field, name_field, word_field
from countermark.model.asked import Asker
from countermark.model.questions import QuestionAsk, QuestionSource


def servers_question(asker: Asker, event: Fields) -> QuestionAsk:
    """A form of a server, or an address that it wants to be opened. Raises `Malformed`."""
    server, message = name_field(event, "mcp_server_name"), word_field(event, "message")
    match event.get("mode", "form"):
        case "form":
            form, written = arguments_field(event, "requested_schema")
            return QuestionAsk(
                asker=asker, source=QuestionSource.SERVER, prompts=tuple(prompts_of(form)), message=message,
                server=server, arguments=written,
            )  # fmt: skip
        case "url":
            return QuestionAsk(
                asker=asker, source=QuestionSource.SERVER_PAGE, prompts=(), message=message, server=server,
                url=word_field(event, "url"),
            )  # fmt: skip
        case _:
            raise Malformed("mode is neither form nor url")
