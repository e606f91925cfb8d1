from collections import Counter
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, choice, grow, line
from rlve_gym.kit import text

Permutation = bytes  # the images of 0..n-1


class Problem(core.Problem, frozen=True):
    color_counts: tuple[int, int, int]  # red, green, blue
    permutations: list[list[int]]  # of 1..n
    answer: int  # derived: the number of classes


class CountColoringsUpToSymmetry(core.IntegerEnvironment[Problem]):
    """Number of colorings with given color counts, up to the symmetries that some permutations generate.

    The permutations are rotations, reversals and exchanges of blocks and pairs of transpositions, in disguise, such
    that their group is small: random permutations nearly always generate all even ones at least, and these make all
    colorings equivalent.

    Quality: 1 if equal, else 0.
    Source: Luogu P1446 (HNOI 2008); the Cauchy-Frobenius lemma (known as Burnside's).
    """

    ladder = Ladder(
        position_count=line(5),
        generator_count=choice(1, 2, 3),
        max_order=grow(8, by=1.35, cap=2000),
        top=20,
    )
    answer_format = Integer("the number of classes", example="305")
    least = 1

    def generate(self, rng: Random, *, position_count: int, generator_count: int, max_order: int) -> Problem:
        n = position_count
        answer = 1
        while answer == 1:
            red = rng.randint(0, n)
            green = rng.randint(0, n - red)
            r, g, b = rng.sample([red, green, n - red - green], 3)
            generators: list[Permutation] = []
            group = [bytes(range(n))]
            for _ in range(generator_count):
                for _ in range(20):
                    candidate = _random_generator(rng, n)
                    larger = _closure([*generators, candidate], n, max_order)
                    if larger is not None:
                        group = larger
                        break
                else:
                    candidate = _inverse(generators[0])
                generators.append(candidate)
            answer = _count_classes(group, (r, g, b))
        names = rng.sample(range(n), n)
        rows = []
        for generator in generators:
            row = [0] * n
            for i, image in enumerate(generator):
                row[names[i]] = names[image] + 1
            rows.append(row)
        return Problem(color_counts=(r, g, b), permutations=rows, answer=answer)

    def describe(self, problem: Problem) -> str:
        r, g, b = problem.color_counts
        n = r + g + b
        return (
            f"The positions 1 to {n} are to be colored: exactly {r} of them red, {g} green and {b} blue. Each row below is a "
            f"permutation X_1, ..., X_{n} of 1 to {n}, and applying it moves the color of position i to position X_i, for all i at "
            f"once:\n{text.rows(problem.permutations)}\n\n"
            "Two colorings are equivalent if one can be turned into the other by applying these permutations, any of them, one "
            "after another, any number of times (also none at all). How many classes of equivalent colorings are there?"
        )


def _random_generator(rng: Random, n: int) -> Permutation:
    images = list(range(n))
    kind = rng.choice(("rotate", "reverse", "exchange", "transpose"))
    if kind == "transpose":
        a, b, c, d = rng.sample(range(n), 4)
        images[a], images[b], images[c], images[d] = b, a, d, c
    elif kind == "exchange":
        length = rng.randint(1, n // 2)
        left = rng.randint(0, n - 2 * length)
        right = rng.randint(left + length, n - length)
        images[left : left + length], images[right : right + length] = (
            images[right : right + length],
            images[left : left + length],
        )
    else:
        length = rng.randint(2, n)
        start = rng.randint(0, n - length)
        block = images[start : start + length]
        images[start : start + length] = block[::-1] if kind == "reverse" else block[1:] + block[:1]
    return bytes(images)


def _inverse(permutation: Permutation) -> Permutation:
    images = [0] * len(permutation)
    for i, image in enumerate(permutation):
        images[image] = i
    return bytes(images)


def _closure(generators: list[Permutation], n: int, max_order: int) -> list[Permutation] | None:
    """All elements of the group, or None if there are more than the allowed number."""
    tables = [generator + bytes(range(n, 256)) for generator in generators]
    group = [bytes(range(n))]
    found = set(group)
    for element in group:  # which grows
        for table in tables:
            product = element.translate(table)
            if product not in found:
                if len(group) == max_order:
                    return None
                group.append(product)
                found.add(product)
    return group


def _count_classes(group: list[Permutation], color_counts: tuple[int, int, int]) -> int:
    """The mean number of colorings that an element of the group leaves as they are."""
    types = Counter(_cycle_lengths(element) for element in group)
    return sum(count * _count_fixed(lengths, color_counts) for lengths, count in types.items()) // len(group)


def _cycle_lengths(permutation: Permutation) -> tuple[int, ...]:
    lengths, seen = [], [False] * len(permutation)
    for start in range(len(permutation)):
        length, i = 0, start
        while not seen[i]:
            seen[i] = True
            i = permutation[i]
            length += 1
        if length:
            lengths.append(length)
    return tuple(sorted(lengths))


def _count_fixed(cycle_lengths: tuple[int, ...], color_counts: tuple[int, int, int]) -> int:
    """The colorings that give all positions of a cycle the same color."""
    ways = Counter({color_counts: 1})  # by how many positions of each color are left to be colored
    for length in cycle_lengths:
        after: Counter[tuple[int, int, int]] = Counter()
        for (red, green, blue), count in ways.items():
            for left in (
                (red - length, green, blue),
                (red, green - length, blue),
                (red, green, blue - length),
            ):
                if min(left) >= 0:
                    after[left] += count
        ways = after
    return ways[0, 0, 0]
