# All commands of this project. Each target first installs what it needs into .venv; your machine only needs
# Python 3.11 or newer, make and git.

PYTHON ?= python3
GAME   ?= peril
ARGS   ?=
OTHER  ?= ../older
NODES  ?= 3

# How much the tests try, as a multiple of what every commit is tested with.
TRIALS ?= 1

VENV := .venv
BIN  := $(VENV)/bin
UV   := $(BIN)/uv
PAGE := $(BIN)/python web/build.py
PROGRAMS := $(BIN)/python -m tests.programs

# Each lock contains the smaller ones (build < dev < bench), so an installed larger one is good enough. The smallest,
# requirements.lock, is what a wheel needs to run: no build tools.
BENCH := $(VENV)/.bench
DEV   := $(firstword $(wildcard $(BENCH)) $(VENV)/.dev)
USE   := $(firstword $(wildcard $(BENCH) $(VENV)/.dev) $(VENV)/.use)

.DEFAULT_GOAL := help
.PHONY: help setup page serve cluster play quick test soak check format golden types pictures tour reference odds architecture passwords bench beside lock clean

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(DEV) ## Install everything for development into .venv
	@echo 'Ready. Try: make serve, or make play'

page: $(USE) ## Build the page if it has changed; node is installed too
	@$(PAGE)

serve: $(USE) ## Open the hall on http://127.0.0.1:8000; for your network: make serve ARGS="--host 0.0.0.0"
	@$(PAGE)
	@$(BIN)/dicehall serve $(ARGS)

cluster: $(DEV) ## Open a hall of several nodes on this machine, behind one port, on engines from wheels: make cluster NODES=3
	@$(PAGE)
	@$(BIN)/python -m tests.engines.cluster $(NODES) $(ARGS)

play: $(USE) ## Play in the terminal; another game: make play GAME=bluff
	@$(BIN)/dicehall play $(GAME) $(ARGS)

# The tests of a file stay together and in order, so that what they share has the same history in every run.
TEST  := $(BIN)/pytest -q -n auto --dist loadfile --no-loadscope-reorder
# What fails is tried once more, alone: a fault fails again. This goes when ten whole runs in a row are green without it.
AGAIN  = { test $$? = 1 && echo 'Once more, alone, what has failed:' && $(BIN)/pytest -q --last-failed \
  --last-failed-no-failures none $(ARGS); }
PURE  := tests/rules tests/bots tests/narrate tests/names tests/table/core tests/kit tests/golden/test_golden.py \
  tests/test_conformance.py tests/test_import_law.py tests/test_waits.py
PROOF := tests/test_conformance.py tests/golden tests/table/core/test_stateful.py tests/store/journal tests/store/files \
  tests/crash/test_went_back.py tests/crash/test_predictions.py tests/server/app/test_checked_cells.py \
  tests/hostile/test_hosts.py tests/server/live/test_fuzz_socket.py tests/server/web/test_fuzz_http.py tests/server/nodes/test_cluster.py \
  tests/evenings/pairing tests/e2e/test_stage.py

quick: TRIALS = 0.3
quick: $(DEV) ## Test the rules, bots, words and tables in under a minute: no hall, no browser
	@TRIALS=$(TRIALS) $(TEST) $(PURE) $(ARGS)

test: $(DEV) ## Run all tests on all cores, about 12 minutes on two of them: make test ARGS="-k peril"; TRIALS=5 tries more
	@$(PAGE)
	@$(PROGRAMS)
	@export TRIALS=$(TRIALS); $(TEST) $(ARGS) || $(AGAIN)

soak: TRIALS = 20
soak: export SEED = random
soak: $(DEV) ## Run the long tests, an hour or more: kills, tournaments, failing disks, stalls, a hostile crowd, two nodes, fuzz, every promise broken once, endurance; TRIALS=2 for a tenth of it
	@$(PAGE)
	@$(PROGRAMS)
	@TRIALS=$(TRIALS) $(BIN)/python -m tests.crash.soak
	@TRIALS=$(TRIALS) $(BIN)/python -m tests.crash.crash_points
	@TRIALS=$(TRIALS) $(BIN)/python -m tests.crash.tournaments
	@$(BIN)/python -m tests.crash.stalls
	@$(BIN)/python -m tests.engines.get_patroni
	@TRIALS=$(TRIALS) $(BIN)/python -m tests.faults.soak
	@TRIALS=$(TRIALS) $(BIN)/python -m tests.hostile.soak
	@$(BIN)/python -m tests.hostile.crowds
	@TWO_NODES=1 $(TEST) tests/server
	@$(TEST) -m soak
	@$(BIN)/python -m tests.breaking
	@TRIALS=$(TRIALS) $(TEST) $(PROOF)
	@TRIALS=$(TRIALS) $(BIN)/python -m tests.endurance.soak

check: $(DEV) ## Everything that must pass before a commit: format, lint, types, import law, tests
	@$(PAGE)
	@$(BIN)/ruff format --check
	@$(BIN)/ruff check
	@$(BIN)/mypy
	@$(PAGE) --run check
	@$(BIN)/python -m tests.supply
	@$(PROGRAMS)
	@$(BIN)/pytest -q tests/test_import_law.py
	@export TRIALS=$(TRIALS); $(TEST) $(ARGS) || $(AGAIN)

format: $(DEV) ## Format the code and repair what the linter can
	@$(BIN)/ruff check --fix-only --quiet
	@$(BIN)/ruff format

golden: $(DEV) ## Rewrite the golden stories after changing rules or sentences
	@GOLDEN=write $(BIN)/pytest -q tests/golden

