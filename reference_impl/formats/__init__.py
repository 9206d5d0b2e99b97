"""Reading vocabulary files: one module a format, imported when it is needed."""

from importlib import import_module

from tokparity.reference_impl.contract import Artefact, Format
from tokparity.reference_impl.formats.settings import with_settings
from tokparity.reference_impl.tokenizer.fast import fast
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

FORMATS: dict[Format, str] = {
    "tokenizer.json": "tokparity.reference_impl.formats.tokenizer_json.reader",
    "tiktoken": "tokparity.reference_impl.formats.tiktoken_ranks",
    "tekken.json": "tokparity.reference_impl.formats.tekken_json",
    "vocab.txt": "tokparity.reference_impl.formats.wordpiece_vocab",
    "tokenizer_config.json": "tokparity.reference_impl.formats.tokenizer_config",
    "model_folder": "tokparity.reference_impl.formats.model_folder.reader",
    "sentencepiece": "tokparity.reference_impl.formats.sentencepiece.reader",
    "gguf": "tokparity.reference_impl.formats.gguf.reader",
    "chat_template": "tokparity.reference_impl.formats.chat_template",
}


def load(artefact: Artefact) -> Tokenizer:
    """The reference tokenizer that a file describes, with a cache of its words.

    Raises BadArtefact where the file is not what its format says, Unsupported where it
    names a component or option that the reference does not implement, BadPattern for a
    regex that cannot be translated.
    """
    read = import_module(FORMATS[artefact.format]).load(artefact)
    return fast(with_settings(read, artefact.settings))
