"""The same problems in every process: one process prints the digests of all environments."""

import os
import subprocess
import sys

DIGESTS = """
import hashlib, rlve_gym
names = rlve_gym.list_environments()
out = {}
for name in (reversed(names) if REVERSED else names):
    env = rlve_gym.make(name)
    digest = hashlib.sha256()
    for difficulty in (0, env.max_difficulty // 2, env.max_difficulty):
        for seed in range(4):
            problem = env.sample(difficulty, seed=seed)
            for text in (env.prompt(problem), rlve_gym.dumps(problem), env.format(env.solve(problem))):
                digest.update(text.encode("utf-8", "surrogatepass"))
    out[name] = digest.hexdigest()
for name in names:
    print(name, out[name])
"""


def digests(hash_seed, backwards=False):
    # Without coverage, which would take three times as long and see nothing new.
    plain = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
    done = subprocess.run(
        [sys.executable, "-c", DIGESTS.replace("REVERSED", str(backwards))],
        env={**plain, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split("\n")


def test_problems_prompts_and_solutions_are_the_same_in_every_process():
    """Case 28: hash seeds 0, 1 and random, and another order of generation."""
    expected = digests("0")
    assert len(expected) > 20
    assert digests("1", backwards=True) == expected
    assert digests("random") == expected
