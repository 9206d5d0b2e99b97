# `make parity`: the default run, from nothing. `make test`: every check and test, from nothing.
# `make check`: format, lint, types, layers. All need only Python >= 3.11 and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
JOBS ?= $(shell nproc)
# Where it is set, each of some hundred processes would compile what it imports: a third of the time.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: parity test check format clean

parity: $(READY)
	$(BIN)/tokparity vocabs fetch
	$(BIN)/tokparity run

# A file of tests at a time on each core; `make test JOBS=1` for one after the other.
test: check
	$(BIN)/tokparity vocabs fetch
	$(BIN)/tokparity vocabs fetch minilm bert-bge-gguf chinese-bert-vocab mon-burmese spm-test spm-toy
	$(BIN)/pytest --numprocesses=$(JOBS) --dist=loadfile --no-loadscope-reorder --max-worker-restart=0 --durations=25

check: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy --num-workers=$(or $(JOBS),0)
	$(BIN)/lint-imports
	$(BIN)/pytest -q tests/test_structure.py

format: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

$(READY): ci/requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "tokparity needs Python 3.11 or newer: make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --no-compile --require-hashes -r ci/requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	touch $@

clean:
	rm -rf $(VENV)
