"""`CaseSource`: the cases that a shard is fed with.

They follow from the seed, the left artefact, the pair of engines and the shard's number alone.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import TypeVar

from tokparity.corpora.chat_templates import marks
from tokparity.corpora.generators.chats import chats
from tokparity.corpora.generators.checklist import checklist_ids, checklist_texts
from tokparity.corpora.generators.long_texts import long_text_of
from tokparity.corpora.generators.random_ids import decode_ids
from tokparity.corpora.generators.rng import Rng
from tokparity.corpora.generators.shards import BYTES_MIX, MIX, encode_texts
from tokparity.corpora.generators.stream_ids import Prompted, stream_ids
from tokparity.corpora.generators.targeting import interleaved, steered_ids, steered_texts
from tokparity.corpora.generators.targets.plan import Targets
from tokparity.harness.artefacts.model_files import chat_templates_of
from tokparity.harness.compare.cells import CellSpec
from tokparity.harness.compare.sides import Batch, batch_of_inputs
from tokparity.harness.compare.verdict import Results
from tokparity.harness.shards.slot import Slot
from tokparity.reference_impl.batches import Encodings
from tokparity.reference_impl.contract import EncodeOptions, Options, Refusal
from tokparity.reports.records.engine import Subject

Sliceable = TypeVar("Sliceable", str, tuple[int, ...])

PART = 256
"""Cases of the checklist that are asked at once."""
OTHERS_EVERY = 8
STEERED_TEXTS, STEERED_IDS = 200, 48
"""A shard of fewer is not steered: to find what to steer at takes longer than to ask them."""
LONG_TEXTS = 1024
"""A shard of fewer texts has no long one, which costs as much as a thousand others …"""
BATCH_TEXTS = 128
"""The same where a library's batch calls are asked, without the reference."""
LONG_EVERY, LONG_AT = 8, 3
"""… and of the others one in so many, this one the first; whose other texts are fewer by as many
as have its characters, but by half at most."""
CHARACTERS = 40
"""Of a text of the mix, on average."""


def _nothing(_: int, __: int) -> tuple[()]:
    """What a source does not make."""
    return ()


@dataclass(frozen=True, slots=True)
class CaseSource:
    """What a shard is fed with: `texts(shard, count)`, `ids(shard, count)` and
    `streams(shard, count)`, pairs of a prompt's ids and a reply's; without it nothing is
    streamed. `chats(shard, count)`, conversations in JSON, is all that a cell of chats is fed.
    `checklist`: what the first shard asks besides, with what is decoded of it."""

    texts: Callable[[int, int], Sequence[str]] = _nothing
    ids: Callable[[int, int], Sequence[tuple[int, ...]]] = _nothing
    streams: Callable[[int, int], Sequence[Prompted]] | None = None
    chats: Callable[[int, int], Sequence[str]] | None = None
    checklist: "Checklist | None" = None


@dataclass(frozen=True, slots=True)
class Checklist:
    """Texts that whoever is under test is asked first; `ids(encoded)` are decoded."""

    texts: Sequence[str]
    ids: Callable[[Iterable[tuple[int, ...]]], Sequence[tuple[int, ...]]]

    def ask(
        self,
        encode: Sequence[Options],
        decode: Sequence[Options],
        compare: Callable[[Batch], Results],
    ) -> None:
        """Its texts with special tokens read and not read, then what is decoded of them. `encode`
        and `decode` are the options that both sides can express."""
        can = [it for it in encode if isinstance(it, EncodeOptions)]
        encoded: dict[tuple[int, ...], None] = {}
        for options in {it.parse_special: it for it in reversed(can)}.values():
            for at in range(0, len(self.texts), PART):
                batch = batch_of_inputs("encode", self.texts[at : at + PART], options)
                mine = compare(batch)
                if isinstance(mine, Encodings):
                    answers = mine.observations()
                    encoded |= {it.ids: None for it in answers if not isinstance(it, Refusal)}
        rows = self.ids(encoded)
        for choice in decode[:1]:
            for at in range(0, len(rows), PART):
                compare(batch_of_inputs("decode", rows[at : at + PART], choice))


