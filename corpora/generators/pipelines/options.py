"""`OPTIONS`: every option of every component of tokenizer.json, with the values it is tried with.

The generator draws from this table, the coverage counts its cells, and the shrinker goes back to
the first value of a row, which is the plainest. An option of a closed kind (a boolean, an enum,
null) has *all* its values here; one of an open kind (a string, a length) some that matter. Those
of a stage are declared beside its class. Not here: what depends on the rest of the document (a
vocabulary, the added tokens).
"""

from collections.abc import Iterator, Mapping
from typing import Any

from tokparity.corpora.generators.pipelines.charsmap import CHARSMAPS
from tokparity.reference_impl.formats.tokenizer_json.decoders import DECODERS
from tokparity.reference_impl.formats.tokenizer_json.normalizers import NORMALIZERS
from tokparity.reference_impl.formats.tokenizer_json.post_processors import POST_PROCESSORS
from tokparity.reference_impl.formats.tokenizer_json.pre_tokenizers import PRE_TOKENIZERS
from tokparity.reference_impl.stage_types import FLAG, Option, StageType

Values = tuple[Any, ...]
Component = tuple[str, str]
"""A section of the document and the type of a component there."""

STAGES: Mapping[str, Mapping[str, StageType]] = {
    "normalizer": NORMALIZERS,
    "pre_tokenizer": PRE_TOKENIZERS,
    "post_processor": POST_PROCESSORS,
    "decoder": DECODERS,
}
"""The types that a section may hold, without Sequence, by their names."""

_MADE = {"precompiled_charsmap": CHARSMAPS}
"""Values that a declaration does not have, as it takes more than a stage to make them."""


def values(option: Option) -> Values:
    """What a declared option is tried with; one value is no choice."""
    return _MADE.get(option.name, option.values)


def _declared(section: str) -> Iterator[tuple[Component, Mapping[str, Values]]]:
    for name, stage_type in STAGES[section].items():
        choices = {option.name: values(option) for option in stage_type.options}
        yield (section, name), {name: some for name, some in choices.items() if len(some) > 1}


OPTIONS: Mapping[Component, Mapping[str, Values]] = {
    **dict(_declared("normalizer")),
    **dict(_declared("pre_tokenizer")),
    ("model", "BPE"): {
        "dropout": (None, 0.0),
        "unk_token": (None, "<unk>", "<absent>"),
        "continuing_subword_prefix": (None, "", "##"),
        "end_of_word_suffix": (None, "", "</w>"),
        "fuse_unk": FLAG,
        "byte_fallback": FLAG,
        "ignore_merges": FLAG,
    },
    ("model", "Unigram"): {"unk_id": (0, None, 5), "byte_fallback": FLAG},
    ("model", "WordLevel"): {"unk_token": ("<unk>", "<absent>")},
    ("model", "WordPiece"): {
        "unk_token": ("<unk>", "<absent>"),
        "continuing_subword_prefix": ("##", "", "e"),
        "max_input_chars_per_word": (100, 0, 1, 4),
    },
    **dict(_declared("post_processor")),
    **dict(_declared("decoder")),
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
        "single_word": FLAG,
        "lstrip": FLAG,
        "rstrip": FLAG,
        "normalized": FLAG,
        "special": FLAG,
    },
}

INERT: frozenset[tuple[Component, str]] = frozenset(
    {
        (("model", "BPE"), "dropout"),
        *(
            ((section, name), option.name)
            for section, types in STAGES.items()
            for name, stage_type in types.items()
            for option in stage_type.options
            if option.inert
        ),
    }
)
"""Options that say nothing here, whatever their value: they are another component's."""
