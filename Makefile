# Everything runs from a virtual environment in .venv that is built here when it is missing, older
# than pyproject.toml, or built where this folder was before it was moved. Needed beforehand: Python
# 3.11 or newer with pip and venv, and make.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet

READY       := $(VENV)/.ready
READY_DEV   := $(VENV)/.ready-dev
READY_PEERS := $(VENV)/.ready-peers

ARGS   ?=
SOAK   ?= 900
INPUTS ?= 100000
N      ?= 100
SEED   ?= 1
CHEZ   ?=
BEFORE ?=

# Tests start hundreds of programs, and each would compile everything again.
export PYTHONDONTWRITEBYTECODE :=

# The programs in a .venv name the folder where it was built, and run what lies there.
MOVED := $(shell grep -s '^command = ' $(VENV)/pyvenv.cfg | grep -vF ' $(CURDIR)/$(VENV)')
ifneq ($(MOVED),)
.PHONY: $(BIN)/python $(READY) $(READY_DEV) $(READY_PEERS)
endif

.DEFAULT_GOAL := help
.PHONY: help play setup test quick outside busy costs mutants lint format cov soak fuzz bench bench-peers docs golden snapshots transcripts pictures clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(READY) ## play (ARGS="..." is handed to chez-tui)
	@$(BIN)/chez-tui $(ARGS)

setup: $(READY_DEV) ## build .venv with the developer's tools

test: lint ## everything that must hold: format, lint, types, imports, tests; what it cost
	$(BIN)/python -m tests.kit.cost "$(BIN)/mypy" "$(BIN)/lint-imports" \
		"$(BIN)/python -m pytest -q -n auto $(ARGS)"

quick: $(READY_DEV) ## the cheap tests, and one dear one from each folder
	$(BIN)/python -m tests.kit.cost "$(BIN)/python -m pytest -q --quick $(ARGS)"

outside: $(READY_DEV) ## the program from outside: CHEZ=command, and BEFORE=command of an older one
	CHEZ="$(CHEZ)" BEFORE="$(BEFORE)" $(BIN)/python -m pytest -q \
		--confcutdir tests/outside tests/outside $(ARGS)

busy: $(READY_DEV) ## the tests beside ten busy loops a core
	$(BIN)/python -m tests.kit.busy "$(BIN)/python -m pytest -q -n auto $(ARGS)"

costs: $(READY_DEV) ## the tests, and write down which of them are dear
	$(BIN)/python -m pytest -q -n auto --note-costs $(ARGS)

mutants: $(READY_DEV) ## N random mutants by SEED, each against the tests of its package
	$(BIN)/python -m tests.kit.mutants -n $(N) --seed $(SEED) $(ARGS)

lint: $(READY_DEV) ## only format and lint
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .

format: $(READY_DEV) ## put the code into shape
	$(BIN)/ruff check --quiet --fix .
	$(BIN)/ruff format --quiet .

cov: $(READY_DEV) ## the tests with a coverage report
	$(BIN)/python -m pytest -q -n auto --cov --cov-report=term-missing $(ARGS)

soak: $(READY_DEV) fuzz ## fuzzing, then games, keys and bad networks at random, SOAK seconds each
	$(BIN)/python -m tests.kit.walk --first 100000 --runs 1000000 --seconds $(SOAK)
	$(BIN)/python -m tests.kit.fairness --seed $$(date +%s) --games 400
	$(BIN)/python -m tests.chez_tui.anykeys --runs 1000000 --seconds $(SOAK)
	$(BIN)/python -m tests.net.sim --first 100000 --runs 1000000 --seconds $(SOAK) $(ARGS)
	$(BIN)/python -m tests.net.tablesim --first 100000 --runs 1000000 --seconds $(SOAK) $(ARGS)
	$(BIN)/python -m tests.net.tablesim --first 200000 --runs 1000000 --seconds $(SOAK) --whole $(ARGS)
	$(BIN)/python -m tests.net.tablesim --first 300000 --runs 1000000 --seconds $(SOAK) --real $(ARGS)
	$(BIN)/python -m tests.net.tablesim --first 400000 --runs 1000000 --seconds $(SOAK) --short $(ARGS)
	$(BIN)/python -m tests.net.tablesim.sealed --first 100000 --runs 1000000 --seconds $(SOAK)
	$(BIN)/python -m tests.net.processes $(SOAK) 1

fuzz: $(READY_DEV) ## damaged bytes for every decoder, INPUTS for each
	$(BIN)/python -m tests.net.fuzzing --inputs $(INPUTS)

bench: $(READY_DEV) ## measure the engine against its references
	$(BIN)/python -m benchmarks $(ARGS)

bench-peers: $(READY_PEERS) ## ... and against other people's engines
	$(BIN)/python -m benchmarks --peers $(ARGS)

docs: $(READY_DEV) ## write the generated parts of docs/ again
	$(BIN)/python docs/generate.py

golden: $(READY_DEV) ## write the golden playthroughs again; read the diff
	$(BIN)/python -m pytest -q tests/core/test_golden.py --renew

snapshots: $(READY_DEV) ## take the pictures of all screens again; read the diff
	$(BIN)/python -m tests.chez_tui.snapshots

transcripts: $(READY_DEV) ## write what commands and plain mode say now; read the diff
	$(BIN)/python -m pytest -q tests/chez_tui/test_transcripts.py --renew

pictures: $(READY_DEV) ## draw the pictures of the running game in docs/pictures again
	$(BIN)/python -m docs.pictures

clean: ## remove .venv, caches and builds
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache \
		.hypothesis .coverage .coverage.* htmlcov
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "chez-tui needs Python 3.11 or newer; name one with make PYTHON=..."; exit 1; }
	@echo "building $(VENV)"
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV) \
		|| { rm -rf $(VENV); echo "could not build $(VENV); is the venv module installed?"; exit 1; }

$(READY): pyproject.toml | $(BIN)/python
	@echo "installing chez-tui into $(VENV)"
	@$(PIP) install --editable .
	@touch $@

$(READY_DEV): pyproject.toml | $(BIN)/python
	@echo "installing chez-tui and its tools into $(VENV)"
	@$(PIP) install --editable '.[dev]'
	@touch $@ $(READY)

$(READY_PEERS): pyproject.toml $(READY_DEV)
	@echo "installing the peers into $(VENV)"
	@$(PIP) install --editable '.[dev,peers]'
	@touch $@
