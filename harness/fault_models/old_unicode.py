r"""Letters and numbers of an old Unicode version: 3.2, which every Python has the tables of."""

from functools import cache
from unicodedata import ucd_3_2_0

from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.harness.fault_models.parts import change_pre_tokenizers
from tokparity.harness.fault_models.patterns import changed_pattern, with_classes
from tokparity.reference_impl.pre_tokenizers.llama_cpp import LlamaCppSplit
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.unicode.ranges import LAST, to_ranges


def of_3_2(tokenizer: Tokenizer) -> Tokenizer:
    r"""What was assigned later is neither `\p{L}` nor `\p{N}`."""

    def changed(part: PreTokenizer) -> PreTokenizer:
        if isinstance(part, LlamaCppSplit):  # most of its patterns see categories, no characters
            return part
        return changed_pattern(part, _aged)

    return change_pre_tokenizers(tokenizer, changed)


def _aged(source: str) -> str:
    if r"\p{L}" not in source and r"\p{N}" not in source:
        return source
    return with_classes(source, {r"\p{L}": _members("L"), r"\p{N}": _members("N")})


@cache
def _members(category: str) -> str:
    """The inside of a class: no letter or number needs an escape."""
    points = [at for at in range(LAST + 1) if ucd_3_2_0.category(chr(at))[0] == category]
    return "".join(
        chr(first) if first == last else f"{chr(first)}-{chr(last)}"
        for first, last in to_ranges(points)
    )


FAULT_MODELS = (
    FaultModel(
        "letters-of-old-unicode",
        "pre_tokenizer",
        "knows only the letters and numbers of an old Unicode version",
        of_3_2,
        "marcelroed/gigatoken#37",
    ),
)
