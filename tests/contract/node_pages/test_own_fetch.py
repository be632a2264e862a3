"""Node's own `fetch()` is a program, though it says how it fetches as a browser does: it needs no token."""

import subprocess
import sys
from pathlib import Path

from tests.contract.page_side.sites import SITES, running, write
from tests.sites.node_sites import NODE
from tests.sites.ports import free_port

SCRIPT = """
const api = process.argv[1] + "/__inline-review/api/page-notes";
const body = JSON.stringify({ pageUrl: "/", note: "by a script" });
const made = await fetch(api, { method: "POST", headers: { "Content-Type": "application/json" }, body });
const { id } = await made.json();
const listed = await (await fetch(api)).json();
const gone = await fetch(`${api}/${id}`, { method: "DELETE" });
console.log(made.status, listed.pageNotes.map((each) => each.note).join(), gone.status);
"""


def test_nodes_own_fetch_reads_and_writes_without_a_token(tmp_path: Path, home: Path) -> None:
    (site,) = (each for each in SITES if each.name == "A folder")
    write(site, tmp_path)
    port = free_port()
    with running(site.command(str(port), True), tmp_path, port=port):
        command = [str(NODE), "--input-type=module", "-e", SCRIPT, f"http://localhost:{port}"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    subprocess.run([sys.executable, "-m", "countermark", "stop"], capture_output=True, check=True)
    assert (done.stdout, done.stderr) == ("201 by a script 200\n", "")
