# Follow Suit. `make` without a target lists the targets. Variables:
#
#   PYTHON     the interpreter for .venv (3.11 or newer)         make serve PYTHON=python3.13
#   PORT       the port of `make serve`                          make serve PORT=9000
#   BASE       the path under which the site is served           make serve BASE=/follow-suit/
#   CHROMIUM   the browser for the tests, if it isn't on PATH
#   ARGS       options for the benchmarks                        make bench ARGS='snakebit --rounds 3'
#   OUT        the output folder of `make wheels`                make wheels OUT=wheels
#   TAG        the tag that the version must match               make release-check TAG=v0.1.0
#   WHEEL_URL  the future URL of `make pyodide-lock`'s wheel     make pyodide-lock WHEEL_URL=https://example.org/engine/
#   MUTANTS    the module or folder to mutate                    make mutants MUTANTS=rules_engine/api TESTS='tests/api'
#   TESTS      the tests that should detect the mutations
#   UPGRADE=1  lets `make lock` take the newest versions that pyproject.toml allows

PYTHON ?= python3
PORT ?= 8000
BASE ?= /
OUT ?= dist
# For pyodide-build only, which needs a newer Python than the rest.
PYTHON_NEW ?= $(firstword $(shell command -v python3.14 python3.13 python3.12) $(PYTHON))
# The site's public URL. Links are relative, but the 404 page and the sitemap need it.
SITE_URL ?= http://127.0.0.1:$(PORT)$(BASE)
MUTANTS ?= rules_engine/games/snakebit/rules.py
TESTS ?= tests/games/test_snakebit.py tests/phrases
UV_VERSION := 0.13.8

# The path of this folder may contain characters outside the locale's encoding.
export PYTHONUTF8 := 1
# Keep bytecode: without it, pytest rewrites assertions again on each start, which takes seconds.
unexport PYTHONDONTWRITEBYTECODE

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
.NOTPARALLEL:

BIN := .venv/bin
CLIENT := rules_engine/site/client
PY := $(BIN)/python
PIP := $(PY) -m pip install --quiet --disable-pip-version-check
MKDOCS := NO_MKDOCS_2_WARNING=1 SITE_URL=$(SITE_URL) $(PY) -m mkdocs
# Folders with tests for Chromium and Pyodide; tests/conftest.py lists them, too.
ELSEWHERE := tests/chromium tests/pyodide tests/bench
# Report the slowest tests.
LONGEST := --durations 20 --durations-min 3
# The site's source files. Make splits names at spaces, but no name contains one.
SITE_SOURCES := $(shell find docs examples rules_engine mkdocs.yml -type f -not -path '*/__pycache__/*' -not -path '*/.*')

.PHONY: help
help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 12

# -- the two main targets ------------------------------------------------------------------------

.PHONY: serve
serve: .make/site .make/node ## serve the site with live reload, building pages on demand; print its address
	@exec $(BIN)/followsuit serve --port $(PORT) --base $(BASE)

.PHONY: test
test: lint native in-pyodide in-chromium ## run all tests: lint, types, native, inside Pyodide, in Chromium

# -- their parts ---------------------------------------------------------------------------------

.PHONY: build
build: .make/site .make/node ## build the site into site/
	$(MKDOCS) build --strict --site-dir site

.PHONY: wheels
wheels: .make/site .make/node ## build the wheels followsuit and followsuit-runtime into OUT (default: dist)
	$(PY) -m rules_engine.site.runtime wheels $(OUT)

