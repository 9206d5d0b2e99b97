"""Everything the library reports of a text or a pair: `Tokenizer.encode_full`.

It calls the stages that encoding calls, and adds the columns that batches go without.
"""

from typing import TYPE_CHECKING

from reference_impl.contract import EncodeOptions, FullEncoding
from reference_impl.post_processors.tokens import Columns, Tokens

if TYPE_CHECKING:
    from reference_impl.tokenizer import Tokenizer


def encode_full(
    tokenizer: "Tokenizer", text: str, pair: str | None, options: EncodeOptions
) -> FullEncoding:
    """See `Tokenizer.encode_full`. Source: tokenizers 0.23 tokenizer/mod.rs `encode`."""
    texts = [text] if pair is None else [text, pair]
    parts = []
    for type_id, part in enumerate(texts):
        counts: list[int] = []
        tokens = tokenizer.tokenize(part, options.parse_special, counts)
        tokens.columns = _columns(counts, type_id)
        parts.append(tokens)
    return _reported(tokenizer.finish(parts, options.add_special))


def _columns(counts: list[int], type_id: int) -> Columns:
    words: list[int | None] = [word for word, count in enumerate(counts) for _ in range(count)]
    size = len(words)
    return Columns([type_id] * size, words, [0] * size, [1] * size)


def _reported(tokens: Tokens) -> FullEncoding:
    columns = tokens.columns
    assert columns is not None
    return FullEncoding(
        ids=tuple(tokens.ids),
        offsets=tuple(zip(tokens.offsets[::2], tokens.offsets[1::2], strict=True)),
        tokens=tuple(tokens.texts),
        type_ids=tuple(columns.type_ids),
        words=tuple(columns.words),
        special_tokens_mask=tuple(columns.special),
        attention_mask=tuple(columns.attention),
        overflowing=tuple(map(_reported, columns.overflowing)),
    )
