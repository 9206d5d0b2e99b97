"""GGUF vocabularies: the stages that llama.cpp makes of a file.

Not here: the file (`gguf.file`), what its keys mean (`gguf.vocabulary`, `gguf.attributes`), the
stages of each model (`gguf.stages`), the pre-tokenizers by name (`gguf.pre`).
"""

from pathlib import Path

from tokparity.reference_impl.added_tokens.special_partition import SpecialPartition
from tokparity.reference_impl.contract import Artefact, EncodeOptions
from tokparity.reference_impl.decoders.llama_detokenizer import LlamaDetokenizer
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats.collection_pause import uncollected
from tokparity.reference_impl.formats.gguf.attributes import final_attributes, special_tokens
from tokparity.reference_impl.formats.gguf.file import read_metadata
from tokparity.reference_impl.formats.gguf.keys import Keys
from tokparity.reference_impl.formats.gguf.pre import Pre, pre_of
from tokparity.reference_impl.formats.gguf.stages import GgufPieces, stages
from tokparity.reference_impl.formats.gguf.surfaces import surfaces
from tokparity.reference_impl.formats.gguf.vocabulary import (
    BYTE_PAIR,
    CONTROL,
    UNKNOWN,
    Flags,
    GgufVocabulary,
    Model,
    check_other_keys,
    read_flags,
    read_model,
    read_vocabulary,
)
from tokparity.reference_impl.models.llama.unknown import NoUnknownId
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def load(artefact: Artefact) -> Tokenizer:
    """The reference tokenizer of a GGUF file, of which only the header is read.

    Raises BadArtefact; Unsupported for a model or a pre-tokenizer that llama.cpp does not know.
    """
    with uncollected():
        return _tokenizer(Keys(artefact.path, read_metadata(artefact.path)))


def read(path: Path) -> tuple[Keys, GgufVocabulary]:
    """The keys of a file and the vocabulary that they describe. Errors as of `load`."""
    with uncollected():
        keys = Keys(path, read_metadata(path))
        return keys, _vocabulary(keys)[1]


def _vocabulary(keys: Keys) -> tuple[Pre | None, GgufVocabulary]:
    _check_split(keys)
    check_other_keys(keys)
    model = read_model(keys)
    pre_name = keys.text("pre")
    pre = _pre(keys, model, pre_name) if model in BYTE_PAIR else None
    no_bos = pre is not None and pre.no_bos
    return pre, read_vocabulary(keys, model, pre_name or b"", no_bos)


def _tokenizer(keys: Keys) -> Tokenizer:
    pre, vocabulary = _vocabulary(keys)
    model = vocabulary.model
    flags = read_flags(keys, _implied(model, pre))
    attributes = final_attributes(vocabulary)
    pieces = GgufPieces.of(vocabulary)
    try:
        made = stages(pieces, attributes, flags, pre)
        texts = surfaces(vocabulary, attributes, flags.escape_whitespaces)
    except TokparityError as error:
        raise keys.bad("tokens", str(error)) from None
    bos, eos = (vocabulary.specials.get(name) for name in ("bos", "eos"))
    tokenizer = Tokenizer(
        model=made.model,
        added_tokens=special_tokens(vocabulary, pieces.texts, attributes, keys),
        normalizer=made.normalizer,
        pre_tokenizer=made.pre_tokenizer,
        post_processor=made.post_processor,
        decodes="bytes",
        takes_bytes=True,
        detokenizer=LlamaDetokenizer(
            surfaces=texts,
            hidden=frozenset(
                at for at, attribute in enumerate(attributes) if attribute & (CONTROL | UNKNOWN)
            ),
            add_space_prefix=flags.add_space_prefix,
            bos=bos if flags.add_bos else None,
            eos=eos if flags.add_eos else None,
            clean_spaces=flags.clean_spaces,
        ),
        added_token_pass=SpecialPartition.of,
    )
    _check_newline(keys, model, tokenizer)
    return tokenizer


def _check_split(keys: Keys) -> None:
    """Of a split model the first part holds the vocabulary."""
    count, number = (keys.short(f"split.{name}") for name in ("count", "no"))
    if (count or 0) > 1 and number:
        reason = f"part {number + 1} of {count}: the vocabulary is in the first, -00001-of-…"
        raise keys.bad("split.no", reason)


def _pre(keys: Keys, model: Model, name: bytes | None) -> Pre:
    spelled = None if name is None else name.decode("utf-8", "backslashreplace")
    return pre_of(keys.path, "gemma4" if model == "gemma4" else spelled)


def _implied(model: Model, pre: Pre | None) -> Flags:
    """The flags that hold where the file says nothing."""
    if pre is not None:
        return Flags(
            add_bos=pre.add_bos,
            force_bos=pre.force_bos,
            escape_whitespaces=pre.escape_whitespaces,
            clean_spaces=pre.clean_spaces,
            lowercase=pre.lowercase,
        )
    match model:
        case "llama":
            return Flags(add_bos=True, add_space_prefix=True)
        case "bert":
            return Flags(add_bos=True, clean_spaces=True)
        case "t5":
            return Flags(add_eos=True)
        case _:
            return Flags()


def _check_newline(keys: Keys, model: Model, tokenizer: Tokenizer) -> None:
    """llama.cpp asks every vocabulary what a newline is, and goes down with one that cannot say."""
    if model in ("llama", "bert"):
        return
    bare = Tokenizer(
        model=tokenizer.model,
        normalizer=tokenizer.normalizer,
        pre_tokenizer=tokenizer.pre_tokenizer,
        takes_bytes=True,
    )
    try:
        bare.encode("\n", EncodeOptions(add_special=False))
    except NoUnknownId:
        return
    except TokparityError as error:
        raise keys.bad("tokens", f"a newline cannot be encoded: {error}") from None
