"""`LlamaUGM`: how llama.cpp rewrites a text before Unigram: charsmap, spaces, broken bytes."""

from dataclasses import dataclass, field
from typing import ClassVar

from tokparity.reference_impl.normalizers.xcda import Xcda
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.byte_text import from_bytes, to_bytes
from tokparity.reference_impl.text.code_units import character_of_unit
from tokparity.reference_impl.text.growth import check_growth


@dataclass(frozen=True, slots=True)
class LlamaUGMNormalizer:
    """Replace by the longest rule, then escape spaces.

    `user_defined` tokens are not rewritten, and neither is anything that one of them *begins*
    with, even inside of a character, which then falls apart. With `merge_spaces` every run of
    spaces is one "▁" before a word, also before the first, and the last is dropped; else
    `add_space_prefix` puts one before the first word, behind any spaces. Source:
    src/llama-vocab.cpp `llm_tokenizer_ugm_session::normalize`, llama.cpp b11549.

    >>> LlamaUGMNormalizer(Xcda(), frozenset(), True, False).normalize(Aligned.of("a b"))
    Aligned(text='▁a▁b', origin=[0, 0, 1, 2])
    """

    COMPONENT: ClassVar[str] = "LlamaUGM"

    charsmap: Xcda
    user_defined: frozenset[bytes]
    add_space_prefix: bool
    merge_spaces: bool
    space: str = "▁"
    _begins: frozenset[bytes] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        begins = {text[:end] for text in self.user_defined for end in range(1, len(text) + 1)}
        object.__setattr__(self, "_begins", frozenset(begins))

    def normalize(self, text: Aligned) -> Aligned:
        """Raises BrokenXcda, TooLarge."""
        data, chars = to_bytes(text.text), character_of_unit(text.text)
        out, came = bytearray(), []
        space = self.space.encode()
        prefix, in_word, at = self.add_space_prefix, False, 0
        while at < len(data):
            length, written = self._prefix(data, at)
            origin = text.origin[chars[at]]
            for byte in written:
                added = bytes([byte])
                if byte != 0x20:
                    if not in_word:
                        in_word = True
                        if prefix or self.merge_spaces:
                            added = space + added
                            prefix = False
                else:
                    in_word = False
                    added = b"" if self.merge_spaces else space
                out += added
                came += [origin] * len(added)
            check_growth(len(out) - len(data))
            at += length
        return _aligned(bytes(out), came)

    def _prefix(self, data: bytes, start: int) -> tuple[int, bytes]:
        """How many bytes are taken, and what they become."""
        end = start
        while end < len(data) and data[start : end + 1] in self._begins:
            end += 1
        if end > start:
            return end - start, data[start:end]
        if (rule := self.charsmap.longest(data, start)) is not None:
            return rule
        first = data[start]
        length = 1 if first < 0x80 else 2 if first < 0xE0 else 3 if first < 0xF0 else 4
        taken = data[start : start + length]
        broken = 0x80 <= first < 0xC0 or first >= 0xF8 or len(taken) < length
        if broken or any(byte & 0xC0 != 0x80 for byte in taken[1:]):
            return 1, "\ufffd".encode()
        return length, taken


def _aligned(data: bytes, came: list[int]) -> Aligned:
    text = from_bytes(data)
    if text.isascii():
        return Aligned(text, came)
    origin, at = [], 0
    for char in text:
        origin.append(came[at])
        at += len(to_bytes(char))
    return Aligned(text, origin)
