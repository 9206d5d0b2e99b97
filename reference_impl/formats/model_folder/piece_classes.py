"""Classes that read a .model of sentencepiece, and run on the library tokenizers.

Each takes the pieces of the file, some put others before or behind them; of the file's own
normalizer they take the charsmap at most. Not here: what sentencepiece makes of the file
(`formats.sentencepiece`). Source of each: transformers 5.23 models/*/tokenization_*.py, the class
of that name, and convert_slow_tokenizer.py `convert_from_spm`.
"""

from collections.abc import Sequence
from dataclasses import replace as changed
from typing import Any

from tokparity.reference_impl.formats.model_folder.backend import Backend
from tokparity.reference_impl.formats.model_folder.recipe import Recipe, Source
from tokparity.reference_impl.formats.model_folder.sections import (
    metaspace,
    precompiled,
    replace,
    sequence,
    strip,
)
from tokparity.reference_impl.formats.model_folder.settings import Named, Token, content_of
from tokparity.reference_impl.formats.model_folder.vocabularies import Scores, unigram

Json = dict[str, Any]
_FAIRSEQ = {
    "bos_token": "<s>",
    "eos_token": "</s>",
    "sep_token": "</s>",
    "cls_token": "<s>",
    "unk_token": "<unk>",
    "pad_token": "<pad>",
    "mask_token": "<mask>",
}
_ALBERT = {
    "bos_token": "[CLS]",
    "eos_token": "[SEP]",
    "unk_token": "<unk>",
    "sep_token": "[SEP]",
    "pad_token": "<pad>",
    "cls_token": "[CLS]",
    "mask_token": "[MASK]",
}
_QUOTES = (replace('"', string="``"), replace('"', string="''"))
_DOUBLED = replace(" ", regex=" {2,}")
_NO_ACCENTS = ({"type": "NFKD"}, {"type": "StripAccents"})
_SPACES = [replace(" ", regex=r"\s{2,}|[\n\r\t]"), {"type": "NFC"}, strip(False, True)]
_LOWER = {"type": "Lowercase"}


def _words(source: Source, scores: Scores, unk_id: int, space: Json) -> Backend:
    """A Unigram over words: white space, then "▁" before each."""
    backend = Backend(source.settings, unigram(scores, unk_id))
    backend.pre_tokenizer = sequence("pretokenizers", [{"type": "WhitespaceSplit"}, space])
    backend.decoder = space
    return backend


def _text(source: Source, scores: Scores, unk_id: int, space: Json) -> Backend:
    """A Unigram over whole texts, its spaces "▁"."""
    backend = Backend(source.settings, unigram(scores, unk_id))
    backend.pre_tokenizer = backend.decoder = space
    return backend


def _fairseq(source: Source, behind: Sequence[str], first: str = "bos_token") -> Source:
    """Four special tokens instead of the file's first three pieces, more behind the last."""
    before = (first, "pad_token", "eos_token", "unk_token")
    scores = [(source.named(name, _FAIRSEQ[name]), 0.0) for name in before]
    scores += source.scores[3:]
    scores += [(piece, 0.0) for piece in (*behind, source.named("mask_token", "<mask>"))]
    return changed(source, scores=scores)


def _xlm_roberta_pieces(source: Source) -> Source:
    return _fairseq(source, ())


def xlm_roberta(source: Source) -> Backend:
    """`XLMRobertaTokenizer`."""
    backend = _words(source, source.scores, 3, source.metaspace())
    if source.charsmap is not None:
        backend.normalizer = precompiled(source.charsmap)
    backend.initialize(_FAIRSEQ)
    bos, eos = source.named("bos_token", "<s>"), source.named("eos_token", "</s>")
    backend.template([bos, "$A", eos], [bos, "$A", eos, eos, "$B", eos], (bos, eos))
    return backend


def barthez(source: Source) -> Backend:
    """`BarthezTokenizer`, whose unknown piece is the fourth of the file, whichever that is."""
    backend = _text(source, source.scores, 3, source.metaspace())
    backend.normalizer = sequence("normalizers", _SPACES)
    backend.initialize(_FAIRSEQ, mask_token=source.mask("<mask>"))
    return backend


_NOT_USED = ["<s>NOTUSED", "</s>NOTUSED", "<unk>NOTUSED"]


