"""Evaluation of a model that is a function: the numbers against enumeration and values worked out by hand."""

import hashlib
import itertools
import json
import math
import pathlib
import random
import statistics
import subprocess
import sys
from fractions import Fraction

import pytest

import rlve_gym
from rlve_gym import evaluation
from rlve_gym.evaluation import evaluate, held_out_environments, is_held_out, pass_at_k

ROOT = pathlib.Path(rlve_gym.__file__).parent
CATALOGUE = sorted(set(json.loads((ROOT / "data" / "upstream_names.json").read_text()).values()))
PAIR = ["shortest_path", "sort_integers"]


class Model:
    """A model that knows the problems by their prompts.

    Args:
        kinds: what it does when asked for the first, second, ... response, and then from the start again: give one
            that is "right", "wrong" (with an answer in the format), or has "none".
        difficulties: those of the problems that it knows, as far as the environments have them.
        count: their seeds are 0..count - 1.
    """

    def __init__(self, ids, difficulties, kinds=("right",), *, count=20, split="test", answer_style="tags"):
        self.kinds = itertools.cycle(kinds)
        self.batches = []
        self.right = {}
        for name in ids:
            env = rlve_gym.make(name, answer_style=answer_style)
            for difficulty, seed in itertools.product(difficulties, range(count)):
                problem = env.sample(min(difficulty, env.max_difficulty), seed=seed, split=split)
                self.right[env.prompt(problem)] = env.respond(env.solve(problem))

    def __call__(self, prompts):
        self.batches.append(prompts)
        return [
            {"right": self.right[prompt[-1]["content"]], "wrong": "<answer>-1</answer>", "none": "So?"}[kind]
            for prompt, kind in zip(prompts, self.kinds, strict=False)
        ]


def no_model(prompts):
    return ["I do not know."] * len(prompts)


# The held-out set ----------------------------------------------------------------------------------------------------


def test_the_held_out_environments_of_the_catalogue_are_pinned():
    held_out = [name for name in CATALOGUE if is_held_out(name)]
    assert (len(CATALOGUE), len(held_out)) == (400, 55)
    assert held_out[0] == "ab_rewriting_normal_form"
    assert held_out[1] == "count_binary_strings_avoiding_pattern"
    assert held_out[-1] == "upper_envelope"
    digest = hashlib.sha256("\n".join(held_out).encode()).hexdigest()
    assert digest == "34ae261dd51b2db8240a1ab0cf51187739d0cd897fb20abe841a3046e2d6cba2"


def test_the_held_out_environments_are_those_registered():
    ids = rlve_gym.list_environments()
    held_out = held_out_environments()
    # By the rule in other words: the second hexadecimal digit of the hash is 0 or 8.
    assert held_out == [name for name in ids if hashlib.sha256(name.encode()).hexdigest()[1] in "08"]
    assert 0 < len(held_out) < len(ids)


def test_the_held_out_set_stays_as_it_is_when_environments_are_added(monkeypatch):
    before = held_out_environments()
    for added in ("zz_new_one", CATALOGUE[-1], *before):
        ids = sorted({*rlve_gym.list_environments(), added})
        monkeypatch.setattr(evaluation, "list_environments", lambda ids=ids: ids)
        assert set(held_out_environments()) - {added} == set(before) - {added}


def test_problems_are_held_out_from_training():
    prompts = {}
    for split in ("train", "test"):
        rows = []
        evaluate(Model(PAIR, [4], split=split), PAIR, 4, split=split, record=rows.append)
        for row in rows:
            problem = rlve_gym.make(row["environment"]).sample(4, seed=row["seed"], split=split)
            assert row["problem"] == rlve_gym.dumps(problem)
            assert row["split"] == split
            assert row["correct"]
        prompts[split] = {row["prompt"] for row in rows}
        assert len(prompts[split]) == 40
    assert not prompts["train"] & prompts["test"]


def test_the_test_split_is_the_default():
    rows = []
    evaluate(Model(PAIR, [4]), PAIR, 4, record=rows.append)
    assert {row["split"] for row in rows} == {"test"}
    assert all(row["correct"] for row in rows)  # the model knows these problems only


