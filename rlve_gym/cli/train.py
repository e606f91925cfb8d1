"""The work of `rlve-gym train`: settings from a YAML file and flags, the run, its plot."""

from __future__ import annotations

import difflib
import importlib.util
import warnings
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from rlve_gym.cli.plot import plot_run

if TYPE_CHECKING:
    from rlve_gym.training import RLVEConfig

TINY = "tiny"
"""The name that stands for a model without any download."""


class TrainError(ValueError):
    """A mistake of the user."""


def prepare() -> None:
    """Raises TrainError if the extra ``train`` is not installed, and silences what its libraries say about each other."""
    missing = [
        name for name in ("torch", "transformers", "trl", "accelerate") if not importlib.util.find_spec(name)
    ]
    if missing:
        raise TrainError(f"training needs {', '.join(missing)}: pip install 'rlve-gym-suite[train]'")
    # TRL 1.16 uses names that transformers 5.24 calls deprecated; nothing that the user could change.
    warnings.filterwarnings("ignore", message=".*deprecated", category=FutureWarning)


def read_settings(output: Path, steps: int | None, config: Path | None, flags: Sequence[str]) -> RLVEConfig:
    """The settings of a run; flags win over the file.

    Args:
        output: the run's folder.
        steps: optimizer steps, unless the file or the flags say so.
        config: a YAML mapping of settings, or None.
        flags: ``--name value`` for any setting.

    Raises:
        TrainError: a setting is unknown or out of its range, or the file cannot be read.
    """
    prepare()
    import yaml
    from trl import TrlParser

    from rlve_gym import UnknownEnvironmentError
    from rlve_gym.training import RLVEConfig

    names = {field.name for field in fields(RLVEConfig) if field.init}
    parser: Any = TrlParser(RLVEConfig)

    def error(message: str) -> NoReturn:
        raise TrainError(message)

    parser.error = error  # argparse would print hundreds of flags
    arguments = ["--output_dir", str(output), "--report_to", "none"]
    if config is not None:
        try:
            values = yaml.safe_load(config.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, yaml.YAMLError) as problem:
            raise TrainError(f"cannot read {config}: {problem}") from None
        if not isinstance(values, dict):
            raise TrainError(f"{config} must be a mapping of settings")
        for name in values:
            _check_name(str(name), names | {"env"}, str(config))
        arguments += ["--config", str(config)]
        if "report_to" in values:
            arguments = arguments[:2] + arguments[4:]
    if steps is not None:
        arguments += ["--max_steps", str(steps)]
    for flag in flags:
        if flag.startswith("--"):
            _check_name(flag[2:].partition("=")[0].replace("-", "_"), names, "the command line")
    try:
        (settings,) = parser.parse_args_and_config([*arguments, *map(_with_underscores, flags)])
    except UnknownEnvironmentError as problem:
        raise TrainError(str(problem)) from None
    except (ValueError, TypeError) as problem:
        raise TrainError(" ".join(str(problem).split())) from None
    return settings  # type: ignore[no-any-return]


def _check_name(name: str, names: set[str], place: str) -> None:
    known = names | {f"no_{name}" for name in names}
    if name not in known:
        near = difflib.get_close_matches(name, names, 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise TrainError(f"{place} has an unknown setting {name}{hint}")


def _with_underscores(flag: str) -> str:
    if not flag.startswith("--"):
        return flag
    name, equals, value = flag.partition("=")
    return f"--{name[2:].replace('-', '_')}{equals}{value}"


def run_train(model: str, settings: RLVEConfig, *, resume: bool) -> Path:
    """Trains, saves model and curriculum into the run's folder, and plots the run.

    Args:
        model: a name on the Hugging Face hub, a path, or "tiny".
        settings: of the run.
        resume: whether to go on from the latest checkpoint in the folder, if there is one.

    Returns:
        The plot, or the file of metrics where matplotlib is missing.

    Raises:
        TrainError: the model cannot be found.
        ValueError: the settings do not fit together.
    """
    from transformers.trainer_utils import get_last_checkpoint

    from rlve_gym.training import RLVETrainer

    output = Path(settings.output_dir)
    checkpoint = get_last_checkpoint(str(output)) if resume and output.is_dir() else None
    options: dict[str, Any] = {}
    policy: Any = model
    if model == TINY:
        from rlve_gym.training.tiny import warm_started

        policy, options["processing_class"] = warm_started(settings)
    elif not Path(model).exists() and (model.startswith((".", "/")) or model.count("/") > 1):
        raise TrainError(f"there is no folder {model}")
    try:
        trainer = RLVETrainer(policy, settings, **options)
    except OSError as problem:  # how transformers says that it cannot find or fetch a model
        raise TrainError(f"cannot load {model}: {' '.join(str(problem).split())[:300]}") from None
    trainer.train(resume_from_checkpoint=checkpoint)
    trainer.save_model()
    if trainer.is_world_process_zero():
        trainer.curriculum.save(output / "curriculum.json")
    if not importlib.util.find_spec("matplotlib"):
        return output / "metrics.jsonl"
    plot = output / "training.png"
    if trainer.is_world_process_zero():
        plot_run(output, plot)
    return plot
