"""The experiments: their claims hold, and a key number of each is found again by plain sums."""

import functools
import math

import numpy as np
import pytest

from rlve_gym.dynamics import AlignmentOverVariance, Constant, Grpo, train
from rlve_gym.dynamics.experiments import EXPERIMENTS, Claim, Result
from rlve_gym.dynamics.experiments.adaptive import SCALES
from rlve_gym.dynamics.experiments.bound import random_bandit
from rlve_gym.dynamics.experiments.gradients import SWINGS, swinging
from rlve_gym.dynamics.experiments.instances import almost_normal, fresh_coordinate
from rlve_gym.dynamics.experiments.length import LENGTHS, long_answers
from rlve_gym.dynamics.experiments.regimes import fading_threshold, noisy_pair, prompts_with_thresholds

SEEDS = (0, 1, 2)


@functools.cache
def result(name, seed):
    return EXPERIMENTS[name](seed)


def bisected(function, low, high):
    """Where a function that is positive at ``low`` and negative at ``high`` is 0."""
    assert function(low) > 0 > function(high)
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) > 0 else (low, middle)
    return low


def three_nodes(gap, right, wrong, step):
    """What a step gains where correct and wrong responses score a mean and a deviation times -sqrt(3), 0 or sqrt(3)."""
    nodes = [(-math.sqrt(3), 1 / 6), (0.0, 4 / 6), (math.sqrt(3), 1 / 6)]
    first = math.log(sum(chance * math.exp(step * (gap + right * node)) for node, chance in nodes))
    return first - math.log(sum(chance * math.exp(step * wrong * node) for node, chance in nodes))


@pytest.fixture(
    scope="module",  # so that the tests of one outcome stand together, and xdist computes few of them twice
    params=[(name, seed) for name in EXPERIMENTS for seed in SEEDS],
    ids=lambda param: f"{param[0]}-{param[1]}",
)
def outcome(request):
    return result(*request.param)


def test_all_claims_hold(outcome):
    assert outcome.claims
    for claim in outcome.claims:
        assert claim.holds, f"{claim.statement}: {claim.measured} is not in [{claim.low}, {claim.high}]"
    assert len({claim.statement for claim in outcome.claims}) == len(outcome.claims)


def test_tables_have_the_same_columns_and_finite_numbers(outcome):
    first = outcome.table[0]
    assert len(outcome.table) > 1
    for row in outcome.table:
        assert list(row) == list(first)
        for column, value in row.items():
            assert type(value) in (str, int, float), column
            assert isinstance(value, str) or math.isfinite(value), column
            assert isinstance(value, str) == isinstance(first[column], str), column


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_the_plot_is_saved_as_png(name, tmp_path):
    pytest.importorskip("matplotlib")
    outcome = result(name, 0)
    outcome.save(tmp_path / "plot.png")
    content = (tmp_path / "plot.png").read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    size = tuple(int.from_bytes(content[start : start + 4], "big") for start in (16, 20))
    assert size == pytest.approx([130 * side for side in outcome.size], abs=1)
    assert len(content) > 10_000


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_the_seed_decides_the_table(name):
    again = EXPERIMENTS[name](1)
    assert again.table == result(name, 1).table
    assert again.claims == result(name, 1).claims
    assert again.table != result(name, 0).table


def test_a_plot_is_drawn_into_an_empty_figure_of_the_given_size(tmp_path):
    pytest.importorskip("matplotlib")
    drawn = []

    def draw(figure):
        drawn.append((len(figure.axes), tuple(figure.get_size_inches())))
        figure.subplots().plot([1, 2])

    plain = Result("title", [], [], draw, size=(3.0, 2.0))
    plain.save(str(tmp_path / "x"))
    assert drawn == [(0, (3.0, 2.0))]
    assert (tmp_path / "x").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(OSError):
        plain.save(tmp_path / "missing" / "x.png")


