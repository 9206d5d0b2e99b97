"""A tokenizer.json of a GGUF with merges, or of ranks that transformers' converter cannot place.

Not here: other sources, which transformers' own converters turn into one (`by_transformers`).
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tokparity.corpora.embedded import tokenizer_bytes
from tokparity.harness.conversion.from_ranks import merges as merges_of_ranks
from tokparity.harness.derivation.underivable import Underivable
from tokparity.reference_impl.models.llama.bpe import LlamaBPE
from tokparity.reference_impl.post_processors.bos_eos import LlamaBosEos
from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevelPreTokenizer
from tokparity.reference_impl.pre_tokenizers.llama_cpp import LlamaCppSplit
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizerSequence
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


@dataclass(frozen=True, slots=True)
class _Spelling:
    """How a BPE writes text: what stands before and behind its words, and what is unknown."""

    normalizer: dict[str, Any] | None
    behind_splits: tuple[dict[str, Any], ...]
    decoder: dict[str, Any]
    byte_fallback: bool


_FLAGS = {"add_prefix_space": False, "trim_offsets": True, "use_regex": False}
_BYTE_LEVEL = _Spelling(
    None, ({"type": "ByteLevel", **_FLAGS},), {"type": "ByteLevel", **_FLAGS}, byte_fallback=False
)
_SPACED = _Spelling(
    {"type": "Replace", "pattern": {"String": " "}, "content": "\u2581"},
    (),
    {
        "type": "Sequence",
        "decoders": [
            {"type": "Replace", "pattern": {"String": "\u2581"}, "content": " "},
            {"type": "ByteFallback"},
            {"type": "Fuse"},
        ],
    },
    byte_fallback=True,
)


def of_gguf(name: str, tokenizer: Tokenizer) -> bytes:
    """The file. `tokenizer` is the GGUF's reference. Raises Underivable."""
    model = tokenizer.model
    if not isinstance(model, LlamaBPE):
        raise Underivable(name, "tokenizer.json", "it is no BPE with merges")
    merges = [
        [left, right]
        for left, _, right in (line.decode().partition(" ") for line in model.merges)
        if {left, right, left + right} <= model.vocab.keys()  # or tokenizers refuses the file
    ]
    spelling = _BYTE_LEVEL if tokenizer.spells_bytes else _SPACED
    splits = _patterns(name, tokenizer)
    return _document(tokenizer, spelling, splits, merges, ignore_merges=model.ignore_merges)


def of_ranks(tokenizer: Tokenizer, pattern: str) -> bytes:
    """The file. Special tokens stand in the vocabulary: they have their ids wherever these lie."""
    merges = [merge.split(" ") for _, merge in merges_of_ranks(tokenizer.model.vocab) if merge]
    return _document(tokenizer, _BYTE_LEVEL, [pattern], merges, ignore_merges=True)


def with_template(content: bytes, tokenizer: Tokenizer) -> bytes:
    """A tokenizer.json, with the tokens around a text that a GGUF's reference adds."""
    document = json.loads(content)
    document["post_processor"] = _template(tokenizer)
    return tokenizer_bytes(document)


def _document(
    tokenizer: Tokenizer,
    spelling: _Spelling,
    patterns: Sequence[str],
    merges: list[list[str]],
    *,
    ignore_merges: bool,
) -> bytes:
    splits = [
        {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}
        for pattern in patterns
    ]
    added = {token.content: token.id for token in tokenizer.added_tokens}
    return tokenizer_bytes(
        {
            "version": "1.0",
            "truncation": None,
            "padding": None,
            "added_tokens": [
                {
                    "id": token.id,
                    "content": token.content,
                    "single_word": False,
                    "lstrip": token.lstrip,
                    "rstrip": token.rstrip,
                    "normalized": False,
                    "special": token.special,
                }
                for token in tokenizer.added_tokens
            ],
            "normalizer": spelling.normalizer,
            "pre_tokenizer": {
                "type": "Sequence",
                "pretokenizers": [*splits, *spelling.behind_splits],
            },
            "post_processor": _template(tokenizer),
            "decoder": spelling.decoder,
            "model": {
                "type": "BPE",
                "dropout": None,
                "unk_token": None,
                "continuing_subword_prefix": None,
                "end_of_word_suffix": None,
                "fuse_unk": False,
                "byte_fallback": spelling.byte_fallback,
                "ignore_merges": ignore_merges,
                "vocab": {**tokenizer.model.vocab, **added},
                "merges": merges,
            },
        }
    )


def _patterns(name: str, tokenizer: Tokenizer) -> tuple[str, ...]:
    """Those that cut the words, one after the other."""
    match tokenizer.pre_tokenizer:
        case PreTokenizerSequence((LlamaCppSplit(patterns), ByteLevelPreTokenizer())):
            return patterns
        case LlamaCppSplit(patterns):
            return patterns
    raise Underivable(name, "tokenizer.json", "llama.cpp cuts its words by no patterns")


def _template(tokenizer: Tokenizer) -> dict[str, Any] | None:
    around = tokenizer.post_processor
    if not isinstance(around, LlamaBosEos):
        return None
    specials: dict[str, Any] = {}

    def special(added: tuple[str, int | None, str] | None, type_id: int) -> list[dict[str, Any]]:
        if added is None or added[1] is None:
            return []
        _, token_id, piece = added
        specials[piece] = {"id": piece, "ids": [token_id], "tokens": [piece]}
        return [{"SpecialToken": {"id": piece, "type_id": type_id}}]

    def text(sequence: str, type_id: int) -> list[dict[str, Any]]:
        middle = {"Sequence": {"id": sequence, "type_id": type_id}}
        return [*special(around.before, type_id), middle, *special(around.behind, type_id)]

    single, pair = text("A", 0), text("B", 1)
    return {
        "type": "TemplateProcessing",
        "single": single,
        "pair": [*single, *pair],
        "special_tokens": specials,
    }
