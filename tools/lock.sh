#!/bin/sh
# Resolves the dependencies for every Python from 3.11 on and writes them with hashes, but without the name of any host.
set -eu

tool=.make/lock
ARGS=${ARGS:-}
[ -x "$tool/bin/uv" ] || { python3 -m venv "$tool" && "$tool/bin/pip" install --quiet uv; }

compile() {
    name=$1
    shift
    echo "· requirements/$name.txt"
    "$tool/bin/uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
        --no-annotate --custom-compile-command "make lock" --output-file "requirements/$name.txt" $ARGS "$@"
}

compile run --group build pyproject.toml
compile notify --extra notify --constraint requirements/run.txt pyproject.toml
compile desktop --extra desktop --constraint requirements/run.txt pyproject.toml
compile desktop-qt --extra desktop-qt --constraint requirements/run.txt --constraint requirements/desktop.txt pyproject.toml
compile dev --group dev --extra notify --extra desktop --constraint requirements/run.txt --constraint requirements/notify.txt \
    --constraint requirements/desktop.txt pyproject.toml
compile node --group node
compile boot --group boot
