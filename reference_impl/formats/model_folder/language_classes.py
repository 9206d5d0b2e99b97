"""Classes of translation models, whose template names a language: mBART, NLLB.

Source of each: transformers 5.23 models/*/tokenization_*.py, the class of that name.
"""

import json
from dataclasses import replace as changed
from functools import cache
from importlib.resources import files

from tokparity.reference_impl.formats.model_folder.backend import Backend
from tokparity.reference_impl.formats.model_folder.recipe import Recipe, Source
from tokparity.reference_impl.formats.model_folder.sections import (
    metaspace,
    precompiled,
    replace,
    sequence,
)
from tokparity.reference_impl.formats.model_folder.settings import Named
from tokparity.reference_impl.formats.model_folder.vocabularies import bpe, unigram

_NAMED = {
    "bos_token": "<s>",
    "eos_token": "</s>",
    "sep_token": "</s>",
    "cls_token": "<s>",
    "unk_token": "<unk>",
    "pad_token": "<pad>",
    "mask_token": "<mask>",
}


@cache
def _codes() -> dict[str, list[str]]:
    table = files(__package__).joinpath("auto_classes.json").read_text("ascii")
    codes: dict[str, list[str]] = json.loads(table)["languages"]
    return codes


def _language(source: Source, default: str) -> str:
    value = source.settings.values.get("src_lang")
    if value is not None and not isinstance(value, str):
        raise source.settings.bad("src_lang", "must be a string")
    return default if value is None else value


def _pieces(source: Source, first: str, codes: list[str]) -> Source:
    before = (first, "pad_token", "eos_token", "unk_token")
    scores = [(source.named(name, _NAMED[name]), 0.0) for name in before]
    scores += source.scores[3:] + [(code, 0.0) for code in codes]
    return changed(source, scores=[*scores, (source.named("mask_token", "<mask>"), 0.0)])


def _mbart_pieces(source: Source) -> Source:
    return _pieces(source, "bos_token", _codes()["mbart"])


def mbart(source: Source) -> Backend:
    """`MBartTokenizer`: "</s>" and the language behind a text."""
    backend = Backend(source.settings, unigram(source.scores, 3))
    space = metaspace("always")
    backend.pre_tokenizer = sequence("pretokenizers", [{"type": "WhitespaceSplit"}, space])
    backend.decoder = space
    tokens = source.settings.tokens("additional_special_tokens") or []
    extra: list[Named] = [*_codes()["mbart"]]
    extra += [token for token in tokens if token not in extra]
    backend.initialize(_NAMED, mask_token=source.mask("<mask>"), additional_special_tokens=extra)
    eos = backend.known(backend.content("eos_token"))
    words = [eos, backend.known(_language(source, "en_XX"))]
    backend.template(["$A", *words], ["$A", "$B", *words], words)
    return backend


def _mbart50_pieces(source: Source) -> Source:
    return _pieces(source, "cls_token", _codes()["mbart50"])


def mbart50(source: Source) -> Backend:
    """`MBart50Tokenizer`: the language before a text, "</s>" behind it."""
    codes = _codes()["mbart50"]
    backend = Backend(source.settings, unigram(source.scores, 3))
    charsmap = source.charsmaps
    backend.normalizer = sequence("normalizers", [*charsmap, replace(" ", regex=" {2,}")])
    backend.pre_tokenizer = backend.decoder = metaspace("always")
    tokens = source.settings.tokens("additional_special_tokens") or []
    backend.initialize(
        {name: token for name, token in _NAMED.items() if name != "bos_token"},
        mask_token=source.mask("<mask>"),
        additional_special_tokens=[*tokens, *codes],
    )
    language = _language(source, "en_XX")
    if language not in codes:
        raise source.settings.bad("src_lang", f"{language!r} is no language of the model")
    eos = backend.known(backend.content("eos_token"))
    around = [backend.known(language), "$A", eos]
    backend.template(around, [around[0], "$A", "$B", eos], (around[0], eos))
    return backend


def _nllb_pieces(source: Source) -> Source:
    vocab: dict[str, int] = {}
    for name in ("bos_token", "pad_token", "eos_token", "unk_token"):
        vocab[source.named(name, _NAMED[name])] = len(vocab)
    for piece in source.vocab:
        vocab.setdefault(piece, len(vocab))
    return changed(source, vocab=vocab)


def nllb(source: Source) -> Backend:
    """`NllbTokenizer`: a BPE; the language before a text, or behind it (`legacy_behaviour`)."""
    settings = source.settings
    unknown = source.named("unk_token", "<unk>")
    model = bpe(source.vocab, source.merges, unk_token=unknown, fuse_unk=True)
    if settings.values.get("extra_special_tokens") is not None:
        extra = settings.values["extra_special_tokens"]
    else:
        extra = settings.tokens("additional_special_tokens")
    backend = Backend(settings, model)
    if source.charsmap is not None:
        stages = [precompiled(source.charsmap), replace(" ", regex=" {2,}")]
        backend.normalizer = sequence("normalizers", stages)
    backend.pre_tokenizer = backend.decoder = metaspace("always")
    backend.initialize(
        _NAMED,
        mask_token=source.mask("<mask>", normalized=True, special=True),
        extra_special_tokens=_codes()["nllb"] if extra is None else extra,
    )
    language, eos = _language(source, "eng_Latn"), backend.content("eos_token")
    if eos is None:
        raise settings.bad("eos_token", "must be a token")
    words = ["$A", eos, language] if settings.holds("legacy_behaviour") else [language, "$A", eos]
    at = words.index("$A") + 1
    backend.template(words, [*words[:at], "$B", *words[at:]], (eos, language))
    return backend


_FILE = "sentencepiece.bpe.model"
CLASSES = {
    "MBartTokenizer": Recipe(mbart, _FILE, model="Unigram", from_proto=_mbart_pieces),
    "MBart50Tokenizer": Recipe(mbart50, _FILE, model="Unigram", from_proto=_mbart50_pieces),
    "NllbTokenizer": Recipe(nllb, _FILE, model="BPE", from_proto=_nllb_pieces),
}
