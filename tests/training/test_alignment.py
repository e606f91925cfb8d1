"""The gap along which a run moves, against gradients of the responses one by one; and the learning rate that follows it."""

import hashlib
import itertools
import json
import math
import zlib
from dataclasses import asdict
from types import SimpleNamespace

import pytest
import torch
from scripted import SCHEDULES, half, log_of, model, right, run_script
from transformers import TrainerCallback

from rlve_gym.training import AlignmentStepSize, GapAlignmentCallback

pytestmark = [
    pytest.mark.filterwarnings("ignore:.*gradient_checkpointing:FutureWarning:transformers"),
    pytest.mark.filterwarnings("ignore:.*pin_memory:UserWarning:torch"),
]

FAMILIES = {"integer_multiplication": "arithmetic", "sort_integers": "sequences"}


def answers(problem, member, hits):
    """The first ``hits`` members are right; no two texts are equal."""
    return "x" * member + (right(problem) if member < hits else "no")


def varied(problem, member):
    """From none to all four right, decided by the problem."""
    return answers(problem, member, problem.origin.seed % 5)


def mixed(problem, member):
    return answers(problem, member, 1 + problem.origin.seed % 3)


class Watch(TrainerCallback):
    """Keeps weights and rollouts around each step, and what was measured there."""

    def __init__(self, trainer, gap):
        self.trainer, self.gap, self.steps = trainer, gap, []

    def weights(self):
        return [parameter.detach().clone() for parameter in self.trainer.model.parameters()]

    def on_pre_optimizer_step(self, *args, **kwargs):
        batches = self.trainer.rollouts
        self.steps.append({"before": self.weights(), "batches": None if batches is None else list(batches)})

    def on_optimizer_step(self, *args, optimizer=None, **kwargs):
        self.steps[-1]["after"] = self.weights()

    def on_step_end(self, args, state, control, optimizer=None, **kwargs):
        self.steps[-1] |= {
            "measured": {family: asdict(found) for family, found in self.gap.latest.items()},
            "M": dict(self.gap.cumulative),
            "rates": [group["lr"] for group in optimizer.param_groups],
        }


def watched(trainer, **options):
    """The trainer with a measurement in it, and with one who watches."""
    gap = GapAlignmentCallback(trainer, **options)
    watch = Watch(trainer, gap)
    trainer.add_callback(watch)
    trainer.add_callback(gap)
    return trainer, gap, watch


# An independent computation --------------------------------------------------------------------------------------------


def with_weights(weights):
    judge = model().double().eval()
    with torch.no_grad():
        for parameter, value in zip(judge.parameters(), weights, strict=True):
            parameter.copy_(value)
    return judge


def log_probability(judge, prompt, completion, temperature=1.0):
    logits = judge(torch.tensor([prompt + completion])).logits[0] / temperature
    steps = torch.log_softmax(logits, dim=-1)
    return sum(steps[len(prompt) + place - 1, token] for place, token in enumerate(completion))


def prompts_of(trainer, batches):
    """{family: [(correct responses, wrong ones)]}, a pair for each prompt that has both; told by the texts alone."""
    prompts = {}
    for batch in batches:
        for row in range(len(batch["prompt_ids"])):
            if not batch["completion_mask"][row].any():
                continue
            prompt = batch["prompt_ids"][row][batch["prompt_mask"][row].bool()].tolist()
            completion = batch["completion_ids"][row][batch["completion_mask"][row].bool()].tolist()
            correct = "<answer>" in trainer._tokenizer.decode(completion)
            prompts.setdefault(tuple(prompt), ([], []))[not correct].append((prompt, completion))
    families = {}
    for prompt, kinds in prompts.items():
        if all(kinds):
            sorting = "sort" in trainer._tokenizer.decode(prompt).lower()
            families.setdefault("sequences" if sorting else "arithmetic", []).append(kinds)
    return families


def mean(values):
    return sum(values) / len(values)