@pytest.mark.parametrize(
    ("measured", "holds"),
    [(0.0, True), (0.5, True), (1.0, True), (-1e-9, False), (1 + 1e-9, False), (math.nan, False)],
)
def test_a_claim_holds_up_to_its_bounds(measured, holds):
    assert Claim("", measured, 0.0, 1.0).holds is holds
    assert Claim("", measured, 0.0, math.inf).holds is (measured >= 0)


def test_experiments_have_the_names_of_their_functions():
    assert list(EXPERIMENTS) == ["regimes", "bound", "length", "adaptive", "gradients"]
    assert [experiment.__name__ for experiment in EXPERIMENTS.values()] == list(EXPERIMENTS)


def test_almost_normal_scores_have_five_moments_of_a_normal_variable():
    bandit = almost_normal([0.5], [0.2], [2.0], success=0.1)
    for chances, center, deviation in ((bandit.correct, 0.5, 0.2), (bandit.wrong, 0.0, 2.0)):
        moments = [
            sum(chance * ((value - center) / deviation) ** k for chance, value in zip(chances[0], bandit.values[0], strict=True))
            for k in range(6)
        ]  # fmt: skip
        assert moments == pytest.approx([1, 0, 1, 0, 3, 0], abs=1e-9)
    for step in (0.05, 0.1, 0.3):
        gain = bandit.log_odds(np.array([step]))[0] - math.log(1 / 9)
        assert gain == pytest.approx(three_nodes(0.5, 0.2, 2.0, step))
        assert gain == pytest.approx(step * 0.5 - step**2 * (4 - 0.04) / 2, abs=(2 * step) ** 6 / 30)


def test_the_fresh_coordinate_is_the_first_that_is_0():
    bandit = almost_normal([1.0] * 3, [0.0] * 3, [1.0] * 3)
    assert fresh_coordinate(bandit, np.zeros(3)).tolist() == [1, 0, 0]
    assert fresh_coordinate(bandit, np.array([2.0, 0, 0])).tolist() == [0, 1, 0]
    assert fresh_coordinate(bandit, np.array([2.0, -1.0, 0])).tolist() == [0, 0, 1]


def test_regimes_thresholds_are_found_by_plain_sums():
    rows = result("regimes", 0).table
    for row in rows:
        gap, right, wrong = row["dmu"], math.sqrt(row["Var+"]), math.sqrt(row["Var-"])
        assert row["predicted threshold"] == pytest.approx(2 * gap / (wrong**2 - right**2))
        guess = row["predicted threshold"]
        found = bisected(functools.partial(three_nodes, gap, right, wrong), guess / 3, guess * 3)
        assert row["threshold by bisection"] == pytest.approx(found, rel=1e-6)
        assert row["ratio"] == pytest.approx(found / guess, rel=1e-6)
    thresholds = [row["predicted threshold"] for row in rows]
    assert [round(math.log2(threshold)) for threshold in thresholds] == [0, 1, 2, 3]


