"""The trainer on scripted completions: groups, dynamic sampling, the curriculum, metrics, checkpoints, several processes.

The numbers in parentheses are cases of faults seen elsewhere.
"""

import math
import signal
import subprocess
import sys
from types import SimpleNamespace

import pytest
import torch
from scripted import SCHEDULES, by_seed, config, half, log_of, right, run_script, tokenizer
from transformers import TrainerCallback

import rlve_gym
from rlve_gym import Curriculum, Fixed, SlidingWindow, UnknownEnvironmentError
from rlve_gym.evaluation import held_out_environments
from rlve_gym.training import RLVEConfig

pytestmark = [
    pytest.mark.filterwarnings("ignore:.*gradient_checkpointing:FutureWarning:transformers"),
    pytest.mark.filterwarnings("ignore:.*pin_memory:UserWarning:torch"),
]


class Spy:
    """A second reward function, worth nothing, that keeps what TRL passes to it."""

    __name__ = "spy"

    def __init__(self):
        self.calls = []

    def __call__(self, completions, **columns):
        self.calls.append({"completions": completions, **columns})
        return [0.0] * len(completions)


class Batches(TrainerCallback):
    """Keeps the completed batch of each generation, as TRL trains on it."""

    def __init__(self):
        self.batches = []

    def watch(self, trainer):
        inner = trainer._generate_and_score_completions

        def outer(inputs):
            output = inner(inputs)
            self.batches.append(output)
            return output

        trainer._generate_and_score_completions = outer
        return trainer


# Settings ------------------------------------------------------------------------------------------------------------


def test_published_defaults(tmp_path):
    args = RLVEConfig(output_dir=str(tmp_path), max_steps=1, bf16=False, use_cpu=True)
    assert (args.loss_type, args.epsilon, args.epsilon_high, args.beta) == ("dapo", 0.2, 0.28, 0.0)
    assert (args.temperature, args.num_generations, args.mask_truncated_completions) == (1.0, 16, True)
    assert str(args.lr_scheduler_type) in ("constant", "SchedulerType.CONSTANT")
    window = args.controller()
    assert isinstance(window, SlidingWindow)
    assert (window.window, window.threshold, window.min_samples, window.initial) == (4, 0.9, 8 * 16, 0)
    assert args.rewards() == rlve_gym.RewardScheme()
    assert set(args.environment_ids()) == set(rlve_gym.list_environments()) - set(held_out_environments())


def test_other_settings(tmp_path):
    args = config(
        tmp_path, static_difficulty="1..3", reward_scheme="binary", environments=["graphs", "ShortestPath", "knapsack"]
    )  # fmt: skip
    assert args.controller() == Fixed(1, 3)
    assert args.rewards() == rlve_gym.RewardScheme.binary()
    graphs = set(rlve_gym.list_environments("graphs")) - set(held_out_environments())
    assert set(args.environment_ids()) == graphs | {"knapsack"}
    assert config(tmp_path, static_difficulty="2").controller() == Fixed(2, 2)
    held_out = held_out_environments()[0]
    assert config(tmp_path, environments=[held_out], include_held_out=True).environment_ids() == [held_out]


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"max_steps": -1}, ValueError, "max_steps"),
        ({"shuffle_dataset": True}, ValueError, "shuffle_dataset"),
        ({"oversampling": 0.5}, ValueError, "oversampling"),
        ({"max_generation_calls": 0}, ValueError, "max_generation_calls"),
        ({"min_prompts": 0}, ValueError, "min_prompts"),
        ({"threshold": 1.5}, ValueError, "threshold"),
        ({"static_difficulty": "3..1"}, ValueError, "static_difficulty"),
        ({"static_difficulty": "easy"}, ValueError, "static_difficulty"),
        ({"environments": ["shortest_pat"]}, UnknownEnvironmentError, "shortest_path"),
        ({"environments": [held_out_environments()[0]]}, ValueError, "held out"),
        ({"environments": []}, ValueError, "no environment"),
    ],
)
def test_bad_settings(tmp_path, settings, error, message):
    with pytest.raises(error, match=message):
        config(tmp_path, **settings)