def gap_of(kinds, weights, temperature=1.0):
    """(g+, g-) of one prompt, flat."""
    judge, sides = with_weights(weights), []
    for responses in kinds:
        scores = []
        for response in responses:
            gradient = torch.autograd.grad(
                log_probability(judge, *response, temperature), list(judge.parameters())
            )
            scores.append(torch.cat([part.flatten() for part in gradient]))
        sides.append(mean(scores))
    return sides


def flat(weights):
    return torch.cat([part.double().flatten() for part in weights])


def pooled_variance(samples):
    squares = sum(sum((value - mean(values)) ** 2 for value in values) for values in samples)
    freedom = sum(len(values) - 1 for values in samples)
    return squares / freedom if freedom else math.nan


def expected(trainer, step, temperature=1.0):
    """What should be measured at a step, by family."""
    found = {}
    old, new = with_weights(step["before"]), with_weights(step["after"])
    delta = flat(step["after"]) - flat(step["before"])
    for family, prompts in prompts_of(trainer, step["batches"]).items():
        sides = [gap_of(kinds, step["before"], temperature) for kinds in prompts]
        gap = mean([correct for correct, _ in sides]) - mean([wrong for _, wrong in sides])
        with torch.no_grad():
            changes = [
                [
                    [
                        float(log_probability(new, *one, temperature) - log_probability(old, *one, temperature))
                        for one in kind
                    ]
                    for kind in kinds
                ]
                for kinds in prompts
            ]  # fmt: skip
        found[family] = {
            "prompts": len(prompts),
            "alignment": float(delta @ gap),
            "dmu": float(delta @ gap / delta.norm()),
            "cosine": float(delta @ gap / delta.norm() / gap.norm()),
            "gap_norm": float(gap.norm()),
            "gain": mean([mean(correct) - mean(wrong) for correct, wrong in changes]),
            "variance_correct": pooled_variance([correct for correct, _ in changes]),
            "variance_wrong": pooled_variance([wrong for _, wrong in changes]),
        }
    return found


def agree(measured, wanted):
    assert set(measured) == set(wanted)
    for family, figures in wanted.items():
        for name, value in figures.items():
            assert measured[family][name] == pytest.approx(value, rel=2e-3, abs=1e-5, nan_ok=True), name


# What is measured ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_figures_are_those_of_single_responses(build, schedule):
    settings = {"max_steps": 3, "per_device_train_batch_size": 16, "dynamic_sampling": False, **schedule}
    trainer, _, watch = watched(build(varied, **settings))
    trainer.train()
    assert len(watch.steps) == settings["max_steps"]
    for step in watch.steps[:4]:
        assert len(step["batches"]) == trainer.args.gradient_accumulation_steps
        agree(step["measured"], expected(trainer, step))
    assert {family for step in watch.steps for family in step["measured"]} == set(FAMILIES.values())


def test_the_temperature_of_the_rollouts_counts(build):
    trainer, _, watch = watched(build(mixed, temperature=0.5, max_steps=1))
    trainer.train()
    agree(watch.steps[0]["measured"], expected(trainer, watch.steps[0], temperature=0.5))


def test_rows_know_where_they_come_from(build):
    """Group, environment and correctness stay with their row through shuffling, splitting and refills."""
    trainer, _, watch = watched(
        build(varied, steps_per_generation=4, gradient_accumulation_steps=2, max_generation_calls=20)
    )
    trainer.train()
    for step in watch.steps:
        prompts = {}
        for batch in step["batches"]:
            texts = trainer._tokenizer.batch_decode(batch["completion_ids"], skip_special_tokens=True)
            for row, text in enumerate(texts):
                prompt = trainer._tokenizer.decode(batch["prompt_ids"][row][batch["prompt_mask"][row].bool()])
                assert bool(batch["correct"][row]) == ("<answer>" in text)
                assert (batch["environment"][row] == "sort_integers") == ("sort" in prompt.lower())
                prompts.setdefault(int(batch["group"][row]), set()).add(prompt)
        assert all(len(texts) == 1 for texts in prompts.values())
        assert len({text for texts in prompts.values() for text in texts}) == len(prompts)