types: $(DEV) ## Rewrite web/protocol.ts after changing messages
	@$(BIN)/python -m dicehall.server.app.typescript > web/protocol.ts.new
	@mv web/protocol.ts.new web/protocol.ts

pictures: $(DEV) ## Retake the pictures in docs/pictures
	@$(BIN)/python docs/pictures/take.py

tour: $(DEV) ## Retake the pictures of the page in docs/tour; some of them: make tour ARGS="cup cup-podium"
	@$(PAGE)
	@$(PROGRAMS)
	@$(BIN)/python -m docs.tour.take $(ARGS)

reference: $(DEV) ## Rewrite docs/rules-library.md after changing docstrings of the rules
	@$(BIN)/python docs/reference.py

odds: $(DEV) ## Rewrite "The odds" in docs/rules after changing what solvers or bots reckon
	@$(BIN)/python -m docs.odds

architecture: $(DEV) ## Redraw docs/architecture.svg after changing imports between packages
	@$(BIN)/python docs/architecture.py

passwords: $(DEV) ## Rewrite the filter of common passwords from the lists in Django and zxcvbn
	@$(UV) pip install --quiet --python $(BIN)/python --target $(VENV)/passwords --no-deps django==5.2.19 zxcvbn==4.5.0
	@$(BIN)/python -m dicehall.server.people.common_passwords $(VENV)/passwords

bench: $(BENCH) ## Measure the rules against PettingZoo and OpenSpiel, the bots, the dice, the odds, the hall, and the page: its first load, its beats
	@$(BIN)/python benchmarks/bench_rules.py $(ARGS)
	@$(BIN)/python benchmarks/bench_bots.py --quick
	@$(BIN)/python benchmarks/bench_lab.py
	@$(BIN)/python benchmarks/bench_thinking.py
	@$(BIN)/python benchmarks/bench_bots_load.py
	@$(BIN)/python benchmarks/bench_minutes.py
	@$(BIN)/python benchmarks/bench_dice.py
	@$(BIN)/python benchmarks/bench_odds.py
	@$(BIN)/python benchmarks/bench_pairing.py
	@$(BIN)/python benchmarks/bench_formats.py --tournaments 600
	@$(BIN)/python benchmarks/bench_hall.py
	@$(BIN)/python benchmarks/bench_recovery.py
	@$(BIN)/python -m benchmarks.bench_journal
	@$(BIN)/python -m benchmarks.bench_nodes
	@$(BIN)/python -m benchmarks.bench_people
	@$(BIN)/python benchmarks/bench_crowds.py
	@$(BIN)/python benchmarks/bench_followers.py
	@$(BIN)/python benchmarks/bench_long_match.py
	@$(PAGE)
	@$(BIN)/python benchmarks/bench_page.py
	@$(BIN)/python benchmarks/bench_beats.py
	@$(BIN)/python benchmarks/bench_frames.py

beside: $(DEV) ## Compare the speed of the rules and the hall with those of another checkout: make beside OTHER=../older
	@$(BIN)/python benchmarks/bench_rules.py --beside "$(OTHER)"
	@$(BIN)/python benchmarks/bench_hall.py --beside "$(OTHER)"

clean: ## Remove .venv and everything else that was built, but not the hall's data
	@rm -rf web/node_modules web/.building src/dicehall/server/web/page src/dicehall/server/web/page.*
	@rm -rf $(VENV) dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- The environment ---------------------------------------------------------------------------------------
# A stamp is written last, so a set-up that was interrupted starts over.

$(VENV)/.use: requirements-build.lock
$(VENV)/.dev: requirements-dev.lock
$(BENCH): requirements-bench.lock

# In a run such as `make setup page`, a larger lock than the one asked for here may have been installed a moment ago.
$(VENV)/.use: LARGER = $(VENV)/.dev $(BENCH)
$(VENV)/.dev: LARGER = $(BENCH)

$(VENV)/.use $(VENV)/.dev $(BENCH): pyproject.toml $(VENV)/.uv
	@for larger in $(LARGER); do test ! -f $$larger || exit 0; done; set -e; \
	  echo 'Installing $(filter %.lock,$^)'; \
	  rm -f $(VENV)/.use $(VENV)/.dev $(BENCH); \
	  $(UV) pip sync --python $(BIN)/python --require-hashes $(filter %.lock,$^); \
	  $(UV) pip install --python $(BIN)/python --quiet --no-deps --no-build-isolation -e .; \
	  touch $@

$(VENV)/.uv: requirements-uv.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { echo >&2 \
	  'Dicehall needs Python 3.11 or newer. If it has another name here: make setup PYTHON=python3.12'; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo >&2 "This Python lacks venv. The cure: \
	sudo apt install $$($(PYTHON) -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')"; exit 1; }
	@test -f $@ || { echo "Making $(VENV) with $$($(PYTHON) --version)"; $(PYTHON) -m venv --clear $(VENV); }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

# --- The locks ---------------------------------------------------------------------------------------------

COMPILE := $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
  --custom-compile-command 'make lock'

lock: $(VENV)/.uv ## Recompile the locks; for newer versions: make lock ARGS=--upgrade
	@$(COMPILE) $(ARGS) --group bootstrap -o requirements-uv.lock
	@$(COMPILE) $(ARGS) --group patroni -o requirements-patroni.lock
	@$(COMPILE) $(ARGS) pyproject.toml -o requirements.lock
	@$(COMPILE) $(ARGS) pyproject.toml --group build -c requirements.lock -o requirements-build.lock
	@$(COMPILE) $(ARGS) pyproject.toml --group dev -c requirements-build.lock -o requirements-dev.lock
	@$(COMPILE) $(ARGS) pyproject.toml --group bench -c requirements-dev.lock -o requirements-bench.lock
