"""Where the answer stands in a response: between tags, in a box, or the whole text.

The rules are the same in every environment. The last complete answer counts, whatever stands around it: thinking
tags have no meaning here, so an answer inside an unfinished thought counts if it is the last complete one, and a
long list of guesses counts only for its last entry. The placeholder "...", which the prompt shows, is no answer.
"""

from __future__ import annotations

import re

import msgspec

from rlve_gym.core.answers import AnswerFormatError

_BRACES = re.compile(r"\\boxed\s*\{|[{}]")


class AnswerStyle(msgspec.Struct, frozen=True):
    """How a response marks its answer.

    Args:
        opening: the text before the answer.
        closing: the text after it. Both empty: the whole response is the answer.
    """

    opening: str
    closing: str

    @classmethod
    def of(cls, style: str | tuple[str, str] | AnswerStyle) -> AnswerStyle:
        """Reads the ``answer_style`` argument of an environment.

        Args:
            style: "tags" (``<answer>...</answer>``), "boxed" (``\\boxed{...}``), "plain" (the whole response), or a
                pair of non-empty marker strings.

        Raises:
            ValueError: it is none of these.
        """
        if isinstance(style, AnswerStyle):
            return style
        if isinstance(style, str):
            if style in _STYLES:
                return _STYLES[style]
        elif len(style) == 2 and all(isinstance(marker, str) and marker for marker in style):
            return cls(*style)
        raise ValueError(
            f'answer_style must be "tags", "boxed", "plain" or a pair of non-empty strings, not {style!r}'
        )

    @property
    def instruction(self) -> str:
        """The sentence of the prompt that says where to put the answer."""
        if not self.opening:
            return "Reply with the answer and nothing else."
        return f"Put your final answer at the end of your reply, in this form: {self.wrap('...')}"

    def wrap(self, answer: str) -> str:
        """The answer between the markers."""
        return f"{self.opening}{answer}{self.closing}"

    def extract(self, response: str) -> str:
        """The text of the last complete answer. Linear in the length of the response.

        Raises:
            AnswerFormatError: there is none.
        """
        if not self.opening:
            return response
        span = _last_box(response) if self == _STYLES["boxed"] else self._last_span(response)
        if span is None:
            raise AnswerFormatError(f"no complete {self.wrap('...')} in the response")
        answer = response[span[0] : span[1]]
        if answer.strip() in ("...", "…"):
            raise AnswerFormatError("the placeholder ... stands in place of an answer")
        return answer

    def _last_span(self, response: str) -> tuple[int, int] | None:
        last_closing = response.rfind(self.closing)
        if last_closing < 0:
            return None
        start = response.rfind(self.opening, 0, last_closing)
        if start < 0:
            return None
        start += len(self.opening)
        return start, response.find(self.closing, start)


def _last_box(response: str) -> tuple[int, int] | None:
    """The inside of the complete box that begins last, found in one pass over the braces."""
    last = None
    unclosed: list[int] = []  # where the content of each open box begins; -1 for other braces
    for brace in _BRACES.finditer(response):
        if brace[0] == "{":
            unclosed.append(-1)
        elif brace[0] != "}":
            unclosed.append(brace.end())
        elif unclosed:
            start = unclosed.pop()
            if start >= 0 and (last is None or start > last[0]):
                last = start, brace.start()
    return last


_STYLES = {
    "tags": AnswerStyle("<answer>", "</answer>"),
    "boxed": AnswerStyle("\\boxed{", "}"),
    "plain": AnswerStyle("", ""),
}