def test_the_alignment_is_the_slope_of_the_log_odds_along_the_step(build):
    """Against a central difference, with the responses held."""
    trainer, _, watch = watched(build(mixed, max_steps=1, environments=["sort_integers"]))
    trainer.train()
    (step,) = watch.steps
    (prompts,) = prompts_of(trainer, step["batches"]).values()

    def contrast(share):
        pairs = zip(step["before"], step["after"], strict=True)
        judge = with_weights([old.double() + share * (new.double() - old.double()) for old, new in pairs])
        with torch.no_grad():
            means = [[mean([float(log_probability(judge, *one)) for one in kind]) for kind in kinds] for kinds in prompts]  # fmt: skip
        return mean([correct - wrong for correct, wrong in means])

    slope = (contrast(1e-3) - contrast(-1e-3)) / 2e-3
    assert step["measured"]["sequences"]["alignment"] == pytest.approx(slope, rel=1e-3)


def test_a_short_step_gains_its_alignment(build):
    errors = {}
    for rate in (0.1, 0.01):
        trainer, gap, _ = watched(
            build(mixed, max_steps=1, optim="sgd", learning_rate=rate, environments=["sort_integers"])
        )
        trainer.train()
        (measured,) = gap.latest.values()
        assert measured.alignment > 0
        errors[rate] = abs(measured.gain / measured.alignment - 1)
    assert errors[0.01] < 0.02
    assert errors[0.01] < errors[0.1] / 4  # an error of second order


def test_prompts_count_alike_however_easy_they_are(build):
    """Three of four right here, one of four there: not the gradient of the pooled responses."""
    hits = iter([3, 1])
    share = {}

    def script(problem, member):
        key = str(problem)
        if key not in share:
            share[key] = next(hits)
        return answers(problem, member, share[key])

    trainer, gap, watch = watched(build(script, max_steps=1, environments=["sort_integers"]))
    trainer.train()
    (step,) = watch.steps
    agree(step["measured"], expected(trainer, step))
    (prompts,) = prompts_of(trainer, step["batches"]).values()
    assert sorted(len(correct) for correct, _ in prompts) == [1, 3]
    pooled = [[one for kinds in prompts for one in kinds[kind]] for kind in (0, 1)]
    correct, wrong = gap_of(pooled, step["before"])
    assert float((correct - wrong).norm()) != pytest.approx(gap.latest["sequences"].gap_norm, rel=5e-3)


def test_families_are_measured_apart(build):
    trainer, _, watch = watched(build(mixed, max_steps=1, per_device_train_batch_size=32))
    trainer.train()
    (step,) = watch.steps
    measured = step["measured"]
    assert set(measured) == {"arithmetic", "sequences"}
    assert sum(figures["prompts"] for figures in measured.values()) == 8
    agree(measured, expected(trainer, step))


# What is left out ------------------------------------------------------------------------------------------------------


def test_truncated_responses_are_left_out(build):
    """Of each prompt's four responses the last, a wrong one, is cut off."""

    def script(problem, member):
        return "cut off" if member == 3 else answers(problem, member, 1)

    trainer, _, watch = watched(build(script, max_steps=1))
    inner = trainer._generate_single_turn

    def cut(*args, **kwargs):
        ids, rest = inner(*args, **kwargs)
        texts = trainer._tokenizer.batch_decode(ids, skip_special_tokens=True)
        return [one[:-1] if text == "cut off" else one for one, text in zip(ids, texts, strict=True)], rest

    trainer._generate_single_turn = cut
    trainer.train()
    (step,) = watch.steps
    rows = sum(int(batch["completion_mask"].any(dim=1).sum()) for batch in step["batches"])
    assert rows == 6
    agree(step["measured"], expected(trainer, step))


def test_groups_that_only_keep_a_place_are_left_out(build):
    """One prompt is found, whose rollouts differ; the other place holds one with equal rewards that would count if it were not masked."""
    found = []

    def script(problem, member):
        if not found:
            found.append(problem)
        return mixed(problem, member) if problem == found[0] else "no"

    trainer, gap, watch = watched(build(script, max_steps=1, environments=["sort_integers"]))
    trainer.train()
    assert sum(int((~batch["completion_mask"].any(dim=1)).sum()) for batch in watch.steps[0]["batches"]) == 4
    assert gap.latest["sequences"].prompts == 1
    agree(watch.steps[0]["measured"], expected(trainer, watch.steps[0]))