def _camembert_pieces(source: Source) -> Source:
    scores = [
        *((_NOT_USED[0], 0.0), (source.named("pad_token", "<pad>"), 0.0), (_NOT_USED[1], 0.0)),
        *((source.named("unk_token", "<unk>"), 0.0), (_NOT_USED[2], -100.0)),
        *source.scores[1:],
        (source.named("mask_token", "<mask>"), 0.0),
    ]
    return changed(source, scores=scores)


def camembert(source: Source) -> Backend:
    """`CamembertTokenizer`."""
    unknown = source.named("unk_token", "<unk>")
    at = next((at for at, (piece, _) in enumerate(source.scores) if piece == unknown), 0)
    backend = _words(source, source.scores, at, source.metaspace())
    if source.charsmap is not None:
        backend.normalizer = precompiled(source.charsmap)
    backend.initialize(
        _FAIRSEQ,
        mask_token=source.mask("<mask>", special=True),
        additional_special_tokens=_additional(source, _NOT_USED),
    )
    bos, eos = str(backend.content("bos_token")), str(backend.content("eos_token"))
    backend.template(f"{bos} $A {eos}", f"{bos} $A {eos} {eos} $B {eos}", (bos, eos))
    return backend


def _additional(source: Source, default: Sequence[Named]) -> list[Named]:
    tokens = source.settings.tokens("additional_special_tokens")
    return list(default) if tokens is None else tokens


def _t5_pieces(source: Source) -> Source:
    extra = source.settings.count("extra_ids", 100)
    sentinels = [(f"<extra_id_{at}>", 0.0) for at in range(extra - 1, -1, -1)]
    return changed(source, scores=[*source.scores, *sentinels])


def _sentinels(source: Source) -> list[Named]:
    """The special tokens of the file, and a hundred of T5 behind them."""
    extra = source.settings.count("extra_ids", 100)
    sentinels = [f"<extra_id_{at}>" for at in range(extra)]
    tokens = source.settings.tokens("additional_special_tokens")
    if tokens is None:
        return list(sentinels)
    listed = [token for token in tokens if "<extra_id_" in content_of(token)]
    if listed and extra > 0 and extra != len(listed):
        raise source.settings.bad("extra_ids", f"is {extra}, but the file has {len(listed)}")
    return tokens if listed else [*tokens, *sentinels]


def _t5(source: Source) -> Backend:
    backend = _words(source, source.scores, 2, metaspace("always"))
    if source.charsmap is not None:
        backend.normalizer = precompiled(source.charsmap)
    backend.initialize(
        {"eos_token": "</s>", "unk_token": "<unk>", "pad_token": "<pad>"},
        additional_special_tokens=_sentinels(source),
    )
    return backend


def t5(source: Source) -> Backend:
    """`T5Tokenizer`: "</s>" behind each text, whatever the eos is called."""
    backend = _t5(source)
    eos = backend.id_of(backend.content("eos_token"))
    backend.template(["$A", "</s>"], ["$A", "</s>", "$B", "</s>"], ("</s>",))
    assert backend.post_processor is not None
    backend.post_processor["special_tokens"]["</s>"]["ids"] = [eos]
    return backend


def _albert(source: Source, *, accents: bool, lowercase: bool) -> list[Json]:
    settings = source.settings
    kept = settings.holds("keep_accents", accents)
    lower = settings.holds("do_lower_case", lowercase)
    return [*([] if kept else _NO_ACCENTS), *([_LOWER] if lower else []), *source.charsmaps]


def albert(source: Source) -> Backend:
    """`AlbertTokenizer`: its unknown piece is the second, its template names "[CLS]" and "[SEP]"
    whatever the config calls them."""
    backend = _words(source, source.scores, 1, source.metaspace())
    stages = [*_QUOTES, *_albert(source, accents=False, lowercase=True)]
    backend.normalizer = sequence("normalizers", stages)
    ids = {
        content: backend.own_id(source.named(name, content))
        for name, content in (("cls_token", "[CLS]"), ("sep_token", "[SEP]"))
    }
    if None in ids.values():
        raise source.settings.bad("cls_token, sep_token", "are no pieces of the file")
    single = "[CLS]:0 $A:0 [SEP]:0"
    backend.named = {"unk_token": None}
    backend.post_processor = _fixed(single, f"{single} $B:1 [SEP]:1", ids)
    backend.initialize(_ALBERT)
    return backend


