#!/bin/sh
# scripts/browser.sh: brings what the browser tests need and pip does not bring: Chromium, and what web/ is built of.
# Says nothing and does nothing when it is there. Root on Debian is given Debian's Chromium; anybody else is told what
# to install, and the tests that need it are left out. With ZAREBA_ALL=1 nothing may be left out.
set -u
cd "$(dirname "$0")/.."

missing() {
    echo "zareba: $1" >&2
    [ -z "${ZAREBA_ALL:-}" ] || exit 1
}

debian_chromium() {
    echo "zareba: installing Debian's Chromium for the browser tests; this is done once" >&2
    export DEBIAN_FRONTEND=noninteractive
    apt-get install -y -qq chromium chromium-driver >.venv/.chromium 2>&1 ||
        { apt-get update -qq && apt-get install -y -qq chromium chromium-driver; } >.venv/.chromium 2>&1
}

if ! command -v chromium >/dev/null; then
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
        missing "Chromium is not installed, so the browser tests are left out; install it (Debian: apt install chromium chromium-driver)."
    elif ! debian_chromium; then
        missing "Chromium could not be installed, so the browser tests are left out (.venv/.chromium says why)."
    fi
fi

installed=web/node_modules/.installed
if ! cmp -s web/package-lock.json "$installed"; then
    if ! command -v npm >/dev/null; then
        missing "npm is not installed, so some browser tests are left out; install Node.js 20 with npm."
    elif npm ci --prefix web --silent --no-audit --no-fund >.venv/.npm 2>&1; then
        cp web/package-lock.json "$installed"
    else
        missing "What the page is built of could not be installed, so some browser tests are left out (.venv/.npm says why)."
    fi
fi
exit 0
