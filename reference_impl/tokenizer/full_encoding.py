"""`encode_full`: everything the library reports of a text or a pair.

It calls the stages that encoding calls, and adds the columns that batches go without.
"""

from collections.abc import Iterable, Sequence
from itertools import chain, groupby, islice

from tokparity.reference_impl.batches import UNEVEN, FullEncodings
from tokparity.reference_impl.contract import EncodeOptions, FullCase, FullEncoding, Refusal
from tokparity.reference_impl.errors import Undetermined
from tokparity.reference_impl.post_processors.tokens import Columns, Tokens
from tokparity.reference_impl.tokenizer.encodings import cut_together, together
from tokparity.reference_impl.tokenizer.refusals import REFUSING, refusal_of
from tokparity.reference_impl.tokenizer.tokenizer import ENCODE, Tokenizer
from tokparity.reference_impl.tokenizer.words import CutText


def encode_full(
    tokenizer: Tokenizer, text: str, pair: str | None = None, options: EncodeOptions = ENCODE
) -> FullEncoding:
    """Everything the library reports of a text, or of two as a pair.

    Raises as `Tokenizer.encode`. Source: tokenizers 0.23 tokenizer/mod.rs `encode`.

    >>> from tokparity.reference_impl.models.hf.wordlevel import WordLevel
    >>> pair = encode_full(Tokenizer(WordLevel({"a": 0, "b": 1}, "a")), "a", "b")
    >>> pair.ids, pair.tokens, pair.words, pair.attention_mask
    ((0, 1), ('a', 'b'), (0, 0), (1, 1))
    """
    texts = [text] if pair is None else [text, pair]
    cut = (tokenizer.cut(each, options.parse_special) for each in texts)
    tokens = _finished(tokenizer, cut, options)
    assert not isinstance(tokens, Refusal)
    return _reported(tokens)


def encode_full_batch(tokenizer: Tokenizer, cases: Sequence[FullCase]) -> FullEncodings:
    """Each case on its own; one that `encode_full` would raise for is a Refusal in its place."""
    batch = FullEncodings()
    for options, alike in groupby(cases, lambda case: case.options):
        mine, at = [*alike], 0
        for some in together([case.text + (case.pair or "") for case in mine]):
            _add(batch, tokenizer, mine[at : at + len(some)], options)
            at += len(some)
    return batch


def _add(
    batch: FullEncodings, tokenizer: Tokenizer, cases: Sequence[FullCase], options: EncodeOptions
) -> None:
    texts = [[case.text] if case.pair is None else [case.text, case.pair] for case in cases]
    cut = iter(cut_together(tokenizer, chain.from_iterable(texts), options.parse_special))
    for of_case in texts:
        parts = [*islice(cut, len(of_case))]
        try:
            tokens = _finished(tokenizer, parts, options)
        except REFUSING as error:
            batch.refuse(refusal_of(error))
            continue
        if isinstance(tokens, Refusal):
            batch.refuse(tokens)
            continue
        if len(tokens.texts) != len(tokens.ids):
            batch.refuse(UNEVEN)
            continue
        windows, todo = 0, [tokens]
        while todo:
            window = todo.pop()
            columns = _reports(window)
            batch.add_window(
                window.ids,
                window.offsets,
                window.texts,
                columns.type_ids,
                columns.words,
                columns.special,
                columns.attention,
                len(columns.overflowing),
            )
            windows += 1
            todo += reversed(columns.overflowing)
        batch.windows.append(windows)


def _finished(
    tokenizer: Tokenizer, cut: Iterable[CutText | Refusal], options: EncodeOptions
) -> Tokens | Refusal:
    parts = []
    for type_id, text in enumerate(cut):
        if isinstance(text, Refusal):
            return text
        counts: list[int] = []
        tokens = tokenizer.tokens(text, counts)
        tokens.columns = _columns(counts, type_id)
        for token_id in tokenizer.shared_ids.intersection(tokens.ids):
            raise Undetermined(token_id)
        parts.append(tokens)
    return tokenizer.finish(parts, options.add_special)


def _columns(counts: list[int], type_id: int) -> Columns:
    words: list[int | None] = [word for word, count in enumerate(counts) for _ in range(count)]
    size = len(words)
    return Columns([type_id] * size, words, [0] * size, [1] * size)


def _reports(tokens: Tokens) -> Columns:
    assert tokens.columns is not None
    return tokens.columns


def _reported(tokens: Tokens) -> FullEncoding:
    columns = _reports(tokens)
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
