import time
from contextlib import suppress

import pytest

from rlve_gym.core import AnswerFormatError, AnswerStyle

TAGS, BOXED, PLAIN = AnswerStyle.of("tags"), AnswerStyle.of("boxed"), AnswerStyle.of("plain")


@pytest.mark.parametrize(
    ("style", "response", "answer"),
    [
        (TAGS, "<answer>5</answer>", "5"),
        (TAGS, "a <answer>4</answer> no, <answer>5</answer> done", "5"),
        (TAGS, "<answer>5</answer> and <answer>6", "5"),  # the last complete one
        (TAGS, "<answer><answer>5</answer>", "5"),
        (TAGS, "<answer>5</answer> trailing </answer>", "5"),
        (TAGS, "<answer>4</answer><answer></answer>", ""),
        (TAGS, "<answer>\n1 2\n</answer>", "\n1 2\n"),
        (TAGS, "<think>maybe <answer>4</answer></think><answer>5</answer>", "5"),
        (TAGS, "<think>so <answer>5</answer> and then it was cut o", "5"),  # thinking tags mean nothing
        (TAGS, "no tags at first </answer> <answer>5</answer>", "5"),
        (TAGS, "<answer>5</answer></think>", "5"),
        (BOXED, "\\boxed{5}", "5"),
        (BOXED, "\\boxed{2}. No, \\boxed{3}", "3"),
        (BOXED, "\\boxed{\\frac{1}{2}}", "\\frac{1}{2}"),
        (BOXED, "\\boxed {5}", "5"),
        (BOXED, "\\boxed{5} and \\boxed{6", "5"),
        (BOXED, "\\boxed{\\boxed{5}}", "5"),
        (BOXED, "{ \\boxed{5}", "5"),
        (BOXED, "} \\boxed{5} }", "5"),
        (BOXED, "\\boxed{a{b}c}", "a{b}c"),
        (PLAIN, " 5 ", " 5 "),
        (AnswerStyle.of(("[[", "]]")), "[[1]] [[2]] [[", "2"),
        (AnswerStyle.of(("$$", "$$")), "$$1$$", "1"),
    ],
)
def test_extracted(style, response, answer):
    assert style.extract(response) == answer


@pytest.mark.parametrize(
    ("style", "response"),
    [
        (TAGS, ""),
        (TAGS, "5"),
        (TAGS, "<answer>5"),
        (TAGS, "5</answer>"),
        (TAGS, "</answer><answer>"),
        (TAGS, "<answer>...</answer>"),
        (TAGS, "<answer> … </answer>"),
        (TAGS, "<answer>5</answer> so: <answer>...</answer>"),
        (TAGS, "\\boxed{5}"),
        (BOXED, "\\boxed{5"),
        (BOXED, "boxed{5}"),
        (BOXED, "{5}"),
        (BOXED, "\\boxed{...}"),
        (BOXED, "<answer>5</answer>"),
    ],
)
def test_nothing_to_extract(style, response):
    with pytest.raises(AnswerFormatError):
        style.extract(response)


@pytest.mark.parametrize("style", [TAGS, BOXED])
def test_a_list_of_guesses_counts_for_its_last(style):
    guesses = " ".join(style.wrap(str(number)) for number in range(500))
    assert style.extract(guesses) == "499"


@pytest.mark.parametrize("style", [TAGS, BOXED, AnswerStyle.of(("((", "))"))])
def test_linear_in_the_length(style):
    size = 200_000
    for text in ("<answer>", "</answer>", "\\boxed{", "}", "{", "((", "))", "<answer></answer>", "\\boxed{}"):
        start = time.perf_counter()
        with suppress(AnswerFormatError):
            style.extract(text * size)
        assert time.perf_counter() - start < 2.0


def test_wrap_and_instruction():
    assert TAGS.wrap("5") == "<answer>5</answer>"
    assert "<answer>...</answer>" in TAGS.instruction
    assert BOXED.wrap("5") == "\\boxed{5}"
    assert PLAIN.wrap("5") == "5"
    assert AnswerStyle.of(TAGS) is TAGS


@pytest.mark.parametrize("style", ["tag", "", ("a",), ("", ""), ("a", ""), ("a", "b", "c"), ("a", 1)])
def test_unknown_styles(style):
    with pytest.raises(ValueError, match="answer_style"):
        AnswerStyle.of(style)
