"""What the base class promises, apart from the contract of every environment."""

import asyncio
import threading
import types
from concurrent.futures import ThreadPoolExecutor
from random import Random

import gymnasium as gym
import numpy as np
import pytest

import rlve_gym
from rlve_gym import RewardScheme, Verdict, core
from rlve_gym.core import Integer, Integers, Ladder, choice, line
from rlve_gym.testing import check_environment

env = rlve_gym.make("shortest_path")


def test_pure_half_agrees_with_the_episode():
    problem = env.sample(3, seed=7)
    prompt, info = env.reset(seed=7, difficulty=3)
    assert prompt == env.prompt(problem)
    assert env.problem == problem
    assert info == {
        "environment": "shortest_path",
        "difficulty": 3,
        "seed": 7,
        "parameters": problem.origin.parameters,
    }
    response = env.respond(env.solve(problem))
    assert env.judge(problem, response).correct
    assert env.score(problem, response) == 1.0
    assert env.step(response)[1] == 1.0


def test_difficulty_may_come_from_anywhere():
    """Also 0 counts as given (case 25)."""
    env = rlve_gym.make("shortest_path", difficulty=4)
    assert env.reset(seed=0)[1]["difficulty"] == 4
    assert env.reset(seed=0, difficulty=0)[1]["difficulty"] == 0
    assert env.reset(seed=0, options={"difficulty": 0})[1]["difficulty"] == 0
    assert env.reset(seed=0, options={"difficulty": 5}, difficulty=2)[1]["difficulty"] == 2
    assert env.reset(seed=0, difficulty=np.int64(3))[1]["difficulty"] == 3
    env.difficulty = 1
    assert env.reset(seed=0)[1]["difficulty"] == 1
    assert env.reset(seed=0, options={"parameters": {"vertices": 9}})[1]["parameters"]["vertices"] == 9


@pytest.mark.parametrize(
    "arguments",
    [
        {"difficulty": -1}, {"difficulty": 17}, {"difficulty": 1.5}, {"difficulty": "1"}, {"options": {"difficulty": 99}}, {"options": {"level": 1}},
        {"options": {"parameters": {"vertices": 1}}}, {"options": {"parameters": {"edges": 1}}}, {"seed": -1}, {"seed": 1.5},
    ],
)  # fmt: skip
def test_bad_reset_arguments(arguments):
    with pytest.raises(ValueError):
        rlve_gym.make("shortest_path").reset(**arguments)


@pytest.mark.parametrize(
    "config",
    [
        {"difficulty": 99},
        {"answer_style": "xml"},
        {"rewards": "binary"},
        {"split": "validation"},
        {"render_mode": "human"},
    ],
)
def test_bad_configurations(config):
    with pytest.raises(ValueError):
        rlve_gym.make("shortest_path", **config)
    with pytest.raises(TypeError):
        rlve_gym.make("shortest_path", level=3)


@pytest.mark.parametrize("response", [None, 3, b"<answer>0</answer>", ["<answer>"]])
def test_responses_must_be_text(response):
    problem = env.sample(0, seed=0)
    env.reset(seed=0)
    for call in (
        lambda: env.judge(problem, response),
        lambda: env.score(problem, response),
        lambda: env.step(response),
    ):
        with pytest.raises(TypeError, match="str"):
            call()
    env.step("")  # the episode was not used up


def test_problems_of_other_environments_are_refused():
    other = rlve_gym.make("sort_integers").sample(0, seed=0)
    for call in (env.prompt, lambda problem: env.judge(problem, ""), lambda problem: env.score(problem, "")):
        for thing in (other, None, {}, core.Problem()):
            with pytest.raises(TypeError, match="shortest_path cannot take"):
                call(thing)


