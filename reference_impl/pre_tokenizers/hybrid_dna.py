"""`HybridDNA`: k-mers between <dna> and </dna>, words of another pre-tokenizer elsewhere."""

from dataclasses import dataclass

from tokparity.reference_impl.models.llama.bpe import DNA_TAGS, WHOLE
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.byte_text import from_bytes
from tokparity.reference_impl.text.code_units import character_of_unit, units

_K = 6
_UPPER = {code: code - 32 for code in range(ord("a"), ord("z") + 1)}


@dataclass(frozen=True, slots=True)
class HybridDNA:
    """A tag, and every six bytes between two, is a word that ends in `WHOLE`: so that the model
    looks it up. The last k-mer is filled up with "A", letters of ASCII become upper case.

    Source: src/llama-vocab.cpp `llm_tokenizer_hybriddna_session`, llama.cpp b11549.
    """

    outside: PreTokenizer

    def pre_tokenize(self, pieces: list[Aligned]) -> list[Aligned]:
        words: list[Aligned] = []
        begin, end = DNA_TAGS
        for piece in pieces:
            at = 0
            while at < len(piece):
                start = piece.text.find(begin, at)
                outside = piece[at : start if start >= 0 else len(piece)]
                if outside.text:
                    words += self.outside.pre_tokenize([outside])
                if start < 0:
                    break
                inside = start + len(begin)
                words.append(_marked(piece[start:inside]))
                stop = piece.text.find(end, inside)
                words += _kmers(piece[inside : stop if stop >= 0 else len(piece)])
                if stop < 0:
                    break
                at = stop + len(end)
                words.append(_marked(piece[stop:at]))
        return words


def _marked(word: Aligned, filling: str = "") -> Aligned:
    added = filling + WHOLE
    return Aligned(word.text + added, (*word.origin, *[word.origin[-1]] * len(added)))


def _kmers(piece: Aligned) -> list[Aligned]:
    written, chars = units(piece.text).translate(_UPPER), character_of_unit(piece.text)
    words = []
    for at in range(0, len(written), _K):
        kmer = from_bytes(written[at : at + _K].encode("latin-1"))
        came, byte = [], at
        for char in kmer:
            came.append(piece.origin[chars[byte]])
            byte += len(char.encode("utf-8", "surrogateescape"))
        words.append(_marked(Aligned(kmer, came), "A" * (at + _K - len(written))))
    return words
