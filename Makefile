# Follow Suit. `make` alone says what can be made.
#
#   PYTHON     the Python that makes .venv (3.11 or newer)       make serve PYTHON=python3.13
#   PORT       where `make serve` listens                        make serve PORT=9000
#   BASE       the path that the site is served below            make serve BASE=/follow-suit/
#   CHROMIUM   the browser of the tests, if it isn't on the path
#   ARGS       options for the benches                           make bench ARGS='snakebit --rounds 3'
#   OUT        the folder that `make wheels` writes to           make wheels OUT=wheels
#   TAG        what the version must be                          make release-check TAG=v0.1.0
#   WHEEL_URL  where the wheel of `make pyodide-lock` will be    make pyodide-lock WHEEL_URL=https://example.org/engine/
#   MUTANTS    the module that is broken, or a folder        make mutants MUTANTS=rules_engine/api TESTS='tests/api'
#   TESTS      the tests that should see it
#   UPGRADE=1  `make lock` takes the newest versions that pyproject.toml admits

PYTHON ?= python3
PORT ?= 8000
BASE ?= /
OUT ?= dist
# For pyodide-build alone; ours is often older.
PYTHON_NEW ?= $(firstword $(shell command -v python3.14 python3.13 python3.12) $(PYTHON))
# Where the site will stand: its links don't depend on it, but the 404 page and the sitemap do.
SITE_URL ?= http://127.0.0.1:$(PORT)$(BASE)
MUTANTS ?= rules_engine/games/snakebit/rules.py
TESTS ?= tests/games/test_snakebit.py tests/transcripts
UV_VERSION := 0.13.8

# The path of this folder may have letters that the locale doesn't know.
export PYTHONUTF8 := 1
# What Python makes of a module is kept: with pytest's rewriting of assertions that is seconds each time it starts.
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
# Where tests in Chromium and inside Pyodide are (tests/conftest.py knows it too).
ELSEWHERE := tests/chromium tests/pyodide tests/bench
# What took longest is told, so that nobody has to guess what to make quicker.
LONGEST := --durations 20 --durations-min 3
# Files the site is made of; a name with a space would be two, and there is none.
SITE_SOURCES := $(shell find docs examples rules_engine mkdocs.yml -type f -not -path '*/__pycache__/*' -not -path '*/.*')

.PHONY: help
help: ## say what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 12

# -- the two that a newcomer needs ---------------------------------------------------------------

.PHONY: serve
serve: .make/site .make/node ## serve the site as it is written, each page built when it is opened; print its address
	@exec $(BIN)/followsuit serve --port $(PORT) --base $(BASE)

.PHONY: test
test: lint native in-pyodide in-chromium ## every test: lint, types, native, inside Pyodide, in Chromium

# -- their parts ---------------------------------------------------------------------------------

.PHONY: build
build: .make/site .make/node ## write the site into site/
	$(MKDOCS) build --strict --site-dir site

.PHONY: wheels
wheels: .make/site .make/node ## make the wheels followsuit and followsuit-runtime, into OUT (dist)
	$(PY) -m rules_engine.site.runtime wheels $(OUT)

# Installed where there is nothing else, without Node and npm's packages: as an author has them. All that they ask for must be in the
# lock (`--no-index`), and followsuit's source must give the very wheel that was made beside it.
.PHONY: release-check
release-check: tag wheels .make/release ## make followsuit's source too, and check all as for a release: names, texts, a new site
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
	  echo "The tag is $$TAG, but rules_engine/__init__.py says $$version" >&2; exit 1; }

.PHONY: pyodide-lock
pyodide-lock: .make/pyodide-build ## put the engine's wheel and Pyodide's lock file with it into OUT, for other pages with Pyodide
	$(PY) -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir $(OUT) .
	.make/pyodide-build/bin/pyodide lockfile add-wheels $(OUT)/followsuit-[0-9]*.whl --base-path $(OUT) \
	  --input node_modules/pyodide/pyodide-lock.json --output $(OUT)/pyodide-lock.json $(if $(WHEEL_URL),--wheel-url $(WHEEL_URL))