def test_held_out_problems_are_others():
    train = {env.prompt(env.sample(4, seed=seed)) for seed in range(200)}
    test = {env.prompt(env.sample(4, seed=seed, split="test")) for seed in range(200)}
    assert not train & test
    held_out = rlve_gym.make("shortest_path", split="test")
    assert held_out.reset(seed=3, difficulty=4)[0] == env.prompt(env.sample(4, seed=3, split="test"))


def test_neighboring_streams_share_nothing():
    """Case 29: 200 problems each of seeds 1.. and 1000.., at a high difficulty."""
    first = {env.prompt(env.sample(12, seed=seed)) for seed in range(200)}
    second = {env.prompt(env.sample(12, seed=1000 + seed)) for seed in range(200)}
    assert len(first) == len(second) == 200
    assert not first & second


def test_unseeded_resets_differ_between_instances():
    prompts = {rlve_gym.make("shortest_path", difficulty=10).reset()[0] for _ in range(5)}
    assert len(prompts) == 5


def test_answer_styles_and_custom_markers():
    problem = env.sample(3, seed=1)
    answer = env.format(env.solve(problem))
    for style, response in [
        ("tags", f"<answer>{answer}</answer>"),
        ("boxed", f"\\boxed{{{answer}}}"),
        ("plain", answer),
        (("BEGIN", "END"), f"BEGIN {answer} END"),
    ]:
        styled = rlve_gym.make("shortest_path", answer_style=style)
        assert styled.score(problem, response) == 1.0
        if style != "plain":
            assert styled.judge(problem, answer).outcome == "unparsed"
            assert styled.answer_style.wrap("...") in styled.prompt(problem)


def test_reward_schemes():
    problem = env.sample(0, seed=0)
    right = env.respond(env.solve(problem))
    for rewards, expected in [
        (None, (1.0, -0.5, -1.0)),
        (RewardScheme.binary(), (1.0, 0.0, 0.0)),
        (RewardScheme(unparsed=-3, invalid=-2, wrong=-1, right=5), (5.0, -2.0, -3.0)),
    ]:
        scored = rlve_gym.make("shortest_path", rewards=rewards)
        assert tuple(scored.score(problem, text) for text in (right, "<answer>0 0</answer>", "")) == expected


def test_rendering():
    env = rlve_gym.make("sort_integers", render_mode="ansi")
    prompt, _ = env.reset(seed=0)
    assert env.render() == prompt
    env.step("<answer>1</answer>")
    assert env.render() == f"{prompt}\n\n[invalid, quality 0] 1 numbers instead of 3"
    assert rlve_gym.make("sort_integers").render() is None


def test_many_threads_share_one_environment():
    """Case 19: nothing hidden is shared, and no thread is left over."""
    threads = set(threading.enumerate())  # other tests may have left some, such as that of a progress bar
    problems = [env.sample(difficulty, seed=seed) for difficulty in range(10) for seed in range(20)]
    expected = [
        (env.prompt(problem), env.score(problem, env.respond(env.solve(problem)))) for problem in problems
    ]

    def work(problem):
        again = env.sample(problem.origin.difficulty, seed=problem.origin.seed)
        assert again == problem
        return env.prompt(again), env.score(again, env.respond(env.solve(again)))

    with ThreadPoolExecutor(4) as pool:
        for _ in range(3):
            assert list(pool.map(work, problems)) == expected
    assert set(threading.enumerate()) <= threads


def test_verifier_faults_surface():
    """Cases 02 and 22."""
    for error in (KeyError, KeyboardInterrupt, asyncio.CancelledError, RecursionError, MemoryError):

        class Broken(type(env)):
            def verify(self, problem, answer, error=error):
                raise error

        broken = Broken()
        with pytest.raises(error):
            broken.judge(broken.sample(0, seed=0), "<answer>0 1</answer>")
    problem = env.sample(0, seed=0)
    impossible = env.problem_from({**core.problem.fields_of(problem), "optimum": problem.optimum + 1})
    with pytest.raises(rlve_gym.VerifierError, match="better"):
        env.judge(impossible, env.respond(env.solve(problem)))


