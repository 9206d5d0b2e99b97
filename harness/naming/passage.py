"""`Passage`: a text on its way through one tokenizer, and what becomes of another's on the rest.

A stage matters to a case where one side's output of it, taken in the place of the other's, changes
what the stages behind it answer in the end.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tokparity.reference_impl.contract import EncodeCase, Stage
from tokparity.reference_impl.post_processors.tokens import Tokens
from tokparity.reference_impl.tokenizer.refusals import REFUSING, refusal_of
from tokparity.reference_impl.tokenizer.tokenizer import Stretch, Tokenizer
from tokparity.reference_impl.tokenizer.words import PlainWords

ORDER: tuple[Stage, ...] = ("added_tokens", "normalizer", "pre_tokenizer", "model")
"""The stages in which passages may part; what is left is the post-processor's."""

Answer = tuple[Any, ...]


@dataclass(frozen=True)  # no slots: what is looked at is computed when it is first needed
class Passage:
    """`ranged`: the ranges of the tokens are part of what is compared."""

    tokenizer: Tokenizer
    case: EncodeCase
    ranged: bool = False

    @cached_property
    def stretches(self) -> list[Stretch]:
        """The text, cut at its added tokens, normalized between them. Raises as `encode`."""
        return list(self.tokenizer.stretches(self.case.text, self.case.options.parse_special))

    @cached_property
    def words(self) -> list[Stretch]:
        """… and cut into words between them."""
        return [
            (word, added)
            for stretch, added in self.stretches
            for word in (self.tokenizer.pre_tokenize(stretch) if added is None else [stretch])
        ]

    @cached_property
    def tokens(self) -> Tokens:
        """… and what the model made of the words."""
        return self.tokenizer.tokenize(self.case.text, self.case.options.parse_special)

    def visible(self, stage: Stage) -> Answer:
        """What of a stage two formats can be compared by: text, and ids once there are any; or why
        it has no output.

        Of the first stage, the tokens found and where, and where plain text is cut without one:
        what is left between them says nothing more.
        """
        try:
            match stage:
                case "added_tokens":
                    return tuple(self._cuts())
                case "normalizer":
                    return tuple((piece.text, added is None) for piece, added in self.stretches)
                case "pre_tokenizer":
                    return tuple((word.text, added is None) for word, added in self.words)
                case _:
                    return tuple(self.tokens.ids)
        except REFUSING as error:
            return ("refused", refusal_of(error).kind)

    def parts(self, other: "Passage", stage: Stage) -> bool:
        """Whether the two can be told apart by a stage's output."""
        if self.visible(stage) != other.visible(stage):
            return True
        return self.ranged and self._places(stage) != other._places(stage)

    def _cuts(self) -> Iterator[Answer]:
        is_plain = False
        for stretch, added in self.stretches:
            start, end = stretch.span(0, len(stretch))
            if added is not None:
                yield start, self.case.text[start:end], added.id
            elif is_plain:
                yield start, "", None
            is_plain = added is None

    def _places(self, stage: Stage) -> Answer:
        """Where in the text the pieces of a stage are."""
        try:
            match stage:
                case "added_tokens":
                    pieces = [piece for piece, added in self.stretches if added is not None]
                case "normalizer":
                    pieces = [piece for piece, _ in self.stretches]
                case "pre_tokenizer":
                    pieces = [piece for piece, _ in self.words]
                case _:
                    return tuple(self.tokens.offsets)
        except REFUSING:
            return ()
        return tuple(piece.span(at, at + 1) for piece in pieces for at in range(len(piece)))

    @cached_property
    def answer(self) -> Answer:
        """What its own stages answer in the end."""
        return self._finished(lambda: self.tokens)

    def with_output_of(self, other: "Passage", stage: Stage) -> Answer:
        """What its stages behind `stage` answer to the output of the other's."""
        match stage:
            case "added_tokens":
                return self._finished(lambda: self._tokenized(self._cut_as(other.tokenizer)))
            case "normalizer":
                return self._finished(lambda: self._tokenized(other.stretches))
            case "pre_tokenizer":
                return self._finished(lambda: self._tokenized(other.words, cuts=False))
            case _:
                return self._finished(lambda: other.tokens)

    def _cut_as(self, other: Tokenizer) -> Iterable[Stretch]:
        """The stretches by the other's added tokens, normalized as here."""
        normalizer, parse_special = self.tokenizer.normalizer, self.case.options.parse_special
        for written, token in other.written_stretches(self.case.text, parse_special):
            if token is not None:
                yield written, token
                continue
            normalized = normalizer.normalize(written) if normalizer else written
            yield from other.normalized_stretches(normalized, parse_special)

    def _tokenized(self, stretches: Iterable[Stretch], cuts: bool = True) -> Tokens:
        words = PlainWords(self.tokenizer.pre_tokenizer if cuts else None, self.tokenizer.model)
        tokens = Tokens()
        for stretch, added in stretches:
            if added is None:
                words.extend(tokens, self.case.text, words.cut(stretch))
            else:
                tokens.ids.append(added.id)
                tokens.offsets += stretch.span(0, len(stretch))
                tokens.texts.append(stretch.text)
        return tokens

    def _finished(self, tokens: Callable[[], Tokens]) -> Answer:
        try:
            finished = self.tokenizer.finish([tokens()], self.case.options.add_special)
        except REFUSING as error:
            return ("refused", refusal_of(error).kind)
        return (*finished.ids, "at", *finished.offsets) if self.ranged else tuple(finished.ids)


def first_that_matters(left: Passage, right: Passage) -> Stage | None:
    """The first stage up to which one side's outputs, in the place of the other's, change the
    answer of either; None where those of no stage do.

    Of either, since two formats share the work out in two ways: where one normalizes what the other
    leaves to its pre-tokenizer, the first side's words mean nothing to the second's model.
    """
    changed = [False, False]
    for stage in ORDER:
        if not left.parts(right, stage):
            continue
        for at, (mine, theirs) in enumerate(((left, right), (right, left))):
            changed[at] = changed[at] or mine.with_output_of(theirs, stage) != mine.answer
        if all(changed):
            return stage
    return None
