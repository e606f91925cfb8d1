from random import Random

from rlve_gym import core
from rlve_gym.core import ExactEnvironment, Ladder, Words, grow
from rlve_gym.kit import text

TOKENS = ("A#", "#A", "B#", "#B")


class Problem(core.Problem, frozen=True):
    tokens: list[str]
    answer: list[str]  # derived: the normal form

    def __post_init__(self) -> None:
        if not self.tokens or not {*self.tokens, *self.answer} <= set(TOKENS):
            raise ValueError(f"tokens must be of {', '.join(TOKENS)}, at least one")


class AbRewritingNormalForm(ExactEnvironment[Problem, list[str]]):
    """Normal form of a token sequence under the A::B rewriting rules.

    The rules let A#, B# travel right and #A, #B travel left; each letter by itself behaves like brackets, X# opening and
    #X closing. So what remains is the unmatched closing tokens, then the unmatched opening ones.

    Source: Victor Taelin's A::B challenge (2024). The rules terminate and are confluent.
    """

    ladder = Ladder(token_count=grow(4, by=1.1, plus=1), top=30)
    answer_format = Words(
        "the tokens of the final sequence in order", TOKENS, example="#B A# A#", nothing="EMPTY"
    )

    def generate(self, rng: Random, *, token_count: int) -> Problem:
        while True:
            weights = [rng.randint(1, token_count) for _ in TOKENS]
            tokens = rng.choices(TOKENS, weights, k=token_count)
            answer = _normal_form(tokens)
            if answer and answer != tokens:  # an echo or EMPTY would win too often
                return Problem(tokens=tokens, answer=answer)

    def describe(self, problem: Problem) -> str:
        return (
            f"Here is a sequence of tokens, each of them A#, #A, B# or #B:\n{text.series(problem.tokens)}\n\n"
            "Whenever two neighboring tokens have their # facing each other, they are rewritten by one of these rules:\n"
            "A# #A -> (nothing)\nB# #B -> (nothing)\nA# #B -> #B A#\nB# #A -> #A B#\n\n"
            "The rules are applied until none applies any more; the result does not depend on the order in which they "
            "are applied. Find the final sequence."
        )


def _normal_form(tokens: list[str]) -> list[str]:
    unmatched: list[int] = []
    open_places: dict[str, list[int]] = {"A": [], "B": []}
    for place, token in enumerate(tokens):
        if token[1] == "#":
            open_places[token[0]].append(place)
        elif open_places[token[1]]:
            open_places[token[1]].pop()
        else:
            unmatched.append(place)
    return [tokens[place] for place in unmatched + sorted(open_places["A"] + open_places["B"])]
