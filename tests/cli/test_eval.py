"""``rlve-gym eval``, against a small OpenAI-compatible server and with a tiny model of transformers."""

import contextlib
import itertools
import json
import os
import pathlib
import re
import struct
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

import rlve_gym
from rlve_gym.cli.eval import plot
from rlve_gym.evaluation import Estimate, Report, Row, Scores, held_out_environments

PROGRAM = pathlib.Path(sys.executable).with_name("rlve-gym")
PAIR = ["shortest_path", "sort_integers"]
NONSENSE = "I do not know."


class Server:
    """Answers chat completions; each test says how.

    Attributes:
        url: the address of the API.
        reply: from the body of a request to the text of the response, or to (status, document or bytes).
        requests: the bodies, in the order in which they came.
        keys: the API keys that came with them.
        most: the most requests at a time.
    """

    def __init__(self):
        self.reply = lambda body: NONSENSE
        self.requests, self.keys = [], []
        self.open = self.most = 0
        self.lock = threading.Lock()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *arguments):
                pass

            def send(self, status, document):
                data = document if isinstance(document, bytes) else json.dumps(document).encode()
                kind = "text/html" if isinstance(document, bytes) else "application/json"
                with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                    self.send_response(status)
                    self.send_header("Content-Type", kind)
                    self.send_header("Content-Length", str(len(data)))
                    self.send_header("Retry-After-Ms", "1")  # the client need not be patient
                    self.end_headers()
                    self.wfile.write(data)

            def do_GET(self):
                models = {"object": "list", "data": [{"id": "tester", "object": "model"}]}
                self.send(*((200, models) if self.path == "/v1/models" else (404, {"error": "no such page"})))

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                if self.path != "/v1/chat/completions":
                    self.send(404, {"error": {"message": "no such page"}})
                    return
                with outer.lock:
                    outer.requests.append(body)
                    outer.keys.append(self.headers["Authorization"])
                    outer.open += 1
                    outer.most = max(outer.most, outer.open)
                try:
                    reply = outer.reply(body)
                finally:
                    with outer.lock:
                        outer.open -= 1
                self.send(*(reply if isinstance(reply, tuple) else (200, completion(reply))))

        class Threads(ThreadingHTTPServer):
            daemon_threads = True
            block_on_close = False
            request_queue_size = 64

            def handle_error(self, *arguments):
                pass  # a client that has left

        self.httpd = Threads(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.httpd.server_port}/v1"


