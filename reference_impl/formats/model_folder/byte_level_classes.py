"""Classes that read vocab.json and merges.txt: GPT-2 and its kin.

Source of each: transformers 5.23 models/*/tokenization_*.py, the class of that name.
"""

from typing import Any

from tokparity.reference_impl.formats.model_folder.backend import Backend
from tokparity.reference_impl.formats.model_folder.recipe import Recipe, Source
from tokparity.reference_impl.formats.model_folder.sections import (
    around,
    bert_normalizer,
    byte_level,
    digits,
    sequence,
    split,
)
from tokparity.reference_impl.formats.model_folder.settings import Named, Token, content_of
from tokparity.reference_impl.formats.model_folder.vocabularies import bpe

NFC = {"type": "NFC"}
_END = "<|endoftext|>"
_ROBERTA = {
    "bos_token": "<s>",
    "eos_token": "</s>",
    "sep_token": "</s>",
    "cls_token": "<s>",
    "unk_token": "<unk>",
    "pad_token": "<pad>",
    "mask_token": "<mask>",
}
_QWEN = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?LETTERS+|\p{N}"
    r"| ?[^\s\p{L}MARKS\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
_QWEN2 = _QWEN.replace("LETTERS", r"\p{L}").replace("MARKS", "")


def _plain(source: Source, **options: Any) -> Backend:
    affixes = {"continuing_subword_prefix": "", "end_of_word_suffix": ""}
    model = bpe(source.vocab, source.merges, **{**affixes, **options})
    backend = Backend(source.settings, model)
    backend.decoder = byte_level()
    return backend


def gpt2(source: Source) -> Backend:
    """`GPT2Tokenizer`."""
    backend = _plain(source)
    backend.pre_tokenizer = byte_level(source.settings.flag("add_prefix_space", False))
    backend.initialize(dict.fromkeys(("unk_token", "bos_token", "eos_token"), _END))
    return backend


def codegen(source: Source) -> Backend:
    """`CodeGenTokenizer`: bos and eos only where a config asks."""
    backend = _plain(source)
    backend.pre_tokenizer = byte_level(source.settings.flag("add_prefix_space", False))
    backend.post_processor = byte_level(add_prefix_space=True, trim_offsets=False)
    backend.initialize(dict.fromkeys(("unk_token", "bos_token", "eos_token"), _END))
    return backend


def roberta(source: Source) -> Backend:
    """`RobertaTokenizer`: words, and `</s></s>` between the texts of a pair."""
    add_prefix_space = source.settings.flag("add_prefix_space", False)
    backend = _plain(source)
    backend.pre_tokenizer = byte_level(add_prefix_space)
    backend.initialize(_ROBERTA)
    _roberta_template(
        backend,
        source.named("sep_token", "</s>"),
        source.named("cls_token", "<s>"),
        trim_offsets=source.settings.flag("trim_offsets", True),
        add_prefix_space=add_prefix_space,
    )
    return backend


def _roberta_template(backend: Backend, sep: str, cls: str, **flags: bool) -> None:
    sep_id, cls_id = (
        backend.id_of(backend.content("sep_token")),
        backend.id_of(backend.content("cls_token")),
    )
    if sep_id is None or cls_id is None:
        raise backend.settings.bad("sep_token, cls_token", "have no ids")
    backend.post_processor = around("RobertaProcessing", (sep, sep_id), (cls, cls_id), **flags)


def blenderbot(source: Source) -> Backend:
    """`BlenderbotTokenizer`."""
    backend = _plain(source)
    backend.pre_tokenizer = byte_level(source.settings.flag("add_prefix_space", True))
    backend.initialize(_ROBERTA, mask_token=source.mask("<mask>", normalized=False))
    return backend


def deberta(source: Source) -> Backend:
    """`DebertaTokenizer`."""
    backend = _plain(source)
    backend.pre_tokenizer = byte_level(source.settings.flag("add_prefix_space", False))
    named = {"bos_token": "[CLS]", "eos_token": "[SEP]", "unk_token": "[UNK]"}
    more = {
        "sep_token": "[SEP]",
        "cls_token": "[CLS]",
        "pad_token": "[PAD]",
        "mask_token": "[MASK]",
    }
    backend.initialize({**named, **more})
    cls, sep = str(backend.content("cls_token")), str(backend.content("sep_token"))
    backend.template(f"{cls} $A {sep}", f"{cls} $A {sep} {sep} $B {sep}", (cls, sep))
    return backend


def gpt_neox(source: Source) -> Backend:
    """`GPTNeoXTokenizer`."""
    flags = (
        source.settings.flag("add_prefix_space", False),
        source.settings.flag("trim_offsets", True),
    )
    backend = _plain(source)
    backend.normalizer = NFC
    backend.pre_tokenizer = byte_level(*flags)
    named: dict[str, Named | None] = dict.fromkeys(("unk_token", "bos_token", "eos_token"), _END)
    backend.initialize({**named, "pad_token": "<|padding|>"})
    backend.make_template()
    return backend


