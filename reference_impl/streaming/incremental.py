"""`Incremental`: what every detokenizer of this package can do, and what its text is.

The law that they are held to: what `push` and `flush` give, joined, is `generated_text`.
"""

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Protocol

from tokparity.reference_impl.contract import Bytes, Decoded, DecodeOptions
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


class Incremental(Protocol):
    """A conversation's detokenizer: ids in, the text that they add out. Never the prompt's text."""

    def push(self, token_id: int) -> str:
        """The text that is certain now and was not before: "" while a character is incomplete.

        Raises as `Tokenizer.decode`.
        """
        ...

    def flush(self) -> str:
        """What is left at the end of the reply. Nothing may be pushed behind it but a `reset`."""
        ...

    def reset(self, prompt_ids: Sequence[int] = ()) -> None:
        """Forget everything, and begin behind another prompt."""
        ...


class Decodes(Protocol):
    """What a way needs that looks at texts alone."""

    def decode(self, token_ids: Sequence[int], options: DecodeOptions, /) -> Decoded: ...


Maker = Callable[[Tokenizer, Sequence[int], DecodeOptions], Incremental]


def text_of(decoded: Decoded) -> str:
    r"""Decoded text; of bytes, with a U+FFFD for each maximal part of a character, as Python and
    Rust have it.

    >>> text_of(Bytes(b"a\xe2\x82!"))
    'a\ufffd!'
    """
    return decoded.value.decode("utf-8", "replace") if isinstance(decoded, Bytes) else decoded.value


def generated_text(
    tokenizer: Tokenizer, prompt_ids: Sequence[int], ids: Sequence[int], options: DecodeOptions
) -> str:
    """What the generated ids add to the text of a prompt: the text of all, without what it begins
    with in common with that of the prompt.

    A prompt may end inside a character. The reply that completes it then brings the character,
    and one that breaks it brings nothing for it: that U+FFFD is the prompt's.
    """
    before = text_of(tokenizer.decode(prompt_ids, options))
    whole = text_of(tokenizer.decode([*prompt_ids, *ids], options))
    return whole[in_common(before, whole) :]


def in_common(left: str, right: str) -> int:
    """How many characters two texts begin with in common.

    >>> in_common("abc", "abd"), in_common("", "a")
    (2, 0)
    """
    if right.startswith(left):
        return len(left)
    pairs = zip(left, right, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


class Beyond:
    """Lets through what is beyond a text that was shown already, as it comes in parts.

    >>> beyond = Beyond("ab")
    >>> beyond.take("a"), beyond.take("cb")
    ('', 'cb')
    """

    def __init__(self, emitted: str) -> None:
        self._emitted = emitted

    def take(self, text: str) -> str:
        """What of the next part was not shown."""
        if not self._emitted or not text:
            return text
        common = in_common(self._emitted, text)
        self._emitted = self._emitted[common:] if common == len(text) else ""
        return text[common:]