def completion(text, finish_reason="stop"):
    message = {"role": "assistant", "content": text}
    choice = {"index": 0, "finish_reason": finish_reason, "message": message}
    return {"id": "1", "object": "chat.completion", "created": 1, "model": "tester", "choices": [choice]}


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    server = Server()
    thread = threading.Thread(target=server.httpd.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.httpd.shutdown()
    thread.join()
    server.httpd.server_close()


@pytest.fixture
def run(invoke, server):
    def run(*arguments, status=0):
        done = invoke("eval", "--server", server.url, "--model", "tester", *arguments, status=status)
        assert "Traceback" not in done.stderr
        return done

    return run


class Solver:
    """Knows the held-out problems by their prompts, and solves those for which ``right`` says so."""

    def __init__(self, ids, difficulties, count, *, answer_style="tags", right=lambda place: True):
        self.responses = {}
        for name, difficulty, seed in itertools.product(ids, difficulties, range(count)):
            env = rlve_gym.make(name, answer_style=answer_style)
            problem = env.sample(difficulty, seed=seed, split="test")
            good = right((name, difficulty, seed))
            self.responses[env.prompt(problem)] = env.respond(env.solve(problem)) if good else NONSENSE

    def __call__(self, body):
        return self.responses[body["messages"][-1]["content"]]


def refused(done, *reasons):
    """One sentence on stderr, whose words are these."""
    assert done.stdout == ""
    *_, line = done.stderr.splitlines()
    assert line.startswith("rlve-gym: ")
    for reason in reasons:
        assert reason in line, line


# A server ------------------------------------------------------------------------------------------------------------


def test_help(invoke):
    text = invoke("eval", "--help").stdout
    for option in (
        "--server",
        "--held-out",
        "--samples",
        "--json",
        "--plot",
        "--responses",
        "OPENAI_API_KEY",
    ):
        assert option in text


def test_the_whole(run, server, tmp_path):
    """Half of the problems of difficulty 0 are solved, and none of 1."""
    server.reply = Solver(PAIR, [0, 1], 4, right=lambda place: place[1] == 0 and place[2] % 2 == 0)
    files = [tmp_path / name for name in ("report.json", "map.png", "responses.jsonl")]
    options = [
        "--ids",
        "sort_integers,ShortestPath",
        "--difficulty",
        "0..1",
        "--problems",
        "4",
        "--samples",
        "2",
    ]
    options += ["--json", files[0], "--plot", files[1], "--responses", files[2], "--max-tokens", "77"]
    done = run(*options, "--temperature", "0.7", "--top-p", "0.9", "--system-prompt", "Think.")

    document = json.loads(files[0].read_text())
    accuracies = {
        (row["environment"], row["difficulty"]): row["accuracy"]["mean"] for row in document["rows"]
    }
    assert accuracies == {(name, level): 0.5 - level / 2 for name in PAIR for level in (0, 1)}
    assert document["overall"]["accuracy"]["mean"] == 0.25
    assert document["overall"]["pass_at"]["2"]["mean"] == 0.25
    assert document["settings"] == {
        "rlve_gym": rlve_gym.__version__, "problems": 4, "samples": 2, "seed": 0, "split": "test",
        "answer_style": "tags", "system_prompt": "Think.", "model": "tester", "backend": "server",
        "temperature": 0.7, "top_p": 0.9, "max_tokens": 77,
    }  # fmt: skip

    assert "responses" in done.stderr
    assert "32/32" in done.stderr
    assert re.search(r"\d a (second|minute)", done.stderr)
    lines = [line.split() for line in done.stdout.splitlines()]
    assert ["shortest_path", "0", "4", "50.0%", "±", "28.9", "50.0%", "±", "28.9", "50.0%"] in [
        line[:10] for line in lines
    ]
    assert ["all", "problems", "16", "25.0%"] in [line[:4] for line in lines]
    assert ["mean", "of", "environments", "16", "25.0%", "±", "0.0"] in [line[:7] for line in lines]
    assert "pass@2" in done.stdout
    assert "pass@1" not in done.stdout  # it is the accuracy

    assert files[1].read_bytes().startswith(b"\x89PNG")
    rows = [json.loads(line) for line in files[2].read_text().splitlines()]
    assert len(rows) == 32
    assert [row["sample"] for row in rows] == [0, 1] * 16
    for row in rows:
        good = row["difficulty"] == 0 and row["seed"] % 2 == 0
        assert (row["correct"], row["outcome"]) == ((True, "valid") if good else (False, "unparsed"))

    assert len(server.requests) == 32
    for body in server.requests:
        settings = {name: value for name, value in body.items() if name != "messages"}
        assert settings == {"model": "tester", "temperature": 0.7, "top_p": 0.9, "max_tokens": 77}
        assert [message["role"] for message in body["messages"]] == ["system", "user"]
        assert body["messages"][0]["content"] == "Think."
    assert set(server.keys) == {"Bearer none"}


def test_responses_are_judged_again_by_verify(run, invoke, server, tmp_path):
    server.reply = Solver(PAIR, [0], 3, right=lambda place: place[2] == 1)
    file = tmp_path / "responses.jsonl"
    run("--ids", ",".join(PAIR), "--problems", "3", "--responses", file)
    done = invoke("verify", file)
    assert done.stdout == file.read_text()
    assert "6 rows judged (2 valid, 0 invalid, 4 unparsed), 0 damaged" in done.stderr


def test_the_program_a_user_calls(server):
    server.reply = Solver(["sort_integers"], [0], 2)
    command = [PROGRAM, "eval", "--server", server.url, "--model", "tester", "--ids", "sort_integers"]
    done = subprocess.run(
        [*command, "--problems", "2"],
        capture_output=True,
        text=True,
        env={**os.environ, "OPENAI_API_KEY": "k"},
    )
    assert done.returncode == 0, done.stderr
    assert "100.0% ± 0.0" in done.stdout
    assert set(server.keys) == {"Bearer k"}
    refused(
        subprocess.run([*command[:3], "http://127.0.0.1:1/v1", *command[4:]], capture_output=True, text=True),
        "no server answers at http://127.0.0.1:1/v1",
        "refused",
    )


def test_many_requests_at_a_time_and_the_order_is_kept(run, server, tmp_path):
    """The first ones take longest."""
    solver = Solver(["sort_integers"], [2], 20, right=lambda place: place[2] < 5)
    count = itertools.count()

    def reply(body):
        time.sleep(max(0, 0.2 - 0.02 * next(count)))
        return solver(body)

    server.reply = reply
    file = tmp_path / "report.json"
    for batch in ((), ("--batch-size", "7")):
        run("--ids", "sort_integers", "--difficulty", "2", "--concurrency", "6", "--json", file, *batch)
        (row,) = json.loads(file.read_text())["rows"]
        assert row["right"] == [1] * 5 + [0] * 15
    assert 2 <= server.most <= 6
    server.most = 0
    run("--ids", "sort_integers", "--difficulty", "2", "--concurrency", "1")
    assert server.most == 1


def test_choice_of_environments(run, server):
    shown = {
        ("--ids", "Sorting"): ["sort_integers"],
        ("--ids", "sort_integers", "--ids", "knapsack"): ["knapsack", "sort_integers"],
        ("--family", "graphs"): rlve_gym.list_environments("graphs"),
        ("--held-out",): held_out_environments(),
        ("--held-out", "--family", "graphs"): [
            name for name in rlve_gym.list_environments("graphs") if name in held_out_environments()
        ],
    }
    for options, names in shown.items():
        text = run("--problems", "1", *options).stdout
        assert [line.split()[0] for line in text.splitlines() if "%" in line][:-2] == names
        assert names


def test_split_seed_and_answer_style(run, server, tmp_path):
    file = tmp_path / "responses.jsonl"
    options = ("--split", "train", "--seed", "7", "--answer-style", "boxed", "--problems", "2")
    run("--ids", "knapsack", *options, "--responses", file)
    env = rlve_gym.make("knapsack", answer_style="boxed")
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    assert [row["prompt"] for row in rows] == [env.prompt(env.sample(0, seed=seed)) for seed in (7, 8)]
    assert {row["split"] for row in rows} == {"train"}
    assert sorted(body["messages"][0]["content"] for body in server.requests) == sorted(
        row["prompt"] for row in rows
    )


def test_a_busy_server_is_asked_again(run, server):
    solver = Solver(["sort_integers"], [0], 4)
    count = itertools.count()
    server.reply = lambda body: (
        (503, {"error": {"message": "busy"}}) if next(count) % 2 == 0 else solver(body)
    )
    assert "100.0% ± 0.0" in run("--ids", "sort_integers", "--problems", "4", "--concurrency", "1").stdout
    assert len(server.requests) == 8


FAILURES = [
    ((500, {"error": {"message": "out of order"}}), ("500", "out of order")),
    ((400, {"error": {"message": "the context is too long"}}), ("400", "the context is too long")),
    ((401, {"error": {"message": "who are you?"}}), ("401", "who are you?")),
    ((404, {"error": {"message": "no such model"}}), ("404", "no such model", "/v1", "'tester'")),
    ((200, b"<html>Welcome</html>"), ("not with a chat completion",)),
    ((200, {"choices": []}), ("not with a chat completion",)),
    ((200, {"error": "none"}), ("not with a chat completion",)),
    ((200, completion("", "content_filter")), ("content_filter",)),
]


@pytest.mark.parametrize(("failure", "reasons"), FAILURES, ids=[reasons[0] for _, reasons in FAILURES])
def test_a_response_that_cannot_be_had_ends_it(run, server, tmp_path, failure, reasons):
    solver = Solver(["sort_integers"], [0], 6)
    lock, prompts = threading.Lock(), list(solver.responses)

    def reply(body):
        with lock:
            return failure if body["messages"][0]["content"] == prompts[3] else solver(body)

    server.reply = reply
    report, responses = tmp_path / "report.json", tmp_path / "responses.jsonl"
    options = ("--problems", "6", "--concurrency", "2", "--json", report, "--responses", responses)
    refused(run("--ids", "sort_integers", *options, status=1), server.url, *reasons)
    assert not report.exists()
    # What came before is kept, each row whole, and nothing was made up.
    rows = [json.loads(line) for line in responses.read_text().splitlines()]
    assert [(row["seed"], row["correct"]) for row in rows] == [(0, True), (1, True), (2, True)]


def test_a_model_that_says_nothing_has_responded(run, server):
    texts = itertools.cycle([None, ""])
    server.reply = lambda body: (200, completion(next(texts), "length"))
    text = run("--ids", "sort_integers", "--problems", "2").stdout
    assert "0.0% ± 0.0" in text
    assert "-1.000 ± 0.000" in text


def test_a_failure_does_not_wait_for_slow_requests(server):
    """The program ends although the server still thinks about the second request."""
    first, second = Solver(["sort_integers"], [0], 2).responses
    entered, ended = threading.Event(), threading.Event()

    def reply(body):
        if body["messages"][0]["content"] == second:
            entered.set()
            ended.wait(60)
            return NONSENSE
        assert body["messages"][0]["content"] == first
        entered.wait(60)
        return 400, {"error": {"message": "no"}}

    server.reply = reply
    command = [PROGRAM, "eval", "--server", server.url, "--model", "tester", "--ids", "sort_integers"]
    try:
        done = subprocess.run([*command, "--problems", "2"], capture_output=True, text=True, timeout=30)
    finally:
        ended.set()
    assert entered.is_set()
    assert done.returncode == 1
    refused(done, "400")


def test_after_a_failure_nothing_more_is_asked(run, server):
    """The first response takes long, the second fails meanwhile, and twenty more were to come."""
    first, second, *_ = Solver(["sort_integers"], [2], 2).responses
    failed = threading.Event()

    def reply(body):
        prompt = body["messages"][0]["content"]
        if prompt == first:
            failed.wait(60)
            time.sleep(0.3)
        elif prompt == second:
            failed.set()
            return 400, {"error": {"message": "no"}}
        return NONSENSE

    server.reply = reply
    options = ("--ids", "sort_integers", "--difficulty", "2", "--problems", "22", "--concurrency", "2")
    refused(run(*options, status=1), "400")
    assert len(server.requests) == 2


def test_a_wrong_address(invoke, server):
    for address, reason in (
        ("http://127.0.0.1:1/v1", "refused"),
        ("http://127.0.0.1:99999/v1", "99999"),
        ("tester", "tester"),
        ("http://[/v1", "http://[/v1"),
    ):
        start = time.monotonic()
        done = invoke("eval", "--server", address, "--model", "m", "--ids", "knapsack", status=1)
        refused(done, address, reason)
        assert done.stderr.count("\n") == 1
        assert time.monotonic() - start < 10, "it is asked again and again"
    # Something answers there, but the API is elsewhere.
    address = server.url.removesuffix("/v1")
    refused(
        invoke("eval", "--server", address, "--model", "m", "--ids", "knapsack", status=1),
        "404",
        "ends in /v1",
    )
    assert server.requests == []


MISTAKES = [
    (("--ids", "no_such_thing"), "nearest"),
    (("--family", "no_such_thing"), "no family"),
    (("--held-out", "--ids", "sort_integers"), "none of these environments is held out"),
    (("--difficulty", "3..1"), "0..4"),
    (("--problems", "0"), "--problems"),
    (("--samples", "0"), "--samples"),
    (("--seed", "-1"), "seed"),
    (("--split", "dev"), "--split"),
    (("--answer-style", "bold"), "--answer-style"),
    (("--temperature", "-1"), "--temperature"),
    (("--temperature", "nan"), "--temperature"),
    (("--temperature", "0", "--samples", "2"), "--temperature"),
    (("--top-p", "0"), "--top-p"),
    (("--top-p", "1.1"), "--top-p"),
    (("--max-tokens", "0"), "--max-tokens"),
    (("--batch-size", "0"), "--batch-size"),
    (("--concurrency", "0"), "--concurrency"),
    (("--plot", "map.jpg"), ".png"),
    (("--json", "nowhere/report.json"), "nowhere/report.json"),
    (("--plot", "nowhere/map.png"), "nowhere/map.png"),
    (("--responses", "nowhere/responses.jsonl"), "nowhere/responses.jsonl"),
    (("--json", "a.png", "--plot", "./a.png"), "different files"),
]


@pytest.mark.parametrize(("options", "reason"), MISTAKES, ids=[" ".join(options) for options, _ in MISTAKES])
def test_mistakes_are_explained(run, server, tmp_path, monkeypatch, options, reason):
    monkeypatch.chdir(tmp_path)
    done = run(*options, status=1)
    refused(done, reason)
    assert done.stderr.count("\n") == 1
    assert server.requests == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("module", "options", "extra"),
    [
        ("openai", ("--server", "http://127.0.0.1:1/v1"), "[eval]"),
        ("torch", (), "[train]"),
        ("transformers", (), "[train]"),
        ("matplotlib", ("--plot", "map.png"), "[plot]"),
    ],
)
def test_a_missing_extra(invoke, tmp_path, monkeypatch, module, options, extra):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, module, None)
    done = invoke("eval", "--model", "m", "--ids", "knapsack", *options, status=1)
    refused(done, "pip install", extra)
    assert done.stderr.count("\n") == 1