# Estimators ----------------------------------------------------------------------------------------------------------


def test_pass_at_k_is_the_share_of_sets_with_a_right_one():
    for samples in range(1, 8):
        for right, k in itertools.product(range(samples + 1), range(1, samples + 1)):
            responses = [True] * right + [False] * (samples - right)
            sets = [any(chosen) for chosen in itertools.combinations(responses, k)]
            assert pass_at_k(samples, right, k) == pytest.approx(float(Fraction(sum(sets), len(sets))))


def test_pass_at_k_is_unbiased():
    """Over all outcomes of n independent responses, its mean is the chance that one of k is right."""
    chance, n = 0.3, 6
    for k in range(1, n + 1):
        mean = sum(
            math.prod(chance if right else 1 - chance for right in outcome) * pass_at_k(n, sum(outcome), k)
            for outcome in itertools.product((False, True), repeat=n)
        )
        assert mean == pytest.approx(1 - (1 - chance) ** k)


def test_pass_at_k_of_many_samples():
    assert pass_at_k(10_000, 1, 5_000) == pytest.approx(0.5)
    assert pass_at_k(10_000, 0, 10_000) == 0
    assert pass_at_k(10_000, 5_001, 5_000) == 1


@pytest.mark.parametrize(("samples", "right", "k"), [(4, 5, 1), (4, -1, 1), (4, 2, 0), (4, 2, 5), (0, 0, 1)])
def test_pass_at_k_of_the_impossible(samples, right, k):
    with pytest.raises(ValueError, match="impossible"):
        pass_at_k(samples, right, k)


def test_standard_errors_by_hand():
    """Three problems with 4, 1 and 0 right responses of 4: shares 1, 1/4, 0 with mean 5/12 and variance 13/48."""
    kinds = [*["right"] * 4, "right", "wrong", "none", "none", *["none"] * 4]
    report = evaluate(Model(["sort_integers"], [0], kinds), "sort_integers", 0, problems=3, samples=4)
    (row,) = report.rows
    assert (row.environment, row.version, row.difficulty) == ("sort_integers", 0, 0)
    assert (row.problems, row.samples, row.right) == (3, 4, (4, 1, 0))
    assert list(row.pass_at) == [1, 2, 4]
    assert row.pass_at[1] == row.accuracy
    expected = [
        (row.accuracy, 5 / 12, 13 / 48),
        (row.pass_at[2], 1 / 2, 1 / 4),  # 1, 1/2, 0
        (row.pass_at[4], 2 / 3, 1 / 3),  # 1, 1, 0
        (row.format_rate, 1 / 2, 1 / 4),  # 1, 1/2, 0
    ]
    for estimate, mean, variance in expected:
        assert estimate.mean == pytest.approx(mean)
        assert estimate.standard_error == pytest.approx(math.sqrt(variance / 3))


@pytest.mark.parametrize(("samples", "ks"), [(1, [1]), (2, [1, 2]), (3, [1, 2]), (9, [1, 2, 4, 8])])
def test_pass_at_powers_of_two(samples, ks):
    report = evaluate(no_model, "sort_integers", 0, problems=1, samples=samples)
    assert list(report.overall.pass_at) == list(report.rows[0].pass_at) == ks


def test_more_samples_of_the_same_are_no_more_evidence():
    """Responses to a problem are all alike here, so that the error is that of ten problems, five of them right."""
    for samples in (1, 8):
        kinds = ["right"] * samples + ["wrong"] * samples
        model = Model(["sort_integers"], [3], kinds)
        (row,) = evaluate(model, "sort_integers", 3, problems=10, samples=samples).rows
        assert row.accuracy.mean == 0.5
        assert row.accuracy.standard_error == pytest.approx(math.sqrt(5 / 18 / 10))