def qwen2(source: Source) -> Backend:
    """`Qwen2Tokenizer`."""
    value = source.settings.values.get("add_prefix_space")
    prefixed = False if value is None else source.settings.flag("add_prefix_space", False)
    backend = _plain(source)
    backend.normalizer = NFC
    backend.pre_tokenizer = sequence(
        "pretokenizers",
        [split("Isolated", regex=_QWEN2), byte_level(prefixed, use_regex=False)],
    )
    backend.initialize(dict.fromkeys(("unk_token", "eos_token", "pad_token"), _END))
    backend.add(Token(content_of(token), special=True) for token in backend.specials())
    return backend


def cohere(source: Source) -> Backend:
    """`CohereTokenizer`."""
    prefixed = source.settings.flag("add_prefix_space", False)
    backend = _plain(source)
    backend.normalizer = NFC
    backend.pre_tokenizer = sequence("pretokenizers", [digits(), byte_level(prefixed)])
    backend.decoder = byte_level(prefixed)
    named = {"unk_token": "<UNK>", "bos_token": "<BOS_TOKEN>", "pad_token": "<PAD>"}
    more = {
        "eos_token": "<|END_OF_TURN_TOKEN|>",
        "cls_token": "<CLS>",
        "sep_token": "<SEP>",
        "mask_token": "<MASK_TOKEN>",
    }
    backend.initialize({**named, **more})
    backend.add_special(
        Token(token, special=True, normalized=False) if isinstance(token, str) else token
        for token in backend.specials()
    )
    backend.make_template()
    return backend


def herbert(source: Source) -> Backend:
    """`HerbertTokenizer`: whole words of letters, with "</w>" at their ends."""
    unknown = source.named("unk_token", "<unk>")
    model = bpe(source.vocab, source.merges, unk_token=unknown, end_of_word_suffix="</w>")
    backend = Backend(source.settings, model)
    backend.normalizer = bert_normalizer(lowercase=False, accents=False)
    backend.pre_tokenizer = {"type": "BertPreTokenizer"}
    backend.decoder = {"type": "BPEDecoder", "suffix": "</w>"}
    named = {"cls_token": "<s>", "unk_token": "<unk>", "pad_token": "<pad>"}
    backend.initialize({**named, "mask_token": "<mask>", "sep_token": "</s>"})
    sep, cls = backend.content("sep_token"), backend.content("cls_token")
    if sep is None or cls is None:
        raise source.settings.bad("sep_token, cls_token", "must be tokens")
    backend.post_processor = around("BertProcessing", (sep, 2), (cls, 0))
    return backend


def openai_gpt(source: Source) -> Backend:
    """`OpenAIGPTTokenizer`."""
    unknown = source.named("unk_token", "<unk>")
    affixes = {"continuing_subword_prefix": "", "end_of_word_suffix": "</w>"}
    model = bpe(source.vocab, source.merges, unk_token=unknown, **affixes)
    backend = Backend(source.settings, model)
    backend.normalizer = bert_normalizer()
    backend.pre_tokenizer = {"type": "BertPreTokenizer"}
    backend.decoder = {"type": "BPEDecoder", "suffix": "</w>"}
    backend.initialize({"unk_token": "<unk>"})
    return backend


_BREAKS = r"""[\(\)\[\]\{\}]|([!\"#\$%\&'\*\+,\-\./:;<=>\?\\\^_`\|\~])\1*"""


def nougat(source: Source) -> Backend:
    """`NougatTokenizer`: its patterns are strings, looked for as they stand."""
    backend = _plain(source)
    backend.normalizer = {"type": "NFKC"}
    backend.pre_tokenizer = sequence(
        "pretokenizers",
        [
            split("Removed", string="SPL1T-TH1S-Pl3A5E"),
            digits(),
            split("Isolated", string=_BREAKS),
            split("Isolated", string="\n"),
            byte_level(add_prefix_space=False),
        ],
    )
    names = ("bos_token", "eos_token", "unk_token", "pad_token")
    backend.initialize({name: _ROBERTA[name] for name in names})
    bos, eos = source.named("bos_token", "<s>"), source.named("eos_token", "</s>")
    backend.template(f"{bos}:0 $A:0 {eos}:0", "$A:0 $B:1", (eos, bos))
    return backend


_VOCAB, _MERGES = "vocab.json", "merges.txt"


def _files(build: Any) -> Recipe:
    return Recipe(build, _VOCAB, _MERGES, "BPE")


CLASSES = {
    "GPT2Tokenizer": _files(gpt2),
    "CodeGenTokenizer": _files(codegen),
    "RobertaTokenizer": _files(roberta),
    "BlenderbotTokenizer": _files(blenderbot),
    "DebertaTokenizer": _files(deberta),
    "GPTNeoXTokenizer": _files(gpt_neox),
    "Qwen2Tokenizer": _files(qwen2),
    "CohereTokenizer": _files(cohere),
    "HerbertTokenizer": _files(herbert),
    "OpenAIGPTTokenizer": _files(openai_gpt),
    "NougatTokenizer": _files(nougat),
}