def _fixed(single: str, pair: str, ids: dict[str, int | None]) -> Json:
    def pieces(template: str) -> list[Json]:
        words = (word.split(":") for word in template.split(" "))
        return [
            {"Sequence": {"id": name[1:], "type_id": int(type_id)}}
            if name.startswith("$")
            else {"SpecialToken": {"id": name, "type_id": int(type_id)}}
            for name, type_id in words
        ]

    return {
        "type": "TemplateProcessing",
        "single": pieces(single),
        "pair": pieces(pair),
        "special_tokens": {
            content: {"id": content, "ids": [token_id], "tokens": [content]}
            for content, token_id in ids.items()
        },
    }


def rembert(source: Source) -> Backend:
    """`RemBertTokenizer`, whose own template is lost as its special tokens are added again."""
    backend = _text(source, source.scores, 2, source.metaspace())
    stages = [*_QUOTES, _DOUBLED, *_albert(source, accents=True, lowercase=False)]
    backend.normalizer = sequence("normalizers", stages)
    backend.initialize(_ALBERT)
    backend.add_special(
        Token(token, special=True, normalized=False) if isinstance(token, str) else token
        for token in backend.specials()
    )
    backend.make_template()
    return backend


def xlnet(source: Source) -> Backend:
    """`XLNetTokenizer`: its accents go whatever `keep_accents` says; special tokens stand last."""
    unk_id = source.proto.unk_id if source.proto is not None else 0
    backend = _words(source, source.scores, unk_id, metaspace("always"))
    lower = [_LOWER] if source.settings.holds("do_lower_case") else []
    stages = [*_QUOTES, *_NO_ACCENTS, *lower, *source.charsmaps]
    backend.normalizer = sequence("normalizers", stages)
    named = {**_FAIRSEQ, "sep_token": "<sep>", "cls_token": "<cls>"}
    backend.initialize(
        named,
        mask_token=source.mask("<mask>"),
        additional_special_tokens=_additional(source, ["<eop>", "<eod>"]),
    )
    sep, cls = str(backend.content("sep_token")), str(backend.content("cls_token"))
    single = f"$A:0 {sep}:0"
    backend.template(f"{single} {cls}:2", f"{single} $B:1 {sep}:1 {cls}:2", (sep, cls))
    return backend


def deberta_v2(source: Source) -> Backend:
    """`DebertaV2Tokenizer`, which hears of the file's unknown piece and not of its charsmap."""
    settings = source.settings
    unknown = (source.named("unk_token", "[UNK]"), 0.0)
    unk_id = source.proto.unk_id if source.proto is not None else 1
    unk_id = source.scores.index(unknown) if unknown in source.scores else unk_id
    space = source.metaspace(otherwise="first")
    backend = _text(source, source.scores, unk_id, space)
    lower = [_LOWER] if settings.holds("do_lower_case") else []
    backend.normalizer = sequence("normalizers", [*lower, *_SPACES])
    apart = [{"type": "Punctuation", "behavior": "Isolated"}]
    cut = apart if settings.holds("split_by_punct") else []
    backend.pre_tokenizer = sequence("pretokenizers", [*cut, space])
    backend.initialize({**_ALBERT, "unk_token": "[UNK]", "pad_token": "[PAD]"})
    cls, sep = str(backend.content("cls_token")), str(backend.content("sep_token"))
    single = f"{cls}:0 $A:0 {sep}:0"
    backend.template(single, f"{single} $B:1 {sep}:1", (cls, sep))
    return backend


def xglm(source: Source) -> Backend:
    """`XGLMTokenizer`: "</s>" before a text, seven words of its own."""
    backend = _text(source, source.scores, 3, source.metaspace())
    backend.normalizer = sequence("normalizers", [*source.charsmaps, _DOUBLED])
    tokens = _additional(source, [])
    words = [f"<madeupword{at}>" for at in range(7)]
    backend.initialize(
        {name: token for name, token in _FAIRSEQ.items() if name != "mask_token"},
        additional_special_tokens=[*tokens, *(word for word in words if word not in tokens)],
    )
    bos, eos = backend.content("bos_token"), backend.content("eos_token")
    backend.template(f"{eos} $A", f"{eos} $A {eos} {eos} $B", (bos, eos))
    return backend