def test_the_standard_error_is_the_true_one_in_the_mean():
    """Problems that are easy or hard for the model, with chances of 0.1 and 0.9, and four samples of each."""
    rng = random.Random(1)
    model = Model(["sort_integers"], [2])
    variances = []
    for _ in range(200):
        chances = [rng.choice((0.1, 0.9)) for _ in range(10)]
        model.kinds = iter(
            ["right" if rng.random() < chance else "none" for chance in chances for _ in range(4)]
        )
        report = evaluate(model, "sort_integers", 2, problems=10, samples=4)
        variances.append(report.overall.accuracy.standard_error**2)
    # Between problems the variance is 0.4 ** 2, and within one of them 0.09 for each of four samples. Were all 40
    # samples independent, it would be 0.25 / 40, a third of that.
    assert statistics.fmean(variances) == pytest.approx((0.16 + 0.09 / 4) / 10, rel=0.05)


# Reports -------------------------------------------------------------------------------------------------------------


def estimates_of(report):
    for scores in (*report.rows, report.overall, report.macro):
        yield from (scores.accuracy, *scores.pass_at.values(), scores.format_rate, scores.reward)


def test_who_solves_everything_scores_1_everywhere():
    ids = rlve_gym.list_environments()
    report = evaluate(Model(ids, [0, 1], count=2), None, [0, 1], problems=2, samples=2)
    assert [(row.environment, row.difficulty) for row in report.rows] == list(itertools.product(ids, (0, 1)))
    assert {(estimate.mean, estimate.standard_error) for estimate in estimates_of(report)} == {(1, 0)}
    assert report.overall.problems == report.macro.problems == 4 * len(ids)


def test_who_solves_nothing():
    report = evaluate(no_model, PAIR, [0, 2], problems=2)
    assert {estimate.mean for estimate in estimates_of(report)} == {0, -1}
    assert report.overall.format_rate.mean == 0
    assert report.overall.reward.mean == -1


def test_who_solves_half():
    report = evaluate(Model(PAIR, [0, 2], ["right", "none"]), PAIR, [0, 2], problems=4, samples=2)
    assert [(row.environment, row.difficulty) for row in report.rows] == list(itertools.product(PAIR, (0, 2)))
    for scores in (*report.rows, report.overall, report.macro):
        # One response of two to each problem: nothing varies between problems.
        assert (scores.accuracy.mean, scores.accuracy.standard_error) == (0.5, 0)
        assert (scores.pass_at[1].mean, scores.pass_at[2].mean) == (0.5, 1)
        assert (scores.format_rate.mean, scores.reward.mean) == (0.5, 0)


def test_outcomes_and_lengths():
    rows = []
    model = Model(["shortest_path"], [0], ["right", "wrong", "none"])
    report = evaluate(model, "shortest_path", 0, problems=1, samples=3, record=rows.append)
    assert [(row["outcome"], row["reward"]) for row in rows] == [
        ("valid", 1), ("invalid", -0.5), ("unparsed", -1),
    ]  # fmt: skip
    assert report.overall.reward.mean == pytest.approx(-0.5 / 3)
    assert report.overall.format_rate.mean == pytest.approx(2 / 3)
    assert report.overall.length.mean == pytest.approx(sum(len(row["response"]) for row in rows) / 3)


def test_totals_by_hand():
    """Right of two problems: 0 in countdown_exact at 12, its top; 1 and 2 in sort_integers at 12 and 13."""
    ids = ["countdown_exact", "sort_integers"]
    kinds = ["none", "right", "right", "none", "none", "right"]  # by seed, then environment and difficulty
    report = evaluate(Model(ids, [12, 13], kinds, count=2), ids, [12, 13], problems=2)
    cells = [(row.environment, row.difficulty, row.right) for row in report.rows]
    assert cells == [
        ("countdown_exact", 12, (0, 0)), ("sort_integers", 12, (1, 0)), ("sort_integers", 13, (1, 1)),
    ]  # fmt: skip
    assert (report.overall.problems, report.macro.problems) == (6, 6)
    # Means 0, 1/2 and 1 with errors 0, 1/2 and 0.
    assert report.overall.accuracy.mean == pytest.approx(1 / 2)
    assert report.overall.accuracy.standard_error == pytest.approx(math.sqrt(1 / 4) / 3)
    # Environments have 0 and 3/4, with variance 9/32.
    assert report.macro.accuracy.mean == pytest.approx(3 / 8)
    assert report.macro.accuracy.standard_error == pytest.approx(math.sqrt(9 / 32 / 2))


