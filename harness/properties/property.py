"""`Property`: what should be true of a tokenizer by itself, and what it means where it is not.

An *invariant* follows from the pipeline: where it breaks, the reference is wrong. An *observation*
is about the artefact: true of many, and good to know where it is not. Which of both a property is,
or that it makes no sense, is computed from the stages. No library is asked what is right.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import cycle
from typing import TYPE_CHECKING, Literal

from tokparity.corpora.generators.stream_ids import Prompted
from tokparity.harness.compare.cells import SKIP_OPTIONS
from tokparity.harness.properties.replies import ReplyTrial
from tokparity.reference_impl.contract import EncodeOptions, Encoding, Observation, StreamCase
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.tokenizer.safe_encoding import special_ids
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

if TYPE_CHECKING:
    from tokparity.harness.properties.chats import Chats

Native = Callable[[Sequence[str], EncodeOptions], list[Observation]]
"""The artefact's own library: the answers to texts, in order."""

PLAIN = EncodeOptions(add_special=False, parse_special=False)


@dataclass(frozen=True, slots=True)
class Reading:
    """How a broken property is read, and why; `kind` "none": it does not apply here."""

    kind: Literal["invariant", "observation", "none"]
    why: str = ""


INVARIANT = Reading("invariant")


@dataclass(frozen=True)  # no slots: what is derived is kept
class Subject:
    """A tokenizer under test, its native library where there is one, and texts to try.

    `replies` are sequences of ids, each behind that of a prompt: (prompt, reply). `chats`: its chat
    templates and conversations, where it has any.

    `alone` is the tokenizer without truncation and padding, which are about the window and not
    about the text.
    """

    tokenizer: Tokenizer
    texts: tuple[str, ...]
    native: Native | None = None
    replies: tuple[Prompted, ...] = ()
    chats: "Chats | None" = None

    @cached_property
    def alone(self) -> Tokenizer:
        if self.tokenizer.truncation is None and self.tokenizer.padding is None:
            return self.tokenizer
        return replace(self.tokenizer, truncation=None, padding=None)

    @cached_property
    def reply_trials(self) -> tuple[ReplyTrial, ...]:
        """Every reply, with and without special tokens by turns."""
        turns = zip(self.replies, cycle(SKIP_OPTIONS), strict=False)
        cases = (StreamCase(ids, prompt, options) for (prompt, ids), options in turns)
        return tuple(ReplyTrial(self.alone, case) for case in cases)

    @cached_property
    def special(self) -> frozenset[int]:
        """The ids that an untrusted text may not become."""
        return special_ids(self.tokenizer)

    @cached_property
    def encoded(self) -> tuple[tuple[str, Encoding], ...]:
        """The texts that can be encoded, each with its plain encoding."""
        return tuple(self._encoded())

    def _encoded(self) -> Iterator[tuple[str, Encoding]]:
        for text in self.texts:
            try:
                yield text, self.alone.encode(text, PLAIN)
            except TokparityError:
                continue  # refused: then there is nothing that could be true


@dataclass(frozen=True, slots=True)
class Breach:
    """A text that breaks a property, and what is wrong."""

    text: str
    fault: str


@dataclass(frozen=True, slots=True)
class Property:
    """`reading` is computed from the pipeline; `breaches` tries the texts: how many it looked at,
    and those that break it."""

    name: str
    about: str
    reading: Callable[[Subject], Reading]
    breaches: Callable[[Subject], tuple[int, list[Breach]]]


def each(
    wrong: Callable[[Subject, str, Encoding], str | None],
) -> Callable[[Subject], tuple[int, list[Breach]]]:
    """The breaches of a property that is told text by text: None where it holds."""

    def breaches(subject: Subject) -> tuple[int, list[Breach]]:
        found = []
        for text, encoding in subject.encoded:
            if (fault := wrong(subject, text, encoding)) is not None:
                found.append(Breach(text, fault))
        return len(subject.encoded), found

    return breaches
