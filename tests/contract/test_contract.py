"""Every registered environment meets the contract of ``rlve_gym.testing``."""

import pytest

import rlve_gym
from rlve_gym.core.registry import load
from rlve_gym.testing import CHECKS


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("environment", rlve_gym.list_environments())
def test_contract(environment, check):
    check(load(environment))
