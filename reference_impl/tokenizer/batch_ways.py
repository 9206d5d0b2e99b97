"""`batch_ways`: how a tokenizer encodes and decodes batches here, or why no sooner than one by one.

For whoever wonders why a vocabulary is slow. Not here: the ways themselves (`fast_encoding`,
`fast_decoding`, `fast`).
"""

from collections.abc import Iterator

from tokparity.reference_impl.batch.byte_words import byte_words
from tokparity.reference_impl.batch.decode_plan import NoPlan
from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.models.llama.ugm import LlamaUGM
from tokparity.reference_impl.models.sentencepiece.unigram import SentencepieceUnigram
from tokparity.reference_impl.tokenizer.chunk_making import ChunkMaker, many_of
from tokparity.reference_impl.tokenizer.fast import cut_and_spell
from tokparity.reference_impl.tokenizer.fast_decoding import plan
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.tokenizer.word_encoding import ByWords


def batch_ways(tokenizer: Tokenizer) -> Iterator[tuple[str, str]]:
    """What is done with batches, and how: a line each.

    >>> from tokparity.reference_impl.models.hf.wordlevel import WordLevel
    >>> for what, how in batch_ways(Tokenizer(WordLevel({"?": 0}, "?"))):
    ...     print(f"{what}: {how}")
    batches of texts: text by text: no pre-tokenizer cuts at spaces
    batches of ids: by a table
    """
    words = ByWords.of(tokenizer)
    maker = ChunkMaker.of(tokenizer)
    if isinstance(words, ByWords):
        how = words.how
    elif isinstance(maker, str):
        how = f"text by text: {maker}"
    else:
        at_once = many_of(tokenizer, maker.chunks) is not None
        how = "by the chunks between spaces" + (", new ones at once" if at_once else "")
    _, spells_last = cut_and_spell(tokenizer.pre_tokenizer)
    if spells_last and byte_words(tokenizer.model) is not None:
        how += "; new words at once"
    model = tokenizer.model
    may_be = spells_last or isinstance(model, Unigram | SentencepieceUnigram | LlamaUGM)
    if may_be and isinstance(words, str):
        how += f"; not by their words: {words}"
    yield "batches of texts", how
    found = plan(tokenizer)
    decoded = f"one by one: {found.reason}" if isinstance(found, NoPlan) else "by a table"
    yield "batches of ids", decoded