def test_a_difficulty_above_the_top_is_the_top():
    tops = {name: rlve_gym.make(name).max_difficulty for name in PAIR}
    report = evaluate(no_model, PAIR, [10**6, 10**5], problems=1)
    assert {row.environment: row.difficulty for row in report.rows} == tops
    assert len(report.rows) == 2


def test_json():
    model = Model(PAIR, [0, 2], ["right", "wrong", "none"])
    report = evaluate(model, PAIR, [0, 2], problems=3, samples=2, seed=1, system_prompt="Think.")
    document = json.loads(report.to_json(model="m"))
    assert list(document) == ["settings", "overall", "macro", "rows"]
    assert document["settings"] == {
        "rlve_gym": rlve_gym.__version__, "problems": 3, "samples": 2, "seed": 1, "split": "test",
        "answer_style": "tags", "system_prompt": "Think.", "model": "m",
    }  # fmt: skip
    assert len(document["rows"]) == 4
    for found, row in zip(document["rows"], report.rows, strict=True):
        assert list(found)[:3] == ["environment", "version", "difficulty"]
        assert found["right"] == list(row.right)
        assert found["accuracy"] == {
            "mean": row.accuracy.mean, "standard_error": row.accuracy.standard_error
        }  # fmt: skip
        assert found["pass_at"]["2"]["mean"] == row.pass_at[2].mean
    assert document["overall"]["length"]["mean"] == report.overall.length.mean


def test_a_standard_error_that_nobody_can_tell_is_null():
    text = evaluate(no_model, ["sort_integers"], 0, problems=1, samples=2).to_json()
    assert "NaN" not in text
    document = json.loads(text)
    for scores in (document["overall"], document["macro"], *document["rows"]):
        assert scores["accuracy"] == {"mean": 0, "standard_error": None}
        assert scores["pass_at"]["2"] == {"mean": 0, "standard_error": None}
    # Of several problems in one environment, or one in several, one total can be told.
    report = evaluate(no_model, "sort_integers", 0, problems=2)
    assert (report.overall.accuracy.standard_error, report.macro.accuracy.standard_error) == (0, None)
    report = evaluate(no_model, PAIR, 0, problems=1)
    assert (report.overall.accuracy.standard_error, report.macro.accuracy.standard_error) == (None, 0)


# What generate is given and gives ------------------------------------------------------------------------------------


def test_prompts():
    model = Model(PAIR, [1], answer_style="boxed")
    report = evaluate(
        model, PAIR, 1, problems=3, samples=2, seed=4, answer_style="boxed", system_prompt="Be brief.",
        batch_size=5,
    )  # fmt: skip
    assert report.overall.accuracy.mean == 1
    assert [len(batch) for batch in model.batches] == [5, 5, 2]
    prompts = [prompt for batch in model.batches for prompt in batch]
    expected = []
    for seed, name in itertools.product((4, 5, 6), PAIR):
        env = rlve_gym.make(name, answer_style="boxed")
        messages = [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": env.prompt(env.sample(1, seed=seed, split="test"))},
        ]
        expected += [messages, messages]
    assert prompts == expected
    assert "\\boxed" in prompts[0][1]["content"]


@pytest.mark.parametrize("system_prompt", [None, "Be brief."])
def test_a_model_may_change_its_prompts(system_prompt):
    def generate(prompts):
        for prompt in prompts:
            assert len(prompt) == (1 if system_prompt is None else 2)
            assert "gone" not in [message["content"] for message in prompt]
            yield model.right[prompt[-1]["content"]]
            for message in prompt:
                message["content"] = "gone"
            prompt.clear()

    model = Model(PAIR, [0])
    report = evaluate(generate, PAIR, 0, problems=2, samples=3, system_prompt=system_prompt)
    assert report.overall.accuracy.mean == 1