def test_what_the_trainer_does_not_take(build):
    with pytest.raises(ValueError, match="train_dataset"):
        build(half, arguments={"train_dataset": None})


# Groups (41) ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("script", [half, by_seed])
def test_every_group_is_of_one_problem_and_none_comes_twice(build, schedule, script):
    spy, seen = Spy(), Batches()
    trainer = seen.watch(
        build(script, arguments={"reward_funcs": [spy]}, max_generation_calls=30, **schedule)
    )
    trainer.train()
    args = trainer.args
    generations = math.ceil(
        args.max_steps * args.gradient_accumulation_steps / (args.steps_per_generation * args.num_iterations)
    )
    assert len(seen.batches) == generations
    for call in spy.calls:
        groups = [call["problem"][start : start + 4] for start in range(0, len(call["problem"]), 4)]
        assert all(len(set(group)) == 1 for group in groups)
    assert len(set(trainer.drawn)) == len(trainer.drawn)  # by seed, which is drawn from 63 bits
    # What is trained on is what was generated and judged: answers and advantages belong together.
    for batch in seen.batches:
        texts = trainer._tokenizer.batch_decode(batch["completion_ids"], skip_special_tokens=True)
        assert len(texts) == args.per_device_train_batch_size * args.steps_per_generation
        for text, advantage in zip(texts, batch["advantages"].tolist(), strict=True):
            assert advantage != 0
            assert (advantage > 0) == (text not in ("no", "<answer>?</answer>"))


def test_prompts_are_drawn_when_they_are_used(build):
    """No lag: once the window has moved, the next generation knows."""
    trainer = build(lambda problem, member: right(problem), dynamic_sampling=False, max_steps=4)
    trainer.train()
    h = dict.fromkeys(trainer.curriculum.environments, 0)
    counts = dict.fromkeys(h, 0)
    for start in range(0, len(trainer.drawn), 2):
        batch = trainer.drawn[start : start + 2]
        assert all(draw.difficulty <= h[draw.environment] for draw in batch)
        for draw in batch:
            counts[draw.environment] += draw.difficulty == h[draw.environment]
        for name in h:
            if counts[name] >= 2:
                h[name], counts[name] = h[name] + 1, 0
    assert {name: trainer.curriculum.window(name)[1] for name in h} == h
    assert max(h.values()) >= 1


def test_chat_models_get_messages(build):
    template = "{% for m in messages %}[{{ m['role'] }}]{{ m['content'] }}{% endfor %}{% if add_generation_prompt %}[assistant]{% endif %}"
    spy = Spy()
    trainer = build(
        half,
        chat_template=template,
        arguments={"reward_funcs": [spy]},
        system_prompt="Be brief.",
        max_steps=1,
    )
    trainer.train()
    call = spy.calls[0]
    system, user = call["prompts"][0]
    assert system == {"role": "system", "content": "Be brief."}
    problem = rlve_gym.loads(call["problem"][0])
    assert user == {"role": "user", "content": rlve_gym.make(problem.environment).prompt(problem)}
    assert call["completions"][1][0]["content"] == right(problem)


def test_base_models_get_text(build):
    spy = Spy()
    build(
        half, arguments={"reward_funcs": [spy]}, system_prompt="Be brief.", max_steps=1, answer_style="boxed"
    ).train()
    prompt = spy.calls[0]["prompts"][0]
    assert prompt.startswith("Be brief.\n\n") and prompt.endswith(r"\boxed{...}")


# Dynamic sampling (43, 44) ---------------------------------------------------------------------------------------------

ROUTE = (0.1 + 0.2) + 0.05, 0.35  # not the same double, the same reward in training


