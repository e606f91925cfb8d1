"""Every environment is as its golden file says: no prompt, problem or version changes unnoticed."""

import pathlib

import pytest

import rlve_gym
from rlve_gym.cli.snapshot import differences, golden_file, read, suite
from rlve_gym.core.registry import load

ROOT = pathlib.Path(rlve_gym.__file__).parent.parent


@pytest.mark.parametrize("environment", suite())
def test_golden_file(environment):
    cls = load(environment)
    file = golden_file(cls)
    assert (ROOT / file).is_file(), f"{file} is missing: run `rlve-gym snapshot {environment}`"
    changes = differences(cls, read(ROOT / file))
    if changes:
        pytest.fail(
            f"{file} is not what {environment} does now. If that is meant, run `rlve-gym snapshot {environment}`; if a "
            "release has the environment, raise its version in rlve_gym/envs/versions.py first. If not, something "
            "changed its problems or prompts by accident.\n" + "\n".join(changes[:40]),
            pytrace=False,
        )


def test_no_golden_file_is_left_over():
    expected = {golden_file(load(name)) for name in suite()}
    found = {path.relative_to(ROOT) for path in (ROOT / "tests" / "golden").rglob("*.md")}
    assert found - expected == set(), "run `rlve-gym snapshot`"