# Writing environments ------------------------------------------------------------------------------------------------


class DigitProblem(core.Problem, frozen=True):
    digits: list[int]
    answer: int


class DigitSum(core.ExactEnvironment[DigitProblem, int]):
    """Add up digits.

    Source: these tests.
    """

    ladder = Ladder(count=line(4, step=3), base=choice(8, 9, 10), top=6)
    answer_format = Integer("the sum", example="3")

    def generate(self, rng: Random, *, count: int, base: int) -> DigitProblem:
        digits = [rng.randrange(base) for _ in range(count)]
        return DigitProblem(digits=digits, answer=sum(digits))

    def describe(self, problem: DigitProblem) -> str:
        return f"Add up these digits: {' '.join(map(str, problem.digits))}"


def test_an_environment_of_a_user_meets_the_contract_unregistered():
    assert (DigitSum.id, DigitSum.family, DigitSum.version) == ("digit_sum", "custom", 0)
    with pytest.raises(KeyError):
        rlve_gym.make("digit_sum")
    check_environment(DigitSum)


def test_the_contract_notices_faults():
    class Rejects(DigitSum):
        def verify(self, problem, answer):
            return Verdict.exact(answer == problem.answer and answer != 1)

        def solve(self, problem):
            return problem.answer + 1

    class Accepts(DigitSum):
        def verify(self, problem, answer):
            return Verdict.exact(abs(answer - problem.answer) < 100)

    class Guessable(DigitSum):
        def generate(self, rng, *, count, base):
            return DigitProblem(digits=[rng.randrange(2), *[0] * (count - 1)], answer=0)

    class Talkative(DigitSum):
        answer_format = Integers("numbers", empty=True)

        def verify(self, problem, answer):
            return Verdict.exact(problem.answer in answer)

        def solve(self, problem):
            return [problem.answer]

    class Forgetful(DigitSum):
        def generate(self, rng, *, count, base):
            import random

            return super().generate(random, count=count, base=base)

    class Careless(DigitSum):
        def describe(self, problem):
            return super().describe(problem) + " <answer>3</answer>"

    from rlve_gym import testing

    for broken, check in [
        (Rejects, testing.check_solve),
        (Accepts, testing.check_mutations),
        (Guessable, testing.check_guessing),
        (Talkative, testing.check_hostile_answers),
        (Forgetful, testing.check_random_state),
        (Forgetful, testing.check_seeds),
    ]:
        with pytest.raises(AssertionError):
            check(broken)


class RemainderProblem(core.Problem, frozen=True):
    number: int
    modulus: int
    answer: int


class Remainder(core.ResidueEnvironment[RemainderProblem]):
    """Reduce a number.

    Source: these tests.
    """

    ladder = Ladder(digit_count=line(3), top=6)
    answer_format = Integer("the remainder", example="3")

    def generate(self, rng: Random, *, digit_count: int) -> RemainderProblem:
        number, modulus = rng.randrange(10**digit_count), rng.randint(50, 99)
        return RemainderProblem(number=number, modulus=modulus, answer=number % modulus)

    def describe(self, problem: RemainderProblem) -> str:
        return f"What is the remainder of {problem.number} divided by {problem.modulus}?"


class PositiveDigitSum(core.IntegerEnvironment[DigitProblem]):
    """Add up digits.

    Source: these tests.
    """

    ladder = DigitSum.ladder
    answer_format = DigitSum.answer_format
    generate = DigitSum.generate
    describe = DigitSum.describe
    least = 1

    def greatest(self, problem: DigitProblem) -> int | None:
        return 9 * len(problem.digits) if problem.digits[0] else None