@pytest.mark.parametrize(
    ("rewards", "informative"),
    [
        ([0.35] * 8, False),
        ([1 / 3] * 8, False),
        ([0.7] * 8, False),
        ([0.1] * 8, False),
        ([*ROUTE] * 4, False),
        ([0.35] * 7 + [0.35 + 1e-9], False),  # below what training can tell apart
        ([0.35] * 7 + [-0.25], True),
        ([0.35] * 7 + [0.3500001], True),
        ([0.0] * 7 + [1.0], True),
        ([-0.25, 0.25] * 4, True),  # the mean is that of a constant group
    ],
)
def test_groups_of_equal_rewards_are_told_exactly(build, rewards, informative):
    seen = Batches()
    trainer = seen.watch(
        build(half, num_generations=8, per_device_train_batch_size=8, max_steps=1, max_generation_calls=2)
    )
    trainer._judge.function = Table(rewards)
    trainer.train()
    assert trainer.batch_is_empty == (not informative)
    (batch,) = seen.batches
    assert batch["advantages"].abs().max() < 10
    assert bool(batch["completion_mask"].any()) == informative


class Table:
    """Judges the members of each group by a table of rewards."""

    def __init__(self, rewards):
        self.table = rewards
        self.rewards = self

    def judge(self, completions, problem):
        return [SimpleNamespace(correct=False, place=place) for place in range(len(completions))]

    def reward(self, verdict):
        return self.table[verdict.place % len(self.table)]


@pytest.mark.parametrize("answer", ["never", "always"])
def test_the_bound_ends_the_search_and_the_step_is_skipped(build, tmp_path, answer):
    script = (
        (lambda problem, member: right(problem)) if answer == "always" else (lambda problem, member: "no")
    )
    trainer = build(script, max_steps=5, weight_decay=0.5, environments=["sort_integers"], window=1)
    before = [parameter.clone() for parameter in trainer.model.parameters()]
    trainer.train()
    rows = [row for row in log_of(tmp_path) if "reward" in row]
    assert len(rows) == 5
    for step, row in enumerate(rows, 1):
        assert row["effective_prompt_ratio"] == 0
        assert row["generation_calls"] == 3
        assert row["skipped_batches"] == step
        assert row["loss"] == 0
    assert len(trainer.drawn) == 5 * 3 * 2
    # Not even weight decay moves the weights.
    assert all(torch.equal(a, b) for a, b in zip(before, trainer.model.parameters(), strict=True))
    # All samples were recorded, though none was trained on.
    assert (trainer.curriculum.window("sort_integers")[1] > 0) == (answer == "always")


def test_momentum_does_not_move_a_skipped_step(build):
    def script(problem, member):
        return half(problem, member) if trainer.state.global_step == 0 else "no"

    class Weights(TrainerCallback):
        kept = []  # noqa: RUF012

        def on_step_end(self, args, state, control, model=None, **kwargs):
            self.kept.append([parameter.detach().clone() for parameter in model.parameters()])

    weights = Weights()
    trainer = build(script, max_steps=3, arguments={"callbacks": [weights]})
    start = [parameter.detach().clone() for parameter in trainer.model.parameters()]
    trainer.train()
    first, second, third = weights.kept
    assert not all(torch.equal(a, b) for a, b in zip(start, first, strict=True))
    assert all(torch.equal(a, b) for a, b in zip(first, second, strict=True))
    assert all(torch.equal(a, b) for a, b in zip(second, third, strict=True))


def test_missing_groups_count_neither_in_the_loss_nor_in_its_denominator(build):
    """One group of two is found: the batch is worth what this one is worth."""
    seen = Batches()
    found = []

    def script(problem, member):
        if not found:
            found.append(problem)
        return half(problem, member) if problem == found[0] else "a long wrong answer"

    trainer = seen.watch(build(script, max_steps=1, max_generation_calls=3))
    trainer.train()
    (batch,) = seen.batches
    mask = batch["completion_mask"]
    assert mask[:4].any(dim=1).all() and not mask[4:].any()
    lengths = [len(trainer._tokenizer.encode(half(found[0], member))) + 1 for member in range(4)]
    assert batch["num_items_in_batch"] == mask.sum() == sum(lengths)
    assert not trainer.batch_is_empty


