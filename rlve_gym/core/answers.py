"""Answer formats: how the text of an answer becomes a value, and back.

Every format parses strictly but without pettiness: surrounding white space, line ends, commas between list items and
the typographic minus sign are fine; anything that could mean two things is refused with a reason. Work and memory are
bounded for any text: at most ``MAX_LENGTH`` characters and ``MAX_DIGITS`` digits a number.

=====================  ==========================  ============================================
format                 value                       text
=====================  ==========================  ============================================
Integer                int                         ``-12``
Integers               list[int]                   ``0 3 1``
Pairs                  list[tuple[int, int]]       ``0 3 3 1``: u1 v1 u2 v2 ...
IntegerRows            list[list[int]]             one row a line: grids, matrices, moves, groups
SymbolGrid             list[str]                   one row of symbols a line
Words                  list[str]                   ``knight knave``, from a vocabulary
String                 str                         ``RRDD``, over an alphabet
Choice                 str                         ``Yes``, one of a few
Moves                  list[tuple[str, *ints]]     ``Pour 0 2``, one move a line
Fraction               fractions.Fraction          ``7/2``
DecimalNumber          decimal.Decimal             ``0.25``
DecimalNumbers         list[decimal.Decimal]       ``0.25 1 3.5``
Arithmetic             Expression                  ``(8 - 3) * 7 / 2``
Formula                Expression                  ``sin(2*x)/2``
=====================  ==========================  ============================================
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction as Rational
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from rlve_gym.core.expressions import Expression, ExpressionError, parse_expression

MAX_LENGTH = 20_000
MAX_DIGITS = 4_000

AnswerT = TypeVar("AnswerT")
ItemT = TypeVar("ItemT")


class AnswerFormatError(ValueError):
    """The text is not an answer in the required format; the message says what is wrong, in one short line."""


def quote(text: str, limit: int = 40) -> str:
    """A piece of an answer for an error message: printable, in quotes, and short."""
    return ascii(text if len(text) <= limit else text[:limit] + "...")


class AnswerFormat(Generic[AnswerT]):
    """One way to write an answer.

    Args:
        what: what the answer is, as in "the vertices of the path, in order".
        example: an answer in this form, shown in the prompt, or a function of the problem that gives one. It shows
            the form, so choose one that is hardly ever right. None shows no example.
    """

    form: ClassVar[str]
    """How the text looks, for the prompt."""

    def __init__(self, what: str, *, example: str | Callable[[Any], str] | None = None) -> None:
        self.what = what
        self.example = example

    def instruction(self, problem: Any) -> str:
        """The sentence of the prompt that states what to answer in which form."""
        example = self.example(problem) if callable(self.example) else self.example
        if example is None:
            return f"Answer format: {self.what}; {self.form}."
        gap = "\n" if "\n" in example else " "
        return (
            f"Answer format: {self.what}; {self.form}. For example (this shows only the form):{gap}{example}"
        )

    def parse(self, text: str) -> AnswerT:
        """Reads an answer.

        Raises:
            AnswerFormatError: the text is not of this form, or too long.
        """
        if len(text) > MAX_LENGTH:
            raise AnswerFormatError(f"the answer has {len(text)} characters, over the limit of {MAX_LENGTH}")
        return self.read(text)

    def read(self, text: str) -> AnswerT:
        """Reads a text of bounded length; what a format implements."""
        raise NotImplementedError

    def format(self, answer: AnswerT) -> str:
        """Writes an answer as text that parses back to it."""
        raise NotImplementedError

    def mutations(self, answer: AnswerT, rng: Random) -> Iterator[AnswerT]:
        """Near misses of an answer for tests: each differs from it in one small thing."""
        raise NotImplementedError


# Pieces that several formats share -----------------------------------------------------------------------------------

_INTEGER = re.compile(r"[+-]?[0-9]+")
_GROUPED = re.compile(r"[+-]?[0-9]{1,3}(?:,[0-9]{3})+")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,2})?")
_SEPARATOR = re.compile(r"\s*,\s+|\s+,|\s+|,")
_EDGE_QUOTES = "\"'`“”‘’"


def read_integer(token: str) -> int:
    """One integer in ASCII digits with an optional sign; the typographic minus counts as a minus."""
    plain = token.replace("\N{MINUS SIGN}", "-")
    if not _INTEGER.fullmatch(plain):
        raise AnswerFormatError(f"{quote(token)} is not an integer")
    if len(plain) > MAX_DIGITS:
        raise AnswerFormatError(f"a number of {len(plain)} digits is over the limit of {MAX_DIGITS}")
    value = int(plain)
    if value == 0 and plain[0] == "-":
        raise AnswerFormatError("-0 is not how zero is written")
    return value


def read_decimal(token: str) -> Decimal:
    """One finite decimal number, exactly; exponents of at most two digits."""
    plain = token.replace("\N{MINUS SIGN}", "-")
    if not _DECIMAL.fullmatch(plain):
        raise AnswerFormatError(f"{quote(token)} is not a decimal number")
    if len(plain) > MAX_DIGITS:
        raise AnswerFormatError(f"a number of {len(plain)} characters is over the limit of {MAX_DIGITS}")
    return Decimal(plain) or Decimal(0)


def split_items(text: str) -> list[str]:
    """The items of a list, separated by white space or single commas."""
    text = text.strip()
    if not text:
        return []
    if "," in text:
        for word in text.split():
            if _GROUPED.fullmatch(word):
                raise AnswerFormatError(f"{quote(word)} could be one number or several; use spaces")
    items = _SEPARATOR.split(text)
    if not all(items):
        raise AnswerFormatError("a comma with nothing before or after it")
    return items


def _lines(text: str) -> list[str]:
    return [line for line in text.split("\n") if line.strip()]


def _list_mutations(
    items: list[ItemT], rng: Random, change: Callable[[ItemT], ItemT], *, swap: bool = True
) -> Iterator[list[ItemT]]:
    if not items:
        return
    where = rng.randrange(len(items))
    yield [*items[:where], change(items[where]), *items[where + 1 :]]
    yield items[:where] + items[where + 1 :]
    yield [*items, items[where]]
    if swap and len(items) > 1:
        i, j = rng.sample(range(len(items)), 2)
        swapped = list(items)
        swapped[i], swapped[j] = swapped[j], swapped[i]
        if swapped != items:
            yield swapped


# Numbers -------------------------------------------------------------------------------------------------------------


class Integer(AnswerFormat[int]):
    """One integer. Thousands may be grouped by commas: nothing else could be meant."""

    form = "one integer"

    def read(self, text: str) -> int:
        token = text.strip()
        if _GROUPED.fullmatch(token.replace("\N{MINUS SIGN}", "-")):
            token = token.replace(",", "")
        if len(token.split()) > 1:
            raise AnswerFormatError(f"{quote(token)} is more than one integer")
        return read_integer(token)

    def format(self, answer: int) -> str:
        return str(answer)

    def mutations(self, answer: int, rng: Random) -> Iterator[int]:
        yield answer + 1
        yield answer - 1
        yield -answer if answer else 2
        yield answer * 10 + rng.randrange(10) if answer else 10


class Integers(AnswerFormat[list[int]]):
    """Any number of integers on one or several lines.

    Args:
        empty: whether a blank answer is the empty list; if not, it is a format error.
    """

    def __init__(
        self, what: str, *, example: str | Callable[[Any], str] | None = None, empty: bool = False
    ) -> None:
        super().__init__(what, example=example)
        self.empty = empty

    @property
    def form(self) -> str:  # type: ignore[override]
        return "integers separated by spaces" + (
            ", or nothing at all if there are none" if self.empty else ""
        )

    def read(self, text: str) -> list[int]:
        numbers = [read_integer(item) for item in split_items(text)]
        if not numbers and not self.empty:
            raise AnswerFormatError("the answer is empty")
        return numbers

    def format(self, answer: Sequence[int]) -> str:
        return " ".join(map(str, answer))

    def mutations(self, answer: Sequence[int], rng: Random) -> Iterator[list[int]]:
        return _list_mutations(list(answer), rng, lambda number: number + rng.choice((-1, 1)))


class Pairs(AnswerFormat[list[tuple[int, int]]]):
    """Pairs of integers, such as edges: u1 v1 u2 v2 ... on one or several lines.

    Args:
        empty: whether a blank answer is the empty list.
    """

    def __init__(
        self, what: str, *, example: str | Callable[[Any], str] | None = None, empty: bool = False
    ) -> None:
        super().__init__(what, example=example)
        self.empty = empty

    @property
    def form(self) -> str:  # type: ignore[override]
        return "the two numbers of each pair one after the other, all separated by spaces" + (
            ", or nothing at all if there are none" if self.empty else ""
        )

    def read(self, text: str) -> list[tuple[int, int]]:
        numbers = [read_integer(item) for item in split_items(text)]
        if not numbers and not self.empty:
            raise AnswerFormatError("the answer is empty")
        if len(numbers) % 2:
            raise AnswerFormatError(f"{len(numbers)} numbers do not make pairs")
        return list(zip(numbers[::2], numbers[1::2], strict=True))

    def format(self, answer: Sequence[Sequence[int]]) -> str:
        return " ".join(f"{first} {second}" for first, second in answer)

    def mutations(self, answer: Sequence[Sequence[int]], rng: Random) -> Iterator[list[tuple[int, int]]]:
        pairs = [(first, second) for first, second in answer]
        return _list_mutations(pairs, rng, lambda pair: (pair[0], pair[1] + rng.choice((-1, 1))))


class IntegerRows(AnswerFormat[list[list[int]]]):
    """Rows of integers, one a line; blank lines are skipped and rows may differ in length.

    Args:
        empty: whether a blank answer is the empty list of rows.
    """

    form = "one row per line, its integers separated by spaces"

    def __init__(
        self, what: str, *, example: str | Callable[[Any], str] | None = None, empty: bool = False
    ) -> None:
        super().__init__(what, example=example)
        self.empty = empty

    def read(self, text: str) -> list[list[int]]:
        rows = [[read_integer(item) for item in split_items(line)] for line in _lines(text)]
        if not rows and not self.empty:
            raise AnswerFormatError("the answer is empty")
        return rows

    def format(self, answer: Sequence[Sequence[int]]) -> str:
        return "\n".join(" ".join(map(str, row)) for row in answer)

    def mutations(self, answer: Sequence[Sequence[int]], rng: Random) -> Iterator[list[list[int]]]:
        rows = [list(row) for row in answer]
        filled = [index for index, row in enumerate(rows) if row]
        if filled:
            where = rng.choice(filled)
            for row in _list_mutations(rows[where], rng, lambda number: number + rng.choice((-1, 1))):
                yield rows[:where] + ([row] if row else []) + rows[where + 1 :]
        if len(rows) > 1:
            yield rows[:-1]
            yield [rows[-1], *rows[1:-1], rows[0]]


class Fraction(AnswerFormat[Rational]):
    """A fraction A/B of integers, reduced or not; a bare integer A is A/1, and ``\\frac{A}{B}`` is read too."""

    form = "an exact fraction A/B of two integers"

    _LATEX = re.compile(r"([+-]?)\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}")

    def read(self, text: str) -> Rational:
        text = text.strip()
        if latex := self._LATEX.fullmatch(text):
            text = f"{latex[1]}{latex[2].strip()}/{latex[3]}"
        parts = text.split("/")
        if len(parts) > 2:
            raise AnswerFormatError(f"{quote(text)} is not a fraction A/B")
        numerator = read_integer(parts[0].strip())
        denominator = read_integer(parts[1].strip()) if len(parts) == 2 else 1
        if denominator == 0:
            raise AnswerFormatError("the denominator is 0")
        return Rational(numerator, denominator)

    def format(self, answer: Rational) -> str:
        return f"{answer.numerator}/{answer.denominator}"

    def mutations(self, answer: Rational, rng: Random) -> Iterator[Rational]:
        yield Rational(answer.numerator + rng.choice((-1, 1)), answer.denominator)
        yield Rational(answer.numerator, answer.denominator + 1)
        yield -answer if answer else Rational(1)
        yield 1 / answer if abs(answer) not in (0, 1) else answer + 1


class DecimalNumbers(AnswerFormat[list[Decimal]]):
    """Decimal numbers, read exactly: 3, -0.25, .5, 1e-3. NaN, infinities and exponents beyond 99 are refused.

    Args:
        tolerance: the error that the verifier forgives, for the prompt; "" if there is none.
    """

    def __init__(
        self, what: str, *, example: str | Callable[[Any], str] | None = None, tolerance: str = ""
    ) -> None:
        super().__init__(what, example=example)
        self.tolerance = tolerance

    @property
    def form(self) -> str:  # type: ignore[override]
        return "decimal numbers separated by spaces" + (
            f" (errors up to {self.tolerance} are fine)" if self.tolerance else ""
        )

    def read(self, text: str) -> list[Decimal]:
        # A comma inside a number could be a decimal comma, so here commas must be followed by a space.
        items = text.replace(", ", " ").split()
        if not items:
            raise AnswerFormatError("the answer is empty")
        return [read_decimal(item) for item in items]

    def format(self, answer: Sequence[Decimal | int | float]) -> str:
        return " ".join(f"{Decimal(str(number)):f}" for number in answer)

    def mutations(self, answer: Sequence[Decimal], rng: Random) -> Iterator[list[Decimal]]:
        numbers = [Decimal(number) for number in answer]
        return _list_mutations(numbers, rng, lambda number: number + rng.choice((-1, 1)), swap=False)


class DecimalNumber(AnswerFormat[Decimal]):
    """One decimal number, read exactly, with the rules of DecimalNumbers.

    Args:
        tolerance: the error that the verifier forgives, for the prompt; "" if there is none.
    """

    def __init__(
        self, what: str, *, example: str | Callable[[Any], str] | None = None, tolerance: str = ""
    ) -> None:
        super().__init__(what, example=example)
        self.tolerance = tolerance

    @property
    def form(self) -> str:  # type: ignore[override]
        return "one decimal number" + (
            f" (an error up to {self.tolerance} is fine)" if self.tolerance else ""
        )

    def read(self, text: str) -> Decimal:
        return read_decimal(text.strip())

    def format(self, answer: Decimal | int | float) -> str:
        return f"{Decimal(str(answer)):f}"

    def mutations(self, answer: Decimal, rng: Random) -> Iterator[Decimal]:
        yield Decimal(answer) + rng.choice((-1, 1))
        yield Decimal(answer) * 10 + 1
        yield -Decimal(answer) if answer else Decimal(1)


# Symbols and words ---------------------------------------------------------------------------------------------------


class Words(AnswerFormat[list[str]]):
    """Words from a fixed vocabulary, separated by spaces.

    Args:
        vocabulary: the words; a word in another letter case is read as the one it equals up to case, if that is unique.
        nothing: a word that stands for the empty list, such as "EMPTY"; a blank answer then means the same.
    """

    def __init__(
        self, what: str, vocabulary: Sequence[str], *, example: str | Callable[[Any], str] | None = None,
        nothing: str | None = None,
    ) -> None:  # fmt: skip
        super().__init__(what, example=example)
        self.vocabulary = list(vocabulary)
        self.nothing = nothing
        self._spellings = _spellings(self.vocabulary)

    @property
    def form(self) -> str:  # type: ignore[override]
        form = f"words from {{{', '.join(self.vocabulary)}}} separated by spaces"
        return form + (f", or the single word {self.nothing} if there are none" if self.nothing else "")

    def read(self, text: str) -> list[str]:
        items = split_items(text)
        if self.nothing is not None and (
            not items or [item.upper() for item in items] == [self.nothing.upper()]
        ):
            return []
        if not items:
            raise AnswerFormatError("the answer is empty")
        return [_spelled(item, self._spellings) for item in items]

    def format(self, answer: Sequence[str]) -> str:
        return " ".join(answer) or (self.nothing or "")

    def mutations(self, answer: Sequence[str], rng: Random) -> Iterator[list[str]]:
        words = list(answer)
        if not words:
            yield [rng.choice(self.vocabulary)]
        yield from _list_mutations(
            words, rng, lambda word: rng.choice([other for other in self.vocabulary if other != word])
        )


class Choice(AnswerFormat[str]):
    """One of a few words or phrases, in any letter case.

    Args:
        options: the possible answers.
    """

    def __init__(
        self, what: str, options: Sequence[str], *, example: str | Callable[[Any], str] | None = None
    ) -> None:
        super().__init__(what, example=example)
        self.options = list(options)
        self._spellings = _spellings(self.options)

    @property
    def form(self) -> str:  # type: ignore[override]
        return f"one of {{{', '.join(self.options)}}}"

    def read(self, text: str) -> str:
        return _spelled(text.strip(), self._spellings)

    def format(self, answer: str) -> str:
        return answer

    def mutations(self, answer: str, rng: Random) -> Iterator[str]:
        yield from (option for option in self.options if option != answer)


def _spellings(words: Sequence[str]) -> dict[str, str]:
    """Every accepted spelling: the words themselves, and their case-folded forms where these are unique."""
    folded = [word.casefold() for word in words]
    unique = {fold: word for fold, word in zip(folded, words, strict=True) if folded.count(fold) == 1}
    return {**unique, **{word: word for word in words}}


def _spelled(word: str, spellings: dict[str, str]) -> str:
    found = spellings.get(word) or spellings.get(word.casefold())
    if found is None:
        raise AnswerFormatError(f"{quote(word)} is none of {', '.join(dict.fromkeys(spellings.values()))}")
    return found


class String(AnswerFormat[str]):
    """One string over an alphabet. Quotes or backticks around it are ignored.

    Args:
        alphabet: the characters it may have. Letters of the other case are read as these if that is unambiguous.
        loose: whether spaces and commas between the characters are ignored.
        empty: whether a blank answer is the empty string.
    """

    def __init__(
        self, what: str, alphabet: str, *, example: str | Callable[[Any], str] | None = None,
        loose: bool = False, empty: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(what, example=example)
        self.alphabet = alphabet
        self.loose = loose
        self.empty = empty
        self._table = _case_table(alphabet)

    @property
    def form(self) -> str:  # type: ignore[override]
        form = f"a string of the characters {' '.join(self.alphabet)} without separators"
        return form + (", or nothing at all if it is empty" if self.empty else "")

    def read(self, text: str) -> str:
        text = text.strip().strip(_EDGE_QUOTES).strip()
        if self.loose:
            text = "".join(text.replace(",", " ").split())
        if not text and not self.empty:
            raise AnswerFormatError("the answer is empty")
        return _only(text, self.alphabet, self._table)

    def format(self, answer: str) -> str:
        return answer

    def mutations(self, answer: str, rng: Random) -> Iterator[str]:
        def change(symbol: str) -> str:
            return rng.choice([other for other in self.alphabet if other != symbol])

        for symbols in _list_mutations(list(answer), rng, change):
            if symbols:
                yield "".join(symbols)


class SymbolGrid(AnswerFormat[list[str]]):
    """Rows of symbols, one row a line; blank lines are skipped and rows may differ in length.

    Spaces and commas inside a line are ignored, unless the space is one of the symbols: then every line counts as it
    is, apart from blank lines at the very beginning and end.

    Args:
        alphabet: the symbols.
    """

    def __init__(
        self, what: str, alphabet: str, *, example: str | Callable[[Any], str] | None = None
    ) -> None:
        super().__init__(what, example=example)
        self.alphabet = alphabet
        self._table = _case_table(alphabet)

    @property
    def form(self) -> str:  # type: ignore[override]
        return (
            f"one row per line, of the characters {' '.join(self.alphabet.replace(' ', ''))}"
            + (" and the blank" if " " in self.alphabet else "")
            + " without separators"
        )

    def read(self, text: str) -> list[str]:
        if " " in self.alphabet:
            lines = text.replace("\r", "").strip("\n").split("\n")
        else:
            lines = ["".join(line.replace(",", " ").split()) for line in _lines(text)]
        if not any(line.strip() for line in lines):
            raise AnswerFormatError("the answer is empty")
        return [_only(line, self.alphabet, self._table) for line in lines]

    def format(self, answer: Sequence[str]) -> str:
        return "\n".join(answer)

    def mutations(self, answer: Sequence[str], rng: Random) -> Iterator[list[str]]:
        rows = list(answer)
        where = rng.randrange(len(rows))
        for symbols in _list_mutations(
            list(rows[where]),
            rng,
            lambda symbol: rng.choice([other for other in self.alphabet if other != symbol]),
        ):
            yield rows[:where] + (["".join(symbols)] if symbols else []) + rows[where + 1 :]
        if len(rows) > 1:
            yield rows[:-1]


def _case_table(alphabet: str) -> dict[int, str]:
    """Maps letters of the other case to the alphabet's, where only one case of the letter is in it."""
    return {
        ord(other): symbol
        for symbol in alphabet
        for other in (symbol.lower(), symbol.upper())
        if len(other) == 1 and other not in alphabet
    }


