"""BPE of a tokenizer.json in GGUF's terms: byte-level is model "gpt2", with "▁" it is "llama", of
words between white space, which it forgets, "whitespace"."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from tokparity.harness.conversion.losses import lost_by
from tokparity.harness.conversion.pre_by_behaviour import recognise
from tokparity.harness.conversion.special_ids import specials_of
from tokparity.harness.conversion.vocabulary import ConvertedVocabulary, NoGguf, TokenType, by_id
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.tokenizer.space_style import (
    marks_spaces,
    prefixes_space,
    squeezes_spaces,
)
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

BYTE = re.compile(r"<0x[0-9A-F]{2}>")

Merges = Sequence[tuple[str, str]]


def from_byte_level_bpe(
    name: str,
    tokenizer: Tokenizer,
    merges: Merges,
    config: dict[str, Any],
    template: str | None,
    pre_name: str | None = None,
) -> ConvertedVocabulary:
    """Model "gpt2", with the `pre` that cuts as the tokenizer does, or that is asked for.

    Raises UnknownPipeline; NoGguf for a suffix or prefix of pieces, and for pieces with spaces.
    """
    model = _plain_model(name, tokenizer, merges)
    pre = recognise(name, tokenizer, model.ignore_merges, pre_name)
    lost = list(pre.lost)
    if pre.ignores_merges != model.ignore_merges:
        here, there = (
            ("taken whole", "merges it") if model.ignore_merges else ("merged", "takes it whole")
        )
        lost.append(f"a word that is a token is {here}: pre {pre.name} {there}")
    specials = specials_of(tokenizer, config)
    return ConvertedVocabulary(
        model="gpt2",
        tokens=tuple(by_id(name, tokenizer.pieces().items())[0]),
        types=tuple(types_of(name, tokenizer, ())),
        merges=tuple(f"{left} {right}" for left, right in merges),
        pre=pre.name,
        ids=specials.ids,
        flags=specials.flags,
        chat_template=template,
        lost=(*lost, *specials.lost, *lost_by(tokenizer, frozenset())),
    )


def from_spaced_bpe(
    name: str, tokenizer: Tokenizer, merges: Merges, config: dict[str, Any], template: str | None
) -> ConvertedVocabulary:
    """Model "llama": a score for each token, the better the earlier a merge makes it."""
    model = tokenizer.model
    assert isinstance(model, BPE)
    if not marks_spaces(tokenizer):
        reason = 'neither spells bytes nor writes a space as "▁": llama.cpp\'s BPE does one of them'
        raise NoGguf(name, "pipeline", reason)
    scores = dict.fromkeys(model.vocab, -float(len(merges) + 1))
    for rank, (left, right) in reversed(list(enumerate(merges))):
        scores[left + right] = -float(rank)
    lost = ["merges: model llama merges any two tokens that make one together, by its score"]
    if model.ignore_merges:
        lost.append("ignore_merges: model llama merges a word that is a token too")
    specials = specials_of(tokenizer, config)
    pieces = tokenizer.pieces()
    tokens, _ = by_id(name, pieces.items())
    unknown = [] if model.unk_token is None else [model.unk_token]
    for piece in unknown:
        if piece in model.vocab:
            specials.ids.setdefault("unknown_token_id", model.vocab[piece])
    return ConvertedVocabulary(
        model="llama",
        tokens=tuple(tokens),
        types=tuple(types_of(name, tokenizer, unknown, bytes_too=model.byte_fallback)),
        scores=tuple(scores.get(token, 0.0) for token in tokens),
        ids=specials.ids,
        flags={**specials.flags, "add_space_prefix": prefixes_space(tokenizer)},
        chat_template=template,
        lost=(
            *lost,
            *(
                ["white space is squeezed: model llama keeps it"]
                if squeezes_spaces(tokenizer)
                else []
            ),
            *specials.lost,
            *lost_by(tokenizer, frozenset({"Prepend", "Replace"})),
        ),
    )


def from_words_bpe(
    name: str, tokenizer: Tokenizer, merges: Merges, config: dict[str, Any], template: str | None
) -> ConvertedVocabulary:
    r"""Model "whitespace", which merges the characters of `\S+`. Raises NoGguf as `gpt2` does."""
    model = _plain_model(name, tokenizer, merges)
    specials = specials_of(tokenizer, config)
    lost = ["unknown characters: model whitespace leaves out what is no token"]
    if model.ignore_merges:
        lost.append("ignore_merges: model whitespace merges a word that is a token too")
    unknown = [] if model.unk_token is None else [model.unk_token]
    return ConvertedVocabulary(
        model="whitespace",
        tokens=tuple(by_id(name, tokenizer.pieces().items())[0]),
        types=tuple(types_of(name, tokenizer, unknown)),
        merges=tuple(f"{left} {right}" for left, right in merges),
        pre="whitespace",
        ids=specials.ids,
        flags={**specials.flags, "normalizer.lowercase": False},
        chat_template=template,
        lost=(*lost, *specials.lost, *lost_by(tokenizer, frozenset())),
    )


def _plain_model(name: str, tokenizer: Tokenizer, merges: Merges) -> BPE:
    """The model, which has no suffix or prefix of pieces, and no space in a merge. NoGguf."""
    model = tokenizer.model
    assert isinstance(model, BPE)
    for part, value in (
        ("end_of_word_suffix", model.end_of_word_suffix),
        ("continuing_subword_prefix", model.continuing_subword_prefix),
    ):
        if value:
            raise NoGguf(name, f"model.{part}", f"is {value!r}: llama.cpp's BPE has none")
    for left, right in merges:
        if " " in left[1:] or " " in right:
            reason = f"{left!r} with {right!r} holds a space, which parts the two in a GGUF"
            raise NoGguf(name, "model.merges", reason)
    return model


def types_of(
    name: str, tokenizer: Tokenizer, unknown: Iterable[str], *, bytes_too: bool = False
) -> list[TokenType]:
    """The type of each id: added tokens CONTROL if special, else USER_DEFINED."""
    tokens, types = by_id(name, tokenizer.pieces().items())
    if bytes_too:
        for token_id, token in enumerate(tokens):
            if BYTE.fullmatch(token):
                types[token_id] = TokenType.BYTE
    for added in tokenizer.added_tokens:
        types[added.id] = TokenType.CONTROL if added.special else TokenType.USER_DEFINED
    for piece in unknown:
        if piece in tokenizer.model.vocab:
            types[tokenizer.model.vocab[piece]] = TokenType.UNKNOWN
    return types
