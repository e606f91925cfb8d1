from random import Random

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, grow
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    weights: list[int]
    profits: list[int]
    capacity: int
    optimum: int  # derived: the greatest profit

    def __post_init__(self) -> None:
        if len(self.weights) != len(self.profits) or min(self.weights, default=0) < 1:
            raise ValueError("there must be as many positive weights as profits")
        if self.capacity < 0:
            raise ValueError("the capacity is negative")


class Knapsack(core.Environment[Problem, list[int]]):
    """0/1 knapsack: items of greatest total profit within a capacity.

    Quality: (profit / greatest) ** 5.
    Source: classic; NP-hard. Dynamic programming over the capacity (R. Bellman, 1957).
    """

    ladder = Ladder(items=grow(3, by=1.1, plus=1), top=28)
    answer_format = Integers("the numbers of the chosen items, in any order", example="7 0 4", empty=True)

    def generate(self, rng: Random, *, items: int) -> Problem:
        weights = [rng.randint(1, items) for _ in range(items)]
        profits = [rng.randint(1, 2 * weight) for weight in weights]
        # Every item fits alone, and never all of them together.
        largest = max(weights)
        capacity = rng.randint(largest, max(largest, 3 * sum(weights) // 4))
        chosen = _best_items(weights, profits, capacity)
        optimum = sum(profits[item] for item in chosen)
        return Problem(weights=weights, profits=profits, capacity=capacity, optimum=optimum)

    def describe(self, problem: Problem) -> str:
        n = len(problem.weights)
        items = zip(range(n), problem.weights, problem.profits, strict=True)
        return (
            f'There are {n} items, numbered 0 to {n - 1}. One per line as "item weight profit", they are:\n'
            f"{text.rows(items)}\n\n"
            f"Choose items, each at most once, whose total weight is at most {problem.capacity} and whose total profit "
            "is as large as possible."
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        n = len(problem.weights)
        if len(answer) > n or not all(0 <= item < n for item in answer):
            return Verdict.invalid(f"not a choice of some of the items 0 to {n - 1}")
        if len(set(answer)) != len(answer):
            return Verdict.invalid("an item is chosen twice")
        weight = sum(problem.weights[item] for item in answer)
        if weight > problem.capacity:
            return Verdict.invalid(f"the total weight is {weight}, above {problem.capacity}")
        profit = sum(problem.profits[item] for item in answer)
        return Verdict.ratio(profit, problem.optimum, power=5, goal="max")

    def solve(self, problem: Problem) -> list[int]:
        return _best_items(problem.weights, problem.profits, problem.capacity)


def _best_items(weights: list[int], profits: list[int], capacity: int) -> list[int]:
    best = [0] * (capacity + 1)  # the greatest profit within each capacity, with the items so far
    history = [best]
    for weight, profit in zip(weights, profits, strict=True):
        taken = [less + profit for less in best]
        best = best[:weight] + list(map(max, best[weight:], taken))
        history.append(best)
    chosen = []
    for item in reversed(range(len(weights))):
        if history[item + 1][capacity] > history[item][capacity]:
            chosen.append(item)
            capacity -= weights[item]
    return chosen[::-1]
