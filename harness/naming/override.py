"""Name the stage in which a class of `transformers` overrides what its tokenizer.json says.

Both sides hold the same file: one as it is, one through `AutoTokenizer`, which shows the stages
of the tokenizer that it made. Not here: artefacts that differ by themselves (`naming`).
"""

from dataclasses import replace

from tokparity.harness.compare.sides import ReferenceSide, Side, observe
from tokparity.harness.compare.verdict import Agreement, compare
from tokparity.harness.naming.first_stage import UNKNOWN, Named, name_fidelity
from tokparity.reference_impl.contract import Case, EncodeCase
from tokparity.reference_impl.tokenizer import tracing
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def without_settings(left: Tokenizer) -> tuple[tuple[str, Tokenizer], ...]:
    """The reference without each setting that the file switches on and `transformers` off."""
    alternatives = []
    if left.truncation is not None:
        alternatives.append(("Truncation", replace(left, truncation=None)))
    if left.padding is not None:
        alternatives.append(("Padding", replace(left, padding=None)))
    if len(alternatives) == 2:
        both = replace(left, truncation=None, padding=None)
        alternatives.append(("Truncation and Padding", both))
    return tuple(alternatives)


def name_override(
    case: Case,
    left: Tokenizer,
    left_oracle: Side,
    right: Side,
    alternatives: tuple[tuple[str, Tokenizer], ...] = (),
) -> Named:
    """The first stage where the file and the library's tokenizer part, on one diverging case.

    `left` is the reference on the file, `left_oracle` its native oracle: where these two differ
    the answer is unknown. A reference without settings (`without_settings`) that agrees with the
    library's tokenizer names what the library switched off.
    """
    reference = ReferenceSide(left)
    if not _agree(case, reference, left_oracle):
        return UNKNOWN
    if isinstance(case, EncodeCase):
        for part, alternative in alternatives:
            if _agree(case, ReferenceSide(alternative), right):
                trace = tracing.trace(left, case.text, case.options)
                return Named("post_processor", part, "counterfactual", trace)
    return name_fidelity(case, reference, right)


def _agree(case: Case, one: Side, other: Side) -> bool:
    ours, theirs = observe(one, [case])[0], observe(other, [case])[0]
    return isinstance(compare(ours, theirs, strict=True), Agreement)
