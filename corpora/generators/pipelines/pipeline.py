"""`pipeline`: the tokenizer of a number: a tokenizer.json document that nobody wrote, and texts.

Depends on (seed, number) alone. The numbers are guided: the model, the decoder and the
post-processor go through all combinations; every second pipeline has the next ordered pair of
normalizers, two in four the next ordered pair of pre-tokenizers. All else is chance.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tokparity.corpora.generators.pipelines.added_tokens import added_tokens
from tokparity.corpora.generators.pipelines.comparable import comparable
from tokparity.corpora.generators.pipelines.components import component, section_of, types
from tokparity.corpora.generators.pipelines.models import ENGLISH, model
from tokparity.corpora.generators.pipelines.options import OPTIONS
from tokparity.corpora.generators.pipelines.stages import INSIDE, places
from tokparity.corpora.generators.pipelines.texts import Text, texts
from tokparity.corpora.generators.pipelines.training import KINDS, Spelling
from tokparity.corpora.generators.rng import Rng

NORMALIZERS = types("normalizer")
PRE_TOKENIZERS = types("pre_tokenizer")
DECODERS = (None, *types("decoder"), "Sequence")
POST_PROCESSORS = (None, *types("post_processor"), "Sequence")
COMBINATIONS = tuple((m, d, p) for d in DECODERS for p in POST_PROCESSORS for m in KINDS)
"""Model, decoder and post-processor; None for none."""

_DECODED = 8
_STRIDE = 193
"""From one combination to the next, so that any few dozen have every decoder. Coprime to all."""


@dataclass(frozen=True, slots=True)
class Pipeline:
    """A generated tokenizer: its number, its document, the texts to try it with.

    `ids` are sequences to decode beside those that the texts give, of tokens and of none;
    `excluded`: why added tokens that were drawn are not in it, once for each.
    """

    number: int
    document: dict[str, Any]
    texts: tuple[Text, ...]
    ids: tuple[tuple[int, ...], ...]
    excluded: tuple[str, ...] = ()

    @property
    def sha256(self) -> str:
        """Of the document's canonical JSON: two with the same are one pipeline."""
        return hashlib.sha256(canonical(self.document)).hexdigest()


def canonical(document: dict[str, Any]) -> bytes:
    """The bytes of a document's file."""
    return json.dumps(document, separators=(",", ":")).encode("ascii")


def pipeline(seed: int, number: int, count: int = 20) -> Pipeline:
    """The pipeline of a number, with `count` texts."""
    return drawn(Rng("pipeline", seed, number), seed, number, count)


def drawn(rng: Rng, seed: int, number: int, count: int) -> Pipeline:
    """As `pipeline`, with any source of chance."""
    kind, decoder, post_processor = _turn(COMBINATIONS, number)
    normalizers = _chain(rng, NORMALIZERS, number // 2 if number % 2 == 0 else None)
    pre_tokenizers = _chain(
        rng, PRE_TOKENIZERS, number // 4 * 2 + number % 4 if number % 4 < 2 else None
    )
    document: dict[str, Any] = {
        "version": "1.0",
        "truncation": _maybe(rng, "truncation", 0.25),
        "padding": _maybe(rng, "padding", 0.25),
        "added_tokens": [],
        "normalizer": section_of(rng, "normalizer", normalizers),
        "pre_tokenizer": section_of(rng, "pre_tokenizer", pre_tokenizers),
        "post_processor": _one_or_several(rng, "post_processor", post_processor),
        "decoder": _one_or_several(rng, "decoder", decoder),
        "model": {},
    }
    spelling = _spelling(rng, document)
    document["model"] = model(rng, seed, kind, spelling)
    vocab = document["model"]["vocab"]
    if kind == "Unigram":
        vocab = {piece: at for at, (piece, _) in enumerate(vocab)}
    tokens = added_tokens(rng, vocab)
    document["added_tokens"], excluded = comparable(tokens, document["normalizer"], vocab)
    every_text = tuple(texts(rng, seed, document, spelling, count))
    known = [*vocab.values(), *(token["id"] for token in document["added_tokens"])]
    marks = _strings(document["decoder"]) | _looked_for(document)
    marked = [vocab[piece] for piece in vocab if any(mark in piece for mark in marks)]
    return Pipeline(number, document, every_text, tuple(_ids(rng, known, marked)), excluded)


def _strings(options: Any) -> set[str]:
    """Every string inside a section that is not empty: a decoder's are what it looks for."""
    match options:
        case str():
            return {options} - {""}
        case dict() | list():
            inside = options.values() if isinstance(options, dict) else options
            return set().union(*map(_strings, inside))
    return set()


def _looked_for(document: dict[str, Any]) -> set[str]:
    """What decoders look for without being told: byte pieces, and English to clean up."""
    components = list(places(document))
    bytes_ = any(place.component == ("decoder", "ByteFallback") for place in components)
    cleans = any(place.options.get("cleanup") for place in components)
    return ({"<0x"} if bytes_ else set()) | (set(ENGLISH) if cleans else set())


def _ids(rng: Rng, known: list[int], marked: list[int]) -> Iterator[tuple[int, ...]]:
    """Sequences of ids: up to twelve of tokens, some twice in a row, some that no token has.

    Every third is `marked` where any are.
    """
    for _ in range(_DECODED):
        sequence: list[int] = []
        for _ in range(rng.between(1, 12)):
            some = marked if marked and rng.chance(0.35) else known
            token_id = rng.choice(some) if rng.chance(0.95) else max(known) + rng.between(1, 9)
            sequence += [token_id] * (2 if rng.chance(0.15) else 1)
        yield tuple(sequence)


def _turn(options: tuple[Any, ...], number: int) -> Any:
    """All options before any comes again, neighbours far apart, each time from another one on."""
    around, at = divmod(number, len(options))
    return options[(at * _STRIDE + around) % len(options)]


def _chain(rng: Rng, kinds: tuple[str, ...], pair: int | None) -> list[str]:
    """Types in order: up to three by chance, or the two of a numbered pair with others around."""
    if pair is None:
        return [rng.choice(kinds) for _ in range(rng.choice((0, 0, 1, 1, 1, 2, 3)))]
    first, second = divmod(pair % len(kinds) ** 2, len(kinds))
    before = [rng.choice(kinds)] if rng.chance(0.2) else []
    after = [rng.choice(kinds)] if rng.chance(0.2) else []
    return [*before, kinds[first], kinds[second], *after]


def _one_or_several(rng: Rng, section: str, kind: str | None) -> dict[str, Any] | None:
    if kind is None:
        return None
    if kind != "Sequence":
        return component(rng, section, kind)
    inside = [rng.choice(types(section)) for _ in range(rng.choice((0, 1, 2, 2, 3, 4)))]
    found = section_of(rng, section, inside)
    if found is None or found["type"] != "Sequence":
        return {"type": "Sequence", INSIDE[section]: [] if found is None else [found]}
    return found


def _maybe(rng: Rng, section: str, probability: float) -> dict[str, Any] | None:
    """The truncation or the padding, mostly neither."""
    if not rng.chance(probability):
        return None
    return {name: rng.choice(values) for name, values in OPTIONS[section, section].items()}


def _spelling(rng: Rng, document: dict[str, Any]) -> Spelling:
    """As the last stage before the model spells words, most of the time."""
    written = json.dumps([document["normalizer"], document["pre_tokenizer"]])
    if rng.chance(0.15):
        return rng.choice(("plain", "metaspace", "byte-level"))
    if '"ByteLevel"' in written:
        return "byte-level"
    return "metaspace" if "\\u2581" in written else "plain"