def test_a_model_must_be_named(invoke):
    assert "--model" in invoke("eval", "--ids", "knapsack", status=2).stderr


# The heat map --------------------------------------------------------------------------------------------------------


def made_up_report(names, tops, difficulties):
    """A report as of a run over environments that need not be there."""
    zero = Estimate(0.0, None)
    scores = {
        "problems": 1,
        "samples": 1,
        "pass_at": {1: zero},
        "format_rate": zero,
        "reward": zero,
        "length": zero,
    }
    rows = tuple(
        Row(
            environment=name, version=0, difficulty=level, right=(0,), accuracy=Estimate(1 - level / top, None),
            **scores,
        )
        for name, top in zip(names, tops, strict=True)
        for level in sorted({min(level, top) for level in difficulties})
    )  # fmt: skip
    total = Scores(accuracy=zero, **scores)
    return Report({"split": "test", "samples": 1}, rows, total, total)


def size_of(file):
    return struct.unpack(">II", file.read_bytes()[16:24])


def test_the_heat_map_grows_with_its_rows(tmp_path):
    sizes = {}
    for count in (3, 103):
        names = [f"environment_with_a_rather_long_name_{number:03}" for number in range(count)]
        file = tmp_path / f"{count}.png"
        plot(made_up_report(names, [10] * count, [10]), file)
        sizes[count] = size_of(file)
    (width, height), (wide, high) = sizes[3], sizes[103]
    assert abs(wide - width) < 20
    row = (high - height) / 100
    assert 20 < row < 40  # pixels: enough for a line of text
    assert 3 * row < height < 500


