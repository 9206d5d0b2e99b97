"""From any artefact to a `GgufVocabulary`, and from that to a GGUF file without tensors."""

from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import assert_never

import gguf

from tokparity.harness.conversion.from_ranks import from_ranks
from tokparity.harness.conversion.from_sentencepiece import from_sentencepiece
from tokparity.harness.conversion.from_tokenizer_json import from_tokenizer_json
from tokparity.harness.conversion.from_wordpiece import from_wordpiece
from tokparity.harness.conversion.vocabulary import GgufVocabulary, NoGguf, TokenizerModel
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


PREFIX = "tokenizer.ggml."


def architecture(model: TokenizerModel) -> str:
    """`general.architecture`: any that llama.cpp knows would do for a vocabulary alone."""
    match model:
        case "llama" | "gpt2":
            return "llama"
        case "bert" | "t5":
            return model
        case _ as never:
            assert_never(never)


def write_gguf(vocabulary: GgufVocabulary, target: Path, name: str) -> None:
    """Write the file whole or not at all; `name` becomes `general.name`.

    Raises OSError where the folder cannot be written to.
    """
    with TemporaryDirectory(dir=target.parent, prefix=".convert-") as folder:
        part = Path(folder) / target.name
        with closing(gguf.GGUFWriter(part, architecture(vocabulary.model))) as writer:
            _write(writer, vocabulary, name)
        part.replace(target)


def _write(writer: gguf.GGUFWriter, vocabulary: GgufVocabulary, name: str) -> None:
    writer.add_name(name)
    writer.add_tokenizer_model(vocabulary.model)
    if vocabulary.pre is not None:
        writer.add_tokenizer_pre(vocabulary.pre)
    writer.add_token_list(list(vocabulary.tokens))
    writer.add_token_types(list(map(int, vocabulary.types)))
    if vocabulary.scores is not None:
        writer.add_token_scores(list(vocabulary.scores))
    if vocabulary.merges is not None:
        writer.add_token_merges(list(vocabulary.merges))
    if vocabulary.charsmap:
        writer.add_precompiled_charsmap(vocabulary.charsmap)
    for key, token_id in vocabulary.ids.items():
        writer.add_uint32(PREFIX + key, token_id)
    for key, flag in vocabulary.flags.items():
        writer.add_bool(PREFIX + key, flag)
    if vocabulary.chat_template is not None:
        writer.add_chat_template(vocabulary.chat_template)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
