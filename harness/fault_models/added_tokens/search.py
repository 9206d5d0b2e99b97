"""Which added tokens are looked for in a text: all too many, or too few."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from tokparity.harness.fault_models.fault_model import fault_model
from tokparity.harness.fault_models.stages import Stretches, finds_added_tokens, with_pass
from tokparity.reference_impl.added_tokens.passes import (
    AddedToken,
    LeftmostLongest,
    PassMaker,
    Search,
    TokenPass,
)
from tokparity.reference_impl.models.sentencepiece.bpe import SentencepieceBPE
from tokparity.reference_impl.models.sentencepiece.unigram import SentencepieceUnigram
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


@dataclass(frozen=True, slots=True)
class _Always:
    """A pass that looks for special tokens, or not, whatever the options say."""

    inner: TokenPass
    parse_special: bool

    def split(self, text: Aligned, parse_special: bool) -> Stretches:
        return self.inner.split(text, self.parse_special)


@dataclass(frozen=True, slots=True)
class _AllOrNone:
    """A pass that finds nothing at all where special tokens are not to be found."""

    inner: TokenPass

    def split(self, text: Aligned, parse_special: bool) -> Stretches:
        if parse_special:
            return self.inner.split(text, parse_special)
        return [(text, None)] if text.text else []


@dataclass(frozen=True, slots=True)
class _CutOut:
    """A pass that cuts a text at special tokens also where they are to be text; `always`: they are
    never more than that."""

    inner: TokenPass
    always: bool = False

    def split(self, text: Aligned, parse_special: bool) -> Stretches:
        stretches = self.inner.split(text, parse_special=True)
        if parse_special and not self.always:
            return stretches
        return [
            (part, None if token is None or token.special else token) for part, token in stretches
        ]


@fault_model(
    "special-always-parsed",
    "added_tokens",
    "finds special tokens also where they are to be text",
    "ggml-org/llama.cpp#12743",
)
def special_always_parsed(tokenizer: Tokenizer) -> Tokenizer:
    """Special tokens are found also where they are to be text."""
    if not _has_special(tokenizer):
        return tokenizer
    return with_pass(tokenizer, lambda inner: _Always(inner, parse_special=True))


@fault_model("special-never-parsed", "added_tokens", "takes special tokens for text")
def special_never_parsed(tokenizer: Tokenizer) -> Tokenizer:
    """Special tokens stay text, whatever the options say."""
    if not _has_special(tokenizer):
        return tokenizer
    return with_pass(tokenizer, lambda inner: _Always(inner, parse_special=False))


@fault_model(
    "special-cut-out-as-text",
    "added_tokens",
    "cuts a text at special tokens also where they are to be text, and encodes each part alone",
)
def special_cut_out_as_text(tokenizer: Tokenizer) -> Tokenizer:
    """Nothing is joined over the edge of a special token that is to be text."""
    if _has_special(tokenizer):
        return with_pass(tokenizer, _CutOut)
    if finds_added_tokens(tokenizer) or not tokenizer.added_tokens:
        return tokenizer
    searching = replace(tokenizer, added_token_search=LeftmostLongest)
    return with_pass(searching, lambda inner: _CutOut(inner, always=True))


@fault_model(
    "parse-special-for-all",
    "added_tokens",
    "takes ordinary added tokens for text where special ones are to be",
)
def parse_special_for_all(tokenizer: Tokenizer) -> Tokenizer:
    """Where special tokens are to be text, ordinary added tokens are too."""
    if all(token.special or token.normalized for token in tokenizer.added_tokens):
        return tokenizer
    return with_pass(tokenizer, _AllOrNone)


@fault_model(
    "ordinary-added-tokens-not-found",
    "added_tokens",
    "looks for special tokens only",
    "ggml-org/llama.cpp#8228",
)
def ordinary_added_tokens_not_found(tokenizer: Tokenizer) -> Tokenizer:
    """Added tokens that are not special are cut by the model like any text."""
    return _finding(tokenizer, [token for token in tokenizer.added_tokens if not token.special])


@fault_model(
    "last-added-token-lost",
    "added_tokens",
    "does not look for the last added token",
    "ggml-org/llama.cpp#15842",
)
def last_added_token_lost(tokenizer: Tokenizer) -> Tokenizer:
    """The list of added tokens is read without its last."""
    return _finding(tokenizer, tokenizer.added_tokens[-1:])


@fault_model(
    "control-tokens-found",
    "added_tokens",
    "finds control tokens that the text only spells",
    "microsoft/onnxruntime-extensions#561",
)
def control_tokens_found(tokenizer: Tokenizer) -> Tokenizer:
    """Control and unknown pieces of a `.model` written in a text are those pieces, as special
    tokens of a tekken.json are; the libraries leave both in the text."""
    match tokenizer.model:
        case SentencepieceBPE(known) | SentencepieceUnigram(known):
            listed = enumerate(zip(known.texts, known.types, strict=True))
            spelled = tuple(
                AddedToken(token_id, text)
                for token_id, (text, kind) in listed
                if kind in ("control", "unknown")
            )
            return replace(tokenizer, added_tokens=spelled) if spelled else tokenizer
    if finds_added_tokens(tokenizer) or not tokenizer.added_tokens:
        return tokenizer
    searching = replace(tokenizer, added_token_search=LeftmostLongest)
    return with_pass(searching, lambda inner: _Always(inner, parse_special=True))


def _has_special(tokenizer: Tokenizer) -> bool:
    return finds_added_tokens(tokenizer) and any(
        token.special and not token.normalized for token in tokenizer.added_tokens
    )


def _finding(tokenizer: Tokenizer, lost: Iterable[AddedToken]) -> Tokenizer:
    """The tokenizer that does not look for some tokens, but still knows them in decoding."""
    hidden = {token.id for token in lost}
    if not hidden:
        return tokenizer
    maker, search = tokenizer.added_token_pass, tokenizer.added_token_search
    normalized = {
        tokenizer.normalize(token.content)
        for token in tokenizer.added_tokens
        if token.normalized and token.id in hidden
    }

    def searched(contents: Iterable[str]) -> Search:
        return search([content for content in contents if content not in normalized])

    def blind(
        by_content: Mapping[str, AddedToken], _: Callable[[Iterable[str]], Search]
    ) -> TokenPass:
        others = {text: token for text, token in by_content.items() if token.id not in hidden}
        return maker(others, search)

    pass_maker: PassMaker = blind
    return replace(tokenizer, added_token_pass=pass_maker, added_token_search=searched)


FAULT_MODELS = (
    special_always_parsed,
    special_never_parsed,
    special_cut_out_as_text,
    parse_special_for_all,
    ordinary_added_tokens_not_found,
    last_added_token_lost,
    control_tokens_found,
)