def test_oversampling_and_refills(build, tmp_path):
    trainer = build(by_seed, oversampling=2, max_steps=3, max_generation_calls=20)
    trainer.train()
    rows = [row for row in log_of(tmp_path) if "reward" in row]
    drawn = iter(trainer.drawn)
    for row in rows:
        informative = generated = calls = 0
        while informative < 2:
            batch = [next(drawn) for _ in range(2 * (2 - informative))]
            calls += 1
            generated += len(batch)
            kinds = [_is_mixed(draw) for draw in batch]
            informative += sum(kinds)
        assert row["generation_calls"] == calls
        assert row["effective_prompt_ratio"] == pytest.approx(informative / generated)
    assert not list(drawn)


def _is_mixed(draw):
    problem = rlve_gym.make(draw.environment).sample(draw.difficulty, seed=draw.seed)
    return len({by_seed(problem, member) for member in range(4)}) == 2


def test_all_samples_are_recorded_before_the_filter(build):
    """The curriculum sees the groups that dynamic sampling drops, or it would never see 90 %."""
    trainer = build(by_seed, max_steps=3, max_generation_calls=20, min_prompts=1000)
    trainer.train()
    expected = dict.fromkeys(trainer.curriculum.environments, (0, 0))
    for draw in trainer.drawn:
        problem = rlve_gym.make(draw.environment).sample(draw.difficulty, seed=draw.seed)
        correct, total = expected[draw.environment]
        hits = sum(by_seed(problem, member) != "no" for member in range(4))
        expected[draw.environment] = correct + hits, total + 4
    state = trainer.curriculum.state_dict()["environments"]
    assert {name: (state[name]["correct"], state[name]["total"]) for name in expected} == expected


def test_correctness_is_recorded_not_the_reward(build):
    """An answer that is nearly right earns a reward, but does not count as right."""

    def script(problem, member):
        env = rlve_gym.make("sort_integers")
        values = sorted(problem.values)
        values[0] -= 1
        return env.respond(values)

    spy = Spy()
    trainer = build(
        script,
        environments=["sort_integers"],
        max_steps=1,
        min_prompts=1000,
        arguments={"reward_funcs": [spy]},
    )
    trainer.train()
    rewards = trainer._judge(spy.calls[0]["completions"], spy.calls[0]["problem"])
    assert 0 < min(rewards) <= max(rewards) < 1
    state = trainer.curriculum.state_dict()["environments"]["sort_integers"]
    assert (state["correct"], state["total"]) == (0, 4 * len(trainer.drawn))


def test_without_dynamic_sampling_every_group_stays(build, tmp_path):
    trainer = build(by_seed, dynamic_sampling=False, max_steps=4)
    trainer.train()
    assert len(trainer.drawn) == 4 * 2
    rows = [row for row in log_of(tmp_path) if "reward" in row]
    for place, row in enumerate(rows):
        mixed = sum(map(_is_mixed, trainer.drawn[2 * place : 2 * place + 2]))
        assert row["effective_prompt_ratio"] == mixed / 2
        assert row["generation_calls"] == 1 and row["skipped_batches"] == 0


def test_more_reward_functions_count(build):
    """With a bonus that differs within a group, equal verdicts are no equal rewards."""

    def bonus(completions, **columns):
        return [0.1 * (place % 4) for place in range(len(completions))]

    trainer = build(lambda problem, member: right(problem), arguments={"reward_funcs": [bonus]}, max_steps=2)
    trainer.train()
    assert not trainer.batch_is_empty and len(trainer.drawn) == 4


# Metrics (46) ----------------------------------------------------------------------------------------------------------


