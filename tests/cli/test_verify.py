"""``rlve-gym verify``, through the program a user calls."""

import json
import pathlib
import select
import subprocess
import sys

import pytest

import rlve_gym

PROGRAM = pathlib.Path(sys.executable).with_name("rlve-gym")
SORT = rlve_gym.make("sort_integers")
PROBLEM = rlve_gym.dumps(SORT.problem_from({"values": [3, 1, 2], "answer": [1, 2, 3]}))
ADDED = ["reward", "correct", "outcome", "quality", "reason", "answer"]


def data_of(lines):
    return b"".join(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n" for line in lines)


def results(done):
    """The rows that come out, and what is said on stderr."""
    assert "Traceback" not in done.stderr
    assert done.stdout.isascii()
    assert done.stdout == "" or done.stdout.endswith("\n")
    return [json.loads(line) for line in done.stdout.split("\n")[:-1]], done.stderr


@pytest.fixture
def run(invoke):
    def run(*arguments, lines=(), status=0):
        return results(invoke("verify", *arguments, input=data_of(lines), status=status))

    return run


def run_program(*arguments, lines=(), status=0):
    """In a process of its own, which the program itself may start more of."""
    done = subprocess.run(
        [PROGRAM, "verify", *map(str, arguments)], input=data_of(lines), capture_output=True
    )
    done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()
    assert done.returncode == status, done.stderr
    return results(done)


def row(response, problem=PROBLEM, **more):
    return {"problem": problem, "response": response, **more}


def test_help(invoke):
    text = invoke("verify", "--help").stdout
    assert "Usage" in text
    assert "damaged" in text


def all_rows():
    """A right, a wrong and an unparsable response to a problem of each environment, and their verdicts."""
    rows, verdicts = [], []
    for name in rlve_gym.list_environments():
        env = rlve_gym.make(name)
        problem = env.sample(1, seed=4)
        for response in (env.respond(env.solve(problem)), "<answer>0</answer>", "I do not know."):
            rows.append(row(response, rlve_gym.dumps(problem), number=len(rows)))
            verdicts.append(env.judge(problem, response))
    return rows, verdicts


def test_verdicts_on_all_environments(run, tmp_path):
    rows, verdicts = all_rows()
    found, summary = run(lines=rows)
    for before, verdict, after in zip(rows, verdicts, found, strict=True):
        assert list(after) == [*before, *ADDED]
        assert {name: after[name] for name in before} == before
        assert after["reward"] == rlve_gym.RewardScheme().reward(verdict)
        assert after["correct"] is verdict.correct
        assert (after["outcome"], after["quality"], after["reason"]) == (
            verdict.outcome, verdict.quality, verdict.reason,
        )  # fmt: skip
        env = rlve_gym.make(json.loads(before["problem"])["environment"])
        if verdict.outcome == "unparsed":
            assert after["answer"] is None
        else:
            assert after["answer"] == env.format(verdict.answer)
    assert [after["reward"] for after in found[::3]] == [1.0] * (len(rows) // 3)
    assert [after["reward"] for after in found[2::3]] == [-1.0] * (len(rows) // 3)
    assert f"{len(rows)} rows judged" in summary
    assert "0 damaged" in summary
    # The same from a file to a file, by three processes, in several chunks.
    source, output = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text("".join(json.dumps(before) + "\n" for before in rows * 5))
    printed, _ = run_program(source, "--output", output, "--processes", "3")
    assert printed == []
    assert [json.loads(line) for line in output.read_text().splitlines()] == found * 5


def test_summary(run):
    _, summary = run(
        lines=[row("<answer>1 2 3</answer>"), row("no"), row("<answer>1 2 3</answer>"), b"{\n"], status=1
    )
    lines = [line.split() for line in summary.splitlines()]
    assert ["sort_integers", "3", "66.7%", "0.333"] in lines
    assert ["all", "3", "66.7%", "0.333"] in lines
    assert summary.endswith("3 rows judged (2 valid, 0 invalid, 1 unparsed), 1 damaged\n")
    _, summary = run(lines=[])
    assert summary == "0 rows judged (0 valid, 0 invalid, 0 unparsed), 0 damaged\n"


def contradiction():
    env = rlve_gym.make("knapsack")
    problem = env.sample(0, seed=0)
    document = json.loads(rlve_gym.dumps(problem))
    document["problem"]["optimum"] = 1
    return row(env.respond(env.solve(problem)), json.dumps(document))


DAMAGED = [
    (b"{", "not JSON"),
    (b"[" * 100_000, "nested"),
    (b"\xff\xfe", "not JSON"),
    (b"[1]", "object"),
    (b"7" * 5000, "not JSON"),
    ({"response": "x"}, "no 'problem'"),
    ({"problem": PROBLEM}, "no 'response'"),
    (row(None), "'response' must be text"),
    (row("x", problem=json.loads(PROBLEM)), "'problem' must be text"),
    (row("x", problem="{"), "ProblemError"),
    (row("x", problem=PROBLEM.replace("sort_integers", "sort_integer")), "no environment"),
    (row("x", problem=PROBLEM.replace('"version":0', '"version":9')), "version 9"),
    (row("x", problem=PROBLEM.replace('"values"', '"valves"')), "ProblemError"),
    (contradiction(), "VerifierError"),
]


@pytest.mark.parametrize("processes", [1, 2])
def test_damaged_rows_are_named_and_left_out(run, processes):
    lines = []
    for number, (damaged, _) in enumerate(DAMAGED):
        lines += [row("<answer>1 2 3</answer>", number=number), damaged]
        if isinstance(damaged, bytes):
            lines[-1] += b"\n"
    command = run if processes == 1 else run_program
    rows, errors = command("--processes", processes, lines=lines, status=1)
    assert [found["number"] for found in rows] == list(range(len(DAMAGED)))
    named = [line for line in errors.splitlines() if line.startswith("rlve-gym: line")]
    for number, (line, (_, reason)) in enumerate(zip(named, DAMAGED, strict=True)):
        assert line.startswith(f"rlve-gym: line {2 * number + 2}: ")
        assert reason in line
    assert f"{len(DAMAGED)} damaged" in errors


def test_lines_end_at_line_feeds_only(run):
    """As raw characters: inside a JSON string they are allowed, and no end of a line (U+2028 and relatives)."""
    text = "one\u2028two\u2029three\x85four\x7f\u00a0 <answer>1 2 3</answer>"
    raw = json.dumps(row(text), ensure_ascii=False).encode()
    rows, _ = run(lines=[raw + b"\r\n", b"\n", b"  \n", raw])  # Windows, blank lines, no end of the last
    assert [found["response"] for found in rows] == [text, text]
    assert all(found["correct"] for found in rows)


def test_lone_surrogates_survive_as_escapes(run, invoke):
    line = json.dumps(row("\ud800 <answer>1 2 3</answer>\udfff", note="\udc80")).encode()
    text = invoke("verify", input=line).stdout
    assert "\\ud800" in text
    assert "\\udfff" in text
    found = json.loads(text)
    assert (found["response"], found["note"]) == ("\ud800 <answer>1 2 3</answer>\udfff", "\udc80")
    assert found["correct"]
    rows, _ = run(lines=[row("<answer>\ud800</answer>")])
    assert rows[0]["outcome"] == "unparsed"


def test_byte_order_mark(run):
    line = b"\xef\xbb\xbf" + json.dumps(row("<answer>1 2 3</answer>")).encode() + b"\n"
    assert len(run(lines=[line])[0]) == 1
    assert "line 2" in run(lines=[row("x"), line], status=1)[1]


def test_answer_style_and_rows_judged_before(run):
    before = row("\\boxed{1 2 3}", reward=-7, answer="old", note={"a": [1, None, 0.1]})
    rows, _ = run("--answer-style", "boxed", lines=[before])
    assert rows == [
        {**before, "reward": 1.0, "correct": True, "outcome": "valid", "quality": 1.0, "answer": "1 2 3",
         "reason": SORT.judge(rlve_gym.loads(PROBLEM), "<answer>1 2 3</answer>").reason}
    ]  # fmt: skip
    assert run(lines=[before])[0][0]["outcome"] == "unparsed"


def test_a_row_is_written_as_soon_as_it_is_read():
    process = subprocess.Popen(
        [PROGRAM, "verify"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    with process:
        for response, reward in (("<answer>1 2 3</answer>", 1.0), ("no", -1.0)):
            process.stdin.write(json.dumps(row(response)).encode() + b"\n")
            process.stdin.flush()
            assert select.select([process.stdout], [], [], 60)[0], "the row is held back"
            assert json.loads(process.stdout.readline())["reward"] == reward
        process.stdin.close()
        assert process.wait(60) == 0


MEASURE = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stderr=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


@pytest.mark.parametrize("processes", ["1", "2"])
def test_memory_does_not_grow(tmp_path, processes):
    line = json.dumps(row("x" * 100_000 + "<answer>1 2 3</answer>")) + "\n"
    memory = []
    for count in (100, 1000):  # 10 and 100 MB
        source = tmp_path / f"{count}.jsonl"
        with source.open("w") as stream:
            for _ in range(count):
                stream.write(line)
        command = [PROGRAM, "verify", source, "--processes", processes, "--output", tmp_path / "out.jsonl"]
        measured = subprocess.run(
            [sys.executable, "-c", MEASURE, *command], capture_output=True, text=True, check=True
        )
        memory.append(int(measured.stdout) / 1024)
        assert (tmp_path / "out.jsonl").read_bytes().count(b"\n") == count
    assert memory[1] < memory[0] + 20, memory  # MB


def test_a_reader_that_leaves_is_no_fault(tmp_path):
    source = tmp_path / "in.jsonl"
    source.write_text((json.dumps(row("<answer>1 2 3</answer>" * 50)) + "\n") * 3000)
    for processes in (1, 2):
        done = subprocess.run(
            f"'{PROGRAM}' verify '{source}' --processes {processes} | head -n 1",
            shell=True,
            capture_output=True,
            text=True,
        )
        assert json.loads(done.stdout)["correct"]
        assert done.stderr == ""


def test_mistakes_are_explained(run, tmp_path):
    file = tmp_path / "a.jsonl"
    file.write_text(json.dumps(row("x")) + "\n")
    before = file.read_bytes()
    for arguments, reason in (
        ((tmp_path / "none.jsonl",), "none.jsonl"),
        ((file, "--output", tmp_path / "nowhere" / "b"), "nowhere"),
        ((file, "--output", file), "another file"),
        ((file, "--processes", "0"), "--processes"),
        ((file, "--answer-style", "bold"), "boxed"),
    ):
        _, errors = run(*arguments, status=1)
        assert reason in errors
        assert errors.startswith("rlve-gym: ")
        assert errors.count("\n") == 1
    assert file.read_bytes() == before
