#!/bin/sh
# scripts/pins.sh [--upgrade]: writes requirements/*.txt anew from pyproject.toml, and the lock of the racing peers.
# Compiled on the oldest Python we support, with the hashes of every wheel, so that one set of pins serves them all.
# Pins keep their versions unless --upgrade is given. No address of any kind is written: where packages come from is
# the business of the machine that installs them.
set -eu
cd "$(dirname "$0")/.."
: "${PYTHON:=python3.11}"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$PYTHON" -m venv "$work"
"$work/bin/pip" install --quiet --disable-pip-version-check "pip-tools==7.6.2"

compile() {
    name=$1
    shift
    CUSTOM_COMPILE_COMMAND="make pins" "$work/bin/pip-compile" --quiet --generate-hashes --no-header --no-annotate \
        --no-emit-options --strip-extras --allow-unsafe --output-file "requirements/$name.txt" "$@" pyproject.toml
}
compile run "$@"
compile build --build-deps-for editable --only-build-deps "$@"
compile dev --build-deps-for editable --extra dev --constraint requirements/run.txt --constraint requirements/build.txt "$@"

if command -v npm >/dev/null 2>&1; then
    (
        cd bench/skirmish
        npm install --package-lock-only --silent
        node -e '
            const fs = require("fs"), file = "package-lock.json", lock = JSON.parse(fs.readFileSync(file));
            for (const entry of Object.values(lock.packages)) delete entry.funding, delete entry.resolved;
            fs.writeFileSync(file, JSON.stringify(lock, null, 2) + "\n");'
    )
fi

if grep -n '://' requirements/*.txt bench/skirmish/package-lock.json; then
    echo "zareba: the lines above hold an address; pins hold none" >&2
    exit 1
fi
