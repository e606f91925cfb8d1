"""The oracle lists all ways to put one star in each row and checks the rules for each pair of stars."""

from itertools import combinations, product

import pytest

import rlve_gym

env = rlve_gym.make("star_battle_without_regions", answer_style="plain")


def draw(grid, stars):
    return "\n".join(
        "".join("*" if (i, j) in stars else cell for j, cell in enumerate(row)) for i, row in enumerate(grid)
    )


def friendly(first, second):
    """Whether two stars are neither in one row or column nor touch, also not diagonally."""
    down, across = abs(first[0] - second[0]), abs(first[1] - second[1])
    return down != 0 and across != 0 and max(down, across) > 1


def placements(grid):
    free = [[(i, j) for j, cell in enumerate(row) if cell == "."] for i, row in enumerate(grid)]
    return product(*free)


def test_every_placement_gets_its_verdict():
    several = 0
    for seed in range(60):
        problem = env.sample(seed % 2, seed=seed)
        right = 0
        for stars in placements(problem.grid):
            verdict = env.judge(problem, draw(problem.grid, stars))
            assert verdict.outcome == "valid"
            assert verdict.correct == all(friendly(*pair) for pair in combinations(stars, 2))
            right += verdict.correct
        assert right >= 1
        several += right > 1
    assert several >= 3  # other placements than the planted one count


def test_every_set_of_free_cells_gets_its_verdict():
    for seed in range(40):
        problem = env.sample(0, seed=seed)
        free = [(i, j) for i, row in enumerate(problem.grid) for j, cell in enumerate(row) if cell == "."]
        for chosen in product((False, True), repeat=len(free)):
            stars = [cell for cell, is_star in zip(free, chosen, strict=True) if is_star]
            correct = len(stars) == len(problem.grid) and all(
                friendly(*pair) for pair in combinations(stars, 2)
            )
            assert env.judge(problem, draw(problem.grid, stars)).correct == correct


@pytest.mark.parametrize("difficulty", range(0, 31, 3))
def test_planted_stars_obey_the_rules(difficulty):
    side = 4 + difficulty
    for seed in range(20):
        problem = env.sample(difficulty, seed=seed)
        height, width = len(problem.grid), len(problem.grid[0])
        assert max(3, side // 2) <= height <= side
        assert max(4, height) <= width <= side
        stars = [
            (i, j) for i, row in enumerate(problem.solution) for j, cell in enumerate(row) if cell == "*"
        ]
        assert [i for i, _ in stars] == list(range(height))
        assert all(problem.grid[i][j] == "." for i, j in stars)
        assert all(friendly(*pair) for pair in combinations(stars, 2))
        assert draw(problem.grid, stars) == "\n".join(problem.solution)
        others = height * width - height
        blocked = "".join(problem.grid).count("X")
        assert blocked == max(1, int(problem.origin.parameters["blocked_share"] * others))


@pytest.mark.parametrize("difficulty", [0, 1, 3, 6, 30])
def test_the_first_cell_possible_in_each_row_never_suffices(difficulty):
    """The trap of the published suite: this won 20 to 70% at every difficulty."""
    for seed in range(40):
        problem = env.sample(difficulty, seed=seed)
        for order in (1, -1):
            stars = []
            for i, row in enumerate(problem.grid):
                possible = [
                    (i, j)
                    for j, cell in enumerate(row)
                    if cell == "." and all(friendly((i, j), star) for star in stars)
                ]
                stars += possible[::order][:1]
            assert not env.judge(problem, draw(problem.grid, stars)).correct


EXAMPLE = {"grid": ["..X.", "X...", "...."], "solution": [".*X.", "X..*", "*..."]}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        (".*X.\nX..*\n*...", "valid", 1),
        ("\n. * x .\n\nX,.,.,*\n*...\n", "valid", 1),
        ("*.X.\nX..*\n.*..", "valid", 1),  # another solution
        ("*.X.\nX.*.\n...*", "valid", 0),  # touch diagonally
        (".*X.\nX*..\n...*", "valid", 0),  # touch vertically, in one column
        (".*X.\nX..*\n.*..", "valid", 0),  # one column
        ("**X.\nX..*\n....", "valid", 0),
        (".*X.\nX..*\n....", "valid", 0),
        (".*X.\nX..*\n*.*.", "valid", 0),
        ("..X.\nX...\n....", "valid", 0),
        (".*..\nX..*\n*...", "invalid", 0),  # the block is gone
        (".**.\nX...\n*...", "invalid", 0),  # a star on a block
        (".*X.\n*...\n...*", "invalid", 0),
        (".*XX\nX..*\n*...", "invalid", 0),  # another block
        (".*X.\nX..*", "unparsed", 0),
        (".*X.\nX..*\n*...\n....", "unparsed", 0),
        (".*X.\nX..*\n*..", "unparsed", 0),
        (".*X..\nX..*.\n*....", "unparsed", 0),
        (".*X.X..**...", "unparsed", 0),
        (".QX.\nX..Q\nQ...", "unparsed", 0),
        ("1 3 0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == quality


@pytest.mark.parametrize("grid", [[], ["...", "X."], ["..*", "..."], ["..x", "..."]])
def test_damaged_problems_are_refused(grid):
    with pytest.raises(ValueError, match="rectangle"):
        env.problem_from({"grid": grid, "solution": grid})
