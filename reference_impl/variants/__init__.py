"""Single-stage changes of the reference, by name: one literal registry."""

from reference_impl.variants.added_token_flags import (
    lstrip_ignored,
    rstrip_ignored,
    single_word_ignored,
)
from reference_impl.variants.added_token_length import shortest_added_token
from reference_impl.variants.digits import digits_joined
from reference_impl.variants.ignore_merges import ignore_merges_ignored
from reference_impl.variants.merge_order import merge_order_reversed
from reference_impl.variants.model_algorithm import merges, viterbi
from reference_impl.variants.no_normal_form import no_normal_form
from reference_impl.variants.variant import Variant

VARIANTS: dict[str, Variant] = {
    variant.name: variant
    for variant in (
        Variant(
            "lstrip-ignored",
            "added_tokens",
            "leaves the white space before an added token in the text",
            lstrip_ignored,
        ),
        Variant(
            "rstrip-ignored",
            "added_tokens",
            "leaves the white space after an added token in the text",
            rstrip_ignored,
        ),
        Variant(
            "single-word-ignored",
            "added_tokens",
            "finds single-word added tokens inside words",
            single_word_ignored,
        ),
        Variant(
            "shortest-added-token",
            "added_tokens",
            "takes the shortest added token where several start",
            shortest_added_token,
        ),
        Variant("no-nfc", "normalizer", "does not normalize Unicode", no_normal_form),
        Variant(
            "digits-joined",
            "pre_tokenizer",
            "keeps the digits of a number together",
            digits_joined,
        ),
        Variant(
            "ignore-merges-ignored",
            "model",
            "merges words that are pieces themselves",
            ignore_merges_ignored,
        ),
        Variant(
            "merge-order-reversed",
            "model",
            "merges the worst rank first",
            merge_order_reversed,
        ),
        Variant(
            "viterbi",
            "model",
            "searches the most probable pieces where the file says to merge",
            viterbi,
        ),
        Variant(
            "merges",
            "model",
            "merges by score where the file says to search the most probable pieces",
            merges,
        ),
    )
}
