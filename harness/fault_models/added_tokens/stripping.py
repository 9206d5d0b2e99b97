"""Added tokens that take too little of the white space beside them."""

from collections.abc import Callable
from dataclasses import dataclass

from tokparity.harness.fault_models.added_tokens.places import Cut, joined
from tokparity.harness.fault_models.fault_model import Change, family, fault_model
from tokparity.harness.fault_models.stages import Stretches, with_pass
from tokparity.reference_impl.added_tokens.passes import TokenPass
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_ASCII = " \t\n\v\f\r"


@fault_model(
    "strips-ascii-only", "added_tokens", "strips only white space of ASCII beside an added token"
)
def strips_ascii_only(tokenizer: Tokenizer) -> Tokenizer:
    """`lstrip` and `rstrip` stop at white space beyond ASCII."""
    return _taking(tokenizer, _ascii_run)


@fault_model(
    "strips-one-only", "added_tokens", "strips one character of white space beside an added token"
)
def strips_one_only(tokenizer: Tokenizer) -> Tokenizer:
    """`lstrip` and `rstrip` take one character."""
    return _taking(tokenizer, lambda space: min(len(space), 1))


@family(
    "strips-at-most",
    "added_tokens",
    "strips {characters} characters of white space beside an added token",
)
def strips_at_most(characters: int) -> Change:
    """`lstrip` and `rstrip` take so many characters."""
    return lambda tokenizer: _taking(tokenizer, lambda space: min(len(space), characters))


@family("strips-all-but", "added_tokens", "stops stripping at any of {chars!r}")
def strips_all_but(chars: str) -> Change:
    """`lstrip` and `rstrip` stop at these characters."""

    def length(space: str) -> int:
        return next((at for at, char in enumerate(space) if char in chars), len(space))

    return lambda tokenizer: _taking(tokenizer, length)


def _ascii_run(space: str) -> int:
    return len(space) - len(space.lstrip(_ASCII))


def _taking(tokenizer: Tokenizer, length: Callable[[str], int]) -> Tokenizer:
    """`length`: of the white space as seen from the token, how many characters it takes."""
    strips = any(
        (token.lstrip or token.rstrip) and not token.normalized for token in tokenizer.added_tokens
    )
    if not strips:
        return tokenizer
    return with_pass(tokenizer, lambda inner: _Taking(inner, length))


@dataclass(frozen=True, slots=True)
class _Taking:
    inner: TokenPass
    length: Callable[[str], int]

    def split(self, text: Aligned, parse_special: bool) -> Stretches:
        """The stretches of the inner pass, with white space given back to the text."""
        cuts: list[Cut] = []
        at = 0
        for stretch, token in self.inner.split(text, parse_special):
            end = at + len(stretch)
            if token is None:
                cuts.append((at, end, None))
            else:
                start = at + stretch.text.index(token.content)
                stop = start + len(token.content)
                left, right = text.text[at:start], text.text[stop:end]
                first, last = start - self.length(left[::-1]), stop + self.length(right)
                cuts += ((at, first, None), (first, last, token), (last, end, None))
            at = end
        return [(text[start:end], token) for start, end, token in joined(cuts)]


FAULT_MODELS = (strips_ascii_only, strips_one_only)

FAMILIES = (strips_at_most, strips_all_but)
