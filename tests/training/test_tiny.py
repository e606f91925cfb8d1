import json
import random
import subprocess
import sys

import pytest
import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

import rlve_gym
from rlve_gym import UnknownEnvironmentError
from rlve_gym.training import RLVEConfig, tiny
from rlve_gym.training.tiny import (
    TINY_ENVIRONMENTS,
    SolvedRows,
    tiny_model,
    tiny_tokenizer,
    warm_start,
    warm_started,
)

# TRL 1.16 still sets a field that transformers has renamed, and pins memory where there is no accelerator to copy it to.
pytestmark = [
    pytest.mark.filterwarnings("ignore:.*gradient_checkpointing:FutureWarning:transformers"),
    pytest.mark.filterwarnings("ignore:.*pin_memory:UserWarning:torch"),
]

SMALL = {"layers": 1, "width": 16, "heads": 2}
EASY = ("sort_integers", "integer_multiplication")


@pytest.fixture(scope="module")
def characters():
    return tiny_tokenizer()


@pytest.fixture(scope="module")
def words():
    return tiny_tokenizer(TINY_ENVIRONMENTS)


def weights_of(model):
    return torch.cat([parameter.detach().flatten() for parameter in model.parameters()])


# The tokenizer -------------------------------------------------------------------------------------------------------


def test_prompts_and_answers_survive(characters, words):
    for name in rlve_gym.list_environments():
        plain, *others = (rlve_gym.make(name, answer_style=style) for style in ("plain", "tags", "boxed"))
        for difficulty in (0, plain.max_difficulty // 2, plain.max_difficulty):
            problem = plain.sample(difficulty, seed=1)
            answer = plain.solve(problem)
            for env in (plain, *others):
                for text in (env.prompt(problem), env.respond(answer)):
                    for tokenizer in (characters, words):
                        tokens = tokenizer(text)["input_ids"]
                        assert tokenizer.decode(tokens) == text
                        assert tokenizer.unk_token_id not in tokens
                        assert not set(tokens) & set(
                            tokenizer.all_special_ids
                        )  # the end is not the text's to set


def test_without_environments_a_token_is_a_character(characters):
    text = "Sort these 12 — ‘all’ × 3²\n≤ é"
    assert characters.tokenize(text) == list(text)


def test_words_shorten_the_prompts_of_their_environments(characters, words):
    for name in TINY_ENVIRONMENTS:
        env = rlve_gym.make(name)
        prompt = env.prompt(env.sample(1, seed=3))
        assert 2 * len(words(prompt)["input_ids"]) < len(characters(prompt)["input_ids"])
    assert words.tokenize("Sort these 123 7Zq") == ["Sort", " these", " ", "12", "3", " ", "7", "Z", "q"]


def test_unknown_characters_become_one_token_each(characters, words):
    for tokenizer in (characters, words):
        tokens = tokenizer("a日本\x00b")["input_ids"]
        assert tokens.count(tokenizer.unk_token_id) == 3
        assert len(tokens) == 5
        assert "a" in tokenizer.decode(tokens)
    assert characters("")["input_ids"] == []


def test_saved_and_loaded(words, tmp_path):
    words.save_pretrained(tmp_path)
    loaded = AutoTokenizer.from_pretrained(tmp_path)
    text = "Sort these 3 integers: 12 4 日\n"
    assert loaded(text) == words(text)
    assert set(loaded(text)) == {"input_ids", "attention_mask"}
    assert loaded.decode(loaded(text)["input_ids"], skip_special_tokens=True) == text.replace("日", "")
    assert loaded.padding_side == "left"
    assert loaded.chat_template is None
    for name in ("pad_token_id", "eos_token_id", "unk_token_id"):
        assert getattr(loaded, name) == getattr(words, name) is not None


def test_unknown_environment():
    with pytest.raises(UnknownEnvironmentError):
        tiny_tokenizer(["no such thing"])


# The model -----------------------------------------------------------------------------------------------------------


def test_sizes(words):
    assert 300_000 < tiny_model(words).num_parameters() < 600_000
    assert tiny_model(words, **SMALL).num_parameters() < 10_000
    model = tiny_model(words, layers=3, width=24, heads=3, context=77)
    assert model.config.num_hidden_layers == 3
    assert model.config.max_position_embeddings == 77
    assert model.get_input_embeddings().weight.shape == (len(words), 24)
    assert model.generation_config.eos_token_id == words.eos_token_id
    assert model.generation_config.pad_token_id == words.pad_token_id


def test_a_seed_gives_weights_and_leaves_the_global_state_alone(words):
    torch.manual_seed(5)
    expected = torch.rand(3)
    torch.manual_seed(5)
    first, same, other = (weights_of(tiny_model(words, **SMALL, seed=seed)) for seed in (1, 1, 2))
    assert torch.equal(torch.rand(3), expected)
    assert torch.equal(first, same)
    assert not torch.equal(first, other)


@pytest.mark.parametrize("sizes", [{"layers": 0}, {"width": 20, "heads": 4}, {"heads": 0}, {"context": 0}])
def test_sizes_out_of_range(words, sizes):
    with pytest.raises(ValueError, match=next(iter(sizes))):
        tiny_model(words, **sizes)


# The rows ------------------------------------------------------------------------------------------------------------


def test_rows_are_solved_problems_of_the_training_split():
    rows = SolvedRows(["sort_integers", "Sat"], [3, 6], seed=4, answer_style="boxed")
    seen = [rows[index] for index in range(60)]
    for row in seen:
        env = rlve_gym.make(row.environment, answer_style="boxed")
        train, test = (env.sample(row.difficulty, seed=row.seed, split=split) for split in ("train", "test"))
        assert row.prompt == env.prompt(train) != env.prompt(test)
        assert env.judge(train, row.completion).correct
    assert {(row.environment, row.difficulty) for row in seen} == {
        ("sort_integers", 3), ("sort_integers", 6), ("sat", 3), ("sat", 6),
    }  # fmt: skip
    held_out = {
        env.prompt(env.sample(difficulty, seed=seed, split="test"))
        for env in (rlve_gym.make(name, answer_style="boxed") for name in ("sort_integers", "sat"))
        for difficulty in (3, 6)
        for seed in range(100)
    }
    assert not held_out & {row.prompt for row in seen}


def test_rows_are_fresh_and_repeatable():
    rows, again, others = (SolvedRows(["sort_integers"], [5], seed=seed) for seed in (1, 1, 2))
    assert len({rows[index].prompt for index in range(200)}) == 200
    order = list(range(20))
    random.Random(0).shuffle(order)
    assert [again[index] for index in order] == [rows[index] for index in order]
    assert not {rows[index].seed for index in range(50)} & {others[index].seed for index in range(50)}


def test_difficulties_stop_at_the_top():
    top = rlve_gym.make("shortest_maze_path").max_difficulty
    assert SolvedRows(["shortest_maze_path"], [99])[0].difficulty == top


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((["nothing"], [0]), UnknownEnvironmentError),
        (([], [0]), ValueError),
        ((["sat"], []), ValueError),
        ((["sat"], [-1]), ValueError),
        ((["sat"], [0], -1), ValueError),
        ((["sat"], [0], 0, "bold"), ValueError),
    ],
)
def test_rows_out_of_range(arguments, error):
    with pytest.raises(error):
        SolvedRows(*arguments)


