"""The oracle builds and sorts the set of all subsequences."""

from collections import Counter
from itertools import combinations

import pytest

import rlve_gym

env = rlve_gym.make("kth_distinct_subsequence", answer_style="plain")


def all_subsequences(text):
    found = {""}
    for letter in text:
        found |= {word + letter for word in found}
    return sorted(found - {""})


def test_the_oracle_agrees_with_the_definition():
    for text in ("abab", "aabca", "cbacab"):
        by_deletion = {
            "".join(text[i] for i in places)
            for size in range(1, len(text) + 1)
            for places in combinations(range(len(text)), size)
        }
        assert all_subsequences(text) == sorted(by_deletion)


@pytest.mark.parametrize("difficulty", range(8))
def test_answer_is_that_of_the_sorted_set(difficulty):
    for seed in range(40):
        problem = env.sample(difficulty, seed=seed)
        ordered = all_subsequences(problem.text)
        assert 1 <= problem.rank <= len(ordered)
        assert problem.answer == ordered[problem.rank - 1]
        assert env.judge(problem, problem.answer).correct
        other = ordered[problem.rank % len(ordered)]
        assert not env.judge(problem, other).correct


def rank_of(text, word):
    """The number of distinct subsequences that come no later than the word, counted as the pairs of a common prefix
    with it and a smaller continuation; by another recurrence than the code's, over prefixes of the text."""

    def distinct(tail):  # the distinct subsequences of tail, the empty one included
        total, last = 1, {}
        for letter in tail:
            total, last[letter] = 2 * total - last.get(letter, 0), total
        return total

    rank, rest = 0, text
    for letter in word:
        rank += sum(distinct(rest[rest.index(c) + 1 :]) for c in "abc" if c < letter and c in rest)
        rest = rest[rest.index(letter) + 1 :]
        rank += 1
    return rank


@pytest.mark.parametrize("difficulty", [10, 14, 18, 22, 26, 30])
def test_answer_has_the_rank_at_large_sizes(difficulty):
    for seed in range(20):
        problem = env.sample(difficulty, seed=seed)
        assert rank_of(problem.text, problem.answer) == problem.rank


def test_ranks_reach_both_ends():
    """Ranks cover the whole range, from the first to the last."""
    problems = [env.sample(0, seed=seed) for seed in range(400)]
    assert any(problem.rank == 1 for problem in problems)
    assert any(problem.rank == len(all_subsequences(problem.text)) for problem in problems)


# In order: a aa aab ab aba abab abb b ba bab bb
EXAMPLE = {"text": "abab", "rank": 7, "answer": "abb"}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("abb", "valid", 1),
        ("  abb\n", "valid", 1),
        ("`abb`", "valid", 1),  # the peer of the catalogue refuses these
        ('"abb"', "valid", 1),
        ("ABB", "valid", 1),
        ("ab", "valid", 0),
        ("abbb", "valid", 0),
        ("bba", "valid", 0),
        ("c", "valid", 0),
        ("", "unparsed", 0),
        ("``", "unparsed", 0),
        ("a b b", "unparsed", 0),
        ("abd", "unparsed", 0),
        ("7", "unparsed", 0),
        ("abb.", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_no_text_of_one_letter_and_three_letters_from_difficulty_5_on():
    """The trap of the catalogue: with all letters equal the answer is k letters."""
    for difficulty in range(0, 31, 2):
        problems = [env.sample(difficulty, seed=seed) for seed in range(30)]
        assert all(len(set(problem.text)) > 1 for problem in problems)
        letters = set().union(*(problem.text for problem in problems))
        assert letters == (set("ab") if difficulty < 5 else set("abc"))


def test_answers_differ():
    for difficulty in (2, 3, 6):
        answers = Counter(env.sample(difficulty, seed=seed).answer for seed in range(200))
        assert max(answers.values()) < 24
