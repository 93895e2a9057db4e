# Everything a person needs to type. `make` alone lists it.

PYTHON ?= python3
BIN := .venv/bin
# Cores to test on, and for how long `make bench` races: rounds, and seconds of each peer in a round.
CORES ?= 2
ROUNDS ?= 4
SECONDS ?= 3

MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.PHONY: help play setup test test-long check format page bench pins clean

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: .playable  ## install what the game needs, and play
	@$(BIN)/zareba play

setup: .ready  ## install what playing, checking and testing need, into .venv

test: .ready .browser  ## all tests but the long ones
	@$(BIN)/pytest -rs -n $(CORES)

test-long: .ready .browser  ## all tests
	@$(BIN)/pytest -rs -n $(CORES) -m "long or not long"

check: .ready  ## style, types, and the arrows between the rooms
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet || { echo "Not in the project's format; \`make format\` puts that right:"; $(BIN)/ruff format --check; exit 1; }
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-logo >.venv/.arrows || { cat .venv/.arrows; exit 1; }
	@echo "Style, types and arrows are in order."

format: .ready  ## put the code in the project's format
	@$(BIN)/ruff check --quiet --fix-only
	@$(BIN)/ruff format --quiet

page:  ## build the table's page from web/ into the package (needs Node 20)
	@cmp -s web/package-lock.json web/node_modules/.installed || { npm ci --prefix web --silent && cp web/package-lock.json web/node_modules/.installed; }
	@npm run --prefix web --silent check
	@npm run --prefix web --silent build -- --logLevel warn

bench: .playable  ## race boardgame.io, plain JavaScript, and the rule systems each other: two minutes
	@if command -v npm >/dev/null && ! cmp -s bench/skirmish/package-lock.json bench/skirmish/node_modules/.installed; then \
	    npm ci --prefix bench/skirmish --silent && cp bench/skirmish/package-lock.json bench/skirmish/node_modules/.installed; fi || true
	@$(BIN)/python bench/race.py --rounds $(ROUNDS) --seconds $(SECONDS)
	@$(BIN)/python bench/systems.py --rounds $(ROUNDS) --seconds $(SECONDS)

pins:  ## write requirements/ anew from pyproject.toml
	@scripts/pins.sh

clean:  ## remove everything make has made
	@rm -rf .venv build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache bench/skirmish/node_modules web/node_modules
	@find src tests bench scripts -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

.PHONY: .python .playable .ready .browser
.python:
	@command -v $(PYTHON) >/dev/null || { echo "zareba: Python 3.11 or newer is needed; install it, or name it: make PYTHON=/path/to/python3" >&2; exit 1; }
.playable: .python
	@$(PYTHON) scripts/setup.py play
.ready: .python
	@$(PYTHON) scripts/setup.py dev
.browser: .ready
	@scripts/browser.sh
