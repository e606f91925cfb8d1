import math
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rlve_gym import RewardScheme, Verdict, VerifierError

integers = st.integers(-(10**40), 10**40)


@pytest.mark.parametrize(
    ("value", "optimum", "goal", "quality"),
    [
        (10, 10, "min", 1),
        (20, 10, "min", 0.5**3),
        (5, 10, "max", 0.5**3),
        (0, 10, "max", 0),
        (-3, 10, "max", 0),
        (0, 0, "min", 1),
        (7, 0, "min", 0),
        (-7, 0, "max", 0),
        (0, 0, "max", 1),
        (-5, -10, "min", 0.5**3),  # half of what could be gained
        (0, -10, "min", 0),
        (4, -10, "min", 0),
        (-10, -5, "max", 0.5**3),  # twice the unavoidable loss
        (Fraction(1, 3), Fraction(1, 3), "max", 1),
        (Fraction(1, 6), Fraction(1, 3), "max", 0.5**3),
    ],
)
def test_ratio(value, optimum, goal, quality):
    verdict = Verdict.ratio(value, optimum, power=3, goal=goal)
    assert verdict.outcome == "valid"
    assert verdict.quality == pytest.approx(quality)
    assert verdict.correct == (quality == 1)


@given(integers, integers, st.sampled_from(["min", "max"]))
def test_ratio_is_correct_exactly_at_the_optimum(value, optimum, goal):
    better = value < optimum if goal == "min" else value > optimum
    if better:
        with pytest.raises(VerifierError, match="better"):
            Verdict.ratio(value, optimum, goal=goal)
        return
    verdict = Verdict.ratio(value, optimum, goal=goal)
    assert verdict.correct == (value == optimum)
    assert (verdict.quality == 1.0) == verdict.correct
    assert 0 <= verdict.quality <= 1


@given(integers, integers, integers, st.sampled_from(["min", "max"]))
def test_nearer_the_optimum_is_never_worse(a, b, c, goal):
    best, middle, worst = sorted((a, b, c), reverse=goal == "max")
    near, far = (Verdict.ratio(value, best, power=2, goal=goal) for value in (middle, worst))
    assert near.quality >= far.quality


def test_rounding_never_makes_a_near_miss_right():
    """Case 17."""
    for value, optimum, goal in [
        (10**18, 10**18 + 1, "max"),
        (10**400 + 1, 10**400, "min"),
        (2**53 + 1, 2**53, "min"),
    ]:
        verdict = Verdict.ratio(value, optimum, power=0.01, goal=goal)
        assert verdict.quality < 1
        assert not verdict.correct
        assert RewardScheme().reward(verdict) < 1
        assert len(verdict.reason) < 200
    fraction = Fraction(10**30 + 1, 10**30)
    assert not Verdict.ratio(fraction, Fraction(1), goal="min").correct


def test_share():
    assert Verdict.share(3, 4, power=2).quality == pytest.approx(9 / 16)
    assert Verdict.share(4, 4).correct
    assert not Verdict.share(10**17 - 1, 10**17).correct
    assert Verdict.share(10**17 - 1, 10**17).quality < 1
    assert Verdict.share(0, 4).quality == 0
    for hits, total in [(5, 4), (-1, 4), (0, 0)]:
        with pytest.raises(VerifierError):
            Verdict.share(hits, total)


def test_positions():
    assert Verdict.positions([3, 1, 2], (3, 1, 2), power=10).correct
    assert Verdict.positions(["a", "b", "c", "d"], ["a", "c", "b", "d"], power=2).quality == pytest.approx(
        1 / 4
    )
    assert Verdict.positions([1, 2], [2, 1]).quality == 0
    for answer, wanted in [([1], [1, 2]), ([], [])]:
        with pytest.raises(VerifierError):
            Verdict.positions(answer, wanted)


def test_exact_unparsed_and_invalid():
    assert (Verdict.exact(True).quality, Verdict.exact(True).correct) == (1.0, True)
    assert (Verdict.exact(False).quality, Verdict.exact(False).correct) == (0.0, False)
    assert Verdict.exact(False, "no").reason == "no"
    for verdict, outcome in [(Verdict.unparsed("x"), "unparsed"), (Verdict.invalid("x"), "invalid")]:
        assert (verdict.outcome, verdict.quality, verdict.correct, verdict.reason) == (
            outcome,
            0.0,
            False,
            "x",
        )


def test_graded_refuses_impossible_qualities():
    for quality in (math.nan, math.inf, -0.1, 1.1):
        with pytest.raises(VerifierError):
            Verdict.graded(quality, False, "")
    with pytest.raises(VerifierError):
        Verdict.graded(0.9, True, "")
    assert Verdict.graded(1.0, False, "").quality < 1


def test_default_rewards():
    scheme = RewardScheme()
    assert scheme.reward(Verdict.unparsed("")) == -1.0
    assert scheme.reward(Verdict.invalid("")) == -0.5
    assert scheme.reward(Verdict.exact(False)) == 0.0
    assert scheme.reward(Verdict.share(1, 2)) == 0.5
    assert scheme.reward(Verdict.exact(True)) == 1.0


def test_binary_rewards():
    scheme = RewardScheme.binary()
    for verdict in (Verdict.unparsed(""), Verdict.invalid(""), Verdict.exact(False), Verdict.share(99, 100)):
        assert scheme.reward(verdict) == 0.0
    assert scheme.reward(Verdict.exact(True)) == 1.0


@given(st.floats(-5, 5), st.floats(-5, 5), st.floats(-5, 5), st.floats(-5, 5), st.floats(0, 1))
def test_own_rewards(unparsed, invalid, wrong, right, quality):
    assume(max(unparsed, invalid, wrong) <= right)
    scheme = RewardScheme(unparsed, invalid, wrong, right)
    assert scheme.reward(Verdict.exact(True)) == right
    assert scheme.reward(Verdict.exact(False)) == wrong
    assert min(wrong, right) - 1e-9 <= scheme.reward(Verdict.graded(quality, False, "")) <= right + 1e-9


@pytest.mark.parametrize(
    "rewards",
    [{"right": math.nan}, {"unparsed": -math.inf}, {"wrong": 2.0}, {"unparsed": 1.5}, {"right": -2.0}],
)
def test_senseless_rewards(rewards):
    with pytest.raises(ValueError, match="finite"):
        RewardScheme(**rewards)


@pytest.mark.parametrize(
    ("value", "size"),
    [
        (10**400, "value of about 400 digits"),
        (Fraction(10**400, 3), "value of about 399 digits"),
        (Fraction(10**100 + 1, 10**99), "value about 10"),
        (Fraction(3, 2), "value 3/2"),
        (2.5, "value 2.5"),
    ],
)
def test_reasons_give_huge_values_by_their_size(value, size):
    verdict = Verdict.ratio(value, 1, goal="min")
    assert verdict.reason.startswith(f"{size}, while 1 is attainable")
    assert not verdict.correct
