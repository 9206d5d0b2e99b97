"""The pattern of another tokenizer."""

from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.harness.fault_models.parts import change_pre_tokenizers
from tokparity.harness.fault_models.patterns import changed_pattern
from tokparity.reference_impl.formats.gguf.pre_patterns import DEFAULT
from tokparity.reference_impl.pre_tokenizers.byte_level import GPT2
from tokparity.reference_impl.pre_tokenizers.llama_cpp import LlamaCppSplit
from tokparity.reference_impl.pre_tokenizers.llama_cpp_hand_written import GPT2 as LLAMA_GPT2
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def of_gpt2(tokenizer: Tokenizer) -> Tokenizer:
    """GPT-2's, for every pattern that names letters."""

    def changed(part: PreTokenizer) -> PreTokenizer:
        if isinstance(part, LlamaCppSplit):
            return part if part.patterns == (LLAMA_GPT2,) else LlamaCppSplit((LLAMA_GPT2,))
        return changed_pattern(part, lambda one: GPT2.pattern if r"\p{L}" in one else one)

    return change_pre_tokenizers(tokenizer, changed)


def of_no_pre(tokenizer: Tokenizer) -> Tokenizer:
    """What llama.cpp does with a file that names no pre-tokenizer."""

    def changed(part: PreTokenizer) -> PreTokenizer:
        other = isinstance(part, LlamaCppSplit) and part.patterns != DEFAULT
        return LlamaCppSplit(DEFAULT) if other else part

    return change_pre_tokenizers(tokenizer, changed)


FAULT_MODELS = (
    FaultModel(
        "pattern-of-gpt2",
        "pre_tokenizer",
        "splits by GPT-2's pattern whatever the file says",
        of_gpt2,
        "ggml-org/llama.cpp#6920",
    ),
    FaultModel(
        "pattern-of-no-pre",
        "pre_tokenizer",
        "splits as if the file named no pre-tokenizer",
        of_no_pre,
        "ollama/ollama#4126",
    ),
)
