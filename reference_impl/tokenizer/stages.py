"""One stage alone: what it is given on the way of a text, and what it makes of that.

So that a fault is seen where it is, and not three stages later. The rows of an output, with
ranges in characters of the input:

    added_tokens   text             (start, end, id of the added token or None) …
    normalizer     text             (character, start, end) …
    pre_tokenizer  normalized text  (piece, start, end) …
    model          piece            (id, piece, start, end) …
    decoder        pieces           (text,)

Not here: the post-processor, which works on tokens and is seen whole in a `FullEncoding`.
"""

from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import assert_never

from tokparity.reference_impl.contract import (
    EncodeOptions,
    Stage,
    StageCase,
    StageOutput,
    case_texts,
)
from tokparity.reference_impl.errors import TokparityError, check_unicode
from tokparity.reference_impl.stage_types import type_name
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


class NotShown(TokparityError):
    """A stage that works on more than one text."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(f"{stage}: has no output of its own for one text")


def stage_cases(tokenizer: Tokenizer, text: str, options: EncodeOptions) -> list[StageCase]:
    """What each stage is given on the way of a text, in order, each input once.

    Raises as `Tokenizer.encode`.
    """
    if not tokenizer.takes_bytes:
        check_unicode(text)
    parse_special = options.parse_special
    alone = EncodeOptions(add_special=False, parse_special=parse_special)  # what was expressed
    cases = dict.fromkeys([_split(text, parse_special)])
    written = tokenizer.written_stretches(text, parse_special)
    for stretch, token in written:
        if token is None:
            cases[StageCase("normalizer", stretch.text, alone)] = None
    words: list[StageCase] = []
    for stretch, token in tokenizer.stretches(text, parse_special):
        if token is None and stretch.text:
            cases[StageCase("pre_tokenizer", stretch.text, alone)] = None
            pieces = tokenizer.pre_tokenize(stretch)
            words += [StageCase("model", piece.text, alone) for piece in pieces if piece.text]
    cases |= dict.fromkeys(words)
    known = tokenizer.pieces()
    ids = tokenizer.tokenize(text, parse_special).ids
    if pieces_of := tuple(known[token_id] for token_id in ids if token_id in known):
        cases[StageCase("decoder", pieces_of, alone)] = None
    return list(cases)


def stages_of(tokenizer: Tokenizer, text: str, options: EncodeOptions) -> list[StageCase]:
    """As `stage_cases`; of a text that cannot be encoded only the split at added tokens."""
    try:
        return stage_cases(tokenizer, text, options)
    except TokparityError:
        return [_split(text, options.parse_special)]


def _split(text: str, parse_special: bool) -> StageCase:
    return StageCase("added_tokens", text, EncodeOptions(False, parse_special))


def stage_output(tokenizer: Tokenizer, case: StageCase) -> StageOutput:
    """What the stage makes of its input. Raises as `Tokenizer.encode`; NotShown.

    >>> from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
    >>> tokenizer = Tokenizer(TiktokenBPE({"a": 0, "b": 1, "ab": 2}))
    >>> stage_output(tokenizer, StageCase("model", "abb"))
    StageOutput(rows=((2, 'ab', 0, 2), (1, 'b', 2, 3)))
    """
    source = case.given
    for text in case_texts(case):
        if not tokenizer.takes_bytes:
            check_unicode(text)
    match case.stage:
        case "added_tokens" if isinstance(source, str):
            stretches = tokenizer.stretches(source, case.options.parse_special)
            return StageOutput(
                tuple(
                    (*stretch.span(0, len(stretch)), None if token is None else token.id)
                    for stretch, token in stretches
                    if stretch.text
                )
            )
        case "normalizer" if isinstance(source, str):
            whole = Aligned.of(source)
            if tokenizer.normalizer is not None:
                whole = tokenizer.normalizer.normalize(whole)
            spans = (whole.span(at, at + 1) for at in range(len(whole)))
            return StageOutput(
                tuple((char, *span) for char, span in zip(whole.text, spans, strict=True))
            )
        case "pre_tokenizer" if isinstance(source, str):
            pieces = tokenizer.pre_tokenize(Aligned.of(source)) if source else []
            return StageOutput(tuple((piece.text, *piece.span(0, len(piece))) for piece in pieces))
        case "model" if isinstance(source, str):
            return _model(tokenizer, source)
        case "decoder" if isinstance(source, tuple):
            decoder = tokenizer.decoder
            text = " ".join(source) if decoder is None else "".join(decoder.decode(list(source)))
            return StageOutput(((text,),))
        case _:
            raise NotShown(case.stage)


def _model(tokenizer: Tokenizer, piece: str) -> StageOutput:
    model = tokenizer.model
    tokens = model.tokenize(piece)
    texts = model.texts(piece, tokens)
    rows = [
        (token_id, text, *(_characters_of_bytes(piece, ~start, ~end) if end < 0 else (start, end)))
        for (token_id, start, end), text in zip(tokens, texts, strict=True)
    ]
    return StageOutput(tuple(rows))


def _characters_of_bytes(piece: str, start: int, end: int) -> tuple[int, int]:
    """A range in UTF-8 bytes, in characters: one that cuts a character gets all of it, one that
    ends outside ends one character outside."""
    ends = list(accumulate(len(char.encode()) for char in piece))
    return bisect_right(ends, start), bisect_left(ends, end) + (end > 0)


def component(tokenizer: Tokenizer, stage: Stage) -> str:
    """The type name of a tokenizer's stage; "none" where it has none.

    >>> from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
    >>> tokenizer = Tokenizer(TiktokenBPE({"a": 0}))
    >>> component(tokenizer, "model"), component(tokenizer, "normalizer")
    ('TiktokenBPE', 'none')
    """
    match stage:
        case "added_tokens":
            return "AddedTokens"
        case "normalizer":
            part: object = tokenizer.normalizer
        case "pre_tokenizer":
            part = tokenizer.pre_tokenizer
        case "model":
            part = tokenizer.model
        case "post_processor":
            part = tokenizer.post_processor
        case "decoder":
            part = tokenizer.detokenizer or tokenizer.decoder
        case _ as never:
            assert_never(never)
    return "none" if part is None else type_name(part)
