"""How long things take: ``python -m benchmarks``."""
