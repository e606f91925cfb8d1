"""Tiny models, and a trainer whose completions are scripted, so that a test decides which answers are right."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

from rlve_gym import loads, make
from rlve_gym.training import RLVEConfig, RLVETrainer

torch.set_num_threads(1)  # tests run side by side

SCHEDULES = [
    {},
    {"gradient_accumulation_steps": 2},
    {"steps_per_generation": 4, "gradient_accumulation_steps": 2},
    {"num_iterations": 2},
    {"steps_per_generation": 4, "gradient_accumulation_steps": 1, "num_iterations": 2, "max_steps": 9},
]

CHARACTERS = [chr(code) for code in range(32, 127)] + ["\n", "\x85", "\u2028", "\x00", "\U0001f600", "−"]


def tokenizer(chat_template=None):
    vocabulary = {token: number for number, token in enumerate(["<pad>", "<eos>", "<unk>", *CHARACTERS])}
    characters = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
    characters.pre_tokenizer = pre_tokenizers.Split("", "isolated")
    characters.decoder = decoders.Fuse()
    return PreTrainedTokenizerFast(
        tokenizer_object=characters, pad_token="<pad>", eos_token="<eos>", unk_token="<unk>",
        chat_template=chat_template,
    )  # fmt: skip


def model(seed=0):
    torch.manual_seed(seed)
    return LlamaForCausalLM(
        LlamaConfig(
            vocab_size=3 + len(CHARACTERS), hidden_size=16, intermediate_size=32, num_hidden_layers=1, num_attention_heads=2,
            num_key_value_heads=2, max_position_embeddings=2048, pad_token_id=0, eos_token_id=1, bos_token_id=None,
        )
    )  # fmt: skip


def config(folder, **settings):
    defaults = dict(
        output_dir=str(folder), environments=["integer_multiplication", "sort_integers"], max_steps=2, num_generations=4,
        per_device_train_batch_size=8, max_completion_length=6, min_prompts=2, learning_rate=1e-3, save_strategy="no",
        report_to="none", use_cpu=True, bf16=False, gradient_checkpointing=False, disable_tqdm=True,
        max_generation_calls=3,
    )  # fmt: skip
    return RLVEConfig(**{**defaults, **settings})


class ScriptedTrainer(RLVETrainer):
    """Answers as ``script(problem, member)`` says: a text for each rollout, counted in the group from 0."""

    def __init__(self, *args, script, **kwargs):
        super().__init__(*args, **kwargs)
        self.script = script
        self.drawn = []  # (environment, difficulty, seed) of every group that was generated, in order
        self.asked = {}

    def _row(self, draw):
        row = super()._row(draw)
        self.asked[str(row["prompt"])] = row["problem"]
        return row

    def _generate_groups(self, draws):
        self.drawn += draws
        return super()._generate_groups(draws)

    def _tokenize_prompts(self, prompts):
        self.prompts = prompts
        return super()._tokenize_prompts(prompts)

    def _generate_single_turn(self, prompt_ids, *args, **kwargs):
        size, members, completions = self.num_generations, {}, []
        for place, prompt in enumerate(self.prompts):
            text = self.asked.get(str(prompt))
            if text is None:  # evaluation
                completions.append("?")
                continue
            member = members[text] = members.get(text, -1) + 1
            offset = self.accelerator.process_index * len(self.prompts)
            completions.append(self.script(loads(text), (offset + place) % size if member < size else member))
        return [[*self._tokenizer.encode(text), self._tokenizer.eos_token_id] for text in completions], None


def right(problem):
    env = make(problem.environment)
    return env.respond(env.solve(problem))


def half(problem, member):
    """Every other rollout is right."""
    return right(problem) if member % 2 else "<answer>?</answer>"


def by_seed(problem, member):
    """Some groups are all right, some all wrong, some mixed; decided by the problem alone."""
    kind = random.Random(problem.origin.seed).random()
    return right(problem) if kind < 0.4 or (kind < 0.7 and member % 2) else "no"


def log_of(folder):
    return [json.loads(line) for line in (folder / "metrics.jsonl").read_text().split("\n") if line]


def run_script(file, code, jobs, processes=1):
    """Runs ``main(name, ...)`` for each job in new processes; the results by name, for each rank."""
    file.write_text(
        "import json, os, sys, warnings\n"
        f"sys.path.insert(0, {os.path.dirname(__file__)!r})\n"
        "warnings.simplefilter('ignore')\n"
        "from scripted import *\n"
        f"{code}\n"
        "if __name__ == '__main__':\n"
        f"    results = {{job[0]: main(*job) for job in json.loads({json.dumps(jobs)!r})}}\n"
        f"    with open({str(file)!r} + '.' + os.environ.get('RANK', '0'), 'w') as output:\n"
        "        json.dump(results, output)\n"
    )
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", f"--nproc-per-node={processes}"]
    done = subprocess.run(
        [*(command if processes > 1 else command[:1]), str(file)],
        capture_output=True, text=True, timeout=600, env={**os.environ, "OMP_NUM_THREADS": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    # Each rank has a file of its own: what several processes print can run into each other.
    return [json.loads(Path(f"{file}.{rank}").read_text()) for rank in range(processes)]