# Installs the wheels as an author would: in an empty environment, without Node.js. All dependencies must be locked (`--no-index`), and
# the source distribution must build the identical wheel.
.PHONY: release-check
release-check: tag wheels .make/release ## build all distributions and check them for a release: version, metadata, a new site
	$(PY) -m rules_engine.site.runtime source $(OUT)
	@rm -rf .make/as-released && mkdir .make/as-released
	@version=$$($(PY) -c 'import rules_engine; print(rules_engine.__version__)'); \
	out=$(abspath $(OUT)); source=$$out/followsuit-$$version.tar.gz; \
	ours=$$out/followsuit-$$version-py3-none-any.whl; runtime=$$out/followsuit_runtime-$$version-py3-none-any.whl; \
	set -x; \
	.make/release/bin/twine check --strict $$ours $$runtime $$source; \
	SOURCE_DATE_EPOCH=315532800 $(PY) -m pip wheel --quiet --disable-pip-version-check --no-index --no-deps --no-build-isolation \
	  --wheel-dir .make/as-released $$source; \
	cmp $$ours .make/as-released/*.whl; \
	cd .make/as-released; unset PYTHONPATH; \
	$(PYTHON) -m venv env; \
	env/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r ../../requirements/site.txt; \
	env/bin/python -m pip install --quiet --disable-pip-version-check --no-index "$$ours[site]" $$runtime; \
	export PATH=$$PWD/env/bin NO_MKDOCS_2_WARNING=1; \
	followsuit new-site my-games; cd my-games; followsuit check examples; mkdocs build --strict

.PHONY: tag
tag: .make/python
	@version=v$$($(PYTHON) -c 'import rules_engine; print(rules_engine.__version__)'); [ "$${TAG:-$$version}" = "$$version" ] || { \
	  echo "The tag is $$TAG, but rules_engine/_version.py says $$version" >&2; exit 1; }

.PHONY: pyodide-lock
pyodide-lock: .make/pyodide-build ## write the engine's wheel and an extended Pyodide lock file to OUT, for other sites with Pyodide
	$(PY) -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir $(OUT) .
	.make/pyodide-build/bin/pyodide lockfile add-wheels $(OUT)/followsuit-[0-9]*.whl --base-path $(OUT) \
	  --input node_modules/pyodide/pyodide-lock.json --output $(OUT)/pyodide-lock.json $(if $(WHEEL_URL),--wheel-url $(WHEEL_URL))

site/index.html: .make/site .make/node .make/address $(SITE_SOURCES)
	$(MKDOCS) build --strict --site-dir site
	@touch $@

.PHONY: check
check: lint native ## run the quick tests: lint, types, native

.PHONY: lint
lint: .make/dev .make/node
	$(BIN)/ruff check .
	$(BIN)/mypy & types=$$!; \
	node_modules/.bin/tsc --project $(CLIENT); \
	node_modules/.bin/eslint --config $(CLIENT)/eslint.config.mjs --cache --cache-location .make/eslint $(CLIENT) rules_engine/site/preview docs/assets; \
	node_modules/.bin/stylelint --config $(CLIENT)/stylelint.config.mjs --cache --cache-location .make/stylelint '$(CLIENT)/**/*.css' 'docs/**/*.css'; \
	wait $$types

.PHONY: format
format: .make/dev ## fix what `ruff check` can fix, such as the order of imports
	$(BIN)/ruff check --fix .

.PHONY: native
native: .make/dev .make/node
	$(BIN)/pytest -n auto --dist worksteal $(LONGEST) --ignore=tests/chromium -m 'not browser and not pyodide and not thorough'

.PHONY: in-pyodide
in-pyodide: .make/dev .make/node
	$(BIN)/pytest -n 2 --dist worksteal -m 'pyodide and not thorough' $(ELSEWHERE)

.PHONY: in-chromium
in-chromium: .make/dev .make/node chromium other-browsers
	$(BIN)/pytest -n 2 --dist loadfile --no-loadscope-reorder $(LONGEST) -m 'browser and not thorough' $(ELSEWHERE)

.PHONY: thorough
thorough: .make/dev .make/node chromium ## run the tests of every page, table and copy; `make test` takes a sample
	$(BIN)/pytest -n auto -m thorough

# -- measurements and screenshots, which no test uses ---------------------------------------------

.PHONY: bench
bench: .make/dev .make/node ## measure the engine's speed and memory use
	$(PY) -m tests.bench.engine $(ARGS)

.PHONY: peers
peers: .make/dev ## compare our sketches of classic games with OpenSpiel's, move by move in thousands of hands
	@$(PY) -c 'import pyspiel' 2>/dev/null || $(PIP) -e '.[bench]'
	$(PY) -m tests.peers $(ARGS)

.PHONY: bench-boot
bench-boot: site/index.html .make/dev chromium ## measure how fast Python starts in Chromium
	$(PY) -m tests.bench.boot $(ARGS)

# Mutates a copy; your files don't change. If stopped, the next run with the same MUTANTS resumes.
.PHONY: mutants
mutants: .make/mutants .make/dev ## mutate the lines of MUTANTS one by one, and list the mutations that TESTS don't detect
	$(PY) -m tests.mutants $(MUTANTS) --tests $(TESTS) $(ARGS)

.PHONY: looks
looks: site/index.html .make/dev chromium ## take screenshots of the main pages, light and dark, desktop and phone, into test-results/looks
	$(PY) -m tests.chromium.looks

# -- setup ---------------------------------------------------------------------------------------

# Another PYTHON needs another .venv, so this file changes only if the interpreter does.
.make/python: FORCE
	@mkdir -p .make
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo 'Follow Suit needs Python 3.11 or newer; "$(PYTHON)" is' \
	    "$$($(PYTHON) --version 2>&1 || true). Try: make PYTHON=python3.13 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; print(sys.version, sys.base_prefix)' > $@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

