"""A tokenizer.json in GGUF's terms: by its model, and for byte-level BPE by how it cuts words."""

import json
from pathlib import Path
from typing import Any

from tokparity.harness.conversion.from_bpe import from_byte_level_bpe, from_spaced_bpe
from tokparity.harness.conversion.from_unigram import from_unigram
from tokparity.harness.conversion.from_wordpiece import from_wordpiece
from tokparity.harness.conversion.special_ids import chat_template, read_config
from tokparity.harness.conversion.vocabulary import GgufVocabulary, NoGguf
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def from_tokenizer_json(artefact: Artefact, tokenizer: Tokenizer) -> GgufVocabulary:
    """Raises NoGguf where llama.cpp has no such model, UnknownPipeline where it cuts no such words.

    A tokenizer_config.json beside the file names special tokens and the chat template.
    """
    path = artefact.path.with_name("tokenizer.json") if _is_config(artefact) else artefact.path
    config = read_config(path.parent)
    template = chat_template(path.parent, config)
    match tokenizer.model:
        case BPE() if tokenizer.spells_bytes:
            return from_byte_level_bpe(artefact.name, tokenizer, merges_of(path), config, template)
        case BPE():
            return from_spaced_bpe(artefact.name, tokenizer, merges_of(path), config, template)
        case WordPiece():
            return from_wordpiece(artefact.name, tokenizer, config, template)
        case Unigram():
            return from_unigram(artefact.name, tokenizer, config, template)
        case model:
            reason = "llama.cpp has BPE, Unigram and WordPiece, and nothing like it"
            raise NoGguf(artefact.name, f"model {type(model).__name__}", reason)


def merges_of(path: Path) -> tuple[tuple[str, str], ...]:
    """(left, right) of every merge in order of rank. The file was read and checked before."""
    model: dict[str, Any] = json.loads(path.read_bytes())["model"]
    return tuple(
        (pair[0], pair[1]) if isinstance(pair, list) else _two(pair) for pair in model["merges"]
    )


def _two(line: str) -> tuple[str, str]:
    left, _, right = line.partition(" ")
    return left, right


def _is_config(artefact: Artefact) -> bool:
    return artefact.format == "tokenizer_config.json"
