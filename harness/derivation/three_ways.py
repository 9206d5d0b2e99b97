"""`three_ways`: of a model one file for each engine that can hold it, published or derived.

The engines are `tokenizers`, `llama.cpp`, and the one whose own format the vocabulary has:
sentencepiece, tiktoken, or transformers' own BERT. Engines are counted, not formats: of several
files that one engine reads the first stands for it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

from tokparity.corpora.vocabs.cache import Cache
from tokparity.harness.derivation.derive import WAYS, Derived, derive
from tokparity.harness.derivation.underivable import Underivable
from tokparity.oracles.protocol import ORACLES, native_oracle
from tokparity.reference_impl.contract import Artefact, Format

ENGINE_FORMATS: tuple[Format, ...] = (
    "tokenizer.json",
    "gguf",
    "sentencepiece",
    "tiktoken",
    "vocab.txt",
)
"""The format that each engine is asked in; those of the last three are looked for in turn."""
SOURCES: tuple[Format, ...] = (
    *("tokenizer.json", "tokenizer_config.json", "model_folder", "sentencepiece", "tekken.json"),
    *("tiktoken", "gguf"),
    "vocab.txt",
)
"""Of which of several files another is made: what says most first."""


@dataclass(frozen=True, slots=True)
class Holding:
    """One engine's file of a model: as it is published, or derived."""

    engine: str
    artefact: Artefact
    derived: Derived | None = None

    @property
    def told(self) -> str:
        """ "published", or "derived from llama2 by tokparity convert"."""
        if self.derived is None:
            return "published"
        return f"derived from {self.derived.source} by {self.derived.by}"


@dataclass(frozen=True, slots=True)
class ThreeWays:
    """The engines that hold a model, and why others do not, by format."""

    model: str
    holdings: tuple[Holding, ...]
    reasons: dict[str, str] = field(default_factory=dict)

    @property
    def pairs(self) -> tuple[tuple[Holding, Holding], ...]:
        """Each engine with each other."""
        return tuple(combinations(self.holdings, 2))


def engine_of(format: Format) -> str:
    """The engine that answers for a format: "tokenizers", "llama.cpp", …"""
    return ORACLES[native_oracle(format)].engine


def three_ways(model: str, artefacts: Sequence[Artefact], cache: Cache) -> ThreeWays:
    """One file an engine. `artefacts`: those of the model that are here, the likeliest first."""
    holdings: dict[str, Holding] = {}
    reasons: dict[str, str] = {}
    artefacts = [artefact for artefact in artefacts if artefact.format in SOURCES]
    for artefact in artefacts:
        engine = engine_of(artefact.format)
        holdings.setdefault(engine, Holding(engine, artefact))
    known = sorted(artefacts, key=lambda artefact: SOURCES.index(artefact.format))
    for target in ENGINE_FORMATS:
        engine = engine_of(target)
        if engine in holdings or (len(holdings) > 2 and target not in ENGINE_FORMATS[:2]):
            continue
        for source in known:
            if (source.format, target) not in WAYS:
                continue
            try:
                made = derive(source, target, cache)
            except Underivable as error:
                reasons.setdefault(target, error.reason)
            else:
                holdings[engine] = Holding(engine, made.artefact, made)
                reasons.pop(target, None)
                break
    return ThreeWays(model, tuple(holdings[engine] for engine in sorted(holdings)), reasons)