.make/venv: .make/python
	rm -rf .venv
	$(PYTHON) -m venv .venv || { \
	  echo 'No virtual environment could be made; on Debian: apt-get install python3-venv' >&2; exit 1; }
	@touch $@

.make/site: .make/venv requirements/site.txt pyproject.toml
	$(PIP) --require-hashes -r requirements/site.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

.make/dev: .make/site requirements/dev.txt
	$(PIP) --require-hashes -r requirements/dev.txt
	@touch $@

# pyodide-build needs Python 3.12 or newer. Its output doesn't depend on the version.
.make/pyodide-build: .make/site .make/node requirements/pyodide.txt
	rm -rf $@
	$(PYTHON_NEW) -c 'import sys; sys.exit(sys.version_info < (3, 12) and "pyodide-build needs Python 3.12 or newer: make pyodide-lock PYTHON_NEW=python3.13")'
	$(PYTHON_NEW) -m venv $@
	$@/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/pyodide.txt

.make/release: .make/python requirements/release.txt
	rm -rf $@
	$(PYTHON) -m venv $@
	$@/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/release.txt

.make/mutants: .make/python requirements/mutants.txt
	rm -rf $@
	$(PYTHON) -m venv $@
	$@/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/mutants.txt

.make/node: package.json package-lock.json
	@command -v npm >/dev/null || { echo 'Node.js 20 or newer with npm is needed (nodejs.org, or your package manager)' >&2; exit 1; }
	npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@mkdir -p .make
	@touch $@

# Built pages contain the URL, so another URL needs another build.
.make/address: FORCE
	@mkdir -p .make
	@echo '$(SITE_URL)' | cmp -s - $@ || echo '$(SITE_URL)' > $@

# tests/chromium/chromium.py lists the names of the browser and looks for it.
.PHONY: chromium
chromium: .make/dev
	@$(PY) -m tests.chromium.chromium || { \
	  if [ -z "$(CHROMIUM)" ] && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    export DEBIAN_FRONTEND=noninteractive; apt-get update -qq; \
	    apt-get install -y -qq chromium-headless-shell >/dev/null || apt-get install -y -qq chromium >/dev/null; \
	    $(PY) -m tests.chromium.chromium; \
	  else exit 1; fi; }

# Needs root, Debian and a network. Without these browsers, their tests are skipped with a reason.
.PHONY: other-browsers
other-browsers:
	@command -v firefox-esr >/dev/null && command -v WebKitWebDriver >/dev/null && command -v Xvfb >/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    export DEBIAN_FRONTEND=noninteractive; apt-get update -qq && \
	    apt-get install -y -qq --no-install-recommends firefox-esr webkit2gtk-driver xvfb >/dev/null; fi; true; }

.PHONY: lock
lock: ## update the lock files (Python: requirements/*.txt, npm: package-lock.json)
	@mkdir -p .make requirements
	$(PYTHON) -m venv .make/uv
	.make/uv/bin/python -m pip install --quiet uv==$(UV_VERSION)
	$(LOCK) --extra site -o requirements/site.txt
	$(LOCK) --extra dev -c requirements/site.txt -o requirements/dev.txt
	$(subst --python-version 3.11,--python-version 3.12,$(subst --group build,,$(LOCK))) --extra pyodide -o requirements/pyodide.txt
	$(subst --group build,,$(LOCK)) --extra release -c requirements/site.txt -o requirements/release.txt
	$(subst --group build,,$(LOCK)) --extra mutants -o requirements/mutants.txt
	$(subst --group build,,$(subst --quiet,--quiet requirements/new-site.in,$(LOCK))) --extra site -c requirements/site.txt -c requirements/dev.txt -o requirements/new-site.txt
	npm $(if $(UPGRADE),update,install) --package-lock-only --ignore-scripts --omit-lockfile-registry-resolved --no-audit --no-fund
	@! grep -nE 'https?://|file:|index-url|find-links' requirements/*.txt || { echo 'An address got into a lock' >&2; exit 1; }
	@! grep -n '"resolved"' package-lock.json || { echo 'An address got into a lock' >&2; exit 1; }

LOCK = .make/uv/bin/uv pip compile --quiet pyproject.toml --group build --universal --python-version 3.11 \
	--generate-hashes --no-annotate --no-emit-package followsuit --no-emit-index-url \
	--custom-compile-command 'make lock' $(if $(UPGRADE),--upgrade)

.PHONY: clean
clean: ## remove everything that make created
	rm -rf .make .venv node_modules site build test-results *.egg-info .mypy_cache .pytest_cache .ruff_cache

.PHONY: FORCE
FORCE:
