"""`OPTIONS`: every option of every component of tokenizer.json, with the values it is tried with.

The generator draws from this table, the coverage counts its cells, and the shrinker goes back to
the first value of a row, which is the plainest. An option of a closed kind (a boolean, an enum,
null) has *all* its values here; one of an open kind (a string, a length) some that matter. Not
here: what depends on the rest of the document (a vocabulary, the added tokens).
"""

from collections.abc import Mapping
from typing import Any

from tokparity.corpora.generators.pipelines.charsmap import CHARSMAPS

Values = tuple[Any, ...]
Component = tuple[str, str]
"""A section of the document and the type of a component there."""

_FLAG = (False, True)
_ON = (True, False)
_BEHAVIORS = ("Isolated", "Removed", "MergedWithPrevious", "MergedWithNext", "Contiguous")
_SCHEMES = ("always", "first", "never")
_NO_OPTIONS: Mapping[str, Values] = {}

SPECIAL_TOKENS = {
    "[CLS]": {"id": "[CLS]", "ids": [0], "tokens": ["[CLS]"]},
    "[SEP]": {"id": "[SEP]", "ids": [1], "tokens": ["[SEP]"]},
    "<two>": {"id": "<two>", "ids": [2, 90001], "tokens": ["<two", ">"]},
}
"""What the templates name: a special token may be several, with ids that no piece has."""


def _template(written: str) -> list[dict[str, Any]]:
    """A template as the library's Python API has it: "[CLS]:0 $A:0 [SEP]:1"."""
    pieces = []
    for word in written.split():
        name, _, type_id = word.rpartition(":")
        kind, name = ("Sequence", name[1:]) if name.startswith("$") else ("SpecialToken", name)
        pieces.append({kind: {"id": name, "type_id": int(type_id)}})
    return pieces


_SPLIT_PATTERNS = (
    {"String": " "},
    {"String": "e"},
    {"String": "an"},
    {"String": "\u25c1"},
    {"Regex": r"\s+"},
    {"Regex": r"\p{N}{1,3}| ?\p{L}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"},
    {"Regex": r"(?i:'s|'t|'re)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}"},
    {"Regex": r"[A-Z]+|[aeiou]"},
    {"Regex": r"(?<=[.,!?])|\b"},
)
_REPLACE_PATTERNS = (
    {"String": " "},
    {"String": "e"},
    {"String": "an"},
    {"String": ""},
    {"Regex": r"\s+"},
    {"Regex": r"[aeiou]"},
    {"Regex": r"^"},
    {"Regex": r"(?<=l)|$"},
    {"Regex": r"(\p{L})\1"},
)
_CONTENTS = ("", " ", "\u2581", "xy", "\u00e9")

OPTIONS: Mapping[Component, Mapping[str, Values]] = {
    ("normalizer", "BertNormalizer"): {
        "clean_text": _FLAG,
        "handle_chinese_chars": _FLAG,
        "strip_accents": (None, False, True),
        "lowercase": _FLAG,
    },
    ("normalizer", "ByteLevel"): _NO_OPTIONS,
    ("normalizer", "Lowercase"): _NO_OPTIONS,
    ("normalizer", "NFC"): _NO_OPTIONS,
    ("normalizer", "NFD"): _NO_OPTIONS,
    ("normalizer", "NFKC"): _NO_OPTIONS,
    ("normalizer", "NFKD"): _NO_OPTIONS,
    ("normalizer", "Nmt"): _NO_OPTIONS,
    ("normalizer", "Precompiled"): {"precompiled_charsmap": CHARSMAPS},
    ("normalizer", "Prepend"): {"prepend": ("\u2581", "", " ", "ab", "e\u0301")},
    ("normalizer", "Replace"): {"pattern": _REPLACE_PATTERNS, "content": _CONTENTS},
    ("normalizer", "Strip"): {"strip_left": _FLAG, "strip_right": _FLAG},
    ("normalizer", "StripAccents"): _NO_OPTIONS,
    ("pre_tokenizer", "BertPreTokenizer"): _NO_OPTIONS,
    ("pre_tokenizer", "ByteLevel"): {
        "add_prefix_space": _FLAG,
        "trim_offsets": _ON,
        "use_regex": _ON,
    },
    ("pre_tokenizer", "CharDelimiterSplit"): {"delimiter": (" ", "e", "-", "\u2581", "\u4e16")},
    ("pre_tokenizer", "Digits"): {"individual_digits": _FLAG},
    ("pre_tokenizer", "FixedLength"): {"length": (5, 1, 2, 3)},
    ("pre_tokenizer", "Metaspace"): {
        "replacement": ("\u2581", "_", "e", "\u4e16"),
        "prepend_scheme": _SCHEMES,
        "split": _ON,
    },
    ("pre_tokenizer", "Punctuation"): {"behavior": _BEHAVIORS},
    ("pre_tokenizer", "Split"): {
        "pattern": _SPLIT_PATTERNS,
        "behavior": _BEHAVIORS,
        "invert": _FLAG,
    },
    ("pre_tokenizer", "UnicodeScripts"): _NO_OPTIONS,
    ("pre_tokenizer", "Whitespace"): _NO_OPTIONS,
    ("pre_tokenizer", "WhitespaceSplit"): _NO_OPTIONS,
    ("model", "BPE"): {
        "dropout": (None, 0.0),
        "unk_token": (None, "<unk>", "<absent>"),
        "continuing_subword_prefix": (None, "", "##"),
        "end_of_word_suffix": (None, "", "</w>"),
        "fuse_unk": _FLAG,
        "byte_fallback": _FLAG,
        "ignore_merges": _FLAG,
    },
    ("model", "Unigram"): {"unk_id": (0, None, 5), "byte_fallback": _FLAG},
    ("model", "WordLevel"): {"unk_token": ("<unk>", "<absent>")},
    ("model", "WordPiece"): {
        "unk_token": ("<unk>", "<absent>"),
        "continuing_subword_prefix": ("##", "", "e"),
        "max_input_chars_per_word": (100, 0, 1, 4),
    },
    ("post_processor", "BertProcessing"): {
        "sep": (["[SEP]", 1], ["<two>", 90001]),
        "cls": (["[CLS]", 0], ["", 3]),
    },
    ("post_processor", "ByteLevel"): {
        "add_prefix_space": _ON,
        "trim_offsets": _FLAG,
        "use_regex": _ON,
    },
    ("post_processor", "RobertaProcessing"): {
        "sep": (["</s>", 1], ["<two>", 90001]),
        "cls": (["<s>", 0], ["", 3]),
        "trim_offsets": _FLAG,
        "add_prefix_space": _ON,
    },
    ("post_processor", "TemplateProcessing"): {
        "single": tuple(
            map(
                _template,
                (
                    "$A:0",
                    "[CLS]:0 $A:0 [SEP]:0",
                    "$A:1 <two>:2",
                    "[CLS]:7 [CLS]:0",
                    "$A:0 [SEP]:3 $A:1",
                    "",
                ),
            )
        ),
        "pair": tuple(
            map(
                _template,
                (
                    "$A:0 $B:1",
                    "[CLS]:0 $A:0 [SEP]:0 $B:1 [SEP]:1",
                    "$B:0 <two>:4 $A:0",
                    "$A:2",
                    "$B:0 $B:1 [SEP]:1",
                    "[SEP]:0",
                ),
            )
        ),
    },
    ("decoder", "BPEDecoder"): {"suffix": ("</w>", "", "e")},
    ("decoder", "ByteFallback"): _NO_OPTIONS,
    ("decoder", "ByteLevel"): {
        "add_prefix_space": _ON,
        "trim_offsets": _ON,
        "use_regex": _ON,
    },
    ("decoder", "CTC"): {
        "pad_token": ("<pad>", "", "e"),
        "word_delimiter_token": ("|", " ", "a", ""),
        "cleanup": _FLAG,
    },
    ("decoder", "Fuse"): _NO_OPTIONS,
    ("decoder", "Metaspace"): {
        "replacement": ("\u2581", "_", "e", "\u4e16"),
        "prepend_scheme": _SCHEMES,
        "split": _ON,
    },
    ("decoder", "Replace"): {"pattern": _REPLACE_PATTERNS[1:-1], "content": _CONTENTS},
    ("decoder", "Strip"): {
        "content": (" ", "\u2581", "e"),
        "start": (0, 1, 2),
        "stop": (0, 1, 2),
    },
    ("decoder", "WordPiece"): {"prefix": ("##", "", "e"), "cleanup": _FLAG},
    ("truncation", "truncation"): {
        "direction": ("Right", "Left"),
        "max_length": (512, 12, 6, 3, 1, 0),
        "strategy": ("LongestFirst", "OnlyFirst", "OnlySecond"),
        "stride": (0, 1, 2, 5),
    },
    ("padding", "padding"): {
        "strategy": ("BatchLongest", {"Fixed": 4}, {"Fixed": 24}),
        "direction": ("Right", "Left"),
        "pad_to_multiple_of": (None, 0, 1, 8),
        "pad_id": (0, 7, 90001),
        "pad_type_id": (0, 3),
        "pad_token": ("[PAD]", "", "a"),
    },
    ("added_tokens", "added_token"): {
        "single_word": _FLAG,
        "lstrip": _FLAG,
        "rstrip": _FLAG,
        "normalized": _FLAG,
        "special": _FLAG,
    },
}

INERT: frozenset[tuple[Component, str]] = frozenset(
    {
        (("pre_tokenizer", "ByteLevel"), "trim_offsets"),
        (("post_processor", "ByteLevel"), "use_regex"),
        (("decoder", "ByteLevel"), "add_prefix_space"),
        (("decoder", "ByteLevel"), "trim_offsets"),
        (("decoder", "ByteLevel"), "use_regex"),
        (("decoder", "Metaspace"), "split"),
        (("model", "BPE"), "dropout"),
    }
)
"""Options that say nothing here, whatever their value: they are another component's."""
