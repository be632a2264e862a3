#!/bin/sh
# Runs the browser ring beside all others, which leave half of two cores idle: `tools/rings.sh PYTHON`. Fails if one does.
set -u

python=$1
said=.venv/.browser-ring
"$python" -m pytest tests/browser > "$said" 2>&1 &
browser=$!
trap 'kill $browser 2>/dev/null; exit 130' INT TERM

"$python" -m pytest tests/unit tests/contract tests/house tests/journeys
others=$?
wait "$browser"
result=$?
echo "· Tests: browser (has run beside the others)"
cat "$said"
[ "$others" -eq 0 ] && [ "$result" -eq 0 ]
