"""`LlamaRWKV`: the longest piece first, over bytes, where tokenizer.ggml.model is "rwkv"."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.models.llama.unknown import NoUnknownId
from tokparity.reference_impl.text.byte_text import to_bytes
from tokparity.reference_impl.text.code_units import character_of_unit

TokenSpan = tuple[int, int, int]


class EndlessSearch(TokparityError):
    """Bytes that begin a token, and no token is there: the library starts over, for ever."""

    def __init__(self, rest: bytes) -> None:
        super().__init__(f"{rest[:20]!r} begins a token of this vocabulary, but is none")
        self.rest = rest


@dataclass(frozen=True, slots=True)
class LlamaRWKV:
    """Take the longest token that the rest of the text begins with.

    `surfaces` are the bytes of each token by id: of two with the same the later counts. A byte that
    no token begins with is `unk`, -1 where the file gives none. Source: src/llama-vocab.cpp
    `llm_tokenizer_rwkv_session`, llama.cpp b11549.

    >>> LlamaRWKV({"a": 0, "ab": 1}, (b"a", b"ab"), -1).tokenize("aba")
    ((1, 0, 2), (0, 2, 3))
    """

    vocab: Mapping[str, int]
    surfaces: Sequence[bytes]
    unk: int
    pieces: Mapping[int, str] = field(init=False, repr=False, compare=False)
    _ids: Mapping[bytes, int] = field(init=False, repr=False, compare=False)
    _lengths: Mapping[int, tuple[int, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        lengths: dict[int, set[int]] = {}
        for surface in self.surfaces:
            if surface:
                lengths.setdefault(surface[0], set()).add(len(surface))
        longest_first = {
            first: tuple(sorted(all_, reverse=True)) for first, all_ in lengths.items()
        }
        object.__setattr__(self, "pieces", {id_: piece for piece, id_ in self.vocab.items()})
        object.__setattr__(self, "_ids", {s: token_id for token_id, s in enumerate(self.surfaces)})
        object.__setattr__(self, "_lengths", longest_first)

    def tokenize(self, word: str) -> tuple[TokenSpan, ...]:
        """The tokens of a text. Raises EndlessSearch, NoUnknownId."""
        data, chars = to_bytes(word), character_of_unit(word)
        tokens: list[TokenSpan] = []
        start = 0
        while start < len(data):
            lengths = self._lengths.get(data[start])
            if lengths is None:
                if self.unk < 0:
                    raise NoUnknownId(word[chars[start]])
                token_id, end = self.unk, start + 1
            else:
                for length in lengths:
                    end = start + length
                    piece_id = self._ids.get(data[start:end])
                    if piece_id is not None and end <= len(data):
                        token_id = piece_id
                        break
                else:
                    raise EndlessSearch(data[start:])
            tokens.append((token_id, chars[start], chars[end - 1] + 1))
            start = end
        return tuple(tokens)

    def texts(self, word: str, tokens: tuple[TokenSpan, ...]) -> tuple[str, ...]:
        """The piece of each token."""
        return tuple([self.pieces[token_id] for token_id, _, _ in tokens])

    def explain(self, word: str) -> None:
        """Nothing merges here."""