@dataclass(frozen=True, slots=True)
class _Others:
    """Texts of pieces and added tokens, and ids, that only the right one of two files has: one in
    OTHERS_EVERY cases gets one of them."""

    texts: tuple[str, ...] = ()
    ids: tuple[int, ...] = ()

    @classmethod
    def of(cls, slot: Slot, cell: CellSpec) -> "_Others":
        if cell.against is None:
            return cls()
        left, right = (slot.material(side.artefact) for side in cell.sides)
        known = {*left.surfaces, *left.added}
        texts = (text for text in (*right.surfaces, *right.added) if text not in known)
        return cls(tuple(dict.fromkeys(texts)), tuple(sorted({*right.ids} - {*left.ids})))

    def in_texts(self, texts: list[str], rng: Rng) -> list[str]:
        if not self.texts:
            return texts
        return [
            text if at % OTHERS_EVERY else _with(text, rng.choice(self.texts), rng)
            for at, text in enumerate(texts)
        ]

    def in_ids(self, rows: list[tuple[int, ...]], rng: Rng) -> list[tuple[int, ...]]:
        if not self.ids:
            return rows
        return [
            row if at % OTHERS_EVERY else _with(row, (rng.choice(self.ids),), rng)
            for at, row in enumerate(rows)
        ]


def _with(sequence: Sliceable, other: Sliceable, rng: Rng) -> Sliceable:
    """The sequence with another put in somewhere."""
    at = rng.below(len(sequence) + 1)
    return sequence[:at] + other + sequence[at:]


def source_of(slot: Slot, cell: CellSpec, seed: int, length: int = 0) -> CaseSource:
    """The generated cases of a cell: half of a big shard's are steered at rules of its left
    artefact, at so many that they come to `length` characters; the others drawn at random."""
    artefact = cell.left.artefact
    draw = (seed, artefact.sha256, cell.pair)
    if cell.chats:
        templates = chat_templates_of(artefact)
        found = [mark for name in templates.sources for mark in marks(templates.choose(name)[1])]
        return CaseSource(chats=partial(chats, *draw, marks=tuple(dict.fromkeys(found))))
    # Bytes that are no UTF-8 only where both sides take them.
    both = all(slot.tokenizer(side.artefact).takes_bytes for side in cell.sides)
    mix = BYTES_MIX if both else MIX
    material = partial(slot.material, artefact)

    @cache
    def targets() -> Targets:
        found = slot.targets_of(artefact).of_length(length)
        return found.of_bytes() if mix is BYTES_MIX else found

    others = cache(lambda: _Others.of(slot, cell))

    def texts(shard: int, count: int) -> list[str]:
        big = cell.question == "fidelity" and count >= LONG_TEXTS
        alone = big or (cell.is_batch and count >= BATCH_TEXTS)
        if not alone or shard % LONG_EVERY != LONG_AT:
            return short_texts(shard, count)
        long = long_text_of(draw, shard // LONG_EVERY, material())
        return [long, *short_texts(shard, count - min(count // 2, len(long) // CHARACTERS))]

    def short_texts(shard: int, count: int) -> list[str]:
        half = count // 2 if count >= STEERED_TEXTS else 0
        steered = steered_texts(*draw, shard, half, targets()) if half else []
        drawn = encode_texts(*draw, shard, count - len(steered), material(), mix)
        found = interleaved([text for _, text in drawn], [text for _, text in steered])
        return others().in_texts(found, Rng("others", *draw, shard))

    def ids(shard: int, count: int) -> list[tuple[int, ...]]:
        half = count // 2 if count >= STEERED_IDS else 0
        steered = steered_ids(*draw, shard, half, targets()) if half else []
        drawn = decode_ids(*draw, shard, count - len(steered), material())
        found = interleaved([each for _, each in drawn], [each for _, each in steered])
        return others().in_ids(found, Rng("others of ids", *draw, shard))

    def streams(shard: int, count: int) -> list[Prompted]:
        return [each for _, each in stream_ids(*draw, shard, count, slot.streams_of(artefact))]

    if not isinstance(cell.right.engine, Subject):
        return CaseSource(texts, ids, streams)
    checklist = Checklist(checklist_texts(material()), partial(checklist_ids, material()))
    return CaseSource(texts, ids, streams, checklist=checklist)
