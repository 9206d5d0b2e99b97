"""The words that are cut: what becomes of a match, of the text between, and of the space before."""

from dataclasses import dataclass, replace

from tokparity.harness.fault_models.fault_model import Change, FaultModel, family, fault_model
from tokparity.harness.fault_models.stages import change_pre_tokenizers, with_options
from tokparity.reference_impl.models.sentencepiece.pieces import SPACE
from tokparity.reference_impl.pre_tokenizers.byte_level import GPT2, ByteLevelPreTokenizer
from tokparity.reference_impl.pre_tokenizers.matches import Matches
from tokparity.reference_impl.pre_tokenizers.metaspace import MetaspacePreTokenizer
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer, PreTokenizerSequence
from tokparity.reference_impl.pre_tokenizers.split import Split
from tokparity.reference_impl.pre_tokenizers.splitting import Behavior, isolate
from tokparity.reference_impl.pre_tokenizers.whitespace_split import WhitespaceSplit
from tokparity.reference_impl.regexes.search import Regex
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_OTHER: dict[Behavior, Behavior] = {
    "MergedWithPrevious": "MergedWithNext",
    "MergedWithNext": "MergedWithPrevious",
}


@fault_model("invert-ignored", "pre_tokenizer", "splits at matches, inverted or not")
def invert_ignored(tokenizer: Tokenizer) -> Tokenizer:
    """`invert` is not looked at."""

    def changed(part: PreTokenizer) -> PreTokenizer:
        inverts = isinstance(part, Split) and part.invert and part.behavior != "Isolated"
        return replace(part, invert=False) if inverts and isinstance(part, Split) else part

    return change_pre_tokenizers(tokenizer, changed)


@fault_model("removed-kept", "pre_tokenizer", "keeps what a split is to remove")
def removed_kept(tokenizer: Tokenizer) -> Tokenizer:
    """Matches that are to go stay, as words of their own."""

    def changed(part: PreTokenizer) -> PreTokenizer:
        if isinstance(part, Split) and part.behavior == "Removed":
            return replace(part, behavior="Isolated")
        return part

    return change_pre_tokenizers(tokenizer, changed)


@fault_model("joined-to-the-other", "pre_tokenizer", "joins a match to the word on its other side")
def joined_to_the_other(tokenizer: Tokenizer) -> Tokenizer:
    """A match goes with what is before it instead of behind it, or the reverse."""

    def changed(part: PreTokenizer) -> PreTokenizer:
        if isinstance(part, Split) and part.behavior in _OTHER:
            return replace(part, behavior=_OTHER[part.behavior])
        return part

    return change_pre_tokenizers(tokenizer, changed)


@fault_model(
    "no-white-space-split",
    "pre_tokenizer",
    "does not split at white space first",
    "perplexityai/pplx-garden#18",
)
def no_white_space_split(tokenizer: Tokenizer) -> Tokenizer:
    """`WhitespaceSplit` is left out."""
    return change_pre_tokenizers(
        tokenizer, lambda part: None if isinstance(part, WhitespaceSplit) else part
    )


@fault_model("unmatched-kept", "pre_tokenizer", "keeps text that the pattern does not match")
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


@dataclass(frozen=True, slots=True)
class _Bytes:
    """Spelled bytes, one position each, from where the word begins."""

    inner: ByteLevelPreTokenizer

    def pre_tokenize(self, pieces: list[Aligned]) -> list[Aligned]:
        spelled = self.inner.pre_tokenize(pieces)
        firsts = [piece.span(0, 1)[0] for piece in spelled]
        return [
            Aligned(piece.text, range(first, first + len(piece)))
            for piece, first in zip(spelled, firsts, strict=True)
        ]


@fault_model(
    "ranges-of-bytes",
    "pre_tokenizer",
    "counts positions in bytes within a word",
    "huggingface/tokenizers#156",
)
def ranges_of_bytes(tokenizer: Tokenizer) -> Tokenizer:
    """Each byte of a character has a position of its own."""
    return change_pre_tokenizers(
        tokenizer, lambda part: _Bytes(part) if isinstance(part, ByteLevelPreTokenizer) else part
    )


