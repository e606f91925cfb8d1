"""Work in several processes, by a script of its own: the processes import the functions that they are to call."""

import os
import signal
import subprocess
import sys
import time

import pytest

SCRIPT = '''
import sys, time
from pathlib import Path

from rlve_gym.cli.parallel import ordered_map, unordered_map


def last(item):
    """Item 0 is done when all the others are."""
    if item:
        Path(f"done{item}").touch()
    while not item and len(list(Path().glob("done*"))) < 29:
        time.sleep(0.01)
    return item


def square(item):
    return 9 // (item - 20) and item**2


def endless(item):
    Path(f"started{item}").touch()
    time.sleep(1000)


if __name__ == "__main__":
    import work  # the functions must not belong to __main__

    if sys.argv[1] == "endless":
        list(unordered_map(work.endless, range(20), 2))
    found = list(unordered_map(work.last, range(30), 2))
    assert found[-1] == 0 and sorted(found) == list(range(30)), found
    for processes in (1, 2):
        found = []
        try:
            for result in ordered_map(work.square, range(1000), processes):
                found.append(result)
        except ZeroDivisionError:
            assert found == [9 // (item - 20) and item**2 for item in range(20)], found
            print("good")
'''


def test_order_and_exceptions(tmp_path):
    (tmp_path / "work.py").write_text(SCRIPT)
    done = subprocess.run(
        [sys.executable, "work.py", "check"], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert (done.stdout, done.stderr) == ("good\n" * 2, "")


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_no_process_is_left_behind(tmp_path, end):
    """Not even for as long as an item takes, when only the parent is told to end."""
    (tmp_path / "work.py").write_text(SCRIPT)
    process = subprocess.Popen(
        [sys.executable, "work.py", "endless"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    deadline = time.monotonic() + 60
    while len(list(tmp_path.glob("started*"))) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    os.kill(process.pid, end)
    # All that the process started has the same output, which ends with the last of them.
    process.communicate(timeout=60)
    assert process.returncode == -end
    assert len(list(tmp_path.glob("started*"))) == 2
