"""The text spaces of observations and actions."""

from __future__ import annotations

from typing import Any

from gymnasium.error import CustomSpaceError
from gymnasium.spaces import Text
from gymnasium.vector.utils import create_shared_memory

MAX_TEXT = 100_000_000
_LONGEST_SAMPLE = 200


class AnyText(Text):
    """Every Python string of up to 10^8 characters, of any Unicode characters, the empty string included.

    ``sample`` draws short strings of printable ASCII characters.
    """

    def __init__(self, seed: Any = None) -> None:
        super().__init__(MAX_TEXT, min_length=0, charset=_PRINTABLE, seed=seed)

    def contains(self, x: Any) -> bool:
        return isinstance(x, str) and len(x) <= self.max_length

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        if mask is None and probability is None:
            mask = (int(self.np_random.integers(_LONGEST_SAMPLE + 1)), None)
        return super().sample(mask=mask, probability=probability)

    def __repr__(self) -> str:
        return "AnyText()"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AnyText)

    __hash__ = None  # type: ignore[assignment]  # like every space: mutable, hence unhashable

    def __reduce__(self) -> Any:
        return _restore, (self.__dict__,)


_PRINTABLE = "".join(map(chr, range(32, 127)))


def _restore(state: dict[str, Any]) -> AnyText:
    space = AnyText()
    space.__dict__.update(state)
    return space


@create_shared_memory.register(AnyText)
def _refuse_shared_memory(space: AnyText, n: int = 1, ctx: Any = None) -> Any:
    # Gymnasium decodes shared text once, when the vector is made: every later observation would be wrong.
    raise CustomSpaceError(
        "Text observations do not work in shared memory: pass vector_kwargs={'shared_memory': False} to "
        "gymnasium.make_vec, or shared_memory=False to AsyncVectorEnv."
    )