@fault_model("cut-before-spaces", "pre_tokenizer", "makes no token over a space between words")
def cut_before_spaces(tokenizer: Tokenizer) -> Tokenizer:
    """A text that is one word is cut before each run of "▁"."""
    cuts = any(SPACE in piece.lstrip(SPACE) for piece in tokenizer.model.vocab)
    if tokenizer.pre_tokenizer is not None or not cuts:
        return tokenizer
    words = Split(Regex(f"{SPACE}+"), "MergedWithNext", invert=False)
    return replace(tokenizer, pre_tokenizer=words)


@family("words-cut", "pre_tokenizer", "cuts words after {length} characters")
def words_cut(length: int) -> Change:
    """What is cut as one word is cut again after so many characters."""

    def apply(tokenizer: Tokenizer) -> Tokenizer:
        old = tokenizer.pre_tokenizer
        match old:
            case PreTokenizerSequence((*parts, ByteLevelPreTokenizer(use_regex=False) as last)):
                new: PreTokenizer = PreTokenizerSequence((*parts, _Shorter(length), last))
            case ByteLevelPreTokenizer(use_regex=True, add_prefix_space=False):
                words = Split(Regex(GPT2.pattern), "Isolated", invert=False)
                new = PreTokenizerSequence((words, _Shorter(length), replace(old, use_regex=False)))
            case None:
                return tokenizer
            case _:
                new = PreTokenizerSequence((old, _Shorter(length)))
        return replace(tokenizer, pre_tokenizer=new)

    return apply


@dataclass(frozen=True, slots=True)
class _Shorter:
    length: int

    def pre_tokenize(self, pieces: list[Aligned]) -> list[Aligned]:
        if all(len(piece) <= self.length for piece in pieces):
            return pieces
        return [
            piece[at : at + self.length]
            for piece in pieces
            for at in range(0, len(piece), self.length)
        ]


FAULT_MODELS = (
    invert_ignored,
    removed_kept,
    joined_to_the_other,
    no_white_space_split,
    unmatched_kept,
    cut_before_spaces,
    FaultModel(
        "metaspace-always",
        "pre_tokenizer",
        'puts "▁" before every stretch',
        with_options(change_pre_tokenizers, MetaspacePreTokenizer, prepend_scheme="always"),
        "huggingface/transformers#19293",
    ),
    FaultModel(
        "metaspace-first",
        "pre_tokenizer",
        'puts "▁" before the text only, not behind added tokens',
        with_options(change_pre_tokenizers, MetaspacePreTokenizer, prepend_scheme="first"),
    ),
    FaultModel(
        "metaspace-never",
        "pre_tokenizer",
        'puts "▁" before nothing',
        with_options(change_pre_tokenizers, MetaspacePreTokenizer, prepend_scheme="never"),
    ),
    FaultModel(
        "metaspace-split",
        "pre_tokenizer",
        'cuts before every "▁"',
        with_options(change_pre_tokenizers, MetaspacePreTokenizer, split=True),
        "huggingface/tokenizers#1311",
    ),
    FaultModel(
        "metaspace-whole",
        "pre_tokenizer",
        'does not cut before a "▁"',
        with_options(change_pre_tokenizers, MetaspacePreTokenizer, split=False),
    ),
    FaultModel(
        "no-prefix-space",
        "pre_tokenizer",
        "puts no space before words where the file says to",
        with_options(change_pre_tokenizers, ByteLevelPreTokenizer, add_prefix_space=False),
        "huggingface/transformers#29625",
    ),
    FaultModel(
        "prefix-space-unasked",
        "pre_tokenizer",
        "puts a space before words where the file says not to",
        with_options(change_pre_tokenizers, ByteLevelPreTokenizer, add_prefix_space=True),
    ),
)

FAMILIES = (words_cut,)
