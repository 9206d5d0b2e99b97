"""Added tokens that take too little of the white space beside them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from tokparity.harness.fault_models.fault_model import Family, FaultModel
from tokparity.reference_impl.added_tokens.passes import AddedToken, Search, TokenPass
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_ASCII = " \t\n\v\f\r"


def ascii_only(tokenizer: Tokenizer) -> Tokenizer:
    """`lstrip` and `rstrip` stop at white space beyond ASCII."""
    return _taking(tokenizer, _ascii_run)


def one_only(tokenizer: Tokenizer) -> Tokenizer:
    """`lstrip` and `rstrip` take one character."""
    return _taking(tokenizer, lambda space: min(len(space), 1))


def at_most(characters: int) -> Callable[[Tokenizer], Tokenizer]:
    """`lstrip` and `rstrip` take so many characters."""
    return lambda tokenizer: _taking(tokenizer, lambda space: min(len(space), characters))


def all_but(chars: str) -> Callable[[Tokenizer], Tokenizer]:
    """`lstrip` and `rstrip` stop at these characters."""

    def taken(space: str) -> int:
        return next((at for at, char in enumerate(space) if char in chars), len(space))

    return lambda tokenizer: _taking(tokenizer, taken)


def _ascii_run(space: str) -> int:
    return len(space) - len(space.lstrip(_ASCII))


def _taking(tokenizer: Tokenizer, taken: Callable[[str], int]) -> Tokenizer:
    """`taken`: of the white space as seen from the token, how many characters it takes."""
    strips = any(
        (token.lstrip or token.rstrip) and not token.normalized for token in tokenizer.added_tokens
    )
    if not strips:
        return tokenizer
    make = tokenizer.added_token_pass

    def passed(
        by_content: Mapping[str, AddedToken], search: Callable[[Iterable[str]], Search]
    ) -> TokenPass:
        return _Taking(make(by_content, search), taken)

    return replace(tokenizer, added_token_pass=passed)


@dataclass(frozen=True, slots=True)
class _Taking:
    inner: TokenPass
    taken: Callable[[str], int]

    def split(self, text: Aligned, parse_special: bool) -> list[tuple[Aligned, AddedToken | None]]:
        """The stretches of the inner pass, with white space given back to the text."""
        cuts: list[tuple[int, int, AddedToken | None]] = []
        at = 0
        for stretch, token in self.inner.split(text, parse_special):
            end = at + len(stretch)
            if token is None:
                cuts.append((at, end, None))
            else:
                start = at + stretch.text.index(token.content)
                stop = start + len(token.content)
                left, right = text.text[at:start], text.text[stop:end]
                first, last = start - self.taken(left[::-1]), stop + self.taken(right)
                cuts += ((at, first, None), (first, last, token), (last, end, None))
            at = end
        return [(text[start:end], token) for start, end, token in _joined(cuts)]


def _joined(
    cuts: list[tuple[int, int, AddedToken | None]],
) -> list[tuple[int, int, AddedToken | None]]:
    joined: list[tuple[int, int, AddedToken | None]] = []
    for start, end, token in cuts:
        if start == end:
            continue
        if token is None and joined and joined[-1][2] is None:
            joined[-1] = (joined[-1][0], end, None)
        else:
            joined.append((start, end, token))
    return joined


FAULT_MODELS = (
    FaultModel(
        "strips-ascii-only",
        "added_tokens",
        "strips only white space of ASCII beside an added token",
        ascii_only,
    ),
    FaultModel(
        "strips-one-only",
        "added_tokens",
        "strips one character of white space beside an added token",
        one_only,
    ),
)

FAMILIES = (
    Family(
        "strips-at-most",
        "added_tokens",
        "strips {characters} characters of white space beside an added token",
        at_most,
    ),
    Family("strips-all-but", "added_tokens", "stops stripping at any of {chars!r}", all_but),
)
