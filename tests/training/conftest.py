"""The fixture ``build``: a trainer on a tiny model."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # for scripted.py, also in the processes that tests start

from scripted import ScriptedTrainer, config, model, tokenizer

from rlve_gym.training import RLVETrainer


@pytest.fixture
def build(tmp_path):
    """Makes a trainer: ``build(script, **settings)``; real completions without a script."""

    def make_trainer(script=None, folder=tmp_path, chat_template=None, arguments=(), **settings):
        options = dict(
            arguments,
            model=model(),
            args=config(folder, **settings),
            processing_class=tokenizer(chat_template),
        )
        return RLVETrainer(**options) if script is None else ScriptedTrainer(script=script, **options)

    return make_trainer