# The warm start ------------------------------------------------------------------------------------------------------


def test_examples_have_a_loss_on_the_response_only(words):
    rows = SolvedRows(EASY, [0, 1])
    batch = tiny._Examples(rows, words)({"index": [7, 2]})
    assert set(batch) == {"input_ids", "labels"}
    for index, tokens, labels in zip([7, 2], batch["input_ids"], batch["labels"], strict=True):
        assert words.decode(tokens) == rows[index].prompt + rows[index].completion + words.eos_token
        trained = [label for label in labels if label != -100]
        assert words.decode(trained) == rows[index].completion + words.eos_token
        assert labels[-len(trained) :] == tokens[-len(trained) :]
        # The prompt is what the model sees when it generates: no token spans the border.
        assert tokens[: -len(trained)] == words(rows[index].prompt)["input_ids"]


def test_a_warm_start_lowers_the_loss_repeatably(tmp_path, capfd):
    tokenizer = tiny_tokenizer(EASY)

    def run(seed):
        model = tiny_model(tokenizer, **SMALL)
        losses = warm_start(
            model, tokenizer, EASY, output_dir=tmp_path / "out", steps=20, batch_size=8, learning_rate=2e-2, seed=seed,
            progress=False,
        )  # fmt: skip
        return losses, weights_of(model)

    (losses, weights), (same, same_weights), (others, _) = run(3), run(3), run(4)
    assert len(losses) == 20
    assert sum(losses[-3:]) < 0.8 * sum(losses[:3])
    assert losses == same != others
    assert torch.equal(weights, same_weights)
    assert not torch.equal(weights, weights_of(tiny_model(tokenizer, **SMALL)))
    assert {path.name for path in tmp_path.iterdir()} <= {"out"}
    assert capfd.readouterr().out == ""


@pytest.mark.parametrize("wrong", [{"steps": 0}, {"batch_size": 0}, {"difficulties": ()}])
def test_warm_start_out_of_range(words, wrong, tmp_path):
    with pytest.raises(ValueError):
        warm_start(tiny_model(words, **SMALL), words, EASY, output_dir=tmp_path, **wrong)


def test_a_run_keeps_its_warm_start(tmp_path, monkeypatch):
    monkeypatch.setattr(tiny, "WARM_START", {**tiny.WARM_START, "steps": 2, "batch_size": 4})
    monkeypatch.setattr(tiny, "TINY_SIZES", SMALL)
    calls = []
    monkeypatch.setattr(tiny, "warm_start", lambda *a, **k: calls.append(k) or warm_start(*a, **k))

    def start(**settings):
        return warm_started(
            RLVEConfig(
                output_dir=str(tmp_path), environments=list(EASY), max_steps=1, bf16=False, use_cpu=True,
                disable_tqdm=True, **settings,
            )
        )  # fmt: skip

    model, tokenizer = start()
    loaded, loaded_tokenizer = start()
    assert len(calls) == 1
    assert torch.equal(weights_of(model), weights_of(loaded))
    assert loaded_tokenizer("Sort 12")["input_ids"] == tokenizer("Sort 12")["input_ids"]
    assert AutoModelForCausalLM.from_pretrained(tmp_path / "warm_start").num_parameters() < 10_000

    start(answer_style="plain")  # another run: another warm start
    assert len(calls) == 2
    assert json.loads((tmp_path / "warm_start" / "recipe.json").read_text())["answer_style"] == "plain"


def test_importing_the_package_does_not_import_torch():
    code = "import sys, rlve_gym; print([m for m in ('torch', 'transformers', 'trl') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