def test_an_empty_batch_measures_nothing(build, tmp_path):
    trainer, gap, watch = watched(build(lambda problem, member: "no", max_steps=2))
    trainer.train()
    assert trainer.batch_is_empty
    assert gap.latest == gap.cumulative == {}
    for row in log_of(tmp_path):
        assert {key for key in row if key.startswith("gap/")} <= {"gap/time_share"}
    before, after = watch.steps[0]["before"], watch.steps[-1]["after"]
    assert all(torch.equal(old, new) for old, new in zip(before, after, strict=True))


def test_a_family_without_mixed_prompts_is_not_in_the_log(build, tmp_path):
    def script(problem, member):
        return mixed(problem, member) if problem.environment == "sort_integers" else "no"

    trainer, _, _ = watched(
        build(script, max_steps=1, dynamic_sampling=False, per_device_train_batch_size=32)
    )
    trainer.train()
    assert {draw.environment for draw in trainer.drawn} == set(FAMILIES)
    (row,) = (row for row in log_of(tmp_path) if "reward" in row)
    assert row["gap/sequences/gap_norm"] > 0
    assert not any(key.startswith("gap/arithmetic") for key in row)


# The course of a run ---------------------------------------------------------------------------------------------------


def test_m_sums_what_fresh_rollouts_say_of_the_way_to_them(build):
    trainer, gap, watch = watched(build(mixed, max_steps=4, environments=["sort_integers"]))
    trainer.train()
    total = 0.0
    for last, step in itertools.pairwise(watch.steps):
        (prompts,) = prompts_of(trainer, step["batches"]).values()
        sides = [gap_of(kinds, step["before"]) for kinds in prompts]
        direction = mean([correct for correct, _ in sides]) - mean([wrong for _, wrong in sides])
        way = float((flat(step["before"]) - flat(last["before"])) @ direction)
        assert step["measured"]["sequences"]["fresh_alignment"] == pytest.approx(way, rel=2e-3, abs=1e-5)
        total += way
        assert step["M"]["sequences"] == pytest.approx(total, rel=2e-3, abs=1e-5)
    assert math.isnan(watch.steps[0]["measured"]["sequences"]["fresh_alignment"])
    assert total != 0 and gap.cumulative["sequences"] == watch.steps[-1]["M"]["sequences"]


def test_every_third_step(build, tmp_path):
    trainer, _, watch = watched(build(mixed, max_steps=7, environments=["sort_integers"]), every=3)
    trainer.train()
    rows = [row for row in log_of(tmp_path) if "reward" in row]
    assert [row["step"] for row in rows if "gap/sequences/M" in row] == [1, 4, 7]
    # The mean over the lines is the share of the run: nothing was measured in between.
    assert [row["gap/time_share"] > 0 for row in rows] == [True, False, False] * 2 + [True]
    assert [step["batches"] is not None for step in watch.steps] == [True, False, False] * 2 + [True]
    fourth = watch.steps[3]
    (prompts,) = prompts_of(trainer, fourth["batches"]).values()
    sides = [gap_of(kinds, fourth["before"]) for kinds in prompts]
    direction = mean([correct for correct, _ in sides]) - mean([wrong for _, wrong in sides])
    way = float((flat(fourth["before"]) - flat(watch.steps[0]["before"])) @ direction)  # of three steps
    assert fourth["M"]["sequences"] == pytest.approx(way, rel=2e-3, abs=1e-5)


def test_accuracy_is_that_of_all_samples_since_the_last_measurement(build):
    trainer, _, watch = watched(
        build(varied, max_steps=4, max_generation_calls=20, environments=["sort_integers"]), every=3
    )
    marks = []
    inner = trainer._generate
    trainer._generate = lambda prompts: (inner(prompts), marks.append(len(trainer.drawn)))[0]
    trainer.train()

    def share(draws):
        return mean([min(draw.seed % 5, 4) / 4 for draw in draws])

    drawn = trainer.drawn
    assert len(drawn) > 8  # some groups were dropped
    first, fourth = (watch.steps[step]["measured"]["sequences"]["accuracy"] for step in (0, 3))
    assert first == pytest.approx(share(drawn[: marks[0]]))
    assert fourth == pytest.approx(share(drawn[marks[0] : marks[3]]))


