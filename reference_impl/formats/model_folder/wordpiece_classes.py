"""Classes that read vocab.txt: BERT and its kin, which run on the library tokenizers.

Not here: the pure-Python one that reads a vocab.txt alone (`formats.wordpiece_vocab`).
Source of each: transformers 5.23 models/*/tokenization_*.py, the class of that name.
"""

from collections.abc import Mapping
from typing import Any

from tokparity.reference_impl.formats.model_folder.backend import Backend
from tokparity.reference_impl.formats.model_folder.recipe import Recipe, Source
from tokparity.reference_impl.formats.model_folder.sections import around, bert_normalizer
from tokparity.reference_impl.formats.model_folder.settings import Named, Token
from tokparity.reference_impl.formats.model_folder.vocabularies import wordpiece

_BERT = {
    "unk_token": "[UNK]",
    "sep_token": "[SEP]",
    "pad_token": "[PAD]",
    "cls_token": "[CLS]",
    "mask_token": "[MASK]",
}
_MPNET = {
    "bos_token": "<s>",
    "eos_token": "</s>",
    "sep_token": "</s>",
    "cls_token": "<s>",
    "unk_token": "[UNK]",
    "pad_token": "<pad>",
    "mask_token": "<mask>",
}
_FUNNEL = {
    "unk_token": "<unk>",
    "sep_token": "<sep>",
    "pad_token": "<pad>",
    "cls_token": "<cls>",
    "mask_token": "<mask>",
    "bos_token": "<s>",
    "eos_token": "</s>",
}


def _words(source: Source, unknown: str, *, prefix: str = "##", clean: bool = True) -> Backend:
    settings = source.settings
    accents = settings.values.get("strip_accents")
    backend = Backend(settings, wordpiece(source.vocab, source.named("unk_token", unknown)))
    backend.normalizer = bert_normalizer(
        chinese=settings.flag("tokenize_chinese_chars", True),
        accents=None if accents is None else settings.flag("strip_accents", False),
        lowercase=settings.flag("do_lower_case", True),
        clean=clean,
    )
    backend.pre_tokenizer = {"type": "BertPreTokenizer"}
    backend.decoder = {"type": "WordPiece", "prefix": prefix, "cleanup": True}
    return backend


def bert(source: Source) -> Backend:
    """`BertTokenizer`."""
    backend = _words(source, "[UNK]")
    backend.initialize(_BERT)
    cls, sep = str(backend.content("cls_token")), str(backend.content("sep_token"))
    single = f"{cls}:0 $A:0 {sep}:0"
    backend.template(single, f"{single} $B:1 {sep}:1", (cls, sep))
    return backend


def dpr(source: Source) -> Backend:
    """`DPRQuestionEncoderTokenizer`: hears no `do_lower_case`, as the class it derives from is not
    told of it."""
    values = {k: v for k, v in source.settings.values.items() if k != "do_lower_case"}
    return bert(source.set(**values, do_lower_case=True))


def splinter(source: Source) -> Backend:
    """`SplinterTokenizer`: a question's text comes first, with "[QUESTION] ." behind it."""
    backend = _words(source, "[UNK]")
    backend.initialize({**_BERT, "question_token": "[QUESTION]"})
    cls, sep, question = (backend.content(f"{name}_token") for name in ("cls", "sep", "question"))
    if source.settings.values.get("padding_side", "right") == "right":
        pair = f"{cls}:0 $A:0 {question} . {sep}:0 $B:1 {sep}:1"
    else:
        pair = f"{cls}:0 $A:0 {sep}:0 $B:1 {question} . {sep}:1"
    backend.template(f"{cls}:0 $A:0 {sep}:0", pair, (cls, sep, question, "."))
    return backend


def funnel(source: Source) -> Backend:
    """`FunnelTokenizer`: the first token is of a third type."""
    settings = source.settings
    prefix = settings.values.get("wordpieces_prefix", "##")
    if not isinstance(prefix, str):
        raise settings.bad("wordpieces_prefix", "must be a string")
    backend = _words(source, "<unk>", prefix=prefix, clean=settings.flag("clean_text", True))
    backend.initialize(_FUNNEL)
    cls, sep = source.named("cls_token", "<cls>"), source.named("sep_token", "<sep>")
    single = f"{cls}:2 $A:0 {sep}:0"
    backend.template(single, f"{single} $B:1 {sep}:1", (cls, sep))
    return backend


def mpnet(source: Source) -> Backend:
    """`MPNetTokenizer`: its mask takes the space before it along."""
    backend = _words(source, "[UNK]")
    named: dict[str, Named | None] = {name: source.token(name, _MPNET[name]) for name in _MPNET}
    changed: Mapping[str, Any] = {
        name: Token(token, lstrip=name == "mask_token", rstrip=False)
        if isinstance(token, str)
        else token
        for name, token in named.items()
    }
    backend.initialize(_MPNET, **changed)
    cls, sep = str(backend.content("cls_token")), str(backend.content("sep_token"))
    cls_id, sep_id = backend.id_of(cls), backend.id_of(sep)
    backend.post_processor = around(
        "RobertaProcessing",
        (sep, 2 if sep_id is None else sep_id),
        (cls, 0 if cls_id is None else cls_id),
        trim_offsets=True,
        add_prefix_space=False,
    )
    return backend


_FILE = "vocab.txt"
CLASSES = {
    "BertTokenizer": Recipe(bert, _FILE, model="WordPiece"),
    "DistilBertTokenizer": Recipe(bert, _FILE, model="WordPiece"),
    "DPRQuestionEncoderTokenizer": Recipe(dpr, _FILE, model="WordPiece"),
    "DPRContextEncoderTokenizer": Recipe(dpr, _FILE, model="WordPiece"),
    "DPRReaderTokenizer": Recipe(dpr, _FILE, model="WordPiece"),
    "SplinterTokenizer": Recipe(splinter, _FILE, model="WordPiece"),
    "FunnelTokenizer": Recipe(funnel, _FILE, model="WordPiece"),
    "MPNetTokenizer": Recipe(mpnet, _FILE, model="WordPiece"),
}
