"""The oracle counts ordered covers by independent sets (inclusion-exclusion of Bjorklund and Husfeldt)."""

from itertools import combinations, product

import pytest

import rlve_gym

env = rlve_gym.make("min_graph_coloring", answer_style="plain")


def chromatic_number(n, edges):
    neighbors = [0] * n
    for u, v in edges:
        neighbors[u] |= 1 << v
        neighbors[v] |= 1 << u
    independent = [1] * (1 << n)  # the number of independent subsets of each set of vertices
    for subset in range(1, 1 << n):
        v = subset.bit_length() - 1
        rest = subset & ~(1 << v)
        independent[subset] = independent[rest] + independent[rest & ~neighbors[v]]
    signs = [(-1) ** (n - subset.bit_count()) for subset in range(1 << n)]
    for colors in range(1, n + 1):
        if sum(sign * count**colors for sign, count in zip(signs, independent, strict=True)):
            return colors
    raise AssertionError


def coloring_problem(n, edges, optimum):
    return env.problem_from({"vertex_count": n, "edges": edges, "optimum": optimum})


def test_optimum_is_the_chromatic_number():
    for seed in range(160):
        problem = env.sample(seed % 7, seed=seed)
        assert problem.optimum == chromatic_number(problem.vertex_count, problem.edges)
    problem = env.sample(8, seed=0)  # the redraws have begun
    assert problem.optimum == chromatic_number(problem.vertex_count, problem.edges)


def test_every_coloring_gets_its_quality():
    for seed in range(24):
        problem = env.sample(0, seed=seed)
        verdicts = {}
        for colors in product(range(5), repeat=5):
            if all(color <= max((-1, *colors[:i])) + 1 for i, color in enumerate(colors)):
                proper = all(colors[u] != colors[v] for u, v in problem.edges)
                verdicts[colors] = proper, env.judge(problem, " ".join(map(str, colors)))
        best = min(len(set(colors)) for colors, (proper, _) in verdicts.items() if proper)
        for colors, (proper, verdict) in verdicts.items():
            assert verdict.outcome == ("valid" if proper else "invalid")
            assert verdict.correct == (proper and len(set(colors)) == best)
            assert verdict.quality == pytest.approx((best / len(set(colors))) ** 5 if proper else 0)


def ring(n):
    return [(i, (i + 1) % n) for i in range(n)]


def mycielski(n, edges):
    """Raises the chromatic number by one without making triangles."""
    return 2 * n + 1, [*edges, *((u, n + v) for u, v in edges), *((v, n + u) for u, v in edges)] + [
        (n + v, 2 * n) for v in range(n)
    ]


PETERSEN = ring(5) + [(i, i + 5) for i in range(5)] + [(5 + i, 5 + (i + 2) % 5) for i in range(5)]
GROTZSCH = mycielski(5, ring(5))
PUBLISHED = {
    "even ring": (6, ring(6), 2),
    "odd ring": (7, ring(7), 3),
    "odd wheel": (6, [*ring(5), *((i, 5) for i in range(5))], 4),
    "complete": (6, list(combinations(range(6), 2)), 6),
    "petersen": (10, PETERSEN, 3),
    "grotzsch": (*GROTZSCH, 4),
    "mycielski 5": (*mycielski(*GROTZSCH), 5),
    "two rings joined": (10, ring(5) + [(5 + u, 5 + v) for u, v in ring(5)] + list(product(range(5), range(5, 10))), 6),
    "crown, which misleads greedy": (8, [(2 * i, 2 * j + 1) for i in range(4) for j in range(4) if i != j], 2),
    "no edges": (3, [], 1),
}  # fmt: skip


@pytest.mark.parametrize("name", PUBLISHED)
def test_solve_reaches_published_chromatic_numbers(name):
    """Also where the largest clique is far smaller, which a bound by cliques would miss."""
    problem = coloring_problem(*PUBLISHED[name])
    assert env.judge(problem, env.format(env.solve(problem))).correct


SQUARE_AND_TAIL = coloring_problem(5, [[0, 1], [1, 2], [2, 3], [0, 3], [3, 4]], 2)


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("0 1 0 1 0", "valid", 1),
        ("1, 0, 1, 0, 1", "valid", 1),
        ("7 3000 7 3000 7", "valid", 1),  # the colors need not be 0, 1, ...
        ("0 1 0 1 2", "valid", (2 / 3) ** 5),
        ("0 1 2 3 4", "valid", (2 / 5) ** 5),
        ("0 1 0 1 1", "invalid", 0),  # the edge 3 4
        ("0 1 1 0 1", "invalid", 0),
        ("-1 0 -1 0 -1", "invalid", 0),
        ("0 1 0 1", "invalid", 0),
        ("0 1 0 1 0 1", "invalid", 0),
        ("2", "invalid", 0),  # the number of colors is not asked for
        ("", "unparsed", 0),
        ("red blue red blue red", "unparsed", 0),
        ("0 1 0 1 0.", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(SQUARE_AND_TAIL, text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


def test_a_damaged_problem_is_refused():
    for edge in ([0, 3], [-1, 0]):
        with pytest.raises(ValueError, match="ends outside"):
            coloring_problem(3, [edge], 2)


def first_free_colors(problem):
    colors = {}
    for v in range(problem.vertex_count):
        taken = {colors.get(u + w - v) for u, w in problem.edges if v in (u, w)}
        colors[v] = min(set(range(problem.vertex_count)) - taken)
    return list(colors.values())


def test_from_difficulty_8_on_the_first_free_color_is_rarely_enough():
    """The trap of the catalogue: coloring in the order of the numbers would be right in most problems."""
    problems = [env.sample(8 + seed % 8, seed=seed) for seed in range(100)]
    assert (
        sum(env.judge(problem, env.format(first_free_colors(problem))).correct for problem in problems) <= 10
    )


def test_graphs_are_neither_empty_nor_complete():
    """Two more traps: a graph of hardly any edges, and one where all colors must differ."""
    for seed in range(100):
        problem = env.sample(seed % 10, seed=seed)
        n = problem.vertex_count
        assert len(set(problem.edges)) == len(problem.edges) and all(u < v for u, v in problem.edges)
        assert 0.1 * n * (n - 1) / 2 <= len(problem.edges) <= 0.85 * n * (n - 1) / 2
        assert not env.judge(problem, env.format(list(range(n)))).correct