def test_the_log_has_finite_figures(build, tmp_path):
    """With two rollouts a prompt, no prompt has two of a kind: there is no variance."""
    trainer, _, _ = watched(build(half, max_steps=2, num_generations=2, environments=["sort_integers"]))
    trainer.train()
    for row in (row for row in log_of(tmp_path) if "reward" in row):
        assert 0 < row["gap/time_share"] <= 1
        assert all(math.isfinite(value) for value in row.values())
        names = {key.rpartition("/")[2] for key in row if key.startswith("gap/sequences/")}
        assert names >= {"alignment", "dmu", "cosine", "gap_norm", "gain", "accuracy", "M"}
        assert not names & {"variance_wrong", "variance_correct"}
        assert -1 <= row["gap/sequences/cosine"] <= 1


def test_some_parameters(build):
    trainer, gap, watch = watched(build(mixed, max_steps=1, environments=["sort_integers"]), parameters="mlp")
    names = [name for name, _ in trainer.model.named_parameters()]
    trainer.train()
    (step,) = watch.steps
    chosen = torch.cat(
        [
            torch.full((parameter.numel(),), "mlp" in name)
            for name, parameter in zip(names, step["before"], strict=True)
        ]
    )
    assert 0 < int(chosen.sum()) < chosen.numel()
    (prompts,) = prompts_of(trainer, step["batches"]).values()
    sides = [gap_of(kinds, step["before"]) for kinds in prompts]
    part = (mean([correct for correct, _ in sides]) - mean([wrong for _, wrong in sides]))[chosen]
    delta = (flat(step["after"]) - flat(step["before"]))[chosen]
    measured, whole = gap.latest["sequences"], expected(trainer, step)["sequences"]
    assert measured.alignment == pytest.approx(float(delta @ part), rel=2e-3)
    assert measured.gap_norm == pytest.approx(float(part.norm()), rel=2e-3)
    # The changes of log-probability are those of the whole model.
    assert measured.gain == pytest.approx(whole["gain"], rel=2e-3)
    assert measured.variance_wrong == pytest.approx(whole["variance_wrong"], rel=2e-3)


@pytest.mark.parametrize(
    ("options", "message"), [({"parameters": "no such layer"}, "no such layer"), ({"every": 0}, "every")]
)
def test_bad_measurements(build, options, message):
    with pytest.raises(ValueError, match=message):
        GapAlignmentCallback(build(half), **options)


@pytest.mark.parametrize("kind", ["is_fsdp_enabled", "is_deepspeed_enabled"])
def test_sharded_parameters_are_refused(build, kind):
    trainer = build(half)
    setattr(trainer, kind, True)
    with pytest.raises(ValueError, match="shard"):
        GapAlignmentCallback(trainer)


# Training goes on as without it ----------------------------------------------------------------------------------------


class ByText:
    """Right or wrong by the text alone, for completions that the model samples itself."""

    rewards = SimpleNamespace(reward=lambda verdict: verdict.reward)

    def judge(self, completions, problem):
        sums = [zlib.crc32(text.encode()) % 2 for text in completions]
        return [SimpleNamespace(correct=bool(number), reward=float(number)) for number in sums]


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_weights_and_random_numbers_are_those_of_a_run_without_it(build, schedule):
    """With dropout and with sampled completions, both of which use random numbers."""
    results = {}
    for measures in (False, True):
        trainer = build(**{"max_steps": 3, "mask_truncated_completions": False, **schedule})
        trainer.model.model.layers[0].self_attn.attention_dropout = 0.3
        trainer._judge.function = ByText()
        if measures:
            trainer, _, watch = watched(trainer)
        trainer.train()
        assert trainer.model.training
        results[measures] = trainer.model.state_dict()
    assert any(step["measured"] for step in watch.steps)
    assert all(torch.equal(results[True][name], value) for name, value in results[False].items())


