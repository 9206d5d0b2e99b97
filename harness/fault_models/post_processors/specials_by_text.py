"""Special tokens that are added, or not, by what the text is: its ends, its length."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from tokparity.harness.fault_models.fault_model import Change, family, fault_model
from tokparity.reference_impl.post_processors.tokens import PostProcessor, Tokens, join
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

Around = Callable[[PostProcessor, list[Tokens]], list[Tokens]]
"""What becomes of the parts of a text where special tokens are wanted."""


@dataclass(frozen=True, slots=True)
class _Changed:
    inner: PostProcessor
    around: Around

    def process(self, parts: list[Tokens], add_special: bool) -> list[Tokens]:
        if not add_special:
            return self.inner.process(parts, add_special)
        return self.around(self.inner, parts)

    def added(self, pair: bool) -> int:
        return self.inner.added(pair)


@fault_model(
    "first-special-spared", "post_processor", "begins no text twice with its first special token"
)
def first_special_spared(tokenizer: Tokenizer) -> Tokenizer:
    """A text that begins with the first special token gets no second one."""

    def around(inner: PostProcessor, parts: list[Tokens]) -> list[Tokens]:
        whole = join(inner.process(parts, True))
        old = parts[0].ids[:1]
        doubled = bool(old) and whole.ids[:2] == old * 2
        return [whole.part(1, len(whole.ids)) if doubled else whole]

    return _around(tokenizer, around)


@fault_model(
    "last-special-spared", "post_processor", "ends no text twice with its last special token"
)
def last_special_spared(tokenizer: Tokenizer) -> Tokenizer:
    """A text that ends with the last special token gets no second one."""

    def around(inner: PostProcessor, parts: list[Tokens]) -> list[Tokens]:
        whole = join(inner.process(parts, True))
        old = parts[-1].ids[-1:]
        doubled = bool(old) and whole.ids[-2:] == old * 2
        return [whole.part(0, len(whole.ids) - 1) if doubled else whole]

    return _around(tokenizer, around)


@fault_model("no-specials-for-nothing", "post_processor", "adds no special tokens to an empty text")
def no_specials_for_nothing(tokenizer: Tokenizer) -> Tokenizer:
    """A text without tokens stays empty."""

    def around(inner: PostProcessor, parts: list[Tokens]) -> list[Tokens]:
        return inner.process(parts, any(part.ids for part in parts))

    return _around(tokenizer, around)


@fault_model(
    "special-ranges-at-ends",
    "post_processor",
    "gives a last special token the end of the text for a range",
)
def special_ranges_at_ends(tokenizer: Tokenizer) -> Tokenizer:
    """A special token behind the text has the empty range where the text ends, not (0, 0)."""

    def around(inner: PostProcessor, parts: list[Tokens]) -> list[Tokens]:
        end = max((at for part in parts for at in part.offsets), default=0)
        done = inner.process(parts, True)
        return [
            replace(part, offsets=[end] * len(part.offsets))
            if at and not any(part.offsets)
            else part
            for at, part in enumerate(done)
        ]

    return _around(tokenizer, around)


@fault_model("specials-unmasked", "post_processor", "does not mark the special tokens that it adds")
def specials_unmasked(tokenizer: Tokenizer) -> Tokenizer:
    """The mask of special tokens knows none of those that were added."""

    def around(inner: PostProcessor, parts: list[Tokens]) -> list[Tokens]:
        whole = join(inner.process(parts, True))
        if whole.columns is None:
            return [whole]
        return [replace(whole, columns=replace(whole.columns, special=[0] * len(whole.ids)))]

    return _around(tokenizer, around)


@family(
    "last-special-lost-over",
    "post_processor",
    "does not end a text of over {tokens} tokens with its special token",
)
def last_special_lost_over(tokens: int) -> Change:
    """Behind more tokens there is no room for the last special one."""

    def around(inner: PostProcessor, parts: list[Tokens]) -> list[Tokens]:
        whole = join(inner.process(parts, True))
        count = len(whole.ids)
        ends = whole.ids[-1:] != parts[-1].ids[-1:]
        return [whole.part(0, count - 1) if ends and count > tokens else whole]

    return lambda tokenizer: _around(tokenizer, around)


@family("limit-moved", "post_processor", "truncates {by} tokens later")
def limit_moved(by: int) -> Change:
    """Truncation leaves so many tokens more."""

    def apply(tokenizer: Tokenizer) -> Tokenizer:
        truncation = tokenizer.truncation
        if truncation is None or truncation.max_length + by <= 0:
            return tokenizer
        moved = replace(truncation, max_length=truncation.max_length + by)
        return replace(tokenizer, truncation=moved)

    return apply


def _around(tokenizer: Tokenizer, around: Around) -> Tokenizer:
    processor = tokenizer.post_processor
    if processor is None or not (processor.added(pair=False) or processor.added(pair=True)):
        return tokenizer
    return replace(tokenizer, post_processor=_Changed(processor, around))


FAULT_MODELS = (
    first_special_spared,
    last_special_spared,
    no_specials_for_nothing,
    special_ranges_at_ends,
    specials_unmasked,
)

FAMILIES = (last_special_lost_over, limit_moved)