def test_regimes_accuracies_are_found_by_plain_sums():
    claims = {claim.statement: claim.measured for claim in result("regimes", 0).claims}
    rows = result("regimes", 0).table
    thresholds = sorted(row["predicted threshold"] for row in rows)
    for statement, size in (
        ("below all thresholds: mean J at the end", thresholds[0] / 2),
        ("between them: mean J at the end", math.sqrt(thresholds[1] * thresholds[2])),
        ("above all: mean J at the end", thresholds[3] * 1.5),
    ):
        odds = [
            240 * three_nodes(row["dmu"], math.sqrt(row["Var+"]), math.sqrt(row["Var-"]), size)
            for row in rows
        ]
        mean = sum(1 / (1 + math.exp(-max(-700.0, value))) for value in odds) / 4
        assert claims[statement] == pytest.approx(mean, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("success", [0.5, 0.9, 0.99])
def test_the_fading_threshold_is_twice_the_gap_over_the_variances(success):
    signal = 2 * math.sqrt(success * (1 - success))
    length = math.hypot(signal, 1)
    # Only the wrong responses vary, with deviation 1, along the second coordinate.
    expected = 2 * (0.3 * signal / length) / (1 / length) ** 2
    assert fading_threshold(success) == pytest.approx(expected)
    bandit, direction = noisy_pair(success)
    assert bandit.success(np.zeros(2)) == pytest.approx([success])
    assert direction == pytest.approx([signal / length, 1 / length])


def test_regimes_prompts_have_parameters_for_every_step():
    for bandit in prompts_with_thresholds(np.random.default_rng(0)):
        assert bandit.dimension == 240
        assert (bandit.values == bandit.values[0]).all()


def test_bound_of_a_course_by_hand():
    rng = np.random.default_rng(5)
    bandit = next(found for found in (random_bandit(rng) for _ in range(50)) if found.prompts == 3)
    course = train(bandit, Grpo().exact, AlignmentOverVariance(), 10)

    def logit(theta, q):
        sums = [0.0, 0.0]
        for phi, right, weight in zip(
            bandit.features[q], bandit.correct[q], bandit.log_weights[q], strict=True
        ):
            sums[int(right)] += math.exp(phi @ theta + weight)
        return math.log(sums[1] / sums[0])

    total = 0.0
    for k in range(10):
        move = course.theta[k + 1] - course.theta[k]
        slopes = [
            (logit(course.theta[k] + 1e-4 * move, q) - logit(course.theta[k] - 1e-4 * move, q)) / 2e-4
            for q in range(3)
        ]
        total += sum(slopes) / 3
        mean = sum(logit(course.theta[k + 1], q) for q in range(3)) / 3
        start = sum(logit(course.theta[0], q) for q in range(3)) / 3
        assert course.cumulative_alignment[k + 1].mean() == pytest.approx(total, rel=1e-5)
        assert course.log_odds[k + 1].mean() == pytest.approx(mean)
        assert mean - start >= total / 2
    assert total > 0.1


def test_bound_starts_between_2_and_50_percent():
    rng = np.random.default_rng(0)
    starts = [random_bandit(rng) for _ in range(200)]
    success = np.concatenate([bandit.success(np.zeros(bandit.dimension)) for bandit in starts])
    assert 0.02 <= success.min() < 0.05
    assert 0.45 < success.max() <= 0.5
    assert {bandit.prompts for bandit in starts} == {1, 3}


def test_bound_counts_runs_and_points():
    table = {row["update rule"]: row for row in result("bound", 0).table}
    assert [row["runs"] for row in table.values()] == [12] * 5 + [60]
    assert all(row["points"] <= row["runs"] * 40 for row in table.values())
    assert table["normalized gradient"]["points"] >= 0.9 * 12 * 40
    claims = {claim.statement: claim.measured for claim in result("bound", 0).claims}
    least = min(row["least gain / M"] for name, row in table.items() if name != "all, steps too long")
    assert claims["least gain of logit J / M over all points, against 1/2"] == least
    assert table["all, steps too long"]["least gain / M"] < 0.5


def long_answers_success(theta, length, slip, reach, lean):
    """The right first token, and then an end before anything is spoiled."""
    right = 1 / (1 + math.exp(-lean * theta))
    go_on, end = 1 - 1 / length, 1 / length
    spoil = slip * (math.exp(reach * theta) + math.exp(-reach * theta))
    total = go_on + end + spoil
    return right * (end / total) / ((end + spoil) / total)


@pytest.mark.parametrize("length", [16, 512])
def test_success_of_long_answers_in_closed_form(length):
    bandit = long_answers(length, 4e-5, 9.0, 1.5e-3)
    for theta in (-0.3, 0.0, 0.02, 0.4):
        expected = long_answers_success(theta, length, 4e-5, 9.0, 1.5e-3)
        assert bandit.success(np.array([theta])) == pytest.approx([expected])
    unspoiled = long_answers(length, 1e-12, 9.0, 1.5e-3)
    assert unspoiled.mean_length(np.zeros(1)) == pytest.approx([1 + length], rel=1e-6)


@pytest.mark.parametrize("seed", SEEDS)
def test_length_critical_steps_are_found_by_plain_bisection(seed):
    rng = np.random.default_rng(seed)
    slip, reach, lean = rng.uniform(3e-5, 6e-5), rng.uniform(8, 12), rng.uniform(1e-3, 2e-3)
    points = []
    for length, row in zip(LENGTHS, result("length", seed).table, strict=True):
        start = long_answers_success(0.0, length, slip, reach, lean)

        def gain(size, length=length, start=start):
            return long_answers_success(size, length, slip, reach, lean) - start

        found = bisected(gain, row["predicted"] / 5, row["predicted"] * 5)
        assert row["unit step"] == pytest.approx(found, rel=1e-6)
        stop = 1 - (1 - 1 / length) / (1 + 2 * slip)  # of a token after the first
        assert row["mean length"] == pytest.approx(1 + 1 / stop)
        assert row["sd of length"] == pytest.approx(math.sqrt(1 - stop) / stop)
        assert row["unit step / length"] == pytest.approx(found * (1 + 1 / stop), rel=1e-6)
        points.append((math.log(1 + 1 / stop), math.log(found)))
    centers = [sum(point[axis] for point in points) / len(points) for axis in (0, 1)]
    slope = sum((x - centers[0]) * (y - centers[1]) for x, y in points) / sum(
        (x - centers[0]) ** 2 for x, _ in points
    )
    claims = {claim.statement: claim.measured for claim in result("length", seed).claims}
    assert claims["slope of the critical unit step on log-log axes"] == pytest.approx(slope, rel=1e-6)
    assert -1.05 < slope < -0.95


def test_length_critical_rates_of_the_other_rules_cancel_a_step():
    """A step of the critical rate times the rule's direction ends where the critical unit step ends."""
    rng = np.random.default_rng(0)
    slip, reach, lean = rng.uniform(3e-5, 6e-5), rng.uniform(8, 12), rng.uniform(1e-3, 2e-3)
    for length, row in zip(LENGTHS, result("length", 0).table, strict=True):
        h = 1e-5
        ends = [long_answers_success(theta, length, slip, reach, lean) for theta in (-h, 0.0, h)]
        gradient = (ends[2] - ends[0]) / (2 * h)
        j = ends[1]
        assert row["Dr. GRPO"] * gradient == pytest.approx(row["unit step"], rel=1e-4)
        dapo = gradient / math.sqrt(j * (1 - j)) / row["mean length"]
        assert row["DAPO"] * dapo == pytest.approx(row["unit step"], rel=1e-4)


@pytest.mark.parametrize("seed", SEEDS)
def test_adaptive_final_log_odds_of_constant_steps_by_plain_sums(seed):
    rng = np.random.default_rng(seed)
    scales = (rng.permutation(np.geomspace(*SCALES, 150)) * rng.uniform(0.8, 1.25, 150)).tolist()
    sizes = [10 ** (-7 + 8 * k / 64) for k in range(65)]
    rows = result("adaptive", seed).table
    assert len(rows) == 66
    for size, row in list(zip(sizes, rows[1:], strict=True))[:40:3]:
        odds = math.log(0.01 / 0.99) + sum(
            three_nodes(0.5 * s, 0.2 * s, s, size) for s in scales if s * size < 300
        )
        for s in scales:
            if s * size >= 300:  # the largest value outweighs all others
                odds += size * s * (0.5 + 0.2 * math.sqrt(3) - math.sqrt(3))
        assert row["logit J at the end"] == pytest.approx(odds, rel=1e-6, abs=1e-6)
        assert row["step size"] == f"{size:.3g}"
        assert row["J at the end"] == pytest.approx(1 / (1 + math.exp(min(700.0, -odds))), abs=1e-9)


def test_adaptive_gains_as_much_from_every_scale():
    # c dmu / Var- = 0.25 / scale; the excess sqrt(3) scale and the alignment 0.5 scale allow more.
    gain = three_nodes(0.5, 0.2, 1.0, 0.25)
    for seed in SEEDS:
        row = result("adaptive", seed).table[0]
        assert row["step size"] == "adaptive"
        assert row["logit J at the end"] == pytest.approx(math.log(0.01 / 0.99) + 150 * gain)


def test_gradient_norms_are_those_of_finite_differences():
    bandit = swinging(0.5)
    course = train(bandit, fresh_coordinate, Constant(1.0), 4)

    def success(theta):
        odds = 0.0
        for k, (size, value) in enumerate(zip(theta, bandit.values, strict=True)):
            if k % 2 == 0:
                odds += size * value[0]
            else:
                odds += size * value[0] - math.log(math.cosh(size * value[1]))
        return 1 / (1 + math.exp(-odds))

    for theta, norm in zip(course.theta, course.gradient_norm, strict=True):
        square = 0.0
        for k in range(SWINGS):
            step = np.zeros(SWINGS)
            step[k] = 1e-6
            square += ((success(theta + step) - success(theta - step)) / 2e-6) ** 2
        assert norm == pytest.approx(math.sqrt(square), rel=1e-5)


def test_swinging_prompts_reach_further_each_time():
    course = train(swinging(0.5), fresh_coordinate, Constant(1.0), SWINGS)
    expected = [0.0] + [0.5 * n * (1 if n % 2 else -1) for n in range(1, SWINGS + 1)]
    assert course.log_odds[:, 0] == pytest.approx(expected, abs=1e-9)
    assert course.alignment[::2, 0] == pytest.approx([0.5 * (2 * n - 1) for n in range(1, SWINGS, 2)])
    assert course.alignment[1::2, 0] == pytest.approx(np.ones(SWINGS // 2))


def test_sum_of_gradient_norms_without_convergence_is_found_by_plain_sums():
    rng = np.random.default_rng(0)
    for _ in range(4):
        rng.uniform(0.9, 1.1), rng.uniform(0.2, 0.5)
    growth = rng.uniform(0.4, 0.6)
    swings = [growth * (2 * n - 1) for n in range(1, SWINGS + 1)]
    slopes = [(swing, swing) if n % 2 == 0 else None for n, swing in enumerate(swings)]
    for n, swing in enumerate(swings):
        if slopes[n] is None:  # 1 - R tanh(R theta) at theta = 0 and 1
            reach = math.acosh(math.exp(1 + swing))
            slopes[n] = (1.0, 1 - reach * math.tanh(reach))
    norms = []
    for steps in range(SWINGS + 1):
        odds = growth * steps * (1 if steps % 2 else -1)
        gap = math.sqrt(sum(slope[int(n < steps)] ** 2 for n, slope in enumerate(slopes)))
        norms.append(gap / (2 + math.exp(odds) + math.exp(-odds)))
    row = next(row for row in result("gradients", 0).table if row["course"] == "no convergence")
    assert row["sum of gradient norms"] == pytest.approx(sum(norms))
    assert row["share of its second half"] == pytest.approx(sum(norms[31:]) / sum(norms), rel=1e-5)
    assert row["last gradient norm"] == pytest.approx(norms[-1])


def test_gradients_of_the_regimes_are_found_by_plain_sums():
    table = {row["course"]: row for row in result("gradients", 0).table}
    prompts = result("regimes", 0).table
    size = sorted(row["predicted threshold"] for row in prompts)[0] / 2
    h = 1e-6
    norms = []
    for steps in range(241):
        square = 0.0
        for row in prompts:
            shape = (row["dmu"], math.sqrt(row["Var+"]), math.sqrt(row["Var-"]))
            odds = steps * three_nodes(*shape, size)
            moved = (three_nodes(*shape, size + h) - three_nodes(*shape, size - h)) / (2 * h)
            gap = steps * moved**2 + (240 - steps) * row["dmu"] ** 2
            square += gap / (2 + math.exp(odds) + math.exp(-odds)) ** 2
        norms.append(math.sqrt(square) / 4)
    assert table["convergence"]["sum of gradient norms"] == pytest.approx(sum(norms), rel=1e-6)
    assert table["convergence"]["last gradient norm"] == pytest.approx(norms[-1], rel=1e-5)
