"""The answer formats: what each accepts, what it refuses and why, and that it stays bounded."""

import time
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction as Rational
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlve_gym.core import (
    AnswerFormatError,
    Arithmetic,
    Choice,
    DecimalNumber,
    DecimalNumbers,
    Formula,
    Fraction,
    Integer,
    IntegerRows,
    Integers,
    Moves,
    Pairs,
    String,
    SymbolGrid,
    Words,
)
from rlve_gym.core.answers import MAX_DIGITS, MAX_LENGTH

FORMATS = [
    Integer("n"),
    Integers("ns"),
    Integers("ns", empty=True),
    Pairs("edges"),
    IntegerRows("grid"),
    SymbolGrid("grid", ".#"),
    SymbolGrid("picture", "+-/ "),
    Words("words", ["knight", "knave"], nothing="EMPTY"),
    String("moves", "LRUD", loose=True, empty=True),
    Choice("truth", ["Yes", "No"]),
    Moves("moves", {"Fill": 1, "Pour": 2}),
    Moves("winner", {"Bob": 0, "Alice": 2}, single=True),
    Fraction("p"),
    DecimalNumber("x"),
    DecimalNumbers("xyz"),
    Arithmetic("expression"),
    Formula("expression"),
]
NUMERIC = [
    Integer("n"),
    Integers("ns"),
    Pairs("edges"),
    IntegerRows("grid"),
    Fraction("p"),
    DecimalNumber("x"),
    DecimalNumbers("x"),
]


def ids(answer_format):
    return type(answer_format).__name__


ACCEPTED = [
    (Integer("n"), "12", 12),
    (Integer("n"), " -3\n", -3),
    (Integer("n"), "−3", -3),  # typographic minus
    (Integer("n"), "+5", 5),
    (Integer("n"), "007", 7),
    (Integer("n"), "1,234,567", 1234567),
    (Integers("ns"), "1 2\n3", [1, 2, 3]),
    (Integers("ns"), "1, 2,3 ,4", [1, 2, 3, 4]),
    (Integers("ns"), "5", [5]),
    (Integers("ns", empty=True), " \n", []),
    (Pairs("edges"), "0 1\n1 2", [(0, 1), (1, 2)]),
    (IntegerRows("grid"), "1 2\n\n 3,4 \r\n", [[1, 2], [3, 4]]),
    (IntegerRows("grid"), "1 2 3\n4", [[1, 2, 3], [4]]),
    (SymbolGrid("grid", ".#"), ".# .\n\n#,#,.\n", [".#.", "##."]),
    (SymbolGrid("grid", "XO"), "xo\noX", ["XO", "OX"]),
    (SymbolGrid("picture", "+-/ "), "\n +-+\n/ / \n", [" +-+", "/ / "]),
    (Words("w", ["knight", "knave"]), "Knight, KNAVE\nknight", ["knight", "knave", "knight"]),
    (Words("w", ["A#", "#A"], nothing="EMPTY"), "empty", []),
    (Words("w", ["A#", "#A"], nothing="EMPTY"), "", []),
    (Words("w", ["a", "A"]), "a A", ["a", "A"]),  # case counts where it distinguishes
    (String("s", "abc"), ' "abca" ', "abca"),
    (String("s", "abc"), "`cab`", "cab"),
    (String("s", "LRUD", loose=True), "r, R d\nD", "RRDD"),
    (String("s", "()"), "(())", "(())"),
    (String("s", "ab", empty=True), "", ""),
    (Choice("c", ["Yes", "No"]), " yes\n", "Yes"),
    (Moves("m", {"Fill": 1, "Pour": 2}), "fill 0\nPOUR 0 1\n", [("Fill", 0), ("Pour", 0, 1)]),
    (Moves("m", {"Bob": 0, "Alice": 2}, single=True), "Alice 3 4", [("Alice", 3, 4)]),
    (Moves("m", {"Bob": 0, "Alice": 2}, single=True), "bob", [("Bob",)]),
    (Fraction("p"), "2/7", Rational(2, 7)),
    (Fraction("p"), " 4 / 14 ", Rational(2, 7)),
    (Fraction("p"), "-3", Rational(-3)),
    (Fraction("p"), "\\frac{1}{2}", Rational(1, 2)),
    (Fraction("p"), "-\\dfrac{ 1 }{ 2 }", Rational(-1, 2)),
    (DecimalNumber("x"), "-0.250", Decimal("-0.25")),
    (DecimalNumber("x"), ".5", Decimal("0.5")),
    (DecimalNumber("x"), "1e-3", Decimal("0.001")),
    (DecimalNumber("x"), "-0.0", Decimal(0)),
    (DecimalNumbers("xyz"), "1.5, 2 3", [Decimal("1.5"), Decimal(2), Decimal(3)]),
]


