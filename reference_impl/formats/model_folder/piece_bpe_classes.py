"""Classes that make a BPE of a .model of sentencepiece, whatever kind of model that is.

Its merges are every way to make a piece of two, not what the scores of the pieces say. Source of
each: transformers 5.23 models/*/tokenization_*.py, the class of that name.
"""

from dataclasses import replace as changed

from tokparity.reference_impl.formats.model_folder.backend import Backend
from tokparity.reference_impl.formats.model_folder.recipe import Recipe, Source
from tokparity.reference_impl.formats.model_folder.sections import (
    SPACED_BYTES,
    metaspace,
    precompiled,
    replace,
    sequence,
    strip,
)
from tokparity.reference_impl.formats.model_folder.settings import Token
from tokparity.reference_impl.formats.model_folder.vocabularies import bpe, unigram

_SPACES = replace(" ", regex=" {2,}")


def llama(source: Source) -> Backend:
    """`LlamaTokenizer`: a BPE whatever kind of model the file is."""
    settings = source.settings
    prefixed = settings.values.get("add_prefix_space") is None or settings.holds("add_prefix_space")
    scheme = ("always" if settings.holds("legacy") else "first") if prefixed else "never"
    options = {"fuse_unk": True, "byte_fallback": True}
    backend = Backend(settings, bpe(source.vocab, source.merges, **options))
    backend.pre_tokenizer = metaspace(scheme, split=False)
    first = [{"type": "Strip", "content": " ", "start": 1, "stop": 0}] if prefixed else []
    backend.decoder = sequence("decoders", [*SPACED_BYTES, *first])
    backend.initialize({"unk_token": "<unk>", "bos_token": "<s>", "eos_token": "</s>"})
    return backend


def reformer(source: Source) -> Backend:
    """`ReformerTokenizer`."""
    unknown = source.named("unk_token", "<unk>")
    model = bpe(source.vocab, source.merges, unk_token=unknown, fuse_unk=True)
    backend = Backend(source.settings, model)
    if source.charsmap is not None:
        stages = [precompiled(source.charsmap), _SPACES]
        backend.normalizer = sequence("normalizers", stages)
    backend.pre_tokenizer = backend.decoder = metaspace("always")
    backend.initialize({"eos_token": "</s>", "unk_token": "<unk>"})
    backend.add_special(
        Token(token, special=True, normalized=False) if isinstance(token, str) else token
        for token in backend.specials()
    )
    backend.make_template()
    return backend


def of_no_model(source: Source) -> Backend:
    """`TokenizersBackend` itself: the pieces and the charsmap, spaces as "▁"."""
    proto = source.proto
    assert proto is not None
    if source.vocab:
        options = {"fuse_unk": True, "byte_fallback": proto.byte_fallback}
        model = bpe(source.vocab, source.merges, unk_token=proto.unk_piece, **options)
    else:
        model = unigram(source.scores, proto.unk_id, proto.byte_fallback)
    backend = Backend(source.settings, model)
    stages = [*source.charsmaps, replace("\u2581", string=" ")]
    backend.normalizer = sequence("normalizers", stages)
    decoders = list(SPACED_BYTES) if proto.byte_fallback else [SPACED_BYTES[0]]
    backend.decoder = sequence("decoders", decoders)
    backend.initialize(dict(proto.special))
    return backend


def seamless(source: Source) -> Backend:
    """`SeamlessM4TTokenizer`: a BPE; the source's language before a text."""
    settings = source.settings
    unknown = source.named("unk_token", "<unk>")
    model = bpe(source.vocab, source.merges, unk_token=unknown, fuse_unk=True)
    backend = Backend(settings, model)
    backend.normalizer = sequence(
        "normalizers",
        [
            replace(" ", regex=r"[\n\r\t]"),
            {"type": "NFKC"},
            strip(False, True),
            replace("\u2581", regex=" +\u2581"),
            replace("", regex="^\u2581+$"),
            replace("\u2581", regex=" {2,}"),
        ],
    )
    backend.pre_tokenizer = backend.decoder = metaspace("first")
    backend.initialize(
        {
            "bos_token": "<s>",
            "eos_token": "</s>",
            "sep_token": "</s>",
            "cls_token": "<s>",
            "unk_token": "<unk>",
            "pad_token": "<pad>",
        }
    )
    language = settings.values.get("src_lang", "eng")
    if not isinstance(language, str):
        raise settings.bad("src_lang", "must be a string")
    language = language if "__" in language else f"__{language}__"
    before, eos = backend.known(language), backend.known(backend.content("eos_token"))
    backend.template([before, "$A", eos], [before, "$A", "$B", eos], (before, eos))
    return backend


def _seamless_pieces(source: Source) -> Source:
    vocab = {"<pad>": 0, "<unk>": 1, "<s>": 2, "</s>": 3}
    vocab |= {piece: at + 1 for at, piece in enumerate(source.vocab)}
    return changed(source, vocab=vocab)


CLASSES = {
    "SeamlessM4TTokenizer": Recipe(
        seamless, "sentencepiece.bpe.model", model="BPE", from_proto=_seamless_pieces
    ),
    "LlamaTokenizer": Recipe(llama, "tokenizer.model", model="BPE"),
    "ReformerTokenizer": Recipe(reformer, "spiece.model", model="BPE"),
    "TokenizersBackend": Recipe(of_no_model, "tokenizer.model"),
}
