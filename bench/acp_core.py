"""What a chunk that an agent streams costs its client: our connection beside the official Python SDK's, CPU time.

An agent writes 10,000 chunks, one in a write as agents do, and fifty in a write as when the client was busy. Both
clients only take each chunk's text. The SDK runs in an environment of its own, which the tests of real agents make.
"""

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.real_agents.npm_program import Unreachable
from tests.real_agents.pinned import ACP_PYTHON_SDK
from tests.real_agents.python_tree import fetched_python

CHUNKS = 10_000
TOGETHER = (1, 50)
ROUNDS = 7
MOST_OF_SDK = 0.5
FOLDER = Path(__file__).parent / "acp_clients"
SDK_CLIENT = """
import asyncio, json, resource, sys, time
from acp import PROTOCOL_VERSION, Client, spawn_agent_process, text_block

class Taking(Client):
    def __init__(self): self.texts = []
    def on_connect(self, conn): pass
    async def session_update(self, session_id, update, **kwargs): self.texts.append(update.content.text)

def cpu():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime

async def main():
    client = Taking()
    async with spawn_agent_process(client, *sys.argv[1:]) as (connection, process):
        await connection.initialize(protocol_version=PROTOCOL_VERSION)
        opened = await connection.new_session(cwd="/", mcp_servers=[])
        begun, used = time.perf_counter(), cpu()
        await connection.prompt(session_id=opened.session_id, prompt=[text_block("Go on.")])
        print(json.dumps({"cpu": cpu() - used, "wall": time.perf_counter() - begun, "chunks": len(client.texts)}))

asyncio.run(main())
"""


@dataclass(frozen=True)
class ChunkCost:
    """Of one chunk, in microseconds."""

    cpu: float
    wall: float


def main() -> int:
    """In how many ways ours takes more than half of the processor time that the SDK takes."""
    try:
        sdk = fetched_python(ACP_PYTHON_SDK) / "bin" / "python"
    except Unreachable as error:
        print(f"not measured: {error}")
        return 0
    clients = {
        "ours": (sys.executable, str(FOLDER / "our_client.py")),
        f"SDK {ACP_PYTHON_SDK.version}": (str(sdk), "-c", SDK_CLIENT),
    }
    print(f"median of {ROUNDS} runs of {CHUNKS} chunks, load {os.getloadavg()[0]:.1f}")
    return sum(not report(together, clients) for together in TOGETHER)


def report(together: int, clients: Mapping[str, Sequence[str]]) -> bool:
    """Whether the promise holds for chunks that come so many in a write."""
    costs = measured(together, clients)
    for name, cost in costs.items():
        print(f"  {together:3} in a write, {name:11} CPU {cost.cpu:6.1f} µs, wall {cost.wall:6.1f} µs a chunk")
    ours, theirs = costs.values()
    kept = ours.cpu <= MOST_OF_SDK * theirs.cpu
    print(f"  ratio {ours.cpu / theirs.cpu:.2f}, promised {MOST_OF_SDK}: {'kept' if kept else 'BROKEN'}")
    return kept


def measured(together: int, clients: Mapping[str, Sequence[str]]) -> dict[str, ChunkCost]:
    """The clients take turns, so that a busy moment of the machine falls on both."""
    runs: dict[str, list[ChunkCost]] = {name: [] for name in clients}
    for turn in range(ROUNDS + 1):
        for name, command in clients.items():
            cost = run_once(command, together)
            runs[name] += [cost] if turn else []  # the first turn compiles and warms the disk cache
    return {
        name: ChunkCost(statistics.median(each.cpu for each in taken), statistics.median(each.wall for each in taken))
        for name, taken in runs.items()
    }


def run_once(command: Sequence[str], together: int) -> ChunkCost:
    """One turn of a client."""
    agent = (sys.executable, str(FOLDER / "streaming_agent.py"), str(CHUNKS), str(together))
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[1] / "src")}
    told = subprocess.run([*command, *agent], capture_output=True, check=True, text=True, env=environment).stdout
    result = json.loads(told)
    if result["chunks"] != CHUNKS:
        raise SystemExit(f"{command[0]} has taken {result['chunks']} chunks of {CHUNKS}")
    return ChunkCost(result["cpu"] / CHUNKS * 1e6, result["wall"] / CHUNKS * 1e6)


if __name__ == "__main__":
    sys.exit(main())