def test_the_heat_map_shows_each_cell_and_leaves_others_empty(tmp_path, monkeypatch):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figures = []
    monkeypatch.setattr(pyplot, "close", figures.append)  # so that it can be looked at
    try:
        plot(made_up_report(["low", "high"], [2, 10], [0, 2, 5, 10]), tmp_path / "map.png", title="Of m")
        (figure,) = figures
        axes = figure.axes[0]
        assert figure.get_suptitle() == "Of m"
        assert [label.get_text() for label in axes.get_yticklabels()] == ["low", "high"]
        assert list(dict.fromkeys(label.get_text() for label in axes.get_xticklabels())) == [
            "0",
            "2",
            "5",
            "10",
        ]
        cells = {(text.get_position()): text.get_text() for text in axes.texts}
        assert cells == {
            (0.5, 0.5): "100", (1.5, 0.5): "0",
            (0.5, 1.5): "100", (1.5, 1.5): "80", (2.5, 1.5): "50", (3.5, 1.5): "0",
        }  # fmt: skip
        mesh = axes.collections[0]
        assert mesh.get_array().mask.tolist() == [[False, False, True, True], [False] * 4]
    finally:
        monkeypatch.undo()
        pyplot.close("all")


# transformers --------------------------------------------------------------------------------------------------------

