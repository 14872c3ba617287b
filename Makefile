# The commands of the house; `make help` lists them. Every one can be run again.
PYTEST = .venv/bin/python -m pytest
BOTH_CORES = -n 2 --dist loadfile
DASHBOARD = npm --prefix table/web/dashboard --silent

.PHONY: help setup run test test-long check bench firmware build clean
.NOTPARALLEL:

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 18

setup: ## prepare everything that the tests need, and test nothing
	@sh scripts/setup.sh test

run: ## open the demo on http://127.0.0.1:8765 (ARGS="--port 9000" for the rest)
	@sh scripts/setup.sh run
	@exec .venv/bin/python scripts/open_demo.py $(ARGS)

test: setup ## run every test but the long ones, the browser test included
	$(DASHBOARD) test
	$(PYTEST) -m "not long" $(BOTH_CORES) $(ARGS)

test-long: setup ## run the long tests; what passed before, on the same code, is not run again
	$(PYTEST) -m long --resume $(ARGS)

check: setup ## format, lint, types, import contracts, tests: what a change must pass
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/mypy
	.venv/bin/lint-imports
	$(DASHBOARD) run check
	$(DASHBOARD) test
	$(PYTEST) -m "not long" $(BOTH_CORES) $(ARGS)

bench: setup ## measure scoring and reading on this machine
	@for bench in tests/bench/bench_*.py; do .venv/bin/python $$bench $(ARGS) || exit; done

firmware: ## build the table's firmware, and say what it takes
	@$(MAKE) -s -C firmware_bridge/firmware budget

build: setup ## make the wheel and the sdist in dist/
	.venv/bin/hatchling build

clean: ## remove what was made; the data of your tables stays
	rm -rf .venv .stamps dist build artefacts table/web/static table/web/dashboard/node_modules
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage
