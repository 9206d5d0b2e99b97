"""From any artefact to a `ConvertedVocabulary`, and from that to a GGUF file without tensors."""

import json
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, assert_never

from tokparity.harness.conversion.from_bpe import (
    from_byte_level_bpe,
    from_spaced_bpe,
    from_words_bpe,
)
from tokparity.harness.conversion.from_ranks import from_ranks
from tokparity.harness.conversion.from_sentencepiece import from_sentencepiece
from tokparity.harness.conversion.from_unigram import from_unigram
from tokparity.harness.conversion.from_wordpiece import from_wordpiece
from tokparity.harness.conversion.special_ids import chat_template, read_config
from tokparity.harness.conversion.vocabulary import (
    ConvertedVocabulary,
    NoGguf,
    TokenizerModel,
    missing_bytes,
)
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.formats.model_folder import reader as model_folder
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.pre_tokenizers.whitespace_split import WhitespaceSplit
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

if TYPE_CHECKING:
    import gguf


def convert(
    artefact: Artefact, tokenizer: Tokenizer, pre: str | None = None
) -> ConvertedVocabulary:
    """The artefact's vocabulary in GGUF's terms. `tokenizer` is its reference.

    `pre`: the name of llama.cpp's pre-tokenizer, where the one that fits is not wanted.

    Raises NoGguf where no GGUF can hold it, UnknownPipeline where llama.cpp cuts words otherwise.
    """
    vocabulary = vocabulary_of(artefact, tokenizer, pre)
    if pre is not None and vocabulary.pre != pre:
        raise NoGguf(artefact.name, "pre", f"model {vocabulary.model} has no pre-tokenizer to name")
    if missing := missing_bytes(vocabulary):
        reason = (
            f"{len(missing)} of 256 byte pieces are missing, {missing[0]} the first: model llama "
            "spells what is no token in bytes, and llama.cpp ends its process where it cannot"
        )
        raise NoGguf(artefact.name, "byte_fallback", reason)
    return vocabulary


def vocabulary_of(
    artefact: Artefact, tokenizer: Tokenizer, pre: str | None = None
) -> ConvertedVocabulary:
    """As `convert`, but that llama.cpp may go down with it."""
    match artefact.format:
        case "tokenizer.json" | "tokenizer_config.json" | "model_folder":
            return from_tokenizer_json(artefact, tokenizer, pre)
        case "sentencepiece":
            return from_sentencepiece(artefact, tokenizer)
        case "tiktoken" | "tekken.json":
            return from_ranks(artefact, tokenizer, pre)
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
        case "llama" | "gpt2" | "whitespace":
            return "llama"
        case "bert" | "t5":
            return model
        case _ as never:
            assert_never(never)


def write_gguf(vocabulary: ConvertedVocabulary, target: Path, name: str) -> None:
    """Write the file whole or not at all; `name` becomes `general.name`.

    Raises OSError where the folder cannot be written to.
    """
    import gguf  # half a second of other libraries

    with TemporaryDirectory(dir=target.parent, prefix=".convert-") as folder:
        part = Path(folder) / target.name
        with closing(gguf.GGUFWriter(part, architecture(vocabulary.model))) as writer:
            _write(writer, vocabulary, name)
        part.replace(target)


def _write(writer: "gguf.GGUFWriter", vocabulary: ConvertedVocabulary, name: str) -> None:
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


def from_tokenizer_json(
    artefact: Artefact, tokenizer: Tokenizer, pre: str | None = None
) -> ConvertedVocabulary:
    """Raises NoGguf where llama.cpp has no such model, UnknownPipeline where it cuts no such words.

    A tokenizer_config.json beside the file names special tokens and the chat template.
    """
    config = read_config(artefact.path.parent)
    template = chat_template(artefact.path.parent, config)
    match tokenizer.model:
        case BPE() if tokenizer.spells_bytes:
            merges = merges_of(artefact)
            return from_byte_level_bpe(artefact.name, tokenizer, merges, config, template, pre)
        case BPE() if isinstance(tokenizer.pre_tokenizer, WhitespaceSplit):
            return from_words_bpe(artefact.name, tokenizer, merges_of(artefact), config, template)
        case BPE():
            return from_spaced_bpe(artefact.name, tokenizer, merges_of(artefact), config, template)
        case WordPiece():
            return from_wordpiece(artefact.name, tokenizer, config, template)
        case Unigram():
            return from_unigram(artefact.name, tokenizer, config, template)
        case model:
            reason = "llama.cpp has BPE, Unigram and WordPiece, and nothing like it"
            raise NoGguf(artefact.name, f"model {type(model).__name__}", reason)


def merges_of(artefact: Artefact) -> tuple[tuple[str, str], ...]:
    """(left, right) of every merge in order of rank. The file was read and checked before."""
    if artefact.format == "model_folder":
        model: dict[str, Any] = model_folder.document(artefact)["model"]
    else:
        model = json.loads(_file(artefact).read_bytes())["model"]
    return tuple(
        (pair[0], pair[1]) if isinstance(pair, list) else _two(pair) for pair in model["merges"]
    )


def _two(line: str) -> tuple[str, str]:
    left, _, right = line.partition(" ")
    return left, right


def _file(artefact: Artefact) -> Path:
    is_config = artefact.format == "tokenizer_config.json"
    return artefact.path.with_name("tokenizer.json") if is_config else artefact.path