def test_every_logged_number_is_finite_and_absent_environments_are_left_out(build, tmp_path):
    names = ["integer_multiplication", "sort_integers", "knapsack"]
    trainer = build(
        by_seed,
        environments=names,
        logging_steps=2,
        max_steps=12,
        min_prompts=3,
        dynamic_sampling=False,
        num_generations=8,
    )  # one prompt a step, two a line
    trainer.train()
    rows = [row for row in log_of(tmp_path) if "reward" in row]
    assert len(rows) == 6
    drawn = iter(trainer.drawn)
    absent = 0
    for row in rows:
        assert all(isinstance(value, (int, float)) and math.isfinite(value) for value in row.values())
        total = int(sum(row.get(f"env/{name}/count", 0) for name in names)) // 8
        batch = [next(drawn) for _ in range(total)]
        for name in names:
            mine = [draw for draw in batch if draw.environment == name]
            keys = {key.rpartition("/")[2] for key in row if key.startswith(f"env/{name}/")}
            if not mine:
                absent += 1
                assert not keys
                continue
            assert keys - {"accuracy_at_h"} == {"h", "l", "count"}
            assert row[f"env/{name}/count"] == 8 * len(mine)
            if "accuracy_at_h" in keys:
                assert 0 <= row[f"env/{name}/accuracy_at_h"] <= 1
    assert absent > 0 and not list(drawn)
    final = rows[-1]
    for name in names:
        if f"env/{name}/h" in final:
            assert (final[f"env/{name}/l"], final[f"env/{name}/h"]) == trainer.curriculum.window(name)
    highs = [trainer.curriculum.window(name)[1] for name in names]
    assert final["mean_h"] == pytest.approx(sum(highs) / 3)


def test_accuracy_is_not_diluted(build, tmp_path):
    """Half right at h is 0.5, however many samples came from below."""
    trainer = build(half, max_steps=2, initial_difficulty=3, logging_steps=2, per_device_train_batch_size=32)
    trainer.train()
    row = next(row for row in log_of(tmp_path) if "reward" in row)
    counts = [value for key, value in row.items() if key.endswith("accuracy_at_h")]
    assert counts and all(value == 0.5 for value in counts)
    assert row["accuracy"] == 0.5


def test_evaluation_moves_nothing(build, tmp_path):
    trainer = build(
        half, max_steps=2, per_device_eval_batch_size=4, eval_strategy="steps", eval_steps=1,
        arguments={"eval_dataset": rlve_gym.to_dataset("sort_integers", 0, count=2, split="test", chat=False)},
    )  # fmt: skip
    trainer.train()
    totals = [entry["total"] for entry in trainer.curriculum.state_dict()["environments"].values()]
    rises = sum(trainer.curriculum.window(name)[1] for name in trainer.curriculum.environments)
    assert sum(totals) + rises * 8 <= 4 * len(trainer.drawn) == 16
    evaluations = [row for row in log_of(tmp_path) if "eval_reward" in row]
    assert [row["eval_reward"] for row in evaluations] == [-1.0, -1.0]


def test_nasty_completions_pass_through_to_the_log(build, tmp_path):
    """Line separators, NUL and emoji in a response (49)."""
    nasty = "\u2028\x85\x00\U0001f600−"

    def script(problem, member):
        return nasty + half(problem, member)

    spy = Spy()
    trainer = build(script, arguments={"reward_funcs": [spy]}, log_completions=True, max_steps=1)
    trainer.train()
    assert all(text.startswith(nasty) for call in spy.calls for text in call["completions"])
    assert not trainer.batch_is_empty
    import pyarrow.parquet

    (file,) = (tmp_path / "completions").glob("*.parquet")
    assert all(text.startswith(nasty) for text in pyarrow.parquet.read_table(file)["completion"].to_pylist())
    assert len(log_of(tmp_path)) == 2


# Checkpoints (40) ------------------------------------------------------------------------------------------------------

RESUMED = {
    "every generation": {"max_steps": 6, "save_steps": 3},
    # Saved amid the steps of one generation, which a resumed run has to go on with.
    "amid a generation": {
        "max_steps": 6,
        "save_steps": 3,
        "steps_per_generation": 2,
        "gradient_accumulation_steps": 1,
    },
    "amid iterations": {"max_steps": 6, "save_steps": 3, "num_iterations": 2},
}

