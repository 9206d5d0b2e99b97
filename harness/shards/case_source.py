"""`CaseSource`: the cases that a shard is fed with.

They follow from the seed, the left artefact, the pair of engines and the shard's number alone.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial

from tokparity.corpora.chat_templates import marks
from tokparity.corpora.generators.chats import chats
from tokparity.corpora.generators.random_ids import decode_ids
from tokparity.corpora.generators.shards import BYTES_MIX, MIX, encode_texts
from tokparity.corpora.generators.stream_ids import Prompted, Streams, stream_ids
from tokparity.corpora.generators.targeting import interleaved, steered_ids, steered_texts
from tokparity.corpora.generators.targets.plan import Targets
from tokparity.harness.artefacts.model_files import chat_templates_of
from tokparity.harness.compare.cells import CellSpec
from tokparity.harness.shards.slot import Slot

STEERED_TEXTS, STEERED_IDS = 200, 48
"""A shard of fewer is not steered: to find what to steer at takes longer than to ask them."""


def _nothing(_: int, __: int) -> tuple[()]:
    """What a source does not make."""
    return ()


@dataclass(frozen=True, slots=True)
class CaseSource:
    """What a shard is fed with: `texts(shard, count)`, `ids(shard, count)` and
    `streams(shard, count)`, pairs of a prompt's ids and a reply's; without it nothing is
    streamed. `chats(shard, count)`, conversations in JSON, is all that a cell of chats is fed."""

    texts: Callable[[int, int], Sequence[str]] = _nothing
    ids: Callable[[int, int], Sequence[tuple[int, ...]]] = _nothing
    streams: Callable[[int, int], Sequence[Prompted]] | None = None
    chats: Callable[[int, int], Sequence[str]] | None = None


def source_of(slot: Slot, cell: CellSpec, seed: int) -> CaseSource:
    """The generated cases of a cell: half of a big shard's are steered at rules of its left
    artefact, the others drawn at random."""
    artefact = cell.left.artefact
    draw = (seed, artefact.sha256, cell.pair)
    if cell.chats:
        templates = chat_templates_of(artefact)
        found = [mark for name in templates.sources for mark in marks(templates.choose(name)[1])]
        return CaseSource(chats=partial(chats, *draw, marks=tuple(dict.fromkeys(found))))
    tokenizer = slot.tokenizer(artefact)
    # Bytes that are no UTF-8 only where both sides take them.
    both = all(slot.tokenizer(side.artefact).takes_bytes for side in cell.sides)
    mix = BYTES_MIX if both else MIX
    material = partial(slot.material, artefact)

    def targets() -> Targets:
        found = slot.targets_of(artefact)
        return found.of_bytes() if mix is BYTES_MIX else found

    def texts(shard: int, count: int) -> list[str]:
        half = count // 2 if count >= STEERED_TEXTS else 0
        steered = steered_texts(*draw, shard, half, targets()) if half else []
        drawn = encode_texts(*draw, shard, count - len(steered), material(), mix)
        return interleaved([text for _, text in drawn], [text for _, text in steered])

    def ids(shard: int, count: int) -> list[tuple[int, ...]]:
        half = count // 2 if count >= STEERED_IDS else 0
        steered = steered_ids(*draw, shard, half, targets()) if half else []
        drawn = decode_ids(*draw, shard, count - len(steered), material())
        return interleaved([each for _, each in drawn], [each for _, each in steered])

    streams_of = cache(lambda: Streams.of(tokenizer, material()))

    def streams(shard: int, count: int) -> list[Prompted]:
        return [each for _, each in stream_ids(*draw, shard, count, streams_of())]

    return CaseSource(texts, ids, streams)
