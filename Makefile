# Every target sets up the virtual environment it needs: `make test` works on a fresh clone with Python and make alone.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
SITE := build/site-tools
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: test test-ray test-examples compat quick lint bench play train docs site clean

test: lint  ## everything: compiled, then the same suite as plain Python
	$(BIN)/python -m pytest -n 2
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n 2

# The oldest versions are installed aside, without torch, and must play the very same games.
compat: $(READY)  ## a short job with the oldest and the newest versions of what this stands on
	rm -rf build/oldest && $(PYTHON) -m venv build/oldest
	build/oldest/bin/python -m pip install --quiet $$($(BIN)/python -m tests.compat pins)
	$(BIN)/python -m tests.compat play > build/newest.txt
	build/oldest/bin/python -m tests.compat play > build/oldest.txt
	diff build/newest.txt build/oldest.txt
	rm -rf build/oldest

test-examples: build/examples/.ready  ## examples/ and docs/compatibility.md with all libraries, aside: they are heavy
	ALL_LIBRARIES=1 build/examples/bin/python -m pytest -W default tests/examples

test-ray: build/ray/.ready  ## RLlib and clusters, aside: RLlib wants an older Gymnasium than the other tests
	OMP_NUM_THREADS=1 build/ray/bin/python -m pytest -W default tests/interfaces/ray tests/examples/test_rllib.py

quick: $(READY)  ## the fast tests only
	$(BIN)/python -m pytest -n 2 -m "not slow"

lint: $(READY)  ## style, types, and which room may import which
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/pyright
	$(BIN)/lint-imports

bench: $(READY)  ## throughput of batch, AEC and Gymnasium vector, as a table and in benchmarks/results
	$(BIN)/python -m benchmarks.throughput --json benchmarks/results/latest.json

play: $(READY)  ## the table in the browser; prints its address
	$(BIN)/flank-envs serve

train: $(READY)  ## a few minutes: from nothing to beating random; runs/ holds the result
	$(BIN)/python -m training configs/hold_the_line/quick.yaml

docs: $(READY)  ## write the generated pages in docs/ again
	$(BIN)/python -m tools.docs docs

# The reference is read from the sources, so what builds the site needs nothing else of the library.
site: $(SITE)/.ready  ## the documentation in build/site; fails at broken links and at pages without a place
	NO_MKDOCS_2_WARNING=1 $(SITE)/bin/mkdocs build --strict

clean:
	rm -rf $(VENV) build dist *.egg-info

# torch first and alone: pip then takes the pinned build and nothing larger.
$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet "$$(grep '^torch==' constraints.txt)"
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ".[dev,train,web,window]"
	touch $(READY)

$(SITE)/.ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(SITE)
	$(SITE)/bin/python -m pip install --quiet --constraint constraints.txt \
		$$($(PYTHON) -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies']['site'])")
	touch $(SITE)/.ready

# tianshou and moviepy want older versions of these two than the other tests.
build/examples/.ready: pyproject.toml constraints.txt tests/examples/requirements.txt
	rm -rf build/examples && $(PYTHON) -m venv build/examples
	grep -v -e '^filelock==' -e '^pillow==' constraints.txt > build/examples/constraints.txt
	build/examples/bin/python -m pip install --quiet "$$(grep '^torch==' constraints.txt)"
	build/examples/bin/python -m pip install --quiet --constraint build/examples/constraints.txt \
		--requirement tests/examples/requirements.txt --editable ".[train,window,open-spiel]" pytest hypothesis safetensors
	touch build/examples/.ready

build/ray/.ready: pyproject.toml constraints.txt
	rm -rf build/ray && $(PYTHON) -m venv build/ray
	grep -v '^gymnasium==' constraints.txt > build/ray/constraints.txt
	build/ray/bin/python -m pip install --quiet "$$(grep '^torch==' constraints.txt)"
	build/ray/bin/python -m pip install --quiet --constraint build/ray/constraints.txt --editable ".[train,ray]" \
		pytest hypothesis safetensors
	touch build/ray/.ready
