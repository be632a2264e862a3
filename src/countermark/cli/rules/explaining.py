"""`countermark rules explain ID`: which rule decided about a permission, and why the others did not."""

import argparse
from typing import Any

from countermark.cli.failure import DONE, Failure
from countermark.cli.hub_commands import ask_hub, count
from countermark.doorbell import hub_address
from countermark.doorbell.errors import HubRefused
from countermark.doorbell.terminal import visible_text


def explain_decision(chosen: argparse.Namespace) -> int:
    """Prints the decision, what decided, and what each rule about this tool had to say."""
    home = hub_address.home()
    hub_address.ensure_hub(home, side="person")
    try:
        told: dict[str, Any] = dict(ask_hub(home, "GET", f"/api/permissions/{chosen.id}/explanation"))
    except HubRefused as refused:
        raise Failure(f"nothing is known of {chosen.id}: {refused}", "`countermark journal` lists the ids.") from None
    permission, decider = told["permission"], told["permission"]["decider"]
    print(visible_text(str(permission["title"])))
    outcome = permission["outcome"] or "open"
    print(f"  {outcome}" + (f", by {decider['kind']} {decider['id']}" if decider else ""))
    print(f"  in the mode {told['mode']} the rules said: {told['decision']}: {visible_text(str(told['why']))}")
    if told["rule"] is not None:
        where = f"{told['source']}, line {told['line']}" if told["line"] else told["source"]
        print(f"  rule {told['rule']} ({where}), file {str(told['file_sha256'])[:12]}")
        for line in str(told["text"] or "").splitlines():
            print(f"    {visible_text(line)}")
    for each in told["considered"]:
        mark = "+" if each["is_match"] else "-"
        print(f"  {mark} {each['decision']:5} {each['id']} ({each['source']}) {visible_text(str(each['why']))}")
    if told["left_out"]:
        print(f"  … and {count(told['left_out'], 'more rule')}")
    return DONE
