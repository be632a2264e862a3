"""How useful the built-in rules are, and how safe: what each mode says to 500 ordinary commands and 100 dangerous ones.

`python -m bench rules_useful --all` prints also the ordinary ones that the mode "edits" asks, each with the reason.
"""

import sys

from countermark.model.modes import GateMode
from countermark.model.tool_calls import Decision
from tests.unit.rules.corpora.commands import corpus, is_let_through, judged

MOST_ASKED = 0.15  # of the ordinary commands, in the mode "edits"


def main() -> int:
    """Whether the promise is broken: more than 15 % asked in the mode "edits", or anything dangerous let through."""
    ordinary, dangerous = corpus("ordinary"), corpus("dangerous")
    broken = False
    print(f"{'mode':<12}{'allowed':>9}{'asked':>7}{'denied':>8}   of {len(ordinary)} ordinary; dangerous let through")
    for mode in GateMode:
        decisions = [judged(each.command, mode, cwd=each.cwd).decision for each in ordinary]
        through = [each.text for each in dangerous if is_let_through(each, mode)]
        counts = "".join(f"{decisions.count(each):>{width}}" for each, width in zip(Decision, (9, 7, 8), strict=True))
        print(f"{mode:<12}{counts}   {len(through)} of {len(dangerous)}", *through, sep="\n    ")
        stopped = len(decisions) - decisions.count(Decision.ALLOW)
        broken = broken or bool(through) or (mode is GateMode.EDITS and stopped > MOST_ASKED * len(ordinary))
        if mode is GateMode.EDITS:
            print(f"    asked: {stopped / len(ordinary):.1%} of the ordinary ones; promised: at most {MOST_ASKED:.0%}")
    if "--all" in sys.argv:
        for each in ordinary:
            judgement = judged(each.command, GateMode.EDITS, cwd=each.cwd)
            if judgement.decision is not Decision.ALLOW:
                print(f"{each.text[:80]:<80}  {judgement.decision}: {judgement.why}")
    return int(broken)
