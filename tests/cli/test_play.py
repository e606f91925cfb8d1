"""``rlve-gym play``, with the keyboard replaced by a pipe."""

import pathlib
import subprocess
import sys

import pytest

import rlve_gym

PROGRAM = pathlib.Path(sys.executable).with_name("rlve-gym")


@pytest.fixture
def play(invoke):
    def play(typed, *arguments, status=0):
        done = invoke("play", *arguments, input=typed, status=status)
        return done.stdout if status == 0 else done.stderr

    return play


def solution(name, difficulty, seed):
    env = rlve_gym.make(name)
    return env.format(env.solve(env.sample(difficulty, seed=seed)))


def test_a_right_and_a_wrong_answer():
    typed = f"{solution('sort_integers', 0, 4)}\n\n1 2\n\nquit\n"
    command = [PROGRAM, "play", "sort_integers", "--seed", "4"]
    done = subprocess.run(command, input=typed, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    text = done.stdout
    env = rlve_gym.make("sort_integers", answer_style="plain")
    assert env.prompt(env.sample(0, seed=4)) in text
    assert "valid, reward 1: all 3 requirements are met" in text
    assert "invalid, reward -0.5: 2 numbers instead of 3" in text
    assert "1 of 2 right" in text


def test_the_window_moves(play):
    text = play(
        f"{solution('sort_integers', 2, 4)}\n\n",
        "Sorting",
        "--difficulty",
        "2",
        "--seed",
        "4",
        "--min-samples",
        "1",
    )
    assert "The window moves to 0..3." in text
    assert text.rstrip().endswith("1 of 1 right; window 0..3")


def test_answers_of_several_lines_and_none(play):
    grid = solution("skyscrapers", 0, 1)
    assert "valid, reward 1" in play(f"{grid}\n\nq\n", "skyscrapers", "--seed", "1")
    assert "valid, reward 1" in play(grid, "skyscrapers", "--seed", "1")  # the input ends
    assert "unparsed, reward -1: the answer is empty" in play("\nquit\n", "skyscrapers")
    assert "valid, reward 0" in play("\n", "knapsack", "--seed", "1")  # no items


def test_solutions_and_skipping_count_as_nothing(play):
    text = play("?\nskip\nquit\n", "shortest_path", "--seed", "3")
    assert f"A right answer:\n{solution('shortest_path', 0, 3)}\n" in text
    assert text.count("Find a path") == 3
    assert "0 of 0 right; window 0..0" in text


def test_mistakes_are_explained(play):
    assert "nearest" in play("", "shortest_pth", status=1)
    assert "0..16" in play("", "shortest_path", "--difficulty", "17", status=1)
    assert "seed" in play("", "shortest_path", "--seed", "-1", status=1)
    assert "range" in play("", "shortest_path", "--min-samples", "0", status=1)
