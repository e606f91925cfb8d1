import json

import pytest

from rlve_gym.dynamics import experiments
from rlve_gym.dynamics.experiments import Claim


def test_an_experiment(invoke, tmp_path):
    plot, figures = tmp_path / "plot.png", tmp_path / "figures.json"
    text = invoke("dynamics", "length", "--seed", 3, "--output", plot, "--json", figures).stdout
    assert "seed 3" in text
    assert "DOES NOT HOLD" not in text
    assert plot.read_bytes().startswith(b"\x89PNG")
    content = json.loads(figures.read_text())
    result = experiments.length(3)
    assert (content["experiment"], content["seed"]) == ("length", 3)
    assert content["table"] == result.table
    assert [claim["statement"] for claim in content["claims"]] == [c.statement for c in result.claims]
    assert all(claim["holds"] for claim in content["claims"])


def test_the_plot_is_named_after_the_experiment(invoke, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    invoke("dynamics", "adaptive")
    assert (tmp_path / "adaptive.png").read_bytes().startswith(b"\x89PNG")


def test_a_claim_that_does_not_hold(invoke, tmp_path, monkeypatch):
    real = experiments.length(0)
    broken = [*real.claims, Claim("the moon is cheese", 1.0, 2.0, float("inf"))]
    result = experiments.Result(real.title, real.table, broken, real.draw)
    monkeypatch.setitem(experiments.EXPERIMENTS, "length", lambda seed: result)
    figures = tmp_path / "figures.json"
    done = invoke("dynamics", "length", "--output", tmp_path / "plot.png", "--json", figures, status=1)
    assert "DOES NOT HOLD" in done.stdout
    last = json.loads(figures.read_text())["claims"][-1]
    assert last == {
        "statement": "the moon is cheese", "measured": 1.0, "low": 2.0, "high": None, "holds": False,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["lenght"], "did you mean length?"),
        (["zzz"], "regimes, bound, length, adaptive, gradients"),
        (["length", "--output", "/nowhere/plot.png"], "/nowhere/plot.png"),
    ],
)
def test_mistakes(invoke, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    assert message in invoke("dynamics", *arguments, status=1).stderr
    assert not list(tmp_path.iterdir())
