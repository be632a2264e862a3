# `make` lists what there is to do. Everything is put into .venv and web/node_modules, nothing anywhere else
# but Debian's chromium, tmux, openssl, Xvfb and WebKitGTK, for the tests, where they are missing.

.DEFAULT_GOAL := help
.NOTPARALLEL:
.SUFFIXES:
# What one process has compiled, the thousands that the tests start need not compile again.
unexport PYTHONDONTWRITEBYTECODE
.PHONY: help demo test check web generate fonts pictures bench soak lock clean

PY := .venv/bin/python
NPM := $(PY) hatch_build.py npm
RINGS := tests/unit tests/contract tests/house tests/journeys tests/browser
SOAK_KILLS ?= 200

INSTALLED := .venv/.installed
TOOLED := .venv/.tooled
MODULES := web/node_modules/.package-lock.json
SITES := tests/sites/node/node_modules/.package-lock.json
PAGE := src/countermark/static/built-from
PAGE_SOURCES := $(shell find web -path web/node_modules -prune -o -path web/dist -prune -o -type f ! -name '.*' -print 2>/dev/null)
PAGE_FOLDERS := $(shell find web -mindepth 1 -path web/node_modules -prune -o -path web/dist -prune -o -type d -print 2>/dev/null)
PAGE_CHECKED := .venv/.page-checked

help: ## This list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' Makefile

demo: $(INSTALLED) $(PAGE) ## Start the hub and put a sample plan on the screen
	@echo "· Starting the hub, with a data folder of its own in .demo"
	@COUNTERMARK_HOME=$(CURDIR)/.demo .venv/bin/countermark demo
	@echo "· To end it: COUNTERMARK_HOME=.demo .venv/bin/countermark stop"

test: check $(SITES) ## Everything that must hold: the checks, then every ring of tests (ARGS=… goes to pytest)
	@tools/programs.sh
	@echo "· Tests of the page (vitest)"
	@$(NPM) --silent test
	@echo "· Tests: unit, contract, house, journeys, browser; some of them on other Pythons"
	@$(PY) -m $(if $(ARGS),pytest $(ARGS),tools.rings)

check: $(TOOLED) $(PAGE) $(PAGE_CHECKED) ## Style, types and import contracts; the page's only when a file of the page has changed
	@echo "· ruff";         $(PY) -m ruff check --quiet --output-format concise . && $(PY) -m ruff format --quiet --check .
	@echo "· mypy";         $(PY) -m mypy --no-error-summary
	@echo "· lint-imports"; .venv/bin/lint-imports --no-cache > .venv/.contracts || { cat .venv/.contracts; exit 1; }

web: $(INSTALLED) $(PAGE) ## Build the page into src/countermark/static

generate: $(TOOLED) $(MODULES) ## Write the *.gen.* files and the generated reference anew
	@$(PY) -m tools.generate

pictures: $(TOOLED) $(PAGE) ## Make the pictures of the README anew, from the real desk
	@tools/programs.sh browser
	@$(PY) -m tools.pictures

fonts: $(TOOLED) $(MODULES) ## Cut the desk's fonts anew, after an update of theirs
	@$(PY) -m tools.cut_fonts

bench: $(TOOLED) $(PAGE) ## Measure what we promise about speed and size
	@tools/programs.sh browser
	@$(PY) -m bench $(ARGS)

soak: $(TOOLED) $(PAGE) ## The long tests, full figures of the tenths, the whole Chromium; the unit ring on other Pythons
	@tools/programs.sh qt
	@COUNTERMARK_FULL_FIGURES=1 COUNTERMARK_SOAK_KILLS=$(SOAK_KILLS) $(PY) -m pytest -m "soak or tenth or browser" $(or $(ARGS),$(RINGS))
	@$(if $(ARGS),,$(PY) -m tools.pythons unit)

lock: $(INSTALLED) ## Lock the dependencies with their hashes (ARGS=--upgrade for newer ones)
	@ARGS="$(ARGS)" tools/lock.sh

clean: ## Remove what make has made, but not what you have written
	@rm -rf .venv .venv-* dist web/node_modules web/dist src/countermark/static
	@rm -rf tests/sites/node/node_modules tests/sites/node/.running
	@rm -rf .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .demo

$(INSTALLED): requirements/run.txt requirements/node.txt requirements/boot.txt pyproject.toml tools/prepare.sh
	@tools/prepare.sh run
	@touch $@

$(TOOLED): $(INSTALLED) requirements/dev.txt
	@tools/prepare.sh dev
	@touch $@

$(MODULES): web/package-lock.json | $(INSTALLED)
	@echo "· Installing what the page is built with (npm ci)"
	@$(NPM) ci --silent --no-audit --no-fund
	@touch $@

$(SITES): tests/sites/node/package-lock.json | $(TOOLED)
	@echo "· Installing the frameworks whose dev servers the tests start (npm ci)"
	@$(PY) -m tests.sites.install
	@touch $@

# A folder is newer than the stamp when a file in it was added or removed: what imports that file is checked again.
$(PAGE_CHECKED): $(PAGE_SOURCES) $(PAGE_FOLDERS) $(MODULES) | $(TOOLED)
	@echo "· tsc";          $(NPM) --silent run check
	@echo "· eslint";       $(NPM) --silent run lint
	@touch $@

$(PAGE): $(PAGE_SOURCES) hatch_build.py $(MODULES) | $(INSTALLED)
	@$(PY) hatch_build.py
	@touch $@
