# Every target sets up the virtual environment it needs: `make test` works on a fresh clone with Python and make alone.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: test quick lint bench train docs clean

test: lint  ## everything: compiled, then the same suite as plain Python
	$(BIN)/python -m pytest -n 2
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n 2

quick: $(READY)  ## the fast tests only
	$(BIN)/python -m pytest -n 2 -m "not slow"

lint: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/pyright

bench: $(READY)  ## throughput of batch, AEC and Gymnasium vector, as a table and in benchmarks/results
	$(BIN)/python -m benchmarks.throughput --json benchmarks/results/latest.json

train: $(READY)  ## a few minutes: from nothing to beating random; runs/ holds the result
	$(BIN)/python -m training configs/hold_the_line/quick.yaml

docs: $(READY)  ## write the generated pages in docs/ again
	$(BIN)/python -m flank_envs.docs docs

clean:
	rm -rf $(VENV) build dist *.egg-info

# torch first and alone: pip then takes the pinned build and nothing larger.
$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet "$$(grep '^torch==' constraints.txt)"
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ".[dev,train,window]"
	touch $(READY)
