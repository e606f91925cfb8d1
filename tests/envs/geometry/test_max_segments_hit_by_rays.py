"""The oracle tries all sets of directions, with the sides of the segments told by cross products."""

from collections import Counter
from itertools import combinations

import pytest

import rlve_gym

env = rlve_gym.make("max_segments_hit_by_rays", answer_style="plain")


def hits(direction, segment):
    """Whether the two ends lie on different sides of the ray, or one on it; all lie in the open first quadrant."""
    (p, q), (a, b, c, d) = direction, segment
    return (p * b - q * a) * (p * d - q * c) <= 0


def all_choices(segments, ray_limit):
    """The most segments hit, over all sets of at most `ray_limit` rays through lattice points in many directions."""
    ends = {end for a, b, c, d in segments for end in ((a, b), (c, d))}
    between = {(a + c, b + d) for (a, b), (c, d) in combinations(ends, 2)}  # directions that are no ends, too
    masks = {
        sum(hits(direction, segment) << index for index, segment in enumerate(segments))
        for direction in ends | between
    }
    masks = sorted(masks - {0}, key=int.bit_count, reverse=True)

    def search(start, used, rays):
        best = used.bit_count()
        if rays:
            for index in range(start, len(masks)):
                if not masks[index] & used:
                    best = max(best, search(index + 1, used | masks[index], rays - 1))
        return best

    return search(0, 0, ray_limit)


def test_answer_is_that_of_all_choices():
    for seed in range(160):
        problem = env.sample(seed % 4, seed=seed)
        assert problem.answer == all_choices(problem.segments, problem.ray_limit)


def test_no_smaller_number_of_rays_attains_the_answer():
    for seed in range(60):
        problem = env.sample(seed % 3, seed=seed)
        if problem.ray_limit > 1:
            assert all_choices(problem.segments, problem.ray_limit - 1) < problem.answer


def test_points_coinciding_segments_and_segments_along_a_ray_occur():
    """With coordinates up to 8 these are common, and answers still those of all choices."""
    kinds = Counter()
    for seed in range(400):
        problem = env.sample(0, seed=seed, parameters={"segment_count": 4})
        assert problem.answer == all_choices(problem.segments, problem.ray_limit)
        for a, b, c, d in problem.segments:
            kinds["point"] += (a, b) == (c, d)
            kinds["along a ray"] += (a, b) != (c, d) and a * d == b * c
        kinds["coinciding"] += len({tuple(sorted([s[:2], s[2:]])) for s in problem.segments}) < 4
    assert min(kinds[kind] for kind in ("point", "along a ray", "coinciding")) > 3


def test_answers_are_spread_out():
    """The trap of the catalogue: without a target all segments are hit in 84% of the problems at level 0."""
    for difficulty, share in ((0, 0.35), (3, 0.18), (10, 0.12)):
        answers = Counter(env.sample(difficulty, seed=seed).answer for seed in range(200))
        assert max(answers.values()) <= share * 200
        assert min(answers) >= 2


def test_several_rays_are_needed_mostly():
    """The prompt of the published suite speaks of a single ray, for which most answers would be wrong."""
    limits = Counter(env.sample(5, seed=seed).ray_limit for seed in range(100))
    assert limits[1] < 50 and len(limits) > 5


# Slopes: two segments over 1/4..1/2, one over 1/2..2, one point at 2, one over 3..5.
FIVE = {
    "segments": [[4, 1, 2, 1], [4, 2, 8, 2], [2, 1, 1, 2], [3, 6, 3, 6], [1, 3, 1, 5]],
    "ray_limit": 2,
    "answer": 4,
}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("4", "valid", 1),
        (" +4 \n", "valid", 1),
        ("3", "valid", 0),  # by a single ray, of slope 1/2
        ("5", "valid", 0),  # would take three rays, the first below slope 1/2
        ("0", "valid", 0),
        ("6", "invalid", 0),
        ("-1", "invalid", 0),
        ("9" * 3_000, "invalid", 0),
        ("", "unparsed", 0),
        ("4.0", "unparsed", 0),
        ("4 segments", "unparsed", 0),
        ("2 2", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(FIVE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


@pytest.mark.parametrize(("ray_limit", "most"), [(1, 3), (2, 4), (3, 5), (9, 5)])
def test_oracle_on_the_hand_made_problem(ray_limit, most):
    assert all_choices(FIVE["segments"], ray_limit) == most
