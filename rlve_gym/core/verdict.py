"""What a verifier says about an answer, and what reward that is worth."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from operator import eq
from typing import Any, Literal

import msgspec

Outcome = Literal["unparsed", "invalid", "valid"]
Number = int | float | Fraction

_ALMOST_ONE = math.nextafter(1.0, 0.0)


class VerifierError(RuntimeError):
    """A verifier contradicts itself, such as an answer better than the stored optimum.

    This is a fault of the environment (or of a hand-made problem), never of the answer, so it is raised
    instead of being turned into a reward.
    """


class Verdict(msgspec.Struct, frozen=True):
    """The judgment of one answer. Use the constructors below rather than this class itself.

    Attributes:
        outcome: "unparsed" (no answer in the stated format), "invalid" (an answer that breaks a rule of the
            problem), or "valid".
        quality: how good a valid answer is, in [0, 1]; 0 for the other outcomes.
        correct: whether the answer earns full marks, decided on exact values, never on the rounded quality.
        reason: one line for a person.
        answer: the parsed answer; None if unparsed.
    """

    outcome: Outcome
    quality: float
    correct: bool
    reason: str
    answer: Any = None

    @classmethod
    def unparsed(cls, reason: str) -> Verdict:
        """The text is not an answer of the required form."""
        return cls("unparsed", 0.0, False, reason)

    @classmethod
    def invalid(cls, reason: str) -> Verdict:
        """The answer has the right form but breaks a rule of the problem."""
        return cls("invalid", 0.0, False, reason)

    @classmethod
    def exact(cls, correct: bool, reason: str | None = None) -> Verdict:
        """A valid answer that is right (1) or wrong (0)."""
        correct = bool(correct)
        return cls("valid", float(correct), correct, reason or ("right" if correct else "wrong"))

    @classmethod
    def graded(cls, quality: float, correct: bool, reason: str) -> Verdict:
        """A valid answer of any quality in [0, 1].

        A quality that rounds to 1 without being correct is lowered below 1.

        Raises:
            VerifierError: the quality is not a number in [0, 1], or a correct answer has a quality below 1.
        """
        quality = float(quality)
        if not 0.0 <= quality <= 1.0:  # also catches NaN
            raise VerifierError(f"quality {quality} lies outside [0, 1]")
        if correct and quality != 1.0:
            raise VerifierError(f"a correct answer has quality {quality}")
        return cls("valid", quality if correct else min(quality, _ALMOST_ONE), bool(correct), reason)

    @classmethod
    def ratio(
        cls, value: Number, optimum: Number, power: float = 1.0, *, goal: Literal["min", "max"]
    ) -> Verdict:
        """A valid solution of an optimization problem, graded by closeness to the optimum.

        The quality is (optimum / value) ** power when minimizing and (value / optimum) ** power when
        maximizing. For a negative optimum the fraction is turned over, and where value and optimum differ in
        sign or one of them is 0, only the optimum itself is worth anything.

        Args:
            value: what the answer attains, an exact number (int or Fraction).
            optimum: the best attainable value.
            power: larger powers punish distance from the optimum more.
            goal: "min" if smaller values are better, "max" if larger ones are.

        Raises:
            VerifierError: the value is better than the optimum.
        """
        if value == optimum:
            return cls("valid", 1.0, True, f"value {_short(value)} is optimal")
        if (value < optimum) == (goal == "min"):
            raise VerifierError(f"value {_short(value)} is better than the stored optimum {_short(optimum)}")
        # Of the two positive or two negative numbers, the fraction of the nearer to the farther from 0.
        share = 0.0
        if value != 0 and optimum != 0 and (value > 0) == (optimum > 0):
            fraction = Fraction(value) / Fraction(optimum)
            share = float(min(fraction, 1 / fraction))
        return cls.graded(
            share**power, False, f"value {_short(value)}, while {_short(optimum)} is attainable"
        )

    @classmethod
    def share(cls, hits: int, total: int, power: float = 1.0) -> Verdict:
        """A valid answer that meets ``hits`` of ``total`` requirements: quality (hits / total) ** power.

        Raises:
            VerifierError: hits is not in 0..total, or total is 0.
        """
        if not 0 <= hits <= total or total == 0:
            raise VerifierError(f"{hits} of {total} requirements is impossible")
        if hits == total:
            return cls("valid", 1.0, True, f"all {total} requirements are met")
        return cls.graded((hits / total) ** power, False, f"{hits} of {total} requirements are met")

    @classmethod
    def positions(cls, answer: Sequence[object], wanted: Sequence[object], power: float = 1.0) -> Verdict:
        """A list that is judged by position: quality (positions as wanted / length) ** power.

        Raises:
            VerifierError: the lists differ in length, or are empty.
        """
        if len(answer) != len(wanted):
            raise VerifierError(f"a list of {len(answer)} cannot be compared with one of {len(wanted)}")
        return cls.share(sum(map(eq, answer, wanted)), len(wanted), power)


def _short(number: Number) -> str:
    """A number for a reason: huge ones by their size (their digits help nobody, and str() may refuse)."""
    if isinstance(number, Fraction) and (
        max(number.numerator.bit_length(), number.denominator.bit_length()) > 200
    ):
        if abs(number) < 10**300:
            return f"about {number.numerator / number.denominator:.6g}"
        number = int(number)
    if isinstance(number, int) and number.bit_length() > 200:
        return f"of about {int(number.bit_length() * math.log10(2))} digits"
    return f"{number:.10g}" if isinstance(number, float) else str(number)


class RewardScheme(msgspec.Struct, frozen=True):
    """Turns a verdict into a reward.

    A valid answer is worth ``wrong + quality * (right - wrong)``, hence exactly ``right`` when correct.

    Attributes:
        unparsed: reward without an answer in the stated format.
        invalid: reward of an answer that breaks a rule.
        wrong: reward of a valid answer of quality 0.
        right: reward of a correct answer.
        partial: whether quality between 0 and 1 counts; if not, whatever is not correct is ``wrong``.

    Raises:
        ValueError: some reward is not a finite number, or one of the others exceeds ``right``.
    """

    unparsed: float = -1.0
    invalid: float = -0.5
    wrong: float = 0.0
    right: float = 1.0
    partial: bool = True

    def __post_init__(self) -> None:
        rewards = (self.unparsed, self.invalid, self.wrong, self.right)
        if not all(math.isfinite(reward) for reward in rewards) or max(rewards) > self.right:
            raise ValueError(f"rewards must be finite and none above `right`: {self}")

    @classmethod
    def binary(cls) -> RewardScheme:
        """1 for a correct answer, 0 for everything else."""
        return cls(unparsed=0.0, invalid=0.0, partial=False)

    def reward(self, verdict: Verdict) -> float:
        """The reward of a verdict, always finite."""
        if verdict.correct:
            return float(self.right)
        if verdict.outcome == "unparsed":
            return float(self.unparsed)
        if verdict.outcome == "invalid":
            return float(self.invalid)
        return self.wrong + (verdict.quality if self.partial else 0.0) * (self.right - self.wrong)
