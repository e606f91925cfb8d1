"""The oracle finds each character on its own, as that of the nearest cube there; and there are published pictures."""

import pytest

import rlve_gym

env = rlve_gym.make("isometric_block_drawing", answer_style="plain")

CUBE = """
..+---+
./   /|
+---+ |
|   | +
|   |/.
+---+..
""".strip().split("\n")


def picture_by_characters(heights):
    cubes = [(i, j, k) for i, row in enumerate(heights) for j, h in enumerate(row) for k in range(h)]

    def corner(i, j, k):
        """Column and height of the lower left corner."""
        behind = len(heights) - 1 - i
        return 2 * behind + 4 * j, 2 * behind + 3 * k

    def character(x, y):
        for cube in sorted(cubes, reverse=True):
            dx, dy = x - corner(*cube)[0], y - corner(*cube)[1]
            if 0 <= dx < 7 and 0 <= dy < 6 and CUBE[5 - dy][dx] != ".":
                return CUBE[5 - dy][dx]
        return "."

    width = max(corner(*cube)[0] for cube in cubes) + 7
    height = max(corner(*cube)[1] for cube in cubes) + 6
    return ["".join(character(x, y) for x in range(width)) for y in reversed(range(height))]


@pytest.mark.parametrize("difficulty", [0, 1, 2, 3, 5, 7])
def test_picture_is_that_of_the_nearest_cubes(difficulty):
    for seed in range(25 if difficulty < 4 else 4):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == picture_by_characters(problem.heights)


def test_the_largest_picture():
    problem = env.sample(21, seed=1)
    assert problem.answer == picture_by_characters(problem.heights)


def test_no_row_begins_or_ends_with_a_blank():
    """Which is why blanks around rows can be ignored; nor is a row or column all background."""
    for seed in range(100):
        picture = env.sample(seed % 22, seed=seed).answer
        assert all(row == row.strip() and len(row) == len(picture[0]) for row in picture)
        assert all(set(line) != {"."} for line in [*picture, *zip(*picture, strict=True)])


PUBLISHED = """
......+---+---+...+---+
..+---+  /   /|../   /|
./   /|-+---+ |.+---+ |
+---+ |/   /| +-|   | +
|   | +---+ |/+---+ |/|
|   |/   /| +/   /|-+ |
+---+---+ |/+---+ |/| +
|   |   | +-|   | + |/.
|   |   |/  |   |/| +..
+---+---+---+---+ |/...
|   |   |   |   | +....
|   |   |   |   |/.....
+---+---+---+---+......
""".strip().split("\n")


def test_the_published_picture():
    """The sample of the original task; its first row is the back one."""
    heights = [[2, 2, 1, 2], [2, 2, 1, 1], [3, 2, 1, 2]]
    assert picture_by_characters(heights) == PUBLISHED
    problem = env.problem_from({"heights": heights, "answer": PUBLISHED})
    assert env.judge(problem, "\n".join(PUBLISHED)).correct


SLAB = {
    "heights": [[1, 2]],
    "answer": [
        "......+---+",
        "...../   /|",
        "....+---+ |",
        "..+-|   | +",
        "./  |   |/|",
        "+---+---+ |",
        "|   |   | +",
        "|   |   |/.",
        "+---+---+..",
    ],
}
RIGHT = "\n".join(SLAB["answer"])


def test_the_hand_made_picture_is_that_of_the_oracle():
    assert picture_by_characters(SLAB["heights"]) == SLAB["answer"]


@pytest.mark.parametrize(
    "text",
    [
        RIGHT,
        f"\n\n{RIGHT}\n",
        RIGHT.replace("\n", "\r\n"),
        RIGHT.replace("\n", "\n\n"),  # blank lines between
        RIGHT.replace("\n", "\n   \n"),
        RIGHT.replace("\n", "\n  "),  # indented from the second line on
        "    " + RIGHT.replace("\n", "\n    "),
        RIGHT.replace("\n", "  \n") + " ",  # blanks at the ends of lines
    ],
)
def test_blanks_around_the_picture_do_not_matter(text):
    for style in ("plain", "tags", "boxed"):
        styled = rlve_gym.make("isometric_block_drawing", answer_style=style)
        assert styled.judge(styled.problem_from(SLAB), styled.answer_style.wrap(text)).correct


def changed(count):
    """The right picture with some wrong characters in its last line."""
    rows = [list(row) for row in SLAB["answer"]]
    for column in range(1, 1 + count):
        rows[-1][column] = "|"
    return "\n".join("".join(row) for row in rows)


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        (changed(1), "valid", (98 / 99) ** 2),
        (changed(3), "valid", (96 / 99) ** 2),
        ("\n".join(["." * 11] * 9), "valid", (RIGHT.count(".") / 99) ** 2),
        ("\n".join(SLAB["answer"][1:]), "valid", 0),  # a row is missing
        ("\n".join(row + "." for row in SLAB["answer"]), "valid", 0),  # too wide
        (f"{RIGHT}\n{'.' * 11}", "valid", 0),
        ("+", "valid", 0),
        (RIGHT.replace(".", " "), "unparsed", 0),  # blanks for the background
        (RIGHT[:-1], "unparsed", 0),
        (RIGHT.replace("+", "#"), "unparsed", 0),
        (RIGHT.replace("   ", "\t"), "unparsed", 0),
        (f"```\n{RIGHT}\n```", "unparsed", 0),
        ("", "unparsed", 0),
        (" \n  \n", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(SLAB), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)
    assert not verdict.correct


def test_prompt_states_stamp_and_sample_in_full():
    prompt = env.prompt(env.problem_from(SLAB))
    assert "\n".join(CUBE) in prompt
    assert "\n".join(picture_by_characters([[3, 1], [1, 2]])) in prompt
    assert RIGHT not in prompt
    for difficulty in (1, 2, 3):  # nor is a problem ever the sample itself
        parameters = {"max_rows": 2, "max_columns": 2, "max_height": 3}
        for seed in range(300):
            problem = env.sample(difficulty, seed=seed, parameters=parameters)
            assert problem.heights != [[3, 1], [1, 2]]


def test_boards_grow():
    """The trap of the catalogue: small boards stay frequent if the sizes are drawn from 1 on."""
    for difficulty, least, most in ((6, 2, 4), (12, 3, 6), (21, 5, 9)):
        for seed in range(20):
            heights = env.sample(difficulty, seed=seed).heights
            assert least <= len(heights) <= most and least <= len(heights[0]) <= most


@pytest.mark.parametrize("fields", [{"heights": []}, {"heights": [[]]}, {"answer": []}, {"answer": [""]}])
def test_damaged_problems_are_refused(fields):
    with pytest.raises(ValueError):
        env.problem_from({**SLAB, **fields})
