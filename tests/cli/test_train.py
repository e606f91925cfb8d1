"""`rlve-gym train` and `rlve-gym plot` through the real entry point, on a model of a few thousand parameters."""

import json
import signal
import subprocess
import sys
import time
import warnings
from pathlib import Path

import pytest

from rlve_gym.cli.plot import PlotError, plot_run, read_metrics, smoothed, windows

sys.path.insert(0, str(Path(__file__).parent.parent / "training"))

COMMAND = [sys.executable, "-m", "rlve_gym.cli"]
FAST = [
    "--environments", "integer_multiplication", "sort_integers", "--num_generations", "4", "--per_device_train_batch_size", "4",
    "--max_completion_length", "4", "--max_generation_calls", "2", "--save_steps", "100", "--disable_tqdm", "True",
]  # fmt: skip


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    """The folder of a small random model."""
    from scripted import model, tokenizer

    folder = tmp_path_factory.mktemp("model")
    model().save_pretrained(folder)
    tokenizer().save_pretrained(folder)
    return folder


@pytest.fixture
def run(invoke):
    """A command that succeeds, or fails with one sentence."""

    def run(*arguments, fails=False):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what TRL and transformers say about each other
            done = invoke(*arguments, status=int(fails))
        if fails:
            assert done.stderr.startswith("rlve-gym: ") and len(done.stderr.strip().split("\n")) == 1
        return done

    return run


def steps_of(folder):
    return [json.loads(line)["step"] for line in (folder / "metrics.jsonl").read_text().split("\n") if line]


def test_a_run_its_plot_and_its_continuation(run, tiny, tmp_path):
    settings = tmp_path / "settings.yaml"
    settings.write_text("max_steps: 5\nthreshold: 0.8\nenvironments: [sort_integers]\nanswer_style: plain\n")
    folder = tmp_path / "run"
    done = run("train", "--model", tiny, "--output", folder, "--config", settings, "--steps", "2", *FAST)
    assert f"The run is in {folder}" in done.stdout
    assert steps_of(folder) == [1, 2, 2]
    assert (folder / "training.png").read_bytes().startswith(b"\x89PNG")
    curriculum = json.loads((folder / "curriculum.json").read_text())
    assert set(curriculum["environments"]) == {"integer_multiplication", "sort_integers"}  # flags win
    for name in ("model.safetensors", "tokenizer.json", "checkpoint-2/rlve.json"):
        assert (folder / name).exists()

    run("train", "--model", tiny, "--output", folder, "--config", settings, "--steps", "3", "--resume", *FAST)
    assert steps_of(folder) == [1, 2, 2, 3, 3]

    image = tmp_path / "plot.png"
    run("plot", folder, "--output", image)
    assert image.read_bytes().startswith(b"\x89PNG")
    run("plot", folder / "metrics.jsonl")


def test_ctrl_c_saves_and_resume_goes_on(run, tiny, tmp_path):
    folder = tmp_path / "run"
    arguments = ["train", "--model", str(tiny), "--output", str(folder), *FAST]
    process = subprocess.Popen(
        [*COMMAND, *arguments, "--steps", "10000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    deadline = time.monotonic() + 120
    while not (folder / "metrics.jsonl").exists() or not (folder / "metrics.jsonl").read_text():
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    (checkpoint,) = folder.glob("checkpoint-*")
    done = int(checkpoint.name.rpartition("-")[2])
    assert done < 10000
    run(*arguments, "--steps", done + 1, "--resume")
    assert max(steps_of(folder)) == done + 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--steps", "2", "--learning_rat", "1"], "did you mean learning_rate?"),
        (["--steps", "2", "--learning_rate", "x"], "invalid float value"),
        (["--steps", "2", "--environments", "sort_integer"], "sort_integers"),
        (["--steps", "2", "--environments", "ab_rewriting_normal_form"], "held out"),
        (["--steps", "2", "--num_generations", "3"], "divisible by num_generations"),
        (["--environments", "sort_integers"], "max_steps"),
        (["--steps", "2", "--config", "/nowhere.yaml"], "/nowhere.yaml"),
    ],
)
def test_mistakes(run, arguments, message, tmp_path):
    done = run("train", "--model", "/nowhere", "--output", tmp_path / "run", *arguments, fails=True)
    assert message in done.stderr
    assert not (tmp_path / "run").exists()