site/index.html: .make/site .make/node .make/address $(SITE_SOURCES)
	$(MKDOCS) build --strict --site-dir site
	@touch $@

.PHONY: check
check: lint native ## what is quick: lint, types and the native tests

.PHONY: lint
lint: .make/dev .make/node
	$(BIN)/ruff check .
	$(BIN)/mypy & types=$$!; \
	node_modules/.bin/tsc --project $(CLIENT); \
	node_modules/.bin/eslint --config $(CLIENT)/eslint.config.mjs --cache --cache-location .make/eslint $(CLIENT) rules_engine/site/preview docs/assets; \
	node_modules/.bin/stylelint --config $(CLIENT)/stylelint.config.mjs --cache --cache-location .make/stylelint '$(CLIENT)/**/*.css' 'docs/**/*.css'; \
	wait $$types

.PHONY: format
format: .make/dev ## lay the code out as `make lint` wants it
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
thorough: .make/dev .make/node chromium ## the tests that look at every page, table and copy, where `make test` looks at some
	$(BIN)/pytest -n auto -m thorough

# -- for people: measurements and pictures, which no test asks for --------------------------------

.PHONY: bench
bench: .make/dev .make/node ## measure the engine's speed and memory
	$(PY) -m tests.bench.engine $(ARGS)

.PHONY: peers
peers: .make/dev ## play thousands of hands of our sketches of classic games against OpenSpiel's, move by move
	@$(PY) -c 'import pyspiel' 2>/dev/null || $(PIP) -e '.[bench]'
	$(PY) -m tests.peers $(ARGS)

.PHONY: bench-boot
bench-boot: site/index.html .make/dev chromium ## measure how fast Python starts in Chromium
	$(PY) -m tests.bench.boot $(ARGS)

# Works in a copy, whose files it changes: yours stay as they are. It can be stopped, and goes on with MUTANTS where it was.
.PHONY: mutants
mutants: .make/mutants .make/dev ## break lines of MUTANTS (a module) one by one, and tell those that no test of TESTS misses
	$(PY) -m tests.mutants $(MUTANTS) --tests $(TESTS) $(ARGS)

.PHONY: looks
looks: site/index.html .make/dev chromium ## take pictures of the main pages in every look, into test-results/looks
	$(PY) -m tests.chromium.looks

# -- what they need ------------------------------------------------------------------------------

# A new PYTHON means a new .venv; the file changes only when the answer does.
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

# Python 3.12 or newer, which pyodide-build wants; what it makes is for every version.
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

# The address goes into the built pages, so another address is another build.
.make/address: FORCE
	@mkdir -p .make
	@echo '$(SITE_URL)' | cmp -s - $@ || echo '$(SITE_URL)' > $@

# The same names as in tests/chromium/chromium.py, asked of the same function.
.PHONY: chromium
chromium: .make/dev
	@$(PY) -m tests.chromium.chromium || { \
	  if [ -z "$(CHROMIUM)" ] && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    export DEBIAN_FRONTEND=noninteractive; apt-get update -qq; \
	    apt-get install -y -qq chromium-headless-shell >/dev/null || apt-get install -y -qq chromium >/dev/null; \
	    $(PY) -m tests.chromium.chromium; \
	  else exit 1; fi; }

# Their tests are skipped, and say why, where these can't be installed: not as root, no Debian, no network.
.PHONY: other-browsers
other-browsers:
	@command -v firefox-esr >/dev/null && command -v WebKitWebDriver >/dev/null && command -v Xvfb >/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    export DEBIAN_FRONTEND=noninteractive; apt-get update -qq && \
	    apt-get install -y -qq --no-install-recommends firefox-esr webkit2gtk-driver xvfb >/dev/null; fi; true; }

.PHONY: lock
lock: ## renew the locks (Python: requirements/*.txt, npm: package-lock.json)
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
clean: ## remove what make made
	rm -rf .make .venv node_modules site build test-results *.egg-info .mypy_cache .pytest_cache .ruff_cache

.PHONY: FORCE
FORCE:
