"""`LlamaDetokenizer`: ids into bytes, as `llama_detokenize` does it."""

from collections.abc import Sequence
from dataclasses import dataclass

from tokparity.reference_impl.contract import Bytes, DecodeOptions
from tokparity.reference_impl.errors import InvalidTokenId

_SPACE, _APOSTROPHE = b" '"


@dataclass(frozen=True, slots=True)
class LlamaDetokenizer:
    """`surfaces` are the bytes that each id stands for; `hidden` the control and unknown ids, left
    out with `skip_special`.

    `add_space_prefix`: one space is taken off the first token, but not behind a bos that was
    removed. `bos`, `eos`: what `remove_special` takes away, None where encoding adds none.
    `clean_spaces`: spaces go away before punctuation and in contractions. Source:
    src/llama-vocab.cpp `llama_vocab::impl::detokenize`, `token_to_piece`, llama.cpp b11549.

    >>> detokenizer = LlamaDetokenizer((b"<s>", b" a"), frozenset({0}), add_space_prefix=True)
    >>> detokenizer.decode([1, 1], DecodeOptions())
    Bytes(value=b'a a')
    """

    surfaces: Sequence[bytes]
    hidden: frozenset[int]
    add_space_prefix: bool = False
    bos: int | None = None
    eos: int | None = None
    clean_spaces: bool = False

    def decode(self, ids: Sequence[int], options: DecodeOptions) -> Bytes:
        """Raises InvalidTokenId: llama.cpp ends its process."""
        surfaces = self.surfaces
        for token_id in ids:
            if not 0 <= token_id < len(surfaces):
                raise InvalidTokenId(token_id, len(surfaces) - 1)
        remove_space, start, end = self.add_space_prefix, 0, len(ids)
        if options.remove_special:
            if self.bos is not None and ids and ids[0] == self.bos:
                remove_space, start = False, 1
            if self.eos is not None and end > start and ids[end - 1] == self.eos:
                end -= 1
        parts = []
        for token_id in ids[start:end]:
            if not (options.skip_special and token_id in self.hidden):
                surface = surfaces[token_id]
                parts.append(surface.removeprefix(b" ") if remove_space else surface)
            remove_space = False
        text = b"".join(parts)
        return Bytes(clean_spaces(text) if self.clean_spaces else text)


def clean_spaces(text: bytes) -> bytes:
    """Without the spaces before punctuation, around an apostrophe and in contractions."""
    return _contracted(_unquoted(_unspaced(text)))


def _unspaced(text: bytes) -> bytes:
    """Without a space before each of ? ! . ,"""
    out = bytearray(text[:1])
    for at in range(1, len(text)):
        if text[at - 1] == _SPACE and text[at] in b"?!.,":
            del out[-1:]
        out.append(text[at])
    return bytes(out)


def _unquoted(text: bytes) -> bytes:
    """Without the spaces on both sides of an apostrophe; the one behind it is NUL to the rest."""
    given, out = bytearray(text), bytearray(text[:1])
    at = 1
    while at < len(given):
        if given[at] == _APOSTROPHE and given[at - 1 : at + 2] == b" ' ":
            del out[-1:]
            at += 1
            given[at] = 0
            out.append(_APOSTROPHE)
        else:
            out.append(given[at])
        at += 1
    return bytes(out)


def _contracted(text: bytes) -> bytes:
    """Without the space before 's, 'm, 're and 've."""
    out = bytearray(text[:1])
    for at in range(1, len(text)):
        ahead = text[at : at + 3]
        if text[at - 1] == _SPACE and ahead.startswith((b"'s", b"'m", b"'re", b"'ve")):
            del out[-1:]
        out.append(text[at])
    return bytes(out)
