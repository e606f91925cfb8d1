from random import Random

import pytest

from rlve_gym.core import Ladder, choice, function, grow, line, table


def test_growth():
    length = grow(3, by=1.1, plus=1)
    assert [length.at(difficulty) for difficulty in range(8)] == [3, 4, 5, 6, 7, 8, 9, 10]
    assert length.at(30) == 139
    assert grow(6, by=2.2).at(5) == 294
    assert grow(3, by=2, cap=10).at(5) == 10
    for arguments in ({"start": 3}, {"start": 0, "by": 2}, {"start": 3, "by": 1.1}):
        with pytest.raises(ValueError, match="grow"):
            grow(**arguments)


def test_lines_tables_and_functions():
    assert [line(3, every=2).at(d) for d in range(5)] == [3, 3, 4, 4, 5]
    assert [line(3, step=2, cap=6).at(d) for d in range(4)] == [3, 5, 6, 6]
    assert [line(9, step=-2, cap=4).at(d) for d in range(4)] == [9, 7, 5, 4]
    assert [table(2, 3, 5).at(d) for d in range(5)] == [2, 3, 5, 5, 5]
    assert function(lambda d: 2**d, "2 ** difficulty").at(5) == 32


def make_ladder():
    return Ladder(
        size=grow(3, plus=2, low=1),
        density=choice(0.1, 0.5, 0.9),
        kind=choice("sum", "product"),
        weighted=table(False, True),
        top=10,
    )


def test_draws_are_those_of_the_difficulty():
    ladder = make_ladder()
    for difficulty in range(11):
        drawn = ladder.draw(difficulty, Random(1))
        assert drawn["size"] == 3 + 2 * difficulty
        assert drawn["weighted"] == (difficulty > 0)
    seen = {
        (drawn["density"], drawn["kind"]) for drawn in (ladder.draw(0, Random(seed)) for seed in range(100))
    }
    assert seen == {(density, kind) for density in (0.1, 0.5, 0.9) for kind in ("sum", "product")}


def test_overriding_one_parameter_leaves_the_rest_alone():
    ladder = make_ladder()
    for seed in range(50):
        plain = ladder.draw(4, Random(seed))
        for name, value in {"density": 0.5, "kind": "sum", "size": 1, "weighted": False}.items():
            assert ladder.draw(4, Random(seed), {name: value}) == {**plain, name: value}


@pytest.mark.parametrize(
    "overrides",
    [
        {"sice": 3}, {"size": 0}, {"size": 24}, {"size": 3.0}, {"size": "3"}, {"size": None}, {"size": True}, {"size": [3]},
        {"density": 0.05}, {"density": 1}, {"density": float("nan")}, {"density": "0.1"}, {"kind": "max"}, {"kind": 1}, {"weighted": 1},
        {"weighted": None},
    ],
)  # fmt: skip
def test_bad_overrides(overrides):
    with pytest.raises(ValueError, match=next(iter(overrides))):
        make_ladder().draw(4, Random(0), overrides)


def test_good_overrides():
    ladder = make_ladder()
    assert ladder.draw(0, Random(0), {"size": 23})["size"] == 23  # the value at the top
    assert ladder.draw(0, Random(0), {"size": 1})["size"] == 1  # widened by the author
    assert ladder.draw(0, Random(0), {"density": 0.3})["density"] == 0.3
    assert Ladder(level=table(0, 1), top=1).draw(1, Random(0), {"level": 0}) == {"level": 0}


@pytest.mark.parametrize("difficulty", [-1, 11, True, 1.0, "1", None])
def test_difficulty_out_of_range(difficulty):
    with pytest.raises(ValueError, match=r"0\.\.10"):
        make_ladder().draw(difficulty, Random(0))


def test_a_ladder_needs_rungs():
    with pytest.raises(ValueError, match="ladder"):
        Ladder(top=3)
    with pytest.raises(ValueError, match="ladder"):
        Ladder(size=line(1), top=-1)


def test_bounds():
    ladder = make_ladder()
    assert ladder.bounds("size") == (1, 23)
    assert ladder.bounds("density") == (0.1, 0.9)
    assert ladder.bounds("kind") == ("sum", "product")
