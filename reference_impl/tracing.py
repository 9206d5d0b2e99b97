"""What each stage made of a text, shown: `Tokenizer.trace`.

It calls the stages that encoding calls and computes nothing of its own but the
listing of merges (`BPE.explain`).
"""

from typing import TYPE_CHECKING

from reference_impl.contract import (
    EncodeOptions,
    Merge,
    Piece,
    StageTrace,
    Trace,
)

if TYPE_CHECKING:
    from reference_impl.tokenizer import Tokenizer


def trace(tokenizer: "Tokenizer", text: str, options: EncodeOptions) -> Trace:
    """Five stages, each with its pieces; a stage that the tokenizer lacks has component "none".

    `added_tokens` shows where both passes cut, in the text as written; `normalizer` the same
    stretches, normalized; `pre_tokenizer` the words, added tokens still among them; `model` and
    `post_processor` the tokens. Raises as `Tokenizer.encode`.
    """
    tokens = tokenizer.tokenize(text, options.parse_special)
    stretches = list(tokenizer.stretches(text, options.parse_special))
    written, normalized, words, merges = [], [], [], []
    for stretch, added in stretches:
        added_id = None if added is None else added.id
        start, end = stretch.span(0, len(stretch))
        written.append(Piece(text[start:end], start, end, added_id))
        shown = Piece(stretch.text, start, end, added_id)
        normalized.append(shown)
        if added is not None:
            words.append(shown)
            continue
        for word in tokenizer.pre_tokenize(stretch):
            words.append(Piece(word.text, *word.span(0, len(word))))
            merges.append((word.text, tokenizer.model.explain(word.text)))
    model = _pieces(tokens.ids, tokens.offsets, tokens.texts)
    encoding = tokenizer.encode(text, options)
    assert encoding.offsets is not None
    flat = [at for span in encoding.offsets for at in span]
    names = [tokenizer.piece_of(token_id) for token_id in encoding.ids]
    return Trace(
        stages=(
            StageTrace("added_tokens", "AddedTokens", tuple(written)),
            StageTrace("normalizer", _name(tokenizer.normalizer), tuple(normalized)),
            StageTrace("pre_tokenizer", _name(tokenizer.pre_tokenizer), tuple(words)),
            StageTrace("model", _name(tokenizer.model), model, _distinct(merges)),
            StageTrace(
                "post_processor",
                _name(tokenizer.post_processor),
                _pieces(list(encoding.ids), flat, names),
            ),
        ),
        encoding=encoding,
    )


def _pieces(ids: list[int], offsets: list[int], texts: list[str]) -> tuple[Piece, ...]:
    rows = zip(texts, offsets[::2], offsets[1::2], ids, strict=True)
    return tuple(Piece(text, start, end, token_id) for text, start, end, token_id in rows)


def _distinct(
    merges: list[tuple[str, tuple[Merge, ...]]],
) -> tuple[tuple[str, tuple[Merge, ...]], ...]:
    return tuple(dict(merges).items())


def _name(stage: object) -> str:
    return "none" if stage is None else type(stage).__name__