def _only(text: str, alphabet: str, table: dict[int, str]) -> str:
    text = text.translate(table)
    foreign = sorted(set(text).difference(alphabet))
    if foreign:
        raise AnswerFormatError(f"{quote(foreign[0])} is none of the characters {' '.join(alphabet)}")
    return text


class Moves(AnswerFormat[list[tuple[Any, ...]]]):
    """Moves, one a line: a verb followed by integers, as in ``Pour 0 2``. The value has (verb, int, ...) tuples.

    Args:
        verbs: each verb and the number of integers that follow it, such as ``{"Fill": 1, "Pour": 2}``. Verbs are read in
            any letter case.
        single: whether the answer is exactly one move (the value is still a list).
        empty: whether a blank answer is the empty list.
    """

    def __init__(
        self, what: str, verbs: dict[str, int], *, example: str | Callable[[Any], str] | None = None,
        single: bool = False, empty: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(what, example=example)
        self.verbs = verbs
        self.single = single
        self.empty = empty
        self._spellings = _spellings(list(verbs))

    @property
    def form(self) -> str:  # type: ignore[override]
        shapes = " or ".join(verb + " <integer>" * count for verb, count in self.verbs.items())
        form = f"one line, {shapes}" if self.single else f"one move per line, {shapes}"
        return form + (", or nothing at all if there are none" if self.empty else "")

    def read(self, text: str) -> list[tuple[Any, ...]]:
        moves: list[tuple[Any, ...]] = []
        for line in _lines(text):
            verb, *items = split_items(line)
            verb = _spelled(verb, self._spellings)
            if len(items) != self.verbs[verb]:
                raise AnswerFormatError(f"{quote(line)}: {verb} takes {self.verbs[verb]} integers")
            moves.append((verb, *map(read_integer, items)))
        if not moves and not self.empty:
            raise AnswerFormatError("the answer is empty")
        if self.single and len(moves) > 1:
            raise AnswerFormatError(f"{len(moves)} moves instead of one")
        return moves

    def format(self, answer: Sequence[Sequence[Any]]) -> str:
        return "\n".join(" ".join(map(str, move)) for move in answer)

    def mutations(self, answer: Sequence[Sequence[Any]], rng: Random) -> Iterator[list[tuple[Any, ...]]]:
        def change(move: tuple[Any, ...]) -> tuple[Any, ...]:
            if len(move) > 1:
                where = rng.randrange(1, len(move))
                return (*move[:where], move[where] + rng.choice((-1, 1)), *move[where + 1 :])
            return next(
                ((verb, *[0] * count) for verb, count in self.verbs.items() if verb != move[0]), (*move, 0)
            )

        moves = [tuple(move) for move in answer]
        for mutated in _list_mutations(moves, rng, change):
            if not self.single or len(mutated) == 1:
                yield mutated


# Expressions ---------------------------------------------------------------------------------------------------------


class _ExpressionFormat(AnswerFormat[Expression]):
    def format(self, answer: Expression | str) -> str:
        return answer if isinstance(answer, str) else answer.text

    def mutations(self, answer: Expression | str, rng: Random) -> Iterator[Expression]:
        """Changes one digit or operator of the text at a time."""
        text = self.format(answer)
        places = [index for index, symbol in enumerate(text) if symbol in "+-*/0123456789"]
        for index in rng.sample(places, min(4, len(places))):
            pool = "+-*/" if text[index] in "+-*/" else "123456789"
            other = rng.choice([symbol for symbol in pool if symbol != text[index]])
            try:
                yield self.parse(text[:index] + other + text[index + 1 :])
            except AnswerFormatError:
                continue


class Arithmetic(_ExpressionFormat):
    """An expression in non-negative integers, + - * / and parentheses, to be taken exactly.

    One trailing ``= N`` is read into ``Expression.claimed``, which the verifier has to check.
    """

    form = "one expression in integers, + - * / and parentheses"

    def read(self, text: str) -> Expression:
        body, equals, claim = text.strip().partition("=")
        try:
            expression = parse_expression(body, max_length=10_000, max_depth=200, max_digits=100)
        except ExpressionError as error:
            raise AnswerFormatError(str(error)) from None
        return expression.claiming(read_integer(claim.strip())) if equals else expression


class Formula(_ExpressionFormat):
    """An expression in variables, with functions: the grammar of ``core.expressions`` in full.

    Args:
        variables: the names that may occur, besides pi and E.
    """

    def __init__(
        self, what: str, *, variables: Sequence[str] = ("x",),
        example: str | Callable[[Any], str] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(what, example=example)
        self.variables = tuple(variables)

    @property
    def form(self) -> str:  # type: ignore[override]
        return (
            f"one expression in {', '.join(self.variables)} with numbers, pi, E, + - * / ** (multiplication always "
            "written *), parentheses, and the functions sin cos tan asin acos atan sinh cosh tanh exp log sqrt Abs"
        )

    def read(self, text: str) -> Expression:
        try:
            return parse_expression(
                text, variables=self.variables, calculus=True, max_length=2_000, max_depth=80, max_digits=30
            )
        except ExpressionError as error:
            raise AnswerFormatError(str(error)) from None
