"""`.model` files of sentencepiece: a `ModelProto` message.

The file is the whole truth: the type of the model, of every piece and the normalizer are in it.
Not read: what only training used, self-test samples, and extensions.
"""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.decoders.sentencepiece import DEFAULT_SURFACE, SentencepieceDecoder
from tokparity.reference_impl.errors import BadArtefact, Unsupported
from tokparity.reference_impl.formats.sentencepiece.pieces import pieces_of, text_of
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.models.sentencepiece.bpe import SentencepieceBPE
from tokparity.reference_impl.models.sentencepiece.char import SentencepieceChar
from tokparity.reference_impl.models.sentencepiece.pieces import Pieces
from tokparity.reference_impl.models.sentencepiece.symbols import Symbols
from tokparity.reference_impl.models.sentencepiece.unigram import SentencepieceUnigram
from tokparity.reference_impl.models.sentencepiece.word import SentencepieceWord
from tokparity.reference_impl.normalizers.sentencepiece import SentencepieceNormalizer
from tokparity.reference_impl.normalizers.sentencepiece_charsmap import (
    BadSentencepieceCharsmap,
    NotUtf8,
    SentencepieceCharsmap,
)
from tokparity.reference_impl.post_processors.sentencepiece import SentencepieceBosEos, Special
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_UNIGRAM, _BPE, _WORD, _CHAR = 1, 2, 3, 4  # of the schema's enum ModelType


def load(artefact: Artefact) -> Tokenizer:
    """The tokenizer of a .model file. Raises BadArtefact, Unsupported.

    Source: sentencepiece 0.2.3 sentencepiece_processor.cc `Load`, model_factory.cc `Create`.
    """
    path = artefact.path
    proto = _parsed(path)
    spec = proto.trainer_spec
    unigram = spec.model_type == _UNIGRAM
    apart = spec.model_type != _BPE
    known = pieces_of(path, proto.pieces, spec.byte_fallback, reserved_apart=apart, unigram=unigram)
    normalizer = _normalizer(
        path, "normalizer_spec", proto.normalizer_spec, known, spec.treat_whitespace_as_suffix
    )
    denormalizer = None
    if proto.denormalizer_spec.precompiled_charsmap:
        denormalizer = _normalizer(path, "denormalizer_spec", proto.denormalizer_spec, None, False)
    return Tokenizer(
        model=_model(spec.model_type, known),
        normalizer=normalizer,
        post_processor=SentencepieceBosEos(
            _control(known, spec.bos_piece, "<s>"),
            _control(known, spec.eos_piece, "</s>"),
        ),
        takes_bytes=True,
        detokenizer=SentencepieceDecoder(
            known,
            drops_first_space=normalizer.add_dummy_prefix,
            drops_leading_spaces=normalizer.remove_extra_whitespaces,
            unknown_surface=(
                text_of(spec.unk_surface) if spec.HasField("unk_surface") else DEFAULT_SURFACE
            ),
            denormalizer=denormalizer,
        ),
    )


def _parsed(path: Path) -> Any:
    """A `ModelProto`, read by the schema that the library's package brings; imported when it is
    needed, as loading the package loads the library."""
    schema = import_module("sentencepiece.sentencepiece_model_pb2")
    bad_message = import_module("google.protobuf.message").DecodeError
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadArtefact(path, "file", error.strerror or "cannot be read") from None
    proto = schema.ModelProto()
    try:
        proto.ParseFromString(data)
    except bad_message:
        raise BadArtefact(path, "file", "is no ModelProto message") from None
    return proto


def _model(kind: int, known: Pieces) -> Model:
    """The schema's reader takes a type that it does not know for the default, unigram."""
    makers: dict[int, Callable[[Pieces], Model]] = {
        _UNIGRAM: SentencepieceUnigram,
        _BPE: SentencepieceBPE,
        _WORD: SentencepieceWord,
        _CHAR: SentencepieceChar,
    }
    return makers[kind](known)


def _normalizer(
    path: Path, field: str, spec: Any, known: Pieces | None, as_suffix: bool
) -> SentencepieceNormalizer:
    charsmap = None
    if spec.precompiled_charsmap:
        try:
            charsmap = SentencepieceCharsmap.of(spec.precompiled_charsmap)
        except BadSentencepieceCharsmap as error:
            raise BadArtefact(path, f"{field}.precompiled_charsmap", str(error)) from None
        except NotUtf8 as error:
            raise Unsupported(path, f"{field}.precompiled_charsmap", str(error)) from None
    return SentencepieceNormalizer(
        charsmap=charsmap,
        add_dummy_prefix=spec.add_dummy_prefix,
        remove_extra_whitespaces=spec.remove_extra_whitespaces,
        escape_whitespaces=spec.escape_whitespaces,
        whitespace_as_suffix=as_suffix,
        symbols=Symbols(known.user_defined if known is not None else ()),
    )


def _control(known: Pieces, named: str | bytes, default: str) -> Special | None:
    """The control piece of a name; the library adds no other."""
    text = text_of(named) or default
    token_id = known.id_of(text)
    if token_id < 0 or known.types[token_id] != "control":
        return None
    return known.texts[token_id], token_id