@pytest.mark.parametrize(("answer_format", "text", "value"), ACCEPTED)
def test_accepted(answer_format, text, value):
    parsed = answer_format.parse(text)
    assert parsed == value
    assert type(parsed) is type(value)
    assert answer_format.parse(answer_format.format(parsed)) == parsed


REFUSED = [
    *[(answer_format, text) for answer_format in NUMERIC for text in (
        "", " ", "nan", "NaN", "inf", "-Infinity", "1e400", "0/0", "1/0", "３", "٣", "1_000", "1\u200b2", "0x10", "ten", "1.234,5",
        "1,2.5", "5!", "5.", "--5", "+-5", "5, maybe 6", "7 or 8", "3/4/5", "\x00", "\ud800", "9" * (MAX_DIGITS + 1),
    ) if not (text == "5." and "Decimal" in type(answer_format).__name__)],
    (Integer("n"), "1 234"),
    (Integer("n"), "1,2"),
    (Integer("n"), "12,34"),
    (Integer("n"), "1.0"),
    (Integer("n"), "1e3"),
    (Integer("n"), "-0"),
    (Integers("ns"), "1,234"),  # one number or two?
    (Integers("ns"), "5 1,234"),
    (Integers("ns"), "1,,2"),
    (Integers("ns"), "1 2,"),
    (Integers("ns"), "[1 2]"),
    (Pairs("edges"), "0 1 2"),
    (IntegerRows("grid"), "1 2\n3 x"),
    (SymbolGrid("grid", ".#"), "..\n.x"),
    (SymbolGrid("grid", ".#"), " \n"),
    (SymbolGrid("picture", "+ "), "  \n"),
    (Words("w", ["a", "A"]), "b"),
    (Words("w", ["knight", "knave"]), ""),
    (Words("w", ["knight", "knave"]), "knights"),
    (Words("w", ["A#"], nothing="EMPTY"), "EMPTY A#"),
    (String("s", "abc"), "abd"),
    (String("s", "abc"), "ab c"),
    (String("s", "abc"), '""'),
    (Choice("c", ["Yes", "No"]), "Yes or No"),
    (Choice("c", ["Yes", "No"]), "Yes No"),
    (Choice("c", ["Yes", "No"]), "Y"),
    (Choice("c", ["Yes", "No"]), ""),
    (Moves("m", {"Fill": 1, "Pour": 2}), "Fill"),
    (Moves("m", {"Fill": 1, "Pour": 2}), "Fill 1 2"),
    (Moves("m", {"Fill": 1, "Pour": 2}), "Drink 1"),
    (Moves("m", {"Fill": 1, "Pour": 2}), "Fill x"),
    (Moves("m", {"Fill": 1, "Pour": 2}), ""),
    (Moves("m", {"Bob": 0}, single=True), "Bob\nBob"),
    (Fraction("p"), "1.5"),
    (Fraction("p"), "1/"),
    (Fraction("p"), "/2"),
    (Fraction("p"), "\\frac{1}{2}{3}"),
    (DecimalNumber("x"), "1 2"),
    (DecimalNumber("x"), "1,5"),  # a decimal comma, or two numbers?
    (DecimalNumbers("x"), "1,5 2"),
    (DecimalNumber("x"), "1e999"),
    (DecimalNumber("x"), "."),
]  # fmt: skip