def test_a_bad_file_of_settings(run, tmp_path):
    settings = tmp_path / "settings.yaml"
    settings.write_text("max_stepz: 5\n")
    done = run("train", "--model", "/nowhere", "--output", tmp_path, "--config", settings, fails=True)
    assert "did you mean max_steps?" in done.stderr
    settings.write_text("- 1\n")
    done = run("train", "--model", "/nowhere", "--output", tmp_path, "--config", settings, fails=True)
    assert "must be a mapping" in done.stderr


def test_a_model_that_is_not_there(run, tmp_path):
    done = run(
        "train",
        "--model",
        "/nowhere",
        "--output",
        tmp_path,
        "--steps",
        "2",
        "--environments",
        "sat",
        fails=True,
    )
    assert done.stderr.startswith("rlve-gym: there is no folder /nowhere")


# The plot ------------------------------------------------------------------------------------------------------------


def lines(count, environments):
    for step in range(1, count + 1):
        row = {"step": step, "effective_prompt_ratio": 0.5, "accuracy": 0.25}
        for place in range(environments):
            if (step + place) % 2:
                row |= {f"env/e{place}/h": float(step // 2), f"env/e{place}/l": 0.0}
        yield json.dumps(row)


@pytest.mark.parametrize("environments", [1, 3, 40])
def test_plots_of_few_and_many_environments(tmp_path, environments):
    file = tmp_path / "metrics.jsonl"
    file.write_text("\n".join(lines(6, environments)) + '\n{"step": 6, "train_loss": 1.0}\n{"step": 7, "eff')
    rows = read_metrics(tmp_path)
    assert [row["step"] for row in rows] == [1, 2, 3, 4, 5, 6]
    found = windows(rows)
    assert len(found) == environments
    assert found["e0"] == [(1, 0, 0), (3, 0, 1), (5, 0, 2)]
    plot_run(tmp_path, tmp_path / "plot.png")
    assert (tmp_path / "plot.png").stat().st_size > 10_000


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no training step"),
        ('{"step": 1, "loss": 0}\n', "no training step"),
        ('{"step": 1\n{"step": 2}\n', "line 1: not JSON"),
        ('{"a": 1}\n', "line 1: not a line"),
        ("[1]\n", "line 1: not a line"),
    ],
)
def test_broken_metrics(tmp_path, text, message):
    (tmp_path / "metrics.jsonl").write_text(text)
    with pytest.raises(PlotError, match=message):
        read_metrics(tmp_path)
    with pytest.raises(PlotError, match="cannot read"):
        read_metrics(tmp_path / "nowhere")


def test_plot_mistakes(run, tmp_path):
    done = run("plot", tmp_path, fails=True)
    assert done.stderr.startswith("rlve-gym: cannot read")


def test_smoothed():
    assert smoothed([0, 1, 2, 3], width=2) == [0, 0.5, 1.5, 2.5]


# The demo ------------------------------------------------------------------------------------------------------------


def test_the_demo_in_miniature(run, tmp_path, monkeypatch):
    """The whole of `make demo`, with a few steps of each phase."""
    from rlve_gym.training import tiny as recipe

    monkeypatch.setattr(recipe, "WARM_START", {**recipe.WARM_START, "steps": 2, "batch_size": 2})
    monkeypatch.setattr(recipe, "TINY_SIZES", {"layers": 1, "width": 16, "heads": 2})
    monkeypatch.setattr(
        recipe, "TINY_RUN", {**recipe.TINY_RUN, "per_device_train_batch_size": 8, "disable_tqdm": True}
    )
    done = run("demo", "--steps", "2", "--output", tmp_path / "demo.png")
    assert "sort_integers: h from 0 to 0" in done.stdout
    assert (tmp_path / "demo.png").read_bytes().startswith(b"\x89PNG")
    assert steps_of(tmp_path / "demo") == [1, 2, 2]
    assert (tmp_path / "demo" / "warm_start" / "model.safetensors").exists()
    done = run("demo", "--output", tmp_path / "demo.jpg", fails=True)
    assert "should end in .png" in done.stderr
