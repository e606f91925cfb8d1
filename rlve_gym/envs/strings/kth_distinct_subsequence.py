from random import Random

from rlve_gym import core
from rlve_gym.core import ExactEnvironment, Ladder, String, grow, table


class Problem(core.Problem, frozen=True):
    text: str
    rank: int
    answer: str  # derived


class KthDistinctSubsequence(ExactEnvironment[Problem, str]):
    """The k-th distinct non-empty subsequence of a string in lexicographic order.

    Source: Luogu P3728.
    """

    ladder = Ladder(length=grow(4, by=1.1, plus=1), letters=table(2, 2, 2, 2, 2, 3), top=30)
    answer_format = String("the subsequence", "abc", example="abba")

    def generate(self, rng: Random, *, length: int, letters: int) -> Problem:
        share = rng.uniform(0.2, 0.8)
        weights = [share] + [(1 - share) / (letters - 1)] * (letters - 1)
        text = "a" * length
        while len(set(text)) == 1:  # with one letter the answer would be k times that letter
            text = "".join(rng.choices("abc"[:letters], weights, k=length))
        following, counts = _tables(text)
        rank = rng.randint(1, sum(counts[place] for place in following[0].values()))
        return Problem(text=text, rank=rank, answer=_subsequence(text, rank))

    def describe(self, problem: Problem) -> str:
        return (
            "A subsequence of a string is what remains after deleting any number of its characters, without changing the "
            "order of the others. All the different non-empty subsequences of the string\n"
            f"{problem.text}\n"
            "are sorted in lexicographic (dictionary) order, where a string comes before every longer string that begins "
            f"with it, and numbered from 1. Each counts once, however often it occurs. Which one has number {problem.rank}?"
        )


def _tables(text: str) -> tuple[list[dict[str, int]], list[int]]:
    """For each place the next occurrence of each letter from there on, and how many distinct subsequences begin there.

    A subsequence is counted at the first place where it can begin, so each is counted once.
    """
    following: list[dict[str, int]] = [{}]
    counts: list[int] = []
    for place in range(len(text) - 1, -1, -1):
        counts.append(1 + sum(counts[len(text) - 1 - after] for after in following[-1].values()))
        following.append({**following[-1], text[place]: place})
    return following[::-1], counts[::-1]


def _subsequence(text: str, rank: int) -> str:
    following, counts = _tables(text)
    answer, place = "", 0
    while rank > 0:
        for after in sorted(following[place].values(), key=text.__getitem__):
            if counts[after] >= rank:
                answer += text[after]
                place = after + 1
                break
            rank -= counts[after]
        rank -= 1  # the answer so far comes before its extensions
    return answer
