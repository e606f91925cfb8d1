"""What an environment is made of."""

from rlve_gym.core.answers import (
    AnswerFormat,
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
from rlve_gym.core.environment import Environment, ExactEnvironment, IntegerEnvironment, ResidueEnvironment
from rlve_gym.core.expressions import Expression
from rlve_gym.core.extraction import AnswerStyle
from rlve_gym.core.ladder import Ladder, choice, function, grow, line, table
from rlve_gym.core.problem import FractionText, Problem, ProblemError, dumps, loads
from rlve_gym.core.verdict import RewardScheme, Verdict, VerifierError

__all__ = [
    "AnswerFormat",
    "AnswerFormatError",
    "AnswerStyle",
    "Arithmetic",
    "Choice",
    "DecimalNumber",
    "DecimalNumbers",
    "Environment",
    "ExactEnvironment",
    "Expression",
    "Formula",
    "Fraction",
    "FractionText",
    "Integer",
    "IntegerEnvironment",
    "IntegerRows",
    "Integers",
    "Ladder",
    "Moves",
    "Pairs",
    "Problem",
    "ProblemError",
    "ResidueEnvironment",
    "RewardScheme",
    "String",
    "SymbolGrid",
    "Verdict",
    "VerifierError",
    "Words",
    "choice",
    "dumps",
    "function",
    "grow",
    "line",
    "loads",
    "table",
]
