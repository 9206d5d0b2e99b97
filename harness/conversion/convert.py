"""From any artefact to a `GgufVocabulary`: which way, by its format."""

from typing import assert_never

from tokparity.harness.conversion.from_ranks import from_ranks
from tokparity.harness.conversion.from_sentencepiece import from_sentencepiece
from tokparity.harness.conversion.from_tokenizer_json import from_tokenizer_json
from tokparity.harness.conversion.from_wordpiece import from_wordpiece
from tokparity.harness.conversion.vocabulary import GgufVocabulary, NoGguf
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def convert(artefact: Artefact, tokenizer: Tokenizer) -> GgufVocabulary:
    """The artefact's vocabulary in GGUF's terms. `tokenizer` is its reference.

    Raises NoGguf where no GGUF can hold it, UnknownPipeline where llama.cpp cuts words otherwise.
    """
    match artefact.format:
        case "tokenizer.json" | "tokenizer_config.json":
            return from_tokenizer_json(artefact, tokenizer)
        case "sentencepiece":
            return from_sentencepiece(artefact, tokenizer)
        case "tiktoken" | "tekken.json":
            return from_ranks(artefact, tokenizer)
        case "vocab.txt":
            return from_wordpiece(artefact.name, tokenizer, {}, None)
        case "gguf":
            raise NoGguf(artefact.name, "format", "is a GGUF already")
        case "chat_template":
            raise NoGguf(artefact.name, "format", "has no vocabulary")
        case _ as never:
            assert_never(never)