def big_bird(source: Source) -> Backend:
    """`BigBirdTokenizer`."""
    unknown = (source.named("unk_token", "<unk>"), 0.0)
    unk_id = source.scores.index(unknown) if unknown in source.scores else 100
    backend = _text(source, source.scores, unk_id, source.metaspace())
    stages = [strip(False, False), replace("\u2581", regex=" {2,}")]
    backend.normalizer = sequence("normalizers", stages)
    names = {**_FAIRSEQ, "sep_token": "[SEP]", "mask_token": "[MASK]", "cls_token": "[CLS]"}
    tokens = {name: source.token(name, default) for name, default in names.items()}
    named = {
        name: Token(token, lstrip=name == "mask_token", rstrip=False)
        if isinstance(token, str)
        else token
        for name, token in tokens.items()
    }
    backend.initialize(names, **named)
    cls, sep = source.named("cls_token", "[CLS]"), source.named("sep_token", "[SEP]")
    single = f"{cls}:0 $A:0 {sep}:0"
    backend.template(single, f"{single} $B:1 {sep}:1", (cls, sep))
    return backend


def _pegasus_pieces(source: Source) -> Source:
    scores = [(source.named("pad_token", "<pad>"), 0.0), (source.named("eos_token", "</s>"), 0.0)]
    mask = source.named("mask_token", "<mask_1>")
    sentence = source.named("mask_token_sent", "<mask_2>")
    scores += [(mask, 0.0)] if mask != "None" else []
    scores += [(sentence, 0.0)] if sentence not in ("None", mask) else []
    offset = source.settings.count("offset", 103)
    scores += [(f"<unk_{at}>", -100.0) for at in range(2, offset)]
    return changed(source, scores=[*scores, *source.scores[2:]])


def pegasus(source: Source) -> Backend:
    """`PegasusTokenizer`."""
    unknown = (source.named("unk_token", "<unk>"), 0.0)
    if unknown not in source.scores[1:]:
        raise source.settings.bad("unk_token", f"{unknown[0]!r} is no piece of score 0")
    unk_id = source.scores.index(unknown, 1)
    backend = _text(source, source.scores, unk_id, metaspace("always"))
    first = source.charsmaps or [replace(" ", regex=r"\n")]
    backend.normalizer = sequence("normalizers", [*first, _DOUBLED])
    sentence = _specific(source, "mask_token_sent", "<mask_1>")
    there = [content_of(token) for token in _additional(source, [])]
    added = [sentence] if sentence is not None and sentence not in there else []
    offset = source.settings.count("offset", 103)
    backend.initialize(
        {
            "pad_token": "<pad>",
            "eos_token": "</s>",
            "unk_token": "<unk>",
            "mask_token": "<mask_2>",
        },
        mask_token_sent=sentence,
        additional_special_tokens=[*added, *(f"<unk_{at}>" for at in range(2, offset))],
    )
    eos = source.named("eos_token", "</s>")
    backend.template(f"$A {eos}", f"$A $B {eos}", (eos,))
    return backend


def _specific(source: Source, name: str, default: str) -> Any:
    return source.settings.values.get(name, default)


_BPE_FILE, _SPIECE = "sentencepiece.bpe.model", "spiece.model"
CLASSES = {
    "XLMRobertaTokenizer": Recipe(
        xlm_roberta, _BPE_FILE, model="Unigram", from_proto=_xlm_roberta_pieces
    ),
    "BarthezTokenizer": Recipe(barthez, _BPE_FILE),
    "CamembertTokenizer": Recipe(camembert, _BPE_FILE, from_proto=_camembert_pieces),
    "T5Tokenizer": Recipe(t5, _SPIECE, model="Unigram", from_proto=_t5_pieces),
    "VideoPrismTokenizer": Recipe(_t5, _SPIECE, model="Unigram", from_proto=_t5_pieces),
    "AlbertTokenizer": Recipe(albert, _SPIECE, model="Unigram"),
    "RemBertTokenizer": Recipe(rembert, "sentencepiece.model", model="Unigram"),
    "XLNetTokenizer": Recipe(xlnet, _SPIECE, model="Unigram"),
    "BigBirdTokenizer": Recipe(big_bird, _SPIECE, model="Unigram"),
    "PegasusTokenizer": Recipe(pegasus, _SPIECE, model="Unigram", from_proto=_pegasus_pieces),
    "DebertaV2Tokenizer": Recipe(deberta_v2, "spm.model", model="Unigram"),
    "XGLMTokenizer": Recipe(xglm, "", model="Unigram"),
}
