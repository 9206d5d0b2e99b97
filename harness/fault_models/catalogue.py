"""Every fault model by its name, in the order in which they are tried, and every family of them.

The order is part of what a finding says: of candidates that answer alike, the first is the likely
bug. So it is written out here, stage after stage, and new ones go to the end of their stage.
"""

from tokparity.harness.fault_models.added_tokens import (
    flags,
    overlaps,
    places,
    search,
    spelling,
    stripping,
)
from tokparity.harness.fault_models.decoders import byte_runs, redecoded, spaces, utf8
from tokparity.harness.fault_models.fault_model import Family, FaultModel
from tokparity.harness.fault_models.models import (
    byte_pieces,
    long_words,
    merge_search,
    merges,
    mirrored,
    scores,
    unigram_search,
    unknown,
    vocabulary,
    wordpiece,
    zero_bytes,
)
from tokparity.harness.fault_models.normalizers import (
    charsmap,
    letters,
    rewriting,
    unicode_forms,
    white_space,
)
from tokparity.harness.fault_models.post_processors import (
    added_specials,
    columns,
    specials_by_text,
)
from tokparity.harness.fault_models.pre_tokenizers import character_classes, patterns, words

_ADDED_TOKENS = (
    *flags.IGNORED,
    *search.FAULT_MODELS,
    *overlaps.FAULT_MODELS,
    *stripping.FAULT_MODELS,
    *places.FAULT_MODELS,
    *spelling.FAULT_MODELS,
    *flags.MISJUDGED,
)
_NORMALIZERS = (
    *unicode_forms.FAULT_MODELS,
    *letters.FAULT_MODELS,
    *charsmap.FAULT_MODELS,
    *white_space.FAULT_MODELS,
)
_PRE_TOKENIZERS = (
    *character_classes.FAULT_MODELS,
    *patterns.FAULT_MODELS,
    *words.FAULT_MODELS,
)
# Of two stages, and tried behind both: what counts positions in a wrong text changes no token.
_RANGES = (rewriting.ranges_of_normalized_text, words.ranges_of_bytes)
_MODELS = (
    *merges.FAULT_MODELS,
    *mirrored.FAULT_MODELS,
    *byte_pieces.FAULT_MODELS,
    *unknown.FAULT_MODELS,
    *scores.ALGORITHMS,
    *unigram_search.FAULT_MODELS,
    scores.scores_in_half_precision,
    byte_pieces.bytes_of_surrogates,
    *vocabulary.TYPES,
    *wordpiece.FAULT_MODELS,
    *long_words.FAULT_MODELS,
    *zero_bytes.FAULT_MODELS,
    *vocabulary.IDS,
)
_POST_PROCESSORS = (
    *added_specials.FAULT_MODELS,
    *columns.FAULT_MODELS,
    *specials_by_text.FAULT_MODELS,
)
_DECODERS = (
    *redecoded.OF_IDS,
    *spaces.FAULT_MODELS,
    *byte_runs.FAULT_MODELS,
    *redecoded.OF_TEXT,
    *utf8.FAULT_MODELS,
)

FAULT_MODELS: dict[str, FaultModel] = {
    model.name: model
    for model in (
        *_ADDED_TOKENS,
        *_NORMALIZERS,
        *_PRE_TOKENIZERS,
        *_RANGES,
        *_MODELS,
        *_POST_PROCESSORS,
        *_DECODERS,
    )
}

FAMILIES: dict[str, Family] = {
    family.name: family
    for family in (
        *places.FAMILIES,
        *spelling.FAMILIES,
        *stripping.FAMILIES,
        *rewriting.FAMILIES,
        *charsmap.FAMILIES,
        *white_space.FAMILIES,
        *character_classes.FAMILIES,
        *patterns.FAMILIES,
        *merges.FAMILIES,
        *merge_search.FAMILIES,
        *long_words.FAMILIES,
        *wordpiece.FAMILIES,
        *words.FAMILIES,
        *vocabulary.FAMILIES,
        merges.long_ranks_merged,
        *byte_pieces.FAMILIES,
        *scores.FAMILIES,
        *unigram_search.FAMILIES,
        *specials_by_text.FAMILIES,
        *redecoded.FAMILIES,
        *spaces.FAMILIES,
    )
}
