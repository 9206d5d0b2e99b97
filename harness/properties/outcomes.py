"""Every property tried on one tokenizer: a few hundred texts, a second or so."""

from collections.abc import Sequence
from dataclasses import dataclass

from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.shards import MIX, encode_texts
from tokparity.corpora.generators.stream_ids import Prompted, Streams, stream_ids
from tokparity.harness.properties.batches import BATCHES
from tokparity.harness.properties.chats import Chats
from tokparity.harness.properties.conversations import (
    APPEND_ONLY,
    LOSS_MASK,
    NO_FORGED_TURNS,
    ONE_BOS,
    TOKEN_STABLE,
)
from tokparity.harness.properties.normal_form import IDEMPOTENCE
from tokparity.harness.properties.offsets import COVERING, OFFSETS
from tokparity.harness.properties.property import Breach, Native, Property, Reading, Subject
from tokparity.harness.properties.round_trip import RE_ENCODED, ROUND_TRIP
from tokparity.harness.properties.special_tokens import INJECTION, SAFE, contents
from tokparity.harness.properties.streaming import (
    BY_BYTES,
    BY_LAST_TOKENS,
    BY_THE_LIBRARY,
    STOPPED,
    THOUGHTS_APART,
)
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

PROPERTIES: Sequence[Property] = (
    ROUND_TRIP,
    OFFSETS,
    COVERING,
    SAFE,
    INJECTION,
    IDEMPOTENCE,
    BATCHES,
    RE_ENCODED,
    BY_BYTES,
    BY_LAST_TOKENS,
    BY_THE_LIBRARY,
    THOUGHTS_APART,
    STOPPED,
    ONE_BOS,
    NO_FORGED_TURNS,
    APPEND_ONLY,
    TOKEN_STABLE,
    LOSS_MASK,
)
COUNT = 300
LONGEST = 500
"""Generated texts, and the characters of the longest that is tried."""
REPLIES = 120


@dataclass(frozen=True, slots=True)
class PropertyOutcome:
    """What became of a property: `example` is the shortlex smallest text that breaks it."""

    name: str
    about: str
    reading: Reading
    tried_texts: int
    broken: int
    example: Breach | None

    @property
    def breaks_invariant(self) -> bool:
        """Whether the reference is wrong."""
        return self.reading.kind == "invariant" and self.broken > 0


def property_texts(
    material: Material, seed: int, sha256: str, count: int = COUNT
) -> tuple[str, ...]:
    """The texts of an artefact: generated ones, short and distinct."""
    made = encode_texts(seed, sha256, "properties", 0, count, material, MIX)
    return tuple(dict.fromkeys(text for _, text in made if len(text) <= LONGEST))


def property_replies(
    tokenizer: Tokenizer, material: Material, seed: int, sha256: str, count: int = REPLIES
) -> tuple[Prompted, ...]:
    """The replies of an artefact, with their prompts."""
    made = stream_ids(seed, sha256, "properties", 0, count, Streams.of(tokenizer, material))
    return tuple(reply for _, reply in made)


def outcomes(
    tokenizer: Tokenizer,
    texts: Sequence[str],
    native: Native | None = None,
    replies: Sequence[Prompted] = (),
    chats: Chats | None = None,
) -> list[PropertyOutcome]:
    """Try every property, in their order; the names of special tokens are tried as texts too."""
    names = contents(Subject(tokenizer, ()))
    every_text = tuple(dict.fromkeys([*texts, *names]))
    subject = Subject(tokenizer, every_text, native, tuple(replies), chats)
    return [outcome_of(prop, subject) for prop in PROPERTIES]


def outcome_of(prop: Property, subject: Subject) -> PropertyOutcome:
    """Try one property."""
    reading = prop.reading(subject)
    if reading.kind == "none":
        return PropertyOutcome(prop.name, prop.about, reading, 0, 0, None)
    count, breaches = prop.breaches(subject)
    smallest = min(breaches, key=lambda breach: (len(breach.text), breach.text), default=None)
    return PropertyOutcome(prop.name, prop.about, reading, count, len(breaches), smallest)
