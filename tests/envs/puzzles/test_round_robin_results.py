"""The oracle plays all tournaments of up to five players game by game and adds the points of each game."""

from itertools import combinations, product

import pytest

import rlve_gym

env = rlve_gym.make("round_robin_results", answer_style="plain")


def tournaments(n):
    """(table, points of the players) for each way that all games can end."""
    games = list(combinations(range(n), 2))
    for results in product("wdl", repeat=len(games)):
        table = [["0"] * n for _ in range(n)]
        points = [0] * n
        for (i, j), result in zip(games, results, strict=True):
            if result == "d":
                table[i][j] = table[j][i] = "1"
                points[i] += 1
                points[j] += 1
            else:
                winner, loser = (i, j) if result == "w" else (j, i)
                table[winner][loser] = "2"
                points[winner] += 3
        yield ["".join(row) for row in table], points


@pytest.mark.parametrize(("n", "seeds"), [(3, 40), (4, 5)])
def test_every_tournament_gets_its_quality(n, seeds):
    several = 0
    for seed in range(seeds):
        problem = env.sample(n - 3, seed=seed)
        right = []
        for table, points in tournaments(n):
            verdict = env.judge(problem, "\n".join(table))
            hits = sum(a == b for a, b in zip(points, problem.scores, strict=True))
            assert verdict.outcome == "valid"
            assert verdict.correct == (hits == n)
            assert verdict.quality == pytest.approx((hits / n) ** 5)
            right += [table] * verdict.correct
        assert problem.solution in right
        several += len(right) > 1
    assert several or n == 3  # other tables than the planted one count; for 3 players there are none


def test_every_table_of_three_players():
    """Tables that are no tournament are invalid."""
    possible = {tuple(table) for table, _ in tournaments(3)}
    problem = env.sample(0, seed=0)
    rows = ["".join(row) for row in product("012", repeat=3)]
    for table in product(rows, repeat=3):
        verdict = env.judge(problem, "\n".join(table))
        assert (verdict.outcome == "valid") == (table in possible)


@pytest.mark.parametrize("difficulty", range(0, 31, 3))
def test_planted_tables(difficulty):
    n = 3 + difficulty
    for seed in range(10):
        problem = env.sample(difficulty, seed=seed)
        assert len(problem.scores) == n
        games = [(problem.solution[i][j], problem.solution[j][i]) for i, j in combinations(range(n), 2)]
        draws = games.count(("1", "1"))
        assert draws + games.count(("2", "0")) + games.count(("0", "2")) == len(games)
        assert all(problem.solution[i][i] == "0" for i in range(n))
        assert sum(problem.scores) == 3 * len(games) - draws
        assert env.judge(problem, "\n".join(problem.solution)).correct


@pytest.mark.parametrize("difficulty", [0, 1, 3])
def test_all_draws_never_win(difficulty):
    """A trap of the published suite, where they win 16% at difficulty 0."""
    n = 3 + difficulty
    draws = "\n".join("1" * i + "0" + "1" * (n - 1 - i) for i in range(n))
    for seed in range(200):
        verdict = env.judge(env.sample(difficulty, seed=seed), draws)
        assert verdict.outcome == "valid"
        assert not verdict.correct


EXAMPLE = {"scores": [5, 4, 0, 7], "solution": ["0121", "1020", "0000", "1220"]}


def test_the_example_adds_up():
    assert (EXAMPLE["solution"], EXAMPLE["scores"]) in list(tournaments(4))


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("0121\n1020\n0000\n1220", "valid", 1),
        ("\n0 1 2 1\n\n1,0,2,0\n0000\n1220\n", "valid", 1),
        ("0121\n1021\n0000\n1120", "valid", (2 / 4) ** 5),  # player 1 has 5, player 3 has 5
        ("0111\n1011\n1101\n1110", "valid", 0),
        ("1121\n1020\n0000\n1220", "invalid", 0),  # a game against oneself
        ("0121\n1020\n0010\n1220", "invalid", 0),
        ("0221\n2020\n0000\n1220", "invalid", 0),  # both win
        ("0021\n0020\n0000\n1220", "invalid", 0),  # both lose
        ("0121\n0020\n0000\n1220", "invalid", 0),  # a draw and a loss
        ("0121\n1020\n0000", "unparsed", 0),
        ("0121\n1020\n0000\n1220\n0000", "unparsed", 0),
        ("0121\n1020\n0000\n122", "unparsed", 0),
        ("01210\n10200\n00000\n12200", "unparsed", 0),
        ("0121102000001220", "unparsed", 0),
        ("0131\n1030\n0000\n1330", "unparsed", 0),
        ("0121\n1020\n0000\n1 -2 20", "unparsed", 0),
        ("-121\n1-20\n00-0\n122-", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == quality


@pytest.mark.parametrize("scores", [[], [0]])
def test_damaged_problems_are_refused(scores):
    with pytest.raises(ValueError, match="two scores"):
        env.problem_from({"scores": scores, "solution": ["0"] * len(scores)})
