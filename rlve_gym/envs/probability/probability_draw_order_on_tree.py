from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, function, line
from rlve_gym.kit import text
from rlve_gym.kit.graphs import random_recursive_tree
from rlve_gym.kit.modular import check_prime, how_to_reduce, prime_moduli


class Problem(core.Problem, frozen=True):
    weight_shares: list[tuple[int, int, int]]
    constraints: list[tuple[int, int]]  # (u, v): u comes before v
    modulus: int
    answer: int  # derived: the probability as a residue


class ProbabilityDrawOrderOnTree(core.ResidueEnvironment[Problem]):
    """Probability that a weighted random draw order satisfies tree constraints.

    If each constraint pointed away from the root, given weights would satisfy them with the probability that is the
    product of (weight of the node) / (weight of its subtree) over all nodes. One that points towards the root is the
    case without it less the case where it is turned around.

    Quality: 1 if equal, else 0.
    Source: Luogu P5405 (CTS 2019).
    """

    ladder = Ladder(
        vertex_count=function(lambda d: int(2 * 1.15**d), "2 * 1.15 ** d, rounded down"),
        max_share=line(2),
        modulus=prime_moduli(998_244_353),
        top=30,
    )
    answer_format = Integer("the residue of the probability", example="42")

    def generate(self, rng: Random, *, vertex_count: int, max_share: int, modulus: int) -> Problem:
        # The total weights and the sums of shares are inverted.
        check_prime(modulus, above=3 * max(vertex_count, max_share))
        shares = [
            (rng.randint(1, max_share), rng.randint(1, max_share), rng.randint(1, max_share))
            for _ in range(vertex_count)
        ]
        tree = random_recursive_tree(rng, rng.sample(range(vertex_count), vertex_count))
        flip = rng.random()
        constraints = [(child, parent) if rng.random() < flip else (parent, child) for parent, child in tree]
        rng.shuffle(constraints)
        return Problem(
            weight_shares=shares,
            constraints=constraints,
            modulus=modulus,
            answer=_probability(shares, constraints, modulus),
        )

    def describe(self, problem: Problem) -> str:
        n = len(problem.weight_shares)
        return (
            f"There are {n} nodes, numbered 0 to {n - 1}. Each has a random weight of 1, 2 or 3, independently of the "
            "others: a node with the shares a_1 a_2 a_3 gets the weight j with probability a_j / (a_1 + a_2 + a_3). "
            f"The shares of the nodes 0, 1, ..., one node per line:\n{text.rows(problem.weight_shares)}\n\n"
            "Once the weights are fixed, nodes are drawn with replacement, each time a node with a probability "
            "proportional to its weight, until every node has been drawn at least once. For each of the following "
            'lines "u v", the first draw of node u should come before the first draw of node v:\n'
            f"{text.rows(problem.constraints)}\n\n"
            f"What is the probability that {'this is so' if n == 2 else 'all of this is so'}? "
            f"{how_to_reduce(problem.modulus)}"
        )


def _probability(shares: list[tuple[int, int, int]], constraints: list[tuple[int, int]], modulus: int) -> int:
    n = len(shares)
    inverses = [0, *(pow(total, -1, modulus) for total in range(1, 3 * n + 1))]
    neighbors: list[list[tuple[int, bool]]] = [[] for _ in range(n)]  # (node, whether it comes later)
    for u, v in constraints:
        neighbors[u].append((v, True))
        neighbors[v].append((u, False))
    parent, order = {0: 0}, [0]
    for node in order:
        for child, _ in neighbors[node]:
            if child not in parent:
                parent[child] = node
                order.append(child)

    # sums[node][s]: over the cases where the subtree has weight s, probability times product.
    sums: list[list[int]] = [[] for _ in range(n)]
    for node in reversed(order):
        scale = pow(sum(shares[node]), -1, modulus)
        row = [0, *(weight * share * scale % modulus for weight, share in enumerate(shares[node], 1))]
        for child, later in neighbors[node]:
            if child == parent[node]:
                continue
            merged = [0] * (len(row) + len(sums[child]) - 1)
            for i, first in enumerate(row):
                for j, second in enumerate(sums[child]):
                    merged[i + j] += first * second
            if not later:
                free = sum(sums[child])
                merged = [free * (row[s] if s < len(row) else 0) - entry for s, entry in enumerate(merged)]
            row = [entry % modulus for entry in merged]
        sums[node] = [entry * inverses[total] % modulus for total, entry in enumerate(row)]
    return sum(sums[0]) % modulus