@pytest.mark.parametrize(("answer_format", "text"), REFUSED)
def test_refused_with_a_short_reason(answer_format, text):
    with pytest.raises(AnswerFormatError) as error:
        answer_format.parse(text)
    reason = str(error.value)
    assert reason
    assert len(reason) < 200
    assert reason.isascii() or "knave" in reason
    assert reason.isprintable()


HOSTILE = [
    "1 " * 50_000, "1," * 50_000, "1\n" * 50_000, "9" * 100_000, "-" * 100_000, "(" * 100_000, "1+" * 50_000 + "1", "x**" * 600 + "x",
    "a " * 50_000, ".\n" * 50_000, "R" * 100_000, "1e" * 50_000, ("9" * 3_999 + " ") * 25, "Fill 1\n" * 14_000, "\\frac{" * 16_000, "1" * 10_000_000,
]  # fmt: skip


@pytest.mark.parametrize("answer_format", FORMATS, ids=ids)
def test_work_is_bounded(answer_format):
    for text in HOSTILE:
        start = time.perf_counter()
        with suppress(AnswerFormatError):
            answer_format.parse(text)
        assert time.perf_counter() - start < 1.0  # far above the usual time: it fails only if work explodes


@pytest.mark.parametrize("answer_format", FORMATS, ids=ids)
def test_length_limit(answer_format):
    with pytest.raises(AnswerFormatError, match="limit"):
        answer_format.parse(" " * MAX_LENGTH + "1")


@given(st.text(max_size=60))
def test_any_text_is_a_value_or_a_format_error(text):
    for answer_format in FORMATS:
        try:
            value = answer_format.parse(text)
        except AnswerFormatError:
            continue
        again = answer_format.parse(answer_format.format(value))
        assert answer_format.format(again) == answer_format.format(value)


@given(st.lists(st.integers(), min_size=1), st.sampled_from([" ", ", ", "\n", "  \n ", " , "]))
def test_integers_round_trip(numbers, separator):
    assert Integers("ns").parse(separator.join(map(str, numbers))) == numbers


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**30), max_value=10**30, places=12))
def test_decimals_are_exact(number):
    assert DecimalNumber("x").parse(str(number)) == number


EXAMPLES = {
    Integer: 12, Integers: [1, 2, 3], Pairs: [(0, 1), (1, 2)], IntegerRows: [[1, 2], [3, 4]], SymbolGrid: ["--+", "+--"],
    Words: ["knight", "knave"], String: "RRDD", Choice: "Yes", Fraction: Rational(2, 7), DecimalNumber: Decimal("0.5"),
    DecimalNumbers: [Decimal("0.5"), Decimal(2)],
}  # fmt: skip


@pytest.mark.parametrize("answer_format", FORMATS, ids=ids)
def test_mutations_differ_and_parse_back(answer_format):
    value = EXAMPLES.get(type(answer_format))
    if isinstance(answer_format, SymbolGrid) and "#" in answer_format.alphabet:
        value = ["..#", "#.."]
    if isinstance(answer_format, Moves):
        value = [("Alice", 3, 4)] if answer_format.single else [("Fill", 0), ("Pour", 0, 1)]
    if value is None:
        value = answer_format.parse("(8 - 3) * 7")
    mutations = list(answer_format.mutations(value, Random(0)))
    assert mutations
    for mutation in mutations:
        text = answer_format.format(mutation)
        assert text != answer_format.format(value)
        if text.strip():
            assert answer_format.format(answer_format.parse(text)) == text


@pytest.mark.parametrize("answer_format", FORMATS, ids=ids)
def test_instruction_names_the_answer_and_the_form(answer_format):
    instruction = answer_format.instruction(None)
    assert answer_format.what in instruction
    assert answer_format.form in instruction


def test_examples_may_depend_on_the_problem():
    answer_format = Integers("ns", example=lambda problem: " ".join(["0"] * problem))
    assert answer_format.instruction(3).endswith(" 0 0 0")
    assert Integers("ns", example="1 2").instruction(None).endswith(" 1 2")
    assert SymbolGrid("grid", ".#", example="..\n##").instruction(None).endswith(":\n..\n##")
