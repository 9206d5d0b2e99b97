"""Reading vocabulary files: one module a format, imported when it is needed."""

from importlib import import_module
from typing import TYPE_CHECKING

from reference_impl.contract import Artefact, Format

if TYPE_CHECKING:
    from reference_impl.tokenizer import Tokenizer

FORMATS: dict[Format, str] = {
    "tokenizer.json": "reference_impl.formats.tokenizer_json",
    "tiktoken": "reference_impl.formats.tiktoken_ranks",
    "tekken.json": "reference_impl.formats.tekken_json",
    "vocab.txt": "reference_impl.formats.wordpiece_vocab",
    "tokenizer_config.json": "reference_impl.formats.tokenizer_config",
    "sentencepiece": "reference_impl.formats.sentencepiece_model",
    "gguf": "reference_impl.formats.gguf",
    "chat_template": "reference_impl.formats.chat_template",
}


def load(artefact: Artefact) -> "Tokenizer":
    """The reference tokenizer that a file describes.

    Raises BadArtefact where the file is not what its format says, Unsupported where it
    names a component or option that the reference does not implement, BadPattern for a
    regex that cannot be translated.
    """
    tokenizer: Tokenizer = import_module(FORMATS[artefact.format]).load(artefact)
    return tokenizer