@pytest.mark.parametrize(
    ("env", "problem", "outcomes"),
    [
        (Remainder, RemainderProblem(number=107, modulus=50, answer=7),
         {"7": 1.0, "8": 0.0, "0": 0.0, "49": 0.0, "50": "invalid", "57": "invalid", "-43": "invalid", "x": "unparsed"}),
        (PositiveDigitSum, DigitProblem(digits=[1, 2], answer=3),
         {"3": 1.0, "1": 0.0, "18": 0.0, "0": "invalid", "19": "invalid", "-3": "invalid"}),
        (PositiveDigitSum, DigitProblem(digits=[0, 2], answer=2), {"2": 1.0, "99999": 0.0, "0": "invalid"}),
    ],
)  # fmt: skip
def test_integers_beyond_the_limits_are_invalid(env, problem, outcomes):
    env = env(answer_style="plain")
    for text, expected in outcomes.items():
        verdict = env.judge(problem, text)
        assert expected in (verdict.outcome, verdict.quality), text
        assert (verdict.outcome == "valid") == isinstance(expected, float), text


def test_the_base_of_residues_meets_the_contract():
    check_environment(Remainder)


def define(base=core.ExactEnvironment[DigitProblem, int], **attributes):
    body = {name: vars(DigitSum)[name] for name in ("ladder", "answer_format", "generate")}
    return types.new_class(
        "Made", (base,), exec_body=lambda namespace: namespace.update({**body, **attributes})
    )


def test_definitions_are_checked_early():
    ladder = Ladder(size=line(1), top=3)
    with pytest.raises(TypeError, match="the ladder has"):
        define(ladder=ladder)
    with pytest.raises(TypeError, match="answer_format"):
        define(answer_format=None)
    with pytest.raises(TypeError, match="generate is missing"):
        define(generate=core.Environment.generate)
    with pytest.raises(TypeError, match=r"generate\(self, rng, \*, size\)"):
        define(ladder=ladder, generate=lambda self, rng, size: None)
    with pytest.raises(TypeError, match="type of the answer"):
        define(base=core.Environment)


def test_registered_classes_are_found_everywhere(register):
    with pytest.raises(ValueError, match="Problem class of its own"):
        rlve_gym.register(
            types.new_class(
                "CountedDigits", (DigitSum,), exec_body=lambda body: body.update(ladder=DigitSum.ladder)
            )
        )

    assert register(DigitSum) is DigitSum
    assert "digit_sum" in rlve_gym.list_environments()
    assert "digit_sum" in rlve_gym.list_environments("custom")
    assert type(rlve_gym.make("DigitSum")) is DigitSum
    prompt, _ = gym.make("rlve/DigitSum-v0").reset(seed=1, difficulty=2)
    assert prompt.startswith("Add up")
    assert len(gym.make_vec("rlve/DigitSum-v0", num_envs=2).reset(seed=1)[0]) == 2
    problem = DigitSum().sample(2, seed=1)
    assert rlve_gym.loads(rlve_gym.dumps(problem)) == problem
    rlve_gym.register(DigitSum)  # again, as in a notebook


def test_names_that_are_taken_cannot_be_registered():
    class Problem(core.Problem, frozen=True):
        answer: int

    class SortIntegers(core.ExactEnvironment[Problem, int]):
        """Another one.

        Source: these tests.
        """

        ladder = Ladder(size=line(1), top=3)
        answer_format = Integer("the number")

        def generate(self, rng, *, size):
            return Problem(answer=size)

    with pytest.raises(ValueError, match="exists already"):
        rlve_gym.register(SortIntegers)


def test_answers_of_any_shape_are_judged_by_a_subclass_of_the_format():
    class Reversed(DigitSum):
        """Digits, backwards."""

        answer_format = Integers("the digits backwards")

        def verify(self, problem, answer):
            return Verdict.exact(answer == problem.digits[::-1])

        def solve(self, problem):
            return problem.digits[::-1]

    backwards = Reversed()
    problem = backwards.sample(2, seed=0)
    assert backwards.score(problem, backwards.respond(backwards.solve(problem))) == 1.0
    assert backwards.score(problem, backwards.respond(problem.digits)) == 0.0