CHAT = "<start>{% for message in messages %}[{{ message.role }}]{{ message.content }}{% endfor %}[assistant]"


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """A random model with a tokenizer of characters, without and with a chat template."""
    torch, transformers = pytest.importorskip("torch"), pytest.importorskip("transformers")
    import string

    from tokenizers import Tokenizer, decoders, models, processors

    tokens = ["<pad>", "<end>", "<unknown>", "<start>", *string.printable]
    characters = Tokenizer(models.BPE(vocab={token: place for place, token in enumerate(tokens)}, merges=[]))
    characters.decoder = decoders.Fuse()
    characters.post_processor = processors.TemplateProcessing(
        single="<start> $A", special_tokens=[("<start>", tokens.index("<start>"))]
    )
    torch.manual_seed(0)
    sizes = {"hidden_size": 16, "intermediate_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
    config = transformers.LlamaConfig(
        vocab_size=len(tokens), max_position_embeddings=2000, eos_token_id=1, pad_token_id=0,
        bos_token_id=3, initializer_range=0.5, **sizes,
    )  # fmt: skip
    model = transformers.LlamaForCausalLM(config)
    # What the model's makers recommend is not what the options say.
    model.generation_config.update(do_sample=True, temperature=0.01, top_k=1, repetition_penalty=5.0)
    assert model.num_parameters() < 10_000
    folders = {}
    for kind, template in (("plain", None), ("chat", CHAT)):
        folders[kind] = tmp_path_factory.mktemp(kind)
        tokenizer = transformers.PreTrainedTokenizerFast(
            tokenizer_object=characters, pad_token="<pad>", eos_token="<end>", unk_token="<unknown>",
            bos_token="<start>", chat_template=template,
        )  # fmt: skip
        tokenizer.save_pretrained(folders[kind])
        model.save_pretrained(folders[kind])
    return folders


@pytest.fixture
def run_local(invoke, tmp_path):
    """The report and the rows of the responses."""

    def run_local(folder, *options):
        files = tmp_path / "report.json", tmp_path / "responses.jsonl"
        common = ("--ids", "sort_integers,knapsack", "--max-tokens", "16")
        invoke("eval", "--model", folder, *common, *options, "--json", files[0], "--responses", files[1])
        return json.loads(files[0].read_text()), [
            json.loads(line) for line in files[1].read_text().splitlines()
        ]

    return run_local


def likeliest(folder, text, count):
    """The tokens of a text, and its greedy continuation, without a batch, padding or ``generate``."""
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    model, tokenizer = AutoModelForCausalLM.from_pretrained(folder), AutoTokenizer.from_pretrained(folder)
    tokens = tokenizer(text, add_special_tokens=False)["input_ids"]
    start = len(tokens)
    with torch.inference_mode():
        while len(tokens) < start + count and (not tokens[start:] or tokens[-1] != tokenizer.eos_token_id):
            tokens.append(int(model(torch.tensor([tokens])).logits[0, -1].argmax()))
    return tokens[:start], tokenizer.decode(tokens[start:], skip_special_tokens=True)


@pytest.mark.parametrize("kind", ["plain", "chat"])
def test_continuations_of_a_batch_are_those_of_each_prompt(folders, run_local, monkeypatch, kind):
    from transformers import LlamaForCausalLM

    given = []
    generate = LlamaForCausalLM.generate

    def spy(self, *, input_ids, attention_mask):
        for tokens, mask in zip(input_ids, attention_mask, strict=True):
            given.append(tokens[mask.bool()].tolist())
        return generate(self, input_ids=input_ids, attention_mask=attention_mask)

    monkeypatch.setattr(LlamaForCausalLM, "generate", spy)
    options = ("--problems", "2", "--system-prompt", "Hello.", "--temperature", "0", "--batch-size", "3")
    document, rows = run_local(folders[kind], *options)
    assert len({len(tokens) for tokens in given}) > 1  # there is padding
    assert len({row["response"] for row in rows}) > 1
    for row, tokens in zip(rows, given, strict=True):
        text = f"<start>Hello.\n\n{row['prompt']}"
        if kind == "chat":
            text = f"<start>[system]Hello.[user]{row['prompt']}[assistant]"
        expected, response = likeliest(folders[kind], text, 16)
        assert tokens == expected
        assert row["response"] == response
    assert document["settings"]["backend"] == "transformers"
    assert document["settings"]["model"] == str(folders[kind])


def test_sampling(folders, run_local):
    def sample(*options):
        options = ("--problems", "4", "--samples", "4", *options)
        _, rows = run_local(folders["plain"], *options)
        return [row["response"] for row in rows]

    first = sample()
    assert sample() == first
    assert len(set(first)) > 16  # of 32, some are empty
    assert len({len(response) for response in first}) > 1  # the end token ends some of them
    assert not any("<end>" in response or "<pad>" in response for response in first)
    assert sample("--temperature", "5") != first
    # The likeliest token is all there is to choose from.
    few = sample("--top-p", "0.000001")
    assert [few[place : place + 4] for place in range(0, 32, 4)] == [
        [few[place]] * 4 for place in range(0, 32, 4)
    ]


def test_every_token_may_be_sampled(folders, run_local):
    """When it is hot enough, all 104 tokens are about equally likely, and not only the likeliest 50."""
    options = ("--problems", "1", "--samples", "200", "--max-tokens", "1", "--batch-size", "400")
    _, rows = run_local(folders["plain"], *options, "--temperature", "1000")
    assert len({row["response"] for row in rows[:200]}) > 70


def test_mistakes_with_a_local_model(folders, invoke, tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    (tmp_path / "empty").mkdir()
    for folder in (tmp_path / "nowhere", tmp_path / "empty"):
        done = invoke("eval", "--model", folder, "--ids", "knapsack", status=1)
        refused(done, "cannot load the model", str(folder))
        assert done.stderr.count("\n") == 1
    done = invoke("eval", "--model", folders["plain"], "--ids", "knapsack", "--max-tokens", "1999", status=1)
    refused(done, "--max-tokens 1999", "2000")