def test_responses_are_recorded_in_order_and_progress_is_told():
    for batch_size in (1, 3, 64):
        numbers, rows, told = itertools.count(), [], []

        def generate(prompts, numbers=numbers):
            return (f"{next(numbers)}" for _ in prompts)  # one by one, as from a server

        def progress(done, total, rows=rows, told=told):
            assert len(rows) == done
            told.append((done, total))

        evaluate(
            generate, PAIR, [0, 1], problems=2, samples=2, batch_size=batch_size, record=rows.append,
            progress=progress,
        )  # fmt: skip
        assert [row["response"] for row in rows] == [str(number) for number in range(16)]
        places = [(row["seed"], row["environment"], row["difficulty"], row["sample"]) for row in rows]
        assert places == list(itertools.product((0, 1), PAIR, (0, 1), (0, 1)))
        assert told == [(number, 16) for number in range(1, 17)]


def test_recorded_rows_are_those_of_verify():
    rows = []
    evaluate(Model(PAIR, [0], ["right", "none"]), PAIR, 0, problems=1, record=rows.append)
    for row in rows:
        env = rlve_gym.make(row["environment"])
        problem = rlve_gym.loads(row["problem"])
        verdict = env.judge(problem, row["response"])
        assert row == {
            "environment": env.id, "version": 0, "difficulty": 0, "seed": 0, "split": "test", "sample": 0,
            "prompt": env.prompt(problem), "problem": row["problem"], "response": row["response"],
            "reward": env.rewards.reward(verdict), "correct": verdict.correct, "outcome": verdict.outcome,
            "quality": verdict.quality, "reason": verdict.reason,
            "answer": env.format(verdict.answer) if verdict.outcome == "valid" else None,
        }  # fmt: skip
    assert [row["outcome"] for row in rows] == ["valid", "unparsed"]


def test_a_response_that_cannot_be_had_is_no_wrong_one():
    class Unreachable(Exception):
        pass

    def fails(prompts):
        raise Unreachable

    def fails_later(prompts):
        yield "no"
        raise Unreachable

    for generate in (fails, fails_later):
        with pytest.raises(Unreachable):
            evaluate(generate, PAIR, 0, problems=2)


@pytest.mark.parametrize(
    ("generate", "reason"),
    [
        (lambda prompts: ["no"] * (len(prompts) - 1), "gave 3 responses to 4 prompts"),
        (lambda prompts: ["no"] * (len(prompts) + 1), "gave more responses to 4 prompts"),
        (lambda prompts: [], "gave 0 responses to 4 prompts"),
        (lambda prompts: "nono", "not one text"),
        (lambda prompts: ["no", None, "no", "no"], "not NoneType"),
    ],
)
def test_a_model_that_breaks_the_rules(generate, reason):
    with pytest.raises(ValueError, match=reason):
        evaluate(generate, PAIR, 0, problems=2)


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"problems": 0}, "problems"),
        ({"samples": 0}, "samples"),
        ({"samples": 1.5}, "samples"),
        ({"batch_size": 0}, "batch_size"),
        ({"seed": -1}, "seed"),
        ({"split": "dev"}, "split"),
        ({"answer_style": "bold"}, "answer_style"),
        ({"difficulties": -1}, "difficulty"),
        ({"difficulties": []}, "at least one"),
        ({"ids": []}, "at least one"),
    ],
)
def test_mistakes(settings, reason):
    def generate(prompts):
        raise AssertionError("the model is asked before the settings are checked")

    with pytest.raises(ValueError, match=reason):
        evaluate(generate, **{"ids": PAIR, "difficulties": 0, **settings})


def test_unknown_environments():
    with pytest.raises(rlve_gym.UnknownEnvironmentError):
        evaluate(no_model, ["no_such_thing"], 0)


def test_import_is_light():
    heavy = {"torch", "transformers", "openai", "matplotlib", "rich", "typer", "scipy", "sympy"}
    code = (
        "import sys, rlve_gym; print('rlve_gym.evaluation' in sys.modules); import rlve_gym.evaluation\n"
        f"print(sorted({heavy} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n") == ["False", "[]", ""]
