"""Started by a Python with pydantic-acp: an agent whose model is pydantic-ai's test model, with one tool that asks."""

from pydantic_acp import AdapterConfig, NativeApprovalBridge, run_acp
from pydantic_ai import Agent, Tool
from pydantic_ai.models.test import TestModel


def count_words(text: str) -> int:
    """How many words a text has."""
    return len(text.split())


def delete_everything(reason: str) -> str:
    """Deletes everything, once a person allows it."""
    return f"deleted: {reason}"


if __name__ == "__main__":
    agent = Agent(
        TestModel(custom_output_text="The tools have been called."),
        name="test-model",
        tools=[count_words, Tool(delete_everything, requires_approval=True)],
    )
    run_acp(agent, config=AdapterConfig(approval_bridge=NativeApprovalBridge()))
