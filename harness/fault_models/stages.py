"""Changing one stage of a tokenizer: its added-token pass, its model, parts of its sequences.

Each gives the very tokenizer it was given where nothing was changed. No fault model is here.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from types import UnionType
from typing import Any, TypeVar

from tokparity.reference_impl.added_tokens.passes import AddedToken, Search, TokenPass
from tokparity.reference_impl.decoders.sequence import Decoder, DecoderSequence
from tokparity.reference_impl.errors import UnknownToken
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.normalizers.sequence import Normalizer, NormalizerSequence
from tokparity.reference_impl.post_processors.sequence import PostProcessorSequence
from tokparity.reference_impl.post_processors.tokens import PostProcessor
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer, PreTokenizerSequence
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.traces import Merge

Part = TypeVar("Part", Normalizer, PreTokenizer, PostProcessor, Decoder)

Stretches = list[tuple[Aligned, AddedToken | None]]
"""What a pass makes of a text: stretches of it, and the added token that each is, if it is one."""

TokenSpan = tuple[int, int, int]
"""(id, start, end) in characters of the word."""

Find = Callable[[str], tuple[TokenSpan, ...]]
"""The tokens of a word."""


def change_normalizers(
    tokenizer: Tokenizer, change: Callable[[Normalizer], Normalizer | None]
) -> Tokenizer:
    """The tokenizer with its normalizers changed, alone or in sequences of any depth.

    `change` gives the part itself to leave it, None to take it out; so for the stages below.
    """
    new = _changed(tokenizer.normalizer, change, NormalizerSequence, "normalizers")
    return tokenizer if new is tokenizer.normalizer else replace(tokenizer, normalizer=new)


def change_pre_tokenizers(
    tokenizer: Tokenizer, change: Callable[[PreTokenizer], PreTokenizer | None]
) -> Tokenizer:
    """The tokenizer with changed pre-tokenizers."""
    new = _changed(tokenizer.pre_tokenizer, change, PreTokenizerSequence, "pretokenizers")
    return tokenizer if new is tokenizer.pre_tokenizer else replace(tokenizer, pre_tokenizer=new)


def change_post_processors(
    tokenizer: Tokenizer, change: Callable[[PostProcessor], PostProcessor | None]
) -> Tokenizer:
    """The tokenizer with changed post-processors."""
    new = _changed(tokenizer.post_processor, change, PostProcessorSequence, "processors")
    return tokenizer if new is tokenizer.post_processor else replace(tokenizer, post_processor=new)


def change_decoders(tokenizer: Tokenizer, change: Callable[[Decoder], Decoder | None]) -> Tokenizer:
    """The tokenizer with changed decoders."""
    new = _changed(tokenizer.decoder, change, DecoderSequence, "decoders")
    return tokenizer if new is tokenizer.decoder else replace(tokenizer, decoder=new)


def with_options(
    change_parts: Callable[[Tokenizer, Callable[[Any], Any]], Tokenizer],
    kind: type[Any] | UnionType,
    **options: Any,
) -> Callable[[Tokenizer], Tokenizer]:
    """The change that gives parts of a kind these options, whatever the file says.

    `change_parts` is one of the functions above.
    """

    def changed(part: Any) -> Any:
        differs = isinstance(part, kind) and any(
            getattr(part, option) != setting for option, setting in options.items()
        )
        return replace(part, **options) if differs else part

    return lambda tokenizer: change_parts(tokenizer, changed)


def _changed(
    part: Part | None, change: Callable[[Part], Part | None], sequence: type[Any], field: str
) -> Part | None:
    """The part changed; of a sequence, whose parts lie in `field`, each of them."""
    if part is None or not isinstance(part, sequence):
        return None if part is None else change(part)
    old: tuple[Part, ...] = getattr(part, field)
    new = [_changed(inner, change, sequence, field) for inner in old]
    if all(after is before for after, before in zip(new, old, strict=True)):
        return part
    changed: Part = sequence(tuple(inner for inner in new if inner is not None))
    return changed


def finds_added_tokens(tokenizer: Tokenizer) -> bool:
    """Whether added tokens are looked for in texts at all: sentencepiece looks for none."""
    return bool(list(tokenizer.added_token_search("x")("x")))


def with_pass(tokenizer: Tokenizer, around: Callable[[TokenPass], TokenPass]) -> Tokenizer:
    """The tokenizer whose added-token pass is put into another one."""
    inner = tokenizer.added_token_pass

    def outer(
        by_content: Mapping[str, AddedToken], search: Callable[[Iterable[str]], Search]
    ) -> TokenPass:
        return around(inner(by_content, search))

    return replace(tokenizer, added_token_pass=outer)


@dataclass(frozen=True, slots=True)
class ChangedModel:
    """`find` gives the tokens of a word in the place of the model it is of; it shows no merges."""

    model: Model
    find: Find

    @property
    def vocab(self) -> Mapping[str, int]:
        return self.model.vocab

    @property
    def pieces(self) -> Mapping[int, str]:
        return self.model.pieces

    def tokenize(self, word: str) -> tuple[TokenSpan, ...]:
        """What `find` finds. Raises UnknownToken where that is no piece: of a vocabulary cut down
        to a few pieces, a change may ask for others than the model would."""
        try:
            return self.find(word)
        except KeyError as error:
            match error.args:
                case (str(piece),):
                    raise UnknownToken(piece) from None
            raise

    def texts(self, word: str, tokens: tuple[TokenSpan, ...]) -> tuple[str, ...]:
        """As the model itself."""
        return self.model.texts(word, tokens)

    def explain(self, word: str) -> tuple[Merge, ...] | None:
        """Nothing: the model's own merges are not the ones that were made."""


def with_found(tokenizer: Tokenizer, find: Find) -> Tokenizer:
    """The tokenizer whose model finds tokens in another way."""
    return replace(tokenizer, model=ChangedModel(tokenizer.model, find))
