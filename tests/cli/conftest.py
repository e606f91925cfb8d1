import io
import subprocess
import sys
from collections.abc import Callable

import pytest
from typer.main import get_command

from rlve_gym.cli import app


@pytest.fixture(scope="session")
def invoke() -> Callable[..., subprocess.CompletedProcess[str]]:
    """The command line in this process, where no time is lost on imports: ``invoke("list", status=0, input="")``.

    The input may be bytes, too. An exception that a user would see as a traceback is one here, too.
    """
    command = get_command(app)

    def invoke(*arguments, status=0, input=""):
        data = input.encode() if isinstance(input, str) else input
        streams = {
            name: io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", newline="", write_through=True)
            for name, data in (("stdin", data), ("stdout", b""), ("stderr", b""))
        }
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("COLUMNS", "200")
            for name, stream in streams.items():
                patch.setattr(sys, name, stream)
            with pytest.raises(SystemExit) as end:
                command.main([*map(str, arguments)], prog_name="rlve-gym")
        stdout, stderr = (streams[name].buffer.getvalue().decode() for name in ("stdout", "stderr"))
        code = end.value.code or 0
        assert code == status, stdout + stderr
        return subprocess.CompletedProcess(arguments, code, stdout, stderr)

    return invoke