def test_dropout_is_off_in_the_measurement(build):
    trainer, _, watch = watched(build(mixed, max_steps=1))
    trainer.model.model.layers[0].self_attn.attention_dropout = 0.3
    trainer.train()
    agree(watch.steps[0]["measured"], expected(trainer, watch.steps[0]))


def test_gradients_of_the_loss_are_not_touched(build):
    class Gradients(TrainerCallback):
        def __init__(self):
            self.kept = []

        def on_pre_optimizer_step(self, args, state, control, model=None, **kwargs):
            self.kept.append([parameter.grad.clone() for parameter in model.parameters()])

    class After(Gradients):
        pass

    trainer = build(mixed, max_steps=1)
    before, after = Gradients(), After()
    for callback in (before, GapAlignmentCallback(trainer), after):
        trainer.add_callback(callback)
    trainer.train()
    assert all(torch.equal(*pair) for pair in zip(before.kept[0], after.kept[0], strict=True))


def test_rollouts_are_kept_for_those_only_who_want_them(build):
    trainer = build(half)
    trainer.train()
    assert trainer.rollouts is None
    trainer, _, _ = watched(build(half))
    trainer.train()
    assert trainer.rollouts is None  # cleared at the end of the step


# Several processes -----------------------------------------------------------------------------------------------------

PARALLEL = """
from dataclasses import asdict
from rlve_gym.training import AlignmentStepSize, GapAlignmentCallback

def script(problem, member):
    return "x" * member + (right(problem) if member < 1 + problem.origin.seed % 3 else "no")

def main(name, folder, settings):
    trainer = ScriptedTrainer(model=model(), args=config(folder, **settings), processing_class=tokenizer(), script=script)
    gap = GapAlignmentCallback(trainer)
    size = AlignmentStepSize(gap, bounds=(0.1, 1.0))
    seen = []
    class See(TrainerCallback):
        def on_step_end(self, *args, **kwargs):
            seen.append({family: asdict(found) for family, found in gap.latest.items()})
    for callback in (gap, size, See()):
        trainer.add_callback(callback)
    trainer.train()
    return [seen, gap.cumulative, size.scale]
"""

TWO = {"whole groups": 8, "groups that straddle ranks": 2, "odd shares": 6}
"""Rollouts per process with two processes."""


