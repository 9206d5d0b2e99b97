"""`Aligned`: text that remembers which original character each character came from.

The character-level form of `NormalizedString` (tokenizers 0.23
tokenizer/normalizer.rs). There every *byte* carries a byte range of the original;
a range is always that of one original character, or empty, so one integer a
character says the same.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tokparity.reference_impl.contract import Offset


@dataclass(slots=True, eq=False)  # never changed; `frozen` would make building one 3.5 times slower
class Aligned:
    """`origin[i]` is the index in the original text of the character that `text[i]` came from.

    A negative `~p` means: came from no character, stands empty at position p.
    `origin` may be a `range` of step 1 (untouched text: slicing costs nothing, and
    offsets are a sum).

    `begins` is where the stretch of the original starts that this is the text of. It
    differs from the start of the first character where a normalizer took away the ones
    before; None, as in a slice, says that it does not differ. Equality ignores it.

    >>> Aligned.of("abc")[1:].span(0, 1)
    (1, 2)
    """

    text: str
    origin: Sequence[int]
    begins: int | None = field(default=None, repr=False)

    @classmethod
    def of(cls, text: str) -> "Aligned":
        return cls(text, range(len(text)), 0)

    def __len__(self) -> int:
        return len(self.text)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Aligned):
            return NotImplemented
        return self.text == other.text and tuple(self.origin) == tuple(other.origin)

    def __hash__(self) -> int:
        return hash((self.text, tuple(self.origin)))

    def __getitem__(self, part: slice) -> "Aligned":
        origin = self.origin[part]
        return Aligned(self.text[part], origin, origin.start if type(origin) is range else None)

    def span(self, start: int, end: int) -> Offset:
        """The original range of characters [start, end), end > start: first's start, last's end."""
        origin = self.origin
        first, last = origin[start], origin[end - 1]
        return (first if first >= 0 else ~first, last + 1 if last >= 0 else ~last)

    def replace_each(self, mapping: Callable[[str], str]) -> "Aligned":
        """Map each character alone to any number of characters.

        >>> Aligned.of("İx").replace_each(str.lower)
        Aligned(text='i̇x', origin=(0, 0, 1))
        """
        parts = [mapping(char) for char in self.text]
        origin = tuple(at for at, part in zip(self.origin, parts, strict=True) for _ in part)
        return Aligned("".join(parts), origin)
