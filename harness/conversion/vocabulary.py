"""`ConvertedVocabulary`: a vocabulary in GGUF's own terms, ready to be written.

What the source says and GGUF has no words for is not lost: it is in `lost`, one line each, for
the person who converts. Not here: how any source becomes one (`from_*`), nor the bytes (`write`).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Literal

from tokparity.reference_impl.errors import TokparityError

TokenizerModel = Literal["llama", "gpt2", "bert", "t5", "whitespace"]


class TokenType(IntEnum):
    """`token_type` of GGUF: the numbers of sentencepiece's piece types."""

    NORMAL = 1
    UNKNOWN = 2
    CONTROL = 3
    USER_DEFINED = 4
    UNUSED = 5
    BYTE = 6


BYTE_PIECES = tuple(f"<0x{byte:02X}>" for byte in range(256))


class NoGguf(TokparityError):
    """A tokenizer that no GGUF can hold: which part of it, and why."""

    def __init__(self, name: str, part: str, reason: str) -> None:
        super().__init__(f"{name}: {part}: {reason}")
        self.name, self.part, self.reason = name, part, reason


@dataclass(frozen=True, slots=True)
class ConvertedVocabulary:
    """`tokens`, `types` and `scores` have one entry an id. `ids` and `flags` are the keys
    `tokenizer.ggml.*` of special ids and switches, without that prefix.

    `merges` are "left right" in order of rank, `pre` the name of llama.cpp's pre-tokenizer, both
    of models "gpt2" and "whitespace" only. `lost` says what of the source GGUF cannot say.
    """

    model: TokenizerModel
    tokens: tuple[str, ...]
    types: tuple[TokenType, ...]
    scores: tuple[float, ...] | None = None
    merges: tuple[str, ...] | None = None
    pre: str | None = None
    charsmap: bytes | None = None
    ids: dict[str, int] = field(default_factory=dict)
    flags: dict[str, bool] = field(default_factory=dict)
    chat_template: str | None = None
    lost: tuple[str, ...] = ()


def missing_bytes(vocabulary: ConvertedVocabulary) -> list[str]:
    """The byte pieces that a vocabulary of model "llama" lacks; of the other models none is needed.

    Source: src/llama-vocab.cpp `llm_tokenizer_spm_session::resegment`, llama.cpp b11549, which asks
    for the token of a byte by `at`: an exception that nothing catches.
    """
    if vocabulary.model != "llama":
        return []
    known = frozenset(vocabulary.tokens)
    return [piece for piece in BYTE_PIECES if piece not in known]


def with_byte_pieces(vocabulary: ConvertedVocabulary) -> ConvertedVocabulary:
    """With the byte pieces that are missing, behind the others: what was unknown is bytes then."""
    missing = missing_bytes(vocabulary)
    if not missing:
        return vocabulary
    first = len(vocabulary.tokens)
    return replace(
        vocabulary,
        tokens=(*vocabulary.tokens, *missing),
        types=(*vocabulary.types, *([TokenType.BYTE] * len(missing))),
        scores=vocabulary.scores and (*vocabulary.scores, *([0.0] * len(missing))),
        lost=(*vocabulary.lost, f"{len(missing)} byte pieces that the source lacks, from {first}"),
    )


def by_id(name: str, pieces: Iterable[tuple[int, str]]) -> tuple[list[str], list[TokenType]]:
    """Tokens and types of 0 … the highest id; an id that no piece has becomes an UNUSED "[PADn]".

    NoGguf where a piece has no bytes, or ids are so far apart that the file would be mostly gaps.
    """
    known = dict(pieces)
    size = max(known, default=-1) + 1
    if size > 2 * len(known) + 1_000_000:
        raise NoGguf(name, "ids", f"go up to {size - 1} with only {len(known)} tokens")
    tokens = [known.get(token_id, f"[PAD{token_id}]") for token_id in range(size)]
    types = [
        TokenType.NORMAL if token_id in known else TokenType.UNUSED for token_id in range(size)
    ]
    seen: dict[str, int] = {}
    for token_id, token in enumerate(tokens):
        if not token:
            raise NoGguf(name, f"token {token_id}", "is empty, which llama.cpp renames")
        if seen.setdefault(token, token_id) != token_id:
            reason = f"is {token!r} like token {seen[token]}; llama.cpp ends its process on that"
            raise NoGguf(name, f"token {token_id}", reason)
    return tokens, types