@pytest.fixture(scope="module")
def parallel(tmp_path_factory):
    base = tmp_path_factory.mktemp("parallel")
    code = "from transformers import TrainerCallback\n" + PARALLEL
    jobs = {
        processes: [
            [name, str(base / f"{name} {processes}"), {"max_steps": 3, "per_device_train_batch_size": 2 * rows // processes}]
            for name, rows in TWO.items()
        ]
        for processes in (1, 2)
    }  # fmt: skip
    (one,) = run_script(base / "one.py", code, jobs[1])
    first, second = run_script(base / "two.py", code, jobs[2], processes=2)
    return {name: (one[name], first[name], second[name]) for name in TWO}


@pytest.mark.parametrize("name", TWO)
def test_two_processes_measure_what_one_does(parallel, name):
    one, first, second = parallel[name]
    assert json.dumps(first) == json.dumps(second)  # to the last digit, nan included
    for whole, half_each in zip(one[0], first[0], strict=True):
        assert set(whole) == set(half_each) != set()
        for family, figures in whole.items():
            assert half_each[family] == {
                key: pytest.approx(value, rel=5e-3, abs=1e-4, nan_ok=True) for key, value in figures.items()
            }
    assert first[1] == pytest.approx(one[1], rel=5e-3, abs=1e-4)
    assert first[2] == pytest.approx(one[2], rel=5e-3)


# Checkpoints -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("schedule", "every"),
    [
        ({}, 1),
        ({}, 4),
        ({"steps_per_generation": 2, "gradient_accumulation_steps": 1}, 1),
        ({"num_iterations": 2}, 1),
    ],
)
def test_a_resumed_run_goes_on_with_m_and_scale(build, tmp_path, schedule, every):
    """Also amid the steps of one generation, whose rollouts the checkpoint holds."""
    settings = {"max_steps": 6, "save_strategy": "steps", "save_steps": 3, "environments": ["sort_integers"]}

    def start(folder):
        trainer = build(mixed, folder=folder, **settings, **schedule)
        gap = GapAlignmentCallback(trainer, every=every)
        size = AlignmentStepSize(gap, bounds=(0.2, 1.0))
        watch = Watch(trainer, gap)
        for callback in (watch, gap, size):
            trainer.add_callback(callback)
        return trainer, size, watch

    trainer, size, whole = start(tmp_path)
    trainer.train()
    again, size_again, watch = start(tmp_path)
    again.train(resume_from_checkpoint=str(tmp_path / "checkpoint-3"))
    assert len(watch.steps) == 3
    for step, other in zip(whole.steps[3:], watch.steps, strict=True):
        if other["batches"] is not None:  # measured
            assert other["measured"]["sequences"] == pytest.approx(step["measured"]["sequences"], nan_ok=True)
            assert other["M"] == pytest.approx(step["M"])
    assert size_again.state_dict() == pytest.approx(size.state_dict())
    assert digest(again) == digest(trainer)


def digest(trainer):
    weights = b"".join(parameter.detach().numpy().tobytes() for parameter in trainer.model.parameters())
    return hashlib.sha256(weights).hexdigest()


# The step size ---------------------------------------------------------------------------------------------------------


def scales(measurements, every=1, **options):
    """The scale after each of some made-up (fresh alignment, variance among wrong responses), in order."""
    measure = SimpleNamespace(trainer=SimpleNamespace(_metrics={"train": {}}), every=every)
    settings = {"constant": 0.5, "bounds": (0.01, 1.0), "growth": 1.5, "memory": 0.9, **options}
    size, found = AlignmentStepSize(measure, **settings), []
    for step, figures in enumerate(measurements, 1):
        measure.fresh_alignment, measure.variance_wrong = (
            figures(size.scale) if callable(figures) else figures
        )
        measure.latest = {} if math.isnan(measure.variance_wrong) else {"sequences": "a measurement"}
        size.on_step_end(None, SimpleNamespace(global_step=step), None)
        assert measure.trainer._metrics["train"]["gap/lr_scale"] == [found[-1] if found else size.bounds[0]]
        found.append(size.scale)
    return found


@pytest.mark.parametrize("every", [1, 2])
def test_a_scale_settles_where_the_rule_has_it(every):
    """With alignment 0.2 s of each step since, at its scale s, and variance 0.4 s ** 2 of this one: at c 0.2 / 0.4."""
    taken = [math.nan]

    def measured(scale):
        taken.append(scale)
        return 0.2 * sum(taken[-1 - every : -1]), 0.4 * scale**2

    found = scales([measured] * 12 * every, every=every)
    assert found[-1] == pytest.approx(0.25)
    assert all(later <= 1.5 * earlier * (1 + 1e-9) for earlier, later in itertools.pairwise(found))


@pytest.mark.parametrize(
    ("figures", "towards"),
    [
        ((1.0, 1e-6), 1.0),  # much gained, no spread
        ((1.0, 0.0), 1.0),
        ((1e-6, 1e3), 0.01),  # spread that eats the gain
        ((0.0, 1.0), 0.01),
        ((-1.0, 1e-6), 0.01),  # a loss
    ],
)
def test_directions_and_bounds_of_the_scale(figures, towards):
    found = scales([(0.1, 1e-9)] * 6 + [figures] * 40, memory=0.0)
    assert found[5] > 0.05
    assert found[-1] == towards
    assert all(0.01 <= scale <= 1 for scale in found)
    assert all(1 / 1.5 - 1e-9 <= b / a <= 1.5 + 1e-9 for a, b in itertools.pairwise(found))


def test_without_an_estimate_the_scale_stays():
    assert scales([(math.nan, math.nan)] * 3) == [0.01] * 3
    first, *rest = scales(
        [(math.nan, 1e-9), (1.0, 1e-9), (math.nan, math.nan), (math.nan, math.nan)], memory=0.0
    )
    assert first == 0.01 and rest[0] == pytest.approx(0.015)


def test_a_measurement_that_finds_nothing_makes_the_next_one_about_more_steps():
    found = scales(
        [(math.nan, 0.4 * 0.25**2), (math.nan, math.nan), (0.2 * 2 * 0.25, 0.4 * 0.25**2)], bounds=(0.25, 1)
    )
    assert found == [0.25] * 3  # the alignment of two steps, of 0.2 s each


def test_steps_between_measurements_leave_the_scale_alone():
    found = scales([(math.nan, 1e-9), *[(1.0, 1e-9)] * 8], every=3)
    assert found == pytest.approx([0.01] * 3 + [0.015] * 3 + [0.0225] * 3)


def with_size(trainer, **options):
    trainer, gap, watch = watched(trainer)
    size = AlignmentStepSize(gap, **options)
    trainer.add_callback(size)
    return trainer, size, watch


def test_the_step_is_scaled_exactly(build):
    """By the learning rate that the optimizer sees."""
    deltas = {}
    for scale in (1.0, 0.25):
        trainer, _, watch = with_size(
            build(mixed, max_steps=1, optim="sgd", learning_rate=0.5), bounds=(scale, scale)
        )
        trainer.train()
        (step,) = watch.steps
        deltas[scale] = flat(step["after"]) - flat(step["before"])
    assert deltas[1.0].norm() > 1e-3
    assert torch.allclose(deltas[0.25], 0.25 * deltas[1.0], atol=1e-7)


def test_the_schedule_of_the_learning_rate_stays(build, tmp_path):
    rates = []

    class Rates(TrainerCallback):
        def on_optimizer_step(self, args, state, control, optimizer=None, **kwargs):
            rates.append(optimizer.param_groups[0]["lr"])

    trainer, _, watch = with_size(
        build(mixed, max_steps=4, learning_rate=0.1, lr_scheduler_type="linear"), bounds=(0.1, 0.5)
    )
    trainer.add_callback(Rates())
    trainer.train()
    rows = [row for row in log_of(tmp_path) if "reward" in row]
    assert [row["learning_rate"] for row in rows] == pytest.approx([0.1, 0.075, 0.05, 0.025])
    assert rates == pytest.approx([0.1, 0.075, 0.05, 0.025])  # before the schedule moves them
    # At the end of a step the optimizer has the rate of the next one, unscaled.
    assert [step["rates"][0] for step in watch.steps] == pytest.approx([0.075, 0.05, 0.025, 0])
    scales = [row["gap/lr_scale"] for row in rows]
    assert scales[0] == 0.1 and all(0.1 <= scale <= 0.5 for scale in scales)


def test_a_scaled_schedule_moves_as_it_says(build, tmp_path):
    """The way of each step of plain gradient descent, over the gradient of that step, is rate times scale."""

    class Gradients(TrainerCallback):
        norms = []  # noqa: RUF012

        def on_pre_optimizer_step(self, args, state, control, model=None, **kwargs):
            self.norms.append(float(flat([parameter.grad for parameter in model.parameters()]).norm()))

    gradients = Gradients()
    trainer, _, watch = with_size(
        build(mixed, max_steps=4, optim="sgd", learning_rate=1.0, lr_scheduler_type="linear"),
        bounds=(0.1, 0.5),
    )
    trainer.add_callback(gradients)
    trainer.train()
    rows = [row for row in log_of(tmp_path) if "reward" in row]
    for row, step, norm in zip(rows, watch.steps, gradients.norms, strict=True):
        way = float((flat(step["after"]) - flat(step["before"])).norm())
        assert way / norm == pytest.approx(row["learning_rate"] * row["gap/lr_scale"], rel=1e-3)


@pytest.mark.parametrize(
    "options",
    [
        {"constant": 0},
        {"constant": -1.0},
        {"bounds": (0, 1)},
        {"bounds": (0.5, 0.1)},
        {"growth": 1},
        {"memory": 1},
        {"memory": -0.1},
    ],
)
def test_bad_step_sizes(build, options):
    (name, value) = next(iter(options.items()))
    with pytest.raises(ValueError, match=name) as error:
        AlignmentStepSize(GapAlignmentCallback(build(half)), **options)
    assert str(value) in str(error.value)
