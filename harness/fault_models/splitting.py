"""What becomes of the matches of a split, and of the text between them."""

from dataclasses import dataclass, replace

from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.harness.fault_models.parts import change_pre_tokenizers
from tokparity.reference_impl.pre_tokenizers.matches import Matches
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer
from tokparity.reference_impl.pre_tokenizers.split import Split
from tokparity.reference_impl.pre_tokenizers.splitting import Behavior, isolate
from tokparity.reference_impl.pre_tokenizers.whitespace_split import WhitespaceSplit
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_OTHER: dict[Behavior, Behavior] = {
    "MergedWithPrevious": "MergedWithNext",
    "MergedWithNext": "MergedWithPrevious",
}


def invert_ignored(tokenizer: Tokenizer) -> Tokenizer:
    """`invert` is not looked at."""

    def changed(part: PreTokenizer) -> PreTokenizer:
        inverts = isinstance(part, Split) and part.invert and part.behavior != "Isolated"
        return replace(part, invert=False) if inverts and isinstance(part, Split) else part

    return change_pre_tokenizers(tokenizer, changed)


def removed_kept(tokenizer: Tokenizer) -> Tokenizer:
    """Matches that are to go stay, as words of their own."""

    def changed(part: PreTokenizer) -> PreTokenizer:
        if isinstance(part, Split) and part.behavior == "Removed":
            return replace(part, behavior="Isolated")
        return part

    return change_pre_tokenizers(tokenizer, changed)


def joined_to_the_other(tokenizer: Tokenizer) -> Tokenizer:
    """A match goes with what is before it instead of behind it, or the reverse."""

    def changed(part: PreTokenizer) -> PreTokenizer:
        if isinstance(part, Split) and part.behavior in _OTHER:
            return replace(part, behavior=_OTHER[part.behavior])
        return part

    return change_pre_tokenizers(tokenizer, changed)


def no_white_space_split(tokenizer: Tokenizer) -> Tokenizer:
    """`WhitespaceSplit` is left out."""
    return change_pre_tokenizers(
        tokenizer, lambda part: None if isinstance(part, WhitespaceSplit) else part
    )


def unmatched_kept(tokenizer: Tokenizer) -> Tokenizer:
    """Text between the matches of tiktoken's pattern is words too."""
    return change_pre_tokenizers(
        tokenizer, lambda part: _Isolated(part) if isinstance(part, Matches) else part
    )


@dataclass(frozen=True, slots=True)
class _Isolated:
    matches: Matches

    def pre_tokenize(self, pieces: list[Aligned]) -> list[Aligned]:
        spans = self.matches.compiled.spans
        return [part for piece in pieces for part in isolate(piece, spans(piece.text))]


FAULT_MODELS = (
    FaultModel(
        "invert-ignored", "pre_tokenizer", "splits at matches, inverted or not", invert_ignored
    ),
    FaultModel("removed-kept", "pre_tokenizer", "keeps what a split is to remove", removed_kept),
    FaultModel(
        "joined-to-the-other",
        "pre_tokenizer",
        "joins a match to the word on its other side",
        joined_to_the_other,
    ),
    FaultModel(
        "no-white-space-split",
        "pre_tokenizer",
        "does not split at white space first",
        no_white_space_split,
        "perplexityai/pplx-garden#18",
    ),
    FaultModel(
        "unmatched-kept",
        "pre_tokenizer",
        "keeps text that the pattern does not match",
        unmatched_kept,
    ),
)
