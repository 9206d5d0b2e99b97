"""`Vocabulary`: ids and pieces of a tokenizer, added tokens included.

Not a stage: what the model and the added tokens have in common, for looking up and for
decoding.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, runtime_checkable
from weakref import WeakValueDictionary

from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.decoders.byte_level import ByteLevelDecoder
from tokparity.reference_impl.decoders.sequence import Decoder, DecoderSequence
from tokparity.reference_impl.errors import InvalidTokenId, UnknownToken
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevelPreTokenizer
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer, PreTokenizerSequence
from tokparity.reference_impl.text.byte_level import unspell


@dataclass(frozen=True)
class Vocabulary:
    """`found_normalized`: added tokens that are looked for normalized, by what is looked for.
    `byte_level`: pieces are in the byte-level alphabet.

    What follows of these is made when it is asked for: to encode a text, nothing of it is wanted.
    """

    model: Model
    added_tokens: tuple[AddedToken, ...]
    found_normalized: Mapping[str, AddedToken]
    byte_level: bool

    @cached_property
    def added(self) -> Mapping[str, int]:
        """Content → id of each added token."""
        return {token.content: token.id for token in self.added_tokens}

    @cached_property
    def pieces(self) -> Mapping[int, str]:
        """Id → piece as in the file; an added token hides the model's piece of the same id."""
        return _with_added(self.model.pieces, tuple(self.added.items()))

    @cached_property
    def normalized(self) -> Mapping[int, str]:
        """Id → normalized content of an added token that is looked for so, which the decoder is
        given in place of the piece. Source: tokenizers 0.23 tokenizer/added_vocabulary.rs
        `simple_id_to_token`."""
        return {token.id: content for content, token in self.found_normalized.items()}

    @cached_property
    def special(self) -> frozenset[str]:
        """The contents that decoding may leave out: by content, so that a normalized one never is.
        Source: tokenizers 0.23 tokenizer/mod.rs `decode`."""
        return frozenset(token.content for token in self.added_tokens if token.special)

    def id_of(self, piece: str) -> int:
        """The id of a piece, added tokens first. Raises UnknownToken."""
        token_id = self.added.get(piece, self.model.vocab.get(piece))
        if token_id is None:
            raise UnknownToken(piece)
        return token_id

    def piece_of(self, token_id: int) -> str:
        """The piece of an id. Raises InvalidTokenId."""
        piece = self.pieces.get(token_id)
        if piece is None:
            raise self.invalid(token_id)
        return piece

    def surface(self, token_id: int) -> bytes:
        """The bytes of text that a token stands for: see `Tokenizer.surface`."""
        piece = self.piece_of(token_id)
        spelled = unspell(piece) if self.byte_level and not self.is_added(token_id) else None
        return piece.encode("utf-8", "surrogateescape") if spelled is None else spelled

    def is_added(self, token_id: int) -> bool:
        """Whether the piece of this id is an added token."""
        return self.added.get(self.pieces[token_id]) == token_id

    def is_special(self, token_id: int) -> bool:
        """Whether decoding to bytes may leave this id out; an id outside never is."""
        return self.pieces.get(token_id) in self.special

    def invalid(self, token_id: int) -> InvalidTokenId:
        """The error to raise for an id that no token has."""
        return InvalidTokenId(token_id, max(self.pieces, default=-1))


@runtime_checkable
class InAFile(Protocol):
    """A model's pieces that are read where they are asked for (`compiled.tables`)."""

    def with_others(self, others: Mapping[int, str]) -> Mapping[int, str]:
        """These and others, which hide those of the same id; it keeps these alive."""
        ...


class _WithAdded(dict[int, str]):
    """A model's pieces and the added tokens. `of`: the pieces, whose `id` is nobody else's then."""

    __slots__ = ("__weakref__", "of")
    of: Mapping[int, str]


_shared: "WeakValueDictionary[tuple[int, tuple[tuple[str, int], ...]], Mapping[int, str]]"
_shared = WeakValueDictionary()


def _with_added(pieces: Mapping[int, str], added: tuple[tuple[str, int], ...]) -> Mapping[int, str]:
    """One mapping for all tokenizers that `replace` makes of one, of which the fault models keep
    fifty, at 5 MB each for 128,000 pieces; as long as one of them lives."""
    known = _shared.get((id(pieces), added))
    if known is None:
        others = {token_id: content for content, token_id in added}
        if isinstance(pieces, InAFile):
            known = pieces.with_others(others)
        else:
            known = copy = _WithAdded(pieces)
            copy.update(others)
            copy.of = pieces
        _shared[id(pieces), added] = known
    return known


def spells_bytes(stage: PreTokenizer | Decoder | None) -> bool:
    """Whether a stage turns text into the byte-level alphabet, or back.

    >>> spells_bytes(ByteLevelDecoder()), spells_bytes(None)
    (True, False)
    """
    match stage:
        case ByteLevelPreTokenizer() | ByteLevelDecoder():
            return True
        case PreTokenizerSequence(parts) | DecoderSequence(parts):
            return any(spells_bytes(part) for part in parts)
    return False
