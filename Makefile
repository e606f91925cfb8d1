# Everything happens in .venv, which is made when it is needed. PYTHON chooses the interpreter.
PYTHON ?= python3
BIN := .venv/bin
PYTEST_WORKERS ?= auto

.PHONY: help demo test lint format benchmark clean

help:
	@echo "make demo       set up and run the demo: adaptive against static difficulty, with a plot"
	@echo "make test       set up, lint, and run all tests with coverage"
	@echo "make lint       formatting, lint and types"
	@echo "make format     format the code"
	@echo "make benchmark  time imports, generation and verification"

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/.demo: .venv/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --editable ".[plot]"
	@touch $@

.venv/.dev: .venv/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --editable ".[dev]"
	@touch $@ .venv/.demo

demo: .venv/.demo
	$(BIN)/rlve-gym demo

test: lint
	$(BIN)/python -m pytest --numprocesses $(PYTEST_WORKERS) --cov --cov-report=term

lint: .venv/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: .venv/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

benchmark: .venv/.dev
	$(BIN)/python -m benchmarks

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage*