RESUME = """
import hashlib, zlib
from types import SimpleNamespace

class ByText:
    "Right or wrong by the text alone, so that a model without any skill has groups with a gradient."
    rewards = SimpleNamespace(reward=lambda verdict: verdict.reward)
    def judge(self, completions, problem):
        sums = [zlib.crc32(text.encode()) for text in completions]
        return [SimpleNamespace(correct=number % 3 > 0, reward=float(number % 2)) for number in sums]

def main(name, settings, folder, resume):
    trainer = RLVETrainer(model=model(), args=config(folder, save_strategy="steps", max_generation_calls=2, **settings),
                          processing_class=tokenizer())
    drawn = []
    inner = trainer._generate_groups
    trainer._generate_groups = lambda draws: (drawn.append(draws), inner(draws))[1]
    trainer._judge.function = ByText()
    trainer.train(resume_from_checkpoint=folder + "/checkpoint-3" if resume else None)
    weights = b"".join(p.detach().numpy().tobytes() for p in trainer.model.parameters())
    return [drawn, hashlib.sha256(weights).hexdigest(), trainer.curriculum.state_dict()]
"""


@pytest.fixture(scope="module")
def resumed(tmp_path_factory):
    """Each run without an interruption, and from its third step on in a new process, with the logs of both."""
    base = tmp_path_factory.mktemp("resumed")
    jobs = [[name, settings, str(base / name)] for name, settings in RESUMED.items()]
    (whole,) = run_script(base / "whole.py", RESUME, [[*job, False] for job in jobs])
    logs = {name: log_of(base / name) for name in RESUMED}
    (again,) = run_script(base / "again.py", RESUME, [[*job, True] for job in jobs])
    return {name: (whole[name], logs[name], again[name], log_of(base / name)) for name in RESUMED}


@pytest.mark.parametrize("name", RESUMED)
def test_a_resumed_run_goes_on_like_an_uninterrupted_one(resumed, name):
    (drawn, weights, state), log, (later, weights_again, state_again), log_again = resumed[name]
    assert 0 < len(later) < len(drawn)
    assert later == drawn[len(drawn) - len(later) :]
    assert weights_again == weights
    assert state_again == state
    # The file of metrics goes on, too, without the lines of the steps that were done twice.
    for key in ("step", "reward", "effective_prompt_ratio", "loss", "mean_h"):
        assert [row.get(key) for row in log_again] == [row.get(key) for row in log]


def test_a_new_run_does_not_continue_the_file_of_another(build, tmp_path):
    build(half, max_steps=3).train()
    build(half, max_steps=1).train()
    assert max(row["step"] for row in log_of(tmp_path)) == 1


