"""The oracle tries every x below the least common multiple; large systems are checked by SymPy's crt."""

from math import lcm

import pytest
from sympy.ntheory.modular import crt

import rlve_gym

env = rlve_gym.make("chinese_remainder", answer_style="plain")


@pytest.mark.parametrize("difficulty", [0, 1, 2])
def test_exactly_the_solutions_win(difficulty):
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        first, second = ({*range(r, 1000, m)} for m, r in zip(problem.moduli, problem.residues, strict=True))
        period = lcm(*problem.moduli)
        assert env.solve(problem) in first & second
        for x in range(2 * period):
            verdict = env.judge(problem, str(x))
            assert verdict.correct == (x in first & second)
            assert verdict.quality == {2: 1, 1: 0.5**10, 0: 0}[(x in first) + (x in second)]


@pytest.mark.parametrize("difficulty", range(0, 31, 3))
def test_the_solutions_are_those_of_sympy(difficulty):
    for seed in range(20):
        problem = env.sample(difficulty, seed=seed)
        assert len(problem.moduli) == len(set(problem.moduli)) == 2 + difficulty // 3
        solution, _ = crt(problem.moduli, problem.residues)
        period = lcm(*problem.moduli)  # SymPy can give a multiple
        least = int(solution) % period
        assert env.solve(problem) % period == least
        for x in (least, least + period, least + 10**50 * period):
            assert env.judge(problem, str(x)).correct
        assert env.judge(problem, str(least - period)).outcome == "invalid"
        assert not env.judge(problem, str(least + 1)).correct


def test_moduli_are_in_range_and_often_not_coprime():
    coprime = 0
    for seed in range(200):
        problem = env.sample(6, seed=seed)
        x = problem.solution
        assert min(problem.moduli) >= 2
        assert max(problem.moduli) ** 2 <= 4 * x
        assert all(r == x % m for m, r in zip(problem.moduli, problem.residues, strict=True))
        product = 1
        for modulus in problem.moduli:
            product *= modulus
        coprime += lcm(*problem.moduli) == product
    assert coprime < 100


@pytest.mark.parametrize("difficulty", [0, 3, 8])
def test_no_shortcut_is_a_solution(difficulty):
    """The trap of the catalogue: x = 0 solved x = 0 (mod 2), and moduli up to x had residue x."""
    for seed in range(200):
        problem = env.sample(difficulty, seed=seed)
        for shortcut in (0, 1, *problem.residues):
            assert not env.judge(problem, str(shortcut)).correct


def test_no_constant_pays():
    for difficulty in (3, 6):
        answers = [env.sample(difficulty, seed=seed).solution for seed in range(300)]
        assert max(map(answers.count, set(answers))) < 30


EXAMPLE = {"moduli": [4, 6, 5], "residues": [2, 4, 3], "solution": 58}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("58", "valid", 1),
        ("118", "valid", 1),
        ("1,258", "valid", 1),
        (str(58 + 60 * 10**100), "valid", 1),
        ("10", "valid", (2 / 3) ** 10),
        ("3", "valid", (1 / 3) ** 10),
        ("0", "valid", 0),
        ("59", "valid", 0),
        ("-2", "invalid", 0),  # it satisfies all congruences
        ("58 118", "unparsed", 0),
        ("x = 58", "unparsed", 0),
        ("58.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)
    assert verdict.correct == (quality == 1)


@pytest.mark.parametrize(
    "change", [{"moduli": [4, 6]}, {"moduli": [4, 6, 0]}, {"moduli": [], "residues": []}]
)
def test_damaged_problems(change):
    with pytest.raises(rlve_gym.ProblemError):
        env.problem_from({**EXAMPLE, **change})
