r"""`ShortTexts`: ids of plain texts by a compiled file alone, for a process that asks one thing.

Importing the reference takes a third of a second, and a text's ids two milliseconds. So this knows
just what most texts at a command line need: a byte-level BPE behind a known pattern (`words`), and
texts of ASCII in which no added token begins. Proof that it gives the definition's ids:

- In ASCII the classes of the pattern are those that are written here, and NFC changes nothing.
- An added token is found where its content stands, normalized or not: not in a text that has none
  of their beginnings.
- Each byte is a character of the alphabet, and all of these are pieces: so a word's first symbols
  are the ids of its bytes, and what the model does then is `merge_scan`, or `merge_queue`.
- What is put around a text is put around every text (`tokenizer.frames`).

Anything else has no answer here, and is asked of the reference. It imports nothing of that.
"""

import re

from tokparity.reference_impl.compiled.blocks import Blocks, Numbers
from tokparity.reference_impl.compiled.pairs import Pairs
from tokparity.reference_impl.compiled.strings import Strings
from tokparity.reference_impl.models.merging import merge_queue, merge_scan

LONGEST = 4096
"""Characters of a text that is answered here."""
_SHORT = 48
"""Characters of a word up to which the scan is the faster of the two."""
_SPELLED = {**{byte: chr(0x100 + byte) for byte in range(0x21)}, 0x7F: chr(0x121)}
"""The bytes of ASCII that the byte-level alphabet has other characters for."""
_WHITE = r"\t\n\v\f\r "
_FOLDED = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_REST = rf" ?[^{_WHITE}A-Za-z0-9]+[\r\n]*|[{_WHITE}]*[\r\n]+|[{_WHITE}]+(?![^{_WHITE}])|[{_WHITE}]+"
_JOINED = rf"{_FOLDED}|[^\r\nA-Za-z0-9]?[A-Za-z]+|[0-9]{{}}|{_REST}"
IN_ASCII = {
    r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+": (
        rf"'s|'t|'re|'ve|'m|'ll|'d| ?[A-Za-z]+| ?[0-9]+| ?[^{_WHITE}A-Za-z0-9]+"
        rf"|[{_WHITE}]+(?![^{_WHITE}])|[{_WHITE}]+"
    ),
    (
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"
        r"|\s*[\r\n]+|\s+(?!\S)|\s+"
    ): _JOINED.replace("{}", ""),
    (
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
        r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
    ): _JOINED.replace("{}", "{1,3}"),
}
"""Patterns as files write them, and what they are in texts of ASCII, for Python's `re`."""


class ShortTexts:
    """Made of a compiled file whose directory has what `short_texts_of` says. Errors: Damaged."""

    def __init__(self, blocks: Blocks) -> None:
        said = blocks.directory["short"]
        self._words = re.compile(IN_ASCII[said["pattern"]]).findall
        self._letters: list[int] = said["letters"]
        self._begins: list[str] = said["begins"]
        self._around: list[tuple[list[int], list[int]]] = said["around"]
        self._strings = Strings(blocks)
        self._pairs = Pairs(blocks)
        self._products = Numbers(blocks, "pairs.products", "i")
        self._whole: bool = said["whole"]

    def ids(self, text: str, add_special: bool) -> list[int] | None:
        """The ids of a text; None of one that is not as plain as that. Errors: Damaged."""
        if not text.isascii() or len(text) > LONGEST:
            return None
        if any(begin in text for begin in self._begins):
            return None
        before, behind = self._around[add_special]
        ids = [*before]
        for word in self._words(text):
            ids += self._tokens(word)
        return ids + behind

    def _tokens(self, word: str) -> list[int]:
        if self._whole and (whole := self._strings.id_of(word.translate(_SPELLED))) is not None:
            return [whole]
        symbols = [self._letters[byte] for byte in word.encode()]
        if len(symbols) <= _SHORT:
            merge_scan(symbols, self, self._products)  # type: ignore[arg-type]  # all it asks for
            return symbols
        lengths = [1] * len(symbols)
        return merge_queue(symbols, lengths, self, self._products)[0]  # type: ignore[arg-type]

    def get(self, pair: int, default: int | None = None) -> int | None:
        """The rank of a pair, as of the mapping that merging asks."""
        rank = self._pairs.rank_of(pair)
        return default if rank is None else rank