def test_ctrl_c_saves_a_checkpoint(build, tmp_path):
    class Press(TrainerCallback):
        def on_step_begin(self, args, state, control, **kwargs):
            if state.global_step == 1:
                signal.raise_signal(signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    trainer = build(
        half, max_steps=50, save_strategy="steps", save_steps=50, arguments={"callbacks": [Press()]}
    )
    trainer.train()
    assert trainer.state.global_step == 2
    assert (tmp_path / "checkpoint-2" / "rlve.json").exists()
    assert signal.getsignal(signal.SIGINT) is before


def test_a_second_ctrl_c_ends_at_once(build):
    class Press(TrainerCallback):
        def on_step_begin(self, args, state, control, **kwargs):
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        build(half, arguments={"callbacks": [Press()]}).train()
    signal.signal(signal.SIGINT, before)


def test_a_curriculum_of_ones_own(build):
    curriculum = Curriculum(["knapsack"], Fixed(2, 2))
    trainer = build(half, arguments={"curriculum": curriculum}, max_steps=1)
    trainer.train()
    assert {(draw.environment, draw.difficulty) for draw in trainer.drawn} == {("knapsack", 2)}


# Several processes (41, 47) --------------------------------------------------------------------------------------------


PARALLEL = """
SCRIPTS = {"by_seed": by_seed, "half": half, "right": lambda problem, member: right(problem),
           "wrong": lambda problem, member: "no"}

def main(name, script, folder, settings):
    trainer = ScriptedTrainer(model=model(), args=config(folder, **settings), processing_class=tokenizer(),
                              script=SCRIPTS[script])
    batches, moves = [], []
    inner = trainer._generate_and_score_completions
    def outer(inputs):
        output = inner(inputs)
        batches.append([trainer._tokenizer.batch_decode(output["completion_ids"], skip_special_tokens=True),
                        output["advantages"].tolist(), output["completion_mask"].sum(1).tolist(),
                        float(output["num_items_in_batch"])])
        return output
    trainer._generate_and_score_completions = outer
    update = trainer.curriculum.update
    trainer.curriculum.update = lambda: (moves.append(update()), moves[-1])[1]
    trainer.train()
    return {"rank": trainer.accelerator.process_index, "drawn": trainer.drawn, "batches": batches,
            "state": trainer.curriculum.state_dict(), "moves": moves,
            "weights": [float(p.double().sum()) for p in trainer.model.parameters()]}
"""

# name: (script, rollouts per process with two processes, settings)
TWO = {
    "whole groups": ("by_seed", 8, {"max_steps": 3, "max_generation_calls": 20, "threshold": 0.5}),
    "groups that straddle ranks": ("by_seed", 2, {"max_steps": 3, "max_generation_calls": 20, "threshold": 0.5}),
    "odd shares": ("half", 6, {"max_steps": 3, "threshold": 0.5}),
    "the bound": ("wrong", 2, {"max_steps": 2, "max_generation_calls": 3}),
    # 64 rollouts on each, 128 samples needed, all right.
    "one rise": (
        "right", 64,
        {"max_steps": 1, "environments": ["sort_integers"], "num_generations": 16, "min_prompts": 8, "dynamic_sampling": False},
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def parallel(tmp_path_factory):
    """Each of ``TWO`` with one process, and with two: (one, rank 0, rank 1)."""
    base = tmp_path_factory.mktemp("parallel")
    jobs = {
        processes: [
            [name, script, str(base / f"{name} {processes}"), {**settings, "per_device_train_batch_size": 2 * rows // processes}]
            for name, (script, rows, settings) in TWO.items()
        ]
        for processes in (1, 2)
    }  # fmt: skip
    (one,) = run_script(base / "one.py", PARALLEL, jobs[1])
    two = run_script(base / "two.py", PARALLEL, jobs[2], processes=2)
    return {
        name: (one[name], *sorted((rank[name] for rank in two), key=lambda run: run["rank"])) for name in TWO
    }


@pytest.mark.parametrize("name", TWO)
def test_two_processes_do_what_one_does(parallel, name):
    one, first, second = parallel[name]
    for key in ("drawn", "state", "moves"):  # problems, counts, windows: each sample counted once, everywhere
        assert first[key] == second[key] == one[key]
    assert first["weights"] == second["weights"] == pytest.approx(one["weights"], abs=1e-4)
    for whole, left, rest in zip(one["batches"], first["batches"], second["batches"], strict=True):
        assert left[0] + rest[0] == whole[0]
        assert left[1] + rest[1] == pytest.approx(whole[1])
        assert left[2] + rest[2] == whole[2]
        assert left[3] == rest[3] == whole[3]


def test_what_two_processes_did(parallel):
    assert any(parallel["whole groups"][0]["moves"])
    assert len(parallel["the bound"][1]["drawn"]) == 2 * 3
    assert all(sum(batch[2]) == 0 for run in parallel["the bound"] for batch in run["batches"])
    for run in parallel["one rise"]:
        assert run["moves"] == [{"sort_integers": [0, 1]}]


def test_import_of_the_package_does_not_touch_torch():
    code = "import rlve_gym, sys; assert not {'torch', 'transformers', 'trl'} & set(sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_the_tokenizer_of_these_tests_reads_prompts():
    text = "Sort: 1 2\n<answer>3</answer>"
    assert tokenizer().decode(tokenizer().encode(text)) == text
