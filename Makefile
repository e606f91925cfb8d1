# Everything happens in .venv, which is made when it is needed. PYTHON chooses the interpreter.
PYTHON ?= python3
BIN := .venv/bin
PYTEST_WORKERS ?= auto
INSTALL := $(BIN)/python -m pip install --quiet --constraint constraints.txt --editable

.PHONY: help demo test coverage lint format audit docs benchmark clean

help:
	@echo "make demo       set up, and train a tiny model with adaptive difficulty: ten minutes on two cores, with a plot"
	@echo "make test       set up, lint, and run all tests"
	@echo "make coverage   the tests again, with the lines that they do not reach"
	@echo "make lint       formatting, lint and types"
	@echo "make format     format the code"
	@echo "make audit      measure every environment and compare it with the limits"
	@echo "make docs       build the site into site/"
	@echo "make benchmark  time imports, generation and verification"

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/.demo: .venv/bin/python pyproject.toml constraints.txt
	$(INSTALL) ".[plot,train]"
	@touch $@

.venv/.dev: .venv/bin/python pyproject.toml constraints.txt
	$(INSTALL) ".[dev]"
	@touch $@ .venv/.demo

demo: .venv/.demo
	$(BIN)/rlve-gym demo

test: lint
	$(BIN)/python -m pytest --numprocesses $(PYTEST_WORKERS)

# Apart from `test`, since tracing takes several times as long.
coverage: .venv/.dev
	$(BIN)/python -m pytest --numprocesses $(PYTEST_WORKERS) --cov --cov-report=term

lint: .venv/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: .venv/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Limits on time are the benchmarks' business: they need a quiet machine.
audit: .venv/.dev
	$(BIN)/rlve-gym audit --seeds 30 --no-times --json .venv/audit.json

.venv/audit.json:
	$(MAKE) audit

docs: .venv/.dev .venv/audit.json
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

benchmark: .venv/.dev
	$(BIN)/python -m benchmarks

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage*
