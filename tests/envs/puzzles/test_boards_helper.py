import pytest

from rlve_gym.envs.puzzles._boards import cells_right, check_boards


def test_check_boards():
    check_boards([[0, 1], [2, 3]], [[3, 2], [1, 0]])
    check_boards([[5, 1, 0], [2, 3, 4]], [[0, 1, 2], [3, 4, 5]])
    for start, target in [
        ([], []),
        ([[0, 1]], [[1, 0]]),
        ([[0], [1]], [[1], [0]]),
        ([[0, 1], [2, 2]], [[0, 1], [2, 3]]),
        ([[0, 1], [2, 3]], [[0, 1], [2, 4]]),
        ([[0, 1], [2, 3]], [[0, 1, 2], [3]]),
        ([[0, 1], [2, 3]], [[0, 1, 2], [3, 4, 5]]),
    ]:
        with pytest.raises(ValueError):
            check_boards(start, target)


def test_cells_right():
    assert cells_right([[0, 1], [2, 3]], [[0, 1], [2, 3]]) == 4
    assert cells_right([[0, 1], [2, 3]], [[0, 2], [1, 3]]) == 2
    assert cells_right([[0, 1], [2, 3]], [[3, 2], [1, 0]]) == 0
